"""Positions in the words of case files (docs/cases.md): the words a case may hold, and fields told as lists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, get_args

from pbem.adjudicator.engine.plain_state import PlainState, hints
from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass

#: How a case says yes.
TRUE = ("true", "yes")


@dataclass(frozen=True, slots=True)
class Listed:
    """A field that maps names to values, which a case lists: {"2719": 1} is [{"at": "2719", "number": "1"}]."""

    name: str
    value: str
    read: Callable[[Any], Any] = str

    def facts(self, field: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The field in the words of a case."""
        return [{self.name: name, self.value: value} for name, value in field.items()]

    def given(self, parts: Iterable[Mapping[str, Any]], named: Callable[[str], str] = str) -> dict[str, Any]:
        """The field that a case gives; `named` finds what a name of the case means."""
        return {named(part[self.name]): self.read(part[self.value]) for part in parts}


def is_true(part: Mapping[str, Any], word: str) -> bool:
    """A truth of a case; what it does not name is none."""
    return str(part.get(word, "false")) in TRUE


def lay(state: PlainState, given: Mapping[str, Any], names: Iterable[str]) -> None:
    """Sets fields that a case gives by their own names, each read by its type; others stay as they are."""
    kind: Any = type(state)
    kinds = hints(kind)
    for name in names:
        if name in given:
            setattr(state, name, in_kind(kinds[name], given[name]))


def in_kind(kind: Any, said: Any) -> Any:
    """Reads the words of a case as a value of a type: numbers and truths are words there."""
    inside = get_args(kind)
    if isinstance(said, Mapping):
        return {name: in_kind(inside[1], item) if inside else item for name, item in said.items()}
    if isinstance(said, list | tuple):
        return [in_kind(inside[0], item) for item in said]
    return int(said) if kind is int else str(said) in TRUE if kind is bool else said


def check_words(given: Mapping[str, Any], words: Collection[str]) -> None:
    """Refuse whatever a position of this title has not: it is a slip of the case's author."""
    for word in given:
        if word not in words:
            raise bad(f"'{word}' is nothing that a position has", kind=Kind.UNKNOWN, hint=f"one of {', '.join(words)}")


def found(names: Iterable[str], shelf: Mapping[str, Any], what: str) -> Iterable[str]:
    """Names that the board has."""
    for name in names:
        if name not in shelf:
            raise bad(f"'{name}' is no {what}", kind=Kind.UNKNOWN)
        yield name


def place(named: Callable[[str], str], what: str) -> Callable[[str], str]:
    """Make a function that finds a place of a case on the board, or refuses it."""

    def find(name: str) -> str:
        at = named(name)
        if not at:
            raise bad(f"'{name}' is no {what}", kind=Kind.UNKNOWN)
        return at

    return find
