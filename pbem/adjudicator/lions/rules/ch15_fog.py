"""Chapter 15: the fog of war, and when it lifts."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.rules.ch06_control import present
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State

HAND = "hand"


@rule("15.2", "Units revealed", "15.1")
def reveal(table: Table, state: State, square: str, *powers: str) -> None:
    """All units of these players in a square, shown to everybody: what each has there, ship by ship."""
    for power in powers:
        units = inventory(state, square, power)
        text = f"{state.subject(power)} at {square}: {in_row(units)}."
        table.note("15.2", ALL, text, "revealed", power=power, square=square, shown=units)


@rule("15.3", "Showing at will")
def show(table: Table, state: State, power: str, what: Sequence[str]) -> None:
    """Shows what a player wants to lay open: units in squares they name, or their hand."""
    for name in what:
        square = state.board.square_named(name)
        if name == HAND:
            held = ", ".join(state.label(marker) for marker in state.hand[power]) or "no campaign markers"
            table.note("15.3", ALL, f"{state.subject(power)} shows its hand: {held}.", "revealed", power=power)
        elif square:
            reveal(table, state, square, power)


def inventory(state: State, square: str, power: str) -> list[list[str]]:
    """Lists a power's units in a square: the words for each, and its id; points ashore have none."""
    ships = [[name, ship_text(state, name)] for name in state.ships_at(square, power)]
    leaders = [[name, state.label(name)] for name in state.leaders_of(power) if state.leaders[name].at == square]
    points = [(state.ashore(square, power, kind), kind) for kind in (REGIMENT, FORT)]
    land = [["", f"{number} {kind} points"] for number, kind in points if number]
    return [*ships, *land, *leaders]


def in_row(units: Sequence[Sequence[str]]) -> str:
    """An inventory in words."""
    return ", ".join(words for _, words in units) or "nothing"


def ship_text(state: State, name: str) -> str:
    """A ship with her damage and the troops aboard."""
    extra = [f"{number} damage" for number in (state.ships[name].damage,) if number]
    extra += [f"{number} regiment points" for number in (state.carried(name),) if number]
    return f"{state.label(name)} ({', '.join(extra)})" if extra else state.label(name)


def meet(table: Table, state: State, square: str, power: str) -> None:
    """A force that enters a square with others' units: both sides lie open (15.2(1))."""
    others = [name for name in present(state, square) if name != power]
    if others:
        reveal(table, state, square, *(name for name in state.players if name == power), *others)
