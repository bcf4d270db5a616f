"""No byte of a public folder can change unseen: each is changed in turn, and every change is found.

Each byte is changed in one of two ways by turns, and in the armour of a lock, where all bytes are alike, every third;
the long form changes each byte of all files, in both ways outside of armour.

What may be free is written down in `FREE`; of the sample phase, nothing is.
"""

from __future__ import annotations

from typing import Any

import pytest
from long_runs import long_too
from public_folder import MemoryFolder, first_fault, sample_files
from vectors_kit import VECTORS

from pbem.trust.checks.findings import Memo

SAMPLE: dict[str, Any] = VECTORS["sample_phase"]
FILES = sample_files(SAMPLE)
#: The lowest bit of a byte; and the bit that tells small letters from capitals and '-' from a carriage return.
FLIPS = (0x01, 0x20)
#: In the armour of a lock the short form changes one byte of so many.
EVERY = 3
#: File -> the offsets that may change unseen, each with its reason beside it.
FREE: dict[str, frozenset[int]] = {}


@pytest.fixture(scope="module")
def memo() -> Memo:
    """What was computed from files that did not change."""
    known = Memo()
    assert first_fault(MemoryFolder(FILES), known) == ""
    return known


@pytest.mark.parametrize("form", long_too("short", "whole"))
@pytest.mark.parametrize("name", sorted(FILES))
def test_every_byte_of_a_file_counts(name: str, form: str, memo: Memo) -> None:
    folder, whole, short = MemoryFolder(FILES), FILES[name], form == "short"
    armour = whole.index(b"-----BEGIN") if name.startswith("locks/") else len(whole)
    unseen = [
        (offset, flip)
        for offset in (*range(armour), *range(armour, len(whole), EVERY if short else 1))
        for flip in (FLIPS[offset % 2 :][:1] if short or offset >= armour else FLIPS)
        if not first_fault(folder.but(name, flipped(whole, offset, flip)), memo) and offset not in FREE.get(name, ())
    ]
    assert unseen == []


def flipped(data: bytes, offset: int, flip: int) -> bytes:
    """The data with some bits of one byte turned."""
    return data[:offset] + bytes([data[offset] ^ flip]) + data[offset + 1 :]


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_file_that_is_missing_cut_off_or_longer_is_found(name: str, memo: Memo) -> None:
    folder, whole = MemoryFolder(FILES), FILES[name]
    receipts_are_optional = name.startswith(("receipts/", "checkpoints/", "revealed/", "lanes/side-allied.secret"))
    assert first_fault(folder.but(name, None), memo) or receipts_are_optional
    crlf = whole.replace(b"\n", b"\r\n")
    for other in (b"", whole[:-1], whole[: len(whole) // 2], whole + b"\n", whole + b"\0", crlf):
        assert first_fault(folder.but(name, other), memo), other[-40:]


def test_a_comment_behind_a_key_of_the_charter_is_no_free_byte(memo: Memo) -> None:
    changed = FILES["charter.yaml"].replace(b"moderator-ssh-key", b"moderator-ssh-kex")
    assert "charter.yaml:0: has the hash" in first_fault(MemoryFolder(FILES).but("charter.yaml", changed), memo)
