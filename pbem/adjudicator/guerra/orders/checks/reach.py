"""March books rehearsed with each number of points that the die may give.

Nobody is met, no battle is lost and every condition holds: what cannot be paid for even then is said beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.guerra.orders.checks.who_moves import first_movers, force_named
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Entry
from pbem.adjudicator.guerra.orders.conditions import control
from pbem.adjudicator.guerra.rules.ch03_activation import given, led_with, points_shift
from pbem.adjudicator.guerra.rules.dividing import militia_half
from pbem.adjudicator.guerra.state.terms import other
from pbem.adjudicator.orders.carried_out.march_book import verb_of
from pbem.adjudicator.reports.phrases import listed
from pbem.base.counting import grouped

FACES = range(1, 7)


def rehearsed(desk: Desk) -> Iterator[str]:
    """A line for each operation whose force is known: its die, and how far each number of points carries it."""
    for number, entry in enumerate(desk.entries("operations"), 1):
        points = throws(desk, entry)
        if points:
            yield f"Operation {number}: {die_in_words(points)}. {reach_in_words(desk, entry, points)}"


def throws(desk: Desk, entry: Entry) -> dict[int, list[int]]:
    """The points that each face of the die gives: points -> faces; empty where the force is not known."""
    force, state = force_named(desk, entry), desk.state
    if not force and "fleet" not in entry:
        return {}
    units = first_movers(desk, entry)
    leaders = who_leads(desk, entry, force, units)
    rated = max((desk.board.leaders[leader].operations for leader in leaders), default=0)
    shift = points_shift(state, int(entry.get("rp", 0)), rated)
    alone = not leaders and militia_half(state, units)
    shift.add("3.3", state.board.numbers.militia_activation, "half militia and no leader", when=alone)
    found: dict[int, list[int]] = {}
    for face in FACES:
        found.setdefault(given(state, face + shift.total, rated), []).append(face)
    return found


def who_leads(desk: Desk, entry: Entry, force: str, units: Sequence[str]) -> list[str]:
    """The leaders of the force or fleet of an operation; of a divided force those who go with its men."""
    state = desk.state
    if not force:
        return [leader for ship in entry["fleet"]["ships"] for leader in state.leaders_in(str(ship))]
    force = state.force_of(units[0]) if units else force
    leaders = state.leaders_in(force)
    whole = all(unit in units for unit in state.units_in(force))
    if whole or (state.marked(force) and entry.get("marker") == "goes"):
        return leaders
    return [leader for leader in leaders if led_with(state, leader, units)]


def die_in_words(points: Mapping[int, list[int]]) -> str:
    """The points by the faces of the die, in words."""
    told = [f"{number} OP on {faces[0]}" + (f" to {faces[-1]}" if len(faces) > 1 else "")
            for number, faces in points.items()]  # fmt: skip
    return ", ".join(told)


def reach_in_words(desk: Desk, entry: Entry, points: Mapping[int, list[int]]) -> str:
    """The last step that each number of points pays for, in words."""
    steps = entry.get("do", ())
    if not steps:
        return "It does nothing."
    start = str(desk.look.forces.get(force_named(desk, entry), {}).get("at", ""))
    reach = grouped((last_paid(desk, steps, number, start), number) for number in points)
    if list(reach) == [len(steps)]:
        return "The points suffice for every step, if all conditions hold."
    told = []
    for last, numbers in reach.items():
        words = listed([str(each) for each in numbers], "or")
        told.append(f"{words} OP carry it through step {last}" if last else f"{words} OP pay for no step")
    return f"If all conditions hold, {', '.join(told)} of {len(steps)}."


def last_paid(desk: Desk, steps: Any, points: int, at: str) -> int:
    """The last step that so many points pay for, of a force that begins there."""
    left, last, came = points, 0, ""
    for number, step in enumerate(steps, 1):
        left -= price(desk, step)
        for area in way_of(step["move"]) if "move" in step else ():
            left -= desk.board.numbers.leave_enemy_op * (area != came and hostile(desk, at))
            came, at = at, area
        if left < 0:
            break
        last = number
    return last


def way_of(march: Entry) -> list[str]:
    """The areas of a march, one after another."""
    return [str(area) for area in (*march.get("via", ()), march["to"])]


def hostile(desk: Desk, area: str) -> bool:
    """Tells if an area is wholly the enemy's as the map lies: it costs more to march on from there (5.0)."""
    return area in desk.board.areas and control(desk.look, area) == other(desk.seat)


def price(desk: Desk, step: Entry) -> int:
    """The points of a step by the printed prices, with all its repetitions."""
    numbers = desk.board.numbers
    verb = verb_of(step)
    part: Entry = step[verb] if isinstance(step.get(verb), Mapping) else {}
    times = int(part.get("times", 1))
    if verb == "besiege":
        return numbers.assault_op * times + (numbers.works_op if part.get("works") else 0)
    each = {"move": numbers.move_op * (1 + len(part.get("via", ()))), "attack": numbers.battle_op,
            "hunt": numbers.hunt_op, "works": numbers.works_op, "blockade": numbers.blockade_op,
            "embark": numbers.embark_op, "land": numbers.land_op, "sail": numbers.sail_op,
            "raid": numbers.raid_op}  # fmt: skip
    return each.get(verb, 0) * times
