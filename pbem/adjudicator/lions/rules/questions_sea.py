"""The questions of movement and of what happens at sea."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Choose, Table, Throw
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import State

FIRST, SECOND = "first", "second"
PAY, REFUSE = "pay", "refuse"


def navigator(table: Table, force: Force, first: Throw, second: Throw) -> Choose:
    """Which of two throws to sail by (9.13, Master Navigator)."""
    options = {FIRST: str(first), SECOND: str(second)}
    return Choose(rule="9.13", side=force.commander, key=table.key("navigator", (force.square.lower(),)),
                  topic="navigator", prompt="Which throw do you sail by?",
                  facts={"first": first.total, "second": second.total}, options=options,
                  default=FIRST if first.total >= second.total else SECOND)


def arrears(table: Table, state: State, force: Force, pounds: int) -> Choose:
    """Whether to pay a crew what it is owed (9.13, mutiny); unpaid it will not sail."""
    options = {PAY: f"pay {pounds}", REFUSE: "refuse, and stay"}
    return Choose(rule="13.3", side=force.commander, key=table.key("arrears", (force.square.lower(),)),
                  topic="arrears", prompt=f"The crews want {pounds} of your {state.money[force.owner]} pounds.",
                  facts={"pounds": pounds}, options=options, default=PAY)


def loss(table: Table, state: State, force: Force, why: str, ships: Sequence[str], rule: str = "13.3") -> Choose:
    """Which ship a mishap falls on, the owner choosing."""
    return Choose(rule=rule, side=force.commander, key=table.key(f"losses/{why}", (force.square.lower(),)),
                  topic=f"losses/{why}", prompt="Which of these ships?", facts={"square": force.square},
                  options={name: state.label(name) for name in ships}, default=ships[0])
