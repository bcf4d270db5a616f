"""Finds the events of a record: each choice, who had it, its worth, and against whom (section 8).

Amber is for a choice against a seat that has not agreed to it. A choice from which only the seat concerned could have
gained, openly and at the price of its own orders, is a remark.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import log2

from pbem.base.clock import parse_time
from pbem.base.records import dataclass, field
from pbem.trust.beacon.drand import Network
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.entry_forms import MISSED, OPEN, RETURN
from pbem.trust.grammar.verdict import Event
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.account import Account
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry, by_kind

#: What became of the seal of orders that count: it opens for everybody, it does not, or only its readers can tell.
OPENS, BROKEN, HIDDEN = "opens", "broken", "hidden"
#: What a return with fresh dice is worth, by tier.
FRESH_BITS = {Tier.TWO_STEP: log2(3), Tier.BEACON: 1.0}
AUDIT = "that the phase is the rules' next one is for audit to say"


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a seat that is on record: the line it was entered at, and what it says of the ledger."""

    line: int
    seat: str
    account: Account


@dataclass(slots=True)
class Record:
    """A record that was walked, with what its letters say, from which the events follow."""

    walk: Walk
    entries: Sequence[Entry]
    letters: Sequence[Letter]
    network: Network | None = None
    #: What became of the seals of locks that count, by the hash of the lock.
    seals: Mapping[str, str] = field(default_factory=dict)
    #: Locks whose orders have been shown and fit, and where.
    shown: Mapping[str, str] = field(default_factory=dict)
    #: The entries by their kind, and the hashes of all locks and openings among them.
    kinds: dict[str, list[Entry]] = field(init=False)
    on_record: frozenset[str] = field(init=False)
    by_seat: dict[str, list[Letter]] = field(init=False)
    #: The most lines that the letters of a seat up to each of them have seen.
    heights: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.kinds = by_kind(self.entries)
        hashes = {"lock": "lock", "open": "sha256"}
        self.on_record = frozenset(e.text(key) for kind, key in hashes.items() for e in self.kinds.get(kind, ()))
        self.by_seat = {seat: [] for seat in self.walk.seats}
        self.heights = {seat: [] for seat in self.walk.seats}
        for letter in self.letters:
            if letter.seat in self.by_seat:
                before = self.heights[letter.seat][-1:] or [0]
                self.by_seat[letter.seat].append(letter)
                self.heights[letter.seat].append(max(before[0], letter.account.size))

    @property
    def tier(self) -> Tier:
        """The tier of the game."""
        return self.walk.charter.tier

    def at(self, line: int) -> Entry | None:
        """The entry of a line."""
        place = bisect_left(self.entries, line, key=lambda entry: entry.n)
        return self.entries[place] if self.entries[place : place + 1] and self.entries[place].n == line else None

    def confirms(self, seat: str, line: int) -> Letter | None:
        """The first letter of a seat that covers a line, by the keys that the seat had then."""
        place = bisect_right(self.heights[seat], line)
        if place == len(self.by_seat[seat]):
            return None
        letter = self.by_seat[seat][place]
        tenures = self.walk.tenures
        same = tenures.at(line).seat(seat).ssh == tenures.at(letter.line).seat(seat).ssh
        return letter if same else None

    def seen_by(self, seat: str) -> int:
        """Returns the number of lines that a seat has seen, by its letters."""
        return (self.heights[seat][-1:] or [0])[0]

    @property
    def confirmed(self) -> dict[str, int]:
        """The same of every seat that writes letters which can say so."""
        return {seat.seat: self.seen_by(seat.seat) for seat in self.walk.charter.seats if not seat.plain}


def events_of(record: Record) -> tuple[Event, ...]:
    """All events of a record, in the order of the lines they hang on."""
    found: list[Event] = [*plain_seats(record)]
    for attempt in record.walk.phases.values():
        found += of_attempt(record, attempt)
    found += [*what_letters_say(record), *hands(record), *returns(record), *at_the_end(record)]
    return tuple(sorted(found, key=lambda event: event.line))


def of_attempt(record: Record, attempt: Attempt) -> Iterator[Event]:
    """Yields the events of one attempt."""
    if record.tier is Tier.MODERATED:
        yield from silent_seats(record, attempt)
    if record.tier is Tier.TWO_STEP:
        yield from left_out(record, attempt)
        yield from late_openings(record, attempt)
    if record.tier is not Tier.BEACON and attempt.seed and attempt.kept is None:
        yield from foreseen(record, attempt)
    if record.tier is Tier.BEACON:
        yield from locked_late(record, attempt)
    yield from thrown_anew(record, attempt)
    yield from strikes(record, attempt)


def name(attempt: Attempt) -> str:
    """Returns the name of the phase for the event's words."""
    return attempt.occasion.phase


# ------------------------------------------------------------------------------------------------- silence (E1, E4, E8)
def silent_seats(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E1: a seat that was asked had no lock before the first `locked` of tier moderated, in whichever attempt."""
    if attempt.first_locked is None:
        return
    for seat in attempt.acts:
        if seat in attempt.locked_something or seat not in record.by_seat:
            continue
        plain = record.walk.charter.seat(seat).plain
        own, words = confirmation(record, attempt, seat)
        chose = "its orders could be dropped" if plain else "the moderator could choose between two seeds"
        yield Event(
            "E1", f"nothing of '{seat}' counted; {chose}{words}", name(attempt), seat,
            bits=0.0 if plain or own else 1.0, remark=own, line=attempt.first_locked.n,
        )  # fmt: skip


def confirmation(record: Record, attempt: Attempt, seat: str) -> tuple[bool, str]:
    """Tells if a seat confirms its own silence in its first letter afterwards, and quotes that letter."""
    assert attempt.first_locked  # noqa: S101 - the caller has looked
    letter = record.confirms(seat, attempt.first_locked.n)
    if letter is None:
        return False, ""
    late = [
        moment for line, moment in letter.account.late
        if (opened := of_phase(record, line)) is not None and opened.text("phase") == name(attempt)
    ]  # fmt: skip
    if late:
        return False, f"; '{seat}' heard of the phase at {late[0]}, when it was over"
    if missing := [digest for digest in letter.account.missing if digest not in record.on_record]:
        return False, f"; '{seat}' says that it sent {missing[0]}"
    return True, f"; '{seat}' confirms that it sent nothing (entry {letter.line}): then only in league with it"


def of_phase(record: Record, line: int, kind: str = "phase") -> Entry | None:
    """The entry of a line, if it opens a phase, or locks one."""
    entry = record.at(line)
    return entry if entry is not None and entry.kind == kind else None


def what_letters_say(record: Record) -> Iterator[Event]:
    """E5 and E8: what letters call missing or late. What is on record after all is nothing."""
    told: set[tuple[str, object]] = set()
    for letter in record.letters:
        for digest in letter.account.missing:
            if digest not in record.on_record and (letter.seat, digest) not in told:
                told.add((letter.seat, digest))
                words = f"'{letter.seat}' says that {digest} was sent in time and does not count"
                yield Event("E8", words, seat=letter.seat, line=letter.line)
        for line, moment in letter.account.late:
            if (letter.seat, line) not in told:
                told.add((letter.seat, line))
                yield from said_late(record, letter, line, moment)


def said_late(record: Record, letter: Letter, line: int, moment: str) -> Iterator[Event]:
    """A line that came to a seat too late."""
    opened, locked = of_phase(record, line), of_phase(record, line, "locked")
    if opened is not None and record.tier is Tier.TWO_STEP:
        words = f"'{letter.seat}' heard of the phase at {moment}, when it was over"
        yield Event("E8", words, opened.text("phase"), letter.seat, line=letter.line)
    elif opened is not None and record.tier is Tier.BEACON:
        words = f"heard of the phase at {moment}, when round {opened.get('round')} was out: the round could be chosen"
        bits = chosen_rounds(record, letter, opened, parse_time(moment))
        yield Event("E5", f"'{letter.seat}' {words}", opened.text("phase"), letter.seat, bits=bits, line=letter.line)
    elif locked is not None and record.tier is Tier.BEACON:
        attempt = record.walk.phases.get(Occasion(locked.text("phase"), locked.number("attempt")))
        round_ = attempt.round if attempt else "?"
        words = f"heard of the list at {moment}, when round {round_} was out: orders could be fixed with the dice known"
        yield Event("E5", f"'{letter.seat}' {words}", locked.text("phase"), letter.seat, line=letter.line)


def chosen_rounds(record: Record, letter: Letter, opened: Entry, until: datetime) -> float:
    """Among how many rounds the moderator could choose: those between what the seat had confirmed, and when it heard.
    None, where a lock of the seat that counts has seen the phase: then it was fixed before its round was out."""
    attempt = record.walk.phases.get(Occasion(opened.text("phase"), opened.number("attempt")))
    if attempt is not None and letter.seat in attempt.listed:
        return 0.0
    before = bisect_left([each.line for each in record.by_seat[letter.seat]], letter.line)
    seen = record.heights[letter.seat][before - 1] if before else 0
    return rounds_between(record, min(seen, opened.n), until)


def rounds_between(record: Record, seen: int, until: datetime) -> float:
    """Returns the worth in bits of a choice among the rounds from a seat's newest line until a moment."""
    newest = record.at(max(seen - 1, 0))
    if record.network is None or newest is None:
        return 0.0
    rounds = record.network.round_at(until) - record.network.round_at(parse_time(newest.t))
    return log2(rounds) if rounds > 1 else 0.0


# --------------------------------------------------------------------------------------------- openings (E2, E4), dice
def left_out(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E2: the dice were made once more without seats whose openings were missing. E4: nobody waited for them at all."""
    if attempt.reason == MISSED and attempt.before:
        asked = len(attempt.before.asked(record.walk.seats))
        throws = 2 if asked <= 3 else 3
        missing = sorted(attempt.left_out - set(attempt.before.without))
        seats = ", ".join(f"'{seat}'" for seat in missing)
        strays = [attempt.before.strays[seat, OPEN] for seat in missing if (seat, OPEN) in attempt.before.strays]
        came = "".join(f"; the opening came: entry {stray.n}" for stray in strays)
        chose = f"the moderator in league with a seat could choose among {throws} throws"
        words = f"attempt {attempt.occasion.attempt} without {seats}: {chose}{came}"
        seat = missing[0] if missing else ""
        yield Event("E2", words, name(attempt), seat, log2(throws), line=attempt.opening.n)
    elif attempt.first_locked:
        for seat, since in sorted(attempt.abandoned.items()):
            words = f"'{seat}' was not asked; it had been silent since {since}"
            yield Event("E4", words, name(attempt), seat, remark=True, line=attempt.first_locked.n)


def late_openings(record: Record, attempt: Attempt) -> Iterator[Event]:
    """A `timeout` that an opening healed, or that changed nothing."""
    later = record.walk.last[name(attempt)]
    for seat, entry in attempt.unopened.items():
        if seat in attempt.opened:
            words = f"'{seat}' opened late (entry {attempt.opened[seat].n}), and nothing was lost by it"
        elif later is attempt and not attempt.seed:
            words = f"'{seat}' has not opened"
        else:
            continue
        yield Event("", words, name(attempt), seat, remark=True, line=entry.n)


def foreseen(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E10: one seat alone, or none, has shown a value for a seed."""
    assert attempt.seed  # noqa: S101 - the caller has looked
    shown = sorted(record.walk.shown_for(attempt))
    if len(shown) < 2:
        league = f", with '{shown[0]}'," if shown else ""
        words = f"the moderator{league} could know these dice from the start; {AUDIT}"
        yield Event("E10", words, name(attempt), shown[0] if shown else "", remark=True, line=attempt.seed.n)


def thrown_anew(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E3: a return after which the dice were thrown anew."""
    bits = FRESH_BITS.get(record.tier)
    if attempt.reason == RETURN and attempt.kept is None and bits is not None:
        yield Event("E3", "all signed to throw anew", name(attempt), bits=bits, line=attempt.opening.n)


def returns(record: Record) -> Iterator[Event]:
    """Returns that changed no dice are remarks."""
    for entry in record.kinds.get("reopen", ()):
        if entry.get("dice") == "same":
            words = "all signed to go back; the dice of phases that had them stay"
            yield Event("", words, entry.text("phase"), remark=True, line=entry.n)


def locked_late(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E5: the list was made when its round was out already."""
    if attempt.first_locked is None or attempt.round is None or record.walk.round_time is None:
        return
    due = record.walk.round_time(attempt.round)
    if due is not None and parse_time(attempt.first_locked.t) >= due:
        words = f"locked when round {attempt.round} was out already: orders could be fixed with the dice known"
        yield Event("E5", words, name(attempt), line=attempt.first_locked.n)


def strikes(record: Record, attempt: Attempt) -> Iterator[Event]:
    """E7: orders that the moderator says nobody can read; a remark where the seal itself proves it."""
    for seat, entry in attempt.struck.items():
        lock = attempt.listed.get(seat)
        digest = lock.text("lock") if lock else ""
        if record.seals.get(digest) == BROKEN:
            words = f"the orders of '{seat}' do not open, as everybody can see"
            yield Event("", words, name(attempt), seat, remark=True, line=entry.n)
        elif record.seals.get(digest) != OPENS:  # those are a fault
            where = f"; they can be read: {record.shown[digest]}" if digest in record.shown else ""
            words = f"the moderator says that he cannot read the orders of '{seat}'{where}"
            yield Event("E7", words, name(attempt), seat, line=entry.n)


# -------------------------------------------------------------------------------------------------- people, and the end
def plain_seats(record: Record) -> Iterator[Event]:
    """Seats that write plain files confirm nothing."""
    for seat in record.walk.charter.seats:
        if seat.plain:
            yield Event("", f"'{seat.seat}' writes plain files and confirms nothing", seat=seat.seat, remark=True)


def hands(record: Record) -> Iterator[Event]:
    """E9: a seat changed hands between the opening of a phase and its seed, where its chain is part of the dice."""
    if record.tier is Tier.BEACON:
        return
    attempts = sorted(record.walk.phases.values(), key=lambda attempt: attempt.opening.n)
    starts = [attempt.opening.n for attempt in attempts]
    for entry in record.kinds.get("rotate", ()):
        if entry.get("who") == MODERATOR:
            continue
        before = attempts[: bisect_left(starts, entry.n)][-1:]
        for attempt in before:
            over = attempt.seed is not None and attempt.seed.n < entry.n
            back = attempt.taken_back is not None and attempt.taken_back.n < entry.n
            if not (over or back or attempt.kept):
                words = f"'{entry.get('who')}' changed hands while it was open"
                yield Event("E9", words, name(attempt), entry.text("who"), bits=1.0, line=entry.n)


def at_the_end(record: Record) -> Iterator[Event]:
    """E6: after the end of a game of tier beacon nobody of a seat has confirmed its last phases."""
    final = next(iter(record.kinds.get("final", ())), None)
    if final is None or record.tier is not Tier.BEACON:
        return
    for seat in record.walk.seats:
        seen = record.seen_by(seat)
        left = [attempt for attempt in record.walk.phases.values() if unconfirmed(attempt, seen)]
        if not left:
            continue
        first = min(left, key=lambda attempt: attempt.opening.n)
        bound = all(seat in attempt.listed for attempt in left) or record.walk.silences.abandoned(seat)
        until = parse_time(first.seed.t) if first.seed else parse_time(final.t)
        bits = 0.0 if bound else rounds_between(record, seen, until)
        words = f"nobody of '{seat}' has confirmed what came after line {max(seen - 1, 0)}"
        yield Event("E6", words, seat=seat, bits=bits, remark=bound, line=final.n)


def unconfirmed(attempt: Attempt, seen: int) -> bool:
    """Tells if a phase that was played has lines that a seat has not confirmed; it has seen `seen` lines."""
    if attempt.seed is None or attempt.taken_back:
        return False
    return attempt.opening.n >= seen or (attempt.first_locked is not None and attempt.first_locked.n >= seen)
