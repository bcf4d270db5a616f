"""Own steps played offline on one's own view: the rules that adjudicate, with dice that harm nobody.

What lapses in a rehearsal lapses for a reason its owner can see, and becomes a fault of the order file.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Driver, Roller, Source
from pbem.adjudicator.engine.table import Decision, Effect, Note, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Path = tuple[str | int, ...]
#: The event of a note that says that something did not come about.
LAPSED = "lapsed"


class Heard:
    """An order file that remembers what it has answered, and how much had been told by then."""

    def __init__(self, file: Source, table: Table) -> None:
        self.file, self.table = file, table
        self.asked: list[tuple[int, Decision]] = []

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        said = self.file.answer(decision)
        if said is not None:
            self.asked.append((len(self.table.story), decision))
        return said

    def recall(self, decision: Decision, source: str) -> None:
        """A rehearsal has no record."""


class Rehearsal:
    """Steps played for one seat; the others do nothing. It gives the faults that came to light.

    The first of the sources is the order file; it is heard what each part of it answers.
    """

    def __init__(self, seat: str, seats: Iterable[str], sources: Sequence[Source], dice: Roller) -> None:
        self.seat, self.table = seat, Table()
        self.heard = Heard(sources[0], self.table)
        answers = {each: [self.heard, *sources[1:]] if each == seat else [] for each in seats}
        self.driver = Driver(Transcript(), dice, answers, deadline_passed=frozenset(answers))

    def play(self, steps: Callable[[Table], Coroutine[Effect[Any], Any, None]]) -> None:
        """Plays steps to their end."""
        self.driver.run(steps(self.table))

    def answered_before(self, number: int) -> Decision | None:
        """The last question that the order file answered before a note of the story."""
        return next((decision for told, decision in reversed(self.heard.asked) if told <= number), None)

    def refused(self, page: Document, place: Callable[[Decision], Path]) -> Iterator[Fault]:
        """Parts that answer no question of their own kind."""
        for lapse in self.driver.lapses:
            for reason in lapse.reasons:
                yield page.fault(place(lapse.decision), reason, rule=lapse.decision.rule, kind=Kind.ILLEGAL)

    def lapsed(self, page: Document, place: Callable[[int, Note], Path | None]) -> Iterator[Fault]:
        """Parts that were tried in vain, each at its own place, unless another fault says so."""
        for number, note in enumerate(self.table.story):
            if note.event == LAPSED and note.to == self.seat and (path := place(number, note)) is not None:
                yield page.fault(path, note.text.rstrip("."), rule=note.rule, kind=Kind.ILLEGAL)


def entry_with(page: Document, ways: Iterable[Path], **wanted: Any) -> Path | None:
    """The first entry, of the lists at these places, with one of the values that are wanted of its words."""
    for way in ways:
        items = part_at(page.value, way)
        for number, item in enumerate(items if isinstance(items, list) else ()):
            if any(value and item.get(word) == value for word, value in wanted.items()):
                return (*way, number)
    return None


def named_twice(page: Document, way: Path, word: str) -> Iterator[tuple[str, Path, int]]:
    """Yields names that an earlier entry of a list has: the name, its place, the line of the earlier one."""
    first: dict[str, Path] = {}
    for number, item in enumerate(part_at(page.value, way) or ()):
        place = (*way, number, word)
        if item[word] in first:
            yield item[word], place, page.fault(first[item[word]], "").line
        first.setdefault(item[word], place)


def part_at(value: Any, way: Path) -> Any:
    """The part of a file at a place; None where it has none."""
    for step in way:
        value = value.get(step) if isinstance(value, dict) else None
    return value
