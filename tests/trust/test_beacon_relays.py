"""Asking relays: one GET each, in order, HTTPS alone, nothing believed unchecked. No socket is opened here."""

from __future__ import annotations

import io
import json
from email.message import Message
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest

from pbem.base.errors import BadInput, CheckFailed, Waiting
from pbem.trust.beacon.beacon import DEFAULT_RELAYS, DEMO_CHAIN, QUICKNET, fetch, relay_list
from pbem.trust.beacon.relays import https_opener

RELAYS = ("https://one.example", "https://two.example", "https://three.example")


class Answers:
    """An opener that answers from a list and remembers what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = list(answers), list[Request]()

    def open(self, fullurl: Any, data: None = None, timeout: float = 0) -> Any:
        assert data is None
        assert 0 < timeout <= 30
        self.asked.append(fullurl)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, io.BytesIO) else io.BytesIO(answer)

    @property
    def urls(self) -> list[str]:
        return [request.full_url for request in self.asked]


@pytest.fixture
def good(vectors: Any) -> dict[str, Any]:
    case: dict[str, Any] = vectors["beacon"]["good"][0]
    return case


def told(case: dict[str, Any], **other: Any) -> bytes:
    return json.dumps({"round": case["round"], "signature": case["signature"], **other}).encode()


def test_5_one_get_to_one_relay_is_enough(good: dict[str, Any]) -> None:
    answers = Answers(told(good, randomness=good["randomness"]))
    assert fetch(QUICKNET, 42, RELAYS, answers) == good["signature"]
    assert answers.urls == [f"https://one.example/{QUICKNET.chain}/public/42"]
    assert answers.asked[0].get_method() == "GET"


def http_error(code: int) -> HTTPError:
    return HTTPError("https://one.example", code, "no", Message(), io.BytesIO())


@pytest.mark.parametrize(
    "failure",
    [
        TimeoutError("timed out"), URLError("no route"), ConnectionRefusedError("refused"), http_error(404),
        http_error(302), UnicodeError("label empty"), b"", b"<html>", b"x" * 100_000,
    ],
    ids=["time-out", "no route", "refused", "not yet", "redirect", "no host", "empty", "a page", "endless"],
)
def test_a_relay_that_fails_is_passed_over(failure: Any, good: dict[str, Any]) -> None:
    answers = Answers(failure, told(good))
    assert fetch(QUICKNET, 42, RELAYS, answers) == good["signature"]
    assert len(answers.urls) == 2
    assert answers.urls[1].startswith("https://two.example/")


def test_a_true_beacon_of_another_round_is_not_believed(good: dict[str, Any], vectors: Any) -> None:
    other = vectors["beacon"]["good"][1]
    answers = Answers(told(other), told(other, round=42), told(good))
    assert fetch(QUICKNET, 42, RELAYS, answers) == good["signature"]
    assert len(answers.urls) == 3


def test_where_relays_lie_and_none_tells_the_truth_the_check_has_failed(good: dict[str, Any]) -> None:
    answers = Answers(told(good, signature="00" * 48), TimeoutError("timed out"), told(good, round=41))
    with pytest.raises(CheckFailed) as error:
        fetch(QUICKNET, 42, RELAYS, answers)
    assert [fault.message for fault in error.value.faults] == [
        "relay https://one.example: beacon of round 42: signature is not in compressed form",
        "relay https://three.example: tells round 41 instead of 42",
        "relay https://two.example gave no answer: timed out",
    ]


def test_where_no_relay_answers_the_round_is_waited_for() -> None:
    answers = Answers(http_error(404), http_error(425), http_error(500))
    with pytest.raises(Waiting) as error:
        fetch(QUICKNET, 42, RELAYS, answers)
    messages = [fault.message for fault in error.value.faults]
    assert messages[0] == "relay https://one.example gave no answer: it does not have this round yet"
    assert messages[2] == "relay https://three.example gave no answer: no (500)"
    assert messages[3] == "round 42 of quicknet could not be had; it is due at 2023-08-23T15:11:30Z"
    assert "by hand" in error.value.faults[3].hint
    assert len(answers.urls) == 3


def test_an_endless_answer_is_read_no_further_than_a_beacon_can_be_long(good: dict[str, Any]) -> None:
    endless = io.BytesIO(b"{" * 1_000_000)
    at = []

    class Watched(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            at.append(size)
            return endless.read(size)

    assert fetch(QUICKNET, 42, RELAYS, Answers(Watched(), told(good)))
    assert at == [4097]


def test_relays_come_from_the_environment_then_from_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_RELAYS", raising=False)
    assert relay_list() == DEFAULT_RELAYS
    monkeypatch.setenv("PBEM_RELAYS", " https://a.example/ ,https://b.example:8443/drand\nhttps://c.example")
    assert relay_list() == ("https://a.example", "https://b.example:8443/drand", "https://c.example")
    assert relay_list(["https://d.example"]) == ("https://d.example",)


@pytest.mark.parametrize(
    "relay",
    ["http://a.example", "file:///etc/passwd", "a.example", "https://a.example?x=1", "https://u:p@a.example", "https://"],
)
def test_a_relay_that_is_not_plain_https_is_never_asked(relay: str) -> None:
    answers = Answers()
    with pytest.raises(BadInput, match="is no relay"):
        fetch(QUICKNET, 42, ("https://a.example", relay), answers)
    assert answers.urls == []


def test_the_demonstration_chain_is_never_asked_for() -> None:
    answers = Answers()
    with pytest.raises(BadInput, match="no relay serves"):
        fetch(DEMO_CHAIN.network, 42, RELAYS, answers)
    assert answers.urls == []


@pytest.mark.parametrize("url", ["http://a.example/", "file:///etc/hostname", "ftp://a.example/", "data:,x"])
def test_the_real_opener_speaks_nothing_but_https(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(URLError, match="unknown url type"):
        https_opener().open(url)


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("target", ["http://elsewhere.example/", "https://elsewhere.example/"])
def test_the_real_opener_follows_no_redirect(code: int, target: str) -> None:
    headers = Message()
    headers["Location"] = target
    opener: Any = https_opener()
    with pytest.raises(HTTPError) as error:
        opener.error("https", Request("https://a.example/"), io.BytesIO(), code, "Moved", headers)
    assert error.value.code == code
    error.value.close()
