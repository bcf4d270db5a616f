"""Openings, strays and time-outs: letters after the locks, and what is said of those that did not come."""

from __future__ import annotations

from pbem.base.clock import parse_time, show_time
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import ABANDONED, LOCK, MISSED, OPEN, ORDERS, ROTATE, SEAL
from pbem.trust.grammar.walk_locks import LockWalk
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.chain import LONGEST
from pbem.trust.record.ledger import Entry


class OpeningWalk(LockWalk):
    """The entries of openings, of letters that came too late, and of those that did not come."""

    __slots__ = ()

    def open(self, entry: Entry, attempt: Attempt) -> None:
        """The second letter of a seat, between `locked` and the seed of the newest attempt."""
        seat = entry.text("seat")
        if seat not in self.seats:
            self.blame(entry, f"is of '{seat}', who has no seat in this game")
            return
        if not self.two_step:
            self.blame(entry, f"opens a lock, which tier {self.tier.value} does not do")
        elif not self.current(entry, attempt):
            pass
        elif not attempt.first_locked or attempt.seed:
            self.blame(entry, "does not come between 'locked' and the seed")
        elif seat in attempt.without:
            self.blame(entry, f"is of seat '{seat}', of whom nothing is asked")
        elif seat in attempt.opened:
            self.blame(entry, f"is the second of seat '{seat}'")
        elif seat == attempt.opener_by_lock():
            self.blame(entry, f"is of seat '{seat}', whose lock has opened already")
        lock = attempt.listed.get(seat)
        if entry.get("lock") != (lock.get("lock") if lock else None):
            self.blame(entry, "names another lock than the one that was counted")
        attempt.opened.setdefault(seat, entry)
        self.silences.wrote(seat)
        link = self.link_of(entry) if self.link_of else None
        if link:
            self.in_turn(entry, attempt, link)
        if link or not self.link_of:
            self.enter_value(entry, attempt)

    def stray(self, entry: Entry) -> None:
        """A letter that came when it could not count any more: it counts for nothing, and its value is used up."""
        attempt = self.attempt_of(entry)
        seat, of = entry.text("seat"), entry.text("of")
        if attempt is None:
            return
        if not self.two_step:
            self.blame(entry, f"is a stray, which tier {self.tier.value} does not have")
        elif seat not in self.seats:
            self.blame(entry, f"is of '{seat}', who has no seat in this game")
        elif why := self.no_stray(entry, attempt, seat, of):
            self.blame(entry, why)
        elif self.link_of and (link := self.link_of(entry)):
            due = self.index_due(self.chain(entry))
            if link.index != due or due > LONGEST:
                self.blame(entry, f"opens chain value {link.index} of seat '{seat}'; value {due} is due")
            self.top[self.chain(entry)] = entry
        elif not self.link_of:
            self.top[self.chain(entry)] = entry
        attempt.strays.setdefault((seat, of), entry)
        attempt.add(entry)

    def no_stray(self, entry: Entry, attempt: Attempt, seat: str, of: str) -> str:
        """Returns the reason that a letter is no stray, or an empty string."""
        if (seat, of) in attempt.strays:
            return f"is the second stray of seat '{seat}' in {attempt.occasion}"
        if of == LOCK:
            late = attempt.first_locked is not None and seat == attempt.alone and attempt.reason != MISSED
            return "" if late else f"enters as a stray a lock of seat '{seat}', which is none"
        if seat in attempt.opened or seat == attempt.opener_by_lock():
            return f"enters as a stray a second opening of seat '{seat}'"
        over = attempt.seed or attempt.taken_back or self.last[attempt.occasion.phase] is not attempt
        if attempt.first_locked is None:
            return f"enters as a stray an opening for {attempt.occasion}, which was never locked"
        if not over and seat not in attempt.without:
            return f"enters as a stray the opening that entry {attempt.first_locked.n} asks for"
        return ""

    def timeout(self, entry: Entry) -> None:
        """A letter that did not come, or could not be read. It changes no dice but by a missed opening (R1)."""
        what, seat = entry.text("what"), entry.text("seat")
        if seat not in self.seats:
            self.blame(entry, f"is about '{seat}', who has no seat in this game")
        if what == ROTATE:
            return
        attempt = self.attempt_of(entry)
        if attempt is None:
            return
        if seat in self.seats:
            getattr(self, TIMEOUTS[what])(entry, attempt)
        attempt.timeouts.append(entry)
        attempt.add(entry)

    def sent_nothing(self, entry: Entry, attempt: Attempt) -> None:
        """`orders` or `abandoned`: the default orders stand, and that is all that follows."""
        seat, what = entry.text("seat"), entry.text("what")
        if attempt.first_locked is None:
            self.blame(entry, f"says that '{seat}' sent nothing before {attempt.occasion} was locked")
        elif attempt.last_locked is attempt.first_locked and seat not in attempt.base.acts:
            self.blame(entry, f"says that '{seat}' sent nothing, of whom {attempt.occasion} wants no orders")
        elif seat in (attempt.answered if attempt.reason != MISSED else attempt.base.listed):
            self.blame(entry, f"says that '{seat}' sent nothing, whose lock is in the list")
        elif what == ABANDONED and seat not in attempt.abandoned and not self.silences.abandoned(seat):
            self.blame(entry, f"says that '{seat}' is abandoned, who was not silent for long enough")
        else:
            self.silences.said_silent(seat, attempt.occasion.phase)

    def did_not_open(self, entry: Entry, attempt: Attempt) -> None:
        """`open`: a seat that was asked has not opened in time."""
        seat = entry.text("seat")
        if not self.two_step:
            self.blame(entry, f"says that '{seat}' did not open, which tier {self.tier.value} does not ask")
        elif not self.current(entry, attempt):
            pass
        elif attempt.first_locked is None or attempt.seed:
            self.blame(entry, "does not come between 'locked' and the seed")
        elif seat not in attempt.silent(self.seats):
            who = "who is not asked" if seat in attempt.without else "who has opened"
            self.blame(entry, f"says that '{seat}' did not open, {who}")
        elif seat in attempt.unopened:
            self.blame(entry, f"says a second time that '{seat}' did not open")
        elif attempt.opens_by and parse_time(entry.t) < attempt.opens_by:
            until = show_time(attempt.opens_by)
            self.blame(entry, f"says that '{seat}' did not open, before {until}, until when openings may come")
        attempt.unopened.setdefault(seat, entry)

    def strike(self, entry: Entry, attempt: Attempt) -> None:
        """Takes in `seal`: locked orders cannot be read.

        If anybody can try, the seal proves it; else the moderator states it (R6).
        """
        seat = entry.text("seat")
        if not self.current(entry, attempt):
            pass
        elif self.tier is Tier.MODERATED or (self.two_step and attempt.base.opener_by_lock() == seat):
            self.blame(entry, "strikes orders that the moderator had read before he took them in")
        elif seat not in attempt.listed:
            self.blame(entry, f"strikes orders of '{seat}', which are not in the list")
        elif self.two_step and seat not in attempt.opened:
            self.blame(entry, f"strikes orders of '{seat}', who has not opened")
        elif seat in attempt.struck:
            self.blame(entry, f"strikes the orders of '{seat}' a second time")
        elif (due := self.out(attempt)) is not None and parse_time(entry.t) < due:
            self.blame(entry, f"strikes orders of '{seat}' before round {attempt.round} was out")
        attempt.struck.setdefault(seat, entry)


#: What a `timeout` says -> the method that judges it.
TIMEOUTS = {ORDERS: "sent_nothing", ABANDONED: "sent_nothing", OPEN: "did_not_open", SEAL: "strike"}
