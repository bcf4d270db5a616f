"""Receipts: a player can show for ever that his lock was taken in (PROTOCOL 3.10)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.record.checkpoint import LogKey
from pbem.trust.record.ledger import Ledger, parse_ledger
from pbem.trust.record.receipt import make_receipt, parse_receipt, verify_receipt

T = "2026-11-18T20:00:00Z"
ORIGIN = "pbem.example/trafalgar-4f1c9a"


@pytest.fixture
def ledger(vectors: Any) -> Ledger:
    return parse_ledger("".join(line + "\n" for line in vectors["sample_phase"]["ledger"]).encode())


def test_receipt_axis_is_made_and_verified_to_the_byte(vectors: Any, ledger: Ledger) -> None:
    sample = vectors["sample_phase"]
    receipt = sample["receipt_axis"].encode()
    assert make_receipt(ledger, 6, sample["checkpoint_locked"].encode()) == receipt
    found = verify_receipt(receipt, ledger[6].line, sample["log_vkey"])
    assert (found.index, found.checkpoint.size, found.to_bytes()) == (6, 8, receipt)
    assert verify_receipt(receipt.replace(b"\n", b"\r\n"), ledger[6].line, sample["log_vkey"]) == found


def test_every_changed_lost_or_added_byte_is_refused(vectors: Any, ledger: Ledger) -> None:
    sample = vectors["sample_phase"]
    good = sample["receipt_axis"].encode()
    for place in range(len(good)):
        spoilt = bytearray(good)
        spoilt[place] ^= 1
        for text in (bytes(spoilt), good[:place] + good[place + 1 :], good[:place] + b"A" + good[place:]):
            with pytest.raises(PbemError):
                verify_receipt(text, ledger[6].line, sample["log_vkey"])


def test_every_changed_byte_of_the_line_is_refused(vectors: Any, ledger: Ledger) -> None:
    sample = vectors["sample_phase"]
    for place in range(len(ledger[6].line)):
        spoilt = bytearray(ledger[6].line)
        spoilt[place] ^= 1
        with pytest.raises(CheckFailed, match="does not lead"):
            verify_receipt(sample["receipt_axis"].encode(), bytes(spoilt), sample["log_vkey"])


def test_every_line_of_ledgers_of_every_small_size_has_a_receipt() -> None:
    key, ledger = LogKey.new(ORIGIN), Ledger()
    for size in range(1, 18):
        ledger.append("ruling" if len(ledger) else "charter", T, sha256=str(size))
        checkpoint = key.sign_checkpoint(ORIGIN, size, ledger.root)
        for index in range(size):
            receipt = make_receipt(ledger, index, checkpoint)
            assert verify_receipt(receipt, ledger[index].line, key.vkey).index == index
            with pytest.raises(CheckFailed):
                verify_receipt(receipt, ledger[(index + 1) % size].line + b" ", key.vkey)


def test_a_receipt_is_of_its_ledger_and_its_checkpoint(vectors: Any, ledger: Ledger) -> None:
    sample = vectors["sample_phase"]
    with pytest.raises(BadInput, match="not among the 5 lines"):
        make_receipt(ledger, 5, sample["checkpoint_phase_open"].encode())
    with pytest.raises(CheckFailed, match="another root"):
        make_receipt(ledger, 5, vectors["equivocation"]["b"].encode())
    beyond = sample["receipt_axis"].replace("index 6", "index 8").encode()
    with pytest.raises(CheckFailed, match="line 8 of a ledger of 8 lines"):
        verify_receipt(beyond, ledger[6].line, sample["log_vkey"])


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("", "no receipt", 1),
        ("> c2sp.org/tlog-proof@v1\n", "quoted", 1),
        ("c2sp.org/tlog-proof@v1\nindex 06\n", "names no line", 2),
        ("c2sp.org/tlog-proof@v1\n", "names no line", 2),
        ("c2sp.org/tlog-proof@v1\nindex 6\nAAAA\n", "no hash", 3),
        ("c2sp.org/tlog-proof@v1\nindex 6\n" + ("A" * 43 + "=\n") * 33 + "\n", "more than 32", 36),
        ("c2sp.org/tlog-proof@v1\nindex 6\n" + "A" * 43 + "=", "cut off", 3),
        ("c2sp.org/tlog-proof@v1\nindex 6\n\npbem.example/x\n", "states no size", 2),
        ("x" * 40_000, "larger than", 0),
    ],
)
def test_what_is_wrong_with_a_receipt_is_said(text: str, words: str, line: int) -> None:
    with pytest.raises(BadInput) as caught:
        parse_receipt(text.encode(), "axis.proof")
    assert words in caught.value.faults[0].message
    assert (caught.value.faults[0].file, caught.value.faults[0].line) == ("axis.proof", line)
