"""`pbem orders check`: every fault of an order file that its owner can see, and what the orders will do.

A check reads the owner's view and nothing else. What it accepts lapses in play only for a reason that the owner cannot
see: how the dice fall, what lies under the enemy's markers, what the enemy does meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.guerra.orders.checks.foresight import foreseen
from pbem.adjudicator.guerra.orders.checks.reach import rehearsed
from pbem.adjudicator.guerra.orders.checks.who_moves import force_named, movers, step_of
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Wrong, wrong_conditions
from pbem.adjudicator.guerra.orders.checks.wrong_marches import wrong_forces, wrong_operations
from pbem.adjudicator.guerra.orders.checks.wrong_setup import wrong_set_up
from pbem.adjudicator.guerra.orders.conditions import control
from pbem.adjudicator.guerra.orders.council.wrong_council import closed_ports, wrong_council
from pbem.adjudicator.guerra.orders.march_rows import OPERATIONS, QUICK, open_step
from pbem.adjudicator.guerra.orders.names import meaning
from pbem.adjudicator.guerra.orders.order_table import TABLE
from pbem.adjudicator.guerra.rules.ch10_special import HIDALGO, in_mexico
from pbem.adjudicator.guerra.rules.ch11_victory import garrisons
from pbem.adjudicator.guerra.state.terms import COUNCIL, MUSTER, PATRIOT, ROYALIST, UPRISINGS, other
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.base.counting import counted
from pbem.base.errors import Fault

#: Sections that only one seat may write.
ONLY = {"prizes": PATRIOT, "subvert": PATRIOT, "legion": ROYALIST}


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    board, seat = board_seen(known), str(known["seat"])
    ids = Ids(TABLE, board, seat, meaning)
    body = {key: ids.section(key, value) for key, value in orders.body.items() if key in TABLE.row}
    desk = Desk(board, known, seat, body, orders.lines)
    found = list(dict.fromkeys(wrong(desk)))
    faults: list[Fault] = [each.fault(orders.page) for each in found]
    told = (*read_back(orders.body), *(() if found else remarks(desk)))
    return Checked(tuple(dict.fromkeys(faults)), told)


def wrong(desk: Desk) -> Iterator[Wrong]:
    """Every fault, section by section."""
    yield from wrong_seat(desk)
    yield from wrong_set_up(desk)
    if open_step(desk.known) in OPERATIONS:
        yield from wrong_forces(desk)
    if operates(desk):
        yield from wrong_operations(desk)
    elif "operations" in desk.body and open_step(desk.known) in OPERATIONS:
        yield Wrong(("operations",), "these are the other player's operations", "3.1",
                    "your doctrine and your standing orders answer here; 'forces' may be formed")  # fmt: skip
    if desk.known["step"] in (COUNCIL, UPRISINGS, MUSTER):
        yield from wrong_council(desk)
    yield from wrong_wishes(desk)
    yield from wrong_conditions(desk)


def operates(desk: Desk) -> bool:
    """Tells if the seat's own operations are played in this phase."""
    return open_step(desk.known) in (desk.seat, QUICK)


def wrong_seat(desk: Desk) -> Iterator[Wrong]:
    """Sections that belong to the other seat."""
    for key in desk.body:
        if ONLY.get(key, desk.seat) != desk.seat:
            yield Wrong((key,), f"'{key}' is for the {ONLY[key].title()} player",
                        TABLE.row[key].shown_rule)  # fmt: skip


def wrong_wishes(desk: Desk) -> Iterator[Wrong]:
    """Wishes to intercept that name nobody, or name forces and end the list at once."""
    for number, entry in enumerate(desk.entries("intercept")):
        if ("force" in entry) == ("do" in entry):
            yield Wrong(("intercept", number), "an entry says either which force tries, or 'do: no'", "3.5")


def read_back(body: Mapping[str, Any]) -> Iterator[str]:
    """An order file read back to its owner in sentences, section by section."""
    for row in TABLE.rows:
        if row.key in body and row.echo is not None:
            for line in row.echo(body[row.key]):
                yield f"{line[:1].upper()}{line[1:].rstrip('.')}."


# -------------------------------------------------------------------------------------------- what else to know


def remarks(desk: Desk) -> Iterator[str]:
    """Yields lines on how far the points reach, on the order of nations, on forces without orders."""
    yield from strange_standing(desk)
    if desk.known["step"] in (COUNCIL, MUSTER):
        yield from closed_ports(desk)
    if not operates(desk) or "operations" not in desk.body:
        return
    yield from rehearsed(desk)
    yield from foreseen(desk)
    yield from out_of_step(desk)
    yield from left_empty(desk)
    yield from raids_at_nobody(desk)
    yield from mexican_die(desk)
    yield from short_garrisons(desk)
    yield from idle(desk)


def strange_standing(desk: Desk) -> Iterator[str]:
    """Standing orders that a later one of the file replaces, or that are cancelled and not in force."""
    given = [str(entry["number"]) for entry in desk.entries("standing") if "number" in entry]
    for number in dict.fromkeys(given):
        if given.count(number) > 1:
            yield f"Standing order {number} is written {given.count(number)} times: the last one counts."
    held = {*given, *(str(order["number"]) for order in desk.known.get("standing", ()))}
    for entry in desk.entries("standing"):
        if "cancel" in entry and str(entry["cancel"]) not in held:
            yield f"No standing order {entry['cancel']} is in force: there is nothing to cancel."


def out_of_step(desk: Desk) -> Iterator[str]:
    """Entries that are carried out before others that stand above them (3.2)."""
    last, above = -1, 0
    for number, entry in enumerate(desk.entries("operations"), 1):
        units = movers(desk, entry) or [str(ship) for ship in entry.get("fleet", {}).get("ships", ())]
        step = min((step_of(desk.board.units[unit].nation) for unit in units), default=last)
        if desk.seat == PATRIOT and step < last:
            yield f"Operation {number} is carried out before operation {above}: its nation comes first (3.2)."
        elif step > last:
            last, above = step, number


def left_empty(desk: Desk) -> Iterator[str]:
    """Areas wholly one's own that nobody holds once every force has marched off (1.1.1)."""
    gone: dict[str, int] = {}
    for number, entry in enumerate(desk.entries("operations"), 1):
        if marches_off(entry):
            gone |= dict.fromkeys(movers(desk, entry), number)
    for area in desk.board.areas:
        forces = desk.look.forces_at(area, own=True)
        units = [unit for name in forces for unit in desk.look.units_of(name)]
        if units and control(desk.look, area) == desk.seat and all(unit in gone for unit in units):
            last = max(gone[unit] for unit in units)
            yield f"{desk.place(area)} is empty once operation {last} is done: nobody will control it (1.1.1)."


def raids_at_nobody(desk: Desk) -> Iterator[str]:
    """Raids on areas that the enemy does not hold as the map lies (7.8)."""
    for number, entry in enumerate(desk.entries("operations"), 1):
        for step in entry.get("do", ()):
            area = str(step["raid"]["area"]) if "raid" in step else ""
            if area and control(desk.look, area) != other(desk.seat):
                yield f"Operation {number}: {desk.place(area)} is not the enemy's now: nothing to raid (7.8)."


def mexican_die(desk: Desk) -> Iterator[str]:
    """Tells the Royalist who orders more units in Mexico than a die may allow which come first (10.7)."""
    names = [unit for entry in desk.entries("operations") for unit in movers(desk, entry)
             if in_mexico(desk.state, str(desk.state.place_of(unit)))]  # fmt: skip
    if desk.seat == ROYALIST and len(names) > 1 and desk.state.in_play(HIDALGO):
        yield (f"You order {len(names)} units in Mexico: a die says how many may be activated, and your operations use "
               "them up in the order of the file; 'thin: true' marches with as many as are left (10.7).")  # fmt: skip


def marches_off(entry: Mapping[str, Any]) -> bool:
    """Tells if a march book leads its force out of its area, and leaves nobody behind."""
    verbs = [word for step in entry.get("do", ()) for word in step]
    return any(word in verbs for word in ("move", "embark")) and "leave" not in verbs


def short_garrisons(desk: Desk) -> Iterator[str]:
    """Warns of too few line steps in New Spain and the Antilles, which count at the end (10.5)."""
    heading = desk.board.scenarios[desk.state.scenario]
    if desk.seat != ROYALIST:
        return
    have = garrisons(desk.state)
    for steps, least, name in zip(have.values(), (heading.mexico_garrison, heading.cuba_garrison),
                                  ("New Spain with Guatemala", "Cuba and Puerto Rico"), strict=True):  # fmt: skip
        if steps < least:
            yield f"You have {steps} line steps in {name}; {least} are wanted at the end (10.5)."


def idle(desk: Desk) -> Iterator[str]:
    """Own forces in the field that no entry names."""
    named = {force_named(desk, entry) for entry in desk.entries("operations")}
    moved = {unit for entry in desk.entries("operations") for unit in movers(desk, entry)}
    standing = {name: each for name, each in desk.look.forces.items() if desk.look.own(name) and each["units"]
                and not each["inside"] and each["at"] in desk.board.areas}  # fmt: skip
    rest = [name for name, each in standing.items() if name not in named and not moved.issuperset(each["units"])]
    if rest:
        places = ", ".join(dict.fromkeys(desk.place(str(desk.look.forces[name]["at"])) for name in rest))
        yield f"Nobody orders {counted(len(rest), 'force')} in the field ({places}): they stay where they are."
