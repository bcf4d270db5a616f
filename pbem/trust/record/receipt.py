"""Receipts: proof that a line is in the ledger of a signed checkpoint (C2SP tlog-proof, PROTOCOL 3.10).

A player who holds one can always show that their lock was taken in, without the moderator's help.
"""

from __future__ import annotations

import base64

from pbem.base.errors import BadInput, Fault, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.record import merkle
from pbem.trust.record.checkpoint import Checkpoint, VerifierKey, parse_checkpoint, verify_checkpoint
from pbem.trust.record.ledger import Ledger, failed
from pbem.trust.ssh.transport import ATTACH, lf_form, strict_base64

HEADER = "c2sp.org/tlog-proof@v1"
INDEX = pattern(r"index (0|[1-9][0-9]{0,8})")
#: An audit path is as long as the tree is high; sizes have at most nine digits.
MOST_PATH = 32
MOST_BYTES = 32 * 1024


@dataclass(frozen=True, slots=True)
class Receipt:
    """The index of a line, its audit path, and the checkpoint note it leads to."""

    index: int
    path: tuple[bytes, ...]
    note: bytes

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint's parts, signatures unchecked."""
        return parse_checkpoint(self.note)

    def to_bytes(self) -> bytes:
        """The receipt as a file."""
        path = [base64.b64encode(node).decode() for node in self.path]
        return "\n".join([HEADER, f"index {self.index}", *path, "", ""]).encode() + self.note


def make_receipt(ledger: Ledger, index: int, checkpoint: bytes) -> bytes:
    """The receipt of a line under a checkpoint of this ledger; the ledger may have grown since."""
    note = parse_checkpoint(checkpoint)
    if not 0 <= index < note.size <= len(ledger):
        raise bad(f"line {index} is not among the {note.size} lines of the checkpoint")
    ledger.check_prefix(note.size, note.root)
    path = merkle.path(ledger.leaves(note.size), index)
    return Receipt(index, tuple(path), note.to_bytes()).to_bytes()


def parse_receipt(data: bytes, file: str = "") -> Receipt:
    """The receipt's parts, nothing proved yet; exactly as written, or with CRLF for LF."""
    if len(data) > MOST_BYTES:
        raise bad(f"is no receipt: larger than {MOST_BYTES} bytes", file=file)
    form = lf_form(data)
    receipt = read_receipt(form)
    if receipt and receipt.to_bytes() == form:
        parse_checkpoint(receipt.note, file)
        return receipt
    raise BadInput(receipt_fault(form).at(file))


def read_receipt(data: bytes) -> Receipt | None:
    """A lenient reading, to be compared with what the strict writer makes of it."""
    head, _, note = data.partition(b"\n\n")
    lines = head.decode("utf-8", errors="replace").split("\n")
    index = INDEX.fullmatch(lines[1]) if len(lines) > 1 else None
    path = [strict_base64(line) for line in lines[2:]]
    if lines[0] != HEADER or not index or len(path) > MOST_PATH:
        return None
    nodes = tuple(node for node in path if node is not None and len(node) == 32)
    return Receipt(int(index[1]), nodes, note) if len(nodes) == len(path) else None


def receipt_fault(data: bytes) -> Fault:
    """The first part of a receipt that is not as it should be."""
    lines = data.decode("utf-8", errors="replace").split("\n")
    if lines[0].startswith(">"):
        return Fault("receipt is quoted: its lines begin with '>'", line=1, hint=ATTACH)
    if lines[0] != HEADER:
        return Fault("this is no receipt", line=1, excerpt=lines[0], column=1, hint=f"its first line reads {HEADER}")
    if len(lines) < 2 or not INDEX.fullmatch(lines[1]):
        return Fault("receipt names no line of the ledger", line=2, hint="the second line reads 'index <number>'")
    for number, line in enumerate(lines[2:], 3):
        if line and len(strict_base64(line) or b"") != 32:
            return Fault("receipt holds a line that is no hash", line=number, excerpt=line, column=1, hint=ATTACH)
        if not line:
            return Fault(f"receipt has more than {MOST_PATH} hashes", line=number)
    return Fault("receipt is cut off before its checkpoint", line=len(lines), hint=ATTACH)


def verify_receipt(data: bytes, line: bytes, vkey: str | VerifierKey, file: str = "") -> Receipt:
    """The receipt, proved: the log key signed a ledger in which exactly this line stands at this index."""
    receipt = parse_receipt(data, file)
    note = verify_checkpoint(receipt.note, vkey, file)
    if receipt.index >= note.size:
        raise failed(f"receipt names line {receipt.index} of a ledger of {note.size} lines", file=file)
    if not merkle.verify_path(line, receipt.index, note.size, list(receipt.path), note.root):
        raise failed(
            f"receipt does not lead from line {receipt.index} to the root of its checkpoint", file=file,
            hint="the line is not the one the receipt was made for, or the receipt was altered",
        )  # fmt: skip
    return receipt
