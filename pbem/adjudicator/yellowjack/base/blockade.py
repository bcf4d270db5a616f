"""Blockades: who may declare one, what ends it, and coming out of a blockaded Port (R7.6 to R7.8)."""

from __future__ import annotations

from pbem.adjudicator.engine.piecemeal import by_word
from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.ports import at_peace, is_enemy, is_key
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import ONLY_DOWNWIND, force_at, hurricane_effect
from pbem.adjudicator.yellowjack.base.spotting import (
    BLOCKADE,
    BREAK_OUT,
    afloat,
    afloat_at,
    appear,
    is_flotilla,
    short,
    spot,
)
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, INDEPENDENT, SIDES, other, sail

#: The most that further blockaders add, and the MPIs after which a captain has chosen the night (R7.8).
MOST_BLOCKADERS, WAITED = 3, 2

# -------------------------------------------------------------------------------------------- blockaded Ports


@base("R7.6", "A blockade holds till it is driven off", "R7.2")
def blockaders(state: State, port: str) -> list[str]:
    """The Formations that blockade a Port."""
    return list(blockades(state).get(port, ()))


def blockades(state: State) -> dict[str, list[str]]:
    """The Formations afloat by the Ports that they blockade; those that blockade none under no name."""
    return state.until_one_sails("blockades", lambda: by_word(
        (state.formations[name].blockades, name) for name in afloat(state)))  # fmt: skip


def is_blockaded(state: State, port: str) -> bool:
    """Tells if a Port is blockaded."""
    return bool(blockaders(state, port))


def shut_in(state: State, formation: str) -> bool:
    """Tells if enemies blockade the Port that a Formation lies in, or lies off."""
    side = state.side_of(formation)
    return any(state.side_of(name) != side for name in blockaders(state, state.place(formation)))


@base("R7.6", "Who may declare a blockade", "2.26")
def why_no_blockade(state: State, formations: list[str], port: str) -> str:
    """Explains why Formations in a Port Space cannot blockade it together; empty if they can."""
    if not formations:
        return "nobody is there"
    side = state.side_of(formations[0])
    if not is_enemy(state, port, side):
        return f"{state.board.place_name(port)} is no Enemy Port"
    if too_rough(state, port):
        return "it blows too hard"
    if afloat_at(state, port, other(side)):
        return f"an enemy lies Ready {state.board.whereabouts(port)}"
    if any(is_flotilla(state, name) for name in formations) or not is_key(state, port):
        return ""
    squadrons = sum(len(state.squadrons_of(name)) for name in formations)
    return "" if squadrons >= 2 else "a lone Squadron cannot blockade a Key Port"


@base("R7.6", "A Gale of Force 9, or a Hurricane, lifts a blockade")
def too_rough(state: State, port: str) -> bool:
    """Tells if nobody can blockade a Port in its weather."""
    return force_at(state, port) >= ONLY_DOWNWIND or hurricane_effect(state, port) is not None


@base("2.26", "Before the war no Frenchman blockades a British Port", "R7.6")
def may_take_part(state: State, formation: str, port: str) -> bool:
    """Tells if a Formation is one that blockades a Port: a Convoy does not, nor a nation at peace with its holder."""
    one = state.formations[formation]
    return one.kind != CONVOY and not at_peace(state, one.contingent, state.holder(port))


# -------------------------------------------------------------------------------------------- declared and lifted


def means_to(state: State, ruling: Ruling, formation: str) -> str:
    """The Port that a Formation is to blockade, by the step of its plan in hand or by its Order; empty for none."""
    plan = state.plans.get(formation, {})
    steps = plan.get("then") or []
    step = steps[0] if steps and isinstance(steps[0], dict) else {}
    if "blockade" in step:
        return str(step["blockade"])
    return ruling.holds_blockade(state, formation) if not steps or "carry_on" in step else ""


@base("R7.6", "Blockades are declared and lifted")
def declare(table: Table, state: State, ruling: Ruling) -> None:
    """Lifts what no longer stands off its Port, and declares the blockades that plans and Orders ask for (m6)."""
    for name in afloat(state):
        port = state.formations[name].blockades
        if port and state.formations[name].at != port:
            lift(table, state, name, "it has left the Port")
        elif port and too_rough(state, port):
            lift(table, state, name, "the weather has driven it off")
        elif port and not is_enemy(state, port, state.side_of(name)):
            lift(table, state, name, "the Port is taken")
    lying = {(state.formations[name].at, state.side_of(name)) for name in afloat(state)}
    for port in list(state.ports):
        for side in SIDES:
            if (port, side) in lying:
                declare_at(table, state, ruling, port, side)


def declare_at(table: Table, state: State, ruling: Ruling, port: str, side: str) -> None:
    """Declares the blockade of one Port by all Formations of a side that mean to, if together they may."""
    wishing = [name for name in afloat_at(state, port, side)
               if may_take_part(state, name, port) and means_to(state, ruling, name) == port]  # fmt: skip
    fresh = [name for name in wishing if not state.formations[name].blockades]
    if not fresh:
        return
    holding = [name for name in blockaders(state, port) if state.side_of(name) == side]
    why = "" if holding else why_no_blockade(state, wishing, port)
    for name in fresh:
        if why:
            text = f"{short(state, name)} cannot blockade {state.board.place_name(port)}: {why}."
            table.note("R7.6", side, text, "log", formation=name, at=port, what="no-blockade")
        else:
            begin(table, state, name, port)


def begin(table: Table, state: State, formation: str, port: str) -> None:
    """Lets one Formation blockade a Port; it is Spotted."""
    one = state.formations[formation]
    one.blockades, one.blockading = port, state.tick
    spot(table, state, formation, BLOCKADE)
    text = f"{sail(one.marker, first=True)} blockades {state.board.place_name(port)}."
    table.note("R7.6", ALL, text, "blockade", port=port, marker=one.marker, on=True)


@base("R7.6", "What ends a blockade")
def lift(table: Table, state: State, formation: str, why: str) -> None:
    """Ends the part of one Formation in a blockade."""
    one = state.formations[formation]
    port = one.blockades
    if not port:
        return
    one.blockades, one.blockading = "", 0
    text = f"{sail(one.marker, first=True)} no longer blockades {state.board.place_name(port)}: {why}."
    table.note("R7.6", ALL, text, "blockade", port=port, marker=one.marker, on=False)


@base("R7.7", "Blockades that a side may go to relieve")
def to_relieve(state: State, side: str) -> list[str]:
    """The blockaded Ports of a side, in the order of the map."""
    shut = blockades(state)
    return [port for port in state.ports
            if port in shut and state.side_of_port(port) == side
            and any(state.side_of(name) != side for name in shut[port])]  # fmt: skip


# -------------------------------------------------------------------------------------------- breaking out and in


@base("R7.8", "Modifiers of a Break Out")
def break_shift(state: State, formation: str, *, fair: bool) -> Shift:
    """The modifiers of passing the blockaders; `fair`: the next step is fair."""
    one, shift = state.formations[formation], Shift()
    ring = sum(len(state.squadrons_of(name)) for name in blockaders(state, one.at))
    alone = len(state.squadrons_of(formation)) == 1 and one.kind == INDEPENDENT
    shift.add("R7.8", -1, "a single Squadron", when=alone)
    shift.add("R7.8", -1, "Frigates only", when=state.frigates_only(formation))
    shift.add("R7.8", -1, "a fair wind and one blockader", when=fair and ring == 1)
    shift.add("R7.8", -2, "a Gale", when=force_at(state, one.at) > 0)
    shift.add("R7.8", -1, "she has chosen her night", when=one.let_pass >= WAITED)
    shift.add("R7.8", min(ring - 1, MOST_BLOCKADERS), "more blockaders", when=ring > 1)
    return shift


@base("R7.8", "Break Out, Break In")
async def passes(table: Table, state: State, formation: str, *, fair: bool) -> bool:
    """Throws for one try to pass the blockaders; neither side sees the die."""
    at = state.formations[formation].at
    fell = await throw(
        table, "R7.8", "break-out", f"i{state.impulse}.m{state.mpi}", at, formation, why="break out",
        shift=break_shift(state, formation, fair=fair), to="", lane=SEALED,
    )  # fmt: skip
    return fell.total <= state.board.numbers.break_out_needs


@base("R7.8", "Out of a blockaded Port")
def came_out(table: Table, state: State, formation: str, *, passed: bool, force: bool) -> bool:
    """Puts a Formation to sea unseen, or by force in sight of all, or leaves it where it is; tells if it is out."""
    one, side = state.formations[formation], state.side_of(formation)
    port = state.board.place_name(one.at)
    if not passed and not force:
        text = f"{short(state, formation)} tried to slip out of {port} and found the way barred."
        table.note("R7.8", side, text, "break-out-failed", formation=formation, at=one.at)
        return False
    appear(table, state, formation)
    one.hushed, one.forced = passed, not passed
    text = f"{short(state, formation)} slipped out of {port}." if passed else (
        f"{short(state, formation)} came out of {port} in sight of the blockaders.")  # fmt: skip
    table.note("R7.8", side, text, "broke-out", formation=formation, at=one.at)
    if not passed:
        spot(table, state, formation, BREAK_OUT)
    return True
