"""The proof page as one file: house style, program, and on request the public folder it is to check."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.base import resources
from pbem.base.errors import bad
from pbem.base.files import write_atomic
from pbem.base.resources import shipped
from pbem.page.single_file import filled, policy, source
from pbem.proof.packed_files import QUICK, parcel, part, text_of
from pbem.proof.program import packed_program, program
from pbem.trust.folder.read_folder import Folder, is_folder, open_folder

#: What the page is made of, beside the modules of this package.
MADE_OF = ("proof", "proof/js", "house")


def page(folder: Folder | None = None) -> bytes:
    """The page, with the folder in it where there is one."""
    return page_with(parcel(folder.read, folder.names, QUICK) if folder else b"")


def page_with(files: bytes) -> bytes:
    """The page with the packed files of a folder in it, if there are any.

    They stand at its end, and no element is open behind them: a further part can be added to the file as it is.
    """
    whole = {**shell(), "version": __version__, "folder": part(files) if files else ""}
    return filled(source("proof/page.html"), whole).encode()


@cache
def shell() -> dict[str, Any]:
    """Program, style and policy, which are the same in every page and kept beside the program."""
    made: dict[str, Any] = resources.kept_or_made(resources.place_for(Path(__file__), "shell"), key_of_shell(), slots)
    return made


def key_of_shell() -> bytes:
    """Tells the program that a page has from that of a later version."""
    templates = shipped("templates")
    return resources.stamps(*(templates / name for name in MADE_OF), shipped("schemas"), Path(__file__).parent,
                            ends=(".js", ".css", ".json", ".py", ".html"))  # fmt: skip


@cache
def program_mark() -> str:
    """Tells a page of this program from those of other versions."""
    return sha256(__version__.encode() + key_of_shell()).hexdigest()


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
