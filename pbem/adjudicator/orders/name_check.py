"""The names in an order file, each held against the judge of its sort; the table says which sort stands where.

Shapes and nodes are walked together and a misshapen part is passed over, so that names are judged in a file that has
other faults too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbem.adjudicator.board.naming import nearest
from pbem.adjudicator.orders.grammar import Board, Misnamed, OrderTable, Place
from pbem.base.errors import Fault
from pbem.strict_yaml import Node, Page, Scalar, Sequence


class Name(NamedTuple):
    """A name in the file: where it stands, its sort, its rule, and whether it is a number that stands for a piece."""

    spot: Scalar
    sort: str
    rule: str
    number: bool = False
    plain: frozenset[str] = frozenset()  # the words that may stand there in place of a name


def misnamed(table: OrderTable[Any, Board, Any], board: Board, seat: str, node: Node, page: Page) -> Iterator[Fault]:
    """Every name that means nothing, or means another's piece where one's own is wanted."""
    for spot, sort, rule, number, plain in names(table, node):
        free = number or spot.text in plain
        found = None if free else table.judges[sort](board, seat, spot.text)
        if found is None and not free and spot.text in table.plain_words:  # a name may begin like it
            found = Misnamed("is a word of its own, and no name here")
        if found is not None:
            yield page.fault(f"'{spot.text}' {found.wrong}", spot.line, spot.column, spot.width, rule=rule,
                             kind=found.kind, hint=found.hint or nearest(spot.text, found.names))  # fmt: skip


def names(table: OrderTable[Any, Any, Any], node: Node) -> Iterator[Name]:
    """Every name in a file."""
    for spot, place in leaves(table.place, node):
        if place.sort:
            yield Name(spot, place.sort, place.rule, place.is_number, place.plain)


def leaves(place: Place, node: Node) -> Iterator[tuple[Scalar, Place]]:
    """Every text of a file, or of a part of it, with its place among the shapes."""
    if isinstance(node, Scalar):
        yield node, place
    elif isinstance(node, Sequence):
        entry = place.entry
        for item in node.items:
            yield from leaves(entry, item)
    else:
        for key, value in node.entries:
            yield from leaves(place.under(key.text), value)
