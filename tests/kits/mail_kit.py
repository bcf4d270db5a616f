"""Raw letters for tests, written byte by byte: no library that would mend what is meant to be broken."""

from __future__ import annotations

import base64
import json
import quopri
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.mail.compose import message_id
from pbem.mail.guards import Home

VECTORS: Any = json.loads((Path(__file__).parents[1] / "vectors" / "trust.json").read_text(encoding="utf-8"))
PARTS = VECTORS["sample_phase"]["envelopes"]["axis"]
ENVELOPE = (PARTS["lock"] + PARTS["lock_sig"] + PARTS["sealed"]).encode()
SIGNATURE = PARTS["lock_sig"].encode()
OTHER_SIGNATURE = VECTORS["sample_phase"]["envelopes"]["allied"]["lock_sig"].encode()
ORDERS = "pbem: orders/1\nseat: axis\nphase: t03\nnote: Señor Ñandú, crème brûlée\n".encode()
OPEN = b"pbem: open/1\ngame: bulge-2023-09-4f1c9a\nphase: t03\nattempt: 1\nseat: axis\n"
CLUB, ANNE = "club@example.org", "anne@example.net"
BLUE, SPY = "blue@example.org", "spy@example.net"
HOME = Home((CLUB,), "example.org")
OUR_ID = message_id("jenkins-2026-4f1c9a/english/t03", "example.org")
HEAD = (
    f"From: Anne Bonny <{ANNE}>",
    f"To: {CLUB}",
    "Subject: my orders",
    "Date: Mon, 02 Nov 2026 10:00:00 +0100",
    "Message-ID: <1@example.net>",
    "MIME-Version: 1.0",
)


@dataclass(frozen=True, slots=True)
class Case:
    """A letter and what becomes of it.

    `holds` lists its documents, `kind` or `kind+sig`, each with `@how`; `why` stands in a fault or the verdict.
    `data` is what the first document must be (LF form), where it must be something. `told` is whom a running game
    answers in which Anne and Blue (BLUE) play, and in which none of the documents belong.
    """

    raw: bytes
    holds: str = ""
    why: str = ""
    sort: str = "letter"
    answered: bool = True
    data: bytes = b""
    stored: bool = True
    told: tuple[str, ...] = (ANNE,)

    @property
    def answers(self) -> str:
        """To whom the faults go, as the table has it."""
        return ", ".join(self.told) if self.answered else "-"


def head(*lines: str, without: tuple[str, ...] = ()) -> list[str]:
    """The usual headers with others instead or besides."""
    names = {line.partition(":")[0].lower() for line in lines} | set(without)
    return [line for line in HEAD if line.partition(":")[0].lower() not in names] + list(lines)


def letter(body: bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "", *lines: str) -> bytes:
    """A letter of one part, the body encoded as told."""
    told = [f"Content-Type: {kind}"] * bool(kind) + [f"Content-Transfer-Encoding: {encoding}"] * bool(encoding)
    return "\n".join([*head(*lines), *told]).encode("utf-8", "surrogateescape") + b"\n\n" + encoded(body, encoding)


def encoded(body: bytes, encoding: str) -> bytes:
    """The body under a transfer encoding."""
    if encoding == "base64":
        return base64.encodebytes(body)
    return quopri.encodestring(body) if encoding == "quoted-printable" else body


def part(
    body: bytes, kind: str = "text/plain; charset=utf-8", encoding: str = "", *lines: str, name: str = ""
) -> bytes:
    """One part of several."""
    told = [f"Content-Type: {kind}"] * bool(kind) + [f"Content-Transfer-Encoding: {encoding}"] * bool(encoding)
    told += [f'Content-Disposition: attachment; filename="{name}"'] * bool(name)
    return "\n".join([*told, *lines]).encode() + b"\n\n" + encoded(body, encoding)


def group(kind: str, *parts: bytes, mark: str = "cut", extra: str = "") -> bytes:
    """A multipart part."""
    start = f'Content-Type: multipart/{kind}; boundary="{mark}"{extra}\n\n'.encode()
    return start + b"".join(f"--{mark}\n".encode() + each + b"\n" for each in parts) + f"--{mark}--\n".encode()


def several(kind: str, *parts: bytes, lines: tuple[str, ...] = (), extra: str = "") -> bytes:
    """A letter of several parts."""
    return "\n".join(head(*lines)).encode() + b"\n" + group(kind, *parts, extra=extra)


def attached(
    body: bytes, kind: str = "application/octet-stream", encoding: str = "base64", name: str = "o.pbem"
) -> bytes:
    """A letter with a greeting and one attachment."""
    return several("mixed", part(b"Hello,\nhere they are.\n"), part(body, kind, encoding, name=name))


def forward(inner: bytes) -> bytes:
    """A letter as a part of another."""
    return b"Content-Type: message/rfc822\n\n" + inner


def quoted(text: bytes, sign: bytes = b"> ") -> bytes:
    """Lines as an answer quotes them."""
    return b"".join(sign + line + b"\n" for line in text.splitlines())


def crlf(raw: bytes) -> bytes:
    """The letter as servers hand it on."""
    return raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def flowed(text: str, columns: int = 60, extra: str = "") -> bytes:
    """Text as a format=flowed mailer writes it: stuffed, soft line ends in long lines (`extra` for delsp)."""
    done = []
    for line in text.splitlines():
        stuffed = " " + line if line.startswith((" ", ">", "From ")) else line
        while len(stuffed) > columns and " " in stuffed[:columns]:
            cut = stuffed.rfind(" ", 0, columns) + 1
            done.append(stuffed[:cut] + extra)
            stuffed = stuffed[cut:]
        done.append(stuffed)
    return ("\n".join(done) + "\n").encode()


def bounce_report(action: str, status: str, original: bytes, kind: str = "message/rfc822") -> bytes:
    """A delivery report (RFC 3464) about a letter of ours."""
    fields = (
        f"Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; {ANNE}\nAction: {action}\nStatus: {status}\n"
        f"Diagnostic-Code: smtp; 550 {status} no such user\n"
    ).encode()
    return several(
        "report",
        part(b"Your letter could not be delivered.\n"),
        part(fields, "message/delivery-status"),
        part(original, kind),
        lines=("From: Mail System <MAILER-DAEMON@mx.example.net>", "Return-Path: <>"),
        extra="; report-type=delivery-status",
    )
