"""7.3: transport. Who may carry whom, embarking in seaports, debarking where the ship ends its movement."""
# Chapter 7 by paragraphs: 7.0, 7.1, 7.4 ch07_movement; 7.2 ch07_interception; 7.3 ch07_transport; 7.5, 7.6 ch07_land.

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.board.pieces import Carries, Counter
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch07_land import enter_land_hex
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.forms import Embarking
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.reports.phrases import listed


@rule("7.3", "Transport")
def embark(
    table: Table, state: State, side: str, hex_id: str, ships: Sequence[str], wanted: Iterable[Embarking]
) -> None:
    """Puts land counters aboard ships in the same seaport hex; others stay, and their owner hears why."""
    for part in wanted:
        reason = why_not_aboard(state, side, hex_id, part["counter"], part["on"])
        if part["on"] not in ships:
            reason = reason or "that ship does not sail in this move"
        if reason:
            label = state.board.counters[part["counter"]].label
            table.note("7.3", side, f"{label} is not embarked: {reason}.", "lapsed")
        else:
            state.lift(part["counter"])
            state.put(part["counter"], hex_id, on=part["on"])


def why_not_aboard(state: State, side: str, hex_id: str, counter: str, ship: str) -> str:
    """Explains why a land counter cannot go aboard here; empty if it can (7.1, 7.3, 8.1)."""
    if counter not in state.land(hex_id, side):
        return f"it is not ashore at {hex_id}"
    if state.ashore.get(hex_id) == side:
        return "it has come upon the enemy ashore, and stays (7.0)"
    if state.seaport(hex_id) is None:
        return "troops embark in seaport hexes only"
    if storm_bars(state, hex_id):
        return "a storm lies there"
    if state.hex_of(ship) != hex_id:
        return "the ship is not there"
    return why_no_room(state, state.board.counters[counter], ship)


def why_no_room(state: State, cargo: Counter, ship: str) -> str:
    """Explains why a ship cannot take one more land counter besides those aboard; empty if she can."""
    return why_not_carried(state.board.counters[ship], cargo, [state.board.counters[n] for n in state.passengers(ship)])


def why_not_carried(carrier: Counter, cargo: Counter, aboard: Sequence[Counter]) -> str:
    """Capacity: a merchant takes any number but no two identical, every other ship one, bomb and fire ships none."""
    if not cargo.anchor:
        return "it has no anchor, and cannot be transported"
    if carrier.carries is Carries.NONE:
        return f"{carrier.label} carries nobody"
    if carrier.carries is Carries.LEADER and not cargo.is_leader:
        return f"{carrier.label} carries a leader only"
    if carrier.carries is not Carries.ANY:
        return f"{carrier.label} carries one land counter only" if aboard else ""
    same = [c.label for c in aboard if cargo.transport_key and c.transport_key == cargo.transport_key]
    return f"{carrier.label} has {same[0]} aboard, which is identical" if same else ""


async def debark(table: Table, state: State, side: str, hex_id: str, passengers: Sequence[str]) -> None:
    """Put passengers ashore from ships that have ended their movement; after any naval combat that is due (7.3)."""
    if not state.board.is_land_hex(hex_id):
        table.note("7.3", side, f"Nobody debarks at {hex_id}: there is no land.", "lapsed")
        return
    if not passengers:
        return
    if storm_bars(state, hex_id):
        table.note("8.1", side, f"Nobody debarks at {hex_id}: a storm lies there.", "lapsed")
        return
    if state.naval(hex_id, enemy(side)):
        state.landing[hex_id] = [*state.landing.get(hex_id, ()), *passengers]
        where = questions.place(state, hex_id)
        table.note("7.3", side, f"The landing at {where} waits for the Combat Step.", "landing", hex=hex_id)
        return
    await go_ashore(table, state, side, hex_id, passengers)


async def go_ashore(table: Table, state: State, side: str, hex_id: str, passengers: Sequence[str]) -> None:
    """Puts passengers ashore. Their owner hears who lands; the enemy hears of it outside friendly seaports only."""
    where = questions.place(state, hex_id)
    if not state.is_friendly_port(hex_id, side):
        table.note("7.3", ALL, f"{side.title()} troops land at {where}.", "landed", hex=hex_id, side=side)
    for name in passengers:
        del state.aboard[name]
    state.settle(hex_id, side)
    labels = listed([state.board.counters[name].label for name in passengers])
    table.note("7.3", side, f"You put ashore at {where}: {labels}.", "put_ashore", hex=hex_id)
    await enter_land_hex(table, state, list(passengers), hex_id, side)


@rule("9.0", "Landing after the naval combat", "7.3")
async def land_the_waiting(table: Table, state: State, side: str, hex_id: str) -> None:
    """The passengers that waited go ashore, if their ships are still there (7.3)."""
    planned = state.landing.pop(hex_id, [])
    here = [name for name in planned if state.aboard.get(name) and state.hex_of(name) == hex_id]
    if here:
        await go_ashore(table, state, side, hex_id, here)
    elif planned:
        text = f"Nobody lands at {questions.place(state, hex_id)}: no transport is left there."
        table.note("7.3", side, text, "lapsed")
