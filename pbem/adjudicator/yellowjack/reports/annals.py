"""Counts the war for the campaign book: Battles with the Sail lost, Prestige by Turn, Ports, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.annals import Annals, Battle, Measure, Named, Reckoning
from pbem.adjudicator.yellowjack.board.board import DATA, Board
from pbem.adjudicator.yellowjack.reports.battle_cards import CARDS, cards, losses
from pbem.adjudicator.yellowjack.reports.told_places import short_place
from pbem.adjudicator.yellowjack.state.words import BRITISH, SIDE_OF, SIDES, quarter, year_of
from pbem.adjudicator.yellowjack.view.picture import Picture

BOOK = Reckoning.of(DATA)
METHOD, TELLINGS, telling = BOOK.method, BOOK.tellings, BOOK.telling
QUARTERS = ("first", "second", "third", "last")
#: Notes of a fight that a book tells.
OUTCOMES = ("sunk", "leader-hit", "broke-off", "retreated", "captured", *CARDS.values())


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, notes, board = reading.seen, reading.told.notes, reading.seen.board
    return BOOK.annals(
        notes, owners(notes), lambda note: spoken(board, note), lambda name: known(board, name),
        battles=map(battle, cards(notes)), measures=measures(seen), named=named(seen),
        period=period(int(seen.known["date"])),
    )  # fmt: skip


def period(date: int) -> str:
    """The Quarter of a Turn: with its four Turns a book has one map."""
    return f"the {QUARTERS[quarter(date) % 4]} Quarter of {year_of(date)}"


def battle(notes: Sequence[Note]) -> Battle:
    """One fight with what each side lost in it."""
    lines = [note.text for note in notes[1:] if note.event in OUTCOMES]
    return Battle(notes[0].text.removesuffix("."), tuple(lines), tuple(losses(notes).items()))


def owners(notes: Sequence[Note]) -> dict[str, str]:
    """The sides of names in labels: of dice that a side was told alone, all of them are its own."""
    found = {side: side for side in SIDES}
    for note in notes:
        if note.throw is not None and note.to in SIDES:
            found |= dict.fromkeys(note.throw.label.split("/")[1:], note.to)
    return found


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    port = {"port": short_place(board, str(note.facts["port"]))} if "port" in note.facts else {}
    return {"fate": str(note.facts.get("fate", "")), **port}


def measures(seen: Picture) -> Iterator[Measure]:
    """Prestige and Ports of both sides, and the reader's own Squadrons."""
    for side in SIDES:
        yield Measure("Prestige", side, int(seen.known["prestige"][side]))
        held = sum(SIDE_OF.get(str(port["holder"]), "") == side for port in seen.known["ports"].values())
        yield Measure("Ports held", side, held)
    if seen.side:
        yield Measure("Squadrons in service", seen.side, sum(bool(each["sail"]) for each in own_squadrons(seen)))


def own_squadrons(seen: Picture) -> list[Mapping[str, Any]]:
    """The reader's own Squadrons."""
    return list(seen.known["squadrons"].values())


def named(seen: Picture) -> Iterator[Named]:
    """The reader's Leaders who serve, and their Squadrons."""
    for name, one in seen.known["leaders"].items():
        posts = [seen.place_of(post) for post in one["posts"] if post in seen.formations]
        if not one["gone"] and posts:
            yield Named(seen.side, "leader", seen.board.leaders[name].name, short_place(seen.board, posts[0]))
    for name, one in seen.known["squadrons"].items():
        if one["sail"]:
            yield Named(seen.side, "ship", str(seen.board.label(name)), short_place(seen.board, str(one["where"])))


def known(board: Board, name: str) -> tuple[str, str, str] | None:
    """A Leader for an index; None for one whom the board does not have."""
    leader = board.leaders.get(name)
    return (BRITISH if leader.contingent == BRITISH else SIDES[1], "leader", leader.name) if leader else None
