"""The map in strips of 78 columns: each coast a list of its places, with what the reader sees there.

A strip is printed if something of the reader's, a marker or a siege is in it. Its places stand in the order of the
coast; those where nothing is are left out, but for Key Ports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.reports.phrases import listed
from pbem.adjudicator.yellowjack.board.board import DATA, Board
from pbem.adjudicator.yellowjack.reports.told_places import SIDES, aims, holder_letter, short
from pbem.adjudicator.yellowjack.view.picture import Picture

WIDTH, NAME = 78, 31
PLACES = DATA / "strips.yaml"
KEY = ("@ Key Port   o Minor Port   . Space   ~ Zone;  B British  S Spanish  C Company",
       "F French  N neutral;  b- and z- are markers, ? not Spotted;  sq Squadrons",
       "FO Fitting Out  IO In Ordinary;  ways: the places that are next")  # fmt: skip


@cache
def strips() -> Mapping[str, Sequence[str]]:
    """The places of each strip, in their order."""
    return {each["name"]: each["places"] for each in texts_of(PLACES)["strips"]}


def lettered(seen: Picture) -> list[str]:
    """The strips in which something is, with their key."""
    lines, goals = list[str](), aims(seen)
    for name, places in strips().items():
        held = {place: here(seen, place, goals.get(place, "")) for place in places}
        if any(held.values()):
            lines += ["", f"{name.upper()}{wind(seen, places)}"[:WIDTH]]
            lines += [line for place in places if held[place] or is_key(seen, place)
                      for line in place_lines(seen, place, held[place])]  # fmt: skip
    return [*KEY, *lines] if lines else []


def is_key(seen: Picture, place: str) -> bool:
    """Tells if a place is a Key Port now."""
    return place in seen.board.ports and bool(seen.known["ports"][place]["key"])


def place_lines(seen: Picture, place: str, held: str) -> Iterator[str]:
    """A place with its sign, its name, its holder and who is there; its ways where somebody is at sea."""
    name = f"{sign(seen, place)} {named(seen, place)}"
    words = f"{name[: NAME - 1].ljust(NAME)}{held}".rstrip()
    while len(words) > WIDTH:
        cut = words.rfind(" ", NAME, WIDTH)
        cut = cut if cut > NAME else WIDTH
        yield words[:cut].rstrip()
        words = " " * NAME + words[cut:].strip()
    yield words
    if held and (seen.at(place) or seen.markers_at(place)):
        yield from ways(seen.board, place)


def ways(board: Board, place: str) -> Iterator[str]:
    """The neighbours of a place, in as many lines as they need."""
    line = " " * 4 + "ways:"
    for each in board.neighbours(place):
        word = each if each in board.spaces else str(board.label(each))
        if len(line) + len(word) + 2 > WIDTH:
            yield line
            line = " " * 10
        line += f" {word},"
    yield f"{line.removesuffix(',')}."


def sign(seen: Picture, place: str) -> str:
    """The sign of a place's kind."""
    if place in seen.board.ports:
        return "@" if is_key(seen, place) else "o"
    return "~" if place in seen.board.zones else "."


def named(seen: Picture, place: str) -> str:
    """A place's name with the letter of its holder, or its number."""
    if place in seen.board.ports:
        return f"{holder_letter(seen, place)} {seen.board.label(place)}"
    if place in seen.board.spaces:
        return f"{place} {seen.board.label(place)}"
    return str(seen.board.label(place))


def here(seen: Picture, place: str, goal: str) -> str:
    """Everybody at a place: own Formations, markers, Units, ships at anchor, sieges; and the Order that aims at it."""
    parts = [short(seen, name) for name in seen.at(place)]
    parts += [f"{name}{'' if seen.markers[name]['spotted'] else '?'}" for name in seen.markers_at(place)]
    if place in seen.board.ports:
        port = seen.known["ports"][place]
        parts += [f"{SIDES[side]} ships at anchor" for side in port["ships"] if side != seen.side]
        parts += [f"besieged by {SIDES[port['besieged']]}"] if port["besieged"] else []
        parts += ["Units"] if port["units"] and parts else []
    return "; ".join([*parts, *([goal] if goal else [])])


def wind(seen: Picture, places: Sequence[str]) -> str:
    """The winds that blow over a strip, each by its icon's place."""
    blowing = [f"{seen.board.label(seen.board.winds[icon].node)} {way.upper()}"
               for icon, way in seen.known["winds"].items() if seen.board.winds[icon].node in places]  # fmt: skip
    return f"   wind: {listed(blowing)}" if blowing else ""
