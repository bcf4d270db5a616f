"""A fault of orders that their owner can see, and the material of a check; other modules of the check build on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.view import seen_state
from pbem.adjudicator.orders.carried_out.check_desk import CheckDesk, contradictions, lists_of_conditions
from pbem.adjudicator.orders.carried_out.check_desk import Entry as Entry
from pbem.adjudicator.orders.carried_out.check_desk import Path as Path
from pbem.adjudicator.orders.carried_out.check_desk import Wrong as Wrong


class Desk(CheckDesk):
    """The material of a check, with the eyes of the orders' owner and the position as they see it."""

    board: Board

    @cached_property
    def look(self) -> Look:
        """The owner's eyes."""
        return Look(self.board, lambda: self.known, {})

    @cached_property
    def state(self) -> State:
        """The position as the owner sees it; a check may change it."""
        return seen_state(self.board, self.known)

    def label(self, name: str) -> str:
        """A piece or place as reports print it."""
        return self.board.label(name)


# -------------------------------------------------------------------------------------------- conditions

#: Conditions that only the steps of a march book know, and those that only one sort of question knows.
IN_STEPS = ("op_rolled", "op_left", "won", "lost_battle", "enemy_avoided", "moved", "own_factors_at_most")
ONLY_IN = {**dict.fromkeys(IN_STEPS, ("do",)), "more_cavalry": ("avoid", "rebels"), "moving_to": ("intercept",),
           "garrison_at_most": ("do",), "cavalry_share": ("do", "intercept", "avoid")}  # fmt: skip
#: Words that begin a list of conditions.
LISTS = ("if", "until")
#: Pairs of conditions that cannot both hold of the same thing.
OPPOSITES = (("held", "lost"), ("held", "partly"), ("enemy_at", "no_enemy_at"), ("seen", "not_seen"),
             ("enemy_regulars", "no_regulars"), ("besieged", "free"), ("held", "enemy_at"),
             ("won", "lost_battle"))  # fmt: skip
#: Conditions that cannot hold of two things.
ONCE = ("turn", "phase", "liberals", "won", "moved")


def wrong_conditions(desk: Desk) -> Iterator[Wrong]:
    """Conditions that can never hold where they stand, in every section."""
    for path, given in lists_of_conditions((), desk.body, LISTS):
        yield from contradictions(path, given, OPPOSITES, ONCE)
        for number, each in enumerate(given):
            for word in each:
                allowed = ONLY_IN.get(word, ())
                if allowed and not any(place in path for place in allowed) and path[-1] != "until":
                    where = "in the steps of a march book" if "do" in allowed else f"under {' and '.join(allowed)}"
                    yield Wrong((*path, number, word), f"'{word}' is known only {where}")
            if "mexico_left" in each and desk.seat != "royalist":
                yield Wrong((*path, number, "mexico_left"), "the limit in Mexico is the Royalist's", "10.7")
