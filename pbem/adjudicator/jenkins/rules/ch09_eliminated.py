"""9.3: eliminated counters. A die above the cost brings a counter back to its force pool; the rest are gone."""
# Chapter 9 by paragraphs: 9.0 ch09_combat; 9.1 ch09_naval; 9.2 ch09_land; 9.3 ch09_eliminated; the dice of 9.1 and
# 9.2 ch09_dice.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.state.state import State


@rule("9.3", "Eliminated counters")
async def eliminate(table: Table, state: State, counter_id: str, rule: str, why: str) -> None:
    """Takes a counter off the map for the reason given, and with a ship those aboard her (6.3, 7.3).

    Both players see it go: an eliminated counter lies face up in a force pool, or in the box.
    """
    aboard = state.passengers(counter_id)
    await dispose(table, state, counter_id, rule, why)
    ship = state.board.counters[counter_id].label
    for name in aboard:
        await dispose(table, state, name, rule, f"lost aboard {ship}")


async def dispose(table: Table, state: State, counter_id: str, rule: str, why: str) -> None:
    """One counter leaves the map; its owner rolls for whether it may be bought again."""
    counter = state.board.counters[counter_id]
    hex_id = take_off(state, counter_id)
    place = f" at {questions.place(state, hex_id)}" if hex_id else ""
    facts = {"counter": counter_id, "side": counter.side, "hex": hex_id}
    table.note(rule, ALL, f"{counter.label}{place} is eliminated: {why}.", "eliminated", **facts, why=why)
    if await returns_to_pool(table, state, counter):
        state.to_pool(counter_id)
        table.note("9.3", ALL, f"{counter.label} goes back to the force pool.", "to_pool", **facts)
    else:
        state.gone.append(counter_id)
        table.note("9.3", ALL, f"{counter.label} is gone for good.", "gone", **facts)


async def returns_to_pool(table: Table, state: State, counter: Counter) -> bool:
    """Tells if the counter may be bought again: a die above the cost on its back.

    A counter without a cost never returns, nor one that costs more than any die shows; for those nobody rolls.
    """
    check = state.board.checks["disposal"]
    if counter.cost is None or counter.cost > check.faces:
        return False
    why = f"Fate of {counter.label}, which costs {counter.cost}"
    throw = await table.roll("9.3", check.die, "disposal", counter.id, why=why)
    return check.holds(throw.total, counter.cost)


def take_off(state: State, counter_id: str) -> str:
    """Off its stack, or off the turn track, and out of whatever was planned for it; the hex it was in.

    A counter bought again the same turn is a fresh one: it has not intercepted, and waits for no landing.
    """
    hex_id = state.lift(counter_id)
    state.track.pop(counter_id, None)
    state.intercepted = [name for name in state.intercepted if name != counter_id]
    state.landing = {place: [name for name in names if name != counter_id] for place, names in state.landing.items()}
    return hex_id


async def share_out(
    table: Table, exposed: Mapping[str, Sequence[str]], toll: Mapping[str, int], ask: Callable[[str], Pick]
) -> dict[str, Sequence[str]]:
    """Returns the counters lost on each side, by sea and by land (9.1(5), 9.2(4)).

    Each side chooses before it sees the other's choice, and is not asked where it loses all or none.
    """
    chosen: dict[str, Sequence[str]] = {s: names if toll[s] >= len(names) else () for s, names in exposed.items()}
    asked = [ask(side) for side, names in exposed.items() if 0 < toll[side] < len(names)]
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        chosen[question.side] = answer
    return chosen
