"""Positions from games that chance plays, and their twins: the same to one seat's eyes, different beneath them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.lions.lions_seats import GAME, orders

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Decision, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.lions.bots.samples import sample
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.state.state import REGIMENT, State
from pbem.trial.soak import dice_of

SCENARIOS = ("two-players", "three-players", "four-players")


@dataclass(slots=True)
class Chancer:
    """Answers at random whatever an order file has not answered."""

    chance: SeededChance

    def answer(self, decision: Decision) -> tuple[Plain, str]:
        return sample(decision, self.chance), "chance"

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One phase of a game: what happened, where it ended."""

    scenario: str
    phase: str
    title: str
    after: Mapping[str, Any]
    told: Told
    standing: Mapping[str, list[str]]

    def __str__(self) -> str:
        return f"{self.scenario}-{self.phase}"


@cache
def stages(scenario: str, seed: str = "trade wind", phases: int = 5) -> tuple[Stage, ...]:
    """The first phases of a game by random bots, with a standing order in force."""
    match, found = GAME.begin(scenario, {}, None), []
    seats = GAME.seats_of(scenario)
    bots = {seat: GAME.bot("random", seat, SeededChance(f"{seed} {seat}")) for seat in seats}
    for _ in range(phases):
        phase = match.phase()
        assert phase is not None
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in seats}
        files = {seat: [GAME.read_orders(text.encode(), "orders.yaml")] for seat, text in texts.items()}
        files["england"].insert(0, orders("england", phase.id, "standing:\n  - {number: 7, arrears: refuse}\n"))
        for seat in seats:
            match.adopt(seat, files[seat])
        chance = SeededChance(f"{seed} {phase.id}")
        sources = {seat: [*match.sources(seat, files[seat][::-1]), Chancer(chance)] for seat in seats}
        table = Table()
        ended = Driver(Transcript(), dice_of(seed, phase), sources).run(match.play(table))
        assert isinstance(ended, Closed)
        standing = {seat: match.standing_report(seat) for seat in seats}
        told = Told(tuple(table.story), ended.lapses)
        found.append(Stage(scenario, phase.id, phase.title, match.to_plain(), told, standing))
        match = restored(match.to_plain())
    return tuple(found)


def restored(plain: Mapping[str, Any]) -> LionsMatch:
    return LionsMatch.restore(plain, {}, None)


def every_stage() -> list[Stage]:
    """Set-up, bids and years, with two, three and four seats."""
    return [stage for scenario in SCENARIOS for stage in stages(scenario)]


def frame_of(stage: Stage, seat: str | None, **more: Any) -> dict[str, Any]:
    """What a game folder would add."""
    return {
        "game": "autumn-3f9a1c", "title": "The club's autumn game", "phase": stage.phase, "phase_title": stage.title,
        "deadline": "2026-11-20T20:00:00Z", "tier": "moderated", "statement": "No one can choose the dice.",
        "charter": "a" * 40, "standing": stage.standing.get(seat or "", []), **more,
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ twins


def twin(match: LionsMatch, seat: str | None) -> LionsMatch:
    """The same to this seat's eyes: others' ships, damage, troops, leaders, hands and standing orders are others."""
    other = restored(match.to_plain())
    for power in other.state.players:
        if power != seat:
            disguise(other.state, power)
            if other.queues:
                other.queues[power] = [{"name": "orders", "phase": "t01.year", "body": {"ask": ["gauge"]}, "lines": {}}]
            other.standing[power].orders = [{"number": 3, "fireships": "use"}]
    return other


def disguise(state: State, power: str) -> None:
    """Whatever of a power lies face down, changed."""
    for name in state.ships_of(power):
        state.ships[name].damage = (state.ships[name].damage + 1) % state.rating(name)
    for square in [square for square in state.land if state.land_at(square, power)]:
        state.put_ashore(square, power, REGIMENT, 1)
    another_ship(state, power)
    if state.hand[power] and state.pool:
        state.hand[power][0], state.pool[0] = state.pool[0], state.hand[power][0]
    for leader in state.leaders_of(power):
        state.leaders[leader].aboard = ""


def another_ship(state: State, power: str) -> None:
    """A lone ship and one that is in no port yet change places."""
    escorts = [vessel.fleet for vessel in state.ships.values()]
    lone = [name for name in state.ships_of(power)
            if not state.ships[name].fleet and name not in state.cargo and name not in escorts]  # fmt: skip
    idle = state.unbuilt(power)
    if lone and idle:
        state.ships[idle[0]] = replace(state.ships.pop(lone[0]))
