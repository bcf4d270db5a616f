"""Strict YAML: one way to write a thing, one way to read it, every fault at once (PROTOCOL 3.14).

Every scalar is a string with its place; a schema gives types later. Nodes are built straight from the text or from a
parser's events, so nothing is expanded or constructed, and every limit is checked before memory is spent.
"""

from __future__ import annotations

from typing import Any

from pbem.base.records import dataclass
from pbem.strict_yaml.easy import read_easily
from pbem.strict_yaml.nodes import MOST_NODES, Mapping, Node, Scalar, Sequence
from pbem.strict_yaml.text import DEPTH, MOST_BYTES, Page, open_page
from pbem.strict_yaml.writing import write

__all__ = [
    "DEPTH", "MOST_BYTES", "MOST_NODES", "Mapping", "Node", "Page", "Reading", "Scalar", "Sequence", "gather",
    "gather_shipped", "plain", "read", "write",
]


@dataclass(frozen=True, slots=True)
class Reading:
    """The readable part of a file, and its page with the faults; `node` is None if nothing could be read."""

    node: Node | None
    page: Page


def read(data: bytes | str, file: str = "") -> Node:
    """The nodes of a strict YAML file, or BadInput with every fault in it."""
    reading = gather(data, file)
    reading.page.settle()
    assert reading.node is not None, "no node without a fault"  # noqa: S101
    return reading.node


def gather(data: bytes | str, file: str = "") -> Reading:
    """Reads on past every fault that allows it, for callers who have more to say about the same file."""
    return gathered(data, file, shipped=False)


def gather_shipped(data: bytes, file: str = "") -> Reading:
    """Reads a file of our own by libyaml, whatever forms it has; a test holds the parsers together."""
    return gathered(data, file, shipped=True)


def gathered(data: bytes | str, file: str, *, shipped: bool) -> Reading:
    """Reads the easy forms without a YAML library, for it takes long to load, and all others with it."""
    page = open_page(data, file)
    if not page.readable:
        return Reading(None, page)
    node = read_easily(page)
    if node is None:
        from pbem.strict_yaml.tree import read_anything

        node = read_anything(page, shipped=shipped)
    return Reading(node, page)


def plain(node: Node) -> Any:
    """The nodes as dict, list and str."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}
