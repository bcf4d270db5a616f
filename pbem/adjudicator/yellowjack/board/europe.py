"""Trade, reinforcements and what is asked of Europe, as the data have them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.naming import Label
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.yellowjack.board.draft import CLASSES, CONTINGENTS, Draft, counted, date, optional, whole
from pbem.base.errors import Fault, Kind
from pbem.base.records import dataclass

SECTIONS = ("trade_lines", "trade_elements", "arrivals", "entry", "request", "event_chances",
            "departures")
KINDS = ("inbound", "outbound", "local", "azogues", "company")
SMALL = ("fleet_auxiliary", "light_auxiliary", "galley", "bomb", "fireship")
ASKING = ("british", "spanish", "french")
TURNS, FACES = 16, 10
OFF_MAP = "off-map"


@dataclass(frozen=True, slots=True)
class TradeLine(Label):
    """One line of a Trade Convoy Chart (2.62)."""

    id: str
    name: str
    contingent: str
    kind: str
    inbound: str  # the line that an outbound one waits for; empty for none
    chances: tuple[int, ...]  # by Turn: the highest die that gathers it; -1 for none
    after: tuple[int, ...]  # the same by the Turns since the inbound Convoy Disbanded


@dataclass(frozen=True, slots=True)
class TradeElement:
    """One Convoy of a line: where it gathers, what it passes, where it Disbands."""

    id: str
    line: str
    at: str  # a Port, or off the map
    entry: str  # the way onto the map; empty for a Port
    route: tuple[str, ...]
    to: str  # a Port, or off the map


@dataclass(frozen=True, slots=True)
class Arrival:
    """Reinforcements that come on a date (2.172, 2.175)."""

    id: str
    scenarios: tuple[str, ...]
    date: int
    contingent: str
    command: str
    at: str  # off the map, or the Port where they are built
    north: bool
    sail: tuple[tuple[str, int], ...]
    small: tuple[tuple[str, int], ...]  # Auxiliaries
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    general: bool  # a die names the General who comes with the Units (2.566)
    event: str  # the Event that brings it, from its date on; empty for one that comes on its date


@dataclass(frozen=True, slots=True)
class Departure:
    """Sail and Auxiliaries that go home in a Year, with named ships (2.182)."""

    scenarios: tuple[str, ...]
    date: int
    contingent: str
    sail: int
    auxiliaries: int


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One row of the Map Entry Table (2.174), with what a passage costs before it (2.624)."""

    calm: str
    stormy: str
    north: str
    wear: int


@dataclass(frozen=True, slots=True)
class EventChance:
    """The dates on which an Event may happen, and its die (3.11)."""

    event: str
    first: int  # dates
    last: int
    highest: int


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One row of the Reinforcement Request Table, for each nation: points for Sail and small craft, and Units."""

    points: tuple[tuple[str, tuple[int, int, int]], ...]

    def of(self, contingent: str) -> tuple[int, int, int]:
        """The points and Units of a nation."""
        return dict(self.points)[contingent]


@dataclass(frozen=True, slots=True)
class Europe:
    """All of it."""

    lines: dict[str, TradeLine]
    elements: dict[str, TradeElement]
    arrivals: tuple[Arrival, ...]
    entry: tuple[EntryRow, ...]
    request: tuple[RequestRow, ...]
    chances: tuple[EventChance, ...]
    departures: tuple[Departure, ...]

    def elements_of(self, line: str) -> list[TradeElement]:
        """The Convoys of a line."""
        return [one for one in self.elements.values() if one.line == line]


def read_europe(it: Draft) -> Europe:
    """Reads the sections."""
    return Europe(
        {one.id: one for one in it.read("trade_lines", line_of)},
        {one.id: one for one in it.read("trade_elements", lambda r: TradeElement(
            r.id, r.text("line"), r.text("at"), optional(r, "entry"), r.words("route"), r.text("to")))},
        tuple(it.read("arrivals", arrival_of)),
        tuple(it.read("entry", lambda r: EntryRow(
            r.text("calm"), r.text("stormy"), r.text("north"), r.number("wear", 0)))),
        tuple(it.read("request", lambda r: RequestRow(tuple(
            (name, (r.number(f"{name}_sail", 0), r.number(f"{name}_small", 0), r.number(f"{name}_units", 0)))
            for name in ASKING)))),
        tuple(it.read("event_chances", lambda r: EventChance(
            r.text("event"), counted(date(r, "first")), counted(date(r, "last")), r.number("highest", 0)))),
        tuple(it.read("departures", lambda r: Departure(
            r.words("scenarios"), counted(date(r, "date")), r.word("contingent", CONTINGENTS), r.number("sail", 0),
            r.number("auxiliaries", 0)))),
    )  # fmt: skip


def line_of(reader: Reader) -> TradeLine:
    """One line of trade."""
    return TradeLine(reader.id, reader.text("name"), reader.word("contingent", CONTINGENTS),
                     reader.word("kind", KINDS), optional(reader, "inbound"), whole(reader, "chances"),
                     whole(reader, "after"))  # fmt: skip


def arrival_of(reader: Reader) -> Arrival:
    """One reinforcement."""
    return Arrival(
        reader.id, reader.words("scenarios"), counted(date(reader, "date")), reader.word("contingent", CONTINGENTS),
        reader.text("command"), reader.text("at"), reader.flag("north"), numbers(reader, CLASSES),
        numbers(reader, SMALL), reader.words("units"), reader.words("leaders"), reader.flag("general"),
        optional(reader, "event"),
    )  # fmt: skip


def numbers(reader: Reader, sorts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The numbers of each sort, without those that are nought."""
    found = tuple((sort.replace("_", "-"), reader.number(sort, 0)) for sort in sorts)
    return tuple((sort, number) for sort, number in found if number)


def europe_faults(it: Draft, europe: Europe) -> Iterator[Fault]:
    """Lines have their Convoys, Convoys name places that there are, and every row of a die stands."""
    nodes = {*it.ports, *it.spaces, *it.zones}
    for line in europe.lines.values():
        if len(line.chances) != TURNS:
            yield it.place("trade_lines", line.id, "chances").fault("a Year has sixteen Turns")
        if line.inbound and line.inbound not in europe.lines:
            yield it.place("trade_lines", line.id, "inbound").fault(f"'{line.inbound}' is no line", kind=Kind.UNKNOWN)
        if not europe.elements_of(line.id):
            yield it.place("trade_lines", line.id).fault(f"'{line.id}' has no Convoy")
    for one in europe.elements.values():
        at = it.place("trade_elements", one.id)
        for place in (one.at, *one.route, one.to):
            if place not in nodes and place != OFF_MAP:
                yield at.fault(f"'{place}' is no place", kind=Kind.UNKNOWN)
        if (one.at == OFF_MAP) != bool(one.entry) or (one.entry and one.entry not in it.entries):
            yield at.fault("a Convoy that gathers off the map has an entry, and no other")
    yield from arrival_faults(it, europe)
    for section, rows in (("entry", len(europe.entry)), ("request", len(europe.request))):
        if rows != FACES:
            yield it.place(section, "0").fault("a die has ten faces")
    entered = {place for row in europe.entry for place in (row.calm, row.stormy, row.north)}
    for place in sorted(entered - nodes):
        yield it.place("entry", "0").fault(f"'{place}' is no place", kind=Kind.UNKNOWN)


def arrival_faults(it: Draft, europe: Europe) -> Iterator[Fault]:
    """Reinforcements name Units, Leaders and scenarios that there are."""
    for arrival in europe.arrivals:
        at = it.place("arrivals", arrival.id)
        for names, shelf in ((arrival.units, set(it.units)), (arrival.leaders, set(it.leaders)),
                             (arrival.scenarios, set(it.scenarios))):  # fmt: skip
            for name in names:
                if name not in shelf:
                    yield at.fault(f"'{name}' is unknown", kind=Kind.UNKNOWN)
    for departure in europe.departures:
        for name in departure.scenarios:
            if name not in it.scenarios:
                yield it.place("departures", "0").fault(f"'{name}' is no scenario", kind=Kind.UNKNOWN)
