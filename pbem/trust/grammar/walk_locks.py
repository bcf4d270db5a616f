"""Locks: which may come, which value each shows, who stands behind it, and which of them count."""

from __future__ import annotations

from datetime import timedelta

from pbem.base.clock import parse_time
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import LOCK, MISSED
from pbem.trust.grammar.walk_state import WalkState, time_of
from pbem.trust.orders.which_count import is_plain
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.chain import LONGEST
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Entry


class LockWalk(WalkState):
    """The entries of locks, of those who agree to them, and of the list of those that count."""

    __slots__ = ()

    def lock(self, entry: Entry, attempt: Attempt) -> None:
        """A lock comes before the first `locked`; in tier moderated an answer comes later (R3, R4)."""
        seat, number = entry.text("seat"), (entry.text("seat"), entry.number("seq"))
        answer = self.tier is Tier.MODERATED and attempt.first_locked is not None and not attempt.seed
        if seat not in self.seats:
            self.blame(entry, f"is of '{seat}', who has no seat in this game")
        elif not self.current(entry, attempt):
            pass
        elif attempt.reason == MISSED:
            self.blame(entry, f"is a lock in {attempt.occasion}, whose list is that of the attempt before")
        elif attempt.seed or (attempt.first_locked and not answer):
            self.blame(entry, f"is a lock after {attempt.occasion} was locked")
        elif not answer and seat not in attempt.acts:
            self.blame(entry, f"is of seat '{seat}', of whom {attempt.occasion} wants no orders")
        if number in attempt.numbered:
            self.blame(entry, f"is the second of seat '{seat}' with seq {entry.get('seq')}")
        attempt.numbered.setdefault(number, entry)
        attempt.by_hash.setdefault(entry.text("lock"), entry)
        attempt.standing.append(entry)
        if not attempt.first_locked:
            attempt.locked_something.add(seat)
        self.silences.wrote(seat)
        self.value_of_lock(entry, attempt, answer=answer)
        self.stands(entry, attempt)

    def value_of_lock(self, entry: Entry, attempt: Attempt, *, answer: bool) -> None:
        """Which value a lock shows: one in a phase, the same with every lock; an answer and a plain file show none."""
        seat = self.charter.seat(entry.text("seat")) if entry.get("seat") in self.seats else None
        if self.tier is Tier.MODERATED and seat and is_plain(entry) and not seat.plain:
            self.blame(entry, f"is a plain order file of seat '{seat.seat}', who by the charter writes none")
        if not seat or not self.link_of or not (self.tier is Tier.MODERATED or attempt.alone):
            if seat and self.carries(entry, attempt, answer=answer):
                self.enter_value(entry, attempt)
            return
        link = self.link_of(entry)
        if answer or seat.plain or self.tier is not Tier.MODERATED:
            if answer and link:
                self.blame(entry, "is an answer with a chain value")
            elif link and seat.plain:
                self.blame(entry, f"shows a chain value of seat '{seat.seat}', which by the charter has no chain")
        elif link is None and not is_plain(entry):
            self.blame(entry, "shows no chain value, which tier moderated needs")
        if link is not None and self.carries(entry, attempt, answer=answer):
            self.in_turn(entry, attempt, link)
            self.enter_value(entry, attempt)

    def carries(self, entry: Entry, attempt: Attempt, *, answer: bool) -> bool:
        """Tells if a lock carries a value, by its place in the ledger."""
        if self.tier is Tier.MODERATED:
            return not answer and not is_plain(entry) and not self.charter.seat(entry.text("seat")).plain
        return self.tier is Tier.TWO_STEP and attempt.alone == entry.get("seat") and attempt.reason != MISSED

    def in_turn(self, entry: Entry, attempt: Attempt, link: Link) -> None:
        """The value is the one this seat has shown for the phase, or the next of its chain (R2, R3)."""
        assert self.link_of  # noqa: S101 - callers have values to check
        seat, chain = entry.text("seat"), self.chain(entry)
        mine = [each for each in self.shown.get((self.place(attempt), seat), ())[-1:] if self.chain(each) == chain]
        repeated = self.link_of(mine[0]) if mine and entry.kind == LOCK else None
        if repeated:
            if link != repeated:
                self.blame(
                    entry, f"opens chain value {link.index} of seat '{seat}'; in this phase it has shown value "
                    f"{repeated.index}",
                )  # fmt: skip
            return
        due = self.index_due(chain)
        if due > LONGEST:
            self.blame(entry, f"opens chain value {link.index} of seat '{seat}'; a chain ends at {LONGEST}")
        elif link.index != due:
            self.blame(entry, f"opens chain value {link.index} of seat '{seat}'; value {due} is due")

    def enter_value(self, entry: Entry, attempt: Attempt) -> None:
        """A value is on record, and used up."""
        seat = entry.text("seat")
        self.top[self.chain(entry)] = self.newest[seat] = entry
        self.shown.setdefault((self.place(attempt), seat), []).append(entry)

    def stands(self, entry: Entry, attempt: Attempt) -> None:
        """A lock that enough of its team stand behind is the seat's, if it is its newest."""
        seat, enough = entry.text("seat"), 1 + self.behind[entry.text("lock")] >= int(entry.get("needs") or 1)
        held = attempt.best.get(seat)
        if enough and (held is None or entry.number("seq") > held.number("seq")):
            attempt.best[seat] = entry

    def ack(self, entry: Entry) -> None:
        """A signature under the charter, before the first seed; or somebody of a team stands behind its lock."""
        who = entry.text("who")
        if "lock" in entry.fields:
            self.agreed(entry)
            return
        if who not in self.charter.who():
            self.blame(entry, f"is by '{who}', who has no part in this game")
        elif who in self.acks:
            self.blame(entry, f"is the second by '{who}'")
        elif self.seeds:
            self.blame(entry, f"comes after the first seed, too late for '{who}' to sign")
        if who not in self.acks:
            self.acks.append(who)

    def agreed(self, entry: Entry) -> None:
        """One of a team stands behind a lock of its seat, while that may still count."""
        attempt = self.phases.get(occasion_of(entry))
        lock = attempt.by_hash.get(entry.text("lock")) if attempt else None
        if attempt is None or lock is None or lock.get("seat") != entry.get("who"):
            self.blame(entry, f"agrees to no lock that '{entry.get('who')}' has sent for this phase")
            return
        if attempt.last_locked and attempt.last_locked.n > lock.n:
            self.blame(entry, f"agrees to the lock of entry {lock.n} after orders were locked")
            return
        self.behind[entry.text("lock")] += 1
        attempt.add(entry)
        self.stands(lock, attempt)

    def locked(self, entry: Entry, attempt: Attempt) -> None:
        """Exactly these locks count: the newest on record of every seat, in whatever time (R7)."""
        again = self.tier is Tier.MODERATED and attempt.first_locked is not None
        if self.current(entry, attempt) and (attempt.seed or (attempt.first_locked and not again)):
            self.blame(entry, f"comes after {attempt.occasion} was locked")
        self.compare(entry, attempt, self.list_due(attempt))
        if not again:
            self.first_list(entry, attempt)
        attempt.first_locked, attempt.last_locked = attempt.first_locked or entry, entry
        attempt.answered = frozenset(attempt.best)
        attempt.best = {}

    def compare(self, entry: Entry, attempt: Attempt, due: dict[str, Entry]) -> None:
        """The list is the one that is due, in the order of seats."""
        listed, wanted = entry.texts("locks"), [lock.text("lock") for lock in due.values()]
        if list(listed) == wanted:
            return
        for seat, lock in due.items():
            if lock.get("lock") not in listed:
                self.blame(entry, f"leaves out the lock of seat '{seat}' of entry {lock.n}")
        extra = [lock for lock in listed if lock not in wanted]
        for stranger in extra:
            self.blame(entry, self.why_not(attempt, stranger, attempt.base.by_hash.get(stranger), due))
        if not extra and len(listed) == len(wanted) and set(listed) == set(wanted):
            self.blame(entry, "does not list its locks in the order of their seats")
        elif not extra and len(listed) != len(set(listed)):
            self.blame(entry, "lists a lock twice")

    def why_not(self, attempt: Attempt, digest: str, lock: Entry | None, due: dict[str, Entry]) -> str:
        """Returns the reason that a listed lock does not count."""
        if lock is None:
            return f"lists the lock {digest[:16]}..., which never came in"
        seat = lock.text("seat")
        if attempt.reason == MISSED:
            return f"counts a lock that attempt {attempt.occasion.attempt - 1} did not count, or whose seat is left out"
        if seat in due and due[seat].number("seq") > lock.number("seq"):
            return f"counts the lock of entry {lock.n}, which entry {due[seat].n} replaced"
        if seat in due or lock.get("needs") is None:
            return f"counts two locks of seat '{seat}'"
        return f"counts the lock of entry {lock.n}, to which too few of its team agreed"

    def first_list(self, entry: Entry, attempt: Attempt) -> None:
        """The list under which orders are played: who is in it, of whom nothing is asked, and that it is not early."""
        attempt.listed = dict(self.list_due(attempt))
        attempt.abandoned = {seat: self.silences.since(seat) for seat in self.abandoned(attempt)}
        due = self.without_due(attempt)
        self.not_early(entry, attempt)
        if attempt.reason != MISSED:
            for seat in attempt.acts:
                self.silences.want(seat, attempt.occasion.phase)
        without = tuple(entry.get("without") or ())
        attempt.without = due
        for seat in without:
            if seat not in due:
                self.blame(entry, f"leaves out '{seat}', who is asked")
        for seat in due:
            if seat not in without:
                self.blame(entry, f"does not say that nothing is asked of '{seat}'")
        self.time_to_open(entry, attempt)

    def not_early(self, entry: Entry, attempt: Attempt) -> None:
        """Not before the deadline, while a seat that is waited for has sent nothing."""
        if attempt.reason == MISSED or parse_time(entry.t) >= attempt.closes:
            return
        missing = [seat for seat in attempt.acts if seat not in attempt.listed and seat not in attempt.abandoned]
        if missing:
            self.blame(entry, f"locks {attempt.occasion} before its deadline, and nothing of '{missing[0]}' has come")

    def time_to_open(self, entry: Entry, attempt: Attempt) -> None:
        """Tier two-step: until when openings may come, at least as long as the charter gives them."""
        if not self.two_step:
            if "opens_by" in entry.fields:
                self.blame(entry, f"states until when to open, which tier {self.tier.value} does not do")
            return
        attempt.opens_by = time_of(entry, "opens_by")
        if attempt.opens_by is None:
            self.blame(entry, "does not state until when openings may come")
        elif attempt.opens_by - parse_time(entry.t) < timedelta(hours=self.charter.open_hours):
            self.blame(entry, f"gives openings less than the {self.charter.open_hours} hours of the charter")
