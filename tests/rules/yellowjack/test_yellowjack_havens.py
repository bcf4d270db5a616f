"""Convoys that shelter or are shut out, and walls that were blown up (R10.4, 2.636, 1.322)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_sea import JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.carrying_on import convoy_passage
from pbem.adjudicator.yellowjack.base.havens import haven
from pbem.adjudicator.yellowjack.base.intents import INTO_PORT, MOVE, WAIT
from pbem.adjudicator.yellowjack.base.ports import walls_of
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.state.pieces import Gale
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH, FITTING_OUT, IMPULSES, READY, date_of
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import lay_out

RULING = ruling_of()
CONVOY, PORT, GOAL = "br-trade-1", "lucea", "montego-bay"


def passing(at: str = "port-antonio", goal: str = JAMAICA) -> State:
    """A British Convoy off a Port on its way."""
    state = empty_sea()
    put(state, CONVOY, at)
    state.convoys[CONVOY].destination = goal
    return state


def near(state: State, at: str, seen: str = "search") -> None:
    """Spaniards at sea."""
    put(state, "sp-flag-h", at, {"h1": 4}, seen=seen)


@pytest.mark.parametrize(("seen", "kind"), [("search", INTO_PORT), ("", MOVE)])
def test_r10_4_a_convoy_puts_in_while_a_spotted_enemy_flotilla_is_near(seen: str, kind: str) -> None:
    state = passing()
    near(state, "port-antonio", seen)
    assert convoy_passage(Table(), state, RULING, CONVOY).kind == kind


def test_r10_4_a_convoy_puts_in_before_a_gale_of_force_eight() -> None:
    for force, kind in ((8, INTO_PORT), (7, MOVE)):
        state = passing()
        state.gales = [Gale(next(iter(state.board.winds)), "port-antonio", force)]
        assert convoy_passage(Table(), state, RULING, CONVOY).kind == kind


def test_r10_4_it_shelters_for_three_impulses_and_once_in_a_port() -> None:
    state = passing()
    near(state, "port-antonio")
    assert haven(Table(), state, RULING, CONVOY) == "port-antonio"
    one = state.formations[CONVOY]
    one.state, one.marker = FITTING_OUT, ""
    stays = []
    for _ in range(4):
        stays.append(bool(haven(Table(), state, RULING, CONVOY)))
        state.date, state.impulse = (state.date, state.impulse + 1) if state.impulse < IMPULSES else (state.date + 1, 1)
    assert stays == [True, True, True, False]
    one.state = READY
    assert haven(Table(), state, RULING, CONVOY) == ""


def test_r10_4_it_goes_on_when_the_danger_is_over_or_its_owner_says_so() -> None:
    state = passing()
    near(state, "port-antonio")
    state.plans[CONVOY] = {"shelter": "no"}
    assert haven(Table(), state, RULING, CONVOY) == ""
    state.plans.clear()
    assert haven(Table(), state, RULING, CONVOY)
    state.formations[CONVOY].state = FITTING_OUT
    state.remove("sp-flag-h")
    assert haven(Table(), state, RULING, CONVOY) == ""


def shut(goal: str = JAMAICA) -> State:
    """A British Convoy at sea whose destination is blockaded."""
    state = passing("s40", goal)
    near(state, goal)
    state.formations["sp-flag-h"].blockades = goal
    return state


def test_r10_4_a_convoy_that_is_shut_out_makes_for_the_nearest_open_port() -> None:
    state = shut()
    port = haven(Table(), state, RULING, CONVOY)
    assert port not in ("", JAMAICA)
    assert state.board.legs("s40", port) <= state.board.legs("s40", "port-antonio")
    assert convoy_passage(Table(), state, RULING, CONVOY).kind in (MOVE, WAIT)


def test_2_636_after_three_impulses_it_turns_elsewhere() -> None:
    state = shut()
    goals = []
    for _ in range(4):
        haven(Table(), state, RULING, CONVOY)
        goals.append(state.convoys[CONVOY].destination)
        state.impulse += 1
    assert goals[:3] == [JAMAICA] * 3
    assert goals[3] not in ("", JAMAICA)


def test_r10_4_a_convoy_with_a_fixed_route_and_no_other_port_scatters() -> None:
    state = shut()
    inbound = [one for one in state.board.europe.elements.values() if one.at == "off-map" and one.to == JAMAICA]
    element = next(one for one in inbound if not any(place in state.ports for place in one.route))
    state.convoys[CONVOY].element = element.id
    state.convoys[CONVOY].shut = state.now
    state.date += 1
    haven(Table(), state, RULING, CONVOY)
    assert CONVOY not in state.formations
    assert state.boxes(BRITISH) == (0, 1)


def test_r10_4_an_open_port_shuts_nobody_out() -> None:
    state = shut()
    haven(Table(), state, RULING, CONVOY)
    state.formations["sp-flag-h"].blockades = ""
    state.formations["sp-flag-h"].spotted = ""
    assert haven(Table(), state, RULING, CONVOY) == ""
    assert state.convoys[CONVOY].shut == 0


def test_1_322_the_walls_of_porto_bello_are_razed_through_1740() -> None:
    state = lay_out(load_board(), {}, "campaign-1740")
    assert (walls_of(state, PORTO_BELLO), walls_of(state, "cartagena-de-indias")) == (1, 3)
    state.date = date_of(1741, 1)
    assert walls_of(state, PORTO_BELLO) == load_board().ports[PORTO_BELLO].fortification > 1
    assert walls_of(lay_out(load_board(), {}, "1739"), PORTO_BELLO) > 1
