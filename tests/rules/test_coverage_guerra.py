"""Every numbered case of Guerra a Muerte is coded and tested, or excepted with a reason; readings are pinned."""

from __future__ import annotations

from pathlib import Path

from coverage_kit import unpinned, unsettled

from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.trial.coverage import coverage, data_of

HERE = Path(__file__).parent / "guerra"
CASES = coverage("guerra")
READINGS = (data_of("guerra") / "readings.md").read_text(encoding="utf-8")
SECTIONS = READINGS.split("\n### ")[1:]


def test_every_case_is_coded_and_tested_or_excepted_with_a_reason() -> None:
    assert unsettled(CASES) == []


def test_the_cases_are_those_of_the_rulebook_in_its_order() -> None:
    listed = (data_of("guerra") / "cases.txt").read_text(encoding="utf-8").split()
    assert [case.case for case in CASES] == listed
    assert len(listed) == 111


def test_only_lists_and_headings_are_excepted() -> None:
    assert [case.case for case in CASES if case.reason] == ["1.0", "1.3", "10.0", "12.0"]


def test_every_reading_names_its_tests_and_they_exist() -> None:
    assert unpinned(SECTIONS, HERE) == []


def test_every_house_rule_is_argued_in_a_reading() -> None:
    headings = "\n".join(section.partition("\n")[0] for section in SECTIONS)
    assert [name for name in HOUSE_RULES if f"`{name}`" not in headings] == []
