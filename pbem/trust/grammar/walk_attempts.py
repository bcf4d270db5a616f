"""Attempts: when a phase may be opened, opened once more, or gone back to, and how its deadline moves."""

from __future__ import annotations

from datetime import datetime

from pbem.base.clock import parse_time, show_time
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import MISSED, RETURN
from pbem.trust.grammar.walk_state import BEFORE_ROUND, PUBLIC_LANE, WalkState, time_of
from pbem.trust.people.charter import WITHOUT, Tier
from pbem.trust.people.reopening import FRESH, SAME
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry

#: Rulings that move a deadline.
MOVES = ("extend", "resume")


class AttemptWalk(WalkState):
    """The entries that open phases, take them back, and put their deadlines off."""

    __slots__ = ()

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
        self.called[occasion.phase, occasion.attempt] = attempt
        self.order.append(attempt)

    def complete(self, entry: Entry) -> None:
        """Before anything follows, the dice of every seed are on record: of the public lane and of every secret one."""
        for attempt in self.unrolled:
            missing = [lane for lane in (PUBLIC_LANE, *sorted(self.lanes)) if lane not in attempt.lanes]
            if missing and attempt.seed:
                self.blame(entry, f"comes before the dice of lane '{missing[0]}' in {attempt.occasion}")
        self.unrolled.clear()

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
