"""Finds the shipped templates, schemas and pages: beside the package in a checkout, inside it in a wheel.

Plain data that a command need not make again are kept in `__pycache__` beside the modules, as Python keeps those. A
person who can write there can change the program as well. What is kept is of use only under the key it was kept with;
where it cannot be read, it is made anew, and where nothing can be written, it is made in each command.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

SEAL_BYTES = 32
#: The package; what lies outside is no part of the program, and nothing is kept beside it.
PROGRAM = Path(__file__).parents[1]


@cache
def shipped(kind: str) -> Path:
    """The folder `templates`, `schemas` or `docs`."""
    inside = Path(__file__).parent.parent / "_shipped" / kind
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / kind


def kept_or_made(place: Path, key: bytes, make: Callable[[], Any]) -> Any:
    """Plain data that were kept at a place under this key; else they are made, and kept."""
    kept = found(place, key)
    if kept is None:
        kept = make()
        keep(place, key, kept)
    return kept


def found(place: Path, key: bytes) -> Any:
    """Reads what was kept under this key; None if there is nothing."""
    with suppress(OSError, EOFError, ValueError, TypeError):
        data = place.read_bytes()
        if data[:SEAL_BYTES] == sha256(key + data[SEAL_BYTES:]).digest():
            return marshal.loads(data[SEAL_BYTES:])  # noqa: S302 - sealed, and as Python's own
    return None


def keep(place: Path, key: bytes, value: Any) -> None:
    """Writes plain data as a whole or not at all, and nothing where Python may not keep its modules either."""
    if sys.dont_write_bytecode or sys.platform == "emscripten":  # there no disk outlives the page
        return
    with suppress(OSError, ValueError):
        body = marshal.dumps(value)
        place.parent.mkdir(exist_ok=True)
        draft = place.with_name(f"{place.name}.{os.getpid()}.new")
        draft.write_bytes(sha256(key + body).digest() + body)
        draft.replace(place)


def place_for(path: Path, name: str) -> Path:
    """The file in which something is kept beside a module, for this Python."""
    return path.parent / "__pycache__" / f"{name}.{sys.implementation.cache_tag}.kept"


def stamps(*folders: Path, ends: tuple[str, ...] = (".py",)) -> bytes:
    """The modules of some folders as Python knows them, by size and time, and the Python that reads them; or other
    files of the program."""
    told = [sys.version]
    for folder in folders:
        with os.scandir(folder) as entries:
            files = sorted((entry for entry in entries if entry.name.endswith(ends)), key=lambda entry: entry.name)
        told += [f"{entry.name} {(status := entry.stat()).st_size} {status.st_mtime_ns}" for entry in files]
    return "\n".join(told).encode()
