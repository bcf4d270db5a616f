"""Tells a battle, a landing or a voyage as one card: heading, who was there, dice, losses, what came of it.

A card is made of the notes its reader heard, in their order, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.reports import note_reader
from pbem.adjudicator.reports.note_reader import NoteReader
from pbem.adjudicator.reports.parts import Entry, mark
from pbem.adjudicator.reports.phrases import listed
from pbem.base.records import replace

#: Dice that are read one by one, so that a modifier counts for each (9.1, 9.2).
READ_SINGLY = ("naval/", "naval-reroll/", "land/", "land-reroll/")
#: Notes that say where a lost counter goes; they stand in the line of its loss.
FATES: Mapping[str, str] = {"to_pool": "back in the force pool", "gone": "gone for good"}
#: The note that a card begins with, and those that it ends with.
BATTLES: Mapping[str, str] = {"naval_combat": "naval_over", "land_combat": "land_over"}
LANDING, LANDED = "landed", ("captured", "ashore")
NOBODY = "nobody's"
#: Notes of a landing besides its dice.
OF_A_LANDING = ("put_ashore", "eliminated", "to_pool", "gone")
#: Notes that mark a place in the story and tell nothing themselves.
SILENT = ("weighed",)


def told(notes: Sequence[Note]) -> list[Entry]:
    """The notes of a step as lines and cards."""
    return list(entries(NoteReader([note for note in before_the_dice(notes) if note.event not in SILENT])))


def before_the_dice(notes: Sequence[Note]) -> list[Note]:
    """The same notes with each voyage told before the dice thrown on it.

    The rules tell a voyage when it has ended, for only then they know how far it went.
    """
    found: list[Note] = []
    sailed_from = 0
    for note in notes:
        if note.event == "weighed":
            sailed_from = len(found)
        if note.event in ("sailed", "voyage"):
            found.insert(sailed_from, note)
            sailed_from += 1
        else:
            found.append(note)
    return found


def entries(notes_left: NoteReader) -> Iterator[Entry]:
    """Lines and cards, from the first note to the last."""
    while notes_left.next is not None:
        shown = notes_left.while_(lambda note: note.event == "revealed")
        first = notes_left.next
        if first is not None and first.event in BATTLES:
            yield battle(shown, notes_left.until(BATTLES[first.event]))
            continue
        yield from (line(note) for note in shown)
        if first is not None and first.event == LANDING:
            yield landing(notes_left)
        elif first is not None:
            yield from one(notes_left)


def one(notes_left: NoteReader, *, brief: bool = False) -> Iterator[Entry]:
    """A note as a line; a loss takes the notes of its fate with it."""
    note = notes_left.take()
    if note.event == "eliminated":
        yield loss(note, notes_left.while_(lambda then: is_fate(then, note)), brief=brief)
    else:
        yield line(note)


def line(note: Note) -> Entry:
    """One note as a line with its dice."""
    told = note_reader.line(note, singly=READ_SINGLY)
    return replace(told, text=f"{note.why}{aim(note)}.") if note.throw else told


def aim(note: Note) -> str:
    """Says what a die of naval combat needed, and whether it hit."""
    needs = note.facts.get("needs")
    if needs is None or note.rule == "9.2" or note.throw is None or "land" in note.throw.label:
        return ""
    if int(needs) < 1:
        return ", cannot hit"
    return f", needs {needs} or less, {'hits' if note.facts['hits'] else 'misses'}"


# ------------------------------------------------------------------------------------------------------ losses


def is_fate(note: Note, lost: Note) -> bool:
    """Tells if a note says where this lost counter goes, or is the die for that."""
    name = str(lost.facts["counter"])
    die = note.throw is not None and note.throw.label.startswith(f"disposal/{name}/")
    return die or (note.event in FATES and note.facts["counter"] == name)


def loss(lost: Note, fates: Sequence[Note], *, brief: bool = False) -> Entry:
    """One line for a counter that is lost: how, and whether it can be bought again, with the die for that.

    A brief line leaves out the place, which the heading of its card gives.
    """
    die = next((note.throw for note in fates if note.throw), None)
    fate = next((f"; {FATES[note.event]}" for note in fates if note.event in FATES), "")
    who, _, why = lost.text.removesuffix(".").partition(" is eliminated: ")
    who = who.partition(" at ")[0] if brief else who
    return Entry(mark(lost), lost.rule, f"{str(lost.facts['side']).title()} {who}: {why}{fate}.", die)


def told_with_losses(notes: Sequence[Note]) -> Iterator[Entry]:
    """Notes of a card as lines, each loss in one."""
    notes_left = NoteReader(notes)
    while notes_left.next is not None:
        yield from one(notes_left, brief=True)


def lost(notes: Iterable[Note]) -> str:
    """'English 2, Spanish none'; supplies and leaders count like any counter."""
    gone = [str(note.facts["side"]) for note in notes if note.event == "eliminated"]
    return ", ".join(f"{side.title()} {gone.count(side) or 'none'}" for side in SIDES)


# ------------------------------------------------------------------------------------------------------ cards


def battle(shown: Sequence[Note], notes: Sequence[Note]) -> Entry:
    """A combat: why it is fought, who fights, their dice, hits, losses, and what came of it."""
    head, *rest = notes
    over = rest.pop() if rest and rest[-1].event in BATTLES.values() else None
    inside = [Entry(mark(note), note.rule, forces(note)) for note in shown]
    notes_left = NoteReader([note for note in rest if note.event != "retreat"])
    inside += told_with_losses(notes_left.while_(lambda note: note.event != "inflicted"))
    if hits := notes_left.while_(lambda note: note.event == "inflicted"):
        score = listed([note.text.removesuffix(".").replace("The ", "the ", place) for place, note in enumerate(hits)])
        inside.append(Entry(mark(head), head.rule, f"{score}."))
    inside += told_with_losses(notes_left.while_(lambda note: True))
    title, colon, why = head.text.partition(": ")
    if over:
        inside.append(Entry(mark(over), over.rule, f"{over.text} Lost: {lost(notes)}."))
        title += f", {str(over.facts['winner']).title() or NOBODY} victory"
    return Entry(mark(head), head.rule, f"{title}{colon}{why}", inside=tuple(inside))


def forces(note: Note) -> str:
    """A side's counters that fight: 'English: Boyne with Vernon.'"""
    return f"{str(note.facts['side']).title()}: {note.text.partition(': ')[2]}"


def landing(notes_left: NoteReader) -> Entry:
    """A landing: who goes ashore, disease, and what they find there."""
    head = notes_left.take()
    hex_id = str(head.facts["hex"])
    notes = notes_left.while_(lambda note: of_a_landing(note, hex_id))
    if notes_left.next is not None and notes_left.next.event in LANDED:
        notes.append(notes_left.take())
    return note_reader.card(head, told_with_losses(notes))


def of_a_landing(note: Note, hex_id: str) -> bool:
    """Tells if a note belongs to the landing under way: who lands, disease, and those it kills."""
    if note.throw is not None:
        return note.throw.label.startswith((f"disease/{hex_id}/", "disposal/"))
    return note.event in OF_A_LANDING and note.facts.get("hex") == hex_id
