"""Tells the notes a reader heard, step by step in their own order, with their sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.reports import battle_cards
from pbem.adjudicator.jenkins.reports.sentences import SAID
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.note_reader import by_head
from pbem.adjudicator.reports.parts import Chapter
from pbem.adjudicator.reports.voices import Voice
from pbem.base.counting import grouped

#: How a summary calls a combat, by the note that ends it.
OVER: Mapping[str, str] = {"naval_over": "Naval combat", "land_over": "Land combat"}
#: Notes on counters that leave the map, with a cause where the note gives none.
CAUSES: Mapping[str, str] = {"eliminated": "eliminated", "called_home": "called home to Europe", "scuttled": "scuttled"}
VOICE = Voice.of(DATA / "voice.yaml")
SET_UP = ("Set-up", "3.1")


def chapters(notes: Sequence[Note], phase: str) -> list[Chapter]:
    """The notes under the step in which they were made."""
    return [chapter(*((head.text, head.rule) if head else SET_UP), told, phase)
            for head, told in by_head(notes, ("step",)) if head or told]  # fmt: skip


def chapter(title: str, rule: str, told: Sequence[Note], phase: str) -> Chapter:
    """One step: events and their rules say what it was about."""
    about = [word for note in told for word in (note.event, note.rule) if word]
    return Chapter(title, rule, tuple(battle_cards.told(told)), VOICE.aside(rule, about, phase))


def in_brief(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """Sums up a phase: battles and what came of them, seaports that changed hands, each side's losses by cause."""
    lines = [line for note in notes if (line := outcome(note))]
    return lines + [line for side in SIDES for line in losses(seen, notes, side)]


def outcome(note: Note) -> str:
    """Writes an event that a summary names; empty for any other."""
    if note.event in OVER:
        return f"{OVER[note.event]}: {note.text}"
    return note.text if note.event in ("captured", "victory") else ""


def to_decide(seen: Picture) -> list[str]:
    """Lists the reader's next orders, and the matters that press."""
    if seen.known.get("phase_side") != seen.side or not seen.side or seen.known["winner"]:
        return []
    return SAID.lines("to_decide", seen)


def losses(seen: Picture, notes: Sequence[Note], side: str) -> list[str]:
    """A side's losses by cause, with those that may be bought again."""
    counters = seen.board.counters
    told = [(note, str(note.facts["counter"])) for note in notes if "counter" in note.facts]
    own = [(note, name) for note, name in told if counters[name].side == side]
    causes = grouped((str(note.facts.get("why", "")) or CAUSES[note.event], name)
                     for note, name in own if note.event in CAUSES)  # fmt: skip
    lost = [name for names in causes.values() for name in names]
    back = list(dict.fromkeys(name for note, name in own if note.event == "to_pool" and name in lost))
    return SAID.lines("losses", seen, side=side, causes=causes, back=back) if causes else []
