"""What Prestige buys, Orders of Auxiliaries, and Formations made up off the map (R12.4, R6.1, R11.3)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.test_yellowjack_extended import war
from rules.yellowjack.yellowjack_fights import lead, play
from rules.yellowjack.yellowjack_sea import JAMAICA, put
from rules.yellowjack.yellowjack_views import set_up

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.careers import posting
from pbem.adjudicator.yellowjack.base.formations import form, why_not_formed
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.spending import ask_spending
from pbem.adjudicator.yellowjack.base.stations import strategy_check
from pbem.adjudicator.yellowjack.ch3.issuing import buy_discards, draw_orders, issue_orders, why_not_issue
from pbem.adjudicator.yellowjack.reports.position import carrier
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    FITTING_OUT,
    FLAG,
    INTERDICTION,
    OFF_MAP,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.view.picture import picture
from pbem.adjudicator.yellowjack.view.view import view

RULING = ruling_of()
judged = test_orders  # it is no test
del test_orders
LAY = "j-interdict-main"


def spend(**entry: str) -> list[dict[str, str]]:
    return [entry]


def willing(said: list[dict[str, str]], **more: Any) -> State:
    """An extended game in which the British have said what they spend points on."""
    state = war(**more)
    play(ask_spending, state, british={"spend": said})
    return state


# -------------------------------------------------------------------------------------------- Prestige


@pytest.mark.parametrize(("said", "passed", "left"), [
    ([], False, 10), (spend(on="check"), True, 9), (spend(on="discard"), False, 10),
])  # fmt: skip
def test_r12_4_a_point_turns_a_failed_check_into_a_pass(said: list[dict[str, str]], passed: bool, left: int) -> None:
    state = willing(said)
    found = play(strategy_check, state, BRITISH, "jamaica", "x", "a check", dice={"check": [9]})
    assert (found.outcome, state.prestige[BRITISH]) == (passed, left)


def test_r12_4_each_kind_is_paid_for_once_a_turn() -> None:
    state = willing(spend(on="check"))
    for date, passed in ((4, True), (4, False), (5, True)):
        state.date = date_of(1744, date)
        found = play(strategy_check, state, BRITISH, "jamaica", "x", "a check", dice={"check": [9]})
        assert found.outcome is passed
    state.prestige[BRITISH], state.date = 0, date_of(1744, 6)
    assert play(ask_spending, state).topics(BRITISH) == []
    assert not play(strategy_check, state, BRITISH, "jamaica", "x", "a check", dice={"check": [9]}).outcome


def test_r12_4_a_chosen_order_takes_the_place_of_a_draw() -> None:
    state = willing(spend(on="order", order="j-aao"))
    state.pool[BRITISH] = ["j-show", "j-cruise-havana", "j-aao", "j-pirates"]
    drawn = play(draw_orders, state)
    assert "j-aao" in state.hand[BRITISH]
    assert state.prestige[BRITISH] == 9
    assert len([roll for roll in drawn.rolls if "british" in roll.label]) == 2


def test_r12_4_an_order_in_hand_goes_back_without_a_failure() -> None:
    state = willing(spend(on="discard", order="j-aao"))
    state.hand[BRITISH], state.pool[BRITISH] = ["j-show"], []
    buy_discards(Table(), state)
    assert (state.hand[BRITISH], state.prestige[BRITISH]) == (["j-show"], 10)
    play(ask_spending, state, british={"spend": spend(on="discard", order="j-show")})
    buy_discards(Table(), state)
    assert (state.hand[BRITISH], state.pool[BRITISH], state.boxes(BRITISH)) == ([], ["j-show"], (0, 0))
    assert state.prestige[BRITISH] == 9


@pytest.mark.parametrize(("said", "holder"), [
    ([], "davers"), (spend(on="seniority"), "warren"), (spend(on="seniority", leader="lee"), "davers"),
])  # fmt: skip
def test_r12_4_a_point_puts_a_junior_over_a_senior(said: list[dict[str, str]], holder: str) -> None:
    state = willing(said)
    lead(state, "davers", "jamaica")
    lead(state, "warren")
    play(posting, state, british={"post": [{"leader": "warren", "to": "jamaica"}]})
    assert state.admiral_of("jamaica") == holder


# -------------------------------------------------------------------------------------------- Auxiliaries


def prowler() -> State:
    state = war()
    state.auxiliaries = {"shoreham": Auxiliary(JAMAICA, "jamaica"), "drake": Auxiliary(JAMAICA, "jamaica")}
    state.hand[BRITISH] = [LAY, "j-cruise-main"]
    return state


def test_r6_1_a_fleet_auxiliary_is_issued_an_interdiction_and_nothing_else() -> None:
    state = prowler()
    assert why_not_issue(state, RULING, BRITISH, LAY, ["shoreham"], "") == ""
    assert "R6.1" in why_not_issue(state, RULING, BRITISH, "j-cruise-main", ["shoreham"], "")
    assert "R6.1" in why_not_issue(state, RULING, BRITISH, LAY, ["drake"], "")
    state.auxiliaries["shoreham"].command = "leewards"
    assert "Command" in why_not_issue(state, RULING, BRITISH, LAY, ["shoreham"], "")


def test_r9_12_it_is_fulfilled_by_two_ends_of_impulses_on_the_task() -> None:
    state = prowler()
    play(issue_orders, state, RULING, british={"issue": [{"order": LAY, "to": ["shoreham"]}]})
    assert state.orders[LAY].to == ["shoreham"]
    one = state.auxiliaries["shoreham"]
    play(judged, state)
    assert state.boxes(BRITISH) == (0, 0)
    one.at, one.task = state.board.chits[LAY].points[1], INTERDICTION
    play(judged, state)
    play(judged, state)
    assert (state.boxes(BRITISH), state.orders) == ((1, 0), {})


def test_r9_12_it_fails_with_the_auxiliary_and_not_elsewhere() -> None:
    state = prowler()
    take_up(state, LAY, INTERDICTION, BRITISH, ["shoreham"], list(state.board.chits[LAY].points), state.date)
    state.auxiliaries["shoreham"].at, state.auxiliaries["shoreham"].task = "s40", INTERDICTION
    for _ in range(3):
        play(judged, state)
    assert state.boxes(BRITISH) == (0, 0)
    del state.auxiliaries["shoreham"]
    play(judged, state)
    assert state.boxes(BRITISH) == (0, 1)


def test_the_order_board_names_an_auxiliary() -> None:
    assert carrier(picture(view(set_up(), BRITISH)), "shoreham") == "Shoreham"


# -------------------------------------------------------------------------------------------- off the map


def waiting() -> State:
    """Two Squadrons that wait off the map, each alone."""
    state = war()
    for name in ("j1", "j2"):
        put(state, name, OFF_MAP, {name: 3}, condition=FITTING_OUT)
        state.formations[name].enters = "east-edge"
    return state


def test_r11_3_who_receives_reinforcements_makes_up_their_formations() -> None:
    state = waiting()
    wish = {"formation": "br-flag-j1", "at": "off_map", "squadrons": ["j1", "j2"]}
    form(Table(), state, RULING, BRITISH, wish)
    one = state.formations["br-flag-j1"]
    assert (one.kind, one.at, one.enters, one.squadrons) == (FLAG, OFF_MAP, "east-edge", ["j1", "j2"])
    assert state.leader_of("br-flag-j1")
    form(Table(), state, RULING, BRITISH, {"formation": "br-flag-j1", "at": "off_map", "squadrons": ["j2"]})
    assert state.formations["j1"].enters == "east-edge"


def test_r11_3_not_of_squadrons_that_have_left_the_map_or_lie_in_port() -> None:
    state = waiting()
    state.formations["j2"].enters = ""
    put(state, "j3", JAMAICA, {"j3": 2}, condition=FITTING_OUT)
    for name in ("j2", "j3"):
        assert why_not_formed(state, RULING, BRITISH, "br-det-j1", OFF_MAP, ["j1", name])
    assert why_not_formed(state, RULING, BRITISH, "br-det-j1", OFF_MAP, ["j1"]) == ""
    assert why_not_formed(state, RULING, BOURBON, "br-det-j1", OFF_MAP, ["j1"])
