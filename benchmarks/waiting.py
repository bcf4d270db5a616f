"""The commands that people wait for, in starts of an interpreter that does nothing; and the mail of a game.

A game of The War of Jenkins' Ear is played by letters between steady bots. In two of its turns copies of the folders
are made, and the real commands run on them. Times are of the processor, the shorter of some runs. A copy has never been
checked where it lies, so its owner's record is checked there, and its proof page laid, before a letter is opened in it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from time import perf_counter, process_time

from measure import FULL, Effort, Figure

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time, show_time
from pbem.match.own_folder.public_files import take_public
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.proof.beside_reports import lay_proof
from pbem.trial.company import Company, keyrings
from pbem.trust.folder.read_folder import DiskFolder
from pbem.trust.people.charter import MODERATOR

TITLE, START = "jenkins", parse_time("2026-11-02T20:00:00Z")
EARLY, LATE = 1, 9
TIMES = 4
#: What the installed script runs, so that a checkout measures the same as an installation.
SCRIPT = "import sys; sys.argv[:1] = ['pbem']; from pbem.cli import program; program()"
KINDS = ("open", "inbox", "orders_check", "status", "run")
#: Waiting for answers, and a game that needs its moderator, are no failures of a command.
DONE = (0, 3, 5, 6)


def took(words: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds of the processor for a process of its own, and on the clock, where disk and others count."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
    began = perf_counter()
    child = os.posix_spawn(sys.executable, [sys.executable, *words], environment, file_actions=actions)
    os.close(quiet)
    _, status, used = os.wait4(child, 0)
    wall = (perf_counter() - began) * 1000
    if os.waitstatus_to_exitcode(status) not in DONE:
        raise RuntimeError(f"{words} ended with {os.waitstatus_to_exitcode(status)}")
    return (used.ru_utime + used.ru_stime) * 1000, wall


@dataclass(slots=True)
class Waiting(Company):
    """A company of bots in which somebody looks at the clock."""

    turns: tuple[int, ...] = (EARLY, LATE)
    times: int = TIMES
    took: dict[tuple[int, str], tuple[float, float]] = field(default_factory=dict)
    letters: list[int] = field(default_factory=list)
    reports: list[int] = field(default_factory=list)
    phases: list[float] = field(default_factory=list)

    def read(self, seat: str, path: Path) -> None:
        self.letters.append(path.stat().st_size)
        self.reports += self.letters[-1:] if "-report-" in path.name else []
        if "-report-" in path.name and seat == next(iter(self.bots)):
            self.time("open", seat, "open", str(path), "--dir", "{copy}")
            Company.read(self, seat, path)
            self.time("inbox", seat, "inbox", "{copy}")
        else:
            Company.read(self, seat, path)

    def order(self, seat: str) -> Path:
        letter = Company.order(self, seat)
        orders = max((self.folder(seat) / "orders").glob("*.yaml"), key=lambda path: path.stat().st_mtime_ns)
        if seat == next(iter(self.bots)):
            self.time("orders_check", seat, "orders", "check", f"{{copy}}/orders/{orders.name}", "--dir", "{copy}")
        return letter

    def run(self) -> None:
        self.time("status", MODERATOR, "status", "{copy}")
        self.time("run", MODERATOR, "run", "{copy}")
        began = process_time()
        Company.run(self)
        self.phases.append((process_time() - began) * 1000)

    def time(self, name: str, who: str, *words: str) -> None:
        """Times a command once in each turn that is looked at."""
        turn = self.turn() if (self.desk / "ledger.jsonl").is_file() else 0
        if turn not in self.turns or (turn, name) in self.took:
            return
        folder = self.desk if who == MODERATOR else self.folder(who)
        self.took[turn, name] = min(self.once(name, who, words, folder) for _ in range(self.times))

    def once(self, name: str, who: str, words: tuple[str, ...], folder: Path) -> tuple[float, float]:
        """One run on a copy."""
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "copy"
            shutil.copytree(folder, copy)
            if name == "open":
                public = copy / PUBLIC
                take_public(Seat.at(copy), {each: (public / each).read_bytes() for each in ("ledger.jsonl",)},
                            self.rings[who])  # fmt: skip
                lay_proof(public, copy / "reports", "")
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
            environment |= {"PBEM_HOME": str(self.rings[who].home), "PBEM_NOW": show_time(self.now)}
            return took(["-c", SCRIPT, *(word.replace("{copy}", str(copy)) for word in words)], environment)


@dataclass(frozen=True, slots=True)
class Watched:
    """A bare start in ms, the commands by turn, ms of each phase, the letters, and the public record in bytes."""

    bare: float
    took: dict[tuple[int, str], tuple[float, float]]
    phases: tuple[float, ...]
    letters: tuple[int, ...]
    reports: tuple[int, ...]
    record: int
    seats: int


@cache
def watched(effort: Effort) -> Watched:
    """The whole game; a brief look ends when each command has been seen."""
    game = load_game(TITLE)
    scenario = next(iter(game.scenarios))
    seats = game.seats_of(scenario)
    whole = effort is FULL
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        bots = {seat: game.bot("steady", seat, SeededChance(f"waiting {seat}")) for seat in seats}
        made = Waiting(place, keyrings(place, seats), bots, START)
        made.turns, made.times = (EARLY, LATE) if whole else (EARLY, EARLY + 1), TIMES if whole else 1
        made.begin(Plan(game=TITLE, scenario=scenario, seats={seat: f"{seat}@example.org" for seat in seats},
                        hours=48, address="games@example.org"))  # fmt: skip
        while made.step() and (whole or len({each for _, each in made.took}) < len(KINDS)):
            pass
        record = sum((made.desk / each).stat().st_size for each in DiskFolder(made.desk).names)
    bare = min(took(["-I", "-c", "pass"], dict(os.environ))[0] for _ in range(10))
    return Watched(bare, made.took, tuple(made.phases), tuple(made.letters), tuple(made.reports), record, len(seats))


def command(name: str, bound: str, effort: Effort) -> Figure:
    """A command in the middle of a game, in bare starts."""
    seen = watched(effort)
    turn = max(turn for turn, each in seen.took if each == name)
    ours, wall = seen.took[turn, name]
    told = f"python -I -c pass: {seen.bare:.1f} ms"
    here = f"{ours:.0f} ms in turn {turn}, {wall:.0f} on the clock"
    return Figure(ours / seen.bare, "bare starts", told, here, bound)


def growth(name: str, bound: str, effort: Effort) -> Figure:
    """The same command late in the game, to the same in its first turn."""
    seen = watched(effort)
    turns = sorted(turn for turn, each in seen.took if each == name)
    early, late = seen.took[turns[0], name][0], seen.took[turns[-1], name][0]
    return Figure(late / early, f"turn {turns[-1]} to turn {turns[0]}", f"{early:.0f} ms", f"{late:.0f} ms", bound)


def mean_letter(effort: Effort) -> Figure:
    """The mean letter of the moderator."""
    seen = watched(effort)
    mean, largest = sum(seen.letters) / len(seen.letters) / 1000, max(seen.letters) / 1000
    return Figure(mean, "kB, mean of a letter", f"the largest: {largest:.0f} kB", f"{mean:.0f} kB", "<= 95")


def result_letter(effort: Effort) -> Figure:
    """The mean letter with a report, without those of the last phase, which disclose the whole game."""
    seen = watched(effort)
    ordinary = seen.reports[: -seen.seats] or seen.reports
    mean, largest = sum(ordinary) / len(ordinary) / 1000, max(ordinary) / 1000
    return Figure(mean, "kB, mean of a report", f"the largest: {largest:.0f} kB", f"{mean:.0f} kB", "<= 115")


def whole_mail(effort: Effort) -> Figure:
    """All letters of a game, to its public record once for each seat."""
    seen = watched(effort)
    mail, once_each = sum(seen.letters), seen.seats * seen.record
    here = f"{mail / 1e6:.1f} MB in {len(seen.letters)} letters"
    return Figure(mail / once_each, "of the record once a seat", f"{once_each / 1e6:.1f} MB", here, "<= 1.5")


BENCHMARKS: dict[str, Callable[[Effort], Figure]] = {}
if hasattr(os, "posix_spawn") and hasattr(os, "wait4"):  # which Windows has not
    BENCHMARKS |= {
        "status": partial(command, "status", "<= 14"), "inbox": partial(command, "inbox", "<= 13"),
        "open": partial(command, "open", "<= 40"), "run": partial(command, "run", "<= 48"),
        "check_in_game": partial(command, "orders_check", "<= 13"),
        "open_grows": partial(growth, "open", "<= 1.2"), "run_grows": partial(growth, "run", "<= 1.25"),
        "mean_letter": mean_letter, "result_letter": result_letter, "whole_mail": whole_mail,
    }  # fmt: skip
