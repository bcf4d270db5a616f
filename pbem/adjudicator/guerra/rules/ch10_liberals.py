"""Chapter 10: the Liberals take power in Spain, and American Royalists are subverted."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import AMERICAN, DUE, GONE, NATIONS, PATRIOT, ROYALIST, SPANISH

ON_THE_WAY, NOBODY = "track/", "none"


@rule("10.2", "Liberals take power in Spain", "3.1")
async def event(table: Table, state: State) -> None:
    """One die as a turn begins, until they rule; it needs one less each year."""
    needed = state.board.turn(state.turn).liberals
    if state.liberals or not needed:
        return
    throw = await table.roll("10.2", "1d6", "liberals", f"turn-{state.turn:02d}", why="The Liberals in Spain")
    if throw.total < needed:
        table.note("10.2", ALL, "The King rules on in Spain.", "liberals", power=False)
        return
    state.liberals = state.turn
    table.note("10.2", ALL, "The Liberals take power in Spain, and the King accepts the Constitution.", "liberals",
               power=True)  # fmt: skip
    no_more_spaniards(table, state)


@rule("10.2.1", "Liberals: no more reinforcements from Spain")
def no_more_spaniards(table: Table, state: State) -> None:
    """Spaniards who are still on the turn track or due never come."""
    stay = [unit for unit, piece in state.units.items() if coming(piece.at) and state.nation_of(unit) == SPANISH]
    stay += [name for name, officer in state.leaders.items() if coming(officer.at) and state.nation_of(name) == SPANISH]
    for name in stay:
        (state.leaders if name in state.leaders else state.units)[name].at = GONE
    if stay:
        names = ", ".join(state.label(name) for name in stay)
        table.note("10.2.1", ALL, f"They stay in Spain: {names}.", "cancelled", units=stay)


def coming(at: str) -> bool:
    """Tells if a counter is on the turn track or due."""
    return at == DUE or at.startswith(ON_THE_WAY)


# ------------------------------------------------------------------------------------------------ subversion


@rule("10.2.2", "Subversion: when and whom", "10.2.1")
def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why the leader in hand cannot try to win over a unit now; empty if so."""
    if act.side != PATRIOT or state.liberals != state.turn or not state.liberals:
        return "units are won over only in the turn in which the Liberals take power"
    if not agitators(state, act.force):
        return "no leader is there who has not tried yet"
    unit, marker = str(step.get("unit", "")), str(step.get("marker", ""))
    if unit not in state.board.units or state.nation_of(unit) != AMERICAN or not state.board.units[unit].land:
        return "only American Royalists are won over"
    here = state.forces[act.force].at
    if marker:
        there = marker in state.forces and state.forces[marker].at == here
        return "" if there and state.marked(marker) else "no such army is in the area"
    force = state.force_of(unit)
    if not force or state.forces[force].at != here or state.hidden(force):
        return "it is not to be seen in the area"
    return ""


def agitators(state: State, force: str) -> list[str]:
    """The leaders of a force who have not tried yet; naval leaders stay aboard."""
    return [name for name in state.leaders_in(force) if name not in state.subverted]


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Lets the first leader of the force who has not tried yet win over the unit of a step."""
    await win_over(table, state, agitators(state, act.force)[0], step)


@rule("10.2.2", "Subversion by leaders whose march books named nobody", "3.2")
async def agitate(table: Table, state: State) -> None:
    """Asks for each leader who has not tried yet which unit is won over; by default none.

    Under a shut marker the question never goes out: that it is open tells of a leader.
    """
    if not state.liberals or state.liberals != state.turn:
        return
    for leader in [name for force in state.forces_of(PATRIOT) for name in agitators(state, force)]:
        force = state.force_of(leader)
        if not force or state.forces[force].ships:
            continue
        at = state.forces[force].at
        options = {unit: f"win over {state.label(unit)}" for unit in to_be_seen(state, at)} | {NOBODY: "nobody"}
        said = await questions.choose(table, "10.2.2", PATRIOT, "subvert", (leader,), {"leader": leader, "area": at},
                                      options, NOBODY, f"Whom does {state.label(leader)} win over?",
                                      discreet=state.hidden(force))  # fmt: skip
        if said != NOBODY:
            await win_over(table, state, leader, {"unit": said})


def to_be_seen(state: State, area: str) -> list[str]:
    """The American Royalist units that lie open in an area."""
    return [unit for unit in state.land_units_at(area, ROYALIST)
            if state.nation_of(unit) == AMERICAN and not state.hidden(state.force_of(unit))]  # fmt: skip


@rule("10.2.2", "Subversion procedure")
async def win_over(table: Table, state: State, leader: str, step: Step) -> None:
    """One die, 1 to 3: the unit goes, and an equal Patriot unit joins the leader; a wrong guess tells no more."""
    unit, marker = str(step["unit"]), str(step.get("marker", ""))
    state.subverted.append(leader)
    if marker and state.force_of(unit) != marker:
        table.note("10.2.2", ALL, f"{state.label(leader)} sends word to {state.label(unit)}: not with that army.",
                   "subverted", leader=leader, unit=unit, success=False)  # fmt: skip
        return
    throw = await table.roll("10.2.2", "1d6", "subvert", unit,
                             why=f"{state.label(leader)} tries to win over {state.label(unit)}")  # fmt: skip
    if throw.total > state.board.numbers.subvert_needs:
        table.note("10.2.2", ALL, f"{state.label(unit)} stays true to the King.", "subverted", leader=leader,
                   unit=unit, success=False)  # fmt: skip
        return
    steps, force = state.units[unit].steps, state.force_of(unit)
    instead = stand_in(state, leader, unit, str(step.get("with", "")))
    state.eliminate(unit)
    state.drop_if_empty(force)
    if instead:
        state.units[instead].steps = steps
        state.put([instead], state.force_of(leader))
        state.operated.append(instead)
    comes = f"; {state.label(instead)} joins {state.label(leader)}" if instead else ""
    table.note("10.2.2", ALL, f"{state.label(unit)} leaves the King's service{comes}.", "subverted", leader=leader,
               unit=unit, success=True, instead=instead)  # fmt: skip


@rule("10.2.2", "Subversion: the unit that comes instead")
def stand_in(state: State, leader: str, unit: str, wished: str) -> str:
    """A Patriot unit from the pool of the same arm and printed steps, of the leader's nation or the area's."""
    board = state.board
    lost, area = board.units[unit], state.forces[state.leaders[leader].at].at
    here = [nation for nation in NATIONS
            if area in board.group(f"income-{nation}") or area in board.group(f"recruit-{nation}")]  # fmt: skip
    nations = list(dict.fromkeys([board.leaders[leader].nation, *here]))
    fit = [name for nation in nations for name in state.pool(PATRIOT, nation)
           if board.units[name].regular == lost.regular and board.units[name].land
           and board.units[name].arm == lost.arm and board.units[name].steps == lost.steps]  # fmt: skip
    return wished if wished in fit else next(iter(fit), "")


VERBS = {"subvert": Verb(refusal, carry_out)}
