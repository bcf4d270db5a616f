"""Order files of Guerra a Muerte on positions made by hand: checked, played as a whole phase, played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.guerra.guerra_fields import usual

from pbem.adjudicator.engine.driver import Asking, Closed, Driver, Lapse, Roller
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.engine.table import Note, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import SEATS


def match_of(state: State, coming: str = "patriot") -> GuerraMatch:
    """A game that stands so, before a phase."""
    return GuerraMatch(state, coming, SEATS, {"figures": "first", **state.house})


def written(match: GuerraMatch, seat: str, body: str) -> bytes:
    """An order file of a seat for the open phase."""
    phase = match.phase()
    assert phase is not None
    return f"pbem: orders/1\nseat: {seat}\nphase: {phase.id}\n{body}".encode()


def checked(match: GuerraMatch, seat: str, body: str) -> Checked:
    """A file as `orders check` judges it."""
    phase = match.phase()
    assert phase is not None
    head = {"seat": seat, "phase": phase.id}
    return GAME.check_file(match.view(seat), head, written(match, seat, body), "orders.yaml")


def faults(match: GuerraMatch, seat: str, body: str) -> list[tuple[int, str]]:
    """Its faults, each with its line in the body, the first as 1."""
    return [(fault.line - 3, fault.message) for fault in checked(match, seat, body).faults]


def told(match: GuerraMatch, seat: str, body: str) -> str:
    """Everything that `orders check` says the file will do."""
    found = checked(match, seat, body)
    assert not found.faults, [fault.render() for fault in found.faults]
    return "\n".join(found.echo)


def read(match: GuerraMatch, seat: str, body: str) -> Orders:
    """A file as the game reads it."""
    return GAME.read_orders(written(match, seat, body), "orders.yaml")


class Dice:
    """Dice by the first words of their labels; what is not named falls as it usually does in these tests."""

    def __init__(self, named: Mapping[str, Any]) -> None:
        self.named = {label: list(each) if isinstance(each, list) else [each] for label, each in named.items()}

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        number = int(roll.spec.partition("d")[0])
        for label, throws in self.named.items():
            if roll.label.startswith(label) and throws:
                given = throws.pop(0)
                return tuple(given) if isinstance(given, (list, tuple)) else (given,) * number
        return (usual(roll.label),) * number


@dataclass
class Phase:
    """A phase as it was played: what was told, recorded, lapsed, and asked of somebody."""

    state: State
    notes: list[Note]
    transcript: Transcript
    lapses: tuple[Lapse, ...]
    questions: list[str] = field(default_factory=list)

    def said(self, event: str) -> list[str]:
        """The texts of the notes of one sort."""
        return [note.text for note in self.notes if note.event == event]

    def answers(self, topic: str) -> list[Any]:
        """The recorded answers to questions of one sort."""
        return [each["answer"] for each in self.transcript.records if each.get("key", "").startswith(f"{topic}/")]


def play(
    match: GuerraMatch, dice: Mapping[str, Any] | Roller | None = None, record: Transcript | None = None, **bodies: str
) -> Phase:  # fmt: skip
    """Plays the open phase, on from a record if there is one, with the bodies of order files by seat."""
    files = {seat: [read(match, seat, bodies[seat])] if seat in bodies else [] for seat in SEATS}
    for seat in SEATS:
        match.adopt(seat, files[seat])
    transcript, table = record if record is not None else Transcript([]), Table()
    sources = {seat: match.sources(seat, files[seat]) for seat in SEATS}
    driver = Driver(transcript, dice if callable(dice) else Dice(dice or {}), sources)
    outcome = driver.run(match.play(table))
    assert isinstance(outcome, Closed | Asking)
    asked = [question.key for question in outcome.questions] if isinstance(outcome, Asking) else []
    return Phase(match.state, table.story, transcript, outcome.lapses, asked)
