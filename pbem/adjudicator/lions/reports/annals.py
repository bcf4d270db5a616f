"""Counts a year for the campaign book: battles and assaults, treasure, plunder, prizes, and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Fate, Gain, Measure, Named, casts, counting, tale, tellings

#: Dice whose label names the power that throws them (17.2, 20.2); high is good in all of them.
KINDS, METHOD = counting(DATA / "annals.yaml")
TELLINGS = tellings(DATA / "tale.yaml")
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
        tale=tale(told.notes, TELLINGS, lambda note: spoken(seen, note)), measures=tuple(measures(seen)),
        named=tuple(named(seen)), fates=tuple(fates(seen, told.notes)),
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


def spoken(seen: Picture, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words: squares by their ports, and the text as part of a sentence."""
    text = seen.placed(note.text).removesuffix(".")
    inside = "the " + text.removeprefix("The ") if text.startswith("The ") else text
    place = seen.place(str(note.facts["square"])) if "square" in note.facts else ""
    return {"text": inside, "place": place}


def measures(seen: Picture) -> Iterator[Measure]:
    """Ports and pounds of every power, and the reader's own ships."""
    held = list(seen.known["control"].values())
    for power in sorted(seen.players):
        yield Measure("Ports held", power, held.count(power))
        yield Measure("Pounds", power, int(seen.known["money"][power]))
    if seen.side:
        own = [ship for ship in seen.known["ships"] if seen.board.ships.get(ship)]
        yield Measure("Ships in service", seen.side, len(own))


def named(seen: Picture) -> Iterator[Named]:
    """The reader's own ships and leaders."""
    for sort, shelf, names in (("ship", seen.known.get("ships", {}), seen.board.ships),
                               ("leader", seen.known.get("leaders", {}), seen.board.leaders)):  # fmt: skip
        for name, told in shelf.items():
            if name in names:
                yield Named(seen.side, sort, seen.state.label(name), seen.place(str(told["at"])))


def fates(seen: Picture, notes: Sequence[Note]) -> Iterator[Fate]:
    """Ships and leaders that were lost or taken, and how."""
    for note in notes:
        if note.event == "ship_lost" and (ship := seen.board.ships.get(str(note.facts["ship"]))):
            yield Fate(ship.nation, "ship", seen.state.label(ship.id), str(note.facts["why"]))
        elif note.event == "leader_lost":
            why = note.text.partition(": ")[2].removesuffix(".") or "lost"
            yield Fate(str(note.facts["power"]), "leader", seen.state.label(str(note.facts["leader"])), why)
        elif note.event == "prize_taken" and (ship := seen.board.ships.get(str(note.facts["ship"]))):
            captor = seen.name(str(note.facts["power"]))
            yield Fate(ship.nation, "ship", seen.state.label(ship.id), f"taken by {captor}")
