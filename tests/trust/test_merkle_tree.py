"""RFC 6962, 2.1 (PROTOCOL 3.10): tree, inclusion, consistency."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.trust.checks.record import History
from pbem.trust.record.ledger import Entry, Ledger
from pbem.trust.record.merkle import (
    EMPTY,
    Frontier,
    consistency,
    leaf_hash,
    node_hash,
    path,
    root,
    verify_consistency,
    verify_path,
)

(CT,) = VECTORS["dice"]["merkle"]
LEAVES = [bytes.fromhex(leaf) for leaf in CT["leaves_hex"]]
LINES = [b"line %d" % n for n in range(70)]
ROOTS = [root(LINES[:n]) for n in range(71)]


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH of the RFC, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = split(len(leaves))
    return hashlib.sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


def naive_path(leaves: list[bytes], index: int) -> list[bytes]:
    """PATH of the RFC, word for word."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if index < k:
        return [*naive_path(leaves[:k], index), naive_root(leaves[k:])]
    return [*naive_path(leaves[k:], index - k), naive_root(leaves[:k])]


def naive_proof(leaves: list[bytes], old: int, known: bool = True) -> list[bytes]:
    """SUBPROOF of the RFC, word for word."""
    if old == len(leaves):
        return [] if known else [naive_root(leaves)]
    k = split(len(leaves))
    if old <= k:
        return [*naive_proof(leaves[:k], old, known), naive_root(leaves[k:])]
    return [*naive_proof(leaves[k:], old - k, False), naive_root(leaves[:k])]


def split(n: int) -> int:
    """The largest power of two below n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


@pytest.mark.parametrize(("size", "expected"), CT["roots"].items())
def test_3_10_the_transparency_roots_come_out(size: str, expected: str) -> None:
    assert root(LEAVES[: int(size)]).hex() == expected
    assert Frontier(LEAVES[: int(size)]).root().hex() == expected


@pytest.mark.parametrize("vector", CT["inclusion"], ids=lambda v: f"{v['index']} of {v['size']}")
def test_3_10_the_transparency_paths_come_out(vector: Any) -> None:
    index, size = vector["index"], vector["size"]
    proof = path(LEAVES[:size], index)
    assert [node.hex() for node in proof] == vector["path"]
    assert verify_path(LEAVES[index], index, size, proof, bytes.fromhex(CT["roots"][str(size)]))


def test_3_10_the_sample_ledger_has_its_checkpoints_roots() -> None:
    sample = VECTORS["sample_phase"]
    lines = [line.encode() for line in sample["ledger"]]
    shown = sample["checkpoint_result"].splitlines()
    assert int(shown[1]) == len(lines)
    assert root(lines) == base64.b64decode(shown[2])


@pytest.mark.parametrize("size", range(41))
def test_3_10_tree_frontier_and_the_rfcs_words_agree(size: int) -> None:
    frontier = Frontier()
    for line in LINES[:size]:
        frontier.append(line)
    assert root(LINES[:size]) == naive_root(LINES[:size]) == frontier.root()
    assert frontier.size == size


@pytest.mark.parametrize("size", range(1, 34))
def test_2_1_1_every_line_of_every_tree_has_its_path_and_no_other(size: int) -> None:
    for index in range(size):
        proof = path(LINES[:size], index)
        assert list(proof) == naive_path(LINES[:size], index)
        assert verify_path(LINES[index], index, size, proof, ROOTS[size])
        assert not verify_path(LINES[index + 1], index, size, proof, ROOTS[size])
        assert not verify_path(LINES[index], index, size, proof, ROOTS[size + 1])
        elsewhere = [i for i in range(-1, size + 2) if i != index]
        assert not any(verify_path(LINES[index], i, size, proof, ROOTS[size]) for i in elsewhere)
        assert not verify_path(LINES[index], index, size, (*proof, ROOTS[1]), ROOTS[size])
        assert not proof or not verify_path(LINES[index], index, size, proof[:-1], ROOTS[size])


@pytest.mark.parametrize("size", range(34))
def test_2_1_2_every_earlier_tree_is_the_beginning_of_every_later_one(size: int) -> None:
    for old in range(size + 1):
        proof = consistency(LINES[:size], old)
        assert list(proof) == (naive_proof(LINES[:size], old) if old else [])
        assert verify_consistency(old, size, ROOTS[old], ROOTS[size], proof)
        assert not verify_consistency(old, size, ROOTS[old + 1], ROOTS[size], proof)
        assert not verify_consistency(old, size, ROOTS[old], ROOTS[size], (*proof, EMPTY))
        assert not proof or not verify_consistency(old, size, ROOTS[old], ROOTS[size], proof[:-1])
        assert old in (0, size) or not verify_consistency(old, size, ROOTS[old], ROOTS[size + 1], proof)


@given(st.integers(1, 69), st.data())
def test_2_1_2_a_line_changed_in_the_past_is_seen(size: int, data: st.DataObject) -> None:
    old = data.draw(st.integers(1, size))
    changed = data.draw(st.integers(0, old - 1))
    other = [*LINES[:changed], b"another story", *LINES[changed + 1 : size]]
    assert not verify_consistency(old, size, ROOTS[old], root(other), consistency(other, old))


@given(st.integers(2, 70), st.data())
def test_3_10_a_proof_with_one_bit_changed_proves_nothing(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    old = data.draw(st.integers(1, size - 1))
    along, grown = path(LINES[:size], index), consistency(LINES[:size], old)
    assert not verify_path(LINES[index], index, size, bend(along, data), ROOTS[size])
    assert not verify_consistency(old, size, ROOTS[old], ROOTS[size], bend(grown, data))


def bend(proof: tuple[bytes, ...], data: st.DataObject) -> tuple[bytes, ...]:
    """The proof with one bit of one node changed."""
    at, bit = data.draw(st.integers(0, len(proof) - 1)), data.draw(st.integers(0, 255))
    bent = (int.from_bytes(proof[at], "big") ^ 1 << bit).to_bytes(32, "big")
    return (*proof[:at], bent, *proof[at + 1 :])


def test_3_10_a_node_cannot_be_passed_off_as_a_line() -> None:
    pair = leaf_hash(LINES[0]) + leaf_hash(LINES[1])
    assert root([pair]) != ROOTS[2] == node_hash(leaf_hash(LINES[0]), leaf_hash(LINES[1]))
    assert not verify_path(pair, 0, 1, (), ROOTS[2])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (-1, 3), (3, 3), (10**18, 3)])
def test_3_10_a_place_outside_the_tree_holds_nothing(index: int, size: int) -> None:
    assert not verify_path(LINES[0], index, size, path(LINES[:3], 0), ROOTS[3])
    with pytest.raises(BadInput, match="has no line"):
        path(LINES[:size], index)


def test_3_10_nodes_of_another_length_prove_nothing() -> None:
    left, right = path(LINES[:4], 0)
    assert not verify_path(LINES[0], 0, 4, (left + right[:1], right[1:]), ROOTS[4])
    first, *rest = consistency(LINES[:4], 3)
    assert not verify_consistency(3, 4, ROOTS[3], ROOTS[4], (first[:-1], *rest))


@pytest.mark.parametrize(("old", "new"), [(-1, 3), (4, 3), (-1, -1), (0, -1)])
def test_2_1_2_a_tree_does_not_shrink(old: int, new: int) -> None:
    assert not verify_consistency(old, new, EMPTY, EMPTY, ())
    with pytest.raises(BadInput, match="never had"):
        consistency(LINES[: max(new, 0)], old if old else -1)


def test_2_1_2_the_empty_tree_begins_every_tree_and_an_equal_size_needs_an_equal_root() -> None:
    assert verify_consistency(0, 5, EMPTY, ROOTS[5], ())
    assert not verify_consistency(0, 5, ROOTS[1], ROOTS[5], ())
    assert not verify_consistency(0, 0, EMPTY, ROOTS[1], ())
    assert verify_consistency(5, 5, ROOTS[5], ROOTS[5], ())
    assert not verify_consistency(5, 5, ROOTS[5], ROOTS[6], ())


@pytest.mark.parametrize("known", [1, 2, 31, 32, 33, 70])
def test_a_ledgers_roots_are_the_same_whether_or_not_the_edge_of_its_old_lines_is_known(known: int) -> None:
    ledger = Ledger([Entry({"k": "ack", "n": n}, line) for n, line in enumerate(LINES)])
    tree = Frontier(LINES[:known])
    assert tree.peaks == Frontier.resumed(known, tree.peaks).peaks
    for sizes in (range(71), range(70, -1, -1), [70, known, 0]):
        history = History(ledger, Frontier(LINES[:known]))
        assert [history.root_at(size) for size in sizes] == [ROOTS[size] for size in sizes]
        assert history.edge_at(70) == History(ledger).edge_at(70) == Frontier(LINES).peaks
