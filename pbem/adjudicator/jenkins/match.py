"""A game of Jenkins' Ear being played: the position, whose phase it is, and the standing orders that outlive it."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Memories
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.game import Match
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders.answers import Doctrine, OrderFile, Silence
from pbem.adjudicator.jenkins.rules.ch03_setup import open_game
from pbem.adjudicator.jenkins.rules.ch06_sequence import play_phase
from pbem.adjudicator.jenkins.state.house import board_of
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.jenkins.view.facts import facts
from pbem.adjudicator.jenkins.view.invariants import broken
from pbem.adjudicator.jenkins.view.sightings import news_of
from pbem.adjudicator.jenkins.view.view import view


class JenkinsMatch(Match):
    """One match; `side` is whose phase comes next."""

    def __init__(
        self, state: State, side: str, standing: Mapping[str, StandingOrders], house: Mapping[str, str],
        edition: bytes | None = None, memories: Memories | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.side = side
        self.standing = dict(standing)
        self.house = dict(house)
        self.edition = edition
        self.memories = memories or Memories.of(SIDES)

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> JenkinsMatch:
        """Turn 0: force pools and war funds are laid out before anybody orders (3.0); England sets up first (3.1)."""
        state = State(board_of(house, edition), house=dict(house))
        open_game(state)
        return cls(state, SIDES[0], {side: StandingOrders(side) for side in SIDES}, house, edition)

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> JenkinsMatch:
        """The inverse of `to_plain`."""
        standing = {side: StandingOrders.from_plain(side, plain["standing"][side]) for side in SIDES}
        state = State.from_plain(board_of(house, edition), plain["state"], house)
        return cls(state, plain["side"], standing, house, edition, Memories.from_plain(plain["memory"]))

    def to_plain(self) -> dict[str, Any]:
        standing = {side: orders.to_plain() for side, orders in self.standing.items()}
        memory = self.memories.to_plain()
        return {"state": self.state.to_plain(), "side": self.side, "standing": standing, "memory": memory}

    def phase(self) -> Phase | None:
        if self.state.winner:
            return None
        name = self.side.title()
        title = f"Turn {self.state.turn}, {name} Phase" if self.state.turn else f"{name} set-up"
        return Phase(f"t{self.state.turn:02d}.{self.side}", title, self.state.turn, (self.side,))

    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        return self._play(table)

    async def _play(self, table: Table) -> None:
        self.memories.listen(table.story, news_of(self.state.board, self.state.turn))
        await play_phase(table, self.state, self.side)
        self.memories.keep([(hex_id, side) for side in SIDES for hex_id in self.state.hexes(side)])
        self.side = enemy(self.side)

    def view(self, seat: str | None) -> dict[str, Any]:
        standing = self.standing[seat].to_plain() if seat else []
        phase = self.phase()
        open_now = {"phase": phase.id if phase else "", "phase_side": self.side}
        printed = {"edition": self.edition.decode()} if self.edition else {}
        own = {"house": dict(self.house), "standing": standing, "memory": self.memories.view(seat)}
        return view(self.state, seat) | open_now | printed | own

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        files: list[Source] = [OrderFile(order, self.state) for order in orders]
        silence: list[Source] = [Silence()] if files and seat == self.side else []
        return [*files, *silence, self.standing[seat].source(Doctrine(self.state, seat))]

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        for order in orders:
            self.standing[seat].adopt(order)

    def standing_report(self, seat: str) -> list[str]:
        return self.standing[seat].report()

    def result(self) -> dict[str, Any] | None:
        return {"winner": self.state.winner} if self.state.winner else None

    def facts(self) -> dict[str, Any]:
        return facts(self.state)

    def invariants(self) -> list[str]:
        return broken(self.state)
