"""3.41 and 3.42, amphibious assaults: the Order for two Formations, its target, and the landing."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.orders import CANCELLED, end_order
from pbem.adjudicator.yellowjack.base.ports import is_enemy
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import ASSAULT as SEEN_ASSAULTING
from pbem.adjudicator.yellowjack.base.spotting import spot
from pbem.adjudicator.yellowjack.ch3.defence import test_strength
from pbem.adjudicator.yellowjack.state.pieces import Order, Siege
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, READY, other


@rule("3.411", "An assault is one Troop Convoy and one Flotilla under one Order", "3.41", "3.421")
def assaults(state: State) -> dict[str, Order]:
    """The assaults that are carried out, by the key of their Order."""
    return {key: order for key, order in state.orders.items() if order.kind == ASSAULT}


def flotilla_of(state: State, order: Order) -> str:
    """The Executing Flotilla of an assault; empty while the Order is given to the Expedition alone."""
    return next((name for name in order.to if name in state.formations and not state.is_convoy(name)), "")


def expedition_of(state: State, order: Order) -> str:
    """The Expedition of an assault; empty while the Order is given to the Flotilla alone."""
    return next((name for name in order.to if name in state.formations and state.is_convoy(name)), "")


def target_of(order: Order) -> str:
    """The Port that an assault is meant for."""
    return next(iter(order.targets), "")


@rule("3.412", "The target is one Enemy Port, written down in secret", "3.414")
def why_no_target(state: State, side: str, port: str, key: str = "") -> str:
    """Returns why a Port cannot be the target of an assault; empty if it can."""
    if port not in state.ports:
        return f"{state.label(port)} is no Port"
    if not is_enemy(state, port, side):
        return f"{state.label(port)} is not held by the enemy"
    taken = [name for name, order in assaults(state).items()
             if name != key and order.side == side and target_of(order) == port]  # fmt: skip
    return f"{state.label(port)} is the target of another assault" if taken else ""


@rule("3.413", "A target that is already held gives way to another", "R9.24")
def retarget(table: Table, state: State) -> None:
    """Turns assaults on Ports that their side holds to the nearest Enemy Port of the Command; none: cancelled."""
    for key, order in assaults(state).items():
        port = target_of(order)
        if state.side_of_port(port) != order.side:
            continue
        lead = flotilla_of(state, order) or expedition_of(state, order)
        at = state.place(lead) if lead else port
        goals = [each for each in state.ports
                 if not why_no_target(state, order.side, each, key) and in_command(state, lead, each)]  # fmt: skip
        goal = nearest(state, at if at in state.board.nodes else port, goals)
        if not goal:
            end_order(table, state, key, CANCELLED, "3.413", "no enemy holds a Port that could be its target")
            continue
        order.targets = [goal]
        table.note("3.413", order.side, f"{state.label(key)} turns to {state.label(goal)}.", "retargeted", order=key,
                   target=goal)  # fmt: skip


def in_command(state: State, formation: str, port: str) -> bool:
    """Tells if a Port lies in the area of a Formation's Command."""
    if not formation or not state.formations[formation].command:
        return True
    side = state.side_of(formation)
    return state.formations[formation].command in state.board.commands_at(port, side)


# ------------------------------------------------------------------------------------------- at the target


@rule("3.422", "The attack begins when both are at the target", "3.42", "R9.18")
def together(state: State, order: Order) -> bool:
    """Tells if Flotilla and Expedition are both Ready at the target."""
    pair = (flotilla_of(state, order), expedition_of(state, order))
    return all(name and state.place(name) == target_of(order) and state.condition(name) == READY for name in pair)


@rule("3.424", "All Ready enemies must be driven from the Port Space")
def cleared(state: State, port: str, side: str) -> bool:
    """Tells if no enemy lies Ready in the Space of a Port; who is in the Harbour does not matter."""
    return not state.ready_at(port, other(side))


@rule("3.424", "The Executing Flotilla blockades its target without being told")
def blockades(state: State, formation: str) -> str:
    """The Port that an Executing Flotilla blockades by itself; empty for none."""
    order = assaults(state).get(state.formations[formation].order)
    if order is None or state.is_convoy(formation) or state.place(formation) != target_of(order):
        return ""
    return target_of(order)


@rule("3.425", "Units may land at the end of any MPI", "3.422")
async def land(table: Table, state: State, ruling: Ruling) -> None:
    """Lands Units of every Expedition that is at its target with its Flotilla (m8)."""
    ready = [(key, order) for key, order in assaults(state).items()
             if together(state, order) and cleared(state, target_of(order), order.side)
             and state.units_at(expedition_of(state, order))]  # fmt: skip
    asked = [
        entry(table, "3.425", order.side, "land", landing_facts(state, order),
              f"Which Units land at {state.label(target_of(order))}?", when(state), target_of(order))
        for _, order in ready
    ]  # fmt: skip
    for (key, order), answer in zip(ready, await table.decide_all(*asked), strict=True):
        aboard = state.units_at(expedition_of(state, order))
        wanted = answer.get("units")
        units = [unit for unit in aboard if unit in wanted] if isinstance(wanted, list) else aboard
        if units:
            await disembark(table, state, ruling, key, units)


def landing_facts(state: State, order: Order) -> dict[str, object]:
    """The facts that a landing may look at."""
    convoy, port = expedition_of(state, order), target_of(order)
    return {"who": convoy, "convoy": convoy, "port": port, "place": port, "units": state.units_at(convoy),
            "impulse": str(state.impulse), "mpi": str(state.mpi)}  # fmt: skip


async def disembark(table: Table, state: State, ruling: Ruling, key: str, units: Iterable[str]) -> None:
    """Puts Units of an Expedition ashore beside the Port; the Convoy stays in the Space."""
    order = state.orders[key]
    port, landed = target_of(order), list(units)
    for unit in landed:
        state.units[unit].at, state.units[unit].landed = port, True
    order.landed = True
    if port not in state.sieges:
        state.sieges[port] = Siege(key, flotilla_of(state, order), expedition_of(state, order), state.now)
        state.settle()
    for name in order.to:
        spot(table, state, name, SEEN_ASSAULTING)
    words = ", ".join(state.label(unit) for unit in landed)
    table.note("3.425", ALL, f"{words} land before {state.label(port)}.", "landed", port=port, units=landed,
               seat=order.side)  # fmt: skip
    test_strength(table, state, ruling, port)


def besieged(state: State, port: str) -> bool:
    """Tells if an Expedition is ashore before a Port."""
    return port in state.sieges
