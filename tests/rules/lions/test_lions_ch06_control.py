"""Chapters 5 and 6: whose a square is."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import FORT, REGIMENT, place, port, position

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch06_control import (
    control,
    has_port,
    is_disputed,
    is_settlement,
    kind_of_place,
    port_value,
    present,
)
from pbem.adjudicator.lions.state.state import Berth

BOARD = load_board()
JAVA, LONDON, CADIZ, AMSTERDAM = port("java"), port("london"), port("cadiz"), port("amsterdam")


@pytest.mark.parametrize("kind", [REGIMENT, FORT])
def test_6_3_a_single_land_point_controls_a_square(kind: str) -> None:
    state = position()
    state.put_ashore(JAVA, "england", kind, 1)
    assert control(state, JAVA) == "england"


def test_6_3_a_ship_controls_a_square_at_sea() -> None:
    assert control(position(ships={"england-6th-1": "J8"}), "J8") == "england"


def test_6_3_leaders_alone_control_nothing() -> None:
    state = position()
    state.leaders["blake"] = Berth(JAVA)
    assert control(state, JAVA) == ""


def test_23_3_treasure_alone_controls_nothing() -> None:
    assert present(position(ships={"treasure-java": JAVA}), JAVA) == ()


def test_6_4_units_of_two_players_dispute_a_square() -> None:
    state = position(ships={"england-6th-1": JAVA}, land={f"{JAVA} netherlands": "1f"})
    assert is_disputed(state, JAVA)
    assert control(state, JAVA) == ""


def test_6_1_an_empty_home_port_is_not_controlled() -> None:
    assert control(position(), LONDON) == ""


def test_6_1_a_square_left_and_reoccupied_is_controlled_again() -> None:
    state = position(ships={"england-6th-1": LONDON})
    assert control(state, LONDON) == "england"
    state.ships["england-6th-1"].at = "B11"
    assert control(state, LONDON) == ""
    state.ships["england-6th-1"].at = LONDON
    assert control(state, LONDON) == "england"


def test_6_2_another_players_home_port_is_never_controlled_only_denied() -> None:
    state = position(ships={"england-1st-1": AMSTERDAM})
    assert control(state, AMSTERDAM) == ""
    place(state, "netherlands-6th-1", AMSTERDAM)
    assert control(state, AMSTERDAM) == ""


def test_5_3_a_neutral_home_port_is_nobodys() -> None:
    """Reading: ships may lie there (5.3), but as 5.6 lets nobody land or plunder, nobody controls it."""
    assert control(position(ships={"england-1st-1": CADIZ}), CADIZ) == ""


def test_5_4_colonies_go_to_whoever_is_there() -> None:
    state = position(land={f"{port('vera-cruz')} england": "1r"})
    assert control(state, port("vera-cruz")) == "england"


def test_21_6_a_plundered_square_has_no_port_and_no_value() -> None:
    state = position(plundered=[JAVA])
    assert not has_port(state, JAVA)
    assert port_value(state, JAVA) == 0


def test_24_5_a_founded_colony_is_a_port_of_value_one() -> None:
    square = next(name for name in BOARD.grid.squares if BOARD.is_terra_incognita(name))
    state = position()
    assert not is_settlement(state, square)
    state.colonies = [square]
    assert is_settlement(state, square)
    assert port_value(state, square) == 1


def test_21_6_what_a_place_is_fought_for() -> None:
    """A plundered square holds no port that is worth anything; the open sea holds none at all."""
    state = position(colonies=["P24"])
    assert kind_of_place(state, port("madras")) == ", a colony"
    assert kind_of_place(state, "P24") == ", a colony"
    assert kind_of_place(state, "F8") == ""
    state.plundered = [port("madras"), "F8"]
    assert kind_of_place(state, port("madras")) == ", a plundered port"
    assert kind_of_place(state, "F8") == ""
