"""Army markers laid open and shut again (5.1.3); nothing here imports a chapter."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.state.state import State


@rule("5.1.3", "What lies under a marker is shown for combat, interception and a try to avoid battle")
def reveal(table: Table, state: State, *forces: str) -> None:
    """Lays open what lies under markers, for all to see, until the marker moves or the turn is over."""
    for force in forces:
        if force not in state.forces or not state.hidden(force):
            continue
        state.revealed[force] = state.turn
        state.show_aside(force)
        units, leaders = state.units_in(force), state.leaders_in(force)
        shown = [[name, state.label(name)] for name in leaders]
        shown += [[unit, f"{state.label(unit)} {state.factor(unit)}"] for unit in units]
        names = ", ".join(each for _, each in shown)
        at = state.forces[force].at
        text = f"{state.label(force)} in {told(state, at)} is laid open: {names or 'nobody'}."
        table.note("5.1.3", ALL, text, "revealed", force=force, side=state.forces[force].side, at=at, units=units,
                   leaders=leaders, shown=shown)  # fmt: skip


def hide(state: State, force: str) -> None:
    """Shuts a marker again: it has moved."""
    state.revealed.pop(force, None)
    state.told_regulars.pop(force, None)
