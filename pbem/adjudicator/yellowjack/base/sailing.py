"""The movement step: what everybody means to do, the dice of it, then all moves at once (R5.2, R5.11, R5.14, S20)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base import prompts
from pbem.adjudicator.yellowjack.base.blockade import came_out, lift, passes, shut_in
from pbem.adjudicator.yellowjack.base.contact import meet
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.courses import go_alone, sheltering
from pbem.adjudicator.yellowjack.base.formations import drop_if_empty
from pbem.adjudicator.yellowjack.base.intents import (
    INTO_PORT,
    LEAVE,
    MOVE,
    STAND,
    TO_SEA,
    WAIT,
    WORK,
    ZONE,
    Intent,
    waits,
)
from pbem.adjudicator.yellowjack.base.map_edge import leave_map
from pbem.adjudicator.yellowjack.base.movement import (
    catch,
    give_up_step,
    may_catch,
    may_spend,
    toward,
    weather_bars,
    work_off,
)
from pbem.adjudicator.yellowjack.base.net import is_foul
from pbem.adjudicator.yellowjack.base.order_kinds import pass_waypoint
from pbem.adjudicator.yellowjack.base.ports import is_key, may_use
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import afloat, appear, by_lot, fit_out, look_round, place, short, vanish
from pbem.adjudicator.yellowjack.base.steps import intend
from pbem.adjudicator.yellowjack.base.task_kinds import clear
from pbem.adjudicator.yellowjack.base.zones import leave, out_at, zone_of
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, OFF_MAP, READY, other
from pbem.base.records import dataclass, field

SLIP, FORCE, NO = "slip", "force", "no"


@dataclass(slots=True)
class Step:
    """One movement step: what everybody means to do, and what the dice allow."""

    intents: dict[str, Intent] = field(default_factory=dict)
    moves: dict[str, str] = field(default_factory=dict)  # Formation -> place it comes to
    out: dict[str, tuple[bool, bool]] = field(default_factory=dict)  # Break Outs: it passed, it comes by force
    barred: list[str] = field(default_factory=list)  # that found the way into a Harbour barred


# -------------------------------------------------------------------------------------------- the step


@base("R5.1", "A new Impulse: all MPs anew")
def begin_impulse(state: State) -> None:
    """Gives every Formation its MPs, and marks those that lie Fitting Out as the Impulse begins.

    Off the map the number is that of the Impulse in which she comes on (R5.12), and stays.
    """
    for one in state.formations.values():
        one.let_pass = 0
        if one.at != OFF_MAP:
            one.mps = 0
        one.fitted = one.state == FITTING_OUT


@base("R5.2", "Movement step", "R4.4")
async def sail(table: Table, state: State, ruling: Ruling) -> None:
    """Moves everything by one MP at most: first intents, then the dice of breezes, Zones and Break Outs, then moves."""
    for one in state.formations.values():
        one.moved = one.hushed = one.forced = False
    part_ways(table, state)
    step = Step()
    for name in movers(state):
        if name in state.formations and not state.formations[name].goes_with:  # or it has just been taken along
            step.intents[name] = intend(table, state, ruling, name)
    step.intents = {name: found for name, found in step.intents.items()
                    if name in state.formations and not state.formations[name].goes_with}  # fmt: skip
    for name, found in step.intents.items():
        step.intents[name] = able(state, name, found)
    await catch_winds(table, state, step)
    await leave_zones(table, state, step)
    await break_outs(table, state, step)
    await passings(table, state, ruling, step)
    order = await turns(table, state, step)
    for name in order:
        carry_out(table, state, ruling, step, name)
    for name in order:
        await arrive(table, state, ruling, name)
    look_round(table, state)


@base("R1.9", "Those that appear at once are numbered by a draw that nobody sees")
async def turns(table: Table, state: State, step: Step) -> list[str]:
    """The order in which moves are carried out: by marker, then those that appear. No order tells who is who."""
    known = sorted((one.marker, name) for name in step.intents for one in [state.formations[name]] if one.marker)
    found = [name for _, name in known]
    out = [name for name in step.intents if name not in found and step.intents[name].kind == TO_SEA]
    drawn = await by_lot(table, state, out, when(state))
    return [*found, *drawn, *(name for name in step.intents if name not in found and name not in drawn)]


@base("R2.11", "Nothing befalls what is off the map")
def movers(state: State) -> list[str]:
    """Formations on the map that go for themselves."""
    return [name for name, one in state.formations.items() if not one.goes_with and one.at in state.board.nodes]


def part_ways(table: Table, state: State) -> None:
    """Lets those part company whose own plan begins with it."""
    for name in list(state.formations):
        steps = state.plans.get(name, {}).get("then") or [{}]
        if state.formations[name].goes_with and ("part" in steps[0] or "detach" in steps[0]):
            steps.pop(0)
            go_alone(table, state, name)


def able(state: State, formation: str, found: Intent) -> Intent:
    """The same intent, or to wait: no MP is left, or the Formation came into port in this Impulse (R3.5)."""
    one = state.formations[formation]
    if found.kind == WAIT:
        return found
    if not may_spend(state, formation):
        return waits()
    if found.kind in (MOVE, ZONE) and (why := weather_bars(state, formation, bound_for(state, formation, found))):
        return waits(why)
    if found.kind in (TO_SEA, STAND) and not one.inside and not one.fitted:
        return waits("she came into port in this Impulse and makes ready in the next (R3.5)")
    return found


def bound_for(state: State, formation: str, found: Intent) -> str:
    """The neighbour that a Formation makes for; out of a Zone the first Space of the exit."""
    zone = zone_of(state, formation)
    return found.to if found.kind == MOVE or zone is None else (*found.prefer, *zone.exits[found.to].nodes)[0]


# -------------------------------------------------------------------------------------------- dice


@base("R5.5", "Catch the Wind")
async def catch_winds(table: Table, state: State, step: Step) -> None:
    """Works off longer steps; those that would rather try for a breeze throw for it."""
    going = {name: found for name, found in step.intents.items() if found.kind == MOVE}
    trying = [name for name, found in going.items() if may_catch(state, name, found.to)]
    made = [prompts.entry(table, "R5.5", state.side_of(name), "weather", weather_facts(state, name),
                            f"{short(state, name)} faces a foul wind: try for a breeze?",
                            f"i{state.impulse}.m{state.mpi}", name) for name in trying]  # fmt: skip
    answers = dict(zip(trying, await table.decide_all(*made), strict=True))
    for name, found in going.items():
        if name in answers and wants_breeze(state, name, found, str(answers[name].get("catch", "chase"))):
            state.formations[name].mps += 1
            give_up_step(state, name)
            if await catch(table, state, name):
                step.moves[name] = found.to
        elif work_off(state, name, found.to):
            step.moves[name] = found.to


def weather_facts(state: State, formation: str) -> dict[str, Any]:
    """The facts that an order about the weather may look at."""
    return {"who": formation, "place": state.place(formation), "impulse": str(state.impulse), "mpi": str(state.mpi)}


def wants_breeze(state: State, formation: str, found: Intent, wish: str) -> bool:
    """Tells if a Formation tries for a breeze: always, never, or in a chase or an escape."""
    if wish != "chase":
        return wish == "always"
    own, at = len(state.squadrons_of(formation)), state.place(formation)
    return found.presses or any(
        state.formations[name].spotted and len(state.squadrons_of(name)) > own
        and state.board.legs(at, state.formations[name].at) <= 1
        for name in afloat(state, other(state.side_of(formation)))
    )  # fmt: skip


@base("R5.6", "Zone rolls before all moves")
async def leave_zones(table: Table, state: State, step: Step) -> None:
    """Throws for those that leave a Sea Zone."""
    for name, found in step.intents.items():
        if found.kind == ZONE:
            number = await leave(table, state, name, found.to)
            if number:
                step.moves[name] = out_at(state, name, number, found.goal, list(found.prefer))


@base("R7.8", "Break Out, Break In", "R5.11")
async def break_outs(table: Table, state: State, step: Step) -> None:
    """Asks those that are shut in how they come out, and throws for those that slip out or in."""
    shut = {name: found for name, found in step.intents.items() if found.kind == TO_SEA and shut_in(state, name)}
    made = [prompts.entry(table, "R7.8", state.side_of(name), "breakout", {**weather_facts(state, name), "port":
                            state.place(name)}, f"{short(state, name)} is shut in: how does she come out?",
                            f"i{state.impulse}.m{state.mpi}", name) for name in shut]  # fmt: skip
    answers = dict(zip(shut, await table.decide_all(*made), strict=True))
    for name, found in shut.items():
        how = str(answers[name].get("how") or (SLIP if state.formations[name].order else NO))
        if how == NO or state.mpi < whole(answers[name].get("from_mpi"), 1):
            state.formations[name].let_pass += 1
            step.intents[name] = waits(f"{state.board.place_name(state.place(name))} is blockaded")
        else:
            passed = await passes(table, state, name, fair=fair_ahead(state, name, found))
            step.out[name] = (passed, how == FORCE)
    for name, found in step.intents.items():
        into = found.kind == INTO_PORT and is_key(state, found.to) and not state.formations[name].inside
        if into and shut_in(state, name) and not await passes(table, state, name, fair=False):
            step.barred.append(name)


def fair_ahead(state: State, formation: str, found: Intent) -> bool:
    """Tells if the first step out of port is fair."""
    at = state.place(formation)
    ahead = toward(state, formation, found.goal) if found.goal not in ("", at) else ""
    return not ahead or not is_foul(state, at, ahead)


# -------------------------------------------------------------------------------------------- all moves at once


@base("R5.14", "Meeting on a leg")
async def passings(table: Table, state: State, ruling: Ruling, step: Step) -> None:
    """Lets enemies that pass each other on one leg meet; if they fight, neither moves on, and one may be gone."""
    pairs = [(first, second) for first in sorted(step.moves) for second in sorted(step.moves)
             if first < second and crossing(state, step, first, second)]  # fmt: skip
    for first, second in pairs:
        if both_move(step, first, second) and await meet(table, state, ruling, first, second):
            for name in (first, second):
                step.moves.pop(name, None)
                step.intents[name] = waits()
    step.intents = {name: found for name, found in step.intents.items() if name in state.formations}


def both_move(step: Step, first: str, second: str) -> bool:
    """Tells if two Formations still move."""
    return first in step.moves and second in step.moves


def crossing(state: State, step: Step, first: str, second: str) -> bool:
    """Tells if two enemies change places in this step."""
    if state.side_of(first) == state.side_of(second):
        return False
    here, there = state.place(first), state.place(second)
    return (step.moves[first], step.moves[second]) == (there, here)


def carry_out(table: Table, state: State, ruling: Ruling, step: Step, formation: str) -> None:
    """Carries out what one Formation means to do, as far as its dice let it."""
    if formation not in state.formations:
        return
    found = step.intents[formation]
    if formation in step.moves:
        move(table, state, formation, step.moves[formation])
    elif found.kind in (MOVE, ZONE):
        still(table, state, formation, found)
    elif found.kind == TO_SEA:
        to_sea(table, state, step, formation)
    elif found.kind == INTO_PORT:
        into_port(table, state, ruling, formation, barred=formation in step.barred)
    elif found.kind == STAND:
        stand(table, state, formation)
    elif found.kind == LEAVE:
        leave_map(table, state, ruling, formation)
    else:
        if found.kind == WORK or (may_clear(state, formation) and clear(table, state, formation)):
            state.formations[formation].mps += 1
        rest(table, state, formation, found.why)


@base("R6.8", "Who lies still clears the place of prowlers")
def may_clear(state: State, formation: str) -> bool:
    """Tells if a Formation that waits at sea has an MP left to drive off who lies there for prey."""
    one = state.formations[formation]
    return one.state == READY and not one.inside and may_spend(state, formation)


def log(table: Table, state: State, formation: str, text: str, what: str, rule: str = "R5.2", to: str = "") -> None:
    """Tells the owner what a Formation did in this MPI."""
    said = f"{short(state, formation)} {text}."
    table.note(rule, state.side_of(formation), said, "log", formation=formation, at=state.place(formation), to=to,
               what=what, impulse=state.impulse, mpi=state.mpi)  # fmt: skip


def move(table: Table, state: State, formation: str, to: str) -> None:
    """Moves a Formation to a place; everybody sees its marker go."""
    one = state.formations[formation]
    was, one.said = one.at, ""
    if one.blockades and one.blockades != to:
        lift(table, state, formation, "it has left the Port")
    place(state, formation, to)
    text = f"{one.marker} sails from {state.board.place_name(was)} to {state.board.place_name(to)}."
    table.note("R5.2", ALL, text, "marker", marker=one.marker, at=to, gone=False, **{"from": was})
    said = f"sails from {state.board.place_name(was)} to {state.board.place_name(to)}"
    log(table, state, formation, said, "moved", to=to)


def still(table: Table, state: State, formation: str, found: Intent) -> None:
    """Tells the owner why a Formation that wanted to move is where it was."""
    one, at = state.formations[formation], state.board.whereabouts(state.place(formation))
    if found.kind == ZONE:
        log(table, state, formation, f"is still {at} and finds no way out", "lost", "R5.6")
    elif one.toward:
        said = f"beats to windward {at}, for {state.board.place_name(found.to)}"
        log(table, state, formation, said, "beats", "R5.3")
    else:
        log(table, state, formation, f"waits for a breeze {at} in vain", "becalmed", "R5.5")


@base("R3.5", "Fitting Out to Ready")
def to_sea(table: Table, state: State, step: Step, formation: str) -> None:
    """Puts a Formation to sea, past the blockaders if there are any."""
    one = state.formations[formation]
    one.mps += 1
    if formation in step.out:
        passed, force = step.out[formation]
        came_out(table, state, formation, passed=passed, force=force)
        return
    marker = appear(table, state, formation)
    one.fitted, one.moved = True, True
    log(table, state, formation, f"puts to sea {state.board.whereabouts(one.at)} as {marker}", "to-sea", "R3.5")


@base("R5.11", "Into port", "R3.5", "R3.15")
def into_port(table: Table, state: State, ruling: Ruling, formation: str, *, barred: bool) -> None:
    """Brings a Formation into port, or lets one that was Ready within a Harbour stand down.

    Into a Neutral Harbour cripples alone go; the others of a Flotilla wait outside (1.327).
    """
    one = state.formations[formation]
    one.mps += 1
    if barred:
        said = f"tries to slip into {state.board.place_name(one.at)} and finds the way barred"
        log(table, state, formation, said, "barred", "R7.8")
        return
    if not may_use(state, ruling, formation, one.at) and not one.inside:
        shelter(table, state, ruling, formation)
        return
    fit_out(table, state, formation)
    log(table, state, formation, f"goes into {state.board.place_name(one.at)} to fit out", "into-port", "R3.5")


@base("R3.5", "Cripples in a Neutral Harbour", "R2.6")
def shelter(table: Table, state: State, ruling: Ruling, formation: str) -> None:
    """Lays the cripples of a Formation up in a Neutral Harbour; a Formation without others is gone from the sea."""
    at, side = state.place(formation), state.side_of(formation)
    for squadron in sheltering(state, ruling, formation, at):
        state.lay_up(squadron, at)
        state.squadrons[squadron].foreign = True
        text = f"{state.label(squadron)} goes In Ordinary in the neutral harbour of {state.label(at)}."
        table.note("R3.5", side, text, "log", formation=formation, at=at, what="shelters")
    if state.empty(formation):
        vanish(table, state, formation)
        drop_if_empty(table, state, formation)


@base("R3.15", "Ready in a besieged Harbour")
def stand(table: Table, state: State, formation: str) -> None:
    """Lets a Formation stand to its guns within a besieged Harbour."""
    one = state.formations[formation]
    one.mps += 1
    one.state, one.inside = READY, True
    said = f"stands to her guns in the harbour of {state.board.place_name(one.at)}"
    log(table, state, formation, said, "stands", "R3.15")


def rest(table: Table, state: State, formation: str, why: str) -> None:
    """Keeps a Formation where it is; its owner hears a reason once, while it stays the same."""
    one = state.formations[formation]
    told, one.said = one.said, why or one.said
    if why and why != told and (one.state == READY or formation in state.plans):
        log(table, state, formation, f"lies {state.board.whereabouts(one.at)}: {why}" if one.state == READY else
            f"lies in {state.board.place_name(one.at)}: {why}", "waits")  # fmt: skip


async def arrive(table: Table, state: State, ruling: Ruling, formation: str) -> None:
    """Lets what happens on entering a place happen, and counts it for the Order."""
    one = state.formations.get(formation)
    if one is None or one.state != READY:
        return
    if one.moved and state.is_convoy(formation):
        await ruling.on_entering(table, state, ruling, formation, one.at)
    if formation in state.formations:
        pass_waypoint(table, state, formation)
