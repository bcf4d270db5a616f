"""Losses by steps: the order in which a side gives them up, and what becomes of those that are left alone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Question, Table
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import ARTILLERY, CAVALRY, INFANTRY, PATRIOT, REBEL, ROYALIST
from pbem.base.records import dataclass

#: Infantry is lost before cavalry, and cavalry before artillery, where nothing else decides (2.6 of the house rules).
ARMS = (INFANTRY, CAVALRY, ARTILLERY)
SIDES = {ROYALIST: "Royalists", PATRIOT: "Patriots", REBEL: "Rebels"}


def quarter(steps: int) -> int:
    """A quarter of some steps: fractions are dropped, but one is lost at least (6.3)."""
    return max(1, steps // 4)


def half(steps: int) -> int:
    """Half of some steps, by the same rounding."""
    return max(1, steps // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """So many steps to be lost by some forces of one side in one place."""

    forces: tuple[str, ...]
    steps: int
    cause: str  # battle, siege, hunt or attrition
    rule: str
    seat: str  # who chooses
    place: str  # the area that the question names


def units_of(state: State, forces: Sequence[str]) -> list[str]:
    """All units of some forces, in the board's order."""
    return state.in_board_order(unit for force in forces for unit in state.units_in(force))


def steps_of(state: State, forces: Sequence[str]) -> int:
    """All steps of some forces."""
    return state.steps(units_of(state, forces))


def by_default(state: State, units: Sequence[str]) -> list[str]:
    """The order of losses of a side that says nothing.

    Militia goes first, then two-step units that are reduced, then the least factor a step; infantry before cavalry
    before artillery; then by id. The last unit beside a leader comes after another of the same worth.
    """
    return sorted(units, key=lambda unit: _worth(state, unit))


def _worth(state: State, unit: str) -> tuple[bool, bool, int, int, bool, str]:
    piece, steps = state.board.units[unit], state.units[unit].steps
    force = state.force_of(unit)
    alone = bool(state.leaders_in(force)) and state.units_in(force) == [unit]
    per_step = state.factor(unit) // steps
    return (not piece.militia, steps == piece.steps, per_step, ARMS.index(piece.arm), alone, unit)


def question(table: Table, state: State, loss: Loss) -> Question[list[str]] | None:
    """Asks in which order units lose their steps; None where all are lost, or where there is one unit.

    Where the force lies under a marker that is shut, the question never goes out: that it is open tells of losses.
    """
    units = units_of(state, loss.forces)
    if len(units) < 2 or state.steps(units) <= loss.steps:
        return None
    topic = "rebels/losses" if state.forces[loss.forces[0]].side == REBEL else "losses"
    told = [[unit, state.board.units[unit].arm, state.board.units[unit].quality, str(state.units[unit].steps),
             str(state.factor(unit))] for unit in units]  # fmt: skip
    facts = {"area": loss.place, "force": loss.forces[0], "steps": str(loss.steps), "cause": loss.cause, "units": told}
    options = {unit: f"{state.label(unit)}, {state.units[unit].steps}" for unit in units}
    count = "one step" if loss.steps == 1 else f"{loss.steps} steps"
    return Pick(rule=loss.rule, side=loss.seat, key=table.key(topic, (loss.place,)), topic=topic, facts=facts,
                prompt=f"You lose {count} in {state.label(loss.place)}. Which units lose them first?",
                options=options, least=0, most=len(units), ordered=True,
                default=tuple(by_default(state, units)), discreet=any(map(state.hidden, loss.forces)))  # fmt: skip


async def take_losses(table: Table, state: State, *losses: Loss) -> None:
    """Asks each side which units lose their steps, all at once, and takes the steps off."""
    asked = [(loss, question(table, state, loss)) for loss in losses if loss.steps and units_of(state, loss.forces)]
    answers = await table.decide_all(*(put for _, put in asked if put))
    said = {put.key: list(answer) for put, answer in zip((put for _, put in asked if put), answers, strict=True)}
    for loss, put in asked:
        named = said.get(put.key, []) if put else []
        default = by_default(state, units_of(state, loss.forces))
        strike(table, state, loss, [*named, *(unit for unit in default if unit not in named)])


@rule("6.1", "Losses by steps", "5.3", "6.3")
def strike(table: Table, state: State, loss: Loss, order: Sequence[str]) -> None:
    """Takes steps off units in an order: the first loses all of its steps before the next loses one."""
    left, hurt, gone = loss.steps, [], []
    side = state.forces[loss.forces[0]].side
    audience = side if any(state.hidden(force) for force in loss.forces) else ALL
    for unit in order:
        taken = min(left, state.units[unit].steps)
        left -= taken
        if taken:
            hurt.append((unit, taken))
        force = state.force_of(unit)
        gone += [unit for _ in range(taken) if state.lose_step(unit)]
        if unit in gone:
            state.lay_aside(unit, force)
    if not hurt:
        return
    words = ", ".join(f"{state.label(unit)} {'is lost' if unit in gone else 'is reduced'}" for unit, _ in hurt)
    table.note(loss.rule, audience, f"{SIDES[side]} in {state.label(loss.place)}: {words}.", "losses", side=side,
               area=loss.place, cause=loss.cause, steps=str(loss.steps - left),
               units=[[unit, str(taken)] for unit, taken in hurt], gone=gone)  # fmt: skip


def destroy(table: Table, state: State, loss: Loss) -> None:
    """Takes every step of some forces."""
    strike(table, state, loss, units_of(state, loss.forces))
