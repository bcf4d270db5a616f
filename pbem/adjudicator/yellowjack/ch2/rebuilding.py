"""2.59, new Units, Units rebuilt, and recovery from disruption."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.ch2.fever import REGIONS, region_of_unit
from pbem.adjudicator.yellowjack.ch2.units import ELIMINATED, SPECIAL, place_of, sort_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import GONE, OFF_MAP, SIDES, SPANISH, turn_of, year_of

WINTER = range(1, 5)


@rule("2.591", "New Units come with their Year", "2.59", "2.514")
def new_units(table: Table, state: State) -> None:
    """On Turn 1 a Unit of this Year that has a home is there, if its side holds it; others wait off the map."""
    if turn_of(state.date) != 1:
        return
    for unit, held in state.units.items():
        counter = state.board.units[unit]
        if counter.first != year_of(state.date) or held.gone or held.at not in (OFF_MAP, GONE, ""):
            continue
        if held.at == GONE and unit in sent_along(state):
            continue
        home = counter.home if counter.home and state.side_of_port(counter.home) == state.unit_side(unit) else OFF_MAP
        held.at = home
        where = "waits off the map" if home == OFF_MAP else f"is at {state.label(home)}"
        table.note("2.591", state.unit_side(unit), f"{state.label(unit)} {where}.", "unit-new", unit=unit, at=home)


@rule("2.514", "A Unit that a package or a list names comes with it, and not before", "2.172")
def sent_along(state: State) -> frozenset[str]:
    """The Units that reinforcements of this scenario bring, whatever their date."""
    return frozenset(unit for one in state.board.europe.arrivals for unit in one.units
                     if one.event or state.scenario in one.scenarios)  # fmt: skip


@rule("2.592", "Eliminated Units that may be rebuilt", "2.594")
def rebuildable(state: State, contingent: str) -> list[str]:
    """The Units of a contingent that were eliminated; withdrawn and captured ones do not come back."""
    return [unit for unit, held in state.units.items()
            if held.gone == ELIMINATED and state.board.units[unit].owner == contingent]  # fmt: skip


@rule("2.593", "Rebuilt Units enter with a Troop Convoy", "2.592", "2.595")
def rebuild(table: Table, state: State, unit: str, at: str = "") -> None:
    """A Unit is there again: off the map, or at home for Spanish Militia and Fijos."""
    held = state.units[unit]
    place = at if at and may_stand_at_home(state, unit, at) else OFF_MAP
    held.at, held.gone, held.disrupted = place, "", False
    where = "off the map" if place == OFF_MAP else f"at {state.label(place)}"
    told = f"{state.label(unit)} is rebuilt {where}."
    table.note("2.592", state.unit_side(unit), told, "unit-new", unit=unit, at=place)


@rule("2.595", "Militia and Fijos are rebuilt at home")
def may_stand_at_home(state: State, unit: str, at: str) -> bool:
    """Tells if a Unit may be rebuilt at a place: a local Spanish one, at a Spanish Port or in a Spanish box."""
    counter = state.board.units[unit]
    if counter.owner != SPANISH or not counter.local:
        return False
    if at in state.ports:
        return state.holder(at) == SPANISH
    return at in state.board.boxes and SPANISH in state.board.boxes[at].flags


# ------------------------------------------------------------------------------------------------------ recovery


@rule("2.596", "Recovery from disruption", "2.597", "2.598")
async def recover(table: Table, state: State) -> None:
    """Each side recovers a Unit in each region, and one in any one Port; two of each in winter."""
    most = 2 if turn_of(state.date) in WINTER else 1
    for side in SIDES:
        waiting = disrupted(state, side)
        if not waiting:
            continue
        prompt = "Which Units recover first?"
        said = await table.decide(entries(table, "2.596", side, "recover", {"units": waiting}, prompt, side))
        for region in REGIONS:
            wish = named(said, "region", region)
            here = [unit for unit in disrupted(state, side) if region_of_unit(state, unit) == region]
            for unit in best(state, here, wish)[:most]:
                rally(table, state, unit)
        port = port_of(state, side, said)
        here = [unit for unit in disrupted(state, side) if place_of(state, unit) == port]
        for unit in best(state, here, named(said, "port", port))[:most]:
            rally(table, state, unit)


def disrupted(state: State, side: str) -> list[str]:
    """The disrupted Units of a side on the map, in the board's order; not those of a siege."""
    return [unit for unit, held in state.units.items()
            if held.disrupted and not held.gone and state.unit_side(unit) == side
            and region_of_unit(state, unit)]  # fmt: skip


def named(said: Sequence[Plain], word: str, name: str) -> list[str]:
    """The wishes of an answer for a region or a Port: Units, or the words special and plain."""
    found: Mapping[str, Plain] = next((each for each in said if each.get(word) == name), {})
    return [str(each) for each in found.get("units", ())]


def port_of(state: State, side: str, said: Sequence[Plain]) -> str:
    """The one Port of a side whose Units recover besides: as it says, else the one with the most disrupted."""
    wished = next((str(each["port"]) for each in said if "port" in each), "")
    if wished in state.ports and state.side_of_port(wished) == side:
        return wished
    numbers: dict[str, int] = {}
    for unit in disrupted(state, side):
        at = place_of(state, unit)
        if at in state.ports and state.side_of_port(at) == side:
            numbers[at] = numbers.get(at, 0) + 1
    return max(sorted(numbers), key=lambda port: numbers[port], default="")


def best(state: State, units: Sequence[str], wish: Sequence[str]) -> list[str]:
    """Units in the order in which they recover: those named, then special ones, then by id."""
    def rank(unit: str) -> tuple[int, bool, str]:
        special = sort_of(state, unit) in SPECIAL
        word = "special" if special else "plain"
        place = next((number for number, each in enumerate(wish) if each in (unit, word)), len(wish))
        return place, not special, unit

    return sorted(units, key=rank)


def rally(table: Table, state: State, unit: str) -> None:
    """A Unit is itself again."""
    state.units[unit].disrupted = False
    side = state.unit_side(unit)
    table.note("2.596", side, f"{state.label(unit)} is itself again.", "recovered", unit=unit)
