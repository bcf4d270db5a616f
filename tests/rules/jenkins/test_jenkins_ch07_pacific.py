"""7.4: naval movement to the Pacific and back, by way of the turn track."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.playing import DEFAULT, Answer, facts, play, position, told
from rules.jenkins.sailing import dice, movement, sail

from pbem.adjudicator.jenkins.rules.ch06_sequence import end_of_turn
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

PORT_ROYAL, PACIFIC = "2719", "0221"


def under_way(turn: int = 2, **fields: Any) -> State:
    """The Boyne, with supplies aboard, due in the Pacific on turn 2."""
    state = position(turn=turn, **fields)
    state.track = {"boyne": ["2", "pacific"]}
    state.aboard = {"supplies-e1": "boyne"}
    return state


def placed(hex_id: str, *path: str, **more: Any) -> Answer:
    return "7.0", {"ships": ["boyne"], "enter": hex_id, "path": list(path), **more}


# ------------------------------------------------------------------------------------------- away


def test_7_4_ships_go_to_the_next_turns_box_with_whom_they_carry() -> None:
    """From the Caribbean, bound for the Pacific (7.4)."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1 > boyne"]}, turn=3)
    movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert state.track == {"boyne": ["4", "pacific"]}
    assert state.stacks == {}
    assert state.passengers("boyne") == ["soldiers-e1"]


def test_7_4_from_the_pacific_they_are_bound_for_the_caribbean() -> None:
    """The same procedure the other way (7.4)."""
    state = position({PACIFIC: ["boyne"]})
    movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert state.track == {"boyne": ["2", "caribbean"]}


def test_7_4_both_players_see_them_leave_and_only_the_owner_knows_who() -> None:
    """The stack's contents stay hidden (4.4)."""
    state = position({PORT_ROYAL: ["deception-e1 > boyne", "boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert told(notes, "to_track") == ["English ships at Port Royal (2719) stand away to round the Horn."]
    assert [note.to for note in notes if "Boyne" in note.text] == [ENGLISH]


def test_7_4_a_storm_in_their_hex_keeps_them() -> None:
    """Not if a storm counter is present there (7.4)."""
    state = position({PORT_ROYAL: ["boyne"]}, storms=[PORT_ROYAL])
    notes = movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert state.track == {}
    assert told(notes, "lapsed")


def test_7_4_an_enemy_beside_them_may_intercept_them_first() -> None:
    """Liable to be intercepted in their current hex; met, they stay and fight (7.4)."""
    state = position({"2721": ["boyne"]}, {"2722": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], to_track=True), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.track == {}
    assert state.met == {"2721": SPANISH}


def test_7_4_missed_they_are_away() -> None:
    """If not successfully intercepted (7.4)."""
    state = position({"2721": ["boyne"]}, {"2722": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], to_track=True), ("7.2", ["galicia"]), ("7.2", 2))
    assert state.track == {"boyne": ["2", "pacific"]}


def test_7_4_reading_leaving_a_friendly_seaport_they_can_be_intercepted() -> None:
    """The exception of 7.2 is for entering one; here they leave."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2720": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], to_track=True), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.met == {PORT_ROYAL: SPANISH}


def test_7_4_reading_ships_may_sail_first_and_are_tried_once_in_the_hex_they_leave_from() -> None:
    """The enemy had his attempt when they came there."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2722": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720", "2721", to_track=True), ("7.2", ["galicia"]), ("7.2", 2))
    assert len(dice(notes, "intercept")) == 1
    assert list(state.track) == ["boyne"]


# ------------------------------------------------------------------------------------------- on the track


def test_7_4_not_before_their_turn() -> None:
    """They wait for the very next game turn (7.4)."""
    state = under_way(turn=1)
    notes = movement(state, ENGLISH, placed(PACIFIC))
    assert list(state.track) == ["boyne"]
    assert "cannot come onto the map" in told(notes, "lapsed")[0]


def test_7_4_they_must_come_off_in_the_next_movement_step() -> None:
    """Without an order the owner is asked for a hex of that ocean (7.4)."""
    state = under_way()
    movement(state, ENGLISH, after=[("7.4", PACIFIC)])
    assert state.naval(PACIFIC, ENGLISH) == ["boyne"]
    assert state.stack(PACIFIC, ENGLISH) == ["supplies-e1", "boyne"]
    assert state.track == {}


def test_7_4_only_in_their_owners_step() -> None:
    """That player's next Movement Step (7.4)."""
    state = under_way()
    movement(state, SPANISH)
    assert list(state.track) == ["boyne"]


def test_7_4_a_whole_passage_takes_one_turn() -> None:
    """Away in turn 1, placed in turn 2 (7.4)."""
    state = position({PORT_ROYAL: ["boyne"]})
    movement(state, ENGLISH, sail(["boyne"], to_track=True))
    play(end_of_turn, state)
    movement(state, ENGLISH, placed(PACIFIC))
    assert state.hex_of("boyne") == PACIFIC


@pytest.mark.parametrize("hex_id", [PORT_ROYAL, "2820", "0419", "0306"])
def test_7_4_the_place_is_any_sea_hex_of_the_opposite_ocean(hex_id: str) -> None:
    """Not back where they came from, not a coast, not land (7.4)."""
    state = under_way()
    notes = movement(state, ENGLISH, placed(hex_id), after=[("7.4", PACIFIC)])
    assert "cannot come onto the map" in told(notes, "lapsed")[0]


def test_7_4_the_way_back_may_begin_a_turn_later() -> None:
    """On subsequent turns they may return to the track (7.4)."""
    state = under_way()
    movement(state, ENGLISH, placed(PACIFIC))
    play(end_of_turn, state)
    movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert state.track == {"boyne": ["4", "caribbean"]}


def test_7_4_not_in_a_storm_hex() -> None:
    """Any sea hex but a storm counter's (7.4)."""
    state = under_way(storms=[PACIFIC])
    notes = movement(state, ENGLISH, placed(PACIFIC), after=[("7.4", "0222")])
    assert told(notes, "lapsed")
    assert state.hex_of("boyne") == "0222"


def test_7_4_reading_not_upon_an_enemy_ship() -> None:
    """Such a hex is entered from beside it, by a compelled interception (7.2)."""
    state = under_way()
    state.put("galicia", PACIFIC)
    notes = movement(state, ENGLISH, placed(PACIFIC), after=[("7.4", "0120")])
    assert told(notes, "lapsed")


def test_7_4_placed_beside_an_enemy_they_may_be_intercepted() -> None:
    """Normally, by 7.2 (7.4)."""
    state = under_way()
    state.put("galicia", "0222")
    movement(state, ENGLISH, placed(PACIFIC, "0220"), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.met == {PACIFIC: SPANISH}


def test_7_4_missed_they_may_sail_on_from_there() -> None:
    """Per the normal rules on that side of the map (7.4)."""
    state = under_way()
    state.put("galicia", "0222")
    notes = movement(state, ENGLISH, placed(PACIFIC, "0220"), ("7.2", ["galicia"]), ("7.2", 2))
    assert state.hex_of("boyne") == "0220"
    assert told(notes, "sailed")


def test_7_4_and_land_their_troops() -> None:
    """Acapulco by the back door: normal movement, normal landing (7.3, 7.4)."""
    state = under_way()
    movement(state, ENGLISH, placed("0321", "acapulco", debark="all"))
    assert state.land("0419", ENGLISH) == ["supplies-e1"]


def test_7_4_they_have_moved_then() -> None:
    """No second move in the same step (7.0)."""
    state = under_way()
    notes = movement(state, ENGLISH, placed(PACIFIC), sail(["boyne"], "0220"))
    assert "has moved this step" in told(notes, "lapsed")[0]


def test_7_4_ships_sent_off_on_the_last_turn_never_come_back() -> None:
    """There is no eleventh turn (1.2), and the owner is told so."""
    state = position({PORT_ROYAL: ["boyne"]}, turn=10)
    notes = movement(state, ENGLISH, sail(["boyne"], to_track=True))
    assert "no turn that will be played" in told(notes, "track")[0]


def test_7_4_placing_is_not_perilous_and_the_count_begins_there() -> None:
    """Five hexes after the placing no die has fallen (7.4 note, 6.3)."""
    state = under_way()
    notes = movement(state, ENGLISH, placed("0122", "0127"))
    assert dice(notes, "perilous") == []
    assert state.hex_of("boyne") == "0127"


@pytest.mark.parametrize(
    ("start", "foe", "answers", "met"),
    [("2719", "2722", [("7.2", ["galicia"]), ("7.2", 1)], {"2721": SPANISH}),
     ("2719", "2721", [("7.2", []), ("7.2", 1)], {"2721": ENGLISH}),
     ("2720", "2721", [("7.2", ["galicia"]), ("7.2", 1)], {"2720": SPANISH})],
)  # fmt: skip
def test_7_4_ships_that_are_met_on_the_way_stay_there(
    start: str, foe: str, answers: list[Answer], met: dict[str, str]
) -> None:
    """By interceptors beside them, by their own compelled attempt, and by an enemy who tries first (7.2, 7.4)."""
    state = position({start: ["boyne"]}, {foe: ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2721", to_track=True), *answers)
    assert (state.track, state.met) == ({}, met)


def test_7_4_ships_bound_for_different_oceans_are_not_placed_together() -> None:
    """Each goes to the opposite sea (7.4)."""
    state = under_way()
    state.track["cornwall"] = ["2", "caribbean"]
    order: Answer = ("7.0", {"ships": ["boyne", "cornwall"], "enter": PACIFIC})
    notes = movement(state, ENGLISH, order, after=[("7.4", PACIFIC), ("7.4", DEFAULT)])
    assert "cannot come onto the map" in told(notes, "lapsed")[0]
    assert state.board.is_pacific(PACIFIC)
    assert not state.board.is_pacific(state.hex_of("cornwall"))


def test_7_4_all_see_them_come_and_without_a_word_they_come_where_the_list_begins() -> None:
    state = under_way()
    notes = movement(state, ENGLISH, after=[("7.4", DEFAULT)])
    assert state.hex_of("boyne") == state.board.sea_hexes("pacific")[0]
    assert facts(notes, "from_track") == [{"hex": state.hex_of("boyne")}]


def test_7_4_an_enemy_who_could_try_at_the_placing_has_no_first_try_again() -> None:
    """The attempt was theirs when the ships came beside them; now the mover must try (7.2)."""
    state = under_way()
    state.put("galicia", "0222")
    movement(state, ENGLISH, placed(PACIFIC, "0222"), ("7.2", []), ("7.2", 1))
    assert state.met == {"0222": ENGLISH}
