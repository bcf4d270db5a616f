"""Positions of case files (docs/cases.md), in and out.

A case names what is on the map. Units that it does not name wait for a turn that never comes, and leaders are out;
`pool` and `due` say who is in the Recruit Pool, and who comes this turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from pbem.adjudicator.engine.case_words import check_words, found, is_true, lay
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.rules.ch01_map import settle_ports
from pbem.adjudicator.guerra.rules.ch02_setup import open_game
from pbem.adjudicator.guerra.rules.ch03_activation import VERBS, pay, said_at_sea, why_not
from pbem.adjudicator.guerra.rules.ch03_sequence import ACTS, play_phase, start_operations
from pbem.adjudicator.guerra.rules.ch06_battle import interception_battle
from pbem.adjudicator.guerra.rules.ch07_raids import port_falls
from pbem.adjudicator.guerra.rules.telling import tell_lapse
from pbem.adjudicator.guerra.state.house import FIRST
from pbem.adjudicator.guerra.state.state import Acting, Officer, Piece, Siege, State
from pbem.adjudicator.guerra.state.terms import (
    CAMPAIGN,
    COUNCIL,
    DUE,
    GUERRILLA,
    LINE,
    OUT,
    PATRIOT,
    PATRIOT_SETUP,
    POOL,
    PURSES,
    ROYALIST_SETUP,
    SEATS,
    track,
)
from pbem.adjudicator.guerra.view.board_seen import board_in_play
from pbem.adjudicator.guerra.view.facts import SIMPLE
from pbem.base.errors import Kind, bad

Play = Callable[[Table], Coroutine[Effect[Any], Any, None]]
Part = Mapping[str, Any]
#: What `given` may hold; all else is a slip of the case's author.
KNOWN = ("scenario", "house", "phase", "play", "forces", "ships", "pool", "due", "purse", "sieges", "masses", "rose",
         "rose_now", "ports", "acting", *SIMPLE)  # fmt: skip
#: Units that a case does not name come on a turn that no game has.
NEVER = track(99)
SET_UPS = (ROYALIST_SETUP, PATRIOT_SETUP)


def pose(given: Mapping[str, Any]) -> tuple[GuerraMatch, Play]:
    """A position, and what the case plays on it: the whole phase, or the acts that it names."""
    check_words(given, KNOWN)
    phase = given.get("phase", PATRIOT)
    if phase in SET_UPS:
        state = open_game(board_of(given), given.get("house", {}), given.get("scenario", CAMPAIGN))
    else:
        state = empty(given)
        lay_pieces(state, given)
        lay_marks(state, given)
        came_from = {name: force.came_from for name, force in state.forces.items()}
        start_operations(state)
        for name, area in came_from.items():
            state.forces[name].came_from = area
        lay_acting(state, given.get("acting", {}))
        state.operated = list(given.get("operated", ()))
    match = GuerraMatch(state, phase, SEATS, figures_of(given))
    return match, lambda table: played(table, match, given)


def figures_of(given: Part) -> dict[str, str]:
    """The house rules of a case, which is posed on the figures first reconstructed unless it says otherwise."""
    return {"figures": FIRST, **given.get("house", {})}


def board_of(given: Part) -> Board:
    """The board of a case."""
    return board_in_play(None, figures_of(given))


def empty(given: Part) -> State:
    """The board with nobody on it, on the first turn of the scenario or that of the case."""
    scenario = given.get("scenario", CAMPAIGN)
    board = board_of(given)
    heading = board.scenarios[scenario]
    state = State(board, dict(given.get("house", {})), scenario, heading.first, heading.last)
    state.units = {name: Piece(NEVER, unit.steps) for name, unit in board.units.items()}
    state.leaders = {name: Officer(OUT) for name in board.leaders}
    state.ports = dict.fromkeys(board.ports, "")
    state.step = given.get("phase", PATRIOT)
    return state


def lay_pieces(state: State, given: Part) -> None:
    """Forces, ships, the pool, and what comes this turn."""
    for part in given.get("forces", ()):
        lay_force(state, part)
    for part in given.get("ships", ()):
        lay_ships(state, part)
    for name in found(given.get("pool", ()), state.board.units, "unit"):
        state.units[name].at = POOL
    for name in given.get("due", ()):
        piece = state.leaders[name] if name in state.leaders else state.units[next(iter(found([name], state.units,
                                                                                                "unit")))]  # fmt: skip
        piece.at = DUE


def lay_force(state: State, part: Part) -> None:
    """One force in an area, or inside the port that `at` or `inside` names."""
    at, inside = part["at"], part.get("inside", "")
    if at in state.board.ports:
        at, inside = state.board.ports[at].area, at
    if inside in ("true", "yes"):
        inside = state.board.fortress_in(at) or state.board.areas[at].ports[0]
    side = part["side"]
    name = part.get("force", "")
    force = state.new_force(side, at, inside, part.get("marker", "") or name)
    state.forces[force].ships = list(part.get("aboard", ()))
    state.forces[force].came_from = part.get("came_from", "")
    mode = GUERRILLA if is_true(part, "guerrilla") else LINE
    for unit in found(part.get("units", ()), state.board.units, "unit"):
        state.units[unit] = Piece(force, state.board.units[unit].steps, mode)
    for unit in found(part.get("reduced", ()), state.board.units, "unit"):
        state.units[unit] = Piece(force, 1, mode)
    for leader in found(part.get("leaders", ()), state.board.leaders, "leader"):
        state.leaders[leader].at = force


def lay_ships(state: State, part: Part) -> None:
    """Ships in a port, at sea or in a box, and leaders with the first of them."""
    ships = list(found(part.get("ships", ()), state.board.units, "ship"))
    for ship in ships:
        state.units[ship] = Piece(part["at"], state.board.units[ship].steps)
    for ship in found(part.get("reduced", ()), state.board.units, "ship"):
        state.units[ship] = Piece(part["at"], 1)
        ships.append(ship)
    for leader in found(part.get("leaders", ()), state.board.leaders, "leader"):
        state.leaders[leader].at = ships[0]


def lay_marks(state: State, given: Part) -> None:
    """Marks, purses, sieges and holders of ports by the names that positions have for them."""
    lay(state, given, SIMPLE)
    state.purse = {purse: halves(given.get("purse", {}).get(purse, "0")) for purse in PURSES}
    for part in given.get("masses", ()):
        state.masses.setdefault(part["area"], {})[part["side"]] = int(part.get("turn", "1"))
    for word, kept in (("rose", state.rose), ("rose_now", state.rose_now)):
        for part in given.get(word, ()):
            kept.setdefault(part["area"], []).append(part["side"])
    for part in given.get("sieges", ()):
        area = state.board.ports[part["port"]].area
        besiegers = list(part.get("forces", ())) or state.forces_at(area, part["by"], field_only=True)
        spent = int(part.get("op_spent", "0"))
        by = part.get("op_by", besiegers[0] if besiegers and spent else "")
        state.sieges[part["port"]] = Siege(part["by"], besiegers, is_true(part, "works"), spent, by,
                                           is_true(part, "blockaded"))  # fmt: skip
    settle_ports(state)
    for part in given.get("ports", ()):
        state.ports[part["port"]] = part.get("side", "")
    state.settle()


def lay_acting(state: State, part: Part) -> None:
    """The activation in hand: its force and ships, with points left and spent."""
    if not part:
        return
    force = part.get("force", "")
    ships = list(part.get("ships", ()))
    side = state.forces[force].side if force else state.side_of(ships[0])
    left, spent = int(part.get("op", "0")), int(part.get("spent", "0"))
    fleet, fleet_spent = int(part.get("fleet_op", "0")), int(part.get("fleet_spent", "0"))
    at = state.forces[force].at if force else ""
    state.acting = Acting(force=force, side=side, ships=ships, op=left + spent, spent=spent,
                          fleet_op=fleet + fleet_spent, fleet_spent=fleet_spent, start=at, via=[at] if at else [],
                          embarked=is_true(part, "embarked"), fleet_leader=part.get("fleet_leader", ""))  # fmt: skip


def halves(text: str) -> int:
    """Resource Points as a case writes them, 4 or 2.5, in halves."""
    whole, _, half = str(text).partition(".")
    if not whole.isdecimal() or half not in ("", "0", "5"):
        raise bad(f"'{text}' is no number of Resource Points", hint="4 or 2.5")
    return 2 * int(whole) + (1 if half == "5" else 0)


# ---------------------------------------------------------------- what is played


async def played(table: Table, match: GuerraMatch, given: Part) -> None:
    """Plays the acts of a case, or its whole phase."""
    match.memories.listen(table.story, match.news())
    for act in given.get("play", ()):
        word, part = next(iter(act.items())) if isinstance(act, Mapping) else (act, {})
        if word not in PLAYS:
            raise bad(f"'{word}' is nothing to be played", kind=Kind.UNKNOWN, hint=f"one of {', '.join(PLAYS)}")
        await PLAYS[word](table, match.state, part)
    if "play" not in given:
        await play_phase(table, match.state, match.coming)
        match.coming = match.following()
    match.memories.keep(match.presence())


async def step(table: Table, state: State, part: Any) -> None:
    """A part of the turn, by its name in the sequence."""
    if part not in ACTS:
        raise bad(f"'{part}' is no part of a turn", kind=Kind.UNKNOWN, hint=f"one of {', '.join(ACTS)}")
    await ACTS[part](table, state)


async def order(table: Table, state: State, part: Any) -> None:
    """A step of the march book of the force or fleet in hand: judged, paid for and carried out."""
    for said, parameters in part.items():
        act = state.acting
        verb = VERBS[said_at_sea(act, said, parameters)]
        why = why_not(state, act, said, verb, parameters)
        if why:
            tell_lapse(table, "3.3", act.side, why, entry=said)
            return
        pay(state, act, verb, parameters)
        await verb.carry_out(table, state, act, parameters)


async def interception(table: Table, state: State, part: Any) -> None:
    """The battle of an interception that has succeeded."""
    await interception_battle(table, state, part["force"], part["mover"])


async def port_lost(table: Table, state: State, part: Any) -> None:
    """A port that falls with the ships in it."""
    await port_falls(table, state, part["port"], part["by"], part.get("force", ""))


PLAYS: dict[str, Callable[[Table, State, Any], Awaitable[None]]] = {
    "step": step, "order": order, "interception": interception, "port_lost": port_lost,
}  # fmt: skip
__all__ = ["COUNCIL", "pose"]
