"""Foresight of a march book: hunts, attacks on what is seen, the toll of the road, and ships that find no port.

Every condition is taken to hold and every march to succeed. All of it comes from the owner's view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.guerra.orders.checks.odds import by_face, fought, hunt_odds
from pbem.adjudicator.guerra.orders.checks.reach import FACES
from pbem.adjudicator.guerra.orders.checks.who_moves import first_movers, force_named
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Entry
from pbem.adjudicator.guerra.rules.ch01_map import is_neutral
from pbem.adjudicator.guerra.rules.ch05_attrition import ground, price, stands, worst
from pbem.adjudicator.guerra.rules.ch07_sailing import destination, havens
from pbem.adjudicator.guerra.state.terms import PORTUGUESE, SEATS
from pbem.adjudicator.guerra.view.look import ANY
from pbem.adjudicator.orders.carried_out.march_book import verb_of
from pbem.adjudicator.reports.phrases import listed


def foreseen(desk: Desk) -> Iterator[str]:
    """Lines on what the dice may bring to each operation whose force is known."""
    for number, entry in enumerate(desk.entries("operations"), 1):
        force, units = force_named(desk, entry), first_movers(desk, entry)
        if force and units:
            yield from book(desk, number, entry, force, units)
        if "fleet" in entry:
            yield from berths(desk, f"Operation {number}", entry)


def book(desk: Desk, number: int, entry: Entry, force: str, units: list[str]) -> Iterator[str]:
    """Lines on one march book, step by step, and on the road that it takes."""
    way = [str(desk.look.forces[force]["at"])]
    for place, step in enumerate(entry.get("do", ()), 1):
        verb = verb_of(step)
        part: Entry = step[verb] if isinstance(step.get(verb), dict) else {}
        head = f"Operation {number}, step {place}"
        if verb == "hunt":
            yield from hunted(desk, head, part, units, way[-1])
        elif verb == "attack" and "in_port" not in part and part.get("at", way[-1]) == way[-1]:
            yield from attacked(desk, head, part, units, way[-1])
        elif verb == "move":
            way += [*map(str, part.get("via", ())), str(part["to"])]
        elif verb == "land":
            way = [str(part["area"])]
        units = [unit for unit in units if unit not in (*part.get("stay_behind", ()), *left_behind(verb, part))]
    yield from road(desk, f"Operation {number}", entry, force, units, way)


def left_behind(verb: str, part: Entry) -> Sequence[str]:
    """The units that a step leaves behind."""
    return [str(unit) for unit in part.get("units", ())] if verb == "leave" else ()


def hunted(desk: Desk, head: str, part: Entry, units: Sequence[str], area: str) -> Iterator[str]:
    """The fates of guerrillas whom a step hunts, with the faces of the die for each (10.1)."""
    foe = next(side for side in SEATS if side != desk.seat)
    fates = hunt_odds(desk.state, units, area, foe)
    yield (f"{head}, the hunt in {desk.place(area)}: {fates}." if fates else
           f"{head}: no guerrillas are to be seen in {desk.place(area)} now.")  # fmt: skip


def attacked(desk: Desk, head: str, part: Entry, units: Sequence[str], area: str) -> Iterator[str]:
    """The odds of an attack on what is seen (6.1); nothing where the enemy lies under a marker or nobody is seen."""
    name = str(part.get("target", ANY))
    target = desk.look.target(name, area)
    there = desk.look.force_named(name)
    if there and not target and not desk.look.own(there):
        where = desk.place(str(desk.look.forces[there]["at"]))
        yield f"{head}: {desk.label(name)} is in {where} now, and not in {desk.place(area)}."
    foe = desk.look.strength(target) if target else None
    if not foe:
        return
    whole = desk.look.factors(units)
    own = fought(desk.state, desk.seat, area, whole)
    met = fought(desk.state, str(desk.look.forces[target]["side"]), area, foe)
    column = desk.board.combat.heading(desk.board.combat.column(own, met))
    halves = "; guerrillas halve one side, which no condition on odds counts (10.1)" if own + met < whole + foe else ""
    yield (f"{head}: {own} factors against the {met} now seen with {desk.label(target)} in {desk.place(area)}, "
           f"the column {column} before tactics{halves}.")  # fmt: skip


def road(
    desk: Desk, head: str, entry: Entry, force: str, units: Sequence[str], way: Sequence[str]
) -> Iterator[str]:
    """The toll of the road by the faces of the die, if it may take any (5.3)."""
    state = desk.state
    here = ground(state, way[-1]) if stands(state) else None
    known = [each for each in (worst(state, way), here) if each is not None]
    marked = force in desk.board.ejercitos and entry.get("marker") != "stays"
    exempt = any(desk.board.units[unit].nation == PORTUGUESE for unit in units)
    if not known or exempt or not (len(units) > 1 or (units and marked)):
        return
    steps, modifier = state.steps(units), max(known)
    tolls: dict[str, list[int]] = {}
    for face in FACES:
        lost = desk.board.attrition.read(steps, face + modifier)
        tolls.setdefault(f"{lost} step{'s' * (lost > 1)}" if lost else "nobody", []).append(face)
    if list(tolls) == ["nobody"]:
        return
    rp, less = price(state, steps), -desk.board.numbers.attrition_rp
    yield (f"{head}, the road to {desk.place(way[-1])}: attrition of {steps} steps with {modifier:+d} on the die costs "
           f"{by_face(tolls)}; {rp} RP {'takes' if rp == 1 else 'take'} {less} off the die.")  # fmt: skip


def berths(desk: Desk, head: str, entry: Entry) -> Iterator[str]:
    """Tells of ships that end at sea with one port open to them, or none (7.4)."""
    sea = last_sea(entry)
    ships = [str(ship) for ship in entry["fleet"].get("ships", ()) if str(ship) in desk.state.units]
    if sea not in desk.board.seas or not ships:
        return
    reach, names = desk.board.numbers.port_reach, listed([f"{desk.label(ship)} ({ship})" for ship in ships])
    at_home = list(dict.fromkeys(port for ship in ships for port in havens(desk.state, ship, sea, reach)))
    if not at_home:
        yield (f"{head}: no port open to {names} lies within {reach} sea areas of {desk.place(sea)} now. The fleet is "
               "lost at the end of the turn, unless you take one before (7.4).")  # fmt: skip
    elif len(at_home) == 1 and may_fall(desk, at_home[0]):
        yield (f"{head}: {desk.label(at_home[0])} alone is open to {names} from {desk.place(sea)}. If it falls before "
               "the end of the turn, the fleet is lost (7.4).")  # fmt: skip


def may_fall(desk: Desk, port: str) -> bool:
    """Tells if a port can be taken: not Spain, and no port of neutral ground."""
    return port in desk.board.ports and not is_neutral(desk.state, desk.board.ports[port].area)


def last_sea(entry: Entry) -> str:
    """The place to which the last `sail` of a march book takes the fleet; empty where it may be any."""
    courses = [step["sail"] for step in entry.get("do", ()) if isinstance(step.get("sail"), dict)]
    return "" if not courses or "as_far_as" in courses[-1] else destination(courses[-1])
