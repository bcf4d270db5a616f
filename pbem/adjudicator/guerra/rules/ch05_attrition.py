"""Chapter 5, attrition: what disease, deserts and mountains cost forces that march or stand in hostile ground."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.aftermath import left_alone
from pbem.adjudicator.guerra.rules.ch04_building import spend
from pbem.adjudicator.guerra.rules.losing import Loss, take_losses
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import NATIONS, PORTUGUESE, REBEL, ROYALIST, halves_in_words, other

NO, PAY = "no", "pay"
HALVES = 2


@rule("5.3", "Which stacks roll for attrition", "4.2.1", "10.6")
def who_rolls(state: State, force: str) -> bool:
    """Tells if a force rolls: two units or more, or anything under a marker; never rebels nor the Legion.

    A leader alone under a shut marker rolls as an army would, for no die would tell that no unit is there.
    """
    units = state.units_in(force)
    exempt = state.forces[force].side == REBEL or PORTUGUESE in state.nations_of(force)
    return not exempt and (len(units) > 1 or (bool(units) and state.marked(force)) or state.hidden(force))


def who_suffers(state: State, force: str) -> list[str]:
    """The units of a force; its leaders where they are alone."""
    return state.units_in(force) or state.leaders_in(force)


@rule("5.3", "Modifiers of the attrition die by the ground", "13.0", "1.1.3")
def ground(state: State, area: str, *, chaco: bool = False) -> int | None:
    """The hostility of an area less its Resource Points; the Chaco adds one instead. None where nobody suffers."""
    piece = state.board.areas.get(area)
    if piece is None or not piece.hostility:
        return None
    return piece.hostility + (state.board.numbers.chaco_modifier if piece.chaco or chaco else -piece.rp)


def over_andes(state: State, a: str, b: str) -> int | None:
    """The same for a crossing of the Andes: their own hostility less the smaller Resource Points of the two areas."""
    if a not in state.board.areas or b not in state.board.areas or not state.board.andes(a, b):
        return None
    return state.board.numbers.andes_hostility - min(state.board.areas[a].rp, state.board.areas[b].rp)


@rule("5.3", "The worst ground of a march counts", "13.0")
def worst(state: State, way: Sequence[str]) -> int | None:
    """The worst modifier of a way, its start first; None where it leads through no hostile ground.

    The start counts only for those who come out of the Chaco.
    """
    found = [ground(state, area) for area in way[1:]]
    found += [over_andes(state, a, b) for a, b in pairwise(way)]
    if len(way) > 1 and way[0] in state.board.areas and state.board.areas[way[0]].chaco:
        found.append(ground(state, way[0]))
    known = [each for each in found if each is not None]
    return max(known) if known else None


async def after_march(table: Table, state: State, force: str) -> None:
    """Throws for a force that has stopped, by the worst of its way and of where it stands."""
    acting = state.acting
    way = list(acting.via) if acting.force == force else []
    at = state.forces[force].at
    known = [each for each in (worst(state, way), ground(state, at) if stands(state) else None) if each is not None]
    if not state.forces[force].ships and known and who_rolls(state, force):
        await attrition(table, state, force, max(known))


def stands(state: State) -> bool:
    """Tells if stacks that stand in hostile ground roll too, by the charter."""
    return choice(state, "attrition") == "standing_too"


@rule("5.3", "Stacks that end an operations phase in hostile ground")
async def standing(table: Table, state: State, seat: str) -> None:
    """Throws for a seat's stacks that stand in hostile ground and have not rolled in this phase."""
    if not stands(state):
        return
    for force in list(state.forces_of(seat)):
        fresh = [name for name in who_suffers(state, force) if name not in state.weathered]
        modifier = ground(state, state.forces[force].at)
        if fresh and modifier is not None and who_rolls(state, force):
            await attrition(table, state, force, modifier)


@rule("5.3", "Movement attrition")
async def attrition(table: Table, state: State, force: str, modifier: int) -> None:
    """Pays for the road if its owner wants to, throws, and takes the steps off; a marker's die is its owner's alone."""
    side, at = state.forces[force].side, state.forces[force].at
    units = state.units_in(force)
    state.weathered += [name for name in who_suffers(state, force) if name not in state.weathered]
    steps = state.steps(units)
    paid = await pay(table, state, force, steps, modifier)
    shift = Shift()
    shift.add("5.3", modifier, "the ground")
    shift.add("5.3", state.board.numbers.attrition_rp, "Resource Points spent", when=paid)
    shut = state.hidden(force) and choice(state, "markers_dice") == "own_lane"
    name = state.label(force)
    throw = await table.roll("5.3", "1d6", "attrition", force, why=f"Attrition of {name} in {told(state, at)}",
                             shift=shift, to=side if shut else ALL)  # fmt: skip
    lost = state.board.attrition.read(steps, throw.total) if units else 0
    if state.hidden(force):
        text = f"{name} has suffered on the road."
        table.note("5.3", other(side), text, "attrition", force=force, side=side, at=at)
    words = f"{name} loses {lost} {'step' if lost == 1 else 'steps'} on the road." if lost else f"{name} loses nobody."
    table.note("5.3", side if state.hidden(force) else ALL, words, "attrition", force=force, side=side, at=at,
               steps=lost)  # fmt: skip
    if lost:
        await take_losses(table, state, Loss(forces=(force,), steps=lost, cause="attrition", rule="5.3", seat=side,
                                             place=at))  # fmt: skip
        await left_alone(table, state, (force,), at)


# -------------------------------------------------------------------------------------------- RP against attrition


def price(state: State, steps: int) -> int:
    """The Resource Points that ease the road: one for each four steps or part of them."""
    each = state.board.numbers.attrition_steps_per_rp
    return (steps + each - 1) // each


@rule("4.1", "Which purses may pay for a force", "4.2", "3.3")
def purses_of(state: State, units: Sequence[str]) -> list[str]:
    """The purses that are open to all of some units; the nation with most of them first."""
    if not units or state.side_of(units[0]) == ROYALIST:
        return [ROYALIST] if units else []
    open_ = [set(purses_for(state, unit)) for unit in units]
    shared = [nation for nation in NATIONS if all(nation in each for each in open_)]
    count = [state.nation_of(unit) for unit in units]
    return sorted(shared, key=lambda nation: (-count.count(nation), NATIONS.index(nation)))


async def pay(table: Table, state: State, force: str, steps: int, modifier: int) -> bool:
    """Asks if Resource Points are spent against attrition, and from which purse; spends them."""
    side, at, cost = state.forces[force].side, state.forces[force].at, price(state, steps)
    able = [purse for purse in purses_of(state, state.units_in(force)) if state.purse[purse] >= cost * HALVES]
    if not able:
        return False
    options = {NO: "pay nothing"} | {
        f"{PAY}:{purse}": f"pay {cost} of {halves_in_words(state.purse[purse])} RP ({purse})" for purse in able
    }
    facts = {"area": at, "force": force, "steps": str(steps), "modifier": str(modifier), "price": str(cost)}
    answer = await questions.choose(table, "5.3", side, "attrition", (at,), facts, options, NO,
                                    f"Is {cost} RP spent for {state.label(force)} on the road in {told(state, at)}?",
                                    discreet=state.hidden(force))  # fmt: skip
    if answer == NO:
        return False
    spend(table, state, side, answer.partition(":")[2], cost * HALVES, "5.3", "attrition", veiled=state.hidden(force))
    return True
