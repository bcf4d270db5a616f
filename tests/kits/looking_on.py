"""Playing whole games while looking on: at every question, at every note and after every phase, whatever the title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pbem.adjudicator.jenkins.bots.samples  # registers how to sample
import pbem.adjudicator.lions.bots.samples  # noqa: F401
from pbem.adjudicator.engine.chance import SeededChance, sample
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript, canonical
from pbem.adjudicator.game import Match
from pbem.trust.dice.dice import Dice


def builders(rules: ModuleType, but: Sequence[str] = ()) -> dict[ModuleType, list[str]]:
    """The functions that make questions, by the chapter they stand in; `but` names chapters to leave out."""
    found = {}
    for chapter in iter_modules(rules.__path__):
        module = import_module(f"{rules.__name__}.{chapter.name}")
        names = [name for name, thing in vars(module).items() if name.endswith("_question") and callable(thing)]
        if names and chapter.name not in but:
            found[module] = names
    return found


def shown(decision: Decision) -> str:
    """All that a question tells, and all that a bot or an order desk may draw from it."""
    return canonical([
        decision.rule, decision.side, decision.key, decision.topic, decision.prompt, dict(decision.facts),
        decision.legal(), decision.default_answer(), sample(decision, SeededChance("the same")),
    ])  # fmt: skip


@dataclass(slots=True)
class Peek:
    """An action at every question, every note and after every phase of some games; states are the title's own."""

    at_question: Callable[[Any, Decision], None] = lambda state, decision: None
    at_close: Callable[[Any], None] = lambda match: None
    at_note: Callable[[Any, Note], None] = lambda state, note: None


class Story(list[Note]):
    """A story that is read as it is written."""

    def __init__(self, state: Any, peek: Peek) -> None:
        super().__init__()
        self.state = state
        self.peek = peek

    def append(self, note: Note) -> None:
        super().append(note)
        self.peek.at_note(self.state, note)


@dataclass(slots=True)
class Sampled:
    """A player who answers at random, and is observed at each question."""

    state: Any
    chance: SeededChance
    peek: Peek

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        self.peek.at_question(self.state, decision)
        return sample(decision, self.chance), "sampled"

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is recalled."""


def look_on(match: Match, state: Any, seats: Sequence[str], seed: str, peek: Peek) -> None:
    """One random game from where it stands to victory."""
    chance = SeededChance(seed)
    while phase := match.phase():
        table, dice = Table(), Dice(sha256(f"{seed} {phase.id}".encode()).digest())
        table.story = Story(state, peek)
        player = Sampled(state, chance, peek)
        driver = Driver(Transcript(), thrown(dice), {seat: [player] for seat in seats})
        assert isinstance(driver.run(match.play(table)), Closed)
        peek.at_close(match)


def thrown(dice: Dice) -> Callable[[Roll], tuple[int, ...]]:
    """The phase's dice."""
    return lambda roll: dice.roll(roll.label, roll.spec)
