"""How long a player waits before the program says anything."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from time import perf_counter

from measure import Effort, Figure

RUNS = 15
#: What the installed script `pbem` runs, so that a checkout measures the same as an installation.
SCRIPT = "import sys; sys.argv = ['pbem', '--help']; from pbem.cli import program; program()"


def start_up(effort: Effort) -> Figure:
    """`pbem --help` to an interpreter that does nothing: medians, taken in turns."""
    help_command, nothing = [sys.executable, "-c", SCRIPT], [sys.executable, "-c", "pass"]
    for command in (help_command, nothing):
        wall(command)
    pairs = [(wall(help_command), wall(nothing)) for _ in range(max(2, round(RUNS * effort.share)))]
    ours, raw = (statistics.median(times) for times in zip(*pairs, strict=True))
    return Figure(ours / raw, "times raw", f"python -c pass: {raw * 1000:.0f} ms", f"{ours * 1000:.0f} ms", "<= 4")


def wall(command: list[str]) -> float:
    """Seconds from call to end, with the bytecode that an installed program has beside it."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    began = perf_counter()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
    return perf_counter() - began


BENCHMARKS = {"start_up": start_up}
