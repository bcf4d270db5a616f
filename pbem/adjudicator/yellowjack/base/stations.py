"""Stations, who acts for them, and Strategy Checks (R3.11, R3.12)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Shift, Table, own_lane
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.spending import passes
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import COMMANDS_OF, FLEET_STATION, SIDE_OF

#: Ranks from the lowest; a generic Leader stands below them all.
RANKS = ("commodore", "rear-admiral", "vice-admiral", "admiral")
ALWAYS, NEVER = 0, 9


def fit(state: State, leader: str) -> bool:
    """Tells if a Leader is in play and neither wounded nor relieved."""
    one = state.leaders[leader]
    return not one.gone and one.out_until < state.date


def posted(state: State, station: str) -> str:
    """The Leader who is posted to a Station and fit; empty for none."""
    leader = state.admiral_of(station)
    return leader if leader and fit(state, leader) else ""


@base("R3.12", "Stations: who acts, and by which rating", "2.154", "2.315")
def strategy_rating(state: State, station: str) -> int:
    """The Strategy Rating at a Station: its own Admiral's, or that of who stands in for a vacant one."""
    side = next(side for side in COMMANDS_OF if station == FLEET_STATION[side] or station in COMMANDS_OF[side])
    rating = _own_rating(state, station) if posted(state, station) else _stand_in(state, side, station)
    lost = SIDE_OF.get(state.holder(state.board.hq[station]), "") not in (side, "")
    return rating // 2 if lost else rating


def _own_rating(state: State, station: str) -> int:
    """The rating of the Admiral at a Station; 1 less below Rear-Admiral, but not twice for two Stations."""
    leader = posted(state, station)
    low = RANKS.index(state.leaders[leader].rank) < RANKS.index("rear-admiral")
    fleet = [post for post in state.leaders[leader].posts if post in FLEET_STATION.values()]
    counts = low and (station in fleet or not fleet)
    return state.board.leaders[leader].sr - counts


def _stand_in(state: State, side: str, station: str) -> int:
    """A vacant Command is led by the Fleet Admiral at half; a vacant Fleet by its senior Command Admiral at 1 less."""
    fleet = FLEET_STATION[side]
    if station != fleet:
        return (_own_rating(state, fleet) if posted(state, fleet) else state.board.number("generic_sr")) // 2
    admirals = [name for command in COMMANDS_OF[side] if (name := posted(state, command))]
    if not admirals:
        return state.board.number("generic_sr") - 1
    senior = max(admirals, key=lambda name: RANKS.index(state.leaders[name].rank))
    return state.board.leaders[senior].sr - 1


@base("R3.11", "Strategy Check")
async def strategy_check(table: Table, state: State, side: str, station: str, what: str, why: str) -> bool:
    """Throws one die for a Station's rating or less. A Viceroy at the HQ helps (2.562); 0 always passes, 9 never."""
    shift = Shift()
    for name, personage in state.personages.items():
        record = state.board.personages[name]
        at_post = record.viceroy == station and personage.at == state.board.hq[station]
        shift.add("2.562", record.adm, state.label(name), when=at_post and not personage.gone)
    die = await throw(table, "R3.11", "check", what, why=why, shift=shift, to=side, lane=own_lane(side))
    face, needed = natural(die), strategy_rating(state, station)
    passed = face == ALWAYS if face in (ALWAYS, NEVER) else die.total <= needed
    return passed or passes(table, state, side)
