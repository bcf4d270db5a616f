"""Secret files of one person: read only while nobody else can read them, and never written over."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic

MOST_KEY_FILE = 64 * 1024


def read_secret(path: Path) -> bytes:
    """A file that nobody else can have read."""
    data = read_file(path, MOST_KEY_FILE)
    check_private(path)
    return data


def check_private(path: Path) -> None:
    """Refuse a secret that others on this machine may read; systems without such rights are left in peace."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        hint = f"chmod 600 {shlex.quote(str(path))}"
        raise bad("is a secret that others on this machine can read", file=str(path), hint=hint)


def make_private_folder(folder: Path) -> None:
    """A folder for the owner alone; one that is there and open to others is tightened only while it is empty."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            if any(folder.iterdir()):
                hint = f"chmod 700 {shlex.quote(str(folder))}, or choose another folder"
                raise bad("is a folder that others on this machine can enter", file=str(folder), hint=hint)
            folder.chmod(0o700)
    except OSError as error:
        raise bad(f"cannot be made: {error.strerror}", file=str(folder)) from None


def write_new_secret(path: Path, data: bytes) -> None:
    """Write a secret that must not be there yet: the name is claimed first, so that two at once cannot both win."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        hint = "a secret is never written over; move it away first"
        raise bad("is there already", file=str(path), hint=hint) from None
    except OSError as error:
        raise bad(f"cannot be written: {error.strerror}", file=str(path)) from None
    write_atomic(path, data)
