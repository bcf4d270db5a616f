"""What a letter says of itself, how much of it is read, and that no bytes at all can do harm."""

from __future__ import annotations

import textwrap
import time
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mail_corpus import HERE, corpus
from mail_kit import ANNE, ENVELOPE, HOME, OUR_ID, SIGNATURE, attached, bounce_report, letter, part, quoted, several

from pbem.mail import mime
from pbem.mail.guards import judge
from pbem.mail.letter import LIMITS, How, read_letter
from pbem.mail.mime import open_message
from pbem.mail.plain import decode, unflow

ANSWERS = {
    "dressed-reply-many": ANNE, "dressed-reply-group": "bob@example.net", "dressed-from-many": ANNE,
    "dressed-from-pipe": "", "dressed-from-other": "king@example.net", "dressed-reply-line-ends": ANNE,
    "dressed-name-line-ends": ANNE, "dressed-from-nobody": "",
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_one_person_is_answered_whatever_the_head_asks_for(name: str) -> None:
    assert read_letter(corpus()[name].raw).reply_to == ANSWERS[name]


def test_a_letter_is_known_by_the_hash_of_its_bytes() -> None:
    raw = letter(ENVELOPE)
    assert read_letter(raw).id == sha256(raw).hexdigest()
    assert read_letter(raw + b"\n").id != read_letter(raw).id


def test_what_a_letter_claims_is_kept_as_a_claim() -> None:
    found = read_letter(letter(ENVELOPE))
    assert found.sender == f"Anne Bonny <{ANNE}>"
    assert (found.reply_to, found.message_id, found.subject) == (ANNE, "<1@example.net>", "my orders")
    assert found.date_claimed == datetime(2026, 11, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("line", "claimed"),
    [
        ("Date: Mon, 02 Nov 2026 10:00:00 -0000", datetime(2026, 11, 2, 10, tzinfo=UTC)),
        ("Date: Mon, 02 Nov 2026 10:00:00 +2500", None),
        ("Date: tomorrow", None),
        ("Date: Fri, 31 Dec 9999 23:59:59 -1200", None),
    ],
)
def test_a_date_that_cannot_be_is_none(line: str, claimed: datetime | None) -> None:
    assert read_letter(letter(ENVELOPE, "", "", line)).date_claimed == claimed


def test_words_and_files_beside_a_document_are_kept() -> None:
    raw = several(
        "mixed", part(b"Hello,\n> old\n\nFrom Anne\n"), part(ENVELOPE, "x/y", "base64", name="o.pbem"),
        part(b"PK\x03\x04", "application/zip", "base64", name="../../..parcel.zip"),
    )  # fmt: skip
    found = read_letter(raw)
    assert (found.text, found.faults) == ("Hello,\n\nFrom Anne", ())
    assert [(file.name, file.data) for file in found.files] == [("parcel.zip", b"PK\x03\x04")]


def test_a_report_gives_the_letter_the_recipient_and_whether_it_is_for_good() -> None:
    original = f"From: club@example.org\nMessage-ID: {OUR_ID}\n\nx\n".encode()
    told = [("failed", "5.1.1", True), ("failed", "4.4.1", True), ("delayed", "4.4.1", False)]
    for action, status, permanent in told:
        (bounce,) = read_letter(bounce_report(action, status, original)).bounces
        assert (bounce.message_id, bounce.recipient, bounce.status) == (OUR_ID, ANNE, status)
        assert bounce.permanent is permanent
    assert read_letter(bounce_report("delivered", "2.0.0", original)).bounces == ()


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers"])
def test_a_report_on_a_letter_that_microsoft_gave_another_id_names_ours(kind: str) -> None:
    theirs = "Message-ID: <AM0PR04MB1@AM0PR04MB1.eurprd04.prod.outlook.com>"
    original = f"{theirs}\nX-Microsoft-Original-Message-ID:\n {OUR_ID}\nFrom: club@example.org\n\nx\n".encode()
    (bounce,) = read_letter(bounce_report("failed", "5.1.1", original, kind)).bounces
    assert bounce.message_id == OUR_ID


QMAIL = """Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anne@example.net>:
{why}

--- Below this line is a copy of the message.

Message-ID: {ours}
"""
YAHOO = """Sorry, we were unable to deliver your message to the following address.

<anne@example.net>:
554: delivery error: This user doesn't have an account here

--- Below this line is a copy of the message.

Message-ID: {ours}
"""
EXIM = """This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its recipients; it could not be delivered so far.
Delivery attempts will continue for some time. Eventually the software will give up.

Message-ID: {ours}
"""


@pytest.mark.parametrize(
    ("text", "permanent"),
    [
        (QMAIL.format(why="User is over quota.", ours=OUR_ID), True),
        (
            QMAIL.format(
                why="Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again;"
                " this message has been in the queue too long.",
                ours=OUR_ID,
            ),
            True,
        ),
        (YAHOO.format(ours=OUR_ID), True),
        (EXIM.format(ours=OUR_ID) + "Status 4.4.1\n", False),
    ],
    ids=["qmail, mailbox full", "qmail, host dead for a week", "yahoo", "exim still tries"],
)
def test_a_report_in_prose_that_nobody_tries_any_more_is_final(text: str, permanent: bool) -> None:
    raw = letter(text.encode(), "text/plain", "", "From: MAILER-DAEMON@mx.example.net", "Return-Path: <>")
    bounces = judge(read_letter(raw), HOME).bounces
    assert [(bounce.message_id, bounce.permanent) for bounce in bounces] == [(OUR_ID, permanent)]


def test_a_report_in_prose_is_believed_only_from_a_machine() -> None:
    (bounce,) = judge(read_letter(corpus()["report-prose"].raw), HOME).bounces
    assert (bounce.message_id, bounce.permanent) == (OUR_ID, True)
    assert judge(read_letter(corpus()["report-prose-from-a-person"].raw), HOME).bounces == ()


def test_a_report_gives_no_documents_even_if_it_returns_one() -> None:
    assert read_letter(bounce_report("failed", "5.1.1", letter(ENVELOPE))).parts == ()


@pytest.mark.parametrize(
    ("limits", "why"),
    [({"size": 500}, "larger than 500"), ({"head": 100}, "longer than 100"), ({"parts": 2}, "more than 2 parts"),
     ({"depth": 0}, "deeper than 0"), ({"boundaries": 0}, "more than 0 groups")],
)  # fmt: skip
def test_every_bound_refuses_in_words_and_still_knows_whom_to_answer(limits: dict[str, int], why: str) -> None:
    found = read_letter(attached(ENVELOPE), replace(LIMITS, **limits))
    assert found.parts == ()
    assert why in found.faults[0].message
    assert found.reply_to == ANNE


ENCODINGS = ("base64", "quoted-printable", "7bit", "8bit")


@given(
    encoding=st.sampled_from(ENCODINGS),
    above=st.text("abc ñ,.\n", max_size=80), below=st.text("xyz é!\n", max_size=80),
    ends=st.booleans(), answered=st.booleans(), inside=st.booleans(),
)  # fmt: skip
def test_3_13_an_envelope_survives_any_ordinary_letter(
    encoding: str, above: str, below: str, ends: bool, answered: bool, inside: bool
) -> None:
    old = b"\nOn Monday the club wrote:\n" + quoted(ENVELOPE.replace(b"seq: 1", b"seq: 2")) if answered else b""
    text = above.encode() + b"\n" + ENVELOPE + b"\n" + below.encode() + b"\n" + old
    raw = letter(text, "text/plain; charset=utf-8", encoding)
    if inside:
        raw = several("mixed", b"Content-Type: message/rfc822\n\n" + raw)
    found = read_letter(raw.replace(b"\n", b"\r\n") if ends else raw)
    assert [each.data for each in found.parts] == [ENVELOPE]
    assert found.parts[0].how is (How.FORWARDED if inside else How.INLINE)


@given(data=st.binary(max_size=600))
def test_any_bytes_are_some_letter(data: bytes) -> None:
    for raw in (data, letter(data), attached(data, data[:30].decode("latin-1").replace("\n", " ") or "x/y")):
        judge(read_letter(raw), HOME)


@given(st.integers(0, 2**32), st.sampled_from(sorted(path.stem for path in HERE.glob("*.eml"))))
def test_a_letter_with_a_byte_changed_is_some_letter(spot: int, name: str) -> None:
    raw = bytearray((HERE / f"{name}.eml").read_bytes() or b"x")
    raw[spot % len(raw)] = spot >> 8 & 255
    judge(read_letter(bytes(raw)), HOME)


@given(st.binary(max_size=60), st.text(max_size=12))
def test_any_bytes_under_any_charset_are_some_text(data: bytes, charset: str) -> None:
    assert isinstance(decode(data, charset), str)


@given(st.lists(st.text("ab >", max_size=30), max_size=8), st.booleans())
def test_text_without_soft_line_ends_is_not_changed_by_unflowing(lines: list[str], delsp: bool) -> None:
    plain = [line.strip("> ") for line in lines]
    assert unflow("\n".join(plain), delsp=delsp) == "\n".join(plain)


def test_a_head_that_costs_the_parser_dear_is_read_quickly() -> None:
    for value in ("(" * 1000, "a@b," * 500, "=?utf-8?q?" * 200, '"' + "\\" * 1500, "<" * 1500, "=?x?b?" + "A" * 1500):
        raw = letter(ENVELOPE, "", "", f"From: {value}", f"To: {value}", f"Subject: {value}", f"Date: {value}")
        began = time.process_time()
        read_letter(raw)
        assert time.process_time() - began < 1.0, value[:20]


def test_a_head_of_a_hundred_dear_headers_of_one_name_is_read_quickly() -> None:
    """A letter of 250 KB took twenty seconds."""
    many = [f'From: {number}{"a@b, " * 390}' for number in range(120)]
    began = time.process_time()
    found = read_letter(letter(ENVELOPE, "", "", *many, *["Received: by a"] * 101))
    assert time.process_time() - began < 6.0
    assert found.hops == 101


def test_of_headers_that_the_parser_makes_much_of_only_a_few_are_kept() -> None:
    """A letter of less than a megabyte with two such headers a part took a third of a gigabyte until the tick ended."""
    mime.parsed.cache_clear()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(64):
            mime.parsed("content-disposition", "; ".join(f"filename*{spot}*=b{number}" for spot in range(110)))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        mime.parsed.cache_clear()
    assert kept - before < 40 * 1024 * 1024


def test_the_head_of_a_refused_letter_holds_nothing_of_the_headers_that_were_left_out() -> None:
    raw = b"From: anne@example.org\nSubject: orders\nContent-Type: multipart/mixed;\n boundary=x\n\n--x\n"
    refused = read_letter(raw, replace(LIMITS, boundaries=0))
    assert (refused.reply_to, refused.subject) == ("anne@example.org", "orders")
    assert refused.faults


def test_a_broken_letter_still_has_a_head() -> None:
    opened = open_message(b"Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n" + b"--a\n" * 2000)
    assert opened.fault is not None
    assert opened.message["subject"] == "x"


@pytest.mark.parametrize(
    "words",
    ["pbem: orders/1\n\nseat: axis\n\nphase: t03\n\n", "pbem: orders/1\nseat: axis  \nnote: to the last \n",
     "pbem: orders/1\nnote: two\u00a0miles\n", "pbem: orders/1\nnote: a soft\u00adhyphen\n",
     "pbem: orders/1 \nseat: axis\n", "pbem: orders/1\n  note: inset\n"],
)  # fmt: skip
def test_what_the_armour_shows_no_trace_of_stays_as_it_was_signed(words: str) -> None:
    (found,) = read_letter(letter(b"Hello,\n\n" + words.encode() + SIGNATURE)).parts
    assert (found.data, found.signature) == (words.encode(), SIGNATURE)


@pytest.mark.parametrize("spoilt", [b"  ", b"> ", b"    "])
def test_a_document_whose_armour_is_not_its_own_is_not_put_together(spoilt: bytes) -> None:
    """An armour that stands quoted below the words belongs to somebody else's letter."""
    raw = letter(b"pbem: orders/1\nseat: axis\n\nHe wrote:\n" + quoted(ENVELOPE, b"> ") + quoted(SIGNATURE, spoilt))
    assert all(part.signature != SIGNATURE for part in read_letter(raw).parts)


def test_letters_saved_in_letters_are_opened_within_the_same_bounds() -> None:
    inner = attached(ENVELOPE)
    for _ in range(12):
        inner = several("mixed", part(b"x\n"), part(inner, "application/octet-stream", "base64", name="o.eml"))
    found = read_letter(inner)
    assert (found.parts, found.faults[0].message) == ((), "letter is nested deeper than 8 levels")
    wide = several("mixed", *[part(b"x", "a/b", "", name=f"{n}") for n in range(300)], lines=("Subject: b",))
    found = read_letter(several("mixed", part(wide, "application/octet-stream", "base64", name="o.eml")))
    assert (found.parts, found.faults[0].message) == ((), "letter has more than 200 parts")
    found = read_letter(letter(b"begin 644 x\n`\nend\n" * 300))
    assert (found.parts, found.faults[0].message) == ((), "letter has more than 200 parts")


@pytest.mark.parametrize(
    "raw",
    [b"] pbem: lock/1\ngame: a\n" * 4000 + b"-----BEGIN SSH SIGNATURE-----\n!\n",
     b"] pbem: lock/1\ngame: a\n" * 4000 + b"-----BEGIN SSH SIGNATURE-----\n" + b"A\n" * 8000,
     b"pbem: orders/1\n" + (b"@" * 380 + b" <mailto:\n") * 40 + SIGNATURE],
    ids=["heads over one armour", "heads over a long armour", "links"],
)  # fmt: skip
def test_what_is_mended_is_mended_in_time_that_grows_with_its_length(raw: bytes) -> None:
    """Of these a letter of two megabytes took a quarter of an hour, and one of thirty a night."""
    began = time.process_time()
    read_letter(letter(raw))
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize(
    "line",
    [b"pbem: lock/1\n", b"pbem: lock/1\n\n\n", b"-----BEGIN SSH SIGNATURE-----\n", b"begin 644 x\nABC\n",
     b"pbem: lock/1\n-----BEGIN SSH SIGNATURE-----\n", b"From: a b\n\n", b"-----BEGIN PGP SIGNED MESSAGE-----\n- x\n",
     b"pbem: lock/1\n-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n\n\n"],
)  # fmt: skip
def test_a_letter_full_of_beginnings_is_read_in_time_that_grows_with_its_length(line: bytes) -> None:
    raw = letter(line * (2_000_000 // len(line) // (1 + line.count(b"\n"))) + SIGNATURE)
    began = time.process_time()
    read_letter(raw)
    assert time.process_time() - began < 4.0


@given(
    before=st.sampled_from(["", " ", "  ", "\xa0", " \xa0"]), after=st.sampled_from(["", " ", "\xa0", "  "]),
    doubled=st.booleans(), dashes=st.sampled_from(["-----", "——-", "–––––"]), columns=st.integers(38, 90),
    above=st.text("abc ñ,.\n", max_size=40), below=st.text("xyz é!\n", max_size=40),
)  # fmt: skip
def test_an_envelope_survives_what_mailers_do_to_pasted_lines(
    before: str, after: str, doubled: bool, dashes: str, columns: int, above: str, below: str
) -> None:
    text = ENVELOPE.decode().replace("-----", dashes)
    wrap = textwrap.TextWrapper(columns, break_long_words=False, break_on_hyphens=False)
    lines = [line for each in text.splitlines() for line in wrap.wrap(each)]
    spoilt = "".join(f"{before}{line}{after}\n" + "\n" * doubled for line in lines)
    found = read_letter(letter(f"{above}\n{spoilt}\n{below}".encode()))
    assert [each.data for each in found.parts] == [ENVELOPE]
