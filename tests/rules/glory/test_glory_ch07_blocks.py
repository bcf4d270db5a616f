"""Chapter 7: blocks and what all see of them, ships picked from a fleet, fleets and rumours that come and go."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH, BRITISH_74S, play
from rules.glory.test_glory_ch09_movement import sea

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.selecting import by_worth, chosen_ships
from pbem.adjudicator.glory.rules.telling import tell_move

# ------------------------------------------------------------------------------------------- what all see


@pytest.mark.parametrize(("was", "now", "how", "words"), [
    ("brest/loose", "brest/off", "off", "is blown Off Station at Brest"),
    ("brest/loose", "", "gone", "is gone from Loose Blockade off Brest"),
    ("0610", "", "gone", "is gone from 0610"),
    ("", "0610", "appear", "is seen in 0610"),
    ("brest/port", "0807", "sail", "comes out of Brest and is in 0807"),
    ("brest/port", "brest/inshore", "sortie", "moves from Brest and is Inshore off Brest"),
    ("0610", "0610", "face", "is laid on its face in 0610"),
    ("0610", "0610", "sail", "stays in 0610"),
    ("0610", "0611", "sail", "moves from 0610 and is in 0611"),
    ("east-2", "east-3", "track", "moves from box 2 on the way to Europe and is in box 3 on the way to Europe"),
])  # fmt: skip
def test_7_4_a_sail_is_told_by_where_it_was_and_is_and_never_by_its_name(
    was: str, now: str, how: str, words: str
) -> None:
    state = sea({"channel-fleet": "0610"}, {"brest-fleet": "0610"})
    names = {hex_: str(state.board.hexes[hex_]) for hex_ in ("0610", "0611", "0807")}
    for block, sail in (("channel-fleet", "A British sail"), ("brest-fleet", "An Allied sail")):
        table = Table()
        tell_move(table, state, "9.1", block, was, now, how)
        told = table.story[0].text
        for hex_, name in names.items():
            told = told.replace(name, hex_)
        assert told == f"{sail} {words}."


# ------------------------------------------------------------------------------------------- ships picked


def test_3_2_the_best_ships_are_the_sound_ones_and_then_those_of_most_guns() -> None:
    state = sea({"channel-fleet": "0610"})
    hurt, sound = state.ships_in("channel-fleet")
    state.ships[hurt].damaged = True
    assert by_worth(state, [hurt, sound]) == [sound, hurt]


@pytest.mark.parametrize(("wanted", "places"), [
    ({"best": "2"}, [1, 2]), ({"worst": "2"}, [0, 3]), ({"worst": "1"}, [0]), (["best"], [1, 2, 3, 0]),
    ("damaged", [0]), ("sound", [1, 2, 3]), ("all", [0, 1, 2, 3]), (None, [0, 1, 2, 3]), ("nobody", []),
])  # fmt: skip
def test_3_2_ships_are_picked_by_name_by_worth_and_by_what_they_suffered(wanted: Any, places: list[int]) -> None:
    """Four 74s of one value, in the order of the board; the first is damaged."""
    state = sea({"channel-fleet": "0610", "cape-fleet": "0610"})
    pool = BRITISH_74S[:4]
    state.ships[pool[0]].damaged = True
    assert chosen_ships(state, pool, wanted) == [pool[place] for place in places]


def picked(number: int) -> tuple[list[str], int]:
    """What is picked of three names, and how often somebody was asked."""

    async def ask(table: Table) -> list[str]:
        options = {name: name for name in "abc"}
        return await questions.pick(table, "6.9.1", BRITISH, "pick", {}, options, number, ["c", "b", "a"], "Which?")

    done = play(ask)
    return done.outcome, len(done.asked[BRITISH])


@pytest.mark.parametrize(("number", "names", "asked"), [
    (-1, [], 0), (0, [], 0), (1, ["c"], 1), (2, ["c", "b"], 1), (3, ["a", "b", "c"], 0), (4, ["a", "b", "c"], 0),
])  # fmt: skip
def test_2_3_nobody_is_asked_where_none_or_all_must_be_taken(number: int, names: list[str], asked: int) -> None:
    assert picked(number) == (names, asked)
