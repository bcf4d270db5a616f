"""Ids put for the names of an order file, wherever the table of the title says that a name stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.shapes import Either, Just, Keys, Leaf, List, Number, Ref, Shape, Truth, Word


class Ids:
    """Puts ids for names, as one seat writes them on one board."""

    def __init__(
        self, table: OrderTable[Any, Any, Any], board: Any, seat: str, meaning: Callable[[Any, str, str, str], str]
    ) -> None:
        self.table, self.board, self.seat, self.meaning = table, board, seat, meaning

    def section(self, key: str, value: Any) -> Any:
        """A section with ids."""
        return self.of(self.table.row[key].shape, value)

    def conditions(self, value: Any) -> Any:
        """A list of conditions with ids."""
        return self.of(self.table.defined["conditions"], value)

    def of(self, shape: Shape, value: Any) -> Any:
        """A value of this shape with ids."""
        if isinstance(shape, Either):
            return next((self.of(each, value) for each in shape.of if self.fits(each, value)), value)
        if isinstance(shape, Leaf) and shape.sort:
            plain = value in self.table.plain_words
            return value if plain else self.meaning(self.board, self.seat, shape.sort, str(value))
        if isinstance(shape, Ref):
            return value if shape.file else self.of(self.table.meant(shape), value)
        if isinstance(shape, List) and isinstance(value, list):
            return [self.of(shape.of, each) for each in value]
        if isinstance(shape, Keys) and isinstance(value, Mapping):
            return {key: self.of(shape.of[key], each) if key in shape.of else each for key, each in value.items()}
        return value

    def fits(self, shape: Shape, value: Any) -> bool:
        """Tells if a value can have this shape, of several."""
        if isinstance(shape, Leaf) and shape.sort:
            judge = self.table.judges[shape.sort]
            plain = value in self.table.plain_words if isinstance(value, str) else False
            return isinstance(value, str) and (plain or judge(self.board, self.seat, value) is None)
        if isinstance(shape, Ref):
            return self.fits(self.table.meant(shape), value)
        if isinstance(shape, Either):
            return any(self.fits(each, value) for each in shape.of)
        if isinstance(shape, Keys):
            return isinstance(value, Mapping) and all(key in shape.of for key in value)
        if isinstance(shape, List):
            return isinstance(value, list)
        return not isinstance(value, list | Mapping) and fits_word(shape, value)


def fits_word(shape: Shape, value: Any) -> bool:
    """The same for a shape that is a single word."""
    if isinstance(shape, Just):
        return str(value) == shape.word
    if isinstance(shape, Word):
        return str(value) in shape.words
    if isinstance(shape, Truth):
        return isinstance(value, bool)
    return str(value).isdecimal() if isinstance(shape, Number) else True
