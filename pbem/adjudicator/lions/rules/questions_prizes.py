"""The question of a prize brought home (34)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Choose, Table
from pbem.adjudicator.lions.state.state import State

POUNDS = "pounds"


def prize(table: Table, state: State, power: str, ship: str, pounds: int, classes: Sequence[str]) -> Choose:
    """What a prize becomes: pounds by default, or a ship of a class that is no greater."""
    options = {POUNDS: f"{pounds} pounds", **{kind: f"a {state.board.classes[kind].name}" for kind in classes}}
    return Choose(rule="34", side=power, key=table.key("prize", (ship,)), topic="prize",
                  prompt=f"{state.label(ship)} is home. What do you take for her?", facts={"ship": ship},
                  options=options, default=POUNDS)
