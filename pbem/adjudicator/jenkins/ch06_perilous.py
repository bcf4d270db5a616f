"""6.3: perilous seas. Every sixth hex at sea without a friendly seaport between, the dice are cast for the ships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.adjudicator.jenkins import questions
from pbem.adjudicator.jenkins.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.pieces import Counter
from pbem.adjudicator.jenkins.state import State, enemy
from pbem.adjudicator.rules import rule
from pbem.table import ALL, Shift, Table


@dataclass(slots=True)
class Voyage:
    """Ships under way together: where they are, how far from a friendly seaport, whether a storm was near."""

    side: str
    ships: list[str]
    hex: str
    waiting: list[Mapping[str, str]] = field(default_factory=list)  # who is to come aboard, and where (7.3)
    sailed: int = 0
    storm_near: bool = False
    trail: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.trail.append(self.hex)

    @property
    def start(self) -> str:
        return self.trail[0]

    def reach(self, hex_id: str) -> None:
        """Come to a hex."""
        self.hex = hex_id
        self.trail.append(hex_id)


@rule("6.3", "Movement Step: perilous seas")
async def sail_one_hex(table: Table, state: State, voyage: Voyage, hex_id: str) -> None:
    """Enter a hex; a friendly seaport starts the count anew, the sixth hex without one brings a die."""
    state.shift(voyage.ships, hex_id)
    voyage.reach(hex_id)
    if state.is_friendly_port(hex_id, voyage.side):
        voyage.sailed, voyage.storm_near = 0, False
        return
    voyage.sailed += 1
    voyage.storm_near |= any(near in state.storms for near in state.board.grid.neighbours(hex_id))
    if voyage.sailed == state.board.numbers.perilous_sea_hexes:
        await perilous_seas(table, state, voyage)
        voyage.sailed, voyage.storm_near = 0, False


async def perilous_seas(table: Table, state: State, voyage: Voyage) -> None:
    """One die on the Perilous Sea Table: -1 for a storm passed, + the red value of one leader aboard (6.3)."""
    shift = Shift()
    storm = state.board.modifiers["perilous-sea-storm"].amount or 0
    shift.add("6.3", storm, "storm near", when=voyage.storm_near)
    leader = best_admiral(state, voyage.ships)
    if leader:
        shift.add("6.3", leader.tactics_naval, "admiral")
    why = f"Perilous seas for {voyage.side.title()} ships at {voyage.hex}"
    throw = await table.roll("6.3", "1d6", "perilous", voyage.hex, why=why, shift=shift)
    row = state.board.perilous_sea[throw.total]
    table.note("6.3", ALL, f"{row.event}.", "perilous", hex=voyage.hex, result=row.event)
    toll = row.losses
    if row.dice:
        toll = (await table.roll("6.3", row.dice, "perilous-loss", voyage.hex, why="Ships lost")).total
    if not toll:
        return
    await lose_ships(table, state, voyage, min(toll, len(voyage.ships)), by_enemy=row.chooser == "enemy")


async def lose_ships(table: Table, state: State, voyage: Voyage, toll: int, *, by_enemy: bool) -> None:
    """The owner picks, or the enemy, who may then inspect the moving stack (6.3); excess losses are lost."""
    chooser = enemy(voyage.side) if by_enemy else voyage.side
    if by_enemy:
        seen = ", ".join(state.board.counters[name].label for name in voyage.ships)
        table.note("6.3", chooser, f"You inspect the stack at {voyage.hex}: {seen}.", "inspected", hex=voyage.hex)
    question = questions.perilous(table, state, chooser, voyage.hex, voyage.ships, toll, by_enemy=by_enemy)
    for ship in await table.decide(question):
        await eliminate(table, state, ship, "6.3", "lost at sea")
    voyage.ships = [name for name in voyage.ships if state.hex_of(name)]


def best_admiral(state: State, ships: list[str]) -> Counter | None:
    """The leader aboard with the highest red value; only one counts (6.3)."""
    leaders = [state.board.counters[name] for ship in ships for name in state.passengers(ship)]
    admirals = [leader for leader in leaders if leader.tactics_naval]
    return max(admirals, key=lambda leader: leader.tactics_naval, default=None)
