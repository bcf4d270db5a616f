"""A game of Jenkins' Ear being played: the position, whose phase it is, and the standing orders that outlive it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.campaign import Campaign
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Sign
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders.plans import SILENCE, Doctrine, OrderFile
from pbem.adjudicator.jenkins.rules.ch03_setup import open_game
from pbem.adjudicator.jenkins.rules.ch06_sequence import play_phase
from pbem.adjudicator.jenkins.state.house import board_of
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.jenkins.view.facts import facts
from pbem.adjudicator.jenkins.view.invariants import broken
from pbem.adjudicator.jenkins.view.view import view


class JenkinsMatch(Campaign[State]):
    """One match; what comes is a side's phase."""

    coming_is = "side"
    kind, board_of = State, staticmethod(board_of)
    tells, breaches = staticmethod(facts), staticmethod(broken)
    #: Counters seen below the top: by those they come upon, in combat, and for the choice of the sea's toll (6.3); tops
    #: of stacks that sail; and counters that are off the map, wherever they go.
    signs = (
        Sign(("shown", "revealed", "inspected"), "counters", at="hex", partly="counters"),
        Sign(("sailed",), "top", at="trail", partly="top"), Sign(("eliminated", "called_home", "scuttled"), "counter"),
    )  # fmt: skip

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> JenkinsMatch:
        """Turn 0: force pools and war funds are laid out before anybody orders (3.0); England sets up first (3.1)."""
        state = State(board_of(house, edition), house=dict(house))
        open_game(state)
        return cls(state, SIDES[0], SIDES, house, edition)

    def phase(self) -> Phase | None:
        if self.state.winner:
            return None
        name = self.coming.title()
        title = f"Turn {self.state.turn}, {name} Phase" if self.state.turn else f"{name} set-up"
        return Phase(f"t{self.state.turn:02d}.{self.coming}", title, self.state.turn, (self.coming,))

    async def play_phase(self, table: Table) -> None:
        await play_phase(table, self.state, self.coming)

    def following(self) -> str:
        return enemy(self.coming)

    def label(self, unit: str) -> str:
        return self.state.board.counters[unit].label

    def presence(self) -> list[tuple[str, str]]:
        return [(hex_id, side) for side in SIDES for hex_id in self.state.hexes(side)]

    def known(self, seat: str | None) -> dict[str, Any]:
        return view(self.state, seat) | {"phase_side": self.coming}

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        files: list[Source] = [OrderFile(order, self.state) for order in orders]
        silence: list[Source] = [SILENCE] if files and seat == self.coming else []
        return [*files, *silence, *self.lasting(seat, orders, Doctrine(self.state, seat))]

    def result(self) -> dict[str, Any] | None:
        return {"winner": self.state.winner} if self.state.winner else None
