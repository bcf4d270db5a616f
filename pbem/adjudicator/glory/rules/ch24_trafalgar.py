"""Chapter 24: the Trafalgar scenario: its forces, reinforcements, and the rules it does without."""
# Chapter 24 by paragraphs: 24.3 ch24_scoring; the rest ch24_trafalgar.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.board.trafalgar import ScenarioFleet
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import unused_block
from pbem.adjudicator.glory.rules.ch24_scoring import came_to
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import Block, Officer, State, Vessel
from pbem.adjudicator.glory.state.terms import BRITISH, INSHORE, LOOSE, TRACK

__all__ = ["came_to", "deploy", "reinforce", "set_up", "suspended"]

MANPOWER, EVENTS, RANDOM, CONSEIL, HURRICANES = "manpower", "admiralty", "random", "conseil", "hurricanes"
SPLITTING, BLOCKADE, DIRECTIVES, INVASIONS, CHANNEL = "splitting", "blockade", "directives", "invasions", "channel"
#: What the scenario does without (24.2).
SUSPENDED = (MANPOWER, EVENTS, RANDOM, CONSEIL, HURRICANES, SPLITTING, BLOCKADE, DIRECTIVES, INVASIONS, CHANNEL)


@rule("24.2", "Suspended rules")
def suspended(state: State, what: str) -> bool:
    """Tells if a rule is out of use in this scenario."""
    return state.trafalgar() and what in SUSPENDED


@rule("24.1", "Trafalgar: what is in play", "24.0")
def set_up(table: Table, state: State) -> None:
    """Lays the scenario's ships, admirals and blocks; what has no icon stays out of play.

    British fleets lie on Loose Blockade until their owner has placed them, the Toulon fleet on the track to Europe.
    """
    figures = state.board.trafalgar
    state.ships, state.lost = {}, {}
    state.admirals = {name: Officer("gone") for name, piece in state.board.admirals.items() if piece.kind != "generic"}
    for name in state.blocks:
        state.blocks[name] = Block("gone" if name in figures.blocks_out else "")
    for fleet in figures.fleets:
        for ship in fleet.ships:
            state.ships[ship] = Vessel(f"turn-{fleet.turn}")
        for admiral in fleet.admirals:
            state.admirals[admiral] = Officer(f"turn-{fleet.turn}")
        if fleet.turn == figures.first_turn:
            deploy(table, state, fleet, LOOSE if LOOSE in fleet.parts else fleet.parts[0])
    state.ships = {ship: state.ships[ship] for ship in state.board.ships if ship in state.ships}


def deploy(table: Table, state: State, fleet: ScenarioFleet, part: str) -> None:
    """Puts a fleet of the scenario on the map, in a part of its place."""
    at = f"{fleet.place}-{state.board.trafalgar.track_box}" if part == TRACK else fleet.place
    state.blocks[fleet.block] = Block(at, part)
    for ship in fleet.ships:
        state.ships[ship].at = fleet.block
    for admiral in fleet.admirals:
        state.admirals[admiral].at = fleet.block


@rule("24.1.1", "The secret destination of the Toulon fleet")
def bind_toulon(state: State, port: str) -> str:
    """Notes the port that the fleet on the track is bound for; returns why not."""
    fleet = next(each for each in state.board.trafalgar.fleets if each.bound)
    if port not in fleet.bound:
        return f"{state.label(fleet.block)} is bound for {' or '.join(map(state.label, fleet.bound))}"
    state.blocks[fleet.block].bound = port
    return ""


@rule("24.1.2", "Trafalgar reinforcements", "5.4")
async def reinforce(table: Table, state: State) -> None:
    """Brings in the fleets of this turn; one that appears in a zone lies where its owner says, and nobody searches."""
    for fleet in state.board.trafalgar.fleets:
        if fleet.turn > state.turn or not state.ships_in(f"turn-{fleet.turn}"):
            continue
        if state.blocks[fleet.block].area and not unused_block(state, BRITISH):
            text = f"{state.label(fleet.block)} waits: all your blocks are in use."
            table.note("24.1.2", BRITISH, text, "lapsed", entry="")
            continue
        part = fleet.parts[0]
        if len(fleet.parts) > 1:
            options = {LOOSE: "on Loose Blockade", INSHORE: "Inshore"}
            prompt = f"Where does {state.label(fleet.block)} appear off {state.label(fleet.place)}?"
            part = await questions.choose(table, "24.1.2", BRITISH, "returns/reinforcement", {"name": fleet.block},
                                          options, LOOSE, prompt)  # fmt: skip
        if state.blocks[fleet.block].area:
            free_block(state, fleet.block)
        deploy(table, state, fleet, part)
        tell_move(table, state, "24.1.2", fleet.block, "", state.place(fleet.block), "appear")
        names = ", ".join(state.label(ship) for ship in fleet.ships)
        text = f"{state.label(fleet.block)} joins with {len(fleet.ships)} ships: {names}."
        table.note("24.1.2", BRITISH, text, "reinforcement", block=fleet.block, ships=list(fleet.ships))


def free_block(state: State, block: str) -> None:
    """Gives a block that is already in use another's place, so that its printed fleet can have it."""
    spare = unused_block(state, BRITISH)
    state.blocks[spare] = state.blocks[block]
    state.blocks[block] = Block()
    for ship in state.ships_in(block):
        state.ships[ship].at = spare
    for admiral in state.admirals_in(block):
        state.admirals[admiral].at = spare
