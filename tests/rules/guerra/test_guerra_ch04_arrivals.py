"""4.8 and 4.10: what comes off the turn track, and which ships meet a convoy."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_positions import opened, position, royal

from pbem.adjudicator.guerra.rules.ch04_arrivals import come_due
from pbem.adjudicator.guerra.rules.ch04_convoy import on_station
from pbem.adjudicator.guerra.state.terms import PATRIOT


@pytest.mark.parametrize(("choice", "at"), [("pool", "pool"), ("free", "due")])
def test_4_10_patriots_join_the_pool_or_by_the_charter_come_free(choice: str, at: str) -> None:
    state = opened(patriot_arrivals=choice)
    state.turn = 2
    come_due(state)
    assert state.units["p6"].at == at
    assert state.units["pla-f1"].at == "due"
    assert state.units["vdc"].at == "pool"


@pytest.mark.parametrize(("choice", "met"), [("station", ["pla-f1"]), ("ports", ["pla-f2"])])
def test_4_8_ships_on_station_meet_a_convoy_or_by_the_charter_those_in_ports(choice: str, met: list[str]) -> None:
    state = position(
        royal("montevideo", "dba"), ships=[{"at": "valparaiso", "ships": ["pla-f1"]},
                                           {"at": "buenos-aires", "ships": ["pla-f2"]}],
        stations={"pla-f1": "atlantic-1"}, house={"arrivals_met_by": choice},
    )  # fmt: skip
    assert on_station(state, PATRIOT, "atlantic-1") == met
