"""Every numbered case of When Lions Sailed is coded and tested, or excepted with a reason; readings are pinned."""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage_kit import unpinned, unsettled

from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.trial.coverage import coverage, data_of

HERE = Path(__file__).parent / "lions"
CASES = coverage("lions")
READINGS = (data_of("lions") / "readings.md").read_text(encoding="utf-8")
#: Sections that the rulebook leaves to those who play, each a house rule.
OPTIONAL = ("29", "30", "31", "32", "33", "34")
SECTIONS = READINGS.split("\n### ")[1:]


def test_every_case_is_coded_and_tested_or_excepted_with_a_reason() -> None:
    assert unsettled(CASES) == []


def test_the_cases_are_those_of_the_rulebook_in_its_order_and_then_its_optional_rules() -> None:
    listed = (data_of("lions") / "cases.txt").read_text(encoding="utf-8").split()
    assert [case.case for case in CASES] == [*listed, *OPTIONAL]


@pytest.mark.parametrize("case", OPTIONAL)
def test_an_optional_rule_is_coded_tested_and_argued(case: str) -> None:
    (found,) = coverage("lions", case)
    assert found.status == "coded"
    assert found.reading.startswith(f"{case} {found.title} (house rule `")
    assert all(f"::test_{case}_" in name for name in found.tests)


def test_only_headings_and_the_introduction_are_excepted() -> None:
    excepted = [case for case in CASES if case.reason]
    assert all(case.case == "1.1" or case.case.endswith(".0") for case in excepted)
    assert [case.case for case in excepted if case.code] == []


def test_every_reading_names_its_tests_and_they_exist() -> None:
    assert unpinned(SECTIONS, HERE) == []


def test_every_house_rule_but_the_length_of_the_game_is_argued_in_a_reading() -> None:
    headings = "\n".join(section.partition("\n")[0] for section in SECTIONS)
    assert [name for name in HOUSE_RULES if f"`{name}`" not in headings] == ["turns"]
