"""Talk before orders: texts as they stand, and functions that tell the values of a position."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from pbem.adjudicator.orders.written.talking import Talk
from pbem.base.counting import grouped


def purse(seen: Any) -> Iterator[str]:
    """A line with a value."""
    yield f"You have {seen.pounds} pounds; write {{spend: 3}}."


def units(seen: Any) -> Iterator[str]:
    """A line and a list."""
    yield "Your units:"
    yield from (f"  {name}" for name in sorted(seen.units))


SEEN = SimpleNamespace(pounds=7, units=("lion", "boyne"))
TALK = Talk({"lasting": "Kept.", "two": ["One.", "Two."]}, purse, units)


def test_values_stand_in_texts_and_other_brackets_stay() -> None:
    assert list(TALK.of("purse")(SEEN)) == ["You have 7 pounds; write {spend: 3}."]


def test_texts_of_the_data_come_as_they_stand_and_functions_line_by_line() -> None:
    assert list(TALK.of("two", "units", "lasting")(SEEN)) == [
        "One.", "Two.", "Your units:", "  boyne", "  lion", "Kept."]  # fmt: skip


def test_items_that_are_alike_stand_together_in_the_order_in_which_they_come() -> None:
    assert list(grouped([("b", 1), ("a", 2), ("b", 3)]).items()) == [("b", [1, 3]), ("a", [2])]
