"""The public files that a letter brings: what is new since its reader last confirmed how much they hold.

A seat confirms with each lock it signs (`seen`). So a letter that was skipped does no harm: the next one repeats what
it brought, but for the reader's own sealed orders, the largest thing in it that tells them nothing. Where a reader
confirms nothing for long, a letter repeats what fits, and names the reports before that.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.base.records import dataclass, field
from pbem.match.folder.office import Office
from pbem.trust.folder.parcels import Stored, joined, stored
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Ledger
from pbem.trust.record.tail import TAIL, cut

#: Where it is kept in which letter each public file went out first: by the size of the ledger that the letter showed.
SHOWN = "shown"
#: What a letter repeats for a reader who has confirmed nothing of it, in compressed bytes.
MOST_REPEATED = 48 * 1024
#: These two are in every letter, the ledger as far as its reader needs it.
ALWAYS = (layout.LEDGER, layout.CHECKPOINT)


@dataclass(frozen=True, slots=True)
class Parcels:
    """Everything public as it is now, for letters to several readers."""

    office: Office
    shown: Mapping[str, int]
    newest: int
    #: The files as they lie in parcels: letters to several readers bring the same ones.
    packed: dict[str, Stored] = field(default_factory=dict)

    def of(self, seat: str) -> bytes:
        """The parcel for a seat."""
        first = self.first(confirmed(self.office, seat))
        told = brought_back(self.office.record.ledger, seat) if first else frozenset()
        names = [name for name, size in self.shown.items() if size > first and name not in told] + [layout.CHECKPOINT]
        ledger = self.office.record.ledger
        record = {TAIL: cut(ledger, first)} if first else {layout.LEDGER: ledger.to_bytes()}
        return joined({**{name: self.file(name) for name in names},
                       **{name: stored(data) for name, data in record.items()}})  # fmt: skip

    def first(self, confirmed: int) -> int:
        """The size of the ledger up to which a letter leaves files out: as confirmed, or more if that is too much."""
        left = MOST_REPEATED
        for size in sorted({size for size in self.shown.values() if confirmed < size < self.newest}, reverse=True):
            left -= sum(len(self.file(name).data) for name, each in self.shown.items() if each == size)
            if left < 0:
                return min(size, len(self.office.record.ledger))
        return confirmed

    def file(self, name: str) -> Stored:
        """A file as it lies in parcels."""
        if name not in self.packed:
            self.packed[name] = stored(self.office.desk.read(name))
        return self.packed[name]


def parcels(office: Office) -> Parcels:
    """Collects what is public now, and notes new files under the ledger's size in this letter.

    The ledger may not have grown since the last letter. Then a reader who confirms its size may have that letter alone,
    and what is new since is noted as of the next size.
    """
    desk = office.desk
    shown: dict[str, int] = desk.secret(SHOWN) if desk.has(f"private/{SHOWN}.age") else {}
    fresh = [name for name in desk.public_names() if name not in shown and name not in ALWAYS]
    newest = max([0, *shown.values()])
    if fresh:
        newest = max(len(office.record.ledger), newest + 1)
        shown |= dict.fromkeys(fresh, newest)
        desk.put_secret(SHOWN, shown)
    return Parcels(office, shown, newest)


def brought_back(ledger: Ledger, seat: str) -> frozenset[str]:
    """The files of a seat's own sealed orders that letters with earlier results than the newest have brought it."""
    told = [(each.n, each.text("step")) for each in ledger.entries("report") if "step" in each.fields]
    earlier = max((line for line, step in told if step != told[-1][1]), default=0)
    locks = (each for each in ledger.entries("lock", seat=seat) if each.n < earlier)
    return frozenset(layout.lock_file(seat, occasion_of(each), each.number("seq")) for each in locks)


def confirmed(office: Office, seat: str) -> int:
    """Returns how much of the ledger a seat has shown to hold, by the newest lock it signed; 0 before the first."""
    ledger: Ledger = office.record.ledger
    for entry in reversed(ledger.entries("lock", seat=seat)):
        name = layout.lock_file(seat, occasion_of(entry), entry.number("seq"))
        if office.desk.has(name) and (seen := parse_envelope(office.desk.read(name), name).lock.seen):
            return seen[0]
    return 0
