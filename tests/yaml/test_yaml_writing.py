"""What `write` writes, `read` gives back, and an ordinary loader takes each value for the same text."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import BadInput
from pbem.strict_yaml import plain, read, write

WORDS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.sampled_from(
        [
            "no",
            "~",
            "",
            "=",
            "<<",
            "0117",
            "1e5",
            "12:30",
            "a: b",
            "a #b",
            "- x",
            "x:",
            "e\u0301",
            "\u202e",
            "2026-07-03",
            " a",
            "0\x08",
            "a\x7f",
        ]
    ),
)
#: Keys stay as they are; those that an ordinary loader takes for truth or nothing say nothing about the values.
KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).filter(lambda key: yaml.safe_load(key) == key)
VALUES = st.recursive(
    WORDS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)), max_leaves=15
)


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    text = write(value)
    assert plain(read(text)) == value
    assert text.endswith("\n")
    assert not any(line.endswith(" ") for line in text.split("\n"))


@given(VALUES)
def test_an_ordinary_loader_reads_the_same_texts(value: Any) -> None:
    assert yaml.safe_load(write(value)) == value


@given(VALUES)
def test_writing_again_what_was_read_changes_nothing(value: Any) -> None:
    text = write(value)
    assert write(plain(read(text))) == text


def test_block_style_with_short_entries_on_one_line() -> None:
    value = {
        "pbem": "orders/1", "turn": 3, "ready": True, "hex": "0117",
        "orders": [{"attack": {"from": "3516", "units": ["kg-peiper", "12ss-25"]}}, {"hold": "ajax"}],
        "keys": [{"ssh": "ssh-ed25519 " + "A" * 70, "name": "x"}], "none": [], "empty": {},
    }  # fmt: skip
    assert write(value) == (
        'pbem: orders/1\nturn: 3\nready: true\nhex: "0117"\norders:\n'
        '  - attack: {from: "3516", units: [kg-peiper, 12ss-25]}\n  - hold: ajax\n'
        f"keys:\n  - ssh: ssh-ed25519 {'A' * 70}\n    name: x\nnone: []\nempty: {{}}\n"
    )


def test_what_no_file_may_hold_is_written_as_an_escape() -> None:
    assert write({"a": "x\u202ey", "b": "e\u0301", "c": "l1\nl2"}) == 'a: "x\\u202Ey"\nb: "e\\u0301"\nc: "l1\\nl2"\n'


@pytest.mark.parametrize("value", [{"Bad": "x"}, {"a": 1.5}, {"a": None}, {"a": "\ud800"}, {1: "x"}])
def test_what_could_not_be_read_back_is_not_written(value: Any) -> None:
    with pytest.raises(BadInput):
        write(value)
