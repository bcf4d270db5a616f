"""Like things told together: sister ships by their class, and runs of notes that say the same of several."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.patterns import pattern

#: A ship of a row of sisters: her class, her number, and the words on her alone.
SISTER = pattern(r"(\w+ [\w-]+) (\d+)((?: \([^)]*\))?)")
POINTS = pattern(r"\b(\d+) (regiment|fort) points?\b")


def by_class(text: str) -> str:
    """'English first-rate 1, English first-rate 2' as 'English first-rates 1 and 2'; damage keeps a ship apart."""
    head, colon, rest = text.removesuffix(".").partition(": ")
    items = re.split(r", (?![^(]*\))", POINTS.sub(points, rest))
    return f"{head}{colon}{', '.join(sisters(items))}."


def plain_names(seen: Picture, power: str, what: str) -> str:
    """An inventory of which it is already said whose it is."""
    adjective = seen.board.powers[power].adjective if power in seen.board.powers else "Pirate"
    return what.replace(f"{adjective} ", "")


def inventory_words(seen: Picture, power: str, units: Iterable[str]) -> str:
    """Units that somebody showed, of whom it is already said whose they are."""
    told = by_class(f"Seen: {', '.join(units)}").partition(": ")[2].removesuffix(".")
    return plain_names(seen, power, told)


def points(found: re.Match[str]) -> str:
    """'2 regiment points' as '2 regiments'."""
    return count(int(found[1]), found[2])


def sisters(items: Iterable[str]) -> Iterator[str]:
    """Sister ships together, the rest as they are."""
    for kind, group in groupby(items, key=class_of):
        members = list(group)
        if not kind or len(members) == 1:
            yield from members
        else:
            numbers = [found[2] for item in members if (found := SISTER.fullmatch(item))]
            yield f"{kind}s {listed(numbers)}"


def class_of(item: str) -> str:
    """Returns the class of a ship named without details; empty for anything else."""
    found = SISTER.fullmatch(item)
    return found[1] if found and not found[3] else ""


def unwanted(run: Sequence[Note]) -> str:
    """Markers for which nobody bid anything."""
    numbers = list(dict.fromkeys(str(note.facts["number"]) for note in run))
    if len(numbers) == 1:
        return f"Nobody bids for marker {numbers[0]}; it returns to the pool."
    return f"Nobody bids for markers {listed(numbers)}; they return to the pool."


def auctioned(seen: Picture, run: Sequence[Note]) -> str:
    """All rounds of bids for one marker, and what it went for (9.3)."""
    return " ".join(note.text.replace(", round 1:", ":") for note in run)


def all_passed(seen: Picture, run: Sequence[Note]) -> str:
    """Writes who passed, one after the other (13.1)."""
    names = [str(note.facts["power"]) for note in run]
    words = [seen.subject(names[0]), *map(seen.name, names[1:])]
    return f"{listed(words)} pass."


def lying(seen: Picture, run: Sequence[Note]) -> str:
    """Writes the places of treasure fleets at the start of a year (23.1)."""
    fleets = seen.board.treasure_fleets
    told = [f"{fleets[str(note.facts['fleet'])].name} at {note.facts['square']}" for note in run]
    return f"Treasure fleets lie ready: {', '.join(told)}."


def overdue(seen: Picture, run: Sequence[Note]) -> str:
    """Those that did not come home (23.6)."""
    names = [seen.board.treasure_fleets[str(note.facts["fleet"])].name for note in run]
    return f"The treasure fleets of {listed(names)} have not come home."


def receipts(seen: Picture, run: Sequence[Note]) -> str:
    """Writes a power's receipts, item by item (8.2)."""
    items = [f"{note.facts['pounds']} ({note.facts['why']})" for note in run]
    return f"{seen.subject(str(run[0].facts['power']))} receives {listed(items)}{run[-1].text.partition(')')[2]}"


def counted(seen: Picture, run: Sequence[Note]) -> str:
    """Treasure ports, counted for the initiative (7.1)."""
    told = [f"{seen.name(str(note.facts['power']))} {note.facts['number']}" for note in run]
    return f"Treasure ports: {', '.join(told)}."


def entering(seen: Picture, run: Sequence[Note]) -> str:
    """Writes what was bought, place by place (11.2)."""
    return " ".join(text if number == 1 else f"{text.removesuffix('.')}, {number} times."
                    for text, number in Counter(note.text for note in run).items())  # fmt: skip


TOGETHER: dict[str, Callable[[Picture, Sequence[Note]], str]] = {
    "bids": auctioned, "sold": auctioned, "passed": all_passed, "treasure": lying, "late": overdue, "money": receipts,
    "counted": counted, "outfitted": entering,
}  # fmt: skip
