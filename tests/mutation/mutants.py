"""Mutants: small changes of a rule, each of which some test ought to notice."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.adjudicator.engine.chance import SeededChance

Change = tuple[str, Callable[[ast.AST], ast.AST | None]]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}  # fmt: skip
CALLED = {"max": "min", "min": "max", "any": "all", "all": "any"}
#: What only words, types and the layout of a module say, an assertion (zip's `strict`), or how a record is printed and
#: compared: no test of a rule has to notice a change there.
WORDS = ("prompt", "hint", "says", "text", "words", "why", "strict", "repr", "compare")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change at one place. `name` stays the same while the lines around it move."""

    path: Path
    line: int
    function: str
    was: str
    change: str
    place: int  # the n-th of all nodes that can be changed
    which: int
    of_these: int  # the n-th of those in its function that read the same

    @property
    def name(self) -> str:
        again = f" ({self.of_these})" if self.of_these > 1 else ""
        return f"{self.path.stem}.{self.function}: {self.was} -> {self.change}{again}"

    @property
    def in_class_body(self) -> bool:
        """Tells if the change lies in the body of a class, outside of all methods."""
        return self.function.rpartition(".")[2][:1].isupper()


def mutants(path: Path) -> list[Mutant]:
    """Lists every mutant of a module, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found, alike = [], Counter[tuple[str, ...]]()
    for at, (node, function) in enumerate(walked(tree)):
        for which, (told, _) in enumerate(changes(node)):
            words = (function, short(node), told)
            alike[words] += 1
            found.append(Mutant(path, getattr(node, "lineno", 0), *words, at, which, alike[words]))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.place, mutant.which))


def mutated(mutant: Mutant) -> ast.Module:
    """Makes the module with the change in it; every line keeps its number."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    node = next(node for at, (node, _) in enumerate(walked(tree)) if at == mutant.place)
    _, change = changes(node)[mutant.which]
    other = change(copy.deepcopy(node))
    assert other is not None
    ast.copy_location(other, node)
    Replaced(node, other).visit(tree)
    return ast.fix_missing_locations(tree)


class Replaced(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def walked(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every node inside a function that a rule consists of, with the function's name; no words, no types."""
    for part in tree.body:
        yield from inside(part, "")


def inside(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        name = f"{function}.{node.name}" if function else node.name
        for part in node.body:
            yield from inside(part, name)
        return
    if isinstance(node, ast.ClassDef):
        name = f"{function}.{node.name}" if function else node.name
        for part in node.body:
            yield from inside(part, name)
        return
    if not function or (isinstance(node, ast.AnnAssign) and node.value is None) or is_only_words(node):
        return
    yield node, function
    for name, value in ast.iter_fields(node):
        if name == "annotation":
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from inside(part, function)


def is_only_words(node: ast.AST) -> bool:
    """Tells if the node holds nothing but words: a docstring, a text with names in it, an assertion, a prompt."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.JoinedStr | ast.Assert) or (isinstance(node, ast.keyword) and node.arg in WORDS)


def changes(node: ast.AST) -> list[Change]:
    """Lists what can be changed at a node, each with its words and the function that changes a copy of it."""
    if isinstance(node, ast.Compare):
        return [changed_op(at, COMPARED[type(op)]) for at, op in enumerate(node.ops)]
    if isinstance(node, ast.BoolOp):
        return [("the other of and/or", other_bool)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [("without its not", without_not)]
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in RECKONED and not joins_words(node):
        return [changed_reckoning(RECKONED[type(node.op)])]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
        return [changed_value(not node.value if isinstance(node.value, bool) else node.value + 1)]
    return changes_of_lines(node)


def changes_of_lines(node: ast.AST) -> list[Change]:
    """The same for statements and calls."""
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.Compare | ast.BoolOp):
        return [] if isinstance(node.test, ast.UnaryOp) else [("not so", negated)]
    if isinstance(node, ast.Continue):
        return [("break", lambda _: ast.Break())]
    if isinstance(node, ast.Break):
        return [("continue", lambda _: ast.Continue())]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await):
        return [("left out", lambda _: ast.Pass())]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED:
        return [changed_call(CALLED[node.func.id])]
    return []


def joins_words(node: ast.BinOp | ast.AugAssign) -> bool:
    """Tells if a '+' joins words: no number can come of it."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(isinstance(side, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
               or (isinstance(side, ast.Constant) and isinstance(side.value, str)) for side in sides)  # fmt: skip


def without_not(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


def changed_op(at: int, other: type[ast.cmpop]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Compare)
        node.ops[at] = other()
        return node

    return f"{other.__name__}", change


def changed_reckoning(other: type[ast.operator]) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.BinOp | ast.AugAssign)
        node.op = other()
        return node

    return other.__name__, change


def changed_value(value: bool | int) -> Change:
    return str(value), lambda _: ast.Constant(value)


def changed_call(name: str) -> Change:
    def change(node: ast.AST) -> ast.AST:
        assert isinstance(node, ast.Call)
        node.func = ast.Name(name, ast.Load())
        return node

    return name, change


def other_bool(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def negated(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.If | ast.IfExp | ast.While)
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node


def short(node: ast.AST) -> str:
    """The words of a node, on one line; of a statement its head."""
    return " ".join(ast.unparse(node).split("\n")[0].split())[:90]


def sampled(paths: Sequence[Path], count: int, seed: int) -> list[Mutant]:
    """Draws so many mutants from all of these modules; the same seed draws the same ones."""
    every = [mutant for path in paths for mutant in mutants(path)]
    count = min(count, len(every))
    chosen = SeededChance(f"mutants {seed}").some(range(len(every)), count, count)
    return [every[at] for at in sorted(chosen)]
