"""One process at a time in a folder: a lock the system takes back when its holder dies."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.base.errors import Fault, Kind, Waiting, bad

SECONDS = 10.0
PAUSE = 0.05


class Busy(Waiting):
    """Another process of ours is at work in the folder."""

    exit_code = 7
    word = "busy"


@contextmanager
def hold(folder: Path, seconds: float = SECONDS) -> Iterator[None]:
    """Hold the folder; wait a while for another holder, then say that there is one."""
    try:
        handle = os.open(folder / ".held", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise bad(f"cannot be held: {error.strerror}", file=str(folder)) from None
    try:
        try:
            wait_for(handle, folder, seconds)
        except OSError as error:
            hint = "some shares know no locks: put the folder on a disk of this machine"
            raise bad(f"cannot be locked: {error.strerror}", file=str(folder), hint=hint) from None
        yield
    finally:
        os.close(handle)


def wait_for(handle: int, folder: Path, seconds: float) -> None:
    """The lock, as soon as it is free."""
    for _ in range(int(seconds / PAUSE)):
        if taken(handle):
            return
        time.sleep(PAUSE)
    if taken(handle):
        return
    hint = "another pbem is at work here; try again when it is done"
    raise Busy(Fault("is in use", file=str(folder), hint=hint, kind=Kind.LATE))


if sys.platform == "win32":  # pragma: no cover - each system runs its own half
    import msvcrt

    def taken(handle: int) -> bool:
        """Tells if the lock is ours now."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def taken(handle: int) -> bool:
        """Tells if the lock is ours now."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError, InterruptedError):
            return False
        return True
