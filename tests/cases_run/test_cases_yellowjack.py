"""The case files of Yellow Jack hold; one that says something else does not; the page explains their words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from case_kit import Case, case_of, folder_of, ruled, told
from pages import TOP

from pbem.adjudicator.yellowjack.posing import KNOWN, pose
from pbem.trial.cases import case_files, run_case
from pbem.trial.coverage import coverage

FILES = case_files([folder_of("yellowjack")])
PAGE = (TOP / "docs" / "cases.md").read_text(encoding="utf-8").partition("## Words of Yellow Jack")[2]
case = partial(case_of, "yellowjack")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    outcome = run_case(path)
    assert outcome.holds, told(outcome)


def test_each_is_about_cases_that_the_rulebooks_have() -> None:
    known = {entry.case for entry in (*coverage("yellowjack"), *coverage("yellowjack", base=True))}
    for path in FILES:
        assert set(case(path.stem)["rule"]) <= known, path.stem


def test_what_a_case_expects_is_a_fact_or_an_event() -> None:
    known = {*pose({})[0].facts(), "events"}
    assert {path.stem: unknown for path in FILES if (unknown := set(case(path.stem)["expect"]) - known)} == {}


# ------------------------------------------------------------------------------------------- what makes one fail


def drop_die(it: Case) -> None:
    del it["dice"][0]


def spare_die(it: Case) -> None:
    it["dice"].append({"label": "wind/i1/trades/n1", "faces": ["1"]})


def impossible_die(it: Case) -> None:
    it["dice"][0]["faces"] = ["11"]


def other_fact(it: Case) -> None:
    it["expect"]["formations"] = [{"formation": "sp-flag-k", "at": "porto-bello"}]


@pytest.mark.parametrize(("spoil", "why"), [
    (drop_die, "which the case does not name"), (spare_die, "'wind/i1/trades/n1' is never thrown"),
    (impossible_die, "which cannot fall 11"), (other_fact, "formations: no"),
])  # fmt: skip
def test_a_case_that_differs_from_the_rules_fails_and_says_where(
    tmp_path: Path, spoil: Callable[[Case], None], why: str
) -> None:
    changed = case("sea-break-out")
    spoil(changed)
    outcome = ruled(changed, tmp_path)
    assert not outcome.holds
    assert why in told(outcome)


@pytest.mark.parametrize(("word", "value", "why"), [
    ("formations", [{"formation": "nobody", "at": "s40"}], "'nobody' is no Formation"),
    ("winds", [{"wind": "mistral", "from": "n"}], "'mistral' is no wind"),
    ("plans", [{"who": "br-flag-j1", "then": []}], "'br-flag-j1' is no Formation"),
    ("wind", "NE", "'wind' is nothing that a position has"),
    ("steps", ["siesta"], "'siesta' is no step of a Turn"),
])  # fmt: skip
def test_a_slip_in_a_position_is_named(tmp_path: Path, word: str, value: Any, why: str) -> None:
    changed = case("sea-break-out")
    changed["given"][word] = value
    assert why in told(ruled(changed, tmp_path))


# ------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("word", KNOWN)
def test_the_page_explains_every_word_of_a_position(word: str) -> None:
    assert f"`{word}`" in PAGE.partition("In `given`:")[2].partition("In `expect`:")[0]


def test_the_page_explains_every_fact_that_can_be_expected() -> None:
    told_of = PAGE.partition("In `expect`:")[2]
    assert [name for name in pose({})[0].facts() if f"`{name}`" not in told_of] == []
