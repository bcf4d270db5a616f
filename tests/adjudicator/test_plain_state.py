"""Positions as plain data: whatever a dataclass holds goes out and comes back, and shares nothing."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from pbem.adjudicator.engine.case_words import lay
from pbem.adjudicator.engine.plain_state import PlainState


@dataclass(slots=True)
class Ship:
    at: str
    damage: int = 0


@dataclass(slots=True)
class Position(PlainState):
    board: str
    house: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    players: tuple[str, ...] = ()
    ships: dict[str, Ship] = field(default_factory=dict)
    stacks: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    over: bool = False


def position() -> Position:
    return Position("the board", {"wind": "west"}, 3, ("one", "two"), {"boyne": Ship("2719", 1)},
                    {"2719": {"one": ["boyne"]}}, over=True)  # fmt: skip


def test_a_position_goes_out_as_json_without_what_is_given_from_outside() -> None:
    assert position().to_plain() == {
        "turn": 3, "players": ["one", "two"], "ships": {"boyne": {"at": "2719", "damage": 1}},
        "stacks": {"2719": {"one": ["boyne"]}}, "over": True,
    }  # fmt: skip


def test_a_position_comes_back_with_its_types() -> None:
    known = json.loads(json.dumps(position().to_plain()))
    again = Position.from_plain("the board", known, {"wind": "west"})
    assert again == position()
    assert isinstance(again.ships["boyne"], Ship)
    assert isinstance(again.players, tuple)


def test_what_goes_out_and_what_comes_back_share_nothing() -> None:
    own = position()
    known = own.to_plain()
    again = Position.from_plain("the board", known, {})
    known["stacks"]["2719"]["one"].append("galicia")
    again.stacks["2719"]["one"].append("lezo")
    again.ships["boyne"].damage = 9
    assert own == position()
    assert again.stacks["2719"]["one"] == ["boyne", "lezo"]


def test_a_case_lays_fields_by_their_types_and_leaves_the_others() -> None:
    laid = position()
    given = {"turn": "7", "over": "false", "players": ["two"], "stacks": {"2720": {"two": ["lezo"]}}, "wind": "west"}
    lay(laid, given, ("turn", "over", "players", "stacks", "ships"))
    assert (laid.turn, laid.over, list(laid.players)) == (7, False, ["two"])
    assert (laid.stacks, laid.ships) == ({"2720": {"two": ["lezo"]}}, position().ships)
    laid.stacks["2720"]["two"].append("galicia")
    assert given["stacks"] == {"2720": {"two": ["lezo"]}}, "a case is not changed by the game it sets up"
