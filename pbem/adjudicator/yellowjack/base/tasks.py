"""Tasks of Auxiliaries: both sides reveal one a round, it is Screened, then done (R6.4, R6.13, R6.16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    BOMB,
    FIRESHIP,
    FLEET,
    GALLEY,
    class_of,
    counter_of,
    is_ready,
    of_side,
    reach_of,
    to_recovery,
)
from pbem.adjudicator.yellowjack.base.conventions import higher, when
from pbem.adjudicator.yellowjack.base.harbour_tasks import harbour_deed, why_not_harbour
from pbem.adjudicator.yellowjack.base.ports import at_peace, france_fights, is_friendly_to
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import (
    BOMBARD,
    BURN,
    CLASS_WORDS,
    CONVOY_ATTACK,
    CUTTING_OUT,
    INTERDICTION,
    PORT_INTERDICTION,
    RAID,
    REBASE,
    SEARCH,
    SHADOW,
    WORDS,
    Deed,
    column_of,
    screened,
)
from pbem.adjudicator.yellowjack.base.skies import ONLY_DOWNWIND, force_at, hurricane_effect
from pbem.adjudicator.yellowjack.base.spotting import order_of_map
from pbem.adjudicator.yellowjack.base.task_kinds import attack_convoy, interdict, prey_passes, search, shadow, tend
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FRENCH, SIDES, other, sail

#: Tasks in a Port or its Harbour, and those against a marker.
IN_PORT = (CUTTING_OUT, RAID, BOMBARD, BURN)
AGAINST_SHIPS = (SEARCH, SHADOW, CONVOY_ATTACK)
OF_CORSAIRS = (SEARCH, SHADOW, CONVOY_ATTACK, PORT_INTERDICTION)
OF_PIRATES = (CONVOY_ATTACK, PORT_INTERDICTION, REBASE)


# -------------------------------------------------------------------------------------------- rounds


@base("R6.4", "Doing Tasks: rounds, until both sides pass", "2.43", "3.424", "R4.4")
async def tasks(table: Table, state: State, ruling: Ruling) -> None:
    """Tends Tasks that last, then lets both sides reveal one a round until both pass (m4)."""
    if not (state.auxiliaries or marines_ready(state)):
        return
    await tend(table, state, ruling)
    await prey_passes(table, state, ruling)
    while True:
        deeds = await revealed(table, state, ruling)
        if not deeds:
            return
        order = order_of_map(state.board)
        deeds.sort(key=lambda deed: (order.get(deed.at, len(order)), deed.side))
        for deed in deeds:
            announce(table, state, deed)
        cancelled = await screened(table, state, ruling, deeds)
        for deed, stopped in zip(deeds, cancelled, strict=True):
            if not stopped:
                await carry_out(table, state, ruling, deed)
            elif deed.who in state.units:
                state.units[deed.who].tasked = True


async def revealed(table: Table, state: State, ruling: Ruling) -> list[Deed]:
    """The Tasks of one round, at most one a side; a Pirate's counts as its side's (2.431)."""
    asked: list[Entry] = []
    for side in SIDES:
        able = able_of(state, side)
        if able:
            asked.append(task_question(table, state, side, "tasks", able))
        pirates = idle_pirates(state) if may_rouse(state, side) else []
        if pirates:
            asked.append(task_question(table, state, side, "pirates", pirates))
    deeds: dict[str, Deed] = {}
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        if not answer or question.side in deeds:
            continue
        deed, why = read_deed(state, ruling, question.side, answer, pirate=question.topic == "pirates")
        if deed is not None:
            deeds[question.side] = deed
        elif why:
            who = str(answer.get("aux") or answer.get("pirate", ""))
            table.note("R6.4", question.side, f"{state.label(who)} is not sent: {why}.", "lapsed", aux=who)
    return await one_first(table, state, list(deeds.values()))


def task_question(table: Table, state: State, side: str, topic: str, able: list[str]) -> Entry:
    """The question for a Task; empty passes."""
    facts: dict[str, Plain] = {"able": list(able), "impulse": str(state.impulse), "mpi": str(state.mpi)}
    prompt = "Which Auxiliary is sent on a Task now?" if topic == "tasks" else "Which Pirate is roused now?"
    return entry(table, "R6.4", side, topic, facts, prompt, when(state), side)


def able_of(state: State, side: str) -> list[str]:
    """The Auxiliaries and Marines of a side that can be sent on a Task now."""
    marines = [unit for unit in marines_ready(state) if state.unit_side(unit) == side]
    return [aux for aux in of_side(state, side) if is_ready(state, aux)] + marines


def marines_ready(state: State) -> list[str]:
    """The Marines Assigned to a Flotilla at sea that have not done their Task (2.531)."""
    return [unit for unit, held in state.units.items()
            if held.at in state.formations and state.board.units[unit].icon == "marine" and not held.tasked
            and held.at not in state.convoys and not held.disrupted]  # fmt: skip


@base("R6.13", "Pirates: roused by turns", "2.431", "2.412")
def may_rouse(state: State, side: str) -> bool:
    """Tells if a side may rouse a Pirate: either at first, then each after the other."""
    return state.pirate_turn in ("", side)


def idle_pirates(state: State) -> list[str]:
    """The Pirates that lie in their zones."""
    return [aux for aux in state.auxiliaries
            if counter_of(state, aux).contingent == PIRATE and is_ready(state, aux)
            and state.auxiliaries[aux].since != state.now]  # fmt: skip


async def one_first(table: Table, state: State, deeds: list[Deed]) -> list[Deed]:
    """Lets one side alone rouse the very first Pirate, by the higher throw (2.431); then the turn goes over."""
    rousers = [deed for deed in deeds if deed.pirate]
    if len(rousers) > 1:
        first = await higher(table, "2.431", "pirate-first", SIDES, why="The first Pirate")
        deeds = [deed for deed in deeds if not deed.pirate or deed.side == first]
    for deed in deeds:
        if deed.pirate:
            state.pirate_turn, state.auxiliaries[deed.who].serves = other(deed.side), deed.side
    return deeds


# -------------------------------------------------------------------------------------------- reading an answer


def read_deed(
    state: State, ruling: Ruling, side: str, answer: Mapping[str, Any], *, pirate: bool
) -> tuple[Deed | None, str]:
    """The Task that an answer means, or why it is not done; only what its owner sees speaks against it."""
    who, task = str(answer.get("aux") or answer.get("pirate", "")), str(answer.get("task", "")).replace("_", "-")
    able = idle_pirates(state) if pirate else able_of(state, side)
    if who not in able:
        return None, "it is not ready"
    why = why_not_task(state, who, task)
    if why:
        return None, why
    reach = reach_of(state, who) if who in state.auxiliaries else (state.place(state.units[who].at),)
    deed = Deed(side, who, task, "", pirate=pirate, squadron=str(answer.get("squadron", "")))
    if task == REBASE:
        deed.goal = str(answer.get("to", ""))
        deed.at = state.board.corsair_zones[state.auxiliaries[who].at].origin
        return (deed, "") if open_to_pirates(state, deed.goal) else (None, "no pirate flag flies in that zone")
    if task in AGAINST_SHIPS:
        return against_marker(state, side, deed, str(answer.get("target", "")), reach)
    deed.at = str(answer.get("at", ""))
    if deed.at not in reach:
        known = deed.at in state.board.nodes
        return None, f"{state.board.place_name(deed.at)} is out of its reach" if known else "no place is named"
    return (None, why) if (why := why_not_there(state, side, deed)) else (deed, "")


def open_to_pirates(state: State, zone: str) -> bool:
    """Tells if Pirates may lie in a Corsair Zone."""
    found = state.board.corsair_zones.get(zone)
    return found is not None and PIRATE in found.flags


@base("R6.1", "What each class may do", "2.133", "2.46", "2.144", "2.53")
def why_not_task(state: State, who: str, task: str) -> str:
    """Explains why one may not do a kind of Task at all; empty if it may."""
    if who in state.units:
        return "" if task in (CUTTING_OUT, RAID) else "Marines cut out and raid, and nothing else (2.53)"
    own = counter_of(state, who)
    if own.contingent == PIRATE:
        allowed = [*OF_PIRATES[: 3 if own.unlimited else 2]]
    elif state.auxiliaries[who].zone:
        allowed = [each for each in OF_CORSAIRS if each != SHADOW or own.sort == FLEET]
        allowed = [each for each in allowed if each != SEARCH or own.sort in (FLEET, GALLEY)]
    else:
        allowed = tasks_of_class(state, class_of(state, who))
    return "" if task in allowed else f"it has no Task such as {WORDS.get(task, task)}"


def tasks_of_class(state: State, sort: str) -> list[str]:
    """The Tasks of a class that is no Corsair."""
    known = state.board.craft.classes[sort]
    found = [SEARCH, CONVOY_ATTACK] if known.search >= 0 else []
    found += [SHADOW] if known.shadows else []
    found += [INTERDICTION] if known.interdicts else []
    return found + {BOMB: [BOMBARD], FIRESHIP: [BURN]}.get(sort, [])


def against_marker(
    state: State, side: str, deed: Deed, marker: str, reach: tuple[str, ...]
) -> tuple[Deed | None, str]:
    """A Task against a marker of the enemy in reach; who attacks an unseen one may find that it is no Convoy."""
    target = state.by_marker(marker)
    if not target or state.side_of(target) == side:
        return None, f"no enemy is marked {marker}" if marker else "no target is named"
    one = state.formations[target]
    if one.at not in reach:
        return None, f"{sail(marker)} is out of its reach"
    if too_rough(state, one.at):
        return None, "it blows too hard there"
    if deed.task == SHADOW and not one.spotted:
        return None, f"{sail(marker)} is not Spotted (R6.9)"
    if deed.task == SEARCH and one.spotted:
        return None, f"{sail(marker)} is Spotted already"
    zone = state.auxiliaries[deed.who].zone
    if deed.task == CONVOY_ATTACK and not zone and not one.spotted:
        return None, f"{sail(marker)} is not Spotted, and only a Corsair attacks what it does not know (R6.7)"
    deed.at, deed.target = one.at, target
    return deed, ""


def too_rough(state: State, place: str) -> bool:
    """Tells if no Task can be done at a place: a Gale of Force 9 or more, or a Hurricane (R5.9)."""
    return force_at(state, place) >= ONLY_DOWNWIND or hurricane_effect(state, place) is not None


def why_not_there(state: State, side: str, deed: Deed) -> str:
    """Explains why a Task cannot be done at a place, as far as its owner sees; empty if it can."""
    if too_rough(state, deed.at):
        return "it blows too hard there"
    if deed.task == INTERDICTION and state.board.is_small(deed.at):
        return "nobody interdicts a Small Space (R2.2)"
    if deed.task == PORT_INTERDICTION:
        if deed.at not in state.ports or is_friendly_to(state, deed.at, side):
            return "it lies off a Port that is not Friendly (2.461)"
        if not state.side_of_port(deed.at) or at_peace(state, side, state.holder(deed.at)):
            return "nobody there is the enemy"
    return why_not_harbour(state, side, deed) if deed.task in IN_PORT else ""


# -------------------------------------------------------------------------------------------- carrying out


def announce(table: Table, state: State, deed: Deed) -> None:
    """Tells both sides of a Task that is revealed: its owner by name, the other by its class."""
    where = state.board.whereabouts(deed.at)
    marker = state.formations[state.leading(deed.target)].marker if deed.target else ""
    aim = f" against {sail(marker)}" if marker else ""
    text = f"{state.label(deed.who)} is sent on a Task {where}{aim}: {WORDS[deed.task]}."
    facts: dict[str, Any] = {"at": deed.at, "task": deed.task, "marker": marker}
    table.note("R6.4", deed.side, text, "task", aux=deed.who, **facts)
    kind = CLASS_WORDS[column_of(state, deed)]
    owner = "roused by the enemy" if deed.pirate else "of the enemy"
    text = f"{kind[:1].upper()}{kind[1:]} {owner} is seen {where}{aim}: {WORDS[deed.task]}."
    table.note("R6.4", other(deed.side), text, "task", **facts)


async def carry_out(table: Table, state: State, ruling: Ruling, deed: Deed) -> None:
    """Does one Task that was not Screened; a Task that does not last sends its Auxiliary to Recovery."""
    if deed.who not in state.units and deed.who not in state.auxiliaries:
        return
    if deed.target and deed.target not in state.formations:
        to_recovery(state, deed.who)
    elif deed.task == SEARCH:
        await search(table, state, deed)
    elif deed.task == SHADOW:
        shadow(table, state, deed)
    elif deed.task == CONVOY_ATTACK:
        await attack_convoy(table, state, ruling, deed, barred=barred(state, deed))
    elif deed.task in (INTERDICTION, PORT_INTERDICTION):
        interdict(table, state, deed)
    elif deed.task == REBASE:
        change_zone(table, state, deed)
    else:
        await harbour_deed(table, state, ruling, deed)


def barred(state: State, deed: Deed) -> bool:
    """Tells if a Convoy turns out to be of a nation that the attacker is at peace with."""
    contingent = state.formations[deed.target].contingent
    own = deed.side if deed.pirate else counter_of(state, deed.who).contingent
    return at_peace(state, deed.side, contingent) or (own == FRENCH and not france_fights(state))


@base("R6.13", "A Pirate of unlimited range changes its zone in place of a Task", "2.424", "2.46")
def change_zone(table: Table, state: State, deed: Deed) -> None:
    """Moves a Pirate to another zone; it is not sent to Recovery."""
    one = state.auxiliaries[deed.who]
    one.at = one.zone = deed.goal
    one.serves, one.since = "", state.now
    text = f"{state.label(deed.who)} is now in the zone {state.board.corsair_zones[deed.goal].name}."
    for side in SIDES:
        table.note("2.424", side, text, "rebase", aux=deed.who, zone=deed.goal)
