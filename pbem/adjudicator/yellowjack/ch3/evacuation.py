"""3.47 to 3.49, the end of an assault: Failed or Fulfilled, Units re-embarked or left behind, what it costs."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import release_spent
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.orders import FAILED, FULFILLED, end_order
from pbem.adjudicator.yellowjack.base.ports import nearest_friendly_port
from pbem.adjudicator.yellowjack.base.prompts import choose
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import appear
from pbem.adjudicator.yellowjack.ch2.units import at_port, eliminate
from pbem.adjudicator.yellowjack.ch2.warships import take_aboard
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Siege
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, READY, other

YES, NO = "yes", "no"


@rule("3.47", "An assault may be given up at any time, and has then Failed", "R9.7")
async def evacuations(table: Table, state: State, ruling: Ruling) -> None:
    """Asks the besieger of each Port whether to give up (E5)."""
    ports = [port for port in state.board.ports if port in state.sieges]
    asked = [
        choose(table, "3.47", other(state.side_of_port(port)), "evacuate",
               {"port": port, "order": state.sieges[port].order, "units": landed(state, port),
                "impulse": str(state.impulse)},
               f"Do you give up the assault on {state.label(port)}?",
               {YES: "re-embark; the Order has Failed", NO: "stay"}, NO, when(state), port)
        for port in ports
    ]  # fmt: skip
    for port, answer in zip(ports, await table.decide_all(*asked), strict=True):
        if answer == YES:
            abandon(table, state, ruling, port, "3.47", "it was given up")


def landed(state: State, port: str) -> list[str]:
    """The Units and Personages of the besieger that are ashore before a Port."""
    return at_port(state, port, other(state.side_of_port(port)))


@rule("3.471", "An assault that Fails evacuates", "3.474", "3.446")
def abandon(table: Table, state: State, ruling: Ruling, port: str, case: str, why: str) -> None:
    """Fails the assault on a Port: its penalty, its Units re-embarked, both Formations sent home."""
    siege = state.sieges.pop(port)
    side = other(state.side_of_port(port))
    if siege.order in state.orders:
        end_order(table, state, siege.order, FAILED, case, why)
    penalty(table, state, ruling, side, port)
    reembark(table, state, siege, side, port)
    send_home(table, state, siege, side, port)
    stand_down(state, port)
    text = f"The {state.label(side)} assault on {state.label(port)} is given up: {why}."
    table.note(case, ALL, text, "evacuated", port=port, by=side)


@base("R3.15", "Only in a besieged Harbour may a Formation lie Ready", "3.431")
def stand_down(state: State, port: str) -> None:
    """Puts Formations that stood Ready in a Harbour back to Fitting Out, now that nobody besieges it."""
    for name in state.in_harbour(port):
        one = state.formations[name]
        one.state, one.inside = FITTING_OUT, False
    release_spent(state, port)


@rule("3.49", "The penalty of a Failed assault is due as it leaves", "3.481", "R9.18")
def penalty(table: Table, state: State, ruling: Ruling, side: str, port: str) -> None:
    """Takes Prestige for an assault that had come to its Port: more for a great Port."""
    numbers = state.board.numbers
    great = state.board.ports[port].prestige >= numbers.great_port
    points = numbers.assault_failed_great if great else numbers.assault_failed_prestige
    ruling.award(table, state, side, -points, "3.49", f"the assault on {state.label(port)} Failed")


@rule("3.48", "Units ashore go back aboard: the Convoy, else the Squadrons of the Flotilla", "3.481")
def reembark(table: Table, state: State, siege: Siege, side: str, port: str) -> None:
    """Re-embarks all Units, and loses those for which there is no room (3.482)."""
    units = at_port(state, port, side)
    if at_hand(state, siege.expedition, port):
        for unit in units:
            embark(state, unit, siege.expedition)
        return
    ships = state.squadrons_of(siege.flotilla) if at_hand(state, siege.flotilla, port) else []
    plain = [unit for unit in units if unit in state.units]
    for unit in [*take_aboard(state, ships, plain), *(unit for unit in units if unit not in plain)]:
        leave_behind(table, state, side, unit, port)


def at_hand(state: State, formation: str, port: str) -> bool:
    """Tells if a Formation is still there to take Units aboard."""
    return formation in state.formations and state.place(formation) == port and state.condition(formation) == READY


def embark(state: State, unit: str, convoy: str) -> None:
    """Puts a Unit or Personage aboard a Convoy."""
    if unit in state.units:
        state.units[unit].at, state.units[unit].landed = convoy, False
    else:
        state.personages[unit].at = convoy


@rule("3.482", "Units for which there is no room are eliminated")
def leave_behind(table: Table, state: State, side: str, unit: str, port: str) -> None:
    """Loses a Unit that found no ship."""
    eliminate(state, unit)
    text = f"{state.label(unit)} finds no ship at {state.label(port)} and is lost."
    table.note("3.482", ALL, text, "unit-lost", unit=unit, port=port, seat=side)


@rule("3.48", "Flotilla and Expedition go to the nearest Friendly Port", "3.474")
def send_home(table: Table, state: State, siege: Siege, side: str, port: str) -> None:
    """Sends both on their way: plans are over, the Expedition is a plain Troop Convoy with a destination."""
    goal = nearest_friendly_port(state, side, port)
    for name in (siege.flotilla, siege.expedition):
        if name in state.formations:
            state.formations[name].home = True
            state.plans.pop(name, None)
    if siege.expedition in state.convoys:
        state.convoys[siege.expedition].destination = goal


# ------------------------------------------------------------------------------------------- Fulfilled


@rule("3.473", "An assault is Fulfilled when its Port is captured", "3.481")
def fulfil(table: Table, state: State, ruling: Ruling, port: str) -> None:
    """Fulfils the assault on a Port that has fallen; its Prestige comes at once."""
    siege = state.sieges.pop(port)
    side = state.side_of_port(port)
    if siege.order in state.orders:
        end_order(table, state, siege.order, FULFILLED, "3.473", f"{state.label(port)} is captured")
    ruling.port_taken(table, state, side, port)
    disband_there(table, state, siege, side, port)


@rule("3.467", "After a capture the Expedition must Disband there", "3.474")
def disband_there(table: Table, state: State, siege: Siege, side: str, port: str) -> None:
    """Makes the captured Port the destination of the Expedition; Units ashore are its garrison."""
    for unit in state.units_at(port, side):
        state.units[unit].landed = False
    if siege.expedition in state.convoys:
        state.convoys[siege.expedition].destination = port
        part(table, state, siege.expedition)


def part(table: Table, state: State, convoy: str) -> None:
    """Lets a Convoy go on by itself."""
    one = state.formations[convoy]
    if one.goes_with:
        one.at, one.state, one.goes_with = state.place(convoy), state.condition(convoy), ""
        if one.state == READY:
            appear(table, state, convoy)
