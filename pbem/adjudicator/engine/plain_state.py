"""Positions as plain data and back: a dataclass says its fields once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Self, get_args, get_origin, get_type_hints


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
        kinds = hints(kind)
        made: Self = kind(**given, **{name: read(kinds[name], value) for name, value in known.items()})
        return made


#: Values that are plain by themselves.
LEAVES = frozenset((str, int, bool, type(None)))


@cache
def hints(kind: type) -> dict[str, Any]:
    """The fields of a dataclass with their types."""
    types = get_type_hints(kind)
    return {each.name: types[each.name] for each in fields(kind)}


def plain(value: Any) -> Any:
    """A value as plain data, copied; by far the most values are words and numbers, so these are looked for first."""
    kind = type(value)
    if kind in LEAVES:
        return value
    if kind is dict or isinstance(value, dict):
        return {name: item if type(item) in LEAVES else plain(item) for name, item in value.items()}
    if kind is list or isinstance(value, list | tuple):
        return [item if type(item) in LEAVES else plain(item) for item in value]
    return {name: plain(getattr(value, name)) for name in names(kind)} if is_dataclass(kind) else value


@cache
def names(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    return tuple(each.name for each in fields(kind))


def read(kind: Any, value: Any) -> Any:
    """Plain data as a value of a type, copied; what the type leaves open stays plain."""
    if is_dataclass(kind):
        kinds = hints(kind)  # type: ignore[arg-type]
        return kind(**{name: read(kinds[name], item) for name, item in value.items()})  # type: ignore[operator]
    inside = get_args(kind)
    if isinstance(value, dict):
        of = inside[1] if get_origin(kind) is dict else Any
        return {name: read(of, item) for name, item in value.items()}
    if not isinstance(value, list):
        return value
    made = [read(inside[0] if inside else Any, item) for item in value]
    return tuple(made) if get_origin(kind) is tuple else made
