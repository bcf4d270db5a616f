"""Ties the story of a report to its map: numbers of arrows, links from names to places, and back.

A name of a port in the story leads to the ring on its place; the ring leads to the first line that names it. A line
that tells of a move has the number of its arrow. Nothing of this needs a script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart, numbers_of
from pbem.base.records import dataclass, field
from pbem.geometry.sheet import Point

#: The parts of a chapter or of an entry that hold further entries.
WITHIN = ("entries", "aside", "parts", "inside")


@dataclass(slots=True)
class Ties:
    """The places and moves that the story of one page has named so far."""

    places: Mapping[str, tuple[str, Point]]  # name -> its cell, and where that is
    moves: list[tuple[str, int]]  # the words of each move that no line has told yet, and the number of its arrow
    others: Sequence[str] = ()  # names that hold a place's name and lead nowhere
    told: dict[str, Point] = field(default_factory=dict)  # cells that the story has named

    def way(self, text: str) -> int:
        """The number of the arrow that a line tells of; a line may leave out who moves, and from where. 0 for none."""
        verb, _, rest = text.partition(" ")
        for place, (label, number) in enumerate(self.moves):
            short = rest and f" {verb.lower()} " in label and label.endswith(f" {rest}")
            if label == text or short:
                del self.moves[place]
                return number
        return 0

    def segments(self, text: str) -> list[dict[str, str]]:
        """A text taken apart: plain words, and names with their cells. The first mention of a cell can be led to."""
        found, end = [], 0
        for name, start in self.names(text):
            cell, at = self.places[name]
            first = "" if cell in self.told else cell
            self.told[cell] = at
            found += [{"text": text[end:start], "cell": "", "first": ""}, {"text": name, "cell": cell, "first": first}]
            end = start + len(name)
        return [*found, {"text": text[end:], "cell": "", "first": ""}] if found else []

    def names(self, text: str) -> Iterator[tuple[str, int]]:
        """The names of places in a text, each with where it begins; longer names before those that they hold."""
        for each in any_of((*self.places, *self.others)).finditer(text) if self.places else ():
            if each[0] in self.places:
                yield each[0], each.start()


@lru_cache(16)
def any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds these names in a text; the stories of a title's games ask for the same."""
    words = "|".join(re.escape(name) for name in sorted({*names}, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)")


def ties_of(chart: Chart) -> Ties:
    """The names of a map's ports and places, and its moves."""
    places = {port.name: (port.cell, port.at) for port in chart.ports}
    places |= {node.name: (node.id, node.at) for node in chart.nodes if node.name}
    places |= {each.name: (each.cell, each.at) for each in chart.areas if each.name}
    moves = [(arrow.label, number) for arrow, number in zip(chart.arrows, numbers_of(chart.arrows), strict=True)]
    return Ties(places, moves, chart.namesakes)


def tied(value: Any, ties: Ties) -> Any:
    """Chapters, or any part of them, with what ties their entries to the map."""
    if isinstance(value, Mapping):
        made = {key: tied(each, ties) if key in WITHIN else each for key, each in value.items()}
        text = value.get("text")
        if isinstance(text, str) and "rule" in value:
            made["way"] = ties.way(text)
            made["segments"] = ties.segments(text)
        return made
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [tied(each, ties) for each in value]
    return value
