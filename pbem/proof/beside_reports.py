"""Lays the proof page beside a player's reports, so that the name of each die leads to its arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.proof.packed_files import PACKED, parcel_again
from pbem.proof.proof_page import page_with

PAGE = "proof.html"
#: A die's name before a proof page lies beside the report, and after.
WAITING, LINKED = b'<a class="proof" data-proof="', f'<a class="proof" href="{PAGE}#'.encode()


def lay_proof(public: Path, reports: Path, name: str) -> Path | None:
    """Writes the proof page of the public folder beside the reports, and links the dice of report `name` to it.

    The first time it links every report that lies there. None if the folder cannot be read: a report needs no proof
    page, and its dice stay names.
    """
    proof = reports / PAGE
    first = not proof.is_file()
    try:
        data = page_with(parcel_again(public, reports.parent / PACKED))
    except PbemError:
        return None
    write_atomic(proof, data)
    link(sorted(reports.glob("*.html")) if first else [reports / f"{name}.html"])
    return proof


def link(pages: Iterable[Path]) -> None:
    """Makes links of the dice of these reports."""
    for path in pages:
        if path.name != PAGE and path.is_file() and WAITING in (before := read_file(path)):
            write_atomic(path, before.replace(WAITING, LINKED))
