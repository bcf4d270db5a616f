"""Checks the data for sense as a whole, with or without an edition.

Each check yields its faults and goes on. A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.adjudicator.board import soundness
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.board import charts, small_craft
from pbem.adjudicator.yellowjack.board.draft import Draft
from pbem.adjudicator.yellowjack.board.net import net_of
from pbem.adjudicator.yellowjack.board.numbers import Numbers
from pbem.adjudicator.yellowjack.board.places import Place as Where
from pbem.base.errors import Fault, Kind
from pbem.base.records import fields

TABLES = (*charts.ROLLED, *small_craft.ROLLED)
NUMBERS = tuple(field.name for field in fields(Numbers))
#: What must hold of names and records.
SOUND = Path(__file__).parent.parent / "data" / "sound.yaml"
ID_SECTIONS = ("ports", "spaces", "zones", "boxes", "squadrons", "formations", "convoys", "leaders", "units",
               "personages", "chits", "winds", "auxiliaries")  # fmt: skip


@rule("R2.10", "Data of a map")
def faults_of(it: Draft) -> Iterator[Fault]:
    """Every fault of the whole."""
    yield from soundness.declared(it, SOUND, numbers=NUMBERS, tables=TABLES)
    yield from id_faults(it)
    yield from way_faults(it)
    yield from zone_faults(it)
    yield from port_faults(it)
    yield from wind_faults(it)
    yield from chit_faults(it)
    yield from setup_faults(it)
    yield from calendar_faults(it)


def id_faults(it: Draft) -> Iterator[Fault]:
    """No two things of the sea or the fleets share an id."""
    seen: set[str] = set()
    for section in ID_SECTIONS:
        for record in it.figures.section(section):
            if record.id in seen:
                yield record.place.fault(f"two things have the id '{record.id}'", kind=Kind.AMBIGUOUS)
            seen.add(record.id)


def places(it: Draft) -> set[str]:
    """Every place of the net."""
    return {*it.ports, *it.spaces, *it.zones}


def way_faults(it: Draft) -> Iterator[Fault]:
    """Ways join two places, once; a Zone is reached by links alone; all hang together, Small Spaces aside too."""
    known, pairs = places(it), set[tuple[str, str]]()
    for way in it.ways:
        at = it.place("ways", way.a, "links" if way.zone else "lanes")
        for end in (way.a, way.b):
            if end not in known:
                yield at.fault(f"'{end}' is no place", kind=Kind.UNKNOWN)
        pair = (min(way.a, way.b), max(way.a, way.b))
        if way.a == way.b or pair in pairs:
            yield at.fault("a way joins two places, and stands once")
        pairs.add(pair)
        if way.zone != bool({way.a, way.b} & it.zones.keys()):
            yield at.fault("ways to and from Sea Zones, and no others, are links")
    yield from loose_ends(it)


def loose_ends(it: Draft) -> Iterator[Fault]:
    """Every place can be reached, and every Large one without Small ones."""
    small = {space.id for space in it.spaces.values() if space.size == "small"}
    for left_out in (frozenset[str](), frozenset(small)):
        everywhere: dict[str, Where] = {**it.ports, **it.spaces, **it.zones}
        nodes = {name: place for name, place in everywhere.items() if name not in left_out}
        if not nodes:
            continue
        reached = net_of(nodes, it.ways, ()).legs_from(next(iter(nodes)))
        for place in nodes:
            if place not in reached:
                yield place_of(it, place).fault(f"there is no way to '{place}'")


def place_of(it: Draft, place: str):  # type: ignore[no-untyped-def]
    """The line of the data that a place is written in."""
    section = "ports" if place in it.ports else "zones" if place in it.zones else "spaces"
    return it.place(section, place)


def zone_faults(it: Draft) -> Iterator[Fault]:
    """The exits of a Zone lead where its links do, and its tables make sense."""
    for zone in it.zones.values():
        linked = {way.b if way.a == zone.id else way.a for way in it.ways if zone.id in (way.a, way.b)}
        named = {node for one in zone.exits.values() for node in one.nodes}
        for node in sorted(linked ^ named):
            yield it.place("zones", zone.id).fault(
                f"'{node}' is an exit of '{zone.id}' in one list and not in the other"
            )
        for number, one in zone.exits.items():
            at = it.place("exits", f"{zone.id}--{number}")
            if not 0 <= one.out <= one.adrift <= 9 or bool(one.drift) != (one.adrift > one.out):
                yield at.fault("out is at most adrift, adrift at most 9, and who drifts drifts somewhere")
            if one.drift and (one.drift not in zone.exits or one.drift == number):
                yield at.fault(f"'{one.drift}' is no other exit of '{zone.id}'", kind=Kind.UNKNOWN)
            for node in one.nodes:
                space = it.spaces.get(node)
                if (str(space.number) if space else node) != number:
                    yield at.fault(f"'{node}' has not the number {number}")


def port_faults(it: Draft) -> Iterator[Fault]:
    """A Port lies in its Land Box, and Key Ports repair."""
    for port in it.ports.values():
        if port.box and port.id not in (it.boxes[port.box].ports if port.box in it.boxes else ()):
            yield it.place("ports", port.id, "box").fault(f"'{port.id}' is no Port of that Land Box")
        if (port.repair > 0) != (port.is_key or port.harbour_from > 0):
            yield it.place("ports", port.id, "repair").fault("Key Ports repair, Minor Ports do not")


def wind_faults(it: Draft) -> Iterator[Fault]:
    """A wind has one phase for every Turn of the Year; gale numerals stand once."""
    numerals: set[int] = set()
    for wind in it.winds.values():
        turns = sorted(turn for phase in wind.phases for turn in phase.turns)
        if turns != list(range(1, 17)):
            yield it.place("winds", wind.id).fault(f"'{wind.id}' has not one phase for each Turn of a Year")
        if wind.gale >= 0 and wind.gale in numerals:
            yield it.place("winds", wind.id, "gale").fault(f"two winds have the Gale numeral {wind.gale}")
        numerals.add(wind.gale)


def chit_faults(it: Draft) -> Iterator[Fault]:
    """The points of a chit are places inside the Command that may be Issued it."""
    for chit in it.chits.values():
        if chit.copy > 1:
            continue
        at = it.place("chits", chit.id, "points")
        for point in chit.points:
            node = {**it.ports, **it.spaces, **it.zones}.get(point)
            if node is None:
                yield at.fault(f"'{point}' is no place", kind=Kind.UNKNOWN)
            elif chit.command != "french" and chit.command not in node.commands[chit.side]:
                yield at.fault(f"'{point}' lies outside the Command of {chit.command}")


def setup_faults(it: Draft) -> Iterator[Fault]:
    """A set-up names counters and places that there are, no counter twice, and keeps within the counters."""
    convoys = {one.what for one in it.starts["setup_convoys"]}
    shelves: dict[str, tuple[str, Iterable[str], set[str]]] = {
        "setup_squadrons": ("squadron", it.squadrons, {*it.ports, "off-map"}),
        "setup_convoys": ("convoy", it.convoys, {*it.ports, "off-map"}),
        "postings": ("leader", it.leaders, {""}),
        "setup_units": ("unit", it.units, {*it.ports, *it.boxes, *convoys, "off-map", "eliminated"}),
        "setup_personages": ("personage", it.personages, {*it.ports, *it.boxes, "off-map"}),
    }
    for section, (figure, shelf, spots) in shelves.items():
        seen: set[tuple[str, str]] = set()
        for record, one in zip(it.figures.section(section), it.starts[section], strict=True):
            if one.what not in shelf:
                yield record.place.fault(f"'{one.what}' is no {figure}", kind=Kind.UNKNOWN)
            if (one.scenario, one.what) in seen:
                yield record.place.fault(f"'{one.what}' is set up twice", kind=Kind.AMBIGUOUS)
            seen.add((one.scenario, one.what))
            if one.at not in spots:
                yield record.place.fault(f"'{one.at}' is no place to begin", kind=Kind.UNKNOWN)
            for post in one.posts:
                if post not in it.stations and post not in it.formations:
                    yield record.place.fault(f"'{post}' is no Station and no Formation", kind=Kind.UNKNOWN)
            if section == "setup_squadrons" and one.what in it.squadrons:
                yield from sail_faults(it, one.what, dict(one.sail), record.place)
    for record, hand in zip(it.figures.section("hands"), it.hands, strict=True):
        for chit in (*hand.hand, *hand.pool):
            if chit not in it.chits or it.chits[chit].side != hand.side:
                yield record.place.fault(f"'{chit}' is no chit of that side", kind=Kind.UNKNOWN)


def sail_faults(it: Draft, squadron: str, sail: dict[str, int], place):  # type: ignore[no-untyped-def]
    """A Squadron holds what its counter can, and Frigates alone or none."""
    counter = it.squadrons[squadron]
    if not 1 <= sum(sail.values()) <= counter.capacity:
        yield place.fault(f"'{squadron}' holds 1 to {counter.capacity} Sail")
    if ("frigate" in sail) != (counter.kind == "frigate") or (counter.kind == "frigate" and len(sail) > 1):
        yield place.fault("Frigates have Squadrons of their own", "rule 2.141")


def calendar_faults(it: Draft) -> Iterator[Fault]:
    """A Year has its Turns in order, and a scenario ends after it begins."""
    if [turn.number for turn in it.turns] != list(range(1, 17)):
        yield it.place("turns", "1").fault("a Year has the Turns 1 to 16")
    for scenario in it.scenarios.values():
        if scenario.last < scenario.first:
            yield it.place("scenarios", scenario.id, "last").fault("it ends before it begins")
        if scenario.set_up not in it.scenarios:
            at = it.place("scenarios", scenario.id, "set_up")
            yield at.fault(f"'{scenario.set_up}' is no scenario", kind=Kind.UNKNOWN)
