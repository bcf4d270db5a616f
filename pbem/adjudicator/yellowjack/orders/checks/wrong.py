"""A fault of orders that their owner can see, and the material of a check; other modules of the check build on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from pbem.adjudicator.orders.carried_out.check_desk import CheckDesk, contradictions, lists_of_conditions
from pbem.adjudicator.orders.carried_out.check_desk import Entry as Entry
from pbem.adjudicator.orders.carried_out.check_desk import Path as Path
from pbem.adjudicator.orders.carried_out.check_desk import Wrong as Wrong
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders.conditions import ONLY_IN
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF
from pbem.adjudicator.yellowjack.view.view import seen_state


class Desk(CheckDesk):
    """The material of a check, with the eyes of the orders' owner and the position as they see it."""

    board: Board

    @cached_property
    def look(self) -> Lookout:
        """The owner's eyes."""
        return Lookout(self.board, lambda: self.known, {})

    @cached_property
    def state(self) -> State:
        """The position as the owner sees it."""
        return seen_state(self.board, self.known)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The owner's Formations as reports call them: the Leader's name with the id, or the counter's."""
        found: dict[str, str] = {}
        for name in self.look.own:
            leaders = [each for each, one in self.known["leaders"].items() if name in one["posts"]]
            called = self.board.label(leaders[0] if leaders else name)
            found[name] = f"{called} ({name})" if called.lower() != name else called
        return found

    @cached_property
    def given(self) -> frozenset[str]:
        """Formations that this very file gives an Order, or a Convoy to escort, before anybody sails."""
        to = [entry["to"] for entry in self.entries("issue")]
        issued = [str(name) for each in to for name in (each if isinstance(each, list) else [each])]
        return frozenset([*issued, *(str(entry["with"]) for entry in self.entries("escort"))])

    def ordered(self, name: str) -> bool:
        """Tells if a Formation has an Order, or is given one by this file."""
        return bool(self.look.order_of(name)) or name in self.given

    def own_port(self, name: str) -> bool:
        """Tells if a Port is held by a Contingent of the owner's."""
        return SIDE_OF.get(str(self.known["ports"].get(name, {}).get("holder", "")), "") == self.seat


# -------------------------------------------------------------------------------------------- conditions

#: Words that begin a list of conditions.
LISTS = ("if", "until", "hold_until", "sortie", "break")
#: Pairs of conditions that cannot both hold of the same thing.
OPPOSITES = (("held", "lost"), ("enemy_within", "no_enemy_within"), ("unspotted_within", "no_enemy_within"))


def wrong_conditions(desk: Desk) -> Iterator[Wrong]:
    """Conditions that can never hold where they stand, in every section."""
    for path, given in lists_of_conditions((), desk.body, LISTS):
        yield from contradictions(path, given, OPPOSITES)
        for number, each in enumerate(given):
            for word, wanted in each.items():
                spot: Path = (*path, number, word)
                sections = ONLY_IN.get(word, ())
                if sections and not any(place in path for place in sections):
                    yield Wrong(spot, f"'{word}' is known only under {' and '.join(sections)}")
                if isinstance(wanted, Mapping) and "of" in wanted and ("legs" in wanted) == ("mps" in wanted):
                    yield Wrong(spot, f"'{word}' wants either legs or mps", "R1.7")
