"""Games of When Lions Sailed as their players meet them: phases played with order files, and what a seat then sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Asking, Closed, Driver, Lapse, Source
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.engine.table import Decision, Note, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.posing import pose
from pbem.adjudicator.titles import load_game
from pbem.strict_yaml import write
from pbem.trial.soak import dice_of

GAME = load_game("lions")


class Outcome:
    """What a phase came to."""

    def __init__(self, match: LionsMatch, table: Table, transcript: Transcript, ended: Closed[None] | Asking) -> None:
        self.match = match
        self.story: list[Note] = table.story
        self.answers = {record["key"]: record for record in transcript if record["k"] == "decide"}
        self.questions: tuple[Decision, ...] = ended.questions if isinstance(ended, Asking) else ()
        self.lapses: tuple[Lapse, ...] = ended.lapses
        self.records = list(transcript)

    def said(self, prefix: str) -> list[Any]:
        """The answers to questions whose keys begin so, in the order they were asked."""
        return [record["answer"] for key, record in self.answers.items() if key.startswith(prefix)]

    def heard(self, event: str) -> list[str]:
        return [note.text for note in self.story if note.event == event]


def orders(seat: str, phase: str, body: str | Mapping[str, Any] = "") -> Orders:
    """An order file, read as any is."""
    text = body if isinstance(body, str) else write(dict(body))
    return GAME.read_orders(f"pbem: orders/1\nseat: {seat}\nphase: {phase}\n{text}".encode(), "orders.yaml")


def posed(**given: Any) -> LionsMatch:
    """A position of its own, two players unless it says otherwise."""
    match, _ = pose({"players": "2", "phase": "year", "pounds": {"england": "20", "netherlands": "20"}} | given)
    return match


def begun(scenario: str = "two-players", phases: int = 0, **house: str) -> LionsMatch:
    """A game after so many phases in which nobody ordered anything."""
    match = GAME.begin(scenario, house, None)
    assert isinstance(match, LionsMatch)
    for _ in range(phases):
        run(match, {})
    return match


def run(
    match: LionsMatch, files: Mapping[str, Sequence[Orders]], dice: str = "dice", records: Sequence[Any] = (),
    silent: bool = True,
) -> Outcome:  # fmt: skip
    """The open phase with these order files; who sent none has let the deadline pass, if `silent`."""
    phase = match.phase()
    assert phase is not None
    players = match.state.players
    for seat in players:
        match.adopt(seat, files.get(seat, ())[:1])
    sources: dict[str, list[Source]] = {seat: match.sources(seat, files.get(seat, ())[::-1]) for seat in players}
    late = frozenset(seat for seat in players if seat not in files) if silent else frozenset[str]()
    transcript, table = Transcript(list(records)), Table()
    ended = Driver(transcript, dice_of(dice, phase), sources, deadline_passed=late).run(match.play(table))
    return Outcome(match, table, transcript, ended)


def checked(match: LionsMatch, seat: str, body: str) -> Checked:
    """What `orders check` finds in orders for the open phase."""
    phase = match.phase()
    assert phase is not None
    return GAME.check(match.view(seat), orders(seat, phase.id, body), "orders.yaml")


def wrong(match: LionsMatch, seat: str, body: str) -> list[tuple[int, str]]:
    """Its faults: line of the body, and words."""
    return [(fault.line - 3, fault.message) for fault in checked(match, seat, body).faults]
