"""Checks the data for sense as a whole, with or without an edition.

Each check yields its faults and goes on. A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

from pbem.adjudicator.board import soundness
from pbem.adjudicator.board.lookup import SizeTable
from pbem.adjudicator.guerra.board import charts
from pbem.adjudicator.guerra.board.draft import Draft
from pbem.adjudicator.guerra.board.pieces import Numbers
from pbem.base.errors import Fault, Kind
from pbem.base.records import fields

NUMBERS = tuple(field.name for field in fields(Numbers))
#: What must hold of names and records.
SOUND = Path(__file__).parent.parent / "data" / "sound.yaml"


def faults_of(it: Draft) -> Iterator[Fault]:
    """Every fault of the whole."""
    yield from soundness.declared(it, SOUND, tables=charts.ROLLED)
    yield from soundness.nothing_missing({"numbers": (NUMBERS, it.numbers)})
    yield from map_faults(it)
    yield from sea_faults(it)
    yield from counter_faults(it)
    yield from table_faults(it)
    yield from stack_faults(it)


def map_faults(it: Draft) -> Iterator[Fault]:
    """Borders lie between two areas, and codes are unique."""
    for section in ("borders", "touches"):
        for record in it.figures.section(section):
            ends = [str(record.figures[end].value) for end in ("a", "b") if end in record.figures]
            if len(set(ends)) == 1:
                yield record.place.fault("an area has no border with itself")
    for code, count in Tally(area.code for area in it.areas.values()).items():
        if count > 1:
            area_id = next(area.id for area in it.areas.values() if area.code == code)
            yield it.place("areas", area_id, "code").fault(f"two areas have the code '{code}'", kind=Kind.AMBIGUOUS)


def sea_faults(it: Draft) -> Iterator[Fault]:
    """Sea areas are neighbours both ways, and an area has one fortress at most."""
    for sea in it.seas.values():
        for name in sea.neighbours:
            if name not in it.seas or sea.id not in it.seas[name].neighbours:
                yield it.place("seas", sea.id, "neighbours").fault(f"'{name}' is no neighbour of '{sea.id}'")
    for area in it.areas.values():
        if sum(1 for port in area.ports if it.ports[port].fortress) > 1:
            yield it.place("areas", area.id).fault(f"'{area.id}' has two fortresses")


def counter_faults(it: Draft) -> Iterator[Fault]:
    """Counters have steps that fit, and codes that are known; a year has its number in the row."""
    for unit in it.units.values():
        if unit.begins > unit.steps or unit.steps > 2:
            yield it.place("units", unit.id, "steps").fault(f"'{unit.id}' cannot have so many steps")
        if unit.reduced > unit.factor:
            yield it.place("units", unit.id, "reduced").fault(f"'{unit.id}' is stronger with a step lost")
        if unit.code and f"{unit.side}-{unit.code.lower()}" not in it.codes:
            yield it.place("units", unit.id, "code").fault(f"'{unit.code}' is no set-up code", kind=Kind.UNKNOWN)
    for at, turn in enumerate(it.turns, 1):
        if turn.number != at:
            yield it.place("turns", str(turn.number)).fault("turns are numbered 1, 2, 3 and so on")


def table_faults(it: Draft) -> Iterator[Fault]:
    """Every row of the attrition table has a cell for each size."""
    if "attrition" not in it.found:
        return
    attrition: SizeTable = it.found["attrition"]
    for roll, cells in attrition.table:
        if len(cells) != len(attrition.columns):
            yield it.place("attrition", str(roll), "steps").fault(f"roll {roll} has not one cell for each size")


def stack_faults(it: Draft) -> Iterator[Fault]:
    """No counter is set up twice in a scenario."""
    seen: set[tuple[str, str]] = set()
    for stack in it.stacks:
        for figure, names in (("units", stack.units), ("leaders", stack.leaders)):
            for name in names:
                if (stack.scenario, name) in seen:
                    yield it.place("stacks", stack.id, figure).fault(f"'{name}' is set up twice", kind=Kind.AMBIGUOUS)
                seen.add((stack.scenario, name))
