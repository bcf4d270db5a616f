"""Chapter 11: what some counters can do besides (11.1-11.8)."""
# Chapter 11 by paragraphs: 11.1-11.8 ch11_special; 11.2 in combat ch11_deception; 11.9 is in ch03_setup and
# ch06_sequence.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.board.pieces import Counter, CounterKind
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate, take_off
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State, enemy, order_of


def of_kind(state: State, hex_id: str, side: str, kind: CounterKind) -> list[str]:
    """A side's counters of a kind in a hex, ashore, afloat or aboard, in the board's order."""
    return in_board_order(state, [c.id for c in state.counters(hex_id, side) if c.kind is kind])


def in_board_order(state: State, names: Sequence[str]) -> list[str]:
    """The same counters as they are listed on the counter sheet, however they lie in their stack."""
    return sorted(set(names), key=order_of(state.board).__getitem__)


@rule("11.1", "Bomb ships")
def bomb_ships(state: State, hex_id: str, side: str) -> list[str]:
    """Bomb ships that fight on land as if they were land counters: any coastal hex, even an enemy's seaport.

    Where a scuttled counter silences them (11.7) they are ships and no more.
    """
    if not state.board.is_coastal(hex_id) or silenced(state, hex_id, side):
        return []
    return of_kind(state, hex_id, side, CounterKind.BOMB_SHIP)


def may_bombard(state: State, side: str) -> list[str]:
    """Hexes where bomb ships could begin a land combat by themselves (11.1).

    Any enemy counter there is enough to ask: whether troops are among them, the asking must not tell (4.4).
    """
    shared = [hex_id for hex_id in state.shared_hexes() if bomb_ships(state, hex_id, side)]
    return [hex_id for hex_id in shared if state.ashore.get(hex_id) != side]


def sheltered(state: State, hex_id: str, side: str) -> list[str]:
    """Cannonade counters ashore that a bomb ship's presence keeps from automatic elimination (11.1)."""
    if not of_kind(state, hex_id, side, CounterKind.BOMB_SHIP):
        return []
    return [name for name in state.land(hex_id, side) if state.board.counters[name].cannonade]


@rule("11.2", "Deception counters")
def deceptions(state: State, hex_id: str, side: str) -> list[str]:
    """Deception counters present in a combat hex, ashore or aboard: each may make one die be rolled again."""
    return of_kind(state, hex_id, side, CounterKind.DECEPTION)


@rule("11.3", "Fire ships")
def fire_ships(state: State, hex_id: str, side: str) -> list[str]:
    """Fire ships that may be used in naval combat, or held back: what is used is eliminated."""
    return of_kind(state, hex_id, side, CounterKind.FIRE_SHIP)


def gun_value(state: State, hex_id: str, counter: Counter) -> int:
    """The red value a counter fires with: a fire ship's is doubled in an enemy seaport hex (11.3)."""
    doubled = counter.kind is CounterKind.FIRE_SHIP and state.is_enemy_port(hex_id, counter.side)
    return (counter.gun or 0) * (state.board.numbers.fire_ship_gun_times if doubled else 1)


@rule("11.4", "Leaders")
def admirals(state: State, hex_id: str, side: str, *, ashore: bool = False) -> list[Counter]:
    """Leaders with a red + who are aboard a ship here, or those ashore."""
    leaders = of_kind(state, hex_id, side, CounterKind.LEADER)
    there = [name for name in leaders if (name not in state.aboard) is ashore]
    return [state.board.counters[name] for name in there if tactics(state, name)[0]]


def generals(state: State, hex_id: str, side: str) -> list[Counter]:
    """Lists leaders with a green + in a land combat's hex, ashore or directing from a ship (11.4)."""
    leaders = of_kind(state, hex_id, side, CounterKind.LEADER)
    return [state.board.counters[name] for name in leaders if tactics(state, name)[1]]


def tactics(state: State, name: str) -> tuple[int, int]:
    """A leader's red and green +."""
    leader = state.board.counters[name]
    return leader.tactics_naval, leader.tactics_land


@rule("11.5", "Cannons", "11.6")
def land_guns(state: State, hex_id: str, side: str) -> list[str]:
    """Land counters ashore with a red gun value, boom chains among them: they may join any naval combat here."""
    ashore = in_board_order(state, state.land(hex_id, side))
    return [name for name in ashore if state.board.counters[name].gun is not None]


@rule("11.6", "Boom chains")
def is_fixed(counter: Counter) -> bool:
    """A boom chain is moored: no ship carries it, and it does not march."""
    return counter.kind is CounterKind.BOOM_CHAIN


@rule("11.7", "Scuttling ships")
async def scuttle(table: Table, state: State, ship: str, side: str = SPANISH) -> None:
    """Blocks an own Spanish harbour with a ship: a die of her gun value or less sinks her in the channel.

    Either way she is gone for good, without a die for her fate; those aboard go down with her (7.3).
    """
    reason = why_not_scuttle(state, ship, side)
    counter = state.board.counters[ship]
    if reason:
        table.note("11.7", side, f"{counter.label} is not scuttled: {reason}.", "lapsed")
        return
    hex_id, aboard = state.hex_of(ship), state.passengers(ship)
    state.scuttles += 1
    check = state.board.checks["scuttling"]
    throw = await table.roll("11.7", check.die, "scuttle", ship, why=f"Scuttling {counter.label} at {hex_id}")
    blocks = check.holds(throw.total, counter.gun or 0)
    take_off(state, ship)
    state.gone.append(ship)
    for name in aboard:
        await eliminate(table, state, name, "11.7", f"lost aboard {counter.label}")
    if blocks:
        state.scuttled[hex_id] = state.scuttled.get(hex_id, 0) + 1
    outcome = "lies across the channel" if blocks else "is lost, and blocks nothing"
    facts = {"counter": ship, "hex": hex_id, "blocks": blocks}
    table.note("11.7", ALL, f"{counter.label} is scuttled at {hex_id} and {outcome}.", "scuttled", **facts)


def why_not_scuttle(state: State, ship: str, side: str = SPANISH) -> str:
    """Explains why a ship cannot be scuttled now; empty if she can (11.7)."""
    if side != SPANISH:
        return "only the Spanish player scuttles ships"
    counter = state.board.counters.get(ship)
    if counter is None or counter.side != side or not counter.is_naval:
        return "it is no ship of yours"
    if not state.is_friendly_port(state.hex_of(ship), side):
        return "she is in no seaport of yours"
    most = state.board.numbers.scuttled_at_most
    return f"{most} have been scuttled already" if state.scuttles >= most else ""


def silenced(state: State, hex_id: str, side: str) -> bool:
    """A scuttled counter keeps enemy ships, that is English ones, from using cannonade or land value there (11.7)."""
    return side == ENGLISH and state.scuttled.get(hex_id, 0) > 0


@rule("11.8", "Supplies")
def in_supply(state: State, hex_id: str, side: str) -> bool:
    """A friendly seaport supplies its hex; anywhere else a supplies counter in the stack does, and is not used up."""
    return state.is_friendly_port(hex_id, side) or bool(of_kind(state, hex_id, side, CounterKind.SUPPLIES))


def ablative(state: State, hex_id: str, side: str) -> list[str]:
    """Lists supplies ashore that may join a naval combat only to be lost (9.1(8) note)."""
    afloat = frozenset(state.aboard)
    return [name for name in of_kind(state, hex_id, side, CounterKind.SUPPLIES) if name not in afloat]


def garrisoned(state: State, hex_id: str, side: str) -> bool:
    """Tells if the enemy of this side has land counters ashore in the hex."""
    return bool(state.land(hex_id, enemy(side)))
