"""Play one rule of any game on a position, with dice and decisions from a list that names the rule of each.

    outcome, notes = play(naval_combat, state, "3119", SPANISH, answers=[("9.1", 3), ("9.1", ["frigate-e2"])])

The list is used up in order. A rule that asks for something else, for more, or for less than the list holds fails the
test with all that was asked so far. Choices are checked by the rule's own idea of what is legal. A draw is answered by
the places of what is drawn in the list it is drawn from, counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.adjudicator.engine.table import DecideAll, Decision, Effect, Note, Roll, Table
from pbem.base.dice_spec import check_spec
from pbem.trust.dice.dice import check_label

T = TypeVar("T")
Answer = tuple[str, Any]


class Default:
    """Stands in a list of answers for the question's own default."""

    def __repr__(self) -> str:
        return "DEFAULT"


DEFAULT = Default()


def play(
    rule: Callable[..., Coroutine[Effect[Any], Any, T]], *position: Any, answers: Sequence[Answer] = (), **named: Any
) -> tuple[T, list[Note]]:
    """Run `rule(table, *position, **named)` to its end; what it returned and what it told."""
    table = Table()
    return run(Script(list(answers)), rule(table, *position, **named)), table.story


def asked(
    rule: Callable[..., Coroutine[Effect[Any], Any, Any]], *position: Any, answers: Sequence[Answer] = (), **named: Any
) -> list[Decision]:
    """Runs a rule like `play` and returns the questions that it asked."""
    table, script = Table(), Script(list(answers))
    run(script, rule(table, *position, **named))
    return script.decisions


def run(script: Script, running: Coroutine[Effect[Any], Any, T]) -> T:
    """Runs a rule to its end with the answers of a script."""
    answer: Any = None
    try:
        while True:
            answer = script.answer(running.send(answer))
    except StopIteration as end:
        script.expect_used_up()
        value: T = end.value
        return value
    finally:
        running.close()


@dataclass
class Script:
    """The answers still to be given, and what has been asked."""

    left: list[Answer]
    asked: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    def answer(self, effect: Effect[Any]) -> Any:
        if isinstance(effect, Roll):
            return self.dice(effect)
        if isinstance(effect, Decision):
            return self.choice(effect)
        assert isinstance(effect, DecideAll), f"a rule awaited {effect!r}"
        return tuple(self.choice(decision) for decision in effect.decisions)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        check_label(roll.label)
        check_spec(roll.spec)
        given = self.next(roll.rule, f"{roll.label} {roll.spec} in {roll.lane}")
        values = tuple(given) if isinstance(given, (list, tuple)) else (given,)
        number, faces = faces_of(roll.spec)
        if len(values) != number or not all(type(value) is int and value in faces for value in values):
            self.fail(f"{roll.label} is {roll.spec}, and {given!r} is no such throw")
        return values

    def choice(self, decision: Decision) -> Any:
        self.decisions.append(decision)
        given = self.next(decision.rule, f"{decision.key} by {decision.side}: {decision.legal()}")
        if given is DEFAULT:
            given = decision.default_answer()
        if faults := decision.faults(given):
            self.fail(f"{given!r} is no legal answer to {decision.key}: {'; '.join(faults)}")
        return decision.read(given)

    def next(self, rule: str, what: str) -> Any:
        """The next answer, which must be for this rule."""
        self.asked.append(f"{rule} {what}")
        if not self.left:
            self.fail("the list of answers is at its end")
        number, given = self.left.pop(0)
        if number != rule:
            self.fail(f"the list goes on with {number} {given!r}")
        return given

    def expect_used_up(self) -> None:
        if self.left:
            self.fail(f"the rule is at its end; left over: {self.left!r}")

    def fail(self, why: str) -> None:
        *before, last = self.asked or ["nothing"]
        told = "\n  ".join(before) or "nothing"
        raise AssertionError(f"{why}\nasked now:\n  {last}\nasked before:\n  {told}")


def faces_of(spec: str) -> tuple[int, range]:
    """How many values a throw has, and which they may be: '2d6', 'draw:2of36'."""
    if spec.startswith("draw:"):
        number, _, size = spec.removeprefix("draw:").partition("of")
        return int(number), range(int(size))
    number, _, faces = spec.partition("d")
    return int(number), range(1, int(faces) + 1)


def told(notes: Iterable[Note], event: str) -> list[str]:
    """The texts of the notes of one sort."""
    return [note.text for note in notes if note.event == event]


def facts(notes: Iterable[Note], event: str) -> list[Mapping[str, Any]]:
    """The facts of the notes of one sort."""
    return [note.facts for note in notes if note.event == event]
