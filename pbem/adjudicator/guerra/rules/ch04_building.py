"""Chapter 4: units bought, made whole, and upgraded from militia; slaves and Indians called to arms."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster and ch04_arrivals.

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.guerra.rules.ch01_map import control, has_presence, port_holder
from pbem.adjudicator.guerra.rules.ch04_resources import in_front, purse_name, told_to
from pbem.adjudicator.guerra.rules.placing import put
from pbem.adjudicator.guerra.rules.recruits import NEW_GRANADA, militia_for, purses_for
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.state.house import is_so
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    ARTILLERY,
    CAVALRY,
    COLOMBIA,
    FRIGATE,
    HAITI,
    INFANTRY,
    MEXICO,
    POOL,
    REBEL,
    ROYALIST,
    SHIP_OF_THE_LINE,
    UNITED_STATES,
    halves_in_words,
)

Orders = Mapping[str, Plain]
HAVENS = {COLOMBIA: HAITI, MEXICO: UNITED_STATES}
#: Words for a unit of a kind, for who does not care which one.
KINDS = {"militia-infantry": (INFANTRY, True), "militia-cavalry": (CAVALRY, True), "infantry": (INFANTRY, False),
         "cavalry": (CAVALRY, False), "artillery": (ARTILLERY, False), "frigate": (FRIGATE, False),
         "ship-of-the-line": (SHIP_OF_THE_LINE, False)}  # fmt: skip


# ------------------------------------------------------------------------------------------------ upgrades


@rule("4.7", "Upgrading militia units")
def upgrade(table: Table, state: State, seat: str, entry: Orders) -> None:
    """A militia unit is used up to make a reduced two-step regular of its arm and area whole."""
    militia, regular = str(entry.get("militia", "")), str(entry.get("regular", ""))
    reason = why_no_upgrade(state, seat, militia, regular)
    if reason:
        tell_lapse(table, "4.7", seat, f"{state.label(militia)} does not fill the ranks of {state.label(regular)}: "
                   f"{reason}")  # fmt: skip
        return
    force, into = state.force_of(militia), state.force_of(regular)
    unseen = [militia] * state.hidden(force) + [regular] * state.hidden(into)
    state.eliminate(militia)
    state.lay_aside(militia, force)
    state.drop_if_empty(force)
    state.units[regular].steps += 1
    text = f"{state.label(militia)} fills the ranks of {state.label(regular)}."
    public = f"{state.label(militia)} goes to the pool, and fills the ranks of a regular unit."
    if unseen:
        table.note("4.7", seat, text, "upgraded", seat=seat, militia=militia, regular=regular)
    if unseen == [regular]:
        table.note("4.7", ALL, public, "upgraded", seat=seat, militia=militia, regular="")
    elif unseen == [militia]:
        table.note("4.7", ALL, f"The ranks of {state.label(regular)} are filled.", "upgraded", seat=seat, militia="",
                   regular=regular)  # fmt: skip
    elif not unseen:
        table.note("4.7", ALL, text, "upgraded", seat=seat, militia=militia, regular=regular)


def why_no_upgrade(state: State, seat: str, militia: str, regular: str) -> str:
    """Returns why a militia unit cannot fill the ranks of a regular; empty if it can."""
    units = state.board.units
    if militia not in units or not units[militia].militia or not on_land(state, seat, militia):
        return "no such militia of yours is on the map"
    if regular not in units or not units[regular].regular or not on_land(state, seat, regular):
        return "no such regular unit of yours is on the map"
    if state.units[regular].steps >= units[regular].steps:
        return "it has lost nothing"
    if units[militia].arm != units[regular].arm:
        return "they are not of one arm"
    if seat != ROYALIST and units[militia].nation != units[regular].nation:
        return "they are not of one nation"
    return "" if side_of_wall(state, militia) == side_of_wall(state, regular) else "they do not stand together"


def side_of_wall(state: State, unit: str) -> tuple[str, str]:
    """The area of a unit and, if that is besieged, the port that it is in: walls under siege let nobody pass."""
    force = state.forces[state.force_of(unit)]
    return force.at, force.inside if force.inside and state.besieged(force.inside) else ""


def on_land(state: State, seat: str, unit: str) -> bool:
    """Tells if a unit of a seat stands in an area."""
    force = state.force_of(unit)
    return bool(force) and state.forces[force].side == seat and state.forces[force].at in state.board.areas


# ------------------------------------------------------------------------------------------------ buying


@rule("4.4", "Costs of building units", "4.1")
def price(state: State, unit: str) -> int:
    """The price of a unit in half points."""
    return state.board.units[unit].halves


@rule("4.4", "Costs of building units: a lost step", "4.6")
def step_price(state: State, unit: str) -> int:
    """The price of one lost step in half points."""
    numbers, arm = state.board.numbers, state.board.units[unit].arm
    return {FRIGATE: numbers.frigate_step_halves, SHIP_OF_THE_LINE: numbers.line_step_halves}.get(
        arm, numbers.step_halves)  # fmt: skip


@rule("4.6", "Recruiting units: one entry of what is to be built", "4.1", "4.2")
def build(table: Table, state: State, seat: str, entry: Orders, keep: Mapping[str, int]) -> None:
    """Buys units one after another while the purse lasts, and places each."""
    for unit, named in wanted(state, seat, entry):
        reason = why_not_built(state, seat, unit, entry, keep)
        if reason:
            tell_lapse(table, "4.6", seat, f"{named} is not raised at {told(state, str(entry.get('at', '')))}: "
                       f"{reason}")  # fmt: skip
            return
        purse = purse_of(state, seat, unit, entry)
        spend(table, state, seat, purse, price(state, unit), "4.6", "build")
        at = str(entry["at"])
        place_new(state, unit, at)
        text = f"{state.label(unit)} is raised at {told(state, at)} for {halves_in_words(price(state, unit))} RP."
        table.note("4.6", ALL, text, "built", seat=seat, nation=purse, unit=unit, at=at, rp=price(state, unit))


def wanted(state: State, seat: str, entry: Orders) -> Iterator[tuple[str, str]]:
    """The units that an entry wants, with how it calls them; an empty unit where the pool has none of the kind."""
    if entry.get("unit"):
        yield str(entry["unit"]), state.label(str(entry["unit"]))
        return
    kind = str(entry.get("kind", ""))
    for _ in range(whole(entry.get("number"), 1)):
        yield next(iter(of_kind(state, seat, kind, entry)), ""), kind.replace("-", " ")


def of_kind(state: State, seat: str, kind: str, entry: Orders) -> list[str]:
    """Units of a kind in the pool that may be built where the entry says, from its purse."""
    arm, militia = KINDS.get(kind, ("", False))
    board = state.board
    found = [unit for unit in state.pool(seat) if board.units[unit].arm == arm and board.units[unit].militia == militia
             and (not entry.get("purse") or entry["purse"] in purses_for(state, unit))]  # fmt: skip
    fit = [unit for unit in found if not why_not_there(state, seat, unit, str(entry.get("at", "")))]
    purse = entry.get("purse")
    return sorted(fit, key=lambda unit: board.units[unit].nation != purse)


def purse_of(state: State, seat: str, unit: str, entry: Orders) -> str:
    """The purse that pays for a unit: the one named, else its own nation's."""
    return ROYALIST if seat == ROYALIST else str(entry.get("purse") or state.board.units[unit].nation)


@rule("4.6", "Recruiting units: what is in the pool and can be paid", "4.2", "4.10", "9.5", "10.6")
def why_not_built(state: State, seat: str, unit: str, entry: Orders, keep: Mapping[str, int]) -> str:
    """Returns why a unit cannot be built as an entry says; empty if it can."""
    counter = state.board.units.get(unit)
    if counter is None or state.units[unit].at != POOL or counter.side != seat:
        return "it is not in your pool"
    if counter.nation == "portuguese" or counter.side == REBEL:
        return "it is never built"
    if counter.nation == "spanish" and counter.land and not is_so(state, "spanish_rebuilt"):
        return "by the charter lost Spaniards are not raised again in America"
    purse = purse_of(state, seat, unit, entry)
    if purse not in purses_for(state, unit):
        return f"{purse_name(purse)} does not pay for it (4.2)"
    least = whole(entry.get("purse_at_least"), 0)
    if 2 * least > state.purse[purse]:
        return f"{purse_name(purse)} has less than {least} RP"
    if price(state, unit) > state.purse[purse] - keep.get(purse, 0):
        return lacking(state, purse, price(state, unit), keep)
    return why_not_there(state, seat, unit, str(entry.get("at", "")))


def lacking(state: State, purse: str, halves: int, keep: Mapping[str, int]) -> str:
    """Says that a purse has too little for a price."""
    kept = f", of which {halves_in_words(keep[purse])} are kept" if keep.get(purse) else ""
    held = halves_in_words(state.purse[purse])
    return f"it costs {halves_in_words(halves)} RP, and {purse_name(purse)} has {held}{kept}"


@rule("4.6", "Recruiting units: where", "4.10", "10.3", "10.6", "6.2")
def why_not_there(state: State, seat: str, unit: str, at: str) -> str:
    """Returns why a unit cannot be placed somewhere; empty if it can."""
    counter = state.board.units[unit]
    if at == HAVENS.get(counter.nation) or (at in state.board.ports and haven_port(state, counter.nation, at)):
        return why_not_in_haven(state, unit)
    area = state.board.ports[at].area if at in state.board.ports else at
    if area not in state.board.areas or state.board.areas[area].neutral:
        return "nobody is raised there"
    if seat != ROYALIST and area not in recruiting_areas(state, unit):
        return f"{told(state, area)} is not on its list of recruiting areas"
    if counter.naval and at not in state.board.ports:
        return "a ship is fitted out in a port"
    if at in state.board.ports:
        if port_holder(state, at) != seat:
            return f"{told(state, at)} is not yours"
        return f"{told(state, at)} is besieged" if state.besieged(at) else ""
    return "" if control(state, area).held_by(seat) else f"{told(state, area)} is not yours"


def haven_port(state: State, nation: str, port: str) -> bool:
    """Tells if a port lies in the haven of a nation."""
    return state.board.ports[port].area == HAVENS.get(nation, "none")


def recruiting_areas(state: State, unit: str) -> tuple[str, ...]:
    """The areas in which a Patriot unit may be raised: its nation's, for New Granada's units Santa Fe."""
    counter = state.board.units[unit]
    return state.board.group(NEW_GRANADA if counter.new_granada else f"recruit-{counter.nation}")


@rule("10.3", "Patriot havens: who is raised there")
def why_not_in_haven(state: State, unit: str) -> str:
    """Returns why a unit cannot be raised beside a leader in the haven of its nation; empty if it can."""
    counter, numbers = state.board.units[unit], state.board.numbers
    haven = HAVENS[counter.nation]
    there = [leader for leader in state.leaders if state.board.leaders[leader].nation == counter.nation
             and leader_place(state, leader) == haven]  # fmt: skip
    if not there:
        return f"no leader of {purse_name(counter.nation)} is in {told(state, haven)}"
    most = {INFANTRY: numbers.haven_infantry, CAVALRY: numbers.haven_cavalry, ARTILLERY: numbers.haven_artillery,
            FRIGATE: numbers.haven_frigates}.get(counter.arm, 0)  # fmt: skip
    alike = [name for name, each in state.board.units.items()
             if (each.arm, each.nation) == (counter.arm, counter.nation)]  # fmt: skip
    standing = sum(in_haven(state, state.units[name].at, haven) for name in alike)
    return "" if standing < most else f"{most} of its arm may stand there (10.3)"


def leader_place(state: State, leader: str) -> str:
    """The area or box where a leader is; empty off the map."""
    at = state.leaders[leader].at
    return state.forces[at].at if at in state.forces else at


def in_haven(state: State, at: str, haven: str) -> bool:
    """Tells if a unit with this place is in a haven or in its port."""
    if at in state.forces:
        return state.forces[at].at == haven
    return at in state.board.ports and state.board.ports[at].area == haven


def place_new(state: State, unit: str, at: str) -> None:
    """Puts a unit that was raised or has landed into an area, a port or a haven."""
    counter = state.board.units[unit]
    if counter.naval:
        state.units[unit].at = haven_harbour(state, at)
        state.units[unit].steps = counter.steps
    elif at in state.board.ports and state.board.ports[at].area in state.board.areas:
        put(state, unit, state.board.ports[at].area, inside=at)
    else:
        put(state, unit, state.board.ports[at].area if at in state.board.ports else at)


def haven_harbour(state: State, at: str) -> str:
    """The port of a haven for a ship fitted out there; any other place as it is."""
    return next((port.id for port in state.board.ports.values() if port.area == at), at)


def spend(
    table: Table, state: State, seat: str, purse: str, halves: int, rule: str, use: str, *, veiled: bool = False
) -> None:
    """Takes points out of a purse, and tells who may know: the owner alone of a sum that would size a shut marker."""
    state.purse[purse] -= halves
    if veiled:
        state.veiled[purse] = state.veiled.get(purse, 0) + halves
    text = f"{in_front(purse)} spends {halves_in_words(halves)} RP."
    told = seat if veiled else told_to(state, purse)
    table.note(rule, told, text, "spent", seat=seat, nation=purse, rp=halves, use=use)


# ------------------------------------------------------------------------------------------------ lost steps


@rule("4.6", "Recruiting units: a lost step is replaced", "4.1", "4.4")
def replenish(table: Table, state: State, seat: str, entry: Orders, keep: Mapping[str, int]) -> None:
    """Pays for one lost step of a unit that stands where it might be built."""
    unit = str(entry.get("unit", ""))
    reason = why_not_replenished(state, seat, unit, entry, keep)
    if reason:
        tell_lapse(table, "4.6", seat, f"{state.label(unit)} is not made whole: {reason}")
        return
    purse = purse_of(state, seat, unit, entry)
    force = state.force_of(unit)
    hidden = bool(force) and state.hidden(force)
    spend(table, state, seat, purse, step_price(state, unit), "4.6", "build", veiled=hidden)
    state.units[unit].steps += 1
    table.note("4.6", seat if hidden else ALL, f"{state.label(unit)} is made whole.", "replenished", seat=seat,
               unit=unit, rp=step_price(state, unit))  # fmt: skip


def why_not_replenished(state: State, seat: str, unit: str, entry: Orders, keep: Mapping[str, int]) -> str:
    """Returns why a unit's lost step cannot be replaced now; empty if it can."""
    counter = state.board.units.get(unit)
    if counter is None or counter.side != seat or not where_it_stands(state, unit):
        return "it is not on the map"
    if state.units[unit].steps >= counter.steps:
        return "it has lost nothing"
    if counter.nation == "spanish" and counter.land and not is_so(state, "spanish_rebuilt"):
        return "by the charter lost Spaniards are not raised again in America"
    purse = purse_of(state, seat, unit, entry)
    if purse not in purses_for(state, unit):
        return f"{purse_name(purse)} does not pay for it (4.2)"
    if step_price(state, unit) > state.purse[purse] - keep.get(purse, 0):
        return lacking(state, purse, step_price(state, unit), keep)
    return why_not_supplied(state, seat, unit)


def where_it_stands(state: State, unit: str) -> str:
    """The area, box or port where a unit stands; empty off the map and at sea."""
    place: Plain = state.place_of(unit)
    return str(place) if place in state.board.areas or place in state.board.ports or place == HAITI else ""


def why_not_supplied(state: State, seat: str, unit: str) -> str:
    """Returns why no recruits reach a unit where it stands; empty if they do."""
    force = state.force_of(unit)
    inside = state.forces[force].inside if force else ""
    if inside and state.besieged(inside):
        return f"{told(state, inside)} is besieged"
    at = where_it_stands(state, unit)
    if at in state.board.ports and haven_port(state, state.board.units[unit].nation, at):
        return ""
    return "" if at in HAVENS.values() else why_not_there(state, seat, unit, at)


# ------------------------------------------------------------------------------------------------ masses


@rule("4.9", "Recruiting Indian and slave masses", "4.9.1")
def raise_masses(table: Table, state: State, seat: str, area: str) -> None:
    """Up to three militia infantry of the area's people take up arms at no cost; the area will pay half."""
    reason = why_no_masses(state, seat, area)
    if reason:
        tell_lapse(table, "4.9", seat, f"the masses of {told(state, area)} are not raised: {reason}")
        return
    units = militia_for(state, seat, area, INFANTRY)[: state.board.numbers.masses_units]
    for unit in units:
        put(state, unit, area)
    state.masses.setdefault(area, {})[seat] = state.turn
    state.halved.append(area)
    table.note("4.9", ALL, f"The {seat.capitalize()} calls the masses of {told(state, area)} to arms: "
               f"{len(units)} militia.", "masses", area=area, seat=seat, units=units)  # fmt: skip


def why_no_masses(state: State, seat: str, area: str) -> str:
    """Returns why the masses of an area cannot be raised by a seat; empty if they can."""
    piece = state.board.areas.get(area)
    if piece is None or not piece.masses:
        return "there are none to be raised"
    if seat in state.masses.get(area, {}):
        return "they were raised before"
    return "" if has_presence(state, seat, area) else "none of your units or leaders is there"
