"""Whether a game's folder has changed since somebody last looked: three files asked for size, time and number."""

from __future__ import annotations

import os

from pbem.club.index import Stamps


def stamps_of(folder: str) -> Stamps:
    """The stamps of a game's folder. A journal that a kill has left belongs to the book: its changes are still due."""
    private = f"{folder}/private"
    book = f"{seen(f'{private}/book.age')} {seen(f'{private}/journal.age')}"
    return Stamps(book, f"{seen(f'{folder}/sent/deliveries.jsonl')} {seen(f'{folder}/outbox')}")


def seen(path: str) -> str:
    """A file in a few numbers. Whatever is written whole is a new file, and what grows has another size."""
    try:
        found = os.stat(path)  # noqa: PTH116 - for thousands of folders a Path takes longer than the system does
    except OSError:
        return "-"
    return f"{found.st_ino}.{found.st_size}.{found.st_mtime_ns}"
