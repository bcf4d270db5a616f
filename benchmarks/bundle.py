"""A finished game in tier moderated, as a public folder: made with the trust core, large enough to time its audit.

Four seats, a hundred phases; in each every seat locks orders, a hundred public dice fall, five secret lanes are
committed to, and everybody gets a report. All secrets follow from fixed words, but for those of the seals and the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from pbem import DOMAIN
from pbem.clock import show_time
from pbem.trust import commit, seal, sshsig
from pbem.trust.chain import Chain
from pbem.trust.charter import Charter, parse_charter, write_charter
from pbem.trust.dice import Dice
from pbem.trust.envelope import Draft, make_envelope
from pbem.trust.lanes import SecretLog, key_commitment, lane_key, secret_commitment
from pbem.trust.ledger import Ledger
from pbem.trust.note import LogKey, parse_checkpoint
from pbem.trust.receipt import make_receipt
from pbem.trust.seed import Link, Seed
from pbem.trust.sshkeys import Ed25519Signer, ed25519_from_seed

T = TypeVar("T")
GAME = "benchmark-4f1c9a"
SEATS = ("england", "france", "netherlands", "spain")
WHO = ("moderator", *SEATS)
LANES = ("mod", *(f"side:{seat}" for seat in SEATS))
PHASES = 100
ROLLS_A_PHASE = 100
HIDDEN_A_LANE = 5
BEGAN = datetime(2026, 11, 1, 18, tzinfo=UTC)


def secret(what: str) -> bytes:
    """32 bytes that stand for a secret; good for nothing but a benchmark."""
    return sha256(f"pbem benchmark: {what}".encode()).digest()


def hash_hex(data: bytes) -> str:
    """SHA-256, as ledgers write it."""
    return sha256(data).hexdigest()


def for_all(make: Callable[[str], T]) -> dict[str, T]:
    """One of something for the moderator and every seat."""
    return {who: make(who) for who in WHO}


def signer_of(who: str) -> Ed25519Signer:
    """Somebody's SSH key."""
    return ed25519_from_seed(secret(who))


def chain_of(who: str) -> Chain:
    """Somebody's chain."""
    return Chain(secret(f"{who} chain").hex())


@dataclass(slots=True)
class Table:
    """Everything the benchmark's moderator and players hold between them."""

    folder: Path
    signers: dict[str, Ed25519Signer] = field(default_factory=lambda: for_all(signer_of))
    chains: dict[str, Chain] = field(default_factory=lambda: for_all(chain_of))
    log: LogKey = field(default_factory=lambda: LogKey.new(f"{DOMAIN}/{GAME}"))
    ledger: Ledger = field(default_factory=Ledger)
    charter_bytes: bytes = b""
    moment: datetime = BEGAN

    @property
    def charter(self) -> Charter:
        """The charter, read as any player reads it."""
        return parse_charter(self.charter_bytes)

    def write(self, name: str, data: bytes) -> str:
        """A file of the public folder, and its hash; nothing here needs to survive a power cut."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return hash_hex(data)

    def enter(self, kind: str, **fields: Any) -> int:
        """A line of the ledger, a minute after the last; its number."""
        self.moment += timedelta(minutes=1)
        return self.ledger.append(kind, show_time(self.moment), **fields).n

    def checkpoint(self) -> bytes:
        """The ledger as it is now, signed; it stands as the newest and under its size."""
        note = self.log.sign_checkpoint(self.log.public.name, len(self.ledger), self.ledger.root)
        self.write("checkpoint", note)
        self.write(f"checkpoints/{len(self.ledger)}", note)
        return note

    def link(self, who: str, index: int) -> Link:
        """A chain's value, opened."""
        return Link(index, self.chains[who].value(index))


def build(folder: Path, share: float = 1.0) -> Path:
    """Write the whole public folder and return it; a share below 1 makes a shorter game."""
    table = Table(folder)
    open_game(table)
    charter = table.charter
    for number in range(1, max(2, round(PHASES * share)) + 1):
        play_phase(table, charter, number)
    table.write("ledger.jsonl", table.ledger.to_bytes())
    table.checkpoint()
    return folder


def keys_of(table: Table, who: str) -> dict[str, str]:
    """A party's public keys, as the charter lists them."""
    _, age = seal.new_identity()
    return {"ssh": table.signers[who].public.line(), "age": age, "chain": table.chains[who].anchor}


def open_game(table: Table) -> None:
    """Charter, log key, everybody's signature."""
    charter = {
        "game": GAME, "rules": "benchmark 1.0.0", "rules_sha256": hash_hex(b"no rules"),
        "tier": "moderated", "log": table.log.vkey,
        "moderator": {"name": "Benchmark", **keys_of(table, "moderator")},
        "seats": [{"seat": seat, **keys_of(table, seat)} for seat in SEATS],
        "lanes": [{"lane": lane, "secret": secret_commitment(lane, secret(lane))} for lane in LANES],
    }  # fmt: skip
    table.charter_bytes = write_charter(charter)
    table.enter("charter", sha256=table.write("charter.yaml", table.charter_bytes))
    table.write("log.vkey", f"{table.log.vkey}\n".encode())
    for who in WHO:
        armour = sshsig.sign(table.signers[who], table.charter_bytes, sshsig.namespace("charter"))
        table.enter("ack", who=who, sig=table.write(f"charter.{who}.sig", armour.encode()))
    table.checkpoint()


def play_phase(table: Table, charter: Charter, number: int) -> None:
    """One phase from its opening to its reports: twenty lines of ledger."""
    phase = f"t{number:03d}.combat"
    deadline = show_time(table.moment + timedelta(days=1))
    table.enter("phase", phase=phase, attempt=1, deadline=deadline)
    seen = parse_checkpoint((table.folder / "checkpoint").read_bytes()).seen
    locked = {seat: lock_orders(table, charter, seat, phase, number, seen) for seat in SEATS}
    table.enter("locked", phase=phase, attempt=1, locks=[lock for lock, _ in locked.values()])
    note = table.checkpoint()
    for seat, (_, line) in locked.items():
        table.write(f"receipts/{seat}-{phase}-1.proof", make_receipt(table.ledger, line, note))
    roll_dice(table, charter, phase, number)
    report(table, phase)


def lock_orders(
    table: Table, charter: Charter, seat: str, phase: str, number: int, seen: tuple[int, str]
) -> tuple[str, int]:
    """A seat's envelope, taken in: its lock's hash, and its line."""
    orders = f"pbem: orders/1\nseat: {seat}\nphase: {phase}\norders: []\n".encode()
    draft = Draft(seat=seat, phase=phase, content=orders, value=table.link(seat, number), seen=seen)
    envelope = make_envelope(charter, draft, table.signers[seat], salt=secret(f"salt {seat} {phase}"))
    table.write(f"locks/{envelope.name}", envelope.to_bytes())
    lock = hash_hex(envelope.lock_bytes)
    fields = {"phase": phase, "attempt": 1, "seat": seat, "seq": 1, "orders": envelope.lock.orders}
    return lock, table.enter("lock", lock=lock, **fields)


def roll_dice(table: Table, charter: Charter, phase: str, number: int) -> None:
    """The seed, the public log, and a commitment to each lane's hidden one."""
    seats = tuple((seat, table.link(seat, number)) for seat in SEATS)
    seed = Seed(charter.sha256, phase, 1, table.link("moderator", number), seats)
    common = {"phase": phase, "attempt": 1}
    table.enter("seed", sha256=table.write(f"seeds/{phase}.seed", seed.to_bytes()), **common)
    dice = Dice(seed.key)
    for combat in range(ROLLS_A_PHASE):
        dice.roll(f"combat/{combat:04d}/n1", ("2d6", "1d10", "3d6", "1d100")[combat % 4])
    table.enter("rolls", lane="pub", sha256=table.write(f"rolls/{phase}.rolls", dice.log()), **common)
    for lane in LANES:
        key = lane_key(secret(lane), seed.key, lane)
        hidden = Dice(key)
        for search in range(HIDDEN_A_LANE):
            hidden.roll(f"search/{search:04d}", "1d6")
        root = SecretLog(lane, key, hidden.log_lines()).root.hex()
        table.enter("srolls", lane=lane, root=root, key=key_commitment(lane, key), **common)


def report(table: Table, phase: str) -> None:
    """What each seat is told and how things stand, as commitments; what everybody is told, in the open."""
    common = {"phase": phase, "attempt": 1}
    for seat in SEATS:
        told = commit.commit(f"{GAME}/report/{seat}/{phase}", secret(f"report {seat} {phase}"), b"nothing new\n")
        table.enter("report", seat=seat, commit=told, **common)
    state = commit.commit(f"{GAME}/state/{phase}", secret(f"state {phase}"), b"all quiet\n")
    table.enter("state", commit=state, **common)
    told_to_all = table.write(f"public/{phase}.txt", f"Phase {phase}: a hundred combats.\n".encode())
    table.enter("report", sha256=told_to_all, **common)
    table.enter("escrow", sha256=hash_hex(secret(f"escrow {phase}")), **common)
    table.checkpoint()
