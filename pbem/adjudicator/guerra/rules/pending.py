"""Rules that are still to come: each name goes once its chapter is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.state.state import State
from pbem.base.records import dataclass


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


@dataclass(slots=True)
class SeaFight:
    """ch07_naval (7.5)."""

    sea: str
    by: str
    ships: dict[str, list[str]]


async def sea_fight(table: Table, state: State, fight: SeaFight) -> str:
    """ch07_naval (7.5)."""
    return ""


async def casualties(table: Table, state: State, leaders: Sequence[str], place: str) -> None:
    """ch08_leaders (8.1)."""


def apply_forces(table: Table, state: State, seat: str, entries: Sequence[Any], case: str) -> None:
    """ch05_movement (5.1)."""


def take_to_the_hills(state: State, unit: str) -> str:
    """ch10_guerrillas (10.1)."""
    return ""


def come_down(state: State, unit: str) -> str:
    """ch10_guerrillas (10.1)."""
    return ""
