"""Convoys: Assembly, damage and Scattering, Disbanding, as far as Troop Convoys need it (FI-R 10)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.escorts import change_command, end_escort
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.orders import FAILED, count_box, end_order
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Formation
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FITTING_OUT, GONE, INDEPENDENT, OFF_MAP, READY

WEATHER = "weather"
TROOPS, VICTUALING = "troops", "victualing"
ELIMINATED = "eliminated"
#: Damage that costs a Troop Convoy one Unit (2.637), and Turns until Units of a Scattered one are back (R10.6).
DPS_FOR_UNIT, BACK_AFTER = 2, 3
#: Ships of an Azogues Convoy as it gathers (2.661).
AZOGUES_SHIPS = 2


# ------------------------------------------------------------------------------------------- Assembly


@base("R10.1", "A Convoy belongs to a Contingent, is Fitting Out at Assembly, and never fires", "R10.2")
def assemble_convoy(state: State, convoy: str, port: str, units: Iterable[str], destination: str) -> None:
    """Puts a Convoy on the map with its Units aboard."""
    counter = state.board.convoys[convoy]
    state.formations[convoy] = Formation(CONVOY, counter.contingent, "", port)
    state.convoys[convoy] = Convoy(counter.sort, destination)
    state.settle()
    for unit in units:
        state.units[unit].at = convoy


@base("R10.3", "Assembly: not without a free counter", "R1.10")
def free_counters(state: State, contingent: str, sort: str) -> list[str]:
    """The Convoy counters of a Contingent that are not in use."""
    return [name for name, one in state.board.convoys.items()
            if one.contingent == contingent and one.sort == sort and name not in state.formations]  # fmt: skip


# ------------------------------------------------------------------------------------------- damage


@base("R10.6", "DPs add up on a Convoy; the enemy's earn Prestige; at twelve it Scatters", "3.341")
async def convoy_hit(table: Table, state: State, ruling: Ruling, convoy: str, points: int, *, by: str) -> None:
    """Marks damage on a Convoy: by the enemy side, or by the weather, which scores for nobody."""
    held, numbers = state.convoys[convoy], state.board.numbers
    before, whole = held.dp_enemy, held.dp
    if by == WEATHER:
        held.dp_weather += points
    else:
        held.dp_enemy += points
    awards = held.dp_enemy // numbers.convoy_dp_for_one - before // numbers.convoy_dp_for_one
    for _ in range(awards):
        ruling.award(table, state, by, 1, "2.614", f"damage to {state.label(convoy)}")
    lost = held.dp // DPS_FOR_UNIT - whole // DPS_FOR_UNIT
    await lose_units(table, state, convoy, lost)
    held.points = max(0, held.points - lost)
    if held.sail:
        lose_ships(table, state, ruling, convoy, before, by)
    elif held.dp >= numbers.convoy_scatters:
        scatter(table, state, ruling, convoy)


@rule("2.664", "The ships of the Azogues are lost one by one, and each is worth a point", "2.661", "2.662")
def lose_ships(table: Table, state: State, ruling: Ruling, convoy: str, before: int, by: str) -> None:
    """Loses a ship for each full Damage Rating; the last takes the Convoy with it. It never Scatters."""
    held, rating = state.convoys[convoy], state.board.ratings[state.formations[convoy].contingent]
    side, lost = state.side_of(convoy), min(held.sail, held.dp // rating - (AZOGUES_SHIPS - held.sail))
    for _ in range(max(0, lost)):
        held.sail -= 1
        table.note("2.664", side, f"A ship of {state.label(convoy)} is lost.", "unit-lost", formation=convoy)
        if by != WEATHER and held.dp_enemy > before:
            ruling.award(table, state, by, 1, "2.664", f"a ship of {state.label(convoy)}")
    if held.sail == 0:
        scatter(table, state, ruling, convoy)


@rule("2.637", "A Unit is lost for every two DPs on a Troop Convoy")
async def lose_units(table: Table, state: State, convoy: str, number: int) -> None:
    """Takes Units out of a Convoy, as its owner chooses."""
    aboard = state.units_at(convoy)
    number = min(number, len(aboard))
    if number <= 0:
        return
    side = state.side_of(convoy)
    question = entry(table, "2.637", side, "losses", {"cause": "convoy", "convoy": convoy, "units": list(aboard)},
                     f"Which Units does {state.label(convoy)} lose?", when(state), convoy)  # fmt: skip
    answer = await table.decide(question)
    for unit in ranked(aboard, answer.get("units"))[:number]:
        state.units[unit].at, state.units[unit].gone = GONE, ELIMINATED
        table.note("2.637", side, f"{state.label(unit)} is lost with {state.label(convoy)}.", "unit-lost", unit=unit)


def ranked(units: list[str], wanted: object) -> list[str]:
    """Units in the order that an answer gives them; those it leaves out follow as they stood."""
    named = [str(name) for name in wanted] if isinstance(wanted, list) else []
    first = [name for name in dict.fromkeys(named) if name in units]
    return [*first, *(name for name in units if name not in first)]


@base("R10.6", "Scattering: a Failed Order, and the Escort is free", "R9.7")
def scatter(table: Table, state: State, ruling: Ruling, convoy: str) -> None:
    """Takes a Scattered Convoy off the map; its Units come back later, as those that found no ship (3.466)."""
    side, place = state.side_of(convoy), state.place(convoy)
    seen = state.formations[state.leading(convoy)].spotted  # else its name would tell the enemy what the marker was
    table.note("R10.6", ALL if seen else side, f"{state.label(convoy)} is Scattered.", "scattered", seat=side, at=place,
               marker=state.formations[convoy].marker)  # fmt: skip
    for unit in state.units_at(convoy):
        set_aside(table, state, unit, place)
    order = state.formations[convoy].order
    if order in state.orders:
        end_order(table, state, order, FAILED, "2.616", f"{state.label(convoy)} is Scattered")
    if ruling.counts(state, convoy):
        count_box(state, side, convoy, False, "2.614")
    ruling.convoy_ended(table, state, convoy, False)
    release_escort(table, state, convoy)
    take_off(table, state, convoy)


@rule("3.466", "Units without a way out come back three Turns later at the nearest Friendly Port")
def set_aside(table: Table, state: State, unit: str, place: str) -> None:
    """Puts a Unit aside; it comes back at the Port of its side with the fewest legs from the place."""
    side, held = state.unit_side(unit), state.units[unit]
    port = nearest(state, place, [each for each in state.ports if is_friendly_to(state, each, side)])
    if not port:
        held.at, held.gone = GONE, ELIMINATED
        return
    held.at, held.landed, held.back_on, held.back_at = OFF_MAP, False, state.date + BACK_AFTER, port
    table.note("3.466", side, f"{state.label(unit)} will be back at {state.label(port)} in {BACK_AFTER} Turns.",
               "set-aside", unit=unit, port=port)  # fmt: skip


@rule("3.466", "Units set aside come back")
def come_back(table: Table, state: State) -> None:
    """Puts Units whose time has come at their Port, or at the nearest that their side still holds (A4b)."""
    for unit, held in state.units.items():
        if not held.back_on or held.back_on > state.date:
            continue
        side = state.unit_side(unit)
        friendly = [each for each in state.ports if is_friendly_to(state, each, side)]
        port = held.back_at if held.back_at in friendly else nearest(state, held.back_at, friendly)
        held.back_on, held.back_at = 0, ""
        held.at = port or GONE
        if port:
            table.note("3.466", side, f"{state.label(unit)} is back, at {state.label(port)}.", "back", unit=unit,
                       port=port)  # fmt: skip


def release_escort(table: Table, state: State, convoy: str) -> None:
    """Lets the Escort of a Convoy that is no more go its own way, as Independent Squadrons where it lies."""
    place, condition = state.place(convoy), state.condition(convoy)
    for squadron in list(state.formations[convoy].squadrons):
        change_command(state, squadron, place)
        state.new_formation(squadron, INDEPENDENT, place, condition, [squadron])
        state.formations[squadron].home = condition == READY
        if condition == READY:
            state.give_marker(squadron)


def take_off(table: Table, state: State, convoy: str) -> None:
    """Takes a Convoy off the map; its companions go on alone."""
    end_escort(table, state, convoy)
    vanish(table, state, convoy)
    state.remove(convoy)


# ------------------------------------------------------------------------------------------- the end of a Convoy


@base("R10.7", "Disbanding: at its destination, Fitting Out, at the end of an MPI", "R10.8", "2.634")
async def disbanding(table: Table, state: State, ruling: Ruling) -> None:
    """Disbands every Convoy that lies in port at its destination (m8)."""
    for convoy in list(state.convoys):
        if convoy in state.formations and at_its_goal(state, convoy):
            disband(table, state, ruling, convoy)


def at_its_goal(state: State, convoy: str) -> bool:
    """Tells if a Convoy lies Fitting Out at its destination; one for an assault waits for it."""
    held, one = state.convoys[convoy], state.formations[convoy]
    if held.sort == VICTUALING or one.order or one.kind != CONVOY or not state.on_map(convoy):
        return False
    return state.place(convoy) == held.destination and state.condition(convoy) == FITTING_OUT


def disband(table: Table, state: State, ruling: Ruling, convoy: str) -> None:
    """Lands all that a Convoy carries and takes its counter off."""
    port, side = state.place(convoy), state.side_of(convoy)
    landed = state.units_at(convoy)
    for unit in landed:
        state.units[unit].at, state.units[unit].landed = port, False
    if landed:
        words = ", ".join(state.label(unit) for unit in landed)
        table.note("R10.7", side, f"{words} land at {state.label(port)}.", "landed", port=port, units=landed)
        table.note("R1.9", ALL, f"Troops are at {state.label(port)}.", "units-seen", port=port)
    if ruling.counts(state, convoy):
        count_box(state, side, convoy, True, "2.614")
    table.note("R10.7", side, f"{state.label(convoy)} Disbands at {state.label(port)}.", "disbanded", formation=convoy,
               at=port)  # fmt: skip
    ruling.convoy_ended(table, state, convoy, True)
    release_escort(table, state, convoy)
    take_off(table, state, convoy)


@base("R10.7", "A Victualing Convoy Disbands when it is empty, wherever it is", "2.617", "2.644")
def disband_empty(table: Table, state: State, ruling: Ruling, convoy: str) -> None:
    """Counts a Victualing Convoy that has left all its stores, and frees its counter; its Escort goes home."""
    side = state.side_of(convoy)
    if ruling.counts(state, convoy):
        count_box(state, side, convoy, True, "2.614")
    table.note("2.644", side, f"{state.label(convoy)} is empty and Disbands.", "disbanded", formation=convoy,
               at=state.place(convoy))  # fmt: skip
    ruling.convoy_ended(table, state, convoy, True)
    release_escort(table, state, convoy)
    take_off(table, state, convoy)


@base("R10.7", "A Convoy that has left the map Disbands there", "2.617")
def disband_off_map(table: Table, state: State, ruling: Ruling, convoy: str) -> None:
    """Counts a Convoy that has gone home, and frees its counter."""
    side = state.side_of(convoy)
    if ruling.counts(state, convoy):
        count_box(state, side, convoy, True, "2.614")
    table.note("2.617", side, f"{state.label(convoy)} Disbands beyond the map.", "disbanded", formation=convoy)
    ruling.convoy_ended(table, state, convoy, True)
    take_off(table, state, convoy)
