"""How a figure is taken: two pieces of work in turns, the best of several short repeats of each, and their ratio.

Only ratios within one run are judged. A shared machine slows both sides alike; taking turns keeps a slow second from
falling on one of them alone, and the best repeat is the one the machine disturbed least. Time is that of this process
alone, so that what else the machine has to do does not count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter, process_time
from typing import Any

#: Windows counts a process's time in steps of 16 ms, too coarse for a repeat.
clock = perf_counter if sys.platform == "win32" else process_time

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: seconds a repeat, and how many."""

    repeat_seconds: float = 0.03
    repeats: int = 9
    #: Share of the full amount of work, for figures that do a fixed amount.
    share: float = 1.0


FULL = Effort()
#: Enough to see that everything runs; its figures are not to be judged.
QUICK = Effort(repeat_seconds=0.001, repeats=2, share=0.03)


@dataclass(frozen=True, slots=True)
class Figure:
    """One benchmark's answer. `here` is what this machine did; `raw` says what the ratio is to."""

    ratio: float
    unit: str
    raw: str
    here: str
    bound: str

    @property
    def ok(self) -> bool:
        """Whether the ratio keeps to its bound, which reads `>= 0.8` or `<= 6`."""
        sign, limit = self.bound.split(" ")[:2]
        return self.ratio >= float(limit) if sign == ">=" else self.ratio <= float(limit)

    def as_json(self) -> dict[str, Any]:
        """The figure as a program reads it."""
        return {**asdict(self), "ratio": round(self.ratio, 4), "ok": self.ok}


def in_turns(ours: Work, raw: Work, effort: Effort) -> tuple[float, float]:
    """Seconds a call of each, best of the repeats."""
    counts = [calls_in(work, effort.repeat_seconds) for work in (ours, raw)]
    best = [float("inf"), float("inf")]
    for _ in range(effort.repeats):
        for side, work in enumerate((ours, raw)):
            best[side] = min(best[side], seconds_a_call(work, counts[side]))
    return best[0], best[1]


def calls_in(work: Work, seconds: float) -> int:
    """How many calls fill a repeat; the first two calls warm caches up and are not counted."""
    work()
    work()
    return max(1, int(seconds / max(seconds_a_call(work, 1), 1e-8)))


def seconds_a_call(work: Work, count: int) -> float:
    """The mean over a run of calls."""
    turns = range(count)
    began = clock()
    for _ in turns:
        work()
    return (clock() - began) / count


def per_second(seconds: float) -> str:
    """A rate in words: '15.2 k/s'."""
    rate = 1 / seconds
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if rate >= size:
            return f"{rate / size:.3g} {unit}/s"
    return f"{rate:.3g} /s"


def speed(ours: float, raw: float, what: str, least: float) -> Figure:
    """A figure of speed: ours as a share of the raw primitive's."""
    return Figure(raw / ours, "speed, as a share of raw", f"{what}: {per_second(raw)}", per_second(ours), f">= {least}")
