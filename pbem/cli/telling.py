"""The one way of every command to a terminal: what came from outside can show itself there, and do nothing else.

A title, a name or a letter may hold escape sequences that move the cursor, and marks that turn the writing around. Each
such character is spelt out, `<U+001B>`, in whatever a command says. In JSON it is escaped as JSON does.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from pbem.base.errors import hidden, visible

#: Holds something once a command has printed JSON: its errors are then in it, or go to standard error.
HAS_SAID_JSON: list[bool] = []


def say(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print lines for people, with every hidden character spelt out."""
    put("\n".join(visible(line) for line in str(text).split("\n")) + "\n" * nl, err=err)


def put(text: str, *, err: bool = False) -> None:
    """Writes text that may be shown, and leaves none of it behind."""
    stream = sys.stderr if err else sys.stdout
    stream.write(text)
    stream.flush()


def tell(text: object, *, err: bool = False) -> None:
    """Print sentences for people: files below this folder by their short names, and on a terminal broken between
    words, so that no word is cut at the margin.
    """
    here = f"{Path.cwd()}{os.sep}"
    for line in str(text).replace(here, "").split("\n"):
        say(fitted(line) if (sys.stderr if err else sys.stdout).isatty() else line, err=err)


def fitted(line: str) -> str:
    """A line in as many as the terminal needs, the later ones standing in."""
    import shutil
    import textwrap

    lead = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.strip(), max(shutil.get_terminal_size().columns - 1, 40), initial_indent=lead,
        subsequent_indent=f"{lead}  ", break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def say_json(value: Any, *, ascii_only: bool = False, indent: int | None = None, sort_keys: bool = False) -> None:
    """Print one JSON value; a hidden character in it is escaped, and means the same to a program."""
    import json

    HAS_SAID_JSON.append(True)
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, sort_keys=sort_keys)
    put("".join(escaped(letter) if letter != "\n" and hidden(letter) else letter for letter in text) + "\n")


def say_bytes(data: bytes) -> None:
    """Writes the bytes of a file as they are, or on a terminal as harmless text."""
    if sys.stdout.isatty():
        say(data.decode("utf-8", errors="replace"), nl=False)
        return
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say_page(text: str) -> bool:
    """Writes a page of our own words without the library; tells if there was one, and it could be written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        return False
    return bool(text)


def all_written() -> bool:
    """Writes out what waits in the standard streams; tells if they took it."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return False
    return True


def escaped(letter: str) -> str:
    """A character as JSON escapes it: beyond the first plane as two halves."""
    units = letter.encode("utf-16-be", errors="surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
