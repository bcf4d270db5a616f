"""Chapter 7: blocks that empty, convoys that are lost, and unused blocks that take their place."""
# Chapter 7 by paragraphs: 7.0 to 7.3 and 7.7 ch07_blocks; 7.5, 7.6 ch07_fleets; 7.8 ch07_rumours; 7.4 telling.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch08_admirals import replace_admiral
from pbem.adjudicator.glory.rules.telling import hidden, tell_move
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import EXPEDITION, FLEET, GOLD, PORT, SPANISH, TRANSPORT

GONE = "gone"
#: Destinations that the gold may have (7.3).
GOLD_PORTS = ("ferrol", "cadiz", "cartagena")


@rule("7.1", "Fleets", "7.0")
def unused_block(state: State, seat: str) -> str:
    """Returns the first fleet block of a seat that is not in use; empty where there is none."""
    return next(
        (name for name, block in state.blocks.items()
         if not block.area and not block.at and state.owner(name) == seat and state.kind(name) == FLEET), "",
    )  # fmt: skip


def put(state: State, block: str, at: str, area: str) -> None:
    """Lays a block at a place."""
    state.blocks[block].at, state.blocks[block].area = at, area


def take_off(table: Table, state: State, block: str, rule: str, how: str = "gone", path: Sequence[str] = ()) -> None:
    """Takes a block off the map for later use; all see that a sail is gone, if it was to be seen."""
    was = state.place(block)
    state.blocks[block] = Block()
    tell_move(table, state, rule, block, was, "", how, path)


@rule("7.1", "Fleets: a block without ships")
async def empty_block(table: Table, state: State, block: str) -> bool:
    """Removes a fleet that has lost its last ship outside a port, and its admirals with it; tells if it was so."""
    here = state.blocks[block]
    if not here.area or here.area == PORT or not state.is_fleet(block) or state.ships_in(block):
        return False
    at = here.at
    if state.is_convoy(block):
        back_to_start(state, block)
    take_off(table, state, block, "7.1")
    if state.kind(block) == GOLD:
        state.blocks[block].at = GONE
    for admiral in state.admirals_in(block):
        state.admirals[admiral].at = GONE
        seat = state.owner(block)
        table.note("7.1", seat, f"{state.label(admiral)} is lost with the last ship.", "admiral_gone", admiral=admiral)
        await replace_admiral(table, state, admiral, "lost with the fleet", at)
    return True


def tidy_port(table: Table, state: State, port: str) -> None:
    """Takes fleet blocks without ships out of a port for later use (7.1, 11.2); their admirals stay in the port.

    Where blocks in port stand on the map all see that it is gone.
    """
    for block in state.blocks_at(port, "", PORT):
        if state.kind(block) == FLEET and not state.ships_in(block):
            for admiral in state.admirals_in(block):
                state.admirals[admiral].at = port
            if hidden(state, state.place(block), state.owner(block)):
                state.blocks[block] = Block()
            else:
                take_off(table, state, block, "11.2")


def back_to_start(state: State, block: str) -> None:
    """Puts a convoy back at the start of its readiness track; the gold has no track."""
    if state.kind(block) in (EXPEDITION, TRANSPORT):
        state.readiness[block] = 0


@rule("7.2", "Transport and expeditions", "7.3", "20.2")
async def escort_left(table: Table, state: State, block: str, at: str = "", area: str = "") -> str:
    """A convoy is gone: its block goes back to Start, the gold for good, and its escort forms a new fleet.

    The new fleet keeps the convoy's destination. Where no block is unused, ships and admirals leave the game unscored.
    Returns the new block.
    """
    old = state.blocks[block]
    place, part = at or old.at, area or old.area
    seat, ships, admirals = state.owner(block), state.ships_in(block), state.admirals_in(block)
    back_to_start(state, block)
    new = unused_block(state, seat) if ships else ""
    bound, letter, down, reached = old.bound, old.letter, old.face_down, old.reached
    was = state.place(block)
    state.blocks[block] = Block(GONE if state.kind(block) == GOLD else "")
    if new:
        state.blocks[new] = Block(place, part, bound, letter, down, reached)
        move_all(state, ships, admirals, new)
        table.note("7.2", seat, f"The escort of {state.label(block)} is {state.label(new)} now.", "block", block=new,
                   was=was, now=state.place(new), how="merge")  # fmt: skip
        if was != state.place(new):
            tell_move(table, state, "7.2", new, was, state.place(new), "sail")
        return new
    tell_move(table, state, "7.2", block, was, "", "gone")
    for ship in ships:
        state.lose(ship, "unscored")
    for admiral in admirals:
        state.admirals[admiral].at = GONE
        await replace_admiral(table, state, admiral, "lost with the convoy", place)
    if ships:
        table.note("7.2", seat, f"No block is unused: {len(ships)} ships leave the game unscored.", "unscored")
    return ""


def move_all(state: State, ships: Sequence[str], admirals: Sequence[str], to: str) -> None:
    """Puts ships and admirals into a block, port or box."""
    for ship in ships:
        state.ships[ship].at = to
    for admiral in admirals:
        state.admirals[admiral].at = to


@rule("7.3", "Spanish gold: six Spanish ships")
def gold_may_sail(state: State, block: str) -> bool:
    """Tells if the gold has the escort that it needs to leave Havana: six Spanish ships that are not wrecked."""
    ships = [ship for ship in state.ships_in(block) if not state.ships[ship].wrecked]
    spanish = [ship for ship in ships if state.board.ships[ship].nation == SPANISH]
    return len(spanish) >= state.board.numbers.gold_escort


@rule("7.3", "Spanish gold: home")
async def gold_home(table: Table, state: State, block: str) -> None:
    """The gold has come into a port in Spain: Napoleon's objective at Havana is scored, the block leaves the game."""
    port = state.blocks[block].at
    if state.kind(block) != GOLD or port not in GOLD_PORTS or state.blocks[block].area != PORT:
        return
    if "napoleon/havana" not in state.scored:
        state.scored.append("napoleon/havana")
    table.note("7.3", "all", f"The Spanish gold has come into {state.label(port)}.", "gold_home", port=port)
    move_all(state, state.ships_in(block), state.admirals_in(block), port)
    state.blocks[block] = Block(GONE)


@rule("7.7", "Frigates")
def frigate_away(table: Table, state: State, block: str, turns: int, rule: str) -> None:
    """Takes a frigate off the map; it comes back so many turns ahead, or never after the last turn."""
    was, due = state.place(block), state.turn + turns
    state.blocks[block] = Block(f"turn-{due}" if due <= state.last_turn else GONE)
    tell_move(table, state, rule, block, was, "", "gone")
    table.note(rule, state.owner(block), f"{state.label(block)} is away until turn {due}.", "frigate_away",
               block=block, turn=due)  # fmt: skip
