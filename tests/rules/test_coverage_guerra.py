"""Every numbered case of Guerra a Muerte is coded and tested, or excepted with a reason; readings are pinned."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.trial.coverage import Covered, coverage, data_of

HERE = Path(__file__).parent / "guerra"
CASES = coverage("guerra")
READINGS = (data_of("guerra") / "readings.md").read_text(encoding="utf-8")
SECTIONS = READINGS.split("\n### ")[1:]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_every_case_is_coded_and_tested_or_excepted_with_a_reason(case: Covered) -> None:
    assert case.status in ("coded", "excepted"), f"{case.case} {case.title} is {case.status}"


def test_the_cases_are_those_of_the_rulebook_in_its_order() -> None:
    listed = (data_of("guerra") / "cases.txt").read_text(encoding="utf-8").split()
    assert [case.case for case in CASES] == listed
    assert len(listed) == 111


def test_only_lists_and_headings_are_excepted() -> None:
    assert [case.case for case in CASES if case.reason] == ["1.0", "1.3", "10.0", "12.0"]


@pytest.mark.parametrize("section", SECTIONS, ids=[part.partition("\n")[0] for part in SECTIONS])
def test_every_reading_names_its_tests_and_they_exist(section: str) -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
    named = re.findall(r"`(test_\w+)`", section)
    assert named, "this reading is pinned by no test"
    for name in named:
        assert f"def {name}(" in written, name


def test_every_house_rule_is_argued_in_a_reading() -> None:
    headings = "\n".join(section.partition("\n")[0] for section in SECTIONS)
    assert [name for name in HOUSE_RULES if f"`{name}`" not in headings] == []
