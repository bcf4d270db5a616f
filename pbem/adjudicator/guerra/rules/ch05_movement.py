"""Chapter 5, movement: marches, forces formed anew, army markers, units left behind and picked up, neutral ground."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.aftermath import harbours, left_alone
from pbem.adjudicator.guerra.rules.ch01_map import borders, crosses_andes, holds, is_neutral, port_holder
from pbem.adjudicator.guerra.rules.ch03_interception import departure
from pbem.adjudicator.guerra.rules.dividing import names_of, out_of_marker, split
from pbem.adjudicator.guerra.rules.siege_book import lift
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.rules.unveiling import hide
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import BRAZIL, GONE, PORTUGUESE, ROYALIST, SEATS, other

# -------------------------------------------------------------------------------------------- marches


def way_of(step: Step) -> list[str]:
    """The areas of a march, in order."""
    return [*map(str, step.get("via", ())), str(step["to"])]


@rule("5.0", "Where a force may march", "1.1", "10.1", "10.6")
def why_no_march(state: State, act: Acting, to: str) -> str:
    """Explains why the force in hand cannot march to an area; empty if it can."""
    force = state.forces.get(act.force)
    if force is None or act.embarked:
        return "there is no force on land to march"
    if force.inside:
        return f"the force stands inside {told(state, force.inside)} and has to come out first"
    if not borders(state, force.at, to):
        return f"{told(state, force.at)} does not border {told(state, to)} (1.1)"
    legion = is_legion(state, act.force)
    if legion and to != BRAZIL:
        return "the São Paulo Legion operates in the Banda Oriental alone (10.6)"
    if not legion and is_neutral(state, to) and choice(state, "neutral_ground") == "directed":
        return f"{told(state, to)} is neutral ground (5.0)"
    if state.is_guerrilla(act.force) and choice(state, "guerrillas") == "stay":
        return "guerrillas stay where they are (10.1)"
    return ""


def refuse_march(state: State, act: Acting, step: Step) -> str:
    """The same for the first area of a march."""
    return why_no_march(state, act, way_of(step)[0])


def is_legion(state: State, force: str) -> bool:
    """Tells if a force is of the São Paulo Legion."""
    return PORTUGUESE in state.nations_of(force)


@rule("5.0", "A march costs one point, and one more to go on through the enemy's country")
def march_cost(state: State, act: Acting, to: str) -> int:
    """The points for the next area.

    One more is paid to leave an area that was wholly the enemy's when the force came in, for any but the one that it
    came from.
    """
    numbers, force = state.board.numbers, state.forces[act.force]
    through = act.hostile_from == force.at and to != force.came_from
    return numbers.move_op + (numbers.leave_enemy_op if through else 0)


def cost_of_first(state: State, act: Acting, step: Step) -> int:
    """The points for the first area of a march; the others are paid as they come."""
    return march_cost(state, act, way_of(step)[0])


async def march_on(table: Table, state: State, act: Acting, step: Step) -> None:
    """Marches from area to area while points last and nobody stops the force; the first has been paid for."""
    for number, to in enumerate(way_of(step)):
        if number:
            why = why_no_march(state, act, to) or why_too_far(state, act, to)
            if why:
                tell_lapse(table, "5.0", act.side, why, entry="move")
                return
            act.spent += march_cost(state, act, to)
        if not await march(table, state, act, to):
            return


def why_too_far(state: State, act: Acting, to: str) -> str:
    """Explains why the points that are left do not suffice for the next area of a march; empty if they do."""
    price = march_cost(state, act, to)
    return f"{price} OP are needed to go on to {told(state, to)}, and {act.left} are left" if act.left < price else ""


@rule("5.0", "A march", "5.1.3", "6.2")
async def march(table: Table, state: State, act: Acting, to: str) -> bool:
    """Marches to the next area, unless an interception keeps the force from it; tells if it got there."""
    if not await departure(table, state, act.force, to):
        return False
    force = state.forces[act.force]
    was = force.at
    lift(table, state, act.force)
    hostile = holds(state, other(act.side), to)
    if is_legion(state, act.force):
        withdraw(table, state, act)
        return True
    act.crossed_andes = act.crossed_andes or crosses_andes(state, was, to)
    force.came_from, force.at = was, to
    act.hostile_from = to if hostile else ""
    act.via.append(to)
    act.moved = True
    hide(state, act.force)
    text = f"{state.label(act.force)} marches from {told(state, was)} to {told(state, to)}."
    table.note("5.0", ALL, text, "marched", force=act.force, at=to, **{"from": was, "to": to, "side": act.side})
    for area in (was, to):
        await harbours(table, state, area, act.force)
    return True


@rule("10.6", "The Legion goes home for good")
def withdraw(table: Table, state: State, act: Acting) -> None:
    """Takes the Legion's units that march to Brazil out of the game."""
    for unit in state.units_in(act.force):
        state.units[unit].at = GONE
    state.drop_if_empty(act.force)
    act.over = True
    table.note("10.6", ALL, "Units of the São Paulo Legion go home to Brazil for good.", "legion", how="left")


# -------------------------------------------------------------------------------------------- leave, pick up


def refuse_leave(state: State, act: Acting, step: Step) -> str:
    """Explains why units cannot be left behind; empty if they can."""
    if act.force not in state.forces or act.embarked:
        return "there is no force on land"
    named = named_of(step)
    present = [*state.units_in(act.force), *state.leaders_in(act.force)]
    strange = [name for name in named if name not in present]
    if not named or strange:
        return f"{names_of(state, strange)} is not with that force" if strange else "nobody is named to stay"
    if not [name for name in present if name not in named]:
        return "somebody has to go on"
    return ""


def named_of(step: Step) -> list[str]:
    """The units and leaders that a step names."""
    return [*map(str, step.get("units", ())), *map(str, step.get("leaders", ()))]


@rule("5.2", "Units left behind")
async def leave(table: Table, state: State, act: Acting, step: Step) -> None:
    """Leaves units behind in a stack of their own; they have operated."""
    names = named_of(step)
    new = split(state, act.force, names)
    state.operated += [name for name in names if name not in state.operated]
    at = state.forces[new].at
    text = f"{names_of(state, names)}: left behind in {told(state, at)}."
    table.note("5.2", ALL, text, "left", force=new, at=at, units=names, side=act.side)


def wanted(state: State, step: Step) -> list[str]:
    """The units and leaders that a force is to pick up."""
    force = str(step.get("force", ""))
    whole = [*state.units_in(force), *state.leaders_in(force)] if force in state.forces else []
    return list(dict.fromkeys([*named_of(step), *whole]))


def refuse_pick_up(state: State, act: Acting, step: Step) -> str:
    """Explains why units cannot be picked up; empty if they can."""
    if act.force not in state.forces or act.embarked:
        return "there is no force on land"
    here, names = state.forces[act.force], wanted(state, step)
    if not names:
        return "nobody is there to pick up"
    for name in names:
        force = state.forces.get(state.force_of(name))
        if force is None or force.side != act.side or force.at != here.at or force.inside != here.inside:
            return f"{state.label(name)} does not stand beside it"
        if name in state.operated:
            return f"{state.label(name)} has operated in this phase (5.2)"
        if act.nations and state.nation_of(name) not in act.nations:
            return f"{state.label(name)} operates in another step of the phase (3.2)"
        if state.is_guerrilla(state.force_of(name)) != state.is_guerrilla(act.force):
            return f"{state.label(name)} is in the hills and cannot join (10.1)"
    return ""


@rule("5.2", "Forces picked up on the way")
async def pick_up(table: Table, state: State, act: Acting, step: Step) -> None:
    """Takes along units that have not operated."""
    names = wanted(state, step)
    state.put(names, act.force)
    at = state.forces[act.force].at
    audience = act.side if state.hidden(act.force) else ALL
    text = f"{state.label(act.force)} takes along {names_of(state, names)} in {told(state, at)}."
    table.note("5.2", audience, text, "picked-up", force=act.force, at=at, units=names, side=act.side)
    if audience != ALL:
        text = f"{state.label(act.force)} takes along other units in {told(state, at)}."
        table.note("5.2", other(act.side), text, "picked-up", force=act.force, at=at, units=[], side=act.side)


# -------------------------------------------------------------------------------------------- inside and out


def why_not_inside(state: State, side: str, area: str, port: str) -> str:
    """Explains why units in an area may not go into a fortress or city there; empty if they may (5.1, 5.0)."""
    piece = state.board.ports.get(port)
    if piece is None or piece.area != area:
        return f"{told(state, port)} is not in {told(state, area)}"
    if state.besieged(port):
        return f"{told(state, port)} is besieged (5.0)"
    if port_holder(state, port) != side:
        return f"{told(state, port)} is not yours"
    enemies = any(state.forces[name].side != side for name in state.inside(port))  # whom guerrillas have cut off (10.1)
    return f"the enemy is in {told(state, port)}" if enemies else ""


def refuse_enter(state: State, act: Acting, step: Step) -> str:
    """Explains why the force, or some of it, cannot go in; empty if it can."""
    if act.force not in state.forces or act.embarked or state.forces[act.force].inside:
        return "there is no force in the field"
    if state.is_guerrilla(act.force):
        return "guerrillas may not go into a city, fortress or port (10.1)"
    if is_legion(state, act.force):
        return "the Legion may not"
    strange = [name for name in named_of(step) if state.force_of(name) != act.force]
    if strange:
        return f"{names_of(state, strange)} is not with that force"
    return why_not_inside(state, act.side, state.forces[act.force].at, str(step["port"]))


@rule("5.1", "Into a city or fortress")
async def enter(table: Table, state: State, act: Acting, step: Step) -> None:
    """Puts the force, or the units named, inside; an army marker stays outside, for garrisons are open."""
    port = str(step["port"])
    everybody = [*state.units_in(act.force), *state.leaders_in(act.force)]
    names = named_of(step) or everybody
    lift(table, state, act.force)
    if len(names) == len(everybody):
        act.force = out_of_marker(state, act.force)
        state.forces[act.force].inside = port
        force = act.force
    else:
        force = split(state, act.force, names, inside=port)
        state.operated += [name for name in names if name not in state.operated]
    text = f"{names_of(state, names)}: into {told(state, port)}."
    table.note("5.1", ALL, text, "entered", port=port, units=names, force=force, side=act.side)
    await harbours(table, state, state.forces[force].at, force)


def refuse_sally(state: State, act: Acting, step: Step) -> str:
    """Explains why a garrison cannot come out; empty if it can."""
    inside = state.forces[act.force].inside if act.force in state.forces else ""
    if not inside or inside != str(step["port"]):
        return f"the force does not stand inside {told(state, str(step['port']))}"
    if state.besieged(inside):
        return f"{told(state, inside)} is besieged: the garrison can attack, but not march out (S3)"
    strange = [name for name in named_of(step) if state.force_of(name) != act.force]
    return f"{names_of(state, strange)} is not with that force" if strange else ""


@rule("5.1", "Out of a city or fortress")
async def sally(table: Table, state: State, act: Acting, step: Step) -> None:
    """Brings the garrison, or the units named, into the field; those that are not named stay inside."""
    everybody = [*state.units_in(act.force), *state.leaders_in(act.force)]
    names = named_of(step) or everybody
    if len(names) == len(everybody):
        state.forces[act.force].inside = ""
    else:
        act.force = split(state, act.force, names, inside="")
    text = f"{names_of(state, names)}: out of {told(state, str(step['port']))}."
    table.note("5.1", ALL, text, "sallied", port=str(step["port"]), units=names, force=act.force, side=act.side)


VERBS = {
    "move": Verb(refuse_march, march_on, cost_of_first),
    "leave": Verb(refuse_leave, leave),
    "pick_up": Verb(refuse_pick_up, pick_up),
    "enter": Verb(refuse_enter, enter),
    "sally": Verb(refuse_sally, sally),
}

# -------------------------------------------------------------------------------------------- forces formed anew


@rule("5.1", "Forces are formed anew before the first activation", "5.1.1", "5.1.2")
async def form_stacks(table: Table, state: State) -> None:
    """Asks both seats at once how their units stand, and forms their forces so."""
    asked = [questions.ask_entries(table, "5.1", seat, "forces", (seat,), {}, "Which units form which forces?")
             for seat in SEATS]  # fmt: skip
    answers = await table.decide_all(*asked)
    for seat, entries in zip(SEATS, answers, strict=True):
        apply_forces(table, state, seat, entries, "5.1")


def apply_forces(table: Table, state: State, seat: str, entries: Sequence[Plain], case: str) -> None:
    """Forms the forces of a list in its order; of what cannot be formed the owner alone hears."""
    for entry in entries:
        why = why_not_formed(state, seat, entry) if isinstance(entry, dict) else "it is no force"
        if why:
            tell_lapse(table, case, seat, why, entry="forces")
        else:
            form(table, state, seat, entry)


def place_of_stack(state: State, entry: Step) -> tuple[str, str]:
    """The area that a force is formed in, and the port whose fortress or city it stands in; empty for the field."""
    at, port = str(entry.get("at", "")), str(entry.get("port", ""))
    if at in state.board.ports:
        at, port = state.board.ports[at].area, port or at
    if entry.get("inside") not in ("yes", None, "") and str(entry["inside"]) in state.board.ports:
        return at, str(entry["inside"])
    if entry.get("inside") != "yes":
        return at, ""
    if at not in state.board.areas:
        return at, port
    return at, port or state.board.fortress_in(at) or next(iter(state.board.areas[at].ports), "")


@rule("5.1", "Which units may form a force", "5.1.1", "5.1.2", "10.1")
def why_not_formed(state: State, seat: str, entry: Step) -> str:
    """Explains why units cannot form a force; empty if they can."""
    area, inside = place_of_stack(state, entry)
    units, leaders = [str(name) for name in entry.get("units", ())], [str(name) for name in entry.get("leaders", ())]
    if not units and not leaders:
        return "no unit is named"
    for name in (*units, *leaders):
        known = name in (state.board.units if name in units else state.board.leaders)
        force = state.force_of(name) if known else ""
        if not force or state.side_of(name) != seat or state.forces[force].ships or state.forces[force].at != area:
            return f"{state.label(name)} does not stand in {told(state, area)}"
        walls = state.forces[force].inside
        if walls and walls != inside and state.besieged(walls):
            return f"{state.label(name)} is besieged in {told(state, walls)}"
    hills = {state.is_guerrilla(state.force_of(name)) for name in units}
    if len(hills) > 1:
        return "guerrillas and others do not stand together (10.1)"
    legion = {state.nation_of(name) == PORTUGUESE for name in units}
    if len(legion) > 1:
        return "the São Paulo Legion stands with nobody (10.6)"
    return why_not_so(state, seat, entry, area, inside, in_hills=True in hills)


def why_not_so(state: State, seat: str, entry: Step, area: str, inside: str, *, in_hills: bool) -> str:
    """Explains why a force cannot stand inside, or under its marker; empty if it can."""
    marker = str(entry.get("marker", ""))
    already = all(state.forces[state.force_of(str(name))].inside == inside for name in entry.get("units", ()))
    if entry.get("inside") == "yes" and not inside:
        return f"{told(state, area)} has neither city nor fortress with a port"
    if inside and in_hills:
        return "guerrillas may not go into a city, fortress or port (10.1)"
    if inside and not already and (why := why_not_inside(state, seat, area, inside)):
        return why
    if not marker:
        return ""
    piece = state.board.ejercitos.get(marker)
    if piece is None or piece.side != seat:
        return f"'{marker}' is no army marker of yours"
    if choice(state, "markers") == "none":
        return "this game is played without army markers"
    if inside or in_hills:
        return "no army marker lies over a garrison or over guerrillas (5.1.1)"
    there = state.forces.get(marker)
    return f"{piece.name} lies in {told(state, there.at)}" if there is not None and there.at != area else ""


def form(table: Table, state: State, seat: str, entry: Step) -> str:
    """Forms a force of units that may stand together, and gives its id."""
    area, inside = place_of_stack(state, entry)
    marker = str(entry.get("marker", ""))
    names = [*map(str, entry.get("units", ())), *map(str, entry.get("leaders", ()))]
    sources = list(dict.fromkeys(state.force_of(name) for name in names))
    sieges = {state.besieges(force) for force in sources}
    host = host_of(state, names, sources, inside, marker)
    if marker:
        shed(state, marker, names)
    force = host if host in state.forces else state.new_force(seat, area, inside, marker)
    start = {state.forces[each].start for each in sources}
    state.put(names, force)
    state.forces[force].inside = inside
    state.forces[force].start = start.pop() if len(start) == 1 else area
    if len(sieges) == 1 and (port := sieges.pop()) and not inside and force not in state.sieges[port].forces:
        state.sieges[port].forces.append(force)
    hide(state, force)
    tell_formed(table, state, seat, force)
    return force


def host_of(state: State, names: Sequence[str], sources: Sequence[str], inside: str, marker: str) -> str:
    """The force that the units join, so that it keeps its number: their marker's, or one that they make up wholly."""
    if marker:
        return marker
    for force in sources:
        rest = [name for name in (*state.units_in(force), *state.leaders_in(force)) if name not in names]
        if not rest and not state.marked(force) and state.forces[force].inside == inside:
            return force
    return ""


def shed(state: State, marker: str, names: Sequence[str]) -> None:
    """Parts from under a marker what is not named; if that is all, the marker is free."""
    rest = [name for name in (*state.units_in(marker), *state.leaders_in(marker)) if name not in names]
    if rest:
        split(state, marker, rest)


def tell_formed(table: Table, state: State, seat: str, force: str) -> None:
    """Tells the owner what a force holds, and all others what they may see of it."""
    names = [*state.units_in(force), *state.leaders_in(force)]
    at = told(state, state.forces[force].inside or state.forces[force].at)
    shut = state.marked(force)
    text = f"{state.label(force)} in {at}: {names_of(state, names)}."
    table.note("5.1", seat if shut else ALL, text, "formed", force=force, at=state.forces[force].at, units=names,
               side=seat)  # fmt: skip
    if shut:
        text = f"{state.label(force)} stands in {at}."
        table.note("5.1.1", other(seat), text, "formed", force=force, at=state.forces[force].at, units=[], side=seat)


# -------------------------------------------------------------------------------------------- neutral ground


@rule("5.0", "Royalists move out of neutral ground in the next turn, or are lost")
async def neutral_ground(table: Table, state: State) -> None:
    """Takes away Royalists who stood on neutral ground a turn ago already, and notes those who came since."""
    for name in list(state.forces_of(ROYALIST)):
        area = state.forces[name].at
        if not is_neutral(state, area):
            state.neutral.pop(name, None)
        elif state.neutral.setdefault(name, state.turn) < state.turn:
            units = state.units_in(name)
            for unit in units:
                state.eliminate(unit)
            text = f"{names_of(state, units)}: interned in {told(state, area)}, and lost."
            table.note("5.0", ALL, text, "eliminated", side=ROYALIST, at=area, units=units)
            await left_alone(table, state, (name,), area)
