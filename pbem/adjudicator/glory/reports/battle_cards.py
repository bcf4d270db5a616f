"""Tells a battle as one card: pennants, sizes, gauge, the lines, each round's signals, fire and hits, and the end.

A card is made of the notes its reader heard, in their order, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.state.terms import SEATS
from pbem.adjudicator.glory.view.sails import MASTS
from pbem.adjudicator.glory.view.watch import FATE
from pbem.adjudicator.reports import note_reader
from pbem.adjudicator.reports.parts import Entry
from pbem.base.patterns import pattern

#: The note that a card begins with, and the one that it ends with.
BATTLE, OVER = "battle", "battle_over"
CARDS = {BATTLE: OVER}
cards = partial(note_reader.cards, ends=CARDS)
#: What a note of these events tells the owner of a block again in their own words.
SAIL, BLOCK = "sail", "block"
#: Notes that mark a place in the story and tell nothing themselves.
SILENT = ("turn", "half")
SUNK, TAKEN = "sunk", "taken"
#: A round in the label of dice: fire/cadiz/british/r1/n1.
ROUND = pattern(r"/r([0-9]+)/")
#: Counts of masts fill a paragraph; no round has this number.
COUNTS = 99


def told(notes: Sequence[Note], side: str) -> list[Entry]:
    """The notes of a step as lines and cards."""
    return list(entries(once_counted(note for note in notes if worth_telling(note, side))))


def once_counted(notes: Iterable[Note]) -> list[Note]:
    """Counts of masts that say the same in one activation are told once, and stand together where the first stood."""
    every = list(notes)
    counts = list({note.text: note for note in every if note.event == MASTS}.values())
    first = next((at for at, note in enumerate(every) if note.event == MASTS), 0)
    others = [note for note in every if note.event != MASTS]
    return [*others[:first], *counts, *others[first:]]


def worth_telling(note: Note, side: str) -> bool:
    """Leaves out what says nothing, and the sails of the reader, which the note to them alone tells by name."""
    own_sail = note.event == SAIL and note.facts.get("side") == side
    return bool(note.text) and note.event not in SILENT and not own_sail


def entries(notes: Iterable[Note]) -> Iterator[Entry]:
    """Lines and cards, from the first note to the last; the notes of a battle stand in its card."""
    for card in note_reader.by_card(notes, CARDS):
        if card[-1].event == CARDS.get(card[0].event):
            yield battle(card)
        else:
            yield from map(line, card)


def line(note: Note, run: int = 0) -> Entry:
    """One note as a line with its dice; counts of masts run together."""
    return note_reader.line(note, run=COUNTS if note.event == MASTS else run)


def battle(notes: Sequence[Note]) -> Entry:
    """A battle: the notes of one round run together, so that a round is a paragraph."""
    head, *rest = notes
    return note_reader.card(head, (line(note, round_of(note)) for note in rest), lost_in_words(losses(notes)))


def round_of(note: Note) -> int:
    """The round that a note of a battle belongs to, by its facts or the label of its dice; 0 outside rounds."""
    told = note.facts.get("round", 0)
    if note.throw is not None:
        found = ROUND.search(note.throw.label)
        told = found[1] if found else 0
    return int(told)


def losses(notes: Iterable[Note]) -> dict[str, dict[str, list[str]]]:
    """The ships that each side lost by fate, sunk and taken."""
    found: dict[str, dict[str, list[str]]] = {side: {SUNK: [], TAKEN: []} for side in SEATS}
    for note in notes:
        if note.event == FATE and note.facts.get("what") in (SUNK, TAKEN):
            side = str(note.facts["side"])
            found[side][str(note.facts["what"])] += [str(ship) for ship in note.facts["ships"]]
    return found


def lost_in_words(found: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """'Lost: British 1 sunk; Allied 2 sunk, 1 taken.'; empty where nobody lost a ship."""
    parts = []
    for side, how in found.items():
        words = ", ".join(f"{len(ships)} {what}" for what, ships in how.items() if ships)
        if words:
            parts.append(f"{side.title()} {words}")
    return f"Lost: {'; '.join(parts)}." if parts else ""
