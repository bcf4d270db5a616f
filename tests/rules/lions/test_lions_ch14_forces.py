"""Chapters 12, 14, 16 and 19: forces, stacking, the plain cases of movement and embarkation."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import REGIMENT, Answer, play, port, position, told

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.rules.ch16_route import way_to
from pbem.adjudicator.lions.rules.ch19_transport import embarks_in_port
from pbem.adjudicator.lions.state.forces import force_named, naval_forces
from pbem.adjudicator.lions.state.state import State

BOARD = load_board()
SHIP, MATE, FLEET = "england-1st-1", "england-2nd-1", "england-fleet-1"
MADRAS = port("madras")
DICE: Answer = ("16.3", (1, 2))


def sail(state: State, name: str, *path: str, dice: Answer = DICE) -> None:
    play(movement_segment, state, force_named(state, "england", name), {"path": list(path)}, answers=[dice])


def test_12_1_a_force_is_a_fleet_a_lone_ship_or_land_units_of_a_square() -> None:
    state = position(ships={SHIP: f"F8/{FLEET}", MATE: "F8"}, land={f"{MADRAS} england": "2r"})
    found = [force_named(state, "england", name) for name in ("1", MATE, MADRAS)]
    assert [force and (force.fleet, force.ships) for force in found] == [(FLEET, [SHIP]), ("", [MATE]), ("", [])]


def test_12_1_a_ship_of_a_fleet_is_no_force_by_herself() -> None:
    assert force_named(position(ships={SHIP: f"F8/{FLEET}"}), "england", SHIP) is None


def test_12_5_ships_outside_a_fleet_move_by_themselves() -> None:
    state = position(ships={SHIP: "F8", MATE: "F8"})
    sail(state, SHIP, "F9")
    assert (state.ships[SHIP].at, state.ships[MATE].at) == ("F9", "F8")


def test_12_6_one_force_attacks_one_force() -> None:
    state = position(ships={SHIP: "F8", MATE: "F8", "netherlands-1st-1": "F8", "netherlands-6th-1": "F8"})
    order: Answer = ("13.1", {"force": SHIP, "attack": {"power": "netherlands"}})
    _, notes = play(operations_phase, state, "england", answers=[order, ("17.2", 3), ("17.2", 3)])
    assert told(notes, "battle") == ["Battle at F8: a ship of England attacks a ship of the Netherlands, by order."]
    assert len(naval_forces(state, "F8", "netherlands")) == 2


def test_14_1_any_number_of_friendly_units_may_be_together() -> None:
    every = {ship.id: "F8" for ship in BOARD.ships_of("england")}
    state = position(ships=every | {SHIP: "F9"})
    sail(state, SHIP, "F8")
    assert len(state.ships_at("F8", "england")) == len(every)


def test_14_4_enemies_may_share_a_square_for_as_long_as_they_like() -> None:
    state = position(ships={SHIP: "F8", "netherlands-1st-1": "F8"})
    for _ in range(3):
        play(operations_phase, state, "england", answers=[("13.1", {"force": SHIP})])
    assert state.ships_at("F8", "netherlands")


def test_16_1_each_square_is_paid_for() -> None:
    state = position(ships={SHIP: "F8"})
    sail(state, SHIP, "F12", dice=("16.3", (1, 2)))
    assert state.ships[SHIP].at == "F11"


def test_16_9_who_was_stopped_sails_on_in_the_next_operation() -> None:
    state = position(ships={SHIP: "F8", "netherlands-1st-1": "F9"})
    sail(state, SHIP, "F9", "F10")
    assert state.ships[SHIP].at == "F9"
    sail(state, SHIP, "F10")
    assert state.ships[SHIP].at == "F10"


@pytest.mark.parametrize(("row", "beyond"), [("A", "north"), ("U", "south")])
def test_16_11_nobody_leaves_by_the_northern_or_southern_edge(row: str, beyond: str) -> None:
    squares = [square for square in BOARD.grid.squares if square[0] == row and BOARD.is_afloat(square)]
    rows = {near[0] for square in squares for near in BOARD.neighbours(square)}
    assert squares, beyond
    assert rows == {row, "B" if row == "A" else "T"}
    state = position(ships={SHIP: squares[0]})
    force = force_named(state, "england", SHIP)
    assert force
    assert way_to(state, force, squares[0], "Z1") is None


def test_19_1_forts_are_never_carried() -> None:
    state = position(ships={SHIP: MADRAS}, land={f"{MADRAS} england": "1f"})
    force = force_named(state, "england", SHIP)
    play(movement_segment, state, force, {"embark": {"regiments": "1", "forts": "1"}})
    assert state.cargo == {}


def test_19_2_troops_and_ships_must_begin_in_the_same_square() -> None:
    state = position(ships={SHIP: "F8"}, land={f"{MADRAS} england": "2r"})
    play(movement_segment, state, force_named(state, "england", SHIP), {"embark": {"regiments": "2"}})
    assert state.ashore(MADRAS, "england", REGIMENT) == 2


def test_19_6_a_contested_port_counts_as_a_coast_for_embarking() -> None:
    state = position(ships={SHIP: MADRAS}, land={f"{MADRAS} england": "2r"})
    force = force_named(state, "england", SHIP)
    assert force
    assert embarks_in_port(state, force)
    state.put_ashore(MADRAS, "netherlands", REGIMENT, 1)
    assert not embarks_in_port(state, force)
