"""Rules that are still to come: each name goes once its chapter is there."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import DUE, POOL, track


async def uprisings(table: Table, state: State) -> None:
    """ch09_uprisings (9.0)."""


async def collect(table: Table, state: State) -> None:
    """ch04_resources (4.0)."""


async def from_spain(table: Table, state: State) -> None:
    """ch04_resources (4.5)."""


def no_carry_over(state: State) -> None:
    """ch04_resources (3.1)."""


async def muster(table: Table, state: State) -> None:
    """ch04_muster (4.7)."""


async def mina(table: Table, state: State) -> None:
    """ch04_arrivals (4.10)."""


def come_due(state: State) -> None:
    """ch04_arrivals (2.3)."""
    for name, piece in state.units.items():
        if piece.at == track(state.turn):
            piece.at = DUE if state.board.units[name].entry in ("port", "area") else POOL
    for officer in state.leaders.values():
        if officer.at == track(state.turn):
            officer.at = DUE


async def event(table: Table, state: State) -> None:
    """ch10_liberals (10.2)."""


async def legion(table: Table, state: State) -> None:
    """ch10_special (10.6)."""


async def mexico_limit(table: Table, state: State) -> None:
    """ch10_special (10.7)."""


async def operations(table: Table, state: State, seat: str, nations: tuple[str, ...]) -> None:
    """ch03_activation (3.3)."""


async def form_stacks(table: Table, state: State) -> None:
    """ch05_movement (5.1)."""


async def neutral_ground(table: Table, state: State) -> None:
    """ch05_movement (5.0)."""


async def standing(table: Table, state: State, seat: str) -> None:
    """ch05_attrition (5.3)."""


async def surrenders(table: Table, state: State) -> None:
    """ch06_siege (6.6)."""


async def to_port(table: Table, state: State) -> None:
    """ch07_sailing (7.4)."""
