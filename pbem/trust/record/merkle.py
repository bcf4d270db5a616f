"""The tree of RFC 6962, chapter 2.1: one hash for a list, and short proofs about it (PROTOCOL 3.10).

A leaf is hashed behind 0x00 and a node behind 0x01, so that no node can be passed off as a leaf. Working level by level
and carrying an odd last node upwards gives the same tree as the recursive words of the RFC, in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Self

from pbem.base.errors import bad

EMPTY = sha256(b"").digest()


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of one line."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash over two halves."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Iterable[bytes]) -> bytes:
    """The root over the lines."""
    return root_of_hashes([sha256(b"\x00" + leaf).digest() for leaf in leaves])


def root_of_hashes(level: Sequence[bytes]) -> bytes:
    """The root over leaf hashes."""
    if not level:
        return EMPTY
    while len(level) > 1:
        level = level_above(level)
    return level[0]


def level_above(level: Sequence[bytes]) -> list[bytes]:
    """Pairs hashed; an odd last one goes up as it is."""
    above = [sha256(b"\x01" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
    if len(level) % 2:
        above.append(level[-1])
    return above


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The inclusion proof of one line (2.1.1): the sibling at every level, from the leaf upwards."""
    if not 0 <= index < len(leaves):
        raise bad(f"the tree of {len(leaves)} lines has no line {index}")
    level: Sequence[bytes] = [leaf_hash(leaf) for leaf in leaves]
    siblings = []
    while len(level) > 1:
        if index ^ 1 < len(level):
            siblings.append(level[index ^ 1])
        level, index = level_above(level), index >> 1
    return tuple(siblings)


def verify_path(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected_root: bytes) -> bool:
    """Tells if this line is at this index of the tree of that size and root."""
    return root_along(leaf_hash(leaf), index, size, proof) == expected_root


def root_along(node: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root an inclusion proof leads to; None where its length does not fit index and size."""
    if not 0 <= index < size or any(len(sibling) != len(EMPTY) for sibling in proof):
        return None
    last = size - 1
    siblings = iter(proof)
    while last:
        if index < last or index & 1:
            sibling = next(siblings, None)
            if sibling is None:
                return None
            node = node_hash(sibling, node) if index & 1 else node_hash(node, sibling)
        index, last = index >> 1, last >> 1
    return node if next(siblings, None) is None else None


def consistency(leaves: Sequence[bytes], old_size: int) -> tuple[bytes, ...]:
    """The proof that the first `old_size` lines are still the beginning of the list (2.1.2)."""
    if not 0 <= old_size <= len(leaves):
        raise bad(f"the tree of {len(leaves)} lines never had {old_size} lines of this list")
    if old_size in (0, len(leaves)):
        return ()
    return _subproof([leaf_hash(leaf) for leaf in leaves], old_size, known=True)


def _subproof(hashes: Sequence[bytes], old_size: int, *, known: bool) -> tuple[bytes, ...]:
    """SUBPROOF(m, D[n], b) of the RFC; `known` says that the checker holds this subtree's root already."""
    if old_size == len(hashes):
        return () if known else (root_of_hashes(hashes),)
    split = 1 << (len(hashes) - 1).bit_length() - 1
    left, right = hashes[:split], hashes[split:]
    if old_size <= split:
        return (*_subproof(left, old_size, known=known), root_of_hashes(right))
    return (*_subproof(right, old_size - split, known=False), root_of_hashes(left))


def verify_consistency(
    old_size: int, new_size: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Tells if a tree grew from an older one by appending only; every tree grows from the empty one."""
    if old_size == 0 <= new_size:
        return old_root == EMPTY and not proof and (new_size > 0 or new_root == EMPTY)
    if not 0 < old_size <= new_size or any(len(node) != len(EMPTY) for node in proof):
        return False
    if old_size == new_size:
        return old_root == new_root and not proof
    return _roots_along(old_size, new_size, old_root, proof) == (old_root, new_root)


def _roots_along(
    old_size: int, new_size: int, old_root: bytes, proof: Sequence[bytes]
) -> tuple[bytes, bytes] | None:
    """The old and the new root a consistency proof leads to, walking the old tree's right edge upwards."""
    index, last = old_size - 1, new_size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    nodes = iter(proof if index else (old_root, *proof))
    old = new = next(nodes, None)
    if old is None or new is None:
        return None
    while last:
        if index < last or index & 1:
            sibling = next(nodes, None)
            if sibling is None:
                return None
            if index & 1:
                old, new = node_hash(sibling, old), node_hash(sibling, new)
            else:
                new = node_hash(new, sibling)
        index, last = index >> 1, last >> 1
    return (old, new) if next(nodes, None) is None else None


class Frontier:
    """A growing tree of which only the right edge is kept: appending and the root cost O(log n)."""

    __slots__ = ("_peaks", "_size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        level = [sha256(b"\x00" + leaf).digest() for leaf in leaves]
        self._size = len(level)
        self._peaks: list[bytes] = []
        while level:
            if len(level) % 2:
                self._peaks.insert(0, level.pop())
            level = level_above(level)

    @classmethod
    def resumed(cls, size: int, peaks: Sequence[bytes]) -> Self:
        """The tree of so many lines with this edge: a finished subtree for each one-bit of the size."""
        if len(peaks) != size.bit_count() or any(len(peak) != len(EMPTY) for peak in peaks):
            raise bad(f"{len(peaks)} subtrees make no tree of {size} lines")
        made = cls()
        made._size, made._peaks = size, list(peaks)
        return made

    def copy(self) -> Self:
        """The same edge, to go on from."""
        return self.resumed(self._size, self._peaks)

    @property
    def peaks(self) -> tuple[bytes, ...]:
        """The roots of the finished subtrees, the largest first."""
        return tuple(self._peaks)

    @property
    def size(self) -> int:
        """Returns the number of appended lines."""
        return self._size

    def append(self, leaf: bytes) -> None:
        """One line more; every trailing one-bit of the old size is a finished subtree that joins up."""
        node, full = leaf_hash(leaf), self._size
        while full & 1:
            node, full = node_hash(self._peaks.pop(), node), full >> 1
        self._peaks.append(node)
        self._size += 1

    def root(self) -> bytes:
        """The root over all lines so far."""
        if not self._peaks:
            return EMPTY
        node = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            node = node_hash(peak, node)
        return node
