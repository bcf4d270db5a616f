"""Conditions of queues, doctrine and standing orders. They test only what their owner can see.

A condition is a mapping of one word to what it wants, such as `{moved: spain}`; a list of them holds when all do. All
is looked up in the owner's view (view.py) and in the facts of the question itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.orders.carried_out import judging
from pbem.adjudicator.orders.carried_out.eyes import Eyes
from pbem.adjudicator.orders.written.order_form import OrderForm

Wanted = Any


class Look(Eyes[Board]):
    """One power's eyes on the position, and on the question that is put to it."""

    def square(self, place: str) -> str:
        """A square, a port, or 'here': where the question is about."""
        return str(self.facts.get("square", "")) if place == "here" else self.board.square_named(place)

    @cached_property
    def others(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Maps squares to what can be seen of other powers there."""
        seat, found = self.seat, dict[str, list[Mapping[str, Any]]]()
        for entry in self.known["presence"]:
            if entry["power"] != seat:
                found.setdefault(entry["square"], []).append(entry)
        return found

    def seen(self, square: str, power: str = "", *, fleets: bool = False) -> bool:
        """Tells if another power can be seen to have units there, or Fleet Markers."""
        seen = self.others.get(square, ())
        return any(power in ("", entry["power"]) and (entry["fleets"] or not fleets) for entry in seen)

    def force(self, name: str) -> Mapping[str, Mapping[str, Any]]:
        """The own ships of a force, by their ids: a fleet by its number, or one ship."""
        return {each: ship for each, ship in self.known["ships"].items() if name in (each, ship["fleet"])}

    def guns(self, name: str) -> int:
        """The guns of an own force: what is printed, less damage."""
        own, printed = self.force(name), self.board.ships
        return sum(max(0, printed[each].kind.gunnery - ship["damage"]) for each, ship in own.items())

    def troops(self, name: str) -> int:
        """Own regiment points aboard an own force."""
        return sum(int(ship["cargo"].get(self.seat, 0)) for ship in self.force(name).values())

    def strength(self, side: str) -> int:
        """Returns a side's strength in a battle's question: guns at sea, points ashore."""
        told = self.facts.get(side, 0)
        return sum(ship["guns"] for ship in told) if isinstance(told, list) else int(told)

    def held_markers(self) -> list[str]:
        """The kinds of the markers in hand."""
        return [self.board.markers[name].type.id for name in self.known["hand"]]


def lies_at(look: Look, wanted: Wanted) -> bool:
    """Tells if a treasure fleet lies in a place, with any escort or none."""
    entry = look.known["treasure"].get(wanted["fleet"])
    return entry is not None and entry["at"] == look.square(wanted["at"])


def is_free(look: Look, fleet: Wanted) -> bool:
    """Tells if a treasure fleet is on the map and nobody escorts it."""
    entry = look.known["treasure"].get(fleet)
    return entry is not None and not entry["power"]


def near(look: Look, wanted: Wanted) -> bool:
    """Tells if others can be seen within so many movement points of a place.

    The condition may ask for one power, or for fleets alone.
    """
    distances = look.board.distances(look.square(wanted["of"]))
    places = [square for square in look.others if square in distances and distances[square] <= int(wanted["squares"])]
    fleets = wanted.get("what") == "fleets"
    return any(look.seen(square, str(wanted.get("power", "")), fleets=fleets) for square in places)


def seen_at(look: Look, wanted: Wanted) -> bool:
    """Tells if others can be seen in a place: anybody, or one power."""
    place, power = (wanted["at"], wanted["power"]) if isinstance(wanted, Mapping) else (wanted, "")
    return look.seen(look.square(place), power)


def own_at(look: Look, place: Wanted) -> bool:
    """Tells if own combat units are in a place."""
    own = (entry["square"] for entry in look.known["presence"] if entry["power"] == look.seat)
    return look.square(place) in own


def holder(look: Look, place: str) -> str:
    """Returns the undisputed controller of a place."""
    return str(look.known["control"].get(look.square(place), ""))


def pounds(look: Look, power: str = "") -> int:
    """Somebody's pounds; one's own, if nobody is named."""
    return int(look.known["money"].get(power or look.seat, 0))


def damaged(look: Look, side: str) -> int:
    """Counts the damaged ships of a side in a battle."""
    told = look.facts.get(side, [])
    return sum(1 for ship in told if ship["damage"]) if isinstance(told, list) else 0


def odds(look: Look, wanted: Wanted) -> bool:
    """Tells if own strength to the enemy's is at least the ratio of these numbers."""
    return look.strength("own") * int(wanted["enemy"]) >= look.strength("enemy") * int(wanted["own"])


def lies(look: Look, wanted: Wanted) -> bool:
    """Tells if an own force is in a place."""
    return look.square(wanted["at"]) in [ship["at"] for ship in look.force(str(wanted["force"])).values()]


#: The data have what each wants, how it reads when it does not hold, and the opposites of these.
FORM = OrderForm(DATA / "order_sections.yaml", DATA / "phrases.yaml")
CONDITIONS = FORM.conditions({
    "treasure_at": lies_at, "treasure_free": is_free, "enemy_within": near, "enemy_at": seen_at,
    "own_at": own_at, "force_at": lies,
    "held": lambda look, place: holder(look, place) == look.seat,
    "controlled_by": lambda look, wanted: holder(look, wanted["port"]) == wanted["power"],
    "plundered": lambda look, place: look.square(place) in look.known["plundered"],
    "here": lambda look, place: look.square("here") == look.square(place),
    "pounds_at_least": lambda look, least: pounds(look) >= int(least),
    "pounds_of": lambda look, wanted: pounds(look, wanted["power"]) >= int(wanted["least"]),
    "turn_at_least": lambda look, turn: look.turn >= int(turn),
    "turn_at_most": lambda look, turn: look.turn <= int(turn),
    "moved": lambda look, power: look.known["operated"].get(power, 0) > 0,
    "passed": lambda look, power: power in look.known["passed"],
    "holding": lambda look, kind: kind in look.held_markers(),
    "guns_at_least": lambda look, wanted: look.guns(str(wanted["force"])) >= int(wanted["guns"]),
    "troops_at_least": lambda look, wanted: look.troops(str(wanted["force"])) >= int(wanted["points"]),
    "odds_at_least": odds,
    "own_damaged": lambda look, least: damaged(look, "own") >= int(least),
    "enemy_damaged": lambda look, least: damaged(look, "enemy") >= int(least),
    "marker_played": lambda look, kind: look.facts.get("against") == kind,
    "by": lambda look, power: power in (look.facts.get("by"), look.facts.get("against")),
})
unmet = partial(judging.unmet, CONDITIONS)
