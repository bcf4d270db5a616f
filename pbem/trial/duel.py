"""`pbem demo`: two captains, one duel. One phase from keys to audit, each step told as it happens.

Everything is real but the opponents: keys are fresh, signatures hold, and the folder that is left can be checked with
`pbem verify`. Only tier beacon takes its round from the demonstration chain, whose secret is public, and says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from pbem import DOMAIN
from pbem.base.clock import show_time
from pbem.base.errors import bad
from pbem.trust.beacon.demo_chain import DEMO_CHAIN, DEMO_NETWORK
from pbem.trust.dice.dice import Dice
from pbem.trust.dice.explain import explain
from pbem.trust.dice.lanes import SecretLog, lane_key, new_lane_secret, secret_commitment
from pbem.trust.dice.seed import Drand, Link, Seed
from pbem.trust.folder.write_folder import BundleWriter, Step
from pbem.trust.orders.envelope import Draft, Envelope, make_envelope, open_envelope
from pbem.trust.orders.second_letter import make_open, parse_open
from pbem.trust.people.charter import MODERATOR, Tier, write_charter
from pbem.trust.primitives.chain import Chain, new_chain
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import LogKey, parse_checkpoint
from pbem.trust.record.layout import Occasion
from pbem.trust.record.receipt import verify_receipt
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import Ed25519Signer, new_ed25519
from pbem.trust.verify import Report, verify_folder

CAPTAINS = ("hardy", "lucas")
LANE = "side:hardy"
PHASE = Occasion("t01.duel")
ORDERS = {
    "hardy": b"pbem: orders/1\nseat: hardy\nphase: t01.duel\naim: rigging\n",
    "lucas": b"pbem: orders/1\nseat: lucas\nphase: t01.duel\naim: hull\n",
}
DAY, MARGIN_HOURS = timedelta(days=1), 12
Say = Callable[[str], None]

WORTH = {
    Tier.MODERATED: "Nobody can choose the dice. A moderator who helps a player could tell him the dice early.",
    Tier.TWO_STEP: (
        "Nobody could know the dice before all orders were locked. A player may stop the phase at his own cost."
    ),
    Tier.BEACON: "Nobody could know the dice or read an order before {moment}, had the beacon been a real one.",
}


@dataclass(slots=True)
class Person:
    """Somebody's secret keys."""

    who: str
    ssh: Ed25519Signer = field(repr=False)
    age: tuple[str, str] = field(default_factory=seal.new_identity, repr=False)
    one_time: tuple[str, str] = field(default_factory=seal.new_identity, repr=False)
    chain: Chain = field(default_factory=new_chain, repr=False)

    @property
    def link(self) -> Link:
        """The first value of the chain."""
        return Link(1, self.chain.value(1))

    @property
    def public(self) -> dict[str, str]:
        """What the charter says of these keys."""
        return {"ssh": self.ssh.public.line(), "age": self.age[1], "chain": self.chain.anchor}


@dataclass(slots=True)
class Duel:
    """The game while it is played: everybody's secrets in one place, as nobody has them in earnest."""

    tier: Tier
    folder: Path
    say: Say
    began: datetime
    game: str = field(default_factory=lambda: f"duel-{secrets.token_hex(3)}")
    people: dict[str, Person] = field(default_factory=dict)
    lanes: dict[str, bytes] = field(default_factory=dict)
    envelopes: dict[str, Envelope] = field(default_factory=dict)

    @property
    def deadline(self) -> datetime:
        """Until when orders are due."""
        return self.began + DAY

    @property
    def round(self) -> int | None:
        """The beacon's round that opens them, in tier beacon."""
        after = self.deadline + timedelta(hours=MARGIN_HOURS)
        return DEMO_NETWORK.round_at(after) if self.tier is Tier.BEACON else None

    @property
    def moment(self) -> datetime:
        """When the dice can be known."""
        return DEMO_NETWORK.time_of(self.round) if self.round else self.deadline

    def show(self, *names: str) -> None:
        """Files that a step made."""
        for name in names:
            self.say(f"    {name}  ({(self.folder / name).stat().st_size} bytes)")


def play(tier: Tier, folder: Path, say: Say, now: datetime) -> Report:
    """The whole story; gives the report of the check at its end."""
    if folder.exists() and any(folder.iterdir()):
        raise bad("is not empty", file=str(folder), hint="name a folder that is still to be made")
    duel = Duel(tier, folder, say, now - 2 * DAY)
    make_keys(duel)
    writer = sign_charter(duel)
    lock_orders(duel, writer)
    seed = make_seed(duel, writer)
    log = roll_dice(duel, writer, seed)
    open_everything(duel, writer, seed, log)
    check_receipt(duel, writer)
    report = check(duel)
    prove_a_roll(duel, seed)
    change_a_byte(duel)
    return report


def heading(duel: Duel, number: int, title: str) -> None:
    """The title of a step."""
    duel.say(f"\n{number}. {title}\n")


# ------------------------------------------------------------------------------------------------------ before the duel
def make_keys(duel: Duel) -> None:
    """Keys for two captains and a moderator."""
    duel.say(f"Two captains, one duel, in tier {duel.tier.value}.")
    heading(duel, 1, "Keys")
    for who in (MODERATOR, *CAPTAINS):
        person = duel.people[who] = Person(who, new_ed25519(who))
        fingerprint = person.ssh.public.fingerprint()[:24]
        duel.say(f"  {who:9}  signs as {fingerprint}..., chain from {person.chain.anchor[:12]}...")
    duel.say("  A chain is a row of hashes whose end is published now; its values are opened one by one, so nobody")
    duel.say("  can pick his share of the dice later.")


def sign_charter(duel: Duel) -> BundleWriter:
    """The charter, signed by all three; its hash is the game from here on."""
    heading(duel, 2, "Charter")
    log = LogKey.new(f"{DOMAIN}/{duel.game}")
    data = write_charter(charter_fields(duel, log))
    signatures = {who: sshsig.sign(person.ssh, data, "charter") for who, person in duel.people.items()}
    writer = BundleWriter.open_game(duel.folder, data, log, duel.began, signatures)
    duel.say(f"  Its hash is the game from here on: {writer.charter.sha256}")
    duel.show(layout.CHARTER, *(layout.charter_signature(who) for who in writer.charter.who()), layout.VKEY)
    return writer


def charter_fields(duel: Duel, log: LogKey) -> dict[str, object]:
    """What the charter says."""
    duel.lanes = {lane: new_lane_secret() for lane in ("mod", *(f"side:{seat}" for seat in CAPTAINS))}
    beacon = {"beacon": DEMO_NETWORK.chain, "margin_hours": MARGIN_HOURS} if duel.tier is Tier.BEACON else {}
    return {
        "game": duel.game, "rules": "duel 1.0.0", "rules_sha256": secrets.token_hex(32), "tier": duel.tier.value,
        "log": log.vkey, "moderator": {"name": "Moderator", **duel.people[MODERATOR].public},
        "seats": [{"seat": seat, **duel.people[seat].public} for seat in CAPTAINS],
        "lanes": [{"lane": lane, "secret": secret_commitment(lane, key)} for lane, key in duel.lanes.items()],
        **beacon,
    }  # fmt: skip


# --------------------------------------------------------------------------------------------------------------- orders
def lock_orders(duel: Duel, writer: BundleWriter) -> None:
    """Each captain locks his orders before anybody can know a die."""
    heading(duel, 3, "Orders, sealed and locked")
    with writer.step(duel.began) as step:
        step.phase_opened(PHASE, duel.deadline, duel.round)
    for seat in CAPTAINS:
        envelope = duel.envelopes[seat] = sealed_orders(duel, writer, seat)
        with writer.step(duel.began + DAY / 2) as step:
            entry = step.lock_received(envelope)
        duel.say(f"  {seat} mails one envelope to everybody, and gets a receipt for entry {entry.n} of the ledger:")
        duel.show(f"locks/{envelope.name}", layout.receipt_file(seat, PHASE, 1))
    with writer.step(duel.deadline) as step:
        locks = step.locked(PHASE)
    duel.say(f"  At the deadline the moderator lists the locks that count: {', '.join(lock[:12] for lock in locks)}.")
    duel.say("  No order can change any more, and no die is known yet.")


def sealed_orders(duel: Duel, writer: BundleWriter, seat: str) -> Envelope:
    """A captain's envelope, as his tier wants it."""
    person = duel.people[seat]
    draft = Draft(
        seat=seat, phase=PHASE.phase, content=ORDERS[seat], round=duel.round,
        value=person.link if duel.tier is Tier.MODERATED else None,
        one_time=person.one_time[1] if duel.tier is Tier.TWO_STEP else "",
        seen=parse_checkpoint((duel.folder / layout.CHECKPOINT).read_bytes()).seen, orders_become_public=True,
    )  # fmt: skip
    return make_envelope(writer.charter, draft, person.ssh, networks=(DEMO_NETWORK,))


# ----------------------------------------------------------------------------------------------------------------- seed
def make_seed(duel: Duel, writer: BundleWriter) -> Seed:
    """The one small file that all dice of the phase follow from."""
    heading(duel, 4, "Seed")
    with writer.step(duel.moment) as step:
        beacon = FRESH[duel.tier](duel, step)
        links = () if beacon else step.links(PHASE)
        seed = Seed(writer.charter.sha256, PHASE.phase, 1, duel.people[MODERATOR].link, links, beacon)
        step.seed(seed)
    for line in seed.to_bytes().decode("ascii").splitlines():
        duel.say(f"    {line[:100]}{'...' if len(line) > 100 else ''}")
    duel.say(f"  Its SHA-256 is the key of every public die: {seed.key.hex()}")
    return seed


def already_opened(duel: Duel, step: Step) -> None:
    """Tier moderated: the captains' values came with their orders."""
    duel.say("  The captains' chain values came with their orders. The moderator adds his, fixed in the charter:")


def second_letters(duel: Duel, step: Step) -> None:
    """Tier two-step: only now does each captain open his value, and the key to his orders."""
    for seat in CAPTAINS:
        person, lock = duel.people[seat], duel.envelopes[seat].lock.sha256
        data, signature = make_open(
            step.writer.charter, seat, PHASE.phase, person.link, person.ssh, lock=lock, one_time=person.one_time[0]
        )
        step.opened(parse_open(data), signature)
        duel.say(f"  {seat} sees his lock on the list and sends his second letter: chain value, key to his orders.")
    duel.say("  With the moderator's value, fixed in the charter, that makes the seed:")


def beacon_of_the_round(duel: Duel, step: Step) -> Drand:
    """Tier beacon: the round that was named when the phase was opened."""
    assert duel.round is not None  # noqa: S101 - tier beacon has one
    signature = DEMO_CHAIN.sign(duel.round)
    duel.say(f"  Round {duel.round} of the beacon comes out at {show_time(duel.moment)}. It opens all envelopes at")
    duel.say("  once, and with the moderator's value, fixed in the charter, it makes the seed. (This is the")
    duel.say("  demonstration chain, whose secret is public; a real game pins drand's quicknet.)")
    return Drand(DEMO_NETWORK.chain, duel.round, signature)


FRESH: dict[Tier, Callable[[Duel, Step], Drand | None]] = {
    Tier.MODERATED: already_opened, Tier.TWO_STEP: second_letters, Tier.BEACON: beacon_of_the_round,
}  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------- dice
def roll_dice(duel: Duel, writer: BundleWriter, seed: Seed) -> SecretLog:
    """The broadsides in the open, a lookout's luck in secret, and what everybody is told."""
    heading(duel, 5, "Dice")
    dice = Dice(seed.key)
    hits = {seat: sum(dice.roll(f"broadside/{seat}/n1", "3d6")) for seat in CAPTAINS}
    dice.roll("events/wind", "draw:3of3")
    hidden_key = lane_key(duel.lanes[LANE], seed.key, LANE)
    hidden = Dice(hidden_key)
    hidden.roll("search/lookout", "1d20")
    log = SecretLog(LANE, hidden_key, hidden.log_lines())
    winner = max(CAPTAINS, key=lambda seat: hits[seat]) if len(set(hits.values())) > 1 else "nobody"
    with writer.step(duel.moment) as step:
        step.rolls(PHASE, dice.log())
        step.srolls(PHASE, log, hidden_key)
        step.public_report(PHASE, f"{PHASE.stem}.txt", f"{winner} has the better of the duel.\n".encode())
    for line in dice.log_lines():
        duel.say(f"    {line}")
    duel.say(f"  {winner} has the better of the duel. One more die fell in the secret lane '{LANE}': the ledger")
    duel.say("  holds only a commitment to it.")
    duel.show(layout.rolls_file(PHASE), f"{layout.PUBLIC}/{PHASE.stem}.txt")
    return log


def open_everything(duel: Duel, writer: BundleWriter, seed: Seed, log: SecretLog) -> None:
    """The game is over: orders and lanes are shown, each against what was published at the time."""
    heading(duel, 6, "The end: what was hidden is shown")
    hidden = "".join(f"{made.line()}\n" for made in log.rolls).encode("ascii")
    with writer.step(duel.moment + DAY / 4) as step:
        for seat in CAPTAINS:
            shown = opened_orders(duel, seat, seed)
            step.revealed(shown)
            duel.say(f"  {seat} had ordered: {shown.content.split(b'# pad')[0].splitlines()[-1].decode()}")
        step.lane_opened(LANE, duel.lanes[LANE], {PHASE: hidden})
    duel.say(f"  The secret die was: {hidden.decode().strip()}")
    duel.show(layout.lane_secret_file(LANE), layout.LEDGER, layout.CHECKPOINT)


def opened_orders(duel: Duel, seat: str, seed: Seed) -> Preimage:
    """A captain's orders, by the key his tier opens them with."""
    person, envelope = duel.people[seat], duel.envelopes[seat]
    if seed.drand:
        return open_envelope(envelope, network=DEMO_NETWORK, beacon=seed.drand.signature)
    key = person.one_time[0] if duel.tier is Tier.TWO_STEP else duel.people[MODERATOR].age[0]
    return open_envelope(envelope, (key,))


# ------------------------------------------------------------------------------------------------------------- checking
def check_receipt(duel: Duel, writer: BundleWriter) -> None:
    """A captain proves from his receipt alone that his lock was taken in."""
    heading(duel, 7, "A receipt")
    entry = writer.ledger.entries("lock", seat=CAPTAINS[0])[0]
    name = layout.receipt_file(CAPTAINS[0], PHASE, 1)
    receipt = verify_receipt((duel.folder / name).read_bytes(), entry.line, writer.charter.log)
    duel.say(f"  {CAPTAINS[0]}'s receipt proves that his lock is entry {receipt.index} of the ledger: from its line")
    duel.say(f"  {len(receipt.path)} hashes lead to the root that the log key signed. Nobody can tell him that his")
    duel.say("  letter never came.")


def check(duel: Duel) -> Report:
    """Everything again, from the files alone."""
    heading(duel, 8, "pbem verify")
    report = verify_folder(duel.folder, extra_networks=(DEMO_NETWORK,))
    for line in report.table():
        duel.say(f"    {line}")
    duel.say("  everything matches" if report.ok else report.faults[0].render())
    duel.say(f"  {WORTH[duel.tier].format(moment=show_time(duel.moment))}")
    return report


def prove_a_roll(duel: Duel, seed: Seed) -> None:
    """One die by hand."""
    heading(duel, 9, "One roll, by hand")
    made = explain(f"broadside/{CAPTAINS[0]}/n1", "3d6", seed.key)
    duel.say(f"  HMAC-SHA256(key, '{made.blocks[0].message}')")
    duel.say(f"    = {made.blocks[0].hex}")
    for step in made.steps:
        skipped = f"skip {', '.join(map(str, step.skipped))}; " if step.skipped else ""
        duel.say(f"    {skipped}{step.kept} mod 6 = {step.number}: the die shows {step.number + 1}")
    duel.say("  'pbem roll' prints this for any roll, with shell lines that come to the same without pbem.")


def change_a_byte(duel: Duel) -> None:
    """Somebody improves a die, by one byte; then it is put back."""
    heading(duel, 10, "One byte changed")
    path = duel.folder / layout.rolls_file(PHASE)
    honest = path.read_bytes()
    line = next(line for line in honest.split(b"\n") if line.startswith(b"broadside/"))
    better = line[:-1] + (b"5" if line.endswith(b"6") else b"6")
    path.write_bytes(honest.replace(line, better))
    duel.say(f"  {layout.rolls_file(PHASE)}: '{line.decode()}' becomes '{better.decode()}'")
    found = verify_folder(duel.folder, extra_networks=(DEMO_NETWORK,)).faults
    duel.say(f"  verify: {found[0].file}, line {found[0].line}: {found[0].message}")
    path.write_bytes(honest)
    if verify_folder(duel.folder, extra_networks=(DEMO_NETWORK,)).ok:
        duel.say("  The byte is put back, and everything matches again.")
