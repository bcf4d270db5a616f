"""What happened, in its own order: the notes a reader heard, step by step, and the sum of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.adjudicator.jenkins.picture import Picture, listed
from pbem.adjudicator.jenkins.pieces import SIDES
from pbem.adjudicator.jenkins.voice import aside
from pbem.driver import Lapse
from pbem.report import dice
from pbem.table import ALL, Note, Throw

#: Before a line: what everybody was told, what the reader alone was told, and what did not come about.
OPEN, ALONE, LAPSED = " ", ">", "!"
#: Dice that are read one by one, so that a modifier counts for each (9.1, 9.2).
READ_SINGLY = ("naval", "naval-reroll", "land", "land-reroll")
SET_UP = ("Set-up", "3.1")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing told."""

    mark: str
    rule: str
    text: str
    dice: str = ""
    throw: Throw | None = None

    @property
    def singly(self) -> bool:
        """Whether its dice are read one by one, so that a modifier counts for each (9.1, 9.2)."""
        return self.throw is not None and self.throw.label.partition("/")[0] in READ_SINGLY


@dataclass(frozen=True, slots=True)
class Chapter:
    """One step of the turn."""

    title: str
    rule: str
    aside: str
    entries: tuple[Entry, ...]


def for_ears(notes: Iterable[Note], seat: str) -> list[Note]:
    """The notes this reader may hear; the public hears what was told to all."""
    return [note for note in notes if note.heard_by(seat or ALL)]


def chapters(notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under the step in which they were made."""
    parts: list[tuple[str, str, list[Note]]] = []
    for note in notes:
        if note.event == "step":
            parts.append((note.text, note.rule, []))
            continue
        if not parts:
            parts.append((*SET_UP, []))
        parts[-1][2].append(note)
    return [Chapter(title, rule, aside(rule, hints(told), phase), tuple(map(entry, told)))
            for title, rule, told in parts]  # fmt: skip


def hints(told: Iterable[Note]) -> list[str]:
    """What sort of step it was: what happened, and under which rules."""
    return [word for note in told for word in (note.event, note.rule) if word]


def entry(note: Note) -> Entry:
    """One note as a line, its dice below it."""
    mark = LAPSED if note.event == "lapsed" else OPEN if note.to == ALL else ALONE
    if note.throw is None:
        return Entry(mark, note.rule, note.text)
    told = Entry(mark, note.rule, reason(note.text, note.throw), throw=note.throw)
    return replace(told, dice=f"{dice(note.throw, told.singly)}   {note.throw.label}")


def reason(text: str, throw: Throw) -> str:
    """What a die was thrown for: the note without the dice it repeats."""
    each = "".join(f", {m.amount:+d} to each ({m.reason})" for m in throw.shift)
    for told in (f": {throw}.", f": {', '.join(map(str, throw.values))}{each}."):
        if text.endswith(told):
            return f"{text.removesuffix(told)}."
    return text


def in_brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """What it came to: who was lost on either side, and which seaports changed hands."""
    lines = [line for side in SIDES if (line := losses(seen, notes, side))]
    for note in notes:
        if note.event in ("captured", "victory"):
            lines.append(note.text)
    return lines


def losses(seen: Picture, notes: Sequence[Note], side: str) -> str:
    """A side's losses, with those that may be bought again."""
    lost = counters(notes, ("eliminated", "called_home", "scuttled"))
    mine = [name for name in dict.fromkeys(lost) if seen.board.counters[name].side == side]
    if not mine:
        return ""
    back = [name for name in dict.fromkeys(counters(notes, ("to_pool",))) if name in mine]
    again = f"; back in the force pool: {seen.labels(back)}" if back else ""
    return f"{side.title()} losses: {seen.labels(mine)}{again}."


def counters(notes: Iterable[Note], events: Sequence[str]) -> list[str]:
    """The counters that notes of some sorts speak of."""
    return [str(note.facts["counter"]) for note in notes if note.event in events and "counter" in note.facts]


def lapses(given: Iterable[Lapse], notes: Iterable[Note], frame_lines: Iterable[str], seat: str) -> list[str]:
    """Orders that did not come about, each with its reason: refused as answers, or tried and barred."""
    refused = [f"{lapse.source}, for {lapse.decision.key}: {listed(lapse.reasons, 'and')} (rule {lapse.decision.rule})."
               for lapse in given if lapse.decision.side == seat]
    barred = [f"{note.text} (rule {note.rule})" for note in notes if note.event == LAPSED_EVENT and note.to == seat]
    return [*refused, *barred, *frame_lines]


LAPSED_EVENT = "lapsed"


def heard_marks(parts: Sequence[Chapter]) -> list[str]:
    """What the marks before the lines mean, for those that occur."""
    used = {entry.mark for chapter in parts for entry in chapter.entries}
    meanings: Mapping[str, str] = {ALONE: "told to you alone", LAPSED: "an order of yours that lapsed"}
    return [f"{mark} {words}" for mark, words in meanings.items() if mark in used]
