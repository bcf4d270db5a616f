"""7.0 and 7.1: movement and its restrictions."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, fallen, position, told
from rules.jenkins.sailing import march, movement, sail

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.rules.ch07_movement import move_question
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

PORT_ROYAL = "2719"
SAFE: Answer = ("6.3", 6)
HEALTHY: Answer = ("7.5", 2)


# ------------------------------------------------------------------------------------------- 7.0


def test_7_0_counters_move_one_at_a_time_or_as_stacks_from_hex_to_hex() -> None:
    """Ships of one hex together, or apart, in any adjacent hexes (7.0)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall", "frederick"]})
    movement(state, ENGLISH, sail(["boyne", "cornwall"], "2720", "2721"), sail(["frederick"], "2718"))
    assert state.naval("2721", ENGLISH) == ["boyne", "cornwall"]
    assert state.naval("2718", ENGLISH) == ["frederick"]


def test_7_0_nothing_has_to_move() -> None:
    """He may move some or all, and is not required to (6.3)."""
    state = position({PORT_ROYAL: ["boyne"]})
    movement(state, ENGLISH)
    assert state.hex_of("boyne") == PORT_ROYAL


def test_7_0_there_is_no_limit_to_distance() -> None:
    """From Port Royal to Bridgetown in one step, if the sea allows (7.0)."""
    state = position({PORT_ROYAL: ["boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "3124", "bridgetown"), SAFE, SAFE, SAFE)
    assert state.hex_of("boyne") == "4323"


def test_7_0_only_the_active_side_moves() -> None:
    """Counters move in their own Movement Step (7.0); the enemy's are refused before anything happens."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2515": ["galicia"]})
    with pytest.raises(AssertionError, match="'galicia' is no counter of yours"):
        movement(state, ENGLISH, sail(["galicia"], "2516"))


def test_7_0_a_stack_that_has_stopped_for_another_does_not_move_again() -> None:
    """Beginning the movement of another stops the first (7.0)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"), sail(["cornwall"], "2718"), sail(["boyne"], "2721"))
    assert state.hex_of("boyne") == "2720"
    assert told(notes, "lapsed") == ["Boyne does not sail: she has moved this step."]


def test_7_0_it_goes_on_in_the_next_movement_step() -> None:
    """A stopped counter may continue then (7.0)."""
    state = position({PORT_ROYAL: ["boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "2720"))
    movement(state, ENGLISH, sail(["boyne"], "2721"))
    assert state.hex_of("boyne") == "2721"


def test_7_0_two_stacks_may_join_and_sail_on_together() -> None:
    """Joining two stacks during one movement stops neither (7.0)."""
    state = position({PORT_ROYAL: ["boyne"], "2721": ["cornwall"]})
    movement(state, ENGLISH, sail(["boyne"], "2723", join=[{"at": "2721", "ships": ["cornwall"]}]))
    assert sorted(state.naval("2723", ENGLISH)) == ["boyne", "cornwall"]


def test_7_0_a_ship_that_has_moved_cannot_be_picked_up_again() -> None:
    """She has stopped (7.0); the others sail on without her."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]})
    notes = movement(state, ENGLISH, sail(["cornwall"], "2720"),
                     sail(["boyne"], "2721", join=[{"at": "2720", "ships": ["cornwall"]}]))  # fmt: skip
    assert (state.hex_of("boyne"), state.hex_of("cornwall")) == ("2721", "2720")
    assert told(notes, "lapsed") == ["Cornwall does not sail: she has moved this step."]


def test_7_0_ships_may_be_left_on_the_way_and_stay_there() -> None:
    """Counters are freely intermingled (7.0)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]})
    notes = movement(state, ENGLISH, sail(["boyne", "cornwall"], "2722", leave=[{"at": "2720", "ships": ["cornwall"]}]),
                     sail(["cornwall"], "2721"))  # fmt: skip
    assert (state.hex_of("boyne"), state.hex_of("cornwall")) == ("2722", "2720")
    assert "has moved this step" in told(notes, "lapsed")[0]


def test_7_0_a_move_that_leaves_all_its_ships_behind_is_over() -> None:
    """There is nobody left to sail on."""
    state = position({PORT_ROYAL: ["boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "2725", leave=[{"at": "2720", "ships": ["boyne"]}]))
    assert state.hex_of("boyne") == "2720"


def test_7_0_ships_of_different_hexes_do_not_start_together() -> None:
    """A stack is in one hex (7.0)."""
    state = position({PORT_ROYAL: ["boyne"], "2720": ["cornwall"]})
    notes = movement(state, ENGLISH, sail(["boyne", "cornwall"], "2718"))
    assert told(notes, "lapsed") == ["Cornwall does not sail: she lies at 2720, the others at 2719."]


@pytest.mark.parametrize(("name", "why"), [("boyne", "she is not on the map"), ("soldiers-e1", "that is no ship")])
def test_7_0_only_ships_on_the_map_sail(name: str, why: str) -> None:
    """The owner is told why not."""
    notes = movement(position({PORT_ROYAL: ["soldiers-e1"]}), ENGLISH, sail([name], "2720"))
    assert why in told(notes, "lapsed")[0]


def test_7_0_entering_an_enemy_ships_hex_stops_a_ship_even_if_he_was_missed() -> None:
    """She must stop although the attempt there was unsuccessful (7.0)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2721", "2722"), ("7.2", []), ("7.2", 5))
    assert state.hex_of("boyne") == "2721"
    assert state.met == {}
    assert told(notes, "missed")


def test_7_0_a_counter_is_never_kept_from_leaving_an_enemys_hex() -> None:
    """If it has not moved yet (7.0); no interception for that."""
    state = position({"2721": ["boyne"]}, {"2721": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2722"), ("7.2", []))
    assert state.hex_of("boyne") == "2722"


def test_7_0_troops_stop_where_enemy_troops_are() -> None:
    """A land counter enters a hex occupied by an enemy land counter (7.0)."""
    state = position({"2306": ["soldiers-e1"]}, {"2206": ["soldiers-s1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], "2206", "2207"), HEALTHY)
    assert state.hex_of("soldiers-e1") == "2206"
    assert state.ashore == {"2206": ENGLISH}


def test_7_0_troops_that_have_come_upon_the_enemy_neither_march_on_nor_embark() -> None:
    """Landed beside a garrison, they have stopped (7.0)."""
    state = position({"2209": ["boyne", "soldiers-e1 > boyne", "cornwall"]}, {"2208": ["soldiers-s1"]})
    away = [{"counter": "soldiers-e1", "on": "cornwall", "at": "2208"}]
    notes = movement(state, ENGLISH, sail(["boyne"], "2208", debark="all"), march(["soldiers-e1"], "2207"),
                     sail(["cornwall"], "2208", "2209", embark=away))  # fmt: skip
    assert state.land("2208", ENGLISH) == ["soldiers-e1"]
    assert len(told(notes, "lapsed")) == 2


def test_7_0_where_disease_has_killed_the_march_is_over() -> None:
    """A land counter eliminated by disease stops the movement (7.0)."""
    state = position({"2306": ["soldiers-e1", "americans-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1", "americans-e1"], "2206", "2207"), ("7.5", 3),
                     ("7.5", ["americans-e1"]))  # fmt: skip
    assert fallen(notes) == ["americans-e1"]
    assert state.hex_of("soldiers-e1") == "2206"


def test_7_0_reading_debarked_troops_may_march_inland_in_the_same_step() -> None:
    """Nothing stops them but what 7.0 lists; each land hex brings its die (7.5)."""
    state = position({"2308": ["boyne", "soldiers-e1 > boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "2207", debark="all"), HEALTHY, march(["soldiers-e1"], "2107"), HEALTHY)
    assert state.hex_of("soldiers-e1") == "2107"


def test_7_0_everybody_sees_a_stack_pass_under_its_top_and_its_owner_knows_the_rest() -> None:
    """The pieces are pushed over the map in view; what lies below the top is hidden (4.4)."""
    state = position({PORT_ROYAL: ["deception-e1 > boyne", "boyne", "cornwall"]})
    notes = movement(state, ENGLISH, sail(["boyne", "cornwall"], "2721"))
    public = [note.text for note in notes if note.to == ALL and note.event == "sailed"]
    assert public == ["English ships (Deception (e1) on top) sail from Port Royal (2719) to 2721."]
    assert [note.text for note in notes if note.to == ENGLISH] == [
        "Your Boyne, Cornwall, with Deception (e1) aboard, sail 2719-2720-2721."]
    assert not [note for note in notes if note.to == SPANISH]


def test_7_0_a_move_whose_condition_does_not_hold_waits() -> None:
    """The owner is told which (pbem's order files; the rules know no duty to move)."""
    state = position({PORT_ROYAL: ["boyne"]}, storms=["3018"])
    notes = movement(state, ENGLISH, sail(["boyne"], "2720", **{"if": [{"no_storm_on": "leogane"}]}))
    assert state.hex_of("boyne") == PORT_ROYAL
    assert told(notes, "waits") == ["The move of Boyne waits: a storm lies on leogane."]


def test_7_0_hold_if_stops_a_stack_before_the_next_hex() -> None:
    """Once the enemy is within two hexes, no farther."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2725": ["galicia"]})
    held = [{"enemy_within": {"of": "here", "hexes": 2}}]
    notes = movement(state, ENGLISH, sail(["boyne"], "2724", hold_if=held))
    assert state.hex_of("boyne") == "2723"
    assert told(notes, "holds") == ["Boyne hold at 2723, as ordered."]


# ------------------------------------------------------------------------------------------- 7.1


def test_7_1_ships_never_cross_land() -> None:
    """From the north coast of Hispaniola no ship reaches Santo Domingo overland (7.1)."""
    state = position({"3217": ["boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2206"))
    assert state.hex_of("boyne") == "3217"
    assert "no water to 2206" in told(notes, "lapsed")[0]


def test_7_1_troops_never_cross_the_sea_on_foot() -> None:
    """From Port Royal no road leads to Leogane (7.1)."""
    state = position({PORT_ROYAL: ["soldiers-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "leogane"))
    assert state.hex_of("soldiers-e1") == PORT_ROYAL
    assert "no road to 3018" in told(notes, "lapsed")[0]


def test_7_1_troops_may_march_along_a_coast() -> None:
    """Coastal hexes are land hexes too (7.1)."""
    state = position({"2307": ["soldiers-e1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], "2207"), HEALTHY, HEALTHY)
    assert state.hex_of("soldiers-e1") == "2207"


def test_7_1_troops_and_ships_do_not_hinder_each_other() -> None:
    """Enemy ships in a coastal hex stop no march, enemy troops no ship (7.1)."""
    state = position({"2307": ["soldiers-e1"], "2308": ["boyne"]}, {"2207": ["galicia"], "2209": ["soldiers-s1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], "2207", "2107"), HEALTHY, HEALTHY, HEALTHY)
    assert state.hex_of("soldiers-e1") == "2107"
    movement(state, ENGLISH, sail(["boyne"], "2309", "2209", "2310"))
    assert state.hex_of("boyne") == "2310"


def test_7_1_whoever_is_aboard_does_not_march() -> None:
    """He must debark first (7.3)."""
    state = position({"2307": ["boyne", "soldiers-e1 > boyne"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "2206"))
    assert told(notes, "lapsed") == ["Soldiers 2 (e1) does not march."]


def test_7_1_the_two_oceans_do_not_touch() -> None:
    """Panama and Porto Bello are neighbours ashore, and a voyage round the Horn apart at sea (7.1, 7.4)."""
    state = position({"2425": ["boyne"]}, {})
    notes = movement(state, ENGLISH, sail(["boyne"], "panama"))
    assert "no water to 2426" in told(notes, "lapsed")[0]


# ------------------------------------------------------------------------------------------- what is told


def test_7_0_a_voyage_is_told_to_begin_once_and_before_its_dice() -> None:
    """Six hexes and a die; who loses all ships on the way lands nobody."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e2 > boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2725", "2825", debark="all"),
                     ("6.3", 4), ("6.3", ["boyne"]), ("9.3", 6))  # fmt: skip
    told_in_order = [note.event for note in notes if note.event in ("weighed", "roll", "sailed", "lapsed")]
    assert told_in_order == ["weighed", "roll", "roll", "sailed"]
    notes = movement(position({PORT_ROYAL: ["boyne"]}), ENGLISH, sail(["boyne"], "2720"))
    assert [note.event for note in notes] == ["weighed", "sailed", "voyage"]


def test_7_0_troops_march_once_in_a_step() -> None:
    """A stopped counter goes on in its next Movement Step (7.0)."""
    state = position({"2307": ["soldiers-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "2206"), HEALTHY, march(["soldiers-e1"], "2106"))
    assert state.hex_of("soldiers-e1") == "2206"
    assert told(notes, "lapsed") == ["Soldiers 2 (e1) does not march."]


def test_4_4_troops_that_pass_an_enemy_ship_are_seen() -> None:
    """A stack that enters a hex with any enemy counter is shown (4.4); the ship hinders no march (7.1)."""
    state = position({"2307": ["soldiers-e1"]}, {"2207": ["galicia"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "2207", "2107"), HEALTHY, HEALTHY, HEALTHY)
    assert [(note.to, note.facts["counters"]) for note in notes if note.event == "shown"] == [
        (SPANISH, ["soldiers-e1"])]  # fmt: skip


def test_7_0_a_player_is_offered_what_has_not_moved_yet() -> None:
    """Whoever has stopped is left out, and a hex where all have."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"], "2720": ["frederick"]})
    question = move_question(Table(), state, ENGLISH, ["boyne", "frederick"])
    assert question.legal()["move"] == {PORT_ROYAL: ["cornwall"]}
