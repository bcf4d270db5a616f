"""Records: `dataclass` as the standard library has it, made ten times as quickly.

The library writes and compiles six functions for each class when its module is imported; four hundred classes cost a
command more time than all of its work. Here comparison, hash and text are closures over the fields, and the
constructor is compiled when the first instance is made. Type checkers see the library's own decorator.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True,
        order: bool = False, kw_only: bool = False,
    ) -> Any:
        """Makes a dataclass of a class; takes the options that this project uses."""

        def made(kind: type) -> type:
            kind = dataclasses.dataclass(kind, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            fill_in(kind, frozen=frozen, eq=eq, order=order)
            return kind

        return made if cls is None else made(cls)


class Factory:
    """Stands for a default that is made anew for each instance."""


def fill_in(kind: Any, *, frozen: bool, eq: bool, order: bool) -> None:
    """Gives a class what the library would have compiled for it, except for what it defines itself."""
    fields = dataclasses.fields(kind)
    if "__init__" not in kind.__dict__:
        kind.__init__ = first_init(kind, fields, frozen)
    if "__repr__" not in kind.__dict__:
        kind.__repr__ = shown(tuple(field.name for field in fields if field.repr))
    has_own_hash = kind.__dict__.get("__hash__") is not None
    values = values_of(tuple(field.name for field in fields if field.compare))
    if eq:
        if "__eq__" not in kind.__dict__:
            kind.__eq__ = equal(values)
        if not has_own_hash:
            kind.__hash__ = hashed(values) if frozen else None
    if order:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            setattr(kind, name, compared(values, getattr(tuple, name)))
    if frozen:
        kind.__setattr__, kind.__delattr__ = refuse, refuse
        if "__slots__" in kind.__dict__ and "__getstate__" not in kind.__dict__:
            kind.__getstate__, kind.__setstate__ = stated(tuple(field.name for field in fields))


def first_init(kind: Any, fields: tuple[Any, ...], frozen: bool) -> Callable[..., None]:
    """A constructor that compiles the true one at its first call, puts it in its own place and calls it."""

    def init(self: Any, *given: Any, **named: Any) -> None:
        if kind.__init__ is init:
            kind.__init__ = compiled_init(kind, fields, frozen)
        kind.__init__(self, *given, **named)

    return init


def compiled_init(kind: Any, fields: tuple[Any, ...], frozen: bool) -> Callable[..., None]:
    """The constructor: a parameter for each field, defaults and factories as the fields say."""
    known: dict[str, Any] = {"Factory": Factory, "put": object.__setattr__}
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for field in fields:
        name, given = field.name, field.name
        if field.default_factory is not dataclasses.MISSING:
            known[f"made_{name}"] = field.default_factory
            given = f"{name} if {name} is not Factory else made_{name}()" if field.init else f"made_{name}()"
            parameter = f"{name}=Factory"
        elif field.default is not dataclasses.MISSING:
            known[f"default_{name}"] = field.default
            parameter, given = f"{name}=default_{name}", name if field.init else f"default_{name}"
        elif not field.init:
            continue
        else:
            parameter = name
        if field.init:
            (named if field.kw_only else plain).append(parameter)
        body.append(f"put(self, '{name}', {given})" if frozen else f"self.{name} = {given}")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *plain, *(["*"] if named else []), *named])
    exec(f"def __init__({parameters}):\n  " + "\n  ".join(body or ["pass"]), known)  # noqa: S102 - as the library does
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{kind.__qualname__}.__init__"
    return init


def values_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Reads the compared fields of an instance as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        one = attrgetter(names[0])
        return lambda record: (one(record),)
    return lambda record: ()


def equal(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, Any], Any]:
    """Equality of two instances of one class, field by field."""

    def same(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return same


def compared(values: Callable[[Any], tuple[Any, ...]], how: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Order of two instances of one class, field by field."""

    def compare(self: Any, other: Any) -> Any:
        return how(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

    return compare


def hashed(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    """The hash of an instance, over its compared fields."""

    def hash_of(self: Any) -> int:
        return hash(values(self))

    return hash_of


def shown(names: tuple[str, ...]) -> Callable[[Any], str]:
    """An instance as text: its class and its fields."""

    @recursive_repr()
    def as_text(self: Any) -> str:
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({told})"

    return as_text


def refuse(self: Any, name: str, *value: Any) -> None:
    """Nothing in a frozen record is set or taken away."""
    what = "assign to" if value else "delete"
    raise dataclasses.FrozenInstanceError(f"cannot {what} field {name!r}")


def stated(names: tuple[str, ...]) -> tuple[Callable[[Any], list[Any]], Callable[[Any, list[Any]], None]]:
    """The values of a frozen record with slots, for copies and pickles; and what fills another from them."""

    def state_of(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def set_state(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return state_of, set_state
