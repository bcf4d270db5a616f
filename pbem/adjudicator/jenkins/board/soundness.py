"""Checks the data for sense as a whole, with or without an edition.

Each check yields its faults and goes on.
A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.adjudicator.board import soundness
from pbem.adjudicator.board.hex_map import letter_of
from pbem.adjudicator.jenkins.board.draft import COUNTER_SECTIONS, Draft
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK, Numbers, Ocean, SetupPlace
from pbem.base.errors import Fault, Kind
from pbem.base.records import fields
from pbem.geometry.hexes import HEXSIDE, adjacent, hexes_of, hexside, is_hex

#: How this map's borders are written.
HEXES = soundness.Words(
    "hex", "hexside", HEXSIDE, hexes_of, hexside, adjacent, "two hexes, the smaller first: 2719-2819", "share no side"
)
#: Where the San Isidro comes in (11.9).
TO_SPAIN = "to-spain"
#: What must hold of names and records.
SOUND = Path(__file__).parent.parent / "data" / "sound.yaml"


def faults_of(it: Draft, near: Callable[[str], tuple[str, ...]]) -> Iterator[Fault]:
    """Every fault of the whole; `near` tells where a ship can go from a hex."""
    yield from soundness.declared(it, SOUND, numbers=[field.name for field in fields(Numbers)])
    yield from terrain(it)
    for section in ("naval_blocked", "land_blocked"):
        yield from soundness.borders(it, section, it.grid, HEXES)
    yield from named_hexes(it)
    yield from seaports(it)
    yield from reach(it, near)
    yield from trade_routes(it)
    yield from storms(it)
    yield from counters(it)
    yield from setup(it)
    yield from starters(it)


def terrain(it: Draft) -> Iterator[Fault]:
    """The map's rows, each with its letters."""
    rows = [f"{number:02d}" for number in range(it.grid.first_row, it.grid.last_row + 1)]
    wide = it.grid.last_column - it.grid.first_column + 1
    return soundness.letters(it, it.rows, rows, wide, it.legend, "hexes")


def named_hexes(it: Draft) -> Iterator[Fault]:
    """Hexes with names are on the map, and ships come in on the Caribbean (11.9)."""
    for id_, hex_ in it.places.items():
        place = it.place("places", id_, "hex")
        if hex_ and hex_ not in it.grid:
            yield place.fault(f"{hex_} is no hex of the map")
        elif hex_ and id_ == TO_SPAIN and not afloat(it, hex_, Ocean.CARIBBEAN):
            yield place.fault(f"{hex_} is no water of the Caribbean")


def afloat(it: Draft, hex_: str, ocean: Ocean | None = None) -> bool:
    """Tells if ships may be in a hex, of this ocean if one is named."""
    kind = it.legend.get(letter_of(it, hex_))
    return kind is not None and kind.naval and (ocean is None or kind.ocean is ocean)


def seaports(it: Draft) -> Iterator[Fault]:
    """Checks seaports: each on a coast of the map, one to a hex, with a unique name."""

    def dry(hex_: str) -> str:
        kind = it.legend.get(letter_of(it, hex_))
        return "no coast" if kind and not (kind.naval and kind.land) else ""

    there = {port.id: (port, port.hex) for port in it.seaports.values()}
    yield from soundness.ports(it, "seaports", "seaport", there, "hex", it.grid, dry)


def reach(it: Draft, near: Callable[[str], tuple[str, ...]]) -> Iterator[Fault]:
    """Ships can sail from each seaport to every other of its ocean."""
    for ocean in (Ocean.CARIBBEAN, Ocean.PACIFIC):
        here = {port.id: (port, port.hex) for port in it.seaports.values()
                if port.hex in it.grid and afloat(it, port.hex, ocean)}  # fmt: skip
        start = it.places.get(TO_SPAIN, "") if ocean is Ocean.CARIBBEAN else next((at for _, at in here.values()), "")
        start = start if start in it.grid and afloat(it, start) else ""
        yield from soundness.unreached(it, "seaports", "hex", here, start, near)


def trade_routes(it: Draft) -> Iterator[Fault]:
    """Each leads from one seaport to another, and is drawn once."""
    seen: dict[frozenset[str], str] = {}
    for record in it.figures.section("trade_routes"):
        ends = [str(record.figures[end].value) for end in ("a", "b") if end in record.figures]
        pair = frozenset(ends)
        if len(pair) < len(ends):
            yield record.place.fault(f"'{record.name}' leads back to where it starts")
        elif pair in seen:
            yield record.place.fault(f"'{record.name}' is drawn already as '{seen[pair]}'", kind=Kind.AMBIGUOUS)
        seen.setdefault(pair, record.name)


def storms(it: Draft) -> Iterator[Fault]:
    """The hexes of the Storm Location table are water of the map."""
    for record in it.figures.section("storm_location"):
        for figure in record.figures.values():
            for name in filter(is_hex, soundness.words_of(figure) if isinstance(figure.value, tuple) else ()):
                if name not in it.grid or not afloat(it, name):
                    yield figure.place.fault(f"{name} is no water of the map")


def counters(it: Draft) -> Iterator[Fault]:
    """Checks counters: their number (2.0), a short name for each, and its way into the game."""
    records = [record for section in COUNTER_SECTIONS for record in it.figures.section(section)]
    yield from soundness.total(it, "counters", len(records), "counters")
    labels = Tally(counter.label for counter in it.counters.values())
    for counter in it.counters.values():
        section = counter.side
        if labels[counter.label] > 1:
            hint = "end each id in a number of its own"
            place = it.place(section, counter.id)
            yield place.fault(f"two counters would be shown as '{counter.label}'", hint)
        if (counter.is_naval or counter.is_land) and counter.cost is None and counter.start is None:
            hint = "give it a cost, or a place in the set-up"  # else it can never enter the game (3.1, 3.3)
            place = it.place(section, counter.id, "cost")
            yield place.fault(f"'{counter.label}' neither starts nor can be bought", hint)


def setup(it: Draft) -> Iterator[Fault]:
    """Checks the set-up: counters belong to their side, and stand in one place (3.1, 4.0).

    A seaport takes no more than its limit.
    """
    yield from soundness.each_once(it, "setup", "counters", ((group.id, group.counters) for group in it.setup.values()))
    for group in it.setup.values():
        place = it.place("setup", group.id, "counters")
        for counter in filter(None, map(it.counters.get, group.counters)):
            if counter.side != group.side:
                yield place.fault(f"'{counter.id}' is no {group.side} counter")
        if group.place not in (EACH_SEAPORT, TURN_TRACK):
            yield from room(it, group)


def room(it: Draft, group: SetupPlace) -> Iterator[Fault]:
    """A seaport of the side, with room for what starts there (4.0, 4.2)."""
    port = it.seaports.get(group.place)
    if port is None or port.nation != group.side:
        place = it.place("setup", group.id, "place")
        yield place.fault(f"'{group.place}' is no {group.side} seaport", kind=Kind.UNKNOWN)
        return
    present = [it.counters[name] for name in group.counters if name in it.counters]
    extra = [other for other in it.setup.values() if other.place == EACH_SEAPORT and other.side == group.side]
    more = sum(port.value >= (other.least_value or 0) for other in extra)
    for family, count in (
        ("naval", sum(counter.stacks and counter.is_naval for counter in present)),
        ("land", more + sum(counter.stacks and counter.is_land for counter in present)),
    ):
        if count > port.value:
            place = it.place("seaports", port.id, "value")
            yield place.fault(f"{count} {family} counters start in '{port.name}', which has room for {port.value}")


def starters(it: Draft) -> Iterator[Fault]:
    """One free counter for each seaport that must get one (3.1)."""
    for group in it.setup.values():
        if group.place != EACH_SEAPORT:
            continue
        ports = [p for p in it.seaports.values() if p.nation == group.side and p.value >= (group.least_value or 0)]
        if len(group.counters) < len(ports):
            text = f"{len(ports)} {group.side} seaports are worth {group.least_value} or more"
            place = it.place("setup", group.id, "counters")
            yield place.fault(f"{text}, and only {len(group.counters)} counters start there")
