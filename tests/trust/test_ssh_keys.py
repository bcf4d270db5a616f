"""PROTOCOL 3.3: the SSH keys players have, public and private."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import dsa, ec, x25519
from hypothesis import given
from hypothesis import strategies as st
from sshkit import KINDS, openssh, pkcs8, private, signing, token
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.ssh.algorithms import RSA
from pbem.trust.ssh.sshkeys import (
    PublicKey,
    check_enrolment,
    ed25519_from_seed,
    load_private,
    new_ed25519,
    parse_public,
    private_text,
    public_of,
)
from pbem.trust.ssh.wire import mpint, strict_base64, string

LINE = VECTORS["sshsig"]["public"]
SEED = bytes.fromhex(VECTORS["sshsig"]["seed"])


Writer = Callable[..., bytes]


def rsa_key(exponent: int, modulus: int) -> PublicKey:
    """A key of any numbers."""
    return public_of(string(RSA.encode()) + mpint(exponent) + mpint(modulus))


def stray(line: str) -> str:
    """The same blob to a lenient decoder: the letter before the padding one further on."""
    place = line.index("=") - 1
    return line[:place] + chr(ord(line[place]) + 1) + line[place + 1 :]


def never() -> bytes:
    """For keys that need no passphrase."""
    raise AssertionError("a passphrase was asked for")


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_a_public_line_is_read_and_written_as_it_was(ending: str) -> None:
    key = parse_public(LINE + ending)
    assert (key.kind, key.comment, key.line()) == ("ssh-ed25519", "axis-ssh-key", LINE)
    assert parse_public(f"{LINE}{ending}".encode()) == key


def test_3_13_blanks_around_a_comment_are_dropped() -> None:
    assert parse_public(LINE.replace(" axis", "  axis") + "  ").line() == LINE
    assert parse_public(" ".join([*LINE.split(" ")[:2], ""])).line() == " ".join(LINE.split(" ")[:2])


def test_the_comment_makes_no_other_key() -> None:
    assert parse_public(LINE) == parse_public(LINE.replace("axis-ssh-key", "mine at work"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_public_line_is_what_the_library_writes(kind: str) -> None:
    written = private(kind).public_key().public_bytes(form.Encoding.OpenSSH, form.PublicFormat.OpenSSH).decode()
    assert signing(kind).public.line() == written
    assert parse_public(written) == signing(kind).public
    check_enrolment(parse_public(written))


@pytest.mark.parametrize("kind", ["ed25519", "nistp256"])
def test_a_security_key_line_is_read_and_enrolled(kind: str) -> None:
    key = parse_public(token(kind).public.line())
    assert key == token(kind).public
    check_enrolment(key)


BLOB = parse_public(LINE).blob
NIST = signing("nistp256").public.blob
BAD_LINES = {
    "empty": ("", "ends too early"),
    "no blob": ("ssh-ed25519", "ends too early"),
    "no base64": ("ssh-ed25519 ####", "no base64"),
    "stray bits": (stray(signing("nistp256").public.line()), "stray bits"),
    "two lines": (LINE + "\n" + LINE, "one printable line"),
    "bidi comment": (LINE + "\u202e", "one printable line"),
    "options in front": ("restrict " + LINE, "no base64"),
    "another name": (LINE.replace("ssh-ed25519 ", "ssh-rsa "), "calls itself 'ssh-rsa'"),
    "DSA": ("ssh-dss AAAAB3NzaC1kc3MAAACBAK0= old", "DSA"),
    "certificate": ("ssh-ed25519-cert-v01@openssh.com AAAA x", "certificate"),
    "unknown kind": (PublicKey("ssh-new", string(b"ssh-new")).line(), "'ssh-new', which is not taken"),
    "private": ("-----BEGIN OPENSSH PRIVATE KEY-----", "private key where a public one"),
    "tail": (PublicKey("ssh-ed25519", BLOB + b"\0").line(), "1 bytes too many"),
    "short": (PublicKey("ssh-ed25519", string(b"ssh-ed25519") + string(bytes(31))).line(), "31 bytes"),
    "compressed": (
        PublicKey("ecdsa-sha2-nistp256", NIST.replace(string(b"\4" + NIST[-64:]), string(b"\2" + bytes(32)))).line(),
        "uncompressed",
    ),
    "off the curve": (PublicKey("ecdsa-sha2-nistp256", NIST[:-1] + bytes([NIST[-1] ^ 1])).line(), "no point"),
    "two curves": (PublicKey("x", NIST.replace(string(b"nistp256"), string(b"nistp384"))).line(), "names the curves"),
    "padded integer": (PublicKey(RSA, string(b"ssh-rsa") + string(b"\0\3") + mpint(15)).line(), "shortest form"),
    "negative integer": (PublicKey(RSA, string(b"ssh-rsa") + string(b"\x83") + mpint(15)).line(), "not positive"),
    "too long": (LINE + "x" * 9000, "one printable line"),
}


@pytest.mark.parametrize(("line", "words"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_public_line_is_told_off(line: str, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        parse_public(line, "anna.pub")
    assert caught.value.faults[0].file == "anna.pub"


def test_a_public_line_that_is_no_text_is_told_off() -> None:
    with pytest.raises(BadInput, match="no text"):
        parse_public(b"\xff\xfe")


GOOD_MODULUS = private("rsa").public_key().public_numbers().n
PRIME = 2**2203 - 1  # a Mersenne prime: whoever sees it can sign


@pytest.mark.parametrize(
    ("exponent", "modulus", "words"),
    [
        (65537, 2**2046 + 1, "2047 bits"),
        (65537, 2**16384 + 1, "16385 bits"),
        (1, GOOD_MODULUS, "exponent 1"),
        (2, GOOD_MODULUS, "exponent 2"),
        (65536, GOOD_MODULUS, "exponent 65536"),
        (2**64 + 1, GOOD_MODULUS, "beyond 64 bits"),
        (65537, GOOD_MODULUS + 1, "two large primes"),
        (65537, 997 * GOOD_MODULUS, "two large primes"),
        (65537, PRIME, "two large primes"),
    ],
    ids=["short", "long", "one", "two", "even", "vast", "even modulus", "small factor", "prime modulus"],
)
def test_3_3_a_weak_rsa_key_is_refused_at_enrolment(exponent: int, modulus: int, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        check_enrolment(rsa_key(exponent, modulus))


def test_3_3_rsa_of_2048_bits_is_enrolled() -> None:
    assert GOOD_MODULUS.bit_length() == 2048
    check_enrolment(rsa_key(3, GOOD_MODULUS))


def test_a_security_key_of_a_web_site_is_refused_at_enrolment() -> None:
    with pytest.raises(BadInput, match=r"'https://example.org', not for ssh:"):
        check_enrolment(token(application="https://example.org").public)


def test_a_blob_that_is_no_key_is_refused_at_enrolment() -> None:
    with pytest.raises(BadInput, match="ends too early"):
        check_enrolment(PublicKey("ssh-ed25519", b"\0"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("write", [openssh, pkcs8])
def test_a_private_key_without_a_passphrase_opens_without_a_question(kind: str, write: Writer) -> None:
    assert load_private(write(kind), never).public == signing(kind).public


@pytest.mark.parametrize("write", [openssh, pkcs8])
def test_a_locked_private_key_opens_with_its_passphrase_alone(write: Writer) -> None:
    locked = write("ed25519", b"sesame")
    assert load_private(locked, lambda: b"sesame").public == signing("ed25519").public
    with pytest.raises(BadInput, match="passphrase does not open this key"):
        load_private(locked, b"wrong")
    for nothing in (None, b"", lambda: b""):
        with pytest.raises(BadInput, match="is locked by a passphrase"):
            load_private(locked, nothing)


def test_the_older_pem_forms_are_read() -> None:
    for kind in ("rsa", "nistp256"):
        for lock in (form.NoEncryption(), form.BestAvailableEncryption(b"sesame")):
            data = private(kind).private_bytes(form.Encoding.PEM, form.PrivateFormat.TraditionalOpenSSL, lock)
            assert load_private(data, b"sesame").public == signing(kind).public


def test_a_private_key_with_windows_line_ends_opens() -> None:
    assert load_private(openssh("ed25519").replace(b"\n", b"\r\n")).public == signing("ed25519").public


def pem(key: object) -> bytes:
    """Any of the library's keys as PKCS #8."""
    return bytes(key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()))  # type: ignore[attr-defined]


def test_keys_that_cannot_sign_say_why() -> None:
    for data, words in [
        (pem(x25519.X25519PrivateKey.generate()), "cannot sign here"),
        (pem(ec.generate_private_key(ec.SECP256K1())), "secp256k1"),
        (pem(dsa.generate_private_key(2048)), "cannot sign here"),
        (b"PuTTY-User-Key-File-3: ssh-ed25519\n", "PuTTY"),
        (LINE.encode(), "is a public key"),
        (b"# created\nAGE-SECRET-KEY-1QQQ\n", "age identity"),
        (b"", "no private key"),
        (b"hello", "no private key"),
        (openssh("ed25519")[:200], "no private key"),
        (openssh("ed25519").replace(b"b3BlbnNzaC", b"b3BlbnNzaD"), "no private key"),
    ]:
        with pytest.raises(BadInput, match=words):
            load_private(data, never, "some.key")


def body(cipher: bytes, kind: bytes) -> bytes:
    """The outside of an OpenSSH private key file."""
    import base64

    inside = b"openssh-key-v1\0" + string(cipher) + string(b"none") + string(b"") + b"\0\0\0\1" + string(string(kind))
    text = base64.encodebytes(inside + string(b""))
    return b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + text + b"-----END OPENSSH PRIVATE KEY-----\n"


@pytest.mark.parametrize(
    ("kind", "words"),
    [(b"ssh-dss", "DSA"), (b"sk-ssh-ed25519@openssh.com", "through an agent"), (b"ssh-new", "not read here")],
)
def test_openssh_files_of_other_kinds_say_why(kind: bytes, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        load_private(body(b"none", kind))


def test_a_new_key_is_written_so_that_it_opens_again_and_no_two_are_alike() -> None:
    key = new_ed25519("Anna")
    assert key.public.line().endswith(" Anna")
    assert key.public != new_ed25519("Anna").public
    assert load_private(private_text(key)).public == key.public
    assert load_private(private_text(key, b"sesame"), b"sesame").public == key.public


def test_no_repr_shows_a_secret() -> None:
    assert "private" not in repr(ed25519_from_seed(SEED)).lower()


@given(st.text(max_size=120))
def test_any_line_is_a_key_or_bad_input(line: str) -> None:
    try:
        key = parse_public(line)
    except BadInput:
        return
    assert parse_public(key.line()).line() == key.line()


@given(st.sampled_from(KINDS), st.data())
def test_a_changed_byte_in_a_blob_is_another_key_or_none(kind: str, data: st.DataObject) -> None:
    blob = bytearray(signing(kind).public.blob)
    blob[data.draw(st.integers(0, len(blob) - 1))] ^= data.draw(st.integers(1, 255))
    try:
        changed = public_of(bytes(blob))
    except ValueError:
        return
    assert changed != signing(kind).public
    assert changed.fingerprint() != signing(kind).public.fingerprint()


@given(st.binary(max_size=200))
def test_any_private_file_opens_or_is_bad_input(data: bytes) -> None:
    with pytest.raises(BadInput):
        load_private(b"-----BEGIN OPENSSH PRIVATE KEY-----\n" + data, b"x")
    with pytest.raises(BadInput):
        load_private(data, b"x")


@given(st.integers(0, 2**70))
def test_integers_keep_their_shortest_form(number: int) -> None:
    from pbem.trust.ssh.wire import Reader

    if number:
        assert Reader(mpint(number)).mpint() == number
    assert int.from_bytes(mpint(number)[4:], "big", signed=True) == number


@given(st.binary(max_size=40))
def test_base64_has_one_spelling(data: bytes) -> None:
    import base64

    assert strict_base64(base64.b64encode(data).decode()) == data
