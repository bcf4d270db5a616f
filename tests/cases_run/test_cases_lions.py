"""The case files of When Lions Sailed hold; one that says something else does not; the page explains their words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from case_kit import Case, case_of, folder_of, ruled, told
from click.testing import CliRunner
from pages import TOP

from pbem import strict_yaml
from pbem.adjudicator.lions.posing import WORDS, pose
from pbem.adjudicator.lions.rules.ch04_sequence import LABEL_KINDS
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.cli import root
from pbem.trial.cases import case_files, run_case
from pbem.trial.coverage import coverage

FILES = case_files([folder_of("lions")])
PAGE = (TOP / "docs" / "cases.md").read_text(encoding="utf-8").partition("## Words of When Lions Sailed")[2]
#: Chapters that say what there is on the map and in the box, and decide nothing.
NO_RULINGS = ("0", "1", "2")

READINGS = (TOP / "pbem" / "adjudicator" / "lions" / "data" / "readings.md").read_text(encoding="utf-8")
RULE = re.compile(r"\b[0-9]+(?:\.[0-9]+)?\b")

case = partial(case_of, "lions")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_case_holds(path: Path) -> None:
    outcome = run_case(path)
    assert outcome.holds, told(outcome)


def test_pbem_cases_tells_of_those_that_hold_and_of_the_one_that_does_not(tmp_path: Path) -> None:
    spoilt = case("battle-the-gauge-fires-first")
    other_sum(spoilt)
    (tmp_path / "spoilt.yaml").write_text(strict_yaml.write(spoilt), encoding="utf-8")
    good = [str(path) for path in FILES if path.stem.startswith("battle-")]
    assert CliRunner().invoke(root, ["cases", *good]).exit_code == 0
    assert CliRunner().invoke(root, ["cases", *good, str(tmp_path)]).exit_code == 4


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    names = [case(path.stem)["case"] for path in FILES]
    assert len(names) >= 170
    assert len(set(names)) == len(names)


def test_each_is_about_cases_that_the_rulebook_has() -> None:
    known = {entry.case for entry in coverage("lions")} | {"29", "30", "31", "32", "33", "34"}
    for path in FILES:
        assert set(case(path.stem)["rule"]) <= known, path.stem


def test_each_chapter_with_rulings_has_two_cases_or_more() -> None:
    chapters = [rule.partition(".")[0] for path in FILES for rule in case(path.stem)["rule"]]
    wanted = {entry.case.partition(".")[0] for entry in coverage("lions")} - set(NO_RULINGS)
    assert {chapter: chapters.count(chapter) for chapter in sorted(wanted) if chapters.count(chapter) < 2} == {}


def test_each_house_rule_on_a_reading_has_a_case() -> None:
    chosen = [switch for path in FILES for switch in case(path.stem)["given"].get("house", {})]
    assert set(HOUSE_RULES) - set(chosen) == {"turns"}


def test_each_rule_that_we_had_to_read_has_a_case() -> None:
    """But 3.1, by which all set up at once: that is about letters, and nothing on the table differs."""
    headings = [line for line in READINGS.splitlines() if line.startswith("### ")]
    read_here = {rule for line in headings for rule in RULE.findall(line.partition("(")[0])} - {"3.1"}
    ruled_on = {rule for path in FILES for rule in case(path.stem)["rule"]}
    assert len(read_here) >= 40
    assert read_here - ruled_on == set()


def test_what_a_case_expects_is_a_fact_or_an_event() -> None:
    known = {*pose({})[0].facts(), "events"}
    assert {path.stem: unknown for path in FILES if (unknown := set(case(path.stem)["expect"]) - known)} == {}


def test_the_worked_examples_of_the_rulebook_are_among_them() -> None:
    examples = [path for path in FILES if path.stem.startswith("example-")]
    sources = {case(path.stem)["source"].rpartition(" ")[2] for path in examples}
    assert sources == {"3.2", "5.4", "5.6", "6.2", "10.2", "16.3"}


# ------------------------------------------------------------------------------------------- what makes one fail


def drop_die(it: Case) -> None:
    del it["dice"][-1]


def other_die(it: Case) -> None:
    it["dice"][2]["faces"] = ["6", "1", "1", "1", "1", "1"]


def drawn_twice(it: Case) -> None:
    it["dice"][0] = {"label": "gauge/a11/england/n1", "faces": ["0"]}


def spare_die(it: Case) -> None:
    it["dice"].append({"label": "storm/a11/n1", "faces": ["1"]})


def other_sum(it: Case) -> None:
    it["expect"]["pounds"] = {"england": "5"}


def no_such_event(it: Case) -> None:
    it["expect"]["events"] = [{"rule": "18.1", "event": "broke_off"}]


def nobody_speaks(it: Case) -> None:
    it["given"]["quiet"] = []


def broken_position(it: Case) -> None:
    it["given"]["ships"][0]["damage"] = "9"


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (drop_die, "the rules throw 6d6 for 'broadside/england-1st-1/n1', which the case does not name"),
        (other_die, "the rules throw 3d6 for 'broadside/netherlands-3rd-1/n1', which the case does not name"),
        (drawn_twice, "'gauge/a11/england/n1' is 1d6, which cannot fall 0"),
        (spare_die, "'storm/a11/n1' is never thrown"),
        (other_sum, "pounds england is 10, where 5 is expected"),
        (no_such_event, "no such event"),
        (nobody_speaks, "is asked, and nothing answers"),
        (broken_position, "the position is broken"),
    ],
)
def test_a_case_that_differs_from_the_rules_fails_and_says_where(
    tmp_path: Path, spoil: Callable[[Case], None], why: str
) -> None:
    changed = case("battle-the-gauge-fires-first")
    spoil(changed)
    outcome = ruled(changed, tmp_path)
    assert not outcome.holds
    assert why in told(outcome)


def test_a_draw_is_given_by_places_that_are_not_drawn_twice(tmp_path: Path) -> None:
    changed = case("bids-a-tie-is-bid-for-again-by-the-tied-alone")
    changed["dice"][0]["faces"] = ["0", "1", "1", "3"]
    assert "'exchange/n1' is draw:4of36, which cannot fall 0, 1, 1, 3" in told(ruled(changed, tmp_path))


@pytest.mark.parametrize(
    ("word", "value", "why"),
    [
        ("garrisons", [{"at": "ys", "points": "2"}], "'ys' is no square or port"),
        ("prizes", [{"ship": "ark", "at": "goa", "power": "england"}], "'ark' is no ship"),
        ("weather", "fine", "'weather' is nothing that a position has"),
    ],
)
def test_a_slip_in_a_position_is_named(tmp_path: Path, word: str, value: Any, why: str) -> None:
    changed = case("battle-the-gauge-fires-first")
    changed["given"][word] = value
    assert why in told(ruled(changed, tmp_path))


# ------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("word", WORDS)
def test_the_page_explains_every_word_of_a_position(word: str) -> None:
    assert f"`{word}`" in PAGE.partition("In `given`:")[2].partition("In `expect`:")[0]


def test_the_page_explains_every_fact_that_can_be_expected() -> None:
    told_of = PAGE.partition("In `expect`:")[2]
    assert [name for name in pose({})[0].facts() if f"`{name}`" not in told_of] == []


@pytest.mark.parametrize("kind", LABEL_KINDS)
def test_the_page_names_every_kind_of_label(kind: str) -> None:
    assert f"`{kind}/" in PAGE or f"`{kind}`" in PAGE
