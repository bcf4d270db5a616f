"""A game of When Lions Sailed being played: the position, the phase that comes next, and what outlives it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from pbem.adjudicator.campaign import Campaign
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Sign
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.plain_state import plain as copied
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.orders.carried import carried, read_carried, share_floor
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.orders.plans import Doctrine, OrderFile
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, WATCH, YEAR, play_phase
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.facts import facts
from pbem.adjudicator.lions.view.invariants import broken
from pbem.adjudicator.lions.view.view import glance, presence, view
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered

#: What follows a phase, unless the rotation has stopped after a watch; and how each is called.
NEXT = {SETUP: BIDS, BIDS: YEAR, YEAR: BIDS, WATCH: BIDS}
TITLES = {SETUP: "Set-up", BIDS: "Turn {turn}: bids and agreements", YEAR: "Turn {turn}: outfitting and operations",
          WATCH: "Turn {turn}: operations, watch {watch}"}


class LionsMatch(Campaign[State]):
    """One match; what comes is a step of the turn. Who is `quiet` needs no order file to do nothing."""

    coming_is = "step"
    kind, board_of = State, staticmethod(lambda house, edition: load_board(edition))
    tells, breaches = staticmethod(facts), staticmethod(broken)
    #: Units that were shown (15.2) or spied on, and units that are gone. Pirates are not among them: they are laid open
    #: when they come, and leave the map after their battle (25.9).
    signs = (
        Sign(("revealed", "spied"), "shown", at="square", side="power", partly="ships", but=PIRATES),
        Sign(("ship_lost", "prize_taken", "prize_home"), "ship", side=""), Sign(("leader_lost",), "leader", side=""),
        Sign(("landed", "late"), "fleet", side=""),
    )  # fmt: skip
    quiet: tuple[str, ...] = ()

    def __init__(
        self, state: State, coming: str, seats: Iterable[str], house: Mapping[str, str], edition: bytes | None = None
    ) -> None:  # fmt: skip
        super().__init__(state, coming, seats, house, edition)
        #: Each seat's order files of the year so far, as plain data, and those of the phase being played.
        self.queues: dict[str, list[dict[str, Any]]] = {}
        self.files: dict[str, list[OrderFile]] = {}

    @classmethod
    def begin(cls, seats: Sequence[str], house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        """Turn 0: treasuries are full, markers in the pool, the map is empty (3.0)."""
        turns = int(house.get("turns", HOUSE_RULES["turns"]["default"]))
        state = open_game(load_board(edition), house, len(seats), turns)
        return cls(state, SETUP, state.players, house, edition)

    def phase(self) -> Phase | None:
        if self.state.ended:
            return None
        turn, watch = self.state.turn, self.state.watch + 1
        number = str(watch) if self.coming == WATCH else ""
        title = TITLES[self.coming].format(turn=turn, watch=watch)
        return Phase(f"t{turn:02d}.{self.coming}{number}", title, turn, self.state.players, self.coming == WATCH)

    async def play_phase(self, table: Table) -> None:
        await play_phase(table, self.state, self.coming)
        self.queues, self.files = self.queues_now(), {}

    def queues_now(self) -> dict[str, list[dict[str, Any]]]:
        """Returns what is left of the order files of the year, as far as the phase has been played."""
        sailing = self.coming in (YEAR, WATCH)
        return {seat: carried(files) for seat, files in self.files.items() if files} if sailing else {}

    def following(self) -> str:
        return WATCH if self.state.stopped else NEXT[self.coming]

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Self:
        match = super().restore(plain, house, edition)
        match.queues = {seat: [dict(each) for each in kept] for seat, kept in plain.get("queues", {}).items()}
        return match

    def to_plain(self) -> dict[str, Any]:
        queues = {seat: kept for seat, kept in self.queues.items() if kept}
        return {**super().to_plain(), **({"queues": copied(queues)} if queues else {})}

    def presence(self) -> list[tuple[str, str]]:
        return [(each["square"], each["power"]) for each in self.state.until_one_moves(presence)]

    def known(self, seat: str | None) -> dict[str, Any]:
        queues = self.queues_now() if self.files else self.queues
        own = {"queue": copied(queues.get(seat, []))} if seat else {}
        return view(self.state, seat) | {"step": "" if self.state.ended else self.coming} | own

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        doctrine = Doctrine(self.state.board, self.eyes(seat))
        files: list[OrderFile] = []
        newer: list[str] = []
        for place, order in enumerate(orders):
            files.append(OrderFile(order, self.state, doctrine, len(orders) - place, tuple(newer)))
            newer += [row.key for row in TABLE.rows if row.topics and row.key in order.body]
        in_watch = self.coming == WATCH
        if in_watch:
            files += read_carried(self.queues.get(seat, ()), seat, self.state, doctrine, newer)
        self.files[seat] = share_floor(files)
        asked = next((file.orders.body["ask"] for file in files if "ask" in file.orders.body), self.doctrines[seat].ask)
        silence: list[Source] = [NothingOrdered(doctrine, asked)] if orders or in_watch or seat in self.quiet else []
        return [*files, *self.lasting(seat, orders, doctrine), *silence]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """Returns a function that gives the seat's view at the moment it is called."""
        return lambda: glance(self.state, seat)

    def result(self) -> dict[str, Any] | None:
        if not self.state.ended:
            return None
        winners = self.state.winners
        return {"winner": " and ".join(winners), "winners": list(winners), "how": self.state.ended}
