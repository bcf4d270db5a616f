"""Tells a person at a terminal that a command is still at work."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from pbem.base.errors import visible

#: Whatever takes longer than this shows that it goes on.
PATIENCE = 2.0
STEP = 0.5
LOGGED_EVERY = 30.0


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show what is being done and for how long, on standard error, once it takes more than two seconds."""
    if not is_watched():
        yield
        return
    done, shown = Event(), Event()
    teller = Thread(target=tell, args=(what, done, shown), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        if shown.is_set():
            sys.stderr.write("\r" + " " * (columns() - 1) + "\r")
            sys.stderr.flush()


def is_watched() -> bool:
    """Tells whether standard error is a terminal that can go back to the start of a line."""
    return sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"


def columns() -> int:
    """Give the width of the terminal."""
    return shutil.get_terminal_size().columns


def tell(what: str, done: Event, shown: Event) -> None:
    """Write one line anew until the work is done."""
    began = monotonic()
    if done.wait(PATIENCE):
        return
    while not done.is_set():
        shown.set()
        line = f"{visible(what)} ... {monotonic() - began:.0f} s"
        sys.stderr.write(f"\r{line[: columns() - 1]}")
        sys.stderr.flush()
        done.wait(STEP)


class Pace:
    """A line on standard error for long work: how much is done, how fast, and the time left.

    On a terminal one line is written anew; in a log a line comes every half minute.
    """

    def __init__(self) -> None:
        self.began = self.told = monotonic()
        self.before = -1
        self.on_terminal = is_watched()

    def show(self, done: int, total: int) -> None:
        """Tell how far the work is, if it is time for it. What was done before the first call counts for no speed."""
        now = monotonic()
        if self.before < 0:
            self.before, self.began, self.told = done, now, now
        if now - self.told < (STEP if self.on_terminal else LOGGED_EVERY):
            return
        self.told = now
        line = sentence(done, total, (done - self.before) / (now - self.began))
        sys.stderr.write(f"\r{line[: columns() - 1].ljust(columns() - 1)}" if self.on_terminal else f"{line}\n")
        sys.stderr.flush()

    def end(self) -> None:
        """Clear the line."""
        if self.on_terminal:
            sys.stderr.write("\r" + " " * (columns() - 1) + "\r")
            sys.stderr.flush()


def sentence(done: int, total: int, rate: float) -> str:
    """Say what is done, the rate, and the time left at that rate."""
    left = f", {length((total - done) / rate)} left" if rate > 0 else ""
    return f"{done:,} of {total:,}, {rate:.1f} a second{left}"


def length(seconds: float) -> str:
    """Say a length of time in the unit that fits it."""
    for size, unit in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
