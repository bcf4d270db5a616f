"""3.426 to 3.433, the besieged: who defends, life in the Harbour, and an assault that is too weak or has gone."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.units import at_port
from pbem.adjudicator.yellowjack.ch3.evacuation import abandon
from pbem.adjudicator.yellowjack.state.pieces import Siege
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import READY, SIDE_OF, other


def besieger(state: State, port: str) -> str:
    """The side that besieges a Port: always the enemy of its holder, even when the Order has just ended."""
    return other(state.side_of_port(port))


def ashore(state: State, port: str) -> list[str]:
    """The Units and Personages of the besieger before a Port."""
    return at_port(state, port, besieger(state, port))


@rule("3.432", "All Units at the Port and its Intrinsic Garrison defend", "2.572")
def defenders(state: State, port: str) -> list[str]:
    """The Units and Personages that defend a Port."""
    return at_port(state, port, other(besieger(state, port)))


@rule("2.5.10", "Intrinsic Garrisons count as Units and are otherwise ignored", "1.322", "3.469")
def garrison(state: State, port: str) -> int:
    """The Intrinsic Garrison of a Port; a captured one has none."""
    return state.board.ports[port].garrison if in_first_hands(state, port) and not state.ports[port].bare else 0


def in_first_hands(state: State, port: str) -> bool:
    """Tells if a Port is held by the side that owned it at first."""
    return state.side_of_port(port) == SIDE_OF.get(state.owner_of(port), "")


@rule("3.427", "Fewer Units ashore than the Intrinsic Garrison: the assault Fails", "3.471", "3.426")
def test_strength(table: Table, state: State, ruling: Ruling, port: str) -> bool:
    """Fails an assault whose Units ashore are fewer than the garrison, and tells if it did."""
    siege = state.sieges.get(port)
    if siege is None or len(ashore(state, port)) >= garrison(state, port):
        return False
    abandon(table, state, ruling, port, "3.427", "too few Units are left ashore")
    return True


@rule("3.43", "An assault whose Flotilla has left the Space Fails", "R8.15", "R9.18")
async def vacated(table: Table, state: State, ruling: Ruling) -> None:
    """Fails every assault whose Executing Flotilla is not Ready before the Port any more."""
    for port, siege in list(state.sieges.items()):
        if siege.order not in state.orders or not stands_by(state, siege, port):
            abandon(table, state, ruling, port, "3.43", "its Flotilla has left the Port")


def stands_by(state: State, siege: Siege, port: str) -> bool:
    """Tells if the Executing Flotilla lies Ready before the Port."""
    name = siege.flotilla
    return name in state.formations and state.place(name) == port and state.condition(name) == READY


@rule("3.431", "Sail in a besieged Harbour: only Ready ones defend; In Ordinary stays In Ordinary", "R3.15")
def ready_sail(state: State, port: str) -> int:
    """The Sail of the defender that are Ready in the Harbour or the Port Space."""
    side = other(besieger(state, port))
    names = [*state.in_harbour(port, side), *state.ready_at(port, side)]
    return sum(sum(state.sail_of(name).values()) for name in names)
