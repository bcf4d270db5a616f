"""Texts and tables of a title that are no printed figures: plain data in strict YAML, beside its figures."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.base import resources
from pbem.base.files import read_file

#: What reads them; a text is kept as plain data beside its title's modules until one of these changes.
READERS = resources.PROGRAM / "strict_yaml"


@cache
def texts_of(path: Path) -> Any:
    """Reads a file once; its lists and mappings belong to all who ask, and nobody changes them."""
    data = read_file(path)
    if not path.is_relative_to(resources.PROGRAM):
        return read_texts(data, path.name)
    key, place = readers() + sha256(data).digest(), resources.place_for(path.parent, path.name)
    return resources.kept_or_made(place, key, lambda: read_texts(data, path.name))


def read_texts(data: bytes, name: str) -> Any:
    """Reads a text from its bytes."""
    from pbem.strict_yaml import gather_shipped, plain

    reading = gather_shipped(data, name)
    reading.page.settle()
    return plain(reading.node) if reading.node else {}


@cache
def readers() -> bytes:
    """The modules that read texts, as they are now."""
    return resources.stamps(READERS)


@cache
def shipped_edition(path: Path) -> bytes:
    """Reads an edition that is shipped beside a title's figures, once."""
    return read_file(path)


def said_of(path: Path) -> dict[str, Any]:
    """Reads a file of texts by name; those that are folded over several lines are one line each."""
    return {name: text.strip() if isinstance(text, str) else text for name, text in texts_of(path).items()}


class Habits:
    """Whole numbers of a bot by name, from a file of its title: what it thinks worth what, how many it wants."""

    def __init__(self, path: Path) -> None:
        self.__dict__.update({name: int(number) for name, number in texts_of(path)["habits"].items()})

    def __getattr__(self, name: str) -> int:
        raise AttributeError(f"no habit is called '{name}'")
