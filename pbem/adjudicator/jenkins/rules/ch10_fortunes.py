"""Chapter 10: Fortunes of War. A player chooses only among counters they can see."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import CounterKind, Fortune, Toll
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.state.state import State, enemy


@rule("10.0", "Fortunes of War", "6.6")
async def fortunes_of_war(table: Table, state: State) -> None:
    """One die on the table; every choice is an obligation (6.6), and nothing eligible means no effect."""
    throw = await table.roll("6.6", "1d6", "fortunes", why="Fortunes of War")
    row = state.board.fortunes_of_war[throw.total]
    table.note("10.0", ALL, f"{row.event}.", "fortune", result=row.event)
    for chooser in row.choosers:
        victim = enemy(chooser) if row.target == "enemy" else chooser
        if row.eliminate == "funds":
            lose_funds(table, state, victim, await number_of(table, row.count, "fortunes-toll", victim))
        elif row.eliminate != "none":
            for _ in range(await number_of(table, row.count, "fortunes-toll", victim)):
                await misfortune(table, state, chooser, victim, row)
        gain_funds(table, state, chooser, await number_of(table, row.gain, "fortunes-gain", chooser))


async def number_of(table: Table, toll: Toll, kind: str, side: str) -> int:
    """The number that a row prints, or that its dice show."""
    if not toll.dice:
        return toll.number
    return (await table.roll("6.6", toll.dice, kind, side, why=f"{side.title()} fortune")).total


def lose_funds(table: Table, state: State, side: str, points: int) -> None:
    """Takes war funds, as far as there are any (3.2)."""
    lost = min(points, state.funds[side])
    state.funds[side] -= lost
    table.note("10.0", ALL, f"{side.title()} war funds fall by {lost} to {state.funds[side]}.", "funds", side=side)


def gain_funds(table: Table, state: State, side: str, points: int) -> None:
    """Adds war funds, up to the maximum (3.2); says nothing where a row grants none."""
    if points:
        gained = state.grant(side, points)
        text = f"{side.title()} war funds rise by {gained} to {state.funds[side]}."
        table.note("10.0", ALL, text, "funds", side=side)


def fortune_question(table: Table, state: State, side: str, options: Sequence[str]) -> Pick:
    """Which visible counter the Fortunes of War strike (10.0)."""
    shown = {name: f"{state.board.counters[name].label} at {state.hex_of(name)}" for name in options}
    return Pick(rule="10.0", side=side, key=table.key("prey", ("fortunes",)), topic="prey/fortunes",
                prompt="Choose a counter that you can see.", options=shown, least=1, most=1,
                default=questions.cheapest(state, options, 1))


async def misfortune(table: Table, state: State, chooser: str, victim: str, row: Fortune) -> None:
    """Takes a counter that the chooser can see, none below a stack's top or in a force pool (10.0)."""
    options = eligible(state, chooser, victim, row.eliminate)
    if not options:
        table.note("10.0", ALL, f"No {victim.title()} counter can be chosen.", "no_fortune", side=victim)
        return
    for name in await table.decide(fortune_question(table, state, chooser, options)):
        await eliminate(table, state, name, "10.0", row.event.lower())


def eligible(state: State, chooser: str, victim: str, domain: str) -> list[str]:
    """Lists counters of the element struck: an enemy's only from the tops of stacks, even open ones.

    A deception on top may be taken for either element, and shields what is below.
    """
    depth = None if victim == chooser else 1
    names = [name for hex_id in state.hexes(victim) for name in state.stack(hex_id, victim)[:depth]]
    counters = [state.board.counters[name] for name in names]
    return [c.id for c in counters if domain in ("any", c.traits.domain) or c.kind is CounterKind.DECEPTION]
