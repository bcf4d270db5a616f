"""Each rule of ledger grammar 2: the record that keeps it, and the one that breaks it, with its words."""

from __future__ import annotations

import pytest
from ledger2_cases import CASES

from pbem.trust.grammar.verdict import Verdict


@pytest.mark.parametrize("name", CASES)
def test_the_record_has_its_verdict_and_its_words(name: str) -> None:
    case = CASES[name]
    report = case.play().check()
    said = [report.words, *(fault.message for fault in report.faults), *map(str, report.events)]
    assert report.verdict is case.verdict, said
    assert any(case.words in each for each in said), said
    if report.verdict is not Verdict.MISMATCH:
        assert tuple(sorted({event.code for event in report.choices})) == tuple(sorted(case.events)), said
