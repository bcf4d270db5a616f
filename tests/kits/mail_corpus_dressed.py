"""Heads that would like to reach a header of ours, a terminal, a page or a command line; senders and dates that lie."""

from __future__ import annotations

from mail_kit import ANNE, BLUE, ENVELOPE, SPY, Case, letter, part, several

#: What is tried in every field: a header of its own, a terminal's commands, a page's script.
LINE_ENDS = "=?utf-8?q?x=0D=0ABcc:_all=40example.net?="
ESCAPES = "\x1b]0;owned\x07\x1b[2J"
SCRIPT = "<script>alert(1)</script>"


def dressed() -> dict[str, Case]:
    """All of them."""
    return {**heads(), **ids(), **file_names(), **forged(), **dated()}


def of(*lines: str, answered: bool = True, why: str = "", told: tuple[str, ...] = (ANNE,)) -> Case:
    """The sample envelope in a letter with these headers."""
    raw = letter(ENVELOPE, "", "", *lines)
    return Case(raw, "lock@inline", why, answered=answered, data=ENVELOPE, told=told)


def heads() -> dict[str, Case]:
    """Writes sender, recipient and subject of a letter."""

    return {
        "dressed-subject-escapes": of("Subject: \x1b]0;owned\x07\x1b[2J"),
        "dressed-subject-bidi": of("Subject: =?utf-8?b?4oCucmVkcm8=?="),
        "dressed-subject-line-ends": of("Subject: =?utf-8?q?x=0D=0ABcc:_all=40example.net?="),
        "dressed-subject-html": of("Subject: <script>alert(1)</script>"),
        "dressed-name-line-ends": of("From: =?utf-8?q?A=0D=0ABcc:_x=40y.example?= <anne@example.net>"),
        "dressed-reply-line-ends": of("Reply-To: =?utf-8?q?a=40b.example=0D=0ABcc:_c=40d.example?="),
        "dressed-reply-option": of(
            "Reply-To: -oQ/tmp/x@example.net", "From: -bs@example.net", answered=False, why="no address"
        ),
        "dressed-reply-many": of("Reply-To: anne@example.net, bob@example.net, carl@example.net"),
        "dressed-reply-group": of("Reply-To: all: bob@example.net, carl@example.net;", told=(ANNE, "bob@example.net")),
        "dressed-from-many": of("From: anne@example.net, bob@example.net"),
        "dressed-from-nobody": of("From: undisclosed-recipients:;", answered=False, why="no address"),
        "dressed-from-missing-domain": of("From: root", answered=False, why="no address"),
        "dressed-from-unicode": of("From: añil@example.net", answered=False, why="no address"),
        "dressed-from-quoted-local": of('From: "anne bonny"@example.net', answered=False, why="no address"),
        "dressed-from-pipe": of("From: |/bin/sh@example.net", answered=False, why="no address"),
        "dressed-from-other": of("From: King <king@example.net>", told=("king@example.net",)),
        "dressed-from-shell": of("From: `reboot`;@example.net", answered=False, why="no address"),
        "dressed-from-address-literal": of("From: a@[127.0.0.1]", answered=False, why="no address"),
    }


def ids() -> dict[str, Case]:
    """Ids, which an answer names, and the words around addresses."""
    return {
        "dressed-id-line-ends": of(f"Message-ID: <1@example.net>{LINE_ENDS}"),
        "dressed-id-folded": of("Message-ID: <1@example.net\n Bcc: all@example.net>"),
        "dressed-id-escapes": of(f"Message-ID: <{ESCAPES}@example.net>"),
        "dressed-id-long": of(f"Message-ID: <{'i' * 2000}@example.net>"),
        "dressed-id-html": of(f"Message-ID: <{SCRIPT}@example.net>"),
        "dressed-thread-line-ends": of(f"In-Reply-To: <2@example.net>{LINE_ENDS}", f"References: {LINE_ENDS}"),
        "dressed-name-escapes": of(f'From: "{ESCAPES}" <{ANNE}>'),
        "dressed-name-html": of(f'From: "{SCRIPT}" <{ANNE}>'),
        "dressed-name-bidi": of(f"From: =?utf-8?b?4oCuZW5uQQ==?= <{ANNE}>"),
        "dressed-name-long": of(f'From: "{"n" * 5000}" <{ANNE}>', answered=False, why="no address"),
        "dressed-reply-name": of(f'Reply-To: "{ESCAPES}{SCRIPT}" <{ANNE}>'),
        "dressed-to-line-ends": of(f"To: {LINE_ENDS} <club@example.org>", f"Cc: {LINE_ENDS}"),
    }


def file_names() -> dict[str, Case]:
    """Names of attachments, which a reader may print or save under."""
    names = {
        "line-ends": "filename*=utf-8''o%0D%0ABcc%3A%20all%40example.net%0D%0A.pbem",
        "html": f'filename="{SCRIPT}.pbem"',
        "device": 'filename="CON"',
        "nothing": 'filename=""',
        "dots": 'filename=".."',
        "long": f'filename="{"f" * 3000}.pbem"',
        "zero": "filename*=utf-8''o%00.pbem",
        "charset-unknown": "filename*=x-none''o%E9.pbem",
    }
    return {
        f"dressed-file-{name}": Case(
            several("mixed", part(b"Hi\n"), part(
                ENVELOPE, "application/octet-stream", "base64", f"Content-Disposition: attachment; {words}"
            )),
            "lock@attached", data=ENVELOPE,
        )
        for name, words in names.items()
    }  # fmt: skip


def forged() -> dict[str, Case]:
    """Writes a letter in another's name. Its claimed sender gets an answer as well, if they have a seat."""
    return {
        "forged-from": of(f"From: Blue <{BLUE}>", told=(BLUE,)),
        "forged-from-answered-elsewhere": of(f"From: Blue <{BLUE}>", f"Reply-To: {SPY}", told=(BLUE, SPY)),
        "forged-reply-to": of(f"Reply-To: {SPY}", told=(ANNE, SPY)),
        "forged-reply-to-a-player": of(f"From: {SPY}", f"Reply-To: {BLUE}", told=(BLUE,)),
        "forged-sender-line": of(f"Sender: {BLUE}", f"Return-Path: <{BLUE}>"),
        "forged-from-twice": of(f"From: {ANNE}", f"From: {SPY}"),
    }


def dated() -> dict[str, Case]:
    """Dates that would make a letter early or late, if anybody went by them."""
    dates = {
        "another-zone": "Mon, 02 Nov 2026 10:00:00 +1400",
        "zone-beyond-a-day": "Mon, 02 Nov 2026 10:00:00 +9959",
        "zone-by-name": "Mon, 02 Nov 2026 10:00:00 PST",
        "zone-of-nowhere": "Mon, 02 Nov 2026 10:00:00 XYZZY",
        "zone-missing": "Mon, 02 Nov 2026 10:00:00",
        "minus-zero": "Mon, 02 Nov 2026 10:00:00 -0000",
        "leap-second": "Tue, 30 Jun 2026 23:59:60 +0000",
        "before-mail": "Thu, 01 Jan 1970 00:00:00 +0000",
        "two-digits": "02 Nov 26 10:00 GMT",
        "far-ahead": "Fri, 31 Dec 9999 23:59:59 -1200",
        "wrong-weekday": "Sun, 02 Nov 2026 10:00:00 +0000",
        "twice": "Mon, 02 Nov 2026 10:00:00 +0000\nDate: Tue, 03 Nov 2026 10:00:00 +0000",
        "missing": "",
    }
    return {f"dated-{name}": of(f"Date: {date}") for name, date in dates.items()}
