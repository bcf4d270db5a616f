"""`pbem cabin`: one page on the loopback interface, for its owner's browser and for nobody else."""

from __future__ import annotations

import http.client
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pbem.afloat.loopback import POLICY_END, WITH_SERVER, Harbour, page_file
from pbem.base.errors import BadInput

PAGE = (b'<head><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; ' + POLICY_END
        + b'"><title>The cabin</title></head>')  # fmt: skip
LETTER = (b"X-Unsent: 1\r\nFrom: anne@example.org\r\nTo: moderator@example.org\r\nSubject: w-1739-abcdef: orders\r\n"
          b"\r\npbem\r\n")  # fmt: skip


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[Harbour]:
    home = tmp_path / "keys"
    (tmp_path / "mail").mkdir()
    home.mkdir()
    ways = f"in:\n  from: {tmp_path / 'mail'}\nout:\n  to: {tmp_path / 'gone'}\n"
    (home / "post.yaml").write_text(f"pbem: post/1\n{ways}")
    (home / "cabin.html").write_bytes(PAGE)
    with Harbour(page_file(None, home), home) as served:
        Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.shutdown()


def asked(harbour: Harbour, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    """The answer to a request with these headers; the page's own where none are named."""
    host, port = harbour.server_address[:2]
    own = {"Host": f"{host!s}:{port}", "Origin": harbour.origin, "X-Cabin": "1"}
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    named = {**own, **{name.replace("_", "-"): value for name, value in headers.items()}}
    sent = {name: value for name, value in named.items() if value}
    line.request(method, path, json.dumps(body) if body is not None else None, sent)
    answer = line.getresponse()
    found = answer.status, answer.read()
    line.close()
    return found


def test_the_page_is_served_to_who_knows_its_path(harbour: Harbour) -> None:
    status, data = asked(harbour, "GET", harbour.path)
    assert (status, WITH_SERVER in data) == (200, True)
    assert len(harbour.path) > 30
    assert harbour.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize("path", ["/", "/cabin.html", "/../", "/x/fetch"])
def test_nothing_else_is_there(harbour: Harbour, path: str) -> None:
    assert asked(harbour, "GET", path) == (404, b"")
    assert asked(harbour, "POST", path, {})[0] in (403, 404)


@pytest.mark.parametrize("host", ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1"])
def test_a_name_that_was_turned_to_this_machine_is_refused(harbour: Harbour, host: str) -> None:
    assert asked(harbour, "GET", harbour.path, Host=host) == (404, b"")


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": ""}, {"X_Cabin": ""}]
)
def test_another_page_can_have_nothing_done(harbour: Harbour, headers: dict[str, str], tmp_path: Path) -> None:
    given = {"letter": b64encode(LETTER).decode()}
    assert asked(harbour, "POST", f"{harbour.path}send", given, **headers) == (403, b"")
    assert not (tmp_path / "gone").exists()


def test_letters_are_fetched_and_sent(harbour: Harbour, tmp_path: Path) -> None:
    (tmp_path / "mail" / "one.eml").write_bytes(LETTER)
    (tmp_path / "mail" / "other.eml").write_bytes(b"From: a@b.example\r\n\r\nnot a game's\r\n")
    status, data = asked(harbour, "POST", f"{harbour.path}fetch", {})
    assert status == 200
    assert [each["data"] for each in json.loads(data)["value"]] == [b64encode(LETTER).decode()]
    status, data = asked(harbour, "POST", f"{harbour.path}send", {"letter": b64encode(LETTER).decode()})
    assert json.loads(data)["value"]["to"] == ["moderator@example.org"]
    gone = [path.read_bytes() for path in (tmp_path / "gone").rglob("*") if path.is_file()]
    assert len(gone) == 1
    assert b"X-Unsent" not in gone[0]
    assert b"Message-ID: <pbem.cabin." in gone[0]


def test_what_cannot_be_sent_is_said(harbour: Harbour) -> None:
    status, data = asked(harbour, "POST", f"{harbour.path}send", {"letter": b64encode(b"no letter").decode()})
    assert status == 200
    assert "is not a letter" in json.loads(data)["faults"][0]["message"]
    assert asked(harbour, "POST", f"{harbour.path}send", {"other": 1}) == (400, b"")


def test_another_page_is_not_served(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text("<p>hello</p>")
    with pytest.raises(BadInput, match="is not the cabin's page"):
        page_file(tmp_path / "other.html", tmp_path)
    with pytest.raises(BadInput, match="is not here"):
        page_file(None, tmp_path)
