"""One match of Yellow Jack: the position, the phase that comes next, and what was seen of the other side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.campaign import Campaign
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1.victory import is_last
from pbem.adjudicator.yellowjack.orders.plans import Doctrine, PlanSource, judge, order_files, sleeps
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ADMIN, SEATS, SETUP
from pbem.adjudicator.yellowjack.turn.administration import counts_yet
from pbem.adjudicator.yellowjack.turn.almanac import following, phase_id, phase_title
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.phases import play_phase
from pbem.adjudicator.yellowjack.turn.setup import lay_out
from pbem.adjudicator.yellowjack.view.facts import facts
from pbem.adjudicator.yellowjack.view.invariants import broken
from pbem.adjudicator.yellowjack.view.view import glance, view


class YellowJackMatch(Campaign[State]):
    """One match; what comes is a phase of the sequence: the set-up, operations, administration.

    A marker moves, and what was Spotted under it goes with it. So it is kept by marker in `state.known`, which the
    rules of Spotting fill (R7.1), and no notes are signs for the house's memory by places.
    """

    coming_is = "step"
    kind, board_of = State, staticmethod(lambda house, edition: load_board(edition))
    tells, breaches = staticmethod(facts), staticmethod(broken)

    @classmethod
    def lay_out(cls, scenario: str, house: Mapping[str, str], edition: bytes | None) -> YellowJackMatch:
        """The game before its set-up: everything as the scenario has it."""
        return cls(lay_out(load_board(edition), house, scenario), SETUP, SEATS, house, edition)

    def phase(self) -> Phase | None:
        if self.state.over:
            return None
        state, coming = self.state, self.coming
        return Phase(phase_id(state, coming), phase_title(state, coming), state.count, self.writers())

    def writers(self) -> tuple[str, ...]:
        """The seats that the phase waits for: all but those that have a routine for administration.

        In the last administration it waits for nobody where nothing is left to choose that counts.
        """
        if self.coming != ADMIN:
            return SEATS
        date, last = self.state.date, is_last(self.state)
        if last and not counts_yet(self.state):
            return ()
        return tuple(seat for seat in SEATS if not sleeps(self.standing[seat], date, last=last))

    async def play_phase(self, table: Table) -> None:
        ruling = ruling_of(judge(self.state.board, self.eyes))
        await play_phase(table, self.state, ruling, self.coming)

    def following(self) -> str:
        return following(self.state, self.coming)

    def known(self, seat: str | None) -> dict[str, Any]:
        told = view(self.state, seat, self.memories.view(seat))
        return told | {"step": "" if self.state.over else self.coming}

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        phase = self.phase()
        doctrine = Doctrine(self.state.board, seat, self.eyes(seat))
        files = order_files(orders, doctrine)
        plans = PlanSource(phase.id if phase else "", files, self.standing[seat], doctrine)
        silence = NothingOrdered(doctrine, self.doctrines[seat].ask)
        return [plans, *files, *self.lasting(seat, orders, doctrine), silence]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """Returns a function that gives the seat's view at the moment it is called."""
        return lambda: glance(self.state, seat, self.memories.view(seat))

    def result(self) -> dict[str, Any] | None:
        if not self.state.over:
            return None
        return {"winner": self.state.winner, "how": self.state.level}
