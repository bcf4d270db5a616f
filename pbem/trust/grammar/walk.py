"""The ledger of grammar 2, entry by entry: which may follow which, and what each changes (docs/protocol.md, 13).

No line that the moderator alone can write changes a seed or drops an order. The walk is that sentence as code: it says
which attempts there may be, which locks count, who is asked to open, and whose values make a seed. It knows no file:
the value that a letter shows is asked of `link_of`, so that a verifier, a client and a model judge by the same lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import BadInput
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.attempt import Attempt, moment
from pbem.trust.grammar.entry_forms import ABANDONED, LOCK, MISSED, OPEN, ORDERS, RETURN, ROTATE, SEAL
from pbem.trust.grammar.silences import Silences
from pbem.trust.orders.which_count import is_plain
from pbem.trust.people.charter import WITHOUT, Charter, Tier
from pbem.trust.people.reopening import FRESH, SAME
from pbem.trust.people.rotation import Tenures
from pbem.trust.primitives.chain import LONGEST
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry

#: Rulings that move a deadline.
MOVES = ("extend", "resume")
#: No deadline of tier beacon comes closer to its round than this (R9).
BEFORE_ROUND = timedelta(hours=1)

#: The last moment of the calendar: no time is counted beyond it.
END_OF_TIME = parse_time("9999-12-31T23:59:59Z")

PUBLIC_LANE = "pub"
Blame = Callable[[Entry, str], None]
LinkOf = Callable[[Entry], Link | None]


class Walk:
    """The ledger up to a line, and everything that may follow from it."""

    __slots__ = (
        "acks", "attempts", "behind", "blame", "charter", "lanes", "last", "licence", "link_of", "newest", "order",
        "phases", "round_time", "seeds", "shown", "silences", "tenures", "top", "unrolled",
    )  # fmt: skip

    def __init__(
        self, charter: Charter, tenures: Tenures, blame: Blame, link_of: LinkOf | None = None,
        round_time: Callable[[int], datetime | None] | None = None,
    ) -> None:  # fmt: skip
        """`link_of` gives the value that a lock or an open shows; without it no value is checked. `round_time` says
        when a round is out, in tier beacon."""
        self.charter, self.tenures, self.blame = charter, tenures, blame
        self.link_of, self.round_time = link_of, round_time
        #: Every attempt, by its occasion; and the newest attempt of each phase.
        self.phases: dict[Occasion, Attempt] = {}
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

    def take(self, entry: Entry) -> None:
        """One entry more."""
        step = STEPS.get(entry.kind)
        if step:
            getattr(self, step)(entry)
        elif entry.kind in OF_ATTEMPT:
            attempt = self.attempt_of(entry)
            if attempt:
                getattr(self, OF_ATTEMPT[entry.kind])(entry, attempt)
                attempt.add(entry)

    def attempt_of(self, entry: Entry) -> Attempt | None:
        """The attempt an entry belongs to; blamed where there is none."""
        attempt = self.phases.get(occasion_of(entry))
        if attempt is None:
            self.blame(entry, f"is of {occasion_of(entry)}, which has not been opened")
        return attempt

    @property
    def tier(self) -> Tier:
        """The strength of the charter."""
        return self.charter.tier

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats."""
        return self.charter.seat_names

    def current(self, entry: Entry, attempt: Attempt) -> bool:
        """Tells if an entry may still come in this attempt; blames it if not."""
        if attempt.taken_back:
            self.blame(entry, f"is of {attempt.occasion}, which entry {attempt.taken_back.n} has taken back")
        elif self.last[attempt.occasion.phase] is not attempt:
            self.blame(entry, f"is of {attempt.occasion}, which has a later attempt")
        else:
            return True
        return False

    # ------------------------------------------------------------------------------------------------------- attempts
    def phase(self, entry: Entry) -> None:
        """A phase, or one more attempt at it (R1, R11, R13)."""
        occasion = occasion_of(entry)
        if occasion in self.phases:
            self.blame(entry, f"opens {occasion} a second time")
            return
        self.complete(entry)
        before = self.last.get(occasion.phase)
        attempt = Attempt(occasion, entry, before=before, reason=str(entry.get("reason") or ""))
        listed = entry.get("acts")
        attempt.acts = tuple(listed) if isinstance(listed, list) else self.seats
        attempt.run, attempt.stale = occasion.attempt, dict(self.newest)
        if occasion.attempt > 1 and (before is None or before.occasion.attempt != occasion.attempt - 1):
            self.blame(entry, f"opens {occasion} without the attempt before it")
        elif before is not None:
            self.again(entry, attempt, before)
        elif {"reason", "by"} & set(entry.fields):
            self.blame(entry, f"states why {occasion} is opened, which a first attempt does not do")
        self.who_acts(entry, attempt)
        other = next((name for name in self.attempts if name != occasion.phase), "")
        if other:
            self.blame(entry, f"opens {occasion} while phase '{other}' has no seed")
        if self.tier is Tier.BEACON and not isinstance(entry.get("round"), int):
            self.blame(entry, "names no round, which tier beacon needs")
        self.phases[occasion] = self.last[occasion.phase] = self.attempts[occasion.phase] = attempt
        self.order.append(attempt)

    def who_acts(self, entry: Entry, attempt: Attempt) -> None:
        """`acts` and `alone` name seats; who acts alone is of those who act."""
        for name in attempt.acts:
            if name not in self.seats:
                self.blame(entry, f"wants orders of '{name}', who has no seat in this game")
        if "alone" not in entry.fields:
            return
        if not (self.charter.acts_alone and attempt.alone in self.seats):
            self.blame(entry, f"says that '{attempt.alone}' acts alone, which nobody has agreed to")
        elif attempt.alone not in attempt.acts:
            self.blame(entry, f"says that '{attempt.alone}' acts alone, of whom it wants no orders")

    def again(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        """One more attempt: after a return that all have signed, or once after a missed opening."""
        if attempt.reason == RETURN:
            self.returned(entry, attempt, before)
        elif attempt.reason == MISSED:
            self.missed(entry, attempt, before)
        else:
            self.blame(entry, f"opens {attempt.occasion} without a reason on record")

    def returned(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        """All have signed that the phase is opened again. A seed that it had stays."""
        paper = self.licence.pop(attempt.occasion.phase, None)
        if paper is None or paper.n != entry.get("by"):
            self.blame(entry, f"opens {attempt.occasion} by entry {entry.get('by')}, which does not agree to that")
        attempt.kept = before.seed or before.kept
        if self.tier is Tier.MODERATED:
            attempt.stale = before.stale
            first = self.phases.get(Occasion(attempt.occasion.phase))
            if attempt.kept is None and first and attempt.acts != first.acts:
                self.blame(entry, f"wants orders of other seats than attempt 1 of phase '{attempt.occasion.phase}'")
        if paper is not None and paper.get("dice") == FRESH and self.tier is Tier.BEACON:
            self.as_signed(entry, paper)

    def as_signed(self, entry: Entry, paper: Entry) -> None:
        """The round and the deadline of fresh dice are those that all have signed."""
        for key in ("round", "deadline"):
            if paper.get("phase") == entry.get("phase") and entry.get(key) != paper.get(key):
                self.blame(entry, f"has another {key} than entry {paper.n}, which all have signed")

    def missed(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        """An opening did not come: the dice are made once more, without that seat (R1)."""
        occasion = attempt.occasion
        if "by" in entry.fields:
            self.blame(entry, "names a paper, which a missed opening does not need")
        if self.tier is not Tier.TWO_STEP:
            self.blame(entry, f"opens {occasion}, for a reason that tier {self.tier.value} does not have")
        elif self.charter.unopened != WITHOUT:
            self.blame(entry, f"opens {occasion}, though this game waits for openings")
        elif before.reason == MISSED:
            self.blame(entry, f"opens {occasion}: after a missed opening there is no second one")
        elif before.taken_back:
            self.blame(entry, f"opens {occasion} after a return, for another reason")
        elif not before.first_locked or before.seed:
            self.blame(entry, f"opens {occasion}, though attempt {occasion.attempt - 1} waits for no opening")
        else:
            self.left_out(entry, attempt, before)
        if (attempt.acts, attempt.alone) != (before.acts, before.alone):
            self.blame(entry, f"changes who acts in {occasion}")
        attempt.run, attempt.standing = before.run, list(before.standing)

    def left_out(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        """Each seat that is left out was asked, has not opened, and has a `timeout`; and they are fewer than half."""
        occasion = attempt.occasion
        silent = before.silent(self.seats)
        for seat in silent:
            if seat not in before.unopened:
                self.blame(entry, f"opens {occasion} without '{seat}', of whom nothing says that it did not open")
        healed = next((seat for seat in before.unopened if seat in before.opened), "")
        if not silent and healed:
            opening = before.opened[healed]
            self.blame(entry, f"opens {occasion} without '{healed}', whose opening is entry {opening.n}")
        elif not silent:
            self.blame(entry, f"opens {occasion}, though no opening is missing")
        if 2 * len(silent) >= len(before.asked(self.seats)):
            self.blame(entry, f"opens {occasion} without {len(silent)} of {len(before.asked(self.seats))} seats")
        due = self.missed_from(before)
        if due and parse_time(entry.t) < due:
            self.blame(entry, f"opens {occasion} before {show_time(due)}, when openings could still come")
        attempt.left_out = frozenset((*silent, *before.without))

    def missed_from(self, attempt: Attempt) -> datetime | None:
        """From when on a seat that has not opened may be left out."""
        if attempt.opens_by is None:
            return None
        waits = timedelta(hours=self.charter.mail_hours)
        return attempt.opens_by + min(waits, END_OF_TIME - attempt.opens_by)

    def reopen(self, entry: Entry) -> None:
        """All have signed that play goes back to a phase; all that was opened since is taken back with it (R11)."""
        name = entry.text("phase")
        first = self.last.get(name)
        start = self.phases[Occasion(name, first.run)].opening.n if first else 0
        taken: list[Attempt] = []
        if first and not first.taken_back:
            while self.order and self.order[-1].opening.n >= start:
                taken.append(self.order.pop())
        if not taken:
            self.blame(entry, f"goes back to phase '{name}', which is not open to go back to")
        if first and entry.get("dice") == FRESH and (first.seed or first.kept):
            seed = first.seed or first.kept
            self.blame(entry, f"throws anew for phase '{name}', whose seed is entry {seed.n if seed else 0}")
        elif entry.get("dice") == FRESH and self.tier is Tier.MODERATED:
            self.blame(entry, f"throws anew for phase '{name}', which tier moderated does not do")
        elif first and entry.get("dice") == SAME and self.tier is not Tier.MODERATED and not (first.seed or first.kept):
            self.blame(entry, f"keeps the dice of phase '{name}', which has none")
        agreed = tuple(f"{each}." for each in entry.texts("withdraws"))
        for attempt in taken:
            if not f"{attempt.occasion.phase}.".startswith(agreed):
                self.blame(entry, f"takes back {attempt.occasion}, which it does not list")
            attempt.taken_back = entry
            self.licence[attempt.occasion.phase] = entry
            self.attempts.pop(attempt.occasion.phase, None)
        if entry.get("dice") == SAME:
            for seat in self.seats:
                self.silences.wrote(seat)

    def rotated(self, entry: Entry) -> None:
        """New keys: somebody sits at the seat."""
        self.silences.wrote(entry.text("who"))

    def moved(self, entry: Entry) -> None:
        """A deadline that a signed ruling put off; none brings one forward, nor to its round (R9)."""
        if entry.get("what") not in MOVES or entry.get("phase") is None:
            return
        names_one = isinstance(entry.get("phase"), str) and isinstance(entry.get("attempt"), int)
        attempt = self.phases.get(occasion_of(entry)) if names_one else None
        key = "opens" if "opens" in entry.fields else "until"
        until = time_of(entry, key)
        if attempt is None or until is None or "sig" not in entry.fields:
            self.blame(entry, "moves the deadline of no phase that was opened, to no time, or is not signed")
        elif key == "opens":
            if attempt.opens_by is None or until < attempt.opens_by:
                self.blame(entry, f"brings the time for openings of {attempt.occasion} forward to {show_time(until)}")
            else:
                attempt.opens_by = until
        elif "step" not in entry.fields:
            self.closes_later(entry, attempt, until)

    def closes_later(self, entry: Entry, attempt: Attempt, until: datetime) -> None:
        """The deadline of orders."""
        due = self.out(attempt)
        if until < attempt.closes:
            self.blame(entry, f"brings the deadline of {attempt.occasion} forward to {show_time(until)}")
        elif due is not None and until > due - BEFORE_ROUND:
            self.blame(
                entry, f"puts the deadline of {attempt.occasion} to {show_time(until)}; "
                f"round {attempt.round} is out at {show_time(due)}",
            )  # fmt: skip
        else:
            attempt.moved = show_time(until)

    def out(self, attempt: Attempt) -> datetime | None:
        """When the round of an attempt is out, in tier beacon."""
        return self.round_time(attempt.round) if self.round_time and attempt.round is not None else None

    # ---------------------------------------------------------------------------------------------------------- locks
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

    def index_due(self, chain: str) -> int:
        """The next value of a chain: one more than the highest of it on record."""
        top = self.top.get(chain)
        link = self.link_of(top) if top and self.link_of else None
        return link.index + 1 if link else 1

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

    # --------------------------------------------------------------------------------------------------------- locked
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

    def list_due(self, attempt: Attempt) -> dict[str, Entry]:
        """The lock of each seat that `locked` has to list."""
        if attempt.reason == MISSED and attempt.before:
            return {seat: lock for seat, lock in attempt.before.listed.items() if seat not in attempt.left_out}
        return {seat: attempt.best[seat] for seat in sorted(attempt.best)}

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

    def abandoned(self, attempt: Attempt) -> list[str]:
        """The seats that stand as abandoned while orders of this attempt are not locked yet."""
        return [seat for seat in self.seats if seat not in attempt.locked_something and self.silences.abandoned(seat)]

    def without_due(self, attempt: Attempt) -> tuple[str, ...]:
        """Of whom no opening is asked, sorted: in tier two-step who was left out, or stands as abandoned (R5)."""
        if not self.two_step:
            return ()
        return tuple(sorted(attempt.left_out if attempt.reason == MISSED else self.abandoned(attempt)))

    @property
    def two_step(self) -> bool:
        """Tells if seats open what they locked."""
        return self.tier is Tier.TWO_STEP

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

    # ----------------------------------------------------------------------------------------------- openings, strays
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

    # ------------------------------------------------------------------------------------------------------- timeouts
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

    # ---------------------------------------------------------------------------------------------------------- seeds
    def seed(self, entry: Entry, attempt: Attempt) -> None:
        """One seed for a decision, and only once orders are locked; a phase that was gone back to keeps its own."""
        kept, of = attempt.kept, entry.get("of")
        if attempt.seed:
            self.blame(entry, f"is a second seed of {attempt.occasion}")
        elif self.current(entry, attempt) and not attempt.first_locked:
            self.blame(entry, "is there though no orders were locked")
        if kept and (of, entry.get("sha256")) != (kept.get("of") or kept.get("attempt"), kept.get("sha256")):
            self.blame(entry, f"is not the seed of entry {kept.n}, which all have agreed to keep")
        elif of is not None and not kept:
            self.blame(entry, f"keeps the seed of attempt {of}, which nobody has agreed to")
        elif not kept:
            self.all_opened(entry, attempt)
        if not attempt.seed:
            attempt.seed, attempt.mod_due = entry, self.seeds + 1
            self.seeds += 0 if of is not None else 1
            self.unrolled.append(attempt)
            if self.attempts.get(attempt.occasion.phase) is attempt:
                del self.attempts[attempt.occasion.phase]

    def all_opened(self, entry: Entry, attempt: Attempt) -> None:
        """Tier two-step: every seat that was asked has opened, and one at least (5.5)."""
        if not self.two_step or attempt.first_locked is None:
            return
        for seat in attempt.silent(self.seats):
            self.blame(entry, f"is made without seat '{seat}', who has not opened")
        if not attempt.opened and not attempt.opener_by_lock():
            self.blame(entry, "is made of nobody's opening")

    def rolls(self, entry: Entry, attempt: Attempt) -> None:
        """Dice need a seed, and each lane has one log."""
        lane = entry.text("lane")
        if not attempt.seed:
            self.blame(entry, "is there though the phase has no seed")
        if lane in attempt.lanes:
            self.blame(entry, f"is the second log of lane '{lane}'")
        attempt.lanes.add(lane)
        if (lane == PUBLIC_LANE) != (entry.kind == "rolls"):
            self.blame(entry, f"is of lane '{lane}'")
        elif entry.kind == "srolls" and lane not in self.lanes:
            self.blame(entry, f"is of lane '{lane}', which the charter does not have")

    def told(self, entry: Entry, attempt: Attempt) -> None:
        """A report or a position: each is committed to once. A return tells its seats once more how things stand."""
        if "commit" not in entry.fields:
            return
        key = (entry.kind, str(entry.get("seat") or ""), attempt.first_locked is not None)
        if key in attempt.told:
            whose = f" of seat '{key[1]}'" if key[1] else ""
            self.blame(entry, f"is the second {entry.kind}{whose} of {attempt.occasion}")
        attempt.told.add(key)

    def complete(self, entry: Entry) -> None:
        """Before anything follows, the dice of every seed are on record: of the public lane and of every secret one."""
        for attempt in self.unrolled:
            missing = [lane for lane in (PUBLIC_LANE, *sorted(self.lanes)) if lane not in attempt.lanes]
            if missing and attempt.seed:
                self.blame(entry, f"comes before the dice of lane '{missing[0]}' in {attempt.occasion}")
        self.unrolled.clear()

    # ---------------------------------------------------------------------------------------------- what goes in a seed
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


#: Kind of entry -> the method that takes it; of those below, that belong to an attempt, with the attempt.
STEPS = {
    "phase": "phase", "ack": "ack", "reopen": "reopen", "ruling": "moved", "timeout": "timeout", "stray": "stray",
    "final": "complete", "rotate": "rotated",
}  # fmt: skip
OF_ATTEMPT = {
    "lock": "lock", "locked": "locked", "open": "open", "seed": "seed", "rolls": "rolls", "srolls": "rolls",
    "report": "told", "state": "told",
}  # fmt: skip
#: What a `timeout` says -> the method that judges it.
TIMEOUTS = {ORDERS: "sent_nothing", ABANDONED: "sent_nothing", OPEN: "did_not_open", SEAL: "strike"}
