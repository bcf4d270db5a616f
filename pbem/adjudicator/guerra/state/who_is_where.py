"""Counters and forces, and the queries for who is where; their lists are made anew when one of the kind has moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.adjudicator.engine.piecemeal import Lists, by_word, counted
from pbem.adjudicator.guerra.state.terms import LINE
from pbem.base.records import dataclass, field

if TYPE_CHECKING:
    from pbem.adjudicator.guerra.board.board import Board

Found = TypeVar("Found")


@counted("at")
@dataclass(slots=True)
class Piece:
    """One unit."""

    at: str  # a force; a port or sea for a ship; pool, due, track/7, gone
    steps: int
    mode: str = LINE  # or guerrilla (10.1)


@counted("at")
@dataclass(slots=True)
class Officer:
    """One leader."""

    at: str  # a force; a ship; due, track/7, gone, out


@counted("at", "inside")
@dataclass(slots=True)
class Force:
    """Units and leaders that stand and march together (5.1)."""

    side: str
    at: str  # an area; the sea, while it is embarked; box-haiti or legion
    inside: str = ""  # the port in whose city or fortress it stands
    ships: list[str] = field(default_factory=list)  # that carry it
    start: str = ""  # where it stood as the phase began
    came_from: str = ""  # the area it last marched out of


class Places:
    """The queries of a position for who stands where."""

    __slots__ = ("lists_of_all", "lists_of_forces", "lists_of_leaders", "lists_of_units")

    if TYPE_CHECKING:
        board: Board
        units: dict[str, Piece]
        leaders: dict[str, Officer]
        forces: dict[str, Force]

    lists_of_units: Lists
    lists_of_leaders: Lists
    lists_of_forces: Lists
    lists_of_all: Lists

    def forget_lists(self, kind: type[Lists] = Lists) -> None:
        """No lists have been made yet."""
        self.lists_of_units, self.lists_of_leaders, self.lists_of_forces = kind(Piece), kind(Officer), kind(Force)
        self.lists_of_all = kind(Piece, Officer, Force)

    def until_one_moves(self, key: Any, make: Callable[[], Found]) -> Found:
        """A finding on who stands where, and on nothing else."""
        return self.lists_of_all.kept(self.forces, key, make)

    def units_by_holder(self) -> dict[str, list[str]]:
        """The units by the force, port or sea of each, in the board's order."""
        return self.lists_of_units.kept(self.units, "holders", lambda: by_place(self.units))

    def leaders_by_holder(self) -> dict[str, list[str]]:
        """The leaders by the force or ship of each, in the board's order."""
        return self.lists_of_leaders.kept(self.leaders, "holders", lambda: by_place(self.leaders))

    def forces_by_area(self) -> dict[str, list[str]]:
        """The forces by the area of each, in their order."""
        return self.lists_of_forces.kept(self.forces, "areas", lambda: by_place(self.forces))

    def units_in(self, force: str) -> list[str]:
        """The units of a force, in the board's order."""
        return list(self.units_by_holder().get(force, ()))

    def leaders_in(self, holder: str) -> list[str]:
        """The leaders of a force or ship, in the board's order."""
        return list(self.leaders_by_holder().get(holder, ()))

    def forces_at(self, area: str, side: str = "", *, field_only: bool = False) -> list[str]:
        """Lists forces in an area, of one side or all; if so told only those that stand in no city or fortress."""
        return [
            name for name in self.forces_by_area().get(area, ())
            if (not side or self.forces[name].side == side) and not (field_only and self.forces[name].inside)
        ]  # fmt: skip

    def ships_at(self, place: str, side: str = "") -> list[str]:
        """The ships in a port, sea or box, in the board's order."""
        board = self.board.units
        return [name for name in self.units_by_holder().get(place, ())
                if board[name].naval and (not side or board[name].side == side)]  # fmt: skip

    def land_units_at(self, area: str, side: str = "") -> list[str]:
        """The land units of an area, in the field and inside, in the board's order."""
        return self.of_forces(self.units_by_holder(), area, side)

    def leaders_at(self, area: str, side: str = "") -> list[str]:
        """The leaders who are with forces in an area."""
        return self.of_forces(self.leaders_by_holder(), area, side)

    def of_forces(self, by_holder: Mapping[str, list[str]], area: str, side: str) -> list[str]:
        """The counters of all forces in an area, in the board's order."""
        holders = [force for force in self.forces_at(area, side) if force in by_holder]
        found = [name for force in holders for name in by_holder[force]]
        return found if len(holders) < 2 else sorted(found, key=ranks(self.board).__getitem__)

    def inside(self, port: str, side: str = "") -> list[str]:
        """Lists the forces in the city or fortress of a port."""
        found = self.lists_of_forces.kept(self.forces, "ports", lambda: by_word(
            (force.inside, name) for name, force in self.forces.items()))  # fmt: skip
        return [name for name in found.get(port, ()) if not side or self.forces[name].side == side]


@lru_cache(maxsize=8)
def ranks(board: Board) -> dict[str, int]:
    """The place of each unit and leader in the board's order; a unit and a leader never have the same name."""
    return {name: number for number, name in enumerate((*board.units, *board.leaders))}


def by_place(table: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of a table by the place of each, in the table's order."""
    return by_word((each.at, name) for name, each in table.items())
