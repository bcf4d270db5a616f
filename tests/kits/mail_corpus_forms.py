"""Letters that are understood: every way an honest mailer dresses a document."""

from __future__ import annotations

import binascii

from mail_kit import (
    ENVELOPE,
    OPEN,
    ORDERS,
    OTHER_SIGNATURE,
    SIGNATURE,
    Case,
    attached,
    crlf,
    flowed,
    forward,
    letter,
    part,
    quoted,
    several,
)

LOCK, INLINE, FORWARDED = "lock@attached", "lock@inline", "lock@forwarded"
GREETING, CLOSE = b"Hello,\nhere they are.\n\n", b"\n-- \nAnne\nCaptain of the William\n"
OLD = b"\nOn Mon, 2 Nov 2026 at 09:00, Club <club@example.org> wrote:\n"
OLDER = ENVELOPE.replace(b"seq: 1", b"seq: 9")
TEXT = ORDERS.decode()
LONG = TEXT + "plan: " + "hold the line at Porto Bello " * 8 + "to the last\n"


def forms() -> dict[str, Case]:
    """All of them."""
    return {**attachments(), **inline(), **copied(), **charsets(), **pairs()}


def envelope(raw: bytes, holds: str = LOCK) -> Case:
    """A letter that holds the sample envelope unharmed."""
    return Case(raw, holds, data=ENVELOPE)


def attachments() -> dict[str, Case]:
    """The envelope as a file, under every type and name."""
    uu = (
        b"begin 644 o.pbem\n"
        + b"".join(binascii.b2a_uu(ENVELOPE[i : i + 45]) for i in range(0, len(ENVELOPE), 45))
        + b"`\nend\n"
    )
    nameless = part(ENVELOPE, "application/octet-stream", "base64")
    long_name = 'application/octet-stream; name*0="axis-"; name*1="t03-1.pbem"'
    cases = {
        "base64": attached(ENVELOPE),
        "base64-over-crlf": crlf(attached(ENVELOPE)),
        "base64-of-crlf": attached(crlf(ENVELOPE)),
        "7bit": attached(ENVELOPE, "text/plain", "7bit"),
        "8bit": attached(ENVELOPE, "text/plain; charset=utf-8", "8bit"),
        "no-encoding": attached(ENVELOPE, "text/x-pbem", ""),
        "quoted-printable": attached(ENVELOPE, "text/plain", "quoted-printable"),
        "base64-with-a-remark": attached(ENVELOPE).replace(b": base64\n", b": base64 (RFC 2045)\n"),
        "base64-with-a-sign": attached(ENVELOPE).replace(b": base64\n", b': "base64";\n'),
        "uuencoded": several("mixed", part(b"Hi\n"), part(uu, "application/octet-stream", "x-uuencode", name="o.pbem")),
        "as-yaml": attached(ENVELOPE, "text/yaml", "quoted-printable", "o.yaml"),
        "as-html": attached(ENVELOPE, "text/html"),
        "as-image": attached(ENVELOPE, "image/png"),
        "as-pgp-type": attached(ENVELOPE, "application/pgp-encrypted"),
        "as-zip-type": attached(ENVELOPE, "application/zip", name="o.zip"),
        "as-nonsense-type": attached(ENVELOPE, "nonsense"),
        "without-name": several("mixed", part(b"Hi\n"), nameless),
        "name-split": several("mixed", part(b"Hi\n"), part(ENVELOPE, long_name, "base64")),
        "name-encoded": attached(ENVELOPE, name="=?utf-8?q?=C3=B1.pbem?="),
        "name-with-path": attached(ENVELOPE, name="../../.ssh/authorized_keys"),
        "name-winmail": attached(ENVELOPE, name="winmail.dat"),
        "name-with-escape": attached(ENVELOPE, name="\x1b[2Jo.pbem"),
        "with-bom": attached(b"\xef\xbb\xbf" + ENVELOPE),
        "utf-16": attached(ENVELOPE.decode().encode("utf-16"), "text/plain", name="o.txt"),
        "utf-16-octets": attached(ENVELOPE.decode().encode("utf-16"), name="o.txt"),
        "alone": letter(ENVELOPE, "application/octet-stream", "base64"),
        "lost-last-line-end": attached(ENVELOPE[:-1], "text/plain", "7bit"),
        "in-related": several(
            "related", part(b"<p>hi</p>", "text/html"), part(ENVELOPE, "application/octet-stream", "base64")
        ),
        "beside-html-only": several(
            "mixed", part(b"<p>hi</p>", "text/html"), part(ENVELOPE, "application/x-pbem", "base64")
        ),
        "beside-a-picture": several(
            "mixed", part(b"Hi\n"), part(b"\x89PNG" * 99, "image/png", "base64", name="cat.png"), nameless
        ),
        "pgp-signed": several(
            "signed",
            part(ENVELOPE, name="o.pbem"),
            part(b"-----BEGIN PGP SIGNATURE-----\n", "application/pgp-signature"),
        ),
        "smime-signed": several(
            "signed",
            part(ENVELOPE, name="o.pbem"),
            part(b"0\x80", "application/pkcs7-signature", "base64", name="smime.p7s"),
        ),
        "without-last-boundary": attached(ENVELOPE).rpartition(b"--cut--")[0],
        "twice": several("mixed", nameless, part(ENVELOPE, name="copy.pbem"), part(crlf(ENVELOPE), "x/y", "base64")),
    }
    return {f"attached-{name}": envelope(raw) for name, raw in cases.items()}


def inline() -> dict[str, Case]:
    """The envelope in the words of the letter."""
    body = GREETING + ENVELOPE + CLOSE
    html = part(b"<p>pbem: lock/1<br>game: x</p>", "text/html")
    cases = {
        "alone": letter(ENVELOPE),
        "with-words-around": letter(body),
        "crlf": crlf(letter(body)),
        "no-mime": letter(body, ""),
        "quoted-printable": letter(body, "text/plain", "quoted-printable"),
        "base64": letter(body, "text/plain", "base64"),
        "base64-of-crlf": letter(crlf(body), "text/plain", "base64"),
        "8bit": letter(body, "text/plain", "8bit"),
        "flowed": letter(flowed(body.decode()), "text/plain; format=flowed"),
        "flowed-delsp": letter(flowed(body.decode(), extra=" "), "text/plain; format=flowed; delsp=yes"),
        "alternative": several("alternative", part(body), html),
        "fenced": letter(b"```\n" + ENVELOPE + b"```\n"),
        "list-footer": letter(ENVELOPE + b"_______________________________________________\nclub mailing list\n"),
        "bom": letter(b"\xef\xbb\xbf" + ENVELOPE, "text/plain"),
        "two-text-parts": several("mixed", part(b"Hi\n"), part(body)),
        "words-right-below": letter(ENVELOPE + b"See you on Sunday!\n"),
        "mbox-line": b"From anne Mon Nov  2 10:00:00 2026\n" + letter(body),
        "escaped-mbox-line": b">From anne Mon Nov  2\n" + letter(b">From the sea:\n\n" + body),
        "bottom-posted": letter(OLD.lstrip() + quoted(b"send your orders\n" + OLDER) + b"\n" + ENVELOPE),
        "top-posted": letter(ENVELOPE + OLD + quoted(OLDER)),
        "top-posted-unspaced": letter(ENVELOPE + OLD + quoted(OLDER, b">")),
        "top-posted-html-sign": letter(ENVELOPE + OLD + quoted(OLDER, b"&gt; ")),
        "broken-content-type": letter(ENVELOPE, "text/plain; ;;charset"),
        "unknown-encoding": letter(ENVELOPE, "text/plain", "x-rot13"),
        "two-content-types": letter(ENVELOPE, "text/plain", "", "Content-Type: text/plain"),
    }
    return {f"inline-{name}": envelope(raw, INLINE) for name, raw in cases.items()}


def copied() -> dict[str, Case]:
    """The envelope in a letter that somebody forwards."""
    inner = attached(ENVELOPE).replace(b"cut", b"snip")
    once = several("mixed", part(b"FYI\n"), forward(inner))
    original = b"\n-----Original Message-----\nFrom: Anne\nSubject: orders\n\n"
    german = "\n-------- Ursprüngliche Nachricht --------\nVon: Anne\n\n".encode()
    gmail = b"\n---------- Forwarded message ---------\nFrom: Anne\n\n"
    return {
        "forward-attached": envelope(once, FORWARDED),
        "forward-alone": envelope(letter(inner, "message/rfc822"), FORWARDED),
        "forward-of-forward": envelope(
            several("mixed", part(b"FYI\n"), forward(once.replace(b"cut", b"scrap"))), FORWARDED
        ),
        "forward-digest": envelope(several("digest", b"\n" + inner), FORWARDED),
        "forward-inline": envelope(letter(b"See below.\n" + gmail + ENVELOPE), FORWARDED),
        "forward-outlook": envelope(letter(b"See below.\n" + original + ENVELOPE), FORWARDED),
        "forward-german": envelope(letter(b"Siehe unten.\n" + german + ENVELOPE), FORWARDED),
        "forward-old-below-new": Case(letter(ENVELOPE + original + OLDER), "lock@inline lock@forwarded", data=ENVELOPE),
        "forward-of-inline": envelope(several("mixed", forward(letter(GREETING + ENVELOPE))), FORWARDED),
    }


def charsets() -> dict[str, Case]:
    """Order files with names from everywhere, under true and false flags; what comes out is UTF-8."""

    def told(text: str, really: str, declared: str, encoding: str = "8bit") -> Case:
        kind = f"text/plain; charset={declared}" if declared else "text/plain"
        return Case(letter(text.encode(really), kind, encoding), "orders@inline", data=text.encode())

    russian = "pbem: orders/1\nnote: Адмирал Ушаков\n"
    japanese = "pbem: orders/1\nnote: 東郷\n"
    return {
        "charset-utf-8": told(TEXT, "utf-8", "utf-8"),
        "charset-utf-8-base64": told(TEXT, "utf-8", "UTF-8", "base64"),
        "charset-latin-1": told(TEXT, "latin-1", "iso-8859-1", "quoted-printable"),
        "charset-latin-1-wrongly": told(TEXT, "utf-8", "iso-8859-1"),
        "charset-koi8-r": told(russian, "koi8-r", "koi8-r"),
        "charset-koi8-r-wrongly": told(russian, "utf-8", "koi8-r"),
        "charset-windows-1251": told(russian, "cp1251", "windows-1251"),
        "charset-ascii-wrongly": told(TEXT, "utf-8", "us-ascii"),
        "charset-ascii-windows": told(TEXT, "cp1252", "us-ascii"),
        "charset-missing": told(TEXT, "utf-8", ""),
        "charset-missing-windows": told(TEXT, "cp1252", ""),
        "charset-unknown": told(TEXT, "utf-8", "x-captains-own"),
        "charset-shift-jis": told(japanese, "shift-jis", "shift_jis", "base64"),
        "charset-iso-2022-jp": told(japanese, "iso-2022-jp", "iso-2022-jp", "7bit"),
        "charset-utf-16": told(TEXT, "utf-16", "utf-16", "base64"),
        "charset-codec-not-text": told(TEXT, "utf-8", "rot13"),
        "charset-escape-codec": told(TEXT, "utf-8", "unicode_escape"),
        "charset-punycode": told(TEXT, "utf-8", "punycode"),
        "charset-attached-latin-1": Case(
            attached(TEXT.encode("latin-1"), "text/yaml; charset=iso-8859-1", "8bit", "o.yaml"),
            "orders@attached",
            data=ORDERS,
        ),
        "charset-flowed-long-line": Case(
            letter(flowed(LONG), "text/plain; charset=utf-8; format=flowed", "8bit"),
            "orders@inline",
            data=LONG.encode(),
        ),
        "charset-quoted-printable-long-line": told(LONG, "utf-8", "utf-8", "quoted-printable"),
    }


def pairs() -> dict[str, Case]:
    """Documents with a signature of their own, and several in one letter."""
    yaml, sig = (
        part(ORDERS, "text/yaml", "base64", name="o.yaml"),
        part(SIGNATURE, "application/octet-stream", "base64", name="o.yaml.sig"),
    )
    second, its = (
        part(OPEN, "text/yaml", "base64", name="a.open"),
        part(OTHER_SIGNATURE, "x/y", "base64", name="a.open.sig"),
    )
    renamed = part(SIGNATURE, "application/octet-stream", "base64", name="o.yaml (1).sig")
    footed = part(b"\n" + SIGNATURE + b"\n-- \nScanned by AVG\n", "text/plain", "8bit", name="o.yaml.sig")
    signed, commented = "orders+sig@attached", b"# my orders\n\n# at last\n" + ORDERS
    return {
        "pair-attached": Case(several("mixed", part(b"Hi\n"), yaml, sig), signed, data=ORDERS),
        "pair-signature-first": Case(several("mixed", sig, yaml), signed, data=ORDERS),
        "pair-two": Case(several("mixed", its, yaml, sig, second), f"{signed} open+sig@attached", data=ORDERS),
        "pair-other-name": Case(several("mixed", yaml, part(SIGNATURE, name="noname.sig")), signed, data=ORDERS),
        "pair-footer-below-signature": Case(several("mixed", yaml, footed), signed, data=ORDERS),
        "pair-renamed-of-two": Case(
            several("mixed", yaml, renamed, second, its), f"{signed} open+sig@attached", data=ORDERS
        ),
        "pair-in-one-file": Case(attached(ORDERS + SIGNATURE), signed, data=ORDERS),
        "pair-inline": Case(letter(GREETING + ORDERS + SIGNATURE + CLOSE), "orders+sig@inline", data=ORDERS),
        "pair-open-inline": Case(letter(OPEN + SIGNATURE), "open+sig@inline", data=OPEN),
        "pair-unsigned": Case(several("mixed", yaml), "orders@attached", data=ORDERS),
        "pair-commented": Case(attached(commented, name="o.yaml"), "orders@attached", data=commented),
        "pair-lock-and-orders": Case(
            several("mixed", part(ENVELOPE, name="o.pbem"), yaml, sig), f"lock@attached {signed}", data=ENVELOPE
        ),
        "pair-unsigned-inline": Case(letter(GREETING + ORDERS + CLOSE), "orders@inline", data=ORDERS),
        "pair-unsigned-above-quote": Case(
            letter(ORDERS + OLD + quoted(b"send your orders\n")), "orders@inline", data=ORDERS
        ),
        "pair-two-inline": Case(
            letter(OPEN + SIGNATURE + b"\n" + ORDERS + SIGNATURE), "open+sig@inline orders+sig@inline", data=OPEN
        ),
        "pair-kind-unknown": Case(
            attached(b"pbem: pigeon/7\nwing: left\n"), "pigeon@attached", data=b"pbem: pigeon/7\nwing: left\n"
        ),
        "pair-ambiguous": Case(
            several("mixed", yaml, second, part(SIGNATURE, name="x.sig"), part(OTHER_SIGNATURE, name="y.sig")),
            "orders@attached open@attached",
            "came without the file it signs",
            data=ORDERS,
        ),
    }
