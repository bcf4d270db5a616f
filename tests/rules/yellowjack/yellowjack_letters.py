"""Order files of Yellow Jack on positions made by hand: checked, and asked as sources of answers."""

from __future__ import annotations

from typing import Any

from rules.yellowjack.yellowjack_views import BOARD

from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Decision
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.orders.plans import Doctrine, OrderFile, PlanSource, order_files
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.view.view import view


def phase_of(step: str) -> str:
    """The phase of a step in Turn 13."""
    return f"y39t13.{step}"


def seen(state: State, seat: str, step: str = "ops") -> dict[str, Any]:
    """A position as a seat's letters see it before a step."""
    rest: dict[str, Any] = {"standing": [], "doctrine": {}, "house": {}, "questions": [], "memory": []}
    return view(state, seat) | rest | {"step": step, "phase": phase_of(step)}


def written(seat: str, body: str, step: str = "ops") -> bytes:
    """An order file of a seat."""
    return f"pbem: orders/1\nseat: {seat}\nphase: {phase_of(step)}\n{body}".encode()


def checked(state: State, seat: str, body: str, step: str = "ops") -> Checked:
    """A file as `orders check` judges it."""
    head = {"seat": seat, "phase": phase_of(step)}
    return GAME.check_file(seen(state, seat, step), head, written(seat, body, step), "orders.yaml")


def faults(state: State, seat: str, body: str, step: str = "ops") -> list[tuple[int, str]]:
    """Its faults, each with its line in the body, the first as 1."""
    return [(fault.line - 3, fault.message) for fault in checked(state, seat, body, step).faults]


def told(state: State, seat: str, body: str, step: str = "ops") -> str:
    """Everything that `orders check` says a lawful file will do."""
    found = checked(state, seat, body, step)
    assert not found.faults, [fault.render() for fault in found.faults]
    return "\n".join(found.echo)


def doctrine_of(state: State, seat: str) -> Doctrine:
    """A seat's way of reading its orders."""
    return Doctrine(BOARD, seat, lambda: seen(state, seat))


def files_of(state: State, seat: str, *bodies: str) -> list[OrderFile]:
    """Order files of a seat as sources of answers, the newest first."""
    read = [GAME.read_orders(written(seat, body), "orders.yaml") for body in bodies]
    return order_files(read, doctrine_of(state, seat))


def plans_of(state: State, seat: str, *bodies: str, standing: StandingOrders | None = None) -> PlanSource:
    """The source of a seat's plans."""
    orders = standing or StandingOrders(seat)
    return PlanSource(phase_of("ops"), files_of(state, seat, *bodies), orders, doctrine_of(state, seat))


def plan_question(seat: str) -> Decision:
    """The question for plans at the start of an Impulse."""
    return Entries(rule="R5.2", side=seat, key="sail/i1/n1", topic="sail", prompt="")
