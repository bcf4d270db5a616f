"""The force that an operation names and the units of it that move: of several nations each in its own step (3.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.guerra.orders.stacks import force_of, leaders_in, nation_of
from pbem.adjudicator.guerra.rules.ch04_resources import purse_name
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.terms import PATRIOT, STEPS_OF_NATIONS


def named_in(desk: Desk, entry: Entry) -> Any:
    """The force that an operation names: its id or leader, or the stack that this file forms for it."""
    named = entry.get("force", "")
    if isinstance(named, Mapping) or not named:
        return named
    return next((each for each in desk.entries("forces") if named in (each.get("marker"), *leaders_in(each))), named)


def force_named(desk: Desk, entry: Entry) -> str:
    """The own force that an operation names; empty where it is not to be seen yet."""
    named = named_in(desk, entry)
    force = force_of(named["units"], desk.look) if isinstance(named, Mapping) else desk.look.force_named(str(named))
    return force if force and desk.look.own(force) else ""


def movers(desk: Desk, entry: Entry) -> list[str]:
    """The units that an operation moves, as far as they can be seen."""
    named = named_in(desk, entry)
    units = [str(unit) for unit in named["units"]] if isinstance(named, Mapping) else (
        desk.look.units_of(force_named(desk, entry)))  # fmt: skip
    only = str(entry.get("nation", ""))
    return [unit for unit in units if not only or nation_of(desk.look, unit) == only]


def step_of(nation: str) -> int:
    """The step of the Patriot's operations in which a nation operates; -1 for the Royalist's men."""
    return next((number for number, nations in enumerate(STEPS_OF_NATIONS) if nation in nations), -1)


def by_leader(desk: Desk, force: str) -> bool:
    """Tells if a force of several nations acts whole, in its leader's step: the charter may have it so (5.1.2)."""
    leaders = desk.look.forces.get(force, {}).get("leaders", ())
    return desk.seat == PATRIOT and bool(leaders) and choice(desk.state, "mixed_stacks") == "with_leader"


def in_steps(desk: Desk, entry: Entry) -> list[list[str]]:
    """The units that an operation may move, step by step of the phase."""
    units = movers(desk, entry)
    if by_leader(desk, force_named(desk, entry)):
        return [units]
    found: dict[int, list[str]] = {}
    for unit in units:
        found.setdefault(step_of(nation_of(desk.look, unit)), []).append(unit)
    return [found[step] for step in sorted(found)]


def first_movers(desk: Desk, entry: Entry) -> list[str]:
    """The units that an operation moves in the first step in which any of them may."""
    return next(iter(in_steps(desk, entry)), [])


def twice(desk: Desk, path: Path, entry: Entry, used: dict[str, int], number: int) -> Iterator[Wrong]:
    """Units that are ordered twice, though the first entry has no condition.

    An entry without a nation moves the men of the first step in which any may still move.
    """
    force = force_named(desk, entry)
    steps = in_steps(desk, entry) or ([[force]] if force else [])
    pieces = next((step for step in steps if not any(piece in used for piece in step)), steps[0] if steps else [])
    before = next((used[piece] for piece in pieces if piece in used), None)
    if before is not None:
        hint = "write all its steps in one entry, or give the first a condition"
        line = desk.line("operations", before)
        yield Wrong((*path, "force"), f"line {line} activates that force already", "5.2", hint)
    elif force in used and not isinstance(named_in(desk, entry), Mapping):
        line = desk.line("operations", used[force])
        yield Wrong((*path, "force"), f"that marker has gone with the men of line {line}", "5.1.1",
                    "name those who stay by their units")  # fmt: skip
    if entry.get("if"):
        return
    parted = len(desk.look.units_of(force)) > len(pieces)
    gone = [force] if parted and force in desk.board.ejercitos and entry.get("marker") == "goes" else []
    for piece in (*pieces, *gone):
        used.setdefault(piece, number)


def wrong_nation(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """A nation without men in the force, or that acts in another step than the leader of its force."""
    nation, force = str(entry.get("nation", "")), force_named(desk, entry)
    if not nation or entry.get("if") or not (force or isinstance(named_in(desk, entry), Mapping)):
        return
    leaders = [str(name) for name in desk.look.forces.get(force, {}).get("leaders", ())]
    alone = not desk.look.units_of(force) and nation in [nation_of(desk.look, name) for name in leaders]
    if not movers(desk, entry) and not alone:
        yield Wrong((*path, "nation"), f"no unit of {purse_name(nation)} is in that force", "5.1.2")
    elif by_leader(desk, force) and step_of(nation) not in [step_of(nation_of(desk.look, name)) for name in leaders]:
        yield Wrong((*path, "nation"), "by the charter a force with a leader acts whole, in the leader's step", "5.1.2",
                    "leave 'nation' out")  # fmt: skip


def two_steps(desk: Desk, path: Path, units: Sequence[str]) -> Iterator[Wrong]:
    """Units of one entry that operate in different steps of the phase."""
    steps = [step_of(desk.board.units[unit].nation) for unit in units if unit in desk.board.units]
    for number, step in enumerate(steps):
        if step != steps[0]:
            yield Wrong((*path, number), f"'{units[number]}' operates in another step of the phase than '{units[0]}'",
                        "3.2", "write an entry for each step, or say of which 'nation' its men march")  # fmt: skip
