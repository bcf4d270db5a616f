"""A sample game played while the moderator's machine is killed at every write: it ends with the same hashes.

With PBEM_LONG=1 the set-up and the first turn of a game of Lions and of one of Jenkins; PBEM_KILL_TURNS=10 plays whole
games, and all of them. That a game of a few writes survives each kill is tested always (match/whole/test_game_kill).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from kills import killed_at
from long_runs import long_but
from samples import AGAIN, ALL, JENKINS, LIONS, Known, as_made, made_by

from pbem.trial import company

TURNS = int(os.environ.get("PBEM_KILL_TURNS", "1"))
GAMES = ALL if TURNS > 1 else long_but((), (LIONS[0], JENKINS[-1]))
#: What follows from the game alone; seals are made anew each time, and so are the hashes over them.
SAME = ("seeds/*.seed", "rolls/*.rolls", "public/*.txt", "public/final/*.json", "public/final/*.jsonl")


class Frail(company.Company):
    """A company whose moderator is struck down at the first write, then the second, and so on to the last."""

    kills = 0

    def run(self) -> None:
        self.struck(super().run)

    def take(self, seat: str, path: Path) -> None:
        self.struck(lambda: super(Frail, self).take(seat, path))

    def struck(self, act: Callable[[], None]) -> None:
        """The same command again and again, killed one write later each time, until it is done."""
        number = 1
        while killed_at(number, act):
            number += 1
            self.kills += 1


@pytest.mark.parametrize("known", GAMES, ids=lambda known: known.folder)
def test_a_game_killed_at_every_write_ends_with_the_same_hashes(
    known: Known, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # power cuts are another test's
    made = made_by()
    monkeypatch.setitem(made["play"].__globals__, "Company", Frail)
    played = made["play"](as_made(made, known), tmp_path, TURNS)
    assert played.kills > 100
    compared = 0
    for pattern in SAME:
        for path in sorted(played.desk.glob(pattern)):
            sample = known.place / path.relative_to(played.desk)
            assert path.read_bytes() == sample.read_bytes(), f"{path.name}; {AGAIN}"
            compared += 1
    assert compared >= 3 * 2 * min(TURNS, known.phases // 2)
