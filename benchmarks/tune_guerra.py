"""Plays Guerra a Muerte between bots as fast as it goes, and tells what each side held at the end: for tuning figures.

    python benchmarks/tune_guerra.py --scenario campaign --games 40
    python benchmarks/tune_guerra.py --scenario end-of-empire --edition my.yaml --against out.jsonl --out new.jsonl

Game N of every trial has the same dice, so that two trials differ by their figures alone: `--against` compares with a
former trial game by game. No check of a soak is made here. `--wish 35` stops as soon as the wish is out of reach.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.guerra.rules.ch01_map import control
from pbem.adjudicator.guerra.rules.ch11_victory import levels, short_of_garrison
from pbem.adjudicator.titles import load_game
from pbem.lab.tally import wilson
from pbem.match.terms.house_rules import house_of
from pbem.trial.soak import dice_of, sources_of

SEATS = ("royalist", "patriot")


def play(number: int, scenario: str, seed: str, edition: bytes | None, house: Mapping[str, str], bot: str) -> Any:
    """Plays one game; its winner, its count at the end, and the holder of each area."""
    game = load_game("guerra")
    match = game.begin(scenario, house, edition)
    bots = {seat: game.bot(bot, seat, SeededChance(f"{seed}/{number} {seat}")) for seat in SEATS}
    while phase := match.phase():
        files: dict[str, list[Any]] = {seat: [] for seat in SEATS}
        for seat in phase.active:
            text = bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id})
            files[seat] = [game.read_orders(text.encode(), f"{seat}.yaml")]
        driver = Driver(Transcript(), dice_of(f"{seed}/{number}", phase), sources_of(match, files),
                        deadline_passed=frozenset(SEATS))  # fmt: skip
        driver.run(match.play(Table()))
    state = match.state  # type: ignore[attr-defined]
    areas = {area: control(state, area).counts("royalist") for area, piece in state.board.areas.items() if piece.scores}
    return {"game": number, "winner": state.winner, "short": short_of_garrison(state), **levels(state), "areas": areas,
            "purse": state.purse}  # fmt: skip


def trial(numbers: Iterable[int], jobs: int, **plan: Any) -> Iterator[dict[str, Any]]:
    """Plays the games of a trial, in order."""
    if jobs == 1:
        yield from map(partial(play, **plan), numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play, **plan), numbers)


def settled(games: Sequence[Mapping[str, Any]], wish: int) -> bool:
    """Tells if a wish for each side's share of decided games is out of reach, whatever luck had to do with it."""
    decided = [game for game in games if game["winner"] in SEATS]
    if len(games) < 12 or not decided:
        return False
    low, high = wilson(sum(game["winner"] == "patriot" for game in decided), len(decided))
    return high < wish / 100 or low > 1 - wish / 100


def summary(games: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The shares of wins, and what was held on average, with the spread."""
    wins = Counter(game["winner"] for game in games)
    decided = wins["patriot"] + wins["royalist"]
    low, high = wilson(wins["patriot"], decided) if decided else (0.0, 1.0)
    yield (f"{len(games)} games: Patriot {wins['patriot']}, Royalist {wins['royalist']}, drawn {wins['draw']}; "
           f"Patriot {wins['patriot'] / max(1, decided):.0%} ({low:.0%} to {high:.0%}) of the decided")  # fmt: skip
    for name in ("patriot", "royalist", "continental", "continental_rp"):
        halves = [game[name] / 2 for game in games]
        every = max(1, len(halves) // 12)
        yield f"  {name:15} {fmean(halves):5.1f} +- {pstdev(halves):.1f}   {sorted(halves)[::every]}"
    yield f"  garrison short  {fmean(game['short'] for game in games):.0%}"
    held = {area: fmean(game["areas"][area] for game in games) / 2 for area in games[0]["areas"]}
    yield "  Royalist in     " + ", ".join(f"{area} {share:.1f}" for area, share in held.items())
    yield "  purses          " + ", ".join(f"{name} {fmean(game['purse'][name] for game in games) / 2:.0f}"
                                           for name in games[0]["purse"])  # fmt: skip


def compared(games: Sequence[Mapping[str, Any]], old: Mapping[int, Mapping[str, Any]]) -> str:
    """The mean change in the Royalist's continental areas and the Patriot's areas, game by game with the same dice."""
    pairs = [(game, old[game["game"]]) for game in games if game["game"] in old]
    words = []
    for name in ("continental", "patriot"):
        changes = [(new[name] - was[name]) / 2 for new, was in pairs] or [0.0]
        words.append(f"{name} {fmean(changes):+.2f} +- {1.96 * pstdev(changes) / max(1, len(changes)) ** 0.5:.2f}")
    return f"  against {len(pairs)} games of the former trial: {', '.join(words)}"


def main() -> None:
    """Play a trial and print it."""
    parser = argparse.ArgumentParser(description="Play Guerra a Muerte between bots, for tuning.")
    parser.add_argument("--scenario", default="opening-guns")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", default="tune")
    parser.add_argument("--bot", default="steady")
    parser.add_argument("--edition", type=Path, help="a file of figures laid over the data")
    parser.add_argument("--house", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the games are written, one a line")
    parser.add_argument("--against", type=Path, help="a former trial to compare with")
    parser.add_argument("--wish", type=int, default=0, help="stop when a side's share is surely below so many per cent")
    given = parser.parse_args()
    house = house_of(dict(pair.split("=", 1) for pair in given.house), load_game("guerra"))
    edition = given.edition.read_bytes() if given.edition else None
    games: list[dict[str, Any]] = []
    numbers = range(given.first, given.first + given.games)
    for game in trial(numbers, given.jobs, scenario=given.scenario, seed=given.seed, edition=edition, house=house,
                      bot=given.bot):  # fmt: skip
        games.append(game)
        if given.wish and settled(games, given.wish):
            break
    if given.out:
        given.out.write_text("".join(json.dumps(game) + "\n" for game in games))
    print("\n".join(summary(games)))
    if given.against:
        old = {game["game"]: game for game in map(json.loads, given.against.read_text().splitlines())}
        print(compared(games, old))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
