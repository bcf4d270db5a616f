"""PROTOCOL 3.5: commitments."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.primitives.commit import (
    STEP_BYTES,
    Preimage,
    commit,
    new_salt,
    orders_purpose,
    pad,
    pad_orders,
    parse_preimage,
    preimage,
)

ENVELOPES = VECTORS["sample_phase"]["envelopes"]
SALT = bytes(range(32))

purposes = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=200)
salts = st.binary(min_size=32, max_size=32)
texts = st.text(max_size=3000).map(lambda text: text.encode() + b"\n")


@pytest.mark.parametrize("vector", VECTORS["dice"]["commits"], ids=lambda v: v["purpose"])
def test_3_5_a_published_commitment_comes_out(vector: Any) -> None:
    assert commit(vector["purpose"], bytes.fromhex(vector["salt"]), vector["content"].encode()) == vector["commit"]


@pytest.mark.parametrize("seat", ENVELOPES)
def test_3_5_the_sample_orders_are_read_padded_and_committed_to_as_published(seat: str) -> None:
    vector = ENVELOPES[seat]
    data = vector["orders_preimage"].encode()
    opened = parse_preimage(data)
    assert (opened.purpose, opened.salt.hex()) == (vector["purpose"], vector["salt"])
    assert opened.to_bytes() == data
    assert opened.purpose == orders_purpose("bulge-2023-09-4f1c9a", seat, "t03.axis-combat", 1, 1)
    assert f"orders: {opened.commitment}\n" in vector["lock"]
    orders, _, _ = opened.content.partition(b"# pad")
    assert preimage(opened.purpose, opened.salt, pad(opened.purpose, orders)) == data


@given(purposes, salts, st.binary(max_size=300))
def test_3_5_what_was_committed_to_is_read_back(purpose: str, salt: bytes, content: bytes) -> None:
    data = preimage(purpose, salt, content)
    assert parse_preimage(data) == Preimage(purpose, salt, content)
    assert commit(purpose, salt, content) == hashlib.sha256(data).hexdigest()


@given(purposes, salts, texts)
def test_3_5_padded_orders_fill_whole_kibibytes_and_only_a_comment_is_added(
    purpose: str, salt: bytes, content: bytes
) -> None:
    padded = pad(purpose, content)
    assert len(preimage(purpose, salt, padded)) % STEP_BYTES == 0
    assert padded.startswith(content)
    comment = padded[len(content) :]
    assert comment == b"# pad " + b"." * (len(comment) - 7) + b"\n"
    assert 8 <= len(comment) <= STEP_BYTES + 7
    assert pad(purpose, content) == padded


@pytest.mark.parametrize("left", range(10))
def test_3_5_a_comment_that_does_not_fit_begins_another_kibibyte(left: int) -> None:
    room = STEP_BYTES - len(preimage("x", SALT, b""))
    content = b"a" * (room - left - 1) + b"\n"
    whole = preimage("x", SALT, pad("x", content))
    assert len(whole) == (STEP_BYTES if left >= 8 else 2 * STEP_BYTES)


def test_3_5_orders_of_like_length_cannot_be_told_apart_by_size() -> None:
    sizes = {len(preimage("x", SALT, pad("x", b"a" * n + b"\n"))) for n in range(900)}
    assert sizes == {STEP_BYTES}


def test_3_5_a_text_without_final_line_feed_is_not_padded() -> None:
    with pytest.raises(BadInput, match="not ended by a line feed"):
        pad("x", b"orders: []")
    assert preimage("x", SALT, pad("x", b"")).count(b"\n") == 3


@pytest.mark.parametrize("field", ["game", "seat", "phase", "attempt", "seq"])
def test_3_5_a_copied_commitment_fits_no_other_place(field: str) -> None:
    place: dict[str, Any] = {"game": "g-1", "seat": "axis", "phase": "t03", "attempt": 1, "seq": 1}
    other = place | {field: 2 if isinstance(place[field], int) else "other"}
    assert commit(orders_purpose(**place), SALT, b"x\n") != commit(orders_purpose(**other), SALT, b"x\n")


@pytest.mark.parametrize("data", [
    b"", b"\n\n", b"pbem-commit/1 x\n", b"pbem-commit/1 x\n" + b"0" * 64, b"pbem-commit/2 x\n" + b"0" * 64 + b"\n",
    b"pbem-commit/1\n" + b"0" * 64 + b"\n", b"pbem-commit/1 \n" + b"0" * 64 + b"\n",
    b"pbem-commit/1 x \n" + b"0" * 64 + b"\n", b"pbem-commit/1  x\n" + b"0" * 64 + b"\n",
    b"pbem-commit/1 x\r\n" + b"0" * 64 + b"\n", b"pbem-commit/1 x\n" + b"0" * 64 + b"\r\n",
    b"pbem-commit/1 x\n" + b"0" * 63 + b"\n", b"pbem-commit/1 x\n" + b"A" * 64 + b"\n",
    b"pbem-commit/1 \xc3\xa9\n" + b"0" * 64 + b"\n", b"pbem-commit/1 " + b"x" * 201 + b"\n" + b"0" * 64 + b"\n",
])  # fmt: skip
def test_3_5_any_other_beginning_is_refused(data: bytes) -> None:
    with pytest.raises(BadInput) as refused:
        parse_preimage(data, "axis.orders")
    assert {fault.file for fault in refused.value.faults} == {"axis.orders"}


@given(st.binary(max_size=200))
def test_3_5_whatever_is_taken_for_a_preimage_is_written_the_same(data: bytes) -> None:
    for candidate in (data, b"pbem-commit/1 " + data, b"pbem-commit/1 x\n" + b"0" * 64 + b"\n" + data):
        try:
            opened = parse_preimage(candidate)
        except BadInput:
            continue
        assert opened.to_bytes() == candidate


@pytest.mark.parametrize("salt", [b"", bytes(31), bytes(33)])
def test_3_5_a_salt_has_32_bytes(salt: bytes) -> None:
    with pytest.raises(BadInput, match="is no salt"):
        commit("x", salt, b"")


def test_3_5_two_salts_are_never_the_same() -> None:
    assert len({new_salt() for _ in range(10)}) == 10


KIB = 1024


@pytest.mark.parametrize(
    ("length", "size"),
    [(2, 8), (8 * KIB - 300, 8), (8 * KIB, 16), (15 * KIB, 16), (16 * KIB, 32), (100 * KIB, 128), (255 * KIB, 256)],
)
def test_guess_secrets_from_lengths_and_counts_orders_have_one_size(length: int, size: int) -> None:
    """Threat 19: 8 KiB, then twice that and so on, however little or much is ordered."""
    content = b"a" * (length - 1) + b"\n"
    padded = pad_orders("x", content)
    assert len(preimage("x", SALT, padded)) == size * KIB
    assert padded.startswith(content + b"# pad .")
    assert padded.endswith(b".\n")


@given(purposes, st.integers(1, 300 * KIB))
def test_3_5_padded_orders_never_outgrow_what_an_order_file_may_have_by_more_than_a_step(
    purpose: str, length: int
) -> None:
    """What is sealed is read again with its comment; a doubled size must not push it over the limit of a file."""
    content = b"a" * (length - 1) + b"\n"
    padded = pad_orders(purpose, content)
    whole = len(preimage(purpose, SALT, padded))
    assert whole <= 256 * KIB or whole - len(preimage(purpose, SALT, content)) <= STEP_BYTES + 8
    assert whole in {KIB << power for power in range(3, 9)} or whole % STEP_BYTES == 0
