"""Counts a year for the campaign book: battles and assaults, and what each power has; the data count the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.annals import Annals, Battle, Measure, Named, Reckoning
from pbem.adjudicator.reports.note_reader import cards

#: Dice whose label names the power that throws them (17.2, 20.2); high is good in all of them.
BOOK = Reckoning.of(DATA)
METHOD, TELLINGS = BOOK.method, BOOK.tellings
#: What a fight is called by the note that begins it, the note that ends it, and those that a book tells.
FIGHTS, AFTERMATH = {"battle": "Battle", "assault": "Assault"}, "aftermath"
TOLD = (*FIGHTS, "battle_over", "assault_over", AFTERMATH)


def annals(reading: Reading[Picture], before: Sequence[Note]) -> Annals:
    """A phase, as the book counts it."""
    seen, notes = reading.seen, reading.told.notes
    return BOOK.annals(
        notes, owners(seen, (*before, *notes)), lambda note: spoken(seen, note), lambda name: known(seen, name),
        battles=battles(seen, notes), measures=measures(seen), named=named(seen),
    )  # fmt: skip


def owners(seen: Picture, notes: Sequence[Note]) -> dict[str, str]:
    """Maps names in labels to powers: their own names, and their ships that no captor took."""
    taken = {str(note.facts["ship"]) for note in notes if note.event == "prize_taken"}
    ships = {name: ship.nation for name, ship in seen.board.ships.items()
             if ship.nation in seen.players and name not in taken}  # fmt: skip
    return {**{power: power for power in seen.players}, **ships}


def battles(seen: Picture, notes: Sequence[Note]) -> Iterator[Battle]:
    """Fights: who attacked whom and why, how it ended, the losses of both, and how many ships each side lost."""
    for card in cards(notes, dict.fromkeys(FIGHTS, AFTERMATH)):
        ships = [seen.board.ships.get(str(note.facts["ship"])) for note in card if note.event == "ship_lost"]
        lost = Counter(seen.name(ship.nation) for ship in ships if ship and ship.nation in seen.players)
        title = f"{FIGHTS[card[0].event]} at {seen.place(str(card[-1].facts['square']))}"
        lines = tuple(seen.placed(note.text) for note in card if note.event in TOLD)
        yield Battle(title, lines, tuple(lost.items()))


def spoken(seen: Picture, note: Note) -> Mapping[str, str]:
    """The facts of a note in a book's words: squares by their ports, and the text as part of a sentence."""
    text, facts = seen.placed(note.text).removesuffix("."), note.facts
    why = str(facts.get("why", "")) or note.text.partition(": ")[2].removesuffix(".") or "lost"
    return {
        "text": "the " + text.removeprefix("The ") if text.startswith("The ") else text, "why": why,
        "place": seen.place(str(facts["square"])) if "square" in facts else "",
        "ship": seen.state.label(str(facts["ship"])) if "ship" in facts else "",
        "power": seen.name(str(facts["power"])) if facts.get("power") in seen.players else "",
    }  # fmt: skip


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
    """The reader's own ships and leaders; a Mercenary Admiral is a marker."""
    for name, told in (*seen.known.get("ships", {}).items(), *seen.known.get("leaders", {}).items()):
        if (found := known(seen, name)) and name not in seen.board.markers:
            yield Named(seen.side, *found[1:], seen.place(str(told["at"])))


def known(seen: Picture, name: str) -> tuple[str, str, str] | None:
    """A ship or a leader for an index; None for a treasure fleet."""
    ship = seen.board.ships.get(name)
    if ship is None and name in seen.board.treasure_fleets:
        return None
    return ship.nation if ship else "", "ship" if ship else "leader", seen.state.label(name)
