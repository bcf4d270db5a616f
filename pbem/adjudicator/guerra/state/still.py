"""A position for reading, in which nothing moves: its lists are made once and never looked after.

It shares the counters of the position that it was made from, and holds as long as nobody moves.
"""

from __future__ import annotations

from pbem.adjudicator.engine.piecemeal import StillLists
from pbem.adjudicator.guerra.state.state import State
from pbem.base.records import fields


class StillState(State):
    """A position in which nothing moves any more."""

    __slots__ = ()

    @classmethod
    def of(cls, state: State) -> StillState:
        """Makes a position for reading of one that stands still."""
        still = cls.__new__(cls)
        for field in fields(State):
            setattr(still, field.name, getattr(state, field.name))
        still.forget_lists(StillLists)
        return still
