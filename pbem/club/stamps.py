"""Stamps of a game's folder, which show a change: size, time and number of a file.

Two questions to the system are asked for each game. All that changes it rewrites its book, which gets another time
even before the journal of the change is written. All that concerns its letters changes the outbox, or gives it another
time: whatever is noted in their ledger (mail.journal). A copy laid over a file by hand shows in the file's own stamp.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from pbem.club.index import Stamps

#: A game's book, the journal of a change that a kill has cut short, the folder of letters to go.
BOOK, JOURNAL, OUTBOX = "private/book.age", "private/journal.json", "outbox"
GONE = "-"
#: A share of the games that is worth a process of its own.
LEAST_SHARE = 2000
Share = tuple[Sequence[str], Mapping[str, tuple[str, str]]]


def stamps_of(folder: str) -> Stamps:
    """The stamps of a game's folder."""
    return Stamps(seen(f"{folder}/{BOOK}"), seen(f"{folder}/{OUTBOX}"))


def shares(names: Sequence[str], known: Mapping[str, tuple[str, str]], jobs: int) -> list[Share]:
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
        return [name for name in names
                if known.get(name) != (seen(f"{base}{name}/{BOOK}", within), seen(f"{base}{name}/{OUTBOX}", within))]
    finally:
        if within is not None:
            os.close(within)


def cut_short(games: str, names: Sequence[str]) -> list[str]:
    """The games in which a kill has left the journal of a change."""
    return [name for name in names if is_there(f"{games}/{name}/{JOURNAL}")]


def holds_a_book(folder: str) -> bool:
    """Checks whether a folder is a game's, even if it cannot be opened."""
    return is_there(f"{folder}/{BOOK}")


def is_there(path: str) -> bool:
    """Checks whether there is such a file; for thousands of folders a Path takes longer than the system does."""
    return os.access(path, os.F_OK)


def seen(path: str, within: int | None = None) -> str:
    """Returns a file's stamp. A file that is rewritten is a new file, and one that grows has another size."""
    try:
        found = os.stat(path, dir_fd=within)
    except OSError:
        return GONE
    return f"{found.st_ino}.{found.st_size}.{found.st_mtime_ns}"
