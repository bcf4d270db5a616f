"""The case files of 1805: Sea of Glory hold; one that says something else does not; the page explains their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from case_kit import Case, case_of, folder_of, ruled, told
from pages import TOP

from pbem.adjudicator.glory.posing import KNOWN, PLAYS, pose
from pbem.adjudicator.glory.state.house import HOUSE_RULES
from pbem.trial.cases import case_files, run_case
from pbem.trial.coverage import coverage

FILES = case_files([folder_of("glory")])
PAGE = (TOP / "docs" / "cases.md").read_text(encoding="utf-8").partition("## Words of 1805: Sea of Glory")[2]
#: House rules about letters, in which nothing on the table differs.
LETTERS_ALONE = {"halts", "battles", "battle_from"}
case = partial(case_of, "glory")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    outcome = run_case(path)
    assert outcome.holds, told(outcome)


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    names = [case(path.stem)["case"] for path in FILES]
    assert len(names) >= 150
    assert len(set(names)) == len(names)


def test_each_is_about_cases_that_the_rulebook_has() -> None:
    known = {entry.case for entry in coverage("glory")}
    for path in FILES:
        assert set(case(path.stem)["rule"]) <= known, path.stem


def test_each_house_rule_that_changes_a_position_has_a_case() -> None:
    chosen = {switch for path in FILES for switch in case(path.stem)["given"].get("house", {})}
    assert set(HOUSE_RULES) - chosen <= LETTERS_ALONE


def test_what_a_case_expects_is_a_fact_or_an_event() -> None:
    known = {*pose({})[0].facts(), "events"}
    assert {path.stem: unknown for path in FILES if (unknown := set(case(path.stem)["expect"]) - known)} == {}


def test_the_worked_examples_of_the_rulebook_are_among_them() -> None:
    examples = [path for path in FILES if path.stem.startswith("example-")]
    rules = {rule for path in examples for rule in case(path.stem)["rule"]}
    assert {"5.2.3", "6.6", "9.4", "11.1", "12.3", "12.5", "13.5"} <= rules


def test_every_cell_of_the_tactics_matrix_has_a_case() -> None:
    assert len([path for path in FILES if path.stem.startswith("matrix-")]) == 10 * 8


# ------------------------------------------------------------------------------------------- what makes one fail


def drop_die(it: Case) -> None:
    del it["dice"][0]


def spare_die(it: Case) -> None:
    it["dice"].append({"label": "fever/n1", "faces": ["1"]})


def impossible_die(it: Case) -> None:
    it["dice"][0]["faces"] = ["7"]


def other_fact(it: Case) -> None:
    it["expect"]["weather"] = [{"severity": "9"}]


@pytest.mark.parametrize(("spoil", "why"), [
    (drop_die, "which the case does not name"), (spare_die, "'fever/n1' is never thrown"),
    (impossible_die, "which cannot fall 7"), (other_fact, "weather: no"),
])  # fmt: skip
def test_a_case_that_differs_from_the_rules_fails_and_says_where(
    tmp_path: Path, spoil: Callable[[Case], None], why: str
) -> None:
    changed = case("weather-severity-in-winter")
    spoil(changed)
    outcome = ruled(changed, tmp_path)
    assert not outcome.holds
    assert why in told(outcome)


@pytest.mark.parametrize(("word", "value", "why"), [
    ("blocks", [{"block": "nobody", "at": "brest/loose"}], "'nobody' is no block"),
    ("blocks", [{"block": "craig", "at": "9999"}], "'9999' is no place"),
    ("wind", "NE", "'wind' is nothing that a position has"),
    ("play", [{"dance": "yes"}], "'dance' is nothing to be played"),
])  # fmt: skip
def test_a_slip_in_a_position_is_named(tmp_path: Path, word: str, value: Any, why: str) -> None:
    changed = case("weather-severity-in-winter")
    changed["given"][word] = value
    assert why in told(ruled(changed, tmp_path))


# ------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("word", KNOWN)
def test_the_page_explains_every_word_of_a_position(word: str) -> None:
    assert f"`{word}`" in PAGE.partition("In `given`:")[2].partition("In `expect`:")[0]


@pytest.mark.parametrize("word", PLAYS)
def test_the_page_explains_every_act(word: str) -> None:
    assert f"`{word}`" in PAGE.partition("In `play`:")[2].partition("In `expect`:")[0]


def test_the_page_explains_every_fact_that_can_be_expected() -> None:
    told_of = PAGE.partition("In `expect`:")[2]
    assert [name for name in pose({})[0].facts() if f"`{name}`" not in told_of] == []
