"""Chapter 3, activations: one force after another is given its points by a die, and operates while they last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import NO, YES, whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table
from pbem.adjudicator.guerra.rules import (
    ch05_movement,
    ch06_battle,
    ch06_siege,
    ch07_landing,
    ch07_naval,
    ch07_raids,
    ch07_sailing,
    ch10_guerrillas,
    ch10_liberals,
    ch10_special,
)
from pbem.adjudicator.guerra.rules.ch04_building import spend
from pbem.adjudicator.guerra.rules.ch05_attrition import after_march, purses_of
from pbem.adjudicator.guerra.rules.ch08_leaders import OPERATIONS, rating
from pbem.adjudicator.guerra.rules.ch10_special import in_mexico
from pbem.adjudicator.guerra.rules.dividing import militia_half, names_of, split
from pbem.adjudicator.guerra.rules.questions import PASSED, Next, Step
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.rules.verbs import Verb
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import ROYALIST

Entry = Mapping[str, Plain]
STOP = "stop"
HALVES = 2
#: After so many orders in a row that cannot be carried out, operations end.
MOST_LAPSES = 40
ATTACK, AT_SEA = "attack", "attack_fleet"
VERBS: Mapping[str, Verb] = {
    **ch05_movement.VERBS, **ch06_battle.VERBS, **ch06_siege.VERBS, **ch07_sailing.VERBS, **ch07_naval.VERBS,
    **ch07_landing.VERBS, **ch07_raids.VERBS, **ch10_guerrillas.VERBS, **ch10_liberals.VERBS, **ch10_special.VERBS,
}  # fmt: skip
#: What a step may be called in an order.
SPOKEN = tuple(name for name in VERBS if name != AT_SEA)


# -------------------------------------------------------------------------------------------- who may operate


@rule("3.2", "Which units operate in a step of the phase", "5.1.2", "5.2")
def due_units(state: State, seat: str, nations: Sequence[str], force: str) -> list[str]:
    """The units of a force that may operate now, or its leaders where it has no units.

    Each nation's men act in their own step; by the charter a mixed stack may act with its leader.
    """
    if force not in state.forces or state.forces[force].side != seat:
        return []
    present = state.units_in(force) or state.leaders_in(force)
    fresh = [name for name in present if name not in state.operated]
    if not nations:
        return fresh
    led = [state.nation_of(leader) for leader in state.leaders_in(force)]
    if led and choice(state, "mixed_stacks") == "with_leader":
        return fresh if any(nation in nations for nation in led) else []
    return [name for name in fresh if state.nation_of(name) in nations]


def due_ships(state: State, seat: str, nations: Sequence[str]) -> list[str]:
    """The ships of a seat that may operate now."""
    return [name for name, piece in state.units.items() if state.board.units[name].naval and afloat(state, piece.at)
            and state.side_of(name) == seat and name not in state.operated
            and (not nations or state.nation_of(name) in nations)]  # fmt: skip


def afloat(state: State, place: str) -> bool:
    """Tells if a ship is in a port, at sea or in a box from where it can sail."""
    return place in state.board.ports or place in state.board.seas or place.startswith("box-")


def anybody(state: State, seat: str, nations: Sequence[str]) -> bool:
    """Tells if a force or fleet may still operate."""
    return any(due_units(state, seat, nations, force) for force in state.forces_of(seat)) or bool(
        due_ships(state, seat, nations)
    )


@rule("3.3", "One force after another operates", "3.2")
async def operations(table: Table, state: State, seat: str, nations: Sequence[str]) -> None:
    """Activates force after force of a seat, of these nations if any are named, until its owner passes."""
    lapses = 0
    while anybody(state, seat, nations) and lapses < MOST_LAPSES:
        entry = await table.decide(Next(rule="3.3", side=seat, key=table.key("force", (seat,)), topic="force",
                                        prompt="Which force operates next? Nothing ends your operations.",
                                        facts={"nations": list(nations)}))  # fmt: skip
        tell_passed(table, seat, "", entry)
        if not (entry.get("force") or entry.get("fleet")):
            return
        why = why_not_active(state, seat, nations, entry)
        if why:
            lapses += 1
            tell_lapse(table, "3.3", seat, why, entry="operations")
        else:
            lapses = 0
            await activate(table, state, seat, nations, entry)


@rule("3.3", "Whether a force may be activated", "3.2", "7.6", "10.7")
def why_not_active(state: State, seat: str, nations: Sequence[str], entry: Entry) -> str:
    """Explains why an order names no force or fleet that may operate now; empty if it does."""
    force, ships = str(entry.get("force", "")), fleet_of(entry)
    if not force and not ships:
        return "the order names neither a force nor a fleet"
    if force and (force not in state.forces or state.forces[force].side != seat):
        return f"{state.label(force)} is no force of yours"
    if force and not due_units(state, seat, nations, force):
        return f"{state.label(force)} has operated, or its nation operates in another step (3.2)"
    if force and not movers(state, seat, nations, entry):
        return f"nobody of {state.label(force)} whom the order means may operate now"
    if force and not thinned(state, entry, movers(state, seat, nations, entry)):
        left = state.mexico_left
        return f"the die of 10.7 leaves you {left} units in Mexico, and {state.label(force)} has more"
    able = due_ships(state, seat, () if force else nations)
    strange = [ship for ship in ships if ship not in able]
    if strange:
        return f"{names_of(state, strange)} cannot sail now"
    places = {state.units[ship].at for ship in ships}
    return "the ships of a fleet begin in one port or sea area" if len(places) > 1 else ""


def fleet_of(entry: Entry) -> list[str]:
    """The ships that an order names."""
    named = entry.get("fleet", ())
    return list(dict.fromkeys(str(ship) for ship in named)) if isinstance(named, list) else []


def movers(state: State, seat: str, nations: Sequence[str], entry: Entry) -> list[str]:
    """The units of a force that are to operate: those that are due, of one nation where the order says so."""
    due = due_units(state, seat, nations, str(entry["force"]))
    only = str(entry.get("nation", ""))
    wanted = [str(name) for name in entry.get("units", ())]
    return [name for name in due if (not only or state.nation_of(name) == only) and (not wanted or name in wanted)]


@rule("10.7", "How many Royalist units may be activated in Mexico")
def thinned(state: State, entry: Entry, units: Sequence[str]) -> list[str]:
    """Those units that the Mexican die allows: all, or with `thin` the first, or none."""
    force = state.forces[str(entry["force"])]
    if force.side != ROYALIST or state.mexico_left < 0 or not in_mexico(state, force.at):
        return list(units)
    counted = [unit for unit in units if unit in state.units]
    if len(counted) <= state.mexico_left:
        return list(units)
    return counted[: state.mexico_left] if entry.get("thin") == YES else []


# -------------------------------------------------------------------------------------------- one activation


@rule("3.3", "Activation")
async def activate(table: Table, state: State, seat: str, nations: Sequence[str], entry: Entry) -> None:
    """Activates a force, a fleet, or both: points are bought and thrown for, then the march book is carried out."""
    act = state.acting = Acting(side=seat, nations=list(nations), ships=fleet_of(entry))
    if entry.get("force"):
        units = thinned(state, entry, movers(state, seat, nations, entry))
        act.force = take_in_hand(table, state, entry, units)
        count_in_mexico(state, act.force)
        act.start = state.forces[act.force].at
        act.via = [act.start]
        state.forces[act.force].came_from = ""
        act.rp = buy(table, state, entry, "rp", state.units_in(act.force))
        act.op = act.rolled = await operation_points(table, state, act.force, act.rp)
    if act.ships:
        act.fleet_leader = aboard(state, act.ships, str(entry.get("fleet_leader", "")))
        bought = buy(table, state, entry, "fleet_rp" if act.force else "rp", act.ships)
        act.fleet_op = await points_at_sea(table, state, seat, act.ships, bought)
        act.rolled = act.rolled or act.fleet_op
    await carry_out(table, state, act)
    await finish(table, state, act)


def take_in_hand(table: Table, state: State, entry: Entry, units: Sequence[str]) -> str:
    """The force that operates: all of it, or the units that may, parted from the rest; the others keep their place.

    A marker goes with those whom its owner says: of several nations it stays with the rest, else it goes along.
    """
    force = str(entry["force"])
    rest = [unit for unit in state.units_in(force) if unit not in units]
    if not rest:
        return force
    stays = len(state.nations_of(force)) > 1 and not entry.get("thin")
    goes = entry.get("marker", "stays" if stays else "goes") == "goes"
    leaders = [name for name in state.leaders_in(force) if name not in state.operated]
    if state.marked(force) and goes:
        split(state, force, rest)
        return force
    return split(state, force, [*units, *(name for name in leaders if led_with(state, name, units))])


def led_with(state: State, leader: str, units: Sequence[str]) -> bool:
    """Tells if a leader goes with some units of a divided force, being of a nation of theirs."""
    return state.nation_of(leader) in {state.nation_of(unit) for unit in units} or state.side_of(leader) == ROYALIST


def count_in_mexico(state: State, force: str) -> None:
    """Counts the units of a force that is activated in Mexico against the die of 10.7."""
    held = state.forces[force]
    if held.side == ROYALIST and state.mexico_left >= 0 and in_mexico(state, held.at):
        state.mexico_left -= len(state.units_in(force))


def buy(table: Table, state: State, entry: Entry, word: str, units: Sequence[str]) -> int:
    """Spends the Resource Points that an order puts into an activation, as far as its purse reaches; gives how many."""
    wish, purses = whole(entry.get(word)), purses_of(state, units)
    named = str(entry.get("purse", ""))
    purse = named if named in purses else next(iter(purses), "")
    if not wish or not purse:
        return 0
    points = min(wish, state.purse[purse] // HALVES)
    seat = state.side_of(units[0])
    if points < wish:
        tell_lapse(table, "4.1", seat, f"{wish} RP were to be spent, and {points} are in the purse", entry="rp")
    if points:
        spend(table, state, seat, purse, points * HALVES, "3.3", "operations")
    return points


@rule("3.3", "Operation points", "8.0")
async def operation_points(table: Table, state: State, force: str, bought: int) -> int:
    """Throws for the points of a force; what is thrown for a hidden marker its owner alone sees."""
    units, side = state.units_in(force), state.forces[force].side
    leaders = state.leaders_in(force)
    rated = rating(state, force, OPERATIONS)
    shift = points_shift(state, bought, rated)
    leaderless = not leaders and militia_half(state, units)
    shift.add("3.3", state.board.numbers.militia_activation, "half militia and no leader", when=leaderless)
    shut = state.hidden(force) and choice(state, "markers_dice") == "own_lane"
    name = state.label(force)
    throw = await table.roll("3.3", "1d6", "activate", force, why=f"Activation of {name}", shift=shift,
                             to=side if shut else ALL)  # fmt: skip
    points = given(state, throw.total, rated)
    audience = side if shut else ALL
    table.note("3.3", audience, f"{name} has {points} operation points.", "activated", force=force, seat=side,
               op=points, at=state.forces[force].at)  # fmt: skip
    if shut:
        at = state.forces[force].at
        table.note("3.3", ALL, f"{name} stirs in {told(state, at)}.", "stirs", force=force, seat=side, at=at)
    return points


def points_shift(state: State, bought: int, rated: int) -> Shift:
    """Modifiers that a force and a fleet have alike: Resource Points, and the leader where the charter says so."""
    shift = Shift()
    shift.add("3.3", state.board.numbers.rp_activation * bought, "Resource Points spent")
    shift.add("3.3", rated, "leader", when=choice(state, "leader_rating") == "die")
    return shift


def given(state: State, total: int, rated: int) -> int:
    """The points of a modified die, with the leader's rating where the charter adds it to them."""
    return state.board.activation[total].op + (rated if choice(state, "leader_rating") == "points" else 0)


@rule("7.1", "Fleets are activated as forces are", "3.3", "7.0")
async def points_at_sea(table: Table, state: State, seat: str, ships: Sequence[str], bought: int) -> int:
    """Throws for the points of a fleet."""
    rated = max((rating(state, ship, OPERATIONS) for ship in ships), default=0)
    throw = await table.roll("7.1", "1d6", "activate", ships[0], why=f"Activation of {names_of(state, ships)}",
                             shift=points_shift(state, bought, rated))  # fmt: skip
    points = given(state, throw.total, rated)
    text = f"{names_of(state, ships)}: {points} operation points."
    table.note("7.1", ALL, text, "activated", force=ships[0], seat=seat, op=points, at=state.units[ships[0]].at)
    return points


def aboard(state: State, ships: Sequence[str], leader: str) -> str:
    """Brings the leader whom an order names from a ship beside it into the first ship of a fleet."""
    sails = leader in state.leaders and state.leaders[leader].at in state.units and leader not in state.operated
    if sails and state.place_of(leader) == state.units[ships[0]].at:
        state.leaders[leader].at = ships[0]
    return next((name for ship in ships for name in state.leaders_in(ship)), "")


# -------------------------------------------------------------------------------------------- the march book


@rule("3.3", "A force operates while its points last")
async def carry_out(table: Table, state: State, act: Acting) -> None:
    """Asks for step after step and carries each out that is lawful and can be paid for."""
    lapses, lapsed = 0, False
    while lapses < MOST_LAPSES and in_hand(state, act):
        step = await table.decide(step_question(table, state, act, lapsed=lapsed))
        tell_passed(table, act.side, act.force or act.ships[0], step)
        said = next(word for word in step if word != PASSED)
        if said == STOP:
            return
        named = step[said]
        parameters: Mapping[str, Plain] = named if isinstance(named, Mapping) else {}
        verb = VERBS[said_at_sea(act, said, parameters)]
        why = why_not(state, act, said, verb, parameters)
        lapsed = bool(why)
        if why:
            lapses += 1
            tell_lapse(table, "3.3", act.side, why, entry=said)
            continue
        lapses = 0
        pay(state, act, verb, parameters)
        await verb.carry_out(table, state, act, parameters)


def tell_passed(table: Table, seat: str, force: str, said: Mapping[str, Plain]) -> None:
    """Tells the owner of orders which of them were left out, and why."""
    for line in said.get(PASSED, ()):
        table.note("3.3", seat, str(line), "left-out", force=force)


def in_hand(state: State, act: Acting) -> bool:
    """Tells if something is left that may operate."""
    act.ships = [ship for ship in act.ships if afloat(state, state.units[ship].at)]
    if act.force and act.force not in state.forces:
        act.force = ""
        act.over = not act.ships
    return not act.over and bool(act.force or act.ships)


def said_at_sea(act: Acting, said: str, parameters: Mapping[str, Plain]) -> str:
    """The verb that is meant: an attack is the fleet's while the force is aboard, or where there is no force."""
    at_sea = said == ATTACK and act.ships and (not act.force or act.embarked or "in_port" in parameters)
    return AT_SEA if at_sea else said


def why_not(state: State, act: Acting, said: str, verb: Verb, parameters: Mapping[str, Plain]) -> str:
    """Explains why a step is not carried out: it is not lawful now, or the points do not suffice."""
    why = verb.refusal(state, act, parameters)
    if why:
        return why
    price, left = verb.cost(state, act, parameters), act.fleet_left if verb.fleet else act.left
    return f"'{said}' needs {price} OP, and {left} {'is' if left == 1 else 'are'} left" if price > left else ""


def pay(state: State, act: Acting, verb: Verb, parameters: Mapping[str, Plain]) -> None:
    """Spends the points of a step."""
    price = verb.cost(state, act, parameters)
    act.paid = price
    if verb.fleet:
        act.fleet_spent += price
    else:
        act.spent += price


def step_question(table: Table, state: State, act: Acting, *, lapsed: bool) -> Step:
    """The question for the next step, with all that its owner's conditions may look at."""
    name = act.force or act.ships[0]
    at = state.forces[act.force].at if act.force else state.units[act.ships[0]].at
    sea = state.units[act.ships[0]].at if act.ships else ""
    facts: dict[str, Plain] = {
        "force": act.force, "ships": list(act.ships), "area": at, "sea": sea, "op_rolled": str(act.rolled),
        "op_left": str(act.left if act.force else act.fleet_left), "fleet_op_left": str(act.fleet_left),
        "spent": str(act.spent), "won": truth(act.won), "lost_battle": truth(act.lost_battle),
        "enemy_avoided": truth(act.enemy_avoided), "moved": truth(act.moved), "beaten": truth(act.lost_battle),
        "lapsed": truth(lapsed),
    }  # fmt: skip
    left = f"{act.left if act.force else act.fleet_left} OP are left"
    prompt = f"{state.label(name)} in {told(state, at)}: what next? {left}."
    return Step(rule="3.3", side=act.side, key=table.key("step", (name,)), topic="step", prompt=prompt, facts=facts,
                ends=STOP, verbs=SPOKEN)  # fmt: skip


def truth(value: bool) -> str:
    """Truth as orders write it."""
    return str(YES if value else NO)


async def finish(table: Table, state: State, act: Acting) -> None:
    """Ends an activation: the road takes its toll, and what operated has operated."""
    force = act.force if act.force in state.forces else ""
    names = [*(state.units_in(force) if force else ()), *(state.leaders_in(force) if force else ()), *act.ships,
             *([act.fleet_leader] if act.fleet_leader else [])]  # fmt: skip
    state.operated += [name for name in dict.fromkeys(names) if name not in state.operated]
    left = act.left if act.force or not act.ships else act.fleet_left
    name = state.label(force or next(iter(act.ships), "")) if force or act.ships else "The force"
    text = f"{name} stops with {left} operation {'point' if left == 1 else 'points'} left."
    table.note("3.3", act.side, text, "stopped", force=force, op=left)
    if force:
        await after_march(table, state, force)
    state.acting = Acting()
