"""One file of a game, checked by itself: its form, what it says of itself, its signature where a charter is at hand.

The charter is looked for beside the file and one folder up, which is where it stands in a public folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from pbem.base.errors import BadInput, Fault, Kind, PbemError, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass, field
from pbem.trust.beacon.beacon import verify_beacon
from pbem.trust.beacon.drand import Network, network
from pbem.trust.checks.fallen_dice import row
from pbem.trust.dice.lanes import parse_roll_proof
from pbem.trust.dice.seed import Seed, parse_seed
from pbem.trust.folder.read_folder import DiskFolder
from pbem.trust.orders.account import check_seen_word, parse_seen
from pbem.trust.orders.envelope import Expected, check_envelope, parse_envelope
from pbem.trust.orders.lock import STEP_TWO
from pbem.trust.orders.second_letter import check_open, parse_open
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.people.rotation import tenures
from pbem.trust.primitives.chain import leads_to
from pbem.trust.primitives.commit import parse_preimage
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import parse_checkpoint, parse_vkey, verify_checkpoint
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.record.receipt import parse_receipt
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

MOST_BYTES = 64 * 1024 * 1024
NO_CHARTER = "no charter is at hand, so only its form was checked"


@dataclass(slots=True)
class Finding:
    """The result of checking one file."""

    path: Path
    charter: Charter | None
    networks: tuple[Network, ...]
    what: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    demo: bool = False

    def against_charter(self, what: str, check: Callable[[Charter], object]) -> None:
        """A check that needs the charter; its refusal is a mismatch."""
        if self.charter is None:
            self.notes.append(NO_CHARTER)
            return
        self.hold(what, partial(by_any, check, versions(self.path, self.charter)))

    def hold(self, what: str, check: Callable[[], object]) -> None:
        """A check that was made, or that found something."""
        try:
            check()
        except PbemError as error:
            self.faults += (Fault(fault.message, str(self.path), kind=Kind.MISMATCH) for fault in error.faults)
        else:
            self.counts[what] = self.counts.get(what, 0) + 1

    def blame(self, message: str, line: int) -> None:
        """Something that does not match."""
        self.faults.append(Fault(message, str(self.path), line, kind=Kind.MISMATCH))


def examine_file(path: Path, networks: tuple[Network, ...] = ()) -> Finding:
    """Whatever can be said of one file; BadInput where it is none of ours, or not whole."""
    data = lf_form(read_file(path, MOST_BYTES))
    found = Finding(path, charter_near(path, data), networks)
    for opening, (what, check) in KINDS.items():
        if data.startswith(opening):
            found.what = what
            check(found, data)
            found.counts = {what: 1, **found.counts}
            return found
    kinds = ", ".join(what for what, _ in KINDS.values())
    raise bad("is no file of a game that can be checked by itself", file=str(path), hint=f"it would be one of {kinds}")


def charter_near(path: Path, data: bytes) -> Charter | None:
    """The charter in whose folder the file stands."""
    if data.startswith((b"pbem: charter/1\n", b"pbem: charter/2\n")):
        return parse_charter(data, str(path))
    for folder in (path.absolute().parent, path.absolute().parent.parent):
        try:
            return parse_charter(read_file(folder / layout.CHARTER), str(folder / layout.CHARTER))
        except BadInput:
            continue
    return None


def versions(path: Path, charter: Charter) -> list[Charter]:
    """The charter with the keys of each time: which of them a file by itself belongs to, it does not say."""
    for folder in (path.absolute().parent, path.absolute().parent.parent):
        if (folder / layout.LEDGER).is_file() and (folder / layout.CHARTER).is_file():
            ledger = parse_ledger(read_file(folder / layout.LEDGER), str(folder / layout.LEDGER))
            return tenures(charter, ledger, DiskFolder(folder).read).charters
    return [charter]


def by_any(check: Callable[[Charter], object], charters: list[Charter]) -> None:
    """Holds under the keys of some time; where under none, it is said why not under the first."""
    refusals: list[PbemError] = []
    for charter in charters:
        try:
            check(charter)
        except PbemError as error:
            refusals.append(error)
        else:
            return
    raise refusals[0]


# ------------------------------------------------------------------------------------------------------ kinds of file
def charter(found: Finding, data: bytes) -> None:
    """The charter was read already; its signatures are those beside it."""
    assert found.charter is not None  # noqa: S101 - `charter_near` has read it
    for who in found.charter.who():
        sig = found.path.with_name(layout.charter_signature(who))
        if sig.is_file():
            found.hold("signatures", partial(found.charter.check_signature, who, read_file(sig)))
        else:
            found.notes.append(f"there is no signature by '{who}' beside it")


def envelope(found: Finding, data: bytes) -> None:
    """An envelope fits its own lock and, with a charter, its seat's key."""
    read = parse_envelope(data, str(found.path))
    lock = read.lock
    alone = lock.seat if lock.value and lock.opens == STEP_TWO else ""  # which nothing but the folder tells for sure
    due = Expected(phase=lock.phase, attempt=lock.attempt, round=lock.round, alone=alone)
    if read.sealed_sha256 != lock.sealed:
        found.blame("sealed orders are not those the lock was made for", 9)
    else:
        found.against_charter("signatures", lambda charter: check_envelope(read, charter, due))


def second_letter(found: Finding, data: bytes) -> None:
    """An open and the signature beside it."""
    read = parse_open(data, str(found.path))
    armour = read_file(found.path.with_name(f"{found.path.name}.sig"), sshsig.MOST_ARMOUR)
    found.against_charter(
        "signatures",
        lambda charter: check_open(data, armour, charter, phase=read.phase, attempt=read.attempt, lock=read.lock),
    )


def seen_word(found: Finding, data: bytes) -> None:
    """A word about what was seen, and the signature beside it."""
    read = parse_seen(data, str(found.path))
    found.notes.append(f"it is of a ledger of {read.account.size} lines")
    armour = read_file(found.path.with_suffix(".sig"), sshsig.MOST_ARMOUR)
    found.against_charter("signatures", lambda charter: check_seen_word(data, armour, charter))


def checkpoint(found: Finding, data: bytes) -> None:
    """A checkpoint and the log key's signature; or that key's own line."""
    if data.count(b"\n") == 1:
        found.notes.append(f"it is the log key of '{parse_vkey(data.decode('ascii', errors='replace')).name}'")
        return
    note = parse_checkpoint(data, str(found.path))
    found.notes.append(f"it is of {note.size} lines, root {note.root_text}")
    found.against_charter("signatures", lambda charter: verify_checkpoint(data, charter.log))


def receipt(found: Finding, data: bytes) -> None:
    """A receipt: the signature under its checkpoint. Whether it proves its line, the folder can tell."""
    read = parse_receipt(data, str(found.path))
    found.notes.append(f"it is for entry {read.index} of a ledger of {read.checkpoint.size} lines")
    found.against_charter("signatures", lambda charter: verify_checkpoint(read.note, charter.log))


def seed(found: Finding, data: bytes) -> None:
    """A seed: its beacon, and with a charter the chains of all who contributed."""
    read = parse_seed(data, str(found.path))
    found.notes.append(f"the key of its public dice is {read.key.hex()}")
    if read.drand:
        beacon = read.drand
        known = network(beacon.chain, found.networks)
        found.demo = known.demo
        found.hold("beacons", lambda: verify_beacon(known, beacon.round, beacon.signature))
    if found.charter is None:
        found.notes.append(NO_CHARTER)
    else:
        chains(found, found.charter, read)


def chains(found: Finding, charter: Charter, read: Seed) -> None:
    """Every value leads to its owner's anchor."""
    if read.game != charter.sha256:
        found.blame("is of another charter than the one at hand", 2)
        return
    seats = [seat for version in versions(found.path, charter) for seat in version.seats]
    links = [("mod", [charter.moderator.chain], read.mod)]
    for name, link in read.seats:
        people = [keys for seat in seats if seat.seat == name for keys in seat.people]
        links.append((f"seat {name}", [keys.chain for keys in people], link))
    for words, anchors, link in links:
        if any(leads_to(link.value, link.index, anchor) for anchor in anchors):
            found.counts["chain values"] = found.counts.get("chain values", 0) + 1
        else:
            found.blame(f"value {link.index} of '{words}' does not lead to its anchor in the charter", row(read, words))


def ledger(found: Finding, data: bytes) -> None:
    """A ledger and, if it lies there, the checkpoint over it."""
    read = parse_ledger(data, str(found.path))
    found.counts["ledger lines"] = len(read)
    beside = found.path.with_name(layout.CHECKPOINT)
    if not beside.is_file():
        found.notes.append("there is no checkpoint beside it, so nobody vouches for it")
        return
    note = parse_checkpoint(read_file(beside), str(beside))
    found.hold("checkpoints", lambda: read.check_prefix(note.size, note.root))
    found.against_charter("signatures", lambda charter: verify_checkpoint(note.to_bytes(), charter.log))


def commitment(found: Finding, data: bytes) -> None:
    """An opened commitment: what it is for, and what must have been published."""
    read = parse_preimage(data, str(found.path))
    found.notes.append(f"it opens the commitment {read.commitment} for {read.purpose}")


def roll_proof(found: Finding, data: bytes) -> None:
    """One hidden roll shown; the root it belongs to stands in the ledger."""
    read = parse_roll_proof(data, str(found.path))
    found.notes.append(f"it shows '{read.line}' of lane '{read.lane}'; hold it against the root in the ledger")


#: How a file begins -> what it is, and its check.
KINDS: dict[bytes, tuple[str, Callable[[Finding, bytes], None]]] = {
    b"pbem: charter/1\n": ("charter", charter),
    b"pbem: charter/2\n": ("charter", charter),
    b"pbem: lock/1\n": ("locks", envelope),
    b"pbem: lock/2\n": ("locks", envelope),
    b"pbem: open/1\n": ("second letters", second_letter),
    b"pbem: open/2\n": ("second letters", second_letter),
    b"pbem: seen/1\n": ("words about what was seen", seen_word),
    b"pbem-seed/1\n": ("seeds", seed),
    b"c2sp.org/tlog-proof@v1\n": ("receipts", receipt),
    b"pbem.example/": ("checkpoints and log keys", checkpoint),
    b"{": ("ledger", ledger),
    b"pbem-commit/1 ": ("commitments", commitment),
    b"pbem-rollproof/1\n": ("roll proofs", roll_proof),
}
