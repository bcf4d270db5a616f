"""Combat Steps on positions drawn at random, with random lawful answers: whatever happens, the books must balance."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.playing import position

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import DecideAll, Decision, Effect, Roll, Table
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES, Carries, Counter
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

#: Sea, coasts, and seaports of both sides and of France, all within reach of each other's retreats.
HEXES = ("3219", "3119", "3118", "3318", "3018", "2719", "2818", "2208", "2825")
MOST_QUESTIONS = 2000


def deal(chance: SeededChance) -> State:
    """A handful of hexes with counters of both sides, combat due in most of them."""
    state = position()
    board = state.board
    left = {side: [counter for counter in board.counters.values() if counter.side == side] for side in SIDES}
    for hex_id in chance.some(HEXES, 2, 6):
        for side in SIDES:
            for _ in range(1 + chance.below(7)):
                place(state, chance, left[side].pop(chance.below(len(left[side]))), hex_id)
        due(state, chance, hex_id)
    for side in SIDES:
        state.pool[side] = [counter.id for counter in left[side]]
    state.scuttled = {"2825": 1} if chance.below(2) else {}
    return state


def place(state: State, chance: SeededChance, counter: Counter, hex_id: str) -> None:
    """Afloat, ashore or aboard, as the hex allows; else to the force pool at once."""
    ships = [name for name in state.naval(hex_id, counter.side) if not state.passengers(name)]
    carriers = [name for name in ships if state.board.counters[name].carries in (Carries.ANY, Carries.ONE)]
    ashore = counter.is_land and state.board.is_coastal(hex_id)
    if counter.is_naval or (ashore and (not carriers or chance.below(2))):
        state.put(counter.id, hex_id)
    elif carriers:
        state.put(counter.id, hex_id, on=chance.pick(carriers))
    else:
        state.gone.append(counter.id)


def due(state: State, chance: SeededChance, hex_id: str) -> None:
    """Who intercepted, who came ashore, who waits to land."""
    if all(state.naval(hex_id, side) for side in SIDES) and chance.below(4):
        state.met[hex_id] = chance.pick(SIDES)
        state.veiled.append(hex_id)
        if state.board.is_coastal(hex_id):
            state.landing[hex_id] = [name for name in state.stack(hex_id, ENGLISH) if name in state.aboard]
    if all(state.land(hex_id, side) for side in SIDES):
        state.ashore[hex_id] = SPANISH if state.is_friendly_port(hex_id, ENGLISH) else ENGLISH


def run(state: State, chance: SeededChance) -> Table:
    """The English Combat Step, dice and answers drawn from the same stream."""
    table = Table()
    running = combat_step(table, state, ENGLISH)
    answer: Any = None
    try:
        for _ in range(MOST_QUESTIONS):
            answer = reply(running.send(answer), chance)
    except StopIteration:
        return table
    raise AssertionError("the Combat Step does not end")


def reply(effect: Effect[Any], chance: SeededChance) -> Any:
    if isinstance(effect, Roll):
        return tuple(1 + chance.below(6) for _ in range(int(effect.spec.partition("d")[0])))
    decisions = effect.decisions if isinstance(effect, DecideAll) else (effect,)
    answers = []
    for decision in decisions:
        assert isinstance(decision, Decision)
        assert decision.faults(decision.default_answer()) == [], decision.key
        answer = sample(decision, chance)
        assert decision.faults(answer) == [], decision.key
        answers.append(decision.read(answer))
    return tuple(answers) if isinstance(effect, DecideAll) else answers[0]


@pytest.mark.parametrize("number", range(120))
def test_9_0_after_any_combat_step_every_counter_is_somewhere_once_and_nothing_is_due(number: int) -> None:
    chance = SeededChance(f"combat {number}")
    state = deal(chance)
    table = run(state, chance)
    where = [name for side in SIDES for name in (*state.on_map(side), *state.pool[side])] + state.gone
    assert sorted(where) == sorted(c.id for c in load_board().counters.values() if c.side in SIDES)
    assert (state.met, state.ashore, state.landing, state.veiled) == ({}, {}, {}, [])
    assert all(state.hex_of(name) == state.hex_of(ship) for name, ship in state.aboard.items())
    assert not [h for h in state.shared_hexes() if all(state.land(h, side) for side in SIDES)]
    keys = [note.throw.label for note in table.story if note.throw]
    assert len(keys) == len(set(keys))
