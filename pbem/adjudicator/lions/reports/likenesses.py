"""Like things told together: sister ships by their class, and runs of notes that say the same of several."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Wording
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


def times(run: Iterable[Note]) -> Counter[str]:
    """The texts of notes, with how often each stands."""
    return Counter(note.text for note in run)


#: Notes of one sort that are told together where several follow each other; the template has a macro for each.
TOGETHER = ("bids", "sold", "passed", "treasure", "late", "money", "counted", "outfitted")
STORY = Wording("lions/story.txt.j2", times=times)


def together(seen: Picture, sort: str, run: Sequence[Note]) -> str:
    """A run of notes of one sort in a sentence or two."""
    return " ".join(STORY.lines(sort, seen, run=run))
