"""A fault of orders that their owner can see, and the material of a check; other modules of the check build on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders.conditions import ONLY_IN
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF
from pbem.adjudicator.yellowjack.view.view import seen_state

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
    def look(self) -> Lookout:
        """The owner's eyes."""
        return Lookout(self.board, lambda: self.known, {})

    @cached_property
    def state(self) -> State:
        """The position as the owner sees it."""
        return seen_state(self.board, self.known)

    def entries(self, section: str) -> Sequence[Entry]:
        """The entries of a section that is a list."""
        found: Sequence[Entry] = self.body.get(section, ())
        return found

    def place(self, name: str) -> str:
        """A place as reports print it."""
        return self.board.place_name(name)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The owner's Formations as reports call them: the Leader's name with the id, or the counter's."""
        found: dict[str, str] = {}
        for name in self.look.own:
            leaders = [each for each, one in self.known["leaders"].items() if name in one["posts"]]
            called = self.board.label(leaders[0] if leaders else name)
            found[name] = f"{called} ({name})" if called.lower() != name else called
        return found

    def own_port(self, name: str) -> bool:
        """Tells if a Port is held by a Contingent of the owner's."""
        return SIDE_OF.get(str(self.known["ports"].get(name, {}).get("holder", "")), "") == self.seat


# -------------------------------------------------------------------------------------------- conditions

#: Pairs of conditions that cannot both hold of the same thing.
OPPOSITES = (("held", "lost"), ("enemy_within", "no_enemy_within"), ("unspotted_within", "no_enemy_within"))


def wrong_conditions(desk: Desk) -> Iterator[Wrong]:
    """Conditions that can never hold where they stand, in every section."""
    for path, given in ifs_in((), desk.body):
        yield from contradictions(path, given)
        for number, each in enumerate(given):
            for word, wanted in each.items():
                spot: Path = (*path, number, word)
                sections = ONLY_IN.get(word, ())
                if sections and not any(place in path for place in sections):
                    yield Wrong(spot, f"'{word}' is known only under {' and '.join(sections)}")
                if isinstance(wanted, Mapping) and "of" in wanted and ("legs" in wanted) == ("mps" in wanted):
                    yield Wrong(spot, f"'{word}' wants either legs or mps", "R1.7")


def contradictions(path: Path, given: Sequence[Entry]) -> Iterator[Wrong]:
    """Two conditions of one list that cannot both hold."""
    flat = [(number, word, wanted) for number, each in enumerate(given) for word, wanted in each.items()]
    for place, (number, word, wanted) in enumerate(flat):
        for _, before, other in flat[:place]:
            if {before, word} in [set(each) for each in OPPOSITES] and wanted == other:
                yield Wrong((*path, number, word), f"'{word}' and '{before}' above it never hold together",
                            hint="all conditions of one list must hold")  # fmt: skip


def ifs_in(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Every list of conditions below a value, with its place."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key in ("if", "until", "hold_until", "sortie", "break") and isinstance(inner, list):
            yield (*path, key), inner
        else:
            yield from ifs_in((*path, key), inner)
