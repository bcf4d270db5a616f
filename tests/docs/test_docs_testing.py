"""The page on tests names every switch that they read, and no other."""

from __future__ import annotations

import re

from pages import TOP

VARIABLE = re.compile(r"\bPBEM_[A-Z_]*[A-Z]\b")
#: Set by tests for themselves or for the program: no person sets them to change a run.
OWN = {"PBEM_TEST_PASSWORD"}


def variables(*folders: str) -> set[str]:
    """The variables that the Python files of these folders name."""
    paths = (path for folder in folders for path in (TOP / folder).rglob("*.py") if "node_modules" not in path.parts)
    return {name for path in paths for name in VARIABLE.findall(path.read_text(encoding="utf-8"))}


def test_every_switch_of_the_tests_stands_on_their_page_and_no_other() -> None:
    told = VARIABLE.findall((TOP / "docs" / "testing.md").read_text(encoding="utf-8").partition("## Switches")[2])
    assert len(told) == len(set(told))
    assert set(told) == variables("tests", "benchmarks") - variables("pbem") - OWN


def test_the_checks_set_only_switches_that_there_are() -> None:
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert set(VARIABLE.findall(script)) <= variables("tests")
