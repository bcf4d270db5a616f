"""What a player waits for when they open a letter: the modules that are imported for it, and those that are not."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time, show_time
from pbem.base.records import dataclass, field
from pbem.match.own_folder import public_files
from pbem.match.own_folder.seat import PUBLIC
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Company, keyrings

START = parse_time("2026-11-02T20:00:00Z")
#: Libraries that opening a letter of ours does without: the templates' own, the command line's, Python's parser of
#: itself, that of mail, and what keys under a passphrase take.
CIPHERS = "cryptography.hazmat.primitives.ciphers"
WITHOUT = ("jinja2", "email", "socket", CIPHERS, "click", "inspect", "dataclasses", "ast")


@dataclass(slots=True)
class Watched(Company):
    """A company that leaves the first reports unopened."""

    unread: dict[str, Path] = field(default_factory=dict)

    def read(self, seat: str, path: Path) -> None:
        if "-report-" in path.name:
            self.unread[seat] = path
        else:
            Company.read(self, seat, path)


def unopened(place: Path, name: str) -> Watched:
    """A game of which nobody has opened the first report."""
    game = load_game(name)
    seats = game.seats_of(next(iter(game.scenarios)))
    bots = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in seats}
    company = Watched(place, keyrings(place, seats), bots, START)
    company.begin(Plan(game=name, seats={seat: f"{seat}@example.org" for seat in seats}))
    return company


@pytest.mark.parametrize("name", ["jenkins", "lions"])
def test_a_letter_is_opened_without_the_large_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:  # fmt: skip
    company = unopened(tmp_path, name)
    (seat, letter), (other, second), *_ = company.unread.items()
    words = ["pbem", "open", str(letter), "--dir", str(company.folder(seat))]
    code = (f"import sys; sys.argv = {words}\nfrom pbem.cli import ended\nassert ended() == 0\n"
            f"print([name for name in {WITHOUT} if name in sys.modules])")  # fmt: skip
    environment = {**os.environ, "PBEM_HOME": str(company.rings[seat].home), "PBEM_NOW": show_time(company.now)}
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    assert done.stdout.splitlines()[-1] == "[]"
    assert {path.name for path in company.folder(seat).iterdir()} >= {"order-desk.html", "orders", "reports"}
    synced: list[Path] = []
    monkeypatch.setattr(public_files, "sync_folder", synced.append)
    Company.read(company, other, second)  # a folder is synced once for all its files
    files = [path for path in (company.folder(other) / PUBLIC).rglob("*") if path.is_file()]
    assert all(before != after for before, after in pairwise(synced))
    assert {path.parent for path in files} == set(synced)
    assert len(synced) * 2 < len(files)
