"""In the easy forms two quick readers read what the normative parser reads; whatever they cannot read goes to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbem.adjudicator
from pbem.strict_yaml import Node, Reading, gather
from pbem.strict_yaml.easy import read_easily
from pbem.strict_yaml.syntax import EASY, Stream, quick_events
from pbem.strict_yaml.text import open_page
from pbem.strict_yaml.tree import Tree, read_quickly

CASES = Path(__file__).parents[1] / "cases"
FILES = [*sorted(CASES.rglob("*.yaml")), *sorted(Path(pbem.adjudicator.__file__).parent.glob("*/data/*.yaml"))]
WORDS = st.sampled_from([
    "boyne", "5.10", "0117", "2026-11-19T09:00", "a b", "St. Mary's", "x, y", "a - b", "no", "~", "=", "<<", "é",
    "a@b.example", "> 3", "boyne > ogle", "12ss-25", "a:b", "a :b", "(a)", "-1", "- 1", "--", "?", "? a", "a#b", "a #b",
    ".", "...", "", "cruise j*", "a *b", "*a", "a*",
])
QUOTED = st.sampled_from([
    "'2214'", '"2214"', "''", '""', "'a: b'", '"- a"', "'# no'", "'it''s'", '"a\\n"', "'{'", '"]"', "'",
])
SIGNS = st.sampled_from(list(":-#'\"[]{},>|&*!? \n\\~=aé0"))
LEAVES = st.one_of(WORDS, QUOTED)
FLOW = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(st.tuples(LEAVES, st.sampled_from([": ", ":", " : ", ""]), inner), max_size=3).map(
            lambda pairs: f"{{{', '.join(''.join(pair) for pair in pairs)}}}"
        ),
    ),
    max_leaves=6,
)
LINES = st.tuples(
    st.sampled_from(["", "", "  ", "    ", "   ", " "]),
    st.sampled_from(["", "", "", "- ", "-", "- - "]),
    st.sampled_from(["", "a: ", "b1: ", "b_2:", "a:  ", "A: ", "'on': ", "[a]: "]),
    FLOW,
    st.sampled_from(["", "", "", " ", " # why", "# why", "  #", ","]),
).map("".join)
TEXTS = st.lists(LINES, max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


def normative(text: str) -> Reading:
    """What the normative parser says of a text."""
    page = open_page(text, "orders.yaml")
    return Reading(Tree(page, Stream(page.text)).root() if page.readable else None, page)


def quickly(text: str) -> Node | None:
    """What libyaml says of a text in the easy forms; None for all others."""
    page = open_page(text, "orders.yaml")
    return read_quickly(page) if page.readable and EASY.fullmatch(page.text) else None


def easily(text: str) -> Node | None:
    """What our own reader says of a text; None for all that is not in its forms."""
    page = open_page(text, "orders.yaml")
    return read_easily(page) if page.readable else None


def check(text: str) -> None:
    """All parsers read a text alike, or the quick ones leave it to the normative one."""
    ours, quick, easy = normative(text), quickly(text), easily(text)
    assert gather(text, "orders.yaml") == ours
    if quick is not None:
        assert (quick, ours.page.faults) == (ours.node, [])
    if easy is not None:
        assert (easy, ours.page.faults) == (ours.node, [])


@given(TEXTS)
def test_3_14_what_libyaml_reads_the_normative_parser_reads_alike(text: str) -> None:
    check(text)


@given(st.sampled_from(FILES), st.integers(0, 1 << 30), SIGNS, st.integers(0, 2))
def test_3_14_one_changed_sign_changes_both_readings_alike(path: Path, at: int, sign: str, gone: int) -> None:
    text = path.read_text(encoding="utf-8")[:3000]
    at %= len(text) + 1
    check(text[:at] + sign + text[at + gone :])


def test_files_as_people_write_them_are_read_quickly() -> None:
    if quick_events("") is None:
        pytest.skip("PyYAML is built without libyaml")
    cases = [path.read_text(encoding="utf-8") for path in FILES if CASES in path.parents]
    slow = [text for text in cases if quickly(text) is None]
    assert len(slow) * 50 < len(cases), slow[0]


def test_files_as_people_write_them_are_read_without_a_library() -> None:
    cases = [path.read_text(encoding="utf-8") for path in FILES if CASES in path.parents]
    slow = [text for text in cases if easily(text) is None]
    assert len(slow) * 10 < len(cases), slow[0]


@pytest.mark.parametrize(("text", "why"), [
    ("a: 1\na: 2\n", "duplicate key"),
    ("a: ~\n", "needs quotes"),
    ("a: [b\n", "never closed"),
    (f"a: {'[' * 17}{']' * 17}\n", "nested deeper"),
])
def test_a_fault_in_an_easy_form_is_told_by_the_normative_parser(text: str, why: str) -> None:
    assert quickly(text) is None is easily(text)
    assert why in str(gather(text).page.faults[0].message)
