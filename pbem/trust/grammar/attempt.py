"""One attempt at a phase under grammar 2: who acts, which locks count, who has opened, who was left out."""

from __future__ import annotations

from datetime import datetime

from pbem.base.clock import parse_time
from pbem.base.records import dataclass, field
from pbem.trust.checks.sequence import PhaseRecord
from pbem.trust.grammar.entry_forms import MISSED
from pbem.trust.record.ledger import Entry


@dataclass(slots=True)
class Attempt(PhaseRecord):
    """The ledger's entries for one attempt, and their consequences."""

    reason: str = ""
    #: The seats from whom the rules want orders.
    acts: tuple[str, ...] = ()
    #: The attempt before, if any.
    before: Attempt | None = None
    #: Reason `missed`: the seats whose openings were missing, and those of whom none was asked before.
    left_out: frozenset[str] = frozenset()
    #: The entry whose value a seat stands with if it shows none: its newest on record when the phase was opened.
    stale: dict[str, Entry] = field(default_factory=dict)
    #: Locks by seat and seq.
    numbered: dict[tuple[str, int], Entry] = field(default_factory=dict)
    by_hash: dict[str, Entry] = field(default_factory=dict)
    #: Of each seat the lock that counts so far: the highest seq behind which enough of its team stand.
    best: dict[str, Entry] = field(default_factory=dict)
    #: Seats that had a lock on record before the first `locked`, whether it counts or not.
    locked_something: set[str] = field(default_factory=set)
    #: The first `locked`, and the newest.
    first_locked: Entry | None = None
    last_locked: Entry | None = None
    #: The lock of each seat in the first list.
    listed: dict[str, Entry] = field(default_factory=dict)
    #: The seats in the newest list.
    answered: frozenset[str] = frozenset()
    #: Seats of which nothing is asked in this attempt; and those that stood as abandoned, and since which phase.
    without: tuple[str, ...] = ()
    abandoned: dict[str, str] = field(default_factory=dict)
    #: When openings are due at the earliest, as rulings have moved it.
    opens_by: datetime | None = None
    opened: dict[str, Entry] = field(default_factory=dict)
    #: Seats of which a `timeout` says that they did not open.
    unopened: dict[str, Entry] = field(default_factory=dict)
    #: Seats whose locked orders a `timeout` strikes.
    struck: dict[str, Entry] = field(default_factory=dict)
    #: The line of the `reopen` that has taken this attempt back.
    taken_back: Entry | None = None
    #: The index that the moderator's value of its seed has to have.
    mod_due: int = 0
    strays: dict[tuple[str, str], Entry] = field(default_factory=dict)
    #: Lanes whose dice are on record, and what was committed to: kind, seat, and whether orders were locked by then.
    lanes: set[str] = field(default_factory=set)
    told: set[tuple[str, str, bool]] = field(default_factory=set)

    @property
    def base(self) -> Attempt:
        """The attempt in which the list of locks was made: this one, or the one before a missed opening."""
        return self.before.base if self.reason == MISSED and self.before else self

    def opener_by_lock(self) -> str:
        """The seat whose lock was also its opening in this attempt: it acts alone, and its lock counts."""
        return self.alone if self.alone and self.reason != MISSED and self.alone in self.listed else ""

    def asked(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the seats that have to open, in tier two-step: all but those that are left out."""
        return tuple(seat for seat in seats if seat not in self.without)

    def silent(self, seats: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the seats that were asked to open and did not."""
        alone = self.opener_by_lock()
        return tuple(seat for seat in self.asked(seats) if seat not in self.opened and seat != alone)

    def counted_lock(self, seat: str) -> Entry | None:
        """The lock of a seat that counts in this attempt: of the first list, as questions are apart."""
        return self.listed.get(seat)


def moment(entry: Entry, key: str) -> datetime:
    """A time that an entry states."""
    return parse_time(entry.text(key))
