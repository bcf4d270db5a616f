"""Reading an order file of this game: its shape, by schema; whether it is wise or lawful is judged elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.game import Orders
from pbem.schema import Document, read_document

SCHEMA = "orders-lions"
HEAD = ("pbem", "game", "seat", "phase")


def read_orders(data: bytes, file: str) -> Orders:
    """The orders, typed, with the line of each part; BadInput with every fault of their shape."""
    page = read_document(SCHEMA, data, file)
    return Orders(page.value["seat"], page.value, dict(lines(page)), phase=page.value["phase"], page=page)


def lines(page: Document) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The line of each section, and of each item of a list."""
    for name, value in page.value.items():
        yield (name,), page.place((name,))[0]
        if isinstance(value, list):
            for number in range(len(value)):
                yield (name, number), page.place((name, number))[0]
