"""A seat's knowledge: all that reports, order checks, questions and the desk are made from (5.1.3).

Hidden are the units and leaders under the other side's markers until a rule lays them open, what is left of the
Mexican die, and, where the charter says so, purses. All else lies open. `seen_state` makes a position of a view, so
that queries of rules can be asked of what a seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.engine.memory import remembered
from pbem.adjudicator.engine.piecemeal import Piecemeal
from pbem.adjudicator.engine.plain_state import plain, read
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.rules.ch01_map import Control, control, regulars_at
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Acting, Force, Officer, Piece, State
from pbem.adjudicator.guerra.state.still import StillState
from pbem.adjudicator.guerra.state.terms import CAVALRY, INFANTRY, PATRIOT, PURSES, ROYALIST, SEATS, SIDES, other

#: What everybody sees of a position as it is.
OPEN = (
    "scenario", "turn", "last_turn", "step", "sieges", "ports", "stations", "masses", "repression", "rose", "raided",
    "halved", "liberals", "subverted", "neutral", "legion", "rose_now", "last_holder", "winner", "ended",
)  # fmt: skip
#: Where the counters of a hidden force are, as far as others know.
UNSEEN = "under-marker"


def view(state: State, seat: str | None, memory: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """All that a seat may know, with what it remembers of markers; None is the public."""
    reader = Reading(StillState.of(state), seat, memory, whole)
    return {name: make(reader) for name, make in PARTS.items() if reader.may_see(name)}


def glance(state: State, seat: str, memory: Sequence[Mapping[str, Any]] = ()) -> Mapping[str, Any]:
    """A seat's view of which each part is made when it is asked for: conditions look at a few, thousands of times."""
    reader = Reading(state, seat, memory, Piecemeal)
    return Piecemeal((name for name in PARTS if reader.may_see(name)), lambda name: PARTS[name](reader))


#: Makes a mapping of keys: all of it at once, or piece by piece.
Shelf = Callable[[Iterable[str], Callable[[str], Any]], Mapping[str, Any]]


def whole(keys: Iterable[str], make: Callable[[str], Any]) -> dict[str, Any]:
    """A mapping, all of it at once."""
    return {key: make(key) for key in keys}


class Reading:
    """A position as one seat, or the public, reads it: what several parts of its view are made of."""

    def __init__(
        self, state: State, seat: str | None, memory: Sequence[Mapping[str, Any]], shelf: Shelf
    ) -> None:  # fmt: skip
        self.state, self.seat, self.memory, self.shelf = state, seat, memory, shelf

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The forces that the reader cannot look under."""
        return hidden_forces(self.state, self.seat)

    @cached_property
    def held(self) -> Mapping[str, Control]:
        """The control of every area."""
        return Piecemeal(self.state.board.areas, partial(control, self.state))

    def may_see(self, part: str) -> bool:
        """Tells if the reader has a part of the view: some are of one seat alone."""
        if part == "acting":
            return bool(self.seat) and self.state.acting.side == self.seat
        return part != "mexico_left" or self.seat == ROYALIST

    def units(self) -> Mapping[str, Any]:
        """The units that are seen, each where it is."""
        state, hidden = self.state, self.hidden
        names = [name for name in state.units if state.lies_under(name) not in hidden]
        return self.shelf(names, partial(unit_seen, state))

    def leaders(self) -> Mapping[str, Any]:
        """The leaders who are seen."""
        names = [name for name, officer in self.state.leaders.items() if officer.at not in self.hidden]
        return self.shelf(names, partial(leader_seen, self.state))

    def forces(self) -> Mapping[str, Any]:
        """The stacks on the map."""
        return self.shelf(in_order(self.state), lambda name: force_seen(self.state, name, name in self.hidden))

    def purses(self) -> dict[str, int]:
        """The purses that lie open to the reader."""
        return {name: purse_seen(self.state, name, self.seat) for name in self.state.purse
                if purse_open(self.state, name, self.seat)}  # fmt: skip

    def pays(self, area: str) -> list[int]:
        """The halves of an area that each seat is paid for."""
        return [self.held[area].royalist_pays, self.held[area].patriot_pays]


def field_of(name: str) -> Callable[[Reading], Any]:
    """Makes a part that is a field of the position."""
    return lambda it: plain(getattr(it.state, name))


#: The parts of a view, each as something that makes it.
PARTS: Mapping[str, Callable[[Reading], Any]] = MappingProxyType({
    "seat": lambda it: it.seat or "", **{name: field_of(name) for name in OPEN},
    "phase": lambda it: f"t{it.state.turn:02d}.{it.state.step}",  # while it is played; a match says which comes
    "year": lambda it: it.state.board.turn(max(it.state.turn, 1)).year,
    "units": Reading.units, "leaders": Reading.leaders, "forces": Reading.forces,
    "under_markers": lambda it: under_markers(it.state, it.hidden),
    "regulars": lambda it: regulars(it.state, it.hidden),
    "revealed": lambda it: {name: turn for name, turn in it.state.revealed.items() if name in it.state.forces},
    "purse": Reading.purses,
    "control": lambda it: it.shelf(it.state.board.areas, lambda area: it.held[area].holder),
    "pays": lambda it: it.shelf(it.state.board.areas, it.pays),
    "operated": lambda it: [name for name in it.state.operated if seen_of(it.state, name, it.hidden)],
    "score": lambda it: score(it.state, it.held), "garrisons": lambda it: garrisons(it.state, it.hidden),
    "last_seen": lambda it: last_seen(it.state, it.hidden, it.memory),
    "acting": lambda it: plain(it.state.acting), "mexico_left": lambda it: it.state.mexico_left,
})  # fmt: skip


# -------------------------------------------------------------------------------------------------- what is hidden


def hidden_forces(state: State, seat: str | None) -> frozenset[str]:
    """Forces under markers whose contents a seat does not see (5.1.3); the end of a game lays all open (10.5)."""
    if state.ended:
        return frozenset()
    return frozenset(name for name, force in state.forces.items()
                     if force.side != seat and state.hidden(name))  # fmt: skip


def seen_of(state: State, name: str, hidden: frozenset[str]) -> bool:
    """Tells if a counter lies under no marker that is hidden from the reader."""
    return (name in state.units or name in state.leaders) and state.lies_under(name) not in hidden


def under_markers(state: State, hidden: frozenset[str]) -> dict[str, list[str]]:
    """The counters of each side that are nowhere to be seen: which of them is under which marker nobody says."""
    away = [name for name in (*state.units, *state.leaders) if not seen_of(state, name, hidden)]
    return {side: found for side in SEATS if (found := [name for name in away if state.side_of(name) == side])}


def regulars(state: State, hidden: frozenset[str]) -> dict[str, bool]:
    """The one bit of a marker that rules make public: whether regulars are under it (9.4, 10.1)."""
    told = {name: has for name, has in state.told_regulars.items() if name in hidden}
    for name in sorted(hidden - set(told)):
        force = state.forces[name]
        if any(state.is_guerrilla(each) for each in state.forces_at(force.at, other(force.side))):
            told[name] = bool(regulars_at(state, force.side, force.at))
    return dict(sorted(told.items()))


def purse_open(state: State, purse: str, seat: str | None) -> bool:
    """Tells if a reader sees a purse."""
    return choice(state, "purses") != "sealed" or seat == owner(purse)


def owner(purse: str) -> str:
    """The seat of a purse."""
    return ROYALIST if purse == PURSES[0] else PATRIOT


def purse_seen(state: State, purse: str, seat: str | None) -> int:
    """The half points in a purse; others do not see what was paid for the road of shut markers (5.3)."""
    unseen = 0 if seat == owner(purse) or state.ended else state.veiled.get(purse, 0)
    return state.purse[purse] + unseen


# -------------------------------------------------------------------------------------------------- what is seen


def unit_seen(state: State, name: str) -> dict[str, Any]:
    """One unit: where it is, what is left of it."""
    piece = state.units[name]
    return {"where": state.place_of(name), "steps": piece.steps, "mode": piece.mode, "force": state.force_of(name)}


def leader_seen(state: State, name: str) -> dict[str, Any]:
    """One leader, with the force or ship that the leader is with."""
    at = state.leaders[name].at
    return {"where": state.place_of(name), "force": at if at in state.forces or at in state.units else ""}


def in_order(state: State) -> list[str]:
    """The stacks on the map, markers first: an order that tells nothing of when a marker was laid."""
    markers = [name for name in state.board.ejercitos if name in state.forces]
    numbered = [(word, int(number), name) for name in state.forces if name not in markers
                for word, _, number in [name.rpartition("-")]]  # fmt: skip
    return [*markers, *(name for *_, name in sorted(numbered))]


def force_seen(state: State, name: str, hidden: bool) -> dict[str, Any]:
    """One stack; of a hidden one only its marker, its place and what it besieges."""
    force = state.forces[name]
    return {
        "side": force.side, "at": force.at, "inside": force.inside, "ships": list(force.ships),
        "marker": state.marked(name), "hidden": hidden, "siege": state.besieges(name),
        "start": "" if hidden else force.start, "came_from": "" if hidden else force.came_from,
        "units": [] if hidden else state.units_in(name), "leaders": [] if hidden else state.leaders_in(name),
    }  # fmt: skip


def score(state: State, held: Mapping[str, Control]) -> dict[str, dict[str, int]]:
    """Counts halves of areas that score, on the whole map and on the continent, and half points there (11.0)."""
    scoring = [(state.board.areas[area], found) for area, found in held.items() if state.board.areas[area].scores]
    inland = [(area, found) for area, found in scoring if area.continental]
    return {
        "areas": {side: sum(found.counts(side) for _, found in scoring) for side in SEATS},
        "continental": {side: sum(found.counts(side) for _, found in inland) for side in SEATS},
        "rp": {side: sum(area.rp * found.counts(side) for area, found in inland) for side in SEATS},
    }


def garrisons(state: State, hidden: frozenset[str]) -> dict[str, int]:
    """Line steps of the Royalist in both regions of 10.5, as far as they are seen: at least so many."""
    found = {}
    for region in ("mexico-garrison", "cuba-garrison"):
        units = [unit for area in state.board.group(region) for unit in state.land_units_at(area, ROYALIST)]
        found[region] = sum(state.units[unit].steps for unit in units
                            if seen_of(state, unit, hidden) and counts_as_line(state, unit))  # fmt: skip
    return found


def counts_as_line(state: State, unit: str) -> bool:
    """Tells if 10.5 counts a unit: infantry and cavalry of the line."""
    piece = state.board.units[unit]
    return piece.arm in (INFANTRY, CAVALRY) and piece.regular


# -------------------------------------------------------------------------------------------------- last seen


def last_seen(
    state: State, hidden: frozenset[str], memory: Sequence[Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """The counters last seen under each hidden marker, less those seen elsewhere since."""
    if not memory:
        return {}
    covered = {name for names in under_markers(state, hidden).values() for name in names}
    found = {}
    for each in remembered({"memory": memory}):
        names = [name for name, _ in each.units if name in covered]
        if names and each.place in hidden and not each.left:
            found[each.place] = {"turn": each.turn, "units": [name for name in names if name in state.units],
                                 "leaders": [name for name in names if name in state.leaders]}  # fmt: skip
    return found


# -------------------------------------------------------------------------------------------------- as a position


def seen_state(board: Board, known: Mapping[str, Any]) -> State:
    """A position with all that the view tells and nothing else; a hidden marker is a force without units."""
    state = State.of_plain({name: known[name] for name in OPEN}, board=board, house=dict(known.get("house", {})))
    state.units = {name: piece_of(board, known, name) for name in board.units}
    state.leaders = {name: Officer(officer_at(known, name)) for name in board.leaders}
    state.forces = {name: Force(**{key: read_force(told, key) for key in FORCE_KEYS})
                    for name, told in known["forces"].items()}  # fmt: skip
    state.next_number = {side: next_free(state, side) for side in SIDES}
    state.purse = {name: known["purse"].get(name, 0) for name in PURSES}
    state.told_regulars = dict(known["regulars"])
    state.revealed = dict(known["revealed"])
    state.operated = list(known["operated"])
    state.mexico_left = known.get("mexico_left", -1)
    if "acting" in known:
        state.acting = read(Acting, known["acting"])
    return state


def next_free(state: State, side: str) -> int:
    """Finds a number above all of a side in sight, so that a check may form stacks."""
    taken = (name.rpartition("-") for name, force in state.forces.items() if force.side == side)
    return max((int(number) for _, _, number in taken if number.isdecimal()), default=0) + 1


FORCE_KEYS = ("side", "at", "inside", "ships", "start", "came_from")


def read_force(told: Mapping[str, Any], key: str) -> Any:
    """One field of a force, copied."""
    return list(told[key]) if isinstance(told[key], list) else told[key]


def piece_of(board: Board, known: Mapping[str, Any], name: str) -> Piece:
    """A unit where the view has it; one that is not seen is somewhere under a marker, at full strength."""
    told = known["units"].get(name)
    if told is None:
        return Piece(UNSEEN, board.units[name].steps)
    return Piece(told["force"] or told["where"], told["steps"], told["mode"])


def officer_at(known: Mapping[str, Any], name: str) -> str:
    """The holder of a leader."""
    told = known["leaders"].get(name)
    return UNSEEN if told is None else str(told["force"] or told["where"])


def own_forces(known: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The reader's stacks."""
    for name, force in known["forces"].items():
        if force["side"] == known["seat"]:
            yield name, force
