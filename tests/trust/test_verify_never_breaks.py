"""Whatever a ledger says under a good signature, `verify` ends in a report and never in a traceback."""

from __future__ import annotations

import json
from typing import Any

import pytest
from honest_game import Entries, check, falsified, honest
from hypothesis import given, settings
from hypothesis import strategies as st
from public_folder import MemoryFolder
from small_game import small_game

from pbem.errors import BadInput

TIERS = ("moderated", "two-step", "beacon")
KINDS = ("ack", "phase", "lock", "locked", "open", "seed", "rolls", "srolls", "report", "reveal", "amend", "timeout")
WORDS = st.sampled_from([
    "", "britain", "france", "t01.plot", "t02.plot", "mod", "side:britain", "pub", "2019-12-30T12:00:00Z", "ab" * 32,
    "9999-12-31T23:59:59Z", "../../etc/passwd", "a/b/c", "x" * 300, "\x00", "½",
])  # fmt: skip
VALUES: st.SearchStrategy[Any] = st.one_of(
    WORDS, st.integers(-(2**53) + 1, 2**53 - 1), st.lists(st.one_of(WORDS, st.integers(-1, 3)), max_size=3),
    st.dictionaries(st.sampled_from(["a", "b"]), WORDS, max_size=2),
)  # fmt: skip
KEYS = st.sampled_from([
    "phase", "attempt", "seat", "seq", "lock", "orders", "locks", "sha256", "lane", "root", "key", "deadline", "round",
    "reveal", "who", "sig", "sigs", "commit", "purpose", "k",
])  # fmt: skip


@st.composite
def strokes(draw: st.DrawFn) -> list[tuple[str, int, str, Any]]:
    """A few strokes of the pen: set a field, drop one, copy a line, take one out."""
    return draw(st.lists(st.tuples(
        st.sampled_from(["set", "set", "set", "drop", "copy", "cut"]), st.integers(0, 30), KEYS, VALUES), min_size=1,
        max_size=4))  # fmt: skip


def apply(entries: Entries, made: list[tuple[str, int, str, Any]]) -> None:
    """The strokes, on whatever lines there are; the first stays a charter, and times stay times."""
    for what, line, key, value in made:
        at = 1 + line % (len(entries) - 1)
        if what == "copy":
            entries.insert(at, json.loads(json.dumps(entries[at])))
        elif what == "cut" and len(entries) > 2:
            del entries[at]
        elif what == "drop" and key != "k":
            entries[at].pop(key, None)
        elif what == "set":
            entries[at][key] = KINDS[line % len(KINDS)] if key == "k" else value


@pytest.mark.parametrize("tier", TIERS)
@settings(max_examples=150)
@given(made=strokes())
def test_any_ledger_gives_a_report(tier: str, made: list[tuple[str, int, str, Any]]) -> None:
    try:
        folder = falsified(honest(tier), small_game(tier), lambda entries: apply(entries, made))
    except BadInput:
        return  # such a line cannot be written at all
    report = check(folder)
    assert report.game
    assert json.dumps(report.as_json())
    for fault in report.faults:
        assert fault.render()


@settings(max_examples=120)
@given(data=st.data())
def test_files_in_each_others_place_give_a_report(data: st.DataObject) -> None:
    folder = honest(data.draw(st.sampled_from(TIERS)))
    names = st.sampled_from(folder.names)
    one, other = data.draw(names), data.draw(names)
    swapped = MemoryFolder({**folder.files, one: folder.files[other], other: folder.files[one]})
    same = folder.files[one] == folder.files[other]
    copies = {one, other} <= {"checkpoint", f"checkpoints/{folder.files['checkpoint'].split()[1].decode()}"}
    assert check(swapped).ok == (same or copies)
