"""Own steps played offline on one's own view: the rules that adjudicate, with dice that harm nobody.

What lapses in a rehearsal lapses for a reason its owner can see, and becomes a fault of the order file.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Driver, Roller, Source
from pbem.adjudicator.engine.table import Decision, Effect, Note, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Path = tuple[str | int, ...]
#: The event of a note that says that something did not come about.
LAPSED = "lapsed"


class Rehearsal:
    """Steps played for one seat; the others do nothing. It gives the faults that came to light."""

    def __init__(self, seat: str, seats: Iterable[str], sources: Sequence[Source], dice: Roller) -> None:
        self.seat, self.table = seat, Table()
        answers = {each: list(sources) if each == seat else [] for each in seats}
        self.driver = Driver(Transcript(), dice, answers, deadline_passed=frozenset(answers))

    def play(self, steps: Callable[[Table], Coroutine[Effect[Any], Any, None]]) -> None:
        """Plays steps to their end."""
        self.driver.run(steps(self.table))

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
