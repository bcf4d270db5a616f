"""Battles of 1805: positions with a few fleets, dice by label, and answers by topic."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.state.state import Block, Officer, State, Vessel
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEATS

T = TypeVar("T")
#: Ships of 74 guns, so that every ship of a nation is like the other.
BRITISH_74S = [ship.id for ship in load_board().ships.values() if ship.nation == "british" and ship.guns == 74]
FRENCH_74S = [ship.id for ship in load_board().ships.values() if ship.nation == "french" and ship.guns == 74]
SPANISH_74S = [ship.id for ship in load_board().ships.values() if ship.nation == "spanish" and ship.guns == 74]

Fleet = tuple[str, str, Sequence[str], Sequence[str]]


def position(fleets: Mapping[str, Fleet], turn: int = 13, **fields: Any) -> State:
    """A position: block -> where it is, which part of the place, its ships, its admirals. Turn 13 is May I, spring."""
    board = load_board()
    state = State(board=board, turn=turn)
    state.blocks = {name: Block() for name in board.blocks}
    state.admirals = {name: Officer("aside") for name, piece in board.admirals.items() if piece.kind != "generic"}
    for block, (at, area, ships, admirals) in fleets.items():
        if block in state.blocks:
            state.blocks[block] = Block(at, area)
        for ship in ships:
            state.ships[ship] = Vessel(block)
        for admiral in admirals:
            state.admirals[admiral].at = block
    for name, value in fields.items():
        assert name in State.__slots__, f"a position has no {name}"
        setattr(state, name, value)
    return state


@dataclass
class Captain:
    """Answers by topic: an answer, or a list of them used up in order; else the default stands."""

    said: dict[str, Any]
    asked: list[Decision] = field(default_factory=list)

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        self.asked.append(decision)
        found = self.said.get(decision.topic)
        if isinstance(found, Turns):
            found = found.next()
        return None if found is None else (found, "orders")

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


class Turns(list[Any]):
    """Answers one after the other; the last one goes on."""

    def next(self) -> Any:
        return self.pop(0) if len(self) > 1 else self[0]


@dataclass
class Fought:
    """What a rule returned and told, and what it rolled and asked."""

    outcome: Any
    notes: list[Note]
    rolls: list[Roll]
    asked: dict[str, list[Decision]]

    def events(self, event: str) -> list[Mapping[str, Any]]:
        """The facts of the notes of one sort."""
        return [note.facts for note in self.notes if note.event == event]

    def specs(self, kind: str) -> list[str]:
        """The dice thrown for something, in order."""
        return [roll.spec for roll in self.rolls if roll.label.split("/")[0] == kind]

    def topics(self, seat: str) -> list[str]:
        """What a seat was asked about, in order."""
        return [decision.topic for decision in self.asked[seat]]


def play(
    rule: Callable[..., Coroutine[Any, Any, T]], *position: Any,
    dice: Mapping[str, Sequence[Sequence[int]]] | None = None, seed: str = "", **said: Mapping[str, Any],
) -> Fought:  # fmt: skip
    """Runs a rule: dice by the first words of their labels, each list used up in order; other dice show threes.

    `british` and `allied` hold answers by topic. With a seed the other dice fall by chance.
    """
    table, rolls = Table(), []
    left = {label: [tuple(each) for each in throws] for label, throws in (dice or {}).items()}
    chance = SeededChance(seed) if seed else None
    captains = {seat: Captain(dict(said.get(seat, {}))) for seat in SEATS}

    def roller(roll: Roll) -> tuple[int, ...]:
        rolls.append(roll)
        for label, throws in left.items():
            if roll.label.startswith(label) and throws:
                return throws.pop(0)
        return fallen(roll.spec, chance)

    driver = Driver(Transcript(), roller, {seat: [captains[seat]] for seat in SEATS})
    closed = driver.run(rule(table, *position))
    assert isinstance(closed, Closed), closed
    assert not any(left.values()), f"dice that were not thrown: {left}; thrown: {[roll.label for roll in rolls]}"
    assert not closed.lapses, closed.lapses
    return Fought(closed.result, table.story, rolls, {seat: captains[seat].asked for seat in SEATS})


def fallen(spec: str, chance: SeededChance | None) -> tuple[int, ...]:
    """Dice nobody named: threes and the first of a draw, or by chance."""
    if spec.startswith("draw:"):
        number, _, size = spec.removeprefix("draw:").partition("of")
        places = list(range(int(size)))
        return tuple(chance.some(places, int(number), int(number)) if chance else places[: int(number)])
    number, _, faces = spec.partition("d")
    return tuple(chance.below(int(faces)) + 1 if chance else 3 for _ in range(int(number)))


__all__ = [
    "ALLIED", "BRITISH", "BRITISH_74S", "FRENCH_74S", "SPANISH_74S", "Fought", "Turns", "load_board", "play",
    "position",
]  # fmt: skip
