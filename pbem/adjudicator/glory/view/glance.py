"""A seat's view looked at piece by piece: the same as the whole, but each part is made when somebody asks for it.

Conditions of orders look at a few blocks and sails at a time, thousands of times a game. A glance gives them what
`view` would, without making the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pbem.adjudicator.engine.piecemeal import Piecemeal
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, other
from pbem.adjudicator.glory.view.view import (
    HIDDEN,
    block_told,
    calendar,
    condition,
    face,
    has_own,
    objectives,
    port_told,
    raid_seen,
    sails_seen,
    sorties,
    word_told,
)
from pbem.adjudicator.glory.view.watch import Course, Watch


def glance(state: State, seat: str, watch: Watch) -> Mapping[str, Any]:
    """The parts of a seat's view that conditions look at, each made when it is asked for."""
    told = watch.up_to_date()
    parts: dict[str, Callable[[], Any]] = {
        "seat": lambda: seat, "turn": lambda: state.turn, "initiative_drawn": lambda: state.initiatives,
        "chits": lambda: list(state.cup),
        **{key: partial(part_of_calendar, state, key) for key in ("season", "winds_so_far", "weather")},
        "sails": lambda: sails_seen(told.sails_of(other(seat))),
        "left": lambda: sorties(sails_seen(told.sails_of(other(seat)))),
        "blocks": lambda: own_blocks(state, seat, told), "ships": lambda: own_ships(state, seat),
        "ports": lambda: Piecemeal((port for port in state.board.ports if has_own(state, port, seat)),
                                   lambda port: port_told(state, port, seat)),
        "news": lambda: {place: word_told(word) for place, word in sorted(told.lookout.news.get(seat, {}).items())},
        "provisions": lambda: {port: face(state, port, seat) for port in state.chits},
        "raided": lambda: {place: raid_seen(raid, seat) for place, raid in state.raids.items()},
        "objectives": lambda: objectives(state, seat),
        "event": lambda: {name: event.due for name, event in state.events.items() if event.status == HIDDEN}
        if seat == BRITISH else {},
    }  # fmt: skip
    if seat == ALLIED:
        parts["directive"] = lambda: state.directive
    return Piecemeal(parts, lambda key: parts[key]())


def part_of_calendar(state: State, key: str) -> Any:
    """One part of the calendar."""
    return calendar(state)[key]


def own_blocks(state: State, seat: str, watch: Watch) -> Piecemeal:
    """A seat's own blocks, one by one."""
    courses = watch.own.get(seat, {})
    names = (name for name in state.blocks if state.owner(name) == seat)
    return Piecemeal(names, lambda name: block_told(state, name, courses.get(name, Course()), watch))


def own_ships(state: State, seat: str) -> Piecemeal:
    """A seat's own ships, one by one."""
    ships = (ship for ship in state.ships if state.seat_of_ship(ship) == seat)
    return Piecemeal(ships, lambda ship: {"in": state.ships[ship].at, "state": condition(state, ship),
                                          "prize": state.ships[ship].prize_of})  # fmt: skip
