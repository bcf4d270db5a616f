"""The parts of composite answers, as order files and records hold them. Numbers are text, as in order files."""

from __future__ import annotations

from typing import TypedDict


class Share(TypedDict, total=False):
    """The part of a set-up group that goes to one place."""

    group: str
    at: str
    ships: list[str]
    leaders: list[str]
    regiments: str
    forts: str


class Aboard(TypedDict, total=False):
    """The cargo of a ship at the start."""

    ship: str
    regiments: str
    leaders: list[str]


class SetUp(TypedDict, total=False):
    """A power's set-up."""

    place: list[Share]
    aboard: list[Aboard]


#: One entry of an outfitting section; which parts it has depends on the section.
Entry = TypedDict(
    "Entry",
    {"item": str, "at": str, "number": str, "ship": str, "regiments": str, "forts": str, "from": str, "to": str},
    total=False,
)


class FleetEntry(TypedDict, total=False):
    """One fleet to be formed."""

    number: str
    at: str
    ships: list[str]
    regiments: str
    leaders: list[str]


class FleetOrders(TypedDict, total=False):
    """Changes to a power's fleets."""

    form: list[FleetEntry]
    dissolve: list[str]


class Shot(TypedDict, total=False):
    """One ship's target; `board` is 'yes' where she boards it."""

    ship: str
    at: str
    board: str


class FireOrders(TypedDict, total=False):
    """One firing segment."""

    shots: list[Shot]
    targets: list[str]
    hold: list[str]
    fireships: str
    boarding: str


class Troops(TypedDict, total=False):
    """Regiments and leaders who go aboard or ashore; `of` names another power whose they are."""

    regiments: str
    leaders: list[str]
    of: str


class Drop(TypedDict, total=False):
    """Units that a force leaves on its way."""

    at: str
    ships: list[str]
    regiments: str
    leaders: list[str]


#: A campaign marker to play in an operation, with what it is played on.
MarkerEntry = TypedDict(
    "MarkerEntry", {"marker": str, "from": str, "at": str, "ship": str, "points": str, "regiments": str, "forts": str},
    total=False,
)


class Attack(TypedDict, total=False):
    """The target of an attack: a power, one of its forces, or any enemy."""

    power: str
    force: str
    any: str


class Haven(TypedDict, total=False):
    """A place to sail to where the goal is out of reach."""

    to: str


class AfterBattle(TypedDict, total=False):
    """Conditions on what follows a battle: 'yes' where one must hold."""

    won: str
    sea_clear: str
    troops_at_least: str


class Instead(TypedDict, total=False):
    """A marker or action instead of an operation: a Letter of Marque, the Lords of Six Weeks, Diplomacy."""

    port: str
    leader: str
    at: str
    ships: list[str]
    number: str
    force: str


#: One operation, or a pass.
Order = TypedDict(
    "Order",
    {
        "pass": str, "force": str, "path": list[str], "embark": Troops, "land": Troops, "attack": Attack,
        "admiral": str, "cross": str, "shore": str, "plunder": str, "grand_design": str, "breach": str, "trade": str,
        "drop": list[Drop], "markers": list[MarkerEntry], "take": list[str], "scuttle": list[str], "show": list[str],
        "short": str | Haven, "anywhere": str, "after_battle": AfterBattle,
        "letter_of_marque": Instead, "diplomacy": Instead, "lords": Instead,
    },
    total=False,
)  # fmt: skip
#: What an operation does at its goal, in this order.
DEEDS = ("attack", "land", "shore", "plunder", "trade")
