"""Records: `dataclass` as the standard library has it, made ten times as quickly.

The library writes and compiles six functions for each class when its module is imported; four hundred classes cost a
command more time than all of its work. Here comparison, hash and text are closures over the fields, the constructor is
compiled when the first instance is made, and fields are found without the library's look at every kind of annotation.
The library itself is imported only where something is asked of it: it brings Python's own parser with it. Its
functions know our records all the same. Type checkers see the library's own names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from types import MemberDescriptorType, SimpleNamespace
from typing import TYPE_CHECKING, Any

__all__ = ["asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True,
        order: bool = False, kw_only: bool = False,
    ) -> Any:
        """Makes a dataclass of a class; takes the options that this project uses."""

        def made(kind: Any) -> Any:
            name_fields(kind, kw_only=kw_only)
            kind.__dataclass_params__ = SimpleNamespace(frozen=frozen, eq=eq, order=order)  # a subclass asks for them
            kind = in_slots(kind) if slots else kind
            fill_in(kind, frozen=frozen, eq=eq, order=order)
            return kind

        return made if cls is None else made(cls)

    def field(**options: Any) -> Any:
        """Says more of a field than its annotation does; takes the options that this project uses."""
        return Field(**options)

    def fields(record: Any) -> tuple[Any, ...]:
        """The fields of a record or of its class, in their order."""
        return tuple(record.__dataclass_fields__.values())

    def replace(record: Any, /, **changes: Any) -> Any:
        """The same record with other values in some fields."""
        for each in record.__dataclass_fields__.values():
            if each.init and each.name not in changes:
                changes[each.name] = getattr(record, each.name)
        return record.__class__(**changes)

    def is_dataclass(found: Any) -> bool:
        """Tells if this is a record or a class of records."""
        return hasattr(found if isinstance(found, type) else type(found), "__dataclass_fields__")

    def asdict(record: Any) -> dict[str, Any]:
        """A record by the names of its fields, and all records in it likewise."""
        return {name: as_plain(getattr(record, name)) for name in record.__dataclass_fields__}


#: So many instances of a class are filled field by field.
FEW = 6


class Factory:
    """Stands for a default that is made anew for each instance."""


class Missing:
    """Stands for a default that a field does not have."""


class Field:
    """One field, with what the library's own functions look for in one."""

    __slots__ = ("compare", "factory", "given", "hash", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(
        self, *, default: Any = Missing, default_factory: Any = Missing, init: bool = True,
        repr: bool = True,  # noqa: A002 - the library's own word
        compare: bool = True, kw_only: bool | None = None,
    ) -> None:
        self.given, self.factory = default, default_factory
        self.init, self.repr, self.compare, self.kw_only = init, repr, compare, kw_only
        self.hash: bool | None = None
        self.metadata: dict[str, Any] = {}
        self.name, self.type = "", object()

    @property
    def default(self) -> Any:
        """The default as the library looks for it."""
        return library().MISSING if self.given is Missing else self.given

    @property
    def default_factory(self) -> Any:
        """The maker of a default as the library looks for it."""
        return library().MISSING if self.factory is Missing else self.factory

    @property
    def _field_type(self) -> Any:
        """The library's own mark of a field."""
        return library()._FIELD


def library() -> Any:
    """The library's module, for those who ask it."""
    import dataclasses

    return dataclasses


def as_plain(value: Any) -> Any:
    """Gives a value with dicts in the place of the records in it."""
    if hasattr(value, "__dataclass_fields__"):
        return asdict(value)
    if type(value) in (list, tuple):
        return type(value)(map(as_plain, value))
    if type(value) is dict:
        return {as_plain(name): as_plain(each) for name, each in value.items()}
    return value


def name_fields(kind: Any, *, kw_only: bool) -> None:
    """Finds the fields of a class, its bases' first, and lays them where the library looks for them."""
    found: dict[str, Any] = {}
    for base in kind.__mro__[-1:0:-1]:
        found |= base.__dict__.get("__dataclass_fields__", {})
    for name, annotation in kind.__annotations__.items():  # a class without any has an empty dict, not its base's
        if str(annotation).startswith("ClassVar"):
            continue
        given = kind.__dict__.get(name, Missing)
        found[name] = named_field(name, annotation, given, kw_only=kw_only)
        if given is not Missing and found[name].given is Missing:
            delattr(kind, name)  # a factory is no value for all
        elif given is not found[name].given:
            setattr(kind, name, found[name].given)
    kind.__dataclass_fields__ = found
    match_args = tuple(name for name, each in found.items() if each.init and not each.kw_only)
    type.__setattr__(kind, "__match_args__", match_args)


def named_field(name: str, annotation: object, given: Any, *, kw_only: bool) -> Any:
    """One field with its name; a default that somebody could change for all is refused, as the library does."""
    one = given if isinstance(given, Field) else of_library(given) or Field(default=given)
    if type(one.given).__hash__ is None:
        raise ValueError(f"a mutable default for field {name} is not allowed: use a factory")
    one.name, one.type = name, annotation
    if one.kw_only is None:
        one.kw_only = kw_only
    return one


def of_library(given: Any) -> Field | None:
    """A field that the library's own function made, as one of ours."""
    if "dataclasses" not in sys.modules or not isinstance(given, library().Field):
        return None
    missing = library().MISSING
    default, factory = (Missing if each is missing else each for each in (given.default, given.default_factory))
    late = None if given.kw_only is missing else given.kw_only
    return Field(default=default, default_factory=factory, init=given.init, repr=given.repr, compare=given.compare,
                 kw_only=late)  # fmt: skip


def in_slots(kind: Any) -> Any:
    """The same class once more, with a slot for each field that no base has one for."""
    inherited = {name for base in kind.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
    fields = kind.__dataclass_fields__
    body = {name: value for name, value in kind.__dict__.items()
            if name not in fields and name not in ("__dict__", "__weakref__")}  # fmt: skip
    body["__slots__"] = tuple(name for name in fields if name not in inherited)
    again = type(kind)(kind.__name__, kind.__bases__, body)
    again.__qualname__ = kind.__qualname__
    return again


def fill_in(kind: Any, *, frozen: bool, eq: bool, order: bool) -> None:
    """Gives a class what the library would have compiled for it, except for what it defines itself."""
    fields = tuple(kind.__dataclass_fields__.values())
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
    """A constructor for the first few instances. Then it compiles the true one and puts it in its own place.

    Most classes have few instances in a command, and to compile takes as long as to fill twenty.
    """
    put = object.__setattr__ if frozen else setattr
    left = FEW

    def init(self: Any, *given: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left >= 0 and (values := filled(fields, given, named)) is not None:
            for name, value in values.items():
                put(self, name, value)
            if hasattr(kind, "__post_init__"):
                self.__post_init__()
            return
        if kind.__init__ is init:
            kind.__init__ = compiled_init(kind, fields, frozen)
        kind.__init__(self, *given, **named)

    return init


def filled(fields: tuple[Any, ...], given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any] | None:
    """The value of each field; None where too much, too little or something twice is given."""
    places = [field.name for field in fields if field.init and not field.kw_only][: len(given)]
    told = dict(zip(places, given, strict=False)) | named
    if len(told) != len(given) + len(named):
        return None
    values = {}
    for field in fields:
        name = field.name
        if field.init and name in told:
            values[name] = told.pop(name)
        elif field.factory is not Missing:
            values[name] = field.factory()
        elif field.given is not Missing:
            values[name] = field.given
        elif field.init:
            return None
    return None if told else values


def compiled_init(kind: Any, fields: tuple[Any, ...], frozen: bool) -> Callable[..., None]:
    """The constructor: a parameter for each field, defaults and factories as the fields say."""
    known: dict[str, Any] = {"Factory": Factory, "put": object.__setattr__}
    slots = {name: slot for name in kind.__dataclass_fields__
             if isinstance(slot := getattr(kind, name, None), MemberDescriptorType)}  # fmt: skip
    plain: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for field in fields:
        name, given = field.name, field.name
        if field.factory is not Missing:
            known[f"made_{name}"] = field.factory
            given = f"{name} if {name} is not Factory else made_{name}()" if field.init else f"made_{name}()"
            parameter = f"{name}=Factory"
        elif field.given is not Missing:
            known[f"default_{name}"] = field.given
            parameter, given = f"{name}=default_{name}", name if field.init else f"default_{name}"
        elif not field.init:
            continue
        else:
            parameter = name
        if field.init:
            (named if field.kw_only else plain).append(parameter)
        if frozen and name in slots:  # half the time of `put`
            known[f"put_{name}"] = slots[name].__set__
            body.append(f"put_{name}(self, {given})")
        else:
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
    from dataclasses import FrozenInstanceError

    what = "assign to" if value else "delete"
    raise FrozenInstanceError(f"cannot {what} field {name!r}")


def stated(names: tuple[str, ...]) -> tuple[Callable[[Any], list[Any]], Callable[[Any, list[Any]], None]]:
    """The values of a frozen record with slots, for copies and pickles; and what fills another from them."""

    def state_of(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def set_state(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return state_of, set_state
