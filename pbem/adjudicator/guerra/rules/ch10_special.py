"""Chapter 10: havens, repression, the São Paulo Legion, and the war in Mexico."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import has_presence, plata_at
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import COLOMBIA, HAITI, LEGION, MEXICO, PATRIOT, ROYALIST, UNITED_STATES

HIDALGO, BANDA_ORIENTAL = "hidalgo", "banda-oriental"
HAVEN_OF = {COLOMBIA: HAITI, MEXICO: UNITED_STATES}
CALL, LEAVE, CALLED = "call", "leave", "called"
NEW_SPAIN = "new-spain"


# ------------------------------------------------------------------------------------------------ havens


@rule("10.3", "Patriot havens: who may go")
def may_haven(state: State, leader: str) -> str:
    """Returns why a leader cannot go to a haven; empty if nothing is against it."""
    piece = state.board.leaders.get(leader)
    if piece is None or piece.side != PATRIOT or not state.in_play(leader):
        return "no such leader of yours is on the map"
    if piece.nation not in HAVEN_OF or piece.naval:
        return "only Mexican and Grand Colombian leaders have a haven"
    force = state.force_of(leader)
    if not force or state.forces[force].ships:
        return "the leader is at sea"
    if state.forces[force].inside and state.besieged(state.forces[force].inside):
        return "the leader is besieged"
    return "the leader is there already" if state.forces[force].at == HAVEN_OF[piece.nation] else ""


@rule("10.3", "Patriot havens", "8.1")
async def haven(table: Table, state: State, leader: str) -> None:
    """A leader goes alone to the United States or to Haití, at no cost."""
    to_haven(table, state, leader)


def to_haven(table: Table, state: State, leader: str) -> None:
    """Puts a leader into the haven of the leader's nation."""
    place = HAVEN_OF[state.board.leaders[leader].nation]
    there = [force for force in state.forces_at(place, PATRIOT) if not state.marked(force)]
    state.put([leader], next(iter(there), "") or state.new_force(PATRIOT, place))
    table.note("10.3", ALL, f"{state.label(leader)} finds refuge in {told(state, place)}.", "haven", leader=leader,
               at=place)  # fmt: skip


def refuse_haven(state: State, act: Acting, step: Step) -> str:
    """Explains why the leader whom a step names does not cross; empty if nothing is against it."""
    return may_haven(state, str(step.get("leader", "")))


async def cross(table: Table, state: State, act: Acting, step: Step) -> None:
    """Lets a leader cross in the course of the Patriot operations."""
    await haven(table, state, str(step["leader"]))


VERBS = {"haven": Verb(refuse_haven, cross)}

# ------------------------------------------------------------------------------------------------ repression


@rule("10.4", "Royalist repression", "6.1")
async def repress(table: Table, state: State, area: str) -> None:
    """One die when Royalists have cleared an area of Patriots: a 1 leaves the marker; none where a side is loved."""
    if area in state.repression or state.board.areas[area].alignment in (ROYALIST, PATRIOT):
        return
    if has_presence(state, PATRIOT, area) or not has_presence(state, ROYALIST, area):
        return
    name = told(state, area)
    throw = await table.roll("10.4", "1d6", "repress", area, why=f"Repression in {name}")
    if throw.total == state.board.numbers.repression_on:
        state.repression.append(area)
        table.note("10.4", ALL, f"The reprisals in {name} will not be forgotten.", "repression", area=area)


# ------------------------------------------------------------------------------------------------ the Legion


@rule("10.6", "The São Paulo Legion")
async def legion(table: Table, state: State) -> None:
    """The Royalist may call it once El Plata's men are in the Banda Oriental; it stands there by itself."""
    units = [unit for unit in state.units if state.place_of(unit) == LEGION]
    if state.legion or not units or not plata_at(state, BANDA_ORIENTAL):
        return
    options = {CALL: "the Legion marches", LEAVE: "it stays in Brazil"}
    said = await questions.choose(table, "10.6", ROYALIST, "legion", (ROYALIST,), {}, options, CALL,
                                  "El Plata's men are in the Banda Oriental. Is the Legion called?")  # fmt: skip
    if said != CALL:
        return
    state.put(units, state.new_force(ROYALIST, BANDA_ORIENTAL))
    state.legion = CALLED
    table.note("10.6", ALL, "The São Paulo Legion crosses into the Banda Oriental.", "legion", units=units)


# ------------------------------------------------------------------------------------------------ Mexico


def in_mexico(state: State, area: str) -> bool:
    """Tells if an area is one of those in which the Royalist's activations are limited (10.7)."""
    return area in state.board.group(NEW_SPAIN)


@rule("10.7", "Mexican guerrilla warfare")
async def mexico_limit(table: Table, state: State) -> None:
    """While Hidalgo lives, one die says how many units the Royalist may activate in Mexico this turn."""
    if not state.in_play(HIDALGO):
        state.mexico_left = -1
        return
    throw = await table.roll("10.7", "1d6", "mexico", why="Units that the Royalist may activate in Mexico")
    state.mexico_left = throw.total
    units = "unit" if throw.total == 1 else "units"
    table.note("10.7", ALL, f"The Royalist may activate {throw.total} {units} in Mexico.", "mexico", number=throw.total)
