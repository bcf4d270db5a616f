"""Tells a Battle, an Escalade or a siege throw as one card: who was there, the dice, the losses, the end.

A card is made of the notes its reader heard, in their order, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports import note_reader
from pbem.adjudicator.reports.parts import Entry, mark
from pbem.adjudicator.reports.phrases import listed
from pbem.adjudicator.reports.voices import one
from pbem.adjudicator.yellowjack.reports.voice import AFTER
from pbem.adjudicator.yellowjack.state.words import SIDES, other
from pbem.base.records import replace

BATTLE, ESCALADE, SIEGE = "battle", "escalade", "siege"
#: The notes that a card begins with, each with the one that it ends with.
CARDS = {BATTLE: "battle-over", ESCALADE: "escalade-over", SIEGE: "siege-over"}
cards = partial(note_reader.cards, ends=CARDS)
#: What each side lost.
losses = partial(note_reader.losses, ends=CARDS.values(), sides=SIDES)
DRAWN, WIND = "drawn", "wind/"
#: The units of losses, by the kind of card.
LOST = {BATTLE: "Sail", ESCALADE: "Unit", SIEGE: "Unit"}


def entries(notes: Iterable[Note], side: str, phase: str) -> Iterator[Entry]:
    """Lines and cards, from the first note to the last; the notes of a fight stand in its card."""
    for card in note_reader.by_card(notes, CARDS):
        if card[0].event in CARDS:
            yield fight(card, side, phase)
        else:
            yield from (line(note) for note in card if note.text)


def line(note: Note) -> Entry:
    """One note as a line with its dice; the dice of the winds fill one paragraph."""
    run = 1 if note.throw is not None and note.throw.label.startswith(WIND) else 0
    return note_reader.line(replace(note, why=f"{note.why[:1].upper()}{note.why[1:]}"), run=run)


def fight(notes: Sequence[Note], side: str, phase: str) -> Entry:
    """A fight under its heading, with what it cost, and a sentence for its reader's own side at the end."""
    head, *rest = notes
    after = aside(head, notes[-1], side, phase)
    inside = [line(note) for note in rest if note.text] + ([Entry(mark(head), "", after)] if after else [])
    return note_reader.card(head, inside, lost_in_words(notes))


def aside(head: Note, over: Note, side: str, phase: str) -> str:
    """One sentence by how a Battle went for its reader."""
    result = str(over.facts.get("result", ""))
    if over.event != CARDS[BATTLE] or result not in (*SIDES, DRAWN):
        return ""
    how = DRAWN if result == DRAWN else "won" if result == side or not side else "lost"
    return one(AFTER[side, how], phase, over.text, over.facts.get("at", ""))


def lost_in_words(notes: Sequence[Note]) -> str:
    """'Lost: British 1 Sail, Bourbon 2 Sail.'; empty where nobody lost any."""
    word = LOST[notes[0].event]
    parts = [f"{side.title()} {number} {word}{'s' if word == 'Unit' and number != 1 else ''}"
             for side, number in losses(notes).items() if number]  # fmt: skip
    return f"Lost: {listed(parts)}." if parts else ""


def winner(notes: Sequence[Note]) -> str:
    """The seat that kept the place of a Battle; empty where nobody did."""
    result = str(notes[-1].facts.get("result", ""))
    return result if result in SIDES else ""


def loser(notes: Sequence[Note]) -> str:
    """The other one."""
    found = winner(notes)
    return other(found) if found else ""
