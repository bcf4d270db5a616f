"""Hurricanes and Gales over a place: the circle that it lies in, and the Force of the wind (R5.9, 1.55)."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.board.storms import HurricaneEffect
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Gale
from pbem.adjudicator.yellowjack.state.state import State

NO_FOUL, ONLY_DOWNWIND = 7, 9


def hurricane_on_map(state: State) -> bool:
    """Tells if there is a Hurricane."""
    return bool(state.hurricane.dot)


@rule("1.553", "The circle of a Hurricane that a place lies in", "1.515", "1.552", "1.554", "1.555")
def band_of(state: State, place: str) -> int:
    """The innermost circle that a place lies in, 1 to 4; 0 outside. Land in between does not matter."""
    return state.board.storms.dots[state.hurricane.dot].bands.get(place, 0) if hurricane_on_map(state) else 0


def hurricane_effect(state: State, place: str) -> HurricaneEffect | None:
    """Returns the effect of the Hurricane at a place in an MPI; None outside its circles."""
    band = band_of(state, place)
    return state.board.storms.effects[state.hurricane.strong, band] if band else None


@rule("1.556", "Winds in a Hurricane do not blow")
def becalmed(state: State, wind: str) -> bool:
    """Tells if the Hurricane lies over the place that a Seasonal Wind is marked at."""
    return bool(band_of(state, state.board.winds[wind].node))


@base("R5.9", "The places that a Gale reaches")
def gale_at(state: State, place: str) -> Gale | None:
    """The strongest Gale over a place: within its radius by sea, or in a Small Space beside such a place."""
    reached = [gale for gale in state.gales if reaches(state, gale, place)]
    return max(reached, key=lambda gale: gale.force, default=None)


def reaches(state: State, gale: Gale, place: str) -> bool:
    """Tells if a Gale reaches a place."""
    radius = state.board.storms.gales[gale.force].radius
    if state.board.is_small(place):
        return any(not state.board.is_small(near) and state.board.legs(gale.at, near) <= radius
                   for near in state.board.by_lane(place))  # fmt: skip
    return state.board.legs(gale.at, place) <= radius


def force_at(state: State, place: str) -> int:
    """The Force of the wind at a place: of a Gale there, else 0."""
    gale = gale_at(state, place)
    return gale.force if gale else 0
