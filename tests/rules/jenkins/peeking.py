"""Games to look at from both sides: positions at every question, questions as they are put, and changes of both sorts.

A hidden change alters what a side cannot see (4.4); an open one what it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from looking_on import Peek, Story, builders, look_on, shown, thrown

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import ALL, Decision, Note, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.jenkins import rules
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.trust.dice.dice import Dice

#: The functions that make questions, by module.
BUILDERS = {**builders(rules), questions: ["losses", "retreat"]}
Change = Callable[[State, str, SeededChance], bool]


def copied(state: State) -> State:
    """The same position again, sharing nothing but the board."""
    return State.from_plain(state.board, state.to_plain(), state.house)


# ------------------------------------------------------------------------------------------------ games


def peek_at_game(seed: str, peek: Peek) -> None:
    """One random game from set-up to victory."""
    match = JenkinsMatch.begin(SIDES, {}, None)
    look_on(match, match.state, SIDES, seed, peek)


class Steadfast:
    """A player whose answers depend on his questions alone; the mildest, if so wished."""

    def __init__(self, heard: list[str], *, mild: bool) -> None:
        self.heard = heard
        self.mild = mild

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        if self.mild:
            return decision.default_answer(), "mild"
        self.heard.append(shown(decision))
        return sample(decision, SeededChance(decision.key)), "sampled"

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is recalled."""


def as_heard(match: JenkinsMatch, side: str, until: frozenset[str]) -> list[str]:
    """What a side is asked and told in the phase to come, up to the first note of certain events."""
    heard: list[str] = []
    table, dice = Table(), Dice(bytes(32))
    ended: list[int] = []

    def listen(state: State, note: Note) -> None:
        if note.event in until and not ended:
            ended.append(len(heard))
        if note.heard_by(side):
            heard.append(note.text)

    table.story = Story(match.state, Peek(at_note=listen))
    players = {each: [Steadfast(heard, mild=each != side)] for each in SIDES}
    assert isinstance(Driver(Transcript(), thrown(dice), players).run(match.play(table)), Closed)
    return heard[: ended[0]] if ended else heard


@dataclass(slots=True)
class Watch:
    """Every question is made twice: as the rule makes it, and on a position with something hidden changed."""

    changes: Sequence[Change]
    chance: SeededChance = field(default_factory=lambda: SeededChance("hidden"))
    compared: int = 0

    def over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put a watch on every builder."""
        for module, names in BUILDERS.items():
            for name in names:
                monkeypatch.setattr(module, name, self.watched(getattr(module, name)))

    def watched(self, build: Callable[..., Decision | None]) -> Callable[..., Decision | None]:
        """The builder, with every question compared."""

        def twice(table: Table, state: State, *rest: Any, **named: Any) -> Decision | None:
            asked = dict(table.asked)
            decision = build(table, state, *rest, **named)
            side = decision.side if decision else side_of(rest)
            for change in self.changes if side else ():
                other = copied(state)
                if change(other, side, self.chance):
                    again = Table()
                    again.asked = dict(asked)
                    second = build(again, other, *rest, **named)
                    assert second is not None or decision is None
                    assert decision is None or second is None or shown(second) == shown(decision)
                    self.compared += 1
            return decision

        return twice


def side_of(arguments: Sequence[Any]) -> str:
    """The side among a builder's arguments."""
    return next((value for value in arguments if value in SIDES), "")


# ------------------------------------------------------------------------------------------------ what is hidden


def covered(state: State, side: str) -> list[str]:
    """Hexes where the enemy has counters below a top that alone is seen; not where both sides are."""
    foe = enemy(side)
    return [h for h in state.hexes(foe) if len(state.stack(h, foe)) > 1 and not state.stack(h, side)]


def swap_below_the_tops(state: State, side: str, chance: SeededChance) -> bool:
    """What lies under one enemy top lies under another."""
    foe, hexes = enemy(side), covered(state, side)
    if len(hexes) < 2:
        return False
    a, b = chance.some(hexes, 2, 2)
    first, second = state.stack(a, foe), state.stack(b, foe)
    state.stacks[a][foe], state.stacks[b][foe] = [first[0], *second[1:]], [second[0], *first[1:]]
    for name in (*first, *second):
        state.aboard.pop(name, None)
    return True


def empty_below_a_top(state: State, side: str, chance: SeededChance) -> bool:
    """Everything under one enemy top lies under another: nobody sees how high a stack is."""
    foe, hexes = enemy(side), covered(state, side)
    others = [h for h in state.hexes(foe) if not state.stack(h, side)]
    if not hexes or len(others) < 2:
        return False
    here = chance.pick(hexes)
    there = chance.pick([h for h in others if h != here])
    top, *below = state.stack(here, foe)
    state.stacks[here][foe] = [top]
    state.stacks[there][foe] += below
    for name in (top, *below):
        state.aboard.pop(name, None)
    return True


def reorder_below_the_top(state: State, side: str, chance: SeededChance) -> bool:
    """The same counters in another order."""
    foe = enemy(side)
    hexes = [h for h in covered(state, side) if len(state.stack(h, foe)) > 2]
    if not hexes:
        return False
    here = chance.pick(hexes)
    top, *below = state.stack(here, foe)
    state.stacks[here][foe] = [top, *reversed(below)]
    return True


def disembark_the_enemy(state: State, side: str, chance: SeededChance) -> bool:
    """Who of the enemy is aboard which ship; not where he pays in for a seaport held by troops ashore (3.4)."""
    foe = enemy(side)
    paying = [port.hex for port in state.board.seaports.values() if port.nation != foe and state.holder(port) == foe]
    hidden = [name for h in covered(state, side) if h not in paying for name in state.stack(h, foe)]
    aboard = [name for name in hidden if name in state.aboard]
    ashore = [name for name in hidden if state.board.counters[name].is_land and name not in state.aboard]
    ships = [name for name in hidden if state.board.counters[name].is_naval]
    if aboard:
        del state.aboard[chance.pick(aboard)]
    elif ashore and ships:
        state.aboard[chance.pick(ashore)] = chance.pick(ships)
    return bool(aboard or (ashore and ships))


def change_enemy_ships_at_the_horn(state: State, side: str, chance: SeededChance) -> bool:
    """Which of the enemy's ships are on the turn track, and what they carry (7.4)."""
    foe, hexes = enemy(side), covered(state, side)
    hidden = [name for h in hexes for name in state.stack(h, foe)[1:] if state.board.counters[name].is_naval]
    if not hidden:
        return False
    ship = chance.pick(hidden)
    state.aboard = {name: on for name, on in state.aboard.items() if on != ship}
    state.lift(ship)
    state.track[ship] = [str(state.turn + 1), "pacific"]
    return True


def change_enemy_plans(state: State, side: str, chance: SeededChance) -> bool:
    """Which enemy passengers wait to land, and which hidden ships have intercepted this turn (7.2, 7.3)."""
    foe = enemy(side)
    hidden = [name for h in covered(state, side) for name in state.stack(h, foe)[1:]]
    state.landing = {h: names for h, names in state.landing.items() if state.stack(h, side)}
    state.intercepted += [name for name in hidden if name not in state.intercepted][:1]
    return bool(hidden)


HIDDEN: tuple[Change, ...] = (
    swap_below_the_tops, empty_below_a_top, reorder_below_the_top, disembark_the_enemy, change_enemy_ships_at_the_horn,
    change_enemy_plans,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is seen


def raise_another_top(state: State, side: str, chance: SeededChance) -> bool:
    """Another counter on top of an enemy stack."""
    foe, hexes = enemy(side), covered(state, side)
    if not hexes:
        return False
    here = chance.pick(hexes)
    top, second, *below = state.stack(here, foe)
    state.stacks[here][foe] = [second, top, *below]
    return True


def move_an_enemy_stack(state: State, side: str, chance: SeededChance) -> bool:
    """A whole enemy stack somewhere else."""
    foe = enemy(side)
    here = [h for h in state.hexes(foe) if not state.stack(h, side)]
    free = [h for h in state.board.naval_ways if h not in state.stacks]
    if not here or not free:
        return False
    state.stacks[chance.pick(free)] = state.stacks.pop(chance.pick(here))
    return True


def raise_a_storm(state: State, side: str, chance: SeededChance) -> bool:
    free = [h for h in state.board.seaport_at if h not in state.storms]
    state.storms = sorted([*state.storms, chance.pick(free)])
    return True


def spend_enemy_funds(state: State, side: str, chance: SeededChance) -> bool:
    state.funds[enemy(side)] += 1
    return True


def take_a_seaport(state: State, side: str, chance: SeededChance) -> bool:
    port = chance.pick(tuple(state.board.seaports.values()))
    state.control[port.id] = next(s for s in SIDES if s != state.holder(port))
    return True


def reorder_own_stack(state: State, side: str, chance: SeededChance) -> bool:
    """One's own counters, below the top as well."""
    hexes = [h for h in state.hexes(side) if len(state.stack(h, side)) > 2]
    if not hexes:
        return False
    here = chance.pick(hexes)
    top, *below = state.stack(here, side)
    state.stacks[here][side] = [top, *reversed(below)]
    return True


def lose_an_enemy_counter(state: State, side: str, chance: SeededChance) -> bool:
    """What is eliminated lies face up, whatever stack it came from (9.3)."""
    names = [name for h in covered(state, side) for name in state.stack(h, enemy(side))[1:]]
    if not names:
        return False
    state.gone.append(chance.pick(names))
    return True


OPEN: tuple[Change, ...] = (
    raise_another_top, move_an_enemy_stack, raise_a_storm, spend_enemy_funds, take_a_seaport, reorder_own_stack,
    lose_an_enemy_counter,
)  # fmt: skip


def audience(note: Note) -> tuple[str, ...]:
    """The sides that hear a note."""
    return SIDES if note.to == ALL else (note.to,)
