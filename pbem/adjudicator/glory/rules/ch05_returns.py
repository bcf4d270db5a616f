"""Chapter 5: what comes with a new turn: frigates, reinforcements, winds that last, chits, fever (5.1, 5.3 to 5.9)."""
# Chapter 5 stands in ch05_council, ch05_events, ch05_returns and ch05_yard.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch15_events import automatic_events, back_from_sickness
from pbem.adjudicator.glory.rules.ch24_trafalgar import reinforce
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import BRITISH, NORTH_SEA_BOX, PORT, SEAT_OF

RETURN_PORTS = ("plymouth", "portsmouth", "gibraltar")
BOX_CODE = "north-sea-fleet"


@rule("5.1", "Advance game turn marker", "5.0", "15.1")
async def advance_turn(table: Table, state: State) -> None:
    """A new turn: its automatic event comes at once, so that its manpower counts already."""
    state.turn += 1
    turn = state.board.turn(state.turn)
    table.note("5.1", ALL, f"{turn.label} 1805.", "turn", turn=state.turn)
    if not state.trafalgar():
        await automatic_events(table, state)


@rule("5.3", "Return frigates from the turn track")
async def frigates_return(table: Table, state: State) -> None:
    """Frigates that are due come back into Portsmouth, Plymouth or Gibraltar, as their owner chooses."""
    for block in [name for name, here in state.blocks.items() if here.at == f"turn-{state.turn}"]:
        options = {port: state.label(port) for port in RETURN_PORTS}
        port = await questions.choose(table, "5.3", BRITISH, "returns/frigate", {"name": block}, options,
                                      RETURN_PORTS[0], f"Where does {state.label(block)} come back?")  # fmt: skip
        state.blocks[block] = Block(port, PORT)
        tell_move(table, state, "5.3", block, "", state.place(block), "return")


@rule("5.4", "Place reinforcements", "8.1", "24.1.2")
async def reinforcements(table: Table, state: State) -> None:
    """Ships and admirals of this turn come into the ports of their codes."""
    if state.trafalgar():
        await reinforce(table, state)
        return
    due = f"turn-{state.turn}"
    for ship in [name for name, vessel in state.ships.items() if vessel.at == due]:
        piece = state.board.ships[ship]
        state.ships[ship].at = piece.place
        state.came_in.append(ship)
        table.note("5.4", SEAT_OF[piece.nation], f"{piece.name} joins at {state.label(piece.place)}.", "reinforcement",
                   ship=ship, port=piece.place)  # fmt: skip
    for admiral in [name for name, officer in state.admirals.items() if officer.at == due and not officer.back]:
        counter = state.board.admirals[admiral]
        if counter.place:
            state.admirals[admiral].at = NORTH_SEA_BOX if counter.place == BOX_CODE else counter.place
            table.note("5.4", counter.side, f"{counter.name} joins at {state.label(counter.place)}.", "admiral",
                       admiral=admiral, at=counter.place)  # fmt: skip
    await back_from_sickness(table, state)


@rule("5.6", "Place Last Wind markers", "9.4")
def last_winds(state: State) -> None:
    """The last wind of each sea goes on blowing until a chit of that sea is drawn; weather chits are taken off."""
    state.foul = []


@rule("5.7", "Return all activation chits to the cup", "6.1", "6.2", "24.1")
def chits_back(state: State) -> None:
    """All chits go into the cup: nineteen, or those of the Trafalgar scenario."""
    used = state.board.trafalgar.chits if state.trafalgar() else None
    kinds = state.board.chits
    state.cup = list(used) if used is not None else [name for name, chit in kinds.items() for _ in range(chit.count)]
    state.drawn, state.initiatives, state.halts = [], 0, {}


@rule("5.8", "Return all provisions chits to the cup")
def provisions_back(state: State) -> None:
    """All five provisions chits go back into their cup."""
    state.chits, state.chits_shown, state.spied, state.provisions = {}, [], [], []


@rule("5.9", "Roll for the end of West Indies fever")
async def fever(table: Table, state: State) -> None:
    """While there is fever a die may end it."""
    if not state.fever:
        return
    throw = await table.roll("5.9", "1d6", "fever", why="end of the fever")
    if throw.total >= state.board.numbers.fever_ends:
        state.fever = False
        table.note("5.9", ALL, "The fever in the West Indies is over.", "fever_over")
