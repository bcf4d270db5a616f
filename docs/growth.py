"""A whole game played by letters, weighed and timed as it grows: the table of docs/growth.md.

    nice python docs/growth.py --turns 6
    nice python docs/growth.py --turns 20
    nice python docs/growth.py --turns 20 --at 1 5 10 15 19 --only open
    nice python docs/growth.py --game glory --scenario campaign --turns 36 --at 1 18 35

Bots play in one process, so that a game takes minutes. In each turn that is asked for, and in the last step, copies of
the folders are made, and the real commands run on them, each in a process of its own. A time is what the processor
worked, so that a busy machine tells the same; a command is run three times, and the shortest counts.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time, show_time
from pbem.base.files import write_atomic
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.public_files import take_public
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.match.player.seal_orders import seal_orders
from pbem.proof.beside_reports import lay_proof
from pbem.trial.company import Company, answers, keyrings
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record import layout

START = parse_time("2026-11-02T20:00:00Z")
TIMES = 3
#: How many commands are timed while a turn goes on: in, run, open, orders check, orders seal.
FIRST_STEPS = 5
#: A command that leaves its peak memory in a file, as the system counts it for this program alone.
MEASURED = """
import atexit, sys
from pathlib import Path
file, sys.argv[:2] = Path(sys.argv[1]), ["pbem"]
def note():
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    file.write_text(next(line.split()[1] for line in lines if line.startswith("VmHWM")), encoding="ascii")
atexit.register(note)
from pbem.cli import main
main()
"""
#: What a table calls the state after the last phase.
OVER = "over"
MB = 1_000_000
#: The rows of the table, in their order: what is weighed, then what is timed.
WEIGHED = (
    "a result letter, mean, kB", "a result letter, largest, kB", "mail of the moderator so far, MB",
    "public folder, MB", "its files", "private folder, MB", "ledger, kB", "its lines",
)  # fmt: skip
TIMED = (
    "in (a letter)", "run (a phase)", "tick, idle", "status", "open (a report)", "orders check", "orders seal", "inbox",
    "verify", "audit", "proof", "chronicle",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took: the processor's time in ms, and its greatest memory in MB."""

    ms: int
    megabytes: int


@dataclass(slots=True)
class Growing(Company):
    """A company that looks at itself in some of its turns."""

    wanted: tuple[int, ...] = ()
    last: int = 0
    #: The commands that are timed; empty for all.
    only: tuple[str, ...] = ()
    #: By turn: figures, and what each command took.
    figures: dict[object, dict[str, float]] = field(default_factory=dict)
    took: dict[object, dict[str, Took]] = field(default_factory=dict)
    of_turn: dict[int, list[int]] = field(default_factory=dict)
    at: int = 0
    #: Of the last turn, by command: who ran it, its words, a copy of the folder, and when.
    kept: dict[str, tuple[str, tuple[str, ...], Path, datetime]] = field(default_factory=dict)

    @property
    def reader(self) -> str:
        """The seat whose commands are timed."""
        return next(iter(self.bots))

    # ------------------------------------------------------------------------------------------------- what is watched
    def take(self, seat: str, path: Path) -> None:
        if self.watching() and path.name.startswith("orders-") and seat == self.reader:
            self.time("in (a letter)", MODERATOR, ("in", "{copy}", str(path)), self.desk)
        Company.take(self, seat, path)

    def run(self) -> None:
        if self.watching():
            self.time("run (a phase)", MODERATOR, ("run", "{copy}"), self.desk)
        Company.run(self)

    def read(self, seat: str, path: Path) -> None:
        if "-report-" in path.name:
            self.of_turn.setdefault(self.at, []).append(path.stat().st_size)
            if self.watching() and seat == self.reader:
                self.time("open (a report)", seat, ("open", str(path), "--dir", "{copy}"), self.folder(seat))
        Company.read(self, seat, path)

    def order(self, seat: str) -> Path:
        """A bot sends its orders even where a check finds fault: what cannot be carried out lapses."""
        own = Seat.at(self.folder(seat))
        path = order_file(own)
        write_atomic(path, (answers(own) if own.questions else self.bots[seat].orders(own.view(), own.head())).encode())
        if self.watching() and seat == self.reader:
            folder, file = self.folder(seat), f"{{copy}}/{path.relative_to(self.folder(seat))}"
            self.time("orders check", seat, ("orders", "check", file, "--dir", "{copy}"), folder)
            self.time("orders seal", seat, ("orders", "seal", file, "--dir", "{copy}", "--anyway", "--no-send"), folder)
        return seal_orders(self.player(seat), own, path, anyway=True)[1]

    def watching(self) -> bool:
        """Tells if this turn is looked at; the last one always is, since nobody knows which step ends the game."""
        fresh = self.at in self.wanted and len(self.took.get(self.at, {})) < FIRST_STEPS
        return fresh or self.at == self.last

    def time(self, name: str, who: str, words: tuple[str, ...], folder: Path) -> None:
        """Times a command on copies of a folder: in a turn that is looked at the first of its kind. In the last turn
        a copy is kept of each, until it shows which was the last of the game."""
        if not self.times(name):
            return
        if self.at in self.wanted and name not in self.took.setdefault(self.at, {}):
            self.took[self.at][name] = self.timed(who, words, folder)
        if self.at == self.last:
            kept = self.place / "kept" / name.partition(" (")[0].replace(" ", "-")
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            self.kept[name] = (who, words, kept, self.now)

    def times(self, name: str) -> bool:
        """Tells if a command is one of those that are asked for."""
        return not self.only or name.startswith(self.only)

    def timed(self, who: str, words: tuple[str, ...], folder: Path) -> Took:
        """The shortest of some runs."""
        return min((self.once(who, words, folder) for _ in range(TIMES)), key=lambda each: each.ms)

    def once(self, who: str, words: tuple[str, ...], folder: Path) -> Took:
        """One run on a copy."""
        with tempfile.TemporaryDirectory() as name:
            copy = Path(name) / "copy"
            shutil.copytree(folder, copy)
            if words[0] == "open":  # a copy has never been checked where it lies: once before, as a letter earlier
                known = {layout.LEDGER: (copy / PUBLIC / layout.LEDGER).read_bytes()}
                take_public(Seat.at(copy), known, self.rings[who])
                lay_proof(copy / PUBLIC, copy / "reports", "")
            (Path(name) / "box").mkdir()
            line = [each.replace("{copy}", str(copy)).replace("{box}", f"{name}/box") for each in words]
            environment = {**os.environ, "PBEM_HOME": str(self.rings[who].home), "PBEM_NOW": show_time(self.now)}
            said = os.open(f"{name}/said", os.O_CREAT | os.O_WRONLY)
            child = os.posix_spawn(
                sys.executable, [sys.executable, "-c", MEASURED, f"{name}/peak", *line], environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, said, 1), (os.POSIX_SPAWN_DUP2, said, 2)],
            )  # fmt: skip
            os.close(said)
            _, status, used = os.wait4(child, 0)
            if os.waitstatus_to_exitcode(status) not in (0, 3, 5, 6):
                raise RuntimeError(f"{line}: {Path(name, 'said').read_text(encoding='utf-8')}")
            peak = int(Path(name, "peak").read_text(encoding="ascii"))
        return Took(round((used.ru_utime + used.ru_stime) * 1000), peak // 1000)

    # ---------------------------------------------------------------------------------------------------- a whole game
    def play(self) -> None:
        """Plays to the end, and looks around in each turn that is asked for when it is over."""
        self.at = self.turn()
        while True:
            before, goes_on = self.at, self.step()
            now = self.turn()
            if (before in self.wanted and now != before) or not goes_on:
                self.look(OVER if not goes_on else before)
            if not goes_on:
                return
            self.at = now or self.at

    def look(self, key: object) -> None:
        """Weighs the folders, and times what reads them."""
        found = self.figures[key] = {}
        letters = self.of_turn[self.at if key == OVER else int(str(key))]
        found["a result letter, mean, kB"] = sum(letters) / len(letters) / 1000
        found["a result letter, largest, kB"] = max(letters) / 1000
        post = [path.stat().st_size for path in (self.place / "post").glob("*.eml")]
        found["mail of the moderator so far, MB"] = sum(post) / MB
        private = self.desk / "private"
        every = [path for path in self.desk.rglob("*") if path.is_file()]
        hidden = [path for path in every if private in path.parents]
        of_letters = [self.desk / name for name in ("outbox", "sent", "inbox", "private")]
        public = [path for path in every if not any(each in path.parents for each in of_letters)]
        found["public folder, MB"] = sum(path.stat().st_size for path in public) / MB
        found["its files"] = len(public)
        found["private folder, MB"] = sum(path.stat().st_size for path in hidden) / MB
        ledger = (self.desk / "ledger.jsonl").read_bytes()
        found["ledger, kB"], found["its lines"] = len(ledger) / 1000, ledger.count(b"\n")
        took, seat = self.took.setdefault(key, {}), self.folder(self.reader)
        for name, who, words, folder in (
            ("tick, idle", MODERATOR, ("tick", "{copy}", "--mail", "{box}", "--to", "folder:{box}"), self.desk),
            ("status", MODERATOR, ("status", "{copy}"), self.desk),
            ("inbox", self.reader, ("inbox", "{copy}"), seat),
            ("verify", self.reader, ("verify", f"{{copy}}/{PUBLIC}"), seat),
            ("audit", MODERATOR, ("audit", "{copy}"), self.desk),
            ("proof", self.reader, ("proof", f"{{copy}}/{PUBLIC}", "--out", "{box}/proof.html"), seat),
            ("chronicle", MODERATOR, ("chronicle", "{copy}", "--out", "{box}/book.html"), self.desk),
        ):
            if self.times(name):
                took[name] = self.timed(who, words, folder)
        for name, (who, words, folder, then) in self.kept.items() if key == OVER else ():
            now, self.now = self.now, then
            took[name] = self.timed(who, words, folder)
            self.now = now


def rows(made: Growing, turns: list[object]) -> Iterator[str]:
    """The table: a column for each turn, and what a turn adds between the last two that are no end."""
    heads = ("at the end" if turn == OVER else f"turn {turn}" for turn in turns)
    yield line(f"{made.last} turns", list(heads), "a turn adds")
    yield f"| --- |{' --- |' * (len(turns) + 1)}"
    for name in WEIGHED:
        row = {turn: made.figures.get(turn, {}).get(name) for turn in turns}
        yield line(name, [shown(row[turn]) for turn in turns], adds(row))
    for name in filter(made.times, TIMED):
        took = {turn: made.took.get(turn, {}).get(name) for turn in turns}
        row = {turn: float(each.ms) if each else None for turn, each in took.items()}
        cells = [f"{each.ms} ({each.megabytes})" if each else "" for each in took.values()]
        yield line(f"`{name}`, ms (MB)", cells, adds(row))


def line(name: str, cells: list[str], more: str) -> str:
    """One row."""
    return f"| {name} | {' | '.join(cells)} | {more} |"


def shown(value: float | None) -> str:
    """A figure to three digits."""
    return "" if value is None else f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def adds(row: dict[object, float | None]) -> str:
    """What a turn adds, between the last two turns of the row that are not the end."""
    known = [(turn, value) for turn, value in row.items() if isinstance(turn, int) and value is not None]
    if len(known) < 2:
        return ""
    (first, less), (second, more) = known[-2:]
    return shown(max(0.0, (more - less) / (second - first)))


def main() -> int:
    """Plays, and prints the table."""
    parser = argparse.ArgumentParser(description="Play a whole game by letters, and measure how it grows.")
    parser.add_argument("--game", default="lions")
    parser.add_argument("--scenario", default="", help="default: the first of the game")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--bot", default="steady")
    parser.add_argument("--at", type=int, nargs="+", default=[1, 5, 10], help="turns that are looked at")
    parser.add_argument("--only", nargs="+", default=[], help="commands that are timed, by how their row begins")
    given = parser.parse_args()
    game = load_game(given.game)
    scenario = given.scenario or next(iter(game.scenarios))
    seats = game.seats_of(scenario)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        bots = {seat: game.bot(given.bot, seat, SeededChance(f"whole {seat}")) for seat in seats}
        made = Growing(place, keyrings(place, seats), bots, START)
        made.wanted, made.last, made.only = tuple(given.at), given.turns, tuple(given.only)
        house = {"turns": str(given.turns)} if given.game == "lions" else {}
        made.begin(Plan(game=given.game, scenario=scenario, seats={seat: f"{seat}@example.org" for seat in seats},
                        house=house, hours=48, address="games@example.org"))  # fmt: skip
        made.play()
        turns: list[object] = [turn for turn in made.wanted if turn in made.figures]
        print("\n".join(rows(made, [*turns, OVER])))
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
    peak, name = max((each.megabytes, name) for row in made.took.values() for name, each in row.items())
    print(f"\nPeak memory: {peak} MB in one command ({name}), {own} MB in the process that played all of it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
