"""A charter's hash of the rules covers all that decides a byte: the closure is computed from the imports and compared.

What an outsider computes from the recipe in docs/protocol.md is the same hash.
"""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from house import closure, imports, modules
from pages import TOP
from tools import need

from pbem.adjudicator.titles import GAMES, UNDER_WAY, load_game
from pbem.match.terms.terms import rules_sha256, sources

PROTOCOL = (TOP / "docs" / "protocol.md").read_text(encoding="utf-8")
RECIPE = re.search(r"^```bash\n(title=jenkins\n.*?)^```$", PROTOCOL, re.MULTILINE | re.DOTALL)
#: What reads a file by its schema: the name of the schema is its first argument.
READERS = {"read_document", "read_as", "load", "part"}


@cache
def decisive(title: str) -> set[str]:
    """Every module that a title and the play engine import, directly or not, with all modules of the title itself."""
    start = {name for name in modules() if name.startswith((f"pbem.adjudicator.{title}.", "pbem.match.play."))}
    assert len(start) > 50
    return closure(start)


@pytest.mark.parametrize("title", GAMES)
def test_every_module_that_decides_a_byte_is_hashed(title: str) -> None:
    hashed = set(sources(load_game(title)))
    names = {name: modules()[name].relative_to(TOP).as_posix() for name in decisive(title)}
    unhashed = sorted(name for name, file in names.items() if file not in hashed and not idle(name, decisive(title)))
    assert unhashed == [], "add them to PLAYED_BY of match/terms/terms.py and to the recipe, or do not import them"


def idle(name: str, users: set[str]) -> bool:
    """Whether a package holds nothing that its modules use: importing one of them runs it, and no more."""
    if modules()[name].name != "__init__.py":
        return False
    used = any(each.imported == name and each.importer in users for each in imports() if not (each.named or each.typed))
    body = ast.parse(modules()[name].read_text("utf-8")).body
    return not used and all(isinstance(node, ast.Expr | ast.Assign | ast.ImportFrom) for node in body)


@pytest.mark.parametrize("title", GAMES)
def test_every_schema_that_decides_a_byte_is_hashed(title: str) -> None:
    hashed = set(sources(load_game(title)))
    named = {schema for name in decisive(title) for schema in schemas_read(modules()[name].read_text("utf-8"))}
    assert "edition" in named
    assert {f"schemas/{schema}.schema.json" for schema in (*named, load_game(title).order_schema)} <= hashed
    assert referred(f"orders-{title}.schema.json") <= {Path(name).name for name in hashed}


@cache
def schemas_read(text: str) -> set[str]:
    """The shipped schemas that a module reads files by."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and node.args)
    first = ((getattr(call.func, "id", getattr(call.func, "attr", "")), call.args[0]) for call in calls)
    texts = {str(each.value) for name, each in first if name in READERS and isinstance(each, ast.Constant)}
    return {text for text in texts if (TOP / "schemas" / f"{text}.schema.json").is_file()}


def referred(schema: str) -> set[str]:
    """The files that a schema refers to."""
    return {name for name in re.findall(r'"\$ref": "([\w.-]+)#', (TOP / "schemas" / schema).read_text("utf-8")) if name}


def test_the_words_that_reports_print_are_hashed() -> None:
    assert "pbem/match/play/promises.py" in sources(load_game("jenkins"))
    assert "pbem.match.wording" not in decisive("jenkins")


@pytest.mark.tools
@pytest.mark.parametrize("title", GAMES)
def test_the_recipe_of_the_protocol_gives_the_same_hash(title: str) -> None:
    for tool in ("bash", "find", "sort", "xargs", "sha256sum"):
        need(tool)
    assert RECIPE is not None
    script = RECIPE[1].replace("title=jenkins", f"title={title}")
    done = subprocess.run(["bash", "-euc", script], cwd=TOP, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [rules_sha256(load_game(title)), "-"]


def test_the_recipe_names_every_folder_that_all_titles_share() -> None:
    assert RECIPE is not None
    named = re.search(r"pbem/adjudicator/\{([\w,]+),\$title\}", RECIPE[1])
    assert named is not None
    folders = {path.parent.name for path in (TOP / "pbem/adjudicator").glob("*/__init__.py")}
    assert sorted(named[1].split(",")) == sorted(folders - set(GAMES) - set(UNDER_WAY))
