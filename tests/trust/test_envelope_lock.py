"""The lock: one spelling, 76 columns, every byte counted (PROTOCOL 3.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.base.errors import BadInput, PbemError
from pbem.trust.dice.seed import Link
from pbem.trust.orders.lock import COLUMNS, KEYS, Lock, parse_lock

LOCK = Lock(
    game="trafalgar-1805-4f1c9a", charter="ab" * 32, phase="t01.plot", attempt=1, seat="britain", seq=2,
    orders="cd" * 32, sealed="ef" * 32, opens="now", value=Link(9, "12" * 32), seen=(5, "A" * 43 + "="),
)  # fmt: skip


def test_the_sample_locks_read_and_write_themselves(vectors: Any) -> None:
    for seat, part in vectors["sample_phase"]["envelopes"].items():
        lock = parse_lock(part["lock"].encode())
        assert lock.to_bytes() == part["lock"].encode()
        assert (lock.seat, lock.round, lock.seen) == (seat, 657413, (5, "uHsrU3v4lJAEVdHwGzgJTXMz2tOa3OLrLJCQPrryNmE="))
        entry = next(line for line in vectors["sample_phase"]["ledger"] if lock.sha256 in line)
        assert f'"seat":"{seat}"' in entry


def test_no_line_of_the_longest_lock_is_wider_than_76_columns() -> None:
    widest = replace(
        LOCK, game="g" * 34 + "4f1c9a", phase="p" * 40, attempt=999999, seat="s" * 16, seq=999999,
        opens="9" * 11, value=Link(1024, "12" * 32), seen=(999_999_999, "A" * 43 + "="),
    )  # fmt: skip
    assert parse_lock(widest.to_bytes()) == widest
    assert max(len(line) for line in widest.to_bytes().splitlines()) <= COLUMNS


def test_value_and_seen_may_be_left_out() -> None:
    for lock in (LOCK, replace(LOCK, value=None), replace(LOCK, seen=None), replace(LOCK, value=None, seen=None)):
        assert parse_lock(lock.to_bytes()) == lock


def test_every_changed_byte_is_refused_or_says_something_else() -> None:
    good = LOCK.to_bytes()
    for place in range(len(good)):
        for change in (0x01, 0x04, 0x20, 0x80):
            spoilt = bytearray(good)
            spoilt[place] ^= change
            assert meaning(bytes(spoilt)) != LOCK


def test_every_lost_or_added_byte_is_refused_or_says_something_else() -> None:
    good = LOCK.to_bytes()
    for place in range(len(good)):
        assert meaning(good[:place] + good[place + 1 :]) != LOCK
        for added in (b" ", b"\n", b"0", b"\t"):
            assert meaning(good[:place] + added + good[place:]) != LOCK


def meaning(data: bytes) -> Lock | None:
    """What a lock says, if it is one; a CR before an LF is mail's doing."""
    try:
        return parse_lock(data)
    except PbemError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        b"\n".join([LOCK.to_bytes().splitlines()[0], *reversed(LOCK.to_bytes().splitlines()[1:]), b""]),
        LOCK.to_bytes().replace(b"seat: britain", b'seat: "britain"'),
        LOCK.to_bytes().replace(b"seat: britain", b"seat:  britain"),
        LOCK.to_bytes() + b"# a comment\n",
        b"---\n" + LOCK.to_bytes(),
    ],
)
def test_the_same_words_in_another_dress_are_no_lock(text: bytes) -> None:
    with pytest.raises(BadInput):
        parse_lock(text)


@pytest.mark.parametrize("columns", [40, 60, 72])
def test_a_rewrapped_lock_is_called_that(columns: int) -> None:
    lines: list[str] = []
    for word in LOCK.to_bytes().decode().split():
        if lines and len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    with pytest.raises(BadInput, match="re-wrapped") as caught:
        parse_lock(("\n".join(lines) + "\n").encode(), "x.pbem")
    assert "attachment" in caught.value.faults[0].hint


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "Trafalgar"}, {"charter": "AB" * 32}, {"orders": "cd"}, {"sealed": ""}, {"phase": "T01"},
        {"attempt": 0}, {"seq": 0}, {"seq": 1_000_000}, {"seat": "1st"}, {"opens": "soon"}, {"opens": "0"},
        {"seen": (1, "AAAA")}, {"seen": (-1, "A" * 43 + "=")}, {"seen": (1, "A" * 42 + "B=")},
    ],
)  # fmt: skip
def test_a_lock_that_could_not_be_read_is_not_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        replace(LOCK, **wrong)


def test_threat_14_two_locks_of_one_seq_contradict_each_other() -> None:
    assert LOCK.contradicts(replace(LOCK, orders="00" * 32))
    assert not LOCK.contradicts(LOCK)
    for other in ({"seq": 3}, {"phase": "t02"}, {"attempt": 2}, {"seat": "france"}, {"charter": "00" * 32}):
        changes: dict[str, Any] = {"orders": "00" * 32, **other}
        assert not LOCK.contradicts(replace(LOCK, **changes))


def test_the_order_of_lines_is_that_of_the_protocol() -> None:
    assert tuple(line.partition(b":")[0].decode() for line in LOCK.to_bytes().splitlines()[1:]) == KEYS[1]
