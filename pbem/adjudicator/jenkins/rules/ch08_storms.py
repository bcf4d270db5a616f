"""Chapter 8: storms. They appear in the English Phase, bar every way in and out, and are gone by the turn's end."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.state.state import State


@rule("8.0", "Storms", "6.2")
async def storm_determination(table: Table, state: State) -> None:
    """The English player rolls for where storms appear; they do not move (6.2, 8.0)."""
    throw = await table.roll("6.2", "1d6", "storm", why="Storm location")
    hexes = [state.board.hex_named(name) for name in state.board.storm_location[throw.total].places]
    state.storms = sorted(hexes)
    where = ", ".join(questions.place(state, hex_id) for hex_id in hexes)
    text = f"Storms lie on {where}." if hexes else "No storm appears."
    table.note("8.0", ALL, text, "storm" if hexes else "no_storm", hexes=state.storms)


@rule("8.1", "Effects of a storm")
def storm_bars(state: State, hex_id: str) -> bool:
    """Nothing moves within, into or out of a storm hex; funds, victory dice and purchases are not touched."""
    return hex_id in state.storms


@rule("6.5", "Storm Removal Step")
def remove_storms(table: Table, state: State) -> None:
    """All storms leave the map."""
    if state.storms:
        state.storms = []
        table.note("6.5", ALL, "The storms blow themselves out.", "storms_removed")
