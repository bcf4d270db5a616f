"""The parts of composite answers, as order files and records hold them."""

from __future__ import annotations

from typing import Required, TypedDict


class Placed(TypedDict, total=False):
    """A counter that is bought or placed: where it stands, and aboard which ship."""

    counter: Required[str]
    at: Required[str]
    aboard: str


class StackOrder(TypedDict):
    """The counters to lie on top of a stack, the topmost first."""

    hex: str
    top: list[str]


class Shopping(TypedDict, total=False):
    """Purchases; in the set-up also garrisons and the box of the San Isidoro."""

    buy: list[Placed]
    garrisons: list[Placed]
    stacks: list[StackOrder]
    isidro: str


class Embarking(TypedDict, total=False):
    """A land counter that goes aboard a ship, at a port of the way if not at its start."""

    counter: Required[str]
    on: Required[str]
    at: str


class Meeting(TypedDict):
    """Ships that join or leave a stack in passing."""

    at: str
    ships: list[str]


#: A condition: its one word, and what it is about.
Condition = dict[str, object]

#: One move of the Movement Step, or its end.
Move = TypedDict(
    "Move",
    {
        "end": str, "if": list[Condition], "hold_if": list[Condition], "ships": list[str], "troops": list[str],
        "scuttle": str, "path": list[str], "enter": str, "embark": list[Embarking], "debark": str | list[str],
        "join": list[Meeting], "leave": list[Meeting], "if_missed": str, "to_track": str,
    },
    total=False,
)  # fmt: skip
