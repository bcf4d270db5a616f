"""Talk before orders: texts as they stand, and macros of a template with the values of a position in them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from jinja2 import DictLoader

from pbem.adjudicator.orders.written.talking import Talk
from pbem.base import text_templates
from pbem.base.counting import grouped

MACROS = """{% macro purse() %}
You have {{ seen.pounds }} pounds; write {spend: 3}.
{% endmacro %}
{% macro units() %}
Your units:
{% for name in sorted(seen.units) %}
  {{ name }}
{% endfor %}

{% endmacro %}
"""
SEEN = SimpleNamespace(pounds=7, units=("lion", "boyne"))
TALK = Talk({"lasting": "Kept.", "two": ["One.", "Two."]}, "talk", sorted=sorted)


@pytest.fixture(autouse=True)
def macros(monkeypatch: pytest.MonkeyPatch) -> None:
    made = text_templates.environment().overlay(loader=DictLoader({"talk": MACROS}))
    monkeypatch.setattr(text_templates, "environment", lambda: made)


def test_values_stand_in_texts_and_other_brackets_stay() -> None:
    assert list(TALK.of("purse")(SEEN)) == ["You have 7 pounds; write {spend: 3}."]


def test_texts_of_the_data_come_as_they_stand_and_macros_line_by_line() -> None:
    assert list(TALK.of("two", "units", "lasting")(SEEN)) == [
        "One.", "Two.", "Your units:", "  boyne", "  lion", "Kept."]  # fmt: skip


def test_items_that_are_alike_stand_together_in_the_order_in_which_they_come() -> None:
    assert list(grouped([("b", 1), ("a", 2), ("b", 3)]).items()) == [("b", [1, 3]), ("a", [2])]
