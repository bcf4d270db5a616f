"""A game on its club's page: its map is made from what everybody may know, and no byte of it from anything else."""

from __future__ import annotations

import base64
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from chronicle_kit import whole
from rules.jenkins.positions import restored, stages, twin

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Match
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.chronicle.book_files import luck_table
from pbem.club.public_page import luck_of, of_office, result_words

STAGES = list(stages("mist")[3:9])


def office(match: Match, stage: str = "playing") -> Any:
    """A moderator's folder, as far as a showcase looks into it."""
    book = SimpleNamespace(position={"any": "thing"}, stage=stage, title="Turn 2, English Phase")
    return SimpleNamespace(book=book, terms=SimpleNamespace(game=GAME, restore=lambda _: match))


@pytest.mark.parametrize("number", range(len(STAGES)))
def test_what_only_the_sides_know_changes_no_byte_of_what_a_club_shows(number: int) -> None:
    match = restored(STAGES[number].after)
    twins = [twin(match, side, SeededChance(f"club {number}")) for side in SIDES]
    alike = [each for each in twins if each is not None and each.view(None) == match.view(None)]
    assert alike
    assert [each for each in alike if of_office(office(each)) != of_office(office(match))] == []


def test_a_thumbnail_is_an_image_that_the_page_holds_and_fetches_nothing() -> None:
    found = of_office(office(restored(STAGES[0].after)))
    kind, _, coded = found["map"].partition(",")
    drawn = base64.b64decode(coded).decode()
    assert kind == "data:image/svg+xml;base64"
    assert drawn.startswith("<svg xmlns=")
    assert "<script" not in drawn
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert len(coded) < 150_000
    assert found["phase"] == "Turn 2, English Phase"


def test_a_game_that_is_over_shows_its_result_and_no_phase() -> None:
    found = of_office(office(restored(STAGES[0].after), "over"))
    assert (found["phase"], found["result"]) == ("", "Ended by a ruling")


@pytest.mark.parametrize(("result", "words"), [
    ({"winner": "spanish"}, "Won by the Spanish side"), ({"winner": "draw"}, "Drawn"), ({}, "Ended by a ruling"),
    (None, "Ended by a ruling"), ({"winner": ""}, "Drawn"),
])  # fmt: skip
def test_results_are_told_in_words(result: Any, words: str) -> None:
    match: Any = SimpleNamespace(result=lambda: result)
    assert result_words(match) == words


def test_the_luck_of_each_side_stands_on_the_page_itself(tmp_path: Path) -> None:
    """The row of all a side's dice, from the game's own book; a damaged file is left out."""
    (tmp_path / "war.luck.json").write_bytes(luck_table(whole()))
    (tmp_path / "torn.luck.json").write_text("[[", encoding="utf-8")
    found = luck_of(tmp_path, [{"name": name, "title": ""} for name in ("war", "torn", "none")])
    rows = {row["side"]: row for row in whole()["luck"]}
    assert [row[:4] for row in found] == [["war", side, str(row["dice"]), str(row["points"])]
                                          for side, row in rows.items()]  # fmt: skip
    assert len(found) == 2
