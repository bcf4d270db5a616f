"""One table drives a title's order files: its schema is the one we ship, and a table that is wrong cannot be made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from pages import TOP

from pbem.adjudicator.lions.orders.order_table import TABLE as LIONS
from pbem.adjudicator.orders.fields import desk_fields, leaves
from pbem.adjudicator.orders.grammar import HEAD, NO_RULE, SEVERAL, OrderTable, Row, TableError
from pbem.adjudicator.orders.name_check import names
from pbem.adjudicator.orders.shapes import Keys, List, Ref, Shape, Text
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.records import dataclass
from pbem.schema.shape import load, resolve
from pbem.strict_yaml import read

TABLES: dict[str, OrderTable[Any, Any, Any]] = {name: load_game(name).order_table() for name in GAMES}
NAMES = sorted(TABLES)


# ------------------------------------------------------------------------------------------------ what is made from it


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_schema_is_the_one_that_the_table_makes(name: str) -> None:
    shipped = json.loads((TOP / "schemas" / f"orders-{name}.schema.json").read_text(encoding="utf-8"))
    assert shipped == TABLES[name].schema(), "run `python docs/generate.py`"


@pytest.mark.parametrize("name", NAMES)
def test_the_sections_stand_in_the_schema_in_the_order_of_the_table(name: str) -> None:
    properties = list(resolve(load(f"orders-{name}")).properties)
    assert properties == [*HEAD, *(row.key for row in TABLES[name].rows)]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_each_section_holds_that_section_and_no_other(name: str) -> None:
    for key, story in TABLES[name].stories.items():
        top = [line.partition(":")[0] for line in story.text.split("\n") if line and line[0] not in " #"]
        assert top == [key] or (top == ["standing"] and f"    {key}:" in story.text), key


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_of_a_section_is_a_number_or_says_why_there_is_none(name: str) -> None:
    for row in TABLES[name].rows:
        assert row.rule in (SEVERAL, NO_RULE) or row.rule.removeprefix("R")[0].isdigit(), row.key


def served(fields: dict[str, str], way: tuple[str, ...], shape: str) -> str:
    """The list that the desk page finds for a field: by the longest end it knows, else by the name of its shape."""
    ends = (".".join(way[start:]) for start in range(len(way)))
    return next((fields[end] for end in ends if end in fields), fields.get(f"${shape}", ""))


@pytest.mark.parametrize("name", NAMES)
def test_the_desk_finds_for_each_field_the_list_that_its_shape_names(name: str) -> None:
    fields = desk_fields(TABLES[name])
    every = list(leaves(TABLES[name]))
    assert len(every) > 40
    assert [way for way, shape, offers in every if served(fields, way, shape) != offers] == []


def test_names_are_found_under_any_alternative_with_the_rule_of_their_section() -> None:
    text = "operations:\n  - {force: x, attack: {force: y}, second: {path: [z]}}\nlosses: {any: [w]}\ncoast: weakest\n"
    found = [(name.spot.text, name.sort, name.rule) for name in names(LIONS, read(text))]
    assert found == [("x", "force", "13.1"), ("y", "other's force", "17.1"), ("z", "place", "9.13"), ("w", "loss", "")]


# ------------------------------------------------------------------------------------------------ tables that are wrong


@dataclass(frozen=True, slots=True)
class Riddle(Shape):
    """A shape that nobody has heard of."""


def with_row(**changed: Any) -> OrderTable[Any, Any, Any]:
    """The table of Lions, its section `retreat` made another."""
    rows = tuple(replace(row, **changed) if row.key == "retreat" else row for row in LIONS.rows)
    return replace(LIONS, rows=rows)


def wrong(shape: Shape) -> dict[str, Any]:
    return {"shape": shape}


SLIPS: dict[str, dict[str, Any]] = {
    "section 'retreat' has no rule": {"rule": ""},
    "section 'retreat' has no example": {"example": None},
    "section 'retreat' has no echo": {"echo": None},
    "section 'retreat' has no heading": {"heading": ""},
    "section 'retreat' has no meaning": wrong(Text()),
    "section 'retreat' has a shape that no judge knows: Riddle": wrong(List("Where to", Riddle())),
    "section 'retreat' takes a sort of name that no judge knows: port": wrong(
        List("Where to", Keys("One", {"at": Ref("A port", name="place", sort="port")}))),
    "section 'retreat' means 'harbour', which is not defined": wrong(List("Where to", Ref(name="harbour"))),
    "section 'retreat' needs 'to', which it does not have": wrong(Keys("Where to", {"at": Text("A place")}, need="to")),
    "section 'retreat' belongs to a step 'winter' that no turn has": {"steps": ("winter",)},
    "two sections answer 'gauge'": {"topics": ("gauge",)},
    "section 'fire' stands twice": {"key": "fire"},
    "section 'phase' belongs to the head": {"key": "phase"},
    "'heaven' is shown under a heading and is no section": {"shows": ("heaven",)},
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_table_with_a_slip_cannot_be_made(slip: str) -> None:
    with pytest.raises(TableError) as refused:
        with_row(**SLIPS[slip])
    assert slip in str(refused.value).removeprefix("orders-lions: ").split("; ")


def test_a_table_without_a_file_of_examples_needs_one_in_each_row() -> None:
    with pytest.raises(TableError, match="section 'retreat' has no story"):
        replace(LIONS, examples=None)


def test_a_section_without_an_example_and_an_example_of_no_section_are_slips() -> None:
    rows = tuple(replace(row, key="refund") if row.key == "spend" else row for row in LIONS.rows)
    rows = tuple(replace(row, shows=("refund", *row.shows[1:])) if "spend" in row.shows else row for row in rows)
    with pytest.raises(TableError, match="sections and examples do not match: refund, spend"):
        _ = replace(LIONS, rows=rows).stories


def test_every_slip_of_a_table_is_told_at_once() -> None:
    with pytest.raises(TableError) as refused:
        with_row(rule="", example=None, echo=None)
    assert str(refused.value) == (
        "orders-lions: section 'retreat' has no rule; section 'retreat' has no example; section 'retreat' has no echo"
    )


def test_a_condition_takes_names_that_somebody_judges() -> None:
    with pytest.raises(TableError, match="condition 'held' takes a sort of name that no judge knows: port"):
        replace(LIONS, conditions={**LIONS.conditions, "held": Ref("A port", name="place", sort="port")})


def test_a_row_needs_no_words_of_its_own_for_nothing() -> None:
    def lines(_: Any) -> Iterator[str]:
        yield "a line"

    row: Row[Any, Any] = Row(key="x", rule=NO_RULE, shape=Text("A word"), talk=lines)
    assert (row.lasting, row.all_topics, row.in_season("any")) == (False, (), True)
