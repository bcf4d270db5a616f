"""The figures of the map, the ports and the counters read into pieces. What they mean together is checked elsewhere."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.reading import NONE, Reader
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.board.pieces import (
    Area,
    Counter,
    Ejercito,
    Garrison,
    LeaderCounter,
    Levy,
    Numbers,
    Port,
    Scenario,
    Sea,
    Stack,
    Turn,
)
from pbem.base.errors import Fault
from pbem.base.records import dataclass, field, replace

#: Words of the data that the state's terms have too; the board is below the state.
SIDES = ("royalist", "patriot", "rebel")
PURSES = ("royalist", "plata", "chile", "colombia", "peru", "mexico")
NATIONS = (*PURSES[1:], "american", "spanish", "portuguese", "rebel")
ARMS = ("infantry", "cavalry", "artillery", "frigate", "ship-of-the-line")
QUALITIES = ("regular", "militia", "naval")
ENTRIES = ("start", "port", "area", "pool", "uprising")
ALIGNMENTS = ("none", "royalist", "patriot", "rebel")
#: What a unit of one step is called where it has the name of a place, and one of two steps.
SIZES = ("battalion", "regiment")
PLAIN, ANDES, VICEROYALTY = "plain", "andes", "viceroyalty"
SECTIONS = (
    "areas", "borders", "touches", "seas", "passages", "groups", "ports", "units", "leaders", "ejercitos", "turns",
    "codes", "garrisons", "hills", "scenarios", "forces", "stacks", "last_holders", "numbers",
    "modifiers",
)  # fmt: skip


@dataclass(slots=True)
class Draft(Sheets):
    """Pieces and faults, gathered; a board only where there are no faults."""

    borders: dict[str, dict[str, str]] = field(default_factory=dict)  # area -> neighbour -> kind
    touching: dict[str, list[str]] = field(default_factory=dict)
    areas: dict[str, Area] = field(default_factory=dict)
    seas: dict[str, Sea] = field(default_factory=dict)
    passages: dict[str, dict[str, int]] = field(default_factory=dict)  # sea -> sea -> areas that the way counts as
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ports: dict[str, Port] = field(default_factory=dict)
    units: dict[str, Counter] = field(default_factory=dict)
    leaders: dict[str, LeaderCounter] = field(default_factory=dict)
    ejercitos: dict[str, Ejercito] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    garrisons: tuple[Garrison, ...] = ()
    hills: tuple[str, ...] = ()
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    levies: dict[str, Levy] = field(default_factory=dict)
    stacks: tuple[Stack, ...] = ()
    last_holders: dict[str, dict[str, str]] = field(default_factory=dict)  # scenario -> area -> side
    found: dict[str, Any] = field(default_factory=dict)  # what the tables say, by name


def draft(figures: Figures, faults: list[Fault], sections: tuple[str, ...]) -> Draft:
    """Reads the map, the ports, the counters, the calendar and the scenarios."""
    it = Draft(figures, faults)
    it.refuse_others((*SECTIONS, *sections))
    read_map(it)
    read_counters(it)
    read_calendar(it)
    it.read_numbers(Numbers)
    it.numbers |= dict(it.read("modifiers", lambda reader: (reader.text("rule") and reader.id, reader.number("add"))))
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


# ---------------------------------------------------------------- the map


def read_map(it: Draft) -> None:
    """Reads borders first, then areas, ports and seas with what leads to them."""
    regions = {record.id: record.figures["region"].value for record in it.figures.section("areas")
               if "region" in record.figures}  # fmt: skip
    for a, b, andes in it.read("borders", border_of):
        kind = ANDES if andes else PLAIN if regions.get(a) == regions.get(b) else VICEROYALTY
        it.borders.setdefault(a, {})[b] = kind
        it.borders.setdefault(b, {})[a] = kind
    for a, b in it.read("touches", lambda reader: (reader.text("a"), reader.text("b"))):
        it.touching.setdefault(a, []).append(b)
        it.touching.setdefault(b, []).append(a)
    it.ports = {port.id: port for port in it.read("ports", port_of)}
    it.areas = {area.id: area for area in it.read("areas", lambda reader: area_of(it, reader))}
    it.seas = {sea.id: sea for sea in it.read("seas", lambda reader: sea_of(it, reader))}
    for a, b, areas in it.read("passages", passage_of):
        it.passages.setdefault(a, {})[b] = areas
        it.passages.setdefault(b, {})[a] = areas
    it.groups = dict(it.read("groups", lambda reader: (reader.text("rule") and reader.id, reader.words("areas"))))


def border_of(reader: Reader) -> tuple[str, str, bool]:
    """A border and whether the Andes run along it."""
    return reader.text("a"), reader.text("b"), reader.flag("andes")


def passage_of(reader: Reader) -> tuple[str, str, int]:
    """A long way off the map."""
    reader.text("rule")
    reader.number("op", 1)
    return reader.text("a"), reader.text("b"), reader.number("areas", 1)


def area_of(it: Draft, reader: Reader) -> Area:
    """An area with its borders and ports; without Resource Points it does not count (11.0)."""
    rp = reader.number("rp", 0)
    return Area(
        id=reader.id, name=reader.text("name"), aka=reader.words("aka"), code=reader.text("code"),
        region=reader.text("region"), rp=rp, hostility=reader.number("hostility", 0),
        alignment=reader.word("alignment", ALIGNMENTS), neutral=reader.flag("neutral"),
        scores=reader.flag("scores") and rp > 0,
        continental=reader.flag("continental"), masses=reader.flag("masses"), chaco=reader.flag("chaco"),
        seas=reader.words("seas"), latitude=reader.number("latitude"), longitude=reader.number("longitude"),
        borders=dict(sorted(it.borders.get(reader.id, {}).items())),
        touches=tuple(sorted(it.touching.get(reader.id, []))),
        ports=tuple(port.id for port in it.ports.values() if port.area == reader.id),
    )  # fmt: skip


def sea_of(it: Draft, reader: Reader) -> Sea:
    """A sea area with its ports."""
    return Sea(
        id=reader.id, name=reader.text("name"), position=reader.text("position"),
        neighbours=reader.words("neighbours"), coasts=reader.words("coasts"),
        spain_op=reader.number_if_printed("spain_op", 1) or 0, latitude=reader.number("latitude"),
        longitude=reader.number("longitude"),
        ports=tuple(port.id for port in it.ports.values() if reader.id in port.seas),
    )  # fmt: skip


def port_of(reader: Reader) -> Port:
    """A port."""
    return Port(
        id=reader.id, name=reader.text("name"), aka=reader.words("aka"), area=reader.text("area"),
        seas=reader.words("seas"), fortress=reader.flag("fortress"), display=reader.flag("display"),
    )  # fmt: skip


# ---------------------------------------------------------------- the counters


def read_counters(it: Draft) -> None:
    """Reads the units, the leaders and the army markers; a unit that is named like a place says what it is."""
    it.units = {unit.id: unit for unit in it.read("units", unit_of)}
    it.leaders = {leader.id: leader for leader in it.read("leaders", leader_of)}
    it.ejercitos = {one.id: one for one in it.read("ejercitos", lambda reader: Ejercito(
        reader.id, reader.text("name"), reader.word("side", SIDES[:2])))}  # fmt: skip
    places = {one.name for one in (*it.areas.values(), *it.ports.values())}
    it.units = {name: replace(unit, name=f"{unit.name} {SIZES[unit.steps > 1]}") if unit.name in places else unit
                for name, unit in it.units.items()}  # fmt: skip


@rule("1.2", "Counters", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5", "1.3.6")
def unit_of(reader: Reader) -> Counter:
    """A unit."""
    factor, reduced = reader.number("factor", 1), reader.number_if_printed("reduced", 1)
    return Counter(
        id=reader.id, name=reader.text("name"), short=reader.text("short"), side=reader.word("side", SIDES),
        nation=reader.word("nation", NATIONS), arm=reader.word("arm", ARMS), quality=reader.word("quality", QUALITIES),
        steps=reader.number("steps", 1), factor=factor, reduced=factor if reduced is None else reduced,
        halves=reader.number("halves", 0), code=optional(reader, "code"), turn=reader.number("turn", 0),
        entry=reader.word("entry", ENTRIES), areas=reader.words("areas"),
        begins=reader.number("begins", 1), english=reader.flag("english"), new_granada=reader.flag("new_granada"),
    )  # fmt: skip


def leader_of(reader: Reader) -> LeaderCounter:
    """A leader."""
    return LeaderCounter(
        id=reader.id, name=reader.text("name"), side=reader.word("side", SIDES[:2]),
        nation=reader.word("nation", NATIONS), tactical=reader.number("tactical", 0),
        operations=reader.number("operations", 0), naval=reader.flag("naval"), turn=reader.number("turn", 0),
        areas=reader.words("areas"), epitaph=reader.text("epitaph"),
    )  # fmt: skip


# ---------------------------------------------------------------- the calendar and the scenarios


def read_calendar(it: Draft) -> None:
    """Reads the years, where units of 1810 may stand, and the scenarios with their set-ups."""
    it.turns = tuple(it.read("turns", turn_of))
    it.codes = dict(it.read("codes", lambda reader: (reader.id, reader.words("places"))))
    it.garrisons = tuple(it.read("garrisons", lambda reader: Garrison(
        reader.id, reader.words("units"), reader.words("ports"), reader.text("rule"))))  # fmt: skip
    it.hills = tuple(it.read("hills", lambda reader: reader.text("rule") and reader.id))
    it.scenarios = {one.id: one for one in it.read("scenarios", scenario_of)}
    it.levies = {one.id: one for one in it.read("forces", levy_of)}
    it.stacks = tuple(it.read("stacks", stack_of))
    for scenario, area, side in it.read("last_holders", lambda reader: (
            reader.text("scenario"), reader.text("area"), reader.word("side", SIDES[:2]))):  # fmt: skip
        it.last_holders.setdefault(scenario, {})[area] = side


def turn_of(reader: Reader) -> Turn:
    """A year."""
    if not reader.id.isdigit():
        reader.refuse("year", f"'{reader.id}' is no number of a turn")
    number = int(reader.id) if reader.id.isdigit() else 0
    return Turn(number, reader.number("year", 1), reader.number("spain"), reader.number_if_printed("liberals", 1) or 0)


def scenario_of(reader: Reader) -> Scenario:
    """A scenario."""
    return Scenario(
        id=reader.id, name=reader.text("name"), first=reader.number("first", 1), last=reader.number("last", 1),
        begins=reader.word("begins", ("patriot", "council")), stacks=reader.text("stacks"),
        purses={purse: reader.number(purse, 0) for purse in PURSES}, masses=reader.words("masses"),
        repression=reader.words("repression"), patriot_areas=reader.number_if_printed("patriot_areas", 1) or 0,
        stalemate_areas=reader.number_if_printed("stalemate_areas", 1) or 0,
        mexico_garrison=reader.number("mexico_garrison", 0), cuba_garrison=reader.number("cuba_garrison", 0),
    )  # fmt: skip


def levy_of(reader: Reader) -> Levy:
    """A force that a scenario puts in one part of the map."""
    return Levy(
        id=reader.id, scenario=reader.text("scenario"), side=reader.word("side", SIDES), within=reader.words("within"),
        units=reader.words("units"), guerrilla=reader.flag("guerrilla"), rule=reader.text("rule"),
    )  # fmt: skip


def stack_of(reader: Reader) -> Stack:
    """A stack of the set-up."""
    return Stack(
        id=reader.id, scenario=reader.text("scenario"), side=reader.word("side", SIDES), at=reader.text("at"),
        units=reader.words("units"), leaders=reader.words("leaders"), guerrilla=reader.flag("guerrilla"),
        marker=optional(reader, "marker"), reduced=reader.words("reduced"), group=optional(reader, "group"),
    )  # fmt: skip
