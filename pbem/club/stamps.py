"""Stamps of a game's folder, which show a change: size, time and number of three files."""

from __future__ import annotations

import os

from pbem.club.index import Stamps


def stamps_of(folder: str) -> Stamps:
    """The stamps of a game's folder. A journal that a kill has left belongs to the book: its changes are still due."""
    book = f"{seen(book_of(folder))} {seen(f'{folder}/private/journal.age')}"
    return Stamps(book, f"{seen(f'{folder}/sent/deliveries.jsonl')} {seen(f'{folder}/outbox')}")


def book_of(folder: str) -> str:
    """Returns the file of a game's book."""
    return f"{folder}/private/book.age"


def holds_a_book(folder: str) -> bool:
    """Checks whether a folder is a game's, even if it cannot be opened."""
    return os.path.exists(book_of(folder))  # noqa: PTH110 - as below


def seen(path: str) -> str:
    """Returns a file's stamp. A file that is rewritten is a new file, and one that grows has another size."""
    try:
        found = os.stat(path)  # noqa: PTH116 - for thousands of folders a Path takes longer than the system does
    except OSError:
        return "-"
    return f"{found.st_ino}.{found.st_size}.{found.st_mtime_ns}"
