"""The armour of a sealed file: one spelling, one repair (PROTOCOL 3.13)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput
from pbem.trust.seal.seal import armour, dearmour, new_identity, seal, unseal

SEALED = armour(b"age-encryption.org/v1\n" + bytes(range(256)))


def refusal(text: str | bytes) -> str:
    """What is said of an armour that is not taken."""
    with pytest.raises(BadInput) as caught:
        dearmour(text)
    fault = caught.value.faults[0]
    assert "attachment" in fault.hint
    return fault.message


def inside(text: bytes) -> bytes | None:
    """What an armour holds, if it is one."""
    try:
        return dearmour(text)
    except BadInput:
        return None


@given(st.binary(min_size=1, max_size=400))
def test_every_file_comes_out_of_its_armour_as_it_went_in(data: bytes) -> None:
    assert dearmour(armour(data)) == data
    assert dearmour(armour(data).replace("\n", "\r\n")) == data


def test_age_writes_the_same_armour() -> None:
    secret, public = new_identity()
    for size in (0, 1, 24, 48, 49, 1024):
        text = seal([public], bytes(size))
        assert armour(dearmour(text)) == text
        assert unseal(secret, text) == bytes(size)


def test_3_13_crlf_is_mended() -> None:
    assert dearmour(SEALED.replace("\n", "\r\n")) == dearmour(SEALED)


@pytest.mark.parametrize("change", [0x01, 0x20, 0x80])
def test_no_byte_changes_unseen(change: int) -> None:
    good = SEALED.encode()
    for place in range(len(good)):
        spoilt = bytearray(good)
        spoilt[place] ^= change
        assert inside(bytes(spoilt)) != dearmour(good)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("quoted", "".join(f"> {line}\n" for line in SEALED.splitlines()), "quoted"),
        ("cut", SEALED[:200], "cut off"),
        ("text before", "Hello!\n" + SEALED, "other text before"),
        ("text after", SEALED + "--\nRegards\n", "other text after"),
        ("no last line end", SEALED.removesuffix("\n"), "line end"),
        ("re-wrapped", SEALED.replace("\n", "", 2).replace("-----YW", "-----\nYW"), "re-wrapped"),
        ("stray blanks", SEALED.replace("\n", " \n", 3), "altered"),
        ("nothing", "Dear all,\n", "has no line"),
        ("empty", "", "has no line"),
        ("other bits in the last letter", armour(b"12345").replace("MTIzNDU=", "MTIzNDV="), "re-wrapped or altered"),
        ("no body", armour(b""), "re-wrapped or altered"),
        ("half a surrogate pair", SEALED + "\ud800", "other text after"),
    ],
)
def test_each_damage_of_mail_is_named(name: str, text: str, words: str) -> None:
    assert words in refusal(text), name


def test_an_endless_file_is_not_looked_through() -> None:
    with pytest.raises(BadInput, match="is larger than"):
        dearmour(b"A" * 30_000_000)


def test_the_sample_envelopes_are_in_canonical_armour(vectors: Any) -> None:
    for envelope in vectors["sample_phase"]["envelopes"].values():
        assert armour(dearmour(envelope["sealed"])) == envelope["sealed"]
