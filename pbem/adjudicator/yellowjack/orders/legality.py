"""`pbem orders check`: every fault of an order file that its owner can see, and what the orders will do.

A check reads the owner's view and nothing else. What it accepts lapses in play only for a reason that the owner cannot
see: how the dice fall, what lies under the enemy's markers, what the enemy does meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.adjudicator.yellowjack.orders.checks.remarks import remarks
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Wrong, wrong_conditions
from pbem.adjudicator.yellowjack.orders.checks.wrong_ashore import wrong_ashore
from pbem.adjudicator.yellowjack.orders.checks.wrong_craft import wrong_craft_ashore, wrong_tasks
from pbem.adjudicator.yellowjack.orders.checks.wrong_overseas import wrong_before, wrong_french_leave, wrong_requests
from pbem.adjudicator.yellowjack.orders.checks.wrong_plans import wrong_plans
from pbem.adjudicator.yellowjack.orders.checks.wrong_yard import named, wrong_issues, wrong_yard
from pbem.adjudicator.yellowjack.orders.names import ANY, meaning
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN, OPERATIONS, SETUP
from pbem.adjudicator.yellowjack.orders.words.common_words import sentence
from pbem.adjudicator.yellowjack.view.board_seen import board_seen
from pbem.base.errors import Fault
from pbem.base.patterns import pattern

ROUTINE = "routine"
#: An id that stands alone in a sentence, and not behind a name in brackets.
OWN_ID = pattern("(?<![(a-z0-9-])[a-z]+[a-z0-9-]*(?![a-z0-9)-])")


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    board, seat = board_seen(known), str(known["seat"])
    ids = Ids(TABLE, board, seat, meaning)
    body = {key: ids.section(key, value) for key, value in orders.body.items() if key in TABLE.row}
    desk = Desk(board, known, seat, body)
    found = list(dict.fromkeys(wrong(desk)))
    faults: list[Fault] = [each.fault(orders.page) for each in found]
    told = (*read_back(desk, desk.body), *(() if found else (called(desk, line) for line in remarks(desk))))
    return Checked(tuple(dict.fromkeys(faults)), told)


def wrong(desk: Desk) -> Iterator[Wrong]:
    """Every fault, section by section; a section that the phase does not ask for is not tried."""
    step = str(desk.known["step"])
    if step in OPERATIONS:
        yield from wrong_plans(desk)
        yield from wrong_ashore(desk)
        yield from wrong_tasks(desk)
        yield from wrong_before(desk)
        yield from wrong_issues(desk)
    if step in (SETUP, ADMIN):
        yield from wrong_yard(desk)
        yield from wrong_craft_ashore(desk)
        yield from wrong_requests(desk)
        yield from wrong_french_leave(desk)
    yield from wrong_standing(desk)
    if ROUTINE in desk.body:
        yield Wrong((ROUTINE,), "a routine stands in a standing order only", hint="write it below 'standing'")
    yield from wrong_conditions(desk)


def wrong_standing(desk: Desk) -> Iterator[Wrong]:
    """Standing orders that give an Order to nobody in particular."""
    for number, order in enumerate(desk.body.get("standing", ())):
        for place, entry in enumerate(order.get("issue", ())):
            if ANY in named(entry):
                yield Wrong(("standing", number, "issue", place, "to"), f"'{ANY}' is no Formation: name her", "R9.5")


def read_back(desk: Desk, body: Mapping[str, Any]) -> Iterator[str]:
    """An order file read back to its owner in sentences, section by section; what this phase does not ask is not."""
    step = str(desk.known["step"])
    for row in TABLE.rows:
        if row.key in body and row.echo is not None and row.in_season(step):
            yield from (sentence(called(desk, line.rstrip("."))) for line in row.echo(body[row.key]))


def called(desk: Desk, line: str) -> str:
    """A sentence with the owner's Formations as reports call them; one that begins it may have a capital."""
    if line.partition(" ")[0].rstrip(":").lower() in desk.names:
        line = f"{line[:1].lower()}{line[1:]}"
    return OWN_ID.sub(lambda found: desk.names.get(found[0], found[0]), line)
