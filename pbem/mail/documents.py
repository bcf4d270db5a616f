"""Finds our documents in a file's bytes or among the lines of a letter.

Every document begins with a line `pbem: <kind>/<version>`; comments may stand above it. This module only finds it; its
own reader and its signature judge it. An envelope (lock, signature, sealed orders) is one document. For any other
document, a signature that follows it is split off, as if it had come in a file of its own.
"""

from __future__ import annotations

import re
from enum import Enum

from pbem.base.patterns import pattern
from pbem.base.records import dataclass, replace
from pbem.mail.plain import Line

HEADER = pattern(r"pbem: ([a-z][a-z-]{0,30})/[0-9]{1,3}[ \t]*")
#: The same where a mailer or a hand has moved, quoted or dressed it.
NEARLY = pattern(r"[\s>|*_`]*pbem:\s*[a-z][a-z-]{0,30}/[0-9]{1,3}[\s*_`]*")
IN_BYTES = pattern(rb"(?:[ \t]*(?:#[^\n]*|\r?)\n){0,500}pbem: ([a-z][a-z-]{0,30})/[0-9]{1,3}[ \t]*(?:\r?\n|$)")
SIGNATURE_BEGIN, SIGNATURE_END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
AGE_BEGIN, AGE_END = "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----"
#: What ends a document that has no signature below it: a mailer's signature, a fence.
END_OF_WORDS = ("-- ", "--", "```")
SIGNATURE = "signature"
#: The one kind that holds its signature, between the lock and the sealed orders (PROTOCOL 3.5).
ENVELOPE = "lock"
BOM = b"\xef\xbb\xbf"
#: Encodings that carry text, and may lose the end of its last line.
TEXTUAL = ("7bit", "8bit", "quoted-printable")


class How(Enum):
    """The way a document travelled."""

    ATTACHED = "attached"
    INLINE = "inline"
    FORWARDED = "forwarded"


@dataclass(frozen=True, slots=True)
class Part:
    """One document: the word of its header, its bytes as they came, its signature if that came apart from it."""

    kind: str
    data: bytes
    name: str
    how: How
    signature: bytes = b""


def in_file(data: bytes, encoding: str = "base64") -> tuple[str, bytes] | None:
    """Returns kind and bytes of a file that is a document or a signature as a whole; a byte order mark does not
    count.
    """
    data = data.removeprefix(BOM)
    if data[:100].lstrip().startswith(SIGNATURE_BEGIN.encode()):
        return SIGNATURE, as_armoured(data, SIGNATURE_BEGIN, SIGNATURE_END)
    found = IN_BYTES.match(data)
    return (found[1].decode("ascii"), with_last_line_end(data, encoding)) if found else None


def with_last_line_end(data: bytes, encoding: str) -> bytes:
    """Restores the end of the last line that a MIME boundary has swallowed; nothing else is touched."""
    if encoding not in TEXTUAL or data.endswith(b"\n"):
        return data
    return data + (b"\r\n" if b"\r\n" in data else b"\n")


def split_signature(part: Part) -> Part:
    """Splits a file with its signature written below it; text that a gateway added below both is dropped."""
    begin, end = SIGNATURE_BEGIN.encode(), SIGNATURE_END.encode()
    if part.kind == ENVELOPE:
        return replace(part, data=up_to(part.data, AGE_END.encode()))
    start = part.data.find(b"\n" + begin)
    if start < 0 or end not in part.data[start:]:
        return part
    return replace(part, data=part.data[: start + 1], signature=up_to(part.data[start + 1 :], end))


def as_armoured(data: bytes, first: str, last: str) -> bytes:
    """Restores a file that is armoured as a whole (a signature, a key, a letter between players). Line ends, blanks
    behind lines and text before and after come from a mailer. Any other file stays as it came.
    """
    begin, end = f"{first}\n".encode(), f"\n{last}\n".encode()
    if begin[:-1] not in data[:100]:
        return data
    lines = b"\n".join(line.rstrip() for line in data.removeprefix(BOM).lstrip().split(b"\n")) + b"\n"
    spot = lines.find(end)
    return lines[: spot + len(end)] if lines.startswith(begin) and spot > 0 else data


def up_to(data: bytes, last: bytes) -> bytes:
    """A file as far as its last line; where it has no such line, all of it."""
    found = re.search(rb"\n%b\r?\n" % re.escape(last), data)
    return data[: found.end()] if found else data


def in_lines(lines: list[Line], most: int) -> list[Part]:
    """Every document that stands unquoted among the lines."""
    parts: list[Part] = []
    spot = 0
    while spot < len(lines) and len(parts) <= most:
        found = None if lines[spot].quoted else HEADER.fullmatch(lines[spot].text)
        if found:
            end = end_of_document(lines, spot)
            how = How.FORWARDED if lines[spot].copied else How.INLINE
            words = [line.text for line in lines[spot:end]]
            parts.append(split_signature(Part(found[1], joined(words), "", how)))
            spot = end
        else:
            spot += 1
    return parts


def joined(words: list[str]) -> bytes:
    """Lines as bytes, without the blank ones at the end."""
    while words and not words[-1].strip():
        words.pop()
    return ("\n".join(words) + "\n").encode("utf-8", "replace")


def end_of_document(lines: list[Line], start: int) -> int:
    """The line after the last one: below the armours where there are any, else where other words begin."""
    spot = start + 1
    while spot < len(lines) and not lines[spot].quoted:
        words = lines[spot].text
        if words == SIGNATURE_BEGIN:
            return end_of_armours(lines, spot)
        if words in END_OF_WORDS or HEADER.fullmatch(words):
            break
        spot += 1
    return spot


def end_of_armours(lines: list[Line], start: int) -> int:
    """The line after the signature, and after the sealed orders if they follow at once."""
    end = after(lines, start, SIGNATURE_END)
    if end < len(lines) and lines[end].text == AGE_BEGIN:
        end = after(lines, end, AGE_END)
    return end


def after(lines: list[Line], start: int, last: str) -> int:
    """The line after the one that reads `last`; cut off, an armour goes as far as it may."""
    for spot in range(start, len(lines)):
        if lines[spot].text == last:
            return spot + 1
        if lines[spot].quoted or (spot > start and not lines[spot].text.strip()):
            return spot
    return len(lines)


def paired(parts: list[Part]) -> list[Part]:
    """Puts each signature that came as a file to its document: by its name, else the last signature to the last
    document.
    """
    whole = [part for part in parts if part.kind != SIGNATURE]
    loose: list[Part] = []
    for sign in (part for part in parts if part.kind == SIGNATURE):
        mate = next((spot for spot in unsigned(whole) if sign.name and sign.name == f"{whole[spot].name}.sig"), None)
        if mate is None:
            loose.append(sign)
        else:
            whole[mate] = replace(whole[mate], signature=sign.data)
    if len(loose) == len(unsigned(whole)) == 1:
        (mate,) = unsigned(whole)
        whole[mate] = replace(whole[mate], signature=loose.pop().data)
    return whole + loose


def unsigned(whole: list[Part]) -> list[int]:
    """Returns the places of documents that may have a signature of their own and have none yet."""
    return [spot for spot, part in enumerate(whole) if not part.signature and part.kind != ENVELOPE]


def distinct(parts: list[Part]) -> list[Part]:
    """Each document once: mailers send the same text as a part, as an alternative and in a forward."""
    seen: dict[tuple[str, bytes, bytes], Part] = {}
    for part in parts:
        seen.setdefault((part.kind, part.data.replace(b"\r\n", b"\n"), part.signature.replace(b"\r\n", b"\n")), part)
    return list(seen.values())
