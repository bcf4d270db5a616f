"""2.25, the guardacosta: the notional attack on British Convoys off Spanish Ports, and the notional Screen there."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import CONVOY_ATTACK, Deed, screened
from pbem.adjudicator.yellowjack.base.task_kinds import convoy_in, strike_convoy
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, SPANISH

ONCE_AN_IMPULSE = "once_an_impulse"


@rule("2.25", "The coast guard is as long as its coast", "2.251")
def guards(state: State, place: str) -> bool:
    """Tells if a Space is, or is next to, a Port that Spain holds; La Guaira is the Company's, a Zone is no Space."""
    if place not in state.board.nodes or state.board.is_zone(place) or not in_these_waters(state):
        return False
    return any(near in state.ports and state.holder(near) == SPANISH for near in (place, *state.board.by_lane(place)))


def in_these_waters(state: State) -> bool:
    """Tells if the scenario has Auxiliaries at all: the learning scenario has no coast guard."""
    return state.board.craft.corsairs_of(state.board.scenarios[state.scenario].set_up) is not None


@rule("2.251", "A British Convoy that enters such a Space is attacked by a notional Light Auxiliary", "R6.7")
async def on_entering(table: Table, state: State, ruling: Ruling, formation: str, place: str) -> None:
    """Attacks a British Convoy as it enters a Space that the coast guard watches; it may be Screened."""
    convoy = convoy_in(state, formation)
    if not convoy or state.side_of(convoy) != BRITISH or not guards(state, place):
        return
    if choice(state, "guardacosta") == ONCE_AN_IMPULSE and state.convoys[convoy].guarded == state.now:
        return
    state.convoys[convoy].guarded = state.now
    deed = Deed(BOURBON, "", CONVOY_ATTACK, place, formation, notional=True)
    cancelled = await screened(table, state, ruling, [deed])
    if not cancelled[0]:
        await strike_convoy(table, state, ruling, deed, convoy)
