"""Choices of a charter and readings of Yellow Jack that no other file tests."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import RULING, assault, play
from rules.yellowjack.yellowjack_views import set_up

from pbem.adjudicator.yellowjack.base.ports import may_shelter
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch3.laying_siege import sieges
from pbem.adjudicator.yellowjack.state.words import CARACAS, FRENCH, SPANISH

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


def test_2_248_la_guaira_is_the_companys_and_other_bourbons_shelter_there_as_in_a_neutral_port() -> None:
    state = set_up()
    assert not shares(state, SPANISH, CARACAS)
    assert shares(state, CARACAS, SPANISH)
    assert shares(state, SPANISH, FRENCH)
    ruling = Ruling(shares=shares)
    state.squadrons["k1"].dp = state.dr("k1") + 1
    assert may_shelter(state, ruling, "k1", "la-guaira")
    assert not may_shelter(state, ruling, "k1", "cartagena-de-indias")
    assert not may_shelter(state, ruling, "j1", "la-guaira")
    state.squadrons["k1"].dp = state.dr("k1")
    assert not may_shelter(state, ruling, "k1", "la-guaira")
