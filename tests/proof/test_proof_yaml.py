"""The page's YAML reader beside the normative one: it reads what we write, and never takes a text for anything else."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from proof_kit import Node, NodeRefused

from pbem.base.errors import BadInput
from pbem.strict_yaml import plain, read, write

pytestmark = pytest.mark.tools
EXAMPLES = int(os.environ.get("PBEM_PROOF_YAML", "150"))
READ = "text => plainOf(new YamlReader(yamlText(utf8(text), ''), '').document())"
KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
WORDS = st.one_of(
    st.text(st.sampled_from("ab1 -:#'\"{}[],&*!|>%@`?~=\n\\é.<"), max_size=12),
    st.text(max_size=5).filter(str.isprintable),
)  # fmt: skip
VALUES: st.SearchStrategy[Any] = st.recursive(
    WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
PAGES = st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)
SIGNS = (
    " ", "  ", "\n", "\n\n", "\n  ", ":", ": ", "#", " #", "-", "- ", "\n- ", "'", '"', "\\", "{", "}", "[", "]", ",",
    "|", ">", "|\n  ", ">\n  ", "&a ", "*a", "!x ", "~", "? ", "%", "---\n", "...\n", "a", "k: v\n", "\t", "=", "<<",
)  # fmt: skip
STROKES = st.lists(
    st.tuples(st.integers(0, 400), st.sampled_from(["", "cut", "swap"]), st.sampled_from(SIGNS)), max_size=4
)


def ours(text: str) -> Any:
    """What the normative reader takes a text for; None where it refuses."""
    try:
        return [plain(read(text))]
    except BadInput:
        return None


def theirs(node: Node, text: str) -> Any:
    """The same by the page."""
    try:
        return [node.ask(READ, text)]
    except NodeRefused:
        return None


@settings(max_examples=EXAMPLES)
@given(page=PAGES)
def test_3_14_what_our_writer_writes_is_read_alike(node: Node, page: dict[str, Any]) -> None:
    try:
        text = write(page)
    except BadInput:
        return  # half a character
    assert theirs(node, text) == ours(text) == [page]


def stroked(text: str, strokes: list[tuple[int, str, str]]) -> str:
    """A text after a few slips of the pen."""
    for place, what, sign in strokes:
        at = place % (len(text) + 1)
        text = text[:at] + (text[at + 1 :] if what == "cut" else sign + text[at + (what == "swap") :])
    return text


@settings(max_examples=EXAMPLES)
@given(page=PAGES, strokes=STROKES)
@example(page={"a": "b"}, strokes=[(4, "", " #")])
def test_3_14_no_text_is_taken_for_another_than_the_normative_reader_does(
    node: Node, page: dict[str, Any], strokes: list[tuple[int, str, str]]
) -> None:
    try:
        text = stroked(write(page), strokes)
    except BadInput:
        return
    found = theirs(node, text)
    assert found is None or found == ours(text)


@pytest.mark.parametrize("text", [
    "a: b # a comment\n# another\n\nc:\n  - d\n  - e: f\n    g: h\n",
    "a:\n- b\n- c\nd: {e: f, g: [h, 'i', \"j\"]}\n",
    "a: one\n  two\n\n  three\nb: 'it''s'\nc: \"\\u00e9\\n\"\n",
    "a: |\n  one\n    two\n\n  three\nb: >-\n  four\n  five\nc: |+\n  six\n\n",
    "a: [b, c,\n  d]\ne: {f: g,\n  h: i}\n",
    "- a\n- - b\n  - c\n- d: e\n  f: g\n",
    "a: 'one\n  two\n\n  three'\nb: \"one\n  two\"\n",
    "'a': b\n\"c\": d\n",
    "a: http://host/x#y\nb: -1\nc: :d\ne: a?b\n",
], ids=lambda text: text[:12].replace("\n", "/"))  # fmt: skip
def test_3_14_the_ways_charters_are_written_by_hand(node: Node, text: str) -> None:
    assert ours(text) is not None
    assert theirs(node, text) == ours(text)
