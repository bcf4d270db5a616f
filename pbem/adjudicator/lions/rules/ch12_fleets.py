"""Chapter 12: forces, and how ships are formed into fleets."""

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control
from pbem.adjudicator.lions.rules.forms import FleetEntry, FleetOrders
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.state import REGIMENT, Berth, State
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Organisation(questions.Form[FleetOrders]):
    """Forms a player's ships into fleets."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or not answer.keys() <= {"form", "dissolve"}:
            return ["fleets are a mapping with 'form' and 'dissolve', both lists"]
        if not questions.is_list_of_entries(answer.get("form", [])):
            return ["'form' is a list of mappings"]
        return [] if isinstance(answer.get("dissolve", []), list) else ["'dissolve' is a list of numbers"]

    def read(self, answer: Plain) -> FleetOrders:
        return cast(FleetOrders, answer)

    def legal(self) -> Plain:
        """Own ships by square, and how many fleets there may be."""
        where = {name: self.state.ships[name].at for name in self.state.ships_of(self.side)}
        return {"ships": where, "fleets": str(self.state.board.fleet_markers[self.side])}


def fleets_question(table: Table, state: State, power: str) -> Organisation:
    """Step d of the Outfitting Phase (12.2)."""
    return Organisation(rule="12.2", side=power, key=table.key("fleets", (power,)), topic="fleets",
                        prompt="How are your ships formed into fleets?", state=state)


@rule("12.2", "Organization", "4.2", "12.5")
async def organise(table: Table, state: State) -> None:
    """Step d: each player in turn forms, keeps, reforms or dissolves fleets; without orders all stay as they are.

    Fleets are formed wherever ships lie together, at sea too. A square that an order names is organised anew as a
    whole: its ships that are named for no fleet sail alone.
    """
    for power in state.order():
        answer = await table.decide(fleets_question(table, state, power))
        for number in answer.get("dissolve", ()):
            dissolve(state, f"{power}-fleet-{number}")
        entries = answer.get("form", ())
        for square in dict.fromkeys(state.board.square_named(str(entry.get("at", ""))) for entry in entries):
            loosen(state, power, square)
        for entry in entries:
            if reason := form(state, power, entry):
                text = f"Fleet {entry.get('number')} is not formed: {reason}."
                table.note("12.2", power, text, "lapsed", part=["fleets", "form"], entry=dict(entry))


def dissolve(state: State, fleet: str) -> None:
    """Its ships sail alone; treasure goes with nobody."""
    for name in state.fleet(fleet):
        state.ships[name].fleet = ""


def loosen(state: State, power: str, square: str) -> None:
    """All own ships of a square out of their fleets."""
    for name in state.ships_at(square, power):
        state.ships[name].fleet = ""


def form(state: State, power: str, entry: FleetEntry) -> str:
    """One fleet from what lies in one square; the reason, if it cannot be."""
    square, ships = state.board.square_named(str(entry.get("at", ""))), list(entry.get("ships", ()))
    fleet = f"{power}-fleet-{entry.get('number')}"
    if not 1 <= whole(entry.get("number", "")) <= state.board.fleet_markers[power]:
        return f"there are {state.board.fleet_markers[power]} Fleet Markers"
    if state.fleet(fleet):
        return "its marker is in use"
    if reason := why_not_together(state, power, square, ships):
        return reason
    for name in ships:
        state.ships[name].fleet = fleet
    return board_fleet(state, power, square, fleet, entry)


def why_not_together(state: State, power: str, square: str, ships: list[str]) -> str:
    """Explains why these ships make no fleet: they lie elsewhere, or treasure has no escort or owner (23.2, 23.4)."""
    for name in ships:
        treasure = name in state.board.treasure_fleets
        if name not in state.ships or state.ships[name].at != square or state.ships[name].fleet:
            return f"'{name}' does not lie free in {square}"
        if not treasure and state.owner(name) != power:
            return f"'{name}' is not yours"
        if treasure and (control(state, square) != power or not escorted(state, ships)):
            return f"'{name}' needs a rated ship, and the square undisputed"
    return "" if any(state.ship(name) for name in ships) else "a fleet has a ship of yours"


@rule("23.4", "Warship escort")
def escorted(state: State, ships: list[str]) -> bool:
    """Tells if one of the ships is rated."""
    return any((ship := state.ship(name)) is not None and ship.kind.rated for name in ships)


def board_fleet(state: State, power: str, square: str, fleet: str, entry: FleetEntry) -> str:
    """Puts the troops and leaders of a new fleet aboard, as far as there is room (12.2, 19.3)."""
    wanted = whole(entry.get("regiments", "0"))
    if not 0 <= wanted <= state.ashore(square, power, REGIMENT):
        return "formed, but so many regiments are not ashore there"
    left = wanted
    for name in state.fleet(fleet):
        ship = state.ship(name)
        some = min(left, ship.kind.carries - state.carried(name)) if ship else 0
        if some > 0:
            state.put_ashore(square, power, REGIMENT, -some)
            state.load(name, power, some)
            left -= some
    reason = board_leaders(state, power, square, fleet, entry)
    return reason or (f"formed, but {left} regiments find no room" if left else "")


def board_leaders(state: State, power: str, square: str, fleet: str, entry: FleetEntry) -> str:
    """Leaders go aboard the first ship of the fleet that takes leaders."""
    flagships = [name for name in state.fleet(fleet) if (ship := state.ship(name)) and ship.kind.leaders]
    for leader in entry.get("leaders", ()):
        berth = state.leaders.get(leader)
        if berth is None or berth.at != square or state.leader(leader).nation != power or not flagships:
            return f"formed, but '{leader}' cannot go aboard"
        if berth.aboard not in flagships:
            state.leaders[leader] = Berth(square, flagships[0])
    return ""
