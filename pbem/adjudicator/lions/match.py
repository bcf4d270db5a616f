"""A game of When Lions Sailed being played: the position, the phase that comes next, and what outlives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.campaign import Campaign
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import News
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.orders.plans import Doctrine, OrderFile, Silence
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


class LionsMatch(Campaign[State]):
    """One match; what comes is a step of the turn. Who is `quiet` needs no order file to do nothing."""

    coming_is = "step"
    quiet: tuple[str, ...] = ()

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        """Turn 0: treasuries are full, markers in the pool, the map is empty (3.0)."""
        turns = int(house.get("turns", HOUSE_RULES["turns"]["default"]))
        state = open_game(load_board(edition), house, len(seats), turns)
        return cls(state, SETUP, state.players, house, edition)

    @classmethod
    def position(cls, known: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> State:
        return State.from_plain(load_board(edition), known, house)

    def plain_position(self) -> dict[str, Any]:
        return self.state.to_plain()

    def phase(self) -> Phase | None:
        if self.state.ended:
            return None
        turn = self.state.turn
        return Phase(f"t{turn:02d}.{self.coming}", TITLES[self.coming].format(turn=turn), turn, self.state.players)

    async def play_phase(self, table: Table) -> None:
        await play_phase(table, self.state, self.coming)

    def following(self) -> str:
        return NEXT[self.coming]

    def news(self) -> News:
        return news_of(self.state.turn)

    def presence(self) -> list[tuple[str, str]]:
        return [(each["square"], each["power"]) for each in presence(self.state)]

    def known(self, seat: str | None) -> dict[str, Any]:
        return view(self.state, seat) | {"step": "" if self.state.ended else self.coming}

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        doctrine = Doctrine(self.state.board, self.eyes(seat))
        files: list[Source] = []
        newer: list[str] = []
        for place, order in enumerate(orders):
            files.append(OrderFile(order, self.state, doctrine, len(orders) - place, tuple(newer)))
            newer += [row.key for row in TABLE.rows if row.topics and row.key in order.body]
        asked = next((order.body["ask"] for order in orders if "ask" in order.body), ())
        silence: list[Source] = [Silence(asked)] if orders or seat in self.quiet else []
        return [*files, self.standing[seat].source(doctrine), *silence]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """Returns a function that gives the seat's view at the moment it is called."""
        return lambda: view(self.state, seat)

    def result(self) -> dict[str, Any] | None:
        if not self.state.ended:
            return None
        winners = self.state.winners
        return {"winner": " and ".join(winners), "winners": list(winners), "how": self.state.ended}

    def facts(self) -> dict[str, Any]:
        return facts(self.state)

    def invariants(self) -> list[str]:
        return broken(self.state)
