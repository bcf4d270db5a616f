"""The record itself: the charter and its signatures, the log key, the ledger's tree, every checkpoint over it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from pbem.base.errors import PbemError
from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.record import layout, merkle
from pbem.trust.record.checkpoint import Checkpoint, fork_proof, verify_checkpoint
from pbem.trust.record.ledger import Entry, Ledger, parse_ledger
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey

T = TypeVar("T")


def read_game(audit: Audit) -> Game | None:
    """Charter and ledger; without both, nothing else can be asked."""
    charter = whole(audit, layout.CHARTER, parse_charter)
    ledger = whole(audit, layout.LEDGER, parse_ledger, audit.settled.lines)
    if charter is None or ledger is None:
        return None
    if not len(ledger):
        audit.blame(layout.LEDGER, "is empty", hint="its first line names the charter")
        return None
    with audit.anew():
        audit.count("ledger lines", len(ledger))
    return Game(charter, ledger)


def whole(audit: Audit, name: str, parse: Callable[..., T], *more: int) -> T | None:
    """One of the two files everything hangs on."""
    if name not in audit.present:
        audit.blame(name, "is missing")
    data = audit.read(name)
    return None if data is None else audit.attempt(name, parse, data, name, *more)


# ------------------------------------------------------------------------------------------------------------- charter
def check_charter(audit: Audit, game: Game) -> None:
    """The charter is the ledger's, the log key is the charter's, and everybody has signed (PROTOCOL 3.4)."""
    with audit.anew():
        audit.count("charter")
    if game.entries[0].get("sha256") != game.charter.sha256:
        audit.blame(
            layout.CHARTER, f"has the hash {game.charter.sha256[:16]}..., the ledger begins with another charter's",
            hint=f"line 1 of {layout.LEDGER} states {str(game.entries[0].get('sha256'))[:16]}...",
        )  # fmt: skip
    vkey = audit.read(layout.VKEY)
    if vkey is None or vkey != f"{game.charter.log.vkey}\n".encode("ascii"):
        audit.blame(layout.VKEY, "is not the log key of the charter" if vkey is not None else "cannot be read")
    signed = set[str]()
    for entry in game.of_kind("ack"):
        if "lock" not in entry.fields and entry.text("who") not in signed:
            signed.add(entry.text("who"))  # a second one is blamed where it stands
            if not audit.is_settled(entry):
                check_ack(audit, game.charter, entry)


def check_ack(audit: Audit, charter: Charter, entry: Entry) -> None:
    """A signature of the charter: the file the entry names, by the key the charter names."""
    who = entry.text("who")
    if who not in charter.who():
        return  # the sequence check has said so
    name = layout.charter_signature(who)
    armour = audit.read_for(entry, name)
    if armour is None:
        return
    if audit.attempt(name, signature_holds, charter.keys(who).ssh, charter.data, "charter", armour):
        audit.count("signatures")
    if hash_hex(armour) != entry.get("sig"):
        audit.blame(name, f"is not the signature whose hash entry {entry.n} of the ledger states")


def signature_holds(public: PublicKey, message: bytes, kind: str, armour: bytes) -> bool:
    """True, or CheckFailed."""
    sshsig.verify(public, message, sshsig.namespace(kind), armour)
    return True


# -------------------------------------------------------------------------------------------------------------- ledger
class Subtrees:
    """Every finished subtree of a ledger, hashed once."""

    __slots__ = ("_levels",)

    def __init__(self, ledger: Ledger) -> None:
        level: Sequence[bytes] = [merkle.leaf_hash(line) for line in ledger.leaves()]
        self._levels = [level]
        while len(level) > 1:
            level = [merkle.node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
            self._levels.append(level)

    def edge_at(self, size: int) -> tuple[bytes, ...]:
        """The subtrees that the tree has at a size, the largest first."""
        found, start = [], 0
        for height in range(len(self._levels) - 1, -1, -1):
            if size >> height & 1:
                found.append(self._levels[height][start >> height])
                start += 1 << height
        return tuple(found)


class History:
    """The roots a ledger has had: any costs O(log n). Lines whose tree is known by its edge are not hashed again, but
    for a root that lies before that edge.
    """

    __slots__ = ("_begins", "_edges", "_known", "_ledger", "_subtrees", "size")

    def __init__(self, ledger: Ledger, known: merkle.Frontier | None = None) -> None:
        self.size, self._ledger, self._known = len(ledger), ledger, known
        self._subtrees: Subtrees | None = None
        self._begins = known.size if known else 0
        self._edges = {known.size: known.peaks} if known else {}

    def edge_at(self, size: int) -> tuple[bytes, ...]:
        """The edge of the tree at a size the ledger has had."""
        if self._known is None or size < self._begins:
            self._subtrees = self._subtrees or Subtrees(self._ledger)
            return self._subtrees.edge_at(size)
        while self._known.size < size:
            self._known.append(self._ledger[self._known.size].line)
            self._edges[self._known.size] = self._known.peaks
        return self._edges[size]

    def root_at(self, size: int) -> bytes:
        """The root at such a size."""
        return merkle.Frontier.resumed(size, self.edge_at(size)).root()

    def root_text(self, size: int) -> str:
        """That root as checkpoints and locks write it."""
        return base64.b64encode(self.root_at(size)).decode()


def check_ledger(audit: Audit, game: Game, history: History) -> None:
    """Times never decrease; the checkpoint is of exactly this ledger; all earlier ones are of its beginnings."""
    for before, entry in pairwise(game.entries[max(0, audit.settled.lines - 1) :]):
        if entry.t < before.t:
            audit.blame_entry(entry, f"is of {entry.t}, which is before the entry above it")
    notes = [note for note in earlier_notes(audit, game.charter) if fits(audit, note[0], note[1], history)]
    if layout.CHECKPOINT not in audit.present:
        audit.blame(layout.CHECKPOINT, "is missing", hint="without its checkpoint nobody vouches for a ledger")
    with audit.anew():
        newest = checkpoint_of(audit, game.charter, layout.CHECKPOINT)
    if newest is None:
        return
    if newest.size != history.size:
        more = "lacks lines" if newest.size > history.size else "has lines beyond its checkpoint"
        audit.blame(
            layout.LEDGER, f"{more}: it has {history.size}, the checkpoint is of {newest.size}",
            line=min(newest.size, history.size) + 1,
        )  # fmt: skip
    elif newest.root != history.root_at(newest.size):
        sure = max((note.size for _, note in notes), default=0)
        audit.blame(
            layout.LEDGER, f"has another root than its checkpoint: a line from {sure + 1} to {newest.size} was changed",
            line=sure + 1,
        )  # fmt: skip


def earlier_notes(audit: Audit, charter: Charter) -> list[tuple[str, Checkpoint]]:
    """The checkpoints under checkpoints/, each named by its size, in order of size."""
    found = []
    for name in audit.under("checkpoints"):
        if name not in audit.settled.files and (note := checkpoint_of(audit, charter, name)):
            if name == layout.earlier_checkpoint(note.size):
                found.append((name, note))
            else:
                audit.blame(name, f"is the checkpoint of {note.size} lines", line=2)
    return sorted(found, key=lambda pair: pair[1].size)


def checkpoint_of(audit: Audit, charter: Charter, name: str) -> Checkpoint | None:
    """A checkpoint that the log key signed."""
    data = audit.read(name)
    if data is None:
        return None
    note = signed_note(audit, charter, data, name)
    if note is None:
        return None
    audit.count("checkpoints")
    others = note.others(charter.log)
    if others:
        audit.note(f"{name} is also signed by {', '.join(others)}, whose keys are not the charter's to check")
    return note


def signed_note(audit: Audit, charter: Charter, data: bytes, name: str) -> Checkpoint | None:
    """A checkpoint whose signature is checked once, wherever it is repeated."""
    if data not in audit.signed:
        note = audit.attempt(name, verify_checkpoint, data, charter.log, name)
        if note is None:
            return None
        audit.signed[data] = note
    return audit.signed[data]


def fits(audit: Audit, name: str, note: Checkpoint, history: History) -> bool:
    """Tells if the ledger had this root when it was of this size."""
    if note.size > history.size:
        audit.blame(name, f"is of {note.size} lines; the ledger has only {history.size}", line=2)
        return False
    if note.root != history.root_at(note.size):
        audit.blame(name, f"has another root than the first {note.size} lines of the ledger", line=3)
        return False
    return True


def check_seen(audit: Audit, game: Game, history: History, seen: bytes, file: str) -> None:
    """A checkpoint its reader got earlier, by whatever way: the ledger has grown from it, or somebody was lied to."""
    note = audit.attempt(file, verify_checkpoint, seen, game.charter.log, file)
    if note is None:
        return
    audit.count("checkpoints seen earlier")
    if note.size > history.size:
        audit.blame(
            file, f"is of {note.size} lines; the ledger of the folder has only {history.size}", line=2,
            hint="the folder is older than what you have seen, or lines were taken away",
        )  # fmt: skip
    elif note.root != history.root_at(note.size):
        audit.blame(file, forked(audit, game.charter, note, seen), line=3, hint="keep both: together they are proof")


def forked(audit: Audit, charter: Charter, note: Checkpoint, seen: bytes) -> str:
    """Describes a checkpoint that is not of this ledger; adds a proof if another has the same size."""
    for name in (layout.CHECKPOINT, layout.earlier_checkpoint(note.size)):
        try:
            proof = fork_proof(seen, audit.again(name) or b"", charter.log)
        except PbemError:
            continue
        if proof:
            return f"contradicts '{name}': {proof}"
    return f"is of another ledger: the first {note.size} lines here have another root"
