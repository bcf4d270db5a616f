"""Finds the locks that count and each seat's part of a seed, for the moderator and all verifiers.

PROTOCOL, head and 3.7: every seat has a line in the seeds of tiers moderated and two-step. A seat that sent something
for the phase has the value that it opened with that. A seat that sent nothing has the newest value it opened so far, at
first its anchor. So silence never stops the dice, and nobody can pick them. A player who takes a seat over has the
value that the seat opened before, until they open a value of their own chain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pbem.base.patterns import pattern
from pbem.trust.dice.seed import Link
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.orders.second_letter import parse_open
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import SAME_DICE, Entry

#: A file of the folder by its name.
Read = Callable[[str], bytes]
#: The chain value that a `lock` or `open` entry stands for, if any.
LinkOf = Callable[[Entry], Link | None]
#: What a `timeout` calls a seat that sent nothing: one that was waited for, one that is not waited for any more.
SILENT, ABANDONED = "orders", "abandoned"
#: What the name of a question's step has beyond that of its phase.
QUESTION = pattern(r"\.[0-9]{1,3}\Z")


def agreed(entries: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Returns a test if enough of its team agree to a lock: its sender, and one more for each `ack` of it."""
    behind = Counter(entry.text("lock") for entry in entries if entry.kind == "ack" and "lock" in entry.fields)
    return lambda lock: 1 + behind[lock.text("lock")] >= int(lock.get("needs") or 1)


def counted_locks(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Returns the lock of each seat that counts, by seat (PROTOCOL 3.5).

    It is the one with the highest seq; of a team, among those to which it agreed. Tier moderated may lock again when a
    question has been answered; what was locked before has been counted.
    """
    newest: dict[str, Entry] = {}
    entries = tuple(entries)
    counts = agreed(entries)
    for entry in entries:
        if entry.kind == "locked":
            newest.clear()
        elif entry.kind == "lock" and counts(entry):
            seat = entry.text("seat")
            if seat not in newest or entry.number("seq") > newest[seat].number("seq"):
                newest[seat] = entry
    return tuple(newest[seat] for seat in sorted(newest))


def links_due(
    charter: Charter, entries: Sequence[Entry], link_of: LinkOf, first: int | None = None
) -> tuple[tuple[str, Link], ...]:
    """Returns the seats' lines of a seed: each seat's newest opening, found backwards.

    `first` is the line where the first value for the phase was shown. The charter is that of its time: a player who
    took a seat over since could have made a chain to suit the values of others (threat 1), so it counts from the next
    phase.
    """
    found: dict[str, Link] = {}
    wanted = set(charter.seat_names)
    counts = agreed(entries)
    for entry in reversed(entries):
        if not wanted:
            break
        sent = entry.kind == "open" or (entry.kind == "lock" and counts(entry))
        if not sent or entry.get("seat") not in wanted or not (link := link_of(entry)):
            continue
        if first is None or entry.n < first or charter.seat(entry.text("seat")).whose(link.value, link.index):
            found[entry.text("seat")] = link
            wanted.remove(entry.text("seat"))
    return tuple((seat.seat, found.get(seat.seat, Link(0, seat.chain))) for seat in charter.seats)


def silent_phases(entries: Sequence[Entry], seat: str) -> int:
    """In how many phases in a row a seat has sent nothing. Orders end it, or a new player, or a return to an earlier
    phase: all have signed that, and what was silent in a phase withdrawn has not happened."""
    phases: set[str] = set()
    for entry in reversed(entries):
        if ends_silence(entry, seat):
            break
        phase = entry.get("phase") if entry.kind == "timeout" and entry.get("seat") == seat else None
        if isinstance(phase, str) and entry.get("what") in (SILENT, ABANDONED):
            phases.add(QUESTION.sub("", phase))
    return len(phases)


def ends_silence(entry: Entry, seat: str) -> bool:
    """Tells if an entry shows that the seat has a player who answers."""
    signs = (("lock", "seat", seat), ("rotate", "who", seat), ("reopen", "dice", SAME_DICE))
    return any(entry.kind == kind and entry.get(name) == value for kind, name, value in signs)


def that_matter(tier: Tier, entries: Sequence[Entry], of_occasion: Iterable[Entry]) -> Sequence[Entry]:
    """The entries whose openings go into a phase's seed: in tier moderated those up to its first `locked`, since its
    dice may fall from there on; in tier two-step those up to the seed."""
    closing = "locked" if tier is Tier.MODERATED else "seed"
    return next((entries[: entry.n] for entry in of_occasion if entry.kind == closing), entries)


def line_of_chains(entries: Sequence[Entry], of_occasion: Iterable[Entry], link_of: LinkOf) -> int:
    """The line whose chains count for a seed: that of the first value shown for the phase; else the one that follows
    the entries that matter."""
    closing = entries[-1].n + 1 if entries else 0
    shown = (entry.n for entry in of_occasion if entry.kind in ("lock", "open") and link_of(entry))
    return min(next(shown, closing), closing)


def link_in(charter: Charter, entry: Entry, read: Read) -> Link | None:
    """The value that a lock or an open carries, from the file of the entry. A plain order file carries none."""
    if charter.tier is not Tier.BEACON and entry.kind == "lock" and not is_plain(entry):
        name = layout.lock_file(entry.text("seat"), occasion_of(entry), entry.number("seq"))
        return parse_envelope(read(name), name).lock.value
    if entry.kind == "open":
        name = layout.open_file(entry.text("seat"), occasion_of(entry))
        return parse_open(read(name), name).value
    if entry.kind == "stray":
        name = layout.stray_file(entry.text("of"), entry.text("sha256"))
        lock = entry.get("of") == "lock"
        return parse_envelope(read(name), name).lock.value if lock else parse_open(read(name), name).value
    return None


def is_plain(lock: Entry) -> bool:
    """Tells if a `lock` entry is for a plain order file, which is its own commitment (PROTOCOL 3.5)."""
    return bool(lock.get("orders") == lock.get("lock"))
