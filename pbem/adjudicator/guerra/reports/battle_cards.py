"""Tells a battle, an assault or a sea fight as one card: what was laid open, the dice, the losses, the end.

A card is made of the notes its reader heard, in their order, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.reports.voice import AFTER
from pbem.adjudicator.guerra.state.terms import SEATS, other
from pbem.adjudicator.reports import note_reader
from pbem.adjudicator.reports.parts import Entry, mark
from pbem.adjudicator.reports.voices import one

#: The notes that a card begins with, each with the one that it ends with.
CARDS = {"battle": "battle-over", "assault": "assault-over", "sea-fight": "sea-fight-over"}
cards = partial(note_reader.cards, ends=CARDS)
#: The steps that each side lost.
losses = partial(note_reader.losses, ends=CARDS.values(), sides=SEATS)
#: Ends of what was no fight: the attacked got away.
NO_FIGHT = ("avoided", "evaded")
ATTACKER, DRAWN = "attacker", "drawn"
RESULTS = (ATTACKER, "defender", DRAWN)
#: Tactical dice are read one by one.
line = partial(note_reader.line, singly=("tactics/",))
#: A note that everybody hears, and its owner in their own words besides.
DOUBLED = "stirs"


def told(notes: Sequence[Note], side: str, phase: str) -> list[Entry]:
    """The notes of a step as lines and cards."""
    return list(entries([note for note in notes if worth_telling(note, side)], side, phase))


def worth_telling(note: Note, side: str) -> bool:
    """Leaves out what says nothing, and what the reader was told in their own words as well."""
    return bool(note.text) and not (note.event == DOUBLED and note.facts.get("seat") == side)


def entries(notes: Iterable[Note], side: str, phase: str) -> Iterator[Entry]:
    """Lines and cards, from the first note to the last; the notes of a fight stand in its card."""
    for card in note_reader.by_card(notes, CARDS):
        if card[0].event in CARDS:
            yield fight(card, side, phase)
        else:
            yield from map(line, card)


def fight(notes: Sequence[Note], side: str, phase: str) -> Entry:
    """A fight under its heading, with what it cost, and a sentence of its reader's own side at the end."""
    head, *rest = notes
    after = aside(head, notes[-1], side, phase)
    return note_reader.card(head, [*map(line, rest), *([Entry(mark(head), "", after)] if after else [])],
                            lost_in_words(notes))  # fmt: skip


def aside(head: Note, over: Note, side: str, phase: str) -> str:
    """One sentence by how a fight in the field went for its reader; a fight without a victor has its own."""
    result, attacker = over.facts.get("result"), head.facts.get("seat")
    if over.event != CARDS["battle"] or attacker not in SEATS or result not in RESULTS:
        return ""
    won = side == (attacker if result == ATTACKER else other(str(attacker)))
    how = "drawn" if result == DRAWN else "won" if won or not side else "lost"
    return one(AFTER[side, how], phase, over.text, over.facts.get("area", ""))


def fought(notes: Iterable[Note]) -> list[list[Note]]:
    """The cards of fights that came to blows; where the attacked got away, there was none."""
    return [card for card in cards(notes) if card[-1].facts.get("result") not in NO_FIGHT]


def lost_in_words(notes: Iterable[Note]) -> str:
    """'Lost: Royalist 1 step, Patriot 2 steps.'; empty where nobody lost any."""
    parts = [f"{side.title()} {steps} {'step' if steps == 1 else 'steps'}"
             for side, steps in losses(notes).items() if steps]  # fmt: skip
    return f"Lost: {', '.join(parts)}." if parts else ""
