"""Outgoing letters: the same bytes each time, short lines, and no way out of a header whatever a name holds."""

from __future__ import annotations

import email
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email.policy import SMTP, default
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_kit import ANNE, CLUB, ENVELOPE, HOME

from pbem.base.errors import BadInput
from pbem.mail.compose import Attachment, Draft, compose, date_of, header_lines, message_id
from pbem.mail.guards import Sort, judge
from pbem.mail.letter import check_address, read_letter

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
DRAFT = Draft(sender=CLUB, to=ANNE, subject="Result of t03", text="All lost.\n", date=NOON, identity="g/english/t03")
FULL = replace(
    DRAFT, sender_name="The Club", to_name="Anne", reply_to="games@example.org", in_reply_to="<1@example.net>",
    html="<p>All lost.</p>", attachments=(Attachment("axis-t03-1.pbem", ENVELOPE), Attachment("view.json", b"{}\r\n")),
)  # fmt: skip
HEADERS = ["From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References"]
HEADERS += ["Auto-Submitted", "X-Loop"]
ALWAYS = [name for name in HEADERS if name not in ("Reply-To", "In-Reply-To", "References")]
#: What strangers put into names to break out of a line, turn it round, or speak to a terminal.
ROGUE = st.text(st.sampled_from("ab <>@\",;:()[]\\\r\n\t\0\x1b\x7f\x85\u2028\u202e\u200bñ=?_"), max_size=60)


def headers_of(message: bytes) -> list[str]:
    """The names of a letter's headers."""
    return list(email.message_from_bytes(message, policy=default).keys())


def test_the_same_draft_makes_the_same_bytes_and_another_does_not() -> None:
    assert compose(FULL) == compose(replace(FULL))
    assert compose(FULL) == compose(replace(FULL, date=NOON.astimezone(timezone(timedelta(hours=2)))))
    assert compose(FULL) != compose(replace(FULL, text="All won.\n"))


def test_a_letter_is_ascii_in_short_crlf_lines() -> None:
    message = compose(replace(FULL, subject="Señor " * 20, text="Übermut " * 400 + "x" * 2000))
    assert message.isascii()
    assert b"\r" not in message.replace(b"\r\n", b"") and b"\n" not in message.replace(b"\r\n", b"")  # noqa: PT018
    assert max(map(len, message.split(b"\r\n"))) <= 78


def test_it_reads_back_as_it_was_written() -> None:
    letter = read_letter(compose(FULL))
    assert (letter.reply_to, letter.subject, letter.text) == ("games@example.org", DRAFT.subject, "All lost.")
    assert (letter.message_id, letter.date_claimed) == (message_id("g/english/t03", "example.org"), NOON)
    assert (letter.parts[0].data, letter.parts[0].name) == (ENVELOPE, "axis-t03-1.pbem")
    assert [(file.name, file.data) for file in letter.files] == [("view.json", b"{}\r\n")]
    assert headers_of(compose(FULL))[:10] == HEADERS


def test_robots_are_told_and_we_know_our_own() -> None:
    verdict = judge(read_letter(compose(FULL)), HOME)
    assert (verdict.sort, verdict.answered) == (Sort.LOOP, False)
    by_a_player = replace(DRAFT, sender=ANNE, to=CLUB, automatic=False)
    assert judge(read_letter(compose(by_a_player)), HOME).answered


WORDS = ("=?utf-8?q?x=0D=0ABcc:_all=40example.net?=", "=?utf-8?b?eA0KQmNjOiBhbGxAYS5i?=", "=?=?utf-8?q?=0AX:_y?=")


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("place", ["subject", "sender_name", "to_name"])
def test_an_encoded_word_of_somebody_elses_is_not_decoded_into_a_header(place: str, word: str) -> None:
    fields: dict[str, Any] = {place: f"Anne {word} Bonny"}
    message = compose(replace(DRAFT, **fields))
    assert headers_of(message) == headers_of(compose(DRAFT))
    assert b"Bcc: all" not in message


@given(name=ROGUE, subject=ROGUE, text=ROGUE, answers=ROGUE)
def test_nothing_breaks_out_of_a_header(name: str, subject: str, text: str, answers: str) -> None:
    draft = replace(DRAFT, sender_name=name, to_name=name, subject=subject, text=text, in_reply_to=answers)
    message = compose(draft)
    assert [each for each in headers_of(message) if each not in ("In-Reply-To", "References")][:7] == ALWAYS
    parsed = email.message_from_bytes(message, policy=default)
    assert [address.addr_spec for address in parsed["To"].addresses] == [ANNE]
    assert str(parsed["Subject"]).isprintable()
    assert all(line.isprintable() for line in parsed.get_content().split("\r\n"))


@pytest.mark.parametrize(
    "bad", ["", "anne", "a@b@c.example", "a@b.example\r\nBcc: x@y.example", "a b@c.example", "ñ@c.example", "<a@b.c>",
            "a@-b.example", "a..b@c.example", "-a@b.example", "a@b.example\0", "a" * 80 + "@b.example"],
)  # fmt: skip
def test_what_is_no_address_is_refused(bad: str) -> None:
    assert not check_address(bad)
    for draft in (replace(DRAFT, sender=bad), replace(DRAFT, to=bad)):
        with pytest.raises(BadInput, match="is not a mail address"):
            compose(draft)


@pytest.mark.parametrize("name", ["", "../x", "a/b", 'a"b', "a\nb", ".x", "ñ.txt", "x" * 121])
def test_what_is_no_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="no name for an attachment"):
        compose(replace(DRAFT, attachments=(Attachment(name, b""),)))


def test_text_is_wrapped_at_76_under_its_indent_and_long_words_stay_whole() -> None:
    key = "k" * 100
    letter = read_letter(compose(replace(DRAFT, text=f"{'word ' * 40}\n\n    {'deep ' * 40}\n{key} end\n")))
    lines = letter.text.split("\n")
    assert max(len(line) for line in lines if key not in line) <= 76
    assert key in lines
    assert sum(line.startswith("    deep") for line in lines) >= 3


def test_lines_that_mail_would_change_arrive_as_they_were() -> None:
    text = "From the sea\n.\n..\n>From here\n"
    message = compose(replace(DRAFT, text=text))
    assert not any(line.startswith(b"From ") or line == b"." for line in message.split(b"\r\n"))
    assert email.message_from_bytes(message, policy=default).get_content() == text.replace("\n", "\r\n")


def test_a_boundary_cannot_be_foretold_by_what_is_attached() -> None:
    first = compose(FULL)
    line = next(line for line in first.split(b"\r\n") if line.startswith(b"--=_pbem_"))
    second = compose(replace(FULL, text=line.decode() + "\nContent-Type: text/html\n\nowned\n"))
    assert line not in [each for each in second.split(b"\r\n") if each.startswith(b"--=")] or second.count(line) == 1
    assert [part.data for part in read_letter(second).parts] == [ENVELOPE]


#: Words and addresses as they stand in headers, and what makes them hard.
HEADS = st.lists(st.sampled_from(["t03", "orders", "(3.2)", '"x"', "<a@b>", "=?", "a;b", "...", "x" * 62, "ñ", ""]),
                 min_size=1, max_size=9).map(" ".join)  # fmt: skip
MAILBOXES = st.sampled_from([CLUB, ANNE, "a.b+c@games.some-company.co.uk", "o'neill@example.org", f"{'x' * 60}@y.org"])


def by_library(name: str, value: str) -> str:
    """A header as the library writes it."""
    policy = SMTP.clone(max_line_length=76)
    return str(policy.fold(*policy.header_store_parse(name, value)))


@given(st.sampled_from(["Subject", "Message-ID", "References", "X-Loop", "Auto-Submitted"]), HEADS)
def test_a_header_of_words_is_written_as_the_library_writes_it(name: str, value: str) -> None:
    assert header_lines(name, value) == by_library(name, value)


@given(st.sampled_from(["From", "To", "Cc", "Reply-To"]), st.lists(MAILBOXES, min_size=1, max_size=3).map(", ".join))
def test_a_header_of_addresses_is_written_as_the_library_writes_it(name: str, value: str) -> None:
    assert header_lines(name, value) == by_library(name, value)


def test_a_letter_reads_for_the_library_as_it_was_drafted() -> None:
    message = email.message_from_bytes(compose(replace(FULL, text="Señor,\nFrom here\n.\n")), policy=default)
    kinds = ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", *["application/octet-stream"] * 2]
    assert [part.get_content_type() for part in message.walk()] == kinds
    assert not any(part.defects for part in message.walk())
    words, page, *files = [part for part in message.walk() if not part.is_multipart()]
    assert words.get_content() == "Señor,\r\nFrom here\r\n.\r\n"
    assert page.get_content() == "<p>All lost.</p>\r\n"
    assert [(file.get_filename(), file.get_content()) for file in files] == [
        (each.name, each.data) for each in FULL.attachments]  # fmt: skip


@pytest.mark.parametrize("moment", [NOON, NOON - timedelta(days=300), datetime(1999, 2, 3, 4, 5, 6, tzinfo=UTC)])
def test_a_date_is_written_as_the_library_writes_it(moment: datetime) -> None:
    assert date_of(moment) == format_datetime(moment)
