"""Counts the year for the campaign book: battles with their losses, objectives and prizes, each side's dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.board.board import DATA, Board
from pbem.adjudicator.glory.reports.battle_cards import BATTLE, BLOCK, OVER, losses
from pbem.adjudicator.glory.reports.told_places import NAVIES, label, where
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEATS
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.annals import (
    HIGH,
    LOW,
    Annals,
    Battle,
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
from pbem.adjudicator.reports.phrases import listed

#: The part of a label that names its thrower: fire/<place>/<side>/r1.
KINDS: Mapping[str, Kind] = {
    "fire": Kind("firing", HIGH, 2), "gauge": Kind("weather gauge", HIGH, 2), "command": Kind("command", LOW, 2),
}  # fmt: skip
TELLINGS = tellings(DATA / "tale.yaml")
METHOD = Method(
    "A die of fire or of the weather gauge counts for the side that throws it, high being good (17.3, 18.2); a die of "
    "command likewise, low being good (17.6). Chits, weather, searches, fate, events and passages are nobody's.",
    "victory points",
)  # fmt: skip
#: How a fleet came out of a battle, in a sentence.
STATUS = {"victorious": "had the victory", "all_wrecked": "was wrecked to the last ship", "withdrew": "withdrew",
          "majority_wrecked": "had most of its ships wrecked", "precipitous": "fled",
          "draw": "came off level"}  # fmt: skip
#: What a book leaves out: what owners are told besides what everybody sees, and where the story only marks a place.
LEFT_OUT = (BLOCK, "half", "turn", "bound", "lapsed", "spotted_blocks")
#: Notes of a battle that a book tells.
OUTCOMES = ("pennant", "gauge", "denied", "left", "fate", "admiral_lost", "victorious", OVER)


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    board, told = reading.seen.board, reading.told
    owners = {side: side for side in SEATS}
    return Annals(
        tuple(battles(board, told.notes)), tuple(gains(board, told.notes)), casts(told.notes, KINDS, owners),
        tale=tale(told.notes, TELLINGS, lambda note: spoken(board, note)), measures=tuple(measures(reading.seen)),
        named=tuple(named(reading.seen)), fates=tuple(fates(board, told.notes)), period=month(reading.seen),
    )  # fmt: skip


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


def spoken(board: Board, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words."""
    facts = note.facts
    found = {"place": label(board, str(facts["place"])).partition(" (")[0]} if "place" in facts else {}
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


def fates(board: Board, notes: Sequence[Note]) -> Iterator[Fate]:
    """Ships sunk or taken, and admirals lost."""
    for note in notes:
        if note.event == "fate":
            words = f"{note.facts['what']} off {label(board, str(note.facts['place']))}"
            for ship in map(str, note.facts["ships"]):
                yield Fate(side_of(board, ship), "ship", board.ships[ship].name, words)
        elif note.event == "admiral_lost":
            admiral = board.admirals[str(note.facts["admiral"])]
            side = BRITISH if admiral.nation == BRITISH else ALLIED
            yield Fate(side, "leader", admiral.name, str(note.facts["why"]).replace("_", " "))
