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
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.adjudicator.titles import load_game
from pbem.trial.soak import Plan, Played, Running, bots_for, dice_of, order_file, play_game, sources_of

GAMES, PHASES = 20, 4


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
    """Seconds for one phase: its rules, and the same again from its record; how many answers it took."""

    resolved: float
    replayed: float
    answers: int


def resolve_phase(title: str, bound: str, effort: Effort) -> Figure:
    """The rules of a phase alone, in a game between steady bots: its orders are read and its dice keyed beforehand."""
    return mean([times.resolved for times in of_phases(title, effort.share)], "a phase", bound)


def resolve_slow_phase(title: str, bound: str, effort: Effort) -> Figure:
    """The phase that nineteen of twenty are quicker than: the one for which people wait."""
    times = sorted(times.resolved * 1000 for times in of_phases(title, effort.share))
    slow = times[min(len(times) - 1, len(times) * 19 // 20)]
    worst = f"the longest of {len(times)}: {times[-1]:.1f} ms"
    return Figure(slow, "ms, 95th percentile", worst, f"{slow:.2f} ms", bound)


def replay_phase(title: str, bound: str, effort: Effort) -> Figure:
    """The same phases from their records, line by line, as `audit` plays them."""
    return mean([times.replayed for times in of_phases(title, effort.share)], "a phase replayed", bound)


def replay(title: str, bound: str, effort: Effort) -> Figure:
    """Answers a second from a record, with the full rules, to a bare coroutine that waits as often."""
    phases = of_phases(title, effort.share)
    answers = sum(times.answers for times in phases)
    ours = sum(times.replayed for times in phases) / answers
    _, raw = in_turns(lambda: None, lambda: driven(idle(answers)), effort)
    told = f"bare coroutine.send(): {per_second(raw / answers)}"
    return Figure(raw / answers / ours, "speed, as a share of raw", told, per_second(ours), bound)


def mean(times: list[float], what: str, bound: str) -> Figure:
    """The mean of some times, with the longest."""
    middle, worst = statistics.fmean(times) * 1000, f"the longest of {len(times)}: {max(times) * 1000:.1f} ms"
    return Figure(middle, f"ms, mean of {what}", worst, f"{middle:.2f} ms", bound)


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
    again = running.game.restore(before, {}, None)
    return Times(resolved, seconds(running, again, phase, files, record), len(record))


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


def soak(title: str, bot: str, bound: str, effort: Effort) -> Figure:
    """Games a second of one core's time, each read, checked and every tenth replayed, as `pbem soak` does."""
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(title, bots_for(load_game(title), [bot]), "benchmark", Path(folder))
        began = process_time()
        games = [play_game(plan, number) for number in range(max(1, round(GAMES * effort.share)))]
        rate = len(games) / (process_time() - began)
    answers = sum(played.answers for played in games)
    return Figure(rate, "games a second and core", f"{answers} answers in {len(games)} games", f"{rate:.1f} /s", bound)


BENCHMARKS: dict[str, Callable[[Effort], Figure]] = {
    "replay": partial(replay, "jenkins", ">= 0.0008"), "lions_replay": partial(replay, "lions", ">= 0.0004"),
    "resolve_phase": partial(resolve_phase, "jenkins", "<= 3"),
    "resolve_slow": partial(resolve_slow_phase, "jenkins", "<= 8"),
    "lions_resolve": partial(resolve_phase, "lions", "<= 25"),
    "lions_slow": partial(resolve_slow_phase, "lions", "<= 45"),
    "guerra_resolve": partial(resolve_phase, "guerra", "<= 50"),
    "guerra_slow": partial(resolve_slow_phase, "guerra", "<= 120"),
    "replay_phase": partial(replay_phase, "jenkins", "<= 3"), "lions_phase": partial(replay_phase, "lions", "<= 18"),
    "soak": partial(soak, "jenkins", "random", ">= 6"), "lions_soak": partial(soak, "lions", "random", ">= 2.5"),
    "steady_soak": partial(soak, "jenkins", "steady", ">= 3"),
    "lions_steady": partial(soak, "lions", "steady", ">= 0.45"),
}  # fmt: skip
