"""Compiles what the cabin imports when it starts: a page that is opened need not read so much source.

Python for browsers compiles it itself, in Node, with a fixed seed; so the same sources give the same bytes. The
program's own files stay beside what was compiled of them, because the hash of the rules is made over them. Of Python's
library only the compiled form of such a module goes into the page.
"""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from shutil import which

from pbem.afloat.making.python_files import zipped
from pbem.afloat.making.runtime import runtime_file
from pbem.base.errors import Kind, bad
from pbem.page.single_file import source

#: Parts of Python's library that nothing in the page imports.
NOT_NEEDED = (
    "_pyrepl/", "bdb.py", "cProfile.py", "cmd.py", "ctypes/", "doctest.py", "ftplib.py", "multiprocessing/",
    "optparse.py", "pdb.py", "pickletools.py", "poplib.py", "profile.py", "pstats.py", "pydoc.py", "tabnanny.py",
    "timeit.py", "trace.py", "tracemalloc.py", "unittest/", "wsgiref/", "xmlrpc/",
)  # fmt: skip
PATIENCE = 600


def compiled(folder: Path, files: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Returns the compiled modules of Python's library and of the program, by their names in the page."""
    node = which("node")
    if node is None:
        hint = "install Node, and run 'npm ci' in cabin/"
        raise bad("the program 'node' is not installed", hint=hint, kind=Kind.UNKNOWN)
    words = [node, "--input-type=module", "--eval", source("cabin/compiler.mjs"), "--", str(folder.resolve())]
    done = subprocess.run(words, input=zipped(files), capture_output=True, check=False, timeout=PATIENCE)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")[-400:]
        raise bad(f"Python for browsers does not start: {said}", kind=Kind.MISMATCH)
    with zipfile.ZipFile(BytesIO(done.stdout)) as made:
        found = {name: made.read(name) for name in made.namelist()}
    parts = [{name.removeprefix(part): data for name, data in found.items() if name.startswith(part)}
             for part in ("stdlib/", "files/")]  # fmt: skip
    return parts[0], parts[1]


def library(folder: Path, compiled_modules: Mapping[str, bytes]) -> bytes:
    """Python's own library as the page carries it."""
    with zipfile.ZipFile(BytesIO(runtime_file(folder, "python_stdlib.zip"))) as whole:
        names = (each.filename for each in whole.infolist() if not each.is_dir())
        kept = {name: whole.read(name) for name in names if not name.startswith(NOT_NEEDED)}
    sources = {name: data for name, data in kept.items() if f"{name}c" not in compiled_modules}
    return zipped({**sources, **compiled_modules})
