"""Stamps of a game's folder, which show a change: size, time and number of its files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from pbem.club.index import Stamps

#: A game's book, the journal of a change that a kill has cut short, its letters' ledger and the folder of those to go.
BOOK, JOURNAL, SENT, OUTBOX = "private/book.age", "private/journal.age", "sent/deliveries.jsonl", "outbox"
GONE = "-"
#: A share of the games that is worth a process of its own.
LEAST_SHARE = 2000
Share = tuple[Sequence[str], Mapping[str, Stamps]]


def stamps_of(folder: str, within: int | None = None) -> Stamps:
    """The stamps of a game's folder; its name may be below an open one. A journal that a kill has left belongs to the
    book: its changes are still due.
    """
    # most games have no journal, and to ask for access alone raises no error
    journal = seen(f"{folder}/{JOURNAL}", within) if is_there(f"{folder}/{JOURNAL}", within) else GONE
    book = f"{seen(f'{folder}/{BOOK}', within)} {journal}"
    return Stamps(book, f"{seen(f'{folder}/{SENT}', within)} {seen(f'{folder}/{OUTBOX}', within)}")


def shares(names: Sequence[str], known: Mapping[str, Stamps], jobs: int) -> list[Share]:
    """Cuts games into a share for each process, if there are enough of them."""
    size = max(LEAST_SHARE, -(-len(names) // jobs))
    if size >= len(names):
        return [(names, known)]
    cut = [names[at : at + size] for at in range(0, len(names), size)]
    return [(part, {name: known[name] for name in part if name in known}) for part in cut]


def changed(games: str, share: Share) -> list[str]:
    """The games that are not as they were indexed. Names are asked for below the folder of games, which is opened
    once: the system then walks a shorter way to each of thousands.
    """
    names, known = share
    within = os.open(games, os.O_RDONLY) if names and os.stat in os.supports_dir_fd else None
    try:
        base = "" if within is not None else f"{games}/"
        return [name for name in names if known.get(name) != stamps_of(f"{base}{name}", within)]
    finally:
        if within is not None:
            os.close(within)


def holds_a_book(folder: str) -> bool:
    """Checks whether a folder is a game's, even if it cannot be opened."""
    return is_there(f"{folder}/{BOOK}")


def is_there(path: str, within: int | None = None) -> bool:
    """Checks whether there is such a file; for thousands of folders a Path takes longer than the system does."""
    return os.access(path, os.F_OK, dir_fd=within)


def seen(path: str, within: int | None = None) -> str:
    """Returns a file's stamp. A file that is rewritten is a new file, and one that grows has another size."""
    try:
        found = os.stat(path, dir_fd=within)
    except OSError:
        return GONE
    return f"{found.st_ino}.{found.st_size}.{found.st_mtime_ns}"
