"""The office: a moderator's folder with the game's keys, the book, and the public record that is written."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass
from pbem.match.folder.book import Book
from pbem.match.folder.vault import Desk, at_desk
from pbem.match.terms.terms import Terms
from pbem.trust.grammar.walk import Walk
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.people.rotation import in_force
from pbem.trust.primitives.chain import Chain
from pbem.trust.primitives.commit import Preimage, pad
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint, signed_lines
from pbem.trust.record.ledger import Ledger, parse_ledger
from pbem.trust.record.receipt import make_receipt
from pbem.trust.write_folder import BundleWriter, Step

EDITION = f"{layout.PUBLIC}/edition.yaml"
BOOK, KEYS = "book", "keys"


class Record(BundleWriter):
    """The public record, written through the desk: its files reach the disk with everything else, or not at all."""

    __slots__ = ("desk",)

    def __init__(self, desk: Desk, charter: Charter, log: LogKey, ledger: Ledger) -> None:
        super().__init__(desk.root, charter, log, ledger)
        self.desk = desk

    @contextmanager
    def step(self, moment: datetime) -> Iterator[Step]:
        """Entries that belong together, put on the desk when the block ends well."""
        step = DeskStep(self, moment)
        yield step
        if step.entries:
            self._write(step)

    def _write(self, step: Step) -> None:
        for name, data in step.files.items():
            self.desk.put(name, data)
        self.ledger = step.ledger
        note = self.log.sign_checkpoint(self.charter.origin, len(self.ledger), self.ledger.root)
        self.desk.put(layout.LEDGER, self.ledger.to_bytes())
        self.desk.put(layout.earlier_checkpoint(len(self.ledger)), note)
        self.desk.put(layout.CHECKPOINT, note)
        for entry in step.entries:
            if entry.kind == "lock":
                name = layout.receipt_file(entry.text("seat"), layout.occasion_of(entry), entry.number("seq"))
                self.desk.put(name, make_receipt(self.ledger, entry.n, note))
            elif entry.kind == "open" and self.charter.grammar == 2:
                name = layout.open_receipt_file(entry.text("seat"), layout.occasion_of(entry))
                self.desk.put(name, make_receipt(self.ledger, entry.n, note))


class DeskStep(Step):
    """A step that also reads what lies on the desk and is not yet on the disk."""

    __slots__ = ()

    def read_public(self, name: str) -> bytes:
        """A file of the folder, or of this step."""
        if name in self.files:
            return self.files[name]
        assert isinstance(self.writer, Record)  # noqa: S101 - made there and nowhere else
        return self.writer.desk.read(name)


@dataclass(frozen=True, slots=True)
class OfficeKeys:
    """The secrets of one game: the log's key, the top of the moderator's chain, the lanes', and one for all salts."""

    log: LogKey
    chain: Chain
    lanes: dict[str, bytes]
    salt: bytes

    def to_plain(self) -> dict[str, Any]:
        """As they are stored, sealed."""
        lanes = {lane: secret.hex() for lane, secret in self.lanes.items()}
        return {"log": self.log.secret, "chain": self.chain.top, "lanes": lanes, "salt": self.salt.hex()}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> OfficeKeys:
        """As they were stored."""
        lanes = {lane: bytes.fromhex(secret) for lane, secret in plain["lanes"].items()}
        return cls(LogKey.parse(plain["log"]), Chain(plain["chain"]), lanes, bytes.fromhex(plain["salt"]))

    def salt_for(self, purpose: str) -> bytes:
        """The salt of a commitment: a function of its purpose, so that doing a thing again gives the same bytes."""
        return hmac.digest(self.salt, f"pbem-salt/1 {purpose}".encode(), sha256)


class Office:
    """Everything at hand for one command."""

    def __init__(self, desk: Desk, ring: Keyring, now: datetime, keys: OfficeKeys, book: Book) -> None:
        self.desk, self.ring, self.now, self.keys, self.book = desk, ring, now, keys, book
        #: What the clock says. `now` is never before the newest entry of the record, wherever the clock has gone.
        self.clock = now
        #: Up to when the mailbox has been read, and why not further; None where letters are handed in (match.unread).
        self.read: datetime | None = None
        self.unread = ""
        self.said: list[str] = []
        #: The book as it was last saved here.
        self._saved: dict[str, Any] = {}
        #: Order files as their game read them, by their bytes: a command reads each once.
        self._orders: dict[bytes, Orders] = {}

    @cached_property
    def charter(self) -> Charter:
        """The charter, once it is drawn up, with the keys that count now."""
        charter = self.signed_charter
        ledger = self.desk.read(layout.LEDGER) if self.desk.has(layout.LEDGER) else b""
        return in_force(charter, ledger, self.desk.read)

    @property
    def signed_charter(self) -> Charter:
        """The charter with the keys it was signed with."""
        return parse_charter(self.desk.read(layout.CHARTER), layout.CHARTER)

    @cached_property
    def record(self) -> Record:
        """The public record so far."""
        ledger = Ledger()
        if self.desk.has(layout.LEDGER):
            data = self.desk.read(layout.LEDGER)
            note = self.desk.read(layout.CHECKPOINT) if self.desk.has(layout.CHECKPOINT) else b""
            ledger = parse_ledger(data, layout.LEDGER, signed_lines(data, note, self.keys.log.public))
        return Record(self.desk, self.charter, self.keys.log, ledger)

    @property
    def walk(self) -> Walk:
        """Grammar 2: everything that follows from the record so far."""
        with self.record.step(self.now) as step:
            return step.walk()

    @cached_property
    def terms(self) -> Terms:
        """Returns the terms of play, with the closing times."""
        edition = self.desk.read(EDITION) if self.desk.has(EDITION) else None
        return Terms.of(self.charter.fields, edition)

    @property
    def t(self) -> str:
        """The time, as it is written."""
        return show_time(self.now)

    def committed(self, purpose: str, content: bytes) -> Preimage:
        """A commitment to a text; its length tells little."""
        whole = f"{self.charter.game}/{purpose}"
        return Preimage(whole, self.keys.salt_for(whole), pad(whole, content))

    def save(self) -> None:
        """Everything onto the disk, whole; nothing where nothing is new since this was done last."""
        book = self.book.to_plain()
        if self.desk.staged or book != self._saved:
            self.desk.put_secret(BOOK, book)
            self.desk.commit()
            self._saved = book

    def orders_in(self, data: bytes, file: str) -> Orders:
        """An order file as its game reads it; `file` is what faults call it."""
        if data not in self._orders:
            self._orders[data] = self.terms.game.read_orders(data, file)
        return self._orders[data]

    def undo(self, book: dict[str, Any]) -> None:
        """Forget everything since the last save; the book is again what it was."""
        self.book = Book.from_plain(book)
        self.desk.forget()
        for name in ("record", "charter", "terms"):
            self.__dict__.pop(name, None)

    def renew(self) -> None:
        """Read the charter and the record anew: somebody's keys have been replaced."""
        for name in ("record", "charter"):
            self.__dict__.pop(name, None)

    def say(self, line: str) -> None:
        """Adds a line for the user who ran the command."""
        self.said.append(line)


@contextmanager
def at_work(root: Path, ring: Keyring, now: datetime) -> Iterator[Office]:
    """The office of a game folder. What is not saved is forgotten."""
    with at_desk(root, ring) as desk:
        keys = OfficeKeys.from_plain(desk.secret(KEYS))
        office = Office(desk, ring, now, keys, Book.from_plain(desk.secret(BOOK)))
        ledger = desk.read(layout.LEDGER) if desk.has(layout.LEDGER) else b""
        check_whole(desk, office.book, ledger)
        office.now = max(now, newest_entry(ledger) or now)
        yield office


def check_whole(desk: Desk, book: Book, ledger: bytes) -> None:
    """A folder copied by half, or while somebody was at work in it: nobody could verify what would be entered."""
    if book.stage == "inviting":
        return
    lines = ledger.count(b"\n")
    size = parse_checkpoint(desk.read(layout.CHECKPOINT), layout.CHECKPOINT).size
    if lines != size:
        hint = "copy the folder again while no command is at work in it, whole"
        words = f"has {lines} lines, and its newest checkpoint is of {size}"
        raise bad(words, file=str(desk.root / layout.LEDGER), hint=hint, kind=Kind.MISMATCH)


def newest_entry(ledger: bytes) -> datetime | None:
    """When the newest entry of the record was made: its last line says, without reading the others."""
    lines = ledger.splitlines()
    return parse_time(json.loads(lines[-1])["t"]) if lines else None
