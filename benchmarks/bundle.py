"""A finished game in tier moderated, as a public folder: written as a moderator does, long enough to time its audit.

Four seats, a hundred phases; in each every seat locks orders, a hundred public dice fall, five secret lanes are
committed to, and everybody gets a report. All secrets follow from fixed words, but for those of the seals and the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from pbem import DOMAIN
from pbem.base.clock import show_time
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.lanes import SecretLog, lane_key, secret_commitment
from pbem.trust.dice.seed import Link, Seed
from pbem.trust.orders.account import Account
from pbem.trust.orders.envelope import Draft, make_envelope
from pbem.trust.people.charter import write_charter
from pbem.trust.primitives.chain import Chain
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint
from pbem.trust.record.layout import CHECKPOINT, Occasion, seed_file
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import Ed25519Signer, ed25519_from_seed
from pbem.trust.write_folder import BundleWriter, Step

GAME = "benchmark-4f1c9a"
SEATS = ("england", "france", "netherlands", "spain")
WHO = ("moderator", *SEATS)
LANES = ("mod", *(f"side:{seat}" for seat in SEATS))
PHASES = 100
ROLLS_A_PHASE = 100
HIDDEN_A_LANE = 5
DICE = ("2d6", "1d10", "3d6", "1d100")
BEGAN = datetime(2026, 11, 1, 18, tzinfo=UTC)
DAY = timedelta(days=1)


def secret(what: str) -> bytes:
    """32 bytes that stand for a secret; good for nothing but a benchmark."""
    return sha256(f"pbem benchmark: {what}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Person:
    """The moderator or a player, with his keys."""

    signer: Ed25519Signer
    chain: Chain

    @classmethod
    def called(cls, who: str) -> Person:
        """The same person in every run."""
        return cls(ed25519_from_seed(secret(who)), Chain(secret(f"{who} chain").hex()))

    def keys(self) -> dict[str, str]:
        """The public ones, as the charter lists them."""
        return {"ssh": self.signer.public.line(), "age": seal.new_identity()[1], "chain": self.chain.anchor}

    def link(self, index: int) -> Link:
        """A value of the chain, opened."""
        return Link(index, self.chain.value(index))


class WithoutReceipts(BundleWriter):
    """A pen for games so long that receipts would take minutes; nobody has to have one."""

    def give_receipts(self, entries: object = None, note: object = None) -> None:
        """None are given."""


def build(folder: Path, share: float = 1.0, pen: type[BundleWriter] = BundleWriter) -> Path:
    """Write the whole public folder and return it; a share below 1 makes a shorter game, one above 1 a longer one."""
    people = {who: Person.called(who) for who in WHO}
    writer = open_game(folder, people, pen)
    for number in range(1, max(2, round(PHASES * share)) + 1):
        play_phase(writer, people, number)
    return folder


def open_game(folder: Path, people: dict[str, Person], pen: type[BundleWriter]) -> BundleWriter:
    """Charter, log key, everybody's signature."""
    log = LogKey.new(f"{DOMAIN}/{GAME}")
    charter = write_charter({
        "game": GAME, "rules": "benchmark 1.0.0", "rules_sha256": secret("rules").hex(), "tier": "moderated",
        "log": log.vkey, "moderator": {"name": "Benchmark", **people["moderator"].keys()},
        "seats": [{"seat": seat, **people[seat].keys()} for seat in SEATS],
        "lanes": [{"lane": lane, "secret": secret_commitment(lane, secret(lane))} for lane in LANES],
    }, grammar=2)  # fmt: skip
    namespace = sshsig.namespace("charter")
    signatures = {who: sshsig.sign(person.signer, charter, namespace) for who, person in people.items()}
    return pen.open_game(folder, charter, log, BEGAN, signatures)


def play_phase(writer: BundleWriter, people: dict[str, Person], number: int) -> None:
    """One phase in three steps: opened for orders, orders taken in, adjudicated."""
    occasion, moment = Occasion(f"t{number:03d}.combat"), BEGAN + number * DAY
    with writer.step(moment) as step:
        step.phase_opened(occasion, moment + DAY)
    with writer.step(moment) as step:
        seen = Account(*parse_checkpoint((writer.folder / CHECKPOINT).read_bytes()).seen, show_time(moment))
        for seat in SEATS:
            lock_orders(step, people[seat], seat, occasion, number, seen)
    with writer.step(moment + DAY) as step:
        adjudicate(step, occasion, people, number)


def lock_orders(
    step: Step, player: Person, seat: str, occasion: Occasion, number: int, account: Account
) -> None:
    """A seat's envelope, taken in."""
    orders = f"pbem: orders/1\nseat: {seat}\nphase: {occasion.phase}\norders: []\n".encode()
    draft = Draft(seat=seat, phase=occasion.phase, content=orders, value=player.link(number), account=account)
    salt = secret(f"salt {seat} {occasion.phase}")
    step.lock_received(make_envelope(step.writer.charter, draft, player.signer, salt=salt))


def adjudicate(step: Step, occasion: Occasion, people: dict[str, Person], number: int) -> None:
    """Locked, seeded, rolled, told. Which locks and values are due is known here, and asked of no walk."""
    size = len(step.ledger)
    locks = [step.ledger[line].text("lock") for line in range(size - len(SEATS), size)]
    step.enter("locked", **occasion.fields, locks=list(locks))
    links = tuple((seat, people[seat].link(number)) for seat in SEATS)
    seed = Seed(step.writer.charter.sha256, occasion.phase, 1, people["moderator"].link(number), links)
    step.enter("seed", **occasion.fields, sha256=step.file(seed_file(occasion), seed.to_bytes()))
    dice = Dice(seed.key)
    for combat in range(ROLLS_A_PHASE):
        dice.roll(f"combat/{combat:04d}/n1", DICE[combat % len(DICE)])
    step.rolls(occasion, dice.log())
    for lane in LANES:
        hidden_dice(step, occasion, lane, lane_key(secret(lane), seed.key, lane))
    tell(step, occasion)


def hidden_dice(step: Step, occasion: Occasion, lane: str, key: bytes) -> None:
    """A lane's dice, committed to."""
    hidden = Dice(key)
    for search in range(HIDDEN_A_LANE):
        hidden.roll(f"search/{search:04d}", "1d6")
    step.srolls(occasion, SecretLog(lane, key, hidden.log_lines()), key)


def tell(step: Step, occasion: Occasion) -> None:
    """What each seat is told and how things stand, hidden; what everybody is told; the escrow."""
    phase = occasion.phase
    for seat in SEATS:
        salt = secret(f"report {seat} {phase}")
        step.report(occasion, seat, Preimage(f"{GAME}/report/{seat}/{phase}", salt, b"nothing new\n"))
    step.state(occasion, Preimage(f"{GAME}/state/{phase}", secret(f"state {phase}"), b"all quiet\n"))
    step.public_report(occasion, f"{phase}.txt", f"Phase {phase}: a hundred combats.\n".encode())
    step.enter("escrow", **occasion.fields, sha256=secret(f"escrow {phase}").hex())
