"""Turns the notes of a step or operation into lines: joins runs of one sort, and battle rounds.

A turn at the table has hundreds of notes. A fight is one card, from its heading to its aftermath. Notes that say the
same of several powers, markers or fleets in a row are told together; units shown once and not changed since are not
shown again in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.reports.likenesses import TOGETHER, by_class, plain_names, together
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Entry, mark
from pbem.adjudicator.reports.phrases import listed
from pbem.base.records import dataclass, field, replace

#: Dice that are read one by one, each against a number (17.4, 17.5, 20.2, 31).
READ_SINGLY = ("broadside", "fireship", "bombard", "coast", "shore", "boarding")
MOVEMENT, ROUND = "Movement.", "Round "
#: The rules of a round at sea, of the fire ashore, and of markers that are played in either.
AT_SEA, ASHORE, PLAYED = ("17.", "18.1"), ("20.2",), ("9.",)
NOWHERE: tuple[str, ...] = ()
#: Notes that begin a fight, and those that pay for it; the forces that fight.
FIGHTS, PAY, PAID_FOR, FORCES = ("battle", "assault"), ("money", "prize"), ("18.4", "25.7"), "forces"


@dataclass(slots=True)
class Telling:
    """A phase being told; what has been shown in it is remembered."""

    seen: Picture
    shown: dict[tuple[str, str], str] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)  # who has passed, and not operated since

    def passes_again(self, note: Note) -> bool:
        """Tells if a power passes as it did the last time round (13.1)."""
        power = str(note.facts.get("power", ""))
        again = note.event == "passed" and power in self.passed
        if note.event == "passed":
            self.passed.add(power)
        return again

    def entries(self, given: Sequence[Note]) -> Iterator[Entry]:
        """The notes as lines, runs of the same sort as one."""
        notes = list(rounds(voyages([note for note in given if not self.passes_again(note)])))
        idle = nobodys(notes)
        for part in by_fight(notes):
            runs = groupby(enumerate(part), key=lambda pair: sort_of(pair[0], pair[1], idle))
            lines = fights(entry for _, run in runs for entry in self.told([note for _, note in run], idle))
            if part[0].event in FIGHTS:
                head, *inside = lines
                yield replace(head, inside=tuple(inside))
            else:
                yield from lines

    def told(self, run: Sequence[Note], idle: frozenset[str]) -> Iterator[Entry]:
        """One run."""
        first = run[0]
        if first.event in ("bids", "unsold") and str(first.facts["number"]) in idle:
            yield self.line(first, together(self.seen, "unwanted", run))
        elif first.event == FORCES:
            yield self.line(first, " ".join(by_class(note.text) for note in run))
        elif first.event == "revealed":
            yield self.line(first, self.revealed(run))
        elif first.event in TOGETHER and (len(run) > 1 or first.event == "money"):
            yield self.line(first, together(self.seen, first.event, run))
        else:
            yield from (self.single(note) for note in run)

    def single(self, note: Note) -> Entry:
        """A note by itself; what players wrote themselves is left as it is."""
        text = self.seen.placed(f"{note.why}." if note.throw else note.text)
        if note.event == "escorted":
            text = f"Takes the {self.seen.state.label(str(note.facts['fleet']))} treasure fleet under escort."
        elif "way" in note.facts and len(note.facts["way"]) > 1:
            *way, last = note.facts["way"][1:]
            text = f"Sails {' - '.join([*map(str, way), self.seen.place(str(last))])}."
        if note.throw is None:
            return Entry(mark(note), note.rule, note.text if note.event == "agreed" else text)
        kind = note.throw.label.partition("/")[0]
        told = MOVEMENT if kind == "movement" and "way" not in note.facts else text
        return Entry(mark(note), note.rule, told, note.throw, kind in READ_SINGLY)

    def line(self, note: Note, text: str) -> Entry:
        """Words on a run of notes."""
        return Entry(mark(note), note.rule, self.seen.placed(text))

    def revealed(self, run: Sequence[Note]) -> str:
        """Writes units shown (15.2), ships by their classes; forces unchanged since the last time by name alone."""
        new: dict[tuple[str, str], str] = {}  # a force that meets several on its way is shown once
        known = []
        for note in run:
            head, _, what = by_class(note.text).removesuffix(".").partition(": ")
            power, square = str(note.facts["power"]), str(note.facts.get("square", ""))
            if self.shown.get((power, square)) == what:
                known.append(f"{self.seen.name(power)}{f' at {square}' if square else ''}")
            else:
                new.setdefault((power, what), f"{head}: {plain_names(self.seen, power, what)}")
            self.shown[power, square] = what
        told = [*new.values(), *([f"as before {listed(known)}"] if known else [])]
        text = "; ".join(told)
        return f"{text[0].upper()}{text[1:]}."


def by_fight(notes: Sequence[Note]) -> Iterator[list[Note]]:
    """The notes in stretches: each fight from its heading to its aftermath and pay, and what stands between two."""
    part: list[Note] = []
    place = 0
    while place < len(notes):
        end = end_of_fight(notes, place) if notes[place].event in FIGHTS else place
        if end > place:
            yield from ([part] if part else [])
            yield [forces(note) for note in notes[place:end]]
            part, place = [], end
        else:
            part.append(notes[place])
            place += 1
    yield from ([part] if part else [])


def end_of_fight(notes: Sequence[Note], start: int) -> int:
    """The place behind a fight's last note; the start itself where its aftermath is not told."""
    ends = [place for place in range(start, len(notes)) if notes[place].event == "aftermath"]
    if not ends:
        return start
    end = ends[0] + 1
    while end < len(notes) and notes[end].event in PAY and notes[end].rule in PAID_FOR:
        end += 1
    return end


def forces(note: Note) -> Note:
    """A note of a fight; units shown in it are the forces that fight, and told in full."""
    return replace(note, event=FORCES) if note.event == "revealed" else note


def fights(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries with each round of a battle, and all fire ashore, as one run."""
    number = 0
    within = NOWHERE
    for entry in entries:
        where = next((rules for rules in (AT_SEA, ASHORE) if entry.rule.startswith(rules)), NOWHERE)
        if entry.text.startswith(ROUND) or (where == ASHORE and within != ASHORE):
            number, within = number + 1, where
        elif where != within and not entry.rule.startswith(PLAYED):
            within = NOWHERE
        yield replace(entry, run=number) if within else entry


def voyages(notes: Sequence[Note]) -> Iterator[Note]:
    """Joins the note of a voyage's dice with that of its way; forces met come after it."""
    skip = 0
    for place, note in enumerate(notes):
        if place < skip:
            continue
        met = place + 1
        while met < len(notes) and notes[met].event == "revealed":
            met += 1
        end = notes[met] if met < len(notes) else note
        sailed = end.event == "moved" and len(end.facts["way"]) > 1
        if note.throw is not None and note.throw.label.startswith("movement/") and sailed:
            yield replace(note, text=end.text, facts=end.facts, event="voyage")
            yield from notes[place + 1 : met]
            skip = met + 1
        else:
            yield note


def rounds(notes: Iterable[Note]) -> Iterator[Note]:
    """The notes with the rounds of each battle numbered where the dice for the wind gauge fall (17.2)."""
    number, within = 0, False
    for note in notes:
        gauge = note.throw is not None and note.throw.label.startswith("gauge/")
        if note.event == "battle":
            number = 0
        if gauge and not within:
            number += 1
            yield replace(note, why=f"{ROUND}{number}. {note.why}")
        else:
            yield note
        within = gauge


def nobodys(notes: Iterable[Note]) -> frozenset[str]:
    """The markers that nobody bid a pound for."""
    wanted = frozenset(str(n.facts["number"]) for n in notes if n.event == "bids" and any(n.facts["bids"].values()))
    return frozenset(str(note.facts["number"]) for note in notes if note.event == "unsold") - wanted


def sort_of(place: int, note: Note, idle: frozenset[str]) -> tuple[str, ...]:
    """Returns a key for notes that run together with their neighbours; most notes stand alone."""
    if note.event in ("bids", "sold", "unsold"):
        number = str(note.facts["number"])
        return ("nobody's",) if number in idle else ("marker", number)
    if note.event == "money":
        return "money", str(note.facts["power"])
    if note.event in ("revealed", FORCES):
        return (note.event,)
    return (note.event, note.to) if note.event in TOGETHER else ("alone", str(place))
