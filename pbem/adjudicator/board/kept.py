"""Boards kept as plain data beside the program, so that a command need not read and check all figures again.

A board that was found sound lies in `__pycache__` beside the modules that made it, as Python keeps its own modules. A
person who can write there can change the program as well. It is of use only for the same data files, the same modules
and the same Python; where it cannot be read, the board is made anew. It is no pickle: it names classes of ours, and the
values of their fields.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pbem.adjudicator.board.figures import Figures, Shares, read_folder
from pbem.base import resources
from pbem.base.files import read_file

Made = TypeVar("Made")
#: Stands for a value: nothing and the plain value itself, or the sort of the value and its parts.
Node = tuple[Any, ...]
PLAIN = frozenset({str, int, bool, float, bytes, type(None)})
MANY = {"tuple": tuple, "list": list, "frozenset": frozenset, "set": set}
#: Only classes of ours are made.
OURS = "pbem."
#: Grids of hexes and squares, which boards hold.
GEOMETRY = Path(__file__).parents[2] / "geometry"


class ShippedFigures(Figures):
    """The figures behind a kept board, read when somebody asks for them."""

    __slots__ = ("_shares", "_shipped")
    _shipped: tuple[Path, tuple[str, ...]]
    _shares: Shares

    def __init__(self, shipped: tuple[Path, tuple[str, ...]], shares: Shares) -> None:
        object.__setattr__(self, "_shipped", shipped)
        object.__setattr__(self, "_shares", shares)

    def shares(self) -> Shares:
        """The counts by source, which every report tells."""
        return self._shares

    @property
    def sections(self) -> Any:
        """All records, by section."""
        return read_folder(*self._shipped).sections


def kept_or_made(shipped: tuple[Path, tuple[str, ...]], make: Callable[..., Made]) -> Made:
    """The board of some data files: as it was kept, else made of them, checked, and kept."""
    module = Path(str(sys.modules[make.__module__].__file__))
    key, place = made_of(module.parent, shipped), resources.place_for(module, "board")
    with suppress(ValueError, TypeError, LookupError, AttributeError, ImportError):
        before: Made = read(resources.found(place, key), shipped)
        return before
    made = make(read_folder(*shipped), None, [])
    with suppress(TypeError):
        resources.keep(place, key, written(made))
    return made


def made_of(home: Path, shipped: tuple[Path, tuple[str, ...]]) -> bytes:
    """The hash of all that a board is made of: data by their bytes, and the modules."""
    folder, names = shipped
    found = sha256(resources.stamps(home, Path(__file__).parent, GEOMETRY))
    for name in names:
        found.update(sha256(read_file(folder / f"{name}.yaml")).digest())
    return found.digest()


class Writing:
    """Turns values into nodes; a record that stands in several places is written once."""

    def __init__(self) -> None:
        self.classes: dict[type, int] = {}
        self.records: list[tuple[int, dict[str, Any], dict[str, Node]]] = []
        self.known: dict[int, tuple[Node, Any]] = {}  # with the value, which keeps its id

    def class_of(self, value: Any) -> int:
        """The number of a class."""
        return self.classes.setdefault(type(value), len(self.classes))

    def node(self, value: Any) -> Node:
        """A value as a node."""
        if type(value) in PLAIN:
            return ("", sys.intern(value) if type(value) is str else value)
        if id(value) not in self.known:
            self.known[id(value)] = self.of_parts(value), value
        return self.known[id(value)][0]

    def of_parts(self, value: Any) -> Node:
        """A value that has parts; TypeError if nobody has said how it is kept."""
        kind = type(value)
        if kind is Figures:
            shares = value.shares()
            return ("figures", (shares.printed, shares.rulebook, shares.reconstructed))
        if isinstance(value, Enum):
            return ("enum", self.class_of(value), value.value)
        if kind.__name__ in MANY and kind is MANY[kind.__name__]:
            return self.of_many(kind, [self.node(each) for each in value])
        if kind in (dict, MappingProxyType):
            return self.of_mapping(value, "frozen" if kind is MappingProxyType else "dict")
        if kind is range:
            return ("range", value.start, value.stop, value.step)
        if hasattr(kind, "__dataclass_fields__") and kind.__module__.startswith(OURS):
            return self.of_record(value)
        raise TypeError(kind)

    @staticmethod
    def of_many(kind: type, parts: list[Node]) -> Node:
        """A tuple, list or set: plain if all in it is, records by their numbers."""
        sorts = {part[0] for part in parts}
        if sorts <= {""}:
            return ("", kind(part[1] for part in parts))
        if sorts == {"record"}:
            return ("records", kind.__name__, tuple(part[1] for part in parts))
        return ("many", kind.__name__, tuple(parts))

    def of_mapping(self, value: Any, sort: str) -> Node:
        """A dictionary, or one that nobody changes."""
        names, parts = [self.node(each) for each in value], [self.node(each) for each in value.values()]
        if any(part[0] for part in (*names, *parts)):
            return (sort, tuple(names), tuple(parts))
        plain = {name[1]: part[1] for name, part in zip(names, parts, strict=True)}
        return ("plain", plain) if sort == "frozen" else ("", plain)

    def of_record(self, value: Any) -> Node:
        """A record; a private dict is what it remembers of former answers, and begins empty."""
        parts: dict[str, Node] = {}
        for name in type(value).__dataclass_fields__:
            if hasattr(value, name):
                part = getattr(value, name)
                parts[name] = ("", {}) if name.startswith("_") and type(part) is dict else self.node(part)
        plain = {name: node[1] for name, node in parts.items() if not node[0]}
        self.records.append((self.class_of(value), plain, {name: node for name, node in parts.items() if node[0]}))
        return ("record", len(self.records) - 1)


def written(board: Any) -> tuple[Any, ...]:
    """A board as plain data: the classes in it, its records, and the board itself."""
    writing = Writing()
    root = writing.node(board)
    return [(kind.__module__, kind.__qualname__) for kind in writing.classes], writing.records, root


class Reading:
    """Makes values of nodes again."""

    def __init__(self, names: Iterable[tuple[str, str]], shipped: tuple[Path, tuple[str, ...]]) -> None:
        self.classes = list(classes_named(names))
        self.shipped = shipped
        self.records: list[Any] = []
        self.enums: dict[tuple[int, Any], Any] = {}

    def value(self, node: Node) -> Any:
        """A node as the value that it stands for."""
        sort = node[0]
        if not sort:
            return node[1]
        if sort == "record":
            return self.records[node[1]]
        if sort == "enum":
            if node[1:] not in self.enums:
                self.enums[node[1:]] = self.classes[node[1]](node[2])
            return self.enums[node[1:]]
        if sort == "records":
            return MANY[node[1]](map(self.records.__getitem__, node[2]))
        if sort == "many":
            return MANY[node[1]](map(self.value, node[2]))
        if sort == "plain":
            return MappingProxyType(node[1])
        if sort in ("dict", "frozen"):
            made = dict(zip(map(self.value, node[1]), map(self.value, node[2]), strict=True))
            return made if sort == "dict" else MappingProxyType(made)
        return range(*node[1:]) if sort == "range" else ShippedFigures(self.shipped, Shares(*node[1]))

    def add_record(self, index: int, plain: dict[str, Any], nodes: dict[str, Node]) -> None:
        """One more record, without its constructor: what that made stands among its fields."""
        one, put = object.__new__(self.classes[index]), object.__setattr__
        for name, value in plain.items():
            put(one, name, value)
        for name, node in nodes.items():
            put(one, name, self.value(node))
        self.records.append(one)


def classes_named(names: Iterable[tuple[str, str]]) -> Iterator[Any]:
    """The classes of these modules and names; ValueError for one that is not ours."""
    for module, name in names:
        if not module.startswith(OURS):
            raise ValueError(module)
        yield getattr(import_module(module), name)


def read(plain: Any, shipped: tuple[Path, tuple[str, ...]]) -> Any:
    """The board of what was written."""
    names, records, root = plain
    reading = Reading(names, shipped)
    for record in records:
        reading.add_record(*record)
    return reading.value(root)
