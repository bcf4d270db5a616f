"""The proof page as one file: house style, program, and on request the public folder it is to check."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.base import resources
from pbem.base.errors import bad
from pbem.base.files import write_atomic
from pbem.base.resources import shipped
from pbem.page.single_file import filled, policy, source
from pbem.proof.packed_files import parcel
from pbem.proof.program import packed_program, program
from pbem.trust.folder.read_folder import Folder, is_folder, open_folder

#: How hard zlib tries: twice the time would save a fiftieth of the bytes.
QUICK = 6
#: Bytes in a line of base64.
LINE = 57 * 64
#: What the page is made of, beside the modules of this package.
MADE_OF = ("proof", "proof/js", "house")


def page(folder: Folder | None = None) -> bytes:
    """The page, with the folder in it where there is one."""
    return page_with(parcel(folder, QUICK) if folder else b"")


def page_with(files: bytes) -> bytes:
    """The page with the packed files of a folder in it, if there are any."""
    whole = {**shell(), "version": __version__, "folder": packed_folder(files) if files else ""}
    return filled(source("proof/page.html"), whole).encode()


@cache
def shell() -> dict[str, Any]:
    """Program, style and policy, which are the same in every page and kept beside the program."""
    templates = shipped("templates")
    key = resources.stamps(*(templates / name for name in MADE_OF), shipped("schemas"), Path(__file__).parent,
                           ends=(".js", ".css", ".json", ".py"))  # fmt: skip
    made: dict[str, Any] = resources.kept_or_made(resources.place_for(Path(__file__), "shell"), key, slots)
    return made


def slots() -> dict[str, str]:
    """The same, made."""
    loader, style = source("proof/loader.js"), source("house/house.css") + source("proof/proof.css")
    return {"policy": policy([loader, program()], style), "style": style, "loader": loader,
            "program": text_of(packed_program())}  # fmt: skip


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


def packed_folder(files: bytes) -> str:
    """A folder's packed files in base64, in an element that browsers neither run nor show."""
    return f'<script type="text/plain" id="packed-folder">{text_of(files)}</script>'


def text_of(data: bytes) -> str:
    """Base64 in long lines."""
    return "\n".join(b64encode(data[start : start + LINE]).decode() for start in range(0, len(data), LINE))
