"""Any bytes as a checkpoint, a log key, a receipt or a ledger: a result, or a fault in words.

Beyond that no crash: whatever is read is written back byte for byte, and what verifies says what the log key signed.
"""

from __future__ import annotations

from driver import VECTORS, check_seeds, fuzz

from pbem.trust.record.checkpoint import LogKey, parse_checkpoint, parse_vkey, verify_checkpoint
from pbem.trust.record.ledger import parse_ledger, read_line
from pbem.trust.record.receipt import parse_receipt, verify_receipt
from pbem.trust.ssh.transport import lf_form

SAMPLE = VECTORS["sample_phase"]
VKEY = SAMPLE["log_vkey"]
LINES = [line.encode() for line in SAMPLE["ledger"]]
SIGNED = {parse_checkpoint(SAMPLE[f"checkpoint_{name}"].encode()).body for name in ("phase_open", "locked", "result")}
SIGNED |= {parse_checkpoint(VECTORS["equivocation"][name].encode()).body for name in "ab"}
LOG = LogKey.new("pbem.example/fuzz-4f1c9a")


def checkpoints(data: bytes) -> None:
    """One spelling; only what the log key has signed verifies."""
    assert parse_checkpoint(data).to_bytes() == lf_form(data)
    assert verify_checkpoint(data, VKEY).body in SIGNED


def log_keys(data: bytes) -> None:
    """A key that is read is written back as it was."""
    text = data.decode("utf-8", errors="replace")
    assert parse_vkey(text).vkey == text.removesuffix("\n")


def secret_keys(data: bytes) -> None:
    """The same for the secret line."""
    text = data.decode("utf-8", errors="replace")
    assert LogKey.parse(text).secret == text.removesuffix("\n")


def receipts(data: bytes) -> None:
    """One spelling; only lines of the sample ledger are proved, and only by what was signed."""
    receipt = parse_receipt(data)
    assert receipt.to_bytes() == lf_form(data)
    verify_receipt(data, LINES[6], VKEY)
    assert (receipt.index, receipt.checkpoint.body in SIGNED) == (6, True)


def ledgers(data: bytes) -> None:
    """What is read is the file."""
    assert parse_ledger(data).to_bytes() == data


def lines(data: bytes) -> None:
    """A line is its own canonical form."""
    assert read_line(data, 1).line == data


READERS = (checkpoints, log_keys, secret_keys, receipts, ledgers, lines)


def one_input(data: bytes) -> None:
    """The first byte says what the rest is taken for."""
    if data:
        READERS[data[0] % len(READERS)](data[1:])


def seeds() -> list[bytes]:
    """A good example of each, to start from."""
    ledger = b"\n".join(LINES) + b"\n"
    notes = (SAMPLE["checkpoint_locked"], VKEY, LOG.secret, SAMPLE["receipt_axis"])
    texts = (*notes, ledger.decode(), SAMPLE["ledger"][1])
    return [bytes([kind]) + text.encode() for kind, text in enumerate(texts)]


if __name__ == "__main__":
    check_seeds(one_input, seeds())
    fuzz(one_input, "checkpoint", seeds())
