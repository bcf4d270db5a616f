"""The order desk by letter: sealed beside the report, made anew where the letter is opened, and nobody else's kept."""

from __future__ import annotations

import email
import email.policy
import json
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import duel
import pytest
from click.testing import CliRunner
from club import Club
from desk_kit import head_of, player_folder

from pbem.adjudicator import titles
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.game import Game
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.orders.desk_form import form_of_schema
from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.match.folder import report_parts, zipped
from pbem.match.own_folder import keep_pages
from pbem.match.own_folder.seat import Seat
from pbem.match.phase import report_pages
from pbem.page.order_desk import assembled, desk_page
from pbem.trust.seal import seal

NOTHING = duel.GAME.reading({})


def simple(_: Game, reading: Reading[Any], head: Mapping[str, str]) -> dict[str, Any]:
    """A desk for the duel that shows the cards its reader holds."""
    return form_of_schema("orders", head, f"A duel, holding {reading.view['cards']}")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    monkeypatch.setitem(titles.GAMES, "duel", duel.__name__)
    monkeypatch.setattr(type(duel.GAME), "desk", simple)
    made = Club(tmp_path)
    made.begin()
    return made


def parts_of(path: Path) -> dict[str, bytes]:
    """The attachments of a letter."""
    letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    return {str(part.get_filename()): part.get_content() for part in letter.iter_attachments()}


def played(club: Club) -> dict[str, list[Path]]:
    club.order("red", bid="high", standing="no")
    club.order("blue", bid="low", standing="no")
    club.run()
    return club.deliver()


def test_the_desk_is_made_where_the_report_is_opened_and_not_mailed(club: Club) -> None:
    letter = played(club)["red"][-1]
    club.do("red", "open", letter, "--dir", club.folder("red"))
    sealed = next(data for name, data in parts_of(letter).items() if name == "red-t01.duel.age")
    inside = zipped.unpack(seal.unseal(club.identity("red"), sealed))
    assert set(inside) == {report_parts.TOLD, report_parts.REPORT, report_parts.NOTE, report_pages.FILLING}
    assert b"t02.duel" in (club.folder("red") / report_parts.DESK).read_bytes()


def test_the_desk_is_sealed_beside_the_report_of_a_player_who_asked_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(titles.GAMES, "duel", duel.__name__)
    monkeypatch.setattr(type(duel.GAME), "desk", simple)
    club = Club(tmp_path)
    for seat, letters in club.deliver().items():
        asked = ["--desk"] if seat == "red" else []
        written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat), *asked).stdout.strip()
        club.do("moderator", "in", club.desk, written)
    for seat, letters in club.deliver().items():
        written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()
        club.do("moderator", "in", club.desk, written)
    club.read()
    letter = played(club)["red"][-1]
    club.do("red", "open", letter, "--dir", club.folder("red"))
    sealed = next(data for name, data in parts_of(letter).items() if name == "red-t01.duel.age")
    inside = zipped.unpack(seal.unseal(club.identity("red"), sealed))
    kept = (club.folder("red") / report_parts.DESK).read_bytes()
    assert inside[report_parts.DESK] == kept
    assert b"t02.duel" in kept


def test_a_desk_is_made_of_its_readers_own_view(club: Club) -> None:
    letters = played(club)
    for seat in ("red", "blue"):
        club.do(seat, "open", letters[seat][-1], "--dir", club.folder(seat))
        known = json.loads((club.folder(seat) / "view.json").read_bytes())
        made = (club.folder(seat) / report_parts.DESK).read_text(encoding="utf-8")
        assert f"A duel, holding {known['cards']}" in made
        own = Seat.at(club.folder(seat))
        assert made == desk_page(duel.GAME, duel.GAME.reading(known), own.head(), own.deadline)


def test_a_page_from_elsewhere_that_runs_something_is_never_kept(club: Club) -> None:
    club.do("red", "open", played(club)["red"][-1], "--dir", club.folder("red"))
    seat = Seat.at(club.folder("red"))
    evil = report_pages.filled({report_parts.DESK: b"<!doctype html><script>alert(1)</script>"})
    sealed = seal.seal([club.recipient("red")], evil).encode("ascii")
    before = (seat.folder / report_parts.DESK).read_bytes()
    assert keep_pages.take_pages(club.identity("red"), seat, {f"red-t01.duel{report_parts.SUFFIX}": sealed}) == []
    assert (seat.folder / report_parts.DESK).read_bytes() == before


@pytest.mark.parametrize("view", ["{}", "[]", '{"seat": 5, "turn": "x"}', '{"seat": "english", "stacks": [1]}'])
def test_a_view_that_is_none_is_told_in_words(tmp_path: Path, view: str) -> None:
    folder = player_folder(tmp_path / "seat", "t01.english")
    (folder / "view.json").write_text(view, encoding="utf-8")
    (note,) = keep_pages.lay_desk(Seat.at(folder))
    assert note == "order-desk.html was not made: the view is not one of this game"
    result = CliRunner().invoke(root, ["desk", "--dir", str(folder)])
    assert isinstance(result.exception, PbemError)
    assert not (folder / report_parts.DESK).exists()


def test_a_game_that_has_a_schema_and_nothing_else_has_a_desk_of_it() -> None:
    class Plain(type(GAME)):  # type: ignore[misc]
        order_schema = "orders-jenkins"
        desk = Game.desk
        parts: Mapping[str, str] = {}

    form = Game.desk(Plain(), NOTHING, head_of("t01.english"))
    assert form["sections"][:3] == ["setup", "buy", "stacks"]
    assert "buy" in assembled(form, None)


def test_a_game_without_a_schema_has_no_desk_and_its_letters_none() -> None:
    assert Game.desk(duel.GAME, NOTHING, {}) == {}
    assert desk_page(duel.GAME, NOTHING, {}) is None
