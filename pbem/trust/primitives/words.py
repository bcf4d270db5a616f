"""The words of a charter: six that two people can compare by telephone (docs/protocol.md, section 4).

Keys are exchanged by mail, and anybody who carries the mail could replace them. The charter names every key, so people
whose charters have the same words have the same keys before them. The words are the first 66 bits of the charter's
SHA-256, 11 bits each, as places in the list. The list never changes, or old charters would have other words.
"""

from __future__ import annotations

from pbem.trust.primitives.forms import check_hex32
from pbem.trust.primitives.word_list import WORDS

COUNT, BITS = 6, 11


def words_of(sha256: str) -> tuple[str, ...]:
    """The six words of a hash."""
    number = int(check_hex32(sha256, "hash of a charter"), 16) >> (256 - COUNT * BITS)
    return tuple(WORDS[number >> (BITS * place) & ((1 << BITS) - 1)] for place in reversed(range(COUNT)))
