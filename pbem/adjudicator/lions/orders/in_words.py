"""Sections of this title in words, as their owner reads them back; `data/phrases.yaml` has the words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.orders.echo import Part
from pbem.adjudicator.orders.written.read_back import Phrases

PHRASES = Phrases(texts_of(DATA / "phrases.yaml"))
#: Sections of doctrine that are lists of entries.
playing, gauging, firing = (partial(PHRASES.said, name) for name in ("playing", "gauging", "firing"))


def set_up(plan: Part) -> Iterator[str]:
    """Yields the places of units (3.2), and the cargo of ships at the start (19.8)."""
    yield from (PHRASES.said("placed", part) for part in plan.get("place", ()))
    yield from (PHRASES.said("embarked", part) for part in plan.get("aboard", ()))


def bid(entry: Part) -> str:
    """One bid (9.3)."""
    first, *more = (str(pounds) for pounds in entry["rounds"])
    which = "any marker" if entry["for"] == "any" else f"marker {entry['for']}"
    return PHRASES.said("bid", {**entry, "which": which, "first": first, "more": more})


def agreement(record: Part) -> str:
    """One agreement (10.1)."""
    gifts = "".join(PHRASES.said("gift", gift) for gift in record.get("gives", ()))
    return PHRASES.said("agreement", {"promise": "none", **record, "gifts": gifts})


def recruiting(outfit: Part) -> Iterator[str]:
    """Writes the number of leaders to try for, and the price (22.2): the dice decide the rest."""
    if outfit.get("leaders"):
        price = {"leader_price": str(outfit["leader_price"])} if "leader_price" in outfit else {}
        yield PHRASES.said("recruiting", {**outfit, **price})


def operations(queue: list[Part]) -> Iterator[str]:
    """The queue, an operation a line."""
    yield from (f"Operation {number}. {operation(entry)}" for number, entry in enumerate(queue, 1))


def operation(entry: Part) -> str:
    """One entry of the queue (13.2), in a sentence."""
    phrase = next((word for word in ("pass_until", "pass") if word in entry), "operation")
    return PHRASES.said(phrase, {**entry, "who": who(entry)})


def who(entry: Part) -> str:
    """Writes the force that operates, or what is played instead."""
    force = str(entry.get("force", ""))
    return f"Fleet {force}" if force.isdecimal() else PHRASES.said("who", entry)


def deeds(entry: Part) -> str:
    """Writes the parts of an operation in their order (13.2)."""
    return PHRASES.said("deeds", entry)
