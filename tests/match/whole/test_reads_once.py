"""A command reads and parses the ledger once, and each order file once; the whole trip of an order file is short."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from club import Club, duel_is_known
from walked import counted

from pbem.base.errors import Waiting

__all__ = ["duel_is_known"]
#: What no command does more than once.
ONCE = ("ledger read", "ledger parsed", "checkpoint read")
ORDERS = "order files parsed"


class Walk:
    """Commands of one game, counted by name."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.counts: dict[str, Counter[str]] = {}

    def __call__(self, name: str, who: str, *words: Any) -> str:
        """Run a command and keep what it read; what it printed."""
        with counted() as found:
            result = self.club.try_to(who, *words)
        assert result.exit_code == 0 or isinstance(result.exception, Waiting), (words, result.output, result.exception)
        self.counts[name] = found
        return result.stdout


@pytest.fixture(params=["moderated", "two-step", "beacon"])
def walk(request: pytest.FixtureRequest, tmp_path: Path) -> Walk:
    """A phase from the check of an order file to the report, each command counted."""
    club = Club(tmp_path, request.param)
    club.begin()
    walk, red, desk = Walk(club), club.folder("red"), club.desk
    orders = club.write("red", bid="high")
    walk("check", "red", "orders", "check", orders, "--dir", red)
    letter = walk("seal", "red", "orders", "seal", orders, "--dir", red).splitlines()[-1]
    walk("in", "moderator", "in", desk, letter)
    club.do("moderator", "in", desk, club.sealed("blue", bid="low"))
    if club.tier == "beacon":
        club.later(49)
    walk("run", "moderator", "run", desk)
    if club.tier == "two-step":
        club.open_all()
    if club.tier == "beacon":
        club.later(60)
    if club.tier != "moderated":
        walk("run again", "moderator", "run", desk)
    letters = club.deliver()["red"]
    for number, each in enumerate(letters):
        walk(f"open {number}", "red", "open", each, "--dir", red)
    walk("inbox", "red", "inbox", red)
    walk("status", "moderator", "status", desk)
    walk("tick", "moderator", "tick", desk)
    return walk


def test_no_command_reads_or_parses_the_record_twice(walk: Walk) -> None:
    assert walk.counts["run"]["ledger read"] == walk.counts["open 0"]["ledger read"] == 1
    twice = {(name, what): found[what] for name, found in walk.counts.items() for what in ONCE if found[what] > 1}
    assert twice == {}


def test_each_command_parses_an_order_file_once(walk: Walk) -> None:
    """Two seats have sent one each, so a run reads two."""
    counts = {name: found[ORDERS] for name, found in walk.counts.items()}
    assert counts["check"] == counts["seal"] == 1
    assert counts["in"] <= 1
    assert counts["run"] <= 2
    assert sum(counts[name] for name in counts if name.startswith("run")) + 2 * counts["in"] in (2, 4)
    assert all(counts[name] == 0 for name in counts if name.startswith(("open", "inbox", "status", "tick")))


def test_what_is_read_twice_is_counted_twice(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b"")
    with counted() as found:
        path.read_bytes()
        path.read_bytes()
    assert found["ledger read"] == 2
