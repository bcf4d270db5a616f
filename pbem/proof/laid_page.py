"""The note on the proof page beside the reports: which files it holds, of which program it is, how its file was left.

It lies in the player's folder and may be lost or deleted: the next page is then made whole. A page is added to only
where its own file is as it was left, its program is today's, and the record has grown from the one that it holds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.trust.checks.kept_check import digest_of
from pbem.trust.record import layout

#: Where the note lies, in the player's folder.
NOTE = ".packed"
#: Files that change while a record grows: the ledger by lines, its checkpoint with it.
GROWING = (layout.LEDGER, layout.CHECKPOINT)


@dataclass(frozen=True, slots=True)
class Laid:
    """A proof page as it was laid: the mark of its file, its program, and the record that it holds."""

    page: str
    program: str
    #: How many bytes the ledger had, and their hash.
    length: int
    ledger: str
    #: The files of the record with their marks, a line each.
    files: frozenset[str]

    def to_bytes(self) -> bytes:
        """The note as a file."""
        head = json.dumps([self.page, self.program, self.length, self.ledger])
        return "\n".join([head, *self.files]).encode("utf-8", "surrogateescape")

    def news(self, marks: Mapping[str, str], ledger: bytes) -> list[str] | None:
        """The files of a record that the page lacks; None where it has not grown from the one that the page holds."""
        now = listed(marks)
        gone = {name_of(line) for line in self.files - now}
        if gone - set(GROWING) or digest_of(ledger[: self.length]) != self.ledger:
            return None
        return sorted(name_of(line) for line in now - self.files)


def laid_at(path: Path) -> Laid | None:
    """Reads the note; None where there is none that can be read."""
    with suppress(PbemError, ValueError, TypeError):
        head, _, rest = read_file(path).decode("utf-8", "surrogateescape").partition("\n")
        page, program, length, ledger = json.loads(head)
        return Laid(page, program, int(length), ledger, frozenset(rest.split("\n")))
    return None


def of_page(page: str, program: str, marks: Mapping[str, str], ledger: bytes) -> Laid:
    """The note on a page that holds all of a record."""
    return Laid(page, program, len(ledger), digest_of(ledger), listed(marks))


def listed(marks: Mapping[str, str]) -> frozenset[str]:
    """A line for each file."""
    return frozenset(f"{mark} {name}" for name, mark in marks.items())


def name_of(line: str) -> str:
    """The file that a line is about; a mark has four numbers."""
    return line.split(" ", 4)[-1]
