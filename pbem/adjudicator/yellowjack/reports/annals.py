"""Counts the war for the campaign book: Battles with the Sail lost, Prestige by Turn, Ports, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.annals import (
    LOW,
    Annals,
    Battle,
    Cast,
    Fate,
    Gain,
    Kind,
    Measure,
    Method,
    Named,
    casts,
    tale,
    tellings,
)
from pbem.adjudicator.yellowjack.board.board import DATA, Board
from pbem.adjudicator.yellowjack.reports.battle_cards import CARDS, cards, losses
from pbem.adjudicator.yellowjack.reports.logs import IN_LOGS
from pbem.adjudicator.yellowjack.reports.told_places import short_place
from pbem.adjudicator.yellowjack.state.words import BRITISH, SIDE_OF, SIDES, quarter, year_of
from pbem.adjudicator.yellowjack.view.picture import Picture

#: Dice that are one side's luck, by the first part of their label.
KINDS: Mapping[str, Kind] = {
    "zone": Kind("leaving Sea Zones", LOW, 1), "check": Kind("checks", LOW, 1), "breeze": Kind("breezes", LOW, 1),
}
TELLINGS = tellings(DATA / "tale.yaml")
METHOD = Method(
    "A die to leave a Sea Zone, to catch the wind or to pass a check counts for the side that throws it. Dice of "
    "Battle, Escalade and siege are read on tables that both sides share, and are nobody's. Beside Battles the book "
    "counts Prestige by cause, Ports that changed hands, and the Orders of each Turn.",
    "Prestige",
)
QUARTERS = ("first", "second", "third", "last")
#: What a book leaves out: what owners are told besides what everybody sees, and where the story only marks a place.
LEFT_OUT = ("lapsed", "step", *IN_LOGS)
#: Notes of a fight that a book tells.
OUTCOMES = ("sunk", "leader-hit", "broke-off", "retreated", "captured", *CARDS.values())


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    notes, seen = reading.told.notes, reading.seen
    return Annals(
        tuple(battle(card) for card in cards(notes)), tuple(gains(notes)), tuple(luck(reading)),
        tale=tale(notes, TELLINGS, lambda note: spoken(seen.board, note)), measures=tuple(measures(seen)),
        named=tuple(named(seen)), fates=tuple(fates(seen.board, notes)), period=period(int(seen.known["date"])),
    )  # fmt: skip


def period(date: int) -> str:
    """The Quarter of a Turn: with its four Turns a book has one map."""
    return f"the {QUARTERS[quarter(date) % 4]} Quarter of {year_of(date)}"


def battle(notes: Sequence[Note]) -> Battle:
    """One fight with what each side lost in it."""
    lines = [note.text for note in notes[1:] if note.event in OUTCOMES]
    return Battle(notes[0].text.removesuffix("."), tuple(lines), tuple(losses(notes).items()))


def gains(notes: Sequence[Note]) -> Iterator[Gain]:
    """Prestige that was awarded, and Ports that changed hands."""
    for note in notes:
        facts = note.facts
        if note.event == "prestige" and facts.get("seat") in SIDES:
            yield Gain(str(facts["seat"]), note.text.removesuffix("."), int(facts.get("amount", 0)))
        elif note.event == "captured" and facts.get("by") in SIDES:
            yield Gain(str(facts["by"]), note.text.removesuffix("."))


def luck(reading: Reading[Picture]) -> Iterator[Cast]:
    """The dice that are one side's luck: those that it was told alone."""
    owners = {side: side for side in SIDES}
    for note in reading.told.notes:
        if note.throw is not None and note.to in SIDES:
            owners |= dict.fromkeys(note.throw.label.split("/")[1:], note.to)
    yield from casts(reading.told.notes, KINDS, owners)


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping."""
    return [note for note in notes if note.event not in LEFT_OUT and note.text]


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    return {"port": short_place(board, str(note.facts["port"]))} if "port" in note.facts else {}


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


def fates(board: Board, notes: Sequence[Note]) -> Iterator[Fate]:
    """Leaders who were hit."""
    for note in notes:
        if note.event == "leader-hit" and note.facts.get("leader") in board.leaders:
            leader = board.leaders[str(note.facts["leader"])]
            side = BRITISH if leader.contingent == BRITISH else SIDES[1]
            yield Fate(side, "leader", leader.name, str(note.facts["fate"]))
