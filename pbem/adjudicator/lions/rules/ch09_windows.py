"""Chapter 9: markers played against a marker, before it takes effect (9.13, Spy)."""
# Chapter 9 by paragraphs: 9.1-9.11 ch09_pool; bids (9.3(2)) ch09_exchange; the markers of 9.13 ch09_markers,
# ch09_instead (played instead of an operation) and ch09_windows (Spy), or with the rule they change.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.state.state import State

SPY = "spy"


@rule("9.13", "Spy (negating)")
async def negated(table: Table, state: State, power: str, kind: str) -> bool:
    """Tells if a Spy undoes the Diplomacy, Spy or Treachery just played; another Spy may undo that one.

    All who hold one answer at the same time. Of several, the first in the turn's order plays it and the rest keep
    theirs. Nobody else learns if anybody was asked.
    """
    holders = [name for name in state.others(power) if state.held(name, SPY)]
    name = state.board.marker_types[kind].name
    asked = [
        questions.play_marker(table, state, holder, "9.13", SPY, "marker_played", against=kind, by=power)
        for holder in holders
    ]
    answers = await table.decide_all(*asked)
    for holder, answer in zip(holders, answers, strict=True):
        if answer == questions.YES:
            play(table, state, holder, state.held(holder, SPY)[0], f" against {name}")
            if await negated(table, state, holder, SPY):
                return False
            table.note("9.13", ALL, f"{name} comes to nothing.", "negated", power=power, marker=kind)
            return True
    return False
