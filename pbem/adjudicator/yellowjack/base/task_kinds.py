"""Tasks at sea: search, shadowing, attacks on Convoys, interdiction and its clearing (R6.5, R6.7 to R6.9)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    LIGHT,
    assigned_to,
    class_of,
    counter_of,
    is_ready,
    place_of,
    side_of,
    to_recovery,
)
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.convoys import convoy_hit
from pbem.adjudicator.yellowjack.base.orders import count_box
from pbem.adjudicator.yellowjack.base.ports import at_peace
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import (
    CONVOY_ATTACK,
    INTERDICTION,
    PORT_INTERDICTION,
    SHADOW,
    Deed,
    screened,
)
from pbem.adjudicator.yellowjack.base.spotting import SEARCH as FOUND
from pbem.adjudicator.yellowjack.base.spotting import SHADOW as SHADOWED
from pbem.adjudicator.yellowjack.base.spotting import short, spot
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FLAG, READY, SIDES, other, sail

LASTING_AT_A_PLACE = (INTERDICTION, PORT_INTERDICTION)


# -------------------------------------------------------------------------------------------- search, shadow


@base("R6.5", "Search", "2.46")
async def search(table: Table, state: State, deed: Deed) -> None:
    """Throws for the class of the searcher; a Formation that is found is Spotted."""
    one = state.formations[deed.target]
    shift = search_shift(state, deed.target)
    fell = await throw(table, "R6.5", "search", when(state), deed.at, one.marker, why="", shift=shift, to="",
                       lane=SEALED)  # fmt: skip
    found = fell.total <= state.board.craft.classes[class_of(state, deed.who)].search
    word = "finds out what it is" if found else "finds out nothing"
    text = f"{state.label(deed.who)} looks at {sail(one.marker)} {state.board.whereabouts(deed.at)} and {word}."
    table.note("R6.5", deed.side, text, "searched", aux=deed.who, marker=one.marker, at=deed.at, found=found)
    if found:
        spot(table, state, deed.target, FOUND)
    to_recovery(state, deed.who)


@base("R6.5", "Modifiers of a search by an Auxiliary")
def search_shift(state: State, target: str) -> Shift:
    """A Flag or Convoy is found sooner, in truth and known or not; in a Zone, and a lone Frigate Squadron, later."""
    one, shift = state.formations[target], Shift()
    shift.add("R6.5", -1, "a Flag or a Convoy", when=one.kind in (FLAG, CONVOY))
    shift.add("R6.5", 1, "in a Sea Zone", when=state.board.is_zone(one.at))
    lone = len(state.squadrons_of(target)) == 1 and state.frigates_only(target)
    shift.add("R6.5", 1, "one Frigate Squadron", when=lone)
    return shift


@base("R6.9", "Shadow")
def shadow(table: Table, state: State, deed: Deed) -> None:
    """Puts an Auxiliary beside a Spotted enemy; it goes along and keeps it Spotted."""
    one = state.auxiliaries[deed.who]
    one.station, one.task, one.target, one.since = one.at, SHADOW, deed.target, state.now
    spot(table, state, deed.target, SHADOWED)


@base("R6.9", "A Shadow ends where its target goes into port", "R6.6", "2.462")
async def tend(table: Table, state: State, ruling: Ruling) -> None:
    """Looks after Tasks that last: those without a target end, others may be Screened again, Shadows keep in sight."""
    for aux, one in state.auxiliaries.items():
        if one.task == SHADOW and not (one.target in state.formations and state.condition(one.target) == READY):
            text = f"{state.label(aux)} has nothing left to shadow."
            table.note("R6.9", side_of(state, aux), text, "task-over", aux=aux)
            to_recovery(state, aux)
    older = [(aux, one) for aux, one in state.auxiliaries.items() if one.task]
    deeds = [Deed(side_of(state, aux), aux, one.task, place_of(state, aux), one.target) for aux, one in older]
    await screened(table, state, ruling, deeds)
    for one in state.auxiliaries.values():
        if one.task == SHADOW and one.target in state.formations:
            spot(table, state, one.target, SHADOWED)


# -------------------------------------------------------------------------------------------- Convoys


def convoy_in(state: State, formation: str) -> str:
    """The Convoy under a marker: the Formation itself, or one that goes with it; empty for none."""
    names = state.together(state.leading(formation))
    return next((name for name in names if state.formations[name].kind == CONVOY), "")


@base("R6.7", "Convoy Attack", "2.251", "3.341")
async def attack_convoy(
    table: Table, state: State, ruling: Ruling, deed: Deed, *, barred: bool = False
) -> None:  # fmt: skip
    """Attacks a Convoy; on what is none, or at peace, the Task is spent without effect."""
    convoy = convoy_in(state, deed.target)
    marker, where = state.formations[state.leading(deed.target)].marker, state.board.whereabouts(deed.at)
    if not convoy or barred:
        table.note("R6.4", deed.side, f"{state.label(deed.who)} finds no prey in {sail(marker)} {where}.", "no-prey",
                   aux=deed.who, marker=marker, at=deed.at)  # fmt: skip
    else:
        await strike_convoy(table, state, ruling, deed, convoy)
    if deed.who in state.auxiliaries and state.auxiliaries[deed.who].task not in LASTING_AT_A_PLACE:
        to_recovery(state, deed.who)


async def strike_convoy(table: Table, state: State, ruling: Ruling, deed: Deed, convoy: str) -> None:
    """Throws one attack; its owner hears the damage, the attacker if there was any. The Convoy is Spotted by it."""
    marker, where = state.formations[state.leading(convoy)].marker, state.board.whereabouts(deed.at)
    sort = LIGHT if deed.notional else class_of(state, deed.who)
    fell = await throw(table, "R6.7", "convoy-attack", when(state), deed.at, marker, why="",
                       shift=attack_shift(state, sort, convoy), to="", lane=SEALED)  # fmt: skip
    points = state.board.craft.convoy_attack[fell.total]
    spot(table, state, convoy, FOUND)
    by = "the coast guard" if deed.notional else "an Auxiliary"
    text = f"{state.label(convoy)} is attacked by {by} {where}: {points or 'no'} DP{'s' * (points != 1)}."
    table.note("R6.7", other(deed.side), text, "raided", formation=convoy, at=deed.at, dp=points)
    name = "The coast guard" if deed.notional else state.label(deed.who)
    done = "does damage" if points else "does no damage"
    text = f"{name} attacks the Convoy marked {marker} {where} and {done}."
    table.note("R6.7", deed.side, text, "raided", marker=marker, at=deed.at, hit=bool(points))  # fmt: skip
    if points:
        await convoy_hit(table, state, ruling, convoy, points, by=deed.side)


@base("R6.7", "Modifiers of a Convoy Attack")
def attack_shift(state: State, sort: str, convoy: str) -> Shift:
    """The class of the attacker, each Squadron of the Escort, and an Auxiliary with the Convoy."""
    shift = Shift()
    figure = state.board.craft.classes[sort].attack
    shift.add("R6.7", figure, "the class of the attacker", when=figure != 0)
    leading = state.leading(convoy)
    for squadron in state.squadrons_of(leading):
        frigates = state.is_frigates(squadron)
        shift.add("R6.7", 2 if frigates else 1, "Frigates escort it" if frigates else "a Squadron escorts it")
    guarded = any(assigned_to(state, name) for name in state.together(leading))
    shift.add("R6.7", 1, "an Auxiliary is with it", when=guarded)
    return shift


# -------------------------------------------------------------------------------------------- interdiction


@base("R6.8", "Interdiction (Task)", "2.461")
def interdict(table: Table, state: State, deed: Deed) -> None:
    """Puts an Auxiliary at a place, where it stays; a Corsair lies off a Port for prizes."""
    one = state.auxiliaries[deed.who]
    one.station, one.at, one.task, one.since, one.struck = one.at, deed.at, deed.task, state.now, 0
    text = f"{state.label(deed.who)} stays {state.board.whereabouts(deed.at)}."
    table.note("R6.8", deed.side, text, "interdicts", aux=deed.who, at=deed.at)


@base("R6.8", "Each Convoy of the enemy that comes there is attacked, once an Impulse")
async def prey_passes(table: Table, state: State, ruling: Ruling) -> None:
    """Lets Auxiliaries that interdict attack the Convoys that are at their place."""
    for aux, one in list(state.auxiliaries.items()):
        if one.task != INTERDICTION or one.struck == state.now:
            continue
        side = side_of(state, aux)
        prey = [name for name in state.ready_at(one.at, other(side)) if convoy_in(state, name)]
        for name in prey:
            if aux in state.auxiliaries and one.task == INTERDICTION and not spared(state, aux, name):
                one.struck = state.now
                await attack_convoy(table, state, ruling, Deed(side, aux, CONVOY_ATTACK, one.at, name))


def spared(state: State, aux: str, formation: str) -> bool:
    """Tells if peace protects a Convoy from an Auxiliary: that of Britain and France before the war (R6.16)."""
    return at_peace(state, counter_of(state, aux).contingent, state.formations[formation].contingent)


def lying_at(state: State, place: str, side: str) -> list[str]:
    """The Auxiliaries and Corsairs of a side that lie at a place for prey."""
    return [aux for aux, one in state.auxiliaries.items()
            if one.task in LASTING_AT_A_PLACE and one.at == place and side_of(state, aux) == side]  # fmt: skip


@base("R6.8", "A Flotilla or lone Squadron clears a place for 1 MP", "2.462", "2.26")
def clear(table: Table, state: State, formation: str) -> bool:
    """Drives off all that lie for prey at the place of a Formation, and tells if there were any."""
    at, side = state.place(formation), state.side_of(formation)
    found = lying_at(state, at, other(side))
    if state.formations[formation].kind == CONVOY:
        return False
    for aux in found:
        where = state.board.whereabouts(at)
        owner = side_of(state, aux)
        table.note("R6.8", owner, f"{state.label(aux)} is driven away {where}.", "driven-off", aux=aux, at=at)
        table.note("R6.8", side, f"{short(state, formation)} drives prowlers away {where}.", "driven-off",
                   formation=formation, at=at)  # fmt: skip
        to_recovery(state, aux)
    return bool(found)


@base("R9.9", "Port Interdiction: a Failed Order for each full Impulse", "2.461")
def count_interdiction(table: Table, state: State) -> None:
    """Puts a Failed Order into the box of a Port's side, for each Corsair there since before this Impulse (E4)."""
    for one in state.auxiliaries.values():
        if one.task == PORT_INTERDICTION and one.since < state.now and state.side_of_port(one.at):
            side = state.side_of_port(one.at)
            count_box(state, side, f"corsair-{one.at}", False, "2.461")  # who it was, nobody tells
            text = f"A Corsair off {state.label(one.at)} ruins its trade: a Failed Order."
            table.note("2.461", side, text, "interdicted", port=one.at, name=state.label(one.at))


@base("R4.5", "The end of operations: Corsairs off Ports recover", "2.461")
def end_of_operations(table: Table, state: State) -> None:
    """Sends Corsairs that lie off Ports to Recovery; Shadows and interdictions stay."""
    for aux, one in state.auxiliaries.items():
        if one.task == PORT_INTERDICTION:
            to_recovery(state, aux)
    for aux, one in state.auxiliaries.items():
        if counter_of(state, aux).contingent == PIRATE and is_ready(state, aux):
            one.serves = ""


def open_tasks(state: State) -> list[dict[str, str]]:
    """The Tasks that last and that both sides have seen: class, side, place and what they are."""
    found = []
    for aux, one in state.auxiliaries.items():
        if one.task:
            target = state.formations.get(state.leading(one.target)) if one.target in state.formations else None
            found.append({"side": side_of(state, aux), "task": one.task, "at": place_of(state, aux),
                          "marker": target.marker if target else ""})  # fmt: skip
    return sorted(found, key=lambda each: (SIDES.index(each["side"]), each["at"], each["task"]))
