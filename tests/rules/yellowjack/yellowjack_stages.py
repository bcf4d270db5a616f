"""Phases of games of Yellow Jack, played from order files or by defaults with seeded dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.engine.driver import Closed, Driver, Roller
from pbem.adjudicator.engine.phase import Orders, Told
from pbem.adjudicator.engine.table import Decision, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.words import SEATS
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

    phase: str
    title: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    told: Told
    rolls: tuple[Roll, ...]
    asked: tuple[Decision, ...]
    files: Mapping[str, str]

    def __str__(self) -> str:
        return self.phase


def begun(house: Mapping[str, str] | None = None) -> YellowJackMatch:
    """The learning scenario before its set-up."""
    return YellowJackMatch.lay_out("porto-bello", house or {}, None)


def played(match: YellowJackMatch, texts: Mapping[str, str] | None = None, seed: str = "seed") -> Stage:
    """One phase from these order files; a seat without one has its defaults."""
    phase = match.phase()
    assert phase is not None
    written = texts or {}
    files: dict[str, list[Orders]] = {
        seat: [GAME.read_orders(written[seat].encode(), "orders.yaml")] if seat in written else [] for seat in SEATS
    }
    for seat in SEATS:
        match.adopt(seat, files[seat])
    heard, before, dice = Listens(), match.to_plain(), Keeps(dice_of(seed, phase))
    sources = {seat: [heard, *match.sources(seat, files[seat]), Waits()] for seat in SEATS}
    table = Table()
    ended = Driver(Transcript(), dice, sources).run(match.play(table))
    assert isinstance(ended, Closed)
    told = Told(tuple(table.story), ended.lapses)
    return Stage(phase.id, phase.title, before, match.to_plain(), told, tuple(dice.rolls), tuple(heard.asked),
                 dict(written))  # fmt: skip


def whole_game(seed: str = "seed", house: Mapping[str, str] | None = None) -> tuple[YellowJackMatch, list[Stage]]:
    """The learning scenario by defaults, from the set-up to its end."""
    match = begun(house)
    found: list[Stage] = []
    while match.phase() is not None:
        assert len(found) < 40
        found.append(played(match, seed=seed))
    return match, found
