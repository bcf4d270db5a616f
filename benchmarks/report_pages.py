"""Reports as pages, maps and all: how long one takes, and how large the largest of a game is."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from measure import Effort, Figure, clock

from pbem.adjudicator.game import Told, heard, load_game
from pbem.chance import SeededChance
from pbem.driver import Driver
from pbem.page.club import report_page
from pbem.soak import Played, Running, bots_for, dice_of, order_file, sources_of
from pbem.table import Table
from pbem.transcript import Transcript

GAME = "jenkins"
#: Phases of a game between steady bots, set-up and all.
PHASES = 22


def report_pages(effort: Effort) -> Figure:
    """A page for each seat and phase of a game: data, drawings and HTML."""
    made = list(pages(max(3, round(PHASES * effort.share))))
    times, sizes = [seconds * 1000 for seconds, _ in made], [size for _, size in made]
    told = f"the longest of {len(made)}: {max(times):.0f} ms, the largest: {max(sizes) // 1000} kB"
    median = statistics.median(times)
    return Figure(median, "ms, the median page", told, f"{median:.0f} ms", "<= 150")


def pages(phases: int) -> Iterator[tuple[float, int]]:
    """Seconds and bytes of each."""
    game = load_game(GAME)
    names = bots_for(game, ["steady"])
    bots = {seat: game.bot("steady", seat, SeededChance("page")) for seat in game.seats}
    played = Played("page/0", letters=dict.fromkeys(game.seats, 0))
    running = Running(game, game.begin("campaign", {}, None), bots, names, played)
    for _ in range(phases):
        phase = running.match.phase()
        if phase is None:
            return
        files = {seat: [order_file(running, phase, seat)] if seat in phase.active else [] for seat in bots}
        sources, table = sources_of(running.match, files), Table()
        driver = Driver(Transcript(), dice_of(played.seed, phase), sources, deadline_passed=frozenset(bots))
        driver.run(running.match.play(table))
        for seat in game.seats:
            told = Told(heard(table.story, seat), ())
            began = clock()
            values = game.page(running.match.view(seat), told, {"phase": phase.id, "phase_title": phase.title})
            html = report_page(GAME, phase.title, values or {}).html
            yield clock() - began, len(html.encode())


BENCHMARKS = {"pages": report_pages}
