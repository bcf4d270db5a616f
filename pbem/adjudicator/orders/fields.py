"""Which list of the order desk serves which field, worked out from the shapes of a table.

The desk looks a field up by the longest end of its path that it knows, such as `form[].ships[]`, and then by the name
of the shape the schema refers to, such as `$place`. The shortest ends that cannot be mistaken are found here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.shapes import Leaf, Ref, Shape, Way

#: A single text of an order file: its path, the shape it refers to, the list that serves it.
Field: TypeAlias = tuple[Way, str, str]


def desk_fields(table: OrderTable[Any, Any, Any]) -> dict[str, str]:
    """Maps the end of a field's path, or `$` and a shape's name, to the list that serves it."""
    found = dict.fromkeys(leaves(table))
    usual = usual_lists(found)
    odd = [(way, name, offers) for way, name, offers in found if offers != usual.get(name, "")]
    ends = {end_of(way, offers, found): offers for way, _, offers in odd}
    return ends | {f"${name}": offers for name, offers in usual.items()}


def leaves(table: OrderTable[Any, Any, Any]) -> Iterator[Field]:
    """Every single text of an order file."""
    for key, shape in table.sections.items():
        yield from below(table, shape, (key,), frozenset())


def below(table: OrderTable[Any, Any, Any], shape: Shape, way: Way, met: frozenset[str]) -> Iterator[Field]:
    """The same below one shape; a shape that holds itself is walked once."""
    if isinstance(shape, Leaf) and (not isinstance(shape, Ref) or shape.sort or is_text(table, shape.name)):
        yield way, shape.name if isinstance(shape, Ref) else "", shape.choices
        return
    name = shape.name if isinstance(shape, Ref) else ""
    if name in met:
        return
    meant = table.meant(shape)
    for step, inner in meant.inside():
        further = way if not step else (*way[:-1], f"{way[-1]}[]") if step == "[]" else (*way, step)
        yield from below(table, inner, further, met | {name} if name else met)


def is_text(table: OrderTable[Any, Any, Any], name: str) -> bool:
    """Tells if a shape that is defined once is a single text."""
    return isinstance(table.names.get(name), Leaf)


def usual_lists(found: Mapping[Field, None]) -> dict[str, str]:
    """The name of a shape -> the list that serves it most often."""
    counts: dict[str, Counter[str]] = {}
    for _, name, offers in found:
        counts.setdefault(name, Counter())[offers] += 1
    usual = {name: count.most_common(1)[0][0] for name, count in counts.items() if name}
    return {name: offers for name, offers in usual.items() if offers}


def end_of(way: Way, offers: str, found: Mapping[Field, None]) -> str:
    """The shortest end of a path that no field with another list has."""
    for length in range(1, len(way) + 1):
        end = way[-length:]
        if all(list_ == offers for other, _, list_ in found if other[-length:] == end):
            return ".".join(end)
    return ".".join(way)
