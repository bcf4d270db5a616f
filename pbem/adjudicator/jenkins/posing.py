"""Positions of case files: set up from a few words, and told again in the same words (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

from pbem.adjudicator.engine.case_words import check_words, lay, place
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.engine.turns import TurnStep
from pbem.adjudicator.jenkins.board.pieces import SIDES, TURN_TRACK
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules.ch06_sequence import end_of_turn, sequence
from pbem.adjudicator.jenkins.state.house import board_of
from pbem.adjudicator.jenkins.state.state import ENGLISH, State
from pbem.adjudicator.jenkins.view.facts import LISTED
from pbem.base.errors import Kind, bad

Play = Callable[[Table], Coroutine[Effect[Any], Any, None]]
#: What `given` may hold; all else is a slip of the case's author.
WORDS = (*SIDES, "phase", "steps", "turn", "funds", "storms", "control", "captured", "met", "ashore", "peace", "isidro",
         "scuttled", "for_sale", "track", "intercepted", "house", "end_of_turn")  # fmt: skip


def pose(given: Mapping[str, Any]) -> tuple[JenkinsMatch, Play]:
    """A position and the steps to play on it. Counters that are not placed are gone, unless they are for sale."""
    check_words(given, WORDS)
    house = dict(given.get("house", {}))
    state = State(board_of(house), house=house, turn=1)
    lay(state, given, ("turn", "intercepted", "peace", "isidro"))
    state.funds = {side: int(given.get("funds", {}).get(side, 0)) for side in SIDES}
    hex_of = place(state.board.hex_named, "hex or seaport")
    state.storms = sorted(map(hex_of, given.get("storms", ())))
    state.control = {port_of(state, part["port"]): part["holder"] for part in given.get("control", ())}
    state.captured = [port_of(state, name) for name in given.get("captured", ())]
    for name, how in LISTED.items():
        setattr(state, name, how.given(given.get(name, ()), hex_of))
    state.track = {part["ship"]: [part["turn"], part["sea"]] for part in given.get("track", ())}
    for side in SIDES:
        for part in given.get(side, ()):
            lay_stack(state, side, hex_of(part["at"]), part["stack"])
    put_away(state, given.get("for_sale", ()))
    return as_match(state, given)


def as_match(state: State, given: Mapping[str, Any]) -> tuple[JenkinsMatch, Play]:
    """The steps named, of the phase named; the whole phase if none is."""
    side = given.get("phase", ENGLISH)
    wanted = given.get("steps", [step.rule for step in sequence()[side]])
    steps = [step for rule in wanted for step in sequence()[side] if step.rule == rule]
    match = JenkinsMatch(state, side, SIDES, state.house)
    return match, lambda table: play(table, state, steps, "end_of_turn" in given)


async def play(table: Table, state: State, steps: Iterable[TurnStep[State]], to_the_end: bool) -> None:
    """The steps one after another."""
    for step in steps:
        await step.act(table, state)
    if to_the_end:
        await end_of_turn(table, state)


def lay_stack(state: State, side: str, hex_id: str, names: Iterable[str]) -> None:
    """One stack, topmost first; 'waterhouse > boyne' is Waterhouse aboard the Boyne."""
    for entry in reversed(list(names)):
        name, _, ship = (word.strip() for word in entry.partition(">"))
        if name not in state.board.counters or state.board.counters[name].side != side:
            raise bad(f"'{name}' is no {side} counter", kind=Kind.UNKNOWN)
        state.put(name, hex_id)
        if ship:
            state.aboard[name] = ship
    state.settle(hex_id, side, [entry.partition(">")[0].strip() for entry in names])


def put_away(state: State, for_sale: Iterable[str]) -> None:
    """Puts all other counters in a force pool or out of the game, so that they add up (2.0)."""
    placed = [name for side in SIDES for name in state.on_map(side)] + list(state.track)
    if state.isidro:
        placed += next(place for place in state.board.setup if place.place == TURN_TRACK).counters
    wanted = list(for_sale)
    state.pool = {side: [] for side in SIDES}
    for counter in state.board.counters.values():
        if counter.id in wanted:
            state.to_pool(counter.id)
        elif counter.side in SIDES and counter.id not in placed:
            state.gone.append(counter.id)


def port_of(state: State, name: str) -> str:
    return state.board.find_seaport(name).id
