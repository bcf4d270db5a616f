"""One signed document in every dress that mailers make: words around it, the form of the text, the parts, the head.

Each letter of the product is answered, and gives the document byte for byte with its signature; or, where nobody can
read it any more, none at all and a fault that says what to do. Nothing is taken for something else.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from itertools import product

import pytest
from mail_corpus_mailers import OUTLOOK, WROTE, by_pgp, by_uu, each_line, rewrapped
from mail_kit import (
    ENVELOPE,
    HOME,
    OPEN,
    ORDERS,
    SIGNATURE,
    attached,
    crlf,
    flowed,
    forward,
    group,
    letter,
    part,
    quoted,
    several,
)

from pbem.mail.guards import judge
from pbem.mail.letter import read_letter

DOCUMENTS = {"lock": (ENVELOPE, b""), "orders": (ORDERS, SIGNATURE), "open": (OPEN, SIGNATURE)}
PLAIN, OCTETS = "text/plain; charset=utf-8", "application/octet-stream"
HTML = part(b"<p>pbem: lock/1</p>", "text/html; charset=utf-8")
REPORT = quoted(b"Your orders are awaited.\n\npbem: orders/1\nseat: axis\n")

#: What stands around the document, or is done to its lines, and is seen through.
WORDS: dict[str, Callable[[str], str]] = {
    "alone": lambda text: text,
    "greeting": lambda text: f"Dear Admiral,\n\nhere they are:\n\n{text}-- \nAnne\n",
    "list footer": lambda text: f"{text}_______________________________________________\nclub mailing list\n",
    "above a report": lambda text: f"{text}\n{WROTE['french']}{REPORT.decode()}",
    "above what Outlook copies": lambda text: f"{text}\n{OUTLOOK['german']}\nYour orders are awaited.\n",
    "below a report": lambda text: f"{WROTE['english']}{REPORT.decode()}\n{text}",
    "forwarded": lambda text: f"FYI\n\n---------- Forwarded message ---------\nFrom: Anne\n\n{text}",
    "Apple forwards": lambda text: f"\nBegin forwarded message:\n\nFrom: Anne\nSubject: orders\n\n{text}",
    "fence": lambda text: f"```yaml\n{text}```\n",
    "mark": lambda text: f"\ufeff{text}",
    "nothing wide": lambda text: f"\u200b{text}",
    "long dashes": lambda text: text.replace("-----", "—–-"),
    "wide blanks": lambda text: text.replace(": ", ":\xa0"),
    "blanks behind": lambda text: each_line(text, after="\xa0").decode(),
    "blanks before": lambda text: each_line(text, before=" ").decode(),
    "paragraphs": lambda text: each_line(text, after="\n").decode(),
    "signed by PGP": lambda text: by_pgp(text).decode(),
}
#: What takes the document away, and is told.
SPOILT: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: quoted(text.encode()).decode(),
    "inset": lambda text: each_line(text, before="    ").decode(),
    "line ends lost": lambda text: " ".join(text.splitlines()),
    "in base64": lambda text: base64.encodebytes(text.encode()).decode(),
}
#: The form of the text, and the parts it is in.
TEXTS: dict[str, Callable[[str], bytes]] = {
    "8bit": lambda text: letter(text.encode(), PLAIN, "8bit"),
    "quoted-printable": lambda text: letter(text.encode(), PLAIN, "quoted-printable"),
    "base64 of CRLF": lambda text: letter(crlf(text.encode()), PLAIN, "base64"),
    "base64 and footer": lambda text: letter(text.encode(), PLAIN, "base64") + b"\n-- \nclub@example.org\n",
    "UTF-16": lambda text: letter(text.encode("utf-16"), "text/plain; charset=utf-16", "base64"),
    "alternative": lambda text: several("alternative", part(text.encode(), PLAIN, "quoted-printable"), HTML),
    "signed": lambda text: several("signed", part(text.encode()), part(b"0\x80", "application/pkcs7-signature")),
    "saved": lambda text: several("mixed", part(letter(text.encode()), OCTETS, "base64", name="orders.eml")),
    "attached letter": lambda text: several("mixed", part(b"FYI\n"), forward(letter(text.encode()))),
}
#: The document as a file.
FILES: dict[str, Callable[[bytes], bytes]] = {
    "octets": attached,
    "yaml": lambda data: attached(data, "text/x-yaml", "quoted-printable", "orders.yaml"),
    "no type": lambda data: attached(data, "", "8bit"),
    "name of RFC 2231": lambda data: several("mixed", part(data, f"{OCTETS}; name*=utf-8''%C3%B1.pbem", "base64")),
    "no name": lambda data: several("mixed", part(b"Hello\n"), part(data, OCTETS, "base64")),
    "UTF-16 text": lambda data: attached(data.decode().encode("utf-16"), "text/plain", name="orders.txt"),
    "mark": lambda data: attached(b"\xef\xbb\xbf" + data),
    "uuencoded": lambda data: letter(b"Hello\n\n" + by_uu(data, "orders.pbem")),
    "winmail's name": lambda data: several("related", group("alternative", part(b"Hi\n"), HTML, mark="inner"),
                                           part(data, "application/ms-tnef", "base64", name="winmail.dat")),
}  # fmt: skip
#: What gateways and mailboxes do to the whole letter.
HEADS: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda raw: raw,
    "CRLF": crlf,
    "mbox": lambda raw: b"From anne Mon Nov  2 10:00:00 2026\n" + raw,
    "mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "blank line": lambda raw: b"\n" + raw,
    "blanks before colons": lambda raw: re.sub(rb"^(Date|MIME-Version):", rb"\1 :", raw, flags=re.MULTILINE),
    "no header": lambda raw: raw.replace(b"\nSubject:", b"\nX-Spam Status: No\nSubject:", 1),
    "small letters": lambda raw: raw.replace(b"\nContent-Type:", b"\ncontent-type:"),
}


def lawful(raw: bytes, kind: str) -> bool:
    """Whether the document is found; what else there is has to be nothing, and told."""
    found = read_letter(raw)
    assert judge(found, HOME).answered
    data, signature = DOCUMENTS[kind]
    whole = [each for each in found.parts if (lf(each.data), lf(each.signature)) == (data, signature)]
    assert len(whole) == len(found.parts) <= 1
    assert whole or (found.faults and all(fault.hint for fault in found.faults))
    return bool(whole)


def lf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_is_found_in_every_dress(kind: str) -> None:
    data = b"".join(DOCUMENTS[kind])
    texts = [form(words(data.decode())) for words, form in product(WORDS.values(), TEXTS.values())]
    texts += [letter(flowed(data.decode(), 60, extra), f"{PLAIN}; format=flowed{more}")
              for extra, more in (("", ""), (" ", "; delsp=yes"))]  # fmt: skip
    texts += [letter(rewrapped(data.decode(), 72))] * (kind == "lock") + [form(data) for form in FILES.values()]
    for raw, head in product(texts, HEADS.values()):
        assert lawful(head(raw), kind), head(raw).decode("utf-8", "replace")


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_that_is_spoilt_is_told_and_not_taken_for_another(kind: str) -> None:
    text = b"".join(DOCUMENTS[kind]).decode()
    for spoil, form, head in product(SPOILT.values(), TEXTS.values(), HEADS.values()):
        assert not lawful(head(form(spoil(text))), kind)
