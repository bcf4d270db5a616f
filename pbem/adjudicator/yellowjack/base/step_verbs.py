"""The verbs of a plan: what a step may say, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.carrying_on import carry_on
from pbem.adjudicator.yellowjack.base.courses import YES, Outcome, go_alone, go_along, into, make_for, same_state
from pbem.adjudicator.yellowjack.base.formations import is_full, why_not_of_flag
from pbem.adjudicator.yellowjack.base.intents import TO_SEA, ZONE, Intent, waits
from pbem.adjudicator.yellowjack.base.movement import prey_of
from pbem.adjudicator.yellowjack.base.order_kinds import carry_on_goal
from pbem.adjudicator.yellowjack.base.ports import home, is_enemy
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.base.task_kinds import lying_at
from pbem.adjudicator.yellowjack.base.zones import zone_of
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    READY,
    other,
)

Step = dict[str, Any]
Verb = Callable[[Table, State, Ruling, str, Step], Outcome]


def go_to(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`to`: to a place, by the expedient way."""
    del table, ruling
    place, one = str(step["to"]), state.formations[formation]
    if one.at == place and one.state == READY and not one.inside:
        return None
    return make_for(state, formation, place)


def go_via(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`via`: through places in their order."""
    places, one = list(step["via"]), state.formations[formation]
    while places and one.at == places[0] and one.state == READY:
        places.pop(0)
    step["via"] = places
    return go_to(table, state, ruling, formation, {"to": places[0]}) if places else None


def wait(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`wait`: for a number of MPIs."""
    del table, ruling
    plan = state.plans[formation]
    if whole(plan.get("waited"), 0) >= whole(step["wait"], 1):
        return None
    plan["waited"] = str(whole(plan.get("waited"), 0) + 1)
    return waits("she waits, as ordered")


def until(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`until`: till conditions hold, at most for a number of MPIs."""
    del table
    plan = state.plans[formation]
    why = ruling.holds(state, state.side_of(formation), formation, step["until"])
    if not why or ("most" in step and whole(plan.get("waited"), 0) >= whole(step["most"], 0)):
        return None
    plan["waited"] = str(whole(plan.get("waited"), 0) + 1)
    return waits(f"she waits: {why}")


def put_to_sea(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`put_to_sea`: out of port."""
    del table, ruling, step
    one = state.formations[formation]
    return None if one.state == READY and not one.inside else Intent(TO_SEA, one.at)


def go_into_port(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`port`: into the Port named, or the one she lies off."""
    del table
    port = str(step["port"])
    if port == "home":
        port = home(state, ruling, formation)
    at = state.place(formation)
    return into(state, ruling, formation, at if port in ("here", YES) else port)


def follow(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`follow`: repeats the last step of a Spotted enemy that was in the same place (R5.15)."""
    del table, ruling
    plan, one = state.plans[formation], state.formations[formation]
    waited = whole(plan.get("waited"), 0)
    if waited >= whole(step.get("mpis"), 6):
        return None
    if not step.get("prey"):
        prey = prey_of(state, formation, str(step["follow"]))
        if not prey:
            return "the enemy that she is to follow is not in sight"
        step["prey"] = state.formations[prey].marker
    plan["waited"] = str(waited + 1)
    enemy = state.by_marker(str(step["prey"]))
    if not enemy:
        return "the enemy that she followed is gone from the sea"
    there = state.formations[enemy].at
    if there == one.at:
        return waits(f"she keeps by {step['prey']}")
    if state.formations[enemy].came_from != one.at:
        return "the enemy that she followed is out of sight"
    return make_for(state, formation, there, presses=True)


def leave_zone(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`exit`: out of a Sea Zone by a number, with a liking for some of its Spaces."""
    del table, ruling
    zone = zone_of(state, formation)
    if zone is None:
        return None
    number = str(step["exit"])
    if number not in zone.exits:
        return f"{zone.name} has no exit {number}"
    return Intent(ZONE, number, prefer=tuple(map(str, step.get("prefer", ()))))


def blockade(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`blockade`: to a Port and off it, till the conditions of `hold_until` hold; declared in m6."""
    del table
    port, one = str(step["blockade"]), state.formations[formation]
    if not is_enemy(state, port, state.side_of(formation)):
        return f"{state.board.place_name(port)} is no Enemy Port (R7.6)"
    if one.at != port or one.state != READY:
        return make_for(state, formation, port)
    holding = step.get("hold_until")
    if holding and not ruling.holds(state, state.side_of(formation), formation, holding):
        return None
    return waits(f"she blockades {state.board.place_name(port)}")


@base("R3.8", "Attach")
def attach(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`attach`: a Detachment joins a Flag of its Command in one place and state, without an MP."""
    del ruling
    flag = str(step["attach"])
    reason = why_not_of_flag(state, formation, flag)
    if reason:
        return reason
    if not same_state(state, formation, flag):
        return waits(f"she waits for {short(state, flag)}")
    if is_full(state, flag):
        return f"{short(state, flag)} has two Detachments already (R3.6)"
    go_along(table, state, formation, flag)
    return waits(f"she sails with {short(state, flag)}")


@base("R9.22", "Flotilla and Expedition sail as one", "3.423")
def escort(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`escort`: takes a Convoy in the same place and state along, without an MP."""
    del ruling
    convoy = str(step["escort"])
    one, train = state.formations[formation], state.formations.get(convoy)
    if train is None or train.kind != CONVOY or state.side_of(convoy) != state.side_of(formation):
        return f"'{convoy}' is no Convoy of hers"
    if train.goes_with == formation:
        return None
    if not one.order or train.order != one.order:
        return f"{short(state, convoy)} is not of her Order (R9.22)"
    if not same_state(state, formation, convoy):
        return waits(f"she waits for {short(state, convoy)}")
    go_along(table, state, convoy, formation)
    return None


def detach(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`detach` and `part`: companions named, or all of them, go their own way."""
    del ruling
    named = str(step.get("detach", step.get("part", YES)))
    for name in state.companions(formation):
        if named in (name, YES):
            go_alone(table, state, name)
    return None


def stay(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`stay`: for good, where she is."""
    del table, state, ruling, formation, step
    return waits("she stays, as ordered")


def carried_on(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`carry_on`: what her Order asks, till it is done."""
    del step
    if state.formations[formation].kind != CONVOY and carry_on_goal(state, formation) is None:
        return None
    return carry_on(table, state, ruling, formation)


def not_here(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """Steps that this scenario has no use for."""
    del table, state, ruling, formation
    return f"'{next(iter(step))}' has nothing to do here"


@base("R6.8", "To a place, to drive off who lies there for prey", "2.462")
def clear_there(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`clear`: to a place, where an MP that she waits drives prowlers off."""
    found = go_to(table, state, ruling, formation, {"to": step["clear"]})
    if found is not None or not lying_at(state, str(step["clear"]), other(state.side_of(formation))):
        return found
    return waits("she drives off who lies here for prey")


@base("R9.17", "Units taken aboard warships, in or off their Port")
def take_aboard(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`embark`: takes Units aboard for the Port `land_at`."""
    units = [str(unit) for unit in step["embark"]]
    return ruling.embark(table, state, formation, units, str(step.get("land_at", ""))) or None


VERBS: dict[str, Verb] = {
    "to": go_to, "via": go_via, "wait": wait, "until": until, "put_to_sea": put_to_sea, "port": go_into_port,
    "follow": follow, "exit": leave_zone, "blockade": blockade, "attach": attach, "detach": detach, "escort": escort,
    "part": detach, "carry_on": carried_on, "stay": stay, "clear": clear_there, "embark": take_aboard,
    "unload": not_here,
}  # fmt: skip
