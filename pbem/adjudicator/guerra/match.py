"""One match of Guerra a Muerte: the position, the phase that comes next, and what was seen of the other side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.campaign import Campaign, Eyes
from pbem.adjudicator.engine.chosen_doctrine import USUAL
from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.memory import Sign
from pbem.adjudicator.engine.phase import Orders, Phase
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.orders.plans import Doctrine, order_files
from pbem.adjudicator.guerra.rules.ch02_setup import open_game
from pbem.adjudicator.guerra.rules.ch03_sequence import begin_first_turn, following, play_phase, writers
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    COUNCIL,
    MUSTER,
    PATRIOT,
    PATRIOT_SETUP,
    ROYALIST,
    ROYALIST_SETUP,
    SEATS,
    SECOND_MUSTER,
    UPRISINGS,
)
from pbem.adjudicator.guerra.view.board_seen import board_in_play
from pbem.adjudicator.guerra.view.facts import facts
from pbem.adjudicator.guerra.view.invariants import broken
from pbem.adjudicator.guerra.view.view import glance, view
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered

TITLES = {
    ROYALIST_SETUP: "Royalist set-up", PATRIOT_SETUP: "Patriot set-up", COUNCIL: "Council", UPRISINGS: "Uprisings",
    MUSTER: "Muster", SECOND_MUSTER: "Second muster", PATRIOT: "Patriot operations", ROYALIST: "Royalist operations",
}  # fmt: skip


HISTORICAL = "historical"  # set-ups are the data's, and nobody writes one


class GuerraMatch(Campaign[State]):
    """One match; what comes is a step of the sequence: a set-up, a council, or a seat's operations."""

    coming_is = "step"
    kind, board_of = State, staticmethod(lambda house, edition: board_in_play(edition, house))
    tells, breaches = staticmethod(facts), staticmethod(broken)
    signs = (Sign(("revealed",), "shown", at="force"),)  # what was laid open under markers, by marker (5.1.3)

    @classmethod
    def lay_out(cls, scenario: str, house: Mapping[str, str], edition: bytes | None) -> GuerraMatch:
        """The game before its set-up: everything as the scenario has it (2.0); past it if the charter leaves it so."""
        state = open_game(board_in_play(edition, house), house, scenario)
        coming = ROYALIST_SETUP
        if choice(state, "setup") == HISTORICAL:
            begin_first_turn(state)
            coming = following(state, coming)
        return cls(state, coming, SEATS, house, edition)

    def phase(self) -> Phase | None:
        if self.state.ended:
            return None
        turn, coming = self.state.turn, self.coming
        active = writers(self.state, coming)
        setup = coming in (ROYALIST_SETUP, PATRIOT_SETUP)
        year = "" if setup else f" {self.state.board.turn(turn).label}"
        return Phase(f"t{turn:02d}.{coming}", f"{TITLES[coming]}{year}", turn, active)

    async def play_phase(self, table: Table) -> None:
        await play_phase(table, self.state, self.coming)
        self.state.settle()

    def following(self) -> str:
        return following(self.state, self.coming)

    def presence(self) -> list[tuple[str, str]]:
        return [(name, force.side) for name, force in self.state.forces.items() if self.state.marked(name)]

    def known(self, seat: str | None) -> dict[str, Any]:
        phase = self.phase()
        whose = phase.active[0] if phase is not None and len(phase.active) == 1 else ""
        step = MUSTER if self.coming == SECOND_MUSTER else self.coming
        told = view(self.state, seat, self.memories.view(seat)) | {"step": "" if self.state.ended else step}
        return told | ({"phase_side": whose} if whose else {})

    def lasting(self, seat: str, orders: Sequence[Orders], eyes: Eyes) -> list[Source]:
        """Standing orders, then the doctrine; who is silent in the first phase has the usual one, as at a set-up."""
        first = self.state.turn == self.state.board.scenarios[self.state.scenario].first
        opens = first and self.coming == following(self.state, PATRIOT_SETUP)
        if opens and choice(self.state, "setup") == HISTORICAL and not orders and not self.doctrines[seat].name:
            self.doctrines[seat].name = USUAL
        return super().lasting(seat, orders, eyes)

    def sources(self, seat: str, orders: Sequence[Orders]) -> list[Source]:
        if seat not in self.standing:
            return []
        doctrine = Doctrine(self.state.board, seat, self.eyes(seat))
        files = order_files(orders, doctrine, self.doctrines[seat].ask)
        return [*files, *self.lasting(seat, orders, doctrine), NothingOrdered(doctrine, self.doctrines[seat].ask)]

    def eyes(self, seat: str) -> Callable[[], Mapping[str, Any]]:
        """Returns a function that gives the seat's view at the moment it is called."""
        return lambda: glance(self.state, seat, self.memories.view(seat))

    def result(self) -> dict[str, Any] | None:
        if not self.state.ended:
            return None
        return {"winner": self.state.winner, "how": self.state.ended}
