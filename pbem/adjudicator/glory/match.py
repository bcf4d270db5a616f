"""One match of 1805: Sea of Glory: the position, the phase that comes next, and what was seen of the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from pbem.adjudicator.campaign import Campaign
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.plain_state import plain as copied
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.orders.plans import Doctrine, Silence, order_files
from pbem.adjudicator.glory.rules.ch03_setup import open_game
from pbem.adjudicator.glory.rules.ch04_sequence import SEA_PHASE, SETUP, play_phase
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS
from pbem.adjudicator.glory.view.facts import facts
from pbem.adjudicator.glory.view.glance import glance
from pbem.adjudicator.glory.view.invariants import broken
from pbem.adjudicator.glory.view.view import view
from pbem.adjudicator.glory.view.watch import Watch, strayed


class GloryMatch(Campaign[State]):
    """One match; what comes is a step: the set-up, or a turn at sea. Sails are remembered by the watch."""

    coming_is = "step"
    kind, board_of = State, staticmethod(lambda house, edition: load_board(edition))
    tells, breaches = staticmethod(facts), staticmethod(broken)

    def __init__(
        self, state: State, coming: str, seats: Iterable[str], house: Mapping[str, str], edition: bytes | None = None
    ) -> None:  # fmt: skip
        super().__init__(state, coming, seats, house, edition)
        self.watch = Watch.begin(state)
        self.watched = False  # tells if the watch heard all that a phase told; a rule that is tried alone tells nobody

    @classmethod
    def lay_out(cls, scenario: str, house: Mapping[str, str], edition: bytes | None) -> GloryMatch:
        """The game before its set-up: everything lies as printed (3.0, 24.1)."""
        return cls(open_game(load_board(edition), house, scenario), SETUP, SEATS, house, edition)

    @classmethod
    def restore(cls, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> Self:
        match = super().restore(plain, house, edition)
        match.watch = Watch.from_plain(plain["watch"])
        return match

    def to_plain(self) -> dict[str, Any]:
        return super().to_plain() | {"watch": copied(self.watch.up_to_date().to_plain())}

    def phase(self) -> Phase | None:
        if self.state.ended:
            return None
        turn = self.state.turn
        title = "Set-up" if self.coming == SETUP else f"{self.state.board.turn(turn).label} 1805"
        return Phase(f"t{turn:02d}.{self.coming}", title, turn, SEATS)

    async def play_phase(self, table: Table) -> None:
        self.watch.listen(self.state, table.story)
        await play_phase(table, self.state, self.coming)
        self.state.settle()
        self.watch.up_to_date()
        self.watched = True

    def following(self) -> str:
        return SEA_PHASE

    def known(self, seat: str | None) -> dict[str, Any]:
        return view(self.state, seat, self.watch) | {"step": "" if self.state.ended else self.coming}

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        doctrine = Doctrine(self.state.board, seat, self.eyes(seat))
        files = order_files(orders, doctrine)
        return [*files, *self.lasting(seat, orders, doctrine), Silence(self.doctrines[seat].ask)]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """Returns a function that gives the seat's view at the moment it is called."""
        return lambda: glance(self.state, seat, self.watch)

    def result(self) -> dict[str, Any] | None:
        if not self.state.ended:
            return None
        return {"winner": self.state.winner, "how": self.state.ended}

    def invariants(self) -> list[str]:
        return [*super().invariants(), *(strayed(self.state, self.watch) if self.watched else ())]
