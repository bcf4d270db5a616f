"""6.3: perilous seas. Every sixth hex at sea without a friendly seaport between, the dice are cast for the ships."""
# Chapter 6 by paragraphs: 6.0, 6.4, 6.7, 6.8 ch06_sequence; 6.3 ch06_perilous; 6.1 is in ch03_setup, 6.2 and 6.5 in
# ch08_storms, 6.6 in ch10_fortunes.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Shift, Table
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.rules.forms import Embarking
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Voyage:
    """Ships under way together: where they are, and for each how far she has come and whether a storm was near."""

    side: str
    ships: list[str]
    hex: str
    waiting: list[Embarking] = field(default_factory=list)  # who is to come aboard, and where (7.3)
    sailed: dict[str, int] = field(default_factory=dict)  # ship -> hexes of her present six (6.3)
    stormy: list[str] = field(default_factory=list)  # ships that passed a storm in their present six
    trail: list[str] = field(default_factory=list)
    met: bool = False  # the enemy has been met, and they sail no further (7.2)
    tried: bool = False  # the enemy beside their hex could try to intercept as they came there (7.2)

    def __post_init__(self) -> None:
        self.trail.append(self.hex)

    @property
    def start(self) -> str:
        return self.trail[0]

    def reach(self, hex_id: str) -> None:
        """Come to a hex."""
        self.hex = hex_id
        self.trail.append(hex_id)

    def count_anew(self) -> None:
        """The next hex is the first of six (6.3)."""
        self.sailed.clear()
        self.stormy.clear()


@rule("6.3", "Movement Step: perilous seas")
async def sail_one_hex(table: Table, state: State, voyage: Voyage, hex_id: str) -> None:
    """Enter a hex; a friendly seaport starts the count anew, the sixth hex without one brings a die.

    Each ship counts for herself, so that one picked up on the way is not older than she is; the die of the one that
    has come farthest is the whole stack's.
    """
    state.shift(voyage.ships, hex_id)
    voyage.reach(hex_id)
    if state.is_friendly_port(hex_id, voyage.side):
        voyage.count_anew()
        return
    storm = bool(state.storms) and any(near in state.storms for near in state.board.grid.neighbours(hex_id))
    for ship in voyage.ships:
        voyage.sailed[ship] = voyage.sailed.get(ship, 0) + 1
        if storm and ship not in voyage.stormy:
            voyage.stormy.append(ship)
    if any(voyage.sailed[ship] == state.board.numbers.perilous_sea_hexes for ship in voyage.ships):
        await perilous_seas(table, state, voyage)
        voyage.count_anew()


async def perilous_seas(table: Table, state: State, voyage: Voyage) -> None:
    """One die on the Perilous Sea Table: -1 for a storm passed, + the red value of one leader aboard (6.3)."""
    shift = Shift()
    storm = state.board.modifiers["perilous-sea-storm"].amount or 0
    shift.add("6.3", storm, "storm near", when=any(ship in voyage.stormy for ship in voyage.ships))
    leader = best_admiral(state, voyage.ships)
    if leader:
        shift.add("6.3", leader.tactics_naval, "admiral")
    why = f"Perilous seas for {voyage.side.title()} ships at {questions.place(state, voyage.hex)}"
    throw = await table.roll("6.3", "1d6", "perilous", voyage.hex, why=why, shift=shift)
    row = state.board.perilous_sea[throw.total]
    table.note("6.3", ALL, f"{row.event}.", "perilous", hex=voyage.hex, result=row.event)
    toll = row.losses
    if row.dice:
        toll = (await table.roll("6.3", row.dice, "perilous-loss", voyage.hex, why="Ships lost")).total
    if not toll:
        return
    await lose_ships(table, state, voyage, min(toll, len(voyage.ships)), by_enemy=row.chooser == "enemy")


def perilous_question(
    table: Table, state: State, side: str, hex_id: str, ships: Sequence[str], toll: int, *, by_enemy: bool
) -> Pick:
    """Which ships the sea takes: the owner's choice, or the enemy's, who inspects the stack (6.3)."""
    if not by_enemy:
        return questions.losses(table, state, side, "6.3", "perilous", hex_id, ships, toll, discreet=True)
    return Pick(
        rule="6.3", side=side, key=table.key("prey", ("perilous", hex_id)), topic="prey/perilous",
        prompt=f"Choose {toll} enemy ships at {hex_id} for the sea to take.", facts={"hex": hex_id},
        options=questions.labels(state, ships), least=toll, most=toll, default=questions.cheapest(state, ships, toll),
    )


async def lose_ships(table: Table, state: State, voyage: Voyage, toll: int, *, by_enemy: bool) -> None:
    """The owner picks, or the enemy, who may then inspect the moving stack (6.3); excess losses are lost."""
    chooser = enemy(voyage.side) if by_enemy else voyage.side
    if by_enemy:
        stack = moving_stack(state, voyage)
        seen = ", ".join(state.board.counters[name].label for name in stack)
        where = questions.place(state, voyage.hex)
        table.note("6.3", chooser, f"You inspect the stack at {where}: {seen}.", "inspected", hex=voyage.hex,
                   side=voyage.side, counters=stack)  # fmt: skip
    question = perilous_question(table, state, chooser, voyage.hex, voyage.ships, toll, by_enemy=by_enemy)
    for ship in await table.decide(question):
        await eliminate(table, state, ship, "6.3", "lost at sea")
    voyage.ships = [name for name in voyage.ships if state.hex_of(name)]


def moving_stack(state: State, voyage: Voyage) -> list[str]:
    """The ships under way and all they carry, topmost first."""
    stack = state.stack(voyage.hex, voyage.side)
    return [name for name in stack if name in voyage.ships or state.aboard.get(name) in voyage.ships]


def best_admiral(state: State, ships: list[str]) -> Counter | None:
    """The leader aboard with the highest red value; only one counts (6.3)."""
    aboard = [state.board.counters[name] for name, ship in state.aboard.items() if ship in ships]
    admirals = [leader for leader in aboard if leader.tactics_naval]
    return max(admirals, key=lambda leader: leader.tactics_naval, default=None)
