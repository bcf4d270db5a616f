"""Counts the war for the campaign book: battles with their steps, money, provinces by turn, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import DATA, Board
from pbem.adjudicator.guerra.reports.battle_cards import CARDS, cards, losses
from pbem.adjudicator.guerra.reports.told_places import SIDES, halves, leader, place
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, STACK_WORDS
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.annals import (
    HIGH,
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

#: The part of a label that names its thrower.
KINDS: Mapping[str, Kind] = {
    "uprising": Kind("uprisings", HIGH, 2), "initiative": Kind("initiative", HIGH, 2),
    "spain": Kind("money from Spain", HIGH, 0), "activate": Kind("activation", HIGH, 1),
    "evade": Kind("evasion at sea", LOW, 2),
}  # fmt: skip
TELLINGS = tellings(DATA / "tale.yaml")
METHOD = Method(
    "A die of activation, uprising, initiative or evasion counts for the side that throws it. Dice of battle, siege, "
    "attrition and hunt are read on tables that both sides share, and are nobody's. Beside battles the book counts "
    "steps lost by cause, money by purse and use, the provinces that each side holds at the end of a year, and what "
    "became of every leader.",
    "Resource Points",
)
#: What a book leaves out: what owners are told besides what everybody sees, and where the story only marks a place.
LEFT_OUT = ("lapsed", "stirs", "step")
#: Notes of a fight that a book tells.
OUTCOMES = ("avoided", "stood", "odds", "result", "losses", "retreated", "eliminated", "advanced", *CARDS.values())
COUNT, INCOME = "count", "income"
#: The last turn of each part of the campaign, and its years; a turn is a year from 1810 on.
PERIODS = ((5, "the years 1810 to 1814"), (10, "the years 1815 to 1819"), (15, "the years 1820 to 1824"))
FALLEN, FATES = ("port-fell", "surrendered"), ("leader-lost", "haven", "subverted", "rose")


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    notes, seen = reading.told.notes, reading.seen
    return Annals(
        tuple(battle(card) for card in cards(notes)), tuple(gains(notes)), tuple(luck(reading)),
        tale=tale(notes, TELLINGS, lambda note: spoken(seen.board, note)), measures=tuple(measures(seen)),
        named=tuple(named(seen)), fates=tuple(fates(seen.board, notes)), period=period(seen),
    )  # fmt: skip


def period(seen: Picture) -> str:
    """The part of the long war that a year belongs to, as the three shorter scenarios divide it."""
    turn = int(seen.known["turn"])
    return next((words for last, words in PERIODS if turn <= last), PERIODS[-1][1])


def battle(notes: Sequence[Note]) -> Battle:
    """One fight with the steps that each side lost in it."""
    lines = [note.text for note in notes[1:] if note.event in OUTCOMES]
    return Battle(notes[0].text.removesuffix("."), tuple(lines), tuple(losses(notes).items()))


def gains(notes: Sequence[Note]) -> Iterator[Gain]:
    """Money that came in, provinces held as a year ends, the fate of leaders, risings and fallen ports."""
    for note in notes:
        facts = note.facts
        if note.event == COUNT:
            for side in SEATS:
                words = f"{halves(int(facts[side]))} provinces held"
                yield Gain(side, words, 0)
        elif note.event == INCOME and "area" not in facts:
            side = ROYALIST if facts["nation"] == ROYALIST else PATRIOT
            yield Gain(side, note.text.removesuffix("."), int(facts["rp"]) // 2)
        elif note.event in FALLEN and facts.get("by") in SEATS:
            yield Gain(str(facts["by"]), note.text.removesuffix("."))
        elif note.event in FATES and facts.get("seat") in SEATS:
            yield Gain(str(facts["seat"]), note.text.removesuffix("."))


def luck(reading: Reading[Picture]) -> Iterator[Cast]:
    """The dice that are one side's luck: by a seat in their label, by a stack's number, or by a marker."""
    owners: dict[str, str] = {side: side for side in SEATS} | {"spain": ROYALIST}
    for name, marker in reading.seen.board.ejercitos.items():
        owners[name] = marker.side
    numbers = {word: side for side, word in STACK_WORDS.items() if side in SEATS}
    parts = [part for note in reading.told.notes if note.throw is not None for part in note.throw.label.split("/")]
    owners |= {part: numbers[part.partition("-")[0]] for part in parts if part.partition("-")[0] in numbers}
    yield from casts(reading.told.notes, KINDS, owners)


def telling(notes: Sequence[Note]) -> list[Note]:
    """The notes as a book tells them: no bookkeeping."""
    return [note for note in notes if note.event not in LEFT_OUT and note.text]


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {name: place(board, str(facts[name])) for name in ("area", "port") if name in facts}
    found["leader"] = leader(board, str(facts["leader"])) if facts.get("leader") in board.leaders else "a leader"
    found["seat"] = f"{SIDES.get(str(facts.get('seat', '')), 'rebel')}s"
    return found


def measures(seen: Picture) -> Iterator[Measure]:
    """Provinces and Resource Points of both sides: everybody sees them."""
    purse = {name: int(halved) for name, halved in seen.known["purse"].items()}
    funds = {ROYALIST: purse.get(ROYALIST, 0), PATRIOT: sum(purse.values()) - purse.get(ROYALIST, 0)}
    for side in SEATS:
        yield Measure("Provinces held", side, int(seen.known["score"]["areas"][side]) // 2)
        yield Measure("Resource Points", side, funds[side] // 2)


def named(seen: Picture) -> Iterator[Named]:
    """Leaders and ships on the map that the reader sees."""
    for name, told in seen.known["leaders"].items():
        where = str(told["where"])
        if where in seen.board.areas or where in seen.board.ports or where in seen.board.seas:
            counter = seen.board.leaders[name]
            yield Named(counter.side, "leader", counter.name, place(seen.board, where))
    for name, told in seen.known["units"].items():
        unit, where = seen.board.units[name], str(told["where"])
        if unit.naval and (where in seen.board.ports or where in seen.board.seas):
            yield Named(unit.side, "ship", unit.name, place(seen.board, where))


def fates(board: Board, notes: Sequence[Note]) -> Iterator[Fate]:
    """Leaders lost, and ships sunk."""
    for note in notes:
        if note.event == "leader-lost" and note.facts.get("leader") in board.leaders:
            counter = board.leaders[str(note.facts["leader"])]
            yield Fate(counter.side, "leader", counter.name, note.text.removeprefix(counter.name).strip(" ."))
        elif note.event == "sunk" and note.facts.get("ship") in board.units:
            unit = board.units[str(note.facts["ship"])]
            yield Fate(unit.side, "ship", unit.name, note.text.removeprefix(unit.name).strip(" .").removeprefix("is "))
