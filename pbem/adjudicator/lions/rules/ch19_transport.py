"""Chapter 19: troops and leaders go aboard and ashore."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch06_control import control, has_port, is_foreign_home, present
from pbem.adjudicator.lions.rules.ch10_transport import contract, loaded, may_load
from pbem.adjudicator.lions.rules.forms import Troops
from pbem.adjudicator.lions.rules.left_out import left_out
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.forces import Force, leaders_of
from pbem.adjudicator.lions.state.state import REGIMENT, Berth, State
from pbem.base.counting import counted


@rule("19.2", "Naval transport", "16.2", "16.7", "19.1", "19.3")
def embark(table: Table, state: State, force: Force, order: Troops) -> bool:
    """Regiments and leaders of the square go aboard, as many as are there and find room; whether anybody did.

    They are the force's own, or by contract those of another player that the order names (19.3).
    """
    nation = passengers(state, force, order)
    able = nation and state.board.is_coastal(force.square)
    taken = load_all(state, force, nation, max(0, whole(order.get("regiments", "0")))) if able else 0
    named = order.get("leaders", ()) if able else ()
    leaders = [name for name in named if takes_leader(state, force, nation, name)]
    if order.get("of", force.owner) == force.owner:
        tell_who_stays(table, state, force, order, taken, leaders)
    flagship = first_for_leaders(state, force)
    for name in leaders:
        state.leaders[name] = Berth(force.square, flagship)
    if taken or leaders:
        who = [counted(taken, "regiment point")] if taken else []
        who += [counted(len(leaders), "leader")] if leaders else []
        text = f"Aboard at {force.square}: {' and '.join(who)}."
        table.note("19.2", force.commander, text, "embarked", square=force.square)
    return bool(taken or leaders)


def passengers(state: State, force: Force, order: Troops) -> str:
    """Returns the owner of the troops that go aboard: the force's, or one with a contract; else empty."""
    nation = str(order.get("of", force.owner))
    return nation if nation == force.owner or contract(state, force.owner, nation) else ""


def load_all(state: State, force: Force, nation: str, wanted: int) -> int:
    """As many points as are wanted, are there, may be carried and find room; how many."""
    wanted = taken = min(wanted, may_load(state, force.owner, nation, force.square))
    for ship in force.ships:
        wanted -= load(state, force, ship, nation, wanted)
    loaded(state, force.owner, nation, taken - wanted)
    return taken - wanted


def tell_who_stays(
    table: Table, state: State, force: Force, order: Troops, taken: int, leaders: Sequence[str]
) -> None:  # fmt: skip
    """The force's own troops and leaders whom its order calls aboard and who do not come."""
    wanted = whole(order.get("regiments", "0"))
    if taken < wanted:
        reason = f"{taken} of {wanted} regiment points are at {force.square} and find room"
        left_out(table, force, "19.3", reason, "embark", "regiments")
    for number, name in enumerate(order.get("leaders", ())):
        if name not in leaders:
            there = name in state.leaders and state.leaders[name].at == force.square
            reason = f"'{name}' {'cannot go aboard' if there else 'is not'} at {force.square}"
            left_out(table, force, "19.2", reason, "embark", "leaders", number)


def load(state: State, force: Force, ship: str, nation: str, wanted: int) -> int:
    """As many points into one ship as are there and she has room for; treasure fleets have none."""
    found = state.ship(ship)
    room = found.kind.carries - state.carried(ship) if found else 0
    some = min(wanted, room, state.ashore(force.square, nation, REGIMENT))
    if some > 0:
        state.put_ashore(force.square, nation, REGIMENT, -some)
        state.load(ship, nation, some)
    return max(0, some)


def takes_leader(state: State, force: Force, nation: str, leader: str) -> bool:
    """Tells if a leader in the square can go aboard (19.3)."""
    berth = state.leaders.get(leader)
    own = berth is not None and state.leader(leader).nation == nation
    return own and berth is not None and berth.at == force.square and bool(first_for_leaders(state, force))


def first_for_leaders(state: State, force: Force) -> str:
    """The first ship of a force that takes leaders."""
    return next((name for name in force.ships if (ship := state.ship(name)) and ship.kind.leaders), "")


@rule("19.4", "Port embarkation", "19.5", "19.6")
def embarks_in_port(state: State, force: Force) -> bool:
    """Tells if a force that takes troops aboard may still move: from an undisputed friendly port.

    Between the two parties of a contract to carry troops a port is friendly (19.3).
    """
    others = [power for power in present(state, force.square) if power != force.owner]
    friends = bool(others) and all(contract(state, force.owner, power) for power in others)
    return has_port(state, force.square) and (friends or control(state, force.square) == force.owner)


@rule("19.7", "Landing by order", "5.6")
def land(table: Table, state: State, force: Force, order: Troops, *, storming: bool = False) -> None:
    """Lands troops and leaders of an order, as far as they are aboard; its commander hears of the others."""
    square, points, carried = force.square, max(0, whole(order.get("regiments", "0"))), aboard(state, force)
    if is_foreign_home(state, square, force.owner):
        left_out(table, force, "5.6", f"{square} is a home port of another power", "land")
    elif not state.board.is_coastal(square):
        left_out(table, force, "19.7", f"{square} is all sea", "land")
    elif state.garrisons.get(square) and not storming:
        left_out(table, force, "29", f"the garrison of {square} lets nobody ashore but to attack it")
    elif carried < points:
        left_out(table, force, "19.7", f"{carried} of {points} regiment points are aboard", "land", "regiments")
    for number, name in enumerate(order.get("leaders", ())):
        if name not in leaders_of(state, force):
            left_out(table, force, "19.7", f"'{name}' is not aboard", "land", "leaders", number)
    debark(table, state, force, points, order.get("leaders", ()), storming=storming)


@rule("19.7", "Debarkation", "5.6", "5.3")
def debark(
    table: Table, state: State, force: Force, regiments: int, leaders: Sequence[str], *, storming: bool = False
) -> int:
    """Regiments and leaders go ashore in a coastal square, in nobody else's home port; how many points did.

    Where a potentate's garrison stands they only do so to attack it (29).
    """
    square = force.square
    barred = is_foreign_home(state, square, force.owner) or (state.garrisons.get(square) and not storming)
    if barred or not state.board.is_coastal(square):
        return 0
    landed = 0
    for ship in force.ships:
        some = min(regiments - landed, state.cargo.get(ship, {}).get(force.owner, 0))
        if some > 0:
            state.load(ship, force.owner, -some)
            state.put_ashore(square, force.owner, REGIMENT, some)
            landed += some
    for name in [name for name in leaders_of(state, force) if name in leaders]:
        state.leaders[name] = Berth(square)
    if landed or leaders:
        who = [counted(landed, "regiment point")] if landed else []
        who += [counted(len(leaders), "leader")] if leaders else []
        text = f"Ashore at {square}: {' and '.join(who)}."
        table.note("19.7", force.commander, text, "debarked", square=square, regiments=landed)
    return landed


def aboard(state: State, force: Force) -> int:
    """The force's own regiment points aboard its ships."""
    return sum(state.cargo.get(name, {}).get(force.owner, 0) for name in force.ships)
