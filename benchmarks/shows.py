"""Every figure that was asked for, in the measure it was asked in: `python benchmarks/run.py --shows`.

The benchmarks beside this one keep to bounds that nobody may break. Here stands what was wanted, reached or not, in one
table that takes some minutes; `--shows letter open` measures the rows with one of these words alone. Times are of the
processor; only the audit on two cores is by the clock, and means something on a quiet machine alone. docs/scale.md says
where the time goes for what is not reached.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import club_folder
import game_folder
import peers
import rules
import start_up
import trust_core
import waiting
from measure import FULL, Effort

from pbem.base.errors import PbemError
from pbem.cli import MOST_LOOSE
from pbem.match.audit.many import audit_each
from pbem.match.audit.replay import audit
from pbem.trust.folder.read_folder import unpacked

SAMPLES = Path(__file__).parent.parent / "sample_games"
#: Enough games for a mean within a tenth.
BRIEF = Effort(share=0.25)
CLUB, FEW, MANY = 50_000, 500, 5_000


@dataclass(frozen=True, slots=True)
class Row:
    """One figure that was asked for: its number in the list, what it is, what was wanted, how it is measured."""

    show: int
    what: str
    unit: str
    wanted: float
    take: Callable[[], float]
    least: bool = False

    def line(self) -> str:
        """The figure measured, and whether that is enough."""
        try:
            found = self.take()
        except (PbemError, AssertionError, OSError) as error:
            return f"{self.show}  {self.what:52} not measured: {str(error).splitlines()[0][:60]}"
        met = found >= self.wanted if self.least else found <= self.wanted
        sign = ">=" if self.least else "<="
        told = f"{found:10.2f}  {sign} {self.wanted:<8g} {self.unit:24}"
        return f"{self.show}  {self.what:52} {told} {'met' if met else 'NOT MET'}"


def starts(command: str) -> float:
    """A command late in a game, in bare starts."""
    return waiting.command(command, "<= 0", FULL).ratio


def answers(title: str) -> float:
    """Thousands of answers replayed in a second of one core."""
    phases = rules.of_phases(title, BRIEF.share)
    return sum(each.answers for each in phases) / sum(each.replayed for each in phases) / 1000


def steady(title: str) -> float:
    """Steady games in a second of one core."""
    return rules.soak(title, "steady", ">= 0", BRIEF).ratio


def audited(folder: Path) -> float:
    """Seconds of one core for the audit of a game, the best of three."""
    with unpacked(folder) as place:
        return min(timed(lambda: audit(place)) for _ in range(3))


def timed(work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    began = process_time()
    work()
    return process_time() - began


def on_two_cores() -> float:
    """The gain, by the clock, of a second process for the audits of four games of like length."""
    games = [game_folder.SAMPLE] * 4
    took = []
    for jobs in (1, 2):
        began = perf_counter()
        for each in audit_each(games, None, jobs):
            if each.faults:
                raise PbemError(each.faults)
        took.append(perf_counter() - began)
    return took[0] / took[1]


def idle_tick() -> float:
    """Seconds of the processor for a tick of 50,000 games, from what one of 500 and one of 5,000 take."""
    with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
        took = {count: tick_of(Path(place), count) for place, count in ((few, FEW), (many, MANY))}
    a_game = (took[MANY] - took[FEW]) / (MANY - FEW)
    return took[FEW] + (CLUB - FEW) * a_game


def tick_of(place: Path, count: int) -> float:
    """Seconds of the processor, the best of five."""
    club, home = club_folder.lay_out(place, count)
    return min(child_seconds(lambda: club_folder.ticked(club, home)) for _ in range(5))


def child_seconds(work: Callable[[], object]) -> float:
    """Seconds of the processor that the children of this process take."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def due_game() -> float:
    """Milliseconds of one core for a game that is due, in a process that has begun already."""
    phases = waiting.watched(FULL).phases
    return sum(phases) / len(phases)


def rows() -> list[Row]:
    """All of them, in the order of the list."""
    return [
        Row(1, "letter with a report, Jenkins, mean", "kB", 100, lambda: waiting.result_letter(FULL).ratio),
        Row(1, "any letter of the moderator, Jenkins, mean", "kB", 100, lambda: waiting.mean_letter(FULL).ratio),
        Row(1, "all mail of a game", "of the record once a seat", 1.5, lambda: waiting.whole_mail(FULL).ratio),
        Row(2, "pbem --help", "bare starts", 4, lambda: start_up.start_up(FULL).ratio),
        Row(2, "pbem orders check", "bare starts", 10, lambda: starts("orders_check")),
        Row(2, "pbem status", "bare starts", 12, lambda: starts("status")),
        Row(2, "pbem inbox", "bare starts", 12, lambda: starts("inbox")),
        Row(2, "pbem open", "bare starts", 25, lambda: starts("open")),
        Row(2, "pbem open, late in a game of Jenkins", "of the first turn", 1.1,
            lambda: waiting.growth("open", "<= 0", FULL).ratio),
        Row(2, "pbem run", "bare starts", 30, lambda: starts("run")),
        Row(3, "replay, Jenkins", "k answers a second", 50, lambda: answers("jenkins"), least=True),
        Row(3, "replay, Lions", "k answers a second", 25, lambda: answers("lions"), least=True),
        Row(3, "steady soak, Jenkins", "games a second", 20, lambda: steady("jenkins"), least=True),
        Row(3, "steady soak, Lions", "games a second", 5, lambda: steady("lions"), least=True),
        Row(3, "audit of Jenkins, ten turns", "s", 0.25, lambda: audited(game_folder.SAMPLE)),
        Row(3, "audit of Lions, four players", "s", 0.8, lambda: audited(SAMPLES / "lions" / "four-players.zip")),
        Row(3, "audits on two cores to one, by the clock", "times as fast", 1.8, on_two_cores, least=True),
        Row(4, "strict YAML, an order file of 3 kB", "of libyaml's events", 3,
            lambda: 1 / trust_core.BENCHMARKS["strict_yaml"](FULL).ratio),
        Row(5, "a game that is due, in a tick", "ms", 60, due_game),
        Row(5, "idle tick of 50,000 games, from 500 and 5,000", "s", 0.6, idle_tick),
    ]  # fmt: skip


def lines(words: Sequence[str]) -> Iterator[str]:
    """The table, a line as soon as it is measured; where words are given, the rows that hold one of them."""
    for row in rows():
        if not words or any(word in row.what for word in words):
            yield row.line()
    if words:
        return
    for name in peers.BENCHMARKS if os.environ.get("PBEM_PEERS") else ():
        figure = peers.BENCHMARKS[name](FULL)
        yield f"3  {name:52} {figure.here}; {figure.raw}"
    yield "1  memory of the last step of a long game: python docs/growth.py --turns 20 (<= 200 MB)"
    yield "2  open of turn 19 to turn 1, Lions: python docs/growth.py --turns 20 --at 1 5 10 15 19 --only open (<= 1.1)"
    yield "6  the lab's workers: PBEM_LAB=1 python -m pytest tests/lab/test_lab_workers.py"


def main(words: Sequence[str] = ()) -> int:
    """Prints the table; a figure that is not reached is no error."""
    gc.set_threshold(MOST_LOOSE)  # as in a command of pbem
    began = subprocess.list2cmdline([Path(sys.executable).name, "benchmarks/run.py", "--shows"])
    sys.stdout.write(f"{began}\n")
    for line in lines(words):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    return 0
