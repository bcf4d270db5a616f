"""Sections of order files described in data: shapes are read as they are meant, and a slip of the data is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.orders.grammar import TableError
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Ref, Truth, Word
from pbem.adjudicator.orders.written.order_form import OrderForm
from pbem.adjudicator.orders.written.shape_reader import ShapeReader, typed
from pbem.strict_yaml import gather_shipped, plain

DATA = """\
kinds:
  port: {name: place, sort: port, offers: ports}
  ports: {list: {port: A port}}
parts:
  least: {number: At least, from: 1, to: 9, eg: 2}
groups:
  timing: {until: $least, once: {truth: Once}}
"""
FORM = """\
names:
  place: {text: A place, eg: cadiz}
conditions:
  held: {wants: {number: You hold so many, from: 1, to: 9}, unmet: "you hold fewer than {0}"}
sections:
  raid: {rule: "1.1", shape: {list: Raids, of: {keys: "", of: {if: {conditions: ""}}}}, example: [{if: [{held: 2}]}]}
"""


def read(text: str) -> object:
    node = gather_shipped(text.encode(), "form").node
    assert node is not None
    return plain(node)


def reader() -> ShapeReader:
    data = read(DATA)
    assert isinstance(data, dict)
    return ShapeReader(data)


def test_the_first_word_of_a_shape_says_which_it_is() -> None:
    it = reader()
    assert it.shape({"port": "Where"}) == Ref("Where", name="place", sort="port", offers="ports")
    assert it.shape({"port": "Where", "offers": "havens"}) == Ref("Where", name="place", sort="port", offers="havens")
    assert it.shape({"ports": "Ways"}) == List("Ways", Ref("A port", name="place", sort="port", offers="ports"))
    assert it.shape({"one_of": "How", "of": ["far", "near"], "rule": "1.2"}) == Word("How", ("far", "near"), rule="1.2")


def test_a_part_and_a_group_stand_for_what_they_describe() -> None:
    one = reader().shape({"keys": "One", "of": [{"at": {"port": "Where"}}, "$timing"], "need": "at"})
    assert isinstance(one, Keys)
    assert list(one.of) == ["at", "until", "once"]
    assert one.of["until"] == Number("At least", 1, 9, eg=2)


def test_values_are_typed_by_their_shapes() -> None:
    shape = Either("", (Just("Any", "any"), List("", Keys("", {"number": Number("", 1, 9), "all": Truth("")}))))
    assert typed(shape, "any") == "any"
    assert typed(shape, [{"number": "3", "all": "true"}]) == [{"number": 3, "all": True}]


@pytest.mark.parametrize(("written", "slip"), [
    ({"harbour": "Where"}, "'harbour: Where' names or lacks 'harbour'"),
    ({"number": "How many", "from": "1"}, "'number: How many' names or lacks 'to'"),
    ({"truth": "Whether", "most": "4"}, "'truth: Whether' says more than its shape has: most"),
    ({"list": "Ports", "of": "$havens"}, "'list: Ports' names or lacks 'havens'"),
])  # fmt: skip
def test_a_slip_of_the_data_is_told_where_it_stands(written: dict[str, str], slip: str) -> None:
    with pytest.raises(TableError) as refused:
        reader().shape(written)
    assert slip in str(refused.value)


def test_an_example_has_numbers_where_its_conditions_want_them(tmp_path: Path) -> None:
    form = described(tmp_path)
    row = form.row("raid", echo=lambda section: ())
    assert row.example is not None
    assert row.example(None) == [{"if": [{"held": 2}]}]


def test_conditions_and_sections_are_described_and_used_or_neither(tmp_path: Path) -> None:
    form = described(tmp_path)
    with pytest.raises(TableError, match="described or tested, and not both: held, lost"):
        form.conditions({"lost": lambda look, wanted: True})
    with pytest.raises(TableError, match="described and no rows: raid"):
        form.table(())
    with pytest.raises(TableError, match="no section 'march'"):
        form.row("march", echo=lambda section: ())


def described(folder: Path) -> OrderForm:
    path = folder / "form.yaml"
    path.write_text(f"{DATA}{FORM}file: {{schema: none}}\n")
    return OrderForm(path)
