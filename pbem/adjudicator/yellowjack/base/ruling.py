"""Functions that the series rules ask of the module, in a frozen record that `turn` makes and hands in.

Each has an answer that binds nobody, so that a base rule can be played and tested by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.state.state import State
from pbem.base.records import dataclass

Conditions = list[Any]


def nothing_against(*_: object) -> str:
    """Finds nothing against it."""
    return ""


def no_change(*_: object) -> int:
    """Changes nothing."""
    return 0


def never(*_: object) -> bool:
    """Says no."""
    return False


def always(*_: object) -> bool:
    """Says yes."""
    return True


def unlimited(*_: object) -> int:
    """More than there are counters."""
    return 999


def as_it_is(_state: State, _formation: str, dps: int) -> int:
    """The same number."""
    return dps


def untold(*_: object) -> None:
    """Counts nothing."""


async def nothing_happens(*_: object) -> None:
    """Lets a Convoy pass."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The functions; a reason is a sentence without its full stop, and empty where nothing is against it."""

    #: (state, formation, next place or the Port that it would come out of) -> why it may not.
    may_leave: Callable[[State, str, str], str] = nothing_against
    #: (state, formation) -> why it has to go home now.
    must_home: Callable[[State, str], str] = nothing_against
    #: (state, attacker, target) -> why it may not begin a Battle.
    may_begin: Callable[[State, str, str], str] = nothing_against
    #: (table, state, formation) lets a Briton break the peace with France, if they can pay for it (2.32).
    challenge: Callable[[Table, State, str], None] = untold
    #: (state, contingent, holder of a Port) -> whether they treat each other's Ports as Friendly.
    shares: Callable[[State, str, str], bool] = never
    #: (table, state, formation) hears of a Formation that has left the map.
    formation_left: Callable[[Table, State, str], None] = untold
    #: (table, state, convoy, whether it Disbanded) hears of a Convoy that has ended.
    convoy_ended: Callable[[Table, State, str, bool], None] = untold
    #: (state, squadron, flotilla) -> why it may not be in it, for its contingent or Command.
    why_not_together: Callable[[State, str, str], str] = nothing_against
    #: (state, squadron, convoy) -> why it may not be its Escort.
    escort_ok: Callable[[State, str, str], str] = nothing_against
    #: What befalls a Convoy on entering a place.
    on_entering: Callable[[Table, State, Ruling, str, str], Awaitable[None]] = nothing_happens
    #: (state, formation, DPs of an attrition) -> the DPs that it suffers.
    spare: Callable[[State, str, int], int] = as_it_is
    #: (state, squadron) -> the change of the DPs that it inflicts.
    armament: Callable[[State, str], int] = no_change
    #: (state, convoy) -> whether it counts as an Order.
    counts: Callable[[State, str], bool] = always
    #: (state, kind) -> how many counters there are.
    limits: Callable[[State, str], int] = unlimited
    #: (state, side, formation, conditions) -> why they do not all hold.
    holds: Callable[[State, str, str, Conditions], str] = nothing_against
    #: (table, state, side, points, rule, why) changes Prestige.
    award: Callable[[Table, State, str, int, str, str], None] = untold
    #: (table, state, captor, port) counts a captured Port.
    port_taken: Callable[[Table, State, str, str], None] = untold
    #: (table, state, loser, class, number) counts Sail lost.
    sail_lost: Callable[[Table, State, str, str, int], None] = untold
    #: (table, state, formation) hears of a Formation that is gone.
    formation_lost: Callable[[Table, State, str], None] = untold
    #: (table, state, formation, units, port) takes Units aboard warships, or says why not (R9.17).
    embark: Callable[[Table, State, str, list[str], str], str] = nothing_against
    #: (state, place) -> whether the coast guard Screens there (2.251).
    coast_guard: Callable[[State, str], bool] = never
    #: (table, state, side, zone) counts a Corsair of a zone that a side has beaten (2.452).
    corsair_beaten: Callable[[Table, State, str, str], None] = untold
    #: (state, port) -> whether an Expedition is ashore before it.
    besieged: Callable[[State, str], bool] = never
    #: (state, formation) -> the Port that an Order or an assault makes it blockade without a word; empty for none.
    holds_blockade: Callable[[State, str], str] = nothing_against
