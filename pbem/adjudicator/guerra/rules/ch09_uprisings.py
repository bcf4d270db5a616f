"""Chapter 9: uprisings in areas that the enemy holds, and the Rebels of El Plata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table
from pbem.adjudicator.guerra.rules.ch01_map import has_presence, has_regulars, regulars_at
from pbem.adjudicator.guerra.rules.placing import put
from pbem.adjudicator.guerra.rules.questions import ask_entries
from pbem.adjudicator.guerra.rules.recruits import militia_for
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import CAVALRY, INFANTRY, PATRIOT, REBEL, ROYALIST, SEATS, other
from pbem.base.records import dataclass

NO_PATRIOT, REBELS = "no-patriot-uprising", "rebel-uprising"
LOS_LLANOS, BOVES = "los-llanos", "boves"


@dataclass(frozen=True, slots=True)
class Rising:
    """One area that a seat has named, with what its die counts more or less."""

    seat: str
    area: str
    arm: str
    shift: Shift
    rebels: bool


@rule("9.0", "Uprisings: up to two a side and turn, in areas that the enemy holds", "9.3", "3.1")
async def uprisings(table: Table, state: State) -> None:
    """Both name their areas at once; all is judged before the first die, the Royalist's areas are thrown first."""
    questions = [
        ask_entries(table, "9.3", seat, "uprisings", (seat,), {}, "Where do you raise the country?") for seat in SEATS
    ]
    answers = await table.decide_all(*questions)
    named = {seat: list(lawful(table, state, seat, answer)) for seat, answer in zip(SEATS, answers, strict=True)}
    for seat in (ROYALIST, PATRIOT):
        for rising in named[seat]:
            await rise(table, state, rising)


def lawful(table: Table, state: State, seat: str, answer: list[Plain]) -> Iterator[Rising]:
    """The first areas of a list that may rise, as many as the rule allows; its owner hears why others do not."""
    left, named = state.board.numbers.uprisings, set[str]()
    for entry in answer:
        area = str(entry.get("area", ""))
        reason = why_not(state, seat, area) or ("it is named twice" if area in named else "")
        if not reason and not left:
            reason = "two areas are the most in a turn"
        if reason:
            tell_lapse(table, "9.0", seat, f"{told(state, area)} does not rise: {reason}")
            continue
        left -= 1
        named.add(area)
        yield Rising(seat, area, str(entry.get("unit", "")), modifiers(state, seat, area, entry),
                     rises_as_rebels(state, seat, area))  # fmt: skip


@rule("9.0", "Uprisings: areas that may rise", "9.1", "4.9.1", "10.2.1", "9.5")
def why_not(state: State, seat: str, area: str) -> str:
    """Returns why an area cannot be named by a seat; empty if it can."""
    piece = state.board.areas.get(area)
    if piece is None or piece.neutral:
        return "nobody fights there"
    if seat == PATRIOT and area in state.board.group(NO_PATRIOT):
        return "the Patriots raise nobody there (9.1)"
    if rises_as_rebels(state, seat, area) and state.turn < state.board.numbers.rebels_from:
        return f"Rebels rise there only from turn {state.board.numbers.rebels_from} (9.5)"
    if not has_presence(state, other(seat), area):
        return "the enemy does not hold it"
    if has_presence(state, seat, area):
        return "you stand there yourself"
    if seat in state.masses.get(area, {}) and not state.liberals:
        return "its masses were raised before (4.9.1)"
    return ""


def rises_as_rebels(state: State, seat: str, area: str) -> bool:
    """Tells if who rises are Rebels, that is, in El Plata's areas for the Royalist."""
    return seat == ROYALIST and area in state.board.group(REBELS)


@rule("9.4", "Uprisings: die roll modifiers", "9.1", "9.2", "9.5", "10.4", "8.2")
def modifiers(state: State, seat: str, area: str, entry: Mapping[str, Plain]) -> Shift:
    """The modifiers of an uprising's die, with reasons."""
    numbers, shift, enemy = state.board.numbers, Shift(), other(seat)
    regulars, before = has_regulars(state, enemy, area), enemy in state.rose.get(area, [])
    why = "enemy regulars, and it rose before" if regulars and before else "enemy regulars" if regulars else (
        "it rose before against you")  # fmt: skip
    shift.add("9.4", numbers.uprising_regulars, why, when=regulars or before)
    if rises_as_rebels(state, seat, area):
        shift.add("9.5", numbers.uprising_rebels, "El Plata's own quarrels")
    else:
        loved = "pro-Royalist" if seat == ROYALIST else "pro-Patriot"
        shift.add("9.4", numbers.uprising_loved, loved, when=state.board.areas[area].alignment == seat)
    shift.add("10.4", numbers.uprising_repression, "repression", when=seat == PATRIOT and area in state.repression)
    boves = seat == ROYALIST and area == LOS_LLANOS and boves_near(state) and entry.get("boves", "yes") != "no"
    shift.add("8.2", numbers.uprising_boves, "Boves", when=boves)
    return shift


def own_up(state: State, seat: str, area: str) -> None:
    """Of each enemy marker in an area all hear from now on if regulars stand under it: the die has told them."""
    regulars = set(regulars_at(state, other(seat), area))
    for force in state.forces_at(area, other(seat)):
        if state.marked(force):
            state.told_regulars[force] = any(unit in regulars for unit in state.units_in(force))


@rule("8.2", "Royalist leader Boves near Los Llanos")
def boves_near(state: State) -> bool:
    """Tells if Boves is in Los Llanos or in an area beside it."""
    at = state.leaders[BOVES].at if BOVES in state.leaders else ""
    place = state.forces[at].at if at in state.forces else ""
    return place == LOS_LLANOS or place in state.board.areas[LOS_LLANOS].borders


@rule("9.3", "Uprisings procedure", "9.5")
async def rise(table: Table, state: State, rising: Rising) -> None:
    """One die; on 5 or more a militia or Rebel unit of the area stands there at once."""
    seat, area = rising.seat, rising.area
    name = told(state, area)
    own_up(state, seat, area)
    why = f"Uprising in {name}, for the {seat.capitalize()}"
    throw = await table.roll("9.3", "1d6", "uprising", area, seat, why=why, shift=rising.shift)
    if throw.total < state.board.numbers.uprising_needs:
        table.note("9.3", ALL, f"{name} does not rise.", "failed-to-rise", area=area, seat=seat, rebels=rising.rebels)
        return
    side = REBEL if rising.rebels else seat
    unit = rebel_for(state, area, rising.arm) if rising.rebels else chosen_militia(state, seat, area, rising.arm)
    if not unit:
        table.note("9.3", ALL, f"{name} would rise, but nobody is left to take up arms: a false alarm.",
                   "failed-to-rise", area=area, seat=seat, rebels=rising.rebels)  # fmt: skip
        return
    put(state, unit, area)
    if seat not in state.rose.setdefault(area, []):
        state.rose[area].append(seat)
    state.rose_now.setdefault(area, []).append(seat)
    who = "Rebels" if side == REBEL else f"the {seat.capitalize()}"
    table.note("9.5" if side == REBEL else "9.3", ALL, f"{name} rises for {who}: {state.label(unit)} takes the field.",
               "rose", area=area, seat=seat, unit=unit, rebels=rising.rebels)  # fmt: skip


def chosen_militia(state: State, seat: str, area: str, arm: str) -> str:
    """A militia unit of the area's own people: of the arm wanted, else cavalry before infantry."""
    arms = [arm] if arm else []
    for wanted in (*arms, CAVALRY, INFANTRY):
        found = militia_for(state, seat, area, wanted)
        if found:
            return found[0]
    return ""


@rule("9.5", "Internal turmoil in El Plata: Rebels")
def rebel_for(state: State, area: str, arm: str) -> str:
    """A Rebel unit that is free: of the arm wanted, else cavalry before infantry."""
    free = [name for name in state.pool(REBEL) if state.board.units[name].side == REBEL]
    for wanted in (arm, CAVALRY, INFANTRY):
        found = [name for name in free if state.board.units[name].arm == wanted]
        if found:
            return found[0]
    return ""
