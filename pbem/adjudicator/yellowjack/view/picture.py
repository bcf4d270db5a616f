"""One reader's view with the board it is seen on: what every part of a report, a map and a desk is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine import reader
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF
from pbem.adjudicator.yellowjack.view.board_seen import board_seen
from pbem.adjudicator.yellowjack.view.view import seen_state
from pbem.base.counting import grouped


class Picture(reader.Picture[Board]):
    """A view as its reader sees it."""

    @cached_property
    def state(self) -> State:
        """All that the view tells as a position, for reading."""
        return seen_state(self.board, self.known)

    @property
    def formations(self) -> Mapping[str, Any]:
        """The reader's own Formations."""
        found: Mapping[str, Any] = self.known["formations"]
        return found

    @property
    def markers(self) -> Mapping[str, Any]:
        """The markers of others, as far as they are known."""
        found: Mapping[str, Any] = self.known["markers"]
        return found

    def place_of(self, formation: str) -> str:
        """The place of an own Formation, or of the one that it goes with."""
        one = self.formations[formation]
        leader = self.formations.get(one["goes_with"], one)
        return str(leader["at"])

    def leader_of(self, formation: str) -> str:
        """The name of the Leader posted to an own Formation; empty for none."""
        leaders = self.known["leaders"]
        return next((self.board.label(name) for name, one in leaders.items() if formation in one["posts"]), "")

    def called(self, formation: str) -> str:
        """An own Formation by its Leader and its counter: Edward Vernon, 2nd Jamaica Flag."""
        leader, counter = self.leader_of(formation), self.board.label(formation)
        return f"{leader}, {counter}" if leader else counter

    def is_friendly(self, port: str) -> bool:
        """Tells if a Port is in the hands of the reader's side."""
        held = self.known["ports"].get(port)
        return held is not None and SIDE_OF.get(str(held["holder"]), "") == self.side

    def at(self, place: str) -> list[str]:
        """Own Formations at a place, those that go with another left out."""
        return list(self.formations_at.get(place, ()))

    def markers_at(self, place: str) -> list[str]:
        """Markers of others at a place."""
        return list(self.markers_in.get(place, ()))

    @cached_property
    def formations_at(self) -> Mapping[str, Sequence[str]]:
        """Own Formations at each place, those that go with another left out."""
        return grouped((one["at"], name) for name, one in self.formations.items() if not one["goes_with"])

    @cached_property
    def markers_in(self) -> Mapping[str, Sequence[str]]:
        """Markers of others at each place."""
        return grouped((one["at"], name) for name, one in self.markers.items())


def picture(known: Mapping[str, Any]) -> Picture:
    """Draws the picture of a view."""
    return Picture(board_seen(known), known)
