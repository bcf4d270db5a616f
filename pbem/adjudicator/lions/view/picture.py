"""A view in words: squares with their ports, powers, ships. Made from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine import reader
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import board_seen, seen_state
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

SQUARE = pattern(r"\b[A-Z][1-9][0-9]?\b")


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody's units in a square, as anybody sees them (15.1)."""

    square: str
    power: str
    fleets: tuple[str, ...]  # by number
    units: bool  # whether there are others, face down


class Picture(reader.Picture[Board]):
    """A view with the board beside it."""

    @cached_property
    def state(self) -> State:
        """All that the view tells as a position, and nothing else."""
        return seen_state(self.board, self.known)

    @property
    def players(self) -> tuple[str, ...]:
        """Lists the powers in this turn's order, the reader first."""
        order = [str(power) for power in self.known["order"]]
        return (self.side, *(p for p in order if p != self.side)) if self.side else tuple(order)

    def presence(self) -> Iterator[Presence]:
        """Yields the places of each power's units, in the grid's order."""
        for entry in self.known["presence"]:
            yield Presence(entry["square"], entry["power"], tuple(map(str, entry["fleets"])), bool(entry["units"]))

    def presence_of(self, power: str) -> list[Presence]:
        """The same of one power."""
        return [entry for entry in self.presence() if entry.power == power]

    def others(self) -> list[Presence]:
        """The same without the reader's own."""
        return [entry for entry in self.presence() if entry.power != self.side]

    def own_squares(self) -> list[str]:
        """Lists the reader's squares with units, in the grid's order; none for the public."""
        return [entry.square for entry in self.presence_of(self.side)]

    def place(self, square: str) -> str:
        """A square as players speak of it."""
        port = self.board.port_at.get(square)
        return f"{port.name} {square}" if port else square

    def short(self, ship: str) -> str:
        """A ship without her nation, a treasure fleet by its name."""
        return f"{self.state.label(ship)} treasure" if self.state.treasure(ship) else ship.removeprefix(f"{self.side}-")

    def name(self, power: str) -> str:
        """Returns the name of a power."""
        return self.state.name(power)

    def subject(self, power: str) -> str:
        """The same at the head of a sentence."""
        return self.state.subject(power)

    def placed(self, text: str) -> str:
        """A text in which each square that has a port is called by it as well."""
        return SQUARE.sub(lambda found: self.place(found[0]), text)


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)
