"""A game of When Lions Sailed being played: the position, the phase that comes next, and what outlives it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Memories
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.game import Match
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.orders.answers import Doctrine
from pbem.adjudicator.lions.orders.plans import PLANS, OrderFile, Silence
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, YEAR, play_phase
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.facts import facts
from pbem.adjudicator.lions.view.invariants import broken
from pbem.adjudicator.lions.view.sightings import news_of
from pbem.adjudicator.lions.view.view import presence, view

#: What follows a phase, and how it is called.
NEXT = {SETUP: BIDS, BIDS: YEAR, YEAR: BIDS}
TITLES = {SETUP: "Set-up", BIDS: "Turn {turn}: initiative and bids", YEAR: "Turn {turn}: outfitting and operations"}


class LionsMatch(Match):
    """One match; `step` names the phase that comes next. Who is `quiet` needs no order file to do nothing."""

    def __init__(
        self, state: State, step: str, standing: Mapping[str, StandingOrders], house: Mapping[str, str],
        edition: bytes | None = None, quiet: Sequence[str] = (), memories: Memories | None = None,
    ) -> None:  # fmt: skip
        self.state = state
        self.step = step
        self.standing = dict(standing)
        self.house = dict(house)
        self.edition = edition
        self.quiet = tuple(quiet)
        self.memories = memories or Memories.of(state.players)

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        """Turn 0: treasuries are full, markers in the pool, the map is empty (3.0)."""
        turns = int(house.get("turns", HOUSE_RULES["turns"]["default"]))
        state = open_game(load_board(edition), house, len(seats), turns)
        return cls(state, SETUP, {power: StandingOrders(power) for power in state.players}, house, edition)

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        """The inverse of `to_plain`."""
        standing = {side: StandingOrders.from_plain(side, orders) for side, orders in plain["standing"].items()}
        state = State.from_plain(load_board(edition), plain["state"], house)
        memories = Memories.from_plain(plain["memory"])
        return cls(state, plain["step"], standing, house, edition, memories=memories)

    def to_plain(self) -> dict[str, Any]:
        standing = {power: orders.to_plain() for power, orders in self.standing.items()}
        memory = self.memories.to_plain()
        return {"state": self.state.to_plain(), "step": self.step, "standing": standing, "memory": memory}

    def phase(self) -> Phase | None:
        if self.state.ended:
            return None
        turn = self.state.turn
        return Phase(f"t{turn:02d}.{self.step}", TITLES[self.step].format(turn=turn), turn, self.state.players)

    def play(self, table: Table) -> Coroutine[Effect[Any], Any, None]:
        return self._play(table)

    async def _play(self, table: Table) -> None:
        self.memories.listen(table.story, news_of(self.state.turn))
        await play_phase(table, self.state, self.step)
        self.memories.keep([(each["square"], each["power"]) for each in presence(self.state)])
        self.step = NEXT[self.step]

    def view(self, seat: str | None) -> dict[str, Any]:
        phase = self.phase()
        open_now = {"phase": phase.id if phase else "", "step": self.step if phase else ""}
        printed = {"edition": self.edition.decode()} if self.edition else {}
        standing = self.standing[seat].to_plain() if seat in self.standing else []
        own = {"house": dict(self.house), "standing": standing, "memory": self.memories.view(seat)}
        return view(self.state, seat) | open_now | printed | own

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        doctrine = Doctrine(self.state.board, self.eyes(seat))
        files: list[Source] = []
        newer: list[str] = []
        for place, order in enumerate(orders):
            files.append(OrderFile(order, self.state, doctrine, len(orders) - place, tuple(newer)))
            newer += [section for section in PLANS.values() if section in order.body]
        asked = next((order.body["ask"] for order in orders if "ask" in order.body), ())
        silence: list[Source] = [Silence(asked)] if orders or seat in self.quiet else []
        return [*files, self.standing[seat].source(doctrine), *silence]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """What the seat sees at the moment it looks."""
        return lambda: view(self.state, seat)

    def adopt(self, seat: str, orders: Sequence[Orders]) -> None:
        for order in orders:
            self.standing[seat].adopt(order)

    def standing_report(self, seat: str) -> list[str]:
        return self.standing[seat].report()

    def result(self) -> dict[str, Any] | None:
        if not self.state.ended:
            return None
        winners = self.state.winners
        return {"winner": " and ".join(winners), "winners": list(winners), "how": self.state.ended}

    def facts(self) -> dict[str, Any]:
        return facts(self.state)

    def invariants(self) -> list[str]:
        return broken(self.state)
