"""Agreements between players, as orders, records and the position hold them (10.2)."""

from __future__ import annotations

from typing import Required, TypedDict

#: What one party of an agreement gives to another.
Gift = TypedDict(
    "Gift",
    {"from": Required[str], "to": Required[str], "pounds": str, "markers": list[str], "random": str},
    total=False,
)

#: An agreement; `loaded` is counted as troops are carried under it.
Agreement = TypedDict(
    "Agreement",
    {
        "id": str, "parties": Required[list[str]], "gives": list[Gift], "promise": str, "where": str | list[str],
        "until": str, "text": str, "carrier": str, "troops": str, "from": str, "to": str, "regiments": str,
        "loaded": int,
    },
    total=False,
)  # fmt: skip
