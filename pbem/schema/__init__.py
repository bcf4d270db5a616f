"""Files read by their schema: typed values, every fault at once, and the place of each value for later checks.

    orders = read_document("lions-orders", data, "red-t03.yaml")
    for move in orders.parts("moves"):
        if move["speed"] > 3:
            faults.append(move.fault("speed", f"'{move['speed']}' is faster than the wind", rule="5.2"))
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from pbem.base.errors import Fault
from pbem.base.records import dataclass
from pbem.schema.convert import child, convert
from pbem.schema.fault_words import nearest, one_of
from pbem.schema.reference_page import document
from pbem.schema.shape import MISSING, Schema, SchemaError, load, resolve, schema_of
from pbem.strict_yaml import Mapping, Node, Page, Scalar, Sequence, gather

__all__ = [
    "MISSING", "Document", "Path", "Schema", "SchemaError", "convert", "document", "load", "nearest", "one_of",
    "read_as", "read_document", "schema_of",
]

Step: TypeAlias = str | int
#: A key, an index, or several of them from the outside in.
Path: TypeAlias = Step | tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A file (or a part of one) as typed values that remember where they stand."""

    schema: Schema | None
    value: Any
    node: Node
    page: Page
    rule: str = ""

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.page.file

    def __getitem__(self, step: Step) -> Any:
        return self.value[step]

    def __contains__(self, step: Step) -> bool:
        return step in self.value

    def get(self, key: str, default: Any = None) -> Any:
        """The typed value of a key that may be absent."""
        return self.value.get(key, default)

    def part(self, path: Path) -> Document:
        """The part below a path, itself a document."""
        inner = self
        for step in steps(path):
            inner = inner.below(step)
        return inner

    def parts(self, path: Path = ()) -> Iterator[Document]:
        """Each entry of a list, or each value of a mapping, below a path."""
        outer = self.part(path)
        keys = range(len(outer.value)) if isinstance(outer.value, list) else list(outer.value)
        for step in keys:
            yield outer.below(step)

    def below(self, step: Step) -> Document:
        """One step down; a value that came from a default keeps its parent's place."""
        schema = child(self.schema, self.node, step) if self.schema is not None else None
        rule = resolve(schema).rule if schema is not None else ""
        node = step_down(self.node, step) or self.node
        return Document(schema, self.value[step], node, self.page, rule or self.rule)

    def place(self, path: Path = ()) -> tuple[int, int, str]:
        """Line and column from 1, and the text of that line."""
        spot = locate(self.node, steps(path))
        return spot.line, spot.column, self.page.excerpt(spot.line, spot.column)

    def fault(self, path: Path, message: str, *, at_key: bool = False, **fields: Any) -> Fault:
        """Reports a fault at the value below a path, or at its key, under its schema's rule.

        If nothing is at the path, because it is missing, the fault points to the nearest place above.
        """
        spot = locate(self.node, steps(path), at_key=at_key)
        fields.setdefault("rule", self.rule_of(steps(path)))
        return self.page.fault(message, spot.line, spot.column, spot.width, **fields)

    def rule_of(self, path: tuple[Step, ...]) -> str:
        """The innermost `x-rule` on the way down a path."""
        schema, node, rule = self.schema, self.node, self.rule
        for step in path:
            schema = child(schema, node, step) if schema is not None else None
            below = step_down(node, step)
            if schema is None:
                break
            rule = resolve(schema).rule or rule
            if below is None:
                break
            node = below
        return rule


def steps(path: Path) -> tuple[Step, ...]:
    """A path as a tuple."""
    return path if isinstance(path, tuple) else (path,)


def step_down(node: Node, step: Step) -> Node | None:
    """Returns the value at a key or index of a node."""
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.get(step)
    if isinstance(node, Sequence) and isinstance(step, int):
        return node.items[step] if -len(node.items) <= step < len(node.items) else None
    return None


def locate(node: Node, path: tuple[Step, ...], *, at_key: bool = False) -> Node:
    """Returns the node to point at: a text itself, a list or mapping by its key, a missing value by its parent."""
    spot = node
    for step in path:
        below = step_down(node, step)
        if below is None:
            return spot
        key = node.key(step) if isinstance(node, Mapping) and isinstance(step, str) else None
        spot = key if key is not None and (at_key or not isinstance(below, Scalar)) else below
        node = below
    return spot


def read_document(schema: str | Schema, data: bytes | str, file: str = "") -> Document:
    """The file as typed values with their places, or BadInput with every fault of form and shape."""
    wanted = load(schema) if isinstance(schema, str) else schema
    reading = gather(data, file)
    value = None
    if reading.node is not None:
        found: list[Fault] = []
        value = convert(wanted, reading.node, found, reading.page)
        for fault in found:
            reading.page.add(fault)
    reading.page.settle()
    assert reading.node is not None, "no node without a fault"  # noqa: S101
    return Document(wanted, value, reading.node, reading.page, resolve(wanted).rule)


def read_as(schema: str | Schema, data: bytes | str, file: str = "") -> dict[str, Any]:
    """The file as typed plain values; BadInput with every fault."""
    value: dict[str, Any] = read_document(schema, data, file).value
    return value


