"""Courses: the way to a goal, into a port or home, and Formations that sail as one."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.intents import INTO_PORT, MOVE, TO_SEA, ZONE, Intent, waits
from pbem.adjudicator.yellowjack.base.movement import toward
from pbem.adjudicator.yellowjack.base.ports import home, may_shelter, may_use, nearest_friendly
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import appear, short, vanish
from pbem.adjudicator.yellowjack.base.zones import exit_to, zone_of
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    FITTING_OUT,
    READY,
)

Plan = dict[str, Any]
YES = "yes"
#: What a course or a verb comes to: an intent, None when it is done, or the reason for which it lapses.
Outcome = Intent | str | None


def make_for(state: State, formation: str, goal: str, *, lanes_only: bool = False, presses: bool = False) -> Outcome:
    """One MP toward a place by R1.8, out of port first."""
    one = state.formations[formation]
    if one.state == FITTING_OUT or one.inside:
        return Intent(TO_SEA, one.at, goal)
    if goal not in state.board.nodes:
        return f"'{goal}' is no place of the map"
    dodge = dodge_of(state, formation)
    ahead = toward(state, formation, goal, dodge=dodge, lanes_only=True) if lanes_only else ""
    ahead = ahead or toward(state, formation, goal, dodge=dodge)  # one off the Lanes comes back to them any way
    if not ahead:
        return f"there is no way to {state.board.place_name(goal)}"
    zone = zone_of(state, formation)
    if zone is not None:
        return Intent(ZONE, exit_to(zone, ahead), goal, prefer=(ahead,), presses=presses)
    return Intent(MOVE, ahead, goal, presses=presses)


def dodge_of(state: State, formation: str) -> str:
    """The word for those whom the way goes round: an assault and a relief go straight at the enemy (R1.8)."""
    plan, order = state.plans.get(formation, {}), state.order_of(formation)
    if plan.get("dodge"):
        return str(plan["dodge"])
    steps = plan.get("then") or [{}]
    bold = "blockade" in steps[0] or "follow" in steps[0] or bool(plan.get("relieve"))
    return "none" if bold or (order is not None and order.kind in (ASSAULT, BLOCKADE)) else "both"


def into(state: State, ruling: Ruling, formation: str, port: str) -> Outcome:
    """One MP toward a Port, and into it; None when it lies there Fitting Out."""
    one = state.formations[formation]
    if one.at != port:
        return make_for(state, formation, port, presses=True)
    if one.state == FITTING_OUT:
        return None
    if not may_use(state, ruling, formation, port) and not sheltering(state, ruling, formation, port):
        return f"{state.board.place_name(port)} is not open to her (R5.11)"
    return Intent(INTO_PORT, port, port)


@base("R3.5", "Cripples in a Neutral Harbour")
def sheltering(state: State, ruling: Ruling, formation: str, port: str) -> list[str]:
    """The Squadrons of a Formation that may go In Ordinary in a Port that is else closed to it (1.327)."""
    return [name for name in state.formations[formation].squadrons if may_shelter(state, ruling, name, port)]


def shelter_wanted(state: State, ruling: Ruling, formation: str, plan: Plan) -> str:
    """The Neutral Harbour that the plan of a crippled Formation makes for; empty for none."""
    port = str((plan.get("then") or [{}])[0].get("port", ""))
    port = state.place(formation) if port in ("here", YES) else port
    return port if port in state.ports and sheltering(state, ruling, formation, port) else ""


@base("R9.21", "Home when nothing is left to do at sea")
def homeward(state: State, ruling: Ruling, formation: str, why: str, *, nearest: bool = False) -> Intent:
    """Makes for port and enters it; lies where it is if no Port is left."""
    port = refuge(state, ruling, formation) or (nearest_friendly if nearest else home)(state, ruling, formation)
    found = into(state, ruling, formation, port) if port else None
    return found if isinstance(found, Intent) else waits(why if port else "no Port is left to make for")


def refuge(state: State, ruling: Ruling, formation: str) -> str:
    """The Port that a Convoy with a Formation makes for; empty for none, and for one that is not open to it."""
    ports = [state.convoys[name].destination for name in state.together(formation) if name in state.convoys]
    return next((port for port in ports if may_use(state, ruling, formation, port)), "")


def same_state(state: State, first: str, second: str) -> bool:
    """Tells if two Formations lie in one place and state, so that they may join."""
    one, two = state.formations[first], state.formations[second]
    return (one.at, one.state, one.inside) == (two.at, two.state, two.inside)


def go_along(table: Table, state: State, formation: str, leader: str) -> None:
    """Lets one Formation go with another; its number is given back for good."""
    vanish(table, state, formation)
    one = state.formations[formation]
    one.goes_with, one.toward, one.beaten, one.needs = leader, "", 0, 0
    text = f"{short(state, formation)} sails with {short(state, leader)}."
    table.note("R3.8", state.side_of(formation), text, "log", formation=formation, at=state.place(leader), what="joins")


@base("R3.8", "Detach", "R9.22")
def go_alone(table: Table, state: State, formation: str) -> None:
    """Lets a Formation go its own way from where it is."""
    one = state.formations[formation]
    lead = state.formations[one.goes_with]
    one.at, one.state, one.came_from, one.mps = lead.at, lead.state, lead.came_from, lead.mps
    one.fitted, one.goes_with = lead.fitted, ""
    if one.state == READY:
        appear(table, state, formation)
    text = f"{short(state, formation)} parts company {state.board.whereabouts(one.at)}."
    table.note("R3.8", state.side_of(formation), text, "log", formation=formation, at=one.at, what="parts")
