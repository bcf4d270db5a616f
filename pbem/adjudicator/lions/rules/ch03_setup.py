"""Chapter 3: set-up: what the cards give, where it stands, and the first campaign markers."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.rules import questions_setup
from pbem.adjudicator.lions.rules.ch09_pool import draw
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State, Vessel


@rule("3.4", "Game lengths", "2.3", "2.15", "5.1", "5.2", "9.2")
def open_game(board: Board, house: Mapping[str, str], players: int, turns: int) -> State:
    """The powers that are played, clockwise; treasuries as on the cards; every campaign marker in the pool."""
    powers = board.player_numbers[players].powers
    seats = tuple(power for power in board.orders["clockwise"] if power in powers)
    money = {power: board.powers[power].treasury for power in seats}
    hands: dict[str, list[str]] = {power: [] for power in seats}
    return State(board, dict(house), turns, players=seats, money=money, hand=hands, pool=list(board.markers))


@rule("3.1", "Set-up", "3.2", "3.3", "3.6", "5.3")
async def set_up(table: Table, state: State) -> None:
    """All place at the same time, units face down, told in the printed order; then the first markers (3.5).

    Powers that nobody plays place nothing (5.3), and pirates only come later (3.6).
    """
    asked = [questions_setup.deploy(table, state, power) for power in seated(state, "set-up")]
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        deploy(state, question.side, questions_setup.muster(state.board, question.side, answer))
        pounds = state.money[question.side]
        text = f"{state.subject(question.side)} sets up, with {pounds} pounds."
        table.note("3.1", ALL, text, "set_up", power=question.side, pounds=pounds)
    await first_markers(table, state)


def seated(state: State, order: str) -> list[str]:
    """The powers that are played, in a printed order."""
    return [power for power in state.board.orders[order] if power in state.players]


@rule("3.2", "Places of set-up", "19.8")
def deploy(state: State, power: str, plan: questions_setup.Muster) -> None:
    """Counters onto the map, each in its place, ashore or aboard."""
    for ship, square in plan.ships.items():
        state.ships[ship] = Vessel(square)
    for square, points in plan.land.items():
        for kind, number in zip((REGIMENT, FORT), points, strict=True):
            if number:
                state.put_ashore(square, power, kind, number)
    for ship, number in plan.cargo.items():
        if number:
            state.load(ship, power, number)
    for leader, (square, ship) in plan.leaders.items():
        state.leaders[leader] = Berth(square, ship)


@rule("3.5", "Starting campaign markers", "9.3")
async def first_markers(table: Table, state: State) -> None:
    """England first, then clockwise, each as many as its card says, unseen by the others."""
    for power in seated(state, "marker-draw"):
        await draw(table, state, power, state.board.powers[power].markers, "hand")
