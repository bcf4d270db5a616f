"""Reads the house itself: its modules, and every import between them, those inside functions and for types included."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pages import TOP

PACKAGE = TOP / "pbem"
#: A text that may name a module, or something in it after a colon.
DOTTED = re.compile(r"pbem(?:\.\w+)+(?=:|$)")


@dataclass(frozen=True, slots=True)
class Import:
    """One module's use of another."""

    importer: str
    imported: str
    line: int
    named: bool = False  # by a text, to be imported when it is first needed
    typed: bool = False  # for types alone: nothing is imported when the program runs

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


@cache
def modules() -> dict[str, Path]:
    """Dotted name -> file, of every module of the package."""
    return {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def name_of(path: Path) -> str:
    """A file's dotted name; that of a package is its folder's."""
    return ".".join(path.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")


@cache
def imports() -> tuple[Import, ...]:
    """Every import of one module of the package by another, wherever it stands, whatever it is for."""
    return tuple(each for name, path in modules().items() for each in imports_of(name, path.read_text("utf-8")))


def imports_of(name: str, text: str) -> Iterator[Import]:
    """The imports of one module, from its text."""
    tree = ast.parse(text)
    typed = {inner for node in ast.walk(tree) if for_types(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno} imports relatively"
            found = (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            found = (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (dotted := DOTTED.match(node.value)):
            if dotted[0] in modules() and dotted[0] != name:
                yield Import(name, dotted[0], node.lineno, named=True)
            continue
        else:
            continue
        for target in found:
            if target.split(".")[0] == "pbem":
                yield Import(name, module_at(target), node.lineno, typed=node in typed)


def for_types(node: ast.AST) -> bool:
    """Checks whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def module_at(target: str) -> str:
    """The module that holds a dotted name: itself, or the one it stands in."""
    while target not in modules():
        target = target.rpartition(".")[0]
    return target


@cache
def run_with() -> dict[str, set[str]]:
    """By module those that it imports when it runs."""
    found: dict[str, set[str]] = {name: set() for name in modules()}
    for each in imports():
        if not (each.named or each.typed):
            found[each.importer].add(each.imported)
    return found


def closure(start: set[str]) -> set[str]:
    """Every module that these import when they run, directly or not, with the packages around each."""
    reached: set[str] = set()
    waiting = set(start)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        around = {name.rpartition(".")[0]} - {""}
        waiting |= (run_with()[name] | around) - reached
    return reached


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import one another in a circle, each circle once, sorted."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(edges.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            circle = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(circle) > 1:
                found.append(sorted(circle))

    for name in sorted(edges):
        if name not in index:
            visit(name)
    return found
