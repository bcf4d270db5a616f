"""The state of a game of grammar 2, from a folder that was verified or that one wrote oneself.

The walk is the verifier's own, so that a moderator writes, and a client answers, what every verifier will take.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import Network
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.which_count import Read, link_in
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.people.rotation import tenures
from pbem.trust.record.ledger import Entry, Ledger


def walk_of(charter: Charter, ledger: Ledger, read: Read, network: Network | None = None) -> Walk:
    """The walk over a ledger that is known to be sound; letters are read only when a value is asked for."""
    return LongWalk().to(charter, ledger, read, network)


class LongWalk:
    """A walk that takes each line of a growing ledger once, so that long games are written in linear time.

    The walk that was given out before changes with it. Where the ledger is not the one of before with more lines, or
    keys were replaced in it, the walk begins anew.
    """

    __slots__ = ("taken", "walk")

    def __init__(self) -> None:
        self.walk: Walk | None = None
        #: The lines that the walk has taken.
        self.taken: list[Entry] = []

    def to(self, charter: Charter, ledger: Ledger, read: Read, network: Network | None = None) -> Walk:
        """The walk up to the end of this ledger."""
        lines = list(ledger)
        further = lines[len(self.taken) :]
        goes_on = lines[: len(self.taken)] == self.taken and not any(entry.kind == "rotate" for entry in further)
        walk = self.walk if goes_on else None
        if walk is None:
            held = tenures(parse_charter(charter.data), ledger, read)
            walk, further = Walk(held.charters[0], held, passed_over, round_time=rounds_of(network)), lines
        walk.link_of = None  # the lines are known to be sound: no letter is read for them
        for entry in further:
            walk.take(entry)
        walk.link_of = partial(link_in, walk.charter, read=read)
        self.walk, self.taken = walk, lines
        return walk


def rounds_of(network: Network | None) -> Callable[[int], datetime | None]:
    """When a round of the network is out; nothing for rounds that no calendar reaches."""

    def out(round_: int) -> datetime | None:
        try:
            return network.time_of(round_) if network else None
        except PbemError:
            return None

    return out


def passed_over(entry: Entry, words: str) -> None:
    """Nothing is blamed in a ledger that is known to be sound."""


def newest(walk: Walk) -> Attempt | None:
    """The newest attempt that was opened and not taken back."""
    return walk.order[-1] if walk.order else None


def value_due(walk: Walk, seat: str, attempt: Attempt) -> int:
    """The index of the value that a lock or an opening of the seat has to show in this attempt: the one it has shown
    for it already, or the next of its chain."""
    chain = walk.tenures.charter.seat(seat).chain
    mine = [entry for entry in walk.shown.get((walk.place(attempt), seat), ()) if walk.chain(entry) == chain]
    link = walk.link_of(mine[-1]) if mine and walk.link_of else None
    return link.index if link else walk.index_due(chain)
