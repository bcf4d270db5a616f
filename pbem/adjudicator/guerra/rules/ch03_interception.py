"""Chapter 3, interception: a force that marches off past the enemy may be stopped and has to fight."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import is_neutral
from pbem.adjudicator.guerra.rules.ch06_battle import interception_battle
from pbem.adjudicator.guerra.rules.ch08_leaders import OPERATIONS, rating
from pbem.adjudicator.guerra.rules.dividing import cavalry_half
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.rules.unveiling import reveal
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import other

NO, WON = "no", "won"


@rule("3.5", "Which forces may intercept", "10.1", "9.5")
def interceptors(state: State, force: str) -> list[str]:
    """The enemy forces in the field that may stop a force which marches off.

    Nobody in a city or fortress may, nor guerrillas, nor rebels, nor a leader alone; on neutral ground nobody fights.
    A leader alone is not stopped; under a shut marker nobody knows that, so that one may try.
    """
    mover = state.forces[force]
    nobody = not state.units_in(force) and not state.hidden(force)
    if nobody or is_neutral(state, mover.at) or state.is_guerrilla(force):
        return []
    return [name for name in state.forces_at(mover.at, other(mover.side), field_only=True)
            if state.units_in(name) and not state.is_guerrilla(name)]  # fmt: skip


async def departure(table: Table, state: State, force: str, to: str) -> bool:
    """Lets the enemy try to stop a force that marches off; tells if it goes on to where it was bound."""
    tried: list[str] = []
    while True:
        able = [name for name in interceptors(state, force) if name not in tried]
        if not able or (tried and choice(state, "interceptors") == "one"):
            return True
        name = await who_intercepts(table, state, force, to, able)
        if name == NO:
            return True
        tried.append(name)
        if not await try_to_intercept(table, state, name, force, to):
            return False


async def who_intercepts(table: Table, state: State, force: str, to: str, able: list[str]) -> str:
    """Asks the enemy which force tries to stop the march, if any does.

    Where only armies under shut markers could, the question never goes out: that it is open tells of units in them.
    """
    mover = state.forces[force]
    facts = {"area": mover.at, "force": force, "moving_to": to}
    options = {name: f"{state.label(name)} tries to stop it" for name in able} | {NO: "let it go"}
    prompt = f"{state.label(force)} marches from {told(state, mover.at)} to {told(state, to)}. Who tries to stop it?"
    return await questions.choose(table, "3.5", other(mover.side), "intercept", (mover.at,), facts, options, NO, prompt,
                                  discreet=all(map(state.hidden, able)))  # fmt: skip


@rule("3.5", "Interception")
async def try_to_intercept(table: Table, state: State, name: str, force: str, to: str) -> bool:
    """Throws for one try, fights if it succeeds, and tells if the mover goes on."""
    mover = state.forces[force]
    area, moved_from = told(state, mover.at), mover.at
    reveal(table, state, name, force)
    if not state.units_in(force):
        text = f"{state.label(name)} finds a leader alone under {state.label(force)}, who rides on."
        table.note("3.5", ALL, text, "not-intercepted", area=moved_from, force=name, moving=force)
        return True
    throw = await table.roll("3.5", "1d6", "intercept", moved_from, name, why=f"Interception in {area}",
                             shift=interception_modifiers(state, name, force))  # fmt: skip
    met = throw.total >= state.board.numbers.intercept_needs
    does = "stops" if met else "fails to stop"
    text = f"{state.label(name)} {does} {state.label(force)} in {area}."
    table.note("3.5", ALL, text, "intercepted" if met else "not-intercepted", area=moved_from, force=name, moving=force)
    if not met:
        return True
    outcome = await interception_battle(table, state, name, force)
    there = force in state.forces and bool(state.units_in(force)) and state.forces[force].at == moved_from
    return there and outcome != WON


@rule("3.5.1", "Modifiers of an interception")
def interception_modifiers(state: State, name: str, force: str) -> Shift:
    """Cavalry on either side, and the ratings of the leaders."""
    horse = state.board.numbers.intercept_cavalry
    shift = Shift()
    shift.add("3.5.1", horse, "half or more of the interceptor are cavalry", when=cavalry_half(state, name))
    shift.add("3.5.1", -horse, "half or more of the mover are cavalry", when=cavalry_half(state, force))
    shift.add("3.5.1", rating(state, name, OPERATIONS), "leader who intercepts")
    shift.add("3.5.1", -rating(state, force, OPERATIONS), "leader of the mover")
    return shift
