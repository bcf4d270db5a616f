"""A title outside its rules stays small: lines are counted as the redesign of the house counted them, and bounded.

Then the two titles had 4,747 and 6,400 lines of Python outside rules, questions, position and pieces, and 1,339 and
2,995 lines of JSON Schema written by hand: 15,481 together. Run this file to see the lines by folder.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest
from house import PACKAGE, modules

#: Title -> most lines. Lower a bound when you have made a title smaller. The bots of Lions learnt to besiege, chase,
#: raid, found and bargain in 600 lines; its views are made part by part, which takes 14 and saves a sixth of a game.
#: The desks offer what a file buys and forms, with room, cargo and odds, in some 85 lines each.
#: What a campaign book tells of either, its prose, its strength, its ships and leaders, takes 88 and 60.
#: What is told before orders, and maps in words, were 79 and 81 lines of templates; as functions they are 100 and 118.
BOUNDS = {"jenkins": 3673, "lions": 5367}
#: The position and the pieces that it is made of were counted apart, and so were rules with their questions.
APART = ("rules", "state")
PIECES = ("counters", "pieces", "cards", "musters", "terms", "theatres")
#: A chapter of the rules asks conditions of orders in Jenkins' Ear, so they lie there; they were counted with orders.
MOVED = {"rules/conditions.py": "orders"}


def counted(title: str) -> Counter[str]:
    """The lines of a title by folder; modules that lie in none stand under its name."""
    found: Counter[str] = Counter()
    home = PACKAGE / "adjudicator" / title
    for path in sorted(home.rglob("*.py")):
        inside = path.relative_to(home)
        folder = inside.parts[0] if len(inside.parts) > 1 else title
        if inside.as_posix() in MOVED:
            found[MOVED[inside.as_posix()]] += lines(path)
        elif folder not in APART and not (folder == "board" and path.stem in PIECES):
            found[folder] += lines(path)
    return found


def lines(path: Path) -> int:
    """The lines of a file, empty ones and comments among them."""
    return path.read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize("title", BOUNDS)
def test_a_title_outside_its_rules_has_no_more_lines_than_its_bound(title: str) -> None:
    assert counted(title).total() <= BOUNDS[title], f"{title}: {dict(counted(title))}"


#: Most lines of a module and of a function.
MOST_LINES, MOST_OF_A_FUNCTION = 500, 50


def test_no_module_is_longer_than_a_reader_can_keep_in_mind() -> None:
    counts = {path.relative_to(PACKAGE).as_posix(): lines(path) for path in modules().values()}
    assert {name: count for name, count in counts.items() if count > MOST_LINES} == {}


def test_no_function_is_longer_than_a_page() -> None:
    found = [f"{name}.{each.name}: {length}" for name, path in modules().items()
             for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
             and (length := (each.end_lineno or 0) - each.lineno + 1) > MOST_OF_A_FUNCTION]  # fmt: skip
    assert found == []


if __name__ == "__main__":
    for name in BOUNDS:
        print(name, counted(name).total(), dict(counted(name)))
