"""What a charter may choose, beside the optional rules."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, play, port, position, told

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch06_control import control
from pbem.adjudicator.lions.rules.ch08_revenue import port_revenue
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch18_battle import battle
from pbem.adjudicator.lions.state.forces import fleet_force
from pbem.adjudicator.lions.state.house import HOUSE_RULES, choice, is_on
from pbem.adjudicator.lions.state.state import State

SEA, E, D = "F9", "england-fleet-1", "netherlands-fleet-1"
LION, PREY = "england-1st-1", "netherlands-3rd-1"
CADIZ = port("cadiz")
ENGAGE: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage")]


def meeting(**house: str) -> State:
    return position(ships={LION: f"{SEA}/{E}", PREY: f"{SEA}/{D}"}, house=house)


def fight(state: State, *answers: Answer) -> None:
    play(battle, state, fleet_force(state, E), fleet_force(state, D), answers=list(answers))


def test_every_switch_of_the_data_is_a_house_rule_with_its_meaning() -> None:
    assert list(HOUSE_RULES) == list(load_board().switches)
    for known in HOUSE_RULES.values():
        assert known["default"] in known["choices"]
        assert known["reading"]


def test_the_charter_goes_before_the_default() -> None:
    assert choice(position(), "boarding") == "off"
    assert is_on(position(house={"boarding": "on"}), "boarding")


def test_3_4_a_game_lasts_from_three_to_twenty_turns() -> None:
    numbers = load_board().numbers
    agreed = [int(turns) for turns in HOUSE_RULES["turns"]["choices"]]
    assert agreed == list(range(numbers.turns_least, numbers.turns_most + 1))


@pytest.mark.parametrize(("when", "money", "owed"), [("revenue_phase", 10, 4), ("at_once", 14, 0)])
def test_18_4_prize_money_is_paid_when_the_charter_says(when: str, money: int, owed: int) -> None:
    state = meeting(prize_money=when)
    fight(state, *ENGAGE, ("17.4", {}), ("17.4", (6, 6, 6, 6, 1, 1)))
    assert (state.money["england"], state.owed.get("england", 0)) == (money, owed)


@pytest.mark.parametrize(("who", "holder", "pounds"), [("nobody", "", 0), ("controlled", "england", 4)])
def test_6_1_reading_who_controls_a_neutral_home_port(who: str, holder: str, pounds: int) -> None:
    state = position(ships={LION: CADIZ}, house={"neutral_ports": who})
    assert control(state, CADIZ) == holder
    assert port_revenue(state, "england") == pounds


@pytest.mark.parametrize(("how", "battles"), [("may", 0), ("must", 1)])
def test_14_3_reading_a_fleet_may_or_must_attack_the_fleet_it_meets(how: str, battles: int) -> None:
    state = position(ships={LION: f"F8/{E}", PREY: f"F9/{D}"}, house={"fleets_attack": how})
    tie: list[Answer] = [("17.2", 3), ("17.2", 3)] * battles
    order: Answer = ("13.1", {"force": "1", "path": ["F9"]})
    _, notes = play(operations_phase, state, "england", answers=[order, ("16.3", (1, 2)), *tie])
    assert len(told(notes, "battle")) == battles


def test_14_3_a_fleet_that_lies_beside_another_need_not_attack_it() -> None:
    state = meeting(fleets_attack="must")
    _, notes = play(operations_phase, state, "england", answers=[("13.1", {"force": "1"})])
    assert told(notes, "battle") == []


@pytest.mark.parametrize(("what", "fleet"), [("stays", E), ("dissolves", "")])
def test_18_1_reading_a_fleet_that_breaks_off_stays_or_dissolves(what: str, fleet: str) -> None:
    state = meeting(fleets_broken_off=what)
    fight(state, ("17.2", 6), ("17.2", 1), ("17.2", "F8"))
    assert (state.ships[LION].at, state.ships[LION].fleet) == ("F8", fleet)


def test_18_1_treasure_stays_with_a_rated_ship_of_a_fleet_that_dissolves() -> None:
    ships: dict[str, Any] = {LION: f"{SEA}/{E}", "treasure-goa": f"{SEA}/{E}", PREY: f"{SEA}/{D}"}
    state = position(ships=ships, house={"fleets_broken_off": "dissolves"})
    fight(state, ("17.2", 6), ("17.2", 1), ("17.2", "F8"))
    assert state.owner("treasure-goa") == "england"
