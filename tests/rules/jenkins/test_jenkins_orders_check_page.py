"""docs/orders-jenkins.md is what the schema and the examples say."""

from __future__ import annotations

import re

from pages import TOP

from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.orders.grammar import HEAD
from pbem.schema import load

PAGE = (TOP / "docs" / "orders-jenkins.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    title, notice, body = PAGE.split("\n", 2)
    assert f"{title}\n{body}" == GAME.orders_guide(), "run `python docs/generate.py`"
    assert notice.startswith("<!-- written by docs/generate.py")


def test_every_section_of_the_schema_has_an_example() -> None:
    assert set(TABLE.stories) == set(load("orders-jenkins").properties) - set(HEAD)


def test_every_example_stands_on_the_page_with_its_words() -> None:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert blocks == [example.text for example in TABLE.stories.values()]
    assert [example.words for example in TABLE.stories.values() if example.words not in PAGE] == []


def test_conditions_are_told_once() -> None:
    assert PAGE.count("| `storm_on` |") == 1
