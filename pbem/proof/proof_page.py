"""The proof page as one file: house style, program, and on request the public folder it is to check."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from functools import cache
from pathlib import Path

from pbem import __version__
from pbem.base.errors import bad
from pbem.base.files import write_atomic
from pbem.page.single_file import filled, policy, source
from pbem.proof.program import packed_program, program
from pbem.trust.folder.read_folder import Folder, is_folder, open_folder

#: A .zip has dates; ours have none of their own, so that the same folder gives the same page.
NO_DATE = (1980, 1, 1, 0, 0, 0)
#: How hard zlib tries: twice the time would save a fiftieth of the bytes.
QUICK = 6


def page(folder: Folder | None = None, effort: int = QUICK) -> bytes:
    """The page, with the folder in it where there is one."""
    loader, whole, style = source("proof/loader.js"), program(), source("house/house.css") + source("proof/proof.css")
    slots = {
        "policy": policy([loader, whole], style), "style": style, "version": __version__, "loader": loader,
        "program": program_in_lines(), "folder": packed_folder(folder, effort) if folder else "",
    }  # fmt: skip
    return filled(source("proof/page.html"), slots).encode()


@cache
def program_in_lines() -> str:
    """The packed program as the page holds it, the same in every page."""
    return text_of(packed_program())


def write_page(out: Path, path: Path | None = None) -> tuple[int, int]:
    """Write the page; gives its size and the number of files in it."""
    folder = None
    if path is not None:
        if not is_folder(path):
            raise bad("is one file; a proof is of a whole folder", file=str(path), hint="name a folder or a .zip")
        if path.is_dir() and out.absolute().resolve().is_relative_to(path.resolve()):
            hint = "write it elsewhere with --out: a folder holds nothing that its ledger does not speak of"
            raise bad("would lie in the folder it is the proof of", file=str(out), hint=hint)
        folder = open_folder(path)
    data = page(folder)
    write_atomic(out, data, shared=True)
    return len(data), len(folder.names) if folder else 0


def packed_folder(folder: Folder, effort: int = QUICK) -> str:
    """The folder as a .zip in base64, in an element that browsers neither run nor show."""
    return f'<script type="text/plain" id="packed-folder">{text_of(zipped(folder, effort))}</script>'


def zipped(folder: Folder, effort: int = QUICK) -> bytes:
    """The folder's files, deflated, sorted, without dates of their own."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in folder.names:
            entry = zipfile.ZipInfo(name, NO_DATE)
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, folder.read(name), zipfile.ZIP_DEFLATED, effort)
    return made.getvalue()


def text_of(data: bytes) -> str:
    """Base64 in lines of 76, as mail likes it."""
    text = b64encode(data).decode()
    return "\n".join(text[start : start + 76] for start in range(0, len(text), 76))
