"""Chapter 4: the muster: who goes first, and what each seat has written, step by step."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster, ch04_arrivals and ch04_convoy.

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.order_parts import Entry, whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.guerra.rules.ch04_arrivals import arrivals, leaders_arrive
from pbem.adjudicator.guerra.rules.ch04_building import build, raise_masses, replenish, upgrade
from pbem.adjudicator.guerra.rules.ch05_movement import apply_forces
from pbem.adjudicator.guerra.rules.hills import change_modes
from pbem.adjudicator.guerra.rules.questions import ask_entry
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, other

Orders = Mapping[str, Plain]


@rule("3.1", "Turn sequence: reorganization and reinforcement", "4.0", "4.7")
async def muster(table: Table, state: State) -> None:
    """Both write their musters at once; in the order of the die each step is carried out for both before the next."""
    await throw_order(table, state)
    questions = [ask_muster(table, seat) for seat in SEATS]
    answers = dict(zip(SEATS, await table.decide_all(*questions), strict=True))
    await carry_out(table, state, {seat: answers[seat] for seat in state.order})


async def throw_order(table: Table, state: State) -> None:
    """Throws who musters first, and writes it down for the phases that part the two musters."""
    first = await who_goes_first(table, state)
    state.order = [first, other(first)]


async def muster_of(table: Table, state: State, seat: str) -> None:
    """One seat's whole muster, where the charter lets the second see the first."""
    orders = await table.decide(ask_muster(table, seat))
    await carry_out(table, state, {seat: orders})


def ask_muster(table: Table, seat: str) -> Entry:
    """The question for a seat's muster."""
    return ask_entry(table, "4.7", seat, "muster", (seat,), {}, "What do you raise and land?")


async def carry_out(table: Table, state: State, musters: Mapping[str, Orders]) -> None:
    """Carries out musters, the first first in each step."""
    for seat, orders in musters.items():
        for entry in orders.get("upgrade", ()):
            upgrade(table, state, seat, entry)
    for seat, orders in musters.items():
        buy(table, state, seat, orders)
    for seat, orders in musters.items():
        await arrivals(table, state, seat, orders.get("arrive", ()))
    for seat, orders in musters.items():
        leaders_arrive(table, state, seat, orders.get("leaders", ()))
    for seat, orders in musters.items():
        area = str(orders.get("masses", {}).get("area", ""))
        if area:
            raise_masses(table, state, seat, area)
    for seat, orders in musters.items():
        apply_forces(table, state, seat, orders.get("forces", ()), "5.1")
    for seat, orders in musters.items():
        modes = orders.get("guerrilla", {})
        change_modes(table, state, seat, modes.get("on", ()), modes.get("off", ()))


@rule("4.7", "Upgrading militia units: who goes first in this phase")
async def who_goes_first(table: Table, state: State) -> str:
    """One die each, the higher acts first; ties are thrown again."""
    while True:
        royalist = await table.roll("4.7", "1d6", "muster-order", ROYALIST, why="Who musters first: Royalist")
        patriot = await table.roll("4.7", "1d6", "muster-order", PATRIOT, why="Who musters first: Patriot")
        if royalist.total != patriot.total:
            first = ROYALIST if royalist.total > patriot.total else PATRIOT
            table.note("4.7", ALL, f"The {first.capitalize()} musters first.", "muster-order", seat=first)
            return first


def buy(table: Table, state: State, seat: str, orders: Orders) -> None:
    """Carries out what is built and made whole, in the order written; nothing touches what is kept."""
    keep = {str(purse): whole(halves) for purse, halves in orders.get("keep", {}).items()}
    for entry in orders.get("build", ()):
        build(table, state, seat, entry, keep)
    for entry in orders.get("replenish", ()):
        replenish(table, state, seat, entry, keep)
