"""Mutants as a lab's work: pieces that make up the draw, fates that come home, and what survived."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import pytest
from mutate import chapters_of, chosen

from pbem.base.errors import BadInput
from pbem.lab import many_mutants
from pbem.lab.many_mutants import Mutants, Score, mutants_of, score


def drawn(part: str, count: int = 25) -> list[str]:
    """The mutants of one part of a draw, by name."""
    asked = argparse.Namespace(again="", chapter=None, all=False, count=count, seed=7, part=part)
    return [f"{each.path.stem} {each.name}" for each in chosen(asked, chapters_of("jenkins"))]


def test_the_pieces_of_a_lab_are_the_draw_and_none_comes_twice() -> None:
    plan = mutants_of("jenkins", 25, 7, fast=True)
    assert plan.total == 3
    assert [name for number in range(plan.total) for name in drawn(f"{number}/{plan.total}")] == drawn("0/1")


def fate(name: str, *, killed: bool, nothing: bool = False) -> dict[str, object]:
    return {"mutant": name, "file": "ch04.py", "line": 7, "killed": killed, "means_nothing": nothing}


def test_a_piece_asks_for_its_part_and_brings_the_fates_home(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(words: list[str], **given: object) -> subprocess.CompletedProcess[str]:
        asked.append(words)
        return subprocess.CompletedProcess(words, 0, "words before\n" + json.dumps([fate("a", killed=True)]), "")

    monkeypatch.setattr(subprocess, "run", run)
    plan = mutants_of("lions", 30, 3, fast=True)
    assert plan.result(2) == {"number": 2, "game": "lions", "mutants": [fate("a", killed=True)]}
    assert asked[0][2:] == ["lions", "--count", "30", "--seed", "3", "--part", "2/3", "--jobs", "1", "--json", "--fast"]


def test_tests_that_fail_without_a_mutant_are_a_failure_of_their_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = subprocess.CompletedProcess([], 2, "these tests fail without any mutant:\n  test_x\n", "")
    monkeypatch.setattr(subprocess, "run", lambda words, **given: broken)
    told = mutants_of("lions", 5, 1, fast=False).result(0)
    assert told["failed"]["sentence"] == "piece 0 could not be tried:   test_x"


def test_a_worker_with_other_tests_gives_no_results() -> None:
    with pytest.raises(BadInput, match="others than those of its lab"):
        Mutants("lions", 5, 1, fast=True, tests="0" * 64).result(0)


def test_a_mutant_that_means_nothing_does_not_count_as_survived() -> None:
    records = [
        {"number": 0, "mutants": [fate("a", killed=True), fate("b", killed=False)]},
        {"number": 1, "mutants": [fate("c", killed=False, nothing=True), fate("d", killed=True)]},
    ]
    found = score(records)
    assert found == Score(4, 2, 1, ("ch04.py:7: b",))
    assert found.sentence() == "4 mutants, 2 killed, 1 mean nothing, 1 survived: 66.7 %"


def test_without_a_checkout_no_mutant_is_tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(many_mutants, "TOOL", tmp_path / "mutate.py")
    with pytest.raises(BadInput, match="runs from none"):
        mutants_of("lions", 5, 1, fast=True)
