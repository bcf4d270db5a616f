"""docs/orders-lions.md: each section of an order file with its fields, and an example that works."""

from __future__ import annotations

from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.orders.guide import guide

OPENING = (
    "A player's folder makes the file: `pbem orders new` writes it with his own units' names, all switched off.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Ships, leaders and markers go by their ids, squares by letter",
    "and number, ports by id or name. `pbem orders check FILE` finds every fault and says what the orders will do.",
    "",
    "There are two letters a turn: one with the bids, one with everything else. What is not ordered is not done, and",
    "nobody asks, unless `ask` names the section.",
)


def page() -> str:
    """The page, without the notice that it is generated."""
    return guide(TABLE, OPENING)
