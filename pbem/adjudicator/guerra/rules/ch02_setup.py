"""Chapter 2: the game laid out as the scenario has it, and what the players choose of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.board.pieces import Counter, Garrison, LeaderCounter, Scenario, Stack
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.telling import tell_lapse
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Officer, Piece, State
from pbem.adjudicator.guerra.state.terms import (
    CAMPAIGN,
    EMPIRE,
    END,
    GUERRILLA,
    LEGION,
    LINE,
    OPENING,
    OUT,
    PATRIOT,
    POOL,
    PURSES,
    ROYALIST_SETUP,
    track,
)


@rule("2.0", "Setting up the game", "12.0", "12.1", "12.2", "12.3")
def open_game(board: Board, house: Mapping[str, str], scenario: str) -> State:
    """The scenario's position with its historical set-up: what stands where a seat writes nothing."""
    heading = board.scenarios[scenario]
    state = State(board, dict(house), scenario, last_turn=heading.last, step=ROYALIST_SETUP)
    state.units = {name: Piece(off_map(unit, heading), unit.steps) for name, unit in board.units.items()}
    state.leaders = {name: Officer(leader_off_map(state, one, heading)) for name, one in board.leaders.items()}
    state.ports = dict.fromkeys(board.ports, "")
    state.purse = {purse: heading.purses[purse] * 2 for purse in PURSES}
    state.repression = list(heading.repression)
    state.masses = {area: {PATRIOT: 1} for area in heading.masses}
    state.halved = list(heading.masses) if heading.first == 1 else []
    state.last_holder = dict(board.last_holders.get(heading.stacks, {}))
    if scenario == END and choice(state, "liberals_1820") == "in_power":
        state.liberals = heading.first
    for stack in board.stacks:
        if stack.scenario == heading.stacks:
            lay(state, stack)
    state.settle()
    return state


@rule("2.3", "Other units: the track and the pools", "12.2.3")
def off_map(unit: Counter, heading: Scenario) -> str:
    """The turn track for what comes later, the Recruit Pool for all others."""
    return track(unit.turn) if unit.turn > heading.first or (unit.turn == heading.first > 1) else POOL


def leader_off_map(state: State, leader: LeaderCounter, heading: Scenario) -> str:
    """The turn track for a leader who comes later; out of the game if the turn has passed (D1)."""
    if leader.turn >= heading.first and leader.turn:
        return track(leader.turn)
    if leader.id == "belgrano" and heading.id == EMPIRE and choice(state, "belgrano_1815") == "in":
        return track(heading.first)
    return OUT


def lay(state: State, stack: Stack) -> None:
    """One stack of the data on the map."""
    ships = [name for name in stack.units if state.board.units[name].naval]
    for name in ships:
        state.units[name].at = stack.at
    if ships:
        for name in stack.leaders:
            state.leaders[name].at = ships[0]
        return
    force = place(state, stack.side, stack.at, stack.units, stack.leaders, stack.marker)
    for name in stack.units:
        counter = state.board.units[name]
        campaign = stack.group == ""
        state.units[name].steps = counter.begins if campaign else 1 if name in stack.reduced else counter.steps
        state.units[name].mode = GUERRILLA if stack.guerrilla else LINE
    state.forces[force].start = state.forces[force].at


def place(
    state: State, side: str, at: str, units: Iterable[str], leaders: Iterable[str], marker: str = ""
) -> str:  # fmt: skip
    """A new force in an area, or inside the port that is named."""
    inside = at if at in state.board.ports else ""
    area = state.board.ports[at].area if inside else at
    force = state.new_force(side, area, inside, marker)
    for name in units:
        state.units[name].at = force
    for name in leaders:
        state.leaders[name].at = force
    return force


# ---------------------------------------------------------------- what is chosen


@rule("2.1", "Set-up of a seat", "2.2", "12.1.2", "12.1.3", "12.2.2", "12.2.3", "12.3.2", "12.3.3")
async def choose_set_up(table: Table, state: State, seats: Sequence[str]) -> None:
    """Each seat moves what it may of the historical set-up; what it does not name stays."""
    asked = [questions.ask_entries(table, "2.0", seat, "setup", (seat,), {}, "Where do your forces stand?")
             for seat in seats]  # fmt: skip
    wanted: Sequence[list[Plain]] = await table.decide_all(*asked)
    for seat, entries in zip(seats, wanted, strict=True):
        for entry in entries:
            set_up(table, state, seat, entry)
        one_in_each(table, state, seat)
        table.note("2.0", ALL, f"The {seat.capitalize()} forces stand where the year begins.", "set-up", seat=seat)


def set_up(table: Table, state: State, seat: str, entry: Mapping[str, Plain]) -> None:
    """One stack as its owner wants it; a piece that may not stand there stays where the data have it."""
    at, marker = str(entry.get("at", "")), str(entry.get("marker", ""))
    at = inside_port(state, at) if str(entry.get("inside", "")) in ("true", "yes") else at
    names = [*entry.get("units", ()), *entry.get("ships", ()), *entry.get("leaders", ())]
    fit = []
    for name in dict.fromkeys(names):
        reason = why_not_there(state, seat, name, at)
        if reason:
            tell_lapse(table, "2.0", seat, reason)
        else:
            fit.append(name)
    ships = [name for name in fit if name in state.units and state.board.units[name].naval]
    for ship in ships:
        state.units[ship].at = at
    men = [name for name in fit if name not in ships]
    hills = [name for name in men if name in state.units and state.units[name].mode == GUERRILLA]
    for group, under in ((hills, ""), ([name for name in men if name not in hills], marker)):
        reason = why_no_marker(state, seat, under, at, group) if group and under else ""
        if reason:
            tell_lapse(table, "5.1.1", seat, reason)
        if group:
            form(state, seat, at, group, "" if reason else under)


def form(state: State, seat: str, at: str, names: Sequence[str], marker: str) -> None:
    """Puts pieces into one force at a place: that in which all of them stand already, or a new one."""
    held = {state.force_of(name) for name in names}
    force = next(iter(held)) if len(held) == 1 else ""
    alone = force and {*state.units_in(force), *state.leaders_in(force)} == set(names)
    inside = at if at in state.board.ports else ""
    area = state.board.ports[at].area if inside else at
    if not alone:
        force = state.new_force(seat, area, inside, marker)
        state.put(names, force)
    elif marker and force != marker:
        force = state.rename(force, marker)
    state.forces[force].at, state.forces[force].inside, state.forces[force].start = area, inside, area


def inside_port(state: State, at: str) -> str:
    """The port of an area that a force stands in: its fortress, else its first city; a port is itself."""
    if at not in state.board.areas:
        return at
    ports = state.board.areas[at].ports
    return state.board.fortress_in(at) or (ports[0] if ports else at)


def within(state: State, name: str) -> tuple[str, ...]:
    """The areas and ports in which a piece of the set-up may begin; none if it is no part of it."""
    heading = state.board.scenarios[state.scenario]
    stack = next((each for each in state.board.stacks
                  if each.scenario == heading.stacks and name in (*each.units, *each.leaders)), None)  # fmt: skip
    if stack is None:
        return ()
    if stack.group:
        return state.board.levies[stack.group].within
    for garrison in state.board.garrisons:
        if name in garrison.units:
            return garrison.ports
    if name in state.board.leaders:
        return (stack.at,)
    counter = state.board.units[name]
    return state.board.codes[f"{counter.side}-{counter.code.lower()}"]


def why_not_there(state: State, seat: str, name: str, at: str) -> str:
    """Returns why a piece cannot begin at a place; empty if it can."""
    label, places = state.label(name), within(state, name)
    if not places or state.side_of(name) != seat:
        return f"{label} is no part of your set-up"
    if places == (LEGION,):
        return f"{label} waits beside the map"
    ship = name in state.units and state.board.units[name].naval
    port = at if at in state.board.ports else ""
    area = state.board.ports[at].area if port else at
    fits = at in places or (area in places and not ship)
    if name in state.units and state.units[name].mode == GUERRILLA and port:
        fits = False
    if fits and (port if ship else area):
        return ""
    name_of = state.board.place_name
    return f"{label} may not begin in {name_of(at)}: only in {', '.join(name_of(each) for each in places)}"


def why_no_marker(state: State, seat: str, marker: str, at: str, names: Sequence[str]) -> str:
    """Returns why a force of the set-up cannot lie under a marker (5.1.1); empty if it can."""
    label = state.label(marker)
    if marker not in state.board.ejercitos or state.board.ejercitos[marker].side != seat:
        return f"'{marker}' is none of your markers"
    if choice(state, "markers") == "none":
        return "the charter has no markers"
    if at in state.board.ports or not any(name in state.units for name in names):
        return f"{label} stands for units in the field"
    if marker in state.forces and not {*state.units_in(marker), *state.leaders_in(marker)} <= set(names):
        return f"{label} lies on another force"
    return ""


def crowded(state: State, seat: str) -> list[Garrison]:
    """The militia of a seat that begin one in each of some ports, and of whom two share one."""
    if state.scenario not in (CAMPAIGN, OPENING):
        return []
    own = [each for each in state.board.garrisons if state.side_of(each.units[0]) == seat]
    return [each for each in own
            if len({state.forces[state.units[unit].at].inside for unit in each.units}) < len(each.units)]


@rule("2.1", "Militia of the fortresses: one in each", "2.2")
def one_in_each(table: Table, state: State, seat: str) -> None:
    """Militia that begin one in each of some ports go back to their own, where two of them share one."""
    for garrison in crowded(state, seat):
        tell_lapse(table, "2.1", seat, "militia that begin in fortresses stand one in each")
        for stack in state.board.stacks:
            for unit in stack.units:
                if stack.scenario == CAMPAIGN and unit in garrison.units:
                    form(state, seat, stack.at, [unit], "")
