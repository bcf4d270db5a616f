"""Views of Yellow Jack written by hand, for tests of conditions and of what sections answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.orders.conditions import CONDITIONS, unmet
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.state.words import date_from

BOARD = load_board()


def formation(at: str, *squadrons: str, kind: str = "flag", **more: Any) -> dict[str, Any]:
    """An own Formation of Jamaica, as a view has it."""
    usual = {"kind": kind, "contingent": "british", "command": "jamaica", "at": at, "state": "ready", "order": "",
             "goes_with": "", "squadrons": list(squadrons)}  # fmt: skip
    return usual | more


def marker(at: str, kind: str = "", squadrons: int = 0) -> dict[str, Any]:
    """An enemy marker; Spotted if its kind is given."""
    seen = {"kind": kind, "squadrons": squadrons} if kind else None
    return {"side": "bourbon", "at": at, "spotted": bool(kind), "seen": seen, "blockades": ""}


def british(**parts: Any) -> dict[str, Any]:
    """What the British see in Turn 13 of 1739: nothing but what the parts say."""
    usual: dict[str, Any] = {
        "seat": "british", "date": date_from("y39t13"), "impulse": 2, "mpi": 3, "formations": {}, "squadrons": {},
        "markers": {}, "ports": {}, "orders": {}, "plans": {}, "hand": [], "units": {},
        "prestige": {"british": 10, "bourbon": 10},
    }  # fmt: skip
    return usual | parts


def look(known: Mapping[str, Any] | None = None, **facts: Any) -> Lookout:
    """The British eyes on a question that tells these facts."""
    return Lookout(BOARD, lambda: british() if known is None else known, facts)


def outcome(word: str, wanted: Any, eyes: Lookout) -> bool | None:
    """The outcome of one condition."""
    return CONDITIONS[word].holds(eyes, wanted)


def why_not(eyes: Lookout, *conditions: dict[str, Any]) -> str:
    """The first condition that does not hold, in words."""
    return unmet(eyes, conditions)


def asked(topic: str, **facts: Any) -> Entry:
    """A question whose answer is a part of an order file."""
    return Entry(rule="R1.12", side="british", key=f"{topic}/n1", topic=topic, prompt="", facts=facts)
