"""A position for reading, in which nothing moves: its lists are made once and never looked after.

It shares the counters of the position that it was made from, and holds as long as nobody moves.
"""

from __future__ import annotations

from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.who_is_where import Lists
from pbem.base.records import fields


class StillState(State):
    """A position in which nothing moves any more."""

    __slots__ = ("still",)

    still: Lists

    @classmethod
    def of(cls, state: State) -> StillState:
        """Makes a position for reading of one that stands still."""
        still = cls.__new__(cls)
        for field in fields(State):
            setattr(still, field.name, getattr(state, field.name))
        still.still = Lists(state)
        return still

    def lists(self) -> Lists:
        return self.still

    def inside(self, port: str, side: str = "") -> list[str]:
        area = self.board.ports[port].area if port in self.board.ports else ""
        return [name for name in self.forces_at(area, side) if self.forces[name].inside == port]
