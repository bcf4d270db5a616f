"""Counts the war for the campaign book: combats with their losses, seaports taken, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Gain, casts, counting
from pbem.base.records import dataclass

#: A combat die hits at or below a number (9.1, 9.2); the die of a counter's fate is good above its cost (9.3).
KINDS, METHOD = counting(DATA / "annals.yaml")
BEGINNINGS = ("naval_combat", "land_combat")
#: What a book leaves out: routes that are on the map, and where lost counters went, which the sum of the phase says.
LEFT_OUT = ("voyage", "to_pool", "gone", "holds")
#: Events of a combat besides its dice.
OUTCOMES = ("naval_over", "land_over", "captured")


@dataclass(slots=True)
class Combat:
    """A combat being read from the notes."""

    title: str
    hex: str
    lines: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    board, told = reading.seen.board, reading.told
    #: Names in labels: sides and their counters.
    owners = {side: side for side in SIDES} | {name: counter.side for name, counter in board.counters.items()}
    battles = tuple(Battle(each.title, tuple(each.lines), tuple(each.lost.items())) for each in combats(told.notes))
    return Annals(battles, tuple(gains(board, told.notes)), casts(told.notes, KINDS, owners))


def combats(notes: Sequence[Note]) -> list[Combat]:
    """Combats in the order of the phase, each until the next one or the next step."""
    found: list[Combat] = []
    running = False
    for note in notes:
        if note.event in BEGINNINGS:
            found.append(Combat(note.text.partition(": ")[0], str(note.facts["hex"])))
        running = note.event in BEGINNINGS or (running and note.event != "step")
        if running and note.event == "eliminated":
            found[-1].lost[str(note.facts["side"])] += 1
        elif running and note.event in OUTCOMES:
            found[-1].lines.append(note.text)
    return found


def gains(board: Board, notes: Sequence[Note]) -> Iterator[Gain]:
    """Seaports taken, for what they yield at once (3.4)."""
    for note in notes:
        if note.event == "captured":
            port = board.seaports[str(note.facts["port"])]
            yield Gain(str(note.facts["side"]), port.name, int(note.facts["points"]))


# ------------------------------------------------------------------------------------------------------ the telling


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping."""
    return [note for note in notes if not bookkeeping(note)]


def bookkeeping(note: Note) -> bool:
    """Tells if a note matters only to players."""
    fate = note.throw is not None and note.throw.label.startswith("disposal/")
    return fate or note.event in LEFT_OUT or (note.event == "funds" and " yields 0 more" in note.text)
