"""Letters that players have to write: `novice` bots against `steady` ones, counted by seat and turn.

Each pair of games is played twice, with the bots at the other seats, so that no seat weighs more than another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.records import dataclass, field
from pbem.match.terms.house_rules import house_of
from pbem.trial.soak import Plan, Played, soak

#: The bots that are measured against each other.
BOTS = ("novice", "steady")
TABLE_HEAD = ("| title | bot | games | letters per seat and turn | forgotten | questions per phase | forced | "
              "a doctrine could answer | won |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")  # fmt: skip


@dataclass(slots=True)
class Count:
    """Counts what all seats of one bot wrote, over all games."""

    games: int = 0
    seat_turns: int = 0
    letters: int = 0
    forgotten: int = 0
    phases: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    wins: Fraction = Fraction(0)

    def per_turn(self) -> Fraction:
        """Letters per seat and turn; the set-up counts, its turn does not."""
        return Fraction(self.letters, self.seat_turns)

    def per_phase(self) -> Fraction:
        """Questions per phase, over all seats of the bot."""
        return Fraction(sum(self.asked.values()), self.phases)


@dataclass(frozen=True, slots=True)
class Letters:
    """The measure of one title."""

    game: Game
    counts: Mapping[str, Count]
    forced: int

    def answerable(self, bot: str) -> int:
        """Counts the questions that a doctrine could have answered: all but those that ask for a plan."""
        plans = {topic for row in self.game.order_table().rows for topic in row.topics}
        return sum(number for topic, number in self.counts[bot].asked.items() if topic not in plans)


def measured(name: str, games: int, seed: str, out: Path, jobs: int = 1, scenario: str = "") -> Letters:
    """So many games of a title, half of them with the bots at the other seats."""
    game = load_game(name)
    counts = {bot: Count() for bot in BOTS}
    forced = 0
    for plan, number in plans(game, games, seed, out, scenario):
        for played in soak(plan, number, jobs):
            forced += played.forced
            add(counts, plan, played)
    return Letters(game, counts, forced)


def plans(game: Game, games: int, seed: str, out: Path, scenario: str) -> Iterator[tuple[Plan, int]]:
    """Both ways to seat the bots, and how many games are played so."""
    named = scenario or next(iter(game.scenarios))
    for way in (0, 1):
        bots = {seat: BOTS[(number + way) % len(BOTS)] for number, seat in enumerate(game.seats_of(named))}
        number = (games + 1 - way) // 2
        yield Plan(game.name, bots, f"{seed}/{way}", out, scenario=named, house=house_of({}, game)), number


def add(counts: Mapping[str, Count], plan: Plan, played: Played) -> None:
    """Adds one game to what is counted."""
    winners = played.winner.split(" and ") if played.winner else []
    for bot in dict.fromkeys(plan.bots.values()):
        count, seats = counts[bot], [seat for seat, name in plan.bots.items() if name == bot]
        count.games += 1
        count.seat_turns += len(seats) * played.turns
        count.phases += played.phases
        count.letters += sum(played.letters[seat] for seat in seats)
        count.forgotten += sum(played.forgotten[seat] for seat in seats)
        count.wins += sum((Fraction(1, len(winners)) for seat in seats if seat in winners), Fraction(0))
        for seat in seats:
            count.asked.update(played.asked.get(seat, {}))


def table(measures: Iterable[Letters]) -> Iterator[str]:
    """The table, line by line."""
    yield TABLE_HEAD
    for letters in measures:
        for bot, count in letters.counts.items():
            share = f"{count.forgotten} of {count.letters + count.forgotten}"
            yield (f"| {letters.game.title} | {bot} | {count.games} | {decimal(count.per_turn())} | {share} | "
                   f"{decimal(count.per_phase())} | {letters.forced} | {letters.answerable(bot)} | "
                   f"{decimal(count.wins)} |")  # fmt: skip


def decimal(value: Fraction) -> str:
    """A fraction to two places, rounded half up."""
    hundredths = (value * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"
