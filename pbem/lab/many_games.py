"""Games between bots as a lab's work: one variant for a soak, a grid of them for a count of balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from pbem.adjudicator.game import Game
from pbem.base.records import dataclass
from pbem.match.terms.house_rules import house_of
from pbem.trial.soak import Failure, attempt, bots_for
from pbem.trial.soak import Plan as Soak


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a title: scenario, house rules, and the bot of each seat."""

    scenario: str
    #: What differs from the title's own house rules.
    house: tuple[tuple[str, str], ...]
    bots: tuple[tuple[str, str], ...]

    @property
    def house_words(self) -> str:
        """The house rules in one line; empty if they are the title's own."""
        return ", ".join(f"{name}={value}" for name, value in self.house)

    @property
    def bot_words(self) -> str:
        """The bots in one line: one name if all seats have the same."""
        names = {name for _, name in self.bots}
        return names.pop() if len(names) == 1 else ", ".join(f"{seat}={name}" for seat, name in self.bots)

    def as_json(self) -> dict[str, Any]:
        """The variant in a plan."""
        return {"scenario": self.scenario, "house": dict(self.house), "bots": dict(self.bots)}


@dataclass(frozen=True, slots=True)
class Games:
    """So many games of each variant. Game g of every variant has the same seed, so that luck favours none."""

    kind: str
    game: str
    seed: str
    variants: tuple[Variant, ...]
    games: int
    #: Every house rule of the title, with its default.
    house: tuple[tuple[str, str], ...]
    #: Whether all that readers get is made after every phase.
    reports: bool = False

    @property
    def total(self) -> int:
        """The number of games in all variants together."""
        return self.games * len(self.variants)

    def as_json(self) -> dict[str, Any]:
        """The terms. With more games the old ones keep their numbers."""
        variants = [variant.as_json() for variant in self.variants]
        terms = {"lab": self.kind, "game": self.game, "seed": self.seed, "variants": variants, "games": self.games}
        return {**terms, "reports": True} if self.reports else terms

    def variant(self, number: int) -> Variant:
        """The variant of a game: one after another, then the next seed."""
        return self.variants[number % len(self.variants)]

    def part(self, numbers: range) -> Games:
        """The whole plan: it is as small as any part."""
        return self

    def result(self, number: int) -> dict[str, Any]:
        """Plays one game. A failure is a result as well, and its transcript comes home in it."""
        variant = self.variant(number)
        house = {**dict(self.house), **dict(variant.house)}
        soak = Soak(self.game, dict(variant.bots), self.seed, Path(), scenario=variant.scenario, house=house,
                    reports=self.reports)  # fmt: skip
        played = attempt(soak, number // len(self.variants))
        told = {"number": number, "scenario": variant.scenario, "house": variant.house_words, "bots": variant.bot_words}
        if isinstance(played, Failure):
            failed = {"sentence": played.sentence, "file": f"{number}-{played.file_name(self.game)}"}
            if self.reports:
                failed["again"] = soak.alone(played.seed)
            return {**told, "seed": played.seed, "failed": failed, "transcript": played.transcript.decode()}
        line = played.as_json()
        del line["ms"]
        return {**told, **line, "turns": played.turns}


def soak_of(title: Game, seed: str, games: int, variant: Variant, *, reports: bool = False) -> Games:
    """A soak's plan: many games of one variant."""
    return Games("soak", title.name, seed, (variant,), games, tuple(house_of({}, title).items()), reports)


def balance_of(title: Game, seed: str, games: int, variants: Sequence[Variant]) -> Games:
    """A count of balance: many games of each variant."""
    return Games("balance", title.name, seed, tuple(variants), games, tuple(house_of({}, title).items()))


def variant_of(title: Game, scenario: str, house: Mapping[str, str], bots: Iterable[str]) -> Variant:
    """A variant as somebody asks for it; BadInput where the title does not know a part of it."""
    house_of(house, title)
    chosen = bots_for(title, bots, scenario)
    return Variant(scenario or next(iter(title.scenarios)), tuple(sorted(house.items())), tuple(chosen.items()))


def grid(
    title: Game, scenarios: Sequence[str], houses: Sequence[Mapping[str, str]], bots: Sequence[str]
) -> list[Variant]:
    """Every scenario by every set of house rules by every choice of bots; the first is what others are held against."""
    found = (
        variant_of(title, scenario, house, chosen.split(",") if chosen else ())
        for scenario, house, chosen in product(scenarios or ("",), houses or ({},), bots or ("",))
    )
    return list(dict.fromkeys(found))
