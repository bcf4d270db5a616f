"""The parts of composite answers, as order files and records hold them. Numbers are text, truth is yes or no.

Readers of order files leave out entries whose conditions do not hold, and put ids for names, before a rule sees them.
"""

from __future__ import annotations

from typing import TypedDict

#: A choice of ships: their ids, or `all`, `damaged`, `sound`, `{best: '8'}`, `{worst: '8'}`.
Ships = list[str] | str | dict[str, str]


class SetUp(TypedDict, total=False):
    """The British set-up: where fleets and frigates lie; in Trafalgar the Allied one: the Toulon fleet's port."""

    stations: dict[str, str]  # block -> inshore or loose
    frigates: list[str]  # places in the order of the frigates' numbers
    toulon: str


class Repair(TypedDict, total=False):
    """Ships to mend in one port, the first first."""

    port: str
    ships: list[str]


class Spaces(TypedDict, total=False):
    """Spaces of the readiness track to pay for."""

    block: str
    spaces: str


class ReadyAt(TypedDict, total=False):
    """The port where a convoy is placed when it is ready."""

    block: str
    at: str


class Admiralty(TypedDict, total=False):
    """A seat's yards and crews (5.2)."""

    repair: list[Repair]
    crew: list[str]
    expeditions: list[Spaces]
    transport: str
    administrator: str
    ready_at: list[ReadyAt]


class FleetEntry(TypedDict, total=False):
    """One block to be formed in a port."""

    block: str
    at: str
    ships: Ships
    admirals: list[str]


class Transfer(TypedDict, total=False):
    """Ships that move along the south coast (9.7)."""

    to: str
    ships: Ships


class Detach(TypedDict, total=False):
    """The part of a fleet that sails a leg as a block of its own (7.6)."""

    block: str  # called `as` in order files
    keep: str  # masts, or a number of sound ships that stay
    take: str  # best or worst
    ships: Ships
    admirals: list[str]
    firebrand: str


class Chase(TypedDict, total=False):
    """Sails to hunt: the places where they lie now, and where to look if there are none."""

    at: list[str]
    nearest_to: str
    spread: str
    guess: list[str]


class Bound(TypedDict, total=False):
    """A destination by its letter, or `closest`."""

    bound: str
    to: str
    home: str
    stop: str


#: One thing that a block may do in an activation. Exactly one verb, and what goes with it.
Leg = TypedDict(
    "Leg",
    {
        "lie": str, "station": str, "path": list[str], "make_for": str, "sortie": Bound, "hunt": Chase, "shadow": Chase,
        "leave": Bound, "enter": str, "cross": Bound, "arrive": Bound, "remove": str, "scatter": str,
        "stop": str, "detach": Detach, "join": str, "bound": str, "at_sea": str, "search": str,
        "face": str, "else": str, "after_battle": list[dict[str, object]], "entry": str,
    },
    total=False,
)  # fmt: skip
VERBS = (
    "lie", "station", "path", "make_for", "sortie", "hunt", "shadow", "leave", "enter", "cross", "arrive", "remove",
    "scatter",
)  # fmt: skip


class BonusMove(TypedDict, total=False):
    """The block that a bonus chit moves, its leg, or the hex that the North Sea Fleet searches."""

    block: str
    leg: Leg
    search: str


class Relocate(TypedDict, total=False):
    """Damaged ships sent into the port near a patrol zone (6.9.3)."""

    to: str
    ships: Ships
    admirals: list[str]
    keep: str
