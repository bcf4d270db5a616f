"""Ticks killed with a real signal, one after another, at moments of the time that one takes: in turn spread evenly over
it, and drawn at random from PBEM_KILL_SEED.

    python kill_ticks.py DESK_TEMPLATE PLACE COUNT KEYS NOW

Run as a process of its own: it has one thread, so that it may fork, and has loaded everything before it does.
Each tick works on a copy of the template (desk, in, out) at PLACE/<number>; the first is left alone, to be timed.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from pathlib import Path

import duel

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import GAMES
from pbem.base.clock import parse_time
from pbem.match.intake.game_tick import tick

#: Parts of a tick: the golden ratio's, so that any number of them is spread evenly.
STRIDE = 0.6180339887498949
SEED = os.environ.get("PBEM_KILL_SEED", "1")


def whole_tick(place: Path, keys: Path, now: str) -> None:
    """A tick to its end."""
    for _ in tick(place / "desk", keys, parse_time(now), None, str(place / "out")):
        pass


def forked(place: Path, keys: Path, now: str) -> int:
    """A tick in a process of its own; its id."""
    child = os.fork()
    if child == 0:
        try:
            whole_tick(place, keys, now)
        finally:
            os._exit(0)
    return child


def copied(template: Path, place: Path) -> Path:
    """The template, with its box where the settings of the copy say."""
    shutil.copytree(template, place, copy_function=shutil.copy2)
    settings = place / "desk" / "private" / "post.yaml"
    settings.write_text(settings.read_text().replace(str(template), str(place)))
    return place


def main(template: Path, place: Path, count: int, keys: Path, now: str) -> None:
    """Time one, kill the others; a line each: how far into a tick, and whether it was still at work."""
    GAMES["duel"] = duel.__name__
    calm = copied(template, place / "0")
    began = time.monotonic()
    os.waitpid(forked(calm, keys, now), 0)
    length = time.monotonic() - began
    luck = SeededChance(SEED)
    for number in range(1, count + 1):
        share = luck.below(1000) / 1000 if number % 2 else number * STRIDE % 1
        child = forked(copied(template, place / str(number)), keys, now)
        time.sleep(share * length)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{number} {share:.3f} {'killed' if os.WIFSIGNALED(status) else 'done'}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]), sys.argv[5])
