"""The decisions of an honest seat's program: C1 to C9 of docs/protocol.md, 16.

Nothing here reads a file, a clock or the network: a client gives what it knows, and gets back every reason against a
step, so that it can show them all. An empty list means: do it. Nothing that shows a chain value is mailed otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.records import dataclass
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import MISSED
from pbem.trust.grammar.held import Held
from pbem.trust.grammar.walk import Walk
from pbem.trust.grammar.walk_state import BEFORE_ROUND
from pbem.trust.orders.account import MOST_AMISS, Account
from pbem.trust.orders.envelope import Envelope
from pbem.trust.people.charter import WAIT, Tier
from pbem.trust.people.reopening import FRESH, Reopening
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry
from pbem.trust.seal import seal

#: A lock that was first sent so long before the deadline is called missing without asking the player (C5).
SURELY_IN_TIME = timedelta(hours=2)
#: Two letters of one seat less than this apart may have crossed the list in the post (C5).
MAY_HAVE_CROSSED = timedelta(hours=24)
#: Without a receipt after this time the same letter goes to all again (C2, C3).
SEND_AGAIN = timedelta(hours=24)
LOCK, OPEN = "lock", "open"


@dataclass(frozen=True, slots=True)
class Kept:
    """A well-signed lock or opening that a client holds (C1), its own among them."""

    kind: str
    seat: str
    occasion: Occasion
    digest: str
    #: When it arrived, or was first sent: by the stamp of one's own mail server, else by one's own clock.
    arrived: datetime
    link: Link | None = None
    #: How much of the ledger its sender had seen, and the root; of an opening this is the list it opens.
    size: int = 0
    root: str = ""
    seq: int = 0
    #: Of an opening: the lock it opens; and the recipient of the key it shows, where it shows one.
    lock: str = ""
    recipient: str = ""
    #: Its sender's account of the ledger.
    account: Account | None = None


def kept_of(held: Held, arrived: datetime) -> Kept:
    """The facts of a held letter."""
    letter = held.letter
    if isinstance(letter, Envelope):
        lock = letter.lock
        size, root = lock.seen or (0, "")
        occasion = Occasion(lock.phase, lock.attempt)
        return Kept(LOCK, lock.seat, occasion, held.digest, arrived, lock.value, size, root, lock.seq,
                    account=lock.account)  # fmt: skip
    size, root = letter.account.seen if letter.account else (0, "")
    recipient = seal.public_of(letter.key) if letter.key else ""
    occasion = Occasion(letter.phase, letter.attempt)
    return Kept(OPEN, letter.seat, occasion, held.digest, arrived, letter.value, size, root, 0, letter.lock, recipient,
                letter.account)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of a seat's program: the newest verified ledger, its letters, its clock."""

    walk: Walk
    seat: str
    now: datetime
    held: Sequence[Kept] = ()
    #: The root that this ledger had at a size, as checkpoints write it.
    root_at: Callable[[int], str] = lambda size: ""
    #: The key that the lock of an entry names, from its envelope (tier two-step).
    key_of: Callable[[Entry], str] = lambda entry: ""

    @property
    def own(self) -> list[Kept]:
        """The letters it has sent itself."""
        return [each for each in self.held if each.seat == self.seat]

    @property
    def on_record(self) -> set[str]:
        """The hashes of all locks, openings and strays of the ledger."""
        walk = self.walk
        found = {digest for attempt in walk.phases.values() for digest in attempt.by_hash}
        for attempt in walk.phases.values():
            found |= {entry.text("sha256") for entry in (*attempt.opened.values(), *attempt.strays.values())}
        return found


def is_newest(known: Knowledge, attempt: Attempt) -> bool:
    """Tells if nothing came after this attempt."""
    return known.walk.last.get(attempt.occasion.phase) is attempt and attempt.taken_back is None


# ------------------------------------------------------------------------------------------------------------ C2: lock
def why_not_lock(known: Knowledge, attempt: Attempt) -> list[str]:
    """Every reason against sending a lock in this attempt. A passed deadline is none: see `may_be_late`."""
    walk, found = known.walk, []
    if not is_newest(known, attempt):
        found.append("a later attempt is open")
    if attempt.seed or (attempt.first_locked and walk.tier is not Tier.MODERATED):
        found.append("orders are locked")
    if attempt.reason == MISSED:
        found.append("after a missed opening nobody locks anew")
    if attempt.alone and attempt.alone != known.seat:
        found.append(f"'{attempt.alone}' acts alone")
    if walk.tier is Tier.BEACON:
        found += round_too_near(known, attempt)
    return found


def round_too_near(known: Knowledge, attempt: Attempt) -> list[str]:
    """Tier beacon: the round has to lie the charter's margin behind the deadline, and an hour ahead at least."""
    out = known.walk.out(attempt)
    if out is None:
        return ["the phase names no round that can be known"]
    margin = known.walk.charter.margin(attempt.alone)
    if out - attempt.deadline < margin:
        return [f"round {attempt.round} is out at {show_time(out)}, too soon after the deadline"]
    if known.now > out - BEFORE_ROUND:
        return [f"round {attempt.round} is out at {show_time(out)}, in less than an hour"]
    return []


def may_be_late(known: Knowledge, attempt: Attempt) -> bool:
    """Tells if the deadline has passed by the client's own clock: it warns, and sends all the same."""
    return known.now > attempt.closes


# ------------------------------------------------------------------------------------------------------------ C3: open
def why_not_open(known: Knowledge, attempt: Attempt, *, without_my_orders: bool = False) -> list[str]:
    """Every reason against mailing an opening. `without_my_orders`: the player says that the phase shall go on though
    their lock is not in the list; the opening then has `missing`, and no seed hangs on orders."""
    walk, seat = known.walk, known.seat
    found = []
    if not is_newest(known, attempt) or attempt.seed:
        found.append("the attempt is over")
    if attempt.first_locked is None:
        return [*found, "orders are not locked"]
    if seat in attempt.without:
        found.append("nothing is asked of this seat")
    if seat in attempt.opened or attempt.opener_by_lock() == seat:
        found.append("this seat has opened")
    if seat not in attempt.listed and lost_locks(known, attempt) and not without_my_orders:
        found.append("the list has no lock of this seat, though it sent one in time")
    if walk.charter.unopened != WAIT and attempt.opens_by is not None and known.now > attempt.opens_by:
        found.append(f"openings were due by {show_time(attempt.opens_by)}")
    found += [f"a value that it has shown is not on record: {each.digest}" for each in unrecorded_values(known)]
    if attempt.reason == MISSED and attempt.before is not None:
        found += after_missed(known, attempt, attempt.before)
    return found


def lost_locks(known: Knowledge, attempt: Attempt) -> list[Kept]:
    """Locks of this seat for the list of the attempt, sent before its deadline and not on record. One that is on record
    and not listed has been replaced, or too few of its team stand behind it: that is for the walk to say."""
    base = attempt.base
    return [each for each in known.own
            if each.kind == LOCK and each.occasion == base.occasion and each.arrived <= base.closes
            and each.digest not in base.by_hash]  # fmt: skip


def unrecorded_values(known: Knowledge) -> list[Kept]:
    """Letters of this seat that have shown a value to somebody, and are on record in no form. In tier moderated the
    next lock shows that value again, so nothing is lost."""
    if known.walk.tier is not Tier.TWO_STEP:
        return []
    record = known.on_record
    values = recorded_values(known)
    return [each for each in known.own if each.link and each.digest not in record and each.link not in values]


def recorded_values(known: Knowledge) -> set[Link]:
    """The values of this seat that letters on record have shown."""
    link_of = known.walk.link_of
    entries = [e for (_, seat), shown in known.walk.shown.items() if seat == known.seat for e in shown]
    entries += [e for a in known.walk.phases.values() for (seat, _), e in a.strays.items() if seat == known.seat]
    found = (link_of(entry) for entry in entries) if link_of else ()
    return {link for link in found if link}


def after_missed(known: Knowledge, attempt: Attempt, before: Attempt) -> list[str]:
    """An attempt after a missed opening: only when time was given, and nobody is left out whose opening is held."""
    found = []
    due = known.walk.missed_from(before)
    if known.seat in attempt.left_out:
        found.append("this seat is left out")
    if due is not None and known.now < due:
        found.append(f"openings of attempt {before.occasion.attempt} could still come until {show_time(due)}")
    for each in known.held:
        of_left_out = each.kind == OPEN and each.occasion == before.occasion and each.seat in attempt.left_out
        in_time = due is None or each.arrived < due  # else a careless player could stop the game by writing too late
        if of_left_out and in_time and could_be_taken(known, before, each):
            found.append(f"the opening of '{each.seat}' is held here: {each.digest}")
    return found


def could_be_taken(known: Knowledge, attempt: Attempt, opening: Kept) -> bool:
    """Tells if the ledger could have taken an opening.

    It must be over this list and show the value that was due, and its key must fit the lock. One that fits nothing
    would let a seat stop the others.
    """
    walk, locked = known.walk, attempt.first_locked
    if locked is None or opening.seat in attempt.without:
        return False
    lock = attempt.listed.get(opening.seat)
    fits = opening.lock == (lock.text("lock") if lock else "")
    if opening.recipient and lock is not None:
        fits = fits and opening.recipient == known.key_of(lock)
    over_this_list = opening.size > locked.n and opening.root == known.root_at(opening.size)
    return fits and over_this_list and value_was_due(walk, attempt, opening)


def value_was_due(walk: Walk, attempt: Attempt, opening: Kept) -> bool:
    """Tells if an opening shows a value of its chain that came after the newest one on record."""
    if opening.link is None or walk.link_of is None:
        return False
    stale = attempt.stale.get(opening.seat)
    before = walk.link_of(stale) if stale is not None else None
    chain = walk.tenures.charter.seat(opening.seat)
    if not chain.whose(opening.link.value, opening.link.index):
        return False
    return opening.link.index > (before.index if before else 0)


def may_open(known: Knowledge) -> Attempt | None:
    """The attempt that waits for an opening of this seat, if there is one."""
    for attempt in reversed(known.walk.order):
        if attempt.first_locked and not attempt.seed and known.seat in attempt.silent(known.walk.seats):
            return attempt
    return None


# ------------------------------------------------------------------------------ C4, C5, C7: what the record leaves out
def left_out_of(known: Knowledge) -> list[Kept]:
    """Held letters of all seats that are not on record though their attempt is locked, or has its seed: they are mailed
    on to all, at once, with one sentence (C4, C7). A lock that its seat replaced by one on record is none."""
    record, found = known.on_record, []
    for each in known.held:
        attempt = known.walk.phases.get(each.occasion)
        if each.digest in record or attempt is None or attempt.first_locked is None:
            continue
        if each.kind == LOCK and (each.arrived > attempt.closes or replaced(attempt, each)):
            continue
        if each.kind == OPEN and not (attempt.seed or each.seat in attempt.unopened or not is_newest(known, attempt)):
            continue
        found.append(each)
    return found


def replaced(attempt: Attempt, lock: Kept) -> bool:
    """Tells if a later lock of the seat for this attempt is on record."""
    return any(seat == lock.seat and seq > lock.seq for seat, seq in attempt.numbered)


def missing_due(known: Knowledge) -> list[str]:
    """Returns the hashes that the next letter has to call `missing` without being asked.

    These are openings of this seat that are not on record, and locks first sent two hours or more before the deadline;
    not a replacement that may have crossed the list in the post (C5).
    """
    found = [each for each in left_out_of(known) if each.seat == known.seat]
    return [each.digest for each in found if each.kind == OPEN or surely_in_time(known, each)]


def surely_in_time(known: Knowledge, lock: Kept) -> bool:
    """Tells if a lock was sent well before the deadline, and crossed no other of its seat."""
    attempt = known.walk.phases[lock.occasion]
    if attempt.closes - lock.arrived < SURELY_IN_TIME:
        return False
    counted = attempt.listed.get(known.seat)
    others = [each for each in known.own if counted is not None and each.digest == counted.get("lock")]
    return not any(abs(lock.arrived - each.arrived) < MAY_HAVE_CROSSED for each in others)


# ------------------------------------------------------------------------------------------------------- C6: own clock
def late_due(
    known: Knowledge, arrivals: Iterable[tuple[Entry, datetime]], said: Iterable[int] = ()
) -> list[tuple[int, str]]:
    """Returns the lines that the next letter has to call `late`, with the time they first came.

    These are `phase` lines, and in tier beacon `locked` lines, that came too late. `said` are the lines that an earlier
    letter has called late already.
    """
    told, found, came = set(said), [], list(arrivals)
    when = {entry.n: arrived for entry, arrived in came}
    for entry, arrived in came:
        if entry.n not in told and came_late(known, entry, arrived, when):
            found.append((entry.n, show_time(arrived)))
    return found[:MOST_AMISS]


def came_late(known: Knowledge, entry: Entry, arrived: datetime, when: Mapping[int, datetime]) -> bool:
    """Tells if a line came too late to be of use.

    That is behind its deadline, or in tier beacon behind its round; or, in the other tiers, together with a list that
    was closed before the seat could answer, by any clock. `when` says when each line came.
    """
    walk = known.walk
    attempt = walk.phases.get(Occasion(entry.text("phase"), entry.number("attempt")))
    if attempt is None:
        return False
    if walk.tier is Tier.BEACON:
        out = walk.out(attempt)
        return entry.kind in ("phase", "locked") and out is not None and arrived >= out
    asked = known.seat in attempt.acts or walk.tier is Tier.TWO_STEP
    first = attempt.reason != MISSED and entry.kind == "phase"
    listed = when.get(attempt.first_locked.n) if attempt.first_locked else None
    closed = listed is not None and listed <= arrived and known.seat in attempt.acts and not sent_for(known, attempt)
    return first and ((asked and arrived > parse_time(attempt.opening.text("deadline"))) or closed)


def sent_for(known: Knowledge, attempt: Attempt) -> bool:
    """Tells if this seat sent a lock for an attempt."""
    return any(each.kind == LOCK and each.occasion == attempt.occasion for each in known.own)


# ------------------------------------------------------------------------------------------------ C8, C9: return, seen
def why_not_sign(known: Knowledge, paper: Reopening, *, insists: bool = False) -> list[str]:
    """Every reason against signing a return that the player wants. `insists`: the player has said a second time that
    others may have seen the dice."""
    walk = known.walk
    attempt = walk.last.get(paper.phase)
    if attempt is None or attempt.taken_back:
        return [f"phase '{paper.phase}' is not open to go back to"]
    taken = [each for each in walk.order if each.opening.n >= attempt.opening.n]
    agreed = tuple(f"{name}." for name in paper.withdraws)  # with the steps of their questions
    missing = [each for each in taken if not f"{each.occasion.phase}.".startswith(agreed)]
    found = [f"it takes back phase '{each.occasion.phase}', which it does not list" for each in missing]
    bare = [each for each in taken if not (each.seed or each.kept)]
    if paper.dice == FRESH and (attempt.seed or attempt.kept):
        found.append(f"phase '{paper.phase}' has its dice, and they stay")
    if walk.tier is Tier.MODERATED or insists:
        return found
    for each in bare:
        if dice_may_be_known(known, each):
            found.append(f"others may have seen the dice of phase '{each.occasion.phase}'")
    return found


def dice_may_be_known(known: Knowledge, attempt: Attempt) -> bool:
    """Tells if fresh dice would be a second throw for somebody.

    In tier two-step that is so once this seat has opened; in tier beacon once the round is out by its own clock.
    """
    if known.walk.tier is Tier.TWO_STEP:
        return any(each.kind == OPEN and each.occasion == attempt.occasion for each in known.own)
    out = known.walk.out(attempt)
    return out is not None and known.now >= out


def owes_seen(known: Knowledge, last_seen: int, *, over: bool, next_letter: datetime | None) -> bool:
    """Tells if a `seen/1` is due.

    It is due after the end of the game; or if a phase in which the seat was silent waits for its word, and its next
    letter is more than a week away. `last_seen` is the size that its newest letter stated.
    """
    if over:
        return True
    waits = [attempt for attempt in known.walk.phases.values() if silent_in(attempt, known.seat, last_seen)]
    far = next_letter is None or next_letter - known.now > timedelta(days=7)
    return known.walk.tier is Tier.MODERATED and bool(waits) and far


def silent_in(attempt: Attempt, seat: str, last_seen: int) -> bool:
    """Tells if nothing of a seat counted in an attempt whose list it has not confirmed yet."""
    locked = attempt.first_locked
    silent = seat in attempt.acts and seat not in attempt.locked_something
    return locked is not None and silent and locked.n >= last_seen
