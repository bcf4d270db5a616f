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
#: Holds two words together where lines are wrapped; a blank on the finished page.
TIE = "\x1f"
#: Texts up to this length are kept once they were spelt or filled, so many of them: the last ones asked for.
SHORT, KEPT = 400, 4_096
#: Signs that have an ASCII spelling but do not decompose to it.
SPELT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "ß": "ss", "æ": "ae", "ø": "o",
                       "Æ": "Ae", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "œ": "oe", "…": "..."})  # fmt: skip


def tidy(text: str) -> str:
    """The page as it is sent."""
    untied = ascii_only(text.replace(TIE, " "), keep="\n")
    lines = [part for line in untied.split("\n") for part in fitted(line.rstrip())]
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
    return in_ascii(given, keep) if len(given) <= SHORT else letter_by_letter(given, keep)


def letter_by_letter(text: str, keep: str) -> str:
    """The same, worked out."""
    spelt = text.translate(SPELT)
    if spelt.isascii() and (spelt.replace(keep, "") if keep else spelt).isprintable():
        return spelt  # as nearly all is
    found = []
    for letter in unicodedata.normalize("NFKD", spelt):
        if letter in keep or " " <= letter <= "~":
            found.append(letter)
        elif letter.isspace():
            found.append(" ")
        elif not unicodedata.combining(letter) and not hidden(letter):
            found.append("?")
    return "".join(found)


#: Reports say the same to several readers, and much of it again in the next phase.
in_ascii = lru_cache(maxsize=KEPT)(letter_by_letter)


def wrap(text: object, width: int = PROSE, indent: int = 0) -> str:
    """Prose filled to a width."""
    lead = " " * indent
    return in_lines(str(text), width, lead, lead)


def in_lines(text: str, width: int, first: str, rest: str) -> str:
    """Prose filled to a width, behind a head for its first line and one for the others."""
    return (filled if len(text) <= SHORT else line_by_line)(text, width, first, rest)


def line_by_line(text: str, width: int, first: str, rest: str) -> str:
    """The same, worked out."""
    lines = textwrap.wrap(ascii_only(text, TIE), width, initial_indent=first, subsequent_indent=rest,
                          break_on_hyphens=False)  # fmt: skip
    return "\n".join(lines)


filled = lru_cache(maxsize=KEPT)(line_by_line)


def hang(text: object, head: str = "", indent: int = 8, width: int = WIDTH) -> str:
    """Prose with a short head before its first line, the rest standing in under the text."""
    lead = f"{head:<{indent}}"
    if len(lead.rstrip()) >= indent:
        lead = f"{head} "
    return in_lines(str(text), width, lead, " " * indent) or lead.rstrip()


def rows(cells: Iterable[Sequence[object]], indent: int = 2, gap: int = 2) -> str:
    """A table with columns as wide as they must be; the last column is wrapped to the page."""
    table = [[ascii_only(cell, TIE) for cell in row] for row in cells]
    if not table:
        return ""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]) - 1)]
    edge = indent + sum(widths) + gap * len(widths)
    lines = []
    for row in table:
        head = " " * indent + "".join(f"{cell:<{width + gap}}" for cell, width in zip(row, widths, strict=False))
        lines.append(hang(row[-1], head, min(edge, WIDTH - NARROWEST)).rstrip())
    return "\n".join(lines)


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
