"""Labels of dice and keys of questions are unique in their phase and read like what they are for (PROTOCOL 3.8)."""

from __future__ import annotations

import pytest
from table.small_rules import driver

from pbem.adjudicator.engine.driver import Closed
from pbem.adjudicator.engine.table import ALL, PUBLIC, Roll, Table, own_lane
from pbem.base.errors import BadInput
from pbem.trust.dice.dice import Dice, check_label


def test_3_8_the_same_die_asked_for_again_gets_the_next_number() -> None:
    table = Table()
    made = [table.label("naval", ("3119", "boyne")) for _ in range(3)] + [table.label("naval", ("3119", "torbay"))]
    assert made == ["naval/3119/boyne/n1", "naval/3119/boyne/n2", "naval/3119/boyne/n3", "naval/3119/torbay/n1"]
    for label in made:
        check_label(label)


def test_3_8_questions_are_counted_apart_from_dice() -> None:
    table = Table()
    assert [table.key("naval", ("3119",)), table.label("naval", ("3119",))] == ["naval/3119/n1"] * 2


def test_3_8_a_label_thrown_twice_is_refused_by_the_dice() -> None:
    dice = Dice(bytes(32))
    dice.roll("storm/n1", "1d6")
    with pytest.raises(BadInput, match="rolled twice"):
        dice.roll("storm/n1", "1d6")


def test_3_9_a_die_for_one_side_is_thrown_in_its_own_lane_and_told_to_it_alone() -> None:
    lanes: list[str] = []

    async def search(table: Table) -> None:
        await table.roll("4.1", "1d6", "search", to="red")
        await table.roll("4.1", "1d6", "storm")

    table, run = Table(), driver()
    run.roller = lambda roll: lanes.append(roll.lane) or (3,)  # type: ignore[func-returns-value]
    assert isinstance(run.run(search(table)), Closed)
    assert lanes == [own_lane("red"), PUBLIC]
    assert [(note.to, note.heard_by("blue")) for note in table.story] == [("red", False), (ALL, True)]


def test_3_8_a_draw_takes_without_replacement_and_tells_nobody_by_itself() -> None:
    asked: list[Roll] = []

    async def draw(table: Table) -> list[str]:
        return await table.draw("5.1", ["ace", "king", "ten"], 2, "hand", lane=own_lane("red"))

    table, run = Table(), driver()
    run.roller = lambda roll: asked.append(roll) or (2, 0)  # type: ignore[func-returns-value]
    assert run.run(draw(table)) == Closed(["ten", "ace"], ())
    assert (asked[0].spec, asked[0].lane, table.story) == ("draw:2of3", "side:red", [])
