"""Letters as this program writes them are read without the library, and every one as the library reads it."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mail_kit import ANNE, CLUB, ENVELOPE, ORDERS, SIGNATURE

from pbem.base.records import replace
from pbem.mail.compose import Attachment, Draft, compose
from pbem.mail.letter import LIMITS, Letter, by_library, date_told, of_own_form, own_form

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
FILES = [Attachment("axis-t03-1.pbem", ENVELOPE), Attachment("orders.yaml", ORDERS), Attachment("a.sig", SIGNATURE),
         Attachment("public.zip", b"PK\3\4"), Attachment("00012-x.eml", b"From: a@b\nMIME-Version: 1.0\n\nhello"),
         Attachment("lost.eml", b"From: a@b\nMIME-Version: 1.0\n\nhello"), Attachment("empty.bin", b"")]  # fmt: skip
DRAFTS = st.builds(
    Draft, sender=st.just(CLUB), to=st.just(ANNE), subject=st.sampled_from(["t03 (3.2)", "Señor", "x " * 50]),
    text=st.sampled_from(["Hi\n", "", "> told\nÜber\nFrom me\n.\n", ORDERS.decode(), ENVELOPE.decode(),
                          "begin 644 x\n#0V%T\n`\nend\n"]),
    date=st.just(NOON), identity=st.just("g/english/t03"), reply_to=st.sampled_from(["", ANNE]),
    in_reply_to=st.sampled_from(["", "<1@example.net>"]), html=st.sampled_from(["", "<p>ü</p>"]),
    attachments=st.lists(st.sampled_from(FILES), max_size=3).map(tuple), automatic=st.booleans(),
)  # fmt: skip
#: What servers put to a head on the way, and what nobody should.
ON_THE_WAY = [
    "Received: from x by y;\r\n\tFri, 20 Nov 2026 02:00:00 +0100 (CET)", "Return-Path: <club@example.org>",
    "X-Loop: again", "DKIM-Signature: v=1;\r\n bh=abc=", "List-Id: Games <games.example.org>", "X-Spam:",
    "From: second@example.org", "Subject: =?utf-8?q?x?=", "Reply-To: Anne <anne@example.net>", "Content-Language: en",
    "no header", " folded", "From club@example.org Mon", "Message-ID: <two <words@example.org>",
    "Date: Fri, 20 Nov 2026 02:00:00 -0000",
]  # fmt: skip
FULL = Draft(sender=CLUB, to=ANNE, subject="t03", text="All lost.\n", date=NOON, identity="g", html="<p>All lost.</p>",
             attachments=tuple(FILES[:4]))  # fmt: skip


def read_here(data: bytes) -> Letter | None:
    """A letter read without the library; None where that is left to it."""
    form = own_form(data)
    return of_own_form(data, form, LIMITS) if form else None


@pytest.mark.parametrize("draft", [
    FULL, replace(FULL, html=""), replace(FULL, attachments=()),
    replace(FULL, html="", attachments=(), text="Señor\n", automatic=False),
])  # fmt: skip
def test_letters_of_ours_need_no_library_and_come_through_servers(draft: Draft) -> None:
    sent = compose(draft)
    for data in (sent, sent.replace(b"\r\n", b"\n"), "\r\n".join([*ON_THE_WAY[:2], ""]).encode() + sent):
        assert read_here(data) == by_library(data, LIMITS)


@given(DRAFTS, st.lists(st.tuples(st.integers(0, 12), st.sampled_from(ON_THE_WAY)), max_size=2), st.booleans())
def test_what_is_read_here_reads_for_the_library_alike(draft: Draft, more: list[tuple[int, str]], unix: bool) -> None:
    lines = compose(draft).split(b"\r\n")
    for place, line in more:
        lines.insert(place, line.encode())
    data = (b"\n" if unix else b"\r\n").join(lines)
    assert read_here(data) in (None, by_library(data, LIMITS))


SIGNS = st.sampled_from([b"\n", b"\r", b" ", b"--", b":", b"\0", b"="])


@given(DRAFTS, st.lists(st.tuples(st.integers(0, 10**6), SIGNS), min_size=1, max_size=3))
def test_a_letter_that_was_hurt_reads_alike_or_is_left_out(draft: Draft, hurt: list[tuple[int, bytes]]) -> None:
    data = compose(draft)
    for place, sign in hurt:
        at = place % len(data)
        data = data[:at] + sign + data[at + place % 2 :]
    assert read_here(data) in (None, by_library(data, LIMITS))


def test_a_letter_of_many_groups_within_groups_is_left_to_the_library() -> None:
    names = [f"=_pbem_{number:032x}_0" for number in range(4)]
    heads = [f'Content-Type: multipart/mixed;\r\n boundary="{name}"\r\n\r\n--{name}\r\n' for name in names]
    leaf = 'Content-Type: text/plain; charset="us-ascii"\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHi\r\n'
    ends = [f"\r\n--{name}--\r\n" for name in reversed(names)]
    top = f"From: {CLUB}\r\nDate: Wed, 18 Nov 2026 12:00:00 +0000\r\nMIME-Version: 1.0\r\n"
    assert read_here("".join([top, *heads[:2], leaf, *ends[2:]]).encode()) is not None
    assert read_here("".join([top, *heads, leaf, *ends]).encode()) is None


@given(st.integers(0, 33), st.sampled_from(["Feb", "Nov", "Foo"]), st.sampled_from(["2026", "0069", "2024"]),
       st.integers(0, 25), st.integers(0, 61), st.sampled_from("+-"), st.integers(0, 26),
       st.integers(0, 70))  # fmt: skip
@example(3, "Nov", "2026", 4, 5, "+", 1, 30)
def test_a_date_is_the_moment_that_the_library_finds(
    day: int, month: str, year: str, hour: int, minute: int, sign: str, hours: int, minutes: int
) -> None:  # fmt: skip
    told = f"Fri, {day} {month} {year} {hour:02}:{minute:02}:07 {sign}{hours:02}{minutes:02}"
    moment = date_told(told)
    assert moment is None or moment == parsedate_to_datetime(told)
