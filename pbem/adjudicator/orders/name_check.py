"""The names in an order file, each held against the judge of its sort; the table says which sort stands where.

Shapes and nodes are walked together and a misshapen part is passed over, so that names are judged in a file that has
other faults too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pbem.adjudicator.board.naming import nearest
from pbem.adjudicator.orders.grammar import Board, OrderTable
from pbem.adjudicator.orders.shapes import Either, Keys, Leaf, List, Number, Ref, Shape
from pbem.base.errors import Fault
from pbem.strict_yaml import Mapping, Node, Page, Scalar, Sequence

#: A shape with the rule that it stands under.
Ruled = tuple[Shape, str]


class Name(NamedTuple):
    """A name in the file: where it stands, its sort, its rule, and whether it is a number that stands for a piece."""

    spot: Scalar
    sort: str
    rule: str
    number: bool = False


def misnamed(table: OrderTable[Any, Board, Any], board: Board, seat: str, node: Node, page: Page) -> Iterator[Fault]:
    """Every name that means nothing, or means another's piece where one's own is wanted."""
    for spot, sort, rule, number in names(table, [(table.whole, "")], node):
        free = number or spot.text in table.plain_words
        found = None if free else table.judges[sort](board, seat, spot.text)
        if found is not None:
            yield page.fault(f"'{spot.text}' {found.wrong}", spot.line, spot.column, spot.width, rule=rule,
                             kind=found.kind, hint=found.hint or nearest(spot.text, found.names))  # fmt: skip


def names(table: OrderTable[Any, Any, Any], shapes: Iterable[Ruled], node: Node) -> Iterator[Name]:
    """Every name in a file, or in a part of it that has one of these shapes."""
    for spot, meant in leaves(table, shapes, node):
        sorts = [(shape, rule) for shape, rule in meant if isinstance(shape, Leaf | Number) and shape.sort]
        yield from (Name(spot, shape.sort, rule, isinstance(shape, Number)) for shape, rule in sorts[:1])


def leaves(
    table: OrderTable[Any, Any, Any], shapes: Iterable[Ruled], node: Node
) -> Iterator[tuple[Scalar, list[Ruled]]]:  # fmt: skip
    """Every text of a file, with the shapes that it may have there."""
    meant = [each for shape, rule in shapes for each in concrete(table, shape, rule)]
    if isinstance(node, Scalar):
        yield node, meant
    elif isinstance(node, Sequence):
        inner = [(shape.of, rule) for shape, rule in meant if isinstance(shape, List)]
        for item in node.items:
            yield from leaves(table, inner, item)
    elif isinstance(node, Mapping):
        keyed = [(shape, rule) for shape, rule in meant if isinstance(shape, Keys)]
        for key, value in node.entries:
            inner = [(shape.of[key.text], rule) for shape, rule in keyed if key.text in shape.of]
            yield from leaves(table, inner, value)


def concrete(table: OrderTable[Any, Any, Any], shape: Shape, rule: str) -> Iterator[Ruled]:
    """A shape itself, or what it refers to, or each of its alternatives."""
    rule = shape.rule or rule
    if isinstance(shape, Either):
        for each in shape.of:
            yield from concrete(table, each, rule)
    elif isinstance(shape, Ref) and not shape.sort and not shape.file:
        yield from concrete(table, table.meant(shape), rule)
    else:
        yield shape, rule
