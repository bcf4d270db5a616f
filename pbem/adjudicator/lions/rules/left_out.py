"""Parts of an operation's order that its rule leaves out: the commander hears of each, with its place in the order."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.state.forces import Force


def left_out(table: Table, force: Force, rule: str, reason: str, *part: str | int) -> None:
    """Tells a commander that a part of the order is not carried out.

    `part` is named where only what the commander knows forbids it; without it, something that may change does.
    """
    facts = {"part": list(part), "reason": reason}
    table.note(rule, force.commander, f"Left out: {reason}.", "lapsed", square=force.square, **facts)
