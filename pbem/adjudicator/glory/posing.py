"""Positions of case files (docs/cases.md), in and out.

A case names what is on the map; other blocks are unused, other ships and admirals wait on the turn track, other marks
are as at the start of a game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

from pbem.adjudicator.engine.case_words import check_words, found, is_true, lay
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.glory.board.board import blowing, load_board
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.rules.battle_fleets import Clash
from pbem.adjudicator.glory.rules.ch03_setup import open_game
from pbem.adjudicator.glory.rules.ch04_sequence import ADMINISTRATION, CHOICES, SEA_PHASE, SETUP, play_phase
from pbem.adjudicator.glory.rules.ch05_events import judge_events
from pbem.adjudicator.glory.rules.ch06_activation import ACTS, wind_half
from pbem.adjudicator.glory.rules.ch06_weather import strike
from pbem.adjudicator.glory.rules.ch15_events import random_event
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.ch22_raids import raids_and_invasions
from pbem.adjudicator.glory.rules.ch23_victory import tally
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.state.state import (
    AdmiraltyEvent,
    Block,
    Foul,
    Officer,
    Raid,
    State,
    Vessel,
    place_parts,
)
from pbem.adjudicator.glory.state.terms import BRITISH, CAMPAIGN, NATIONS, NORTH_SEA_BOX, SEA, SEATS, SPANS, other
from pbem.adjudicator.glory.view.facts import COUNTS, MAPS, MARKS, PLAIN
from pbem.base.errors import Kind, bad

Play = Callable[[Table], Coroutine[Effect[Any], Any, None]]
Part = Mapping[str, Any]
#: What `given` may hold; all else is a slip of the case's author.
KNOWN = ("scenario", "house", "phase", "play", "blocks", "harbours", "north_sea", "lost", "raids", "events", "weather",
         "away", *PLAIN, *MAPS, *COUNTS)  # fmt: skip
#: Ships and admirals that a case does not name come on a turn that no game has.
NEVER = "turn-99"
#: What a game that is laid out as printed has otherwise than a case.
SHELVES = ("ships", "blocks", "admirals", "readiness", "events_pool", "conseil")


def pose(given: Mapping[str, Any]) -> tuple[GloryMatch, Play]:
    """A position, and what the case plays on it: the whole phase, or the acts that it names."""
    check_words(given, KNOWN)
    scenario = given.get("scenario", CAMPAIGN)
    state = State(load_board(None), dict(given.get("house", {})), scenario, SPANS[scenario][0], SPANS[scenario][1])
    state.rose = blowing(state.board)
    state.manpower = dict.fromkeys(NATIONS, 0)
    state.blocks = {name: Block() for name in state.board.blocks}
    state.ships = {name: Vessel(NEVER) for name in state.board.ships}
    state.admirals = {name: Officer(NEVER) for name, piece in state.board.admirals.items() if not piece.generic}
    lay_marks(state, given)
    for part in given.get("blocks", ()):
        lay_block(state, part)
    for part in given.get("harbours", ()):
        lay_ships(state, part, part["port"])
    lay_ships(state, given.get("north_sea", {}), NORTH_SEA_BOX)
    for part in given.get("away", ()):
        state.blocks[part["block"]] = Block(part["at"])
    for part in given.get("lost", ()):
        state.lose(part["ship"], part["how"], part.get("by", ""))
    match = GloryMatch(state, given.get("phase", SEA_PHASE), SEATS, state.house)
    return match, lambda table: played(table, match, given)


def lay_marks(state: State, given: Part) -> None:
    """Marks, tracks and boxes by the names that positions have for them."""
    lay(state, given, PLAIN)
    for word in MAPS:
        setattr(state, word, {**(getattr(state, word) if word == "rose" else {}), **given.get(word, {})})
    for word in COUNTS:
        counted = {name.replace("_", "-"): int(number) for name, number in given.get(word, {}).items()}
        setattr(state, word, {**(state.manpower if word == "manpower" else {}), **counted})
    state.raids = {part["at"]: Raid(is_true(part, "done"), is_true(part, "shown")) for part in given.get("raids", ())}
    state.events = {
        part["event"]: AdmiraltyEvent(int(part["due"]), part.get("status", "hidden"), is_true(part, "open"),
                                      dict(part.get("progress", {})))
        for part in given.get("events", ())
    }  # fmt: skip
    state.foul = [
        Foul(part.get("chit", "weather"), list(part["zones"]), int(part["severity"]), part["kind"])
        for part in given.get("weather", ())
    ]  # fmt: skip


def lay_block(state: State, part: Part) -> None:
    """One block at its place, with its ships and admirals."""
    name = next(iter(found([part["block"]], state.board.blocks, "block")))
    at, area = place_parts(part["at"])
    if at not in state.board.ports and area != "track" and (area != SEA or at not in state.board.hexes):
        raise bad(f"'{part['at']}' is no place", kind=Kind.UNKNOWN)
    state.blocks[name] = Block(
        at, area, part.get("bound", ""), part.get("letter", ""), is_true(part, "face_down"), is_true(part, "reached"),
        part.get("beside", ""), int(part.get("number", 0)),
    )  # fmt: skip
    state.readiness.pop(name, None)
    lay_ships(state, part, name)


def lay_ships(state: State, part: Part, holder: str) -> None:
    """Ships and admirals of a block, harbour or box, and the marks of ships."""
    for ship in found(part.get("ships", ()), state.board.ships, "ship"):
        state.ships[ship].at = holder
    for admiral in found(part.get("admirals", ()), state.admirals, "admiral"):
        state.admirals[admiral].at = holder
    for mark in MARKS:
        for ship in found(part.get(mark, ()), state.board.ships, "ship"):
            vessel = state.ships[ship]
            vessel.at = holder
            setattr(vessel, mark, True)
            vessel.damaged = vessel.damaged or mark == "wrecked"
    for ship in found(part.get("prizes", ()), state.board.ships, "ship"):
        seat = state.owner(holder) if holder in state.blocks else BRITISH
        state.ships[ship] = Vessel(holder, damaged=True, wrecked=True, prize_of=seat)


# ---------------------------------------------------------------- what is played


async def played(table: Table, match: GloryMatch, given: Part) -> None:
    """Plays the acts of a case, or its whole phase, while the watch reads along."""
    match.watch.listen(match.state, table.story)
    for act in given.get("play", ()):
        word, part = next(iter(act.items()))
        if word not in PLAYS:
            raise bad(f"'{word}' is nothing to be played", kind=Kind.UNKNOWN, hint=f"one of {', '.join(PLAYS)}")
        await PLAYS[word](table, match.state, part)
    if "play" not in given:
        await play_phase(table, match.state, match.coming)
    match.watch.up_to_date()


async def chit(table: Table, state: State, part: Any) -> None:
    """A chit, as if it had been drawn."""
    piece = state.board.chits[part]
    state.drawn.append(part)
    await ACTS[piece.kind](table, state, piece)


async def half(table: Table, state: State, part: Part) -> None:
    """One seat's half of a wind."""
    sea = str(state.board.winds[part["wind"]].sea)
    state.rose[sea] = part["wind"]
    await wind_half(table, state, Half(part["side"], sea, part["wind"], part["wind"],
                                       part.get("first", "yes") == "yes"))  # fmt: skip


async def step(table: Table, state: State, part: Any) -> None:
    """A step of the administration, by its rule."""
    if part == "6.5":
        await judge_events(table, state)
        return
    if part == "23.1":
        tally(table, state)
        return
    steps = {each.rule: each for each in (*ADMINISTRATION, *CHOICES)}
    await steps[part].act(table, state)


async def fight(table: Table, state: State, part: Part) -> None:
    """A battle between fleets that have met."""
    at, area = place_parts(part["at"])
    zone = at if at in state.board.ports else ""
    await battle(table, state, Clash(
        place=at, port=zone, area=area, british=tuple(part["british"]), allied=tuple(part["allied"]),
        active=part.get("active", BRITISH), mover=part.get("mover", ""), sortie=is_true(part, "sortie"),
    ))  # fmt: skip


async def weather(table: Table, state: State, part: Part) -> None:
    """Weather of a known severity in some zones."""
    severity = int(part["severity"])
    kind = str(state.board.weather_kinds[severity])
    state.foul.append(Foul("weather", list(part["zones"]), severity, kind))
    await strike(table, state, list(part["zones"]), severity, kind)


async def raids(table: Table, state: State, part: Any) -> None:
    """Raids and invasions of the first Initiative Chit."""
    await raids_and_invasions(table, state)


async def event(table: Table, state: State, part: Any) -> None:
    """The random event of the first Initiative Chit."""
    await random_event(table, state)


async def pass_on(table: Table, state: State, part: Any) -> None:
    """The initiative changes hands."""
    state.initiative = other(state.initiative)


async def lay_out(table: Table, state: State, part: Any) -> None:
    """The game as it is printed, before anybody has placed anything."""
    printed = open_game(state.board, state.house, state.scenario)
    for field in (*SHELVES, "turn", "cup"):
        setattr(state, field, getattr(printed, field))


PLAYS: dict[str, Callable[[Table, State, Any], Awaitable[None]]] = {
    "chit": chit, "half": half, "step": step, "battle": fight, "weather": weather, "raids": raids, "event": event,
    "initiative": pass_on, "lay_out": lay_out,
}  # fmt: skip
__all__ = ["SETUP", "pose"]
