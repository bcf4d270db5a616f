"""The year read into pieces: turns, cup, tracks, manpower, objectives, events and the Trafalgar scenario."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.glory.board.draft import TRACKS, Draft, optional, whole
from pbem.adjudicator.glory.board.pieces import (
    NATIONS,
    SEASONS,
    SIDES,
    AdmiraltyEvent,
    Box,
    Chit,
    ChitKind,
    Destination,
    Objectives,
    Turn,
)
from pbem.adjudicator.glory.board.trafalgar import ScenarioFleet, ScenarioObjective, Trafalgar
from pbem.base.records import replace

SECTIONS = (
    "turns", "chits", "manpower", "track_boxes", "expedition_boxes", "ready_ports", "crew_ports", "british_arrivals",
    "objectives", "directives", "conseil", "admiralty", "provisions", "american_war",
    "trafalgar_fleets", "trafalgar", "trafalgar_objectives",
)  # fmt: skip


def read_year(it: Draft) -> None:
    """Reads every section of the campaign and of the scenario."""
    year = it.year
    year["turns"] = tuple(it.read("turns", turn_of))
    year["chits"] = {chit.id: chit for chit in it.read("chits", chit_of)}
    year["manpower"] = grouped(NATIONS, it.read("manpower", manpower_of))
    year["tracks"] = grouped(TRACKS, ((box.track, box) for box in it.read("track_boxes", box_of)))
    year["expedition"] = grouped(NATIONS[:2], it.read("expedition_boxes", nation_and_name))
    for section in ("ready_ports", "crew_ports"):
        year[section] = dict(it.read(section, lambda reader: (reader.id, reader.words("ports"))))
    year["arrivals"] = dict(it.read("british_arrivals", lambda reader: (reader.id, reader.words("places"))))
    year["objectives"] = dict(it.read("objectives", objectives_of))
    year["directives"] = dict(it.read("directives", lambda reader: (reader.id, reader.text("name"))))
    year["conseil"] = {one.id: one for one in it.read("conseil", destination_of)}
    year["admiralty"] = {one.id: one for one in it.read("admiralty", admiralty_of)}
    year["provisions"] = dict(it.read("provisions", lambda reader: (reader.id, reader.number("count", 0))))
    year["american_war"] = dict(it.read("american_war", lambda reader: (reader.id, reader.text("name"))))
    read_trafalgar(it)


def grouped(names: Iterable[str], pairs: Iterable[tuple[str, object]]) -> dict[str, tuple[object, ...]]:
    """Things by the name they belong to, in the order in which they are written."""
    found: dict[str, tuple[object, ...]] = dict.fromkeys(names, ())
    for name, thing in pairs:
        found[name] = (*found.get(name, ()), thing)
    return found


def turn_of(reader: Reader) -> Turn:
    """A turn."""
    if not reader.id.isdigit():
        reader.refuse("label", f"'{reader.id}' is no number of a turn")
    label, season = reader.text("label"), reader.word("season", SEASONS)
    number, provisions = int(reader.id) if reader.id.isdigit() else 0, reader.number("provisions", 0)
    return Turn(number, label, season, provisions, reader.flag("ensign"), reader.flag("hurricane"),
                optional(reader, "automatic"))  # fmt: skip


def chit_of(reader: Reader) -> Chit:
    """A kind of activation chit."""
    kind, sea, wind = reader.one_of("kind", ChitKind), optional(reader, "sea"), optional(reader, "wind")
    side, hexes, where = optional(reader, "side"), reader.number("hexes", 0), optional(reader, "where")
    return Chit(reader.id, kind, sea, wind, side, hexes, where, reader.number("count", 1))


def manpower_of(reader: Reader) -> tuple[str, tuple[str, int]]:
    """A manpower box of a nation."""
    return reader.word("nation", NATIONS), (reader.text("name"), reader.number("points", 0))


def box_of(reader: Reader) -> Box:
    """A box of a track."""
    track, number = reader.word("track", TRACKS), reader.number("number", 1)
    die, fast = reader.number_if_printed("zone_die", 1), reader.number_if_printed("fast", 1)
    return Box(reader.id, track, number, optional(reader, "entry"), die or 0, fast or 0, reader.flag("arrival"))


def nation_and_name(reader: Reader) -> tuple[str, str]:
    """A box of the expedition track."""
    return reader.word("nation", NATIONS), reader.text("name")


def objectives_of(reader: Reader) -> tuple[str, Objectives]:
    """A side's objectives."""
    areas, values = reader.words("areas"), whole(reader, "values")
    if len(areas) != len(values) or reader.id not in SIDES:
        reader.refuse("values", f"'{reader.record.name}' needs as many values as areas")
    return reader.id, Objectives(areas, values)


def destination_of(reader: Reader) -> Destination:
    """A marker of the Grand Conseil."""
    return Destination(reader.id, reader.text("name"), reader.text("place"), reader.flag("asterisk"))


def admiralty_of(reader: Reader) -> AdmiraltyEvent:
    """An Admiralty Event."""
    name, kind, place = reader.text("name"), reader.text("kind"), optional(reader, "place")
    points, full = reader.number("points", 0), reader.flag("full_term")
    return AdmiraltyEvent(reader.id, name, kind, place, points, full, reader.flag("special"))


def read_trafalgar(it: Draft) -> None:
    """Reads the scenario with its fleets and objectives."""
    fleets = tuple(it.read("trafalgar_fleets", scenario_fleet))
    goals = tuple(it.read("trafalgar_objectives", lambda reader: ScenarioObjective(
        reader.id, reader.word("kind", ("enter_port", "enter_hex", "raid")), reader.text("place"))))  # fmt: skip
    for scenario in it.read("trafalgar", trafalgar_of):
        it.year["trafalgar"] = replace(scenario, fleets=fleets, objectives=goals)


def scenario_fleet(reader: Reader) -> ScenarioFleet:
    """A fleet of the scenario."""
    turn, place = reader.number("turn", 1), reader.text("place")
    words = [reader.words(name) for name in ("parts", "bound", "admirals", "ships")]
    return ScenarioFleet(reader.id, turn, place, *words)


def trafalgar_of(reader: Reader) -> Trafalgar:
    """The scenario itself."""
    first, last, out = reader.number("first_turn", 1), reader.number("last_turn", 1), reader.number("frigates_out", 0)
    box, before, after = (reader.number(name, 1) for name in ("track_box", "grant_before", "hex_after"))
    hexes, winds, chits, blocks = (
        reader.words(name) for name in ("added_hexes", "gibraltar_winds", "chits", "blocks_out")
    )
    return Trafalgar(first, last, hexes, reader.text("added_zone"), winds, out, chits, blocks, box, before, after)
