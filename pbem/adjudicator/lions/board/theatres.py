"""The theatres that a year's story names: parts of the world, each a block of squares. No rule knows them."""

from __future__ import annotations

from pbem.base.records import dataclass
from pbem.geometry.squares import column_of


@dataclass(frozen=True, slots=True)
class Theatre:
    """A part of the world: its first and last column and row."""

    name: str
    tag: str  # the same in a word or two
    west: int
    east: int
    north: str
    south: str

    def __contains__(self, square: str) -> bool:
        return self.west <= column_of(square) <= self.east and self.north <= square[0] <= self.south


#: Every square of the map lies in one of them.
THEATRES = (
    Theatre("Europe and the Mediterranean", "Europe", 9, 17, "A", "G"),
    Theatre("North America", "N. America", 1, 8, "A", "G"),
    Theatre("The Caribbean and the Spanish Main", "Caribbean", 1, 10, "H", "L"),
    Theatre("South America", "S. America", 1, 10, "M", "U"),
    Theatre("Africa", "Africa", 11, 17, "H", "U"),
    Theatre("Arabia and India", "India", 18, 22, "A", "U"),
    Theatre("The East Indies and the Great South Sea", "East Indies", 23, 28, "A", "U"),
)  # fmt: skip
NOWHERE = Theatre("Nowhere", "ashore", 1, 0, "A", "A")


def theatre_of(square: str) -> Theatre:
    """The theatre that a square lies in; nowhere, where no square is known."""
    return next((theatre for theatre in THEATRES if square and square in theatre), NOWHERE)
