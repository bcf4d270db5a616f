"""The book of When Lions Sailed: years as chapters, four powers on one map, treasure, and dice by power."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from chronicle_kit import course
from rules.lions.lions_seats import GAME
from rules.lions.lions_stages import Stage, restored, stages, twin

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.chronicle.book_files import drawings, html
from pbem.chronicle.campaign_book import book
from pbem.chronicle.course_of_game import Course, Eyes, Leaf
from pbem.chronicle.luck import ALL_DICE
from pbem.chronicle.markdown import markdown
from pbem.match.audit.disclosed_papers import Library
from pbem.match.play.play_phase import Played
from pbem.match.play.reports import Scene
from pbem.match.terms.terms import Terms
from pbem.page import guard

SCENARIO = "four-players"
#: Two years, each with its bids and its watches.
PHASES = 11
#: Of a game by chance in which there are battles, plunder and wind gauges.
SEED = "doldrums"
SEATS = GAME.seats_of(SCENARIO)


class Shelf(Library):
    """The papers of a sample game, under the terms of another title."""

    @property
    def terms(self) -> Terms:
        return Terms(GAME, SCENARIO, {}, None)


def leaf(stage: Stage, turn: int, match: Match, notes: tuple[Note, ...]) -> Leaf:
    specs = {note.throw.label: f"{len(note.throw.values)}d6" for note in notes if note.throw}
    played = Played(match, Transcript(), notes, (), ())
    return Leaf(Scene(stage.phase, stage.phase, stage.title, match, played), turn, "2026-01-01T00:00:00Z", {}, specs)


def course_of(leaves: list[Leaf]) -> Course:
    return replace(course(), library=Shelf(course().library.root), leaves=tuple(leaves))


def some_years() -> tuple[Stage, ...]:
    """The phases that the book is of."""
    return stages(SCENARIO, SEED, PHASES)


@cache
def years() -> dict[str, Any]:
    """Two years and how they began, with everything that was hidden."""
    found = [leaf(each, turn, restored(each.after), each.told.notes) for turn, each in enumerate(some_years())]
    return book(course_of(found), Eyes(whole=True))


def test_what_somebody_had_seen_of_others_is_left_out_where_all_lies_open() -> None:
    names = [part["name"] for part in years()["final"]]
    assert {"sightings", "memory"} & set(names) == set()
    own = book(course_of([leaf(each, turn, restored(each.after), each.told.notes)
                          for turn, each in enumerate(some_years())]), Eyes("england"))  # fmt: skip
    assert "memory" in [part["name"] for part in own["final"]]


def test_battles_plunder_and_prize_money_stand_in_the_book() -> None:
    notes = [note for stage in some_years() for note in stage.told.notes]
    fights = [note for note in notes if note.event in ("battle_over", "assault_over")]
    assert len(years()["battles"]) == len(fights) > 0
    paid = sum(int(n.facts["pounds"]) for n in notes if n.event == "money" and "plunder" in str(n.facts["why"]))
    assert sum(int(row[3] or 0) for row in years()["gains"] if row[2] == "plunder") == paid > 0


def test_17_2_dice_that_name_a_power_count_for_it() -> None:
    notes = [note for stage in some_years() for note in stage.told.notes if note.throw]
    gauges = sum(note.throw is not None and note.throw.label.startswith("gauge/") for note in notes)
    counted = sum(row["dice"] for row in years()["luck"] if row["kind"] == "the wind gauge")
    pirates = sum(note.throw is not None and "/pirates/" in note.throw.label and note.throw.label.startswith("gauge/")
                  for note in notes)  # fmt: skip
    assert counted == gauges - pirates > 0
    assert any(row["kind"] == ALL_DICE for row in years()["luck"])


def test_a_book_of_four_powers_is_a_page_that_only_shows() -> None:
    page = html(years())
    assert guard.what_is_wrong(page.partition("<body>")[2].partition("</body>")[0]) == []
    assert all(f"{seat.title()}: " in " ".join(years()["turns"][-1]["map"]["words"]) for seat in SEATS)
    assert len(page) < 520_000


@pytest.mark.parametrize("seat", [*SEATS, ""])
def test_what_a_power_cannot_see_changes_no_byte_of_its_book(seat: str) -> None:
    stage = some_years()[-1]
    match = restored(stage.after)
    whispered = Note("9.1", next(each for each in SEATS if each != seat), "A word to another.", "hand")
    books = [
        book(course_of([leaf(stage, 1, each, notes)]), Eyes(seat))
        for each, notes in ((match, stage.told.notes), (twin(match, seat or None), (*stage.told.notes, whispered)))
    ]
    own, other = (html(b) + markdown(b, {m["name"]: "m" for m in drawings(b)}) for b in books)
    assert own == other
