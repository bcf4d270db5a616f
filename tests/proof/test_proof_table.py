"""docs/proof.md names every check of `pbem verify`, and on both sides nothing but functions there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.proof.program import CHECKING, SHOWING, module

TOP = Path(__file__).parent.parent.parent
TRUST = TOP / "pbem" / "trust"
#: Of grammar 2, a client's decisions are no check of a record; and the page is given no letters that its reader holds.
#: What a player's folder keeps of checks that were made before, the page has not: it checks everything each time.
NO_CHECKS = {"client", "held", "standing", "kept_check", "settled"}
CHECKS = sorted({*(TRUST / "checks").glob("*.py"), *(TRUST / "grammar").glob("*.py")})
#: What only stores things, and has no counterpart to be named.
BOOKKEEPING = {"__init__", "__post_init__", "__str__", "outcome"}
ROW = re.compile(r"^\| (?!check |---)(.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
NAMED = re.compile(r"`([\w.]+)`")
MADE = re.compile(r"^(?:async )?(?:function|class|const) (\w+)|^  (?:async )?(?:get )?(\w+)\(.*\) \{$", re.MULTILINE)
DESTRUCTURED = re.compile(r"^const \[([\w, ]+)\]", re.MULTILINE)
#: Ways to make markup or program of a text, none of which the page needs.
MARKUP = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
MOST_LINES, LONGEST_LINE = 400, 120


def rows() -> list[tuple[str, ...]]:
    """The lines of all tables."""
    return ROW.findall((TOP / "docs" / "proof.md").read_text(encoding="utf-8"))


def functions(path: Path, *, methods: bool = True) -> Iterator[str]:
    """The functions of a module; a class's as `Class.name`."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef) and methods:
            yield node.name
            yield from (f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef))


def test_every_check_of_verify_stands_in_the_table() -> None:
    named = {name for _, python, _, _ in rows() for name in NAMED.findall(python)}
    made = {name for path in CHECKS if path.stem not in NO_CHECKS for name in functions(path)}
    classes = {name.partition(".")[0] for name in made if "." in name}
    missing = {name for name in made - named - classes if name.rsplit(".", 1)[-1] not in BOOKKEEPING}
    assert missing == set()


def test_every_python_function_of_the_table_exists() -> None:
    made = {name for path in (TOP / "pbem").rglob("*.py") for name in functions(path)}
    assert {name for _, python, _, _ in rows() for name in NAMED.findall(python)} - made == set()


def test_every_javascript_function_of_the_table_exists() -> None:
    sources = [module(name) for name in (*CHECKING, *SHOWING)]
    made = {name for source in sources for pair in MADE.findall(source) for name in pair if name}
    made |= {name for source in sources for names in DESTRUCTURED.findall(source) for name in names.split(", ")}
    assert {name for _, _, script, _ in rows() for name in NAMED.findall(script)} - made == set()


def test_every_section_of_the_table_is_one_of_the_protocol() -> None:
    protocol = (TOP / "docs" / "protocol.md").read_text(encoding="utf-8")
    sections = set(re.findall(r"^## (\d+) ", protocol, re.MULTILINE))
    assert {number for row in rows() for number in row[3].split(", ")} <= sections


def test_no_name_is_given_twice_in_the_program() -> None:
    names = [one for name in (*CHECKING, *SHOWING) for one, _ in MADE.findall(module(name)) if one]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize("name", [*CHECKING, *SHOWING])
def test_a_module_is_short_explained_and_within_its_columns(name: str) -> None:
    lines = module(name).splitlines()
    assert lines[0].startswith("// ")
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > LONGEST_LINE] == []
    assert [line for line in lines if MARKUP.search(line)] == []
