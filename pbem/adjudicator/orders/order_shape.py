"""What is the same in the order files of every title: their shape by schema, their head, where each part stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.base.errors import Fault, Kind
from pbem.schema import Document, read_document


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


def wrong_head(known: Mapping[str, Any], page: Document) -> Iterator[Fault]:
    """Orders for another seat or another phase are for another time (PROTOCOL 2, row 22)."""
    if page.value["seat"] != known["seat"]:
        yield page.fault(("seat",), f"'{page.value['seat']}' is not your seat", kind=Kind.ILLEGAL,
                         hint=f"your seat is {known['seat']}")
    if known.get("phase") and page.value["phase"] != known["phase"]:
        yield page.fault(("phase",), f"'{page.value['phase']}' is not the phase that is open", kind=Kind.LATE,
                         hint=f"the open phase is {known['phase']}")
