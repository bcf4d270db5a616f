"""The words every control text is made of (PROTOCOL 3.2): hex, numbers, names, lines of printable ASCII."""

from __future__ import annotations

import re

from pbem.base.errors import BadInput, Fault, bad, quoted
from pbem.base.patterns import pattern
from pbem.base.records import replace

HEX32 = pattern(r"[0-9a-f]{64}")
NUMBER = pattern(r"0|[1-9][0-9]{0,14}")
SEAT = pattern(r"[a-z][a-z0-9-]{0,15}")
PHASE = pattern(r"[a-z0-9][a-z0-9.-]{0,39}")

#: The list of faults of a bad file ends here, so that it fits on a page.
MOST_FAULTS = 100

def check_form(pattern: re.Pattern[str], text: str, what: str, hint: str = "") -> str:
    """The text itself when the whole of it fits, else a fault that names what it should have been."""
    if not pattern.fullmatch(text):
        raise bad(f"{quoted(text)} is no {what}", excerpt=text, column=1, width=len(text), hint=hint)
    return text


def check_hex32(text: str, what: str) -> str:
    """32 bytes in lower-case hex."""
    return check_form(HEX32, text, what, "write 64 digits of lower-case hex")


def check_seat(text: str) -> str:
    """The name of a seat."""
    return check_form(SEAT, text, "seat", "up to 16 of a-z, 0-9 and -, a letter first")


def check_phase(text: str) -> str:
    """The name of a phase."""
    return check_form(PHASE, text, "phase", "up to 40 of a-z, 0-9, . and -, a letter or digit first")


def number(text: str, what: str) -> int:
    """A decimal without sign or leading zero, below 10^15."""
    return int(check_form(NUMBER, text, what, "write a decimal number without leading zeros"))


def ascii_lines(data: bytes, file: str = "", most: int = 64 * 1024 * 1024) -> list[str]:
    """The lines of a control text: printable ASCII, each ended by one LF; all else is a fault with its place."""
    if len(data) > most:
        raise bad(f"the text is larger than {most} bytes", file=file)
    text = data.decode("utf-8", "replace")
    faults = []
    if "\r\n" in text:
        row = text[: text.index("\r\n")].count("\n") + 1
        faults.append(Fault("a line ends in CR LF", file, row, hint="a mail program did this; lines end in LF alone"))
    lines = text.replace("\r\n", "\n").split("\n")
    faults += (fault for n, line in enumerate(lines, 1) if (fault := strange_character(line, n, file)))
    if lines.pop():
        faults.append(Fault("the last line is not ended by a line feed", file, len(lines) + 1))
    if faults:
        raise BadInput(faults[:MOST_FAULTS])
    return lines


def strange_character(line: str, number: int, file: str) -> Fault | None:
    """The first character of a line that is not printable ASCII."""
    if line.isascii() and line.isprintable():
        return None
    column = next(n for n, character in enumerate(line, 1) if not " " <= character <= "~")
    return Fault(f"'{line[column - 1]}' is no printable ASCII character", file, number, column, line)


def placed(fault: Fault, file: str, row: int, line: str) -> Fault:
    """A fault found in a word of a line, given the line's place in the file."""
    column = max(line.find(fault.excerpt), 0) + 1
    return replace(fault, file=file, line=row, column=column, excerpt=line, width=len(fault.excerpt) or len(line))
