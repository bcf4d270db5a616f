"""Questions of this title that are not simply one of some options, and short ways to ask.

Nothing stops a phase by itself: what neither orders nor doctrine answer takes its default, unless its owner wants to be
asked. Where even that a question is open would tell something hidden, it is discreet and never goes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import NO, YES, Entries, Entry, Reply
from pbem.adjudicator.engine.table import Choose, Pick, Plain, Question, Table
from pbem.base.records import dataclass

Facts = Mapping[str, Plain]


#: The word of an answer under which stands what was left out before it, for its owner alone.
PASSED = "passed"
MOST_PASSED, LONGEST = 200, 600


def wrong_passed(answer: Mapping[str, Plain]) -> list[str]:
    """Lists what is wrong with the lines on what was left out."""
    lines = answer.get(PASSED, [])
    good = isinstance(lines, list) and len(lines) <= MOST_PASSED
    good = good and all(isinstance(line, str) and len(line) <= LONGEST for line in lines)
    return [] if good else [f"'{PASSED}' is no list of lines"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Next(Question[dict[str, Plain]]):
    """The next operation: a mapping that names a force or fleet; one that names neither ends the operations."""

    def faults(self, answer: Plain) -> list[str]:
        return wrong_passed(answer) if isinstance(answer, dict) else [f"'{answer}' is no mapping"]

    def read(self, answer: Plain) -> dict[str, Plain]:
        return dict(answer)

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"form": self.topic}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Question[dict[str, Plain]]):
    """The next step of an operation: a mapping of one verb to its parameters, or the word that ends it."""

    ends: str
    verbs: tuple[str, ...]  # what the mapping may begin with

    def faults(self, answer: Plain) -> list[str]:
        if answer == self.ends:
            return []
        if not isinstance(answer, dict):
            return [f"'{answer}' is neither a mapping nor '{self.ends}'"]
        named = [word for word in answer if word != PASSED]
        if len(named) != 1 or named[0] not in (*self.verbs, self.ends):
            return [f"one of {', '.join((*self.verbs, self.ends))} must be said, and one alone"]
        return wrong_passed(answer)

    def read(self, answer: Plain) -> dict[str, Plain]:
        return {self.ends: {}} if answer == self.ends else dict(answer)

    def default_answer(self) -> Plain:
        return self.ends

    def legal(self) -> Plain:
        return {"form": self.topic, "verbs": list(self.verbs), "ends": self.ends}


# -------------------------------------------------------------------------------------------- the question alone


def ask_entry(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, prompt: str,
    *, discreet: bool = False,
) -> Entry:  # fmt: skip
    """A question for a mapping."""
    return Entry(rule=rule, side=seat, key=table.key(topic, parts), topic=topic, prompt=prompt, facts=facts,
                 discreet=discreet)  # fmt: skip


def ask_entries(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, prompt: str,
    *, discreet: bool = False,
) -> Entries:  # fmt: skip
    """A question for a list of entries."""
    return Entries(rule=rule, side=seat, key=table.key(topic, parts), topic=topic, prompt=prompt, facts=facts,
                   discreet=discreet)  # fmt: skip


def ask_choice(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, options: Mapping[str, str],
    default: str, prompt: str, *, discreet: bool = False,
) -> Choose[str]:  # fmt: skip
    """A question for one of some options."""
    return Choose(rule=rule, side=seat, key=table.key(topic, parts), topic=topic, prompt=prompt, facts=facts,
                  options=options, default=default, discreet=discreet)  # fmt: skip


# -------------------------------------------------------------------------------------------- asked at once


async def entry(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, prompt: str,
    *, discreet: bool = False,
) -> dict[str, Plain]:  # fmt: skip
    """Asks for one mapping."""
    return await table.decide(ask_entry(table, rule, seat, topic, parts, facts, prompt, discreet=discreet))


async def entries(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, prompt: str,
    *, discreet: bool = False,
) -> list[Plain]:  # fmt: skip
    """Asks for a list of entries."""
    return await table.decide(ask_entries(table, rule, seat, topic, parts, facts, prompt, discreet=discreet))


async def choose(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, options: Mapping[str, str],
    default: str, prompt: str, *, discreet: bool = False,
) -> str:  # fmt: skip
    """Asks for one of some options. With one option nobody is asked."""
    if len(options) == 1:
        return next(iter(options))
    asked = ask_choice(table, rule, seat, topic, parts, facts, options, default, prompt, discreet=discreet)
    return await table.decide(asked)


async def yes_no(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, default: Reply, prompt: str,
    *, discreet: bool = False,
) -> bool:  # fmt: skip
    """Asks for yes or no."""
    options = {str(YES): "yes", str(NO): "no"}
    return await choose(table, rule, seat, topic, parts, facts, options, default, prompt, discreet=discreet) == YES


async def pick(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, options: Mapping[str, str],
    default: Sequence[str], prompt: str, *, least: int = 0, most: int = 0, ordered: bool = False,
    discreet: bool = False,
) -> list[str]:  # fmt: skip
    """Asks for some of the options; `most` 0 lets all of them be named. With none nobody is asked."""
    if not options:
        return []
    question = Pick(rule=rule, side=seat, key=table.key(topic, parts), topic=topic, prompt=prompt, facts=facts,
                    options=options, least=least, most=most or len(options), default=tuple(default),
                    ordered=ordered, discreet=discreet)  # fmt: skip
    return await table.decide(question)


async def order_of(
    table: Table, rule: str, seat: str, topic: str, parts: Sequence[str], facts: Facts, options: Mapping[str, str],
    default: Sequence[str], prompt: str, *, discreet: bool = False,
) -> list[str]:  # fmt: skip
    """Asks in which order some options are taken; those that the answer leaves out follow as by default."""
    if len(options) < 2:
        return list(options)
    named = await pick(table, rule, seat, topic, parts, facts, options, default, prompt, ordered=True,
                       discreet=discreet)  # fmt: skip
    return [*named, *(name for name in default if name not in named)]
