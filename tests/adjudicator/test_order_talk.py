"""Talk before orders: texts with the values of a position in their places."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.orders.written.talking import Talk

TEXTS = {"purse": "You have {pounds} pounds; write {spend: 3}.", "units": ["Your units:", "{units}"]}
TALK: Talk[Mapping[str, object]] = Talk(TEXTS, {
    "pounds": lambda seen: seen["pounds"], "units": lambda seen: (f"  {name}" for name in ("boyne", "lion")),
})  # fmt: skip


def test_values_stand_in_texts_and_other_brackets_stay() -> None:
    assert list(TALK.of("purse")({"pounds": 7})) == ["You have 7 pounds; write {spend: 3}."]


def test_a_text_that_is_one_value_is_all_its_lines() -> None:
    assert list(TALK.of("units", "purse")({"pounds": 1})) == [
        "Your units:", "  boyne", "  lion", "You have 1 pounds; write {spend: 3}."]  # fmt: skip
