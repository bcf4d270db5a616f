"""PROTOCOL 3.8: labels."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.base.errors import BadInput
from pbem.trust.dice.labels import check_label, label

#: Narrow on purpose, so that two draws meet often enough to collide if they can.
kinds = st.sampled_from(["a", "a-b", "combat", "n1"])
members = st.sampled_from(["a", "b", "a.b", "a_b", "3417", "n", "1n1", "na"])
parts = st.one_of(members, st.frozensets(members, min_size=1, max_size=3))
counters = st.none() | st.integers(1, 3)
arguments = st.tuples(kinds, st.lists(parts, max_size=4).map(tuple), counters)


def canonical(part: str | frozenset[str]) -> frozenset[str]:
    """A set of one is its one member."""
    return frozenset([part]) if isinstance(part, str) else part


@given(arguments, arguments)
def test_3_8_other_arguments_other_label(one: Any, other: Any) -> None:
    same = (one[0], [*map(canonical, one[1])], one[2]) == (other[0], [*map(canonical, other[1])], other[2])
    assert (label(one[0], *one[1], n=one[2]) == label(other[0], *other[1], n=other[2])) == same


@given(arguments)
def test_3_8_every_label_built_is_a_label(built: Any) -> None:
    check_label(label(built[0], *built[1], n=built[2]))


@given(st.text(max_size=12), st.lists(st.text(max_size=8), max_size=3))
def test_3_8_whatever_is_put_together_is_a_label_or_refused(kind: str, words: list[str]) -> None:
    try:
        built = label(kind, *words)
    except BadInput:
        return
    assert built == "/".join([kind, *words])
    assert re.fullmatch(r"[a-z][a-z0-9-]*(/[a-z0-9][a-z0-9._-]*)*", built, re.ASCII)


def test_3_8_the_protocols_own_labels_are_built() -> None:
    assert label("combat", "3417", n=1) == "combat/3417/n1"
    assert label("combat", {"3418", "3417"}, "r2", "att") == "combat/3417+3418/r2/att"
    assert label("weather") == "weather"


def test_3_8_a_set_of_one_is_its_member() -> None:
    assert label("combat", {"7a"}) == label("combat", "7a") == "combat/7a"


@pytest.mark.parametrize("part", ["", "A", "a b", "a/b", "a+b", "n1", "n007", "-a", "é", "a\n", "x" * 41])
def test_3_8_a_name_that_does_not_fit_is_refused_and_never_mended(part: str) -> None:
    for given_as in (part, {part}, {part, "b"}):
        with pytest.raises(BadInput):
            label("combat", given_as)


@pytest.mark.parametrize("n", [0, -1])
def test_3_8_occurrences_are_counted_from_1(n: int) -> None:
    with pytest.raises(BadInput, match="is no counter"):
        label("combat", n=n)


def test_3_8_a_part_may_not_be_an_empty_set() -> None:
    with pytest.raises(BadInput, match="is empty"):
        label("combat", frozenset())


def test_3_8_a_label_has_at_most_7_parts_and_120_characters() -> None:
    assert label("k", *"abcdefg") == "k/a/b/c/d/e/f/g"
    for too_much in (("a", "b", "c", "d", "e", "f", "g", "h"), ("a" * 40, "b" * 40, "c" * 40)):
        with pytest.raises(BadInput, match="is no label"):
            label("k", *too_much)


@pytest.mark.parametrize("length", [119, 120, 121])
def test_3_8_the_120th_character_is_the_last(length: int) -> None:
    text = "/".join(["kind", "a" * 40, "b" * 40, "c" * (length - 87)])
    assert len(text) == length
    if length <= 120:
        check_label(text)
    else:
        with pytest.raises(BadInput):
            check_label(text)


@pytest.mark.parametrize("text", ["a\n", "a/b\n", "a/", "a//b", "A", "1", "-a", "a" * 17, "a/" + "b" * 41, "a/+b", "ª"])
def test_3_8_what_breaks_the_grammar_is_no_label(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_label(text)
    assert refused.value.faults[0].rule == "PROTOCOL 3.8"


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_3_8_a_counter_never_looks_like_another_labels_part(number: int, other: int) -> None:
    assume(number != other)
    assert label("a", "b", n=number + 1) != label("a", "b", n=other + 1)
    with pytest.raises(BadInput):
        label("a", "b", f"n{number}")
