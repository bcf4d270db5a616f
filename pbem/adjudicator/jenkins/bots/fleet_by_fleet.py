"""A captain's moves of a turn: fleet after fleet its expeditions, then a chase, or the way home."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pbem.adjudicator.jenkins.board.pieces import Seaport
from pbem.adjudicator.jenkins.bots.expedition import Expedition, Muster, Worth, extras
from pbem.adjudicator.jenkins.bots.eyes import FIGHTERS, HABITS, Eyes
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.base.records import dataclass, field

Move = dict[str, Any]


@dataclass(slots=True)
class Campaign:
    """One side's goals and what they are worth to it, who may go for them, and who has to stay."""

    eyes: Eyes
    targets: list[Seaport]
    worth: Worth
    stay_behind: Callable[[str], int]  # how many infantry a hex keeps
    donors: Callable[[str], list[str]]  # the hexes whose troops a fleet may fetch
    homes: Sequence[str]  # the hexes for ships without a seaport
    spoken_for: list[str] = field(default_factory=list)  # troops
    taken: list[str] = field(default_factory=list)  # seaports
    away: Callable[[Muster], Move | None] = lambda _: None  # where else a fleet may go
    best_first: bool = False  # whether the best of all go, and leaders, guns and stores of the donors too

    def moves(self) -> list[Move]:
        """The moves of all fleets, the greatest first."""
        return [move for start in self.eyes.fleets() for move in self.moves_of(self.gather(start))]

    def moves_of(self, muster: Muster) -> list[Move]:
        """Expeditions while one is worth trying; what is left of the fleet then chases, or goes home."""
        found: list[Move] = []
        while plan := muster.best(self.targets, self.worth):
            found.append(plan.as_move(self.eyes))
            self.sail(muster, plan)
        if onward := self.away(muster) or hunt(self.eyes, muster):
            self.spoken_for += [part["counter"] for part in onward.get("embark", ())]
            return [*found, onward]
        return [*found, *self.run_home(muster)]

    def sail(self, muster: Muster, plan: Expedition) -> None:
        """Strikes an expedition's goal and its men off what is open to others."""
        self.targets.remove(plan.port)
        self.taken.append(plan.port.id)
        self.spoken_for += plan.men
        muster.spend(plan)

    def gather(self, start: str) -> Muster:
        """Gathers the ships of a hex with troops there and elsewhere, less those who must stay behind."""
        eyes, places = self.eyes, [start, *self.donors(start)]
        troops = [(name, place) for place in places for name in self.recruits(place, aboard=place == start)]
        if self.best_first:
            troops.sort(key=lambda pair: (-(eyes.counter(pair[0]).land or 0), pair[0]))
        more = [pair for place in (places if self.best_first else [start]) for pair in extras(eyes, place)]
        return Muster(eyes, start, eyes.state.naval(start, eyes.side), troops,
                      [pair for pair in more if pair[0] not in self.spoken_for])  # fmt: skip

    def recruits(self, place: str, *, aboard: bool) -> Iterable[str]:
        """Troops of a hex: in a seaport those who need not stay behind, and those aboard if they are asked for."""
        here = [name for name in self.eyes.infantry(place) if name not in self.spoken_for]
        ashore = [name for name in here if name not in self.eyes.state.aboard and self.eyes.state.seaport(place)]
        return ashore[self.stay_behind(place):] + [name for name in here if name in self.eyes.state.aboard and aboard]

    def run_home(self, muster: Muster) -> list[Move]:
        """Back to the nearest home seaport, where there is supply; no move if there is no way or no need."""
        eyes = self.eyes
        if not muster.ships or eyes.state.is_friendly_port(muster.start, eyes.side):
            return []
        ways = {home: way for home in self.homes if (way := eyes.leg(muster.start, home))}
        goal = min(ways, key=lambda home: (len(ways[home]), home), default="")
        if not goal:
            return []
        move: Move = {"ships": list(muster.ships), "path": list(ways[goal])}
        return [move | {"debark": "all"}] if any(map(eyes.state.passengers, muster.ships)) else [move]


def hunt(eyes: Eyes, muster: Muster) -> Move | None:
    """A chase of enemy ships off a coast or at sea that are near (6.3, 7.2).

    Not in a seaport the enemy holds, whose value would fall on every die (9.1(3)).
    """
    fighters = [ship for ship in muster.ships if eyes.counter(ship).kind in FIGHTERS]
    if len(fighters) < HABITS.hunters or not eyes.state.seaport(muster.start) or storm_bars(eyes.state, muster.start):
        return None
    reach = eyes.board.numbers.perilous_sea_hexes
    near = {hex_id: way for hex_id in eyes.state.hexes(eyes.foe) if is_prey(eyes, hex_id)
            and (way := eyes.leg(muster.start, hex_id)) and len(way) < reach}  # fmt: skip
    goal = min(near, key=lambda hex_id: (len(near[hex_id]), hex_id), default="")
    return {"ships": fighters, "path": list(near[goal]), "if_missed": "hold"} if goal else None


def is_prey(eyes: Eyes, hex_id: str) -> bool:
    """Tells if an enemy stack is one to chase: ships on top, no seaport of theirs, no storm."""
    top = eyes.enemy_top(hex_id)
    afloat = top is not None and top.is_naval and not eyes.state.is_enemy_port(hex_id, eyes.side)
    return afloat and not storm_bars(eyes.state, hex_id)
