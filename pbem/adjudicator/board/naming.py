"""The names that players type: what they drop and what they meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations
from typing import Protocol, TypeVar
from unicodedata import normalize

from pbem.base.patterns import pattern


class Named(Protocol):
    """Anything with an id to type and a short name that reports show."""

    @property
    def id(self) -> str: ...


class Label:
    """A piece that reports show by its name."""

    __slots__ = ()
    name: str

    def __str__(self) -> str:
        return self.name


Piece = TypeVar("Piece", bound=Named)


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """A name with everything dropped that a player may forget: capitals, blanks, hyphens, accents."""
    return "".join(letter for letter in normalize("NFD", text).lower() if letter.isalnum())


def named(text: str, pieces: Mapping[str, Piece]) -> Piece | None:
    """The one piece whose id or short name reads like this, capitals, blanks and hyphens aside."""
    if text in pieces:
        return pieces[text]
    wanted = fold(text)
    found = [piece for piece in pieces.values() if wanted and wanted in (fold(piece.id), fold(str(piece)))]
    return found[0] if len(found) == 1 else None


def names_of(pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """The pieces by all that reads like them to `named`, folded; a word that reads like two of them is left out."""
    called = [(word, piece) for piece in pieces.values()
              for word in dict.fromkeys((fold(piece.id), fold(str(piece)))) if word]  # fmt: skip
    times = Counter(word for word, _ in called)
    return {word: piece for word, piece in called if times[word] == 1}


#: What people write before a ship's name, and counters do not.
BEFORE = ("hms", "thehms", "the")
#: What parts the names of a place that has two, and a name from what explains it.
PARTS = pattern(r"[,/(]")


def meant_by(text: str, pieces: Mapping[str, object]) -> list[str]:
    """The ids of the pieces that a text may mean as reports print them: all of a name or, failing that, part of one."""
    wanted = {fold(text), *(fold(text).removeprefix(word) for word in BEFORE)} - {""}
    whole = [name for name, piece in pieces.items() if wanted & {fold(name), fold(label_of(piece))}]
    return whole or [name for name, piece in pieces.items()
                     if wanted & {fold(part) for part in PARTS.split(label_of(piece))}]  # fmt: skip


def label_of(piece: object) -> str:
    """A piece's name as reports print it; empty for what has none."""
    return str(getattr(piece, "label", "") or (piece if isinstance(piece, Label) else getattr(piece, "name", "")))


def alike(text: str, names: Mapping[str, object]) -> list[str]:
    """The names that may have been meant, the nearest first."""
    return get_close_matches(text.lower(), list(names), n=3)


def nearest(text: str, names: Mapping[str, object]) -> str:
    """A hint: what may have been meant, by its id or else as reports print it."""
    near = alike(text, names) or alike_as_printed(text, names)
    return f"did you mean {' or '.join(near)}?" if near else ""


def alike_as_printed(text: str, names: Mapping[str, object]) -> list[str]:
    """The same by the names that reports print, whole or in part; each with its id."""
    printed = {part.strip().lower(): name for name, piece in names.items()
               for part in (label_of(piece), *PARTS.split(label_of(piece))) if part.strip()}  # fmt: skip
    near = get_close_matches(text.lower(), list(printed), n=3)
    return [f"{name} ({label_of(names[name])})" for name in dict.fromkeys(printed[part] for part in near)]


def two_letters(names: Mapping[str, str]) -> dict[str, str]:
    """Two letters for each name, no two alike: initials first, then the first letter and a later one."""
    given: dict[str, str] = {}
    for id_, name in names.items():
        given[id_] = next(code for code in spellings(name) if code not in given.values())
    return given


def spellings(name: str) -> Iterator[str]:
    """Codes that a name may have, best first."""
    letters = [letter for letter in name if letter.isalpha() and letter.isascii()]
    initials = [letter for letter in letters if letter.isupper()]
    for first, second in combinations(initials, 2):
        yield first + second
    for second in letters[1:]:
        yield (letters[0] + second).upper()
    for number in range(100):
        yield f"{number:02d}"
