"""Counts the year for the campaign book: battles with their losses, objectives and prizes, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.reports.battle_cards import BATTLE, BLOCK, OVER, losses
from pbem.adjudicator.glory.reports.told_places import label
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEATS
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.annals import HIGH, LOW, Annals, Battle, Gain, Kind, Method, casts

#: The part of a label that names its thrower: fire/<place>/<side>/r1.
KINDS: Mapping[str, Kind] = {
    "fire": Kind("firing", HIGH, 2), "gauge": Kind("weather gauge", HIGH, 2), "command": Kind("command", LOW, 2),
}  # fmt: skip
METHOD = Method(
    "A die of fire or of the weather gauge counts for the side that throws it, high being good (17.3, 18.2); a die of "
    "command likewise, low being good (17.6). Chits, weather, searches, fate, events and passages are nobody's.",
    "victory points",
)  # fmt: skip
#: What a book leaves out: what owners are told besides what everybody sees, and where the story only marks a place.
LEFT_OUT = (BLOCK, "half", "turn", "bound", "lapsed", "spotted_blocks")
#: Notes of a battle that a book tells.
OUTCOMES = ("pennant", "gauge", "denied", "left", "fate", "admiral_lost", "victorious", OVER)


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    board, told = reading.seen.board, reading.told
    owners = {side: side for side in SEATS}
    return Annals(tuple(battles(board, told.notes)), tuple(gains(board, told.notes)), casts(told.notes, KINDS, owners))


def battles(board: Board, notes: Sequence[Note]) -> Iterator[Battle]:
    """Battles in the order of the phase, with the ships that each side lost in them and their guns."""
    card: list[Note] = []
    for note in notes:
        if note.event == BATTLE:
            card = [note]
        elif card:
            card.append(note)
        if card and note.event == OVER:
            yield battle(board, card)
            card = []


def battle(board: Board, notes: Sequence[Note]) -> Battle:
    """One battle."""
    lost = {side: [ship for ships in how.values() for ship in ships] for side, how in losses(notes).items()}
    lines = [note.text for note in notes if note.event in OUTCOMES]
    lines += [f"{side.title()} ships lost: {', '.join(f'{label(board, s)} {board.ships[s].guns}' for s in ships)}."
              for side, ships in lost.items() if ships]  # fmt: skip
    numbers = tuple((side, len(each)) for side, each in lost.items())
    return Battle(notes[0].text.removesuffix("."), tuple(lines), numbers)


def gains(board: Board, notes: Sequence[Note]) -> Iterator[Gain]:
    """Objectives scored by the Allies, and ships brought in as prizes."""
    for note in notes:
        if note.event == "scored":
            yield Gain(ALLIED, note.text.removesuffix("."))
        elif note.event == "prize_home":
            piece = board.ships[str(note.facts["ship"])]
            side = str(note.facts["seat"])
            yield Gain(side if side in SEATS else BRITISH, piece.name, piece.taken)


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping, and each move once."""
    return [note for note in notes if note.event not in LEFT_OUT and note.text]
