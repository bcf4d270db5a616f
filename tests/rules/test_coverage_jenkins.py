"""Every numbered case of Jenkins' Ear is code that a test holds, or is excepted with a reason; readings are pinned."""

from __future__ import annotations

from pathlib import Path

from coverage_kit import unpinned, unsettled

from pbem.trial.coverage import coverage, data_of

HERE = Path(__file__).parent / "jenkins"
CASES = coverage("jenkins")
READINGS = (data_of("jenkins") / "readings.md").read_text(encoding="utf-8")
SECTIONS = READINGS.split("\n### ")[1:]
#: Cases that may be excepted, once and for all: this list may lose entries and never gain one.
EXCEPTED = ("1.0", "2.3", "11.0")


def test_every_case_is_coded_and_tested_or_excepted_with_a_reason() -> None:
    assert unsettled(CASES) == []


def test_the_cases_are_those_of_the_rulebook_in_its_order() -> None:
    listed = (data_of("jenkins") / "cases.txt").read_text(encoding="utf-8").split()
    assert [case.case for case in CASES] == listed
    assert len(listed) == 53


def test_the_exceptions_are_few_and_only_become_fewer() -> None:
    excepted = [case.case for case in CASES if case.reason]
    assert set(excepted) <= set(EXCEPTED)
    assert all(len(case.reason) > 20 for case in CASES if case.reason)


def test_what_is_excepted_is_not_coded_as_well() -> None:
    assert [case.case for case in CASES if case.reason and case.code] == []


def test_every_reading_names_its_tests_and_they_exist() -> None:
    assert unpinned(SECTIONS, HERE) == []
