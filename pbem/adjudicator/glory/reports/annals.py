"""Counts the year for the campaign book: battles with their losses, objectives and prizes, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.board.board import DATA, Board
from pbem.adjudicator.glory.reports.battle_cards import OVER, cards, losses
from pbem.adjudicator.glory.reports.told_places import NAVIES, label, where
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEATS
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.annals import LOW, Annals, Battle, Gain, Measure, Named, Reckoning
from pbem.adjudicator.reports.phrases import listed

BOOK = Reckoning.of(DATA)
METHOD, TELLINGS, telling = BOOK.method, BOOK.tellings, BOOK.telling
#: How a fleet came out of a battle, in a sentence.
STATUS = {"victorious": "had the victory", "all_wrecked": "was wrecked to the last ship", "withdrew": "withdrew",
          "majority_wrecked": "had most of its ships wrecked", "precipitous": "fled",
          "draw": "came off level"}  # fmt: skip
#: Notes of a battle that a book tells.
OUTCOMES = ("pennant", "gauge", "denied", "left", "fate", "admiral_lost", "victorious", OVER)


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, notes, board = reading.seen, reading.told.notes, reading.seen.board
    return BOOK.annals(
        notes, {side: side for side in SEATS}, lambda note: spoken(board, note), lambda name: known(board, name),
        battles=(battle(board, card) for card in cards(notes)), measures=measures(seen), named=named(seen),
        gains=gains(board, notes), period=month(seen),
    )  # fmt: skip


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


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {"what": str(facts.get("what", "")), "why": str(facts.get("why", "")).replace("_", " ")}
    if "place" in facts:
        found["off"] = label(board, str(facts["place"]))
        found["place"] = found["off"].partition(" (")[0]
    if isinstance(facts.get("status"), Mapping):
        states = [f"the {NAVIES[side]} fleet {STATUS[str(state)]}" for side, state in facts["status"].items()
                  if str(state) in STATUS]  # fmt: skip
        ends = {str(state) for state in facts["status"].values()}
        found["status"] = listed(states) or "neither side claimed the victory"
        if ends == {"draw"}:
            found["status"] = "they came off level"
    return found


def month(seen: Picture) -> str:
    """The month that a turn of ten days belongs to: a campaign of the book."""
    label_of = seen.board.turn(max(int(seen.known["turn"]), 1)).label
    return f"{label_of.partition(' ')[0]} 1805"


def measures(seen: Picture) -> Iterator[Measure]:
    """Ships of the line that each side has lost, and the reader's own that are left."""
    for side in SEATS:
        lost = sum(side_of(seen.board, ship) == side for ship in seen.known["lost"])
        yield Measure("Ships of the line lost", side, lost, LOW)
    if seen.side:
        own = [each for each in seen.known["ships"].values() if each["in"]]
        yield Measure("Ships of the line in service", seen.side, len(own))


def side_of(board: Board, ship: str) -> str:
    """The side that a ship belongs to."""
    return BRITISH if board.ships[ship].nation == BRITISH else ALLIED


def named(seen: Picture) -> Iterator[Named]:
    """The reader's ships of the line and admirals."""
    blocks = seen.known.get("blocks", {})
    places = {name: where(seen.board, block) for name, block in blocks.items()
              if block["part"] not in ("unused", "gone")}  # fmt: skip
    for name, told in seen.known.get("ships", {}).items():
        if told["in"] in places or told["in"] in seen.board.ports:
            yield Named(seen.side, "ship", seen.board.ships[name].name,
                        places.get(told["in"]) or f"in {label(seen.board, told['in'])}")  # fmt: skip
    for name, told in seen.known.get("admirals", {}).items():
        if told["at"] in places:
            yield Named(seen.side, "leader", seen.board.admirals[name].name, places[told["at"]])


def known(board: Board, name: str) -> tuple[str, str, str]:
    """A ship or an admiral for an index."""
    if name in board.ships:
        return side_of(board, name), "ship", board.ships[name].name
    admiral = board.admirals[name]
    return BRITISH if admiral.nation == BRITISH else ALLIED, "leader", admiral.name
