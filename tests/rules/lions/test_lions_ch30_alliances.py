"""Chapter 30, optional: allies for the rest of a turn."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch10_agreements import agreements_question
from pbem.adjudicator.lions.rules.ch10_bargains import lapse_agreements, negotiations
from pbem.adjudicator.lions.rules.ch13_operations import cost, operations_phase
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.rules.ch30_alliances import allied, in_port_of_ally
from pbem.adjudicator.lions.state.forces import force_named
from pbem.adjudicator.lions.state.state import State

SHIP, OTHER = "england-1st-1", "netherlands-1st-1"
PACT = {"parties": ["england", "netherlands"], "promise": "alliance"}
AMSTERDAM, MADRAS = port("amsterdam"), port("madras")


def in_league(**fields: Any) -> State:
    state = position(house={"alliances": "on"}, **fields)
    play(negotiations, state, answers=[("10.1", [PACT]), ("10.1", [PACT])])
    return state


def test_30_an_alliance_lasts_for_the_rest_of_the_turn() -> None:
    state = in_league()
    assert allied(state, "england", "netherlands")
    lapse_agreements(state)
    assert not allied(state, "england", "netherlands")


def test_30_without_the_option_nobody_can_declare_one() -> None:
    assert agreements_question(Table(), position(), "england").faults([PACT]) == ["this game has no alliances (30)"]


def test_30_an_alliance_holds_everywhere() -> None:
    state = position(house={"alliances": "on"})
    assert agreements_question(Table(), state, "england").faults([PACT | {"where": ["F8"]}])


@pytest.mark.parametrize(("league", "arrives"), [(True, "F10"), (False, "F9")])
def test_30_allies_do_not_stop_each_other(league: bool, arrives: str) -> None:
    ships = {SHIP: "F8", OTHER: "F9"}
    state = in_league(ships=ships) if league else position(ships=ships)
    force = force_named(state, "england", SHIP)
    play(movement_segment, state, force, {"path": ["F9", "F10"]}, answers=[("16.3", (1, 2))])
    assert state.ships[SHIP].at == arrives


def test_30_allies_do_not_attack_each_other_unless_one_breaks_the_pact() -> None:
    state = in_league(ships={SHIP: MADRAS, OTHER: MADRAS})
    hold(state, "england", "spy-1", "bankers-1")
    order: dict[str, Any] = {"force": SHIP, "attack": {"power": "netherlands"}}
    _, notes = play(operations_phase, state, "england", answers=[("13.1", order)])
    assert told(notes, "battle") == []
    broken: list[Answer] = [("13.1", order | {"breach": "yes"}), ("10.3", 0), ("17.2", 3), ("17.2", 3)]
    _, notes = play(operations_phase, state, "england", answers=broken)
    assert told(notes, "breach") == ["England breaks an agreement."]
    assert state.hand["netherlands"] == ["bankers-1"]


@pytest.mark.parametrize(("square", "pounds"), [(AMSTERDAM, 2), (MADRAS, 2), ("F8", 3)])
def test_30_operations_from_an_allys_port_cost_as_from_a_port(square: str, pounds: int) -> None:
    ships = {SHIP: square, OTHER: square}
    league, war = in_league(ships=ships), position(ships=ships)
    force = force_named(league, "england", SHIP)
    assert force
    assert cost(league, force) == pounds
    assert cost(war, force) == 3


def test_30_a_port_that_others_share_with_an_ally_is_no_allied_port() -> None:
    """Dutch allies hold Madras; with a Spanish fort beside them it costs as any place elsewhere."""
    state = position(3, house={"alliances": "on"}, land={f"{MADRAS} netherlands": "1f"},
                     agreements=[{**PACT, "until": "1"}])  # fmt: skip
    assert in_port_of_ally(state, MADRAS, "england")
    state.put_ashore(MADRAS, "spain", "fort", 1)
    assert not in_port_of_ally(state, MADRAS, "england")
