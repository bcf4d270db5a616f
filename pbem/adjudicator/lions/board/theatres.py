"""The theatres that order a year's story: parts of the world, each a block of squares. No rule knows them."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.geometry.squares import column_of


@dataclass(frozen=True, slots=True)
class Theatre:
    """A part of the world: its first and last column and row."""

    name: str
    west: int
    east: int
    north: str
    south: str

    def __contains__(self, square: str) -> bool:
        return self.west <= column_of(square) <= self.east and self.north <= square[0] <= self.south


#: Every square of the map lies in one of them.
THEATRES = (
    Theatre("Europe and the Mediterranean", 9, 17, "A", "G"), Theatre("North America", 1, 8, "A", "G"),
    Theatre("The Caribbean and the Spanish Main", 1, 10, "H", "L"), Theatre("South America", 1, 10, "M", "U"),
    Theatre("Africa", 11, 17, "H", "U"), Theatre("Arabia and India", 18, 22, "A", "U"),
    Theatre("The East Indies and the Great South Sea", 23, 28, "A", "U"),
)  # fmt: skip


def theatre_of(square: str) -> Theatre:
    """The theatre that a square lies in."""
    return next(theatre for theatre in THEATRES if square in theatre)
