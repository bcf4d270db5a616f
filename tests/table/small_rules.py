"""Small rules and players for the tests of the table, the driver and the transcript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pbem.adjudicator.engine.driver import Driver, Source
from pbem.adjudicator.engine.table import Choose, Decision, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript


def ask(key: str, side: str, *, default: str = "hold", rule: str = "1.1") -> Choose[str]:
    """A question with three answers."""
    options = {"hold": "stay", "sail": "go", "fire": "shoot"}
    return Choose(rule=rule, side=side, key=key, topic="plan", prompt=f"{key}?", options=options, default=default)


@dataclass
class Scripted:
    """A source with an answer for some keys; remembers what it was asked and what it was told to recall."""

    answers: Mapping[str, Plain]
    name: str = "script"
    asked: list[str] = field(default_factory=list)
    recalled: list[tuple[str, str]] = field(default_factory=list)

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        self.asked.append(decision.key)
        return (self.answers[decision.key], self.name) if decision.key in self.answers else None

    def recall(self, decision: Decision, source: str) -> None:
        self.recalled.append((decision.key, source))


def threes(roll: Roll) -> tuple[int, ...]:
    """Dice that always show a three."""
    return (3,) * int(roll.spec.partition("d")[0])


def driver(
    transcript: Transcript | None = None, *, red: Iterable[Source] = (), blue: Iterable[Source] = (),
    late: Iterable[str] = (), check_record: bool = False,
) -> Driver:
    """A driver of a game between red and blue."""
    record = Transcript() if transcript is None else transcript
    sources = {"red": list(red), "blue": list(blue)}
    return Driver(record, threes, sources, deadline_passed=frozenset(late), check_record=check_record)


async def duel(table: Table) -> list[str]:
    """A throw, both choose at once, red chooses again, a throw."""
    first = await table.roll("2.1", "2d6", "wind")
    both = await table.decide_all(ask("stance red", "red"), ask("stance blue", "blue"))
    last = await table.decide(ask("shot red", "red", rule="2.2"))
    second = await table.roll("2.3", "1d6", "wind")
    return [str(first.total), *both, last, str(second.total)]


ANSWERS = {"stance red": "sail", "shot red": "fire"}
REPLY = {"stance blue": "hold"}
