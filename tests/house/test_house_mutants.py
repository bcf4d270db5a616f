"""The tool that changes rules changes one thing at a time, everywhere where a rule decides something."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from mutate import chapters_of
from mutation.mutants import mutants, mutated, sampled
from pages import TOP

SOURCE = '''
"""A module."""
LEAST = 3


async def fight(table, strength: int = 1) -> int:
    """Fights."""
    if strength < LEAST and not table.calm:
        table.note("9.1", "all", f"{strength + 1} guns")
    return max(strength, 2) - 1
'''


@pytest.fixture
def rule(tmp_path: Path) -> Path:
    path = tmp_path / "ch09_fight.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_place_where_a_rule_decides_is_changed(rule: Path) -> None:
    assert {mutant.name for mutant in mutants(rule)} == {
        "ch09_fight.fight: strength < LEAST and (not table.calm) -> the other of and/or",
        "ch09_fight.fight: strength < LEAST -> LtE",
        "ch09_fight.fight: not table.calm -> without its not",
        "ch09_fight.fight: table.note('9.1', 'all', f'{strength + 1} guns') -> left out",
        "ch09_fight.fight: max(strength, 2) - 1 -> Add",
        "ch09_fight.fight: max(strength, 2) -> min",
        "ch09_fight.fight: 2 -> 3",
        "ch09_fight.fight: 1 -> 2",
    }


def test_a_mutant_differs_from_the_module_at_its_own_place_alone(rule: Path) -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for mutant in mutants(rule):
        changed = ast.unparse(mutated(mutant)).splitlines()
        assert len([1 for one, other in zip(plain, changed, strict=True) if one != other]) == 1, mutant.name


def test_the_same_seed_draws_the_same_mutants() -> None:
    paths = sorted((TOP / "pbem" / "adjudicator" / "jenkins" / "rules").glob("ch0*.py"))
    names = [mutant.name for mutant in sampled(paths, 30, 7)]
    assert names == [mutant.name for mutant in sampled(paths, 30, 7)]
    assert names != [mutant.name for mutant in sampled(paths, 30, 8)]


def test_mutants_that_read_the_same_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "ch01_twice.py"
    path.write_text("def twice(one, other):\n    return one + 1, other + 1\n", encoding="utf-8")
    assert [mutant.name.rpartition(": ")[2] for mutant in mutants(path)] == [
        "one + 1 -> Sub", "1 -> 2", "other + 1 -> Sub", "1 -> 2 (2)"]  # fmt: skip


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_what_is_listed_as_meaning_nothing_is_a_mutant_still(title: str) -> None:
    """Each with a reason; a line that has changed takes its entry with it."""
    listed = yaml.safe_load((TOP / "tests" / "mutation" / f"{title}.yaml").read_text(encoding="utf-8"))
    names = {mutant.name for path in chapters_of(title) for mutant in mutants(path)}
    assert [entry["mutant"] for entry in listed if entry["mutant"] not in names] == []
    assert all(len(entry["why"].split()) > 4 for entry in listed)


@pytest.mark.skipif("PBEM_MUTANTS" not in os.environ, reason="set PBEM_MUTANTS=20 to try so many mutants of each title")
@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra"])
def test_the_tests_kill_a_sample_of_mutants(title: str) -> None:
    """95 of 100 that mean something, as `tests/mutate.py` counts them."""
    line = [sys.executable, "tests/mutate.py", title, "--fast", "--count", os.environ["PBEM_MUTANTS"], "--jobs", "1"]
    done = subprocess.run(line, cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
