"""The doctrines of this title: `data/doctrines.yaml` has them; here are the lists of the board that they name."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.rules.ch17_naval import ENGAGE
from pbem.adjudicator.lions.rules.ch20_land import FIGHT
from pbem.adjudicator.lions.rules.questions import NO
from pbem.adjudicator.orders.shipped import Listed, Shipped

#: Against whom the natives are roused, first choice first.
RIVALS = ("netherlands", "england", "spain", "france")


def lists(board: Board, seat: str) -> Mapping[str, Listed]:
    """Returns the lists that doctrines of a power name."""
    leaders = sorted(board.leaders_of(seat), key=lambda leader: (-leader.value, leader.id))
    natives = [{"marker": "natives-are-restless", "against": foe} for foe in RIVALS if foe != seat]
    return {
        "homes": [port.id for port in board.home_ports(seat)], "leaders": [leader.id for leader in leaders],
        "classes": list(board.classes), "natives": natives,
        "natives_later": [{**entry, "if": [{"turn_at_least": "2"}]} for entry in natives],
    }


SHIPPED: Shipped[Board] = Shipped.of(DATA / "doctrines.yaml", POWERS, lists, frozenset((NO, ENGAGE, FIGHT)))
sections = SHIPPED.sections
