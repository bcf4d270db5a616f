"""All ledgers of a small game of grammar 2, up to a bound.

The project's own walk and client are the judges. A moderator M, alone or in league with a player P, writes whatever
lines the walk takes, and shows honest seats anything at any time; honest seats do what `pbem.trust.grammar.client`
says. Signatures are perfect: of an honest seat M has only the letters that it sent. `Model.run` walks through every
state of that game, and finds

* `seeds`: the most seeds of one phase that ledgers without an event could still reach in a state in which M (and P) can
compute one of them. Above 1 the dice can be chosen; * `plain`: the same without any silence that its own seat has
signed for, which is a remark; * `after`: the most locks of P that could still stand under one such seed that can be
computed. Above 1 P chooses orders with the dice in hand (tier moderated allows it); * `lost`: ledgers without an event
in which an order that an honest seat sent in time does not count, and `dropped`: ledgers of any colour in which one
does not count that has its line, but for a seat that was left out.

M dates lines at will: `t` is whatever a rule asks for at least. Only the honest seats look at a clock.
"""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeVar

from ledger2 import BEGAN, HOUR, charter_of, person

from pbem.base.clock import parse_time, show_time
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.grammar import client
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.client import Kept, Knowledge
from pbem.trust.grammar.events import Letter, Record, events_of
from pbem.trust.grammar.standing import rounds_of, value_due
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.account import Account
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.people.rotation import Tenures
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry

T = TypeVar("T")
DAY = timedelta(days=1)
ROOT = "A" * 43 + "="
#: The lines in which something is decided.
DECIDING = frozenset(("phase", "locked", "seed"))
#: The honest clock, by tier and tick: before the deadline, after it, and when openings could no more come.
CLOCKS = {"moderated": (0, 2), "two-step": (0, 2, 8), "beacon": (0, 1, 2, 3)}


@dataclass(frozen=True)
class Sent:
    """A letter that somebody wrote: a lock, an opening, or a word about what was seen."""

    kind: str
    seat: str
    occasion: Occasion
    digest: str
    link: Link | None = None
    size: int = 0
    tick: int = 0
    seq: int = 1
    lock: str = ""
    missing: tuple[str, ...] = ()
    late: tuple[int, ...] = ()


@dataclass(frozen=True)
class State:
    """A ledger with what honest seats have sent and seen."""

    entries: tuple[Entry, ...]
    walk: Walk
    links: tuple[Link | None, ...]
    letters: tuple[Letter, ...]
    sent: frozenset[Sent] = frozenset()
    #: How many lines each honest seat has seen; and which came late by its own clock.
    seen: tuple[int, ...] = ()
    late: tuple[tuple[str, int], ...] = ()
    tick: int = 0


class Refused(Exception):
    """A verifier does not take this line."""


#: Every slot of a class and of those that it derives from, by the class's name.
SLOTS: dict[str, tuple[str, ...]] = {}


def shallow(thing: T) -> T:
    """Copies an object that has slots only, in half the time of `copy.copy`."""
    kind = type(thing)
    made = object.__new__(kind)
    if kind.__name__ not in SLOTS:
        SLOTS[kind.__name__] = tuple(name for each in kind.__mro__ for name in each.__dict__.get("__slots__", ()))
    for name in SLOTS[kind.__name__]:
        setattr(made, name, getattr(thing, name))
    return made


def fork(walk: Walk, blame: Callable[[Entry, str], None]) -> Walk:
    """A walk that goes on by itself."""
    made = shallow(walk)
    made.blame = blame
    attempts = {id(attempt): branch(attempt) for attempt in walk.phases.values()}
    for attempt in attempts.values():
        attempt.before = attempts[id(attempt.before)] if attempt.before else None
    made.phases = {key: attempts[id(each)] for key, each in walk.phases.items()}
    made.called = {key: attempts[id(each)] for key, each in walk.called.items()}
    made.last = {key: attempts[id(each)] for key, each in walk.last.items()}
    made.attempts = {key: attempts[id(each)] for key, each in walk.attempts.items()}
    made.order = [attempts[id(each)] for each in walk.order]
    made.unrolled = []
    for name in ("licence", "top", "newest"):
        setattr(made, name, dict(getattr(walk, name)))
    made.shown = {key: list(each) for key, each in walk.shown.items()}
    made.behind, made.acks = Counter(walk.behind) if walk.behind else Counter(), list(walk.acks)
    made.silences = copy.copy(walk.silences)
    made.silences.wanted = {seat: list(each) for seat, each in walk.silences.wanted.items()}
    made.silences.silent = {seat: set(each) for seat, each in walk.silences.silent.items()}
    return made


def branch(attempt: Attempt) -> Attempt:
    """An attempt that goes on by itself."""
    made = shallow(attempt)
    for name in ("standing", "timeouts", "entries"):
        setattr(made, name, list(getattr(attempt, name)))
    for name in ("numbered", "by_hash", "best", "listed", "abandoned", "opened", "unopened", "struck", "strays"):
        setattr(made, name, dict(getattr(attempt, name)))
    made.locked_something, made.by_kind, made.lanes = set(attempt.locked_something), {}, set(attempt.lanes)
    return made


@dataclass
class Model:
    """One game and its bounds."""

    tier: str
    seats: tuple[str, ...] = ("britain", "france")
    #: The seats in league with the moderator.
    league: tuple[str, ...] = ()
    phases: int = 1
    #: How many attempts, how many locks of a seat in league, and which values further on are tried.
    attempts: int = 2
    locks: int = 2
    further: int = 1
    rounds: tuple[int, ...] = (1, 2, 3)
    #: Whether letters of honest seats reach the others.
    copies: bool = True
    #: Whether the game is looked at from where all locks of its first phase are in and locked.
    from_locked: bool = False
    #: A rule that the judges leave out, to see that the model finds what it is for.
    without: str = ""
    changes: dict[str, Any] = field(default_factory=dict)
    most: int = 400_000
    charter: Charter = field(init=False)

    def __post_init__(self) -> None:
        self.charter = charter_of(self.tier, self.seats, **self.changes)
        self.honest = tuple(seat for seat in self.seats if seat not in self.league)
        self.clock = CLOCKS[self.tier]
        self.reached: dict[Any, frozenset[Any]] = {}
        self.states: dict[Any, State] = {}
        self.moves = 0

    # ---------------------------------------------------------------------------------------------------- the judges
    def start(self) -> State:
        """A game whose charter all have signed."""
        walk = broken(self.without)(self.charter, Tenures(self.charter), refuse, None, rounds_of(self.network))
        first = Entry(MappingProxyType({"k": "charter", "n": 0, "t": show_time(BEGAN)}), b"")
        state = State((first,), walk, (None,), (), seen=(0,) * len(self.honest))
        for who in self.charter.who():
            state = self.write(state, "ack", who=who, sig="ab" * 32)
        return self.locked(state) if self.from_locked else state

    def locked(self, state: State) -> State:
        """A first phase in which everybody has locked, and has a line for it."""
        state = self.write(state, "phase", phase="t1", attempt=1, **next(iter(self.rounds_of(state))))
        for number, _ in enumerate(self.honest):
            state = next(self.show(state, number))
        occasion = Occasion("t1")
        sent = [*state.sent, *(letter("lock", seat, occasion, None, size=5) for seat in self.league)]
        for each in sorted(sent, key=lambda each: each.seat):
            state = next(self.entering(state, each))()
        attempt = state.walk.phases[occasion]
        return next(write for write in self.lists(state, attempt, wrong=False))()

    @property
    def network(self) -> Any:
        """The beacon's network."""
        return DEMO_NETWORK if self.tier == "beacon" else None

    def write(self, state: State, kind: str, link: Any = None, letter: Any = None, t: Any = None,
              **fields: Any) -> State:
        """The state with one line more; Refused where a verifier does not take it."""
        last = state.entries[-1].t
        moment = max(show_time(t), last) if t else last
        entry = Entry(MappingProxyType({**fields, "k": kind, "n": len(state.entries), "t": moment}), b"")
        walk, links = fork(state.walk, refuse), (*state.links, link)
        walk.link_of = lambda each: links[each.n]
        walk.take(entry)
        said = state.letters
        if letter is not None:
            account = Account(letter.size, ROOT, show_time(BEGAN), letter.missing,
                              tuple((line, show_time(BEGAN)) for line in letter.late))  # fmt: skip
            said = (*said, Letter(entry.n, letter.seat, account))
        return replace(state, entries=(*state.entries, entry), walk=walk, links=links, letters=said)

    def time(self, tick: int) -> datetime:
        """The honest clock."""
        return BEGAN + self.clock[tick] * DAY

    def knowledge(self, state: State, seat: str) -> Knowledge:
        """Returns the knowledge of an honest seat's program: the ledger, its letters, those that reached it."""
        held = tuple(
            kept(self, each) for each in state.sent
            if each.kind != "seen" and (each.seat == seat or (self.copies and each.seat in self.honest))
        )  # fmt: skip
        if self.without == "held copies":
            held = tuple(each for each in held if each.seat == seat)
        return Knowledge(state.walk, seat, self.time(state.tick), held, lambda size: ROOT)

    # --------------------------------------------------------------------------------------------------------- moves
    def follow(self, state: State) -> Iterator[State]:
        """Everything that may happen next."""
        if state.tick + 1 < len(self.clock):
            yield replace(state, tick=state.tick + 1)
        for number, _ in enumerate(self.honest):
            if state.seen[number] < len(state.entries):
                yield from self.show(state, number)
        for write in self.lines(state):
            try:
                yield write()
            except Refused:
                continue

    def show(self, state: State, number: int) -> Iterator[State]:
        """An honest seat sees the ledger, notes what came late, and answers."""
        seat, before = self.honest[number], state.seen[number]
        news = [entry for entry in state.entries[before:] if entry.kind in ("phase", "locked")]
        seeds = any(entry.kind == "seed" for entry in state.entries[before:])
        if not news and not seeds:
            return
        views = list(state.seen)
        views[number] = len(state.entries)
        known = self.knowledge(state, seat)
        arrivals = [(entry, self.time(state.tick)) for entry in news]
        late = client.late_due(known, arrivals) if self.without != "own clock" else []
        marks = (*state.late, *((seat, line) for line, _ in late))
        state = replace(state, seen=tuple(views), late=marks)
        known = self.knowledge(state, seat)
        yield replace(state, sent=state.sent | set(self.answers(state, known)))

    def answers(self, state: State, known: Knowledge) -> Iterator[Sent]:
        """Yields the letters that the program of an honest seat mails by itself."""
        seat, walk = known.seat, state.walk
        attempt = walk.order[-1] if walk.order else None
        if attempt is None:
            return
        mine = [each for each in state.sent if each.seat == seat]
        occasion = attempt.occasion
        late = tuple(line for who, line in state.late if who == seat)
        missing = tuple(client.missing_due(known))
        told: dict[str, Any] = {"size": len(state.entries), "tick": state.tick, "late": late, "missing": missing}
        locked = [each for each in mine if each.kind == "lock" and each.occasion == occasion]
        in_time = not client.may_be_late(known, attempt)
        if seat in attempt.acts and not locked and in_time and not client.why_not_lock(known, attempt):
            link = self.value(walk, seat, attempt, mine) if self.tier == "moderated" else None
            yield letter("lock", seat, occasion, link, **told)
        waits = walk.tier is Tier.TWO_STEP and attempt.first_locked is not None
        opened = any(each.kind == "open" and each.occasion == occasion for each in mine)
        if waits and not opened and not client.why_not_open(known, attempt):
            listed = attempt.listed.get(seat)
            link = self.value(walk, seat, attempt, mine)
            yield letter("open", seat, occasion, link, lock=listed.text("lock") if listed else "", **told)
        if attempt.seed:
            yield letter("seen", seat, Occasion("seen", len(mine) + 1), None, **told)

    def value(self, walk: Walk, seat: str, attempt: Attempt, mine: Sequence[Sent]) -> Link:
        """The value an honest seat shows: the one that is due by the record."""
        again = [e.link for e in mine if e.kind == "lock" and e.occasion.phase == attempt.occasion.phase and e.link]
        index = again[0].index if again else value_due(walk, seat, attempt)
        return Link(index, person(seat).chain.value(index))

    def lines(self, state: State) -> Iterator[Callable[[], State]]:
        """Every line the moderator might write; the walk says which are taken."""
        walk = state.walk
        attempt = walk.order[-1] if walk.order else None
        yield from self.openings_of_phases(state, attempt)
        if attempt is None:
            return
        occasion = attempt.occasion
        on_record = {entry.get("lock") if entry.kind == "lock" else entry.get("sha256") for entry in state.entries}
        for each in state.sent:
            if each.digest not in on_record:
                yield from self.entering(state, each)
        if not attempt.seed:
            yield from self.of_league(state, attempt)
            yield from self.lists(state, attempt)
            yield from self.seeds(state, attempt)
        for seat in self.seats:
            yield from self.timeouts(state, attempt, seat, occasion)

    def openings_of_phases(self, state: State, attempt: Attempt | None) -> Iterator[Callable[[], State]]:
        """A phase, or one more attempt."""
        played = len({each.phase for each in state.walk.phases})
        if played < self.phases:
            for fields in self.rounds_of(state):
                first = {"phase": f"t{played + 1}", "attempt": 1, **fields}
                yield partial(self.write, state, "phase", **first)
        if attempt is not None and attempt.occasion.attempt < self.attempts:
            again = {"phase": attempt.occasion.phase, "attempt": attempt.occasion.attempt + 1, "reason": "missed"}
            due = state.walk.missed_from(attempt)
            for fields in self.rounds_of(state):
                yield partial(self.write, state, "phase", t=due, **again, **fields)

    def rounds_of(self, state: State) -> Iterator[dict[str, Any]]:
        """Deadlines, and in tier beacon rounds."""
        if self.tier != "beacon":
            played = len({each.phase for each in state.walk.phases})
            yield {"deadline": show_time(BEGAN + (1 + 20 * played) * DAY)}
            return
        for round_ in self.rounds:
            out = BEGAN + round_ * DAY
            yield {"deadline": show_time(out - 12 * HOUR), "round": DEMO_NETWORK.round_at(out)}

    def entering(self, state: State, each: Sent) -> Iterator[Callable[[], State]]:
        """A letter that came is entered, as what it is or as a stray."""
        told = each.occasion.fields
        if each.kind == "lock":
            fields = {"seat": each.seat, "seq": each.seq, "lock": each.digest, "orders": "cd" * 32}
            yield lambda: self.write(state, "lock", each.link, each, **told, **fields)
        elif each.kind == "open":
            of_lock = {"lock": each.lock} if each.lock else {}
            attempt = state.walk.phases[each.occasion]
            if attempt.first_locked and (each.size > attempt.first_locked.n):
                opened = {"seat": each.seat, "sha256": each.digest, **of_lock}
                yield lambda: self.write(state, "open", each.link, each, **told, **opened)
            fields = {"seat": each.seat, "of": "open", "sha256": each.digest}
            if each.seat in self.honest and (not self.from_locked):
                yield lambda: self.write(state, "stray", each.link, each, **told, **fields)
        else:
            yield lambda: self.write(state, "seen", None, each, seat=each.seat, sha256=each.digest, sig="ab" * 32)

    def of_league(self, state: State, attempt: Attempt) -> Iterator[Callable[[], State]]:
        """Letters of seats in league: what they please."""
        for seat in self.league:
            if attempt.first_locked and self.tier == "moderated":
                yield from self.entering(state, letter("seen", seat, attempt.occasion, None, size=len(state.entries)))
            mine = [number for who, number in attempt.numbered if who == seat]
            due = value_due(state.walk, seat, attempt)
            indices = range(due, due + 1 + self.further)
            if len(mine) < self.locks and (not attempt.first_locked or self.without == "one lock"):
                for index in indices if self.tier == "moderated" else (0,):
                    link = Link(index, person(seat).chain.value(index)) if index else None
                    sent = letter("lock", seat, attempt.occasion, link, seq=len(mine) + 1, size=len(state.entries))
                    yield from self.entering(state, sent)
            if self.tier == "two-step" and attempt.first_locked:
                listed = attempt.listed.get(seat)
                for index in indices:
                    link = Link(index, person(seat).chain.value(index))
                    lock = listed.text("lock") if listed else ""
                    sent = letter("open", seat, attempt.occasion, link, lock=lock, size=len(state.entries))
                    yield from self.entering(state, sent)

    def lists(self, state: State, attempt: Attempt, *, wrong: bool = True) -> Iterator[Callable[[], State]]:
        """`locked` with the list that is due; and, of two seats, with every list of fewer, `without` whomever."""
        locks = [lock.text("lock") for lock in state.walk.list_due(attempt).values()]
        picks = [list(pick) for size in range(len(locks) + 1) for pick in combinations(locks, size)]
        wrong = wrong and len(self.seats) == 2
        opens: dict[str, Any] = {}
        if self.tier == "two-step":
            opens = {"opens_by": show_time(max(attempt.closes, parse_time(state.entries[-1].t)) + 72 * HOUR)}
        outs = [seats for size in range(len(self.seats)) for seats in combinations(self.seats, size)]
        outs = outs if wrong and self.tier == "two-step" else [state.walk.without_due(attempt)]
        for pick in picks if wrong else [locks]:
            for out in outs:
                fields = {**attempt.occasion.fields, "locks": pick, **opens, **({"without": list(out)} if out else {})}
                yield partial(self.write, state, "locked", t=attempt.closes, **fields)

    def seeds(self, state: State, attempt: Attempt) -> Iterator[Callable[[], State]]:
        """A seed with the moderator's next value, or one further on; its lines are what the ledger fixes."""
        due = state.walk.seeds + 1
        for index in range(due, due + 1 + self.further):
            if index == due or self.without == "no gaps":
                yield partial(self.seeded, state, attempt, index)

    def seeded(self, state: State, attempt: Attempt, index: int) -> State:
        """That line; it names the value, which the seed file would show."""
        links = tuple(state.links)
        lines = () if self.tier == "beacon" else state.walk.links_of(attempt, lambda each: links[each.n])
        number = 1 if self.tier == "moderated" else attempt.occasion.attempt
        text = f"{attempt.occasion.phase} {number} {index} {attempt.round} {lines}"
        return self.write(
            state, "seed", **attempt.occasion.fields, sha256=sha256(text.encode()).hexdigest(),
            made=(attempt.occasion.phase, number, index, tuple((s, link.index) for s, link in lines), attempt.round),
        )  # fmt: skip

    def timeouts(self, state: State, attempt: Attempt, seat: str, occasion: Occasion) -> Iterator[Callable[[], State]]:
        """Lines that only the moderator can write."""
        said = {(entry.get("seat"), entry.get("what")) for entry in attempt.timeouts}
        if occasion.attempt == self.attempts and self.without != "strikes":
            return  # nothing could follow from it
        whats = [("open", attempt.opens_by)] if self.tier == "two-step" else []
        whats += [("seal", None)] if seat in self.honest and self.without == "strikes" else []
        whats += [("open", None)] if self.without == "attempts" else []
        for what, t in whats:
            if (seat, what) not in said:
                fields = {**occasion.fields, "seat": seat, "what": what}
                yield partial(self.write, state, "timeout", t=t, **fields)

    # ------------------------------------------------------------------------------------------------------- results
    def results(self, state: State) -> Iterator[Any]:
        """Yields each phase's result in the ledger so far: its seed, the orders that count, and the verdict."""
        seeded = [attempt for attempt in state.walk.phases.values() if attempt.seed]
        if not seeded:
            return
        record = Record(state.walk, state.entries, state.letters, self.network)
        events = events_of(record)
        amber = [event for event in events if not event.remark]
        if self.without == "strikes":
            amber = [event for event in amber if event.code != "E7"]
        for attempt in seeded:
            assert attempt.seed
            struck = set(attempt.struck) if self.without == "strikes" else set()
            counting = frozenset((seat, lock.get("seq")) for seat, lock in attempt.listed.items() if seat not in struck)
            names = {seat for seat, _ in counting}
            phase = attempt.occasion.phase
            sent = {each.seat for each in state.sent if each.kind == "lock" and each.occasion.phase == phase}
            lost = frozenset(seat for seat in sent if seat in self.honest and seat not in names)
            had = {seat for a in state.walk.phases.values() if a.occasion.phase == attempt.occasion.phase
                   for seat, _ in a.numbered}  # fmt: skip
            dropped = frozenset(seat for seat in lost if seat in had and seat not in attempt.left_out)
            green = not amber and all(self.settled(record, attempt, seat) for seat in self.honest)
            own = any(event.code == "E1" for event in events)
            yield attempt.occasion.phase, attempt.seed["made"], counting, green, lost, dropped, green and not own

    def settled(self, record: Record, attempt: Attempt, seat: str) -> bool:
        """Tells if an honest seat confirmed the list of an attempt, so that its phase stays green."""
        if self.without == "confirmation":
            return True
        assert attempt.first_locked
        return record.confirms(seat, attempt.first_locked.n) is not None

    def computable(self, state: State, made: Any) -> bool:
        """Tells if M and those in league with M know every part of a seed."""
        _, _, _, lines, round_ = made
        known = dict.fromkeys(self.league, 10 ** 6)
        for each in state.sent:
            if each.link:
                known[each.seat] = max(known.get(each.seat, 0), each.link.index)
        out = round_ is None or DEMO_NETWORK.time_of(round_) <= self.time(state.tick)
        return out and all(index <= known.get(seat, 0) for seat, index in lines)

    def reach(self, state: State, key: Any) -> frozenset[Any]:
        """Every result that ledgers can still have from here on; `key` is the state's."""
        if key in self.reached:
            return self.reached[key]
        found = set(self.results(state))
        for after in self.follow(state):
            self.moves += 1
            if (next_key := self.key(after)) != key:  # a line that changes nothing leads nowhere
                found |= self.reach(after, next_key)
        self.reached[key], self.states[key] = frozenset(found), state
        if len(self.reached) > self.most:
            raise MemoryError
        return self.reached[key]

    def key(self, state: State) -> Any:
        """Returns a key for a state that ignores the order of lines in which nothing was decided."""
        marks = [n for n, entry in enumerate(state.entries) if entry.fields["k"] in DECIDING]

        def seen(size: int) -> int:
            return bisect_left(marks, size)

        def name(line: int) -> int:
            return marks.index(line) if line in marks else -1

        def value(entry: Entry | None) -> int:
            link = state.links[entry.n] if entry is not None else None
            return link.index if link else 0

        phases = tuple(
            (
                attempt.occasion, attempt.reason, attempt.round,
                frozenset((*where, value(lock)) for where, lock in attempt.numbered.items()),
                attempt.first_locked is not None,
                tuple(sorted((seat, lock.get("seq")) for seat, lock in attempt.listed.items())),
                attempt.without, frozenset((seat, value(e)) for seat, e in attempt.opened.items()),
                frozenset((e.get("seat"), e.get("what")) for e in attempt.timeouts), frozenset(attempt.strays),
                attempt.seed["made"] if attempt.seed else None,
                tuple(sorted((seat, value(e)) for seat, e in attempt.stale.items())),
            )
            for attempt in state.walk.phases.values()
        )  # fmt: skip
        sent = frozenset((e.digest, e.link, seen(e.size), e.tick, e.missing, *map(name, e.late)) for e in state.sent)
        said = frozenset(
            (e.seat, seen(e.account.size), e.account.missing, tuple(name(line) for line, _ in e.account.late),
             state.entries[e.line].kind)
            for e in state.letters
        )  # fmt: skip
        late = frozenset((seat, name(line)) for seat, line in state.late)
        return phases, sent, said, tuple(map(seen, state.seen)), late, state.tick

    def run(self) -> dict[str, int]:
        """The numbers."""
        start = self.start()
        whole = self.reach(start, self.key(start))
        seeds = after = every = plain = 0
        for key, results in self.reached.items():
            state = self.states[key]
            for phase in {result[0] for result in results}:
                mine = [result for result in results if result[0] == phase]
                computable = {made for made in {result[1] for result in mine} if self.computable(state, made)}
                green = {result[1] for result in mine if result[3]}
                if computable & green:
                    seeds = max(seeds, len(green))
                unsaid = {result[1] for result in mine if result[6]}
                if computable & unsaid:
                    plain = max(plain, len(unsaid))
                if computable:
                    every = max(every, len({result[1] for result in mine}))
                for made in computable & green:
                    league = {frozenset(c for c in result[2] if c[0] in self.league)
                              for result in mine if result[1] == made and result[3]}  # fmt: skip
                    after = max(after, len(league))
        return {
            "seeds": seeds, "plain": plain, "every": every, "after": after,
            "lost": sum(1 for r in whole if r[3] and r[4]), "dropped": sum(1 for r in whole if r[5]),
            "states": len(self.reached), "moves": self.moves,
        }  # fmt: skip


def refuse(entry: Entry, words: str) -> None:
    """A line that a verifier does not take."""
    raise Refused(words)


def letter(kind: str, seat: str, occasion: Occasion, link: Link | None, **fields: Any) -> Sent:
    """A letter with a digest of its own."""
    seq, lock = fields.get("seq", 1), fields.get("lock", "")
    what = f"{kind} {seat} {occasion} {link} {seq} {lock}"
    return Sent(kind, seat, occasion, sha256(what.encode()).hexdigest(), link, **fields)


def kept(model: Model, sent: Sent) -> Kept:
    """A letter as a client holds it."""
    return Kept(
        sent.kind, sent.seat, sent.occasion, sent.digest, model.time(sent.tick), sent.link, sent.size, ROOT, sent.seq,
        sent.lock,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------- walks without a rule
def broken(rule: str) -> type[Walk]:
    """A walk that leaves a rule out."""
    return BROKEN.get(rule, Walk)


class ByTimeouts(Walk):
    """Without R1: any `timeout` of a phase licences another attempt, in every tier, as in grammar 1."""

    def missed(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        if not before.timeouts:
            self.blame(entry, "nothing on record")
        attempt.run, attempt.standing = before.run, list(before.standing)
        attempt.stale = dict(self.newest)

    def did_not_open(self, entry: Entry, attempt: Attempt) -> None:
        """Anybody, at any time."""


class AnyValue(Walk):
    """Without R2 and R3 for seats: any further value of a chain, and another with every lock."""

    def in_turn(self, entry: Entry, attempt: Attempt, link: Link) -> None:
        """Nothing is asked."""


class LockAnew(Walk):
    """Without R4: a seat may lock after orders were locked, and the next attempt counts it."""

    def lock(self, entry: Entry, attempt: Attempt) -> None:
        first, attempt.first_locked = attempt.first_locked, None
        reason, attempt.reason = attempt.reason, ""
        super().lock(entry, attempt)
        attempt.first_locked, attempt.reason = first, reason
        if first is not None and self.tier is Tier.TWO_STEP and entry.get("seat") not in attempt.opened:
            attempt.listed[entry.text("seat")] = entry


class Strikes(Walk):
    """Without R6: orders are struck by a word."""

    def strike(self, entry: Entry, attempt: Attempt) -> None:
        attempt.struck.setdefault(entry.text("seat"), entry)


class AnyList(Walk):
    """Without R7: the moderator lists any locks."""

    def compare(self, entry: Entry, attempt: Attempt, due: dict[str, Entry]) -> None:
        for seat, lock in list(attempt.best.items()):
            if lock.get("lock") not in entry.texts("locks"):
                del attempt.best[seat]


class Half(Walk):
    """Without "fewer than half": as many as did not open may be left out."""

    def left_out(self, entry: Entry, attempt: Attempt, before: Attempt) -> None:
        attempt.left_out = frozenset((*before.silent(self.seats), *before.without))


class AnyPhase(Walk):
    """Without R13: a phase is opened while another waits for its seed."""

    def phase(self, entry: Entry) -> None:
        kept, self.attempts = self.attempts, {}
        super().phase(entry)
        self.attempts = {**kept, **self.attempts}


BROKEN: dict[str, type[Walk]] = {
    "attempts": ByTimeouts, "one value": AnyValue, "one lock": LockAnew, "strikes": Strikes, "order of lines": AnyList,
    "fewer than half": Half, "one phase": AnyPhase,
}  # fmt: skip
