"""Sections of order files described in data: shapes are read as they are meant, and a slip of the data is told."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest

from pbem.adjudicator.orders.grammar import TableError
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Ref, Truth, Word
from pbem.adjudicator.orders.written.order_form import OrderForm
from pbem.adjudicator.orders.written.shape_reader import ShapeReader, typed
from pbem.base.errors import Kind
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
  raid:
    rule: "1.1"
    shape: {list: Raids, of: {keys: "", of: {if: {conditions: ""}}}}
    echo: raiding
    example: [{if: [{held: 2}]}]
judges:
  - sort: port
    among: [ports, {words: [home]}]
    but: {closed: is closed}
    fits: [number, sea]
    hint: way
    wrong: is no port
"""
PHRASES = "raiding: A raid.\n"


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
    row = form.row("raid")
    assert row.example is not None
    assert row.example(None) == [{"if": [{"held": 2}]}]


def test_conditions_and_sections_are_described_and_used_or_neither(tmp_path: Path) -> None:
    form = described(tmp_path)
    with pytest.raises(TableError, match="described or tested, and not both: held, lost"):
        form.conditions({"lost": lambda look, wanted: True})
    with pytest.raises(TableError, match="described and no rows: raid"):
        form.table(())
    with pytest.raises(TableError, match="no section 'march'"):
        form.row("march")


def echoed(folder: Path, echo: object) -> OrderForm:
    """The form with another echo of its section."""
    form = described(folder)
    form.data = {"sections": {"raid": {**form.data["sections"]["raid"], "echo": echo}}}
    return form


def test_a_section_is_read_back_by_its_phrase_and_by_none(tmp_path: Path) -> None:
    entries: list[dict[str, object]] = [{"if": []}, {"if": []}]
    assert list(described(tmp_path).read_back("raid")(entries)) == ["A raid.", "A raid."]
    parts = echoed(tmp_path, {"here": "raiding"}).read_back("raid")
    assert list(parts({"here": entries[:1], "there": entries})) == ["A raid."]
    assert list(echoed(tmp_path, "none").read_back("raid")(entries)) == []


@pytest.mark.parametrize(("echo", "slip"), [
    ("", "not say how section 'raid' is read back"), ("marching", "no phrase 'marching'"),
    ({"here": "marching"}, "no phrase 'marching'"),
])  # fmt: skip
def test_a_section_that_is_read_back_by_no_phrase_that_there_is_is_a_slip(
    echo: object, slip: str, tmp_path: Path
) -> None:
    with pytest.raises(TableError, match=slip):
        echoed(tmp_path, echo).row("raid")


class Eyes:
    """Eyes on a question that tells numbers."""

    def __init__(self, **told: int) -> None:
        self.told = told

    def number(self, name: str) -> int:
        return self.told.get(name, 0)


def test_the_data_name_opposites_and_the_facts_that_a_condition_looks_at(tmp_path: Path) -> None:
    form = described(tmp_path)
    wants = form.data["conditions"]["held"]
    form.data = {"conditions": {
        "held": wants, "lost": {**wants, "opposite": "held"}, "roll_at_most": {**wants, "facts": ["roll", "die"]},
        "roll_at_least": {**wants, "facts": ["roll"]}}}  # fmt: skip
    form.wants = dict.fromkeys(form.data["conditions"], form.wants["held"])
    known = form.conditions({"held": lambda look, wanted: None if wanted == "9" else wanted == "2"})
    assert [known["lost"].holds(None, wanted) for wanted in ("2", "3", "9")] == [False, True, None]
    assert [known["roll_at_most"].holds(Eyes(die=4), most) for most in (3, 4)] == [False, True]
    assert [known["roll_at_least"].holds(Eyes(roll=4), least) for least in (4, 5)] == [True, False]


def test_a_judge_described_in_data_says_what_is_wrong_with_a_name(tmp_path: Path) -> None:
    hints = {"way": lambda board, text: f"{text} lies inland" if text == "paris" else ""}
    judge = described(tmp_path).judges({}, {"number": lambda board, text: text.isdecimal()}, hints)["port"]
    board = Ports()
    assert [judge(board, "spain", name) for name in ("cadiz", "home", "7", "sea")] == [None] * 4
    wrong = [judge(board, "spain", name) for name in ("toulon", "paris")]
    assert [each and (each.wrong, list(each.names), each.hint, each.kind) for each in wrong] == [
        ("is closed", ["cadiz", "home"], "", Kind.ILLEGAL),
        ("is no port", ["cadiz", "home"], "paris lies inland", Kind.UNKNOWN)]  # fmt: skip


class Ports:
    """A board of ports."""

    ports, closed = MappingProxyType({"cadiz": None}), MappingProxyType({"toulon": None})


def described(folder: Path) -> OrderForm:
    path = folder / "form.yaml"
    path, phrases = folder / "form.yaml", folder / "phrases.yaml"
    path.write_text(f"{DATA}{FORM}file: {{schema: none}}\n")
    phrases.write_text(PHRASES)
    return OrderForm(path, phrases)
