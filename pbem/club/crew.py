"""Several games of a club at a time: each by a process of its own, outcomes in the order in which they were asked for.

Games are folders that know nothing of one another; what they share, the index and the mailbox, stays with the tick.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import TypeVar

from pbem.base.asking import KNOWN
from pbem.base.errors import Fault, PbemError, Waiting, bad, slip
from pbem.base.records import dataclass

Clock = Callable[[], datetime]
T = TypeVar("T")
U = TypeVar("U")
#: Where a child begins as a copy of its parent it has all modules and maps in memory; elsewhere it begins anew.
START = "fork" if sys.platform == "linux" else "spawn"


@dataclass(frozen=True, slots=True)
class Trouble:
    """The error of one game, as a value that can come from another process: exit code, lines to print."""

    code: int
    lines: tuple[str, ...]
    #: The error itself as far as somebody wants to note it.
    faults: tuple[Fault, ...] = ()


def trouble(error: Exception, folder: Path) -> Trouble:
    """Judges an error that one game has met. A game that waits is no failure."""
    if isinstance(error, PbemError):
        shown = (f"{'' if fault.file == str(folder) else fault.place()}{fault.message}" for fault in error.faults)
        return Trouble(0 if isinstance(error, Waiting) else error.exit_code, tuple(shown), error.faults)
    if isinstance(error, OSError):  # a full disk, a folder that may not be written to
        return Trouble(1, (str(error.strerror or error),))
    # a slip of ours about one game must not stop a club that nobody watches
    return Trouble(1, (f"stopped by a fault of the program: {slip(error)}",))


def several(jobs: int, work: Callable[[T], U], items: Sequence[T]) -> Iterator[U]:
    """Does the work on each item, by so many processes; one process, or one item, is this process itself."""
    if jobs == 1 or len(items) < 2:
        yield from map(work, items)
        return
    context = multiprocessing.get_context(START)
    with ProcessPoolExecutor(min(jobs, len(items)), context, enlist, (dict(KNOWN),)) as pool:
        try:
            yield from pool.map(work, items)
        except BrokenProcessPool:
            hint = "what was done is done, and the next tick goes on; with --jobs 1 it needs less memory"
            raise bad("one of its processes was ended from outside", file="tick", hint=hint) from None
        finally:
            pool.shutdown(cancel_futures=True)


def enlist(known: dict[Path, bytes]) -> None:
    """Begins a process: it knows the passphrases that were given, and leaves an interruption to its parent."""
    KNOWN.update(known)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    """Ends the process when its parent is gone: as a copy of that it would hold the club, and wait."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
