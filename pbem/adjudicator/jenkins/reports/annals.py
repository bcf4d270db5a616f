"""Counts the war for the campaign book: combats with their losses, and what each side has; the data count the rest."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES, CounterKind
from pbem.adjudicator.jenkins.reports.battle_cards import BATTLES, NOBODY
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Measure, Named, Reckoning
from pbem.adjudicator.reports.note_reader import NoteReader

#: A combat die hits at or below a number (9.1, 9.2); the die of a counter's fate is good above its cost (9.3).
BOOK = Reckoning.of(DATA)
KINDS, METHOD, TELLINGS = BOOK.kinds, BOOK.method, BOOK.tellings
#: Counters that a book's index names.
SORTS = {CounterKind.SHIP: "ship", CounterKind.FRIGATE: "ship", CounterKind.BOMB_SHIP: "ship",
         CounterKind.MERCHANT: "ship", CounterKind.LEADER: "leader"}  # fmt: skip
#: Causes that a report names by their table, as a book says them of one ship or leader.
CAUSES = {"wrecks": "wrecked", "great gale": "lost in a great gale", "yellow fever": "dead of yellow fever"}
#: Events of a combat besides its dice.
OUTCOMES = ("inflicted", *BATTLES.values(), "captured")


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, notes, board = reading.seen, reading.told.notes, reading.seen.board
    #: Names in labels: sides and their counters.
    owners = {side: side for side in SIDES} | {name: counter.side for name, counter in board.counters.items()}
    return BOOK.annals(
        notes, owners, lambda note: spoken(board, note), lambda name: known(board, name), battles=combats(notes),
        measures=measures(seen), named=named(seen),
    )  # fmt: skip


def combats(notes: Sequence[Note]) -> Iterator[Battle]:
    """Combats in the order of the phase, each with what came of it; who fights in it is revealed before."""
    starts = [at for at, note in enumerate(notes) if note.event in BATTLES]
    for start, end in pairwise([*starts, len(notes)]):
        head, course = notes[start], notes[start:end]
        shown = [note.text for note in takewhile(lambda note: note.event == "revealed", reversed(notes[:start]))]
        lines = [*reversed(shown), *(note.text for note in course if note.event in OUTCOMES)]
        fight = NoteReader(course).until(BATTLES[head.event])
        lost = Tally(str(note.facts["side"]) for note in fight if note.event == "eliminated")
        winner = fight[-1].facts.get("winner")
        victory = "" if winner is None else f", {str(winner).title() or NOBODY} victory"
        losses = tuple((side, lost[side]) for side in SIDES)
        yield Battle(f"{head.text.partition(': ')[0]}{victory}", tuple(lines), losses)


# --------------------------------------------------------------------------------------------------- names and sums


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {name: str(facts[name]).title() for name in ("side", "winner") if name in facts}
    if "port" in facts:
        found["port"] = board.seaports[str(facts["port"])].name
    if "hex" in facts:
        port = board.seaport_at.get(str(facts["hex"]))
        found |= {"place": place(board, str(facts["hex"])), "where": port.name if port else str(facts["hex"])}
    if "why" in facts:
        found["why"] = CAUSES.get(str(facts["why"]), str(facts["why"]))
    if trail := list(map(str, facts.get("trail", ()))):
        lost = ", and none of them was left" if note.text.endswith("none of them is left.") else ""
        found |= {"origin": place(board, trail[0]), "goal": f"{place(board, trail[-1])}{lost}"}
    return found


def place(board: Board, hex_id: str) -> str:
    """A seaport by its name, the open sea by its hex."""
    port = board.seaport_at.get(hex_id)
    return port.name if port else f"the open sea ({hex_id})"


def measures(seen: Picture) -> Iterator[Measure]:
    """Seaports and war funds of both sides, and the reader's own counters afloat."""
    for side in SIDES:
        ports = sum(seen.state.holder(port) == side for port in seen.board.seaports.values())
        yield Measure("Seaports held", side, ports)
        yield Measure("War fund points", side, int(seen.known["funds"][side]))
    if seen.side:
        own = [SORTS.get(seen.board.counters[counter].kind) for _, stack in seen.own_stacks() for counter in stack]
        yield Measure("Ships on the map", seen.side, own.count("ship"))


def named(seen: Picture) -> Iterator[Named]:
    """The reader's own ships and leaders on the map."""
    for hex_id, stack in seen.own_stacks():
        for found in filter(None, (known(seen.board, name) for name in stack)):
            yield Named(*found, place(seen.board, hex_id))


def known(board: Board, name: str) -> tuple[str, str, str] | None:
    """A ship or a leader for an index; None for what it leaves out."""
    counter = board.counters[name]
    return (counter.side, SORTS[counter.kind], counter.label) if counter.kind in SORTS else None


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them, without the dice for lost counters and seaports that yield nothing more."""
    return [note for note in BOOK.telling(notes)
            if not (note.throw is not None and note.throw.label.startswith("disposal/"))
            and not (note.event == "funds" and " yields 0 more" in note.text)]  # fmt: skip
