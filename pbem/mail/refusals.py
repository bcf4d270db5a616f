"""Why a letter holds no document of ours: one reason, and what its writer can do about it in the mailer he has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pbem.errors import Fault, Kind
from pbem.mail.mime import Leaf

MARK = re.compile(rb"pbem:", re.IGNORECASE)
WORD_PROCESSOR = re.compile(r".*\.(?:docx?|odt|rtf|pages|pdf)", re.IGNORECASE)
ARCHIVE = re.compile(r".*\.(?:zip|7z|rar|tar|gz|tgz|bz2|xz)", re.IGNORECASE)
ZIP_MAGIC = (b"PK\x03\x04", b"7z\xbc\xaf", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
#: The first bytes of Microsoft's own wrapping (MS-OXTNEF).
TNEF_MAGIC = b"\x78\x9f\x3e\x22"

TNEF = Fault(
    "letter is wrapped in 'winmail.dat', which only Outlook opens", kind=Kind.UNKNOWN,
    hint="in Outlook choose Format Text, Plain Text before you write, and attach the file again",
)  # fmt: skip
HTML = Fault(
    "letter is HTML only, which changes what is written in it", kind=Kind.UNKNOWN,
    hint="attach the file to the letter, or send the letter as plain text",
)  # fmt: skip
SECRET = Fault(
    "letter is encrypted to somebody", kind=Kind.UNKNOWN,
    hint="send it without S/MIME or PGP; orders are sealed by 'pbem orders seal'",
)  # fmt: skip
PIECE = Fault(
    "letter is one piece of several", kind=Kind.UNKNOWN, hint="switch off the splitting of large letters"
)
ELSEWHERE = Fault(
    "letter only points to a file elsewhere", kind=Kind.UNKNOWN, hint="attach the file itself; no link is followed"
)
PACKED = Fault(
    "letter holds an archive, and none is ever unpacked", kind=Kind.UNKNOWN, hint="attach the file itself"
)
OFFICE = Fault(
    "letter holds a word processor's file", kind=Kind.UNKNOWN, hint="save the orders as plain text (.yaml), attach that"
)
QUOTED = Fault(
    "letter holds a document only as a quotation", kind=Kind.UNKNOWN,
    hint="quoted and indented lines are passed over; attach the file, or paste it with nothing before its lines",
)  # fmt: skip
NOTHING = Fault(
    "letter holds no document for the adjudicator", kind=Kind.UNKNOWN,
    hint="mail the letter that 'pbem join' or 'pbem orders seal' has written, or attach what lies in it",
)  # fmt: skip


def why_nothing(leaves: list[Leaf], nearly: bool) -> Fault:
    """The likeliest reason; what wraps a whole letter comes before what merely lies in it."""
    for fault, fits in REASONS:
        if any(fits(leaf) for leaf in leaves):
            return fault
    if nearly:
        return QUOTED
    return HTML if html_only(leaves) else NOTHING


def is_tnef(leaf: Leaf) -> bool:
    """Outlook's winmail.dat, by type, name or first bytes."""
    types = ("application/ms-tnef", "application/vnd.ms-tnef")
    return leaf.kind in types or leaf.name.lower() == "winmail.dat" or leaf.data.startswith(TNEF_MAGIC)


def is_encrypted(leaf: Leaf) -> bool:
    """OpenPGP or S/MIME, encrypted or signed so that the text cannot be read without their tools."""
    types = ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
    return leaf.kind in types or leaf.data.lstrip()[:40].startswith(b"-----BEGIN PGP MESSAGE-----")


def is_archive(leaf: Leaf) -> bool:
    """A packed file, by name or first bytes; what is in it is never looked at."""
    office = WORD_PROCESSOR.fullmatch(leaf.name) is not None
    return not office and (ARCHIVE.fullmatch(leaf.name) is not None or leaf.data.startswith(ZIP_MAGIC))


def html_only(leaves: Iterable[Leaf]) -> bool:
    """There is HTML, and it holds the document or there are no other words."""
    leaves = list(leaves)
    html = [leaf for leaf in leaves if leaf.kind == "text/html"]
    plain = any(leaf.kind == "text/plain" and leaf.data.strip() for leaf in leaves)
    return bool(html) and (not plain or any(MARK.search(leaf.data[:1_000_000]) for leaf in html))


REASONS: tuple[tuple[Fault, Callable[[Leaf], bool]], ...] = (
    (TNEF, is_tnef),
    (SECRET, is_encrypted),
    (PIECE, lambda leaf: leaf.kind == "message/partial"),
    (ELSEWHERE, lambda leaf: leaf.kind == "message/external-body"),
    (PACKED, is_archive),
    (OFFICE, lambda leaf: WORD_PROCESSOR.fullmatch(leaf.name) is not None),
)
