"""The table that a rule plays at: it asks for rolls, draws and choices, and tells notes.

A rule is an `async def` that runs straight down the page. It stops only where dice fall or somebody chooses, by
`await table.roll(...)`, `table.draw(...)`, `table.decide(...)` or `table.decide_all(...)`. What it awaits is an
effect: a plain value that a driver (pbem/adjudicator/engine/driver.py) answers. There is no event loop, no clock and no
chance here.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.base.records import dataclass, field

T = TypeVar("T")
A = TypeVar("A")  # what a rule gets for a question
W = TypeVar("W", bound=str)  # a word to answer with: any, or one of an enum
Plain = Any  # what JSON can say: str, int, bool, list, dict

#: The audience of what everybody at the table sees.
ALL = "all"
#: Lanes of the dice (PROTOCOL 3.9): everybody's, nobody's until it opens, and one for each side.
PUBLIC, SEALED = "pub", "mod"


def own_lane(side: str) -> str:
    """The lane of dice that only this side may know."""
    return f"side:{side}"


class Effect(Generic[T]):
    """Something a rule waits for."""

    __slots__ = ()

    def __await__(self) -> Generator[Effect[T], T, T]:
        answer = yield self
        return answer


@dataclass(frozen=True, slots=True)
class Roll(Effect[tuple[int, ...]]):
    """Dice, or a draw without replacement, by label (PROTOCOL 3.7-3.8)."""

    rule: str
    label: str
    spec: str
    lane: str = PUBLIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A question with a key: whose it is, which rule asks, what is legal, what stands if nobody answers.

    This much of it orders, letters and records know. They hold answers as plain data; `Question` says what type the
    rule gets.

    Everything in it may be known to its side, for it is printed in letters. `topic` names the part of an order
    file that may answer it beforehand; `facts` is what that part, and a standing order's condition, may look at.
    """

    rule: str
    side: str
    key: str
    topic: str
    prompt: str
    facts: Mapping[str, Plain] = field(default_factory=dict)
    #: Whether it must never stop a phase, because that it is open tells others something hidden from them.
    discreet: bool = False

    def faults(self, answer: Plain) -> list[str]:
        """Lists why this answer is not legal; empty when it is."""
        raise TypeError(f"{type(self).__name__} does not say what is legal")

    def read(self, answer: Plain) -> object:
        """A legal answer, as the rule takes it."""
        raise TypeError(f"{type(self).__name__} does not say how to read an answer")

    def only_answer(self) -> Plain | None:
        """The answer, where exactly one is legal; None where there is a choice."""
        return None

    def default_answer(self) -> Plain:
        """Returns the answer that is used when the deadline has passed and nobody answered."""
        raise TypeError(f"{type(self).__name__} has no default")

    def legal(self) -> Plain:
        """Returns the legal answers as data for a letter, a bot or an order desk."""
        raise TypeError(f"{type(self).__name__} cannot list what is legal")


class Question(Decision, Effect[A]):
    """A decision whose answer a rule waits for, and the type of it."""

    __slots__ = ()

    def read(self, answer: Plain) -> A:
        """A legal answer, as the rule takes it."""
        raise TypeError(f"{type(self).__name__} does not say how to read an answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Question[W]):
    """One of some options; each has a word to answer with and a line that says what it is."""

    options: Mapping[W, str]
    default: W

    def faults(self, answer: Plain) -> list[str]:
        return [] if answer in self.options else [f"'{answer}' is no choice here: one of {', '.join(self.options)}"]

    def read(self, answer: Plain) -> W:
        return next(word for word in self.options if word == answer)

    def only_answer(self) -> Plain | None:
        return str(next(iter(self.options))) if len(self.options) == 1 else None

    def default_answer(self) -> Plain:
        return str(self.default)

    def legal(self) -> Plain:
        return {"choose": {str(word): told for word, told in self.options.items()}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Question[list[str]]):
    """Some of the options, at least and at most so many, in the order the side prefers."""

    options: Mapping[str, str]
    least: int
    most: int
    default: tuple[str, ...]
    ordered: bool = False  # whether to put the same options in another order is another answer

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, list) or not all(isinstance(word, str) for word in answer):
            return [f"'{answer}' is no list of names"]
        found = [f"'{word}' cannot be picked here" for word in answer if word not in self.options]
        found += [f"'{word}' is picked twice" for word in dict.fromkeys(answer) if answer.count(word) > 1]
        if not self.least <= len(answer) <= self.most:
            found.append(f"{len(answer)} picked, where {self.wanted()} must be")
        return found

    def read(self, answer: Plain) -> list[str]:
        return list(answer)

    def only_answer(self) -> Plain | None:
        taken = min(self.most, len(self.options))
        if self.least < taken or 0 < taken < len(self.options) or (self.ordered and taken > 1):
            return None
        return list(self.options) if taken else []

    def wanted(self) -> str:
        """Returns the number wanted, in words."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def default_answer(self) -> Plain:
        return list(self.default)

    def legal(self) -> Plain:
        return {"pick": dict(self.options), "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Question[int]):
    """A whole number between two others, written as text like all numbers of an order file."""

    least: int
    most: int
    default: int

    def faults(self, answer: Plain) -> list[str]:
        number = int(answer) if isinstance(answer, str) and answer.isascii() and answer.isdecimal() else -1
        if answer == str(number) and self.least <= number <= self.most:
            return []
        return [f"'{answer}' is no number from {self.least} to {self.most}"]

    def read(self, answer: Plain) -> int:
        return int(answer)

    def only_answer(self) -> Plain | None:
        return str(self.least) if self.least == self.most else None

    def default_answer(self) -> Plain:
        return str(self.default)

    def legal(self) -> Plain:
        return {"least": str(self.least), "most": str(self.most)}


@dataclass(frozen=True, slots=True)
class DecideAll(Effect[tuple[A, ...]]):
    """Simultaneous choices: nothing is recorded, and nobody learns anything, until all have answered."""

    decisions: tuple[Question[A], ...]


@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason a die counts for more or less, with its rule."""

    rule: str
    amount: int
    reason: str


@dataclass(slots=True)
class Shift:
    """Arithmetic with reasons, so that a report can print each with its number."""

    modifiers: list[Modifier] = field(default_factory=list)

    def add(self, rule: str, amount: int, reason: str, *, when: bool = True) -> None:
        """Note a modifier, if it applies and changes anything."""
        if when and amount:
            self.modifiers.append(Modifier(rule, amount, reason))

    @property
    def total(self) -> int:
        return sum(modifier.amount for modifier in self.modifiers)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice as they fell, and what they came to."""

    label: str
    values: tuple[int, ...]
    shift: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.values) + sum(modifier.amount for modifier in self.shift)

    def __str__(self) -> str:
        return dice_in_words(self)


def dice_in_words(throw: Throw, *, singly: bool = False) -> str:
    """Dice as they lie, every modifier with its rule, and what they come to: `[3] +1 admiral (6.3) = 4`.

    Dice that are read `singly` have no sum.
    """
    fell = " ".join(f"[{value}]" for value in throw.values)
    shift = ", ".join(f"{m.amount:+d} {m.reason} ({m.rule})" for m in throw.shift)
    if singly:
        return f"{fell} {shift}, to each" if shift else fell
    total = f" = {throw.total}" if shift or len(throw.values) > 1 else ""
    return f"{fell} {shift}{total}" if shift else f"{fell}{total}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened, told to those who may know it. The audience is fixed when it is written."""

    rule: str
    to: str
    text: str
    event: str = ""
    facts: Mapping[str, Plain] = field(default_factory=dict)
    throw: Throw | None = None
    why: str = ""  # what the dice were thrown for, where there are any

    def heard_by(self, side: str) -> bool:
        """Tells if this side may read the note; `ALL` asks for what the public may."""
        return self.to == ALL or self.to == side


class Table:
    """Plays a phase: effects go to the driver, notes are kept here in order."""

    __slots__ = ("asked", "counts", "story")

    def __init__(self) -> None:
        self.story: list[Note] = []
        self.counts: dict[str, int] = {}
        self.asked: dict[str, int] = {}

    def label(self, kind: str, parts: Iterable[str]) -> str:
        """A label never used before in this phase: what and where, then a dense counter (PROTOCOL 3.8)."""
        return self._numbered("/".join((kind, *parts)), self.counts)

    def key(self, topic: str, parts: Iterable[str]) -> str:
        """A key never used before in this phase for a question, counted apart from the dice."""
        return self._numbered("/".join((topic, *parts)), self.asked)

    @staticmethod
    def _numbered(base: str, counts: dict[str, int]) -> str:
        number = counts[base] = counts.get(base, 0) + 1
        return f"{base}/n{number}"

    async def roll(
        self, rule: str, spec: str, kind: str, *parts: str, why: str = "", shift: Shift | None = None, to: str = ALL
    ) -> Throw:
        """Throws dice, and tells everybody who may see them at once, with each modifier."""
        label = self.label(kind, parts)
        values = await Roll(rule, label, spec, PUBLIC if to == ALL else own_lane(to))
        throw = Throw(label, values, tuple(shift.modifiers) if shift else ())
        why = why or kind
        self.story.append(Note(rule, to, f"{why}: {throw}.", "roll", {}, throw, why))
        return throw

    async def draw(self, rule: str, items: Sequence[T], number: int, kind: str, *parts: str, lane: str) -> list[T]:
        """Draws from a canonical list without replacement; the rule itself tells those who may see it."""
        effect = Roll(rule, self.label(kind, parts), f"draw:{number}of{len(items)}", lane)
        return [items[index] for index in await effect]

    async def decide(self, question: Question[A]) -> A:
        """Wait for one side's choice."""
        return await question

    async def decide_all(self, *questions: Question[A]) -> tuple[A, ...]:
        """Wait for several sides' choices made at the same time, unseen by each other; none where nobody is asked."""
        return await DecideAll(questions) if questions else ()

    def note(self, rule: str, to: str, text: str, event: str = "", /, **facts: Plain) -> None:
        """Tell an audience what happened."""
        self.story.append(Note(rule, to, text, event, facts))

    def reveal(self, rule: str, to: str, text: str, sealed: str, /, **facts: Plain) -> None:
        """Open sealed matter to an audience: `sealed` names the commitment that the ledger holds for it."""
        self.story.append(Note(rule, to, text, "reveal", {"sealed": sealed, **facts}))
