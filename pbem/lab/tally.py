"""Counts of balance: shares of wins, each with the interval that holds the true share in 19 of 20 counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from pbem.base.records import dataclass, field
from pbem.lab.many_games import Games, Variant

#: The two-sided 95 per cent point of the normal distribution.
Z = 1.959963984540054
DRAWN = "drawn"


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The Wilson score interval of a share; from 0 to 1 where nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share, square = hits / of, Z * Z / of
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    low, high = middle - half, middle + half
    return (0.0 if hits == 0 else low), (1.0 if hits == of else high)


def difference(one: tuple[int, int], other: tuple[int, int]) -> tuple[float, float]:
    """Newcombe's interval of the difference of two shares, made of Wilson's interval of each."""
    (low1, high1), (low2, high2) = wilson(*one), wilson(*other)
    share1, share2 = (hits / of if of else 0.0 for hits, of in (one, other))
    below = share1 - share2 - sqrt((share1 - low1) ** 2 + (high2 - share2) ** 2)
    above = share1 - share2 + sqrt((high1 - share1) ** 2 + (share2 - low2) ** 2)
    return below, above


def differ(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tells if two shares differ by more than luck: nought lies outside the interval of their difference."""
    below, above = difference(one, other)
    return below > 0 or above < 0


@dataclass(slots=True)
class Count:
    """The games of one variant, counted. A win that several share counts for each of them."""

    variant: Variant
    games: int = 0
    failed: int = 0
    turns: int = 0
    questions: int = 0
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, record: Mapping[str, Any]) -> None:
        """Counts a game."""
        if "failed" in record:
            self.failed += 1
            return
        self.games += 1
        self.turns += record["turns"]
        self.questions += record["questions"]
        self.wins.update(record["winner"].split(" and ") if record["winner"] else [DRAWN])


def counted_in(plan: Games, records: Iterable[Mapping[str, Any]]) -> list[Count]:
    """Counts the results of a plan, variant by variant."""
    counts = [Count(variant) for variant in plan.variants]
    for record in records:
        counts[record["number"] % len(counts)].add(record)
    return counts


def outcomes(counts: Iterable[Count]) -> list[str]:
    """Lists all winners that were seen, by name, and the draw last."""
    seen = {name for count in counts for name in count.wins}
    return [*sorted(seen - {DRAWN}), *([DRAWN] if DRAWN in seen else [])]


def rows(counts: list[Count]) -> list[dict[str, Any]]:
    """The counts as plain data: what the page shows and `--json` prints. Per cent, as whole numbers."""
    names, first = outcomes(counts), counts[0]
    return [
        {
            "scenario": count.variant.scenario, "house": count.variant.house_words, "bots": count.variant.bot_words,
            "games": count.games, "failed": count.failed,
            "turns": f"{count.turns / count.games:.1f}" if count.games else "",
            "shares": [share(name, count, first) for name in names],
        }
        for count in counts
    ]  # fmt: skip


def share(name: str, count: Count, first: Count) -> dict[str, Any]:
    """One outcome's share of a variant's games, and if it differs from that of the first variant."""
    low, high = wilson(count.wins[name], count.games)
    exact = count.wins[name] / count.games if count.games else 0.0
    return {
        "outcome": name, "wins": count.wins[name], "percent": round(100 * exact), "low": round(100 * low),
        "high": round(100 * high),
        "differs": count is not first and differ((count.wins[name], count.games), (first.wins[name], first.games)),
    }  # fmt: skip


def in_words(found: list[dict[str, Any]]) -> list[str]:
    """The counts as lines for a terminal."""
    lines = []
    for row in found:
        variant = ", ".join(filter(None, (row["scenario"], row["house"], row["bots"])))
        failed = f", {row['failed']} failed" if row["failed"] else ""
        lines.append(f"{variant}: {row['games']} games{failed}")
        lines += [
            f"  {share['outcome'].ljust(12)} {share['percent']:3d} % ({share['low']} to {share['high']})"
            f"{', differs' if share['differs'] else ''}"
            for share in row["shares"]
        ]
    return lines
