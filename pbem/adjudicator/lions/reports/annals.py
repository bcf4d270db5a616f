"""Counts a year for the campaign book: battles and assaults, treasure, plunder, prizes, and dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Gain, casts, counting

#: Dice whose label names the power that throws them (17.2, 20.2); high is good in all of them.
KINDS, METHOD = counting(DATA / "annals.yaml")
BEGINNINGS = {"battle": "Battle", "assault": "Assault"}
ENDINGS, AFTERMATH = ("battle_over", "assault_over"), "aftermath"
#: Money that was won rather than earned, by the word of the note.
WON = ("treasure", "plunder", "prize")


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, told = reading.seen, reading.told
    return Annals(
        tuple(battles(seen, told.notes)), tuple(gains(seen, told.notes)),
        casts(told.notes, KINDS, owners(seen, (*before, *told.notes))),
    )  # fmt: skip


def owners(seen: Picture, notes: Sequence[Note]) -> dict[str, str]:
    """Maps names in labels to powers: their own names, and their ships that no captor took."""
    taken = {str(note.facts["ship"]) for note in notes if note.event == "prize_taken"}
    ships = {name: ship.nation for name, ship in seen.board.ships.items()
             if ship.nation in seen.players and name not in taken}  # fmt: skip
    return {**{power: power for power in seen.players}, **ships}


def battles(seen: Picture, notes: Sequence[Note]) -> Iterator[Battle]:
    """Fights: who attacked whom and why, how it ended, the losses of both, and how many ships each side lost."""
    lost: dict[str, int] = {}
    lines: list[str] = []
    kind = ""
    for note in notes:
        if note.event in BEGINNINGS:
            kind, lost, lines = BEGINNINGS[note.event], {}, [seen.placed(note.text)]
        elif note.event == "ship_lost":
            ship = seen.board.ships.get(str(note.facts["ship"]))
            if ship and ship.nation in seen.players:
                lost[seen.name(ship.nation)] = lost.get(seen.name(ship.nation), 0) + 1
        elif note.event in ENDINGS:
            lines.append(seen.placed(note.text))
        elif note.event == AFTERMATH:
            title = f"{kind} at {seen.place(str(note.facts['square']))}"
            yield Battle(title, (*lines, seen.placed(note.text)), tuple(lost.items()))
            lost, lines = {}, []


def gains(seen: Picture, notes: Sequence[Note]) -> Iterator[Gain]:
    """Treasure, plunder and prize money; ships taken."""
    for note in notes:
        if note.event == "money" and any(word in str(note.facts["why"]) for word in WON):
            yield Gain(str(note.facts["power"]), str(note.facts["why"]), int(note.facts["pounds"]))
        elif note.event == "prize_taken":
            yield Gain(str(note.facts["power"]), f"{seen.state.label(str(note.facts['ship']))}, a prize")
        elif note.event == "plundered":
            yield Gain(str(note.facts["power"]), f"{seen.place(str(note.facts['square']))}, plundered")
