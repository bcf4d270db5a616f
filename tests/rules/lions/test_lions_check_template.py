"""The order file as a player gets it: it orders nothing, and every order in it is lawful once it is switched on."""

from __future__ import annotations

import pytest
from rules.lions.lions_seats import GAME, begun, orders, run

from pbem.adjudicator.lions.match import LionsMatch
from pbem.base.lettering import WIDTH

SCENARIOS = ("two-players", "three-players", "four-players")


def stage(scenario: str, phases: int) -> LionsMatch:
    """A game after so many phases; in the year before the last England has formed a fleet and bought."""
    match = begun(scenario, min(phases, 2))
    if phases > 2:
        body = "fleets: {form: [{number: 1, at: london, ships: [england-1st-1, england-transport-1], regiments: 1}]}\n"
        run(match, {"england": [orders("england", "t01.year", body + "standing: [{number: 3, arrears: pay}]\n")]})
    return match


def template(match: LionsMatch, seat: str) -> str:
    phase = match.phase()
    assert phase is not None
    return GAME.order_template(match.view(seat), {"seat": seat, "phase": phase.id, "game": "lions-2026-000000"})


def switched_on(text: str) -> str:
    lines = [line for line in text.split("\n") if not line.startswith(("##", "# yaml"))]
    return "\n".join(line.removeprefix("#") for line in lines)


STAGES = [(scenario, phases) for scenario in SCENARIOS for phases in (0, 1, 2, 3)]


@pytest.mark.parametrize(("scenario", "phases"), STAGES)
def test_every_order_is_lawful_once_it_is_switched_on(scenario: str, phases: int) -> None:
    match = stage(scenario, phases)
    for seat in match.state.players:
        text = switched_on(template(match, seat))
        result = GAME.check(match.view(seat), GAME.read_orders(text.encode(), "t.yaml"), "t.yaml")
        assert [fault.render() for fault in result.faults] == []


@pytest.mark.parametrize(("scenario", "phases"), STAGES)
def test_as_it_stands_it_orders_a_doctrine_alone_and_fits_a_letter(scenario: str, phases: int) -> None:
    match = stage(scenario, phases)
    for seat in match.state.players:
        text = template(match, seat)
        chooses = {"doctrine"} if not match.view(seat)["doctrine"]["name"] else set()
        assert bool(chooses) == (phases == 0), "who was silent at the set-up has one already"
        assert set(GAME.read_orders(text.encode(), "t.yaml").body) == {"pbem", "game", "seat", "phase", *chooses}
        assert all(line.isascii() and len(line) <= WIDTH for line in text.split("\n"))


def test_15_1_it_names_ones_own_units_and_not_those_of_others() -> None:
    text = template(stage("four-players", 2), "england")
    assert "england-1st-1" in text
    assert "spain-1st-1" not in text
    assert "cadiz G12" in text


def test_it_tells_what_pounds_buy_what_is_held_and_what_stands() -> None:
    match = stage("two-players", 4)
    text = template(match, "england")
    assert "You have" in text
    assert "In force: {number: 3, arrears: pay}" in text
    assert "#  - cancel: 3" in text
