"""Conditions of queues, doctrine and standing orders. They test only what their owner can see.

A condition is a mapping of one word to what it wants, such as `{moved: spain}`; a list of them holds when all do. All
is looked up in the owner's view (view.py) and in the facts of the question itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.orders.names import force, marker, place, power, treasure
from pbem.adjudicator.orders.carried_out.eyes import Eyes
from pbem.adjudicator.orders.shapes import Either, Keys, Number, Shape, Word

Wanted = Any


class Look(Eyes[Board]):
    """One power's eyes on the position, and on the question that is put to it."""

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
        """Tells if own combat units are in a place."""
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
    places = look.seen(str(wanted.get("power", "")), fleets=wanted.get("what") == "fleets")
    return any(square in distances and distances[square] <= int(wanted["squares"]) for square in places)


def seen_at(look: Look, wanted: Wanted) -> bool:
    """Tells if others can be seen in a place: anybody, or one power."""
    place, power = (wanted["at"], wanted["power"]) if isinstance(wanted, Mapping) else (wanted, "")
    return look.square(place) in look.seen(power)


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


Holds = Callable[[Look, Wanted], bool]


class Condition(NamedTuple):
    """A word of a condition: what it wants, whether it holds, how it reads when it does not."""

    shape: Shape
    holds: Holds
    otherwise: str


ANYBODY = place("Anybody's, in this place")
ONE_POWER = Keys("One power's", {"at": place("Where"), "power": power("Whose")}, need="at power")
WITHIN = {
    "of": place("From where"), "squares": Number("How many movement points away at most", 0, 60, eg=3),
    "power": power("Only this power's"),
    "what": Word("Only Fleet Markers, or any units", ("fleets", "units"), eg="fleets"),
}  # fmt: skip
LIES = {"fleet": treasure("A treasure fleet"), "at": place("Where")}
OWN_FORCE = force("A fleet's number, or a ship")
ODDS = {"own": Number("Yours", 1, 99, eg=2), "enemy": Number("The enemy's", 1, 99, eg=3)}


def at_least(name: str, most: int, eg: int) -> dict[str, Shape]:
    """An own force and a number."""
    return {"force": OWN_FORCE, name: Number("How many at least", 0, most, eg=eg)}


CONDITIONS: dict[str, Condition] = {
    "treasure_at": Condition(Keys("A treasure fleet lies in a place", LIES, need="fleet at"),
                             lies_at, "{fleet} does not lie at {at}"),
    "no_treasure_at": Condition(Keys("A treasure fleet does not lie there", LIES, need="fleet at"),
                                lambda look, wanted: not lies_at(look, wanted), "{fleet} lies at {at}"),
    "treasure_free": Condition(treasure("A treasure fleet is on the map, and nobody escorts it", eg="treasure-goa"),
                               is_free, "{0} is not on the map without an escort"),
    "enemy_within": Condition(Keys("Others are seen within so many squares of a place", WITHIN, need="of squares"),
                              near, "nobody is within {squares} squares of {of}"),
    "no_enemy_within": Condition(Keys("None are seen within so many squares of a place", WITHIN, need="of squares"),
                                 lambda look, wanted: not near(look, wanted),
                                 "somebody is within {squares} squares of {of}"),
    "enemy_at": Condition(Either("Others are seen there", (ANYBODY, ONE_POWER)), seen_at, "they are not at {0}"),
    "no_enemy_at": Condition(Either("No others are seen there", (ANYBODY, ONE_POWER)),
                             lambda look, wanted: not seen_at(look, wanted), "they are at {0}"),
    "own_at": Condition(place("You have combat units there"),
                        lambda look, place: look.is_here(place), "you have no units at {0}"),
    "force_at": Condition(
        Keys("An own force is in a place", {"force": OWN_FORCE, "at": place("Where")}, need="force at"),
        lambda look, wanted: any(ship["at"] == look.square(wanted["at"]) for ship in look.force(str(wanted["force"]))),
        "{force} is not at {at}"),
    "held": Condition(place("You hold this place undisputed"),
                      lambda look, place: holder(look, place) == look.seat, "you do not hold {0} undisputed"),
    "lost": Condition(place("You do not hold it undisputed"),
                      lambda look, place: holder(look, place) != look.seat, "you hold {0} undisputed"),
    "controlled_by": Condition(
        Keys("A power holds a place undisputed", {"port": place("Where"), "power": power("By whom")},
             need="port power"),
        lambda look, wanted: holder(look, wanted["port"]) == wanted["power"], "{power} has no {port}"),
    "plundered": Condition(place("It is plundered"),
                           lambda look, place: look.square(place) in look.known["plundered"], "{0} is not plundered"),
    "not_plundered": Condition(
        place("It is not plundered"),
        lambda look, place: look.square(place) not in look.known["plundered"], "{0} is plundered"),
    "here": Condition(place("The question arises in this place"),
                      lambda look, place: look.square("here") == look.square(place), "this is not {0}"),
    "pounds_at_least": Condition(Number("You have at least so many pounds", 0, 999, eg=8),
                                 lambda look, least: pounds(look) >= int(least), "you have fewer than {0} pounds"),
    "pounds_of": Condition(
        Keys("A power has at least so many pounds",
             {"power": power("Who"), "least": Number("How many at least", 0, 999, eg=10)}, need="power least"),
        lambda look, w: pounds(look, w["power"]) >= int(w["least"]), "{power} has fewer than {least} pounds"),
    "turn_at_least": Condition(Number("The turn is this one or later", 0, 20, eg=2),
                               lambda look, turn: look.known["turn"] >= int(turn), "turn {0} has not come"),
    "turn_at_most": Condition(Number("The turn is this one or earlier", 0, 20, eg=4),
                              lambda look, turn: look.known["turn"] <= int(turn), "turn {0} is past"),
    "moved": Condition(power("This power has operated this turn"),
                       lambda look, power: look.known["operated"].get(power, 0) > 0, "{0} has not operated this turn"),
    "not_moved": Condition(power("This power has not operated this turn"),
                           lambda look, power: not look.known["operated"].get(power, 0), "{0} has operated this turn"),
    "passed": Condition(power("This power has passed since anybody last operated"),
                        lambda look, power: power in look.known["passed"], "{0} has not passed"),
    "holding": Condition(marker("You hold a campaign marker of this kind"),
                         lambda look, kind: kind in look.held_markers(), "you hold no {0}"),
    "not_holding": Condition(marker("You hold none of this kind"),
                             lambda look, kind: kind not in look.held_markers(), "you hold {0}"),
    "guns_at_least": Condition(
        Keys("An own force has so many guns", at_least("guns", 999, 8), need="force guns"),
        lambda look, wanted: look.guns(str(wanted["force"])) >= int(wanted["guns"]), "{force} has under {guns} guns"),
    "troops_at_least": Condition(
        Keys("An own force carries so many regiment points", at_least("points", 99, 2), need="force points"),
        lambda look, wanted: look.troops(str(wanted["force"])) >= int(wanted["points"]),
        "{force} carries fewer than {points} points"),
    "odds_at_least": Condition(
        Keys("In a battle, your strength is to the enemy's at least as these numbers", ODDS, need="own enemy"),
        odds, "the odds are below {own} to {enemy}"),
    "odds_below": Condition(
        Keys("In a battle, your strength is to the enemy's less than these numbers", ODDS, need="own enemy"),
        lambda look, wanted: not odds(look, wanted), "the odds are {own} to {enemy} or better"),
    "round_at_least": Condition(Number("The battle is in this round or a later one", 1, 99, eg=2),
                                lambda look, least: look.number("round") >= int(least), "round {0} has not come"),
    "own_damaged": Condition(
        Number("In a battle, at least so many of your ships are damaged", 1, 99, eg=2),
        lambda look, least: damaged(look, "own") >= int(least), "fewer than {0} of your ships are damaged"),
    "enemy_damaged": Condition(
        Number("In a battle, at least so many enemy ships are damaged", 1, 99, eg=2),
        lambda look, least: damaged(look, "enemy") >= int(least), "fewer than {0} enemies are damaged"),
    "roll_at_most": Condition(Number("The roll the question is about came to this or less", 1, 99, eg=5),
                              lambda look, most: look.number("roll") <= int(most), "the roll is above {0}"),
    "roll_at_least": Condition(Number("The roll came to this or more", 1, 99, eg=9),
                               lambda look, least: look.number("roll") >= int(least), "the roll is below {0}"),
    "leader_at_most": Condition(Number("The leader in question has this value or less", 0, 9, eg=2),
                                lambda look, most: leader_value(look) <= int(most), "the leader's value is above {0}"),
    "leader_at_least": Condition(
        Number("The leader in question has this value or more", 0, 9, eg=3),
        lambda look, least: leader_value(look) >= int(least), "the leader's value is below {0}"),
    "marker_played": Condition(marker("The question is about a marker of this kind that somebody plays"),
                               lambda look, kind: look.facts.get("against") == kind, "it is no {0}"),
    "by": Condition(power("The question is about something this power does"),
                    lambda look, power: power in (look.facts.get("by"), look.facts.get("against")), "it is not {0}"),
}  # fmt: skip


def leader_value(look: Look) -> int:
    """The value of the leader a question is about."""
    return look.number("value") or look.number("leader_value")


def unmet(look: Look, conditions: Iterable[Mapping[str, Wanted]]) -> str:
    """The first condition that does not hold, in words; empty if all hold."""
    for condition in conditions:
        for word, wanted in condition.items():
            _, holds, words = CONDITIONS[word]
            if not holds(look, wanted):
                parts = wanted if isinstance(wanted, Mapping) else {}
                return words.format(parts.get("at", wanted), **parts)
    return ""
