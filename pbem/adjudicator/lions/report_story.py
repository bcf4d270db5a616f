"""What happened, in its own order: the notes a reader heard, step by step and operation by operation, and their sum.

A turn at the table is told in hundreds of notes. Those that say the same of several powers, markers or fleets in a row
are told together; what was shown once and has not changed is not shown again in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from pbem.adjudicator.lions.picture import Picture
from pbem.adjudicator.lions.voice import aside
from pbem.adjudicator.report_parts import Chapter, Entry, count, listed, mark, reason
from pbem.driver import Lapse
from pbem.table import Note

SET_UP = ("What happened", "3.1")
#: Dice that are read one by one, each against a number (17.4, 17.5, 20.2, 31).
READ_SINGLY = ("broadside", "fireship", "bombard", "coast", "shore", "boarding")
#: A ship of a row of sisters: her class, her number, and what is told of her alone.
SISTER = re.compile(r"(\w+ [\w-]+) (\d+)((?: \([^)]*\))?)")
MOVEMENT = "Movement."
#: What is told of somebody to whom nothing is done.
PASSING = ("revealed", "moved", "passed", "roll")
POINTS = re.compile(r"\b(\d+) (regiment|fort) points?\b")


def chapters(seen: Picture, notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under their step; in the Operations Phases, under the operation they belong to."""
    told = Telling(seen)
    return [told.chapter(part, phase) for part in parts(seen, notes)]


# ------------------------------------------------------------------------------------------------------ parts


@dataclass(slots=True)
class Stretch:
    """Notes that belong together, under one title."""

    title: str
    rule: str
    minor: bool = False
    power: str = ""  # whose operation it is
    notes: list[Note] = field(default_factory=list)
    events: list[str] = field(default_factory=list)  # of a step, those of its operations among them


def parts(seen: Picture, notes: Iterable[Note]) -> list[Stretch]:
    """A turn, step by step; each operation is a part of its own, with who passed after it."""
    found = [Stretch(*SET_UP)]
    step, number = found[0], 0
    for note in notes:
        if note.event == "step":
            step, number = Stretch(note.text.partition(": ")[2] or note.text, note.rule), 0
            found.append(step)
            continue
        step.events.append(note.event)
        if note.event == "operation":
            number += 1
            found.append(Stretch(f"Operation {number}. {seen.placed(begun(seen, note))}", note.rule, minor=True,
                                 power=str(note.facts["power"])))  # fmt: skip
        else:
            found[-1].notes.append(note)
    return found if found[0].notes else found[1:]


def concerns(seen: Picture, part: Stretch) -> bool:
    """Whether an operation is the reader's own, or does something to him; to sail past him does nothing to him."""
    if not seen.side:
        return False
    words = (seen.state.board.powers[seen.side].adjective, seen.name(seen.side).removeprefix("the "))
    own = part.power == seen.side or any(note.to == seen.side for note in part.notes)
    done = [note.text for note in part.notes if note.event not in PASSING]
    return own or any(word in text for text in done for word in words)


def begun(seen: Picture, note: Note) -> str:
    """'Spain: fleet 2 at G12, for 1', from 'Spain operates with fleet 2 of Spain at G12, for 1.'"""
    power = str(note.facts["power"])
    return note.text.replace(" operates with ", ": ").replace(f" of {seen.name(power)} at ", " at ").removesuffix(".")


# ------------------------------------------------------------------------------------------------------ entries


@dataclass(slots=True)
class Telling:
    """A phase being told; what has been shown in it is remembered."""

    seen: Picture
    shown: dict[tuple[str, str], str] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)  # who has passed, and not operated since

    def chapter(self, part: Stretch, phase: str) -> Chapter:
        """A step, or an operation."""
        self.passed.discard(part.power)
        words = "" if part.minor else aside(part.rule, part.events, phase)
        return Chapter(part.title, part.rule, tuple(self.entries(part.notes)), words, part.minor,
                       afar=part.minor and not concerns(self.seen, part))  # fmt: skip

    def passes_again(self, note: Note) -> bool:
        """Whether somebody does what he did the last time round: nothing (13.1)."""
        power = str(note.facts.get("power", ""))
        again = note.event == "passed" and power in self.passed
        if note.event == "passed":
            self.passed.add(power)
        return again

    def entries(self, given: Sequence[Note]) -> Iterator[Entry]:
        """The notes as lines, runs of the same sort as one."""
        notes = list(rounds(voyages([note for note in given if not self.passes_again(note)])))
        idle = nobodys(notes)
        for _, run in groupby(enumerate(notes), key=lambda pair: sort_of(pair[0], pair[1], idle)):
            yield from self.told([note for _, note in run], idle)

    def told(self, run: Sequence[Note], idle: frozenset[str]) -> Iterator[Entry]:
        """One run."""
        first = run[0]
        if first.event in ("bids", "unsold") and str(first.facts["number"]) in idle:
            yield self.line(first, unwanted(run))
        elif first.event == "revealed":
            yield self.line(first, self.revealed(run))
        elif first.event == "battle":
            yield self.line(first, " ".join([first.text, *(by_class(note.text) for note in run[1:])]))
        elif first.event in TOGETHER and (len(run) > 1 or first.event == "money"):
            yield self.line(first, TOGETHER[first.event](self.seen, run))
        else:
            yield from (self.single(note) for note in run)

    def single(self, note: Note) -> Entry:
        """A note by itself; what players wrote themselves is left as it is."""
        text = self.seen.placed(note.text)
        if note.event == "escorted":
            text = f"Takes the {self.seen.state.label(str(note.facts['fleet']))} treasure fleet under escort."
        elif "way" in note.facts and len(note.facts["way"]) > 1:
            *way, last = note.facts["way"][1:]
            text = f"Sails {' - '.join([*map(str, way), self.seen.place(str(last))])}."
        if note.throw is None:
            return Entry(mark(note), note.rule, note.text if note.event == "agreed" else text)
        kind = note.throw.label.partition("/")[0]
        told = MOVEMENT if kind == "movement" and "way" not in note.facts else reason(text, note.throw)
        return Entry(mark(note), note.rule, told, note.throw, kind in READ_SINGLY)

    def line(self, note: Note, text: str) -> Entry:
        """Words on a run of notes."""
        return Entry(mark(note), note.rule, self.seen.placed(text))

    def revealed(self, run: Sequence[Note]) -> str:
        """Who lies open (15.2), ships by their classes; who has not changed since he was last seen, by name alone."""
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


def voyages(notes: Sequence[Note]) -> Iterator[Note]:
    """The notes with the dice of a voyage and its way in one, and after it whom the force met."""
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
            yield replace(note, text=f"Round {number}. {note.text}")
        else:
            yield note
        within = gauge


def nobodys(notes: Iterable[Note]) -> frozenset[str]:
    """The markers that nobody bid a pound for."""
    wanted = frozenset(str(n.facts["number"]) for n in notes if n.event == "bids" and any(n.facts["bids"].values()))
    return frozenset(str(note.facts["number"]) for note in notes if note.event == "unsold") - wanted


def sort_of(place: int, note: Note, idle: frozenset[str]) -> tuple[str, ...]:
    """What runs together with its neighbours; most notes stand alone."""
    if note.event in ("bids", "sold", "unsold"):
        number = str(note.facts["number"])
        return ("nobody's",) if number in idle else ("marker", number)
    if note.event == "money":
        return "money", str(note.facts["power"])
    if note.event == "battle" or (note.event == "revealed" and "ships" in note.facts):
        return ("battle",)
    if note.event == "revealed":
        return ("revealed",)
    return (note.event, note.to) if note.event in TOGETHER else ("alone", str(place))


def by_class(text: str) -> str:
    """'English first-rate 1, English first-rate 2' as 'English first-rates 1 and 2'; damage keeps a ship apart."""
    head, colon, rest = text.removesuffix(".").partition(": ")
    items = re.split(r", (?![^(]*\))", POINTS.sub(points, rest))
    return f"{head}{colon}{', '.join(sisters(items))}."


def plain_names(seen: Picture, power: str, what: str) -> str:
    """An inventory of which it is already said whose it is."""
    adjective = seen.board.powers[power].adjective if power in seen.board.powers else "Pirate"
    return what.replace(f"{adjective} ", "")


def points(found: re.Match[str]) -> str:
    """'2 regiment points' as '2 regiments'."""
    return count(int(found[1]), found[2])


def sisters(items: Iterable[str]) -> Iterator[str]:
    """Sister ships together, the rest as they are."""
    for kind, group in groupby(items, key=class_of):
        members = list(group)
        if not kind or len(members) == 1:
            yield from members
        else:
            numbers = [found[2] for item in members if (found := SISTER.fullmatch(item))]
            yield f"{kind}s {listed(numbers)}"


def class_of(item: str) -> str:
    """The class of a ship of which nothing else is told; empty for anything else."""
    found = SISTER.fullmatch(item)
    return found[1] if found and not found[3] else ""


# ------------------------------------------------------------------------------------------------------ together


def unwanted(run: Sequence[Note]) -> str:
    """Markers for which nobody bid anything."""
    numbers = list(dict.fromkeys(str(note.facts["number"]) for note in run))
    if len(numbers) == 1:
        return f"Nobody bids for marker {numbers[0]}; it returns to the pool."
    return f"Nobody bids for markers {listed(numbers)}; they return to the pool."


def auctioned(seen: Picture, run: Sequence[Note]) -> str:
    """All rounds of bids for one marker, and what it went for (9.3)."""
    return " ".join(note.text.replace(", round 1:", ":") for note in run)


def all_passed(seen: Picture, run: Sequence[Note]) -> str:
    """Who passed, one after the other (13.1)."""
    names = [str(note.facts["power"]) for note in run]
    words = [seen.subject(names[0]), *map(seen.name, names[1:])]
    return f"{listed(words)} pass."


def lying(seen: Picture, run: Sequence[Note]) -> str:
    """Where treasure fleets lie at the start of a year (23.1)."""
    fleets = seen.board.treasure_fleets
    told = [f"{fleets[str(note.facts['fleet'])].name} at {note.facts['square']}" for note in run]
    return f"Treasure fleets lie ready: {', '.join(told)}."


def overdue(seen: Picture, run: Sequence[Note]) -> str:
    """Those that did not come home (23.6)."""
    names = [seen.board.treasure_fleets[str(note.facts["fleet"])].name for note in run]
    return f"The treasure fleets of {listed(names)} have not come home."


def receipts(seen: Picture, run: Sequence[Note]) -> str:
    """What a power receives, item by item (8.2)."""
    items = [f"{note.facts['pounds']} ({note.facts['why']})" for note in run]
    return f"{seen.subject(str(run[0].facts['power']))} receives {listed(items)}{run[-1].text.partition(')')[2]}"


def counted(seen: Picture, run: Sequence[Note]) -> str:
    """Treasure ports, counted for the initiative (7.1)."""
    told = [f"{seen.name(str(note.facts['power']))} {note.facts['number']}" for note in run]
    return f"Treasure ports: {', '.join(told)}."


TOGETHER: dict[str, Callable[[Picture, Sequence[Note]], str]] = {
    "bids": auctioned, "sold": auctioned, "passed": all_passed, "treasure": lying, "late": overdue, "money": receipts,
    "counted": counted,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------ lapsed


def lapses(given: Iterable[Lapse], notes: Iterable[Note], frame_lines: Iterable[str], seat: str) -> list[str]:
    """Orders that did not come about, each with its reason: refused as answers, or tried and barred."""
    refused = [f"{lapse.source}, for {lapse.decision.key}: {listed(lapse.reasons)} (rule {lapse.decision.rule})."
               for lapse in given if lapse.decision.side == seat]  # fmt: skip
    barred = [f"{note.text} (rule {note.rule})" for note in notes if note.event == "lapsed" and note.to == seat]
    return [*dict.fromkeys([*refused, *barred]), *map(str, frame_lines)]
