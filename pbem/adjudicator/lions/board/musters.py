"""Checks counters and cards together: as many as printed, each in one place, none beyond those."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from pbem.adjudicator.board import soundness
from pbem.adjudicator.board.figures import Record
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.cards import Draft
from pbem.adjudicator.lions.board.pieces import Deployment, SpecialVictory
from pbem.adjudicator.lions.board.terms import HOME_PORTS, POWERS, TREASURE_PORTS, LandKind, PortKind
from pbem.base.errors import Fault, Kind

COUNTERS = ("leaders", "treasure_fleets", "markers")  # sections whose every record is one counter
LAND = {LandKind.REGIMENT: "regiments", LandKind.FORT: "forts"}


def faults_of(it: Draft) -> Iterator[Fault]:
    """Every fault of counters and cards."""
    yield from soundness.total(it, "counters", counters(it), "counters")
    yield from ids(it)
    yield from mix(it)
    yield from markers(it)
    yield from deployments(it)
    yield from card_totals(it)
    yield from players(it)
    for victory in it.special_victories.values():
        yield from special_victory(it, victory)


@rule("2.0", "Components", "2.4")
def counters(it: Draft) -> int:
    """Counts the counters in the data."""
    ships = sum(count for _, _, count in it.ship_counts.values())
    land = sum(group.count for group in it.land.values())
    fleets, alone = sum(it.fleet_markers.values()), sum(len(it.figures.section(section)) for section in COUNTERS)
    return ships + land + fleets + alone + it.information


def ids(it: Draft) -> Iterator[Fault]:
    """Checks that ids are well formed and name one counter each, and that leaders' names are unique."""
    seen: dict[str, Record] = {}
    for section in (*COUNTERS, "classes"):
        for record in it.figures.section(section):
            if section != "classes" and not soundness.ID.fullmatch(record.id):
                yield record.place.fault(f"'{record.id}' is no id", soundness.ID_HINT)
            if record.id in seen:
                yield record.place.fault(f"'{record.id}' names two counters", kind=Kind.AMBIGUOUS)
            seen.setdefault(record.id, record)
    names = Tally(leader.name for leader in it.leaders.values())
    for leader in it.leaders.values():
        if names[leader.name] > 1:
            yield it.place("leaders", leader.id, "name").fault(f"two leaders are called '{leader.name}'")


def mix(it: Draft) -> Iterator[Fault]:
    """A class of a nation is counted once, and a power's classes add up to its total."""
    pairs = Tally((nation, kind) for nation, kind, _ in it.ship_counts.values())
    for id_, (nation, kind, _) in it.ship_counts.items():
        if pairs[nation, kind] > 1:
            message = f"ships of class '{kind}' are counted twice for '{nation}'"
            yield it.place("ships", id_).fault(message, kind=Kind.AMBIGUOUS)
    for power, (total, _) in it.ship_totals.items():
        count = sum(count for nation, _, count in it.ship_counts.values() if nation == power)
        if count != total:
            place = it.place("ship_totals", power, "ships")
            yield place.fault(f"'{power}' has {count} ships by class, where {total} must be")


def markers(it: Draft) -> Iterator[Fault]:
    """No type without a marker."""
    types = {marker.type.id for marker in it.markers.values()}
    for id_ in it.marker_types:
        if id_ not in types:
            yield it.place("marker_types", id_).fault(f"there is no marker of type '{id_}'")


def deployments(it: Draft) -> Iterator[Fault]:
    """Checks the set-up: leaders and places exist, and each leader is set up once by the own power.

    No leader starts in another's home port.
    """
    groups = it.deployments.values()
    yield from soundness.each_once(it, "deployments", "leaders", ((group.id, group.leaders) for group in groups))
    for group in groups:
        for name in group.leaders:
            leader, place = it.leaders.get(name), it.place("deployments", group.id, "leaders")
            if leader is None:
                yield place.fault(f"'{name}' is no leader", kind=Kind.UNKNOWN)
            elif leader.nation != group.power:
                yield place.fault(f"'{name}' is no leader of '{group.power}'")
        yield from places(it, group)


def places(it: Draft, group: Deployment) -> Iterator[Fault]:
    """Checks the places where counters may start."""
    place = it.place("deployments", group.id, "at")
    if not group.at:
        yield place.fault(f"'{group.id}' is deployed nowhere")
    for name in group.at:
        port = it.ports.get(name)
        if port is None:
            yield place.fault(f"'{name}' is no port", kind=Kind.UNKNOWN)
        elif port.nation not in ("", group.power):
            yield place.fault(f"'{port.name}' is a home port of '{port.nation}'")


def card_totals(it: Draft) -> Iterator[Fault]:
    """A card deploys the ships it is said to, and of nothing more than its power has."""
    for power in POWERS:
        groups = [group for group in it.deployments.values() if group.power == power]
        if not groups:
            yield Fault(f"the data deploy nothing of '{power}'", kind=Kind.UNKNOWN)
            continue
        place = it.place("deployments", groups[-1].id)
        ships = Tally(kind for group in groups for kind in group.ships)
        wanted = it.ship_totals.get(power, (0, ships.total()))[1]
        if ships.total() != wanted:
            yield place.fault(f"'{power}' deploys {ships.total()} ships, where {wanted} must be")
        for kind, count in ships.items():
            there = sum(n for nation, k, n in it.ship_counts.values() if (nation, k) == (power, kind))
            if count > there:
                yield place.fault(f"'{power}' deploys {count} ships of class '{kind}' and has {there}")
        for land, name in LAND.items():
            count, there = sum(getattr(group, name) for group in groups), points(it, power, land)
            if count > there:
                yield place.fault(f"'{power}' deploys {count} points of {name} and has {there}")


def points(it: Draft, nation: str, kind: LandKind) -> int:
    """Sums the land points of a kind on a nation's counters."""
    return sum(c.front * c.count for c in it.land.values() if (c.nation, c.kind) == (nation, kind))


def players(it: Draft) -> Iterator[Fault]:
    """The pool holds what all start with, a hand holds what one starts with."""
    for id_, number in it.player_numbers.items():
        starts = [it.powers[power].markers for power in number.powers if power in it.powers]
        if starts and max(starts) > number.hand:
            place = it.place("player_numbers", id_, "hand")
            yield place.fault(f"a hand holds {number.hand} markers, and somebody starts with {max(starts)}")
        if sum(starts) + number.exchange > len(it.markers):
            place = it.place("player_numbers", id_, "exchange")
            yield place.fault(f"{len(it.markers)} markers are too few for {id_} players")


def special_victory(it: Draft, victory: SpecialVictory) -> Iterator[Fault]:
    """Ports there are, each named once, and enough of them."""
    listed = 0
    for figure, names in (("required", victory.required), ("of", victory.of)):
        place = it.place("special_victories", victory.power, figure)
        for name in names:
            if name not in it.ports and name not in (HOME_PORTS, TREASURE_PORTS):
                yield place.fault(f"'{name}' is no port", kind=Kind.UNKNOWN)
            if figure == "of":
                listed += treasure_ports(it) if name == TREASURE_PORTS else 1
        if len(dict.fromkeys(names)) < len(names):
            yield place.fault(f"'{victory.power}' counts a port twice", kind=Kind.AMBIGUOUS)
    if victory.count > listed:
        place = it.place("special_victories", victory.power, "count")
        yield place.fault(f"'{victory.power}' needs {victory.count} ports of a list of {listed}")


def treasure_ports(it: Draft) -> int:
    """Counts the treasure ports."""
    return sum(port.kind is PortKind.TREASURE for port in it.ports.values())
