"""The gazette: a line for each theatre with its news of a phase, made of the notes that the reader heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.reports.battle_cards import NO_FIGHT, cards, losses
from pbem.adjudicator.guerra.reports.told_places import SIDES, THEATRES, place
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.counting import grouped

#: Notes that a theatre's line counts by the area where they were made, with what it says of one and of several.
NEWS: Mapping[str, str] = {
    "rose": "{} rose", "masses": "masses were raised in {}", "port-fell": "{} fell", "surrendered": "{} surrendered",
    "siege-begun": "siege was laid to {}", "blockade": "{} was blockaded", "raid": "{} was raided",
    "repression": "reprisals in {} will be remembered",
}  # fmt: skip
FIGHTS = {"battle": "a battle", "assault": "an assault", "sea-fight": "a sea fight"}
#: Facts of a note that say where it was made.
WHERE = ("area", "port", "at", "sea")
HUNTED = "hunted"


def gazette(seen: Picture, notes: Sequence[Note]) -> Part:
    """The part of a report that tells the war theatre by theatre; theatres without news are left out."""
    made = grouped((theatre_of(seen.board, note), note) for note in notes)
    begun = grouped((theatre_of(seen.board, card[0]), card) for card in cards(notes))
    told = {title: news_of(seen.board, made.get(title, []), begun.get(title, [])) for title in THEATRES}
    lines = [f"{title}: {news}." for title, found in told.items() if (news := "; ".join(found))]
    return Part("gazette", "The gazette", lines=tuple(lines))


def news_of(board: Board, here: Sequence[Note], begun: Sequence[Sequence[Note]]) -> Iterator[str]:
    """The news of one theatre, of its notes and fights: losses, risings, fallen ports, sieges and hunts."""
    fought = [card for card in begun if card[-1].facts.get("result") not in NO_FIGHT]
    where = places(board, [card[0] for card in fought])
    if fought:
        lost = {side: sum(losses(card)[side] for card in fought) for side in losses(fought[0])}
        words = " and ".join(f"the {SIDES[side]} {count(steps, 'step')}" for side, steps in lost.items() if steps)
        yield f"{fights(fought)} in {listed(where)}{f', which cost {words}' if words else ''}"
    missed = [each for each in places(board, [card[0] for card in begun if card not in fought]) if each not in where]
    if missed:
        yield f"no battle in {listed(missed, 'or')}, where the attacked got away"
    for event, said in NEWS.items():
        told = places(board, [note for note in here if note.event == event])
        if told:
            yield said.format(listed(told))
    hunts = [note for note in here if note.event == HUNTED]
    if hunts:
        killed = sum(note.facts.get("result") == "EL" for note in hunts)
        yield f"{count(len(hunts), 'hunt')} for guerrillas, {killed or 'none'} of them to the end"


def fights(fought: Sequence[Sequence[Note]]) -> str:
    """'A battle', or 'two battles and an assault', as counted."""
    kinds = [card[0].event for card in fought]
    told = [FIGHTS[kind] if kinds.count(kind) == 1 else count(kinds.count(kind), FIGHTS[kind].partition(" ")[2])
            for kind in FIGHTS if kind in kinds]  # fmt: skip
    return listed(told)


def places(board: Board, notes: Sequence[Note]) -> list[str]:
    """The places of some notes by name, each once, in their order."""
    found = (next((str(note.facts[word]) for word in WHERE if word in note.facts), "") for note in notes)
    return [place(board, name) for name in dict.fromkeys(found) if name]


def theatre_of(board: Board, note: Note) -> str:
    """The theatre where a note was made; empty where it has no place on land."""
    for word in WHERE:
        at = str(note.facts.get(word, ""))
        area = board.ports[at].area if at in board.ports else at
        if at in board.seas:
            area = next((coast for coast in board.seas[at].coasts if coast in board.areas), "")
        if area in board.areas:
            region = board.areas[area].region
            return next((title for title, regions in THEATRES.items() if region in regions), "")
    return ""
