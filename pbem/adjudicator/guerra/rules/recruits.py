"""The nations of an area, the militia that its people give, and the purses that may pay for a unit."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    CHILE,
    COLOMBIA,
    MEXICO,
    NATIONS,
    PERU,
    PLATA,
    ROYALIST,
)

NEW_SPAIN, NEW_GRANADA, SHARED_PERU = "new-spain", "recruit-new-granada", "shared-peru"
#: The purses that each nation's units may be paid from, the own first (4.2).
PURSES_OF = {
    PLATA: (PLATA,), CHILE: (CHILE, PLATA), COLOMBIA: (COLOMBIA,), PERU: (PERU, PLATA, CHILE, COLOMBIA),
    MEXICO: (MEXICO,),
}  # fmt: skip


@rule("4.2", "Patriot RP: whose units spend which")
def purses_for(state: State, unit: str) -> tuple[str, ...]:
    """The purses from which a unit may be paid, its own nation's first."""
    counter = state.board.units[unit]
    return (ROYALIST,) if counter.side == ROYALIST else PURSES_OF.get(counter.nation, ())


def nations_of_area(state: State, area: str) -> list[str]:
    """The Patriot nations on whose income or recruiting list an area stands; the rest of New Spain is Mexico's."""
    board = state.board
    found = [nation for nation in NATIONS
             if area in board.group(f"income-{nation}") or area in board.group(f"recruit-{nation}")]  # fmt: skip
    return found or ([MEXICO] if area in board.group(NEW_SPAIN) else [])


def militia_for(state: State, seat: str, area: str, arm: str) -> list[str]:
    """Lists militia in a seat's pool that are of an area's people, the nation with most of them first."""
    board = state.board
    free = [unit for unit in state.pool(seat) if board.units[unit].militia and board.units[unit].arm == arm]
    if seat == ROYALIST:
        return free
    of = {nation: [unit for unit in free if board.units[unit].nation == nation]
          for nation in nations_of_area(state, area)}  # fmt: skip
    return [unit for nation in sorted(of, key=lambda name: -len(of[name])) for unit in of[nation]]


def steps_of(state: State, nation: str, area: str) -> int:
    """The steps that a nation has in an area, inside and out; a leader alone counts as none."""
    side = "royalist" if nation == ROYALIST else "patriot"
    return sum(state.units[unit].steps for force in state.forces_at(area, side) for unit in state.units_in(force)
               if state.board.units[unit].nation == nation)  # fmt: skip


def stands_in(state: State, nation: str, area: str) -> bool:
    """Tells if a nation has a unit or a leader in an area."""
    for force in state.forces_at(area, "patriot"):
        if any(state.board.units[unit].nation == nation for unit in state.units_in(force)):
            return True
        if any(state.board.leaders[leader].nation == nation for leader in state.leaders_in(force)):
            return True
    return False


def open_steps(state: State, side: str, area: str) -> int:
    """The steps of a side in an area that lie under no marker; what defaults may look at."""
    return sum(state.units[unit].steps for force in state.forces_at(area, side) if not state.marked(force)
               for unit in state.units_in(force))  # fmt: skip
