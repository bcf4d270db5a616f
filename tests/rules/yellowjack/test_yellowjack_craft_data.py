"""Auxiliaries, Corsairs and Tribes of the shipped data: counters, classes, zones and set-ups hang together."""

from __future__ import annotations

import pytest

from pbem.adjudicator.yellowjack.board.board import load_board

BOARD = load_board()


def test_r6_6_the_matrix_of_screening() -> None:
    fleet, light, galley = (BOARD.craft.classes[sort] for sort in ("fleet", "light", "galley"))
    assert (fleet.screens["corsair"], light.screens["fleet"], galley.screens["bomb"]) == (5, 3, 6)
    assert set(BOARD.craft.classes["bomb"].screens.values()) == {-1}


def test_r6_7_r6_11_r6_12_the_tables_of_tasks() -> None:
    craft = BOARD.craft
    assert [craft.convoy_attack[die] for die in (-2, 0, 1, 2, 3, 5, 6, 11)] == [3, 3, 2, 2, 1, 1, 0, 0]
    assert [craft.bombard[die] for die in (0, 1, 2, 5, 6)] == [2, 2, 1, 1, 0]
    burns = [(craft.fireship[die].sunk, craft.fireship[die].dp) for die in (1, 2, 3, 4)]
    assert burns == [(1, 0), (0, 2), (0, 2), (0, 0)]


def test_2_42_every_corsair_lies_in_a_zone_of_its_flag() -> None:
    corsairs = [one for one in BOARD.craft.counters.values() if one.corsair]
    assert len([one for one in corsairs if one.contingent == "pirate"]) == 13
    for one in corsairs:
        assert one.contingent in BOARD.corsair_zones[one.zone].flags


@pytest.mark.parametrize(("scenario", "auxiliaries", "british", "bourbon", "pirates"), [
    ("1739", 28, 4, 7, 4), ("1740", 28, 4, 7, 6), ("porto-bello", 0, 0, 0, 0),
])  # fmt: skip
def test_2_423_the_small_craft_of_a_set_up(
    scenario: str, auxiliaries: int, british: int, bourbon: int, pirates: int
) -> None:
    start = BOARD.craft.corsairs_of(scenario)
    assert len(BOARD.craft.starts_of(scenario)) == auxiliaries
    assert (start.number["british"], start.number["bourbon"]) == (british, bourbon) if start else not british
    assert len(start.pirates if start else ()) == pirates


def test_2_542_a_tribe_is_won_on_the_dice_of_its_side() -> None:
    creeks = BOARD.craft.tribes["lower-creeks"]
    assert [die for die in range(10) if creeks.joins("british", die)] == [0, 1, 2, 3, 4, 5]
    assert [die for die in range(10) if creeks.joins("bourbon", die)] == [9]
    assert BOARD.craft.tribes["choco-moskitos"].group("bourbon") == "choco-placement"
