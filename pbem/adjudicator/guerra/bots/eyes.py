"""A steady player's reading of the view: own armies, what the enemy has where, and what areas are worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, wraps
from typing import Any, TypeVar

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.rules.distances import sea_distances, seas_at
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.still import StillState
from pbem.adjudicator.guerra.state.terms import (
    CHILE,
    COLOMBIA,
    GUERRILLA,
    MEXICO,
    PERU,
    PLATA,
    PORTUGUESE,
    ROYALIST,
    SHIP_OF_THE_LINE,
    other,
)
from pbem.adjudicator.guerra.view.view import seen_state

#: What a marker is taken for that was never looked under, in factors.
UNKNOWN_ARMY = 14
#: The step of the Patriot's operations in which a nation acts (3.2); the Royalist's nations act together.
STEP = {PLATA: 1, CHILE: 1, COLOMBIA: 2, PERU: 2, MEXICO: 3}
#: What one area is worth beside its Resource Points, in points.
AREA_WORTH = 2
#: Steps beside those that 10.5 wants, which may be lost.
LEEWAY = 4
#: Sea areas from which ships are near enough to help a siege.
NEAR = 10
Found = TypeVar("Found")


def once(look: Callable[..., Found]) -> Callable[..., Found]:
    """Looks only once at each thing: the view stands still while a file is written. What is found is not changed."""

    @wraps(look)
    def looked(eyes: Eyes, *at: str | int) -> Found:
        key = (look.__name__, *at)
        if key not in eyes.found:
            eyes.found[key] = look(eyes, *at)
        found: Found = eyes.found[key]
        return found

    return looked


class Eyes:
    """One seat's view as a position, and what a general makes of it."""

    def __init__(self, board: Board, known: Mapping[str, Any]) -> None:
        self.board, self.known = board, known
        self.state: State = StillState.of(seen_state(board, known))
        self.seat = str(known["seat"])
        self.enemy = other(self.seat)
        self.promised: dict[str, int] = {}  # purse -> points that this file spends on dice
        self.ordered: set[str] = set()  # units and leaders that this file sends somewhere
        self.besieging: list[str] = []  # fortresses that this file besieges
        self.gone: dict[str, int] = {}  # garrison of 10.5 -> steps that this file sends out of it
        self.found: dict[tuple[str | int, ...], Any] = {}  # what was looked up
        self.exiles = 0  # units that this file raises in Haiti
        self.turn, self.last = self.state.turn, self.state.last_turn

    # ---------------------------------------------------------------- units

    def factor(self, units: Iterable[str]) -> int:
        """The factors of some units."""
        return self.state.factors(units)

    def mine_at(self, area: str, *, inside: bool = False) -> list[str]:
        """Own units in line in an area, in the field; or all of them, those in cities and fortresses too."""
        state = self.state
        forces = state.forces_at(area, self.seat, field_only=not inside)
        return [unit for force in forces for unit in state.units_in(force)
                if state.units[unit].mode != GUERRILLA and state.nation_of(unit) != PORTUGUESE]  # fmt: skip

    def idle(self, unit: str) -> bool:
        """Tells if a unit has no orders in this file."""
        return unit not in self.ordered

    def step_of(self, name: str) -> int:
        """The step of the sequence in which an own unit or leader acts."""
        return 0 if self.royal() else STEP.get(self.state.nation_of(name), 0)

    @once
    def foes_at(self, area: str) -> list[str]:
        """Enemy forces in the field of an area, guerrillas apart; Rebels are nobody's enemy here."""
        state = self.state
        return [force for force in state.forces_at(area, self.enemy, field_only=True) if not state.is_guerrilla(force)]

    def rebels_at(self, area: str) -> list[str]:
        """Rebel forces in an area."""
        return self.state.forces_at(area, "rebel")

    def strength(self, force: str) -> int:
        """The factors of an enemy force; of a marker those last seen under it, or a guess."""
        units = self.state.units_in(force)
        if units or not self.state.marked(force):
            return self.factor(units)
        seen = self.known["last_seen"].get(force)
        return max(UNKNOWN_ARMY, sum(self.board.units[unit].factor for unit in seen["units"])) if seen else UNKNOWN_ARMY

    @once
    def foe_strength(self, area: str) -> int:
        """The factors of all enemy forces in the field of an area."""
        return sum(self.strength(force) for force in self.foes_at(area))

    @once
    def strongest_foe(self, area: str) -> int:
        """The factors of the strongest single enemy force in the field."""
        return max((self.strength(force) for force in self.foes_at(area)), default=0)

    @once
    def hills(self, area: str, side: str) -> list[str]:
        """The guerrilla units of a side in an area."""
        return [unit for unit in self.state.land_units_at(area, side) if self.state.units[unit].mode == GUERRILLA]

    @once
    def garrison(self, port: str) -> list[str]:
        """Enemy units in a fortress."""
        return [unit for force in self.state.inside(port, self.enemy) for unit in self.state.units_in(force)]

    @once
    def enemy_fortress(self, area: str) -> str:
        """The fortress in an area that enemy units hold; empty for none."""
        return next((port for port in self.board.areas[area].ports
                     if self.board.ports[port].fortress and self.garrison(port)), "")  # fmt: skip

    def port_area(self, port: str) -> str:
        """The area of a port."""
        return self.board.ports[port].area

    def beset(self) -> list[str]:
        """Own fortresses that the enemy besieges."""
        return [port for port, siege in self.state.sieges.items() if siege.by == self.enemy]

    def ships_help(self, port: str) -> int:
        """The column that own ships off a port are worth (6.5), if some can be there."""
        seas = self.board.ports[port].seas
        able = [ship for name in (*self.board.ports, *self.board.seas) for ship in self.state.ships_at(name, self.seat)]
        if len(seas) != 1 or not able or self.state.ships_at(seas[0], self.enemy):
            return 0
        far = sea_distances(self.state, seas)
        return int(any(far.get(sea, NEAR + 1) <= NEAR for ship in able
                       for sea in seas_at(self.state, self.state.units[ship].at)))  # fmt: skip

    def room(self, ship: str) -> int:
        """The steps that a ship carries (7.7)."""
        numbers = self.board.numbers
        return numbers.line_ship_steps if self.board.units[ship].arm == SHIP_OF_THE_LINE else numbers.frigate_steps

    def halved(self, area: str) -> bool:
        """Tells if own units fight at half their factors in an area (10.1)."""
        return self.board.areas[area].alignment == self.enemy and bool(self.hills(area, self.enemy))

    def leaders_at(self, area: str, nations: Iterable[str] = ()) -> list[str]:
        """Own land leaders in an area, of some nations or all, who are not among guerrillas."""
        state = self.state
        wanted = tuple(nations)
        found = [name for name in state.leaders_at(area, self.seat) if not self.board.leaders[name].naval
                 and (not wanted or self.board.leaders[name].nation in wanted)]  # fmt: skip
        return [name for name in found
                if not state.is_guerrilla(state.force_of(name)) and not self.shut_in(state.force_of(name))]  # fmt: skip

    def shut_in(self, force: str) -> bool:
        """Tells if a force is besieged."""
        inside = self.state.forces[force].inside
        return bool(inside) and self.state.besieged(inside)

    # ---------------------------------------------------------------- areas

    @cached_property
    def held(self) -> Mapping[str, str]:
        """The holder of each area."""
        found: Mapping[str, str] = self.known["control"]
        return found

    def worth(self, area: str) -> float:
        """The worth of an area: its points, and what it counts in the end; at the end only that."""
        piece = self.board.areas[area]
        if self.closing():
            return AREA_WORTH + 1 if self.counts(area) else 0
        return piece.rp + (AREA_WORTH if piece.scores else 0)

    def counts(self, area: str) -> bool:
        """Tells if who holds an area matters to the levels of victory: on the continent, or anywhere by 12."""
        piece = self.board.areas[area]
        return piece.scores and (piece.continental or self.by_areas())

    def by_areas(self) -> bool:
        """Tells if the Patriot's areas decide the game (12.1.4, 12.2.4), not the Royalist's (11.1)."""
        return bool(self.board.scenarios[self.state.scenario].patriot_areas)

    @once
    def forgone(self, area: str) -> bool:
        """Tells if an area may be left empty in the last operations: it is no Patriot's then, and only theirs count."""
        return self.final() and self.by_areas() and not self.present(area, self.enemy)

    def present(self, area: str, side: str) -> bool:
        """Tells if a side has anybody in an area."""
        return bool(self.state.forces_at(area, side))

    @once
    def near(self, area: str) -> list[str]:
        """The areas that a force may march to from an area."""
        return [name for name in self.board.areas[area].borders if not self.board.areas[name].neutral]

    def threat(self, area: str) -> int:
        """The factors of the strongest enemy mass that stands in an area or beside it."""
        return max((self.foe_strength(name) for name in (area, *self.near(area))), default=0)

    def bound(self, area: str, units: Iterable[str]) -> bool:
        """Tells if units may not leave New Spain or Cuba, for then 10.5 would lack steps in the end."""
        if not self.royal():
            return False
        heading = self.board.scenarios[self.state.scenario]
        wanted = {"mexico-garrison": heading.mexico_garrison, "cuba-garrison": heading.cuba_garrison}
        for group, steps in wanted.items():
            areas = self.board.group(group)
            if area in areas:
                have = sum(self.state.line_steps(name, ROYALIST) for name in areas) - self.gone.get(group, 0)
                return have - self.state.steps(units) < steps + LEEWAY
        return False

    def front(self, area: str) -> bool:
        """Tells if enemies stand in an area or beside it."""
        return any(self.present(name, self.enemy) for name in (area, *self.near(area)))

    @once
    def ways(self, start: str, most: int) -> dict[str, list[str]]:
        """The shortest way to each area within so many marches, through no enemies in the field."""
        found: dict[str, list[str]] = {start: []}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if len(found[here]) >= most or (here != start and self.foes_at(here)):
                continue
            for area in self.near(here):
                if area not in found:
                    found[area] = [*found[here], area]
                    queue.append(area)
        return found

    def closing(self) -> bool:
        """Tells if these are the seat's last operations: what it leaves behind has little or nothing to fear."""
        return self.turn == self.last

    def final(self) -> bool:
        """Tells if nobody moves after these operations: the Royalist's of the last turn."""
        return self.closing() and self.royal()

    def royal(self) -> bool:
        """Tells if the seat is the Royalist's."""
        return self.seat == ROYALIST


def text(number: float) -> str:
    """A number as order files write it."""
    return str(int(number))


def odds_of_winning(own: float, foe: float) -> float:
    """The chance that an attack goes well, by plain factors; a bloodbath counts half."""
    if foe <= 0:
        return 1.0
    ratio = own / foe
    for least, chance in ((6, 0.97), (5, 0.93), (4, 0.87), (3, 0.78), (2, 0.6), (1.5, 0.48), (1, 0.4), (0.5, 0.22)):
        if ratio >= least:
            return chance
    return 0.08
