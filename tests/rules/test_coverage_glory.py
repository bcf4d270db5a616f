"""Every numbered case of 1805: Sea of Glory is coded and tested, or excepted with a reason; readings are pinned."""

from __future__ import annotations

from pathlib import Path

from coverage_kit import unpinned, unsettled

from pbem.adjudicator.glory.state.house import HOUSE_RULES
from pbem.trial.coverage import coverage, data_of

HERE = Path(__file__).parent / "glory"
CASES = coverage("glory")
READINGS = (data_of("glory") / "readings.md").read_text(encoding="utf-8")
SECTIONS = READINGS.split("\n### ")[1:]


def test_every_case_is_coded_and_tested_or_excepted_with_a_reason() -> None:
    assert unsettled(CASES) == []


def test_the_cases_are_those_of_the_rulebook_in_its_order() -> None:
    listed = (data_of("glory") / "cases.txt").read_text(encoding="utf-8").split()
    assert [case.case for case in CASES] == listed
    assert len(listed) == 162


def test_only_the_introduction_and_a_heading_are_excepted() -> None:
    assert [case.case for case in CASES if case.reason] == ["1.0", "2.0"]


def test_every_reading_names_its_tests_and_they_exist() -> None:
    assert unpinned(SECTIONS, HERE) == []


def test_every_house_rule_is_argued_in_a_reading() -> None:
    headings = "\n".join(section.partition("\n")[0] for section in SECTIONS)
    assert [name for name in HOUSE_RULES if f"`{name}`" not in headings] == []
