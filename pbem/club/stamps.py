"""Whether a game's folder has changed since somebody last looked: three files asked for size, time and number."""

from __future__ import annotations

import os

from pbem.club.index import Stamps


def stamps_of(folder: str) -> Stamps:
    """The stamps of a game's folder. A journal that a kill has left belongs to the book: its changes are still due."""
    book = f"{seen(book_of(folder))} {seen(f'{folder}/private/journal.age')}"
    return Stamps(book, f"{seen(f'{folder}/sent/deliveries.jsonl')} {seen(f'{folder}/outbox')}")


def book_of(folder: str) -> str:
    """Where a game keeps its book."""
    return f"{folder}/private/book.age"


def holds_a_book(folder: str) -> bool:
    """Whether a folder is a game's, whoever can open it."""
    return os.path.exists(book_of(folder))  # noqa: PTH110 - as below


def seen(path: str) -> str:
    """A file in a few numbers. Whatever is written whole is a new file, and what grows has another size."""
    try:
        found = os.stat(path)  # noqa: PTH116 - for thousands of folders a Path takes longer than the system does
    except OSError:
        return "-"
    return f"{found.st_ino}.{found.st_size}.{found.st_mtime_ns}"
