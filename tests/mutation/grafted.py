"""Changed code put in the place of live code: a module's functions are swapped, and nothing is imported anew."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

#: Packages of a title that lie below its rules: what they keep for later no mutant of a rule can change.
BELOW = ("board", "state")
Place = tuple[str, str, int]


class Living:
    """The functions of some modules as they live in this process, and the caches that may hold what they found."""

    def __init__(self, title: str, paths: Sequence[Path], tests: Path) -> None:
        files = {str(path) for path in paths}
        self.functions: dict[Place, list[FunctionType]] = {}
        self.caches: list[_lru_cache_wrapper[object]] = []
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
                self.functions.setdefault(place_of(thing.__code__), []).append(thing)
            elif isinstance(thing, _lru_cache_wrapper) and may_hold_results(thing, title, tests):
                self.caches.append(thing)
        # What collecting the tests has filled stays: a list of case files, and nothing that a rule has found.
        self.caches = [cache for cache in self.caches if not cache.cache_info().currsize]

    def graft(self, path: Path, tree: ast.Module) -> None:
        """Gives the functions of a module the code that they have in this tree."""
        for code in outer_codes(compile(tree, str(path), "exec")):
            for function in self.functions.get(place_of(code), ()):
                function.__code__ = code

    def forget(self) -> None:
        """Empties the caches."""
        for cache in self.caches:
            cache.cache_clear()


def place_of(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def may_hold_results(cache: _lru_cache_wrapper[object], title: str, tests: Path) -> bool:
    """Tells if a cache may hold what a rule has found: one of the tests, or of the title above its rules."""
    package, name = f"pbem.adjudicator.{title}.", cache.__module__
    if name.startswith(package):
        return not name.removeprefix(package).startswith(BELOW)
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is not None and Path(file).is_relative_to(tests)


def outer_codes(code: CodeType) -> Iterator[CodeType]:
    """Yields the codes of a module's functions and methods. Whatever lies inside a function comes along with it."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and not inner.co_name.startswith("<"):
            yield inner
            if not inner.co_flags & 0x2:  # a class body, whose names are not "fast locals"
                yield from outer_codes(inner)


def recording(tree: ast.Module, path: Path, ran: str) -> ast.Module:
    """Makes the module that adds each statement it runs to the set of the name `ran`."""
    for function in outer_functions(tree.body):
        for holder in ast.walk(function):
            for part in ("body", "orelse", "finalbody"):
                if isinstance(lines := getattr(holder, part, None), list):
                    setattr(holder, part, [each for line in lines for each in (record_of(line, path, ran), line)])
    return ast.fix_missing_locations(tree)


def outer_functions(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for part in body:
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part
        elif isinstance(part, ast.ClassDef):
            yield from outer_functions(part.body)


def record_of(line: ast.stmt, path: Path, ran: str) -> ast.stmt:
    """Makes the statement that records another one."""
    record = ast.parse(f"{ran}.add(({str(path)!r}, {line.lineno}))").body[0]
    return ast.copy_location(record, line)


def statement_of(tree: ast.Module, line: int) -> int:
    """Finds the line where the innermost statement begins that this line belongs to."""
    spans = [(node.lineno, node.end_lineno or node.lineno) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return min((last - first, first) for first, last in spans if first <= line <= last)[1]
