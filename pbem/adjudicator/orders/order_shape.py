"""The common part of every title's order files: shape by schema, head, and places of the parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.base.errors import Fault, Kind
from pbem.schema import Document, read_document
from pbem.strict_yaml import Mapping as Node
from pbem.strict_yaml import Scalar

#: What is said of a head that is another's.
STRANGE = {
    "seat": ("is not your seat", "your seat is", Kind.ILLEGAL),
    "phase": ("is not the phase that is open", "the open phase is", Kind.LATE),
    "game": ("is not your game", "your game is", Kind.MISMATCH),
}


def read_shape(schema: str, data: bytes, file: str) -> Orders:
    """The orders, typed, with the line of each part; BadInput with every fault of their shape."""
    page = read_document(schema, data, file)
    return Orders(page.value["seat"], page.value, dict(lines(page)), phase=page.value["phase"], page=page)


def lines(page: Document) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The line of each section, and of each item of a list."""
    for name, value in page.value.items():
        yield (name,), page.place((name,))[0]
        if isinstance(value, list):
            for number in range(len(value)):
                yield (name, number), page.place((name, number))[0]


def wrong_head(head: Mapping[str, Any], file: Document) -> Iterator[Fault]:
    """Orders for another seat, phase or game are for another time (PROTOCOL 2, row 22)."""
    for key, (wrong, hint, kind) in STRANGE.items():
        given, own = file.node.get(key) if isinstance(file.node, Node) else None, head.get(key)
        if own and isinstance(given, Scalar) and given.text != own:
            yield file.fault(key, f"'{given.text}' {wrong}", kind=kind, hint=f"{hint} {own}")


def strange_orders(head: Mapping[str, Any], orders: Orders, file: str) -> Iterator[Fault]:
    """The same for orders of a title that may not keep the file."""
    if orders.page is not None:
        yield from wrong_head(head, orders.page)
        return
    given = {"seat": orders.seat, "phase": orders.phase, "game": str(orders.body.get("game", ""))}
    for key, (wrong, hint, kind) in STRANGE.items():
        if given[key] and head.get(key) and given[key] != head[key]:
            yield Fault(f"'{given[key]}' {wrong}", file=file, hint=f"{hint} {head[key]}", kind=kind)
