"""Speeds of the rules: answers replayed, one phase resolved, random games soaked with every check."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import Any

from measure import Effort, Figure, in_turns, per_second

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Choose, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.adjudicator.titles import load_game
from pbem.trial.soak import Plan, Played, Running, bots_for, dice_of, order_file, play_game, sources_of

#: How many answers are replayed; half of them are dice.
ANSWERS = 10_000
GAMES, PHASES = 20, 4
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


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for one phase: its rules, and the same again from its record."""

    resolved: float
    replayed: float


def resolve_phase(title: str, effort: Effort) -> Figure:
    """The rules of a phase alone, in a game between steady bots: its orders are read and its dice keyed beforehand."""
    return middle([times.resolved for times in of_phases(title, effort.share)], "the median phase")


def replay_phase(title: str, effort: Effort) -> Figure:
    """The same phases from their records, line by line, as `audit` plays them."""
    return middle([times.replayed for times in of_phases(title, effort.share)], "the median phase replayed")


def middle(times: list[float], what: str) -> Figure:
    """The median of some times, with the longest."""
    median, worst = statistics.median(times) * 1000, max(times) * 1000
    return Figure(median, f"ms, {what}", f"the longest of {len(times)}: {worst:.1f} ms", f"{median:.2f} ms", "<= 20")


@cache
def of_phases(title: str, share: float) -> list[Times]:
    """How long each phase of some games takes, apart from its orders and the checks of a soak."""
    games = range(max(1, round(PHASES * share)))
    return [times for number in games for times in of_game(title, f"phase/{number}")]


def of_game(title: str, seed: str) -> list[Times]:
    """The same of one game, of its first scenario."""
    game, scenario = load_game(title), next(iter(load_game(title).scenarios))
    names = bots_for(game, ["steady"])
    bots = {seat: game.bot("steady", seat, SeededChance("phase")) for seat in names}
    played = Played(seed, letters=dict.fromkeys(names, 0))
    running = Running(game, game.begin(scenario, {}, None), bots, names, played, {})
    times = []
    while phase := running.match.phase():
        times.append(of_phase(running, phase))
    return times


def of_phase(running: Running, phase: Phase) -> Times:
    """One phase, played and replayed."""
    before = running.match.to_plain()
    files = {seat: [order_file(running, phase, seat)] if seat in phase.active else [] for seat in running.bots}
    record = Transcript()
    resolved = seconds(running, running.match, phase, files, record)
    return Times(resolved, seconds(running, running.game.restore(before, {}, None), phase, files, record))


def seconds(
    running: Running, match: Match, phase: Phase, files: Mapping[str, Sequence[Orders]], record: Transcript
) -> float:
    """Seconds for the rules of one phase, new or from its record."""
    sources, roller = sources_of(match, files), dice_of(running.played.seed, phase)
    driver = Driver(record, roller, sources, deadline_passed=frozenset(running.bots))
    began = process_time()  # on a shared machine the wall clock counts others' work
    outcome = driver.run(match.play(Table()))
    taken = process_time() - began
    assert isinstance(outcome, Closed)
    return taken


def soak(title: str, bound: str, effort: Effort) -> Figure:
    """Random games a second of one core's time, each read, checked and every tenth replayed, as `pbem soak` does."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(title, bots_for(load_game(title), ["random"]), "benchmark", Path(folder))
        began = process_time()
        games = [play_game(plan, number) for number in range(max(2, round(GAMES * effort.share)))]
        rate = len(games) / (process_time() - began)
    answers = sum(played.answers for played in games)
    return Figure(rate, "games a second and core", f"{answers} answers in {len(games)} games", f"{rate:.1f} /s", bound)


BENCHMARKS: dict[str, Callable[[Effort], Figure]] = {
    "replay": replay,
    "resolve_phase": partial(resolve_phase, "jenkins"), "lions_resolve": partial(resolve_phase, "lions"),
    "replay_phase": partial(replay_phase, "jenkins"), "lions_replay": partial(replay_phase, "lions"),
    "soak": partial(soak, "jenkins", ">= 5"), "lions_soak": partial(soak, "lions", ">= 1"),
}  # fmt: skip
