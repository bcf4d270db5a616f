"""The ledger of grammar 2, entry by entry: which may follow which, and what each changes (docs/protocol.md, 13).

No line that the moderator alone can write changes a seed or drops an order. The walk is that sentence as code: it says
which attempts there may be (walk_attempts), which locks count (walk_locks), who is asked to open (walk_openings), and
whose values make a seed.
"""

from __future__ import annotations

from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.walk_attempts import AttemptWalk
from pbem.trust.grammar.walk_openings import OpeningWalk
from pbem.trust.grammar.walk_state import PUBLIC_LANE
from pbem.trust.record.ledger import Entry


class Walk(AttemptWalk, OpeningWalk):
    """The ledger up to a line, and everything that may follow from it."""

    __slots__ = ()

    def take(self, entry: Entry) -> None:
        """One entry more."""
        kind = entry.kind
        if step := STEPS.get(kind):
            getattr(self, step)(entry)
        elif (step := OF_ATTEMPT.get(kind)) and (attempt := self.attempt_of(entry)):
            getattr(self, step)(entry, attempt)
            attempt.add(entry)

    def rotated(self, entry: Entry) -> None:
        """New keys: somebody sits at the seat."""
        self.silences.wrote(entry.text("who"))

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


#: Kind of entry -> the method that takes it; of those below, that belong to an attempt, with the attempt.
STEPS = {
    "phase": "phase", "ack": "ack", "reopen": "reopen", "ruling": "moved", "timeout": "timeout", "stray": "stray",
    "final": "complete", "rotate": "rotated",
}  # fmt: skip
OF_ATTEMPT = {
    "lock": "lock", "locked": "locked", "open": "open", "seed": "seed", "rolls": "rolls", "srolls": "rolls",
    "report": "told", "state": "told",
}  # fmt: skip
