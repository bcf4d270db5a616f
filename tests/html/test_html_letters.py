"""Pages by letter: made with the report, sealed beside it, opened into the player's folder; the letter's own HTML."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from pathlib import Path

import duel
import pytest
from club import Club
from page_kit import read, words_of

from pbem.adjudicator import titles
from pbem.base.errors import PbemError
from pbem.match.folder import zipped
from pbem.match.own_folder import keep_pages
from pbem.page import house_pages
from pbem.trust.seal import seal
from pbem.trust.verify import verify_folder

OWN = '{% extends "house/_report.html.j2" %}{% block opening %}<p>The Mariners\' Club</p>{% endblock %}'


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setitem(titles.GAMES, "duel", duel.__name__)
    made = Club(tmp_path)
    made.begin()
    return made


def played(club: Club) -> dict[str, list[Path]]:
    """The letters of the first phase."""
    club.order("red", bid="high", standing="no")
    club.order("blue", bid="low", standing="no")
    club.run()
    return club.deliver()


def message(path: Path) -> EmailMessage:
    found = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def opened(club: Club, letters: dict[str, list[Path]], seat: str) -> str:
    """What its player is told when he opens his newest letter."""
    return club.do(seat, "open", letters[seat][-1], "--dir", club.folder(seat)).output


def test_a_player_finds_his_report_as_a_page_beside_the_text(club: Club) -> None:
    opened(club, played(club), "red")
    reports = club.folder("red") / "reports"
    page = (reports / "t01.duel.html").read_text(encoding="utf-8")
    text = (reports / "t01.duel.txt").read_text(encoding="utf-8")
    assert " ".join(text.split()) in words_of(page)
    assert (reports / "start.html").is_file()


def test_a_letter_has_its_words_as_text_and_as_html_and_no_secret_in_either(club: Club) -> None:
    letter = message(played(club)["red"][-1])
    text, html = letter.get_body(("plain",)), letter.get_body(("html",))
    assert text is not None
    assert html is not None
    assert "multipart/alternative" in [part.get_content_type() for part in letter.walk()]
    shown = words_of(html.get_content())
    assert " ".join(text.get_content().split()) in shown
    public = (club.desk / "public" / "t01.duel.txt").read_text(encoding="utf-8")
    assert " ".join(public.split()) in shown
    assert [tag for tag, _ in read(html.get_content()).tags if tag in ("script", "img", "link", "svg")] == []


def test_the_pages_are_sealed_to_their_reader_and_filled_up(club: Club) -> None:
    letters = played(club)
    parts = {part.get_filename(): part.get_content() for part in message(letters["red"][-1]).iter_attachments()}
    sealed = parts["red-t01.duel.age"]
    plain = seal.unseal(club.identity("red"), sealed)
    assert len(plain) % zipped.STEP == 0
    assert "report.html" in zipped.unpack(plain)
    with pytest.raises(PbemError):
        seal.unseal(club.identity("blue"), sealed)


def test_a_club_template_in_the_game_folder_is_used_and_stays_out_of_the_public_record(club: Club) -> None:
    folder = club.desk / "private" / "templates" / "duel"
    folder.mkdir(parents=True)
    (folder / "report.html.j2").write_text(OWN, encoding="utf-8")
    letters = played(club)
    opened(club, letters, "red")
    page = (club.folder("red") / "reports" / "t01.duel.html").read_text(encoding="utf-8")
    assert "The Mariners' Club" in words_of(page)
    assert not (club.folder("red") / "game" / "templates").exists()
    assert verify_folder(club.desk).faults == ()


def test_a_broken_club_template_is_told_to_the_moderator_and_the_player_has_his_page(club: Club) -> None:
    folder = club.desk / "private" / "templates" / "duel"
    folder.mkdir(parents=True)
    (folder / "report.html.j2").write_text("{{ nothing_of_ours }}", encoding="utf-8")
    club.order("red", bid="high", standing="no")
    club.order("blue", bid="low", standing="no")
    said = club.try_to("moderator", "run", club.desk).output
    assert said.count("the club's templates are left out, the house's are used: 'duel/report.html.j2'") == 1
    opened(club, club.deliver(), "blue")
    page = (club.folder("blue") / "reports" / "t01.duel.html").read_text(encoding="utf-8")
    assert "<pre" in page


@pytest.mark.parametrize(("page", "why"), [
    (house_pages.document("x", "<main><script>alert(1)</script></main>"), "a tag '<script>'"),
    ("<!doctype html><html><body><main>x</main></body></html>", "no policy in its head"),
])  # fmt: skip
def test_a_page_that_could_do_something_is_not_kept(club: Club, page: str, why: str, tmp_path: Path) -> None:
    from pbem.match.own_folder.seat import Seat

    seat = Seat.at(club.folder("red"))
    sealed = seal.seal([club.recipient("red")], zipped.pack({"report.html": page.encode()})).encode()
    notes = keep_pages.take_pages(club.identity("red"), seat, {"red-t09.pages.age": sealed})
    assert len(notes) == 1
    assert why in notes[0]
    assert not (seat.folder / "reports" / "t09.html").exists()


def test_a_parcel_of_pages_cannot_name_a_place_outside_the_folder(club: Club) -> None:
    from pbem.match.own_folder.seat import Seat

    seat = Seat.at(club.folder("red"))
    page = house_pages.document("x", "<main>x</main>").encode()
    sealed = seal.seal([club.recipient("red")], zipped.pack({"report.html": page, "other.html": page})).encode()
    before = sorted(path for path in club.place.rglob("*"))
    for name in ("red-../../x.pages.age", "red-/etc/x.pages.age", "red-.pages.age"):
        keep_pages.take_pages(club.identity("red"), seat, {name: sealed})
    assert sorted(path for path in club.place.rglob("*")) == before


def test_pages_sealed_to_somebody_else_are_noted_and_nothing_is_lost(club: Club) -> None:
    from pbem.match.own_folder.seat import Seat

    sealed = seal.seal([club.recipient("blue")], zipped.pack({"report.html": b"x"})).encode()
    red = club.identity("red")
    notes = keep_pages.take_pages(red, Seat.at(club.folder("red")), {"red-t01.pages.age": sealed})
    assert len(notes) == 1
