"""PROTOCOL 3.7: from key and label to faces."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.dice_spec import WIDEST, check_spec, read_spec
from pbem.base.errors import BadInput
from pbem.trust.dice.dice import Dice, KeyedHash, below, roll
from pbem.trust.dice.explain import explain

ROLLS = VECTORS["dice"]["rolls"]
KEY = bytes(range(32))

keys = st.binary(min_size=32, max_size=32)
dice_specs = st.tuples(st.integers(1, 120), st.one_of(st.integers(2, 300), st.integers(2, WIDEST)))
draw_specs = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n)))
specs = st.one_of(dice_specs.map(lambda s: f"{s[0]}d{s[1]}"), draw_specs.map(lambda s: f"draw:{s[0]}of{s[1]}"))


def name_of(vector: Any) -> str:
    return f"{vector.get('lane_of', '')} {vector['label']} {vector['spec']}".strip()


def stream(key: bytes, label: str, spec: str) -> Iterator[int]:
    """The stream as the protocol words it, by the library's plain HMAC."""
    for block in range(10_000):
        yield from hmac.new(key, f"pbem-roll/1 {label} {spec} {block}".encode(), "sha256").digest()


def plain_roll(key: bytes, label: str, spec: str) -> tuple[int, ...]:
    """A roll worked out word for word from the protocol, with nothing of ours but `below`."""
    source = stream(key, label, spec)
    if "d" in spec.removeprefix("draw:"):
        count, size = map(int, spec.split("d"))
        return tuple(below(size, source) + 1 for _ in range(count))
    count, size = map(int, spec.removeprefix("draw:").split("of"))
    deck = list(range(size))
    for i in range(count):
        j = i + below(size - i, source)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck[:count])


@pytest.mark.parametrize("vector", ROLLS, ids=name_of)
def test_3_7_a_published_roll_comes_out(vector: Any) -> None:
    key = bytes.fromhex(vector["key"])
    assert list(roll(key, vector["label"], vector["spec"])) == vector["result"]
    assert list(Dice(key).roll(vector["label"], vector["spec"])) == vector["result"]


@pytest.mark.parametrize("vector", ROLLS, ids=name_of)
def test_3_7_a_published_roll_is_explained_from_its_first_block(vector: Any) -> None:
    explained = explain(vector["label"], vector["spec"], bytes.fromhex(vector["key"]))
    assert list(explained.values) == vector["result"]
    assert explained.blocks[0].hex == vector["block0"]
    assert explained.blocks[0].message == f"pbem-roll/1 {vector['label']} {vector['spec']} 0"


@pytest.mark.parametrize("vector", VECTORS["dice"]["bad_rolls"], ids=name_of)
def test_3_7_a_published_bad_roll_is_refused(vector: Any) -> None:
    for attempt in (lambda: roll(KEY, **vector), lambda: Dice(KEY).roll(**vector), lambda: explain(**vector, key=KEY)):
        with pytest.raises(BadInput):
            attempt()


@pytest.mark.parametrize("vector", VECTORS["dice"]["mapping"], ids=lambda v: v["why"])
def test_3_7_bytes_are_mapped_by_rejection(vector: Any) -> None:
    source = iter(bytes.fromhex(vector["bytes"]))
    assert [below(vector["below"], source) for _ in vector["result"]] == vector["result"]
    assert all(byte >= 256 // vector["below"] * vector["below"] for byte in source)


@given(keys, specs)
def test_3_7_the_fast_road_and_the_plain_one_meet(key: bytes, spec: str) -> None:
    expected = plain_roll(key, "combat/3417/n1", spec)
    assert Dice(key).roll("combat/3417/n1", spec) == roll(key, "combat/3417/n1", spec) == expected
    assert explain("combat/3417/n1", spec, key).values == expected


@given(keys, specs)
def test_3_7_a_roll_has_the_values_its_spec_promises(key: bytes, spec: str) -> None:
    values = roll(key, "x", spec)
    assert read_spec(spec).fits(values)
    assert not read_spec(spec).fits(values[1:])
    assert not read_spec(spec).fits((*values[1:], WIDEST + 1))


@pytest.mark.parametrize("spec", ["1d2", "999d65536", "draw:1of1", "draw:65536of65536", "draw:1of65536"])
def test_3_7_the_outermost_rolls_are_possible(spec: str) -> None:
    assert read_spec(spec).fits(roll(KEY, "x", spec))


@pytest.mark.parametrize("spec", [
    "0d6", "1d1", "1d0", "d6", "1000d6", "1d65537", "1d06", "1d6 ", " 1d6", "1d6\n", "１d6", "1d６", "-1d6", "1d",
    "2x6", "", "draw:0of1", "draw:1of0", "draw:2of1", "draw:1of65537", "draw:01of2", "draw:1of2\n", "draw: 1of2",
    "Draw:1of2", "draw:",
])  # fmt: skip
def test_3_7_everything_else_is_nothing_to_roll(spec: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_spec(spec)
    assert refused.value.faults[0].hint


@pytest.mark.parametrize("key", [b"", KEY[:31], KEY + b"\x00"])
def test_3_7_a_key_has_32_bytes(key: bytes) -> None:
    with pytest.raises(BadInput, match=f"a key of {len(key)} bytes"):
        roll(key, "x", "1d6")


@given(keys, st.binary(max_size=200), st.binary(max_size=80))
def test_3_7_the_cached_pads_are_hmac_sha256(key: bytes, prefix: bytes, message: bytes) -> None:
    assert KeyedHash(key, prefix).digest(message) == hmac.digest(key, prefix + message, "sha256")


def test_3_8_neither_the_order_nor_rolls_besides_move_a_die() -> None:
    labels = [f"combat/{n}" for n in range(50)]
    forwards, backwards = Dice(KEY), Dice(KEY)
    backwards.roll("weather", "3d100")
    there = {label: forwards.roll(label, "2d6") for label in labels}
    back = {label: backwards.roll(label, "2d6") for label in reversed(labels)}
    assert there == back
    assert len(set(there.values())) > 10


@pytest.mark.parametrize("again", ["2d6", "1d6", "draw:1of2"])
def test_3_8_a_label_is_rolled_once_whatever_is_rolled(again: str) -> None:
    dice = Dice(KEY)
    dice.roll("combat/3417", "2d6")
    with pytest.raises(BadInput, match="label 'combat/3417' is rolled twice"):
        dice.roll("combat/3417", again)
    assert dice.log_lines() == [f"combat/3417 2d6 {','.join(map(str, roll(KEY, 'combat/3417', '2d6')))}"]


def test_3_8_a_refused_roll_leaves_its_label_free() -> None:
    dice = Dice(KEY)
    with pytest.raises(BadInput):
        dice.roll("combat/3417", "2d1")
    assert dice.roll("combat/3417", "2d6") == roll(KEY, "combat/3417", "2d6")


@given(keys, specs)
def test_3_7_an_explanation_accounts_for_every_byte(key: bytes, spec: str) -> None:
    explained = explain("x/1", spec, key)
    tape = "".join(block.hex for block in explained.blocks)
    position = 0
    for step in explained.steps:
        assert step.start == position
        assert step.read == tape[2 * position : 2 * position + len(step.read)]
        assert all(word >= step.limit for word in step.skipped)
        assert step.kept is None or step.kept < step.limit
        assert step.number == (step.kept or 0) % step.size
        position += len(step.read) // 2
    assert 32 * (len(explained.blocks) - 1) < position <= 32 * len(explained.blocks) or not explained.blocks


def test_3_7_an_explanation_reads_like_the_worked_vector() -> None:
    key = bytes.fromhex(VECTORS["dice"]["seeds"][0]["key"])
    explained = asdict(explain("combat/3417/n1", "2d6", key))
    assert explained["values"] == (6, 2)
    assert explained["steps"] == (
        {"size": 6, "limit": 252, "start": 0, "read": "23", "skipped": (), "kept": 0x23, "number": 5},
        {"size": 6, "limit": 252, "start": 1, "read": "d3", "skipped": (), "kept": 0xD3, "number": 1},
    )
