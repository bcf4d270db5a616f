"""Chapter 4: the muster: who goes first, and what each seat has written, step by step."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster, ch04_arrivals and ch04_convoy.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.ch04_arrivals import arrivals, leaders_arrive
from pbem.adjudicator.guerra.rules.ch04_building import build, raise_masses, replenish, upgrade
from pbem.adjudicator.guerra.rules.ch05_movement import apply_forces
from pbem.adjudicator.guerra.rules.hills import change_modes
from pbem.adjudicator.guerra.rules.questions import ask_entry, whole
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, other

Orders = Mapping[str, Any]


@rule("3.1", "Turn sequence: reorganization and reinforcement", "4.0", "4.7")
async def muster(table: Table, state: State) -> None:
    """Both write their musters at once; in the order of the die each step is carried out for both before the next."""
    first = await who_goes_first(table, state)
    questions = [ask_entry(table, "4.7", seat, "muster", (seat,), {}, "What do you raise and land?") for seat in SEATS]
    answers = dict(zip(SEATS, await table.decide_all(*questions), strict=True))
    order = (first, other(first))
    for seat in order:
        for entry in answers[seat].get("upgrade", ()):
            upgrade(table, state, seat, entry)
    for seat in order:
        buy(table, state, seat, answers[seat])
    for seat in order:
        await arrivals(table, state, seat, answers[seat].get("arrive", ()))
    for seat in order:
        leaders_arrive(table, state, seat, answers[seat].get("leaders", ()))
    for seat in order:
        area = str(answers[seat].get("masses", {}).get("area", ""))
        if area:
            raise_masses(table, state, seat, area)
    for seat in order:
        apply_forces(table, state, seat, answers[seat].get("forces", ()), "5.1")
    for seat in order:
        modes = answers[seat].get("guerrilla", {})
        change_modes(table, state, seat, modes.get("on", ()), modes.get("off", ()))
    state.stations = {}


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
