"""Measures how a game of Yellow Jack grows over its Turns: the position, its letters, its reports, and their times.

`python benchmarks/yellowjack_growth.py` plays `campaign-1739`, 71 Turns, between `steady` bots, and prints a row for
every eighth Turn: means of its phases since the last row. `--scenario` and `--turns` play less. The processor is timed.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from time import process_time

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.phase import Phase, Told
from pbem.adjudicator.engine.table import Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.adjudicator.yellowjack.game import GAME
from pbem.page.club_templates import report_page
from pbem.trust.dice.dice import Dice

SEATS = ("british", "bourbon")
EVERY = 8
HEAD = "| Turn | position kB | letter kB | record lines | report kB | page kB | phase ms | report ms | page ms |"


def main() -> None:
    """Plays the game and prints the table."""
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--scenario", default="campaign-1739")
    asked.add_argument("--turns", type=int, default=200)
    said = asked.parse_args()
    print(HEAD + "\n" + "| --- " * HEAD.count(" | ") + "| --- |")
    phases: list[float] = []
    for turn, row, times in rows(said.scenario, said.turns):
        print(f"| {turn} | " + " | ".join(f"{value:.0f}" for value in row) + " |", flush=True)
        phases += times
    phases.sort()
    print(f"\n{len(phases)} phases: {1000 * sum(phases) / len(phases):.0f} ms mean, "
          f"{1000 * phases[len(phases) * 95 // 100]:.0f} ms 95th percentile")  # fmt: skip


def rows(scenario: str, turns: int) -> Iterator[tuple[int, list[float], list[float]]]:
    """The measures of every eighth Turn, and the times of the phases since the last."""
    match = GAME.begin(scenario, {}, None)
    found: list[list[int]] = []
    times: list[float] = []
    bots = {seat: GAME.bot("steady", seat, SeededChance(f"growth {seat}")) for seat in SEATS}
    while (phase := match.phase()) is not None and phase.turn <= turns:
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in phase.active}
        files = {seat: [GAME.read_orders(text.encode(), "orders.yaml")] for seat, text in texts.items()}
        for seat, orders in files.items():
            match.adopt(seat, orders)
        dice, table, record = Dice(sha256(phase.id.encode()).digest()), Table(), Transcript()
        sources = {seat: match.sources(seat, files.get(seat, [])) for seat in SEATS}
        began = process_time()
        roller = partial(thrown, dice)
        ended = Driver(record, roller, sources, deadline_passed=frozenset(SEATS)).run(match.play(table))
        times.append(process_time() - began)
        assert isinstance(ended, Closed)
        found.append([len(text) for text in texts.values()] or [0])
        if phase.id.endswith("ops") and (phase.turn % EVERY == 0 or phase.turn == 1):
            told = Told(tuple(table.story), ended.lapses)
            yield phase.turn, measure(match, told, phase, found, len(record), times), times
            found, times = [], []


def thrown(dice: Dice, roll: Roll) -> tuple[int, ...]:
    """The values of one throw."""
    return dice.roll(roll.label, roll.spec)


def measure(
    match: Match, told: Told, phase: Phase, found: list[list[int]], lines: int, times: list[float]
) -> list[float]:  # fmt: skip
    """One row: sizes in kB and times in milliseconds."""
    position = len(json.dumps(match.to_plain()))
    frame = {"game": "growth", "phase": phase.id, "phase_title": phase.title}
    began = process_time()
    text = GAME.report(GAME.reading(match.view("british"), told, frame))
    middle = process_time()
    page = report_page(GAME.name, GAME.title, GAME.page(GAME.reading(match.view("british"), told, frame))).html
    ended = process_time()
    letters = [size for sizes in found for size in sizes]
    return [position / 1000, sum(letters) / len(letters) / 1000, lines, len(text) / 1000, len(page) / 1000,
            1000 * sum(times) / len(times), 1000 * (middle - began), 1000 * (ended - middle)]  # fmt: skip


if __name__ == "__main__":
    main()
