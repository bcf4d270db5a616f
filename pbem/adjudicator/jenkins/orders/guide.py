"""docs/orders-jenkins.md: each section of an order file with its fields, and an example that works."""

from __future__ import annotations

from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.orders.guide import guide

OPENING = (
    "A player's folder makes the file: `pbem orders new` writes it with his own counters' names, all switched off.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Counters go by their ids, hexes by their four figures,",
    "seaports by id, name or hex. `pbem orders check FILE` finds every fault and says what the orders will do.",
)


def page() -> str:
    """The page, without the notice that it is generated."""
    return guide(TABLE, OPENING)
