"""The case files of Guerra a Muerte hold; one that says something else does not; the page explains their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from case_kit import Case, case_of, folder_of, ruled, told
from pages import TOP

from pbem.adjudicator.guerra.posing import KNOWN, PLAYS, pose
from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.trial.cases import case_files, run_case
from pbem.trial.coverage import coverage

FILES = case_files([folder_of("guerra")])
PAGE = (TOP / "docs" / "cases.md").read_text(encoding="utf-8").partition("## Words of Guerra a Muerte")[2]
#: House rules about letters and what is seen, in which nothing on the table differs.
LETTERS_ALONE = {"pace", "musters", "purses", "setup", "markers_dice", "campaign_begins"}
case = partial(case_of, "guerra")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    outcome = run_case(path)
    assert outcome.holds, told(outcome)


def test_each_is_about_cases_that_the_rulebook_has() -> None:
    known = {entry.case for entry in coverage("guerra")}
    for path in FILES:
        assert set(case(path.stem)["rule"]) <= known, path.stem


@pytest.mark.parametrize("switch", [name for name in HOUSE_RULES if name not in LETTERS_ALONE])
def test_each_choice_of_a_house_rule_has_a_case_and_their_ends_differ(switch: str) -> None:
    found: dict[str, list[Case]] = {}
    for path in FILES:
        chosen = case(path.stem)["given"].get("house", {}).get(switch)
        if chosen is not None:
            found.setdefault(chosen, []).append(case(path.stem))
    assert sorted(found) == sorted(HOUSE_RULES[switch]["choices"])
    ends = [[str(each["expect"]) for each in cases] for cases in found.values()]
    assert all(end not in rest for mine, rest in combinations(ends, 2) for end in mine)


def test_what_a_case_expects_is_a_fact_or_an_event() -> None:
    known = {*pose({})[0].facts(), "events"}
    assert {path.stem: unknown for path in FILES if (unknown := set(case(path.stem)["expect"]) - known)} == {}


def test_the_worked_examples_of_the_rulebook_are_among_them() -> None:
    examples = [path for path in FILES if path.stem.startswith("example-")]
    rules = {rule for path in examples for rule in case(path.stem)["rule"]}
    assert {"4.0", "4.2.1", "4.8", "4.9.1", "5.0", "6.1.1", "6.2", "6.4", "10.1", "10.2.2", "10.3"} <= rules


# ------------------------------------------------------------------------------------------- what makes one fail


def drop_die(it: Case) -> None:
    del it["dice"][0]


def spare_die(it: Case) -> None:
    it["dice"].append({"label": "repress/lima/n1", "faces": ["1"]})


def impossible_die(it: Case) -> None:
    it["dice"][0]["faces"] = ["7"]


def other_fact(it: Case) -> None:
    it["expect"]["units"] = [{"unit": "bv", "at": "lima"}]


@pytest.mark.parametrize(("spoil", "why"), [
    (drop_die, "which the case does not name"), (spare_die, "'repress/lima/n1' is never thrown"),
    (impossible_die, "which cannot fall 7"), (other_fact, "units: no"),
])  # fmt: skip
def test_a_case_that_differs_from_the_rules_fails_and_says_where(
    tmp_path: Path, spoil: Callable[[Case], None], why: str
) -> None:
    changed = case("battle-bb")
    spoil(changed)
    outcome = ruled(changed, tmp_path)
    assert not outcome.holds
    assert why in told(outcome)


@pytest.mark.parametrize(("word", "value", "why"), [
    ("forces", [{"side": "royalist", "at": "lima", "units": ["nobody"]}], "'nobody' is no unit"),
    ("wind", "NE", "'wind' is nothing that a position has"),
    ("play", [{"dance": "yes"}], "'dance' is nothing to be played"),
    ("play", [{"step": "siesta"}], "'siesta' is no part of a turn"),
    ("purse", {"royalist": "many"}, "'many' is no number of Resource Points"),
])  # fmt: skip
def test_a_slip_in_a_position_is_named(tmp_path: Path, word: str, value: Any, why: str) -> None:
    changed = case("battle-bb")
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
