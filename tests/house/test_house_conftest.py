"""Nobody imports a conftest by its name: with two of them, which one it is depends on what is collected first."""

from __future__ import annotations

import re

from pages import TOP


def test_no_module_imports_a_conftest() -> None:
    found = re.compile(r"^\s*(?:from|import) conftest\b", re.MULTILINE)
    paths = (path for path in sorted((TOP / "tests").rglob("*.py")) if "node_modules" not in path.parts)
    assert [path.name for path in paths if found.search(path.read_text(encoding="utf-8"))] == []
