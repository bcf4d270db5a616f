"""The pairing is bilinear, not degenerate, and the same as that of an independent library."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tools import missing

from pbem.trust.beacon import bls
from pbem.trust.beacon.bls12381.curves import G1, G2
from pbem.trust.beacon.bls12381.fields import P, PointError, R
from pbem.trust.beacon.bls12381.hash_to_g1 import expand, hash_to_g1
from pbem.trust.beacon.bls12381.pairing import (
    Lines,
    final_exponentiation,
    gt_bytes,
    lines,
    miller,
    pair,
    product_is_one,
)
from pbem.trust.beacon.bls12381.tower import (
    ONE,
    Fp6,
    Fp12,
    conjugate12,
    cyclotomic_square,
    frobenius12,
    inverse6,
    inverse12,
    mul12,
    reduce6,
    square12,
    wide6,
)

scalars = st.integers(1, R - 1)
numbers = st.integers(0, P - 1)
sixes = st.tuples(numbers, numbers, numbers, numbers, numbers, numbers)
twelves = st.tuples(sixes, sixes)


@cache
def generator_lines() -> Lines:
    return lines(G2.generator)


def power(base: Fp12, exponent: int) -> Fp12:
    result = ONE
    for bit in f"{exponent:b}":
        result = square12(result)
        result = mul12(result, base) if bit == "1" else result
    return result


# ------------------------------------------------------------------------------------------------------- the tower
@given(twelves, twelves, twelves)
@settings(max_examples=20)
def test_the_field_of_degree_twelve_is_a_field(a: Fp12, b: Fp12, c: Fp12) -> None:
    assert mul12(a, b) == mul12(b, a)
    assert mul12(mul12(a, b), c) == mul12(a, mul12(b, c))
    assert square12(a) == mul12(a, a)
    if any(a[0] + a[1]):
        assert mul12(a, inverse12(a)) == ONE


@given(sixes)
@settings(max_examples=10)
def test_the_field_of_degree_six_has_inverses(a: Fp6) -> None:
    if any(a):
        assert reduce6(wide6(a, inverse6(a))) == (1, 0, 0, 0, 0, 0)


def test_the_frobenius_map_is_the_power_p() -> None:
    value: Fp12 = ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    assert frobenius12(value) == power(value, P)


def test_the_short_square_of_the_cyclotomic_subgroup_is_the_square() -> None:
    value = pair(G1.generator, generator_lines())
    assert cyclotomic_square(value) == square12(value)
    assert mul12(value, conjugate12(value)) == ONE


# ----------------------------------------------------------------------------------------------------- the pairing
def test_the_pairing_of_the_generators_has_order_r() -> None:
    value = pair(G1.generator, generator_lines())
    assert value != ONE
    assert power(value, R) == ONE


@given(a=scalars, b=scalars)
@settings(max_examples=6)
def test_the_pairing_is_bilinear(a: int, b: int) -> None:
    p, q = G1.multiply(G1.generator, a), G2.multiply(G2.generator, b)
    product = G1.multiply(G1.generator, a * b % R)
    assert pair(p, lines(q)) == pair(product, generator_lines())


@given(a=scalars)
@settings(max_examples=4)
def test_a_scalar_may_stand_outside(a: int) -> None:
    base = pair(G1.generator, generator_lines())
    assert pair(G1.multiply(G1.generator, a), generator_lines()) == power(base, a)


def test_opposite_pairings_cancel_and_equal_ones_do_not() -> None:
    same, opposite = (G1.generator, generator_lines()), (G1.negate(G1.generator), generator_lines())
    assert product_is_one([same, opposite])
    assert not product_is_one([same, same])
    assert final_exponentiation(miller([same, opposite])) == ONE


# -------------------------------------------------------------------------------------------------------- the hash
#: RFC 9380, J.9.1: message, then x and y of its point.
RFC_TAG = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"
RFC_POINTS = {
    b"": (
        0x052926ADD2207B76CA4FA57A8734416C8DC95E24501772C814278700EED6D1E4E8CF62D9C09DB0FAC349612B759E79A1,
        0x08BA738453BFED09CB546DBB0783DBB3A5F1F566ED67BB6BE0E8C67E2E81A4CC68EE29813BB7994998F3EAE0C9C6A265,
    ),
    b"abc": (
        0x03567BC5EF9C690C2AB2ECDF6A96EF1C139CC0B2F284DCA0A9A7943388A49A3AEE664BA5379A7655D3C68900BE2F6903,
        0x0B9C15F3FE6E5CF4211F346271D7B01C8F3B28BE689C8429C85B67AF215533311F0B8DFAAA154FA6B88176C229F2885D,
    ),
    b"abcdef0123456789": (
        0x11E0B079DEA29A68F0383EE94FED1B940995272407E3BB916BBF268C263DDD57A6A27200A784CBC248E84F357CE82D98,
        0x03A87AE2CAF14E8EE52E51FA2ED8EEFE80F02457004BA4D486D6AA1F517C0889501DC7413753F9599B099EBCBBD2D709,
    ),
}


@pytest.mark.parametrize("message", RFC_POINTS)
def test_rfc_9380_j_9_1_messages_fall_on_their_points(message: bytes) -> None:
    assert hash_to_g1(message, RFC_TAG) == RFC_POINTS[message]


@given(st.binary(max_size=100))
@settings(max_examples=10)
def test_every_hash_lies_in_the_group(message: bytes) -> None:
    point = hash_to_g1(message, bls.TAG)
    assert G1.on_curve(point)
    assert G1.in_subgroup(point)


def test_the_tag_keeps_uses_of_the_hash_apart() -> None:
    assert hash_to_g1(b"round", b"one use") != hash_to_g1(b"round", b"another")
    assert expand(b"m", b"t", 33)[:32] != expand(b"m", b"t", 32)  # the length is part of what is hashed


# --------------------------------------------------------------------------------------- the independent library
@pytest.fixture(scope="module")
def arkworks() -> bls.Engine:
    return bls.accelerator() or missing("the package py-arkworks-bls12381 is not installed")


@given(secret=scalars, message=st.binary(max_size=64))
@settings(max_examples=10)
def test_both_engines_sign_pair_and_judge_alike(arkworks: bls.Engine, secret: int, message: bytes) -> None:
    key, signature = bls.PLAIN.public_key(secret), bls.PLAIN.sign(secret, message)
    assert arkworks.public_key(secret) == key
    assert arkworks.sign(secret, message) == signature
    assert arkworks.pair(signature, key) == bls.PLAIN.pair(signature, key)
    for engine in (arkworks, bls.PLAIN):
        assert engine.holds(key, message, signature)
        assert not engine.holds(key, message + b"!", signature)
        assert not engine.holds(bls.PLAIN.public_key(secret % (R - 1) + 1), message, signature)


@given(st.one_of(st.binary(max_size=60), st.binary(min_size=47, max_size=47).map(lambda tail: b"\x80" + tail)))
@settings(max_examples=60)
def test_both_engines_refuse_the_same_bytes_for_the_same_reason(arkworks: bls.Engine, raw: bytes) -> None:
    assert refusal(arkworks, raw) == refusal(bls.PLAIN, raw)


def refusal(engine: bls.Engine, signature: bytes) -> str:
    try:
        engine.holds(G2.encode(G2.generator), b"", signature)
    except PointError as error:
        return str(error)
    return ""


def test_an_accelerator_that_means_another_pairing_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bls, "PAIRING_OF_GENERATORS", "0" * 64)
    bls.accelerator.cache_clear()
    try:
        assert bls.accelerator() is None
        assert bls.engine() is bls.PLAIN
    finally:
        monkeypatch.undo()
        bls.accelerator.cache_clear()


def test_the_pairing_an_accelerator_is_measured_by_is_ours() -> None:
    from hashlib import sha256

    assert sha256(gt_bytes(pair(G1.generator, generator_lines()))).hexdigest() == bls.PAIRING_OF_GENERATORS
