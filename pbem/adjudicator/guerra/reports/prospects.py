"""Tells a reader whose own operations come next which enemies stand face to face, and what land nobody holds.

It is made of the view alone. A marker that is shut is named and not weighed.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.guerra.orders.march_rows import QUICK, open_step
from pbem.adjudicator.guerra.reports.told_places import (
    factor,
    force_name,
    forces_at,
    is_guerrilla,
    place,
    units_of,
)
from pbem.adjudicator.guerra.state.terms import NOBODY, REBEL, SEATS, other
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.phrases import listed

#: The lines that a report has room for, on enemies and on free land each.
MOST = 8


def prospects(seen: Picture) -> Iterator[str]:
    """The lines, before one's own operations; none before any other phase."""
    if seen.side not in SEATS or open_step(seen.known) not in (seen.side, QUICK):
        return
    meetings = [line for area in seen.board.areas if (line := meeting(seen, area))]
    if meetings:
        more = f", and {len(meetings) - MOST} more" if len(meetings) > MOST else ""
        yield f"In the field face to face, yours first: {'; '.join(meetings[:MOST])}{more}."
    free = sorted((area for area in within_a_march(seen) if seen.board.areas[area].rp),
                  key=lambda area: (-seen.board.areas[area].rp, area))  # fmt: skip
    if free:
        yield f"Nobody's, and one march from men of yours: {listed([place(seen.board, area) for area in free[:MOST]])}."


def meeting(seen: Picture, area: str) -> str:
    """Own factors and the enemy's in the field of an area; empty where not both are there."""
    own, foe = (fielded(seen, area, side) for side in (seen.side, other(seen.side)))
    if not own or not foe:
        return ""
    return f"{place(seen.board, area)} {weight(seen, own)} to {weight(seen, foe)}"


def fielded(seen: Picture, area: str, side: str) -> list[str]:
    """The forces of a side in the field of an area, guerrillas apart."""
    found = [name for name in forces_at(seen, area, side, inside="") if not is_guerrilla(seen, name)]
    return [name for name in found if seen.known["forces"][name]["hidden"] or units_of(seen, name)]


def weight(seen: Picture, forces: list[str]) -> str:
    """The factors of some forces in the open, and the names of those under markers."""
    shut = [name for name in forces if seen.known["forces"][name]["hidden"]]
    worth = sum(factor(seen.board, unit, steps) for name in forces if name not in shut
                for unit, steps in units_of(seen, name).items())  # fmt: skip
    told = [str(worth)] if worth or not shut else []
    return " and ".join([*told, *(force_name(seen, name) for name in shut)])


def within_a_march(seen: Picture) -> Iterator[str]:
    """Areas that nobody holds, beside a force of the reader's in the field that may march."""
    near = {goal for area, land in seen.board.areas.items() if fielded(seen, area, seen.side) for goal in land.borders}
    for area in seen.board.areas:
        rebels = forces_at(seen, area, REBEL)
        if area in near and seen.known["control"][area] == NOBODY and not rebels and not seen.board.areas[area].neutral:
            yield area
