"""Chapter 10, guerrillas: militia in the hills, what they halve, and how they are hunted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules.aftermath import cleared, harbours, left_alone, patriots_at
from pbem.adjudicator.guerra.rules.losing import SIDES, Loss, take_losses
from pbem.adjudicator.guerra.rules.unveiling import reveal
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import GUERRILLA, LINE, PATRIOT, ROYALIST

ANY, PARTIDARIOS = "any", "pt"
# Results of the counter-guerrilla table (10.1).
REPULSED, NOTHING, SHOWN_UP, ELIMINATED = "A1", "NE", "SU", "EL"
HUNTED = {
    REPULSED: "{} turns upon the hunters.", NOTHING: "{} is not found.", SHOWN_UP: "{} is driven out of the hills.",
    ELIMINATED: "{} is hunted down.",
}  # fmt: skip


@rule("10.1", "Factors halved where guerrillas are among friends", "9.2", "9.1")
def halved(state: State, side: str, area: str) -> bool:
    """Tells if a side fights at half its factors: in an area that loves its enemy, with enemy guerrillas in it."""
    foe = {ROYALIST: PATRIOT, PATRIOT: ROYALIST}.get(side, "")
    if not foe or state.board.areas[area].alignment != foe:
        return False
    return bool(guerrillas_at(state, area, foe))


def halved_in_words(state: State, sides: Iterable[str], area: str) -> list[str]:
    """The sides that fight at half their factors in an area, each in words for the line on the odds."""
    return [f"guerrillas halve the {SIDES[side]} (10.1)" for side in sides if halved(state, side, area)]


def guerrillas_at(state: State, area: str, side: str) -> list[str]:
    """The guerrilla units of a side in an area."""
    return [unit for unit in state.land_units_at(area, side) if state.units[unit].mode == GUERRILLA]


# ------------------------------------------------------------------------------------------- the mode


@rule("10.1", "Guerrilla mode")
def take_to_the_hills(state: State, unit: str) -> str:
    """Puts a militia unit into guerrilla mode: it leaves its stack for one of guerrillas. Returns that force."""
    return _change(state, unit, GUERRILLA)


@rule("10.1", "Guerrillas come down")
def come_down(state: State, unit: str) -> str:
    """Puts a guerrilla unit back into line: it leaves the band for a stack of its own. Returns that force."""
    return _change(state, unit, LINE)


def _change(state: State, unit: str, mode: str) -> str:
    held = state.forces[state.force_of(unit)]
    side, area = held.side, held.at
    bands = [force for force in state.forces_at(area, side) if state.is_guerrilla(force)]
    to = bands[0] if mode == GUERRILLA and bands else state.new_force(side, area)
    state.put([unit], to)
    state.units[unit].mode = mode
    return to


# ------------------------------------------------------------------------------------------- the hunt


def quarry(state: State, act: Acting, step: Step) -> str:
    """The guerrilla unit that an order means; empty if there is none."""
    found = [unit for side in (ROYALIST, PATRIOT) if side != act.side
             for unit in guerrillas_at(state, state.forces[act.force].at, side)]  # fmt: skip
    word = str(step.get("unit", ANY))
    return next((unit for unit in found if word in (ANY, unit)), "")


def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot hunt guerrillas now."""
    if not act.force or act.force not in state.forces or state.forces[act.force].ships:
        return "no force on land is in hand"
    force = state.forces[act.force]
    if not state.units_in(act.force):
        return "a leader alone hunts nobody"
    if state.is_guerrilla(act.force):
        return "guerrillas hunt nobody"
    if force.inside:
        return "a garrison must sally first"
    if not quarry(state, act, step):
        return f"no such guerrillas are in {state.label(force.at)}"
    return ""


def cost(state: State, act: Acting, step: Step) -> int:
    """The price of a hunt."""
    return state.board.numbers.hunt_op


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Hunts the guerrilla unit that the order means."""
    await hunt(table, state, act.force, quarry(state, act, step))


VERBS = {"hunt": Verb(refusal, carry_out, cost)}


@rule("10.1", "Counter-guerrilla operation", "13.0")
async def hunt(table: Table, state: State, force: str, unit: str) -> None:
    """Hunts one guerrilla unit: it is gone, shown up, or out of reach; or the hunters lose a step."""
    area, side = state.forces[force].at, state.forces[force].side
    reveal(table, state, force)
    had, band = patriots_at(state, area), state.force_of(unit)
    bands = guerrillas_at(state, area, state.forces[band].side)
    throw = await table.roll("10.1", "1d6", "hunt", area, why=f"The hunt for {state.label(unit)}",
                             shift=hunt_shift(state, state.units_in(force), bands))  # fmt: skip
    result = state.board.hunt[throw.total]
    words = HUNTED[result].format(state.label(unit))
    table.note("10.1", ALL, words, "hunted", area=area, unit=unit, force=force, side=side, result=result)
    if result == ELIMINATED:
        lost = state.forces[band].side
        state.eliminate(unit)
        table.note("10.1", ALL, f"{state.label(unit)} is lost.", "losses", side=lost, area=area, cause="hunt",
                   steps="1", units=[[unit, "1"]], gone=[unit])  # fmt: skip
        await left_alone(table, state, [band], area)
    elif result == SHOWN_UP:
        come_down(state, unit)
    elif result == REPULSED:
        loss = Loss(forces=(force,), steps=1, cause="hunt", rule="10.1", seat=side, place=area)
        await take_losses(table, state, loss)
        await left_alone(table, state, [force], area)
    await harbours(table, state, area, force)
    await cleared(table, state, area, had and side == ROYALIST)


def hunt_shift(state: State, hunters: Sequence[str], bands: Sequence[str]) -> Shift:
    """The modifiers of the die of a hunt: Partidarios among the hunters, and guerrillas who are all militia (13.0)."""
    numbers, shift = state.board.numbers, Shift()
    shift.add("13.0", numbers.partidarios, "Partidarios", when=PARTIDARIOS in hunters)
    shift.add("13.0", numbers.militia_guerrillas, "all of them militia", when=all(map(state.is_militia, bands)))
    return shift
