"""Runs a rule and answers its effects, or waits for an answer.

Effects are answered from the transcript, then from dice and from those who may answer.

The driver answers a choice with exactly one legal answer itself and asks no one. Any other choice is answered from, in
this order: the transcript, this phase's orders, standing orders, the seat's doctrine, and, once the deadline has
passed, the rule's own default. A discreet question, which would give hidden things away if it were open, takes the
default at once. If none answers, the phase waits and the questions go out. A phase is run again from its start each
time; what the transcript holds is compared with what the rule asks, and the first question that differs is named: that
is how a changed rule, state or record is found.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from pbem.adjudicator.engine.table import DecideAll, Decision, Effect, Plain, Roll
from pbem.adjudicator.engine.transcript import Transcript, canonical
from pbem.base.errors import CheckFailed, Fault, Kind
from pbem.base.records import dataclass

T = TypeVar("T")

#: Sources in the record besides orders and standing orders.
FORCED, LATE, UNASKED = "forced", "default at deadline", "default, never asked"


class Source(Protocol):
    """Somebody or something that may answer for a side."""

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """An answer and where it stands ("orders line 14"), or None."""

    def recall(self, decision: Decision, source: str) -> None:
        """Hears of an answer already in the record, so that a used-up order counts as used again."""


Roller = Callable[[Roll], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Lapse:
    """An answer given beforehand that could not be used, with the reasons for its owner."""

    decision: Decision
    source: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closed(Generic[T]):
    """The phase ran to its end."""

    result: T
    lapses: tuple[Lapse, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """The phase waits: all independent questions that are open now, to go out in one letter each."""

    questions: tuple[Decision, ...]
    lapses: tuple[Lapse, ...]


class _NoAnswer(Exception):
    """Carries open questions out of the loop; never seen outside this module."""

    def __init__(self, questions: tuple[Decision, ...]) -> None:
        super().__init__()
        self.questions = questions


class Driver:
    """One run of one phase."""

    def __init__(
        self,
        transcript: Transcript,
        roller: Roller,
        sources: Mapping[str, Sequence[Source]],
        *,
        deadline_passed: frozenset[str] = frozenset(),
        check_record: bool = False,
    ) -> None:
        """`deadline_passed` names the sides whose defaults may stand; `check_record` also rolls recorded dice anew."""
        self.transcript = transcript
        self.roller = roller
        self.sources = sources
        self.deadline_passed = deadline_passed
        self.check_record = check_record
        self.cursor = 0
        self.lapses: list[Lapse] = []

    def run(self, rule: Coroutine[Effect[Any], Any, T]) -> Closed[T] | Asking:
        """Drive the rule to its end or to a question nobody has answered."""
        answer: Any = None
        try:
            while True:
                effect = rule.send(answer)
                answer = self.answer(effect)
        except StopIteration as end:
            self.expect_no_more()
            return Closed(end.value, tuple(self.lapses))
        except _NoAnswer as waiting:
            self.expect_no_more()
            return Asking(waiting.questions, tuple(self.lapses))
        finally:
            rule.close()

    def answer(self, effect: Effect[Any]) -> Any:
        """One effect's answer."""
        if isinstance(effect, Roll):
            return self.dice(effect)
        if isinstance(effect, Decision):
            return self.choices((effect,))[0]
        if isinstance(effect, DecideAll):
            return self.choices(effect.decisions)
        raise TypeError(f"a rule awaited {effect!r}, which no driver answers")

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Dice from the record, else from the phase's key; a die is never thrown twice."""
        asked = {"k": "roll", "rule": roll.rule, "label": roll.label, "spec": roll.spec, "lane": roll.lane}
        recorded = self.recorded(asked)
        if recorded is None:
            values = self.roller(roll)
            self.record({**asked, "values": list(values)})
            return values
        values = tuple(recorded["values"])
        if self.check_record and values != self.roller(roll):
            raise mismatch(self.cursor, f"'{roll.label}' is recorded as {values}; the dice say otherwise", roll.rule)
        return values

    def choices(self, decisions: Sequence[Decision]) -> tuple[object, ...]:
        """The answers to all of these as the rule takes them, or none of them."""
        if self.cursor < len(self.transcript):
            answered = [self.checked(decision, self.recorded(question(decision))) for decision in decisions]
            return tuple(decision.read(answer) for decision, answer in zip(decisions, answered, strict=True))
        answers = [self.ask(decision) for decision in decisions]
        open_questions = tuple(d for d, a in zip(decisions, answers, strict=True) if a is None)
        if open_questions:
            raise _NoAnswer(open_questions)
        for decision, answer in zip(decisions, answers, strict=True):
            assert answer is not None  # noqa: S101 - sorted out just above
            self.record({**question(decision), "answer": answer[0], "source": answer[1]})
        return tuple(d.read(answer[0]) for d, answer in zip(decisions, answers, strict=True) if answer is not None)

    def ask(self, decision: Decision) -> tuple[Plain, str] | None:
        """Returns the first usable answer for this side, and keeps unusable ones as lapses."""
        only = decision.only_answer()
        if only is not None:
            return only, FORCED
        for source in self.sources.get(decision.side, ()):
            answer = source.answer(decision)
            if answer is None:
                continue
            reasons = decision.faults(answer[0])
            if not reasons:
                return answer
            self.lapses.append(Lapse(decision, answer[1], tuple(reasons)))
        if decision.side in self.deadline_passed:
            return decision.default_answer(), LATE
        return (decision.default_answer(), UNASKED) if decision.discreet else None

    def checked(self, decision: Decision, record: dict[str, Any] | None) -> Plain:
        """A recorded choice, refused if the rule would not have allowed it."""
        if record is None:
            raise mismatch(self.cursor, f"ends amid simultaneous choices, before '{decision.key}'", decision.rule)
        if self.check_record and (reason := self.why_wrong(decision, record)):
            raise mismatch(self.cursor, f"'{decision.key}' was {reason}", decision.rule)
        if record["source"] != FORCED:
            for source in self.sources.get(decision.side, ()):
                source.recall(decision, record["source"])
        return record["answer"]

    @staticmethod
    def why_wrong(decision: Decision, record: Mapping[str, Any]) -> str:
        """Explains why a recorded choice cannot be; empty if it can."""
        if reasons := decision.faults(record["answer"]):
            return f"answered unlawfully: {reasons[0]}"
        forced = decision.only_answer() is not None
        if forced != (record["source"] == FORCED):
            return "forced, and the record has it answered" if forced else "a choice, and the record has it forced"
        if record["source"] == UNASKED and not decision.discreet:
            return "to be asked, and the record has it never asked"
        return ""

    def recorded(self, asked: dict[str, str]) -> dict[str, Any] | None:
        """The next record, which must be of this very question; None past the end."""
        if self.cursor == len(self.transcript):
            return None
        record = self.transcript.records[self.cursor]
        self.cursor += 1
        if any(record.get(name) != value for name, value in asked.items()):
            told = canonical({name: record.get(name) for name in asked})
            raise mismatch(self.cursor, f"the rule asks {canonical(asked)}, the record has {told}", asked["rule"])
        return record

    def record(self, record: dict[str, Any]) -> None:
        self.transcript.records.append(record)
        self.cursor += 1

    def expect_no_more(self) -> None:
        """A record longer than the phase is as wrong as one that differs."""
        if self.cursor < len(self.transcript):
            surplus = self.transcript.records[self.cursor]
            raise mismatch(self.cursor + 1, f"the rule has ended, the record goes on with {canonical(surplus)}", "")


def question(decision: Decision) -> dict[str, str]:
    """Returns the record's keys for a choice."""
    return {"k": "decide", "rule": decision.rule, "side": decision.side, "key": decision.key}


def mismatch(number: int, message: str, rule: str) -> CheckFailed:
    """The first record that differs, by number."""
    return CheckFailed(Fault(message, file="transcript", line=number, rule=rule, kind=Kind.MISMATCH))
