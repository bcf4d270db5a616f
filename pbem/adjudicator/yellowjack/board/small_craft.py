"""Auxiliaries, Corsairs and Tribes: their counters, their classes, the tables of their Tasks, where they begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.board.lookup import PrintedTable
from pbem.adjudicator.board.naming import Label
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.yellowjack.board.draft import CONTINGENTS, Draft, optional
from pbem.base.errors import Fault, Kind
from pbem.base.records import dataclass

PIRATE = "pirate"
SORTS = ("fleet", "light", "galley", "bomb", "fireship")
#: Columns of the Screening matrix: what is Screened.
SCREENED = (*SORTS, "marine", "corsair")
ROLLED = ("convoy_attack", "bombard", "fireship")
SECTIONS = ("auxiliaries", "craft", "setup_auxiliaries", "setup_corsairs", "tribes", *ROLLED)


@dataclass(frozen=True, slots=True)
class AuxiliaryCounter(Label):
    """One Auxiliary or Corsair."""

    id: str
    name: str
    contingent: str  # or pirate
    sort: str  # fleet, light, galley, bomb, fireship
    converts: str  # Class of Sail that a Mixed-Role one is worth; empty for none
    corsair: bool
    unlimited: bool  # a Corsair that may change its zone (2.424)
    zone: str  # of a Corsair; empty for others


@dataclass(frozen=True, slots=True)
class CraftClass:
    """The abilities of a class of Auxiliary (R6.1)."""

    search: int  # highest die; -1: it cannot
    shadows: bool
    interdicts: bool
    attack: int  # added to the die of a Convoy Attack
    screens: Mapping[str, int]  # class that is Screened -> highest die; -1: it cannot


@dataclass(frozen=True, slots=True)
class Burn:
    """A row of a Fireship's die (R6.12)."""

    sunk: int
    dp: int


@dataclass(frozen=True, slots=True)
class Tribe:
    """One Tribal Auxiliary: the dice that win it, and where it may be placed (2.542, 2.544)."""

    id: str
    british: tuple[int, int]
    spanish: tuple[int, int]
    british_group: str
    spanish_group: str

    def joins(self, side: str, die: int) -> bool:
        """Tells if a die wins it for a side."""
        first, last = self.british if side == "british" else self.spanish
        return first <= die <= last

    def group(self, side: str) -> str:
        """The group of places where it may stand with a side."""
        return self.british_group if side == "british" else self.spanish_group


@dataclass(frozen=True, slots=True)
class Stationed:
    """An Auxiliary of a set-up."""

    scenario: str
    auxiliary: str
    command: str
    at: str


@dataclass(frozen=True, slots=True)
class CorsairStart:
    """The number of Privateers of each side in a set-up, and its Pirates (2.423)."""

    scenario: str
    number: Mapping[str, int]
    pirates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SmallCraft:
    """Everything of chapter 6 of the base rules, and of 2.4 and 2.54."""

    counters: Mapping[str, AuxiliaryCounter]
    classes: Mapping[str, CraftClass]
    tribes: Mapping[str, Tribe]
    stationed: tuple[Stationed, ...]
    corsairs: tuple[CorsairStart, ...]
    convoy_attack: PrintedTable[int]
    bombard: PrintedTable[int]
    fireship: PrintedTable[Burn]

    def starts_of(self, scenario: str) -> tuple[Stationed, ...]:
        """The Auxiliaries that a scenario sets up."""
        return tuple(one for one in self.stationed if one.scenario == scenario)

    def corsairs_of(self, scenario: str) -> CorsairStart | None:
        """The Corsairs that a scenario has; None for a scenario without."""
        return next((one for one in self.corsairs if one.scenario == scenario), None)


#: What each table's row says.
ROWS = {
    "convoy_attack": lambda reader: reader.number("dp", 0),
    "bombard": lambda reader: reader.number("dp", 0),
    "fireship": lambda reader: Burn(reader.number("sunk", 0), reader.number("dp", 0)),
}


def small_craft(it: Draft) -> SmallCraft:
    """Reads all of it; the tables have been read with the others."""
    return SmallCraft(
        counters={one.id: one for one in it.read("auxiliaries", counter_of)},
        classes=dict(it.read("craft", class_of)), tribes={one.id: one for one in it.read("tribes", tribe_of)},
        stationed=tuple(it.read("setup_auxiliaries", lambda r: Stationed(
            r.text("scenario"), r.text("auxiliary"), r.text("command"), r.text("at")))),
        corsairs=tuple(it.read("setup_corsairs", lambda r: CorsairStart(
            r.text("scenario"), {side: r.number(side, 0) for side in ("british", "bourbon")}, r.words("pirates")))),
        **{name: it.tables.get(name) for name in ROLLED},  # type: ignore[arg-type]  # a missing one is a fault already
    )  # fmt: skip


def counter_of(reader: Reader) -> AuxiliaryCounter:
    """An Auxiliary or Corsair."""
    return AuxiliaryCounter(
        reader.id, reader.text("name"), reader.word("contingent", (*CONTINGENTS, PIRATE)), reader.word("sort", SORTS),
        optional(reader, "converts"), reader.flag("corsair"), reader.flag("unlimited"), optional(reader, "zone"),
    )  # fmt: skip


def class_of(reader: Reader) -> tuple[str, CraftClass]:
    """A class."""
    return reader.id, CraftClass(reader.number("search"), reader.flag("shadows"), reader.flag("interdicts"),
                                 reader.number("attack"), {sort: reader.number(sort) for sort in SCREENED})  # fmt: skip


def tribe_of(reader: Reader) -> Tribe:
    """A tribe."""
    def dice(side: str) -> tuple[int, int]:
        return reader.number(f"{side}_from", 0), reader.number(f"{side}_to", 0)

    return Tribe(reader.id, dice("british"), dice("spanish"), reader.text("british_group"),
                 reader.text("spanish_group"))  # fmt: skip


def craft_faults(it: Draft, made: SmallCraft) -> Iterator[Fault]:
    """Zones, Ports, groups and counters that the records name are there."""
    yield from corsair_faults(it, made)
    for one in made.stationed:
        at = it.place("setup_auxiliaries", f"{one.scenario}--{one.auxiliary}")
        if one.auxiliary not in made.counters:
            yield at.fault(f"'{one.auxiliary}' is no Auxiliary", kind=Kind.UNKNOWN)
        if one.at not in it.ports:
            yield at.fault(f"'{one.at}' is no Port", kind=Kind.UNKNOWN)
    for start in made.corsairs:
        for pirate in start.pirates:
            if pirate not in made.counters:
                yield it.place("setup_corsairs", f"{start.scenario}--corsairs").fault(f"'{pirate}' is no Pirate",
                                                                                      kind=Kind.UNKNOWN)  # fmt: skip
    for tribe in made.tribes.values():
        for group in (tribe.british_group, tribe.spanish_group):
            if group not in it.groups:
                yield it.place("tribes", tribe.id).fault(f"'{group}' is no group of places", kind=Kind.UNKNOWN)


def corsair_faults(it: Draft, made: SmallCraft) -> Iterator[Fault]:
    """A Corsair has a zone, and the zone its flag."""
    for counter in made.counters.values():
        if counter.zone and counter.zone not in it.corsair_zones:
            yield it.place("auxiliaries", counter.id, "zone").fault(f"'{counter.zone}' is no Corsair Zone",
                                                                    kind=Kind.UNKNOWN)  # fmt: skip
        elif counter.zone and flag_of(counter) not in it.corsair_zones[counter.zone].flags:
            yield it.place("auxiliaries", counter.id, "zone").fault(
                f"the zone '{counter.zone}' has not the flag of '{counter.id}'", "rule 2.42")  # fmt: skip


def flag_of(counter: AuxiliaryCounter) -> str:
    """The flag that a zone must show for a Corsair."""
    return counter.contingent
