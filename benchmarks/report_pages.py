"""Reports as pages, maps and all: how long one takes, and how large the largest of a game is."""

from __future__ import annotations

import pickle
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from measure import Effort, Figure, clock

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.phase import Told, heard
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.titles import load_game
from pbem.page.club_templates import report_page
from pbem.trial.soak import Played, Running, bots_for, dice_of, order_file, sources_of

#: Phases of a game between steady bots, set-up and all; of the longer game, up to its second year.
PHASES, YEARS = 22, 5
#: What a process that has made nothing yet does for its first page; the time is its own.
FIRST = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
from measure import clock
from pbem.adjudicator.titles import load_game
from pbem.page.club_templates import report_page
game, title, view, told, frame = pickle.load(sys.stdin.buffer)
played = load_game(game)
began = clock()
html = report_page(game, title, played.page(played.reading(view, told, frame))).html
print(clock() - began, len(html.encode()))
"""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat was told of a phase, and saw after it."""

    game: str
    title: str
    view: Mapping[str, Any]
    told: Told
    frame: Mapping[str, Any]


def report_pages(effort: Effort) -> Figure:
    """A page for each seat and phase of a game: data, drawings and HTML."""
    made = [timed(sight) for sight in sights("jenkins", "campaign", max(3, round(PHASES * effort.share)))]
    times, sizes = [seconds * 1000 for seconds, _ in made], [size for _, size in made]
    told = f"the longest of {len(made)}: {max(times):.0f} ms, the largest: {max(sizes) // 1000} kB"
    median = statistics.median(times)
    return Figure(median, "ms, the median page", told, f"{median:.0f} ms", "<= 150")


def first_page(effort: Effort) -> Figure:
    """The page of a year of four powers as the first that a process makes: board, coast and templates read for it."""
    year = list(sights("lions", "four-players", YEARS if effort.share == 1 else 3))[-1]
    asked = pickle.dumps((year.game, year.title, year.view, year.told, year.frame))
    command = [sys.executable, "-c", FIRST, sys.path[0]]
    runs = [subprocess.run(command, input=asked, capture_output=True, check=True).stdout.split() for _ in range(3)]
    best = min(float(seconds) * 1000 for seconds, _ in runs)
    return Figure(best, "ms, the first page of a process", f"{int(runs[0][1]) // 1000} kB", f"{best:.0f} ms", "<= 150")


def timed(sight: Sight) -> tuple[float, int]:
    """Seconds and bytes of a page."""
    game, began = load_game(sight.game), clock()
    values = game.page(game.reading(sight.view, sight.told, sight.frame))
    html = report_page(sight.game, sight.title, values).html
    return clock() - began, len(html.encode())


def sights(name: str, scenario: str, phases: int) -> Iterator[Sight]:
    """What every seat sees of the first phases of a game between steady bots."""
    game = load_game(name)
    seats = game.seats_of(scenario)
    names = bots_for(game, ["steady"])
    bots = {seat: game.bot("steady", seat, SeededChance("page")) for seat in seats}
    played = Played("page/0", letters=dict.fromkeys(seats, 0))
    running = Running(game, game.begin(scenario, {}, None), bots, names, played, {})
    for _ in range(phases):
        phase = running.match.phase()
        if phase is None:
            return
        files = {seat: [order_file(running, phase, seat)] if seat in phase.active else [] for seat in bots}
        sources, table = sources_of(running.match, files), Table()
        driver = Driver(Transcript(), dice_of(played.seed, phase), sources, deadline_passed=frozenset(bots))
        driver.run(running.match.play(table))
        frame = {"phase": phase.id, "phase_title": phase.title}
        for seat in seats:
            told = Told(heard(table.story, seat), ())
            yield Sight(name, phase.title, running.match.view(seat), told, frame)


BENCHMARKS = {"pages": report_pages, "first_page": first_page}
