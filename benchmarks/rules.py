"""Speeds of the rules: answers replayed, one phase resolved, random games soaked with every check."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Coroutine, Generator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from measure import Effort, Figure, in_turns, per_second

from pbem.adjudicator.game import Phase, load_game
from pbem.chance import SeededChance
from pbem.driver import Closed, Driver
from pbem.soak import Plan, Played, Running, bots_for, dice_of, order_file, play_game, sources_of
from pbem.table import Choose, Roll, Table
from pbem.transcript import Transcript

#: How many answers are replayed; half of them are dice.
ANSWERS = 10_000
GAMES, PHASES = 20, 6
STANCES = {"hold": "stay where you are", "sail": "make for the enemy"}


def replay(effort: Effort) -> Figure:
    """Answers a second from a record, dice and choices in equal parts, to a bare coroutine that waits as often."""
    pairs = max(50, round(ANSWERS / 2 * effort.share))
    record = Transcript()
    assert isinstance(Driver(record, threes, {}, deadline_passed=frozenset({"red"})).run(broadsides(pairs)), Closed)
    assert len(record) == 2 * pairs
    ours, raw = in_turns(lambda: replayed(record, pairs), lambda: driven(idle(2 * pairs)), effort)
    told = f"bare coroutine.send(): {per_second(raw / len(record))}"
    here = f"{per_second(ours / len(record))}, where the mark is 100 k/s"
    return Figure(raw / ours, "speed, as a share of raw", told, here, ">= 0.025")


def threes(roll: Roll) -> tuple[int, ...]:
    """A die that costs nothing."""
    return (3,)


async def broadsides(pairs: int) -> None:
    """A rule that throws and asks, and does nothing else."""
    for number in range(pairs):
        await Roll("5.2", f"broadside/{number}/n1", "1d6")
        await Choose(rule="5.3", side="red", key=f"stance/{number}/n1", topic="stance", prompt="Hold or sail?",
                     options=STANCES, default="hold")  # fmt: skip


def replayed(record: Transcript, pairs: int) -> None:
    """The rule again, from its record."""
    Driver(record, threes, {}).run(broadsides(pairs))


class Nothing:
    """Something to await."""

    def __await__(self) -> Generator[None, None, None]:
        yield


async def idle(times: int) -> None:
    """A coroutine that only waits."""
    for _ in range(times):
        await Nothing()


def driven(coroutine: Coroutine[Any, Any, None]) -> None:
    """Send until it ends."""
    try:
        while True:
            coroutine.send(None)
    except StopIteration:
        return


def resolve_phase(effort: Effort) -> Figure:
    """The rules of a phase alone, in a game between steady bots: its orders are read and its dice keyed beforehand."""
    times: list[float] = []
    for number in range(max(1, round(PHASES * effort.share))):
        times += phase_times(number)
    median, worst = statistics.median(times) * 1000, max(times) * 1000
    told = f"the longest of {len(times)}: {worst:.1f} ms"
    return Figure(median, "ms, the median phase", told, f"{median:.2f} ms", "<= 20")


def phase_times(number: int) -> list[float]:
    """How long each phase of one game takes, apart from its orders and the checks of a soak."""
    game = load_game("jenkins")
    names = bots_for(game, ["steady"])
    bots = {seat: game.bot("steady", seat, SeededChance("phase")) for seat in game.seats}
    played = Played(f"phase/{number}", letters=dict.fromkeys(game.seats, 0))
    running = Running(game, game.begin("campaign", {}, None), bots, names, played)
    times = []
    while phase := running.match.phase():
        times.append(one_phase(running, phase))
    return times


def one_phase(running: Running, phase: Phase) -> float:
    """Seconds for the rules of one phase."""
    files = {seat: [order_file(running, phase, seat)] if seat in phase.active else [] for seat in running.bots}
    sources, roller = sources_of(running.match, files), dice_of(running.played.seed, phase)
    driver = Driver(Transcript(), roller, sources, deadline_passed=frozenset(running.bots))
    began = perf_counter()
    outcome = driver.run(running.match.play(Table()))
    taken = perf_counter() - began
    assert isinstance(outcome, Closed)
    return taken


def soak(effort: Effort) -> Figure:
    """Random games a second of one core's time, each read, checked and every tenth replayed, as `pbem soak` does."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan("jenkins", bots_for(load_game("jenkins"), ["random"]), "benchmark", Path(folder))
        began = process_time()  # on a shared machine the wall clock counts others' work
        games = [play_game(plan, number) for number in range(max(2, round(GAMES * effort.share)))]
        rate = len(games) / (process_time() - began)
    answers = sum(played.answers for played in games)
    return Figure(rate, "games a second and core", f"{answers} answers in {len(games)} games", f"{rate:.1f} /s", ">= 5")


BENCHMARKS = {"replay": replay, "resolve_phase": resolve_phase, "soak": soak}
