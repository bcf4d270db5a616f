"""2.54, Tribal Auxiliaries: recruitment, placing, desertion, sieges, campaigns, marches; never at sea."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, waters
from rules.yellowjack.yellowjack_fights import Fought, assault, play, troops

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.ch2.marching import march
from pbem.adjudicator.yellowjack.ch2.tribes import (
    desertion,
    free_tribes,
    places_for,
    recruitment,
    tribes_shift,
    try_tribe,
)
from pbem.adjudicator.yellowjack.ch2.troops import why_not
from pbem.adjudicator.yellowjack.ch2.units import eliminate
from pbem.adjudicator.yellowjack.ch2.warships import take_aboard
from pbem.adjudicator.yellowjack.ch3.campaigns import lay_campaigns
from pbem.adjudicator.yellowjack.ch3.escalades import drawn_up
from pbem.adjudicator.yellowjack.state.pieces import Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import GONE, date_of
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

OURS = ruling_of()


def border(turn: int = 8) -> State:
    """Georgia in 1740 with Oglethorpe's men and the garrison of Florida."""
    state = waters()
    state.date = date_of(1740, turn)
    state.units = {name: Unit(GONE) for name in BOARD.units}
    lay_campaigns(state, "1740")
    troops(state, "savannah", "oglethorpe-a", "oglethorpe-b")
    troops(state, "frederica", "georgia-rangers")
    troops(state, "san-agustin", "florida-a")
    return state


def joined(state: State, tribe: str, at: str, contingent: str) -> None:
    held = state.units[tribe]
    held.at, held.serves, held.joined = at, contingent, 1


def call(state: State, tribe: str, side: str, die: int, **wish: str) -> Fought:
    wishes = [{"tribe": tribe, **wish}] if wish else []
    return play(try_tribe, state, side, tribe, wishes, dice={"recruit": [die]})


# -------------------------------------------------------------------------------------------- recruitment


@pytest.mark.parametrize(("side", "die", "joins"), [
    ("british", 5, True), ("british", 6, False), ("bourbon", 9, True), ("bourbon", 8, False),
])  # fmt: skip
def test_2_542_a_die_in_the_printed_range_wins_a_tribe(side: str, die: int, joins: bool) -> None:
    state = border()
    call(state, "lower-creeks", side, die)
    assert bool(state.units["lower-creeks"].serves) is joins
    assert state.unit_side("lower-creeks") == (side if joins else "")


def test_2_542_the_british_call_first_and_a_tribe_that_has_joined_is_not_called_again() -> None:
    state = border()
    fought = play(recruitment, state, OURS, usual=0)
    labels = [roll.label for roll in fought.rolls]
    british = [label for label in labels if "/british/" in label]
    assert labels[: len(british)] == british
    assert state.units["lower-creeks"].serves == "british"
    assert not [label for label in labels if "lower-creeks/bourbon" in label]
    assert state.units["yamassees"].serves == "spanish"


@pytest.mark.parametrize(("turn", "called"), [(4, False), (5, False), (8, True), (12, True), (16, True)])
def test_2_543_on_quarterly_turns_but_not_in_winter(turn: int, called: bool) -> None:
    assert bool(play(recruitment, border(turn), OURS, usual=9).rolls) is called


def test_2_544_it_stands_with_a_friendly_stack_of_its_country_the_largest_if_nothing_is_said() -> None:
    state = border()
    assert places_for(state, "lower-creeks", "british") == [
        place for place in BOARD.groups["north-america"] if place in ("savannah", "frederica")]  # fmt: skip
    call(state, "lower-creeks", "british", 0)
    assert state.units["lower-creeks"].at == "savannah"
    call(state, "uchees", "british", 0, at="frederica")
    assert state.units["uchees"].at == "frederica"
    assert play(try_tribe, state, "british", "choco-moskitos", []).rolls == []


def test_2_544_the_chocos_and_the_moskitos_have_coasts_of_their_own() -> None:
    state = border()
    troops(state, "cartagena-de-indias", "fijo-cartagena")
    troops(state, "bellese", "trelawny-a")
    assert places_for(state, "choco-moskitos", "bourbon") == ["cartagena-de-indias"]
    assert places_for(state, "choco-moskitos", "british") == ["bellese"]


def test_2_54_told_not_to_nobody_calls_on_a_tribe() -> None:
    state = border()
    assert play(try_tribe, state, "british", "cherokees", [{"tribe": "cherokees", "do": "no"}]).rolls == []


# -------------------------------------------------------------------------------------------- desertion


@pytest.mark.parametrize(("die", "stays"), [(7, True), (8, False)])
def test_2_545_a_tribe_deserts_on_8_and_may_be_won_again(die: int, stays: bool) -> None:
    state = border()
    joined(state, "lower-creeks", "savannah", "british")
    play(desertion, state, OURS, dice={"desert": [die]})
    assert bool(state.units["lower-creeks"].serves) is stays
    assert ("lower-creeks" in free_tribes(state)) is not stays


def test_2_545_not_in_the_turn_in_which_it_joined() -> None:
    state = border()
    call(state, "lower-creeks", "british", 0)
    assert play(desertion, state, OURS).rolls == []


def test_2_594_an_eliminated_tribe_may_be_won_again() -> None:
    state = border()
    joined(state, "lower-creeks", "savannah", "british")
    eliminate(state, "lower-creeks")
    assert "lower-creeks" in free_tribes(state)
    assert state.units["lower-creeks"].gone == ""


# -------------------------------------------------------------------------------------------- what they do


def test_2_541_a_tribe_counts_two_in_the_defence_of_a_port_and_one_in_an_attack() -> None:
    state = assault("san-agustin", ashore=["harrison", "guise", "blakeney"], inside=["florida-a"])
    before = drawn_up(state, "san-agustin", ["harrison"])
    state.units["yamassees"] = Unit("san-agustin", serves="spanish")
    walls = BOARD.ports["san-agustin"].fortification
    assert drawn_up(state, "san-agustin", ["harrison"]).defence == before.defence + 2 * walls
    state.units["yamassees"].disrupted = True
    assert 2 * (drawn_up(state, "san-agustin", ["harrison"]).defence - before.defence) == walls
    state.units["lower-creeks"] = Unit("san-agustin", landed=True, serves="british")
    assert drawn_up(state, "san-agustin", ["harrison", "lower-creeks"]).attack == before.attack + 1


@pytest.mark.parametrize(("hex_", "british", "spanish", "shift"), [
    ("c4r2", 1, 0, -1), ("c4r2", 2, 0, -1), ("c4r2", 1, 1, 0), ("c2r2", 0, 1, 1), ("c3r3", 1, 0, 0), ("c2r2", 1, 0, 0),
])  # fmt: skip
def test_2_541_tribes_of_the_defender_shift_a_campaign_by_one(
    hex_: str, british: int, spanish: int, shift: int
) -> None:
    state = border()
    state.campaigns["georgia"].active, state.campaigns["georgia"].hex = True, hex_
    for tribe in ("lower-creeks", "upper-creeks")[:british]:
        joined(state, tribe, "savannah", "british")
    for tribe in ("yamassees",)[:spanish]:
        joined(state, tribe, "san-agustin", "spanish")
    assert tribes_shift(state, "georgia") == shift


def test_2_541_a_stack_with_a_tribe_marches_from_port_to_port_in_one_impulse() -> None:
    state = border()
    box = BOARD.ports["savannah"].box
    assert box == BOARD.ports["frederica"].box
    go = [{"unit": "oglethorpe-a", "to": "frederica"}]
    play(march, state, OURS, british={"march": go})
    assert state.units["oglethorpe-a"].at == "savannah"
    joined(state, "lower-creeks", "savannah", "british")
    play(march, state, OURS, british={"march": [*go, {"unit": "lower-creeks", "to": "frederica"}]})
    assert {state.units[unit].at for unit in ("oglethorpe-a", "lower-creeks")} == {"frederica"}
    state.units["lower-creeks"].disrupted = True
    play(march, state, OURS, british={"march": [{"unit": "lower-creeks", "to": "savannah"}]})
    assert state.units["lower-creeks"].at == "frederica"


def test_2_546_a_tribe_never_goes_to_sea() -> None:
    state = border()
    joined(state, "lower-creeks", "savannah", "british")
    assert "2.546" in why_not(state, "british", "br-troops-1", ["lower-creeks"], "savannah", "charles-town")
    state.squadrons["j1"].sail = {"sol-d": 3}
    assert take_aboard(state, ["j1"], ["lower-creeks", "oglethorpe-a"]) == ["lower-creeks"]


def test_2_541_a_tribe_that_goes_home_leaves_no_port_in_its_hands() -> None:
    state = border()
    joined(state, "yamassees", "san-agustin", "spanish")
    eliminate(state, "yamassees")
    assert state.units["yamassees"].at == GONE
    assert Table().story == []
