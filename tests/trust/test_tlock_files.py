"""Time-locks: the published files open, ours open at their round, and nothing else opens anything."""

from __future__ import annotations

from typing import Any

import pytest
from bls_engines import engine as engine
from hypothesis import given, settings
from hypothesis import strategies as st
from tools import missing

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.beacon import bls
from pbem.trust.beacon.beacon import DEMO_CHAIN, QUICKNET, OwnChain
from pbem.trust.beacon.bls12381.curves import G2
from pbem.trust.seal import tlock
from pbem.trust.seal.age_format import Stanza, armour, dearmour, encrypt, parse
from pbem.trust.seal.tlock import seal, stanza_round, unseal, wrap

DEMO = DEMO_CHAIN.network
ROUND = 1000
SIGNATURE = DEMO_CHAIN.sign(ROUND)
FILE_KEY = bytes(range(16))


def refusal(sealed: bytes | str, signature: str = SIGNATURE) -> str:
    """The one fault with which the file is refused."""
    with pytest.raises(PbemError) as error:
        unseal(DEMO, sealed, signature)
    assert len(error.value.faults) == 1
    return error.value.faults[0].message


def sealed_with(*stanzas: Stanza) -> bytes:
    return encrypt(FILE_KEY, stanzas, b"orders")


def round_stanza(*words: str, body: bytes | None = None) -> Stanza:
    return Stanza(words or ("tlock", str(ROUND), DEMO.chain), wrap(DEMO, ROUND, FILE_KEY) if body is None else body)


# --------------------------------------------------------------------------------------------------------- vectors
@pytest.mark.usefixtures("engine")
def test_the_files_of_the_vectors_open(vectors: Any) -> None:
    for case in vectors["tlock"]:
        assert stanza_round(case["file"]) == (case["round"], QUICKNET.chain)
        assert unseal(QUICKNET, case["file"], case["signature"]) == case["plain"].encode()


def test_3_5_the_outer_layer_of_the_sample_envelopes_opens_to_an_age_file(vectors: Any) -> None:
    signature = vectors["beacon"]["good"][1]["signature"]
    for envelope in vectors["sample_phase"]["envelopes"].values():
        inner = unseal(QUICKNET, envelope["sealed"], signature)
        assert {stanza.words[0] for stanza in parse(inner).stanzas} >= {"X25519"}


@pytest.mark.usefixtures("engine")
def test_what_is_sealed_to_a_round_opens_with_its_beacon_armoured_or_not() -> None:
    sealed = seal(DEMO, ROUND, b"weigh anchor at dawn")
    assert unseal(DEMO, sealed, SIGNATURE) == b"weigh anchor at dawn"
    assert unseal(DEMO, sealed.encode(), SIGNATURE) == unseal(DEMO, dearmour(sealed.encode()), SIGNATURE)
    assert stanza_round(sealed) == (ROUND, DEMO.chain)


lengths = st.one_of(st.integers(0, 3), st.sampled_from([65535, 65536, 65537, 131072]))


@given(length=lengths, filler=st.binary(max_size=9))
@settings(max_examples=12)
def test_files_of_every_length_come_back_whole(length: int, filler: bytes) -> None:
    plain = (filler * length)[:length].ljust(length, b".")
    assert unseal(DEMO, seal(DEMO, ROUND, plain), SIGNATURE) == plain


def test_the_same_orders_never_look_the_same_when_sealed_twice() -> None:
    assert seal(DEMO, ROUND, b"orders") != seal(DEMO, ROUND, b"orders")


def test_sealing_draws_nothing_but_the_random_bytes_it_is_given() -> None:
    sealed = [seal(DEMO, ROUND, b"orders", random=bytes) for _ in range(2)]
    assert sealed[0] == sealed[1]
    assert unseal(DEMO, sealed[0], SIGNATURE) == b"orders"


# ------------------------------------------------------------------------------------------- the beacon must be it
def test_3_6_the_beacon_of_another_round_opens_nothing() -> None:
    sealed = seal(DEMO, ROUND, b"orders")
    assert refusal(sealed, DEMO_CHAIN.sign(ROUND + 1)) == (
        f"beacon of round {ROUND}: signature is not the network's for this round"
    )
    assert "lower-case hex" in refusal(sealed, "soon")


def test_a_file_sealed_to_another_chain_says_which_is_wanted() -> None:
    other = OwnChain.new(b"another sea", genesis=0)
    with pytest.raises(BadInput) as error:
        unseal(DEMO, seal(other.network, ROUND, b"orders"), other.sign(ROUND))
    assert other.network.chain in error.value.faults[0].message
    assert DEMO.chain in error.value.faults[0].hint


def test_a_file_that_names_a_round_it_is_not_sealed_to_is_refused() -> None:
    """Else a player could name a late round and let a friend open an early one."""
    wrong = Stanza(("tlock", str(ROUND), DEMO.chain), wrap(DEMO, ROUND - 1, FILE_KEY))
    assert refusal(sealed_with(wrong)) == "is not sealed to the round it names, or was changed since"


def test_no_file_can_be_sealed_to_no_round() -> None:
    with pytest.raises(BadInput, match="round 0"):
        seal(DEMO, 0, b"")


# ------------------------------------------------------------------------------------------------- broken on purpose
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("X25519", "A" * 43), "is not time-locked: its recipient is of the kind 'X25519'"),
        (("tlock",), "does not say its round and chain"),
        (("tlock", "01000", DEMO.chain), "does not say its round and chain"),
        (("tlock", "+1000", DEMO.chain), "does not say its round and chain"),
        (("tlock", "9" * 40, DEMO.chain), "does not say its round and chain"),
        (("tlock", "0", DEMO.chain), "does not say its round and chain"),
        (("tlock", "1000", DEMO.chain.upper()), "does not say its round and chain"),
        (("tlock", "1000", DEMO.chain, "more"), "does not say its round and chain"),
        (("tlock", "999999999999", DEMO.chain), "round 999999999999 is not between"),
    ],
)
def test_a_recipient_line_that_is_no_round_is_refused(words: tuple[str, ...], reason: str) -> None:
    assert refusal(sealed_with(round_stanza(*words))).startswith(reason)


def test_a_second_recipient_would_be_a_way_in_before_the_time() -> None:
    assert "has 2 recipients" in refusal(sealed_with(round_stanza(), Stanza(("X25519", "A" * 43), bytes(32))))
    with pytest.raises(BadInput, match="2 recipients"):
        stanza_round(sealed_with(round_stanza(), round_stanza()))


@pytest.mark.usefixtures("engine")
def test_a_wrapping_that_is_no_point_is_refused_with_the_reason() -> None:
    tail = bytes(32)
    bodies = {
        "wraps its key in 127 bytes instead of 128": bytes(127),
        "wraps its key in 0 bytes instead of 128": b"",
        "point in its recipient line is not in compressed form": bytes(128),
        "point in its recipient line is the point at infinity": b"\xc0" + bytes(95) + tail,
        "point in its recipient line is not canonical": b"\x9f" + b"\xff" * 95 + tail,
        "is not sealed to the round it names, or was changed since": G2.encode(G2.generator) + tail,
    }
    for reason, body in bodies.items():
        assert reason in refusal(sealed_with(round_stanza(body=body)))


def test_a_header_made_for_another_key_is_refused() -> None:
    raw = encrypt(bytes(16), [round_stanza()], b"orders")
    assert refusal(raw) == "header was changed: its MAC is not right"


def test_every_changed_byte_is_a_refused_file() -> None:
    raw = dearmour(seal(DEMO, ROUND, b"orders", random=bytes).encode())
    for place in range(len(raw)):
        changed = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        assert refusal(changed), place


def test_every_cut_or_lengthened_file_is_refused() -> None:
    raw = dearmour(seal(DEMO, ROUND, b"orders", random=bytes).encode())
    for length in range(0, len(raw), 7):
        assert refusal(raw[:length]), length
    assert refusal(raw + b"\0") == "payload was changed or cut short"


@given(st.one_of(st.binary(), st.binary().map(lambda tail: b"age-encryption.org/v1\n-> " + tail), st.text()))
def test_garbage_is_one_clear_fault(sealed: Any) -> None:
    assert refusal(sealed)


@given(st.binary(min_size=1, max_size=300).map(armour))
def test_garbage_in_armour_is_one_clear_fault(sealed: str) -> None:
    assert refusal(sealed)


def test_a_check_that_fails_is_told_from_a_file_that_is_none() -> None:
    sealed = seal(DEMO, ROUND, b"orders")
    with pytest.raises(CheckFailed):
        unseal(DEMO, sealed, DEMO_CHAIN.sign(1))
    with pytest.raises(BadInput):
        unseal(DEMO, "orders", SIGNATURE)


def test_an_accelerator_seals_what_plain_python_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = bls.accelerator() or missing("the package py-arkworks-bls12381 is not installed")
    monkeypatch.setattr(bls, "engine", lambda: fast)
    by_fast = seal(DEMO, ROUND, b"orders", random=bytes)
    monkeypatch.setattr(bls, "engine", lambda: bls.PLAIN)
    assert by_fast == seal(DEMO, ROUND, b"orders", random=bytes)
    assert unseal(DEMO, by_fast, SIGNATURE) == b"orders"


def test_the_masks_are_their_own_inverse() -> None:
    assert tlock.mask(tlock.mask(FILE_KEY, b"tag", b"source"), b"tag", b"source") == FILE_KEY
