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
