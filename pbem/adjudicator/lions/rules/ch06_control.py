"""Chapter 6: who controls a square, and what its port is worth at the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.pieces import Port
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.state.who_is_where import NOBODY

KINDS = {
    PortKind.HOME: "a home port", PortKind.TREASURE: "a treasure port", PortKind.COLONY: "a colony",
    PortKind.EUROPEAN: "a European port", PortKind.POTENTATE: "a potentate's port", PortKind.PIRATE: "a pirate port",
}  # fmt: skip


@rule("6.3", "Units that control squares")
def present(state: State, square: str) -> tuple[str, ...]:
    """The players with combat units in a square: ships and land units, never leaders or treasure alone (6.3)."""
    afloat, ashore = state.nations_afloat(square), state.land.get(square, NOBODY)
    if not afloat and not ashore:
        return ()
    return tuple([power for power in state.players if power in afloat or power in ashore])


def is_present(state: State, square: str, power: str) -> bool:
    """Tells if a player has an own ship or a land point ashore there."""
    return state.land_at(square, power) > 0 or has_ships(state, square, power)


def has_ships(state: State, square: str, power: str) -> bool:
    """Tells if a player has an own ship in a square."""
    return power in state.nations_afloat(square)


def with_ships(state: State, square: str) -> tuple[str, ...]:
    """The players with ships of their own in a square (14.2)."""
    afloat = state.nations_afloat(square)
    return tuple([power for power in state.players if power in afloat]) if afloat else ()


@rule("6.4", "Disputed control")
def is_disputed(state: State, square: str) -> bool:
    """Tells if units of more than one player are there (6.4)."""
    return len(present(state, square)) > 1


@rule("6.1", "Control of a square", "5.4", "5.7", "6.2")
def control(state: State, square: str) -> str:
    """Returns the only player with combat units there; empty for nobody.

    Nobody controls another player's home port: they can only deny it to its owner (6.2). No unit may go
    ashore in a neutral one (5.3, 5.6), though a charter may have it controlled. A potentate's garrison keeps everybody
    from control of its port (29).
    """
    return controller(state, square, present(state, square))


def controller(state: State, square: str, powers: Sequence[str]) -> str:
    """The same, for a square of which it is known who has combat units there."""
    if len(powers) != 1 or state.garrisons.get(square):
        return ""
    if not is_foreign_home(state, square, powers[0]):
        return powers[0]
    neutral = is_neutral_home(state, square) and choice(state, "neutral_ports") == "controlled"
    return powers[0] if neutral else ""


def occupants(state: State) -> Mapping[str, Sequence[str]]:
    """The players with combat units, square by square in the grid's order: all of the map at once."""
    return state.until_one_moves(all_present)


def all_present(state: State) -> dict[str, list[str]]:
    """The same, found anew."""
    afloat, land, found = state.afloat(), state.land, dict[str, list[str]]()
    for square in state.in_grid_order([*afloat, *land]):
        nations = [*afloat.get(square, NOBODY), *land.get(square, NOBODY)]
        if powers := [power for power in state.players if power in nations]:
            found[square] = powers
    return found


def controlled(state: State) -> Mapping[str, str]:
    """Maps each controlled square to its controller, in the grid's order."""
    return state.until_one_moves(all_controlled, *state.garrisons.items())


def all_controlled(state: State, *garrisons: tuple[str, int]) -> dict[str, str]:
    """The same, found anew for these garrisons of potentates (29)."""
    held = {square: controller(state, square, powers) for square, powers in occupants(state).items()}
    return {square: power for square, power in held.items() if power}


@rule("21.6", "What plunder leaves", "24.5")
def has_port(state: State, square: str) -> bool:
    """Tells if there is a port at present: none in a plundered square, one where a colony was founded."""
    return square not in state.plundered and (square in state.board.port_at or square in state.colonies)


def port_value(state: State, square: str) -> int:
    """The pounds a port yields (8.2(3)); a founded colony's are always the same (24.5)."""
    if not has_port(state, square):
        return 0
    port = state.board.port_at.get(square)
    return port.value if port else state.board.numbers.colony_value


def is_settlement(state: State, square: str) -> bool:
    """Tells if the square holds a colony or treasure port, printed or founded, not plundered (24.5)."""
    port = state.board.port_at.get(square)
    return has_port(state, square) and (port is None or port.is_settlement)


@rule("5.5", "Pirate ports", "25.10")
def is_pirate_port(state: State, square: str) -> bool:
    """Tells if pirates may come up in a square: a pirate port that is not plundered (25.10)."""
    port = state.board.port_at.get(square)
    return port is not None and port.kind is PortKind.PIRATE and square not in state.plundered


@rule("5.3", "Neutral major powers", "5.6")
def is_foreign_home(state: State, square: str, power: str) -> bool:
    """Tells if it is somebody else's home port, played or neutral: no landing, no plunder (5.3, 5.6)."""
    port = state.board.port_at.get(square)
    return port is not None and port.nation not in ("", power)


def is_neutral_home(state: State, square: str) -> bool:
    """Tells if it is a home port of a power that nobody plays (5.3)."""
    port = state.board.port_at.get(square)
    return port is not None and port.nation not in ("", *state.players)


def kind_of_place(state: State, square: str) -> str:
    """', a treasure port': what there is to fight for in a square; empty at sea."""
    port = state.board.port_at.get(square)
    if square in state.plundered:
        return ", a plundered port" if port else ""
    kind = KINDS[port.kind] if port else "a colony" if square in state.colonies else ""
    return f", {kind}" if kind else ""


def treasure_ports(state: State, power: str) -> list[Port]:
    """The bases of treasure fleets that a power controls undisputed (7.1); plundered, they are no ports (21.6)."""
    bases = [port for port in state.board.ports_of(PortKind.TREASURE) if has_port(state, port.square)]
    return [port for port in bases if control(state, port.square) == power]
