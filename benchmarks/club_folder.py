"""What a timer costs: `pbem club tick` in a folder of 5,000 games that nothing asks for, as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter

from audit import MEGABYTE
from measure import Effort, Figure

from pbem.base.clock import parse_time
from pbem.club.index import Row, blank
from pbem.club.settings import Club, new_club
from pbem.club.stamps import stamps_of
from pbem.trust.keyring import Keyring

GAMES = 5000
RUNS = 5
MOST_SECONDS, MOST_MEGABYTES = 1, 150
NOW = "2026-11-18T12:00:00Z"
#: What the installed script runs; on Linux a process tells its own peak.
TICK = """
import sys
from pathlib import Path
sys.argv = ["pbem", "club", "tick", *sys.argv[1:]]
from pbem.cli import root
try:
    root(prog_name="pbem")
except SystemExit as end:
    assert not end.code, end.code
status = Path("/proc/self/status")
print(status.read_text().partition("VmHWM:")[2].split()[0] if status.exists() else 0)
"""


def club_idle_tick(effort: Effort) -> Figure:
    """Wall seconds of an idle tick, best of several; what it holds in memory beside it."""
    count = max(50, round(GAMES * effort.share))
    with tempfile.TemporaryDirectory() as place:
        club, home = lay_out(Path(place), count)
        found = [ticked(club, home) for _ in range(min(RUNS, effort.repeats))]
        raw = min(asked(club) for _ in range(3))
    seconds, peak = min(each[0] for each in found), max(each[1] for each in found)
    assert peak <= MOST_MEGABYTES, f"{peak:.0f} MB"
    here = f"{seconds:.2f} s and {peak:.0f} MB for {count:,} games"
    return Figure(seconds, "seconds", f"asking the system after two files of each: {raw:.3f} s", here,
                  f"<= {MOST_SECONDS}")  # fmt: skip


def lay_out(place: Path, count: int) -> tuple[Club, Path]:
    """A club of sleeping games: the files that a tick looks at, and an index of them."""
    home = place / "keys"
    Keyring.create("Moderator", home=home)
    club = new_club(place / "club", "The Club", "club@example.org")
    told = {"title": "A game", "tier": "moderated", "rules": "The War of Jenkins' Ear", "phase": "t03.english"}
    with blank(club.private) as index:
        for number in range(count):
            folder = club.games / f"game-{number:05d}"
            for inside in ("private", "sent", "outbox"):
                (folder / inside).mkdir(parents=True)
            for name in ("private/book.age", "sent/deliveries.jsonl"):
                (folder / name).write_bytes(b"")
            ids = tuple(f"{number:08x}{each:032x}" for each in range(8))
            index.add_row(Row(
                name=folder.name, game=f"game-{number:06x}", stage="playing", stamps=stamps_of(str(folder)),
                due=parse_time("2027-01-01T00:00:00Z"), told=told, letters=ids, threads=ids,
                addresses=(f"{number}@example.org",),
            ))  # fmt: skip
        index.link.commit()
    return club, home


def ticked(club: Club, home: Path) -> tuple[float, float]:
    """Seconds and megabytes of a tick."""
    command = [sys.executable, "-c", TICK, str(club.root), "--now", NOW, "--keyring", str(home)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=environment)  # fmt: skip
    return perf_counter() - began, int(done.stdout) * 1024 / MEGABYTE


def asked(club: Club) -> float:
    """The least that any such tick has to do."""
    began = perf_counter()
    for entry in os.scandir(club.games):
        for name in ("private/book.age", "outbox"):
            path = f"{entry.path}/{name}"
            with suppress(OSError):
                os.stat(path)  # noqa: PTH116 - the bare question to the system
    return perf_counter() - began


BENCHMARKS = {"club_idle_tick": club_idle_tick}
