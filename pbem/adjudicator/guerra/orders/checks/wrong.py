"""A fault of orders that their owner can see, and the material of a check; other modules of the check build on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.view import seen_state

Path = tuple[str | int, ...]
Entry = Mapping[str, Any]


class Wrong(NamedTuple):
    """A fault: where it stands, what is wrong, its rule, and a hint."""

    path: Path
    text: str
    rule: str = ""
    hint: str = ""


class Desk:
    """The material of a check: the board, the owner's view, the seat, and the orders with ids for names."""

    def __init__(self, board: Board, known: Mapping[str, Any], seat: str, body: Mapping[str, Any]) -> None:
        self.board, self.known, self.seat, self.body = board, known, seat, body

    @cached_property
    def look(self) -> Look:
        """The owner's eyes."""
        return Look(self.board, lambda: self.known, {})

    @cached_property
    def state(self) -> State:
        """The position as the owner sees it; a check may change it."""
        return seen_state(self.board, self.known)

    def entries(self, section: str) -> Sequence[Entry]:
        """The entries of a section that is a list."""
        found: Sequence[Entry] = self.body.get(section, ())
        return found

    def place(self, name: str) -> str:
        """An area, port or sea as reports print it."""
        return self.board.place_name(name)

    def label(self, name: str) -> str:
        """A piece or place as reports print it."""
        return self.board.label(name)


# -------------------------------------------------------------------------------------------- conditions

#: Conditions that only the steps of a march book know, and those that only one sort of question knows.
IN_STEPS = ("op_rolled", "op_left", "won", "lost_battle", "enemy_avoided", "moved", "own_factors_at_most")
ONLY_IN = {**dict.fromkeys(IN_STEPS, ("do",)), "more_cavalry": ("avoid", "rebels"), "moving_to": ("intercept",),
           "garrison_at_most": ("do",), "cavalry_share": ("do", "intercept", "avoid")}  # fmt: skip
#: Pairs of conditions that cannot both hold of the same thing.
OPPOSITES = (("held", "lost"), ("held", "partly"), ("enemy_at", "no_enemy_at"), ("seen", "not_seen"),
             ("enemy_regulars", "no_regulars"), ("besieged", "free"), ("held", "enemy_at"),
             ("won", "lost_battle"))  # fmt: skip


def wrong_conditions(desk: Desk) -> Iterator[Wrong]:
    """Conditions that can never hold where they stand, in every section."""
    for path, given in ifs_in((), desk.body):
        yield from contradictions(path, given)
        for number, each in enumerate(given):
            for word in each:
                allowed = ONLY_IN.get(word, ())
                if allowed and not any(place in path for place in allowed) and path[-1] != "until":
                    where = "in the steps of a march book" if "do" in allowed else f"under {' and '.join(allowed)}"
                    yield Wrong((*path, number, word), f"'{word}' is known only {where}")
            if "mexico_left" in each and desk.seat != "royalist":
                yield Wrong((*path, number, "mexico_left"), "the limit in Mexico is the Royalist's", "10.7")


def contradictions(path: Path, given: Sequence[Entry]) -> Iterator[Wrong]:
    """Two conditions of one list that cannot both hold."""
    flat = [(number, word, wanted) for number, each in enumerate(given) for word, wanted in each.items()]
    for place, (number, word, wanted) in enumerate(flat):
        for _, before, other in flat[:place]:
            pair = {before, word} in [set(each) for each in OPPOSITES] and wanted == other
            twice = before == word in ("turn", "phase", "liberals", "won", "moved") and wanted != other
            if pair or twice:
                yield Wrong((*path, number, word), f"'{word}' and '{before}' above it never hold together",
                            hint="all conditions of one list must hold")  # fmt: skip


def ifs_in(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Every list of conditions below a value, with its place."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key in ("if", "until") and isinstance(inner, list):
            yield (*path, key), inner
        else:
            yield from ifs_in((*path, key), inner)
