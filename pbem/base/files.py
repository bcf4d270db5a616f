"""Atomic writes of files, and folders that one process at a time may change.

Knows nothing of games, mail or keys.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from pathlib import Path

from pbem.base.errors import bad

#: On Windows a file cannot be replaced while a virus scanner or an editor has it open; so long we wait for them.
PAUSES = (0.01, 0.05, 0.2, 0.5, 1.0) if os.name == "nt" else ()
#: What shares (SMB, FUSE) answer that cannot sync a folder, by system: the file is in its place, no more can be had.
NO_SUCH_SYNC = {errno.EINVAL, errno.EBADF, errno.ENOENT, errno.ENOTTY, errno.EOPNOTSUPP, errno.ENOSYS,
                getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)}  # fmt: skip
#: Nothing a user hands us is larger than this; a game's own ledger may be.
MOST_BYTES = 64 * 1024 * 1024


def write_atomic(path: Path, data: bytes, *, secret: bool = False) -> None:
    """Write, fsync, rename: after a kill the file is whole, old or new. A secret file is the owner's alone. What is no
    file, a device or a pipe, is written into: a rename would put a file in its place, /dev/null for all of a machine.
    """
    if is_device(path):
        with path.open("wb") as stream:
            stream.write(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        write_through(draft, data, path, secret=secret)
        put_in_place(draft, path)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:  # a disk that is full does not say where
            error.filename = str(path)
        raise
    sync_folder(path.parent)


def write_through(draft: Path, data: bytes, path: Path, *, secret: bool) -> None:
    """Writes a new file down to the disk; an error names the path that was asked for."""
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0),
                         0o600 if secret else 0o644)  # fmt: skip
    except OSError as error:
        error.filename = str(path)  # nobody has asked for the draft
        raise
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def write_draft(draft: Path, data: bytes, path: Path, *, secret: bool = False) -> None:
    """Writes a file that `move` will put in its place; the caller syncs the draft's folder."""
    try:
        write_through(draft, data, path, secret=secret)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:
            error.filename = str(path)
        raise


def move(draft: Path, path: Path) -> None:
    """Puts a draft in its place; a draft that is gone was put there before. The caller syncs the folder."""
    if draft.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        put_in_place(draft, path)


def is_device(path: Path) -> bool:
    """Checks for a device or a pipe: it takes bytes and keeps none of them."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode) or stat.S_ISFIFO(mode)


def put_in_place(draft: Path, path: Path) -> None:
    """The new file under its name, as soon as nobody holds the old one."""
    for pause in PAUSES:
        try:
            draft.replace(path)
            return
        except PermissionError:
            time.sleep(pause)
    draft.replace(path)


def sync_folder(folder: Path) -> None:
    """Make a rename outlive a power cut, where the system has a way to say so."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_SUCH_SYNC:
            raise
    finally:
        os.close(handle)


def check_new(path: Path, reason: str) -> None:
    """Refuses to overwrite a file."""
    if path.exists():
        raise bad("is there already", file=str(path), hint=reason)


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """The file's bytes, or a fault that names it; never a traceback, never more than was asked for."""
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise bad(f"cannot be read: {error.strerror}", file=str(path)) from None
    if len(data) > most:
        raise bad(f"is larger than {most} bytes", file=str(path))
    return data
