"""Chapter 24: how the Trafalgar scenario is won."""
# Chapter 24 by paragraphs: 24.3 ch24_scoring; the rest ch24_trafalgar.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, PORT, SEA

TRAFALGAR = "trafalgar"
RAID, ENTER_PORT, ENTER_HEX = "raid", "enter_port", "enter_hex"


@rule("24.3", "Winning Trafalgar by fleets in place")
def came_to(table: Table, state: State, block: str) -> None:
    """Scores Brest or the hex beyond the Straits when an Allied fleet of thirty ships comes there in time.

    Wrecks do not count.
    """
    if not state.trafalgar() or state.owner(block) != ALLIED or not state.is_fleet(block):
        return
    figures, here = state.board.trafalgar, state.blocks[block]
    ships = [ship for ship in state.ships_in(block) if not state.ships[ship].wrecked]
    if len(ships) < state.board.numbers.trafalgar_ships:
        return
    for objective in figures.objectives:
        early = objective.kind == ENTER_PORT and here.area == PORT and state.turn < figures.grant_before
        late = objective.kind == ENTER_HEX and here.area == SEA and state.turn > figures.hex_after
        if (early or late) and here.at == objective.place:
            score_one(table, state, objective.id)


@rule("24.3", "Winning Trafalgar by raids", "22.2")
def score_raid(table: Table, state: State, place: str) -> None:
    """Scores a raid whose marker is turned up."""
    for objective in state.board.trafalgar.objectives:
        if objective.kind == RAID and objective.place == place:
            score_one(table, state, objective.id)


def score_one(table: Table, state: State, objective: str) -> None:
    """Scores one objective, and ends the game with the second."""
    name = f"{TRAFALGAR}/{objective}"
    if name in state.scored or state.ended:
        return
    state.scored.append(name)
    text = f"The Allies score an objective of the scenario: {objective.replace('-', ' ').title()}."
    table.note("24.3", ALL, text, "scored", objective=TRAFALGAR, area=objective)
    if sum(1 for each in state.scored if each.startswith(f"{TRAFALGAR}/")) >= state.board.numbers.trafalgar_needs:
        finish(table, state, ALLIED)


@rule("24.3", "The end of Trafalgar")
def finish(table: Table, state: State, winner: str = BRITISH) -> None:
    """Ends the scenario: the Allies win by two objectives, else the British once the turns have run out."""
    state.winner, state.ended = winner, TRAFALGAR
    text = "The Allies have two objectives, and win." if winner == ALLIED else "The Allies fell short: the British win."
    table.note("24.3", ALL, text, "game_over", winner=winner, how=TRAFALGAR)
