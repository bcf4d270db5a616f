"""Positions as plain data and back: a dataclass says its fields once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints

from pbem.base.records import fields, is_dataclass


class PlainState:
    """A position of dataclass fields. What is `given` from outside, the board and the house rules, is no part of it."""

    __slots__ = ()
    given: ClassVar[tuple[str, ...]] = ("board", "house")

    def to_plain(self) -> dict[str, Any]:
        """Everything else, for the state hash and the phase file; shares nothing with the position."""
        kind: Any = type(self)
        return {name: plain(getattr(self, name)) for name in hints(kind) if name not in self.given}

    def shown(self, names: Iterable[str]) -> dict[str, Any]:
        """Some fields as plain data: those that a view or a case tells as they are."""
        return {name: plain(getattr(self, name)) for name in names}

    @classmethod
    def from_plain(cls, board: Any, known: Mapping[str, Any], house: Mapping[str, str]) -> Self:
        """The inverse, on a board, with house rules; shares nothing with what it was given."""
        return cls.of_plain(known, board=board, house=dict(house))

    @classmethod
    def of_plain(cls, known: Mapping[str, Any], **given: Any) -> Self:
        """The inverse; a position that has no board is given none."""
        kind: Any = cls
        kinds = readers(kind)
        made: Self = kind(**given, **{name: kinds[name](value) for name, value in known.items()})
        return made


#: Values that are plain by themselves.
LEAVES = frozenset((str, int, bool, type(None)))
#: How a field declares such a value.
WORDS_AND_NUMBERS = frozenset(("str", "int", "bool"))


@cache
def hints(kind: type) -> dict[str, Any]:
    """The fields of a dataclass with their types."""
    types = get_type_hints(kind)
    return {each.name: types[each.name] for each in fields(kind)}


def plain(value: Any) -> Any:
    """A value as plain data, copied; by far the most values are words and numbers, so these are looked for first."""
    kind: Any = type(value)
    if kind in LEAVES:
        return value
    if kind is dict:
        if LEAVES.issuperset(map(type, value.values())):
            return value.copy()
        return {name: item if type(item) in LEAVES else plain(item) for name, item in value.items()}
    if kind is list or kind is tuple:
        if LEAVES.issuperset(map(type, value)):
            return list(value)
        return [item if type(item) in LEAVES else plain(item) for item in value]
    return writer_of(kind)(value)


@cache
def writer_of(kind: type) -> Callable[[Any], Any]:
    """Finds the function that writes a value of a class as plain data, copied."""
    if issubclass(kind, dict):
        return lambda value: plain(dict(value))
    if issubclass(kind, list | tuple):
        return lambda value: plain(list(value))
    if is_dataclass(kind):
        return record_writer(kind)
    return lambda value: value


def record_writer(kind: Any) -> Callable[[Any], dict[str, Any]]:
    """Makes the function that writes a record by the names of its fields; a declared word or number needs no copy."""
    parts = [f"{each.name!r}: record.{each.name}" if each.type in WORDS_AND_NUMBERS
             else f"{each.name!r}: plain(record.{each.name})" for each in fields(kind)]  # fmt: skip
    known: dict[str, Any] = {"plain": plain}
    exec(f"def written(record):\n  return {{{', '.join(parts)}}}", known)  # noqa: S102 - names of our own fields
    written: Callable[[Any], dict[str, Any]] = known["written"]
    return written


#: Makes a value of a type from plain data.
Reader = Callable[[Any], Any]


@cache
def readers(kind: type) -> dict[str, Reader]:
    """Finds the reader for each field of a dataclass."""
    return {name: reader(of) for name, of in hints(kind).items()}


def read(kind: Any, value: Any) -> Any:
    """Plain data as a value of a type, copied."""
    return reader(kind)(value)


@cache
def reader(kind: Any) -> Reader:
    """Makes the reader of a type, which copies plain data into a value; what the type leaves open stays plain."""
    if is_dataclass(kind):
        return record_reader(kind)
    inside, origin = get_args(kind), get_origin(kind)
    of_values = reader(inside[1]) if origin is dict else copied
    of_items = reader(inside[0]) if inside else copied

    def made_of(value: Any) -> Any:
        if type(value) in LEAVES:
            return value
        if isinstance(value, dict):
            if LEAVES.issuperset(map(type, value.values())):
                return dict(value)
            return {name: of_values(item) for name, item in value.items()}
        if not isinstance(value, list):
            return value
        made = list(value) if LEAVES.issuperset(map(type, value)) else [of_items(item) for item in value]
        return tuple(made) if origin is tuple else made

    return made_of


def record_reader(kind: Any) -> Reader:
    """Makes the reader that turns a mapping into a record of a dataclass."""
    deep = [(name, reader(of)) for name, of in hints(kind).items() if of not in LEAVES]

    def made_of(value: Any) -> Any:
        given = dict(value)
        for name, of in deep:
            if name in given:
                given[name] = of(given[name])
        return kind(**given)

    return made_of


def copied(value: Any) -> Any:
    """Plain data as they are, copied."""
    if type(value) in LEAVES:
        return value
    if isinstance(value, dict):
        return {name: copied(item) for name, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value
