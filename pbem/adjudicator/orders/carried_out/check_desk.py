"""A fault of orders that their owner can see, the material of a check, and conditions that never hold together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Path = tuple[str | int, ...]
Entry = Mapping[str, Any]


class Wrong(NamedTuple):
    """A fault: where it stands, what is wrong, its rule, and a hint."""

    path: Path
    text: str
    rule: str = ""
    hint: str = ""

    def fault(self, page: Document) -> Fault:
        """The same at its place in an order file."""
        return page.fault(self.path, self.text, rule=self.rule, hint=self.hint, kind=Kind.ILLEGAL)


class CheckDesk:
    """The material of a check: the board, the owner's view, the seat, and the orders with ids for names."""

    def __init__(self, board: Any, known: Mapping[str, Any], seat: str, body: Mapping[str, Any],
                 lines: Mapping[Path, int] | None = None) -> None:  # fmt: skip
        self.board, self.known, self.seat, self.body, self.lines = board, known, seat, body, lines or {}

    def entries(self, section: str) -> Sequence[Entry]:
        """The entries of a section that is a list."""
        found: Sequence[Entry] = self.body.get(section, ())
        return found

    def line(self, section: str, number: int) -> int:
        """The line of the file at which an entry of a section begins."""
        return self.lines[section, number]

    def place(self, name: str) -> str:
        """A place as reports print it."""
        return str(self.board.place_name(name))


def contradictions(
    path: Path, given: Sequence[Entry], opposites: Collection[tuple[str, str]], once: Collection[str] = ()
) -> Iterator[Wrong]:  # fmt: skip
    """Two conditions of one list that cannot both hold; those of `once` cannot hold of two things."""
    flat = [(number, word, wanted) for number, each in enumerate(given) for word, wanted in each.items()]
    for place, (number, word, wanted) in enumerate(flat):
        for _, before, other in flat[:place]:
            pair = {before, word} in [set(each) for each in opposites] and wanted == other
            twice = before == word and word in once and wanted != other
            if pair or twice:
                yield Wrong((*path, number, word), f"'{word}' and '{before}' above it never hold together",
                            hint="all conditions of one list must hold")  # fmt: skip


def lists_of_conditions(path: Path, value: Any, words: Collection[str]) -> Iterator[tuple[Path, Any]]:
    """Every list of conditions below a value, with its place; `words` begin one."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key in words and isinstance(inner, list):
            yield (*path, key), inner
        else:
            yield from lists_of_conditions((*path, key), inner, words)
