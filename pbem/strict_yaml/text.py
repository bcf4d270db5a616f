"""From bytes to a page of text: size, encoding, line ends and characters, judged before anything is parsed.

PROTOCOL 3.14. A page gathers the faults of its file and knows the line each speaks of. Where a character is
forbidden the page reads on with a harmless one in its place, so that one letter tells the player everything.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from pbem.base.counting import counted
from pbem.base.errors import BadInput, Fault
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field, replace
from pbem.base.this_system import unix_line_ends

MOST_BYTES = 256 * 1024
DEPTH = 16
TOO_DEEP = f"lists and mappings are nested deeper than {DEPTH}"
#: More faults than this teach nobody anything; the rest are counted.
MOST_FAULTS = 100
#: A line longer than this was not written by hand; quoting it would bury the fault.
LONGEST_EXCERPT = 2000

#: C0 and C1 controls with tab, DEL, U+2028/9, zero-width, bidi and other invisible characters, BOM, non-characters.
#: A fixed list and not a Unicode category, so that every verifier of every year refuses the same files.
FORBIDDEN = (
    "\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
)
RUN = pattern(rf"([{FORBIDDEN}]|\r(?!\n))\1*")
INVISIBLE = pattern(rf"[{FORBIDDEN}\r\n]")
MAIL_QUOTED = pattern(r"^>", re.MULTILINE)

SAVE_AS_UTF8 = "save the file as UTF-8 without a byte order mark, with LF line ends"


@dataclass(slots=True)
class Page:
    """One file's text, and the faults found in it so far."""

    file: str
    text: str = ""
    faults: list[Fault] = field(default_factory=list)
    left_out: int = 0
    readable: bool = True
    cut_off: bool = False
    damaged: set[int] = field(default_factory=set)
    blamed: set[tuple[int, int]] = field(default_factory=set)
    _lines: list[str] | None = None

    def line(self, number: int) -> str:
        """The text of one line, counted from 1."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines[number - 1].rstrip("\r") if 0 < number <= len(self._lines) else ""

    def excerpt(self, line: int, column: int) -> str:
        """Returns the line to quote in a fault, unless the place is too far to the right to be read."""
        return self.line(line)[: column + 160] if column < LONGEST_EXCERPT else ""

    def fault(self, message: str, line: int, column: int, width: int = 1, **fields: Any) -> Fault:
        """A fault of this file at that place, its line quoted."""
        return Fault(
            message, file=self.file, line=line, column=column, width=max(width, 1),
            excerpt=self.excerpt(line, column), **fields,
        )

    def blame(self, message: str, line: int, column: int, width: int = 1, **fields: Any) -> None:
        """Gather one fault; a line with a forbidden character has said its fault already."""
        self.blamed.add((line, column))
        if line not in self.damaged:
            self.add(self.fault(message, line, column, width, **fields))

    def add(self, fault: Fault) -> None:
        """Keep the fault, or count it when there are too many."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        else:
            self.left_out += 1

    def is_blamed(self, line: int, column: int) -> bool:
        """Checks whether this place was blamed already, so that nobody blames it twice."""
        return line in self.damaged or (line, column) in self.blamed

    def settle(self) -> None:
        """Raise everything gathered, in the order of the file; nothing where nothing is wrong."""
        if not self.faults:
            return
        faults = sorted(self.faults, key=lambda fault: (fault.line, fault.column))
        if self.left_out:
            more = counted(self.left_out, "more fault is", "more faults are")
            faults.append(Fault(f"{more} left out", file=self.file, hint="mend these first"))
        raise BadInput(faults)


def open_page(data: bytes | str, file: str) -> Page:
    """The page of a file, its characters judged; not `readable` where the bytes are no text at all."""
    page = Page(file)
    if len(data) > MOST_BYTES:
        return unreadable(page, Fault("is larger than 256 KiB", hint="an order file takes a few kilobytes"))
    text = data if isinstance(data, str) else decode(data, page)
    if not page.readable:
        return page
    page.text = text
    if not forbid(page):
        return page
    if "\r" in text:
        refuse_crlf(page)
    if not page.text.isascii() and not page.damaged:
        refuse_decomposed(page)
    if not page.text.endswith("\n"):
        refuse_cut(page)
    if isinstance(data, str) and not page.damaged and len(data.encode()) > MOST_BYTES:
        return unreadable(page, Fault("is larger than 256 KiB", hint="an order file takes a few kilobytes"))
    return page


def unreadable(page: Page, fault: Fault) -> Page:
    """Give the page up with one fault."""
    page.readable = False
    page.faults = [replace(fault, file=page.file)]
    return page


def decode(data: bytes, page: Page) -> str:
    """UTF-8, and no other encoding (3.14); the usual others are named."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(data) > 3 and data.count(0) * 3 > len(data)):
        unreadable(page, Fault("is UTF-16 or UTF-32 text, not UTF-8", hint=SAVE_AS_UTF8))
        return ""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        unreadable(page, no_utf8(data, error.start))
        return ""


def no_utf8(data: bytes, offset: int) -> Fault:
    """The first byte that is no UTF-8, in its line."""
    before = data[:offset].decode("utf-8")
    start = before.rfind("\n") + 1
    column = len(before) - start + 1
    rest = data[offset:].split(b"\n", 1)[0].decode("latin-1").rstrip("\r")
    if offset + 4 > len(data) and data[offset] >= 0xC2 and all(byte & 0xC0 == 0x80 for byte in data[offset + 1 :]):
        message, rest = "the file ends inside a character", ""
        hint = "it may have been cut off on the way; send it again"
    else:
        message = f"byte 0x{data[offset]:02X} at offset {offset} is no UTF-8"
        hint = f"it looks like Latin-1 or Windows-1252; {SAVE_AS_UTF8}"
    excerpt = (before[start:] + rest)[: column + 160] if column < LONGEST_EXCERPT else ""
    return Fault(message, line=before.count("\n") + 1, column=column, excerpt=excerpt, hint=hint)


def forbid(page: Page) -> bool:
    """Reports each forbidden character (a run is one fault) and replaces it by a harmless one. Returns False if the
    file is not text at all.
    """
    line, start = 1, 0
    text = page.text
    found = []
    for match in RUN.finditer(text):
        breaks = text.count("\n", start, match.start())
        line += breaks
        start = match.start()
        column = start - text.rfind("\n", 0, start)
        found.append((match, line, column))
        if len(found) > MOST_FAULTS:
            page.left_out += sum(1 for _ in RUN.finditer(text, match.end()))
            page.readable = False  # this is no text that somebody mistyped
            break
    for match, at_line, at_column in found:
        page.add(forbidden(page, match, at_line, at_column))
    if found and page.readable:
        page.damaged = {at_line for _, at_line, _ in found}
        page.text = RUN.sub(lambda run: (" " if run[1] == "\t" else "_") * len(run[0]), text.removeprefix("\ufeff"))
    return page.readable


def forbidden(page: Page, match: re.Match[str], line: int, column: int) -> Fault:
    """The fault for one forbidden character, with what usually brings it in."""
    code = ord(match[1])
    message = f"forbidden character U+{code:04X} at offset {match.start()}"
    return page.fault(message, line, column, len(match[0]), hint=character_hint(code))


def character_hint(code: int) -> str:
    """Says where such a character comes from, and what to write instead."""
    if code == 0x09:
        return "indent and separate with spaces; a tab inside quotes is written \\t"
    if code == 0xFEFF:
        return SAVE_AS_UTF8
    if 0xD800 <= code <= 0xDFFF:
        return "this is half a character; take it out"
    if code in (0x0D, 0x85, 0x2028, 0x2029):
        return "end lines with LF alone"
    escape = f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
    return f'take it out; where it is meant, write it as an escape in double quotes, like "{escape}"'


def refuse_crlf(page: Page) -> None:
    """A file with CRLF is one fault, and is read on with LF."""
    at = page.text.find("\r\n")
    if at < 0:
        return
    line = page.text.count("\n", 0, at) + 1
    count = page.text.count("\r\n")
    column = at - page.text.rfind("\n", 0, at)
    page.text = page.text.replace("\r\n", "\n")
    lines = counted(count, "line ends", "lines end")
    page.add(page.fault(f"{lines} in CRLF instead of LF", line, column, hint=unix_line_ends()))


def refuse_decomposed(page: Page) -> None:
    """Each line that is not in Unicode's composed form (NFC); two spellings of one name would else be two names."""
    if unicodedata.is_normalized("NFC", page.text):
        return
    for number, line in enumerate(page.text.split("\n"), start=1):
        if not unicodedata.is_normalized("NFC", line):
            page.blame("text is not in composed form (NFC)", number, first_change(line), hint=(
                "type the accented letters anew, or write the marks as escapes in double quotes, like \"e\\u0301\""
            ))


def first_change(line: str) -> int:
    """The column where composing changes the line."""
    composed = unicodedata.normalize("NFC", line)
    same = next((i for i, (a, b) in enumerate(zip(line, composed, strict=False)) if a != b), len(composed))
    return min(same + 1, len(line))


def refuse_cut(page: Page) -> None:
    """A last line without its LF: perhaps a file cut off on the way."""
    if not page.text:
        return
    page.cut_off = True
    page.text += "\n"
    line = page.text.count("\n")
    page.blame("the last line does not end in a line feed", line, len(page.line(line)) + 1, hint=(
        "press Enter after the last line; if the file came by mail it may have been cut off"
    ))
