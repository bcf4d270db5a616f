"""A phase played from what is locked: position, order files, dice. No letters, no files, no clock.

A phase runs in steps. Each question that nobody has answered ends a step; the next one begins with the orders that
were locked for it. What an earlier step has decided stands in the transcript and is not decided again. The moderator's
run and the audit call the same function, so that they cannot differ.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Asking, Closed, Driver, Lapse
from pbem.adjudicator.engine.phase import Orders, Told, heard
from pbem.adjudicator.engine.table import ALL, PUBLIC, Decision, Note, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript, canonical
from pbem.adjudicator.game import Match
from pbem.base.records import dataclass, field, replace
from pbem.match.terms.terms import Terms
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.dice import Roll as Thrown
from pbem.trust.dice.lanes import lane_key


@dataclass(frozen=True, slots=True)
class StepInput:
    """The input of one step.

    It holds the order files locked for the step, the seats that let its deadline pass, the key of its dice, and the
    transcript's length when it began.
    """

    id: str
    files: tuple[Orders, ...]
    silent: frozenset[str]
    key: bytes
    mark: int


@dataclass(slots=True)
class Lanes:
    """The dice of a step: each lane has its own key (PROTOCOL 3.9)."""

    key: bytes
    secrets: Mapping[str, bytes]
    dice: dict[str, Dice] = field(default_factory=dict)

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        """The faces of one roll."""
        if roll.lane not in self.dice:
            self.dice[roll.lane] = Dice(self.key_of(roll.lane))
        return self.dice[roll.lane].roll(roll.label, roll.spec)

    def key_of(self, lane: str) -> bytes:
        """The lane's key under this step's seed."""
        return self.key if lane == PUBLIC else lane_key(self.secrets[lane], self.key, lane)


@dataclass(frozen=True, slots=True)
class Played:
    """The end of a step."""

    match: Match
    transcript: Transcript
    story: tuple[Note, ...]
    questions: tuple[Decision, ...]
    lapses: tuple[Lapse, ...]
    #: True if the same questions were asked before, and the answers left them open.
    left_open: bool = False
    #: The seats that get a default now, because two of their files left a question open.
    defaulted: frozenset[str] = frozenset()

    @property
    def closed(self) -> bool:
        """Tells if the phase is over."""
        return not self.questions

    def told(self, seat: str | None) -> Told:
        """Returns the part that one reader hears; None is the public."""
        own = tuple(lapse for lapse in self.lapses if lapse.decision.side == seat)
        return Told(heard(self.story, seat or ALL), own)

    def asked(self, seat: str) -> tuple[Decision, ...]:
        """The questions open for a seat."""
        return tuple(question for question in self.questions if question.side == seat)


def play(
    terms: Terms,
    position: Mapping[str, Any],
    steps: Sequence[StepInput],
    transcript: Transcript,
    secrets: Mapping[str, bytes],
) -> Played:
    """Runs the phase to the end of its newest step.

    The transcript given holds the steps before, and is not changed.

    A seat that was asked twice and left a question open with both files counts as silent. So nobody can delay a phase
    by files that answer nothing, and a file that crossed the question in the post costs nothing (docs/protocol.md, 17).
    """
    match = terms.restore(stored(position))
    now = steps[-1]
    for seat in terms.seats:
        match.adopt(seat, of_seat(steps[:1], seat))
    sources = {seat: match.sources(seat, of_seat(steps, seat)[::-1]) for seat in terms.seats}
    record = Transcript(stored(transcript.records))
    driver = Driver(record, Lanes(now.key, secrets), sources, deadline_passed=now.silent)
    table = Table()
    outcome: Closed[None] | Asking = driver.run(match.play(table))
    if isinstance(outcome, Asking):
        left_open = len(steps) > 1 and len(record) == now.mark
        if left_open and steps[-2].mark == now.mark and len(steps) > 2:
            sides = frozenset(question.side for question in outcome.questions)
            now = replace(now, silent=now.silent | sides)
            played = play(terms, position, [*steps[:-1], now], transcript, secrets)
            return replace(played, defaulted=sides)
        return Played(match, record, tuple(table.story), outcome.questions, outcome.lapses, left_open)
    for seat in terms.seats:  # a file sent amid the phase changes standing orders for the phases after it
        match.adopt(seat, of_seat(steps[1:], seat))
    return Played(match, record, tuple(table.story), (), outcome.lapses)


def stored(plain: Any) -> Any:
    """Plain data as it comes back from a file: mappings in the order of their names, nothing shared with its owner."""
    return json.loads(canonical(plain))


def of_seat(steps: Sequence[StepInput], seat: str) -> list[Orders]:
    """A seat's order files, oldest first."""
    return [orders for step in steps for orders in step.files if orders.seat == seat]


def rolls_of(records: Sequence[Mapping[str, Any]], lane: str) -> list[str]:
    """The lines of a lane's roll log, sorted by bytes."""
    rolls = [record for record in records if record["k"] == "roll" and record["lane"] == lane]
    return sorted(Thrown(roll["label"], roll["spec"], tuple(roll["values"])).line() for roll in rolls)


def step_id(phase: str, number: int) -> str:
    """`t03.english`, then `t03.english.2` and so on (PROTOCOL 3.8)."""
    return phase if number == 1 else f"{phase}.{number}"


def questions_as_data(questions: Sequence[Decision], *, left_open: bool = False) -> list[dict[str, Any]]:
    """Open questions as their owner's letter and order desk read them."""
    again = {"left_open": True} if left_open else {}
    return [
        {
            "key": q.key, "rule": q.rule, "topic": q.topic, "prompt": q.prompt, "legal": q.legal(),
            "default": q.default_answer(), **again,
        }
        for q in questions
    ]  # fmt: skip
