"""A game of grammar 2 for tests: seats with keys, and a moderator's pen that writes anything.

    table = Table("two-step", ("britain", "france", "spain"))
    table.phase("t01")
    for seat in table.seats:
        table.lock(seat)
    table.locked()
    ...
    assert table.check().verdict is Verdict.MATCHES

Nothing here refuses anything: a test plays a cheating moderator with the same pen.
"""

from __future__ import annotations

import base64
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from public_folder import MemoryFolder
from small_game import Person

from pbem.base.clock import parse_time, show_time
from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice import lanes
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.lanes import SecretLog, lane_key
from pbem.trust.dice.seed import Drand, Link, Seed
from pbem.trust.grammar.standing import value_due
from pbem.trust.orders.account import Account, make_seen, parse_seen
from pbem.trust.orders.envelope import Draft, Envelope, make_envelope
from pbem.trust.orders.second_letter import Open, make_open, parse_open
from pbem.trust.people.charter import Charter, parse_charter, write_charter
from pbem.trust.people.reopening import Reopening
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry, Value
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.verify import Report, examine
from pbem.trust.write_folder import BundleWriter, Step

GAME = "lions-4f1c9a"
BEGAN = parse_time("2020-01-20T12:00:00Z")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SECRET = b"\7" * 32
NAMES = ("britain", "france", "portugal", "spain", "venice")


@cache
def person(name: str) -> Person:
    """Somebody, the same in all games of a run: keys cost time, and no test needs others."""
    return Person()


@cache
def one_time(name: str) -> tuple[str, str]:
    """A one-time key: secret and recipient."""
    return seal.new_identity()


@cache
def log_key() -> LogKey:
    """The log key."""
    return LogKey.new(f"pbem.example/{GAME}")


def charter_of(tier: str, seats: tuple[str, ...], grammar: int = 2, **changes: Any) -> Charter:
    """A charter of these seats; None takes a field away."""
    two_step = {"unopened": "without" if len(seats) > 2 else "wait"} if tier == "two-step" else {}
    beacon = {"beacon": DEMO_NETWORK.chain, "margin_hours": 12} if tier == "beacon" else {}
    lane_names = ("mod", *(f"side:{seat}" for seat in seats))
    fields: dict[str, Any] = {
        "game": GAME, "rules": "lions 1.0.0", "rules_sha256": "ab" * 32, "tier": tier, "log": log_key().vkey,
        "moderator": {"name": "The Admiralty", **person("moderator").public},
        "seats": [{"seat": seat, **person(seat).public} for seat in seats],
        "lanes": [{"lane": lane, "secret": lanes.secret_commitment(lane, SECRET)} for lane in lane_names],
        **(two_step if grammar == 2 else {}), **beacon, **changes,
    }  # fmt: skip
    fields["seats"] = fields.pop("charter_seats", fields["seats"])
    told = {key: value for key, value in fields.items() if value is not None}
    return parse_charter(write_charter(told, grammar))


@dataclass
class Sent:
    """A letter that a seat has written, on record or not."""

    entry: Entry | None
    envelope: Envelope


class Table:
    """One game, with everybody's keys."""

    def __init__(self, tier: str, seats: tuple[str, ...] = NAMES[:2], *, signed: bool = True, **changes: Any) -> None:
        self.place = TemporaryDirectory(prefix="table-")
        weakref.finalize(self, self.place.cleanup)
        self.charter = charter_of(tier, seats, **changes)
        self.seats, self.tier, self.now = seats, tier, BEGAN
        who = (("moderator", *seats)) if signed else ()
        signatures = {each: sshsig.sign(person(each).ssh, self.charter.data, "charter") for each in who}
        self.writer = BundleWriter.open_game(
            Path(self.place.name), self.charter.data, log_key(), self.now, signatures
        )  # fmt: skip
        self.occasion = Occasion("t01")
        self.seqs: dict[tuple[str, Occasion], int] = {}
        self.mods = 0

    # ------------------------------------------------------------------------------------------------ what is written
    def step(self) -> Any:
        """A step of the moderator's pen, now."""
        return self.writer.step(self.now)

    def write(self, kind: str, **fields: Value) -> Entry:
        """Any line at all."""
        with self.step() as step:
            made: Entry = step.enter(kind, **fields)
        return made

    def wait(self, hours: float) -> None:
        """Time passes."""
        self.now += timedelta(hours=hours)

    def phase(self, name: str, attempt: int = 1, **fields: Any) -> Entry:
        """A phase is opened, with a day for orders; in tier beacon its round lies the margin behind."""
        self.occasion = Occasion(name, attempt)
        deadline: datetime = fields.pop("deadline", self.now + DAY)
        round_ = fields.pop("round", DEMO_NETWORK.round_at(deadline + 12 * HOUR) if self.tier == "beacon" else None)
        with self.step() as step:
            made: Entry = step.phase_opened(self.occasion, deadline, round_, fields.pop("alone", ""), **fields)
        return made

    def walk(self) -> Any:
        """Returns what follows from the ledger so far."""
        with self.step() as step:
            return step.walk()

    def due(self, seat: str) -> Link:
        """The value that the seat has to show now."""
        walk = self.walk()
        index = value_due(walk, seat, walk.phases[self.occasion])
        return Link(index, person(seat).chain.value(index))

    def account(self, seen: int | None = None, **amiss: Any) -> Account:
        """Returns what a letter says of the ledger: all of it, unless given otherwise."""
        ledger = self.writer.ledger
        size = len(ledger) if seen is None else seen
        at = amiss.pop("at", show_time(self.now))
        return Account(size, base64.b64encode(ledger.root_at(size)).decode(), at, **amiss)

    def envelope(self, seat: str, *, value: Link | str | None = "due", content: bytes = b"sail\n", seq: int = 0,
                 answer: bool = False, alone: bool = False, by: str = "", key: str = "", **account: Any) -> Envelope:
        """A lock of the seat, as an honest client makes it unless told otherwise."""
        number = seq or self.seqs.get((seat, self.occasion), 0) + 1
        self.seqs[seat, self.occasion] = number
        shows = self.tier == "moderated" and not answer and not self.charter.seat(seat).plain
        link = (self.due(seat) if shows or alone else None) if value == "due" else value
        record = self.writer.ledger.entries("phase", **self.occasion.fields)
        of_tier: dict[str, Any] = {}
        if self.tier == "two-step":
            of_tier["one_time"] = one_time(key or seat)[1]
        elif self.tier == "beacon":
            of_tier["round"] = record[-1].number("round")
        draft = Draft(
            seat=seat, phase=self.occasion.phase, attempt=self.occasion.attempt, seq=number, content=content,
            value=link if isinstance(link, Link) else None, account=self.account(**account), answer=answer, **of_tier,
        )  # fmt: skip
        return make_envelope(self.in_force(), draft, person(by or seat).ssh, networks=(DEMO_NETWORK,))

    def in_force(self) -> Charter:
        """The charter with the keys that count now."""
        charter: Charter = self.walk().tenures.charter
        return charter

    def lock(self, seat: str, **changes: Any) -> Sent:
        """A lock, sent and entered."""
        envelope = self.envelope(seat, **changes)
        return Sent(self.take(envelope), envelope)

    def take(self, envelope: Envelope) -> Entry:
        """A lock that was sent is entered."""
        with self.step() as step:
            made: Entry = step.lock_received(envelope)
        return made

    def locked(self, hours: float = 72, **fields: Any) -> Entry:
        """Orders are locked; with fields, with another line than the one that is due."""
        with self.step() as step:
            opens_by = self.now + timedelta(hours=hours) if self.tier == "two-step" else None
            if fields:
                walk = step.walk()
                attempt = walk.phases[self.occasion]
                due: dict[str, Any] = {"locks": [each.text("lock") for each in walk.list_due(attempt).values()]}
                due |= {"opens_by": show_time(opens_by)} if opens_by else {}
                told = {key: value for key, value in {**due, **fields}.items() if value is not None}
                made: Entry = step.enter("locked", **self.occasion.fields, **told)
            else:
                step.locked(self.occasion, opens_by=opens_by)
                made = step.entries[-1]
        return made

    def opening(self, seat: str, *, value: Link | None = None, lock: str | None = None, with_key: bool = True,
                by: str = "", **account: Any) -> tuple[Open, str]:
        """The second letter of a seat, as an honest client makes it unless told otherwise."""
        listed = self.walk().phases[self.occasion].listed.get(seat)
        digest = lock if lock is not None else (listed.text("lock") if listed else "")
        key = one_time(seat)[0] if with_key and digest else ""
        text, armour = make_open(
            self.charter, seat, self.occasion.phase, value or self.due(seat), person(by or seat).ssh,
            attempt=self.occasion.attempt, lock=digest, one_time=key, account=self.account(**account),
        )  # fmt: skip
        return parse_open(text), armour

    def open(self, seat: str, **changes: Any) -> Entry:
        """An opening, sent and entered."""
        return self.take_open(*self.opening(seat, **changes))

    def take_open(self, opened: Open, armour: str) -> Entry:
        """An opening that was sent is entered."""
        with self.step() as step:
            made: Entry = step.opened(opened, armour)
        return made

    def stray(self, letter: Envelope | Open, armour: str = "", occasion: Occasion | None = None) -> Entry:
        """A letter that came too late."""
        with self.step() as step:
            made: Entry = step.stray(occasion or self.occasion, letter, armour)
        return made

    def seen(self, seat: str, by: str = "", **account: Any) -> Entry:
        """A seat's word that it has seen everything."""
        word, armour = make_seen(self.in_force(), seat, self.account(**account), person(by or seat).ssh)
        with self.step() as step:
            made: Entry = step.seen(parse_seen(word), armour)
        return made

    def timeout(self, seat: str, what: str, occasion: Occasion | None = None, **fields: Value) -> Entry:
        """A line that only the moderator can write."""
        return self.write("timeout", **(occasion or self.occasion).fields, seat=seat, what=what, **fields)

    def seed(self, *, index: int = 0, links: tuple[tuple[str, Link], ...] | None = None, attempt: int = 0,
             round_: int = 0) -> Seed:
        """The seed of the attempt that is open, its dice, and a report."""
        with self.step() as step:
            record = self.writer.ledger.entries("phase", **self.occasion.fields)
            number = round_ or (record[-1].number("round") if self.tier == "beacon" else 0)
            drand = Drand(DEMO_NETWORK.chain, number, DEMO_CHAIN.sign(number)) if number else None
            seats = links if links is not None else (() if drand else step.links(self.occasion))
            value = index or step.moderators_index()
            mod = Link(value, person("moderator").chain.value(value))
            said = attempt or (1 if self.tier == "moderated" else self.occasion.attempt)
            made = Seed(self.charter.sha256, self.occasion.phase, said, mod, seats, drand)
            step.seed(made, self.occasion)
            self.dice(step, made)
        return made

    def keep(self, seed: Seed, **fields: Value) -> None:
        """A phase that all went back to keeps its seed."""
        with self.step() as step:
            beacon = ""
            if self.tier == "beacon":
                number = self.writer.ledger.entries("phase", **self.occasion.fields)[-1].number("round")
                beacon = DEMO_CHAIN.sign(number)
            step.seed_kept(self.occasion, seed, beacon)
            self.dice(step, seed)

    def dice(self, step: Step, seed: Seed) -> None:
        """Rolls of all lanes, and a report to all."""
        dice = Dice(seed.key)
        dice.roll("gunnery/britain/n1", "3d6")
        step.rolls(self.occasion, dice.log())
        for lane, _ in self.charter.lanes:
            key = lane_key(SECRET, seed.key, lane)
            step.srolls(self.occasion, SecretLog(lane, key, ()), key)
        report = Preimage(f"{GAME}/report/{self.seats[0]}/{self.occasion.stem}", bytes(32), b"Three hits.\n")
        step.report(self.occasion, self.seats[0], report)
        step.public_report(self.occasion, f"{self.occasion.stem}.txt", f"Guns in {self.occasion}.\n".encode())

    def go_back(self, phase: str, *, dice: str = "same", withdraws: tuple[str, ...] = (), **more: Any) -> Entry:
        """A return that all have signed."""
        ledger = self.writer.ledger
        paper = Reopening(
            game=GAME, charter=self.charter.sha256, phase=phase, withdraws=withdraws or (phase,), dice=dice,
            lines=len(ledger), root=ledger.root.hex(), reason="The supply was counted twice.", **more,
        )  # fmt: skip
        text = paper.to_bytes()
        signatures = {who: sshsig.sign(person(who).ssh, text, "amend") for who in self.charter.who()}
        told: dict[str, Value] = {"phase": phase, "dice": dice, "withdraws": list(paper.withdraws)}
        told |= {"round": paper.round, "deadline": paper.deadline} if paper.round else {}
        with self.step() as step:
            made: Entry = step.amended("reopen", text, signatures, **told)
        return made

    # ---------------------------------------------------------------------------------------------------- whole phases
    def play(self, name: str, *, silent: Iterable[str] = (), **fields: Any) -> Seed:
        """An honest phase: everybody but the silent locks, everybody opens, the seed is made."""
        self.phase(name, **fields)
        acts = fields.get("acts") or self.seats
        for seat in acts:
            if seat not in silent:
                self.lock(seat)
        self.now += DAY
        self.locked()
        for seat in silent:
            self.timeout(seat, "orders")
        return self.finish()

    def finish(self) -> Seed:
        """Openings of all who are asked, or the round; then the seed."""
        if self.tier == "two-step":
            walk = self.walk()
            for seat in walk.phases[self.occasion].silent(self.seats):
                self.open(seat)
        elif self.tier == "beacon":
            record = self.writer.ledger.entries("phase", **self.occasion.fields)
            self.now = max(self.now, DEMO_NETWORK.time_of(record[-1].number("round")))
        return self.seed()

    def confirm(self) -> None:
        """Every seat says that it has seen everything."""
        for seat in self.seats:
            if not self.charter.seat(seat).plain:
                self.seen(seat)

    # ----------------------------------------------------------------------------------------------------------- judged
    def folder(self) -> MemoryFolder:
        """The public folder."""
        place = Path(self.place.name)
        files = (path for path in place.rglob("*") if path.is_file())
        return MemoryFolder({path.relative_to(place).as_posix(): path.read_bytes() for path in files})

    def check(self) -> Report:
        """Returns the finding of every verifier, with the demonstration beacon allowed."""
        return examine(self.folder(), networks=(DEMO_NETWORK,))

    def faults(self) -> list[str]:
        """Returns what does not match."""
        return [fault.message for fault in self.check().faults]

    def events(self) -> list[str]:
        """The codes of the events that make a verdict."""
        return [event.code for event in self.check().choices]


__all__ = ["BEGAN", "DAY", "GAME", "HOUR", "NAMES", "Sent", "Table", "layout", "one_time", "person"]
