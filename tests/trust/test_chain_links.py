"""PROTOCOL 3.3: hash chains."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.primitives.chain import LONGEST, Chain, leads_to, new_chain, step

CHAINS = VECTORS["dice"]["chains"]
TOPS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.parametrize("vector", CHAINS, ids=lambda v: v["who"])
def test_3_3_a_chain_has_the_published_anchor_and_values(vector: Any) -> None:
    chain = Chain(vector["top"], vector["length"])
    assert chain.anchor == vector["anchor"]
    assert {index: chain.value(int(index)) for index in vector["values"]} == vector["values"]


@pytest.mark.parametrize("vector", CHAINS, ids=lambda v: v["who"])
def test_3_3_every_opened_value_leads_to_the_anchor_at_its_own_index_only(vector: Any) -> None:
    for index, value in vector["values"].items():
        assert leads_to(value, int(index), vector["anchor"])
        assert not leads_to(value, int(index) - 1, vector["anchor"])
        assert not leads_to(value, int(index) + 1, vector["anchor"])


@given(TOPS, st.integers(1, 40), st.data())
def test_3_3_a_later_value_leads_to_every_earlier_one(top: str, length: int, data: st.DataObject) -> None:
    chain = Chain(top, length)
    later = data.draw(st.integers(0, length))
    earlier = data.draw(st.integers(0, later))
    assert leads_to(chain.value(later), later - earlier, chain.value(earlier))


def test_3_3_the_anchor_stands_at_index_0_and_the_top_at_the_end() -> None:
    chain = Chain("ab" * 32, 3)
    assert chain.top == "ab" * 32 == chain.value(3)
    assert chain.anchor == step(step(step("ab" * 32)))
    assert leads_to(chain.anchor, 0, chain.anchor)


@pytest.mark.parametrize(("value", "index"), [("AB" * 32, 0), ("ab" * 31, 1), ("", 0), ("ab" * 32 + "\n", 0)])
def test_3_3_what_is_no_lower_case_hash_leads_nowhere(value: str, index: int) -> None:
    assert not leads_to(value, index, value)


@pytest.mark.parametrize("index", [-1, LONGEST + 1, 10**15])
def test_3_3_a_wild_index_is_answered_at_once(index: int) -> None:
    assert not leads_to("ab" * 32, index, "ab" * 32)


@pytest.mark.parametrize("index", [-1, 4])
def test_3_3_a_chain_opens_nothing_beyond_its_ends(index: int) -> None:
    with pytest.raises(BadInput, match=f"has no value {index}"):
        Chain("ab" * 32, 3).value(index)


@pytest.mark.parametrize(("top", "length"), [("AB" * 32, 3), ("ab" * 33, 3), ("ab" * 32, 0), ("ab" * 32, LONGEST + 1)])
def test_3_3_a_chain_needs_a_32_byte_top_and_a_sane_length(top: str, length: int) -> None:
    with pytest.raises(BadInput):
        Chain(top, length)


def test_3_3_two_new_chains_share_nothing() -> None:
    one, other = new_chain(2), new_chain(2)
    assert {one.value(i) for i in range(3)}.isdisjoint(other.value(i) for i in range(3))


def test_3_3_printing_a_chain_does_not_show_its_secret() -> None:
    chain = Chain("ab" * 32, 3)
    shown = f"{chain!r} {chain}"
    assert chain.anchor in shown
    assert not any(chain.value(i) in shown for i in (1, 2, 3))
