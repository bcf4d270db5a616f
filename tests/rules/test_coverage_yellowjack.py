"""Every numbered case of Yellow Jack is coded and tested, excepted with a reason, or said to be still to come.

It stands on two rulebooks: the module's cases, and base rules of ours whose numbers begin with R.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage_kit import unpinned, unsettled

from pbem.adjudicator.yellowjack.state.house import HOUSE_RULES
from pbem.trial.coverage import Covered, coverage, data_of, records

HERE = Path(__file__).parent / "yellowjack"
CASES = coverage("yellowjack")
BASE = coverage("yellowjack", base=True)
READINGS = (data_of("yellowjack") / "readings.md").read_text(encoding="utf-8")
SECTIONS = READINGS.split("\n### ")[1:]
DONE = ("coded", "excepted", "to come")


def test_every_case_is_coded_and_tested_or_excepted_or_to_come() -> None:
    assert unsettled(CASES, DONE) == []


def test_every_base_rule_is_coded_and_tested_or_excepted_or_to_come() -> None:
    assert unsettled(BASE, DONE) == []


@pytest.mark.parametrize(("file", "cases", "number"), [("cases.txt", CASES, 440), ("base.txt", BASE, 157)])
def test_the_cases_are_those_of_the_rulebook_in_its_order(file: str, cases: list[Covered], number: int) -> None:
    listed = (data_of("yellowjack") / file).read_text(encoding="utf-8").split()
    assert [case.case for case in cases] == listed
    assert len(listed) == number


def test_only_headings_notes_and_lists_are_excepted() -> None:
    assert len([case.case for case in CASES if case.reason]) == 52
    assert [case.case for case in BASE if case.reason] == ["R2.7"]


def test_what_is_coded_is_no_longer_said_to_come() -> None:
    known = {case.case: case for case in (*CASES, *BASE)}
    for entry in records(data_of("yellowjack") / "to_come.yaml", "cases"):
        assert not known[entry["case"]].code, f"{entry['case']} is coded: take it off the list"
        assert not known[entry["case"]].reason, f"{entry['case']} is excepted: take it off the list"


def test_every_reading_names_its_tests_and_they_exist() -> None:
    assert unpinned(SECTIONS, HERE) == []


def test_every_house_rule_is_argued_in_a_reading() -> None:
    headings = "\n".join(section.partition("\n")[0] for section in SECTIONS)
    assert [name for name in HOUSE_RULES if f"`{name}`" not in headings] == []
