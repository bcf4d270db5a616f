"""Chapter 13: blockades: masts counted, and who must stay before an enemy port."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch07_blocks import take_off
from pbem.adjudicator.glory.rules.ch08_admirals import firebrand
from pbem.adjudicator.glory.rules.ch22_markers import show_raid
from pbem.adjudicator.glory.rules.waters import european
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    GOLD,
    INSHORE,
    PORT,
    ZONE_PARTS,
    other,
)

NONE_SEEN = ""
Told = dict[str, str]


@rule("13.5", "Counting masts: what is told", "2.6", "14.0")
def as_told(state: State, blocks: Iterable[str], harbour: Sequence[str] = (), *, gold: bool = False) -> Told:
    """Gives a force in ranges, as its enemy learns of it, with the kinds of other blocks; gold only when spotted."""
    names = list(blocks)
    ships = [*harbour, *(ship for block in names for ship in state.ships_in(block))]
    manned = [ship for ship in ships if not state.ships[ship].ordinary]
    told = {"ships": state.board.range_of(len(manned))}
    if len(ships) > len(manned):
        told["ordinary"] = state.board.range_of(len(ships) - len(manned))
    if any(state.is_frigate(block) for block in names):
        told["frigates"] = "yes"
    if any(state.is_convoy(block) and state.kind(block) != GOLD for block in names):
        told["convoy"] = "yes"
    if gold and any(state.kind(block) == GOLD for block in names):
        told["gold"] = "yes"
    return told


def in_words(told: Mapping[str, str]) -> str:
    """The same in words."""
    ships = told["ships"]
    parts = ["no ships" if ships == NONE_SEEN else f"{ships.replace('-', ' to ')} ships"]
    if "ordinary" in told:
        parts.append(f"{told['ordinary'].replace('-', ' to ')} In Ordinary")
    words = {"frigates": "frigates", "convoy": "transports or expeditions", "gold": "the Spanish gold"}
    return ", ".join(parts + [text for key, text in words.items() if key in told])


@rule("13.5", "Counting masts in a port")
def count_port(table: Table, state: State, seat: str, port: str) -> Told:
    """A seat counts the enemy in a port; both are told the same range."""
    enemy = other(seat)
    harbour = [ship for ship in state.ships_in(port) if state.seat_of_ship(ship) == enemy]
    told = as_told(state, state.blocks_at(port, enemy, PORT), harbour)
    tell_count(table, state, seat, port, told, inshore=False)
    if seat == BRITISH:
        show_raid(table, state, port)
    return told


@rule("13.5", "Counting masts Inshore from a port", "2.5")
def count_inshore(table: Table, state: State, seat: str, port: str) -> Told:
    """Ships or a frigate in a port count the enemy Inshore of it; rumours count for nothing."""
    told = as_told(state, state.blocks_at(port, other(seat), INSHORE))
    tell_count(table, state, seat, port, told, inshore=True)
    if choice(state, "rumours_masts") == "removed":
        for block in [name for name in state.blocks_at(port, other(seat), INSHORE) if state.is_fog(name)]:
            take_off(table, state, block, "13.5", "fog")
    return told


def tell_count(table: Table, state: State, seat: str, port: str, told: Told, *, inshore: bool) -> None:
    """Tells both seats of a count."""
    where = f"Inshore off {state.label(port)}" if inshore else f"in {state.label(port)}"
    facts = {"port": port, "inshore": "yes" if inshore else "no", "by": seat, **told}
    table.note("13.5", seat, f"Counted {where}: {in_words(told)}.", "masts", **facts)
    table.note("13.5", other(seat), f"The enemy counted {where}: {in_words(told)}.", "masts", **facts)


def counts_here(state: State, block: str) -> bool:
    """Tells if a block counts masts as it is activated: a fleet or frigate in the zone of an enemy's port (13.5)."""
    here, seat = state.blocks[block], state.owner(block)
    if state.is_fog(block) or here.area not in ZONE_PARTS:
        return False
    return state.friendly(here.at, other(seat)) or (seat == BRITISH and here.at in state.raids)


def ports_that_count(state: State, seat: str, ports: Iterable[str]) -> list[str]:
    """The ports from which a seat counts Inshore: with a ship or frigate in it, and an enemy block Inshore (13.5)."""
    return [
        port for port in ports
        if state.blocks_at(port, other(seat), INSHORE)
        and (state.in_port(port, seat) or any(state.is_frigate(b) for b in state.blocks_at(port, seat, PORT)))
    ]  # fmt: skip


# ---------------------------------------------------------------- who must stay


@rule("13.3", "British blockade restrictions", "13.0", "13.1", "13.2", "13.4", "24.2")
def ships_that_must_stay(state: State, port: str) -> int:
    """The sound ships that a British fleet must leave before a port: the least that the range of masts stands for."""
    if port not in state.board.ports or state.trafalgar():
        return 0
    if not european(state, port) or not state.friendly(port, ALLIED):
        return 0
    harbour = [ship for ship in state.ready(port) if state.seat_of_ship(ship) == ALLIED]
    ships = len(harbour) + sum(len(state.ready(block)) for block in state.blocks_at(port, ALLIED, PORT))
    return state.board.range_ends(state.board.range_of(ships))[0] if ships else 0


def others_that_stay(state: State, block: str) -> int:
    """Sound ships of other British fleets in the zone, where the charter counts all together."""
    if choice(state, "blockade") != "together":
        return 0
    zone = state.in_zone(state.blocks[block].at, BRITISH)
    return sum(len(state.sound(each)) for each in zone if each != block)


@rule("13.3", "Who may leave a blockade", "8.6")
def why_held(state: State, block: str, going: Sequence[str], admirals: Sequence[str]) -> str:
    """Returns why these ships of a fleet may not leave a blockade; empty if they may.

    Damaged and wrecked ships may always go; so may Cochrane with five sound ones.
    """
    here = state.blocks[block]
    if state.owner(block) != BRITISH or here.area not in ZONE_PARTS or not state.is_fleet(block):
        return ""
    need = ships_that_must_stay(state, here.at)
    sound = [ship for ship in going if state.is_sound(ship)]
    if not need or not sound or firebrand(state, going, admirals):
        return ""
    left = len([ship for ship in state.sound(block) if ship not in going]) + others_that_stay(state, block)
    if left >= need:
        return ""
    return f"{need} sound ships must stay off {state.label(here.at)}, and {left} would"
