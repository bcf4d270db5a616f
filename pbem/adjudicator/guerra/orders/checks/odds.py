"""Odds in words: the ends of a battle, an assault or a hunt by the faces of the die, for desk and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.board.pieces import Result
from pbem.adjudicator.guerra.orders.checks.reach import FACES
from pbem.adjudicator.guerra.rules.ch10_guerrillas import (
    ELIMINATED,
    NOTHING,
    REPULSED,
    SHOWN_UP,
    guerrillas_at,
    halved,
    hunt_shift,
)
from pbem.adjudicator.guerra.state.state import State

FATES = {
    REPULSED: "the hunters lose a step", NOTHING: "nothing comes of it",
    SHOWN_UP: "they are driven out of the hills", ELIMINATED: "they are hunted down",
}  # fmt: skip
WORSE, EVEN, BETTER, FALLS = "the attacker is worse off", "both lose alike", "the defender is worse off", "it falls"


def by_face(found: Mapping[str, Sequence[int]]) -> str:
    """Each end that may come, with its faces of the die, in words."""
    told = [f"{words} on {faces[0]}" + (f" to {faces[-1]}" if len(faces) > 1 else "") for words, faces in found.items()]
    return ", ".join(told)


def hunt_odds(state: State, units: Sequence[str], area: str, foe: str) -> str:
    """The fates of guerrillas whom some units hunt in an area, by the die (10.1); empty where nobody is seen."""
    bands = guerrillas_at(state, area, foe)
    if not bands:
        return ""
    shift = hunt_shift(state, units, bands).total
    fates: dict[str, list[int]] = {}
    for face in FACES:
        fates.setdefault(FATES[state.board.hunt[face + shift]], []).append(face)
    return by_face(fates)


def fought(state: State, side: str, area: str, factors: int) -> int:
    """Factors as they fight in an area: half of them where guerrillas are among friends (10.1)."""
    return (factors + 1) // 2 if halved(state, side, area) else factors


def battle_odds(board: Board, own: int, foe: int) -> str:
    """The column of an attack, and its ends by the die, before tactics and friction (6.1)."""
    column = board.combat.column(own, foe)
    ends: dict[str, list[int]] = {}
    for face in FACES:
        ends.setdefault(worse_off(board.combat.read(column, face)), []).append(face)
    return f"{board.combat.heading(column)}; {by_face(ends)}"


def siege_odds(board: Board, own: int, inside: int) -> str:
    """The column of an assault with works, and its ends by the die, before leaders and ships (6.3, 6.4)."""
    numbers = board.numbers
    column = board.siege.shifted(board.siege.column(own, inside + numbers.fortress_factor), numbers.works_columns)
    ends: dict[str, list[int]] = {}
    for face in FACES:
        ends.setdefault(worse_off(board.siege.read(column, face)), []).append(face)
    return f"{board.siege.heading(column)}; {by_face(ends)}"


def worse_off(result: Result) -> str:
    """Names the side that a result hurts more: all is more than a half of the steps, a half more than a quarter."""
    if result.falls:
        return FALLS
    weight = {0: 0, 4: 1, 2: 2}
    attacker = 3 if result.eliminated == "attacker" else weight[result.attacker]
    defender = 3 if result.eliminated == "defender" else weight[result.defender]
    return EVEN if attacker == defender else WORSE if attacker > defender else BETTER
