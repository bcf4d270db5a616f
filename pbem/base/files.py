"""Atomic writes of files, and folders that one process at a time may change.

Knows nothing of games, mail or keys.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from io import FileIO
from pathlib import Path

from pbem.base.errors import bad

#: On Windows a file cannot be replaced while a virus scanner or an editor has it open; so long we wait for them.
PAUSES = (0.01, 0.05, 0.2, 0.5, 1.0) if os.name == "nt" else ()
#: What shares (SMB, FUSE) answer that cannot sync a folder, by system: the file is in its place, no more can be had.
NO_SUCH_SYNC = {errno.EINVAL, errno.EBADF, errno.ENOENT, errno.ENOTTY, errno.EOPNOTSUPP, errno.ENOSYS,
                getattr(errno, "ENOTSUP", errno.EOPNOTSUPP)}  # fmt: skip
#: Nothing a user hands us is larger than this; a game's own ledger may be.
MOST_BYTES = 64 * 1024 * 1024
#: What a file's time moves on by at least where it is stirred, in nanoseconds: more than any file system rounds off.
LEAST_STIR = 1_000_000
#: Device, inode, size and time of a file.
Stamp = tuple[int, int, int, int]
#: What the running command has read of files that it asks for again and again: how each was, and its bytes, by path.
KEPT: ContextVar[dict[str, tuple[Stamp, bytes]] | None] = ContextVar("KEPT", default=None)


def write_atomic(path: Path, data: bytes, *, shared: bool = False, synced: bool = True) -> None:
    """Writes, syncs, renames: after a kill the file is whole, old or new.

    File and folder are for the owner alone, but those that are shared. What is no file, a device or a pipe, is written
    into: a rename would put a file in its place, /dev/null for all of a machine. Who writes several files of a folder
    has it `synced` behind the last of them.
    """
    if is_device(path):
        with path.open("wb") as stream:
            stream.write(data)
        return
    make_folders(path.parent, shared=shared)
    draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        write_through(draft, data, path, shared=shared)
        put_in_place(draft, path)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:  # a disk that is full does not say where
            error.filename = str(path)
        raise
    if synced:
        sync_folder(path.parent)
    now_holds(path, data)


def write_through(draft: Path, data: bytes, path: Path, *, shared: bool) -> None:
    """Writes a new file down to the disk; an error names the path that was asked for."""
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0),
                         0o644 if shared else 0o600)  # fmt: skip
    except OSError as error:
        error.filename = str(path)  # nobody has asked for the draft
        raise
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def write_draft(draft: Path, data: bytes, path: Path, *, shared: bool = False) -> None:
    """Writes a file that `move` will put in its place; the caller syncs the draft's folder."""
    try:
        write_through(draft, data, path, shared=shared)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and not error.filename:
            error.filename = str(path)
        raise


def appended(path: Path) -> FileIO:
    """A file of the owner's alone, opened to add to its end."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    return FileIO(os.open(path, flags, 0o600), "ab")


def make_folders(folder: Path, *, shared: bool = False) -> None:
    """Makes a folder and those above it that are missing, for the owner alone unless they are shared."""
    missing = [folder] if not folder.exists() else []
    while missing and not missing[-1].parent.exists():
        missing.append(missing[-1].parent)
    for each in reversed(missing):
        each.mkdir(mode=0o777 if shared else 0o700, exist_ok=True)
    if not missing:
        folder.mkdir(exist_ok=True)  # an error of its own where a file has that name


def keep_private(folder: Path) -> None:
    """Takes from others what rights an earlier version left them in a folder; what lies in it is safe then."""
    if os.name != "posix":
        return
    with suppress(OSError):  # of another owner, or on a medium that knows no rights
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & 0o077:
            folder.chmod(mode & 0o700)


def move(draft: Path, path: Path) -> None:
    """Puts a draft in its place; a draft that is gone was put there before. The caller syncs the folder."""
    if draft.exists():
        make_folders(path.parent, shared=bool(draft.stat().st_mode & 0o044))
        put_in_place(draft, path)


def stir(path: Path) -> None:
    """Gives a file or folder another time, whatever the clock says: who looks at its time alone sees that what belongs
    to it is about to change.
    """
    with suppress(FileNotFoundError):
        moment = max(time.time_ns(), path.stat().st_mtime_ns + LEAST_STIR)
        try:
            os.utime(path, ns=(moment, moment))
        except PermissionError:  # another's, in which we may write: then it can be given the present alone
            os.utime(path)


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


@contextmanager
def reading_once() -> Iterator[None]:
    """Keeps what `read_once` reads, for the length of a command."""
    before = KEPT.set({})
    try:
        yield
    finally:
        KEPT.reset(before)


def read_once(path: Path, most: int = MOST_BYTES) -> bytes:
    """Reads a file as `read_file` does, and not again in the same command unless the file has changed."""
    kept = KEPT.get()
    stamp = stamp_of(path) if kept is not None else None
    if kept is None or stamp is None:
        return read_file(path, most)
    found = kept.get(str(path))
    if found is None or found[0] != stamp:
        found = kept[str(path)] = (stamp, read_file(path, most))
    return found[1]


def stamp_of(path: Path) -> Stamp | None:
    """Returns marks that tell a file from the one that takes its place; None if there is no file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def now_holds(path: Path, data: bytes) -> None:
    """Notes what a file holds that the running command has just written, if it has read it before."""
    kept, stamp = KEPT.get(), stamp_of(path)
    if kept is not None and stamp is not None and str(path) in kept:
        kept[str(path)] = (stamp, data)


def names_in(folder: Path) -> Iterator[str]:
    """The names of all files in a folder and in those within it, with a slash between; each folder is listed once."""
    waiting = [""]
    while waiting:
        within = waiting.pop()
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder / within) as found:
            for each in found:
                if each.is_dir(follow_symlinks=False):
                    waiting.append(f"{within}{each.name}/")
                elif each.is_file():
                    yield within + each.name


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
