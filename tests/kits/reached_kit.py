"""Which functions of a title play can reach, read from its source: names are followed, methods by their name alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

Node = tuple[str, str]  # module, and a name at its top, or a class and its method
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Source:
    """The functions, classes and tables of a package, and the names that each of them speaks of."""

    def __init__(self, package: str) -> None:
        self.package, self.said = package, dict[Node, list[ast.AST]]()
        self.imported: dict[str, dict[str, Node]] = {}
        self.methods: dict[str, list[Node]] = {}
        folder = Path(str(import_module(package).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            self.read(".".join((package, *(part for part in parts if part != "__init__"))), path)

    def read(self, module: str, path: Path) -> None:
        """Reads one module."""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.imported[module] = {
            alias.asname or alias.name: (each.module, alias.name) for each in ast.walk(tree)
            if isinstance(each, ast.ImportFrom) and each.module for alias in each.names
        }  # fmt: skip
        for each in tree.body:
            if isinstance(each, FUNCTIONS):
                self.said[module, each.name] = [*each.body, each.args]
            elif isinstance(each, ast.ClassDef):
                self.read_class(module, each)
            elif isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
                targets = each.targets if isinstance(each, ast.Assign) else [each.target]
                for name in (found.id for goal in targets for found in ast.walk(goal) if isinstance(found, ast.Name)):
                    self.said[module, name] = [each.value]

    def read_class(self, module: str, each: ast.ClassDef) -> None:
        """Reads a class: its methods are reached by their names, its special ones with it."""
        own: list[ast.AST] = [*each.bases]
        for part in each.body:
            if isinstance(part, FUNCTIONS):
                self.said[module, f"{each.name}.{part.name}"] = [*part.body, part.args]
                self.methods.setdefault(part.name, []).append((module, f"{each.name}.{part.name}"))
                own += [*part.body] if part.name.startswith("__") else []
            else:
                own.append(part)
        self.said[module, each.name] = own

    def named(self, node: Node) -> Iterator[Node]:
        """Everything that a function, class or table speaks of."""
        module = node[0]
        for each in (found for part in self.said[node] for found in ast.walk(part)):
            if isinstance(each, ast.Name):
                yield (module, each.id) if (module, each.id) in self.said else self.imported[module].get(each.id, node)
            elif isinstance(each, ast.Attribute):
                yield from self.methods.get(each.attr, ())
                if isinstance(each.value, ast.Name) and each.value.id in self.imported[module]:
                    parent, name = self.imported[module][each.value.id]
                    yield f"{parent}.{name}", each.attr

    def reached(self, roots: Iterable[Node]) -> set[Node]:
        """Everything that can be reached from some places."""
        seen: set[Node] = set()
        todo = list(roots)
        while todo:
            node = todo.pop()
            if node in self.said and node not in seen:
                seen.add(node)
                todo.extend(self.named(node))
        return seen


@cache
def source_of(package: str) -> Source:
    """A package, read once."""
    return Source(package)


def unreached(package: str, roots: Iterable[str], code: Mapping[str, Iterable[str]]) -> list[str]:
    """The cases whose code play does not reach at all; `code` has file:line function for each case."""
    source = source_of(package)
    begun = [node for node in source.said if any(node[0] == f"{package}.{root}" for root in roots)]
    seen = {(module.replace(".", "/") + ".py", name) for module, name in source.reached(begun)}
    found = []
    for case, places in code.items():
        names = [(place.split(":")[0], place.split(" ")[1]) for place in places]
        if names and not any(each in seen for each in names):
            found.append(case)
    return found


def uncalled(package: str, roots: Iterable[str]) -> list[str]:
    """The functions at the top of modules that nothing reaches."""
    source = source_of(package)
    begun = [node for node in source.said if any(node[0] == f"{package}.{root}" for root in roots)]
    seen = source.reached(begun)
    return [f"{module.removeprefix(package + '.')}.{name}" for module, name in source.said
            if "." not in name and (module, name) not in seen and is_function(source, (module, name))]


def is_function(source: Source, node: Node) -> bool:
    """Tells a function from a table or a class."""
    return any(isinstance(part, ast.arguments) for part in source.said[node])
