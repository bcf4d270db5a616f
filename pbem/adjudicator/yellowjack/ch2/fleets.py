"""2.11 and 2.12 Fleets, Commands, contingents, classes of Sail, Damage Ratings and the mix of counters."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CLASSES,
    COMMANDS_OF,
    CONTINGENTS,
    FLEET_STATION,
    FRENCH,
    SIDE_OF,
)

#: Marks of the damage track, in thirds of the rating (2.124).
SOUND, WORN, BATTERED, CRIPPLED = range(4)


@rule("2.111", "The Commands of a side", "2.112", "2.21", "2.31")
def commands_of(side: str) -> tuple[str, ...]:
    """The three Commands of a side."""
    return COMMANDS_OF[side]


@rule("2.113", "Every Station has its HQ", "2.211", "2.311")
def hq_of(state: State, station: str) -> str:
    """The Port that is the HQ of a Station; the Admiral there is not harmed when it falls."""
    return state.board.hq[station]


def fleet_station(side: str) -> str:
    """The Station of a side's Fleet Admiral."""
    return FLEET_STATION[side]


@rule("2.114", "Forces may change between Commands of one nation")
def interchange(state: State, squadron: str, command: str) -> bool:
    """Tells if a Squadron may serve in a Command: Spaniards and French do not change places."""
    contingent = state.board.squadrons[squadron].contingent
    if command not in COMMANDS_OF[SIDE_OF[contingent]]:
        return False
    return SIDE_OF[contingent] == contingent or (contingent == FRENCH) == (command == FRENCH)


@rule("2.126", "The mix of counters binds", "2.134")
def within_mix(state: State, contingent: str, sort: str, more: int) -> bool:
    """Tells if a contingent has counters left for more Sail of a class."""
    if contingent not in CONTINGENTS or sort not in CLASSES:
        return False
    used = sum(state.squadrons[name].sail.get(sort, 0) for name, one in state.board.squadrons.items()
               if one.contingent == contingent and name in state.squadrons)  # fmt: skip
    return used + more <= state.board.mix[contingent].get(sort, 0)
