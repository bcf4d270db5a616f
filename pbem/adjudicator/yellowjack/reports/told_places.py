"""Seats, places, Formations, Squadrons and markers in the words of a report, from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.reports.phrases import count
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CARACAS,
    COMPANY,
    CONVOY,
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    FRENCH,
    GONE,
    IN_ORDINARY,
    INDEPENDENT,
    MESS,
    NEUTRAL,
    OFF_MAP,
    READY,
    SPANISH,
    ships,
    turn_of,
    year_of,
)
from pbem.adjudicator.yellowjack.view.picture import Picture

PLAYERS = {BRITISH: "the British player", BOURBON: "the Bourbon player"}
SIDES = {BRITISH: "British", BOURBON: "Bourbon"}
NATIONS = {BRITISH: "British", SPANISH: "Spanish", CARACAS: "Caracas Company", FRENCH: "French", NEUTRAL: "neutral"}
#: Whose a Port is, in a letter: nobody has to tell colours apart.
LETTERS = {BRITISH: "B", SPANISH: "S", CARACAS: "C", FRENCH: "F", NEUTRAL: "N"}
KINDS = {FLAG: "Flag Flotilla", DETACHMENT: "Detachment", INDEPENDENT: "Squadron", COMPANY: "Company Detachment",
         CONVOY: "Convoy"}  # fmt: skip
SHORT_STATES = {IN_ORDINARY: "IO", FITTING_OUT: "FO", READY: "Ready"}
#: A Squadron's marks, by the third of its Rating that its damage has reached (R3.4).
MARKS = ("sound", "worn", "battered", "crippled")
OFF = {OFF_MAP: "off the map", GONE: "out of the game", MESS: "the Mess", "": "nowhere"}
WINDS = {"n": "north", "nne": "north-north-east", "ne": "north-east", "e": "east", "se": "south-east",
         "sse": "south-south-east", "s": "south", "sw": "south-west", "w": "west", "nw": "north-west"}  # fmt: skip
#: A Turn lasts so many days; the first begins with the Year.
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return PLAYERS.get(name, name)


def place(board: Board, name: str) -> str:
    """A place by its name: a Space with its id, a Zone as such."""
    if name in board.zones:
        return f"{board.zones[name].name} Zone"
    if name in board.spaces:
        return f"{board.spaces[name].name} ({name})"
    return str(OFF[name]) if name in OFF else str(board.label(name))


def short_place(board: Board, name: str) -> str:
    """A place in a log: a Space by its name and number, a Zone and a Port by name."""
    return str(OFF[name]) if name in OFF else str(board.place_name(name))


def turn_words(date: int) -> str:
    """A Turn as players call it: Turn 13 of 1739."""
    return f"Turn {turn_of(date)} of {year_of(date)}"


def formation(seen: Picture, name: str) -> str:
    """An own Formation by its Leader, or by its counter, with its id; a marker and what is no Formation as it is."""
    if name not in seen.formations:
        return name
    found = seen.leader_of(name) or str(seen.board.label(name))
    return f"{found} ({name})"


def squadron(seen: Picture, name: str) -> str:
    """An own Squadron with its Sail, their names and its damage."""
    one = seen.known["squadrons"][name]
    hurt = f", {one['dp']} DP, {MARKS[int(one['third'])]}" if one["dp"] else ""
    called = f" ({', '.join(one['ships'])})" if one.get("ships") else ""
    return f"{seen.board.label(name)}: {ships(one['sail'])}{called}{hurt}"


def squadrons(seen: Picture, names: Iterable[str]) -> str:
    """Own Squadrons, one behind the other."""
    return "; ".join(squadron(seen, name) for name in names)


def companions(seen: Picture, name: str) -> list[str]:
    """The own Formations that go with one."""
    return [each for each, one in seen.formations.items() if one["goes_with"] == name]


def strength(seen: Picture, name: str) -> int:
    """The Squadrons of an own Formation with those that go with it."""
    return sum(len(seen.formations[each]["squadrons"]) for each in (name, *companions(seen, name)))


def plan_of(seen: Picture, name: str) -> list[object]:
    """The steps that are left of an own Formation's plan."""
    return list(seen.known["plans"].get(name, {}).get("then", ()))


def marker_words(seen: Picture, name: str) -> str:
    """The knowledge of a marker of others: its nation, its kind and its Squadrons, if it was Spotted."""
    one = seen.markers[name]
    told = one["seen"]
    if not told:
        return "Not Spotted"
    word = "Spotted" if one["spotted"] else "Last Spotted"
    alone = told["kind"] == INDEPENDENT or not int(told["squadrons"])
    many = "" if alone else f", {count(int(told['squadrons']), 'Squadron')}"
    hurt = f", {MARKS[int(told['third'])]}" if int(told.get("third", -1)) > 0 else ""
    when = "" if one["spotted"] else f", {seen.board.whereabouts(str(told['at']))} in {turn_words(int(told['date']))}"
    return f"{word}: {NATIONS[told['contingent']]} {KINDS[told['kind']]}{many}{hurt}{when}"


def marker(seen: Picture, name: str) -> str:
    """A marker of others with what is known of it."""
    words = marker_words(seen, name)
    return f"{name}, {words[:1].lower()}{words[1:]}"


def units(board: Board, names: Sequence[str]) -> str:
    """Land Units by name; a name may have a comma in it."""
    return "; ".join(str(board.label(name)) for name in names)


def holder_letter(seen: Picture, port: str) -> str:
    """The letter of a Port's holder."""
    return LETTERS.get(str(seen.known["ports"][port]["holder"]), "N")


def units_at(seen: Picture, where: str, side: str = "", *, landed: bool | None = None) -> list[str]:
    """The Units in sight at a place, of one side or of all."""
    return [name for name, one in seen.known["units"].items() if one["at"] == where
            and (not side or one["side"] == side) and (landed is None or one["landed"] == landed)]  # fmt: skip


def order_name(board: Board, chit: str) -> str:
    """An Order by its printed name, with its id; one without a chit by what it is."""
    name = str(board.label(chit))
    return f"{name} ({chit})" if chit in board.chits else name



def short(seen: Picture, name: str) -> str:
    """An own Formation in a strip: its id, its state, its Squadrons."""
    return f"{name} {SHORT_STATES[seen.formations[name]['state']]} {strength(seen, name)} sq"


def aims(seen: Picture) -> dict[str, str]:
    """The places that an own Order aims at, in hand or Issued: its targets, or both ends of a line."""
    found: dict[str, list[str]] = {}
    for chit in (*seen.known.get("hand", ()), *seen.known.get("orders", {})):
        order = seen.known["orders"].get(chit)
        points = list(order["targets"]) if order and order["targets"] else points_of(seen.board, chit)
        for place_ in dict.fromkeys((*points[:1], *points[-1:])):
            found.setdefault(place_, []).append(chit)
    return {name: f"for {', '.join(dict.fromkeys(seen.board.label(chit) for chit in chits))}"
            for name, chits in found.items()}  # fmt: skip


def points_of(board: Board, chit: str) -> list[str]:
    """The points that are printed on a chit."""
    return list(board.chits[chit].points) if chit in board.chits else []
