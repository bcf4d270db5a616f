"""PROTOCOL 3.7: every face as likely as every other, by chi-square at one in a thousand (the key is fixed)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

import pytest

from pbem.trust.dice.dice import PREFIX, Dice, KeyedHash

KEY = bytes(range(1, 33))
#: Degrees of freedom -> the value that chance exceeds once in a thousand times.
LIMIT = {5: 20.52, 6: 22.46, 9: 27.88, 23: 49.73, 35: 66.62, 99: 148.23, 256: 331.8, 999: 1143.9}


def chi_square(found: Iterable[Hashable], kinds: int) -> float:
    """How far the counts of so many equally likely kinds lie from what they should be."""
    counts = Counter(found)
    expected = counts.total() / kinds
    return sum((n - expected) ** 2 / expected for n in counts.values()) + (kinds - len(counts)) * expected


@pytest.mark.parametrize(("spec", "kinds"), [
    ("1d6", 6), ("1d10", 10), ("1d100", 100), ("2d6", 36), ("1d257", 257), ("1d1000", 1000),
    ("draw:4of4", 24), ("draw:1of7", 7), ("draw:3of4", 24),
])  # fmt: skip
def test_3_7_every_result_is_equally_likely(spec: str, kinds: int) -> None:
    dice = Dice(KEY)
    found = [dice.roll(f"test/{n}", spec) for n in range(30_000)]
    assert chi_square(found, kinds) < LIMIT[kinds - 1]


def test_3_7_every_die_of_a_handful_is_fair() -> None:
    dice = Dice(KEY)
    handfuls = [dice.roll(f"test/{n}", "40d6") for n in range(3_000)]
    for position in (0, 1, 31, 32, 39):
        assert chi_square((handful[position] for handful in handfuls), 6) < LIMIT[5]


def test_3_7_this_test_would_see_bytes_taken_without_rejection() -> None:
    keyed = KeyedHash(KEY, PREFIX)
    naive = [keyed.digest(f"test/{n} 1d100 0".encode())[0] % 100 for n in range(30_000)]
    assert chi_square(naive, 100) > 5 * LIMIT[99]


def test_3_7_neighbouring_labels_have_nothing_to_do_with_each_other() -> None:
    dice = Dice(KEY)
    faces = [dice.roll(f"test/{n}", "1d6")[0] for n in range(30_000)]
    assert chi_square(zip(faces[::2], faces[1::2], strict=True), 36) < LIMIT[35]
