"""The figures read into places and counters. What they mean together is checked elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.reading import NONE, Reader
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.board.pieces import (
    Chit,
    ConvoyCounter,
    FormationCounter,
    Hand,
    LeaderCounter,
    PersonageCounter,
    Scenario,
    SquadronCounter,
    Start,
    UnitCounter,
    YearTurn,
)
from pbem.adjudicator.yellowjack.board.places import (
    CorsairZone,
    Entry,
    Exit,
    LandBox,
    Port,
    Space,
    Station,
    Way,
    Wind,
    WindPhase,
    Zone,
)
from pbem.base.errors import Fault
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field

#: Words of the data that the state has too; the board is below the state.
SIDES = ("british", "bourbon")
CONTINGENTS = ("british", "spanish", "caracas", "french")
HOLDERS = (*CONTINGENTS, "neutral")
CLASSES = ("flagship", "sol", "sol_d", "frigate")
DATE = pattern(r"y([0-9]{2})t(0[1-9]|1[0-6])")
SECTIONS = (
    "ports", "spaces", "zones", "exits", "ways", "boxes", "groups", "stations", "corsair_zones", "entries",
    "winds", "phases", "contingents", "mix", "squadrons", "formations", "convoys", "leaders", "ranks", "ratings",
    "units", "personages", "chits", "turns", "scenarios", "setup_squadrons", "setup_convoys", "postings",
    "setup_units", "setup_personages", "setup_ports", "hands", "numbers",
)  # fmt: skip


@dataclass(slots=True)
class Draft(Sheets):
    """Pieces and faults, gathered; a board only where there are no faults."""

    ports: dict[str, Port] = field(default_factory=dict)
    spaces: dict[str, Space] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()
    boxes: dict[str, LandBox] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stations: dict[str, Station] = field(default_factory=dict)
    corsair_zones: dict[str, CorsairZone] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    winds: dict[str, Wind] = field(default_factory=dict)
    ratings: dict[str, int] = field(default_factory=dict)  # contingent -> Damage Rating
    mix: dict[str, dict[str, int]] = field(default_factory=dict)
    squadrons: dict[str, SquadronCounter] = field(default_factory=dict)
    formations: dict[str, FormationCounter] = field(default_factory=dict)
    convoys: dict[str, ConvoyCounter] = field(default_factory=dict)
    leaders: dict[str, LeaderCounter] = field(default_factory=dict)
    command_ratings: dict[str, int] = field(default_factory=dict)
    units: dict[str, UnitCounter] = field(default_factory=dict)
    personages: dict[str, PersonageCounter] = field(default_factory=dict)
    chits: dict[str, Chit] = field(default_factory=dict)
    turns: tuple[YearTurn, ...] = ()
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    starts: dict[str, tuple[Start, ...]] = field(default_factory=dict)  # section -> records of all scenarios
    hands: tuple[Hand, ...] = ()
    found: dict[str, Any] = field(default_factory=dict)


def draft(figures: Figures, faults: list[Fault], sections: tuple[str, ...]) -> Draft:
    """Reads the map, the winds, the counters, the chits and the scenarios."""
    it = Draft(figures, faults)
    it.refuse_others((*SECTIONS, *sections))
    read_map(it)
    read_winds(it)
    read_counters(it)
    read_scenarios(it)
    return it


def optional(reader: Reader, name: str) -> str:
    """A text, or nothing where the data say none."""
    text = reader.text(name)
    return "" if text == NONE else text


def whole(reader: Reader, name: str) -> tuple[int, ...]:
    """A list of whole numbers."""
    words = reader.words(name)
    if any(not word.lstrip("-").isdigit() for word in words):
        reader.refuse(name, f"{name} of '{reader.record.name}' is no list of whole numbers")
        return ()
    return tuple(int(word) for word in words)


def date(reader: Reader, name: str) -> str:
    """A Turn of a Year, as y39t13."""
    text = reader.text(name)
    if not DATE.fullmatch(text):
        reader.refuse(name, f"'{text}' is no Turn of a Year", "as y39t13")
        return "y39t01"
    return text


def counted(text: str) -> int:
    """A date as one number; Turn 1 of 1739 is 1."""
    found = DATE.fullmatch(text)
    return (int(found[1]) - 39) * 16 + int(found[2]) if found else 1


# ---------------------------------------------------------------- the map


@rule("R2.1", "Kinds of location")
def read_map(it: Draft) -> None:
    """Reads the places and the ways between them."""
    it.ports = {one.id: one for one in it.read("ports", port_of)}
    it.spaces = {one.id: one for one in it.read("spaces", space_of)}
    exits: dict[str, dict[str, Exit]] = {}
    for zone, one in it.read("exits", exit_of):
        exits.setdefault(zone, {})[one.number] = one
    it.zones = {one.id: one for one in it.read("zones", lambda reader: zone_of(reader, exits))}
    it.ways = tuple(way for ways in it.read("ways", ways_of) for way in ways)
    it.boxes = {one.id: one for one in it.read("boxes", lambda r: LandBox(
        r.id, r.text("name"), r.words_among("flags", HOLDERS), r.text("region"), r.words("ports")))}  # fmt: skip
    it.groups = dict(it.read("groups", lambda r: (r.id, (*r.words("ports"), *r.words("boxes")))))
    it.stations = {one.id: one for one in it.read("stations", lambda r: Station(
        r.id, r.word("side", SIDES), r.text("port")))}  # fmt: skip
    it.corsair_zones = {one.id: one for one in it.read("corsair_zones", lambda r: CorsairZone(
        r.id, r.text("name"), r.words("flags"), r.text("origin"), r.number("range", 1),
        r.words("in_range")))}  # fmt: skip
    it.entries = {one.id: one for one in it.read("entries", lambda r: Entry(
        r.id, r.word("kind", ("entry", "exit")), r.words("nodes"), r.words_among("fleets", SIDES)))}  # fmt: skip


def place_of(reader: Reader) -> dict[str, Any]:
    """The figures that all places have."""
    return {
        "id": reader.id, "name": reader.text("name"), "latitude": reader.number("latitude"),
        "longitude": reader.number("longitude"), "region": reader.text("region"),
        "commands": {side: reader.words(side) for side in SIDES},
    }  # fmt: skip


def port_of(reader: Reader) -> Port:
    """A Port."""
    return Port(
        **place_of(reader), kind=reader.word("kind", ("key", "minor")), contingent=reader.word("contingent", HOLDERS),
        flag=reader.text("flag"), blockade=reader.number("blockade", 0), garrison=reader.number("garrison", 0),
        fortification=reader.number("fortification", 0), repair=reader.number("repair", 0),
        quarterly=reader.flag("quarterly"), prestige=reader.number("prestige", 0),
        harbour_from=reader.number("harbour_from", 0), victualing=reader.flag("victualing"),
        box=optional(reader, "box"),
    )  # fmt: skip


def space_of(reader: Reader) -> Space:
    """A Space."""
    size = reader.word("size", ("large", "small"))
    return Space(**place_of(reader), number=reader.number_if_printed("number", 1) or 0, size=size)


def exit_of(reader: Reader) -> tuple[str, Exit]:
    """A way out of a Zone, with the Zone."""
    return reader.text("zone"), Exit(
        number=reader.text("number"), nodes=reader.words("nodes"), windward=reader.flag("windward"),
        out=reader.number("out", 0), adrift=reader.number("adrift", 0), drift=optional(reader, "drift"),
    )  # fmt: skip


def zone_of(reader: Reader, exits: dict[str, dict[str, Exit]]) -> Zone:
    """A Sea Zone."""
    extent = reader.word("extent", ("small", "medium", "large"))
    return Zone(**place_of(reader), extent=extent, exits=exits.get(reader.id, {}))


def ways_of(reader: Reader) -> list[Way]:
    """Lanes and ways in and out of Zones, from one place."""
    lanes = [Way(reader.id, other, zone=False) for other in reader.words("lanes")]
    return lanes + [Way(reader.id, other, zone=True) for other in reader.words("links")]


def read_winds(it: Draft) -> None:
    """Reads the Seasonal Winds with their phases."""
    phases: dict[str, list[WindPhase]] = {}
    for wind, phase in it.read("phases", phase_of):
        phases.setdefault(wind, []).append(phase)
    it.winds = {one.id: one for one in it.read("winds", lambda r: wind_of(r, tuple(phases.get(r.id, ()))))}


def phase_of(reader: Reader) -> tuple[str, WindPhase]:
    """A phase of a wind, with the wind."""
    from_ = reader.word("direction", POINTS)
    return reader.text("wind"), WindPhase(whole(reader, "turns"), from_, reader.number("blows", 0))


#: The points of the compass that winds blow from, each 22.5 degrees from the last.
POINTS = ("n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw")


def wind_of(reader: Reader, phases: tuple[WindPhase, ...]) -> Wind:
    """A Seasonal Wind."""
    gale = reader.number_if_printed("gale", 0)
    return Wind(reader.id, reader.text("node"), reader.text("group"), -1 if gale is None else gale,
                reader.words("affects"), phases)  # fmt: skip


# ---------------------------------------------------------------- the counters


def read_counters(it: Draft) -> None:
    """Reads the counters and the chits."""
    it.ratings = dict(it.read("contingents", lambda r: (r.word("side", SIDES) and r.id, r.number("rating", 1))))
    it.mix = dict(it.read("mix", mix_of))
    it.squadrons = {one.id: one for one in it.read("squadrons", squadron_of)}
    it.formations = {one.id: one for one in it.read("formations", formation_of)}
    it.convoys = {one.id: one for one in it.read("convoys", lambda r: ConvoyCounter(
        r.id, r.text("name"), r.word("sort", ("trade", "troops", "victualing", "azogues")),
        r.word("contingent", CONTINGENTS)))}  # fmt: skip
    ranks: dict[str, list[tuple[int, str, str]]] = {}
    for leader, since in it.read("ranks", lambda r: (
            r.text("leader"), (counted(date(r, "date")), r.text("rank"), r.text("style")))):  # fmt: skip
        ranks.setdefault(leader, []).append(since)
    it.leaders = {one.id: one for one in it.read("leaders", lambda r: LeaderCounter(
        r.id, r.text("name"), r.word("contingent", CONTINGENTS), r.number("sr", 0), r.number("br"), r.flag("pool"),
        tuple(ranks.get(r.id, ()))))}  # fmt: skip
    it.command_ratings = dict(it.read("ratings", lambda r: (r.id, r.number("cr", 1))))
    it.units = {one.id: one for one in it.read("units", unit_of)}
    it.personages = {one.id: one for one in it.read("personages", personage_of)}
    it.chits = {one.id: one for chits in it.read("chits", chits_of) for one in chits}


def mix_of(reader: Reader) -> tuple[str, dict[str, int]]:
    """The counters of a contingent."""
    kinds = (*CLASSES, "fleet_auxiliary", "light_auxiliary", "galley", "bomb", "fireship")
    return reader.id, {kind.replace("_", "-"): reader.number(kind, 0) for kind in kinds}


def squadron_of(reader: Reader) -> SquadronCounter:
    """A Squadron."""
    return SquadronCounter(reader.id, reader.id.upper(), reader.word("contingent", CONTINGENTS),
                           reader.text("command"), reader.word("kind", ("line", "frigate")),
                           reader.number("capacity", 1))  # fmt: skip


def formation_of(reader: Reader) -> FormationCounter:
    """A Flotilla."""
    return FormationCounter(reader.id, reader.text("name"), reader.word("kind", ("flag", "detachment", "company")),
                            reader.word("contingent", CONTINGENTS), optional(reader, "command"),
                            reader.number("size", 1))  # fmt: skip


def unit_of(reader: Reader) -> UnitCounter:
    """A Land Unit."""
    return UnitCounter(reader.id, reader.text("name"), reader.word("owner", HOLDERS), reader.number("first", 1),
                       reader.word("icon", ("plain", "marine", "grenadier", "tribal")), reader.flag("fever_proof"),
                       reader.flag("local"), optional(reader, "home"))  # fmt: skip


def personage_of(reader: Reader) -> PersonageCounter:
    """A Personage."""
    return PersonageCounter(reader.id, reader.text("name"), reader.word("owner", CONTINGENTS),
                            reader.number("strength", 0), optional(reader, "viceroy"), optional(reader, "start"),
                            reader.number("fort"), reader.number("adm"), reader.number("cbt"))  # fmt: skip


def chits_of(reader: Reader) -> list[Chit]:
    """A chit and its copies, each with an id of its own."""
    copies = reader.number("copies", 1)
    fields: dict[str, Any] = {
        "name": reader.text("name"), "side": reader.word("side", SIDES), "command": reader.text("command"),
        "kind": reader.text("kind"), "points": reader.words("points"), "campaign": optional(reader, "campaign"),
        "company": reader.flag("company"), "key_only": reader.flag("key_only"),
        "holder": optional(reader, "holder"), "french_war": reader.flag("french_war"),
    }  # fmt: skip
    return [
        Chit(reader.id if copy == 1 else f"{reader.id}-{copy}", copy=copy, **fields) for copy in range(1, copies + 1)
    ]


# ---------------------------------------------------------------- the calendar and the scenarios


def read_scenarios(it: Draft) -> None:
    """Reads the Turns of a Year and the scenarios with their set-ups."""
    it.turns = tuple(
        it.read(
            "turns",
            lambda r: YearTurn(
                int(r.id) if r.id.isdigit() else 0,
                r.text("name"),
                r.word("quarter", ("winter", "spring", "summer", "fall")),
            ),
        )
    )
    it.scenarios = {one.id: one for one in it.read("scenarios", scenario_of)}
    kinds: dict[str, Callable[[Reader], Start]] = {
        "setup_squadrons": squadron_start,
        "setup_convoys": lambda r: Start(r.text("scenario"), r.text("convoy"), r.text("at"), command=r.text("command")),
        "postings": lambda r: Start(r.text("scenario"), r.text("leader"), posts=r.words("posts")),
        "setup_units": lambda r: Start(r.text("scenario"), r.text("unit"), r.text("at")),
        "setup_personages": lambda r: Start(r.text("scenario"), r.text("personage"), r.text("at")),
        "setup_ports": lambda r: Start(r.text("scenario"), r.text("port"), until=date(r, "razed_until")),
    }
    it.starts = {section: tuple(it.read(section, made)) for section, made in kinds.items()}
    it.hands = tuple(it.read("hands", lambda r: Hand(
        r.text("scenario"), r.word("side", SIDES), r.words("hand"), r.words("pool"))))  # fmt: skip


def scenario_of(reader: Reader) -> Scenario:
    """A scenario."""
    return Scenario(
        id=reader.id, name=reader.text("name"), first=date(reader, "first"), last=date(reader, "last"),
        prestige={side: reader.number(side, 0) for side in SIDES}, hand_limit=reader.number("hand_limit", 0),
        order_prestige=reader.number("order_prestige", 1), handicap=reader.number("handicap"),
        marginal=reader.number("marginal", 1), substantial=reader.number("substantial", 1),
        decisive=reader.number("decisive", 1), weather=reader.word("weather", ("whole", "winds")),
        draws=reader.word("begins", ("setup", "draw")) == "draw", set_up=reader.text("set_up"),
        extended=reader.flag("extended"), events=reader.words("events"),
    )  # fmt: skip


def squadron_start(reader: Reader) -> Start:
    """A Squadron of a set-up."""
    sail = tuple((sort.replace("_", "-"), reader.number(sort, 0)) for sort in CLASSES)
    return Start(
        reader.text("scenario"), reader.text("squadron"), reader.text("at"),
        reader.word("state", ("in-ordinary", "fitting-out", "ready")), optional(reader, "formation"),
        sail=tuple((sort, number) for sort, number in sail if number),
    )  # fmt: skip
