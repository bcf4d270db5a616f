"""Lists of counters by their holder and of forces by their area, each made once for many queries.

Every move of a counter or force is counted. A list holds until the next move, whatever position that was in; it also
notes which tables it was made from and how many forces there were, for a force may be laid in ready-made or taken off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.guerra.state.terms import LINE
from pbem.base.records import dataclass, field

if TYPE_CHECKING:
    from pbem.adjudicator.guerra.board.board import Board


class Moves:
    """Counts the moves of counters and forces, in all positions together."""

    count = 0


class Placed:
    """Base of counters and forces, whose place is `at`; each move is counted."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        if name == "at":
            Moves.count += 1


@dataclass(slots=True)
class Piece(Placed):
    """One unit."""

    at: str  # a force; a port or sea for a ship; pool, due, track/7, gone
    steps: int
    mode: str = LINE  # or guerrilla (10.1)


@dataclass(slots=True)
class Officer(Placed):
    """One leader."""

    at: str  # a force; a ship; due, track/7, gone, out


@dataclass(slots=True)
class Force(Placed):
    """Units and leaders that stand and march together (5.1)."""

    side: str
    at: str  # an area; the sea, while it is embarked; box-haiti or legion
    inside: str = ""  # the port in whose city or fortress it stands
    ships: list[str] = field(default_factory=list)  # that carry it
    start: str = ""  # where it stood as the phase began
    came_from: str = ""  # the area it last marched out of


class Lists:
    """The lists of one position, and what they were made from."""

    __slots__ = ("forces", "forces_by_area", "leaders_by_holder", "many", "moves", "ranks", "units", "units_by_holder")

    def __init__(self, place: Places) -> None:
        self.moves = Moves.count
        self.units, self.forces = place.units, place.forces
        self.many = len(place.forces)
        self.units_by_holder = by_place(place.units)
        self.leaders_by_holder = by_place(place.leaders)
        self.forces_by_area = by_place(place.forces)
        self.ranks: dict[str, int] = {}

    def hold(self, place: Places) -> bool:
        """Tells if nothing has moved since."""
        return (self.moves == Moves.count and self.many == len(place.forces) and self.units is place.units
                and self.forces is place.forces)  # fmt: skip

    def ranks_in(self, table: Mapping[str, Any]) -> dict[str, int]:
        """The place of each counter of a table in its order; a unit and a leader never have the same name."""
        if not self.ranks.keys() >= table.keys():
            self.ranks.update((name, number) for number, name in enumerate(table))
        return self.ranks


def by_place(table: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of a table by the place of each, in the table's order."""
    found: dict[str, list[str]] = {}
    for name, each in table.items():
        found.setdefault(each.at, []).append(name)
    return found


class Places:
    """The queries of a position for who stands where."""

    __slots__ = ("kept_lists",)

    if TYPE_CHECKING:
        board: Board
        units: dict[str, Piece]
        leaders: dict[str, Officer]
        forces: dict[str, Force]

    kept_lists: Lists | None

    def forget_lists(self) -> None:
        """No lists have been made yet."""
        self.kept_lists = None

    def lists(self) -> Lists:
        """The lists as they hold now."""
        if self.kept_lists is None or not self.kept_lists.hold(self):
            self.kept_lists = Lists(self)
        return self.kept_lists

    def units_in(self, force: str) -> list[str]:
        """The units of a force, in the board's order."""
        return list(self.lists().units_by_holder.get(force, ()))

    def leaders_in(self, holder: str) -> list[str]:
        """The leaders of a force or ship, in the board's order."""
        return list(self.lists().leaders_by_holder.get(holder, ()))

    def forces_at(self, area: str, side: str = "", *, field_only: bool = False) -> list[str]:
        """Lists forces in an area, of one side or all; if so told only those that stand in no city or fortress."""
        return [
            name for name in self.lists().forces_by_area.get(area, ())
            if (not side or self.forces[name].side == side) and not (field_only and self.forces[name].inside)
        ]  # fmt: skip

    def ships_at(self, place: str, side: str = "") -> list[str]:
        """The ships in a port, sea or box, in the board's order."""
        board = self.board.units
        return [name for name in self.lists().units_by_holder.get(place, ())
                if board[name].naval and (not side or board[name].side == side)]  # fmt: skip

    def land_units_at(self, area: str, side: str = "") -> list[str]:
        """The land units of an area, in the field and inside, in the board's order."""
        return self.of_forces(self.units, self.lists().units_by_holder, area, side)

    def leaders_at(self, area: str, side: str = "") -> list[str]:
        """The leaders who are with forces in an area."""
        return self.of_forces(self.leaders, self.lists().leaders_by_holder, area, side)

    def of_forces(
        self, table: Mapping[str, Any], by_holder: Mapping[str, list[str]], area: str, side: str
    ) -> list[str]:  # fmt: skip
        """The counters of all forces in an area, in the board's order."""
        holders = [force for force in self.forces_at(area, side) if force in by_holder]
        found = [name for force in holders for name in by_holder[force]]
        if len(holders) < 2:
            return found
        ranks = self.lists().ranks_in(table)
        return sorted(found, key=ranks.__getitem__)
