"""`pbem` as a process of its own that knows the duel: for signals, which no test can send to itself."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from club import Club, know_the_duel
from mail_house import House, open_house

from pbem.match.intake import game_watch

PROGRAM = "from pbem.adjudicator.titles import GAMES; GAMES['duel'] = 'duel'; from pbem.cli import main; main()"
HERE = Path(__file__).parent
SECONDS = 20.0


def started(club: Club, *words: object, **environment: str) -> subprocess.Popen[str]:
    """A command of the moderator's, running."""
    paths = os.pathsep.join([str(HERE), str(HERE.parent.parent)])
    told = {"PBEM_HOME": str(club.home("moderator")), "PBEM_NOW": club.now, "PYTHONPATH": paths, **environment}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, words)], env={**os.environ, **told}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def until(held: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait for something that the process brings about."""
    end = time.monotonic() + SECONDS
    while not held():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.02)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The duel is known, and a watch of this process waits for no more than a moment."""
    know_the_duel(monkeypatch)
    monkeypatch.setattr(game_watch, "SHORTEST", 0.01)
    monkeypatch.setattr(game_watch, "LONGEST", 0.05)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Servers with a mailbox for the club and for both players."""
    with open_house("club", "blue", "red") as found:
        yield found
