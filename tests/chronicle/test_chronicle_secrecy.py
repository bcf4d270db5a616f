"""The book of a game that goes on holds nothing its reader may not know: pages, maps, sums, ids, Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from chronicle_kit import going_on, leaf, seen_by
from club import Club, know_the_duel
from club import duel_is_known as duel_is_known
from rules.jenkins.positions import Stage, restored, stages, twin

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Note, Throw
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.base.errors import PbemError
from pbem.chronicle.book_files import as_epub, drawings, html, make_book
from pbem.chronicle.markdown import markdown

STAGES = list(stages("mist")[2:])
PAIRS = [(stage, side) for stage in STAGES for side in SIDES]


def all_of(found: Mapping[str, Any]) -> str:
    """Everything that any form of the book shows."""
    maps = drawings(found)
    told = html(found) + markdown(found, {each["name"]: "m" for each in maps}) + "".join(m["alone"] for m in maps)
    return told + as_epub(found).hex()


@pytest.mark.parametrize(("stage", "side"), PAIRS, ids=lambda value: value.phase if isinstance(value, Stage) else value)
def test_4_4_what_a_side_cannot_see_changes_no_byte_of_its_book(stage: Stage, side: str) -> None:
    match = restored(stage.after)
    other = twin(match, side, SeededChance(stage.phase))
    if other is None:
        pytest.skip("this side sees everything")
    foe = enemy(side)
    whispered = Note("7.0", foe, "Your Glorioso sail 2825-2724.", "voyage", {"trail": ["2825", "2724"]})
    thrown = Note("9.2", foe, "A die of his own.", "roll", {}, Throw(f"land/2717/{foe}/n9", (1, 1, 1)),
                  "A die of his own")
    changed = going_on([leaf(stage, other, (*stage.story, whispered, thrown))], side)
    assert all_of(changed) == all_of(going_on([leaf(stage, match, stage.story)], side))


@pytest.mark.parametrize("side", [*SIDES, ""])
def test_a_secret_stands_in_the_book_of_its_own_side_alone(side: str) -> None:
    secret = Note("7.0", "english", "A secret of the English.", "lapsed")
    found = all_of(going_on([leaf(STAGES[0], restored(STAGES[0].after), (secret,))], side))
    assert ("A secret of the English." in found) == (side == "english")


@pytest.mark.parametrize("side", [*SIDES, ""])
def test_a_finished_game_can_still_be_read_through_one_pair_of_eyes(side: str) -> None:
    text = html(seen_by(side))
    told = {name: whispers(seen_by(name)) for name in SIDES}
    assert all(told.values())
    assert told["english"].isdisjoint(told["spanish"])
    assert all((whisper in text) == (name == side) for name, all_told in told.items() for whisper in all_told)
    assert "English alone" not in text


def whispers(found: Mapping[str, Any]) -> set[str]:
    """What its reader inspected or sees of the enemy, which nobody else was told."""
    return set(re.findall("(?:You inspect the stack at|Enemy stacks:) [^<.]*", html(found)))


# ------------------------------------------------------------------------------------------------- a game by letters
@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A duel after its first round, going on."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        club = Club(tmp_path_factory.mktemp("running"))
        club.begin()
        for seat in ("blue", "red"):
            club.order(seat, bid="high")
        club.advance()
        while not (state := club.status())["closed"]:
            for seat in state["waits_for"]:
                club.order(seat, parry="no")
            club.advance()
        assert state["stage"] == "playing"
        return club


def cards(club: Club) -> dict[str, str]:
    """What each seat alone knows."""
    import json

    views = {seat: json.loads((club.folder(seat) / "view.json").read_text()) for seat in ("blue", "red")}
    return {seat: f"draw card {view['cards'][0]}" for seat, view in views.items()}


def test_a_player_s_folder_makes_his_own_book_without_any_key(running: Club) -> None:
    for seat, folder in (("blue", running.folder("blue")), ("red", running.folder("red"))):
        found = make_book(folder)
        assert found["reader"] == f"as the {seat.title()} player may know it"
        assert "red is hit" in found["turns"][0]["phases"][0]["told"]
        assert cards(running)[seat] in found["turns"][0]["phases"][0]["told"]
        assert not found["over"]


def test_the_moderator_s_book_of_a_running_game_is_everybody_s_unless_he_names_a_seat(running: Club) -> None:
    keys = running.home("moderator")
    book_of = {seat: html(make_book(running.desk, seat, keys)) for seat in ("", "public", "blue", "red")}
    assert book_of[""] == book_of["public"]
    for seat, secret in cards(running).items():
        assert {reader for reader, text in book_of.items() if secret in text} >= {seat}
        assert secret not in book_of[""]
    both = cards(running)
    if both["blue"] != both["red"]:
        assert both["red"] not in book_of["blue"]
        assert both["blue"] not in book_of["red"]


def test_a_public_folder_has_the_book_of_everybody_and_no_other(running: Club) -> None:
    public = running.folder("blue") / "game"
    text = html(make_book(public))
    assert not any(secret in text for secret in cards(running).values())
    assert html(make_book(running.folder("blue"), "public")).count("<h2") == text.count("<h2")
    for folder in (public, running.folder("blue")):
        with pytest.raises(PbemError, match="cannot be made from here"):
            make_book(folder, "red")


def test_the_command_works_in_a_player_s_folder(running: Club, tmp_path: Path) -> None:
    out = tmp_path / "mine.md"
    running.do("blue", "chronicle", running.folder("blue"), "--out", out)
    assert "as the Blue player may know it" in out.read_text(encoding="utf-8")
