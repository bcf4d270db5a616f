"""Chapter 7, sailing: ships, their ways, the long passages, Spain, and the return to port."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import friendly_port
from pbem.adjudicator.guerra.rules.ch08_leaders import casualties
from pbem.adjudicator.guerra.rules.distances import sea_distances, seas_at
from pbem.adjudicator.guerra.rules.passengers import aboard, come_ashore, drowned
from pbem.adjudicator.guerra.rules.verbs import Step, Verb, nothing
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import FRIGATE, ROYALIST, SEATS, SPAIN
from pbem.base.records import dataclass

TRUE = ("true", "yes")
FAR = 10_000


@rule("7.0", "Ships", "1.3")
def is_ship(state: State, unit: str) -> bool:
    """Tells a ship from a land unit: frigates are light forces, ships of the line fight in the line."""
    return unit in state.board.units and state.board.units[unit].naval


def is_frigate(state: State, ship: str) -> bool:
    """Tells if a ship is a frigate."""
    return state.board.units[ship].arm == FRIGATE


# ------------------------------------------------------------------------------------------- courses


@dataclass(frozen=True, slots=True)
class Course:
    """A way by sea: what it costs, and how many sea areas it counts."""

    to: str
    points: int
    areas: int


@rule("7.1", "Naval movement", "7.2")
def course(state: State, at: str, to: str, via: Sequence[str] = ()) -> Course | None:
    """The cheapest way of a fleet to a sea area or to Spain; None if there is none.

    One point buys four sea areas, and the sea area of the port that the fleet leaves is the first of them (N12).
    """
    if SPAIN in (at, to):
        return spain_course(state, at, to, via)
    areas = 0 if at in state.board.seas else 1
    starts = seas_at(state, at)
    for stop in (*via, to):
        far = sea_distances(state, starts)
        if stop not in far:
            return None
        areas += far[stop]
        starts = [stop]
    return Course(to, points_for(state, areas), areas)


def points_for(state: State, areas: int) -> int:
    """The points for a number of sea areas: one for each four or part of four."""
    numbers = state.board.numbers
    return -(-areas // numbers.sail_areas) * numbers.sail_op


@rule("7.3", "The Spain holding box")
def spain_course(state: State, at: str, to: str, via: Sequence[str]) -> Course | None:
    """The cheapest way to or from Spain, by a sea area that the passage joins to it."""
    found: list[Course] = []
    for sea, piece in state.board.seas.items():
        if not piece.spain_op:
            continue
        leg = course(state, sea, to, via) if at == SPAIN else course(state, at, sea, via)
        if leg:
            found.append(Course(to, piece.spain_op + leg.points, leg.areas))
    return min(found, key=lambda one: (one.points, one.areas), default=None)


# ------------------------------------------------------------------------------------------- the verb


def destination(step: Step) -> str:
    """The place to which a fleet is ordered: a sea area, or Spain."""
    return SPAIN if str(step.get("spain", "")) in TRUE else str(step.get("to", ""))


def ordered(state: State, act: Acting, step: Step, points: int) -> Course | None:
    """The course that an order means: the whole way, or as far as so many points reach."""
    if not act.ships:
        return None
    at, to, via = state.units[act.ships[0]].at, destination(step), words(step.get("via"))
    whole = course(state, at, to, via)
    if whole is None or whole.points <= points or str(step.get("as_far_as", "")) not in TRUE:
        return whole
    return nearest_on_the_way(state, at, to, points)


def nearest_on_the_way(state: State, at: str, to: str, points: int) -> Course | None:
    """The sea area nearest to a destination that so many points reach."""
    far = sea_distances(state, [to])
    now = FAR if at in state.board.ports else far.get(at, FAR)
    ways = [way for sea in state.board.seas if (way := course(state, at, sea)) and 0 < way.points <= points]
    nearer = [way for way in ways if far.get(way.to, FAR) < now]
    return min(nearer, key=lambda way: (far[way.to], way.areas, way.to), default=None)


def words(value: object) -> list[str]:
    """A parameter that is one word or a list of words."""
    if isinstance(value, list):
        return [str(word) for word in value]
    return [str(value)] if value else []


def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a fleet cannot sail as ordered."""
    if not act.ships:
        return "no fleet is in hand"
    to = destination(step)
    if to == SPAIN and act.side != ROYALIST:
        return "only Royalist ships sail to Spain"
    if to != SPAIN and to not in state.board.seas:
        return f"{state.label(to)} is no sea area"
    if state.units[act.ships[0]].at == to:
        return "the fleet is there already"
    if ordered(state, act, step, act.fleet_left) is None:
        return f"no way leads to {state.label(to)}"
    return ""


def cost(state: State, act: Acting, step: Step) -> int:
    """The price of a course."""
    way = ordered(state, act, step, act.fleet_left)
    return way.points if way else 0


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Sails the fleet."""
    way = ordered(state, act, step, act.fleet_left + act.paid)
    assert way is not None  # noqa: S101 - the refusal came first
    sail(table, state, act.ships, way.to)
    act.at_sea_areas += way.areas
    act.moved = True


@rule("7.1", "A fleet sails", "7.2", "7.3")
def sail(table: Table, state: State, ships: Sequence[str], to: str) -> None:
    """Takes ships, and the forces aboard them, to a sea area or to Spain."""
    was = state.units[ships[0]].at
    for ship in ships:
        state.units[ship].at = to
        state.stations.pop(ship, None)
    for force in state.forces.values():
        if set(force.ships) & set(ships):
            force.at = to
    side = state.side_of(ships[0])
    text = f"{names(state, ships)}: from {state.label(was)} to {state.label(to)}."
    table.note("7.1", ALL, text, "sailed", ships=list(ships), side=side, to=to, **{"from": was})


def names(state: State, ships: Iterable[str]) -> str:
    """The names of ships in a row."""
    return ", ".join(state.label(ship) for ship in ships)


def wait_refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a fleet cannot stay on station: there is none, or it lies in port."""
    if not act.ships:
        return "no fleet is in hand"
    return "" if state.units[act.ships[0]].at in state.board.seas else "the fleet is not at sea"


async def wait(table: Table, state: State, act: Acting, step: Step) -> None:
    """Keeps the fleet where it is until the end of the turn: any fleet that ends at sea does so (R10)."""
    at = state.units[act.ships[0]].at
    table.note("7.4", ALL, f"{names(state, act.ships)}: on station in {state.label(at)}.", "station", ships=act.ships,
               side=act.side, at=at)  # fmt: skip


VERBS = {
    "sail": Verb(refusal, carry_out, cost, fleet=True),
    "wait": Verb(wait_refusal, wait, nothing, fleet=True),
}


# ------------------------------------------------------------------------------------------- the return to port


@rule("7.4", "Returning to port", "4.8")
async def to_port(table: Table, state: State) -> None:
    """Brings every ship at sea into a friendly port at most four sea areas away, the Royalist's first; or it is lost.

    The sea area where a ship cruised is noted as its station: it meets the arrivals of the next muster there (R10).
    """
    state.stations = {}
    for side in SEATS:
        for sea in state.board.seas:
            for ship in state.ships_at(sea, side):
                state.stations[ship] = sea
                await berth(table, state, ship, sea)


async def berth(table: Table, state: State, ship: str, sea: str) -> None:
    """Brings one ship into port, or loses her."""
    options = havens(state, ship, sea, state.board.numbers.port_reach)
    if aboard(state, ship):
        options = {port: away for port, away in options.items() if port != SPAIN and not state.besieged(port)}
    if not options:
        await lost_at_sea(table, state, ship, sea)
        return
    side = state.side_of(ship)
    facts = {"ship": ship, "sea": sea}
    told = {port: f"into {state.label(port)}" for port in options}
    port = await questions.choose(table, "7.4", side, "port", (sea,), facts, told, next(iter(options)),
                                  f"Into which port does {state.label(ship)} go?")  # fmt: skip
    state.units[ship].at = port
    table.note("7.4", ALL, f"{state.label(ship)} puts into {state.label(port)}.", "to-port", ship=ship, side=side,
               port=port, **{"from": sea})  # fmt: skip
    come_ashore(table, state, ship, port)


@rule("7.4", "Ports that a ship may reach", "7.3", "7.9")
def havens(state: State, ship: str, sea: str, reach: int) -> dict[str, int]:
    """The friendly ports, and Spain for the Royalist, within so many sea areas; the nearest first."""
    side, nation = state.side_of(ship), state.nation_of(ship)
    far = sea_distances(state, [sea])
    found: dict[str, int] = {}
    for port, piece in state.board.ports.items():
        away = min((far[way] for way in piece.seas if way in far), default=FAR)
        if away <= reach and friendly_port(state, side, port, nation):
            found[port] = away
    if side == ROYALIST:
        away = min((far[way] for way, piece in state.board.seas.items() if piece.spain_op and way in far), default=FAR)
        if away <= reach:
            found[SPAIN] = away
    return dict(sorted(found.items(), key=lambda one: (one[1], one[0] == SPAIN, one[0])))


async def lost_at_sea(table: Table, state: State, ship: str, sea: str) -> None:
    """Loses a ship that reaches no port, with all aboard."""
    leaders = state.leaders_in(ship)
    state.eliminate(ship)
    table.note("7.4", ALL, f"{state.label(ship)} reaches no port and is lost.", "lost-at-sea", ship=ship, sea=sea)
    await casualties(table, state, leaders, sea)
    await drowned(table, state, sea)
