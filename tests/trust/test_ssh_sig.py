"""PROTOCOL 3.2 and 3.13: signatures over files, made and checked."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sshkit import KINDS, private, signing, token
from vectors_kit import VECTORS

from pbem.base.errors import BadInput, CheckFailed, Kind
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey, SigningKey, ed25519_from_seed, parse_public
from pbem.trust.ssh.sshsig import armour, dearmour, sign, verify, verify_mailed
from pbem.trust.ssh.wire import mpint, string

VECTOR = VECTORS["sshsig"]
PHASE = VECTORS["sample_phase"]
LOCK = VECTOR["message"].encode()
AXIS = ed25519_from_seed(bytes.fromhex(VECTOR["seed"]), "axis-ssh-key")
GOOD = VECTOR["signature"].encode()
NAMESPACE = VECTOR["namespace"]


def published() -> Iterator[Any]:
    """Every signature of the sample phase: who, message, kind, armour."""
    for who, text in PHASE["charter_sigs"].items():
        yield pytest.param(who, PHASE["charter"], "charter", text, id=f"charter-{who}")
    for who, envelope in PHASE["envelopes"].items():
        yield pytest.param(who, envelope["lock"], "lock", envelope["lock_sig"], id=f"lock-{who}")


def refused(text: str | bytes, message: bytes = LOCK, public: PublicKey = AXIS.public) -> CheckFailed:
    """The failure that verifying raises."""
    with pytest.raises(CheckFailed) as caught:
        verify(public, message, NAMESPACE, text)
    return caught.value


def built(raw: bytes, blob: bytes = AXIS.public.blob, **fields: bytes) -> bytes:
    """An armour of hand-made fields."""
    head = fields.get("magic", b"SSHSIG") + fields.get("version", b"\0\0\0\1") + string(blob)
    middle = string(fields.get("namespace", NAMESPACE.encode())) + string(fields.get("reserved", b""))
    return armour(head + middle + string(fields.get("hash", b"sha512")) + string(raw) + fields.get("tail", b""))


def raw_over(message: bytes, key: SigningKey = AXIS, hash_name: str = "sha512") -> bytes:
    """The raw signature that belongs into such an armour."""
    return key.sign(sshsig.signed_data(message, NAMESPACE, hash_name))


def test_3_3_our_armour_is_byte_for_byte_the_published_one() -> None:
    assert AXIS.public.line() == VECTOR["public"]
    assert sign(AXIS, LOCK, NAMESPACE) == VECTOR["signature"]


@pytest.mark.parametrize(("who", "message", "kind", "text"), list(published()))
def test_3_4_and_3_5_every_signature_of_the_sample_phase_holds(who: str, message: str, kind: str, text: str) -> None:
    public = parse_public(PHASE["ssh_public"][who])
    verify(public, message.encode(), kind, text)
    assert sshsig.signer(text) == public
    with pytest.raises(CheckFailed, match="does not hold"):
        verify(public, message.encode() + b"\n", kind, text)


@pytest.mark.parametrize("kind", KINDS)
def test_3_3_each_kind_of_key_signs_and_verifies(kind: str) -> None:
    key = signing(kind)
    text = sign(key, LOCK, "lock")
    verify(key.public, LOCK, "lock", text)
    assert "does not hold" in str(refused(text, b"other", key.public))


@pytest.mark.parametrize("kind", ["ed25519", "nistp256"])
def test_3_3_security_keys_verify(kind: str) -> None:
    key = token(kind, counter=2**32 - 1, flags=0x05)
    text = sign(key, LOCK, "lock")
    verify(key.public, LOCK, "lock", text)
    assert "does not hold" in str(refused(text, b"other", key.public))


@pytest.mark.parametrize("kind", ["ed25519", "nistp256"])
@pytest.mark.parametrize("flags", [0, 0x04])
def test_3_3_a_security_key_that_was_not_touched_signs_nothing(kind: str, flags: int) -> None:
    key = token(kind, flags=flags)
    assert "without a touch" in str(refused(sign(key, LOCK, "lock"), public=key.public))


@pytest.mark.parametrize("kind", ["ed25519", "nistp256"])
def test_3_3_a_security_key_for_a_web_site_is_refused(kind: str) -> None:
    key = token(kind, application="https://example.org")
    assert "not for ssh:" in str(refused(sign(key, LOCK, "lock"), public=key.public))


@pytest.mark.parametrize("change", [slice(-5, -4), slice(-1, None)], ids=["flags", "counter"])
def test_3_3_flags_and_counter_of_a_security_key_are_signed(change: slice) -> None:
    key = token()
    raw = bytearray(raw_over(LOCK, key))
    raw[change] = bytes(byte ^ 2 for byte in raw[change])
    assert "does not hold" in str(refused(built(bytes(raw), key.public.blob), public=key.public))


@pytest.mark.parametrize("size", ["rsa-sha2-256", "rsa-sha2-512"])
def test_3_3_rsa_signs_with_either_sha_2(size: str) -> None:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15

    digest = hashes.SHA256() if size.endswith("256") else hashes.SHA512()
    made = private("rsa").sign(sshsig.signed_data(LOCK, NAMESPACE, "sha256"), PKCS1v15(), digest)
    public = signing("rsa").public
    text = built(string(size.encode()) + string(made), public.blob, hash=b"sha256")
    verify(public, LOCK, NAMESPACE, text)


def test_3_3_rsa_over_sha_1_is_refused() -> None:
    public = signing("rsa").public
    error = refused(built(string(b"ssh-rsa") + string(bytes(256)), public.blob), public=public)
    assert "SHA-1" in str(error)


@pytest.mark.parametrize("length", [0, 255, 257])
def test_3_3_an_rsa_signature_has_the_length_of_its_key(length: int) -> None:
    public = signing("rsa").public
    error = refused(built(string(b"rsa-sha2-512") + string(bytes(length)), public.blob), public=public)
    assert error.faults[0].kind is Kind.MALFORMED


def test_3_3_a_short_rsa_key_verifies_nothing() -> None:
    key = signing("rsa1024")
    assert "1024 bits" in str(refused(sign(key, LOCK, "lock"), public=key.public))


@pytest.mark.parametrize(
    "numbers",
    [
        mpint(0) + mpint(1),
        mpint(1) + string(b"\xff"),
        string(b"\0\0\1") + mpint(1),
        mpint(1),
        mpint(1) + mpint(1) + b"\0",
        mpint(2**256) + mpint(1),
    ],
    ids=["zero", "negative", "padded", "one", "tail", "large"],
)
def test_3_3_odd_integers_of_ecdsa_are_malformed(numbers: bytes) -> None:
    key = signing("nistp256")
    raw = string(b"ecdsa-sha2-nistp256") + string(numbers)
    assert refused(built(raw, key.public.blob), public=key.public).faults[0].kind is Kind.MALFORMED


def test_integers_beyond_the_order_of_the_curve_do_not_hold() -> None:
    key = signing("nistp256")
    raw = string(b"ecdsa-sha2-nistp256") + string(mpint(2**256 - 1) + mpint(2**256 - 1))
    assert refused(built(raw, key.public.blob), public=key.public).faults[0].kind is Kind.MISMATCH


def test_five_ways_to_fail_are_told_apart_by_kind_and_by_words() -> None:
    other = ed25519_from_seed(bytes(32))
    failures = [
        refused(b"\n"),
        refused(GOOD[:-9]),
        refused(sign(AXIS, LOCK, "orders")),
        refused(sign(other, LOCK, "lock")),
        refused(GOOD, LOCK + b" "),
    ]
    kinds = [failure.faults[0].kind for failure in failures]
    assert kinds == [Kind.UNSIGNED, Kind.MALFORMED, Kind.ILLEGAL, Kind.UNKNOWN, Kind.MISMATCH]
    assert str(failures[0]) == "signature is missing"
    assert str(failures[2]) == "signature is for 'pbem-orders@pbem.example', not for 'pbem-lock@pbem.example'"
    assert str(failures[3]) == (
        f"signature is made by {other.public.fingerprint()}, not by {AXIS.public.fingerprint()}"
    )
    assert str(failures[4]) == f"signature of {AXIS.public.fingerprint()} does not hold for these bytes"


def test_another_key_and_another_namespace_are_both_named() -> None:
    other = ed25519_from_seed(bytes(32))
    assert [fault.kind for fault in refused(sign(other, LOCK, "open")).faults] == [Kind.UNKNOWN, Kind.ILLEGAL]


def test_3_2_every_kind_of_document_has_a_namespace_of_its_own() -> None:
    texts = {kind: sign(AXIS, LOCK, kind) for kind in sshsig.NAMESPACES}
    assert sorted(sshsig.NAMESPACES) == ["amend", "charter", "lock", "open", "orders", "seen"]
    for made_for, text in texts.items():
        for asked_for, full_name in sshsig.NAMESPACES.items():
            if made_for == asked_for:
                verify(AXIS.public, LOCK, full_name, text)
            else:
                with pytest.raises(CheckFailed, match="not for"):
                    verify(AXIS.public, LOCK, asked_for, text)


@pytest.mark.parametrize("name", ["file", "git", "", "pbem-lock", "pbem-lock@elsewhere.example"])
def test_3_2_a_key_signs_for_no_foreign_namespace(name: str) -> None:
    with pytest.raises(BadInput, match="namespace"):
        sign(AXIS, LOCK, name)


MALFORMED = {
    "magic": built(raw_over(LOCK), magic=b"SSHSIH"),
    "version 2": built(raw_over(LOCK), version=b"\0\0\0\2"),
    "reserved": built(raw_over(LOCK), reserved=b"x"),
    "md5": built(raw_over(LOCK), hash=b"md5"),
    "sha1": built(raw_over(LOCK), hash=b"sha1"),
    "no hash": built(raw_over(LOCK), hash=b""),
    "tail": built(raw_over(LOCK), tail=b"\0"),
    "tail in the signature": built(raw_over(LOCK) + b"\0"),
    "empty signature": built(b""),
    "short signature": built(string(b"ssh-ed25519") + string(bytes(63))),
    "other algorithm": built(string(b"rsa-sha2-512") + string(bytes(64))),
    "length beyond the end": armour(b"SSHSIG\0\0\0\1\xff\xff\xff\xff"),
    "nothing": armour(b""),
    "text before": b"hello\n" + GOOD,
    "text after": GOOD + b"\n",
    "no last line end": GOOD[:-1],
    "lone CR": GOOD.replace(b"\n", b"\r"),
    "two CR": GOOD.replace(b"\n", b"\r\r\n"),
    "quoted": b"> " + GOOD.replace(b"\n", b"\n> "),
    "trailing blanks": GOOD.replace(b"\n", b" \n"),
    "64 columns": b"\n".join([GOOD[:33], base64.b64encode(dearmour(GOOD))[:64], GOOD[-30:]]),
    "one line": GOOD[:30] + base64.b64encode(dearmour(GOOD)) + b"\n" + GOOD[-28:],
    "empty lines": GOOD.replace(b"\n", b"\n\n"),
    "too long": GOOD[:30] + b"A" * 20000 + b"\n" + GOOD[-28:],
    "not ASCII": GOOD.replace(b"U1NI", "Ü1N".encode()),
    "another PEM": GOOD.replace(b"SSH SIGNATURE", b"PGP SIGNATURE"),
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_3_13_a_malformed_signature_says_so(text: bytes) -> None:
    fault = refused(text).faults[0]
    assert fault.kind is Kind.MALFORMED
    assert fault.message.startswith("signature ")


def test_3_13_an_armour_with_crlf_is_read() -> None:
    verify(AXIS.public, LOCK, NAMESPACE, GOOD.replace(b"\n", b"\r\n"))


def test_3_13_a_mailed_file_holds_with_crlf_and_gives_back_the_bytes_that_hold() -> None:
    assert verify_mailed(AXIS.public, LOCK, NAMESPACE, GOOD) == LOCK
    assert verify_mailed(AXIS.public, LOCK.replace(b"\n", b"\r\n"), NAMESPACE, GOOD) == LOCK


def test_3_13_a_file_signed_with_crlf_keeps_it() -> None:
    windows = LOCK.replace(b"\n", b"\r\n")
    assert verify_mailed(AXIS.public, windows, NAMESPACE, sign(AXIS, windows, "lock")) == windows


@pytest.mark.parametrize("spoilt", [LOCK.rstrip(), LOCK + b"\n", LOCK.replace(b"\n", b"\r"), LOCK.replace(b": ", b":")])
def test_3_13_nothing_else_about_a_mailed_file_is_forgiven(spoilt: bytes) -> None:
    with pytest.raises(CheckFailed, match="does not hold"):
        verify_mailed(AXIS.public, spoilt, NAMESPACE, GOOD)


def test_every_flipped_bit_of_an_armour_is_noticed() -> None:
    for place in range(len(GOOD)):
        for bit in range(8):
            changed = bytearray(GOOD)
            changed[place] ^= 1 << bit
            refused(bytes(changed))


@pytest.mark.parametrize("kind", ["rsa", "nistp521", "token"])
def test_every_changed_byte_of_a_longer_armour_is_noticed(kind: str) -> None:
    key = token() if kind == "token" else signing(kind)
    good = sign(key, LOCK, "lock").encode()
    for place in range(len(good)):
        changed = bytearray(good)
        changed[place] = 66 if changed[place] == 65 else 65
        refused(bytes(changed), public=key.public)


def test_every_byte_left_out_or_put_in_is_noticed() -> None:
    for place in range(len(GOOD)):
        refused(GOOD[:place] + GOOD[place + 1 :])
        refused(GOOD[:place] + b"A" + GOOD[place:])
        refused(GOOD[:place] + b"\n" + GOOD[place:])


def test_base64_with_stray_bits_in_its_last_letter_is_refused() -> None:
    """The last letter before the padding holds bits that a lenient decoder drops."""
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    good = next(text for kind in sshsig.NAMESPACES if b"=" in (text := sign(AXIS, LOCK, kind).encode()))
    place = good.index(b"=") - 1
    stray = good[:place] + letters[letters.index(good[place]) + 1 :][:1] + good[place + 1 :]
    lenient = base64.b64decode(b"".join(stray.splitlines()[1:-1]))
    assert lenient == dearmour(good)
    with pytest.raises(ValueError, match="one spelling"):
        dearmour(stray)


@given(st.binary(max_size=200), st.binary(min_size=32, max_size=32), st.sampled_from(sorted(sshsig.NAMESPACES)))
def test_what_is_signed_holds_and_nothing_near_it_does(message: bytes, seed: bytes, kind: str) -> None:
    key = ed25519_from_seed(seed)
    text = sign(key, message, kind)
    verify(key.public, message, kind, text)
    with pytest.raises(CheckFailed):
        verify(key.public, message + b"\0", kind, text)


@given(st.binary(max_size=400))
def test_any_bytes_in_an_armour_are_told_off_and_survive_the_armour(blob: bytes) -> None:
    assert dearmour(armour(blob)) == blob
    refused(armour(blob))


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_any_file_at_all_is_told_off(text: bytes | str) -> None:
    refused(text)
    with pytest.raises(CheckFailed):
        sshsig.signer(text)
