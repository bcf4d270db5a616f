"""The counters, the campaign markers, the players' cards and what wins, read from their records."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.drafting import Part
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board import pieces
from pbem.adjudicator.lions.board.draft import MapDraft
from pbem.adjudicator.lions.board.pieces import (
    Ability,
    Deployment,
    LandCounters,
    Leader,
    Marker,
    MarkerType,
    PlayerNumber,
    Power,
    Ship,
    ShipClass,
    SpecialVictory,
    Switch,
)
from pbem.adjudicator.lions.board.terms import NATIONS, POWERS, LandKind, MarkerKind, Moment, Season
from pbem.base.errors import Kind
from pbem.base.records import dataclass, field


@rule("2.6", "Naval units", "2.5")
def ship_class(reader: Reader) -> ShipClass:
    """Reads the values that all ships of a class share."""
    reader.text("rule")
    name, printed, rate = reader.text("name"), reader.text("printed"), reader.number("rate", 0)
    gunnery, damage, carries = reader.number("gunnery", 0), reader.number("damage", 1), reader.number("carries", 0)
    leaders, boarding = reader.flag("leaders"), reader.number("boarding", 0)
    return ShipClass(reader.id, name, printed, rate, gunnery, damage, carries, leaders, boarding)


def ships_of(reader: Reader, it: Draft) -> tuple[str, str, int]:
    """Reads the number of a nation's ships of a class."""
    nation, kind, count = reader.word("nation", NATIONS), reader.text("class"), reader.number("count", 0)
    if kind not in it.classes:
        hint = "one of " + ", ".join(it.classes)
        reader.refuse("class", f"'{kind}' is no class of ships", hint, Kind.UNKNOWN)
    return nation, kind, count


def ship_total(reader: Reader) -> tuple[int, int]:
    """Reads the number of a power's ships in all, and at the start."""
    its_power(reader)
    return reader.number("ships", 0), reader.number("start", 0)


def its_power(reader: Reader) -> str:
    """The power that a record is named after."""
    if reader.id not in POWERS:
        reader.refuse("id", f"'{reader.id}' is no power", "one of " + ", ".join(POWERS), Kind.UNKNOWN)
    return reader.id


def leader_of(reader: Reader) -> Leader:
    """One leader."""
    name, nation = reader.text("name"), reader.word("nation", NATIONS)
    return Leader(reader.id, name, nation, reader.number("value", 0))


def land_counters(reader: Reader) -> LandCounters:
    """Land counters of one nation, kind and strength."""
    nation, kind = reader.word("nation", NATIONS), reader.one_of("kind", LandKind)
    front, back, count = reader.number("front", 1), reader.number("back", 1), reader.number("count", 0)
    return LandCounters(reader.id, nation, kind, front, back, count)


def fleet_markers(reader: Reader) -> int:
    """Reads the number of fleets a power can form."""
    reader.text("rule")
    its_power(reader)
    return reader.number("count", 0)


@rule("2.12", "Information markers")
def information(reader: Reader) -> int:
    """Markers that stand for nothing by themselves; their sides are named and no more."""
    reader.text("rule")
    reader.words("sides")
    return reader.number("count", 0)


def marker_type(reader: Reader) -> MarkerType:
    """Reads the values that all campaign markers of a name share."""
    reader.text("rule")
    name, kind = reader.text("name"), reader.one_of("kind", MarkerKind)
    when = tuple(map(Moment, reader.words_among("when", [moment.value for moment in Moment])))
    return MarkerType(reader.id, name, kind, when, reader.flag("needs_leader"), reader.dice_if_printed("dice"))


def marker_of(reader: Reader, it: Draft) -> Marker | None:
    """One campaign marker."""
    kind = it.marker_types.get(reader.text("type"))
    if kind is None:
        hint = "one of " + ", ".join(it.marker_types)
        reader.refuse("type", f"'{reader.record.name}' is of no known type", hint, Kind.UNKNOWN)
        return None
    return Marker(reader.id, kind, kind.name)


@rule("2.9", "Colours", "2.13")
def power_of(reader: Reader) -> Power:
    """One power's card."""
    name, adjective, colour = reader.text("name"), reader.text("adjective"), reader.text("colour")
    money, markers, revenue = reader.number("treasury", 0), reader.number("markers", 0), reader.number("revenue", 0)
    return Power(its_power(reader), name, adjective, colour, money, markers, revenue)


def order_of(reader: Reader) -> tuple[str, ...]:
    """Reads an order of the powers."""
    reader.text("rule")
    powers = reader.words_among("powers", POWERS)
    if sorted(powers) != sorted(POWERS):
        reader.refuse("powers", f"'{reader.record.name}' does not name each power once")
    return powers


def player_number(reader: Reader) -> PlayerNumber:
    """Reads the values that depend on the number of players."""
    reader.text("rule")
    powers = reader.words_among("powers", POWERS)
    if str(len(dict.fromkeys(powers))) != reader.id:
        reader.refuse("powers", f"{len(dict.fromkeys(powers))} powers stand where {reader.id} play")
    return PlayerNumber(powers, reader.number("hand", 0), reader.number("exchange", 0))


def deployment(reader: Reader, it: Draft) -> Deployment:
    """Counters that start in one place or divided among several."""
    reader.text("rule")
    power, at = reader.word("power", POWERS), reader.words("at")
    ships, leaders = reader.words_among("ships", tuple(it.classes)), reader.words("leaders")
    land = (reader.number("regiments", 0), reader.number("forts", 0))
    return Deployment(reader.id, power, at, ships, leaders, *land)


def ability_of(reader: Reader) -> Ability:
    """Reads an ability of one power."""
    reader.text("rule")
    power, name, when = reader.word("power", POWERS), reader.text("name"), reader.one_of("when", Season)
    return Ability(reader.id, power, name, when, reader.number("amount", 0), reader.number("least", 0))


def special_victory(reader: Reader) -> SpecialVictory:
    """Reads the special victory of one power."""
    reader.text("rule")
    when, required, of = reader.one_of("when", Season), reader.words("required"), reader.words("of")
    count, ships = reader.number("count", 0), reader.number("great_ships", 0)
    return SpecialVictory(its_power(reader), when, required, count, of, ships)


def points_of(reader: Reader) -> int:
    """Points for one thing held at the end."""
    reader.text("rule")
    return reader.number("points", 0)


def switch_of(reader: Reader) -> Switch:
    """Something the charter chooses."""
    name, choices, rule = reader.text("name"), reader.words("choices"), reader.text("rule")
    default, letter = (reader.word(figure, choices or ("",)) for figure in ("default", "letter"))
    return Switch(reader.id, name, choices, default, letter, rule)


def muster(it: Draft) -> Iterator[Ship]:
    """Every ship counter, numbered within its nation and class: 'English first-rate 2'."""
    adjectives = {power.id: power.adjective for power in it.powers.values()}
    for nation, kind, count in it.ship_counts.values():
        for number in range(1, count + 1):
            if kind in it.classes:
                name = f"{adjectives.get(nation, 'Pirate')} {it.classes[kind].name} {number}"
                yield Ship(f"{nation}-{kind}-{number}", nation, it.classes[kind], name)


@dataclass(slots=True)
class Draft(MapDraft):
    """The whole: counters and markers, powers and their order, set-up, abilities, victory, what a charter chooses."""

    ships: dict[str, Ship] = field(default_factory=dict)
    ship_counts: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # nation, class, how many
    markers: dict[str, Marker] = field(default_factory=dict)
    deployments: dict[str, Deployment] = field(default_factory=dict)
    information: int = 0
    classes = Part(ship_class)
    ship_totals = Part(ship_total)  # all, and at the start
    leaders = Part(leader_of)
    land = Part(land_counters)
    fleet_markers = Part(fleet_markers)
    marker_types = Part(marker_type)
    powers = Part(power_of)
    orders = Part(order_of)
    player_numbers = Part(player_number)
    abilities = Part(ability_of)
    special_victories = Part(special_victory)
    victory_points = Part(points_of)
    switches = Part(switch_of)

    def read_counters(self) -> None:
        """Reads the counters that stand on others, and the single figures of the rules."""
        self.ship_counts = self.by_id("ships", lambda reader: ships_of(reader, self))
        self.information = sum(self.read("information", information))
        found = self.by_id("markers", lambda reader: marker_of(reader, self))
        self.markers = {name: marker for name, marker in found.items() if marker}
        self.deployments = self.by_id("deployments", lambda reader: deployment(reader, self))
        self.read_numbers(pieces.Numbers)
        self.ships = {ship.id: ship for ship in muster(self)}
