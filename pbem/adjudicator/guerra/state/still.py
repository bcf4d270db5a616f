"""A position for reading: who stands where is listed once, so that many queries cost one pass over the counters.

It shares the counters of the position that it was made from, and holds as long as nobody moves.
"""

from __future__ import annotations

from pbem.adjudicator.guerra.state.state import State
from pbem.base.records import fields


class StillState(State):
    """A position in which nothing moves any more."""

    __slots__ = ("forces_by_area", "leaders_by_holder", "rank", "units_by_holder")

    units_by_holder: dict[str, list[str]]
    leaders_by_holder: dict[str, list[str]]
    forces_by_area: dict[str, list[str]]
    rank: dict[str, int]  # unit or leader -> its place in the board's order

    @classmethod
    def of(cls, state: State) -> StillState:
        """Makes a position for reading of one that stands still."""
        still = cls.__new__(cls)
        for field in fields(State):
            setattr(still, field.name, getattr(state, field.name))
        still.units_by_holder, still.leaders_by_holder, still.forces_by_area = {}, {}, {}
        still.rank = {name: number for number, name in enumerate((*state.units, *state.leaders))}
        for name, piece in state.units.items():
            still.units_by_holder.setdefault(piece.at, []).append(name)
        for name, officer in state.leaders.items():
            still.leaders_by_holder.setdefault(officer.at, []).append(name)
        for name, force in state.forces.items():
            still.forces_by_area.setdefault(force.at, []).append(name)
        return still

    def units_in(self, force: str) -> list[str]:
        return list(self.units_by_holder.get(force, ()))

    def leaders_in(self, holder: str) -> list[str]:
        return list(self.leaders_by_holder.get(holder, ()))

    def forces_at(self, area: str, side: str = "", *, field_only: bool = False) -> list[str]:
        return [
            name for name in self.forces_by_area.get(area, ())
            if (not side or self.forces[name].side == side) and not (field_only and self.forces[name].inside)
        ]  # fmt: skip

    def land_units_at(self, area: str, side: str = "") -> list[str]:
        found = [name for force in self.forces_at(area, side) for name in self.units_by_holder.get(force, ())]
        return sorted(found, key=self.rank.__getitem__) if len(found) > 1 else found

    def leaders_at(self, area: str, side: str = "") -> list[str]:
        found = [name for force in self.forces_at(area, side) for name in self.leaders_by_holder.get(force, ())]
        return sorted(found, key=self.rank.__getitem__) if len(found) > 1 else found

    def inside(self, port: str, side: str = "") -> list[str]:
        area = self.board.ports[port].area if port in self.board.ports else ""
        return [name for name in self.forces_at(area, side) if self.forces[name].inside == port]

    def ships_at(self, place: str, side: str = "") -> list[str]:
        board = self.board.units
        return [name for name in self.units_by_holder.get(place, ())
                if board[name].naval and (not side or board[name].side == side)]  # fmt: skip
