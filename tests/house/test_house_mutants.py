"""The tool that changes rules changes one thing at a time, everywhere where a rule decides something."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
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
