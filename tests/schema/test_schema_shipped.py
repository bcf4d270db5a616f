"""The shipped schemas: sound for every JSON Schema tool, described field by field, and true to the protocol's files."""

from __future__ import annotations

import copy
import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from referencing import Registry, Resource

from pbem.base.errors import BadInput
from pbem.base.resources import shipped
from pbem.schema import SchemaError, document, load, read_as, schema_of
from pbem.schema.shape import Schema, check_whole, resolve, walk
from pbem.strict_yaml import write

#: An ordinary JSON Schema tool; it comes without types.
jsonschema: Any = importlib.import_module("jsonschema")
TOP = Path(__file__).parents[2]
FILES = sorted(shipped("schemas").glob("*.json"), key=lambda path: path.name)
NAMES = [path.name.removesuffix(".schema.json") for path in FILES if path.name.endswith(".schema.json")]
#: The files that the protocol itself defines.
PROTOCOL = ["charter", "charter-2", "lock", "lock-2", "open", "open-2", "orders", "reopen-2", "seen"]


def raw(path: Path) -> Any:
    """The JSON of a schema."""
    return json.loads(path.read_text(encoding="utf-8"))


REGISTRY: Registry[Any] = Registry().with_resources((path.name, Resource.from_contents(raw(path))) for path in FILES)


def validator(name: str) -> Any:
    """An ordinary JSON Schema tool with the same schema."""
    return jsonschema.Draft202012Validator(raw(shipped("schemas") / f"{name}.schema.json"), registry=REGISTRY)


def parts(name: str) -> list[Schema]:
    """Every schema inside a shipped one."""
    return [resolve(each) for each in walk(load(name), set())]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_schema_is_a_json_schema(path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(raw(path))


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_example_is_read_and_accepted_by_other_tools(name: str) -> None:
    check_whole(load(name))
    examples = load(name).examples
    assert examples, "a schema shows a whole file"
    for example in examples:
        value = read_as(name, write(example))
        validator(name).validate(value)
        assert {key: value[key] for key in example} == example


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_each_field_is_one(name: str) -> None:
    for part in parts(name):
        for example in part.examples:
            read_as(holding(part), write({"it": example}))


def holding(part: Schema) -> Schema:
    """A schema of one key whose value has that shape."""
    name, _, pointer = part.where.partition("#")
    end = "" if name.startswith("made-") else ".json" if name == "common" else ".schema.json"
    ref = {"$ref": f"{name}{end}#{pointer}"}
    return schema_of({"type": "object", "properties": {"it": ref}, "required": ["it"], "additionalProperties": False})


@pytest.mark.parametrize("name", PROTOCOL)
def test_every_field_is_described_and_stands_on_its_page(name: str) -> None:
    page = document(load(name))
    for part in parts(name):
        for key, inner in part.properties.items():
            assert resolve(inner).description, f"{part.where}: {key}"
            assert f"| `{key}` | " in page


@pytest.mark.parametrize("name", PROTOCOL)
def test_a_rule_of_the_protocol_is_a_chapter_of_the_published_page(name: str) -> None:
    chapters = re.findall(r"^## (\d+) ", (TOP / "docs" / "protocol.md").read_text(encoding="utf-8"), re.MULTILINE)
    cited = {part.rule for part in parts(name) if part.rule}
    assert cited
    assert {rule.removeprefix("protocol ") for rule in cited} <= set(chapters)


def test_the_files_of_the_sample_phase_are_read(vectors: Any) -> None:
    phase = vectors["sample_phase"]
    charter = read_as("charter", phase["charter"])
    assert (charter["margin_hours"], charter["seats"][1]["seat"]) == (12, "axis")
    for seat, envelope in phase["envelopes"].items():
        lock = read_as("lock", envelope["lock"])
        assert (lock["seat"], lock["seq"], lock["opens"]) == (seat, 1, "657413")
        orders = read_as("orders", envelope["orders_preimage"].split("\n", 2)[2])
        validator("lock").validate(lock)
        validator("orders").validate(orders)
    validator("charter").validate(charter)


SPOILT = {
    "lock": [
        ("attempt: 1", "attempt: 0", "'0' is too low for 'attempt'"),
        ("opens: 657413", "opens: later", "'later' is no opening"),
        ("seen: 5 ", "seen: 05 ", "is no ledger head"),
        ("seat: axis", "seat: Axis", "'Axis' is no seat"),
        ("seq: 1\n", "", "'seq' is missing"),
    ],
    "charter": [
        ("tier: beacon", "tier: beakon", "'beakon' is no tier"),
        ("margin_hours: 12", "margin_hours: 12h", "'12h' is no whole number"),
        ("    ssh: ssh-ed25519", "    ssh: ssh-dss", "is no SSH public key"),
        ("lane: mod", "lane: pub", "'pub' is no lane"),
        ("  name: Club Moderator\n", "", "'name' is missing in 'moderator'"),
        ("escrow:", "escro:", "'escro' is no key here"),
    ],
}


@pytest.mark.parametrize(
    ("name", "old", "new", "message"), [(name, *row) for name, rows in SPOILT.items() for row in rows], ids=str
)
def test_a_spoilt_field_is_named_and_refused_by_other_tools_too(
    name: str, old: str, new: str, message: str, vectors: Any
) -> None:
    phase = vectors["sample_phase"]
    text = phase["charter"] if name == "charter" else phase["envelopes"]["axis"]["lock"]
    assert old in text
    with pytest.raises(BadInput) as caught:
        read_as(name, text.replace(old, new, 1))
    (only,) = caught.value.faults
    assert message in only.message
    assert only.rule.startswith("protocol ") or name == "charter"


def test_3_2_a_game_ends_in_six_hex_digits() -> None:
    for game, good in [("jenkins-2026-4f1c9a", True), ("4f1c9a", True), ("jenkins", False), ("a" * 41, False)]:
        text = f"pbem: orders/1\ngame: {game}\nseat: red\nphase: t01\n"
        if good:
            assert read_as("orders", text)["game"] == game
        else:
            with pytest.raises(BadInput):
                read_as("orders", text)


PLAIN: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}


@pytest.mark.parametrize(
    ("keyword", "value", "said"),
    [
        ("minProperties", 1, "unknown for object: minProperties"),
        ("required", ["b"], "required but not described: b"),
        ("type", "number", "type 'number'"),
        ("additionalProperties", None, "say whether additionalProperties are allowed"),
    ],
)
def test_a_schema_of_ours_that_is_wrong_stops_at_load(keyword: str, value: Any, said: str) -> None:
    spoilt = copy.deepcopy(PLAIN) | {keyword: value}
    with pytest.raises(SchemaError, match=re.escape(said)):
        schema_of({key: each for key, each in spoilt.items() if each is not None})


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ({"type": "string", "format": "date"}, "unknown for string: format"),
        ({"type": "integer", "pattern": "^1$"}, "unknown for integer: pattern"),
        ({"type": "string", "pattern": "a"}, "a pattern must hold from ^ to $"),
        ({"type": "string", "pattern": "^a|b$"}, "a pattern must hold from ^ to $"),
        ({"$ref": "#/$defs/nowhere"}, "nothing at #/$defs/nowhere"),
        ({"$ref": "https://elsewhere.example/x"}, "$ref"),
        ({"oneOf": [{"type": "string"}, {"type": "string"}]}, "two alternatives of one shape"),
        ({"oneOf": [PLAIN, PLAIN]}, "has no key of its own"),
        ({"type": "array"}, "not an object"),
    ],
)
def test_a_field_of_ours_that_is_wrong_stops_at_load(field: dict[str, Any], said: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(said)):
        schema_of(PLAIN | {"properties": {"a": field}})


def test_a_schema_that_is_not_shipped_is_ours_to_mend() -> None:
    with pytest.raises(SchemaError, match="there is no schema nowhere"):
        load("nowhere")
    with pytest.raises(SchemaError, match="is no name of a schema"):
        load("../lock")
