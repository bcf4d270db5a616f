"""Lays the proof page beside a player's reports, so that the name of each die leads to its arithmetic.

With each report the page grows by what is new: its file is added to, and nothing else of it is read or written. That
takes the same time in every turn. A note beside the reports says what the page holds and how its file was left. Where
anything is not as the note says, the whole page is made anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import read_file, read_once, write_atomic
from pbem.proof.laid_page import NOTE, laid_at, of_page
from pbem.proof.packed_files import QUICKLY, parcel, part
from pbem.proof.proof_page import page_with, program_mark
from pbem.trust.checks.kept_check import mark_of, marks_in
from pbem.trust.folder.read_folder import MOST_BYTES, DiskFolder
from pbem.trust.record import layout

PAGE = "proof.html"
#: A die's name before a proof page lies beside the report, and after.
WAITING, LINKED = b'<a class="proof" data-proof="', f'<a class="proof" href="{PAGE}#'.encode()


def lay_proof(public: Path, reports: Path, name: str, marks: Mapping[str, str] | None = None) -> Path | None:
    """Adds what is new to the proof page beside the reports, and links the dice of report `name` to it.

    The first time it links every report that lies there. None if the folder cannot be read: a report needs no proof
    page, and its dice stay names. `marks` are those of the folder's files, from a caller who has them; they count as
    long as no letter has added to the ledger since.
    """
    proof = reports / PAGE
    first = not proof.is_file()
    now = mark_at(public / layout.LEDGER)
    try:
        if marks is None or marks.get(layout.LEDGER) != now:
            marks = marks_in(public, DiskFolder(public).names)
        grow(proof, public, marks)
    except PbemError:
        return None
    link(sorted(reports.glob("*.html")) if first else [reports / f"{name}.html"])
    return proof


def grow(proof: Path, public: Path, marks: Mapping[str, str]) -> None:
    """Adds what is new to the page, and notes what it holds; writes it whole where it cannot be added to."""
    note = proof.parents[1] / NOTE
    laid, ledger = laid_at(note), read_once(public / layout.LEDGER, MOST_BYTES)
    goes_on = laid is not None and (laid.page, laid.program) == (mark_at(proof), program_mark())
    news = laid.news(marks, ledger) if laid and goes_on else None

    def read(name: str) -> bytes:
        return ledger if name == layout.LEDGER else read_file(public / name)

    if laid is None or news is None:
        data = parcel(read, marks, QUICKLY)
        write_atomic(proof, page_with(data))
    elif news:
        data = parcel(read, news, QUICKLY, lines_from=laid.length)
        with proof.open("ab") as stream:
            stream.write(f"{part(data)}\n".encode("ascii"))
            stream.flush()
            os.fsync(stream.fileno())
    else:
        return
    write_atomic(note, of_page(mark_at(proof), program_mark(), marks, ledger).to_bytes())


def mark_at(path: Path) -> str:
    """The mark of a file itself, and of none behind a link; empty where there is none."""
    try:
        return mark_of(path.lstat())
    except OSError:
        return ""


def link(pages: Iterable[Path]) -> None:
    """Makes links of the dice of these reports."""
    for path in pages:
        if path.name != PAGE and path.is_file() and WAITING in (before := read_file(path)):
            write_atomic(path, before.replace(WAITING, LINKED))
