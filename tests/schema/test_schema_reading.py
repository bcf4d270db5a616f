"""A file read by its schema: typed values, every fault at once, each with place, words, rule and hint."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pbem.base.errors import BadInput, Fault, Kind
from pbem.schema import convert, document, nearest, one_of, read_as, read_document, schema_of
from pbem.strict_yaml import read

MOVE: dict[str, Any] = {
    "type": "object",
    "title": "move",
    "description": "A ship sails",
    "x-rule": "5.1",
    "properties": {
        "ship": {"type": "string", "description": "The ship"},
        "to": {
            "type": "string",
            "title": "square",
            "description": "Where to. Squares are a letter and a number",
            "pattern": "^[A-Z][0-9]{1,2}$",
            "x-rule": "5.2",
            "examples": ["C4"],
        },
        "speed": {"type": "integer", "description": "How fast", "minimum": 0, "maximum": 3, "default": 1},
    },
    "required": ["ship", "to"],
    "additionalProperties": False,
}
ORDERS: dict[str, Any] = {
    "type": "object",
    "title": "battle orders",
    "description": "Orders of a fleet",
    "properties": {
        "pbem": {"$ref": "orders.schema.json#/properties/pbem"},
        "ready": {"type": "boolean", "description": "Whether the fleet is ready", "default": False},
        "ships": {
            "type": "array",
            "description": "Ships in line",
            "minItems": 1,
            "maxItems": 3,
            "uniqueItems": True,
            "items": {"type": "string", "description": "A ship", "minLength": 2, "maxLength": 9},
        },
        "orders": {
            "type": "array",
            "description": "What is ordered",
            "items": {
                "oneOf": [
                    {
                        "type": "object",
                        "description": "Sail",
                        "properties": {"move": {"$ref": "#/$defs/move"}},
                        "required": ["move"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "description": "Shoot",
                        "properties": {
                            "fire": {
                                "type": "string",
                                "title": "way to fire",
                                "description": "How to fire",
                                "enum": ["broadside", "rake", "hold"],
                                "x-rule": "5.3",
                            }
                        },
                        "required": ["fire"],
                        "additionalProperties": False,
                    },
                ]
            },
        },
        "signal": {
            "description": "A number of a flag, true for any, or all",
            "oneOf": [
                {"type": "integer", "minimum": 1},
                {"type": "boolean"},
                {"type": "string", "enum": ["all"]},
                {"type": "array", "items": {"type": "integer"}},
            ],
        },
        "plans": {
            "type": "array",
            "description": "Known by the word of one key",
            "x-unique-by": "fleet",
            "items": {
                "title": "plan",
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {
                            "plan": {"type": "string", "const": word},
                            "fleet": {"type": "string"},
                            word: {"type": "integer"},
                        },
                        "required": ["plan"],
                        "additionalProperties": False,
                    }
                    for word in ("raid", "siege")
                ],
            },
        },
        "notes": {"type": "object", "description": "Free", "properties": {}, "additionalProperties": True},
        "guns": {
            "type": "object",
            "description": "Guns by ship",
            "properties": {},
            "additionalProperties": {"type": "integer", "minimum": 0},
        },
    },
    "required": ["pbem"],
    "additionalProperties": False,
    "$defs": {"move": MOVE},
}
SCHEMA = schema_of(ORDERS)


def faults(body: str, schema: dict[str, Any] | None = None) -> list[Fault]:
    """The faults of an order file with this body, its header on line 1."""
    with pytest.raises(BadInput) as caught:
        read_as(schema_of(schema) if schema else SCHEMA, f"pbem: orders/1\n{body}", "red.yaml")
    return list(caught.value.faults)


def test_values_have_the_types_of_the_schema() -> None:
    body = "orders:\n  - move: {ship: ajax, to: C4}\n  - fire: rake\nsignal: 3\nguns: {ajax: 74}\n"
    assert read_as(SCHEMA, f"pbem: orders/1\nready: true\n{body}") == {
        "pbem": "orders/1",
        "ready": True,
        "orders": [{"move": {"ship": "ajax", "to": "C4", "speed": 1}}, {"fire": "rake"}],
        "signal": 3,
        "guns": {"ajax": 74},
    }


@pytest.mark.parametrize(("text", "value"), [("7", 7), ("true", True), ("all", "all"), ("[1, 2]", [1, 2])])
def test_one_of_several_shapes_is_known_by_how_it_is_written(text: str, value: Any) -> None:
    assert read_as(SCHEMA, f"pbem: orders/1\nsignal: {text}\n")["signal"] == value


def test_what_the_schema_leaves_free_stays_text() -> None:
    found = read_as(SCHEMA, "pbem: orders/1\nnotes: {wind: 3, gale: no, list: [1, true]}\n")
    assert found["notes"] == {"wind": "3", "gale": "no", "list": ["1", "true"]}


def test_a_reference_may_point_into_a_list_of_alternatives() -> None:
    raw = copy.deepcopy(ORDERS)
    raw["properties"]["reserve"] = {"$ref": "#/properties/orders/items/oneOf/1", "description": "Shots kept back"}
    assert read_as(schema_of(raw), "pbem: orders/1\nreserve: {fire: hold}\n")["reserve"] == {"fire": "hold"}


def test_a_default_belongs_to_each_reader_alone() -> None:
    raw = copy.deepcopy(ORDERS)
    raw["properties"]["ships"]["default"] = ["ajax"]
    schema = schema_of(raw)
    read_as(schema, "pbem: orders/1\n")["ships"].append("ceres")
    assert read_as(schema, "pbem: orders/1\n")["ships"] == ["ajax"]


@pytest.mark.parametrize("text", ["0", "7", "-3", "999999999", "-0"])
def test_3_14_an_integer_is_at_most_nine_digits(text: str) -> None:
    schema = schema_of({"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": False})
    assert read_as(schema, f"n: {text}\n") == {"n": int(text)}


@pytest.mark.parametrize("text", ["007", "+3", "1.0", "1e3", "0x10", "1_000", "1234567890", "three", "٣", "' 3'"])
def test_3_14_nothing_else_is_an_integer(text: str) -> None:
    (only,) = faults(f"guns: {{ajax: {text}}}\n")
    assert only.message.endswith("is no whole number")
    assert only.hint.startswith("a whole number, 0 or more")


@pytest.mark.parametrize("text", ["yes", "True", "on", "1", "TRUE"])
def test_3_14_only_true_and_false_are_truth(text: str) -> None:
    (only,) = faults(f"ready: {text}\n")
    assert (only.message, only.hint) == (f"'{text}' is neither true nor false", "true or false")


#: body -> line, column, width, message, hint, rule, kind
ONE_FAULT: dict[str, tuple[int, int, int, str, str, str, Kind]] = {
    "orders:\n  - fire: broadsides\n": (
        3, 11, 10, "'broadsides' is no way to fire", "one of broadside, rake, hold; did you mean broadside?", "5.3",
        Kind.UNKNOWN,
    ),
    "orders:\n  - move: {ship: ajax, to: c4}\n": (
        3, 28, 2, "'c4' is no square", "where to, such as C4", "5.2", Kind.MALFORMED,
    ),
    "orders:\n  - move: {ship: ajax, to: C4, speed: 9}\n": (
        3, 39, 1, "'9' is too high for 'speed'", "a whole number from 0 to 3", "5.1", Kind.MALFORMED,
    ),
    "orders:\n  - move: {ship: ajax}\n": (
        3, 11, 1, "'to' is missing in 'move'", "add 'to: C4' (where to)", "5.2", Kind.MALFORMED,
    ),
    "orders:\n  - move: {ship: ajax, to: C4, sped: 1}\n": (
        3, 32, 4, "'sped' is no key here", "did you mean speed?", "5.1", Kind.UNKNOWN,
    ),
    "orders:\n  - move: {shp: ajax, to: C4}\n": (
        3, 12, 3, "'shp' is no key here", "did you mean ship?", "5.1", Kind.UNKNOWN,
    ),
    "orders:\n  - move: x\n": (
        3, 11, 1, "'move' is the text 'x'", "it should be a mapping with ship, to", "5.1", Kind.MALFORMED,
    ),
    "orders:\n  - move: ship\n": (
        3, 11, 4, "'move' is the text 'ship'", "write {ship: ...}", "5.1", Kind.MALFORMED,
    ),
    "orders: {}\n": (2, 9, 1, "'orders' is a mapping", "it should be a list", "", Kind.MALFORMED),
    "orders:\n  - fier: rake\n": (
        3, 5, 4, "'fier' is no key here", "one of move, fire; did you mean fire?", "", Kind.UNKNOWN,
    ),
    "orders:\n  - {fire: rake, move: x}\n": (
        3, 18, 4, "'fire' and 'move' stand in one entry", "give each an entry of its own", "", Kind.AMBIGUOUS,
    ),
    "orders: [{}]\n": (2, 10, 1, "an entry of 'orders' is empty", "one of move, fire", "", Kind.MALFORMED),
    "ships: []\n": (2, 8, 1, "'ships' has too few entries: 0", "at least 1 are needed", "", Kind.MALFORMED),
    "ships: [aa, bb, cc, dd]\n": (
        2, 21, 2, "'ships' has too many entries: 4", "at most 3 may stand", "", Kind.MALFORMED,
    ),
    "ships: [aa, bb, aa]\n": (
        2, 17, 2, "'aa' stands twice in 'ships'", "it stands on line 2 already", "", Kind.AMBIGUOUS,
    ),
    "ships: [a]\n": (
        2, 9, 1, "'a' is too short for an entry of 'ships'", "from 2 to 9 characters", "", Kind.MALFORMED,
    ),
    "signal: 0\n": (2, 9, 1, "'0' is too low for 'signal'", "a whole number, 1 or more", "", Kind.MALFORMED),
    "signal: none\n": (2, 9, 4, "'none' is not allowed for 'signal'", "write all", "", Kind.UNKNOWN),
    "plans: [{fleet: red}]\n": (
        2, 9, 1, "'plan' is missing in an entry of 'plans'", "one of raid, siege", "", Kind.MALFORMED,
    ),
    "plans: [{plan: seige}]\n": (
        2, 16, 5, "'seige' is no plan", "one of raid, siege; did you mean siege?", "", Kind.UNKNOWN,
    ),
    "plans: [{plan: raid, siege: 3}]\n": (
        2, 22, 5, "'siege' is no key here", "the keys here: plan, fleet, raid", "", Kind.UNKNOWN,
    ),
    "fire: rake\n": (
        2, 1, 4, "'fire' is no key here", "it belongs one level deeper, in 'orders'", "", Kind.UNKNOWN,
    ),
    "plans:\n  - {plan: raid, fleet: red}\n  - {plan: siege, fleet: red}\n": (
        4, 26, 3, "fleet 'red' stands twice in 'plans'", "it stands on line 3 already", "", Kind.AMBIGUOUS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", ONE_FAULT)
def test_a_fault_says_where_what_why_and_what_to_do(body: str) -> None:
    (only,) = faults(body)
    said = (only.line, only.column, only.width, only.message, only.hint, only.rule, only.kind)
    assert said == ONE_FAULT[body]
    assert only.excerpt == f"pbem: orders/1\n{body}".split("\n")[only.line - 1]
    assert only.file == "red.yaml"


def test_every_fault_of_form_and_shape_is_told_in_one_go() -> None:
    body = "orders:\n  - fire: broadsides\n  - move: {ship: ~, to: c4}\nready: maybe\nready: true\nextra: x\nsignal:\n"
    assert [(fault.line, fault.message) for fault in faults(body)] == [
        (3, "'broadsides' is no way to fire"),
        (4, "'~' needs quotes"),
        (4, "'c4' is no square"),
        (5, "'maybe' is neither true nor false"),
        (6, "duplicate key 'ready'"),
        (7, "'extra' is no key here"),
        (8, "an empty value needs quotes"),
    ]


def test_one_mistake_is_one_fault_a_bad_key_is_not_missing_as_well() -> None:
    assert [fault.message for fault in faults("orders:\n  - move: {Ship: ajax, to: C4}\n")] == ["bad key 'Ship'"]
    tab = "orders:\n  - move: {ship:\tajax, to: c4}\n"
    assert [fault.message for fault in faults(tab)] == ["forbidden character U+0009 at offset 39"]


def test_the_header_of_another_file_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        read_as("lock", "pbem: orders/1\n")
    messages = [fault.message for fault in caught.value.faults]
    assert "'orders/1' is no header of this file" in messages
    assert "'charter' is missing" in messages


def test_a_file_that_is_no_mapping_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        read_as("orders", "- a\n")
    assert caught.value.faults[0].message == "the file is a list"


DOC = read_document(
    SCHEMA, "pbem: orders/1\norders:\n  - move: {ship: ajax, to: C4}\n  - fire: rake\nnotes: {wind: 3}\n", "red.yaml"
)


def test_a_value_remembers_its_place() -> None:
    assert DOC.place(("orders", 0, "move", "to")) == (3, 28, "  - move: {ship: ajax, to: C4}")
    assert DOC.place(("orders", 1, "fire")) == (4, 11, "  - fire: rake")
    assert DOC.place("orders") == (2, 1, "orders:")
    assert DOC.place(("notes", "wind")) == (5, 15, "notes: {wind: 3}")


def test_a_value_that_is_not_written_is_placed_by_what_should_hold_it() -> None:
    assert DOC.place(("orders", 0, "move", "speed")) == (3, 5, "  - move: {ship: ajax, to: C4}")
    assert DOC.place("ready")[:2] == (1, 1)
    assert DOC.place(("orders", 7, "fire"))[:2] == (2, 1)


def test_a_fault_of_no_file_names_none() -> None:
    assert Fault("the game is paused", hint="'pbem resume'").render() == (
        "pbem: error: the game is paused\npbem: hint: 'pbem resume'"
    )
    assert Fault("is empty", file="a.yaml").render() == "pbem: error: a.yaml: is empty"
    assert Fault("'x' is no ship", line=3).render() == "pbem: error: input:3: 'x' is no ship"


def test_a_later_check_blames_a_value_under_the_rule_of_its_schema() -> None:
    fault = DOC.fault(("orders", 0, "move", "to"), "'C4' is land", hint="ships sail", kind=Kind.ILLEGAL)
    assert fault.render() == (
        "pbem: error: red.yaml:3:28: 'C4' is land (rule 5.2)\n"
        "    3 |   - move: {ship: ajax, to: C4}\n"
        "      |                            ^^\n"
        "pbem: hint: ships sail"
    )
    assert DOC.fault(("orders", 0, "move", "ship"), "'ajax' is sunk").rule == "5.1"
    assert DOC.fault(("orders", 1, "fire"), "no guns", rule="9.9").rule == "9.9"
    assert DOC.fault(("orders", 1, "fire"), "no guns", at_key=True).column == 5


def test_parts_are_documents_with_their_own_paths() -> None:
    move, fire = DOC.parts("orders")
    assert move["move"]["speed"] == 1
    assert "fire" in fire
    assert fire.get("move") is None
    assert fire.fault("fire", "no guns").rule == "5.3"
    assert move.part("move").fault("speed", "too fast").rule == "5.1"
    assert [part.value for part in DOC.part(("orders", 0)).part("move").parts()] == ["ajax", "C4", 1]
    assert DOC.part("notes").fault("wind", "no wind").line == 5
    assert DOC.file == "red.yaml"


def test_convert_gathers_for_callers_who_have_more_to_say() -> None:
    gathered = [Fault("before")]
    value = convert(SCHEMA, read("pbem: orders/1\nships: [a]\nready: x\n"), gathered)
    assert gathered[0].message == "before"
    assert len(gathered) == 3
    assert value["pbem"] == "orders/1"


def test_words_for_hints_are_there_for_the_games() -> None:
    assert nearest("vernom", ["vernon", "torres"]) == "vernon"
    assert nearest("xyz", ["vernon"]) == ""
    assert one_of(["a", "b"], "x") == "one of a, b"
    assert one_of(range(20)) == "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 8 more"


def test_a_page_describes_every_field_with_type_need_rule_and_example() -> None:
    page = document(SCHEMA)
    assert page.startswith("# Battle orders\n\nOrders of a fleet\n")
    assert "| `to` | square | yes | Where to. Squares are a letter and a number | 5.2 | `C4` |" in page
    assert "| `speed` | whole number from 0 to 3 | no, `1` | How fast |  |  |" in page
    assert "## `orders[].move`\n" in page
    assert "| `fire` | one of broadside, rake, hold | yes | How to fire | 5.3 |  |" in page
