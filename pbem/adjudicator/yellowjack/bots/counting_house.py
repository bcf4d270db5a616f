"""The view of a steady captain: own Formations and Orders, and the position that the view tells, for the rules.

Everything here is made from the view alone; the rules are asked on the position that it tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from pbem.adjudicator.yellowjack.base.net import mps
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.troops import able
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH, CARACAS, CONVOY, FITTING_OUT, READY, SIDE_OF, SPANISH
from pbem.adjudicator.yellowjack.view.view import seen_state

Part = dict[str, Any]
#: Contingents at war from the first.
AT_WAR = (BRITISH, SPANISH, CARACAS)
Piece = Mapping[str, Any]


class Captain:
    """One seat's material: its board, its view, and the position that the view tells."""

    def __init__(self, board: Board, view: Mapping[str, Any]) -> None:
        self.board = board
        self.view = view
        self.seat = str(view["seat"])
        self.ruling = Ruling(shares=shares)

    @cached_property
    def state(self) -> State:
        """The position as the view tells it."""
        return seen_state(self.board, self.view)

    @cached_property
    def soldiers(self) -> dict[str, list[str]]:
        """The own Units at each own Port."""
        found: dict[str, list[str]] = {}
        for unit in able(self.state, self.seat):
            found.setdefault(self.state.units[unit].at, []).append(unit)
        return found

    @property
    def left(self) -> int:
        """The Turns that come after this one."""
        return int(self.view["last"]) - int(self.view["date"])

    def formations(self) -> Iterator[tuple[str, Piece]]:
        """One's own Formations on the map that go with nobody, Convoys apart."""
        for name, each in self.view["formations"].items():
            if each["kind"] != CONVOY and not each["goes_with"] and each["at"] in self.board.nodes:
                yield name, each

    def convoys(self) -> list[str]:
        """One's own Convoys on the map."""
        return [name for name, each in self.view["formations"].items()
                if each["kind"] == CONVOY and each["at"] in self.board.nodes]  # fmt: skip

    def convoy_with(self, formation: str) -> str:
        """The Convoy that shares the Order of a Formation; empty for none."""
        order = self.view["formations"][formation]["order"]
        return next((name for name in self.convoys() if order and self.view["formations"][name]["order"] == order), "")

    def kind_of(self, formation: str) -> str:
        """The sort of Order that a Formation carries out; empty for none."""
        order = self.view["orders"].get(self.view["formations"][formation]["order"], {})
        return str(order.get("kind", ""))

    def targets_of(self, formation: str) -> list[str]:
        """The places of the Order that a Formation carries out."""
        order = self.view["orders"].get(self.view["formations"][formation]["order"], {})
        return [str(place) for place in order.get("targets", ())]

    def third(self, formation: str) -> int:
        """The worst third of damage in a Formation."""
        squadrons = self.view["formations"][formation]["squadrons"]
        return max((int(self.view["squadrons"][name]["third"]) for name in squadrons), default=0)

    def sail(self, formation: str) -> int:
        """The Sail of a Formation."""
        return sum(self.state.sail_of(formation).values())

    def sail_of(self, name: str) -> int:
        """The Sail of a Formation, or of a Squadron."""
        return self.sail(name) if name in self.state.formations else self.state.size(name)

    def place(self, name: str) -> str:
        """The place of a Formation, or of a Squadron."""
        return self.state.place(name) if name in self.state.formations else self.state.place_of(name)

    def fits_out(self, formation: str) -> bool:
        """Tells if a Formation lies Fitting Out."""
        return str(self.view["formations"][formation]["state"]) == FITTING_OUT

    def at_sea(self, formation: str) -> bool:
        """Tells if a Formation is Ready."""
        return str(self.view["formations"][formation]["state"]) == READY

    def foes_at(self, place: str) -> int:
        """The enemy Squadrons seen in a place; a marker that is not Spotted counts as one."""
        found = [each for each in self.view["markers"].values() if each["at"] == place]
        return sum(int((each["seen"] or {}).get("squadrons", 1)) if each["spotted"] else 1 for each in found)

    def own_port(self, port: str) -> bool:
        """Tells if a Port is one's own side's."""
        return SIDE_OF.get(str(self.view["ports"].get(port, {}).get("holder", "")), "") == self.seat

    def foes(self) -> list[str]:
        """The Ports of the enemy; the French are at peace."""
        return [name for name, port in self.view["ports"].items()
                if str(port["holder"]) in AT_WAR and not self.own_port(name)]  # fmt: skip

    def away(self, start: str, goal: str) -> int:
        """The MPs between two places under the winds that blow."""
        return mps(self.state, start, goal)
