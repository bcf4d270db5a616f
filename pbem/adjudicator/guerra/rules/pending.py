"""Rules that are still to come: each name goes once its chapter is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.state.state import State


async def operations(table: Table, state: State, seat: str, nations: tuple[str, ...]) -> None:
    """ch03_activation (3.3)."""


async def form_stacks(table: Table, state: State) -> None:
    """ch05_movement (5.1)."""


async def neutral_ground(table: Table, state: State) -> None:
    """ch05_movement (5.0)."""


async def standing(table: Table, state: State, seat: str) -> None:
    """ch05_attrition (5.3)."""


def apply_forces(table: Table, state: State, seat: str, entries: Sequence[Any], case: str) -> None:
    """ch05_movement (5.1)."""
