"""The six words of a charter, computed another way than the program does."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput
from pbem.trust.primitives.word_list import WORDS
from pbem.trust.primitives.words import words_of

DOCS = Path(__file__).parents[2] / "docs"


def test_the_list_is_the_one_that_the_protocol_names() -> None:
    data = (DOCS / "words.txt").read_bytes()
    (due,) = re.findall(r"SHA-256\n`([0-9a-f]{64})`", (DOCS / "protocol.md").read_text(encoding="utf-8"))
    assert sha256(data).hexdigest() == due
    assert data == b"".join(f"{word}\n".encode() for word in WORDS)


def test_the_list_holds_2048_words_that_can_be_told_apart_by_ear() -> None:
    words = WORDS
    assert len(set(words)) == 2048
    assert list(words) == sorted(words)
    assert all(re.fullmatch(r"[a-z]{3,9}", word) for word in words)
    beginnings = {word[:i] + "?" + word[i + 1 :] for word in words for i in range(len(word))}
    assert len(beginnings) == sum(map(len, words))  # no two differ in one letter


@given(st.binary(min_size=32, max_size=32))
def test_words_are_eleven_bits_each_from_the_left(data: bytes) -> None:
    bits = "".join(f"{byte:08b}" for byte in data)
    due = tuple(WORDS[int(bits[at : at + 11], 2)] for at in range(0, 66, 11))
    assert words_of(data.hex()) == due


def test_the_ends_of_the_list_are_reached() -> None:
    assert words_of("0" * 64) == (WORDS[0],) * 6
    assert words_of("f" * 64) == (WORDS[-1],) * 6


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_only_a_hash_has_words(text: str) -> None:
    with pytest.raises(BadInput):
        words_of(text)
