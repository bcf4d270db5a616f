"""The envelope file: three parts, nothing between, before or after them (PROTOCOL 3.5, 3.13)."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any

import pytest
from small_game import small_game

from pbem.base.errors import BadInput, CheckFailed, PbemError
from pbem.trust.orders.envelope import check_envelope, parse_envelope
from pbem.trust.orders.lock import parse_lock
from pbem.trust.seal import seal


@pytest.fixture(scope="module")
def good() -> bytes:
    """An envelope of tier moderated."""
    return small_game("moderated").envelope().to_bytes()


def test_the_sample_envelopes_read_and_write_themselves(vectors: Any) -> None:
    for seat, part in vectors["sample_phase"]["envelopes"].items():
        data = (part["lock"] + part["lock_sig"] + part["sealed"]).encode()
        envelope = parse_envelope(data)
        assert envelope.to_bytes() == data
        assert envelope.name == f"{seat}-t03.axis-combat-1.pbem"
        assert envelope.sealed_sha256 == envelope.lock.sealed


def test_3_13_crlf_is_mended_and_the_lf_form_is_kept(good: bytes) -> None:
    assert parse_envelope(good.replace(b"\n", b"\r\n")).to_bytes() == good


def test_3_13_an_attachment_survives_mail(good: bytes) -> None:
    letter = EmailMessage()
    letter["Subject"] = "my orders"
    letter.set_content("Attached.\n")
    letter.add_attachment(good, maintype="application", subtype="octet-stream", filename="britain-t01.plot-1.pbem")
    (attachment,) = email.message_from_bytes(letter.as_bytes(policy=SMTP), policy=SMTP).iter_attachments()
    assert attachment["Content-Transfer-Encoding"] == "base64"
    assert parse_envelope(attachment.get_content()).to_bytes() == good


@pytest.mark.parametrize("encoding", ["7bit", "8bit", "quoted-printable", "base64"])
def test_3_13_a_lock_pasted_into_a_letter_survives_every_encoding(good: bytes, encoding: str) -> None:
    lock = parse_envelope(good).lock
    letter = EmailMessage(policy=SMTP)
    letter.set_content(lock.to_bytes().decode(), cte=encoding)
    body = email.message_from_bytes(letter.as_bytes(), policy=SMTP).get_payload(decode=True)
    assert isinstance(body, bytes)
    assert parse_lock(body) == lock


def quoted(data: bytes) -> bytes:
    return b"".join(b"> " + line + b"\n" for line in data.splitlines())


def rewrapped(data: bytes) -> bytes:
    """The armour at another width, as a helpful mail program makes it."""
    head, begin, rest = data.partition(seal.BEGIN)
    body, end, _ = rest.partition(seal.END)
    text = body.replace(b"\n", b"")
    return head + begin + b"\n".join(text[place : place + 72] for place in range(0, len(text), 72)) + b"\n" + end


def unsigned(data: bytes) -> bytes:
    return data[: data.index(b"-----BEGIN SSH")] + data[data.index(seal.BEGIN) :]


@pytest.mark.parametrize(
    ("name", "spoil", "words"),
    [
        ("quoted", quoted, "quoted"),
        ("greeting before", lambda data: b"Dear Admiral,\n\n" + data, "other text before"),
        ("signature after", lambda data: data + b"--\nHoratio\n", "other text after"),
        ("blank line after", lambda data: data + b"\n", "other text after"),
        ("cut in the lock", lambda data: data[:300], "cut off"),
        ("cut in the signature", lambda data: data[: data.index(b"SIGNATURE-----") + 60], "cut off"),
        ("cut after the signature", lambda data: data[: data.index(seal.BEGIN)], "ends after the signature"),
        ("cut in the seal", lambda data: data[:-100], "cut off"),
        ("no last line end", lambda data: data[:-1], "line end"),
        ("seal re-wrapped", rewrapped, "re-wrapped"),
        ("text in the middle", lambda data: data.replace(seal.BEGIN, b"\n" + seal.BEGIN), "other text before"),
        ("no signature", unsigned, "no signature"),
        ("no envelope", lambda data: b"I march at dawn.\n", "has no line 'pbem: lock/1'"),
        ("empty", lambda data: b"", "has no line"),
        ("signature damaged", lambda data: data.replace(b"U1NIU0lH", b"U1NIU0l!"), "signature"),
        ("signature re-wrapped", lambda data: data.replace(b"U1NIU0lH", b"U1NIU0lH\n"), "lines of 70"),
        ("an endless one", lambda data: data * 900, "larger than"),
    ],
)  # fmt: skip
def test_each_damage_of_mail_has_one_clear_fault_and_a_way_out(name: str, spoil: Any, words: str, good: bytes) -> None:
    with pytest.raises(BadInput) as caught:
        parse_envelope(spoil(good), "mail.pbem")
    (fault,) = caught.value.faults
    assert words in fault.message, name
    assert fault.file == "mail.pbem"
    assert "attachment" in fault.hint or name == "an endless one"


def test_every_changed_byte_is_refused(good: bytes) -> None:
    game = small_game("moderated")
    check_envelope(parse_envelope(good), game.charter, game.expected)
    armour = good.index(seal.BEGIN)  # from here on bytes are alike, and every third stands for its neighbours
    for place in (*range(armour), *range(armour, len(good), 3)):
        spoilt = bytearray(good)
        spoilt[place] ^= 1 if place % 2 else 0x20
        with pytest.raises((BadInput, CheckFailed)):
            check_envelope(parse_envelope(bytes(spoilt)), game.charter, game.expected)


def test_every_lost_byte_is_refused(good: bytes) -> None:
    game = small_game("moderated")
    for place in range(0, len(good), 3):
        with pytest.raises(PbemError):
            check_envelope(parse_envelope(good[:place] + good[place + 1 :]), game.charter, game.expected)
