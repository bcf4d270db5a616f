"""Conditions of queues, doctrine and standing orders. They test only what their owner can see.

A condition is a mapping of one word to what it wants, such as `{moved: spain}`; a list of them holds when all do. All
is looked up in the owner's view (views.py) and in what the question itself tells him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.lions.board.board import Board

Wanted = Any


class Look:
    """One power's eyes on the position, and on the question that is put to it."""

    def __init__(self, board: Board, known: Callable[[], Mapping[str, Any]], facts: Mapping[str, Plain]) -> None:
        self.board = board
        self.make = known
        self.facts = facts

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """The view, made only if a condition asks for it."""
        return self.make()

    @property
    def seat(self) -> str:
        return str(self.known["seat"])

    def square(self, place: str) -> str:
        """A square, a port, or 'here': where the question is about."""
        return str(self.facts.get("square", "")) if place == "here" else self.board.square_named(place)

    def seen(self, power: str = "", *, fleets: bool = False) -> Iterator[str]:
        """Squares where another power can be seen to have units, or Fleet Markers."""
        for entry in self.known["presence"]:
            wanted = power in ("", entry["power"]) and entry["power"] != self.seat
            if wanted and (entry["fleets"] or not fleets):
                yield entry["square"]

    def is_here(self, place: str) -> bool:
        """Whether own combat units are in a place."""
        own = (entry for entry in self.known["presence"] if entry["power"] == self.seat)
        return any(entry["square"] == self.square(place) for entry in own)

    def force(self, name: str) -> list[Mapping[str, Any]]:
        """The own ships of a force: a fleet by its number, or one ship."""
        return [ship for ship_id, ship in self.known["ships"].items() if ship["fleet"] == name or ship_id == name]

    def guns(self, name: str) -> int:
        """The guns of an own force: what is printed, less damage."""
        ships = self.known["ships"].items()
        own = [(ship_id, ship) for ship_id, ship in ships if ship["fleet"] == name or ship_id == name]
        return sum(max(0, self.board.ships[ship_id].kind.gunnery - ship["damage"]) for ship_id, ship in own)

    def troops(self, name: str) -> int:
        """Own regiment points aboard an own force."""
        return sum(int(ship["cargo"].get(self.seat, 0)) for ship in self.force(name))

    def strength(self, side: str) -> int:
        """What a battle's question tells of a side: guns at sea, points ashore."""
        told = self.facts.get(side, 0)
        return sum(ship["guns"] for ship in told) if isinstance(told, list) else int(told)

    def held_markers(self) -> list[str]:
        """The kinds of the markers in hand."""
        return [self.board.markers[name].type.id for name in self.known["hand"]]


def lies_at(look: Look, wanted: Wanted) -> bool:
    """Whether a treasure fleet lies in a place, whoever escorts it."""
    entry = look.known["treasure"].get(wanted["fleet"])
    return entry is not None and entry["at"] == look.square(wanted["at"])


def is_free(look: Look, fleet: Wanted) -> bool:
    """Whether a treasure fleet is on the map and nobody escorts it."""
    entry = look.known["treasure"].get(fleet)
    return entry is not None and not entry["power"]


def near(look: Look, wanted: Wanted) -> bool:
    """Whether others can be seen within so many movement points of a place; of one power, or fleets, if it says so."""
    distances = look.board.distances(look.square(wanted["of"]))
    places = look.seen(str(wanted.get("power", "")), fleets=wanted.get("what") == "fleets")
    return any(square in distances and distances[square] <= int(wanted["squares"]) for square in places)


def seen_at(look: Look, wanted: Wanted) -> bool:
    """Whether others can be seen in a place: anybody, or one power."""
    place, power = (wanted["at"], wanted["power"]) if isinstance(wanted, Mapping) else (wanted, "")
    return look.square(place) in look.seen(power)


def lies_in(look: Look, wanted: Wanted) -> bool:
    """Whether an own force is in a place."""
    return any(ship["at"] == look.square(wanted["at"]) for ship in look.force(str(wanted["force"])))


def holder(look: Look, place: str) -> str:
    """Who controls a place undisputed."""
    return str(look.known["control"].get(look.square(place), ""))


def pounds(look: Look, power: str = "") -> int:
    """Somebody's pounds; one's own, if nobody is named."""
    return int(look.known["money"].get(power or look.seat, 0))


def damaged(look: Look, side: str) -> int:
    """How many ships of a side are damaged, in a battle."""
    told = look.facts.get(side, [])
    return sum(1 for ship in told if ship["damage"]) if isinstance(told, list) else 0


def odds(look: Look, wanted: Wanted) -> bool:
    """Whether one's strength is to the enemy's at least as these numbers are to each other."""
    return look.strength("own") * int(wanted["enemy"]) >= look.strength("enemy") * int(wanted["own"])


def number(look: Look, name: str) -> int:
    """A number that the question tells."""
    return int(look.facts.get(name, 0))


Holds = Callable[[Look, Wanted], bool]
#: word -> (whether it holds, how it reads when it does not)
CONDITIONS: dict[str, tuple[Holds, str]] = {
    "treasure_at": (lies_at, "{fleet} does not lie at {at}"),
    "no_treasure_at": (lambda look, wanted: not lies_at(look, wanted), "{fleet} lies at {at}"),
    "treasure_free": (is_free, "{0} is not on the map without an escort"),
    "enemy_within": (near, "nobody is within {squares} squares of {of}"),
    "no_enemy_within": (lambda look, wanted: not near(look, wanted), "somebody is within {squares} squares of {of}"),
    "enemy_at": (seen_at, "they are not at {0}"),
    "no_enemy_at": (lambda look, wanted: not seen_at(look, wanted), "they are at {0}"),
    "own_at": (lambda look, place: look.is_here(place), "you have no units at {0}"),
    "force_at": (lies_in, "{force} is not at {at}"),
    "held": (lambda look, place: holder(look, place) == look.seat, "you do not hold {0} undisputed"),
    "lost": (lambda look, place: holder(look, place) != look.seat, "you hold {0} undisputed"),
    "controlled_by": (lambda look, wanted: holder(look, wanted["port"]) == wanted["power"], "{power} has no {port}"),
    "plundered": (lambda look, place: look.square(place) in look.known["plundered"], "{0} is not plundered"),
    "not_plundered": (lambda look, place: look.square(place) not in look.known["plundered"], "{0} is plundered"),
    "here": (lambda look, place: look.square("here") == look.square(place), "this is not {0}"),
    "pounds_at_least": (lambda look, least: pounds(look) >= int(least), "you have fewer than {0} pounds"),
    "pounds_of": (lambda look, w: pounds(look, w["power"]) >= int(w["least"]), "{power} has fewer than {least} pounds"),
    "turn_at_least": (lambda look, turn: look.known["turn"] >= int(turn), "turn {0} has not come"),
    "turn_at_most": (lambda look, turn: look.known["turn"] <= int(turn), "turn {0} is past"),
    "moved": (lambda look, power: look.known["operated"].get(power, 0) > 0, "{0} has not operated this turn"),
    "not_moved": (lambda look, power: not look.known["operated"].get(power, 0), "{0} has operated this turn"),
    "passed": (lambda look, power: power in look.known["passed"], "{0} has not passed"),
    "holding": (lambda look, kind: kind in look.held_markers(), "you hold no {0}"),
    "not_holding": (lambda look, kind: kind not in look.held_markers(), "you hold {0}"),
    "guns_at_least": (
        lambda look, wanted: look.guns(str(wanted["force"])) >= int(wanted["guns"]), "{force} has under {guns} guns",
    ),
    "troops_at_least": (
        lambda look, wanted: look.troops(str(wanted["force"])) >= int(wanted["points"]),
        "{force} carries fewer than {points} points",
    ),
    "odds_at_least": (odds, "the odds are below {own} to {enemy}"),
    "odds_below": (lambda look, wanted: not odds(look, wanted), "the odds are {own} to {enemy} or better"),
    "round_at_least": (lambda look, least: number(look, "round") >= int(least), "round {0} has not come"),
    "own_damaged": (lambda look, least: damaged(look, "own") >= int(least), "fewer than {0} of your ships are damaged"),
    "enemy_damaged": (lambda look, least: damaged(look, "enemy") >= int(least), "fewer than {0} enemies are damaged"),
    "roll_at_most": (lambda look, most: number(look, "roll") <= int(most), "the roll is above {0}"),
    "roll_at_least": (lambda look, least: number(look, "roll") >= int(least), "the roll is below {0}"),
    "leader_at_most": (lambda look, most: leader_value(look) <= int(most), "the leader's value is above {0}"),
    "leader_at_least": (lambda look, least: leader_value(look) >= int(least), "the leader's value is below {0}"),
    "marker_played": (lambda look, kind: look.facts.get("against") == kind, "it is no {0}"),
    "by": (lambda look, power: power in (look.facts.get("by"), look.facts.get("against")), "it is not {0}"),
}  # fmt: skip


def leader_value(look: Look) -> int:
    """The value of the leader a question is about."""
    return number(look, "value") or number(look, "leader_value")


def unmet(look: Look, conditions: Iterable[Mapping[str, Wanted]]) -> str:
    """The first condition that does not hold, in words; empty if all hold."""
    for condition in conditions:
        for word, wanted in condition.items():
            holds, words = CONDITIONS[word]
            if not holds(look, wanted):
                parts = wanted if isinstance(wanted, Mapping) else {}
                return words.format(parts.get("at", wanted), **parts)
    return ""
