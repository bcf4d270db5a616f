"""The ledger of grammar 2 up to a line, and the questions that everybody asks of it (docs/protocol.md, 13).

It knows no file: the value that a letter shows is asked of `link_of`, so that a verifier, a client and a model judge by
the same lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.attempt import Attempt, moment
from pbem.trust.grammar.entry_forms import MISSED, OPEN
from pbem.trust.grammar.silences import Silences
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.people.rotation import Tenures
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry

#: No deadline of tier beacon comes closer to its round than this (R9).
BEFORE_ROUND = timedelta(hours=1)
#: The last moment of the calendar: no time is counted beyond it.
END_OF_TIME = parse_time("9999-12-31T23:59:59Z")
PUBLIC_LANE = "pub"
Blame = Callable[[Entry, str], None]
LinkOf = Callable[[Entry], Link | None]


class WalkState:
    """The ledger up to a line: attempts, locks, values, silences, and what follows from them."""

    __slots__ = (
        "acks", "attempts", "behind", "blame", "called", "charter", "lanes", "last", "licence", "link_of", "newest",
        "order", "phases", "round_time", "seats", "seeds", "shown", "silences", "tenures", "tier", "top", "two_step",
        "unrolled",
    )  # fmt: skip

    def __init__(
        self, charter: Charter, tenures: Tenures, blame: Blame, link_of: LinkOf | None = None,
        round_time: Callable[[int], datetime | None] | None = None,
    ) -> None:  # fmt: skip
        """`link_of` gives the value that a lock or an open shows; without it no value is checked. `round_time` says
        when a round is out, in tier beacon."""
        self.charter, self.tenures, self.blame = charter, tenures, blame
        self.link_of, self.round_time = link_of, round_time
        #: The strength of the charter, and all seats. In tier two-step seats open what they locked.
        self.tier, self.seats = charter.tier, charter.seat_names
        self.two_step = self.tier is Tier.TWO_STEP
        #: Every attempt, by its occasion, and by the names of that; and the newest attempt of each phase.
        self.phases: dict[Occasion, Attempt] = {}
        self.called: dict[tuple[str, int], Attempt] = {}
        self.last: dict[str, Attempt] = {}
        #: Attempts in the order of their opening, those apart that were taken back.
        self.order: list[Attempt] = []
        #: Phases that were opened, have no seed, and were not taken back: one at most (R13).
        self.attempts: dict[str, Attempt] = {}
        #: Phases that all have agreed to open again, and the line of the paper.
        self.licence: dict[str, Entry] = {}
        #: How many seeds have been made, kept ones apart.
        self.seeds = 0
        #: Of each chain the entry with its highest value on record; of each seat its newest value but for strays.
        self.top: dict[str, Entry] = {}
        self.newest: dict[str, Entry] = {}
        #: Values shown for a phase, by phase and seat, in their order; in tier two-step by attempt.
        self.shown: dict[tuple[object, str], list[Entry]] = {}
        #: How many stand behind a team's lock beside its sender.
        self.behind: Counter[str] = Counter()
        self.silences = Silences(charter.abandoned_after)
        self.acks: list[str] = []
        self.lanes = frozenset(name for name, _ in charter.lanes)
        #: Attempts that have a seed, and whose dice may still be missing.
        self.unrolled: list[Attempt] = []

    def attempt_of(self, entry: Entry) -> Attempt | None:
        """The attempt an entry belongs to; blamed where there is none."""
        attempt = self.called.get((entry.text("phase"), entry.number("attempt")))
        if attempt is None:
            self.blame(entry, f"is of {occasion_of(entry)}, which has not been opened")
        return attempt

    def current(self, entry: Entry, attempt: Attempt) -> bool:
        """Tells if an entry may still come in this attempt; blames it if not."""
        if attempt.taken_back:
            self.blame(entry, f"is of {attempt.occasion}, which entry {attempt.taken_back.n} has taken back")
        elif self.last[attempt.occasion.phase] is not attempt:
            self.blame(entry, f"is of {attempt.occasion}, which has a later attempt")
        else:
            return True
        return False

    def out(self, attempt: Attempt) -> datetime | None:
        """When the round of an attempt is out, in tier beacon."""
        return self.round_time(attempt.round) if self.round_time and attempt.round is not None else None

    def missed_from(self, attempt: Attempt) -> datetime | None:
        """From when on a seat that has not opened may be left out."""
        if attempt.opens_by is None:
            return None
        waits = timedelta(hours=self.charter.mail_hours)
        return attempt.opens_by + min(waits, END_OF_TIME - attempt.opens_by)

    def place(self, attempt: Attempt) -> object:
        """Returns the unit for one value of a seat: the phase in tier moderated, the attempt in tier two-step."""
        return attempt.occasion.phase if self.tier is Tier.MODERATED else attempt.occasion

    def chain(self, entry: Entry) -> str:
        """The anchor of the chain that a seat has at an entry's line; an opening is by the keys of its `locked`."""
        line = entry.n
        if entry.kind == OPEN or entry.get("of") == OPEN:
            locked = self.phases[occasion_of(entry)].first_locked
            line = locked.n if locked else line
        return self.tenures.at(line).seat(entry.text("seat")).chain

    def index_due(self, chain: str) -> int:
        """The next value of a chain: one more than the highest of it on record."""
        top = self.top.get(chain)
        link = self.link_of(top) if top and self.link_of else None
        return link.index + 1 if link else 1

    def list_due(self, attempt: Attempt) -> dict[str, Entry]:
        """The lock of each seat that `locked` has to list."""
        if attempt.reason == MISSED and attempt.before:
            return {seat: lock for seat, lock in attempt.before.listed.items() if seat not in attempt.left_out}
        return {seat: attempt.best[seat] for seat in sorted(attempt.best)}

    def abandoned(self, attempt: Attempt) -> list[str]:
        """The seats that stand as abandoned while orders of this attempt are not locked yet."""
        return [seat for seat in self.seats if seat not in attempt.locked_something and self.silences.abandoned(seat)]

    def without_due(self, attempt: Attempt) -> tuple[str, ...]:
        """Of whom no opening is asked, sorted: in tier two-step who was left out, or stands as abandoned (R5)."""
        if not self.two_step:
            return ()
        return tuple(sorted(attempt.left_out if attempt.reason == MISSED else self.abandoned(attempt)))

    def shown_for(self, attempt: Attempt) -> dict[str, list[Entry]]:
        """The values that seats have shown for the seed of this attempt, by seat: in tier moderated those of the phase
        before its orders were locked, in tier two-step those of the attempt before its seed."""
        closing = attempt.first_locked if self.tier is Tier.MODERATED else attempt.seed
        shown = {
            seat: [e for e in self.shown.get((self.place(attempt), seat), ()) if closing is None or e.n < closing.n]
            for seat in self.seats
        }
        return {seat: entries for seat, entries in shown.items() if entries}

    def values_of(self, attempt: Attempt) -> dict[str, Entry | None]:
        """The entry whose value each seat has in the seed of this attempt, as far as the ledger goes; None for a seat
        that stands with the anchor of its chain (5.3). A seat that is plain has no line.

        A chain that came with a `rotate` counts if it was in force before the first value of anybody was shown.
        """
        shown = self.shown_for(attempt)
        first = self.tenures.at(min((entries[0].n for entries in shown.values()), default=0))
        found: dict[str, Entry | None] = {}
        for seat in self.charter.seats:
            if not seat.plain:
                mine = [e for e in shown.get(seat.seat, ()) if self.chain(e) == first.seat(seat.seat).chain]
                found[seat.seat] = mine[-1] if mine else attempt.stale.get(seat.seat)
        return found

    def links_of(self, attempt: Attempt, link_of: LinkOf) -> tuple[tuple[str, Link], ...]:
        """The seats' lines of that seed, by seat, in tiers moderated and two-step."""
        begun = attempt
        while self.tier is Tier.MODERATED and begun.before:
            begun = begun.before
        anchors = self.tenures.at(begun.opening.n)
        links = {seat: link_of(entry) if entry else None for seat, entry in self.values_of(attempt).items()}
        return tuple((seat, link or Link(0, anchors.seat(seat).chain)) for seat, link in links.items())


def time_of(entry: Entry, key: str) -> datetime | None:
    """A time that an entry states, if it is one."""
    try:
        return moment(entry, key)
    except BadInput:
        return None
