"""Letters in which nothing is found, and why; letters that are too much of something; letters that are broken."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Iterable

from mail_kit import (
    CLUB,
    ENVELOPE,
    ORDERS,
    SIGNATURE,
    Case,
    attached,
    crlf,
    forward,
    group,
    head,
    letter,
    part,
    quoted,
    several,
)

NOTHING, HTML = "holds no document", "HTML only"


def refused() -> dict[str, Case]:
    """All of them."""
    return {**wrapped(), **missing(), **too_much(), **endless(), **broken(), **heads()}


def zipped(data: bytes) -> bytes:
    """A file packed, without dates."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parcel:
        parcel.writestr(undated("o.pbem"), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def gzipped(data: bytes) -> bytes:
    """The same, packed by gzip: on Unix, as its tenth byte says, which Python has filled in otherwise since 3.13."""
    packed = gzip.compress(data, mtime=0)
    return b"%b\x03%b" % (packed[:9], packed[10:])


def zipped_many(names: Iterable[str], data: bytes = b"") -> bytes:
    """Files of these names packed, without dates."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parcel:
        for name in names:
            parcel.writestr(undated(name), data)
    return out.getvalue()


def undated(name: str) -> zipfile.ZipInfo:
    """A file in an archive, the same whenever and on whatever system it is packed."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system = 3
    return info


def wrapped() -> dict[str, Case]:
    """The document is there, in something that is not opened."""
    page = b"<html><body><pre>" + ENVELOPE + b"</pre></body></html>"
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    points = 'message/external-body; access-type=URL; url="http://example.net/o.pbem"'
    cases = {
        "html-only": (letter(page, "text/html"), HTML),
        "html-base64": (letter(page, "text/html", "base64"), HTML),
        "html-without-plain": (several("alternative", part(page, "text/html")), HTML),
        "html-beside-a-note": (several("alternative", part(b"Please view as HTML.\n"), part(page, "text/html")), HTML),
        "html-empty-plain": (several("alternative", part(b" \n"), part(b"<p>hi", "text/html")), HTML),
        "winmail": (
            attached(b"\x78\x9f\x3e\x22" + b"\0" * 40, "application/ms-tnef", name="winmail.dat"),
            "winmail.dat",
        ),
        "winmail-disguised": (attached(b"\x78\x9f\x3e\x22" + b"\0" * 40, name="part.bin"), "winmail.dat"),
        "zip": (attached(zipped(ENVELOPE), "application/zip", name="o.zip"), "archive"),
        "zip-bomb": (attached(zipped(b"\0" * 10_000_000), name="picture"), "archive"),
        "zip-of-a-bomb": (attached(zipped(zipped(b"\0" * 10_000_000)), name="o.zip"), "archive"),
        "zip-with-a-path": (attached(zipped_many(["../../.ssh/authorized_keys"], ENVELOPE), name="o.zip"), "archive"),
        "zip-of-many": (attached(zipped_many(f"{n}.pbem" for n in range(2000)), name="o.zip"), "archive"),
        "gzip-bomb": (attached(gzipped(b"\0" * 10_000_000), name="o.gz"), "archive"),
        "gzip": (attached(gzipped(ENVELOPE), name="o.pbem.gz"), "archive"),
        "zip-beside-its-signature": (
            several("mixed", part(zipped(ORDERS), "application/zip", "base64", name="o.zip"),
                    part(SIGNATURE, name="o.yaml.sig")),
            "archive",
        ),
        "word": (attached(zipped(ENVELOPE), word, name="orders.docx"), "word processor"),
        "rtf": (attached(b"{\\rtf1 pbem}", "application/rtf", name="orders.rtf"), "word processor"),
        "pdf": (attached(b"%PDF-1.7", "application/pdf", name="orders.PDF"), "word processor"),
        "pgp": (
            several("encrypted", part(b"Version: 1\n", "application/pgp-encrypted"), part(b"x", "x/y")),
            "encrypted",
        ),
        "pgp-inline": (letter(b"-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n"), "encrypted"),
        "smime": (letter(b"0\x80", "application/pkcs7-mime; smime-type=enveloped-data", "base64"), "encrypted"),
        "partial": (letter(ENVELOPE, 'message/partial; id="x"; number=1; total=2'), "one piece of several"),
        "elsewhere": (several("mixed", part(b"\n", points)), "points to a file elsewhere"),
        "quoted-only": (letter(b"Yes, that.\n\n" + quoted(ENVELOPE)), "only as a quotation"),
        "quoted-twice": (letter(quoted(quoted(ENVELOPE))), "only as a quotation"),
        "indented": (letter(quoted(ENVELOPE, b"    ")), "only as a quotation"),
        "bold": (letter(b"*pbem: lock/1*\n"), "only as a quotation"),
    }
    return {f"wrapped-{name}": Case(raw, why=why) for name, (raw, why) in cases.items()}


def missing() -> dict[str, Case]:
    """There is none."""
    cases = {
        "chat": (letter(b"When is the deadline?\n"), NOTHING),
        "empty": (letter(b""), NOTHING),
        "picture": (attached(b"\x89PNG\r\n", "image/png", name="cat.png"), NOTHING),
        "word-in-passing": (letter(b"I wrote pbem: lock/1 by hand, was that wrong?\n"), NOTHING),
        "header-in-prose": (letter(b"see pbem: orders/1 in the manual\npbem:orders\npbem: Orders/1\n"), NOTHING),
        "signature-alone": (attached(SIGNATURE, name="o.yaml.sig"), "signature 'o.yaml.sig' came without"),
        "signature-inline": (letter(SIGNATURE), NOTHING),
        "subject-alone": (letter(b"", "", "", "Subject: pbem: lock/1"), NOTHING),
    }
    return {f"missing-{name}": Case(raw, why=why) for name, (raw, why) in cases.items()}


def too_much() -> dict[str, Case]:
    """More of something than a letter may have."""
    nested, deep = part(ENVELOPE, "x/y", "base64"), part(ENVELOPE, "x/y", "base64")
    for level in range(12):
        nested = group("mixed", nested, mark=f"cut{level}")
    for level in range(80):
        deep = group("mixed", deep, mark=f"cut{level}")
    inside, endless = letter(b"x"), letter(b"x")
    for _ in range(12):
        inside = letter(inside, "message/rfc822")
    for _ in range(3000):
        endless = b"Content-Type: message/rfc822\n\n" + endless
    top = ("\n".join(head()) + "\n").encode()
    many = several("mixed", *[part(b"x\n", name=f"{n}.txt") for n in range(10_000)])
    return {
        "much-bytes": Case(attached(b"x" * 50_000_000), why="larger than", stored=False),
        "much-attachments": Case(many, why="more than 200 parts", stored=False),
        "much-head": Case(
            letter(ENVELOPE, "", "", *[f"X-{n}: {'y' * 900}" for n in range(400)]), why="head is longer", stored=False
        ),
        "much-subject": Case(
            letter(ENVELOPE, "", "", "Subject: " + "s" * 100_000), "lock@inline", data=ENVELOPE, stored=False
        ),
        "much-addresses": Case(
            letter(ENVELOPE, "", "", "Cc: " + "a@b.example, " * 15_000), "lock@inline", stored=False
        ),
        "much-nesting": Case(top + nested, why="nested deeper"),
        "much-deeper-nesting": Case(top + deep, why="groups of parts"),
        "much-forwarding": Case(inside, why="nested deeper"),
        "much-endless-forwarding": Case(top + endless, why="told apart", stored=False),
        "much-documents": Case(
            letter(b"".join(b"pbem: orders/1\nseat: s%d\n" % n for n in range(100))), why="more than 64 documents"
        ),
        "much-comments": Case(letter(ENVELOPE, "", "", f"To: {'(' * 900}{CLUB}"), "lock@inline", data=ENVELOPE),
        "much-in-one-line": Case(letter(b"x" * 3_000_000), why=NOTHING, stored=False),
        "much-encoded-words": Case(
            letter(ENVELOPE, "", "", "Subject: " + "=?utf-8?q?a?= " * 3000), "lock@inline", stored=False
        ),
    }


def endless() -> dict[str, Case]:
    """Writes a letter that a reader which goes over the same bytes again and again would never finish."""
    return {
        "much-comment-lines": Case(attached(b"# a\r\n" * 400 + b"x\n"), why=NOTHING),
        "much-blank-after-boundary": Case(letter(b"boundary" + b" " * 1_000_000), why=NOTHING, stored=False),
        "much-soft-lines": Case(letter(b"a \n" * 500_000, "text/plain; format=flowed"), why=NOTHING, stored=False),
        "much-mbox-lines": Case(b"From x\n" * 500_000 + letter(ENVELOPE), "lock@inline", data=ENVELOPE, stored=False),
        "much-lines": Case(letter(b"\n" * 2_000_000), why="more than 600000 lines", stored=False),
    }


def heads() -> dict[str, Case]:
    """A head with something in it that is no header; what tells of the attachment stands below that."""
    raw = attached(ENVELOPE)
    above, rest = raw.split(b"\nSubject:", 1)
    top, body = raw.split(b"\n\n", 1)
    cases = {
        "blank-before-colons": re.sub(rb"^([A-Z][A-Za-z-]+):", rb"\1 :", top, flags=re.MULTILINE) + b"\n\n" + body,
        "line-among-headers": above + b"\nwhat is this\nSubject:" + rest,
        "blank-in-a-header-name": above + b"\nX-Spam Status: No\nSubject:" + rest,
        "mbox-line-among-headers": above + b"\n>From anne Mon Nov  2 10:00:00 2026\nSubject:" + rest,
        "bare-cr-in-a-header": above + b"\nSubject: \r" + rest.lstrip(),
        "blank-line-first": b"\r\n" + crlf(raw),
        "mark-first": b"\xef\xbb\xbf" + raw,
        "returns-doubled": raw.replace(b"\n", b"\r\r\n"),
    }
    return {f"broken-head-{name}": Case(each, "lock@attached", data=ENVELOPE) for name, each in cases.items()}


def broken() -> dict[str, Case]:
    """No letter at all, or a damaged one."""
    mixed = "multipart/mixed"
    return {
        "broken-nothing": Case(b"", why=NOTHING, answered=False),
        "broken-blank": Case(b"\n\n\n", why=NOTHING, answered=False),
        "broken-zeros": Case(b"\0" * 400, why=NOTHING, answered=False),
        "broken-high-bytes": Case(bytes(range(128, 256)) * 4, why=NOTHING, answered=False),
        "broken-no-head": Case(b"\n" + ENVELOPE, "lock@inline", "no address", answered=False),
        "broken-mbox-lines-only": Case(b"From a\n" * 50, why=NOTHING, answered=False),
        "broken-line-without-colon": Case(
            b"what is this\n" + letter(ENVELOPE), "lock@forwarded", "no address", answered=False
        ),
        "broken-no-boundary": Case(letter(b"--cut\n\n" + ENVELOPE, mixed), "lock@inline", data=ENVELOPE),
        "broken-other-boundary": Case(
            letter(b"--snip\n\n" + ENVELOPE, f"{mixed}; boundary=cut"), "lock@inline", data=ENVELOPE
        ),
        "broken-empty-boundary": Case(
            letter(b"--\n\n" + ENVELOPE, f'{mixed}; boundary=""'), "lock@inline", data=ENVELOPE
        ),
        "broken-base64": Case(attached(b"").replace(b"base64\n\n", b"base64\n\n%%%%not base64%%%%\n", 1), why=NOTHING),
        "broken-base64-cut": Case(attached(ENVELOPE).replace(b"-----", b"-----")[:900], "lock@attached"),
        "broken-quoted-printable": Case(letter(b"=ZZ=\n=", "text/plain", ""), why=NOTHING),
        "broken-cut-envelope": Case(letter(ENVELOPE[:1200]), "lock@inline", data=ENVELOPE[:1200] + b"\n"),
        "broken-zero-inside": Case(
            letter(ORDERS.replace(b"axis", b"ax\0is")), "orders@inline", data=ORDERS.replace(b"axis", b"ax\0is")
        ),
        "broken-bare-cr": Case(letter(ENVELOPE).replace(b"\n", b"\r"), "lock@inline", data=ENVELOPE),
        "broken-content-type-of-zeros": Case(letter(ENVELOPE, "\0/\0; \0=\0"), "lock@attached", data=ENVELOPE),
        "broken-parameter-count": Case(
            letter(ENVELOPE, "text/plain; " + "; ".join(f"name*{n}*=x" for n in range(200))),
            "lock@inline",
            data=ENVELOPE,
        ),
        "broken-forward-of-nothing": Case(several("mixed", forward(b"")), why=NOTHING),
        "broken-date": Case(
            letter(ENVELOPE, "", "", "Date: Mon, 99 Foo 99999 99:99:99 +9999"), "lock@inline", data=ENVELOPE
        ),
        "broken-message-id": Case(letter(ENVELOPE, "", "", "Message-ID: <<<[]>>> \x00"), "lock@inline", data=ENVELOPE),
    }
