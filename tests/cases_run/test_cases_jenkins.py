"""The case files of Jenkins' Ear hold; a case that says too little, too much or something else does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from case_kit import Case, folder_of, ruled, told
from pages import FENCE, TOP

from pbem import strict_yaml
from pbem.adjudicator.jenkins.posing import WORDS, pose
from pbem.adjudicator.jenkins.rules.ch06_sequence import LABEL_KINDS
from pbem.trial.cases import case_files, run_case
from pbem.trial.coverage import coverage

PAGE = (TOP / "docs" / "cases.md").read_text(encoding="utf-8")
EXAMPLE = next(text for kind, text in FENCE.findall(PAGE) if kind == "yaml")
FILES = case_files([folder_of("jenkins")])


@pytest.fixture
def example() -> Case:
    return dict(strict_yaml.plain(strict_yaml.read(EXAMPLE)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    outcome = run_case(path)
    assert outcome.holds, told(outcome)


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    names = [run_case(path).name for path in FILES]
    assert len(names) >= 56
    assert len(set(names)) == len(names)


def test_each_is_about_cases_that_the_rulebook_has() -> None:
    known = {case.case for case in coverage("jenkins")}
    for path in FILES:
        assert set(run_case(path).rules) <= known, path.stem


def test_the_first_half_of_the_example_of_play_is_among_them() -> None:
    assert len([path for path in FILES if path.stem.startswith("example-")]) == 5


# ------------------------------------------------------------------------------------------- what makes one fail


def test_the_example_of_the_page_holds(example: Case, tmp_path: Path) -> None:
    assert ruled(example, tmp_path).holds


def drop_die(case: Case) -> None:
    del case["dice"]


def other_die(case: Case) -> None:
    case["dice"][0]["faces"] = ["4"]


def impossible_die(case: Case) -> None:
    case["dice"][0]["faces"] = ["7"]


def two_faces(case: Case) -> None:
    case["dice"][0]["faces"] = ["3", "3"]


def spare_die(case: Case) -> None:
    case["dice"].append({"label": "storm/n1", "faces": ["1"]})


def drop_answer(case: Case) -> None:
    del case["answers"]


def spare_answer(case: Case) -> None:
    case["answers"].append({"key": "retreat/3119/n1", "answer": "3019"})


def unlawful_answer(case: Case) -> None:
    case["answers"][0]["answer"] = ["galicia"]


def other_place(case: Case) -> None:
    case["expect"]["counters"][0]["at"] = "3219"


def no_such_event(case: Case) -> None:
    case["expect"]["events"] = [{"rule": "9.1", "event": "retreat"}]


def broken_position(case: Case) -> None:
    case["given"]["spanish"].append({"at": "2114", "stack": ["oriente"]})


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (drop_die, "the rules throw 1d6 for 'intercept/3119/n1', which the case does not name"),
        (other_die, "counters: no {'counter': 'pizarro', 'at': '3119', 'aboard': 'oriente'}"),
        (impossible_die, "'intercept/3119/n1' is 1d6, which cannot fall 7"),
        (two_faces, "'intercept/3119/n1' is 1d6, which cannot fall 3, 3"),
        (spare_die, "'storm/n1' is never thrown"),
        (drop_answer, "'intercept/3119/n1' is asked, and nothing answers"),
        (spare_answer, "'retreat/3119/n1' is never asked"),
        (unlawful_answer, "'galicia' cannot be picked here"),
        (other_place, "counters: no {'counter': 'boyne', 'at': '3219'}"),
        (no_such_event, "no such event"),
        (broken_position, "the position is broken: oriente is in 2 places"),
    ],
)
def test_a_case_that_differs_from_the_rules_fails_and_says_where(
    example: Case, tmp_path: Path, spoil: Callable[[Case], None], why: str
) -> None:
    spoil(example)
    outcome = ruled(example, tmp_path)
    assert not outcome.holds
    assert why in told(outcome)


@pytest.mark.parametrize(
    ("word", "value", "why"),
    [
        ("weather", "fine", "'weather' is nothing that a position has"),
        ("storms", ["atlantis"], "'atlantis' is no hex or seaport"),
        ("control", [{"port": "atlantis", "holder": "english"}], "'atlantis' is no seaport"),
        ("english", [{"at": "3320", "stack": ["galicia"]}], "'galicia' is no english counter"),
        ("english", [{"at": "3320", "stack": ["victory"]}], "'victory' is no english counter"),
    ],
)
def test_a_slip_in_a_position_is_named(example: Case, tmp_path: Path, word: str, value: Any, why: str) -> None:
    example["given"][word] = value
    assert why in told(ruled(example, tmp_path))


def test_orders_in_a_case_are_read_as_any_order_file_is(example: Case, tmp_path: Path) -> None:
    example["orders"]["english"]["moves"][0]["sail"] = "fast"
    assert "'sail'" in told(ruled(example, tmp_path))


# ------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("word", WORDS)
def test_the_page_explains_every_word_of_a_position(word: str) -> None:
    assert f"`{word}`" in PAGE.partition("In `given`:")[2].partition("In `expect`:")[0]


def test_the_page_explains_every_fact_that_can_be_expected() -> None:
    told_of = PAGE.partition("In `expect`:")[2]
    facts = pose({})[0].facts()
    assert [name for name in facts if f"`{name}`" not in told_of] == []


@pytest.mark.parametrize("kind", [kind for kind in LABEL_KINDS if kind != "isidro"])
def test_the_page_names_every_kind_of_label(kind: str) -> None:
    assert f"`{kind}/" in PAGE or f"`{kind}`" in PAGE
