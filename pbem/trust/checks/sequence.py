"""The ledger as a course of events: every entry has its fields, and each comes when it may (docs/protocol.md, 13, 16).

A phase is opened, locks come in, `locked` says which count, and only then is there a seed; what the dice said follows.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.base.records import dataclass, field
from pbem.trust.checks.findings import Audit, Game
from pbem.trust.dice.lanes import LANE
from pbem.trust.orders.which_count import agreed, counted_locks, silent_phases
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.primitives.forms import HEX32, PHASE, SEAT
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import SAME_DICE as SAME_DICE
from pbem.trust.record.ledger import SINCE_GRAMMAR_2, Entry

Form: TypeAlias = Callable[[Any], bool]


def text(value: Any) -> bool:
    """Any text."""
    return isinstance(value, str)


def count(value: Any) -> bool:
    """A whole number from 1."""
    return isinstance(value, int) and value >= 1


def digest(value: Any) -> bool:
    """A SHA-256 in hex."""
    return isinstance(value, str) and HEX32.fullmatch(value) is not None


def digests(value: Any) -> bool:
    """A list of them."""
    return isinstance(value, list) and all(digest(item) for item in value)


def texts(value: Any) -> bool:
    """A list of texts."""
    return isinstance(value, list) and all(text(item) for item in value)


def phase(value: Any) -> bool:
    """The name of a phase."""
    return isinstance(value, str) and PHASE.fullmatch(value) is not None


def seat(value: Any) -> bool:
    """The name of a seat."""
    return isinstance(value, str) and SEAT.fullmatch(value) is not None


def lane(value: Any) -> bool:
    """The name of a lane."""
    return isinstance(value, str) and LANE.fullmatch(value) is not None


def time(value: Any) -> bool:
    """A moment of the calendar."""
    try:
        return isinstance(value, str) and bool(parse_time(value))
    except BadInput:
        return False


#: Rulings that move a deadline.
MOVES = ("extend", "resume")
#: Who has not opened so often in a phase is not asked again (docs/protocol.md, 18).
MOST_REFUSALS = 2

OF_PHASE: dict[str, Form] = {"phase": phase, "attempt": count}
SIGNED: dict[str, Form] = {"sha256": digest, "sigs": digests}
#: Kind -> what its entries must have; they may say more.
FORMS: dict[str, dict[str, Form]] = {
    "charter": {"sha256": digest},
    "ack": {"who": seat, "sig": digest},
    "phase": {**OF_PHASE, "deadline": time},
    "lock": {**OF_PHASE, "seat": seat, "seq": count, "lock": digest, "orders": digest},
    "locked": {**OF_PHASE, "locks": digests},
    "open": {**OF_PHASE, "seat": seat, "sha256": digest},
    "seed": {**OF_PHASE, "sha256": digest},
    "rolls": {**OF_PHASE, "lane": lane, "sha256": digest},
    "srolls": {**OF_PHASE, "lane": lane, "root": digest, "key": digest},
    "report": OF_PHASE,
    "state": {**OF_PHASE, "commit": digest},
    "reveal": {},
    "ruling": {"sha256": digest},
    "protest": {"seat": seat, "sha256": digest},
    "amend": SIGNED,
    "reopen": {"phase": phase, **SIGNED},
    "timeout": {"seat": seat, "what": text},
    "escrow": {"sha256": digest},
    "rotate": {"who": seat, "how": text, "by": texts, **SIGNED},
    "final": {"sha256": digest},
}


def misshapen(entry: Entry) -> str:
    """The first field that an entry lacks or has wrong; nothing if all is well."""
    forms = FORMS[entry.kind]
    if entry.kind == "report":
        readable, hidden = "sha256" in entry.fields, "commit" in entry.fields
        forms = {**forms, **({"sha256": digest} if readable else {})}
        forms |= {"seat": seat, "commit": digest} if hidden or not readable else {}
    elif entry.kind == "phase" and "alone" in entry.fields:
        forms = {**forms, "alone": seat}
    elif entry.kind == "ack" and "lock" in entry.fields:
        forms = {**forms, **OF_PHASE, "lock": digest, "sha256": digest}
    elif entry.kind == "lock" and "needs" in entry.fields:
        forms = {**forms, "needs": count}
    return next((key for key, form in forms.items() if not form(entry.get(key))), "")


@dataclass(slots=True)
class PhaseRecord:
    """The ledger's entries for one attempt at a phase."""

    occasion: Occasion
    opening: Entry
    entries: list[Entry] = field(default_factory=list)
    seed: Entry | None = None
    #: Its locks and those of earlier attempts, which stand when another seat's falls away (docs/protocol.md, 18).
    standing: list[Entry] = field(default_factory=list)
    #: Seats that are on record as late or unreadable, with their defaults.
    timeouts: list[Entry] = field(default_factory=list)
    #: The attempt with which its orders were asked for anew: reports and positions are committed to under its name.
    run: int = 1
    #: The seed that all agreed to keep when they went back to this phase (docs/protocol.md, 18).
    kept: Entry | None = None
    #: The time until which orders are due, if a ruling moved it.
    moved: str = ""
    #: Seats that were given up when its orders were locked: nobody waits for their part of the dice either.
    gone: set[str] = field(default_factory=set)
    #: Its entries by kind, and the seats and seqs of its locks.
    by_kind: dict[str, list[Entry]] = field(default_factory=dict)
    letters: set[tuple[Any, Any]] = field(default_factory=set)

    @property
    def deadline(self) -> datetime:
        """Returns the deadline of orders at the opening of the phase."""
        return parse_time(self.opening.text("deadline"))

    @property
    def closes(self) -> datetime:
        """Returns the deadline of orders after all rulings."""
        return max(self.deadline, parse_time(self.moved)) if self.moved else self.deadline

    @property
    def round(self) -> int | None:
        """The beacon's round, in tier beacon."""
        found = self.opening.get("round")
        return found if isinstance(found, int) else None

    @property
    def alone(self) -> str:
        """The seat that acts alone in it, where the ledger names one."""
        return str(self.opening.get("alone") or "")

    @property
    def counted(self) -> tuple[str, ...]:
        """The locks that count."""
        return tuple(lock for entry in self.kind("locked") for lock in entry.texts("locks"))

    @property
    def opened_with_lock(self) -> tuple[Entry, ...]:
        """The lock that was also its seat's opening: of a seat that acts alone, sent for this attempt."""
        return tuple(lock for lock in self.kind("lock") if self.alone and lock.get("lock") in self.counted)

    def add(self, entry: Entry) -> None:
        """One entry more."""
        self.entries.append(entry)
        self.by_kind.setdefault(entry.kind, []).append(entry)

    def kind(self, *kinds: str) -> tuple[Entry, ...]:
        """Its entries of these kinds, in their order."""
        if len(kinds) == 1:
            return tuple(self.by_kind.get(kinds[0], ()))
        found = (entry for kind in kinds for entry in self.by_kind.get(kind, ()))
        return tuple(sorted(found, key=lambda entry: entry.n))

    def has(self, kind: str) -> bool:
        """Tells if it has an entry of this kind."""
        return bool(self.by_kind.get(kind))


Phases: TypeAlias = dict[Occasion, PhaseRecord]


def check_forms(audit: Audit, game: Game) -> None:
    """Every entry has the fields of its kind; those that have not are not asked anything else."""
    sound = []
    for entry in game.entries:
        if entry.kind in SINCE_GRAMMAR_2 or (entry.kind == "charter" and "grammar" in entry.fields):
            audit.blame_entry(entry, "is of grammar 2, and the charter is of grammar 1")
        elif wrong := misshapen(entry):
            audit.blame_entry(entry, f"has no proper '{wrong}'", hint="docs/protocol.md, section 13, lists the fields")
        else:
            sound.append(entry)
    game.entries = tuple(sound)


def check_course(audit: Audit, game: Game) -> Phases:
    """Each entry comes when it may; gives the phases."""
    walk = Walk(audit, game.charter)
    for entry in game.entries:
        walk.take(entry)
    walk.end()
    return walk.phases


class Walk:
    """The ledger, entry by entry, with what has happened so far."""

    __slots__ = ("acks", "again", "agreements", "audit", "back", "charter", "past", "phases", "withdrawn")

    def __init__(self, audit: Audit, charter: Charter) -> None:
        self.audit, self.charter = audit, charter
        self.acks: list[str] = []
        self.past: list[Entry] = []
        #: The words by which members of a team agree to a lock.
        self.agreements: list[Entry] = []
        self.phases: Phases = {}
        #: Phases that may be tried again: all have signed for it, or a seat has failed to answer.
        self.again: dict[str, int] = {}
        #: Of those, the ones that all have gone back on: they keep the dice they had.
        self.back: set[str] = set()
        #: What an earlier return has taken back: it may be no part of what was played since.
        self.withdrawn: set[Occasion] = set()

    def take(self, entry: Entry) -> None:
        """One entry more."""
        self.past.append(entry)
        step = STEPS.get(entry.kind)
        if entry.kind == "phase":
            self.phase_opened(entry)
        elif "phase" in FORMS[entry.kind] and "attempt" in FORMS[entry.kind]:
            record = self.phases.get(occasion_of(entry))
            if record is None:
                self.audit.blame_entry(entry, f"is of {occasion_of(entry)}, which has not been opened")
                return
            if step:
                step(self, entry, record)
            record.add(entry)
        elif entry.kind == "ack" and "lock" in entry.fields:
            self.agreed(entry)
        elif entry.kind == "ack":
            self.ack(entry)
        elif entry.kind in ("reopen", "timeout") and isinstance(entry.get("phase"), str):
            self.reason(entry)
        elif entry.kind == "ruling" and entry.get("what") in MOVES:
            self.moved(entry)

    def reason(self, entry: Entry) -> None:
        """Notes a reason to try a phase again; going back with the same dice includes all later phases."""
        name = entry.text("phase")
        self.again[name] = entry.n
        self.back.discard(name)
        if entry.kind == "timeout":
            self.timeout(entry)
        elif entry.get("dice") == SAME_DICE:
            self.went_back(entry, name)

    def went_back(self, entry: Entry, name: str) -> None:
        """Every phase opened since this one was opened for orders may be opened again."""
        named = (record for record in self.phases.values() if record.occasion.phase == name)
        runs = [record.opening.n for record in named if record.run == record.occasion.attempt]
        if not runs:
            self.audit.blame_entry(entry, f"goes back to phase '{name}', which has not been opened")
        listed = entry.get("withdraws")
        agreed_to = tuple(f"{each}." for each in listed) if texts(listed) else ()
        for record in self.phases.values():
            if runs and record.opening.n >= runs[-1]:
                self.again[record.occasion.phase] = entry.n
                self.back.add(record.occasion.phase)
                known = record.occasion in self.withdrawn or f"{record.occasion.phase}.".startswith(agreed_to)
                if not known:
                    self.audit.blame_entry(entry, f"takes back {record.occasion}, which it does not list")
                self.withdrawn.add(record.occasion)

    def moved(self, entry: Entry) -> None:
        """Takes in a ruling that extends a deadline; blames one that brings it forward."""
        if entry.get("phase") is None or "opens" in entry.fields:
            return  # it moves no deadline of orders
        names_one = all(form(entry.get(key)) for key, form in OF_PHASE.items())
        record = self.phases.get(occasion_of(entry)) if names_one else None
        until = entry.get("until")
        if record is None or not time(until):
            self.audit.blame_entry(entry, "moves the deadline of no phase that was opened, or to no time")
        elif "step" not in entry.fields:
            if parse_time(str(until)) < record.closes:
                self.audit.blame_entry(entry, f"brings the deadline of {record.occasion} forward to {until}")
            record.moved = str(until)

    @property
    def grace(self) -> timedelta:
        """Returns the time after its deadline in which a phase still takes orders."""
        return timedelta(hours=int(self.charter.fields.get("calendar", {}).get("grace_hours", 0)))

    def end(self) -> None:
        """Checks at the end for what must have happened by now."""
        missing = [who for who in self.charter.who() if who not in self.acks]
        seeds = [record.seed for record in self.phases.values() if record.seed]
        if seeds and missing:
            self.audit.blame_entry(seeds[0], f"is there though '{missing[0]}' has not signed the charter")
        elif missing:
            self.audit.note(f"the charter is not yet signed by {', '.join(missing)}")

    def ack(self, entry: Entry) -> None:
        """A signature under the charter: by somebody of this game, once, before the first seed (PROTOCOL 3.4)."""
        who = entry.text("who")
        if who not in self.charter.who():
            self.audit.blame_entry(entry, f"is by '{who}', who has no part in this game")
        elif who in self.acks:
            self.audit.blame_entry(entry, f"is the second by '{who}'")
        elif any(record.seed for record in self.phases.values()):
            self.audit.blame_entry(entry, f"comes after the first seed, too late for '{who}' to sign")
        self.acks.append(who)

    def agreed(self, entry: Entry) -> None:
        """Takes in a team member's agreement to a lock of their seat, while it may still count."""
        record = self.phases.get(occasion_of(entry))
        locks = record.kind("lock") if record else ()
        lock = next((each for each in locks if each.get("lock") == entry.get("lock")), None)
        if record is None or lock is None or lock.get("seat") != entry.get("who"):
            self.audit.blame_entry(entry, f"agrees to no lock that '{entry.get('who')}' has sent for this phase")
            return
        if any(other.n > lock.n for other in record.kind("locked")):
            self.audit.blame_entry(entry, f"agrees to the lock of entry {lock.n} after orders were locked")
        record.add(entry)
        self.agreements.append(entry)

    def phase_opened(self, entry: Entry) -> None:
        """A phase, or another attempt at one, for which there must be a reason on record."""
        occasion = occasion_of(entry)
        before = self.phases.get(Occasion(occasion.phase, occasion.attempt - 1))
        if occasion in self.phases:
            self.audit.blame_entry(entry, f"opens {occasion} a second time")
            return
        if occasion.attempt > 1 and (before is None or self.again.get(occasion.phase, -1) < before.opening.n):
            self.audit.blame_entry(
                entry, f"opens {occasion} without a reason on record",
                hint="another attempt needs a 'reopen' signed by all, or a 'timeout'",
            )  # fmt: skip
        if self.charter.tier is Tier.BEACON and not isinstance(entry.get("round"), int):
            self.audit.blame_entry(entry, "names no round, which tier beacon needs")
        if "alone" in entry.fields and not (self.charter.acts_alone and entry.get("alone") in self.charter.seat_names):
            self.audit.blame_entry(entry, f"says that '{entry.get('alone')}' acts alone, which nobody has agreed to")
        record = self.phases[occasion] = PhaseRecord(occasion, entry)
        if before and occasion.phase in self.back:
            record.run, record.kept = occasion.attempt, before.seed or before.kept
        elif before:
            record.run, record.kept, record.standing = before.run, before.kept, list(before.standing)
            record.gone = set(before.gone)

    def timeout(self, entry: Entry) -> None:
        """Notes a seat without a readable answer, for every attempt at the phase so far."""
        for occasion, record in self.phases.items():
            if entry.kind == "timeout" and occasion.phase == entry.get("phase"):
                record.timeouts.append(entry)

    def lock(self, entry: Entry, record: PhaseRecord) -> None:
        """A lock before its phase is locked; in tier moderated also later, as answers to questions."""
        if entry.get("seat") not in self.charter.seat_names:
            self.audit.blame_entry(entry, f"is of '{entry.get('seat')}', who has no seat in this game")
        if record.seed or (record.has("locked") and self.charter.tier is not Tier.MODERATED):
            self.audit.blame_entry(entry, "comes after the phase was locked")
        if (entry.get("seat"), entry.get("seq")) in record.letters:
            self.audit.blame_entry(entry, f"is the second of seat '{entry.get('seat')}' with seq {entry.get('seq')}")
        record.letters.add((entry.get("seat"), entry.get("seq")))
        record.standing.append(entry)

    def locked(self, entry: Entry, record: PhaseRecord) -> None:
        """The newest lock of every seat counts, and no other (PROTOCOL 3.5, threats 7 and 10)."""
        if record.seed or (record.kind("locked") and self.charter.tier is not Tier.MODERATED):
            self.audit.blame_entry(entry, "comes after the phase was locked")
        listed = entry.texts("locks")
        newest = counted_locks(record.entries)
        for lock in newest:
            late = parse_time(lock.t) - record.closes > self.grace
            if lock.get("lock") not in listed and not late:
                self.audit.blame_entry(entry, f"leaves out the lock of seat '{lock.get('seat')}' of entry {lock.n}")
        standing = {lock.text("lock"): lock for lock in record.standing}
        seats = [str(standing[lock].get("seat")) for lock in listed if lock in standing]
        for stranger in listed:
            if stranger not in standing:
                self.audit.blame_entry(entry, f"lists the lock {stranger[:16]}..., which never came in")
        for name in sorted({name for name in seats if seats.count(name) > 1}):
            self.audit.blame_entry(entry, f"counts two locks of seat '{name}'")
        self.superseded(entry, newest, standing)
        record.gone.update(seat for seat in self.charter.seat_names if self.given_up(seat))
        enough = agreed(self.agreements)
        for lock in (standing[each] for each in listed if each in standing):
            if not enough(lock):
                self.audit.blame_entry(entry, f"counts the lock of entry {lock.n}, to which too few of its team agreed")

    def superseded(self, entry: Entry, newest: tuple[Entry, ...], standing: dict[str, Entry]) -> None:
        """A lock that its own seat has replaced does not count."""
        latest = {lock.get("seat"): lock for lock in newest}
        for digest_ in entry.texts("locks"):
            lock = standing.get(digest_)
            later = latest.get(lock.get("seat")) if lock else None
            in_this_attempt = lock and later and lock.get("attempt") == later.get("attempt")
            if lock and later and in_this_attempt and lock.number("seq") < later.number("seq"):
                self.audit.blame_entry(entry, f"counts the lock of entry {lock.n}, which entry {later.n} replaced")

    def open(self, entry: Entry, record: PhaseRecord) -> None:
        """A second letter comes in tier two-step, between `locked` and the seed."""
        if self.charter.tier is not Tier.TWO_STEP:
            self.audit.blame_entry(entry, f"opens a lock, which tier {self.charter.tier.value} does not do")
        elif not record.kind("locked") or record.seed:
            self.audit.blame_entry(entry, "does not come between 'locked' and the seed")
        elif any(other.get("seat") == entry.get("seat") for other in record.kind("open")):
            self.audit.blame_entry(entry, f"is the second of seat '{entry.get('seat')}'")
        elif any(lock.get("seat") == entry.get("seat") for lock in record.opened_with_lock):
            self.audit.blame_entry(entry, f"is of seat '{entry.get('seat')}', whose lock has opened already")

    def seed(self, entry: Entry, record: PhaseRecord) -> None:
        """One decision, one seed; and only once orders are locked."""
        if record.seed:
            self.audit.blame_entry(entry, f"is a second seed of {record.occasion}")
        elif not record.kind("locked"):
            self.audit.blame_entry(entry, "is there though no orders were locked")
        kept, of = record.kept, entry.get("of")
        if kept and (of, entry.get("sha256")) != (kept.get("of") or kept.get("attempt"), kept.get("sha256")):
            self.audit.blame_entry(entry, f"is not the seed of entry {kept.n}, which all have agreed to keep")
        elif of is not None and not kept:
            self.audit.blame_entry(entry, f"keeps the seed of attempt {of}, which nobody has agreed to")
        elif not kept and self.charter.tier is Tier.TWO_STEP:
            self.all_opened(entry, record)
        record.seed = record.seed or entry

    def all_opened(self, entry: Entry, record: PhaseRecord) -> None:
        """Blames dice without a seat that had to open, and orders that count without an opening.

        Orders that were not opened must not count (threats 2 and 4). If a seat was not asked, the others alone would
        make the dice: a moderator and one seat could foresee them.
        """
        opened = {each.get("seat") for each in (*record.kind("open"), *record.opened_with_lock)}
        counting = {lock.get("seat") for lock in record.standing if lock.get("lock") in record.counted}
        for name in self.charter.seat_names:
            if name in opened:
                continue
            if name in counting:
                self.audit.blame_entry(entry, f"counts the orders of seat '{name}', who has not opened")
            elif name not in record.gone and self.refusals(record, name) < MOST_REFUSALS:
                self.audit.blame_entry(entry, f"is made without seat '{name}', who has not opened")

    def given_up(self, name: str) -> bool:
        """Tells if a seat was silent for so long that the charter lets nobody wait for it (docs/protocol.md, 18)."""
        most = int(self.charter.fields.get("people", {}).get("abandoned_after", 0))
        return bool(most) and silent_phases(self.past, name) >= most

    def refusals(self, record: PhaseRecord, name: str) -> int:
        """Returns the number of times that a seat was asked to open in this phase and did not."""
        due = ("timeout", name, "open", record.occasion.phase)
        return sum((e.kind, e.get("seat"), e.get("what"), e.get("phase")) == due for e in self.past)

    def rolls(self, entry: Entry, record: PhaseRecord) -> None:
        """Dice need a seed, and each lane has one log."""
        lane_name = entry.get("lane")
        if not record.seed:
            self.audit.blame_entry(entry, "is there though the phase has no seed")
        if any(other.get("lane") == lane_name for other in record.kind("rolls", "srolls")):
            self.audit.blame_entry(entry, f"is the second log of lane '{lane_name}'")
        if (lane_name == "pub") != (entry.kind == "rolls"):
            self.audit.blame_entry(entry, f"is of lane '{lane_name}'")
        elif entry.kind == "srolls" and lane_name not in [name for name, _ in self.charter.lanes]:
            self.audit.blame_entry(entry, f"is of lane '{lane_name}', which the charter does not have")


STEPS: dict[str, Callable[[Walk, Entry, PhaseRecord], None]] = {
    "lock": Walk.lock, "locked": Walk.locked, "open": Walk.open, "seed": Walk.seed,
    "rolls": Walk.rolls, "srolls": Walk.rolls,
}  # fmt: skip
