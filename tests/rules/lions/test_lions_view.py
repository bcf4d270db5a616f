"""15.1: a view holds what a power may know, and does not change with anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.lions.lions_playing import hold, place, position

from pbem.adjudicator.engine.transcript import canonical
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch06_control import control, is_disputed
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State
from pbem.adjudicator.lions.view.view import own, seen_state, view

BOARD = load_board()
ENGLAND, NETHERLANDS = "england", "netherlands"
Change = Callable[[State], Any]


def two_sides() -> State:
    """Fleets, lone ships, troops, leaders and hands on both sides, in squares of their own and in a shared one."""
    state = position(
        ships={
            "england-1st-1": "F11/england-fleet-1", "england-3rd-1": "F11/england-fleet-1", "england-4th-1": "G11",
            "netherlands-1st-1": "H12/netherlands-fleet-2", "netherlands-2nd-1": "H12/netherlands-fleet-2",
            "netherlands-5th-1": "H12", "netherlands-transport-1": "G11",
        },
        land={"F14 england": "3r 1f", "F15 netherlands": "4r 2f"},
        leaders={"blake": "england-1st-1", "tromp": "netherlands-1st-1"},
        cargo={"netherlands-transport-1": 1},
    )  # fmt: skip
    hold(state, ENGLAND, "gunners-1")
    hold(state, NETHERLANDS, "spy-1", "bankers-1")
    return state


def swap_markers(state: State) -> None:
    """Another marker in the same hand."""
    state.hand[NETHERLANDS] = ["spy-1", "marines-1"]
    state.pool = [*(name for name in state.pool if name != "marines-1"), "bankers-1"]


def another_ship(state: State) -> None:
    """One lone ship for another."""
    del state.ships["netherlands-5th-1"]
    place(state, "netherlands-6th-1", "H12")


def hurt_a_ship(state: State) -> None:
    """Damage, which stands on a counter that lies face down."""
    state.ships["netherlands-2nd-1"].damage = 1


def troops_for_a_ship(state: State) -> None:
    """Other units in the same square."""
    del state.ships["netherlands-5th-1"]
    state.put_ashore("H12", NETHERLANDS, FORT, 1)


def forts_for_regiments(state: State) -> None:
    """As many points of the other kind."""
    state.put_ashore("F15", NETHERLANDS, REGIMENT, -2)
    state.put_ashore("F15", NETHERLANDS, FORT, 2)


def place_fleet(state: State, where: str) -> None:
    """All ships of the Dutch fleet, elsewhere or on their own."""
    for name in state.fleet("netherlands-fleet-2"):
        place(state, name, where)


def give_initiative(state: State) -> None:
    state.initiative = NETHERLANDS


HIDDEN: dict[str, Change] = {
    "a ship of a fleet": lambda s: place(s, "netherlands-3rd-1", "H12/netherlands-fleet-2"),
    "damage": hurt_a_ship,
    "one ship for another": another_ship,
    "one lone ship more": lambda s: place(s, "netherlands-6th-1", "H12"),
    "troops for a ship": troops_for_a_ship,
    "points": lambda s: s.put_ashore("F15", NETHERLANDS, REGIMENT, 3),
    "regiments for forts": forts_for_regiments,
    "troops aboard": lambda s: s.load("netherlands-1st-1", NETHERLANDS, 1),
    "a leader's place": lambda s: s.leaders.update({"tromp": Berth("F15")}),
    "a leader drawn": lambda s: s.leaders.update({"de-ruyter": Berth("F15")}),
    "what is in a hand": swap_markers,
    "what is demobilised": lambda s: s.resting.update({NETHERLANDS: {"netherlands-6th-2": 1}}),
}
OPEN: dict[str, Change] = {
    "pounds": lambda s: s.money.update({NETHERLANDS: 1}),
    "prize money": lambda s: s.owed.update({NETHERLANDS: 4}),
    "the number of markers": lambda s: hold(s, NETHERLANDS, "spy-2"),
    "a fleet's place": lambda s: place_fleet(s, "H13/netherlands-fleet-2"),
    "a Fleet Marker": lambda s: place_fleet(s, "H12"),
    "units beside a fleet": lambda s: s.ships.pop("netherlands-5th-1"),
    "treasure": lambda s: place(s, "treasure-goa", "J20"),
    "plunder": lambda s: s.plundered.append("F15"),
    "a colony": lambda s: s.colonies.append("F15"),
    "the initiative": give_initiative,
    "a promise": lambda s: s.agreements.append({"parties": [ENGLAND, NETHERLANDS], "promise": "honour"}),
}


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("seat", [ENGLAND, None])
def test_15_1_a_view_does_not_change_with_what_lies_face_down(name: str, seat: str | None) -> None:
    before, after = two_sides(), two_sides()
    HIDDEN[name](after)
    assert before != after
    assert canonical(view(before, seat)) == canonical(view(after, seat))
    assert canonical(view(before, NETHERLANDS)) != canonical(view(after, NETHERLANDS))


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("seat", [ENGLAND, None])
def test_8_1_a_view_changes_with_what_lies_open(name: str, seat: str | None) -> None:
    before, after = two_sides(), two_sides()
    OPEN[name](after)
    assert canonical(view(before, seat)) != canonical(view(after, seat))


def test_15_1_nothing_of_ones_own_is_in_the_public_view() -> None:
    state = two_sides()
    text = canonical(view(state, None))
    assert not own(state, ENGLAND).keys() & view(state, None).keys()
    assert not any(name in text for name in (*state.ships, *state.leaders, *state.hand[ENGLAND]))


def test_15_1_presence_names_fleets_by_number_and_other_units_not_at_all() -> None:
    seen = {(entry["square"], entry["power"]): entry for entry in view(two_sides(), ENGLAND)["presence"]}
    assert seen["H12", NETHERLANDS] == {"square": "H12", "power": NETHERLANDS, "fleets": ["2"], "units": True}
    assert seen["G11", NETHERLANDS]["units"]
    assert seen["G11", NETHERLANDS]["fleets"] == []


def test_23_4_a_lone_escort_is_named_to_its_owner_alone() -> None:
    state = two_sides()
    place(state, "treasure-goa", "G11/england-4th-1")
    known = view(state, NETHERLANDS)["treasure"]["treasure-goa"]
    assert known == {"at": "G11", "damage": 0, "power": ENGLAND, "fleet": ""}
    assert view(state, ENGLAND)["escorts"] == {"treasure-goa": "england-4th-1"}


@pytest.mark.parametrize("seat", [ENGLAND, NETHERLANDS])
def test_6_1_a_position_from_a_view_has_the_same_own_units_and_control(seat: str) -> None:
    state = two_sides()
    place(state, "treasure-goa", "H12/netherlands-fleet-2")
    again = seen_state(BOARD, view(state, seat))
    assert own(again, seat) == own(state, seat)
    for square in state.occupied():
        assert control(again, square) == control(state, square)
        assert is_disputed(again, square) == is_disputed(state, square)
