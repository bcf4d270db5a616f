"""Orders in data with gaps: each gap has its value, a list gives its items to a list, and nothing else changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.orders.grammar import TableError
from pbem.adjudicator.orders.written.filled import filled_in, gaps
from pbem.adjudicator.orders.written.order_form import OrderForm

ORDER = {"force": "$force", "path": ["java", "$ways"], "if": [{"held": {"at": "$home"}}], "times": "2"}
VALUES = {"force": "1", "ways": ["goa", "oman"], "home": "london"}
FORM = """\
names: {}
conditions: {}
sections:
  raid:
    rule: "1.1"
    shape: {list: Raids, of: {number: How many, from: 1, to: 9}}
    echo: none
    example: ["1", $most]
"""


def test_gaps_are_filled_wherever_they_stand() -> None:
    assert gaps(ORDER) == set(VALUES)
    assert filled_in(ORDER, VALUES.__getitem__) == {
        "force": "1", "path": ["java", "goa", "oman"], "if": [{"held": {"at": "london"}}], "times": "2"}  # fmt: skip


def form(folder: Path) -> OrderForm:
    (folder / "form.yaml").write_text(FORM)
    return OrderForm(folder / "form.yaml")


def test_an_example_with_a_gap_has_the_value_of_its_reader_and_is_none_without_one(tmp_path: Path) -> None:
    it = form(tmp_path)
    it.values = {"most": lambda seen: seen}
    example = it.row("raid").example
    assert example is not None
    assert (example(3), example(None)) == ([1, 3], None)


def test_a_gap_without_a_value_and_a_value_without_a_gap_are_slips(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="without a gap: home, most"):
        form(tmp_path).table((), values={"home": lambda seen: 1})
