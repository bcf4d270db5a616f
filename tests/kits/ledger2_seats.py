"""The knowledge of a seat's program in a game of grammar 2 (`ledger2`), for tests of its decisions."""

from __future__ import annotations

from datetime import timedelta

from ledger2 import Table

from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.client import Kept, Knowledge
from pbem.trust.grammar.standing import walk_of
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry


def known(table: Table, seat: str, *held: Kept, after: timedelta = timedelta(0)) -> Knowledge:
    """The knowledge of a seat that has the newest ledger and these letters, so long after now."""
    def read(name: str) -> bytes:
        return table.folder().read(name)

    def key_of(lock: Entry) -> str:
        name = layout.lock_file(lock.text("seat"), layout.occasion_of(lock), lock.number("seq"))
        return parse_envelope(read(name)).lock.key

    network = DEMO_NETWORK if table.tier == "beacon" else None
    walk = walk_of(table.charter, table.writer.ledger, read, network)
    return Knowledge(walk, seat, table.now + after, held, lambda size: table.account(size).root, key_of)


def newest(table: Table, seat: str, *held: Kept, after: timedelta = timedelta(0)) -> tuple[Knowledge, Attempt]:
    """The same with the attempt that is open."""
    found = known(table, seat, *held, after=after)
    return found, found.walk.phases[table.occasion]
