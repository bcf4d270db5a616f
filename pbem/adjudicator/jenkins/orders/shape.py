"""Reading an order file of this game: its shape, by schema; whether it is wise or lawful is judged elsewhere."""

from __future__ import annotations

from pbem.adjudicator.engine.game import Orders
from pbem.adjudicator.orders.order_shape import read_shape

SCHEMA = "orders-jenkins"


def read_orders(data: bytes, file: str) -> Orders:
    """The orders, typed, with the line of each part; BadInput with every fault of their shape."""
    return read_shape(SCHEMA, data, file)
