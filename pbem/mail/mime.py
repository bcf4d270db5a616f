"""Reads any bytes as a MIME letter, with limits checked before the parser runs, and without exceptions.

The standard parser trusts its input: it recurses on nesting, holds every boundary against every line, and some of its
header parsers raise on what strangers send. Here bounds come first, and a header that cannot be parsed is plain text.
"""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from pbem.base.errors import Fault, visible
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, replace

if TYPE_CHECKING:
    import email
    from email.headerregistry import BaseHeader, HeaderRegistry
    from email.message import Message
    from email.policy import EmailPolicy
else:
    email = later("email")

ATTACH = "attach the file to an ordinary letter and send that"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a letter; a larger one is refused in words."""

    size: int = 32 * 1024 * 1024
    head: int = 256 * 1024
    parts: int = 200
    depth: int = 8
    boundaries: int = 64
    documents: int = 64
    text: int = 2 * 1024 * 1024
    lines: int = 600_000


LIMITS = Limits()
#: A header's value is parsed no further than this: the parser's time grows with its square.
MOST_VALUE = 2000
#: Headers of one name that are parsed.
MOST_SAME = 20
#: What a header may hold besides; words of a subject, an attachment's name.
MOST_SHOWN = 200
#: Lines that begin with two dashes, seen before parsing: a boundary each, and the armours within a part.
RULES_A_PART = 4
#: Parts that are messages in name only: the parser would open them, and nothing in them is a letter.
CLOSED = ("message/partial", "message/external-body")
BOUNDARY = pattern(rb"boundary[ \t]*(?:\*[0-9]*\*?[ \t]*)?=")  # in small letters: found three times as fast
#: What stands first in a letter that was saved as a file, and how far its head is looked at.
SAVED = pattern(rb"(?:>?From |[A-Za-z][A-Za-z-]{1,60}: )")
MOST_START = 16_384
LETTER = "message/rfc822"
#: A letter that another brings whole, by its number in the outbox: its reader takes in each for itself.
BROUGHT = pattern(r"[0-9]{5}-[A-Za-z0-9.+_-]{1,90}\.eml")
ENCODED = ("base64", "quoted-printable")
ENCODING = pattern(r"[\s\"']*([a-z0-9-]+)")
BASE64_LINE = pattern(rb"^[> \t]*[A-Za-z0-9+/]{4,}={0,2}[ \t\r]*$", re.MULTILINE)
#: A line with two signs that base64 has not; one alone is where a server has broken a line that was too long.
WORDS_BELOW = pattern(rb"^[^\n]*?[^A-Za-z0-9+/=\s>][^\n]*?[^A-Za-z0-9+/=\s>]", re.MULTILINE)
OF_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
NO_BASE64 = pattern(rb"[^A-Za-z0-9+/=]+")
UUENCODED = pattern(rb"^begin [0-7]{3,4} ([^\n]{1,120})\n((?:[ -`]{1,64}\n){1,99999})end$", re.MULTILINE)
FIRST_LINES = pattern(rb"(?:From |>From )(?![ \t]*:)[^\n]*\n")
BOM = b"\xef\xbb\xbf"
#: A header that every letter may have: what stands above it in a head is not yet the body.
KNOWN = pattern(
    rb"(?:from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|mime-version|received|return-path|"
    rb"delivered-to|content-(?:type|disposition|transfer-encoding)|x-[!-9;-~]{1,60})[ \t]*:",
    re.IGNORECASE,
)
HEADER = pattern(rb"(?:[!-9;-~]*[ \t]*:|From )")
BEFORE_COLON = pattern(rb"^([!-9;-~]{1,100})[ \t]+:")
#: Line ends of Windows that were turned into such once more.
DOUBLED_RETURN = pattern(rb"[^\r\n]*\r\r\n")
END_OF_HEAD = pattern(rb"\r?\n\r?\n|\r\r")
#: The lines of a head in which nothing is hard.
HEADER_LINE = pattern(r"([!-9;-~]+):([ -~\t]*)")
FOLDED_LINE = pattern(r"[ \t]+[!-~][ -~\t]*")


#: Parsed headers kept: those of the part at hand. A stranger's header may take a megabyte, and a letter bring hundreds.
MOST_KEPT = 32


@lru_cache(maxsize=MOST_KEPT)
def parsed(name: str, text: str) -> Any:
    """A header, which never changes. The message would parse it again whenever it is looked at."""
    try:
        return super(type(policy()), policy()).header_fetch_parse(name, text)
    except Exception:  # the parser raises IndexError, TypeError, RecursionError and more on hostile headers
        return text.encode("ascii", "replace").decode("ascii")


@cache
def policy() -> EmailPolicy:
    """The modern policy, except that a header it cannot parse stays the text it was. The library is large, and many
    commands read no letter."""
    from email.policy import EmailPolicy

    class Tolerant(EmailPolicy):
        """The same, as the library wants it."""

        def header_fetch_parse(self, name: str, value: Any) -> Any:
            """The parsed header; where its parser gives up, the words alone."""
            return parsed(name, "".join(str(value)[:MOST_VALUE].splitlines()))

    return Tolerant(header_factory=registry(), refold_source="none", raise_on_defect=False)


@cache
def registry() -> HeaderRegistry:
    """The kinds of headers that the library knows. It would make a class for each header of each letter."""
    from email.headerregistry import HeaderRegistry

    class Kinds(HeaderRegistry):
        """The same; each class is made once."""

        def __getitem__(self, name: str) -> type[BaseHeader]:
            """The class of the headers of that name."""
            kind = self.registry.get(name.lower(), self.default_class)
            return made.setdefault(kind, super().__getitem__(name)) if kind not in made else made[kind]

    made: dict[Any, type[BaseHeader]] = {}
    return Kinds()


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter taken apart, or why it was not; the head is read even where the rest is refused."""

    message: Message[Any, Any]
    fault: Fault | None = None


def open_message(data: bytes, limits: Limits = LIMITS) -> Opened:
    """The letter's tree. What is too large, too deep or broken gives its head alone and a fault."""
    data = with_sound_head(data, limits)
    head, ends = head_of(data, limits)
    fault = beyond(data, ends, limits)
    if fault is None:
        try:
            return Opened(email.message_from_bytes(data, policy=policy()))
        except Exception:  # any parser of a stranger's bytes; RecursionError is the commonest
            fault = Fault("letter's parts cannot be told apart", hint=ATTACH)
    return Opened(head_alone(head), fault)


def open_head(data: bytes) -> Message[Any, Any]:
    """Parses the headers alone, without those that describe the body."""
    return head_alone(head_of(with_sound_head(data, LIMITS), LIMITS)[0])


def head_of(data: bytes, limits: Limits) -> tuple[bytes, bool]:
    """The bytes of the head, and whether it comes to an end within bounds."""
    end = END_OF_HEAD.search(data, 0, limits.head)
    return data[: end.start() if end else min(len(data), limits.head)], bool(end) or len(data) <= limits.head


def after_envelope_lines(data: bytes) -> bytes:
    """The letter without the line 'From ...' that mbox and pipes put before it."""
    end = 0
    while found := FIRST_LINES.match(data, end):
        end = found.end()
    return data[end:]


def with_sound_head(data: bytes, limits: Limits) -> bytes:
    """Returns the letter with a head that the parser reads to its end. The parser stops at any line that is not a
    header, so this drops text before the head, blanks before colons (RFC 5322, 4.5.8), and lines that a gateway or a
    mailbox has put between two headers.
    """
    bare = data.removeprefix(BOM).lstrip(b"\r\n")
    data = after_envelope_lines(bare if KNOWN.match(bare) or FIRST_LINES.match(bare) else data)
    if DOUBLED_RETURN.match(data):
        data = data.replace(b"\r\r\n", b"\n")
    end = END_OF_HEAD.search(data, 0, limits.head)
    lines = data[: end.start()].splitlines(keepends=True) if end else []
    done = sound_lines(lines)
    return b"".join(done) + data[sum(map(len, lines)) :] if done != lines else data


def sound_lines(lines: list[bytes]) -> list[bytes]:
    """Returns the header lines of a head; another line is dropped if a well-known header follows."""
    known = [number for number, line in enumerate(lines) if KNOWN.match(line)]
    done: list[bytes] = []
    kept = True
    for number, line in enumerate(lines):
        if not line.startswith((b" ", b"\t")):  # else it goes on with the header above it
            kept = number == 0 or HEADER.match(line) is not None or not known or number > known[-1]
        if kept:
            done.append(BEFORE_COLON.sub(rb"\1:", line, count=1))
    return done


def beyond(data: bytes, head_ends: bool, limits: Limits) -> Fault | None:
    """Finds without parsing what about the letter is beyond the limits."""
    if len(data) > limits.size:
        return Fault(f"letter is larger than {limits.size} bytes", hint="send the order file alone, without pictures")
    if data.count(b"\n") + data.count(b"\r") > 2 * limits.lines:
        return Fault(f"letter has more than {limits.lines} lines", hint=ATTACH)
    if not head_ends:
        return Fault(f"letter's head is longer than {limits.head} bytes", hint=ATTACH)
    if data.count(b"\n--") + data.count(b"\r--") > RULES_A_PART * limits.parts:
        return Fault(f"letter has more than {limits.parts} parts", hint=ATTACH)
    if sum(1 for _ in BOUNDARY.finditer(data.lower())) > limits.boundaries:
        return Fault(f"letter nests more than {limits.boundaries} groups of parts", hint=ATTACH)
    return None


def head_alone(head: bytes) -> Message[Any, Any]:
    """The headers, without a body that could hurt; a head that cannot be read is an empty one."""
    lines: list[bytes] = []
    kept = True
    for line in head.splitlines():
        if not line.startswith((b" ", b"\t")):  # else it goes on with the header above it
            kept = not line.lower().startswith(b"content-")
        lines += [line] if kept else []
    lines = lines[:500]
    try:
        return email.message_from_bytes(b"\n".join(lines)[:65536] + b"\n\n", policy=policy())
    except Exception:  # as above
        from email.message import EmailMessage

        return EmailMessage(policy=policy())


@dataclass(frozen=True, slots=True)
class Leaf:
    """One part that holds no others: what it says it is, and its bytes with the transfer encoding taken off."""

    kind: str
    name: str
    data: bytes
    charset: str
    encoding: str
    attached: bool
    forwarded: bool
    flowed: bool
    delsp: bool


class TooMuch(Exception):
    """A bound was reached while walking; the words say which."""


def leaves(message: Message[Any, Any], limits: Limits = LIMITS) -> Iterator[Leaf]:
    """Every leaf in the order of the letter, letters inside the letter included. TooMuch beyond the bounds."""
    waiting: list[tuple[Message[Any, Any], int, bool]] = [(message, 0, False)]
    count = 0
    while waiting:
        part, depth, forwarded = waiting.pop()
        count += 1
        if count > limits.parts:
            raise TooMuch(f"letter has more than {limits.parts} parts")
        if depth > limits.depth:
            raise TooMuch(f"letter is nested deeper than {limits.depth} levels")
        if part.is_multipart() and kind_of(part) not in CLOSED:
            inside = [child for child in part.get_payload() if not isinstance(child, str)]
            forwarded = forwarded or kind_of(part) == LETTER
            if kind_of(part) == LETTER and encoding_of(part) in ENCODED:
                inside = [each if each.is_multipart() else letter_in(decoded(part, each), limits) for each in inside]
            waiting += [(child, depth + 1, forwarded) for child in reversed(inside)]
            continue
        found = leaf(part, forwarded)
        if found.attached and depth > 0 and is_letter(found) and not BROUGHT.fullmatch(found.name):
            waiting.append((letter_in(found.data, limits), depth + 1, True))
            continue
        yield found
        for each in uuencoded(found):
            count += 1
            if count > limits.parts:
                raise TooMuch(f"letter has more than {limits.parts} parts")
            yield each


def is_letter(found: Leaf) -> bool:
    """Checks whether a file is a letter, saved from a mailer or written by `pbem`, under any name."""
    start = found.data[:MOST_START]
    return SAVED.match(start) is not None and b"\nmime-version:" in start.lower().replace(b"\r", b"\n")


def letter_in(data: bytes, limits: Limits) -> Message[Any, Any]:
    """A letter that came as a file, within the same bounds."""
    opened = open_message(data, limits)
    if opened.fault is not None:
        raise TooMuch(opened.fault.message)
    return opened.message


def decoded(part: Message[Any, Any], child: Message[Any, Any]) -> bytes:
    """A letter in a letter under an encoding, which it must not have (RFC 2046, 5.2.1) and mailers give it. Of one in
    quoted-printable the parser has taken the head for a head.
    """
    encoding = encoding_of(part)
    if encoding == "base64":
        return content(in_encoding(child, encoding))
    head = "".join(f"{name}: {value}\n" for name, value in child.raw_items()).encode("utf-8", "surrogateescape")
    return quopri.decodestring(head + b"\n" + content(in_encoding(child, "8bit")))


def uuencoded(found: Leaf) -> Iterator[Leaf]:
    """The files that Outlook writes among the words of a plain letter."""
    if found.kind != "text/plain" or found.attached or b"\nend" not in found.data:
        return
    for each in UUENCODED.finditer(found.data.replace(b"\r\n", b"\n")):
        try:
            data = b"".join(binascii.a2b_uu(line) for line in each[2].splitlines())
        except binascii.Error:
            continue
        name = shown(each[1].decode("utf-8", "replace"))
        yield replace(found, kind="application/octet-stream", name=name, data=data, encoding="x-uuencode",
                      attached=True, flowed=False)


def leaf(part: Message[Any, Any], forwarded: bool) -> Leaf:
    """A part as a value."""
    name = shown(asked(part.get_filename))
    return Leaf(
        kind=kind_of(part), name=name, data=content(part), charset=asked(part.get_content_charset).lower(),
        encoding=encoding_of(part) or "7bit",
        attached=bool(name) or asked(part.get_content_disposition) == "attachment", forwarded=forwarded,
        flowed=parameter(part, "format") == "flowed", delsp=parameter(part, "delsp") == "yes",
    )  # fmt: skip


def kind_of(part: Message[Any, Any]) -> str:
    """The content type, in small letters."""
    return asked(part.get_content_type)


def parameter(part: Message[Any, Any], name: str) -> str:
    """A parameter of the content type, in small letters."""
    return asked(lambda: part.get_param(name)).lower()


def asked(question: Any) -> str:
    """An answer of the parser as text, or nothing where it has none or stumbles."""
    try:
        answer = question()
    except Exception:  # get_filename and its kin decode RFC 2231 and raise on what is no such thing
        return ""
    if isinstance(answer, tuple):
        answer = answer[2]
    return str(answer) if answer else ""


def content(part: Message[Any, Any]) -> bytes:
    """The bytes of a leaf; an encoding that cannot be taken off leaves them as they came."""
    encoding = encoding_of(part)
    try:
        data = in_encoding(part, "8bit" if encoding == "base64" else encoding).get_payload(decode=True)
        data = base64_of(data) if encoding == "base64" and isinstance(data, bytes) else data
    except Exception:  # uuencode and base64 with anything in them
        data = None
    in_encoding(part, encoding)
    if isinstance(data, bytes):
        return data
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def in_encoding(part: Message[Any, Any], encoding: str) -> Message[Any, Any]:
    """The part, said to be in another transfer encoding."""
    if header(part, "content-transfer-encoding") != encoding:
        del part["content-transfer-encoding"]
        part["content-transfer-encoding"] = encoding
    return part


def encoding_of(part: Message[Any, Any]) -> str:
    """The transfer encoding, in small letters, without the remark or the sign that some write behind it."""
    found = ENCODING.match(header(part, "content-transfer-encoding").lower())
    return found[1] if found else ""


def base64_of(data: bytes) -> bytes:
    """Decodes base64 as far as it goes, because lists and gateways write plain words below it."""
    signs = data.translate(None, b" \t\r\n")
    if signs.translate(None, OF_BASE64):
        begun = BASE64_LINE.search(data)
        below = WORDS_BELOW.search(data, begun.end()) if begun else None
        signs = NO_BASE64.sub(b"", data[: below.start()] if below else data)
    signs = signs.partition(b"=")[0]
    return binascii.a2b_base64(signs[: len(signs) - (len(signs) % 4 == 1)] + b"==")


def header(part: Message[Any, Any], name: str) -> str:
    """A header's words, empty where there is none; the first where there are several."""
    return asked(lambda: part.get(name))


def headers(part: Message[Any, Any], name: str) -> list[Any]:
    """Returns the headers of that name, up to a limit: parsing one may take a tenth of a second."""
    own = (value for key, value in part.raw_items() if key.lower() == name)
    return [policy().header_fetch_parse(name, value) for value in islice(own, MOST_SAME)]


def count(message: Message[Any, Any], name: str) -> int:
    """Counts the headers of that name."""
    return sum(key.lower() == name for key in message.keys())  # noqa: SIM118 - a message is no dict


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """Words of a stranger fit to be printed: one line, nothing hidden, not too long."""
    words = " ".join(text[: 4 * most].split())
    return visible(words[:most])


def first_header(data: bytes, name: str) -> str:
    """The first header of that name, unfolded; of a head that is not plain the library reads it."""
    head, begun, _ = data[: LIMITS.head].replace(b"\r\n", b"\n").partition(b"\n\n")
    headers, _ = fields_of(head.decode()) if begun and head.isascii() else ([], b"")
    told = [value for each, value in headers if each == name]
    return told[0] if told and "=?" not in told[0] else header(open_head(data), name)


def fields_of(head: str) -> tuple[list[tuple[str, str]], bytes]:
    """The headers of a head, unfolded, and the content headers as they stand; nothing at all for a head in which a
    line is neither a header nor goes on with one."""
    found: list[tuple[str, str]] = []
    described: list[str] = []
    of_content = False
    for line in head.split("\n"):
        if header_found := HEADER_LINE.fullmatch(line):
            name = header_found[1].lower()
            of_content = name.startswith("content-")
            found += [] if of_content else [(name, header_found[2].strip())]
        elif not FOLDED_LINE.fullmatch(line) or not (found or of_content):
            return [], b""
        elif not of_content:
            found[-1] = found[-1][0], f"{found[-1][1]} {line.strip()}".strip()
        described += [line] if of_content else []
    return found, "\n".join(described).encode()
