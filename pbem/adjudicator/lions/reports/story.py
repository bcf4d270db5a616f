"""Tells the notes a reader heard: step by step, and operations theatre by theatre.

Each operation has a line on its result; voyages of others that only changed place stand together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.theatres import THEATRES, Theatre, theatre_of
from pbem.adjudicator.lions.reports.gist import came_of, led, voyage
from pbem.adjudicator.lions.reports.telling import Telling
from pbem.adjudicator.lions.reports.voice import VOICE
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Chapter
from pbem.adjudicator.reports.phrases import count, listed

SET_UP = ("What happened", "3.1")
#: Events that name somebody but do nothing to them.
PASSING = ("revealed", "moved", "passed", "roll")
#: Where something happens, rather than where it began.
SCENES = ("battle", "assault")
FIGHTS = {"battle": "battle", "assault": "assault"}


@dataclass(slots=True)
class Operation:
    """An operation (13.1), with who passed after it."""

    number: int
    begun: Note
    notes: list[Note] = field(default_factory=list)

    @property
    def power(self) -> str:
        """Returns the power that operates."""
        return str(self.begun.facts["power"])

    @property
    def start(self) -> str:
        """The square in which it begins."""
        return str(self.begun.facts["square"])

    @property
    def end(self) -> str:
        """The square to which it leads: of its last fight, else of its last voyage."""
        fights = [str(note.facts["square"]) for note in self.notes if note.event in SCENES]
        ways = [str(note.facts["way"][-1]) for note in self.notes if note.event == "moved"]
        crossed = [str(note.facts["square"]) for note in self.notes if note.event == "crossed"]
        return (fights or crossed or ways or [self.start])[-1]


@dataclass(slots=True)
class Step:
    """A step of the turn, with its operations."""

    title: str
    rule: str
    notes: list[Note] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)

    @property
    def events(self) -> list[str]:
        """All that was told in it."""
        every = (self.notes, *([each.begun, *each.notes] for each in self.operations))
        return [note.event for notes in every for note in notes]


def chapters(seen: Picture, notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under their step; operations under the theatre to which they led."""
    return [chapter(seen, step, phase) for step in steps(notes)]


def steps(notes: Iterable[Note]) -> list[Step]:
    """A turn, step by step, operation by operation."""
    found = [Step(*SET_UP)]
    for note in notes:
        step = found[-1]
        if note.event == "step":
            found.append(Step(note.text.partition(": ")[2] or note.text, note.rule))
        elif note.event == "operation":
            step.operations.append(Operation(len(step.operations) + 1, note))
        else:
            (step.operations[-1].notes if step.operations else step.notes).append(note)
    return found if found[0].events else found[1:]


def chapter(seen: Picture, step: Step, phase: str) -> Chapter:
    """A step; what has been shown in it is remembered from operation to operation, in the order of play."""
    telling = Telling(seen)
    entries = tuple(telling.entries(step.notes))
    told = [(each, operation(telling, each)) for each in step.operations]
    parts = tuple(theatre(seen, each, there) for each in THEATRES
                  if (there := [pair for pair in told if theatre_of(pair[0].end) is each]))  # fmt: skip
    return Chapter(step.title, step.rule, entries, VOICE.aside(step.rule, step.events, phase), parts=parts)


# ------------------------------------------------------------------------------------------------------ theatres


def theatre(seen: Picture, where: Theatre, told: Sequence[tuple[Operation, Chapter]]) -> Chapter:
    """The operations of a theatre in the order of play, then the voyages of others that only led somewhere."""
    quiet = [(each, part) for each, part in told if part.afar and not came_of(seen, each.power, each.notes)]
    busy = tuple(part for each, part in told if (each, part) not in quiet)
    return Chapter(where.name, "", (), gist=told_of(seen, [each for each, _ in told]),
                   parts=(*busy, *sailings(seen, quiet)))  # fmt: skip


def told_of(seen: Picture, operations: Sequence[Operation]) -> str:
    """'England 3, Spain 2; 1 battle.'"""
    powers = [each.power for each in operations]
    who = [f"{seen.name(power)} {powers.count(power)}" for power in seen.players if power in powers]
    events = [note.event for each in operations for note in each.notes]
    fights = [count(events.count(event), word) for event, word in FIGHTS.items() if event in events]
    text = f"Operations: {', '.join(who)}"
    return f"{text}; {listed(fights)}." if fights else f"{text}."


def sailings(seen: Picture, quiet: Sequence[tuple[Operation, Chapter]]) -> Iterator[Chapter]:
    """Voyages that only led somewhere, power by power."""
    for power in seen.players:
        own = [(each, part) for each, part in quiet if each.power == power]
        if own:
            told = "; ".join(f"{each.number}: {voyage(seen, each.start, each.notes)}" for each, _ in own)
            yield Chapter(f"Voyages of {seen.name(power)}", "13.1", (), gist=f"{told}.", afar=True,
                          parts=tuple(part for _, part in own))  # fmt: skip


# ------------------------------------------------------------------------------------------------------ operations


def operation(telling: Telling, each: Operation) -> Chapter:
    """One operation: who, with what, and what came of it; then all of it."""
    seen = telling.seen
    telling.passed.discard(each.power)
    title = f"{each.number}. {seen.placed(begun(seen, each.begun))}"
    gist = " ".join(came_of(seen, each.power, each.notes)) or sentence(led(seen, each.notes))
    return Chapter(title, each.begun.rule, tuple(telling.entries(each.notes)), gist=gist,
                   afar=not concerns(seen, each), place=each.number)  # fmt: skip


def sentence(words: str) -> str:
    """Words as a sentence; nothing where there are none."""
    text = words.removeprefix(", ")
    return f"{text[0].upper()}{text[1:]}." if text else ""


def concerns(seen: Picture, each: Operation) -> bool:
    """Tells if an operation is the reader's own, or affects them; sailing past them does not."""
    if not seen.side:
        return False
    words = (seen.state.board.powers[seen.side].adjective, seen.name(seen.side).removeprefix("the "))
    own = each.power == seen.side or any(note.to == seen.side for note in each.notes)
    done = [note.text for note in each.notes if note.event not in PASSING]
    return own or any(word in text for text in done for word in words)


def begun(seen: Picture, note: Note) -> str:
    """'Spain: fleet 2 at G12, for 1', from 'Spain operates with fleet 2 of Spain at G12, for 1.'"""
    power = str(note.facts["power"])
    return note.text.replace(" operates with ", ": ").replace(f" of {seen.name(power)} at ", " at ").removesuffix(".")
