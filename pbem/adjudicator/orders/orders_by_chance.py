"""Orders by chance, as random bots write them: each section as its row in the table has it, with names that exist.

A row says what a section may hold, and the order desk's offers, or the judge of a name, say which names there are. So
whatever a title's table offers, some random bot orders, and no bot has to be told of a new section.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.chance import Chance
from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.shapes import Either, Just, Keys, Leaf, List, Number, Ref, Shape, Truth, Word

#: Random standing orders have numbers up to this, so that they replace and cancel one another.
NUMBERS = 4
#: A list by chance is no longer, and a number no more above its least.
LONGEST, HIGHEST = 4, 12
#: A name that no judge accepts: its answer tells which names there are.
NO_NAME = "?"
NO_OFFERS: Mapping[str, Sequence[str]] = {}


class OrdersByChance:
    """Writes sections of a title's order files by chance, for one seat on the board that it sees."""

    def __init__(
        self, table: OrderTable[Any, Any, Any], view: Mapping[str, Any], chance: Chance,
        offers: Mapping[str, Sequence[str]] = NO_OFFERS,
    ) -> None:  # fmt: skip
        self.table, self.chance, self.offers = table, chance, offers
        self.board, self.seat = table.board_of(view), str(view["seat"])
        self.step = table.step_of(table.see(view)) if offers else ""

    def plans(self, without: Collection[str]) -> dict[str, Any]:
        """Writes plans of the open step, all but some, of what the order desk offers."""
        rows = [row for row in self.table.in_season(self.step) if row.steps and not row.lasting]
        return {row.key: self.section(row.key) for row in rows if row.key not in without}

    def some_sections(self, one_in: int) -> dict[str, Any]:
        """Writes sections of doctrine, each once in so many times."""
        keys = [row.key for row in self.table.doctrine if self.chance.below(one_in) == 0]
        return {key: self.section(key) for key in keys}

    def standing_order(self, one_in: int) -> dict[str, Any]:
        """Writes a standing order once in so many times, with a condition or an end, or cancels an old number."""
        chance = self.chance
        if chance.below(one_in):
            return {}
        number = str(1 + chance.below(NUMBERS))
        if chance.below(5) == 0:
            return {"standing": [{"cancel": number}]}
        key = chance.pick([row.key for row in self.table.doctrine])
        extra: list[dict[str, Any]] = [{}, {"once": "true"}, {"if": self.conditions()}, {"until": self.conditions()}]
        return {"standing": [{"number": number, key: self.section(key)} | chance.pick(extra)]}

    def section(self, key: str) -> Any:
        """Writes one section."""
        return self.value(self.table.row[key].shape)

    # ------------------------------------------------------------------------------------------------ by shape

    def value(self, shape: Shape) -> Any:
        """Writes anything that has this shape."""
        if isinstance(shape, Either):
            return self.value(self.chance.pick(shape.of))
        if isinstance(shape, List):
            number = max(1, shape.least) + self.chance.below(LONGEST)
            return [self.value(shape.of) for _ in range(min(number, shape.most or number))]
        if isinstance(shape, Keys):
            return self.keys(shape)
        if isinstance(shape, Number):
            return str(shape.least + self.chance.below(min(shape.most - shape.least, HIGHEST) + 1))
        return self.word(shape)

    def keys(self, shape: Keys) -> dict[str, Any]:
        """Writes the keys that a mapping needs, and each of the others half the time."""
        need = shape.need.split()
        return {key: self.value(each) for key, each in shape.of.items() if key in need or self.chance.below(2)}

    def word(self, shape: Shape) -> Any:
        """Writes one word: a truth, a name that the judge of its sort knows, or what the row gives as an example."""
        if isinstance(shape, Truth):
            return self.chance.pick(("true", "false"))
        if isinstance(shape, Just):
            return shape.word
        if isinstance(shape, Leaf) and shape.sort:
            names = self.offers.get(shape.offers, ()) or self.names(shape.sort)
            return self.chance.pick(names) if names else str(self.table.meant(shape).eg)
        if isinstance(shape, Word):
            return self.chance.pick(shape.words)
        if isinstance(shape, Ref) and not shape.file:
            return self.conditions() if shape.name == "conditions" else self.value(self.table.meant(shape))
        return str(shape.eg)

    def conditions(self) -> list[dict[str, Any]]:
        """Writes one condition of those that the title knows."""
        word = self.chance.pick(tuple(self.table.conditions))
        return [{word: self.value(self.table.conditions[word])}]

    def names(self, sort: str) -> tuple[str, ...]:
        """Lists the names of a sort that its judge accepts from this seat."""
        return accepted(self.table.judges[sort], self.board, self.seat)


@lru_cache(maxsize=256)
def accepted(judge: Callable[[Any, str, str], Any], board: Any, seat: str) -> tuple[str, ...]:
    """Lists the names that a judge accepts from a seat; the judge tells them itself, and a board never changes."""
    refused = judge(board, seat, NO_NAME)
    some = refused.names if refused is not None else ()
    return tuple(name for name in some if judge(board, seat, name) is None)
