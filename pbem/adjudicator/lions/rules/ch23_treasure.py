"""Chapter 23: treasure fleets: where they come from, and how they come home."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home
from pbem.adjudicator.lions.state.state import State, Vessel


@rule("23.1", "Treasure fleets of the year", "4.2", "21.6", "23.10")
def place_treasure(table: Table, state: State) -> None:
    """Places every treasure fleet in its port in step c of the Outfitting Phase.

    Units there do not matter, but a plundered port gets none.
    """
    for fleet in state.board.treasure_fleets.values():
        square = state.board.ports[fleet.port].square
        if square not in state.plundered and fleet.id not in state.ships:
            state.ships[fleet.id] = Vessel(square)
            text = f"The {fleet.name} treasure fleet lies in {square}."
            table.note("23.1", ALL, text, "treasure", fleet=fleet.id, square=square)


@rule("23.5", "Reaching home ports", "23.9")
def bring_home(table: Table, state: State, power: str, square: str) -> None:
    """Takes own treasure in an own home port off the map after an operation, to pay at the year's end.

    Spain may land the Manila fleet at Acapulco (23.9), even if another controls it.
    """
    for name in [name for name in state.ships_at(square, power) if name in state.board.treasure_fleets]:
        if is_own_home(state, square, power) or lands_here(state, name, power, square):
            del state.ships[name]
            state.landed.setdefault(power, []).append(name)
            text = f"{state.subject(power)} brings the {state.label(name)} treasure fleet home to {square}."
            table.note("23.5", ALL, text, "landed", fleet=name, power=power, square=square)


def lands_here(state: State, name: str, power: str, square: str) -> bool:
    """Tells if this power may land this fleet in one port more."""
    fleet = state.board.treasure_fleets[name]
    return fleet.also_by == power and square == state.board.ports[fleet.also_at].square


@rule("23.6", "Treasure that is late")
def remove_treasure(table: Table, state: State) -> None:
    """Removes treasure that is not home at the end of the turn; its pounds are lost."""
    for name in state.board.treasure_fleets:
        if state.ships.pop(name, None):
            text = f"The {state.label(name)} treasure fleet has not come home."
            table.note("23.6", ALL, text, "late", fleet=name)
