"""PROTOCOL 2, threat 23: which Ed25519 points may be enrolled."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed
from pbem.trust.ssh.edwards import IDENTITY, L, P, add, check_point, decode, is_identity, multiply
from pbem.trust.ssh.sshkeys import check_enrolment, public_of
from pbem.trust.ssh.sshsig import armour, verify
from pbem.trust.ssh.wire import string

REJECTED = VECTORS["ed25519_reject_at_enrolment"]
WEAK = [bytes.fromhex(key) for key in REJECTED["keys"]]


def encode(x: int, y: int) -> bytes:
    """RFC 8032, 5.1.2."""
    return (y | (x & 1) << 255).to_bytes(32, "little")


def affine(point: tuple[int, int, int, int]) -> tuple[int, int]:
    """Plain coordinates."""
    inverse = pow(point[2], -1, P)
    return point[0] * inverse % P, point[1] * inverse % P


def blob(point: bytes) -> bytes:
    """The SSH key of a point."""
    return string(b"ssh-ed25519") + string(point)


@pytest.mark.parametrize("point", WEAK, ids=bytes.hex)
def test_23_a_key_of_small_order_is_refused_at_enrolment(point: bytes) -> None:
    with pytest.raises(BadInput, match="small order"):
        check_enrolment(public_of(blob(point)))


def test_23_the_signature_nobody_made_satisfies_the_library_and_not_us() -> None:
    """What openssl, cryptography and OpenSSH let pass for the first of the weak keys, for any message."""
    universal = bytes.fromhex(REJECTED["universal_signature_for_first_key"])
    Ed25519PublicKey.from_public_bytes(WEAK[0]).verify(universal, b"any message at all")
    raw = string(b"ssh-ed25519") + string(universal)
    head = b"SSHSIG\0\0\0\1" + string(blob(WEAK[0])) + string(b"pbem-lock@pbem.example") + string(b"")
    text = armour(head + string(b"sha512") + string(raw))
    with pytest.raises(CheckFailed, match="small order"):
        verify(public_of(blob(WEAK[0])), b"any message at all", "lock", text)


@pytest.mark.parametrize("point", WEAK[:7], ids=bytes.hex)
def test_23_a_point_off_the_prime_order_subgroup_is_refused(point: bytes) -> None:
    """An honest key plus a small-order point: it verifies for some verifiers and not for others."""
    honest = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    mixed = encode(*affine(add(decode(honest), decode(point))))
    if is_identity(decode(point)):
        check_point(mixed)
    else:
        with pytest.raises(ValueError, match="outside the prime-order subgroup"):
            check_point(mixed)


@pytest.mark.parametrize("y", range(P, 2**255), ids=lambda y: f"p+{y - P}")
@pytest.mark.parametrize("sign", [0, 1])
def test_23_a_coordinate_of_p_or_more_is_refused(y: int, sign: int) -> None:
    with pytest.raises(ValueError, match="canonical"):
        decode((y | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("y", [1, P - 1])
def test_23_a_negative_zero_is_refused(y: int) -> None:
    with pytest.raises(ValueError, match="canonical"):
        decode((y | 1 << 255).to_bytes(32, "little"))


def test_23_a_number_off_the_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="no point"):
        decode((2).to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_23_a_key_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32"):
        decode(bytes(length))


@given(st.binary(min_size=32, max_size=32))
def test_every_key_somebody_made_is_enrolled(seed: bytes) -> None:
    check_point(Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw())


@given(st.binary(min_size=32, max_size=32))
def test_any_32_bytes_are_a_point_or_a_value_error_and_points_encode_back(data: bytes) -> None:
    try:
        point = decode(data)
    except ValueError:
        return
    assert encode(*affine(point)) == data


def test_the_base_point_has_the_order_of_the_standard() -> None:
    base = decode(encode(0, 4 * pow(5, -1, P) % P))
    assert is_identity(multiply(L, base))
    assert not is_identity(multiply(L - 1, base))
    assert is_identity(multiply(0, base))
    assert affine(add(base, IDENTITY)) == affine(base)
