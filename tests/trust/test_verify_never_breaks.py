"""Whatever a ledger says under a good signature, `verify` ends in a report and never in a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cheats import apply, strokes
from honest_game import check, falsified, honest
from hypothesis import given, settings
from hypothesis import strategies as st
from public_folder import MemoryFolder
from small_game import small_game

from pbem.base.errors import BadInput

TIERS = ("moderated", "two-step", "beacon")


@pytest.mark.parametrize("tier", TIERS)
@settings(max_examples=150)
@given(made=strokes())
def test_any_ledger_gives_a_report(tier: str, made: list[tuple[str, int, str, Any]]) -> None:
    try:
        folder = falsified(honest(tier), small_game(tier), lambda entries: apply(entries, made))
    except BadInput:
        return  # such a line cannot be written at all
    report = check(folder)
    assert report.game
    assert json.dumps(report.as_json())
    for fault in report.faults:
        assert fault.render()


@pytest.mark.parametrize("tier", TIERS)
def test_deadlines_at_the_end_of_the_calendar_give_a_report(tier: str) -> None:
    def put_off(entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            if entry["k"] == "phase":
                entry["deadline"] = "9999-12-31T23:59:59Z"

    faults = check(falsified(honest(tier), small_game(tier), put_off)).faults
    assert any(": too soon" in fault.message for fault in faults) == (tier == "beacon")


@settings(max_examples=120)
@given(data=st.data())
def test_files_in_each_others_place_give_a_report(data: st.DataObject) -> None:
    folder = honest(data.draw(st.sampled_from(TIERS)))
    names = st.sampled_from(folder.names)
    one, other = data.draw(names), data.draw(names)
    swapped = MemoryFolder({**folder.files, one: folder.files[other], other: folder.files[one]})
    same = folder.files[one] == folder.files[other]
    copies = {one, other} <= {"checkpoint", f"checkpoints/{folder.files['checkpoint'].split()[1].decode()}"}
    assert check(swapped).ok == (same or copies)
