"""Chapter 30, optional: allies for the rest of a turn."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.rules.ch06_control import has_port, present, with_ships
from pbem.adjudicator.lions.rules.ch10_agreements import ALLIANCE, ANYWHERE
from pbem.adjudicator.lions.rules.ch10_bargains import promised
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import State


@rule("30", "Alliances", "16.8")
def allied(state: State, one: str, other: str) -> bool:
    """Tells if two players are allies: neither stops the other's ships, nor attacks them (10.3)."""
    return promised(state, ALLIANCE, one, other, ANYWHERE) is not None


@rule("14.2", "Enemy ships", "30")
def foes_afloat(state: State, force: Force, square: str) -> list[str]:
    """The other players with ships of their own in a square; allies are no enemies (30)."""
    owner = force.owner
    return [power for power in with_ships(state, square) if power != owner and not allied(state, owner, power)]


def squares_of_foes(state: State, force: Force) -> set[str]:
    """The squares of which the same names anybody: all of the map at once."""
    owner = force.owner
    foes = {power for power in state.players if power != owner and not allied(state, owner, power)}
    return {square for square, nations in state.afloat().items()
            if square in state.board.grid and not foes.isdisjoint(nations)}  # fmt: skip


@rule("30", "Operations from an ally's port", "13.2")
def in_port_of_ally(state: State, square: str, power: str) -> bool:
    """Tells if a force begins its operation in a port of allies alone, at the price of a port."""
    others = [other for other in present(state, square) if other != power]
    friends = bool(others) and all(allied(state, power, other) for other in others)
    port = state.board.port_at.get(square)
    home_of = port.nation if port and port.is_home else ""
    return friends and has_port(state, square) and home_of in ("", *others)
