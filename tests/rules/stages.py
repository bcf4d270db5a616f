"""Plays one phase of any title from order files with seeded dice, and keeps all that happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from pbem.adjudicator.engine.driver import Closed, Driver, Roller
from pbem.adjudicator.engine.phase import Orders, Told
from pbem.adjudicator.engine.table import Decision, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.trial.soak import dice_of


class Waits:
    """Gives the default to whatever stops a phase."""

    def answer(self, decision: Decision) -> tuple[Plain, str]:
        return decision.default_answer(), "default"

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


@dataclass
class Listens:
    """Answers nothing, and keeps what is asked."""

    asked: list[Decision] = field(default_factory=list)

    def answer(self, decision: Decision) -> None:
        self.asked.append(decision)

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


@dataclass
class Keeps:
    """Dice that keep what they were thrown for."""

    roller: Roller
    rolls: list[Roll] = field(default_factory=list)

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        self.rolls.append(roll)
        return self.roller(roll)


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of a game: what happened, where it ended."""

    scenario: str
    phase: str
    title: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    told: Told
    rolls: tuple[Roll, ...]
    asked: tuple[Decision, ...]
    files: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.scenario}-{self.phase}"


class Later(Sequence[Stage]):
    """Stages that are played when the first test looks at them, and not by everybody who collects the tests."""

    def __init__(self, play: Callable[[], Iterable[Stage]]) -> None:
        self.play = play

    @cached_property
    def played(self) -> tuple[Stage, ...]:
        """All of them."""
        return tuple(self.play())

    @overload
    def __getitem__(self, place: int) -> Stage: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Stage, ...]: ...

    def __getitem__(self, place: int | slice) -> Stage | tuple[Stage, ...]:
        return self.played[place]

    def __len__(self) -> int:
        return len(self.played)

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.played)


def stage_of(
    match: Any, files: Mapping[str, Sequence[Orders]], texts: Mapping[str, str], seed: str
) -> Stage:  # fmt: skip
    """One phase of a match from each seat's order files; `texts` are the same as they were written."""
    phase = match.phase()
    assert phase is not None
    for seat, orders in files.items():
        match.adopt(seat, orders)
    heard, before, dice = Listens(), match.to_plain(), Keeps(dice_of(seed, phase))
    sources = {seat: [heard, *match.sources(seat, orders), Waits()] for seat, orders in files.items()}
    table = Table()
    ended = Driver(Transcript(), dice, sources).run(match.play(table))
    assert isinstance(ended, Closed)
    told = Told(tuple(table.story), ended.lapses)
    scenario = getattr(match.state, "scenario", "")
    return Stage(scenario, phase.id, phase.title, before, match.to_plain(), told, tuple(dice.rolls),
                 tuple(heard.asked), dict(texts))  # fmt: skip
