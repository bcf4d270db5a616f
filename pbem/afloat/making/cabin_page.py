"""The cabin as one file: house style, script, Python for browsers, and the program; it asks nothing of any network."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from pbem import __version__
from pbem.afloat.making.compiled import compiled, library
from pbem.afloat.making.python_files import all_files, zipped
from pbem.afloat.making.runtime import VERSION, runtime_file, runtime_script
from pbem.page import house_pages, order_desk
from pbem.page.single_file import filled, hashed, source

#: The cabin's own script, in this order.
MODULES = ("pi", "blowfish", "scrypt", "signing", "store", "python", "elements", "dialogs", "letters", "games",
           "orders", "papers", "keys", "chest", "start")  # fmt: skip


@cache
def program() -> str:
    """The cabin's own script, with the hash of what a desk in it may run beside its own program."""
    return "\n".join(['"use strict";', source("house/far_off.js"),
                      *(source(f"cabin/js/{name}.js") for name in MODULES)])  # fmt: skip


def link_script() -> str:
    """The script that a desk in the cabin gets, by which it tells the cabin of each change."""
    return source("cabin/link.js")


def style() -> str:
    """The style of the page."""
    return house_pages.styles() + house_pages.bare_style(source("cabin/cabin.css"))


def policy(scripts: Mapping[str, str]) -> str:
    """Returns the policy: these scripts, and compiled code that they have with them; nothing can be fetched or sent.

    Reports and maps that the cabin shows bring styles of their own, so styles in a page are allowed; a style can fetch
    nothing here either. Frames inherit all of this.
    """
    allowed = " ".join(map(hashed, scripts.values()))
    return (f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
            "base-uri 'none'; form-action 'none'")  # fmt: skip


def page(folder: Path, lock: Path | None = None) -> bytes:
    """The page, from the folder with Pyodide's files."""
    scripts = {"loader": source("cabin/loader.js"), "runtime": runtime_script(folder), "program": program(),
               "desk": order_desk.program(), "link": link_script()}  # fmt: skip
    files = all_files(lock)
    modules, beside = compiled(folder, files)
    packed_files = zipped({**files, **beside})
    slots = {
        "policy": policy(scripts), "style": style(), "version": __version__, "runtime_version": VERSION,
        "loader": scripts["loader"], "runtime": packed(scripts["runtime"].encode()),
        "wasm": packed(runtime_file(folder, "pyodide.asm.wasm")), "link": packed(scripts["link"].encode()),
        "stdlib": packed(library(folder, modules)), "files": packed(packed_files),
        "program": scripts["program"], "contents": sha256(packed_files).hexdigest(),
    }  # fmt: skip
    return filled(source("cabin/page.html"), slots).encode()


def packed(data: bytes) -> str:
    """Bytes in raw deflate and base64, as the loader undoes them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    return b64encode(packer.compress(data) + packer.flush()).decode("ascii")
