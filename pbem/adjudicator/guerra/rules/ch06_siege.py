"""Chapter 6, sieges: assaults, siege works, blockades, and the surrender of a starved fortress."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.board.pieces import Result
from pbem.adjudicator.guerra.rules.aftermath import cleared, enter, harbours, left_alone, patriots_at
from pbem.adjudicator.guerra.rules.ch01_map import is_fortress
from pbem.adjudicator.guerra.rules.ch08_leaders import TACTICAL, cochrane_with, rating
from pbem.adjudicator.guerra.rules.ch10_guerrillas import halved, halved_in_words
from pbem.adjudicator.guerra.rules.losing import SIDES, Loss, destroy, steps_of, take_losses, units_of
from pbem.adjudicator.guerra.rules.siege_book import end, join
from pbem.adjudicator.guerra.rules.unveiling import reveal
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.house import choice, is_so
from pbem.adjudicator.guerra.state.state import Acting, Siege, State
from pbem.adjudicator.guerra.state.terms import ARTILLERY, REBEL, ROYALIST, other
from pbem.base.counting import counted
from pbem.base.records import dataclass

TRUE = ("true", "yes")


# ------------------------------------------------------------------------------------------- what is lawful


@rule("6.2", "Siege combat: which fortress a force may besiege", "6.7")
def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot besiege a port now; empty if it can."""
    if not act.force or act.force not in state.forces or state.forces[act.force].ships:
        return "no force on land is in hand"
    force, port = state.forces[act.force], str(step.get("port", ""))
    name = state.label(port)
    if port not in state.board.ports or not is_fortress(state, port):
        return f"{name} is no fortress, and falls with its area"
    if state.board.ports[port].area != force.at:
        return f"the force is not before {name}"
    if force.inside:
        return "a garrison besieges nobody"
    if not state.units_in(act.force):
        return "a leader alone besieges nobody"
    if state.is_guerrilla(act.force):
        return "guerrillas besiege nobody"
    if not garrison(state, port, force.side):
        return f"no enemy is in {name}"
    return ""


def works_refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot build siege works now."""
    port = str(step.get("port", ""))
    if not (why := refusal(state, act, step)) and port in state.sieges and state.sieges[port].works:
        why = "the siege works stand already"
    return why


def blockade_refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot announce a blockade now."""
    port = str(step.get("port", ""))
    if not (why := refusal(state, act, step)) and port in state.sieges and state.sieges[port].blockaded:
        why = f"{state.label(port)} is blockaded already"
    return why


def garrison(state: State, port: str, side: str) -> list[str]:
    """The enemy forces with units inside a fortress."""
    return [force for force in state.inside(port) if state.forces[force].side != side]


def assault_cost(state: State, act: Acting, step: Step) -> int:
    """The price of an assault, and of the works if they are wanted and do not stand (6.2, 6.4)."""
    return state.board.numbers.assault_op + (works_cost(state, act, step) if wants_works(state, step) else 0)


def wants_works(state: State, step: Step) -> bool:
    """Tells if an assault builds works first."""
    siege = state.sieges.get(str(step.get("port", "")))
    return str(step.get("works", "")) in TRUE and not (siege and siege.works)


def works_cost(state: State, act: Acting, step: Step) -> int:
    """The price of siege works (6.4)."""
    return state.board.numbers.works_op


@rule("6.6", "The price of a blockade")
def blockade_cost(state: State, act: Acting, step: Step) -> int:
    """Four points, less those that this force has spent on this siege this turn (S8)."""
    siege = state.sieges.get(str(step.get("port", "")))
    whole = state.board.numbers.blockade_op
    if siege is None or siege.op_by != act.force or choice(state, "blockade_op") != "all_counted":
        return whole
    return max(0, whole - siege.op_spent)


def spend(siege: Siege, force: str, points: int) -> None:
    """Counts points that a force has spent on a siege this turn."""
    siege.op_spent = points + (siege.op_spent if siege.op_by == force else 0)
    siege.op_by = force


# ------------------------------------------------------------------------------------------- verbs


async def carry_out_assault(table: Table, state: State, act: Acting, step: Step) -> None:
    """Builds works if they are wanted, then assaults."""
    port = str(step["port"])
    works = wants_works(state, step)
    if works:
        build_works(table, state, act.force, port)
    await assault(table, state, act.force, port)


async def carry_out_works(table: Table, state: State, act: Acting, step: Step) -> None:
    """Builds siege works without an assault (S2)."""
    build_works(table, state, act.force, str(step["port"]))


async def carry_out_blockade(table: Table, state: State, act: Acting, step: Step) -> None:
    """Announces a blockade."""
    port = str(step["port"])
    points = blockade_cost(state, act, step)
    siege = join(table, state, act.force, port)
    spend(siege, act.force, points)
    blockade(table, state, siege, port)


@rule("6.4", "Siege works")
def build_works(table: Table, state: State, force: str, port: str) -> None:
    """Puts works before a fortress; they stand as long as the siege does."""
    siege = join(table, state, force, port)
    siege.works = True
    spend(siege, force, state.board.numbers.works_op)
    text = f"Siege works rise before {state.label(port)}."
    table.note("6.4", ALL, text, "works", port=port, by=siege.by, force=force)


@rule("6.6", "Blockade: it is announced")
def blockade(table: Table, state: State, siege: Siege, port: str) -> None:
    """Marks a fortress as blockaded until the end of the turn."""
    siege.blockaded = True
    table.note("6.6", ALL, f"{state.label(port)} is blockaded.", "blockade", port=port, by=siege.by)


VERBS = {
    "besiege": Verb(refusal, carry_out_assault, assault_cost),
    "works": Verb(works_refusal, carry_out_works, works_cost),
    "blockade": Verb(blockade_refusal, carry_out_blockade, blockade_cost),
}


# ------------------------------------------------------------------------------------------- the assault


@dataclass(frozen=True, slots=True)
class Assault:
    """One assault: the force in hand against all that is inside a fortress."""

    port: str
    area: str
    force: str
    inside: tuple[str, ...]
    side: str
    held_by: str


@rule("6.3", "Siege combat procedure", "6.2")
async def assault(table: Table, state: State, force: str, port: str) -> None:
    """Assaults a fortress once: odds, column, die, losses, and the fall if nobody is left inside."""
    area, side = state.forces[force].at, state.forces[force].side
    inside = tuple(garrison(state, port, side))
    this = Assault(port, area, force, inside, side, state.forces[inside[0]].side)
    numbers, act = state.board.numbers, state.acting
    siege = join(table, state, force, port)
    spend(siege, force, numbers.assault_op)
    reveal(table, state, force, *inside)  # a beaten army may have brought its marker behind the walls
    attackers, defenders = units_of(state, (force,)), units_of(state, inside)
    began = {side: state.steps(attackers), this.held_by: state.steps(defenders)}
    table.note("6.3", ALL, f"The {SIDES[side]} assault {state.label(port)}.", "assault", port=port, area=area, by=side,
               force=force, garrison=list(defenders), units=list(attackers))  # fmt: skip
    result = await decide(table, state, this, act.spent - numbers.assault_op)
    had = patriots_at(state, area)
    await losses(table, state, this, result)
    fallen = not steps_of(state, [name for name in inside if name in state.forces])
    emptied = [*([force] if not state.units_in(force) else []), *inside]
    await left_alone(table, state, emptied, area)
    if fallen:
        await falls(table, state, this)
    lost = {side: str(began[side] - state.steps(unit for unit in attackers if state.force_of(unit))),
            this.held_by: str(began[this.held_by] - state.steps(unit for unit in defenders if state.force_of(unit)))}
    ended = "falls" if fallen else "holds"
    text = f"{state.label(port)} {ended}."
    table.note("6.3", ALL, text, "assault-over", port=port, area=area, result=ended, lost=lost)
    await cleared(table, state, area, had and side == ROYALIST)


async def decide(table: Table, state: State, this: Assault, spent: int) -> Result:
    """Finds the column and throws the die of an assault."""
    chart = state.board.siege
    attack, defence = odds(state, this)
    works = state.board.numbers.works_columns if state.sieges[this.port].works else 0
    fleet = state.board.numbers.fleet_columns if fleet_alone(state, this.port, this.side) else 0
    column = chart.shifted(chart.column(attack, defence), works + fleet)
    why = halved_in_words(state, (this.side, this.held_by), this.area)
    why += ["works help the besiegers (6.4)"] if works else []
    why += ["ships help the besiegers (6.5)"] if fleet else []
    text = f"{counted(attack, 'factor')} against {defence}: the column {'; '.join([chart.heading(column), *why])}."
    table.note("6.3", ALL, text, "siege-odds", port=this.port, factors=[str(attack), str(defence)],
               column=chart.heading(column), works=str(works), fleet=str(fleet))  # fmt: skip
    shift = Shift()
    shift.add("6.3", rating(state, this.force, TACTICAL), "the besieger's leader")
    shift.add("6.3", -max(rating(state, force, TACTICAL) for force in this.inside), "the defender's leader")
    numbers = state.board.numbers
    shift.add("3.4", numbers.friction, "friction", when=spent >= numbers.friction_from)
    throw = await table.roll("6.3", "1d6", "siege", this.port, why=f"The assault on {state.label(this.port)}",
                             shift=shift)  # fmt: skip
    result = chart.read(column, throw.total)
    words = f"{result.text[0].upper()}{result.text[1:]}."
    table.note("6.3", ALL, words, "siege-result", port=this.port, result=result.id)
    return result


@rule("6.3", "Factors in a siege: artillery counts double, the walls eight", "6.2", "10.1")
def odds(state: State, this: Assault) -> tuple[int, int]:
    """The factors of besieger and garrison; units are halved by 10.1 on either side of the wall, the walls never."""
    attack = siege_factors(state, units_of(state, (this.force,)), this.side, this.area)
    defence = siege_factors(state, units_of(state, this.inside), this.held_by, this.area)
    return attack, defence + state.board.numbers.fortress_factor


def siege_factors(state: State, units: Sequence[str], side: str, area: str) -> int:
    """The factors of some units in a siege."""
    guns = state.factors(units, ARTILLERY)
    total = state.factors(units) + guns * (state.board.numbers.siege_artillery - 1)
    return (total + 1) // 2 if halved(state, side, area) else total


@rule("6.5", "Naval units and sieges", "7.9")
def fleet_alone(state: State, port: str, side: str) -> bool:
    """Tells if the besieger has ships at sea before a port, and the enemy has none."""
    seas = state.board.ports[port].seas
    ours = any(state.ships_at(sea, side) for sea in seas)
    return ours and not any(state.ships_at(sea, other(side)) for sea in seas)


async def losses(table: Table, state: State, this: Assault, result: Result) -> None:
    """Takes the losses of both sides; a fallen fortress loses all that is inside."""
    area, steps = this.area, (steps_of(state, (this.force,)), steps_of(state, this.inside))
    found: list[Loss] = []
    if result.attacker:
        found.append(Loss(forces=(this.force,), steps=max(1, steps[0] // result.attacker), cause="siege", rule="6.3",
                          seat=this.side, place=area))  # fmt: skip
    lost = steps[1] if result.falls else max(1, steps[1] // result.defender) if result.defender else 0
    if lost:
        seat = other(this.side) if this.held_by == REBEL else this.held_by
        found.append(Loss(forces=this.inside, steps=lost, cause="siege", rule="6.3", seat=seat, place=area))
    await take_losses(table, state, *found)


@rule("6.2", "A fortress falls")
async def falls(table: Table, state: State, this: Assault) -> None:
    """Ends the siege of a fortress that nobody holds any more; the besieger may enter it."""
    end(table, state, this.port)
    if this.force in state.forces and state.units_in(this.force):
        await enter(table, state, this.force, this.port)
    await harbours(table, state, this.area, this.force)


# ------------------------------------------------------------------------------------------- the end of the turn


@rule("6.6", "Blockade: surrender at the end of the turn")
async def surrenders(table: Table, state: State) -> None:
    """Throws for each blockaded fortress whose conditions hold, in the order of the ports."""
    for port in sorted(state.sieges):
        siege = state.sieges.get(port)
        if siege and siege.blockaded and not (why := unstarved(state, port)):
            await starve(table, state, port)
        elif siege and siege.blockaded:
            table.note("6.6", ALL, f"{state.label(port)} does not starve: {why}.", "relieved", port=port)
    for siege in state.sieges.values():
        siege.blockaded, siege.op_spent, siege.op_by = False, 0, ""


@rule("6.6", "The conditions of a surrender")
def unstarved(state: State, port: str) -> str:
    """Returns why a blockaded fortress need not throw; empty if the blockade is complete."""
    siege, piece = state.sieges[port], state.board.ports[port]
    foe = other(siege.by)
    if not garrison(state, port, siege.by):
        return "nobody is inside"
    if any(state.ships_at(sea, foe) for sea in piece.seas):
        return "enemy ships are at sea before it"
    if is_so(state, "blockade_needs_ships") and not all(state.ships_at(sea, siege.by) for sea in piece.seas):
        return "no ship of the besieger is at sea before it"
    held = {state.forces[force].side for force in garrison(state, port, siege.by)}
    if any(state.units_in(force) and state.forces[force].side in held and state.forces[force].inside != port
           for force in state.forces_at(piece.area)):  # fmt: skip
        return "troops of its side stand outside the walls"
    return ""


async def starve(table: Table, state: State, port: str) -> None:
    """Throws the die of a starved fortress: on 1 to 4 it surrenders, and all inside are lost."""
    siege, area = state.sieges[port], state.board.ports[port].area
    ships = [ship for sea in state.board.ports[port].seas for ship in state.ships_at(sea, siege.by)]
    shift, numbers = Shift(), state.board.numbers
    shift.add("8.3", numbers.cochrane_blockade, "Cochrane", when=cochrane_with(state, ships))
    name = state.label(port)
    throw = await table.roll("6.6", "1d6", "blockade", port, why=f"{name} is starving", shift=shift)
    if throw.total > numbers.blockade_needs:
        table.note("6.6", ALL, f"{name} holds out.", "held-out", port=port)
        return
    had, inside = patriots_at(state, area), tuple(garrison(state, port, siege.by))
    side = state.forces[inside[0]].side
    table.note("6.6", ALL, f"{name} surrenders.", "surrendered", port=port, by=siege.by)
    destroy(table, state, Loss(forces=inside, steps=steps_of(state, inside), cause="siege", rule="6.6", seat=side,
                               place=area))  # fmt: skip
    by, forces = siege.by, list(siege.forces)
    await left_alone(table, state, inside, area)
    end(table, state, port)
    await enter(table, state, forces[0], port)
    await harbours(table, state, area, forces[0])
    await cleared(table, state, area, had and by == ROYALIST)
