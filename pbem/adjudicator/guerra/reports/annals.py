"""Counts the war for the campaign book: battles with their steps, money, provinces by turn, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import DATA, Board
from pbem.adjudicator.guerra.reports.battle_cards import CARDS, fought, losses
from pbem.adjudicator.guerra.reports.told_places import SIDES, halves, leader, place
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, STACK_WORDS
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Gain, Measure, Named, Reckoning

BOOK = Reckoning.of(DATA)
METHOD, TELLINGS, telling = BOOK.method, BOOK.tellings, BOOK.telling
#: Notes of a fight that a book tells.
OUTCOMES = ("avoided", "stood", "odds", "result", "losses", "retreated", "eliminated", "advanced", *CARDS.values())
COUNT, INCOME = "count", "income"
#: The last turn of each part of the campaign, and its years; a turn is a year from 1810 on.
PERIODS = ((5, "the years 1810 to 1814"), (10, "the years 1815 to 1819"), (15, "the years 1820 to 1824"))
FALLEN, FATES = ("port-fell", "surrendered"), ("leader-lost", "haven", "subverted", "rose")


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, notes, board = reading.seen, reading.told.notes, reading.seen.board
    return BOOK.annals(
        notes, owners(reading), lambda note: spoken(board, note), lambda name: known(board, name),
        battles=map(battle, fought(notes)), measures=measures(seen), named=named(seen), gains=gains(notes),
        period=period(seen),
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


def owners(reading: Reading[Picture]) -> dict[str, str]:
    """The sides of names in labels: a seat, a stack's number, or a marker."""
    found: dict[str, str] = {side: side for side in SEATS} | {"spain": ROYALIST}
    for name, marker in reading.seen.board.ejercitos.items():
        found[name] = marker.side
    numbers = {word: side for side, word in STACK_WORDS.items() if side in SEATS}
    parts = [part for note in reading.told.notes if note.throw is not None for part in note.throw.label.split("/")]
    return found | {part: numbers[part.partition("-")[0]] for part in parts if part.partition("-")[0] in numbers}


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {name: place(board, str(facts[name])) for name in ("area", "port") if name in facts}
    unit = board.leaders.get(str(facts.get("leader", ""))) or board.units.get(str(facts.get("ship", "")))
    found["end"] = note.text.removeprefix(unit.name if unit else "").strip(" .").removeprefix("is ")
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


def known(board: Board, name: str) -> tuple[str, str, str] | None:
    """A leader or a ship for an index; None for what the board does not have."""
    leader_, unit = board.leaders.get(name), board.units.get(name)
    if leader_ is not None:
        return leader_.side, "leader", leader_.name
    return (unit.side, "ship", unit.name) if unit is not None else None
