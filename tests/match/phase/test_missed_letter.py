"""A seat whose letter did not come reads so in its report."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.adjudicator.engine.phase import Phase
from pbem.match.play.reports import SILENT, Scene, silent

MATCH: Any = None


@pytest.mark.parametrize(("seat", "free", "told"), [
    ("red", False, []), ("blue", False, [SILENT]), ("green", False, []), ("blue", True, []),
])  # fmt: skip
def test_who_was_waited_for_and_sent_nothing_is_told_so(seat: str, free: bool, told: list[str]) -> None:
    opened = Phase("t01.sea", "Turn 1", 1, ("red", "blue"), free)
    assert silent(Scene("t01.sea", "t01.sea", "", MATCH, orders={"red": "ab"}, opened=opened), seat) == told


def test_before_the_first_phase_nobody_has_missed_anything() -> None:
    assert silent(Scene("start", "t01.sea", "", MATCH), "red") == []
