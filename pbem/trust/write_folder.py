"""Writing a game's public folder: what `pbem verify` reads, laid out as `layout` says.

    writer = BundleWriter.open_game(folder, charter_bytes, log_key, now())
    with writer.step(now()) as step:
        step.ack("moderator", armour)
        step.phase_opened(Occasion("t01.english"), deadline)

A step is written as a whole when it ends well, and not at all when it does not: first its files, then the ledger, then
a checkpoint, then receipts for the locks it took in. Whatever moment a power cut picks, `resume` finds either the
folder of before (and files that the same step writes again) or a ledger that only wants its checkpoint and receipts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Self

from pbem.base.clock import show_time
from pbem.base.errors import Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.trust.dice.lanes import SecretLog, key_commitment
from pbem.trust.dice.seed import Link, Seed
from pbem.trust.grammar.standing import LongWalk
from pbem.trust.grammar.walk import Walk
from pbem.trust.orders.account import Seen
from pbem.trust.orders.envelope import Envelope
from pbem.trust.orders.second_letter import Open
from pbem.trust.orders.which_count import counted_locks, line_of_chains, link_in, links_due, that_matter
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.people.rotation import in_force, read_rotation, tenures
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry, Ledger, Value, parse_ledger
from pbem.trust.record.receipt import make_receipt


def hash_hex(data: bytes) -> str:
    """SHA-256, as the ledger writes it."""
    return sha256(data).hexdigest()


class BundleWriter:
    """The public folder of one game, for the moderator who keeps it."""

    __slots__ = ("charter", "folder", "ledger", "log", "long_walk")

    def __init__(self, folder: Path, charter: Charter, log: LogKey, ledger: Ledger) -> None:
        if log.public != charter.log:
            raise bad("the log key is not the one of the charter", kind=Kind.MISMATCH)
        self.folder, self.charter, self.log, self.ledger = folder, charter, log, ledger
        #: The walk over the ledger so far (grammar 2); each step takes it on.
        self.long_walk = LongWalk()

    @classmethod
    def open_game(
        cls, folder: Path, charter: bytes, log: LogKey, moment: datetime, signatures: Mapping[str, str] | None = None
    ) -> Self:
        """A new folder with its charter, the log's public key, and whatever signatures there are already."""
        if (folder / layout.LEDGER).exists():
            raise bad("a game has been opened here already", file=str(folder / layout.LEDGER))
        writer = cls(folder, parse_charter(charter, str(folder / layout.CHARTER)), log, Ledger())
        with writer.step(moment) as step:
            step.file(layout.CHARTER, writer.charter.data)
            step.file(layout.VKEY, f"{log.vkey}\n".encode("ascii"))
            step.charter_entered(writer.charter)
            for who in writer.charter.who():
                if signatures and who in signatures:
                    step.ack(who, signatures[who])
        return writer

    @classmethod
    def resume(cls, folder: Path, log: LogKey) -> Self:
        """The folder as it was left. A ledger whose checkpoint was cut off is signed; missing receipts are made."""
        charter_path, ledger_path = folder / layout.CHARTER, folder / layout.LEDGER
        written = read_file(ledger_path)
        charter = parse_charter(read_file(charter_path), str(charter_path))
        charter = in_force(charter, written, lambda name: read_file(folder / name))
        writer = cls(folder, charter, log, parse_ledger(written, str(ledger_path)))
        if writer.signed_size() < len(writer.ledger):
            writer.sign()
        writer.give_receipts()
        return writer

    def signed_size(self) -> int:
        """Returns the number of lines under the newest checkpoint, after checking that they are the ledger's."""
        path = self.folder / layout.CHECKPOINT
        if not path.exists():
            return 0
        note = parse_checkpoint(read_file(path), str(path))
        self.ledger.check_prefix(note.size, note.root)
        return note.size

    @contextmanager
    def step(self, moment: datetime) -> Iterator[Step]:
        """Entries and files that belong together, written when the block ends without an error."""
        step = Step(self, moment)
        yield step
        if step.entries:
            self._write(step)

    def _write(self, step: Step) -> None:
        for name, data in step.files.items():
            self._check_new(name, data)
        for name, data in step.files.items():
            write_atomic(self.folder / name, data, shared=True)
        self.ledger = step.ledger
        write_atomic(self.folder / layout.LEDGER, self.ledger.to_bytes(), shared=True)
        note = self.sign()
        self.give_receipts(step.entries, note)

    def _check_new(self, name: str, data: bytes) -> None:
        path = self.folder / name
        if path.exists() and read_file(path) != data:
            raise bad("is there already, with other content", file=str(path), hint="what is public is never replaced")

    def sign(self) -> bytes:
        """A checkpoint over the whole ledger, as the newest and under its size."""
        note = self.log.sign_checkpoint(self.charter.origin, len(self.ledger), self.ledger.root)
        write_atomic(self.folder / layout.earlier_checkpoint(len(self.ledger)), note, shared=True)
        write_atomic(self.folder / layout.CHECKPOINT, note, shared=True)
        return note

    def give_receipts(self, entries: Iterable[Entry] | None = None, note: bytes | None = None) -> None:
        """A receipt under the newest checkpoint for each of these locks and, in grammar 2, openings; by default for
        every one that has none."""
        kinds = ("lock",) if self.charter.grammar == 1 else ("lock", "open")
        for entry in self.ledger if entries is None else entries:
            if entry.kind in kinds and not self.receipt_path(entry).exists():
                note = note or read_file(self.folder / layout.CHECKPOINT)
                write_atomic(self.receipt_path(entry), make_receipt(self.ledger, entry.n, note), shared=True)

    def receipt_path(self, entry: Entry) -> Path:
        """Returns the path of the receipt for a lock, or in grammar 2 for an opening."""
        if entry.kind == "open":
            return self.folder / layout.open_receipt_file(entry.text("seat"), occasion_of(entry))
        return self.folder / layout.receipt_file(entry.text("seat"), occasion_of(entry), entry.number("seq"))


class Step:
    """The lines and files of one step before they are written.

    The ledger here is already the new one; the writer's is still the old.
    """

    __slots__ = ("entries", "files", "ledger", "t", "writer")

    def __init__(self, writer: BundleWriter, moment: datetime) -> None:
        self.writer = writer
        self.ledger = writer.ledger.copy()
        self.entries: list[Entry] = []
        self.files: dict[str, bytes] = {}
        last = writer.ledger[len(writer.ledger) - 1].t if len(writer.ledger) else ""
        #: A clock that was set back must not stop the game: times in a ledger never decrease.
        self.t = max(show_time(moment), last)

    def file(self, name: str, data: bytes) -> str:
        """A file of the folder, and its hash."""
        if self.files.setdefault(name, data) != data:
            raise bad("is written twice in one step, differently", file=name)
        return hash_hex(data)

    def enter(self, kind: str, **fields: Value) -> Entry:
        """A line of the ledger."""
        entry = self.ledger.append(kind, self.t, **fields)
        self.entries.append(entry)
        return entry

    def ack(self, who: str, armour: str) -> Entry:
        """The charter's signature by the moderator or a seat; it has to hold."""
        self.writer.charter.check_signature(who, armour)
        return self.enter("ack", who=who, sig=self.file(layout.charter_signature(who), armour.encode("ascii")))

    def charter_entered(self, charter: Charter) -> Entry:
        """Line 0: which charter, and in grammar 2 which grammar."""
        grammar: dict[str, Value] = {"grammar": charter.grammar} if charter.grammar > 1 else {}
        return self.enter("charter", sha256=charter.sha256, **grammar)

    def phase_opened(
        self, occasion: Occasion, deadline: datetime, round_: int | None = None, alone: str = "", *,
        acts: Iterable[str] | None = None, reason: str = "", by: int | None = None,
    ) -> Entry:  # fmt: skip
        """A phase is open for orders; in tier beacon, with the round that will open and decide it. Grammar 2: `acts`
        are the seats from whom the rules want orders, `reason` and `by` say why an attempt beyond the first is opened.
        """
        fields: dict[str, Value] = {"deadline": show_time(deadline)}
        if acts is not None:
            fields["acts"] = sorted(acts)
        if reason:
            fields["reason"] = reason
        if by is not None:
            fields["by"] = by
        if round_ is not None:
            fields["round"] = round_
        if alone:
            fields["alone"] = alone
        return self.enter("phase", **occasion.fields, **fields)

    def lock_received(self, envelope: Envelope) -> Entry:
        """An envelope that was checked and counts so far; its receipt is made when the step is written."""
        lock = envelope.lock
        occasion = Occasion(lock.phase, lock.attempt)
        self.file(layout.lock_file(lock.seat, occasion, lock.seq), envelope.to_bytes())
        needs = self.writer.charter.seat(lock.seat).needs
        of_team: dict[str, Value] = {"needs": needs} if needs > 1 else {}
        return self.enter(
            "lock", **occasion.fields, seat=lock.seat, seq=lock.seq, lock=hash_hex(envelope.lock_bytes),
            orders=lock.orders, **of_team,
        )  # fmt: skip

    def agreed(self, occasion: Occasion, seat: str, lock: str, word: bytes, armour: bytes) -> Entry:
        """Enters the signed word of one more of a team who agrees to a lock."""
        line = len(self.ledger)
        sig = self.file(layout.amend_signature(line, seat), armour)
        digest = self.file(layout.amend_file(line), word)
        return self.enter("ack", **occasion.fields, who=seat, lock=lock, sha256=digest, sig=sig)

    def plain_orders_received(self, occasion: Occasion, seat: str, seq: int, orders: bytes) -> Entry:
        """A signed order file from a player without the tool (tier moderated): its own hash is the lock."""
        lock = hash_hex(orders)
        return self.enter("lock", **occasion.fields, seat=seat, seq=seq, lock=lock, orders=lock)

    def locked(
        self, occasion: Occasion, but_for: Iterable[str] = (), standing: Iterable[str] = (), *,
        opens_by: datetime | None = None,
    ) -> tuple[str, ...]:  # fmt: skip
        """From here on these locks count: of every seat the newest, but for those that came too late; and those of an
        earlier attempt that stand. In grammar 2 the ledger fixes the list, and of whom nothing is asked; `opens_by` is
        until when openings may come, in tier two-step."""
        if self.writer.charter.grammar == 2:
            return self.locked_by_walk(occasion, opens_by)
        late = tuple(but_for)
        counted = counted_locks(entry for entry in self.of(occasion) if entry.get("lock") not in late)
        locks = (*standing, *(entry.text("lock") for entry in counted))
        self.enter("locked", **occasion.fields, locks=list(locks))
        return locks

    def locked_by_walk(self, occasion: Occasion, opens_by: datetime | None) -> tuple[str, ...]:
        """The same in grammar 2."""
        walk = self.walk()
        attempt = walk.phases[occasion]
        locks = [lock.text("lock") for lock in walk.list_due(attempt).values()]
        fields: dict[str, Value] = {"locks": list(locks)}
        if without := walk.without_due(attempt):
            fields["without"] = list(without)
        if opens_by is not None:
            fields["opens_by"] = show_time(opens_by)
        self.enter("locked", **occasion.fields, **fields)
        return tuple(locks)

    def walk(self) -> Walk:
        """Grammar 2: everything that follows from the ledger so far."""
        return self.writer.long_walk.to(self.writer.charter, self.ledger, self.read_public)

    def of(self, occasion: Occasion) -> tuple[Entry, ...]:
        """All entries of a phase's attempt so far."""
        return self.ledger.entries(None, **occasion.fields)

    def opened(self, opened: Open, signature: str) -> Entry:
        """The second letter of a seat in tier two-step, checked."""
        occasion = Occasion(opened.phase, opened.attempt)
        name = layout.open_file(opened.seat, occasion)
        self.file(f"{name}.sig", signature.encode("ascii"))
        digest = self.file(name, opened.to_bytes())
        of_lock: dict[str, Value] = {"lock": opened.lock} if opened.lock else {}
        return self.enter("open", **occasion.fields, seat=opened.seat, sha256=digest, **of_lock)

    def stray(self, occasion: Occasion, letter: Envelope | Open, signature: str = "") -> Entry:
        """Grammar 2: a letter that came when it could not count any more. It counts for nothing, and its value is used
        up. The signature is that of an opening."""
        lock = isinstance(letter, Envelope)
        digest = hash_hex(letter.lock_bytes) if isinstance(letter, Envelope) else letter.sha256
        name = layout.stray_file("lock" if lock else "open", digest)
        self.file(name, letter.to_bytes())
        if signature:
            self.file(f"{name}.sig", signature.encode("ascii"))
        seat = letter.lock.seat if isinstance(letter, Envelope) else letter.seat
        return self.enter("stray", **occasion.fields, seat=seat, of="lock" if lock else "open", sha256=digest)

    def seen(self, word: Seen, signature: str) -> Entry:
        """Grammar 2: a seat's word about what it has seen of the ledger."""
        line = len(self.ledger)
        sig = self.file(layout.seen_signature(line), signature.encode("ascii"))
        return self.enter("seen", seat=word.seat, sha256=self.file(layout.seen_file(line), word.to_bytes()), sig=sig)

    def moderators_index(self) -> int:
        """Grammar 2: the index that the moderator's value of the next seed has to have."""
        return self.walk().seeds + 1

    def links(self, occasion: Occasion) -> tuple[tuple[str, Link], ...]:
        """The seats' lines of the seed that is due for this phase (PROTOCOL 3.7), in tiers moderated and two-step."""
        charter = self.writer.charter
        if charter.grammar == 2:
            walk = self.walk()
            return walk.links_of(walk.phases[occasion], partial(link_in, charter, read=self.read_public))
        entries = that_matter(charter.tier, tuple(self.ledger), self.of(occasion))
        link_of = partial(link_in, charter, read=self.read_public)
        first = line_of_chains(entries, self.of(occasion), link_of)
        held = tenures(parse_charter(charter.data), self.ledger, self.read_public)
        return links_due(held.at(first), entries, link_of, first)

    def read_public(self, name: str) -> bytes:
        """A file of the folder, or of this step."""
        return self.files[name] if name in self.files else read_file(self.writer.folder / name)

    def seed(self, seed: Seed, occasion: Occasion | None = None) -> Entry:
        """The key of the phase is known from here on. In grammar 2, tier moderated, a seed always says attempt 1, and
        `occasion` which attempt it is made for."""
        occasion = occasion or Occasion(seed.phase, seed.attempt)
        if not self.ledger.entries("locked", **occasion.fields):
            raise bad(f"{occasion} has a seed and no locked orders", hint="locked() comes first", kind=Kind.ILLEGAL)
        return self.enter("seed", **occasion.fields, sha256=self.file(layout.seed_file(occasion), seed.to_bytes()))

    def seed_kept(self, occasion: Occasion, seed: Seed, beacon: str = "", of: int = 0) -> Entry:
        """A phase that all went back to has the seed it had; the beacon of its later round opens its later orders. `of`
        is the attempt that made the seed, where the seed itself does not say so (grammar 2, tier moderated)."""
        later: dict[str, Value] = {"beacon": beacon} if beacon else {}
        return self.enter("seed", **occasion.fields, of=of or seed.attempt, sha256=hash_hex(seed.to_bytes()), **later)

    def rolls(self, occasion: Occasion, log: bytes) -> Entry:
        """The log of the public dice."""
        return self.enter("rolls", **occasion.fields, lane="pub", sha256=self.file(layout.rolls_file(occasion), log))

    def srolls(self, occasion: Occasion, log: SecretLog, key: bytes) -> Entry:
        """A secret lane's dice, committed to and hidden."""
        return self.enter(
            "srolls", **occasion.fields, lane=log.lane, root=log.root.hex(), key=key_commitment(log.lane, key)
        )

    def report(self, occasion: Occasion, seat: str, told: Preimage) -> Entry:
        """Enters a commitment to a seat's report."""
        return self.enter("report", **occasion.fields, seat=seat, commit=told.commitment)

    def public_report(self, occasion: Occasion, name: str, data: bytes) -> Entry:
        """Enters the report for everybody; `name` is the file's name under public/."""
        return self.enter("report", **occasion.fields, sha256=self.file(f"{layout.PUBLIC}/{name}", data))

    def state(self, occasion: Occasion, position: Preimage) -> Entry:
        """Enters a commitment to the position after the phase."""
        return self.enter("state", **occasion.fields, commit=position.commitment)

    def public_text(self, kind: str, name: str, data: bytes, **fields: Value) -> Entry:
        """A ruling, protest or other text everybody reads; `name` is the file's name under public/."""
        return self.enter(kind, **fields, sha256=self.file(f"{layout.PUBLIC}/{name}", data))

    def amended(self, kind: str, text: bytes, signatures: Mapping[str, str], **fields: Value) -> Entry:
        """An `amend` or `reopen`: a text in force once moderator and all seats have signed it."""
        who = self.writer.charter.who()
        if missing := [name for name in who if name not in signatures]:
            raise bad(f"'{missing[0]}' has not signed", kind=Kind.UNSIGNED, hint=f"all of {', '.join(who)} have to")
        line = len(self.ledger)
        sigs = [self.file(layout.amend_signature(line, name), signatures[name].encode("ascii")) for name in who]
        return self.enter(kind, **fields, sha256=self.file(layout.amend_file(line), text), sigs=sigs)

    def rotated(self, text: bytes, accepted: bytes, signatures: Mapping[str, str]) -> Entry:
        """Enters new keys from the next line on: the paper, the acceptance, and the signatures.

        The writer's charter stays as it is. To go on writing, open the folder anew, or ask `rotation`.
        """
        made = read_rotation(text)
        line = len(self.ledger)
        if accepted:
            self.file(layout.acceptance_file(line), accepted)
        by = sorted(signatures)
        sigs = [self.file(layout.amend_signature(line, who), signatures[who].encode("ascii")) for who in by]
        digest = self.file(layout.amend_file(line), text)
        return self.enter("rotate", who=made.who, how=made.how.value, by=by, sigs=sigs, sha256=digest)

    def lane_opened(self, lane: str, secret: bytes, logs: Mapping[Occasion, bytes]) -> Entry:
        """A lane's secret and all its logs so far."""
        for occasion, log in logs.items():
            self.file(layout.lane_rolls_file(lane, occasion), log)
        self.file(layout.lane_secret_file(lane), f"{secret.hex()}\n".encode("ascii"))
        return self.enter("reveal", lane=lane, secret=secret.hex())

    def lane_phase_opened(self, lane: str, occasion: Occasion, key: bytes, log: bytes) -> Entry:
        """A lane's key and log in one phase, where the lane itself stays closed."""
        self.file(layout.lane_rolls_file(lane, occasion), log)
        self.file(layout.lane_key_file(lane, occasion), f"{key.hex()}\n".encode("ascii"))
        return self.enter("reveal", **occasion.fields, lane=lane, key=key.hex())

    def revealed(self, shown: Preimage) -> Entry:
        """Orders, a report or a position that was committed to, shown to everybody."""
        self.file(layout.revealed_file(shown.purpose), shown.to_bytes())
        return self.enter("reveal", purpose=shown.purpose, commit=shown.commitment)
