"""Chapter 16.10: circumnavigation: across the Pacific from one edge of the map to the other."""
# Chapter 16 by paragraphs: 16.1-16.9, 16.11, 16.12 ch16_movement; ways between waypoints (16.3-16.5, 15.2) ch16_route;
# 16.10 ch16_crossing; incidents (13.3, 16.3) ch16_incidents.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.terms import Landfall
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage, incident
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat
from pbem.adjudicator.lions.state.forces import Force, leaders_of, sail, subject
from pbem.adjudicator.lions.state.state import State


@rule("16.10", "Who may cross")
def why_no_crossing(state: State, force: Force) -> str:
    """Explains why a force may not try; empty if it may: it needs a leader of value at an eligible edge."""
    if not state.board.can_cross_from(force.square):
        return f"{force.square} is no edge to start from"
    able = [name for name in leaders_of(state, force) if state.leader(name).value >= state.board.crossing.leader]
    return "" if able else "no leader goes with the force"


@rule("16.10", "Circumnavigation", "23.4")
async def cross(table: Table, state: State, voyage: Voyage) -> bool:
    """Two incidents, both applied, then the other edge; becalmed in either, the force stays.

    The crossing ends its movement. Points lost on the way do not matter, for it costs none.
    """
    force, start, becalmed = voyage.force, voyage.force.square, voyage.held
    for _ in range(state.board.crossing.incidents):
        if force.ships and force.square == start:
            becalmed = (await incident(table, state, voyage)).stops_crossing or becalmed
    if becalmed or voyage.held or not force.ships or force.square != start:
        table.note("16.10", ALL, f"{subject(state, force)} does not cross.", "no_crossing")
        return False
    chart = state.board.crossing_row
    drift = chart[(await table.roll("16.10", chart.die, "crossing", start.lower(), why=chart.title)).total]
    rows = 0
    if drift.way is not Landfall.SAME:
        rows = (await table.roll("16.10", drift.dice, "crossing-row", start.lower(), why="Rows of drift")).total
    landfall = state.board.landfall(start, -rows if drift.way is Landfall.NORTH else rows)
    if foes_afloat(state, force, landfall) and any(state.treasure(name) for name in force.ships):
        text = f"The crossing would end at {landfall}, where enemy ships are: treasure stays at {start}."
        table.note("23.4", force.commander, text, "lapsed")
        return False
    sail(state, force, landfall)
    text = f"{subject(state, force)} crosses the Pacific to {force.square}."
    table.note("16.10", ALL, text, "crossed", power=force.owner, square=force.square)
    return True
