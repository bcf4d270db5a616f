"""News for other programs: Atom feeds of public news, and a webhook that can stop no game."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from club import ADDRESSES, Club
from club import duel_is_known as duel_is_known

from pbem.match.record import webhook
from pbem.match.record.feed import Source, atom
from pbem.match.record.news import News, in_turns, news_in

ATOM = "{http://www.w3.org/2005/Atom}"


class Heard:
    """A program that is told: what it heard, and what it answers."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.answer = 204
        self.port = 0


@contextmanager
def listening() -> Iterator[Heard]:
    """A web server on this machine."""
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.messages.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(heard.answer)
            self.end_headers()

        def log_message(self, *words: object) -> None:
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    heard.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield heard
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def club(tmp_path: Path) -> Club:
    found = Club(tmp_path / "place")
    found.begin()
    return found


def tell(club: Club, where: str) -> None:
    """The settings name a webhook."""
    (club.desk / "private" / "post.yaml").write_text(f"pbem: post/1\nwebhook: {where}\n", encoding="utf-8")


def tick(club: Club) -> str:
    """One tick of the timer, without a mailbox."""
    empty = club.place / "empty"
    empty.mkdir(exist_ok=True)
    return club.do("moderator", "tick", club.desk, "--mail", empty, "--to", f"folder:{club.place / 'post'}").output


def play(club: Club) -> None:
    """Both order."""
    for seat in ADDRESSES:
        club.order(seat, bid="high")


# ------------------------------------------------------------------------------------------------------------ the hook
def test_a_webhook_hears_of_the_open_phase_then_of_what_closes_and_opens(club: Club) -> None:
    with listening() as heard:
        tell(club, f"http://127.0.0.1:{heard.port}/hook")
        assert "webhook: " not in tick(club)
        (first,) = heard.messages
        assert (first["event"], first["phase"], first["until"]) == ("opened", "t01.duel", "2026-11-04T20:00:00Z")
        assert first["text"] == "A Duel: turn 1, duel is open until Wednesday 4 November 2026, 20:00 UTC"
        assert first["content"] == first["text"]
        tick(club)
        assert len(heard.messages) == 1  # each once
        play(club)
        tick(club)
    assert [each["event"] for each in heard.messages[1:2]] == ["closed"]
    assert {each["game"] for each in heard.messages} == {club.status()["game"]}
    told = json.dumps(heard.messages)
    assert "high" not in told
    assert not any(address in told for address in ADDRESSES.values())


def test_without_the_line_nothing_is_sent_and_nothing_kept(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "send", lambda *given: pytest.fail("sent"))
    tick(club)
    assert not (club.desk / webhook.TOLD).exists()


def test_a_program_that_is_not_there_stops_no_tick_and_hears_it_later(club: Club) -> None:
    with listening() as heard:
        port = heard.port
    tell(club, f"http://127.0.0.1:{port}/hook")
    play(club)
    said = tick(club)
    assert "webhook: not told: " in said
    assert "locked" in said
    with listening() as heard:
        tell(club, f"http://127.0.0.1:{heard.port}/hook")
        tick(club)
        assert heard.messages


def test_an_answer_of_the_server_that_is_an_error_is_tried_again(club: Club) -> None:
    with listening() as heard:
        heard.answer = 500
        tell(club, f"http://127.0.0.1:{heard.port}/hook")
        assert "webhook: not told: Internal Server Error" in tick(club)
        heard.answer = 200
        assert "webhook: " not in tick(club)
        assert [each["event"] for each in heard.messages] == ["opened", "opened"]


def test_news_that_waited_for_more_than_a_day_are_dropped(club: Club) -> None:
    with listening() as heard:
        tell(club, f"http://127.0.0.1:{heard.port}/hook")
        club.later(25)
        tick(club)
    assert heard.messages == []


@pytest.mark.parametrize("where", ["http://example.org/hook", "ftp://example.org/hook", "file:///etc/passwd"])
def test_an_address_that_is_not_safe_is_refused_and_stops_nothing(where: str, club: Club) -> None:
    tell(club, where)
    assert "webhook: not told: the webhook is no address that begins with https://" in tick(club)


def test_the_address_may_be_kept_where_passwords_are(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as heard:
        monkeypatch.setenv("HOOK", f"http://localhost:{heard.port}/hook")
        tell(club, "env:HOOK")
        tick(club)
    assert len(heard.messages) == 1


# ------------------------------------------------------------------------------------------------------------ the feed
def entries(data: bytes) -> list[str]:
    """The titles of a feed's entries."""
    return [str(each.findtext(f"{ATOM}title")) for each in ET.fromstring(data).iter(f"{ATOM}entry")]  # noqa: S314


def test_a_game_has_a_feed_of_its_public_news(club: Club) -> None:
    play(club)
    club.run()
    path = club.place / "feed.atom"
    club.do("moderator", "status", club.desk, "--feed", path)
    found = entries(path.read_bytes())
    assert found[-1].startswith("A Duel: turn 1, duel is open until ")
    assert "A Duel: turn 1, duel: orders are locked" in found
    club.do("red", "status", club.folder("red") / "game", "--public", "--feed", club.place / "red.atom")
    assert set(entries((club.place / "red.atom").read_bytes())) <= set(found)


def test_a_feed_is_the_same_for_everybody_who_has_the_record(club: Club) -> None:
    sources = [Source("duel-2026-abcdef", "A Duel", tuple(news_in(club.desk)))]
    assert atom("Club", "Club", sources) == atom("Club", "Club", sources)
    feed = ET.fromstring(atom("Club", "Club", sources))  # noqa: S314 - our own
    ids = [each.text for each in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids)) == 2
    assert all(str(each).startswith("urn:uuid:") for each in ids)


def test_a_title_is_text_in_a_feed_whatever_it_holds() -> None:
    source = Source("g", "<b>&\x07", (News(1, "2026-11-02T20:00:00Z", "opened", "words"),))
    assert entries(atom("<", "&", [source])) == ["<b>&<U+0007>: words"]


def test_a_feed_has_fifty_entries_at_most_and_the_newest_first() -> None:
    news = tuple(News(n, f"2026-11-02T20:{n:02d}:00Z", "opened", f"no. {n}") for n in range(60))
    found = entries(atom("t", "a", [Source("g", "G", news)]))
    assert (len(found), found[0]) == (50, "G: no. 59")


@pytest.mark.parametrize(
    ("phase", "words"),
    [("t03.english", "turn 3, english"), ("t03.english.2", "turn 3, english, question 1"), ("t00.setup", "set-up"),
     ("t00.english", "set-up, english"), ("odd", "odd")],
)  # fmt: skip
def test_a_phase_is_named_in_words(phase: str, words: str) -> None:
    assert in_turns(phase) == words
