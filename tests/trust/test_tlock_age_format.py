"""The age file to the byte: what real age programs write is read; a second spelling of anything is refused."""

from __future__ import annotations

import pyrage  # type: ignore[import-untyped]  # it ships none
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.seal.age_format import Stanza, armour, dearmour, decrypt, encrypt, hkdf, parse, unpack

KEY = bytes(range(16))
STANZA = Stanza(("tlock", "1", "ab"), bytes(range(128)))
RAW = encrypt(KEY, [STANZA], b"orders", random=bytes)


# ---------------------------------------------------------------------------------------------------------- armour
@given(st.binary(max_size=200))
def test_armour_comes_off_as_it_went_on(data: bytes) -> None:
    assert dearmour(armour(data).encode()) == unpack(armour(data)) == data


@given(length=st.integers(0, 200))
def test_our_armour_is_that_of_the_age_library(length: int) -> None:
    """The library is asked by opening: it refuses armour that is not to its own taste."""
    identity = pyrage.x25519.Identity.generate()
    raw = pyrage.encrypt(b"x" * length, [identity.to_public()])
    assert pyrage.decrypt(armour(raw).encode(), [identity]) == b"x" * length


@pytest.mark.parametrize("length", [46, 47, 48, 49, 95, 96, 97])
def test_every_changed_character_of_the_armour_changes_the_file_or_is_refused(length: int) -> None:
    data = bytes(range(100, 100 + length))
    text = armour(data).encode()
    for place in range(len(text)):
        for character in (b"A", b"/", b"=", b"\n", b" ", b"-"):
            changed = text[:place] + character + text[place + 1 :]
            assert changed == text or taken_off(changed) != data, (place, character)


def taken_off(text: bytes) -> bytes | None:
    try:
        return dearmour(text)
    except PbemError:
        return None


@pytest.mark.parametrize(
    "respell",
    [
        lambda t: t.replace("\n", "\r\n"), lambda t: t + "\n", lambda t: "\n" + t, lambda t: t[:-1], lambda t: " " + t,
        lambda t: t.replace("=", ""), lambda t: t.replace("\n", "\n\n"), lambda t: t.replace("\n", " \n"),
        lambda t: t.replace("Ag==", "Ah=="), lambda t: "\n".join(t[i : i + 32] for i in range(0, len(t), 32)),
        lambda t: t.replace("-----END", "AAAA\n-----END"), lambda t: t + t, lambda t: t.replace("AGE", "age"),
    ],
)
def test_armour_has_one_spelling(respell: object) -> None:
    assert callable(respell)
    text = armour(bytes(60) + b"\2" * 1)
    changed = respell(text)
    assert changed != text
    with pytest.raises(BadInput):
        dearmour(changed.encode())


# ---------------------------------------------------------------------------------------------------------- header
@given(count=st.integers(1, 5))
def test_headers_of_the_age_library_are_read_and_written_back_alike(count: int) -> None:
    raw = pyrage.encrypt(b"x", [pyrage.x25519.Identity.generate().to_public() for _ in range(count)])
    file = parse(raw)
    assert len([stanza for stanza in file.stanzas if stanza.words[0] == "X25519"]) == count
    written = b"age-encryption.org/v1\n" + b"".join(stanza.to_bytes() for stanza in file.stanzas) + b"---"
    assert written == file.covered
    assert raw.startswith(written)


printable = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1)


@given(st.binary(max_size=200), st.lists(printable, min_size=1))
def test_every_stanza_is_read_back(body: bytes, words: list[str]) -> None:
    stanza = Stanza(tuple(words), body)
    assert parse(encrypt(KEY, [stanza, STANZA], b"")).stanzas == (stanza, STANZA)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"org/v1\n", b"org/v2\n", "is no age file"),
        (b"org/v1\n", b"org/v1\r\n", "is no age file"),
        (b"-> tlock", b"-> ", "has no MAC|printable words|not base64"),
        (b"-> tlock", b"->  tlock", "printable words"),
        (b" 1 ab\n", b" 1 ab \n", "printable words"),
        (b" 1 ab\n", b" 1 \xc3\xa4\n", "printable words"),
        (b"\n--- ", b"\n---  ", "not base64|no MAC"),
        (b"\n--- ", b"\n\n--- ", "has no MAC"),
        (b"\n--- ", b"\n--", "has no MAC"),
        (b"AAECAwQF", b"AAEC*wQF", "not base64"),
        (b"AAECAwQF", b"AAECAw QF", "more than 64 columns"),
        (b"AAECAwQF", b"AAECAwQ", "not canonical"),
    ],
)
def test_a_header_has_one_spelling(old: bytes, new: bytes, reason: str) -> None:
    assert old in RAW
    with pytest.raises(BadInput, match=reason):
        parse(RAW.replace(old, new, 1))


def test_base64_with_bits_nobody_reads_is_refused() -> None:
    """128 bytes end in 'fn8', of whose last character four bits count; 'fn9' would decode to the same bytes."""
    assert b"fn8\n--- " in RAW
    with pytest.raises(BadInput, match="not canonical"):
        parse(RAW.replace(b"fn8\n--- ", b"fn9\n--- "))


def test_a_header_that_never_ends_is_not_read_to_the_end() -> None:
    with pytest.raises(BadInput, match="longer than any honest one"):
        parse(b"age-encryption.org/v1\n" + b"-> x\n\n" * 20_000)


def test_a_file_for_nobody_is_refused() -> None:
    with pytest.raises(BadInput, match="names no recipient"):
        parse(encrypt(KEY, [], b""))


# --------------------------------------------------------------------------------------------------------- payload
@given(st.binary(max_size=100))
def test_a_payload_comes_back(plain: bytes) -> None:
    assert decrypt(parse(encrypt(KEY, [STANZA], plain)), KEY) == plain


def test_chunks_can_neither_be_swapped_nor_dropped() -> None:
    size = 64 * 1024
    raw = encrypt(KEY, [STANZA], b"a" * size + b"b" * size + b"c")
    start, step = raw.index(b"\n", raw.index(b"--- ")) + 1 + 16, size + 16
    first, second, third = raw[start : start + step], raw[start + step : start + 2 * step], raw[start + 2 * step :]
    head = raw[:start]
    assert decrypt(parse(head + first + second + third), KEY).endswith(b"bc")
    for chunks in (second + first + third, first + second, first + third, third, first + second + third + third):
        with pytest.raises(CheckFailed, match="changed or cut short"):
            decrypt(parse(head + chunks), KEY)


def test_a_file_without_payload_is_refused() -> None:
    with pytest.raises(BadInput, match="ends before its payload"):
        decrypt(parse(RAW[: RAW.index(b"\n", RAW.index(b"--- ")) + 17]), KEY)


def test_an_empty_last_chunk_after_others_is_refused() -> None:
    """Else one plain text would have two sealed forms of different length."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    size = 64 * 1024
    raw = encrypt(KEY, [STANZA], b"", random=bytes)
    cipher = ChaCha20Poly1305(hkdf(KEY, bytes(16), b"payload"))
    chunks = cipher.encrypt(bytes(12), b"a" * size, None) + cipher.encrypt(bytes(10) + b"\1\1", b"", None)
    with pytest.raises(BadInput, match="ends in an empty chunk"):
        decrypt(parse(raw[:-16] + chunks), KEY)


@given(st.binary(min_size=1, max_size=40), st.binary(max_size=40), st.binary(max_size=10))
def test_the_key_derivation_is_that_of_rfc_5869(key: bytes, salt: bytes, info: bytes) -> None:
    assert hkdf(key, salt, info) == HKDF(hashes.SHA256(), 32, salt or None, info).derive(key)
