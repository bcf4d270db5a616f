"""Explains why a letter holds no document of ours: one reason, and what its writer can do in their mailer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pbem.base.errors import Fault, Kind
from pbem.base.patterns import pattern
from pbem.mail.mime import Leaf

#: Of a text no more than this is looked through for reasons.
MOST_SEARCHED = 1_000_000
#: The first lines of a document, one behind the other.
RUN_TOGETHER = pattern(rb"^\W{0,9}pbem: ?[a-z-]{1,31}/[0-9]{1,3}[ \xa0\xc2]{1,4}[a-z]{2,30}: ?\S", re.MULTILINE)
#: Where mailers put an attachment instead of sending it.
STORED = pattern(
    rb"https://(?:drive\.google\.com/|docs\.google\.com/|1drv\.ms/|onedrive\.live\.com/|[\w-]{1,60}\.sharepoint\.com/|"
    rb"www\.icloud\.com/attachment|www\.dropbox\.com/|we\.tl/)"
)
MARK = pattern(rb"pbem:", re.IGNORECASE)
WORD_PROCESSOR = pattern(r".*\.(?:docx?|odt|rtf|pages|pdf)", re.IGNORECASE)
ARCHIVE = pattern(r".*\.(?:zip|7z|rar|tar|gz|tgz|bz2|xz)", re.IGNORECASE)
ZIP_MAGIC = (b"PK\x03\x04", b"7z\xbc\xaf", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
#: How CMS names what is signed and not encrypted (RFC 5652, 5.1).
SIGNED_DATA = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
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
SEALED_IN = Fault(
    "letter is packed into its S/MIME signature", kind=Kind.UNKNOWN,
    hint="send it without S/MIME, or signed in clear text; orders bear a signature of their own",
)  # fmt: skip
JOINED = Fault(
    "letter holds a document whose line ends were lost on the way", kind=Kind.UNKNOWN,
    hint="attach the file, or send the letter as plain text",
)  # fmt: skip
CLOUD = Fault(
    "letter holds no document, but a link to a file elsewhere", kind=Kind.UNKNOWN,
    hint="attach the file itself, not from a cloud; no link is followed",
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


def why_nothing(leaves: Sequence[Leaf], nearly: bool) -> Fault:
    """The likeliest reason; what wraps a whole letter comes before what merely lies in it."""
    for fault, fits in REASONS:
        if any(fits(leaf) for leaf in leaves):
            return fault
    if nearly:
        return QUOTED
    if html_only(leaves):
        return HTML
    words = [leaf.data[:MOST_SEARCHED] for leaf in leaves if leaf.kind.startswith("text/")]
    for fault, sign in SIGNS:
        if any(sign.search(each) for each in words):
            return fault
    return NOTHING


def is_tnef(leaf: Leaf) -> bool:
    """Outlook's winmail.dat, by type, name or first bytes."""
    types = ("application/ms-tnef", "application/vnd.ms-tnef")
    return leaf.kind in types or leaf.name.lower() == "winmail.dat" or leaf.data.startswith(TNEF_MAGIC)


def is_encrypted(leaf: Leaf) -> bool:
    """OpenPGP or S/MIME, encrypted or signed so that the text cannot be read without their tools."""
    types = ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
    return leaf.kind in types or leaf.data.lstrip()[:40].startswith(b"-----BEGIN PGP MESSAGE-----")


def is_sealed_in(leaf: Leaf) -> bool:
    """S/MIME that is signed and not encrypted, the letter inside."""
    return SIGNED_DATA in leaf.data[:40]


def is_archive(leaf: Leaf) -> bool:
    """A packed file, by name or first bytes; what is in it is never looked at."""
    office = WORD_PROCESSOR.fullmatch(leaf.name) is not None
    return not office and (ARCHIVE.fullmatch(leaf.name) is not None or leaf.data.startswith(ZIP_MAGIC))


def html_only(leaves: Iterable[Leaf]) -> bool:
    """There is HTML, and it holds the document or there are no other words."""
    leaves = list(leaves)
    html = [leaf for leaf in leaves if leaf.kind == "text/html"]
    plain = any(leaf.kind == "text/plain" and leaf.data.strip() for leaf in leaves)
    return bool(html) and (not plain or any(MARK.search(leaf.data[:MOST_SEARCHED]) for leaf in html))


REASONS: tuple[tuple[Fault, Callable[[Leaf], bool]], ...] = (
    (TNEF, is_tnef),
    (SEALED_IN, is_sealed_in),
    (SECRET, is_encrypted),
    (PIECE, lambda leaf: leaf.kind == "message/partial"),
    (ELSEWHERE, lambda leaf: leaf.kind == "message/external-body"),
    (PACKED, is_archive),
    (OFFICE, lambda leaf: WORD_PROCESSOR.fullmatch(leaf.name) is not None),
)
SIGNS = ((JOINED, RUN_TOGETHER), (CLOUD, STORED))
