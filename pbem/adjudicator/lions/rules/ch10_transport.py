"""Chapters 10 and 19.3: contracts to carry another player's troops, kept as far as they can be enforced.

Who carries may not set the troops down anywhere but at the place agreed on; there they go ashore by themselves. Late
delivery is a broken agreement (10.3).
"""
# Chapter 10 by paragraphs: 10.1 ch10_agreements (what may be written); 10.1-10.3 ch10_bargains; transport contracts
# (10.2, 19.3) ch10_transport.

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.rules.ch06_control import is_foreign_home
from pbem.adjudicator.lions.rules.ch10_agreements import TRANSPORT
from pbem.adjudicator.lions.rules.ch10_bargains import violate
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.agreement import Agreement
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import REGIMENT, Berth, State


@rule("19.3", "Other players' troops", "10.2")
def contract(state: State, carrier: str, troops: str) -> Agreement | None:
    """The contract in force by which one player carries another's troops."""
    kept = (record for record in state.agreements if record["promise"] == TRANSPORT)
    return next((record for record in kept if (record["carrier"], record["troops"]) == (carrier, troops)), None)


def left_to_carry(record: Agreement) -> int:
    """The points that have not gone aboard yet."""
    return whole(record["regiments"]) - int(record.get("loaded", 0))


def may_load(state: State, carrier: str, troops: str, square: str) -> int:
    """Counts another player's points that may go aboard in a square; own points have no limit but room."""
    if troops == carrier:
        return state.ashore(square, carrier, REGIMENT)
    record = contract(state, carrier, troops)
    if record is None or state.board.square_named(record["from"]) != square:
        return 0
    return min(left_to_carry(record), state.ashore(square, troops, REGIMENT))


def loaded(state: State, carrier: str, troops: str, points: int) -> None:
    """Note in the contract what has gone aboard."""
    record = contract(state, carrier, troops)
    if record and points:
        record["loaded"] = int(record.get("loaded", 0)) + points


@rule("19.3", "Delivery", "19.7")
def deliver(table: Table, state: State, force: Force) -> None:
    """Another's troops and leaders go ashore where the contract says; without one, on the first coast they come to."""
    square = force.square
    for troops in guests(state, force):
        record = contract(state, force.owner, troops)
        here = record is None or state.board.square_named(record["to"]) == square
        barred = is_foreign_home(state, square, troops) or state.garrisons.get(square)
        if barred or not here or not state.board.is_coastal(square):
            continue
        landed = set_down(state, force, troops)
        text = f"{landed} regiment points of {state.name(troops)} are set down at {square}."
        for reader in (force.owner, troops):
            table.note("19.3", reader, text, "delivered", square=square, power=troops, regiments=landed)
        if record and not left_to_carry(record) and not at_sea(state, record):
            state.agreements.remove(record)
            table.note("10.2", ALL, f"{state.subject(force.owner)} has kept a contract.", "kept", power=force.owner)


def guests(state: State, force: Force) -> Iterator[str]:
    """The other players with troops or leaders aboard a force."""
    led = [state.leader(name).nation for name, berth in state.leaders.items() if berth.aboard in force.ships]
    holds = [state.cargo[ship] for ship in force.ships if ship in state.cargo]
    for power in state.players:
        if power != force.owner and (power in led or any(hold.get(power) for hold in holds)):
            yield power


def set_down(state: State, force: Force, troops: str) -> int:
    """All troops and leaders of a player off a force's ships; how many points."""
    landed = 0
    for ship in force.ships:
        points = state.cargo.get(ship, {}).get(troops, 0)
        if points:
            state.load(ship, troops, -points)
            state.put_ashore(force.square, troops, REGIMENT, points)
            landed += points
    for name in state.leaders_of(troops):
        if state.leaders[name].aboard in force.ships:
            state.leaders[name] = Berth(force.square)
    return landed


def at_sea(state: State, record: Agreement) -> int:
    """The points of a contract that are aboard the carrier's ships."""
    ships = state.ships_of(record["carrier"])
    return sum(state.cargo.get(ship, {}).get(record["troops"], 0) for ship in ships)


@rule("10.3", "Late deliveries", "19.3")
async def late_deliveries(table: Table, state: State) -> None:
    """At the end of a contract's last turn: troops still at sea, or still waiting where they were to be fetched."""
    for record in [record for record in state.agreements if record["promise"] == TRANSPORT]:
        waiting = may_load(state, record["carrier"], record["troops"], state.board.square_named(record["from"]))
        if whole(record.get("until", "0")) <= state.turn and (waiting or at_sea(state, record)):
            await violate(table, state, record["carrier"], record)
