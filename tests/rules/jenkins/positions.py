"""Positions from games that chance plays, and their twins: the same to one side's eyes, different beneath them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules.ch04_stacking import laid_open
from pbem.adjudicator.jenkins.state.state import State, enemy


@dataclass(slots=True)
class Chancer:
    """Answers at random, and keeps what it was asked."""

    chance: SeededChance
    asked: list[tuple[Decision, Plain]] = field(default_factory=list)

    def answer(self, decision: Decision) -> tuple[Plain, str]:
        said = sample(decision, self.chance)
        self.asked.append((decision, said))
        return said, "chance"

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of a game of chance: where it began, what happened, where it ended."""

    phase: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    story: tuple[Note, ...]
    asked: tuple[tuple[Decision, Plain], ...]

    @property
    def side(self) -> str:
        return self.phase.partition(".")[2]


@cache
def stages(seed: str, turns: int = 4) -> tuple[Stage, ...]:
    """The first turns of a game."""
    match, dice, found = new_match(), SeededChance(f"{seed} dice"), []
    chance = SeededChance(seed)

    def roller(roll: Roll) -> tuple[int, ...]:
        number, _, sides = roll.spec.partition("d")
        return tuple(dice.below(int(sides)) + 1 for _ in range(int(number)))

    while (phase := match.phase()) and phase.turn <= turns:
        before, table, chancer = match.to_plain(), Table(), Chancer(chance)
        driver = Driver(Transcript(), roller, {side: [chancer] for side in SIDES})
        assert isinstance(driver.run(match.play(table)), Closed)
        found.append(Stage(phase.id, before, match.to_plain(), tuple(table.story), tuple(chancer.asked)))
    return tuple(found)


def new_match() -> JenkinsMatch:
    match = GAME.begin("campaign", {}, None)
    assert isinstance(match, JenkinsMatch)
    return match


def restored(plain: Mapping[str, Any]) -> JenkinsMatch:
    return JenkinsMatch.restore(plain, {}, None)


@cache
def opening(phase: str) -> Mapping[str, Any]:
    """The position at the start of a phase where nobody has ordered anything and every die fell kindly."""
    match = new_match()
    while (now := match.phase()) is not None and now.id != phase:
        sources: dict[str, list[Any]] = {side: [] for side in SIDES}
        driver = Driver(Transcript(), highest, sources, deadline_passed=frozenset(SIDES))
        driver.run(match.play(Table()))
    return match.to_plain()


def highest(roll: Roll) -> tuple[int, ...]:
    """Every die at its most."""
    number, _, sides = roll.spec.partition("d")
    return (int(sides),) * int(number)


def view_at(phase: str) -> dict[str, Any]:
    """What its side sees then."""
    return restored(opening(phase)).view(phase.partition(".")[2])


def hidden(state: State, side: str) -> Iterator[tuple[str, str]]:
    """Enemy counters that this side cannot see, with their hexes; passengers and their ships are left out."""
    foe = enemy(side)
    carriers = frozenset(state.aboard.values())
    for hex_id in state.hexes(foe):
        bare = laid_open(state, hex_id, foe)
        for name in state.stack(hex_id, foe)[1:]:
            if name not in state.aboard and name not in carriers and name not in bare:
                yield hex_id, name


def twin(match: JenkinsMatch, side: str, chance: SeededChance) -> JenkinsMatch | None:
    """The same to this side's eyes: what it cannot see shuffled between stacks and within them; None if it sees all."""
    other = restored(match.to_plain())
    foe = enemy(side)
    places = list(hidden(other.state, side))
    if len(places) < 2:
        return None
    for hex_id, name in places:
        other.state.stacks[hex_id][foe].remove(name)
    homes = [hex_id for hex_id, _ in places]
    for _, name in places:
        stack = other.state.stacks[chance.pick(homes)][foe]
        stack.insert(1 + chance.below(len(stack)), name)
    other.state.intercepted += [name for _, name in places[:1]]
    other.standing[foe].orders = [{"number": 7, "losses": {"any": ["ship"]}}]
    return other
