"""Choices of a charter of Yellow Jack that no other file tests."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import RULING, assault, play

from pbem.adjudicator.yellowjack.ch3.laying_siege import sieges

MEN = ("harrison", "wentworth-foot", "cavendish-foot")


@pytest.mark.parametrize(("impulse", "thrown"), [(1, 0), (2, 0), (3, 2)])
def test_3_426_a_charter_may_check_sieges_once_a_turn(impulse: int, thrown: int) -> None:
    state = assault(ashore=MEN, inside=("granada",))
    state.house["siege_checks"], state.impulse = "each_turn", impulse
    assert len(play(sieges, state, RULING).rolls) == thrown


@pytest.mark.parametrize("impulse", [1, 2, 3])
def test_3_426_sieges_are_checked_each_impulse_unless_a_charter_says_otherwise(impulse: int) -> None:
    state = assault(ashore=MEN, inside=("granada",))
    state.impulse = impulse
    assert len(play(sieges, state, RULING).rolls) == 2
