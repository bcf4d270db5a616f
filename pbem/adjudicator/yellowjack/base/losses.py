"""Losses of a Battle: Sail that strike, what becomes of them, and Leaders hit (R8.9 to R8.11, R3.14)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.battle_lines import Battle, Line, appoint, leaders_aboard
from pbem.adjudicator.yellowjack.base.conventions import HIGHEST, natural, throw, when
from pbem.adjudicator.yellowjack.base.leaders import capture_leader, kill, to_mess, wound
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import strike_name
from pbem.adjudicator.yellowjack.base.spotting import vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CLASSES,
    FLAGSHIP,
    FRIGATE,
    IN_ORDINARY,
    SIDE_OF,
    SIDES,
    SOL,
    SOL_D,
    other,
)

#: The order in which Sail strike: the weakest Class first, a Flagship last.
WEAKEST_FIRST = (FRIGATE, SOL_D, SOL, FLAGSHIP)
#: What becomes of a struck Sail (the Strike Colours table).
SUNK, REMOVED, TAKEN, TAKEN_DOWN, CLEAR = "sunk", "removed", "taken", "taken-sol-d", "clear"
PRIZES = (TAKEN, TAKEN_DOWN)
#: Highest natural die by which a hit Leader is only wounded; a Leader without a ship escapes, or is taken (R3.14).
WOUNDED_TO, ESCAPES_TO, TAKEN_TO = 5, 4, 7


# ------------------------------------------------------------------------------------------- striking


@base("R8.9", "Strike Colours: Squadrons beyond their Damage Rating may lose Sail", "R1.2")
async def strikes(table: Table, state: State, ruling: Ruling, battle: Battle) -> None:
    """Throws after a round for each Squadron that is crippled."""
    for side in SIDES:
        line = battle.line(side)
        for squadron in list(line.squadrons):
            over = state.squadrons[squadron].dp - state.dr(squadron)
            if over > 0:
                await strike(table, state, ruling, battle, line, squadron, over)


async def strike(
    table: Table, state: State, ruling: Ruling, battle: Battle, line: Line, squadron: str, over: int
) -> None:  # fmt: skip
    """Throws for one Squadron, and deals with the Sail that strike."""
    shift = Shift()
    shift.add("R8.9", over, "damage beyond its rating")
    fell = await throw(table, "R8.9", "strike", when(state), battle.clash.place, f"r{battle.round}", squadron, why="",
                       shift=shift, to="", lane=SEALED)  # fmt: skip
    number = min(state.board.strikes[fell.total], state.size(squadron))
    if not number:
        table.note("R8.9", line.side, f"{state.label(squadron)} fights on, though crippled.", "fights-on",
                   squadron=squadron)  # fmt: skip
        return
    if squadron not in battle.wounded:
        battle.wounded.append(squadron)
    aboard = leaders_aboard(state, line, squadron)
    lost = await fates(table, state, ruling, battle, squadron, struck_sail(state, squadron, number))
    for sort, times in lost.items():
        line.lost[sort] = line.lost.get(sort, 0) + times
        ruling.sail_lost(table, state, line.side, sort, times)
    if not state.size(squadron):
        await unformed(table, state, ruling, battle, line, squadron, aboard)


@base("R8.9", "The weakest Class strikes first, a Flagship last")
def struck_sail(state: State, squadron: str, number: int) -> list[str]:
    """The Classes of the Sail that strike, one for each."""
    sail = state.squadrons[squadron].sail
    return [sort for sort in WEAKEST_FIRST for _ in range(sail.get(sort, 0))][:number]


async def fates(
    table: Table, state: State, ruling: Ruling, battle: Battle, squadron: str, struck: list[str]
) -> dict[str, int]:  # fmt: skip
    """Throws what becomes of each struck Sail; one that runs clear stays. Returns the Sail lost by Class."""
    lost: dict[str, int] = {}
    captor = other(state.squadron_side(squadron))
    for sort in struck:
        parts = (when(state), battle.clash.place, f"r{battle.round}", squadron)
        fate = await fate_of(table, state, sort, parts)
        if fate == CLEAR:
            continue
        lost[sort] = lost.get(sort, 0) + 1
        name = strike_name(state, squadron, sort)
        if fate in PRIZES:
            take_prize(table, state, captor, sort, battle.clash.place, name)
        tell_fate(table, state, captor, sort, fate, name)
    shed(state, squadron, lost)
    return lost


async def fate_of(table: Table, state: State, sort: str, parts: tuple[str, ...]) -> str:
    """Throws the fate of one struck Sail on the table of its Class."""
    fell = await throw(table, "R8.9", "struck", *parts, why="", to="", lane=SEALED)
    row = state.board.struck[fell.total]
    return row.line if sort in (FLAGSHIP, SOL) else row.light


@base("R8.9", "Damage goes with the Sail that strike")
def shed(state: State, squadron: str, lost: dict[str, int]) -> None:
    """Takes Sail out of a Squadron with their share of its damage, rounded up."""
    held, before, gone = state.squadrons[squadron], state.size(squadron), sum(lost.values())
    if gone:
        held.dp -= -(-held.dp * gone // before)
        take_out(state, squadron, lost)


def take_out(state: State, squadron: str, lost: dict[str, int]) -> None:
    """Takes Sail out of a Squadron for good; its damage stays."""
    held, contingent = state.squadrons[squadron], str(state.board.squadrons[squadron].contingent)
    graves = state.lost.setdefault(contingent, {})
    for sort, number in lost.items():
        held.sail[sort] = held.sail[sort] - number
        graves[sort] = graves.get(sort, 0) + number
    held.sail = {sort: held.sail[sort] for sort in CLASSES if held.sail.get(sort, 0)}


def tell_fate(table: Table, state: State, captor: str, sort: str, fate: str, name: str = "") -> None:
    """Tells all what became of a struck Sail, by name."""
    words = {SUNK: "is lost", REMOVED: "is taken and sent home"}
    side = state.label(other(captor))
    who = f"The {name} ({side} {state.label(sort)})" if name else f"A {state.label(sort)} of the {side} side"
    text = f"{who} strikes and {words.get(fate, 'is taken')}."
    table.note("R8.9", ALL, text, "sunk", seat=other(captor), **{"class": sort}, number="1", fate=fate)


# ------------------------------------------------------------------------------------------- prizes


@base("R8.9", "A prize in service joins a Squadron at the captor's nearest Key Port", "R1.10")
def take_prize(table: Table, state: State, captor: str, sort: str, place: str, name: str = "") -> None:
    """Takes a prize into service under her name, In Ordinary, if the counter mix and a Squadron there have room."""
    wanted = FRIGATE if sort == FRIGATE else SOL_D
    home = nearest_key_port(state, captor, place)
    squadron = prize_squadron(state, captor, wanted, home) if home else ""
    if not squadron or not in_mix(state, squadron, wanted):
        return
    held = state.squadrons[squadron]
    if not held.sail:
        state.lay_up(squadron, home)
    held.sail[wanted] = held.sail.get(wanted, 0) + 1
    held.sail = {each: held.sail[each] for each in CLASSES if held.sail.get(each, 0)}
    if name:
        state.ships.setdefault(squadron, {}).setdefault(wanted, []).append(name)
    table.note("R8.9", captor, f"The prize joins {state.label(squadron)} at {state.label(home)}.", "prize",
               squadron=squadron, at=home)  # fmt: skip


def nearest_key_port(state: State, side: str, place: str) -> str:
    """A side's own Key Port with the fewest legs from a place; empty if it has none."""
    ports = [port for port in state.board.ports if state.key_port(port) and state.side_of_port(port) == side]
    return min(ports, key=lambda port: (state.board.legs(place, port), port), default="")


def prize_squadron(state: State, side: str, sort: str, port: str) -> str:
    """A Squadron In Ordinary at a Port with room for a Sail, else one Unformed; empty for none."""
    fits = [name for name, piece in state.board.squadrons.items()
            if SIDE_OF[piece.contingent] == side and (piece.kind == FRIGATE) == (sort == FRIGATE)
            and piece.contingent == state.holder(port) and state.size(name) < piece.capacity]  # fmt: skip
    laid_up = [name for name in fits if state.place_of(name) == port and state.state_of(name) == IN_ORDINARY]
    unused = [name for name in fits if not state.size(name) and not state.place_of(name)]
    return next(iter(laid_up or unused), "")


@base("R1.10", "The counter mix limits the Sail of a Class")
def in_mix(state: State, squadron: str, sort: str) -> bool:
    """Tells if a Contingent has a counter left for a Sail of a Class."""
    contingent = state.board.squadrons[squadron].contingent
    used = sum(held.sail.get(sort, 0) for name, held in state.squadrons.items()
               if state.board.squadrons[name].contingent == contingent)  # fmt: skip
    return used < state.board.mix[contingent].get(sort, 0)


# ------------------------------------------------------------------------------------------- Squadrons and Leaders gone


async def unformed(
    table: Table, state: State, ruling: Ruling, battle: Battle, line: Line, squadron: str, aboard: list[str]
) -> None:  # fmt: skip
    """Takes a Squadron without Sail off the line; its Leaders must look for another ship."""
    formation = state.squadrons[squadron].formation
    line.squadrons = [name for name in line.squadrons if name != squadron]
    state.unform(squadron)
    for leader in aboard:
        await without_ship(table, state, ruling, battle, line, leader)
    if formation in state.formations and state.empty(formation):
        end_orders_of(table, state, formation, "R9.7", "nothing is left of it")
        vanish(table, state, formation)
        line.formations = [name for name in line.formations if name != formation]
        state.remove(formation)


@base("R3.14", "A Leader whose Squadron is gone escapes, is taken or dies")
async def without_ship(
    table: Table, state: State, ruling: Ruling, battle: Battle, line: Line, leader: str
) -> None:  # fmt: skip
    """Throws for a Leader who has lost the ship."""
    fell = await throw(table, "R3.14", "leader-fate", when(state), battle.clash.place, f"r{battle.round}", leader,
                       why="", to="", lane=SEALED)  # fmt: skip
    if natural(fell) <= ESCAPES_TO:
        own = [post for post in state.leaders[leader].posts if post in state.formations]
        if not any(state.formations[name].squadrons for name in own):
            to_mess(state, leader)
        table.note("R3.14", line.side, f"{state.label(leader)} escapes from the loss of the ship.", "leader-hit",
                   leader=leader, fate="escaped")  # fmt: skip
    elif natural(fell) <= TAKEN_TO:
        capture_leader(table, state, ruling, leader)
    else:
        kill(table, state, leader)
    appoint(state, line)


@base("R8.11", "Leader loss: a natural 9, then wounded or killed")
async def leaders_hit(table: Table, state: State, battle: Battle) -> None:
    """Throws after a round for each Leader in a Squadron that was hit hard or lost Sail."""
    for side in SIDES:
        line = battle.line(side)
        at_risk = [(squadron, leader) for squadron in line.squadrons if squadron in battle.wounded
                   for leader in leaders_aboard(state, line, squadron)]  # fmt: skip
        for _, leader in at_risk:
            await shot_at(table, state, battle, leader)
        appoint(state, line)


async def shot_at(table: Table, state: State, battle: Battle, leader: str) -> None:
    """Throws for one Leader, and again after a hit."""
    parts = (when(state), battle.clash.place, f"r{battle.round}", leader)
    fell = await throw(table, "R8.11", "leader-hit", *parts, why="", to="", lane=SEALED)
    if natural(fell) != HIGHEST:
        return
    fate = await throw(table, "R8.11", "leader-fate", *parts, why="", to="", lane=SEALED)
    if natural(fate) <= WOUNDED_TO:
        wound(table, state, leader)
    else:
        kill(table, state, leader)
