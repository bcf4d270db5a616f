"""Tells the notes a reader heard: step by step, and operations in the order of play.

Each operation has a line on its result, with the part of the world in which it ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.board.theatres import theatre_of
from pbem.adjudicator.lions.reports.gist import came_of, led, sentence
from pbem.adjudicator.lions.reports.telling import Telling
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Chapter
from pbem.adjudicator.reports.phrases import count, listed
from pbem.adjudicator.reports.voices import Voice
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field

VOICE = Voice.of(DATA / "voice.yaml")
SET_UP = ("What happened", "3.1")
#: Events that name somebody but do nothing to them.
PASSING = ("revealed", "moved", "passed", "roll")
#: What an operation cost, as its note says it.
PRICE = pattern(r", for ([0-9]+)$")
#: The kinds of marker that are played in place of an operation (9.13).
INSTEAD_KINDS = ("letter-of-marque", "diplomacy", "lords-of-six-weeks")
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
    def instead(self) -> bool:
        """Tells if a marker is played in place of an operation (9.13)."""
        return self.begun.event == "played"

    @property
    def start(self) -> str:
        """The square in which it begins; of a marker, the first that is named after it."""
        named = [str(note.facts["square"]) for note in (self.begun, *self.notes) if "square" in note.facts]
        return next(iter(named), "")

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
    """The notes under their step, operations in the order of play."""
    return [chapter(seen, step, phase) for step in steps(seen, notes)]


def steps(seen: Picture, notes: Iterable[Note]) -> list[Step]:
    """A turn, step by step, operation by operation."""
    found = [Step(*SET_UP)]
    for note in notes:
        step = found[-1]
        if note.event == "step":
            found.append(Step(note.text.partition(": ")[2] or note.text, note.rule))
        elif step.rule in ("13.1", SET_UP[1]) and opens_turn(seen, note):
            step.operations.append(Operation(len(step.operations) + 1, note))
        else:
            (step.operations[-1].notes if step.operations else step.notes).append(note)
    return found if found[0].events else found[1:]


def chapter(seen: Picture, step: Step, phase: str) -> Chapter:
    """A step; what has been shown in it is remembered from operation to operation, in the order of play."""
    telling = Telling(seen)
    entries = tuple(telling.entries(step.notes))
    told = [operation(telling, each) for each in step.operations]
    operations = Chapter("In order of time", "", (), gist=told_of(seen, step.operations), parts=tuple(told))
    return Chapter(step.title, step.rule, entries, VOICE.aside(step.rule, step.events, phase),
                   parts=(operations,) if told else ())  # fmt: skip


# ------------------------------------------------------------------------------------------------------ in order


def told_of(seen: Picture, operations: Sequence[Operation]) -> str:
    """'England 3, Spain 2; 1 battle.'"""
    powers = [each.power for each in operations]
    who = [f"{seen.name(power)} {powers.count(power)}" for power in seen.players if power in powers]
    events = [note.event for each in operations for note in each.notes]
    fights = [count(events.count(event), word) for event, word in FIGHTS.items() if event in events]
    text = f"Operations: {', '.join(who)}"
    return f"{text}; {listed(fights)}." if fights else f"{text}."


# ------------------------------------------------------------------------------------------------------ operations


def operation(telling: Telling, each: Operation) -> Chapter:
    """One operation: who, with what, and what came of it; then all of it."""
    seen = telling.seen
    telling.passed.discard(each.power)
    title = f"{each.number}. {seen.placed(begun(seen, each))}"
    gist = " ".join(came_of(seen, each.notes)) or sentence(led(seen, each.notes))
    gist = f"{gist} [{theatre_of(each.end).tag}]".lstrip()
    return Chapter(title, each.begun.rule, tuple(telling.entries(each.notes)), gist=gist,
                   afar=not concerns(seen, each), place=each.number)  # fmt: skip


def gazette(seen: Picture, given: Sequence[Step]) -> dict[str, list[tuple[str, str]]]:
    """Writes the operations of each step as numbered lines; voyages of others share a paragraph."""
    return {step.rule: list(paragraphs(seen, step.operations)) for step in given if step.operations}


def paragraphs(seen: Picture, operations: Sequence[Operation]) -> Iterator[tuple[str, str]]:
    """Yields a line for each operation in which more happened than a voyage."""
    sailing: list[str] = []
    for each in operations:
        came = came_of(seen, each.notes)
        head = seen.placed(begun(seen, each))
        if came:
            yield from joined(sailing)
            sailing = []
            yield f"{each.number}.", f"{head}. {' '.join(came)} [{theatre_of(each.end).tag}]"
        else:
            way = led(seen, each.notes).removeprefix(", ")
            sailing.append(f"{each.number}. {head}{f', {way}' if way else ''}.")
    yield from joined(sailing)


def joined(sailing: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Voyages that follow each other, as one paragraph."""
    if sailing:
        number, _, text = " ".join(sailing).partition(" ")
        yield number, text


def concerns(seen: Picture, each: Operation) -> bool:
    """Tells if an operation is the reader's own, or affects them; sailing past them does not."""
    if not seen.side:
        return False
    words = (seen.state.board.powers[seen.side].adjective, seen.name(seen.side).removeprefix("the "))
    own = each.power == seen.side or any(note.to == seen.side for note in each.notes)
    done = [note.text for note in each.notes if note.event not in PASSING]
    return own or any(word in text for text in done for word in words)


def begun(seen: Picture, each: Operation) -> str:
    """'Spain: fleet 2 at G12, for 1', from 'Spain operates with fleet 2 of Spain at G12, for 1.'

    The reader's own ships stand by name.
    """
    note = each.begun
    text = note.text.replace(" operates with ", ": ").replace(f" of {seen.name(each.power)} at ", " at ")
    return PRICE.sub(r" (\1)", named(seen, each, text.removesuffix(".")))


def named(seen: Picture, each: Operation, text: str) -> str:
    """A heading with the names of the reader's own ships, as they were told to it alone."""
    ships = next((note.facts["ships"] for note in each.notes if note.event == "sails_with"), ())
    names = listed([seen.short(str(ship)) for ship in ships])
    if not names:
        return text
    for words in (": a ship at ", ": ships at "):
        text = text.replace(words, f": {names} at ", 1)
    return text.replace(" at ", f" ({names}) at ", 1) if ": fleet " in text else text


def opens_turn(seen: Picture, note: Note) -> bool:
    """Tells if a power's turn in the rotation begins with this note: an operation, or a marker in its place (9.13)."""
    marker = seen.board.markers.get(str(note.facts.get("marker", ""))) if note.event == "played" else None
    return note.event == "operation" or (marker is not None and marker.type.id in INSTEAD_KINDS)
