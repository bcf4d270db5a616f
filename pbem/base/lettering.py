"""Plain text for any mailer: ASCII, 78 columns, prose at 72, and nothing that could pass for our own words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pbem.base.errors import hidden
from pbem.base.later import later

if TYPE_CHECKING:
    import textwrap
else:
    textwrap = later("textwrap")

#: What any mailer since the first shows unbroken; prose stops earlier, so that it can be quoted.
WIDTH = 78
PROSE = 72
#: The last column of a table has at least so much.
NARROWEST = 30
#: With less than so much for its last column, a table gives it room by filling the others in lines.
TOO_NARROW = 16
#: Holds two words together where lines are wrapped; a blank on the finished page.
TIE = "\x1f"
#: So many paragraphs and tables are kept: readers of a phase and of the next read much of the same text.
KEPT, TABLES = 2048, 256
#: Signs that have an ASCII spelling but do not decompose to it.
SPELT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "ß": "ss", "æ": "ae", "ø": "o",
                       "Æ": "Ae", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "œ": "oe", "…": "..."})  # fmt: skip


def tidy(text: str) -> str:
    """The page as it is sent."""
    spelt = ascii_only(text.replace(TIE, " "), "\n")
    lines = [part for line in spelt.split("\n") for part in fitted(line.rstrip())]
    kept = [line for number, line in enumerate(lines) if line or (number and lines[number - 1])]
    return "\n".join(kept).strip("\n") + "\n"


def fitted(line: str) -> list[str]:
    """A line cut to the page: at blanks if it has any, continued two columns deeper than it began."""
    if len(line) <= WIDTH:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 2, WIDTH // 2)
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False)


def ascii_only(text: object, keep: str = "") -> str:
    """The text without anything a mailer of 1995 would stumble over: accents dropped, controls gone, the rest '?'."""
    given = str(text)
    if is_plain(given, keep):
        return given  # as nearly all is
    spelt = given.translate(SPELT)
    return spelt if is_plain(spelt, keep) else letter_by_letter(spelt, keep)


def is_plain(text: str, keep: str) -> bool:
    """Tells if a text has printable ASCII alone, and what is kept."""
    return text.isascii() and (text.replace(keep, "") if keep else text).isprintable()


def letter_by_letter(text: str, keep: str) -> str:
    """Spells each letter in ASCII."""
    found = []
    for letter in unicodedata.normalize("NFKD", text):
        if letter in keep or " " <= letter <= "~":
            found.append(letter)
        elif letter.isspace():
            found.append(" ")
        elif not unicodedata.combining(letter) and not hidden(letter):
            found.append("?")
    return "".join(found)


def wrap(text: object, width: int = PROSE, indent: int = 0) -> str:
    """Prose filled to a width."""
    lead = " " * indent
    return in_lines(str(text), width, lead, lead)


@lru_cache(maxsize=KEPT)
def in_lines(text: str, width: int, first: str, rest: str) -> str:
    """Prose filled to a width, behind a head for its first line and one for the others.

    What Python's own module would make of it is made here at once, where only single blanks part the words.
    """
    spelt = ascii_only(text, TIE)
    given = spelt.rstrip(" ")
    ended = f"{given} "
    if "  " in given or f" {TIE}" in f" {given}":
        return with_care(spelt, width, first, rest)
    lines, lead, at = [], first, 0
    while len(given) - at > (room := width - len(lead)):
        cut = given.rfind(" ", at, at + room + 1) if room > 0 else -1
        if cut <= at or ended.index(" ", cut + 1) > cut + 1 + room:  # a word that is longer than the line
            return with_care(spelt, width, first, rest)
        lines.append(lead + given[at:cut])
        lead, at = rest, cut + 1
    if given:
        lines.append(lead + given[at:])
    return "\n".join(lines)


def with_care(text: str, width: int, first: str, rest: str) -> str:
    """The same for any text, by Python's own module."""
    return "\n".join(textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False))


def hang(text: object, head: str = "", indent: int = 8, width: int = WIDTH) -> str:
    """Prose with a short head before its first line, the rest standing in under the text."""
    lead = f"{head:<{indent}}"
    if len(lead.rstrip()) >= indent:
        lead = f"{head} "
    return in_lines(str(text), width, lead, " " * indent) or lead.rstrip()


def rows(cells: Iterable[Sequence[object]], indent: int = 2, gap: int = 2) -> str:
    """A table with columns as wide as they must be. The last is wrapped to the page, others where they are too wide."""
    return in_rows(tuple([tuple(map(str, row)) for row in cells]), indent, gap)


@lru_cache(maxsize=TABLES)
def in_rows(cells: tuple[tuple[str, ...], ...], indent: int, gap: int) -> str:
    """The same of plain text."""
    table = [[ascii_only(cell, TIE) for cell in row] for row in cells]
    if not table:
        return ""
    widths = [max(map(len, column)) for column in list(zip(*table, strict=False))[:-1]]
    margin = indent + gap * len(widths)
    last = max(len(row[-1]) for row in table)
    if WIDTH - margin - sum(widths) < min(last, TOO_NARROW):
        widths = narrowed(widths, WIDTH - margin - min(last, NARROWEST), table)
    edge = margin + sum(widths)
    lines = []
    for row in table:
        if any(len(cell) > width for cell, width in zip(row, widths, strict=False)):
            lines += in_columns(row, widths, indent, gap)
            continue
        head = " " * indent + "".join([cell.ljust(width + gap) for cell, width in zip(row, widths, strict=False)])
        lines.append(hang(row[-1], head, min(edge, WIDTH - NARROWEST)).rstrip())
    return "\n".join(lines)


def narrowed(widths: list[int], room: int, table: Sequence[Sequence[str]]) -> list[int]:
    """Takes from the widest columns until all of them have room, as long as each can hold its longest word.

    Where these words leave no room either, the columns stay as they are.
    """
    words = [max(len(word) for cell in column for word in cell.split(" ")) for column in zip(*table, strict=False)]
    if sum(words[: len(widths)]) > room:
        return widths
    found = list(widths)
    while sum(found) > room:
        wide = [at for at, width in enumerate(found) if width > words[at]]
        found[max(wide, key=found.__getitem__)] -= 1
    return found


def in_columns(row: Sequence[str], widths: Sequence[int], indent: int, gap: int) -> list[str]:
    """A row of a table on several lines, each cell filled in its own column."""
    edge = indent + sum(widths) + gap * len(widths)
    room = [*widths, WIDTH - edge]
    cells = [in_lines(cell, width, "", "").split("\n") for cell, width in zip(row, room, strict=False)]
    lines = [[cell[number] if number < len(cell) else "" for cell in cells] for number in range(max(map(len, cells)))]
    return [
        (" " * indent + (" " * gap).join([part.ljust(width) for part, width in zip(line, room, strict=False)])).rstrip()
        for line in lines
    ]


def heading(text: object, sign: str = "-") -> str:
    """A title with a line under it."""
    title = wrap(text, WIDTH)
    longest = max((len(line) for line in title.split("\n")), default=0)
    return f"{title}\n{sign * longest}"


def across(left: object, right: object) -> str:
    """Puts two texts at the two edges of the page, or under each other if they are too long."""
    first, last = ascii_only(left), ascii_only(right)
    room = WIDTH - len(first) - len(last)
    return f"{first}{' ' * room}{last}" if room > 1 else f"{wrap(first, WIDTH)}\n{wrap(last, WIDTH)}"
