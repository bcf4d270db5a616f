"""Reads sightings from notes for the house's memory; this title has none to add.

A marker moves, and what was Spotted under it goes with it. So it is kept by marker in `state.known`, which the rules of
Spotting fill (R7.1), and the house's memory by places stays empty.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.memory import Glimpse, News
from pbem.adjudicator.engine.table import Note


def news_of(turn: int) -> News:
    """Gives the function that reads sightings from notes of a turn: this title keeps them by marker."""

    def news(note: Note) -> Iterable[Glimpse]:
        return ()

    return news


def presence() -> list[tuple[str, str]]:
    """Every place with a side that everybody sees there: memory by places needs none here."""
    return []
