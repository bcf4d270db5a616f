"""Chapter 4: stacking limits, order, fog of war, overstacking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from rules.jenkins.playing import DEFAULT, asked, fallen, play, position, told
from rules.jenkins.sailing import march, movement, sail

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.rules.ch04_stacking import arrange, end_of_movement, in_sight, room, seen
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

PORT_ROYAL = "2719"
SHIPS = ["boyne", "cornwall", "frederick", "norwich", "severn", "oxford"]
TROOPS = ["soldiers-e1", "soldiers-e2", "marines-e1", "marines-e2", "americans-e1", "supplies-e1"]


def port_royal(*counters: str) -> tuple[int, int]:
    state = position({PORT_ROYAL: counters})
    return room(state, state.board.seaports["port-royal"], ENGLISH)


def after_movement(english: Mapping[str, Sequence[str]], *answers: tuple[str, object]) -> tuple[State, list[str]]:
    state = position(english)
    notes = play(end_of_movement, state, ENGLISH, answers=answers)[1]
    return state, fallen(notes)


# ------------------------------------------------------------------------------------------- 4.0-4.2


def test_4_0_the_example_of_port_royal_four_ships_and_four_troops() -> None:
    """Value 4: four naval and four land counters, neither affecting the other (4.0)."""
    assert port_royal() == (4, 4)
    assert port_royal(*SHIPS[:3]) == (1, 4)
    assert port_royal(*TROOPS[:4]) == (4, 0)
    assert port_royal(*SHIPS[:4], *TROOPS[:2]) == (0, 2)


def test_4_0_no_limit_but_in_seaports() -> None:
    """Any number in a sea hex, any number on land (4.0)."""
    state, lost = after_movement({"2819": SHIPS, "2206": TROOPS})
    assert lost == []
    assert len(state.stack("2206", ENGLISH)) == len(TROOPS)


def test_4_0_the_limit_does_not_matter_during_movement() -> None:
    """A fifth ship and troops may pass through a full harbour (4.0)."""
    state = position({PORT_ROYAL: [*SHIPS[:4], *TROOPS[:4]], "2718": ["oxford", "supplies-e1 > oxford"]})
    notes = movement(state, ENGLISH, sail(["oxford"], PORT_ROYAL, "2720"))
    assert fallen(notes) == []
    assert state.hex_of("supplies-e1") == "2720"


def test_4_0_reading_ships_that_find_the_harbour_full_lie_off_in_the_same_hex() -> None:
    """In the hex without being in the seaport: nothing is eliminated, but nothing can be placed either."""
    state, lost = after_movement({PORT_ROYAL: SHIPS})
    assert lost == []
    assert len(state.naval(PORT_ROYAL, ENGLISH)) == 6
    assert port_royal(*SHIPS) == (0, 4)


def test_4_0_zihuatanejo_has_no_room_at_all() -> None:
    """Value 0: it has no purpose in play (4.0 designer's note)."""
    state = position()
    assert room(state, state.board.seaports["zihuatanejo"], SPANISH) == (0, 0)


def test_4_0_the_limit_holds_in_foreign_and_enemy_seaports_too() -> None:
    """Three troops in Dutch St. Eustatius, value 1: two too many (4.0, 5.0 note)."""
    _, lost = after_movement({"4019": TROOPS[:3]}, ("4.5", ["soldiers-e2", "marines-e1"]), ("9.3", 6), ("9.3", 6))
    assert lost == ["soldiers-e2", "marines-e1"]


def test_4_1_troops_aboard_count_as_if_they_were_ashore() -> None:
    """The limit is the same whether they are being transported or not, supplies too (4.1)."""
    assert port_royal("boyne", "soldiers-e1 > boyne", "supplies-e1") == (3, 2)


def test_4_1_passengers_lie_above_their_ship_and_troops_ashore_below_all_ships() -> None:
    """However the stack was made (4.1)."""
    state = position({PORT_ROYAL: ["americans-e1", "boyne", "soldiers-e1 > boyne", "cornwall"]})
    assert state.stack(PORT_ROYAL, ENGLISH) == ["soldiers-e1", "boyne", "cornwall", "americans-e1"]


@pytest.mark.parametrize("name", ["deception-e1", "cannons-e1", "oglethorpe", "frigate-e1"])
def test_4_2_exempt_kinds_never_count(name: str) -> None:
    """Deception, cannon, leader and frigates; for Spain boom chains too (4.2)."""
    assert port_royal(name) == (4, 4)


def test_4_2_boom_chains_do_not_count_and_reading_heavy_guns_do() -> None:
    """4.2 names cannon counters, and not Heavy Guns."""
    state = position({}, {"2825": ["boom-chain-s1", "heavy-guns-s1"]})
    assert room(state, state.board.seaports["cartagena"], SPANISH) == (6, 5)


@pytest.mark.parametrize("name", ["merchant-e1", "fire-ship-e1", "bomb-ship-e1"])
def test_4_2_other_naval_counters_do(name: str) -> None:
    """The exceptions are named one by one (4.2)."""
    assert port_royal(name) == (3, 4)


# ------------------------------------------------------------------------------------------- 4.3


def test_4_3_a_player_stacks_as_he_likes_within_4_1() -> None:
    """A passenger comes up with its ship, and troops ashore stay below (4.3)."""
    state = position({PORT_ROYAL: ["boyne", "deception-e1 > cornwall", "cornwall", "soldiers-e1"]})
    arrange(Table(), state, ENGLISH, [{"hex": "port-royal", "top": ["soldiers-e1", "cornwall"]}])
    assert state.stack(PORT_ROYAL, ENGLISH) == ["deception-e1", "cornwall", "boyne", "soldiers-e1"]


def test_4_3_what_moves_comes_to_lie_on_top_in_the_order_of_its_move() -> None:
    """So the player chooses what the enemy sees after every move (4.3)."""
    state = position({"2719": ["boyne", "cornwall", "augusta"], "2720": ["lion"]})
    movement(state, ENGLISH, sail(["cornwall", "boyne"], "2720"))
    assert state.stack("2720", ENGLISH) == ["cornwall", "boyne", "lion"]


def test_4_3_ships_of_several_hexes_come_into_one_in_the_order_wanted_with_their_passengers() -> None:
    state = position({
        "2719": ["soldiers-e1 > boyne", "boyne", "cornwall", "soldiers-e2"], "2721": ["marines-e1 > lion", "lion"],
        "2720": ["augusta"],
    })  # fmt: skip
    state.shift(["lion", "boyne"], "2720")
    assert state.stack("2720", ENGLISH) == ["marines-e1", "lion", "soldiers-e1", "boyne", "augusta"]
    assert (state.stack("2719", ENGLISH), state.hexes(ENGLISH)) == (["cornwall", "soldiers-e2"], ["2719", "2720"])
    assert state.aboard == {"soldiers-e1": "boyne", "marines-e1": "lion"}


def test_4_3_there_must_be_a_stack() -> None:
    """The owner is told (4.3)."""
    table = Table()
    arrange(table, position(), ENGLISH, [{"hex": "havana", "top": ["boyne"]}])
    assert told(table.story, "lapsed") == ["You have no stack at havana to put in order."]


# ------------------------------------------------------------------------------------------- 4.4


def test_4_4_of_an_enemy_stack_only_the_top_is_seen() -> None:
    """Even if it is only a deception counter (4.4)."""
    state = position({PORT_ROYAL: ["deception-e1 > boyne", "boyne", "soldiers-e1"]})
    assert seen(state, PORT_ROYAL, SPANISH) == ["deception-e1"]


def test_4_4_a_stack_that_enters_an_enemys_hex_is_revealed_as_long_as_it_is_there() -> None:
    """All of it, to the last supplies counter, even where only a boom chain is (4.4)."""
    state = position({"2725": ["boyne", "supplies-e1 > boyne"]}, {"2825": ["boom-chain-s1", "supplies-s1"]})
    movement(state, ENGLISH, sail(["boyne"], "2825"))
    assert seen(state, "2825", SPANISH) == ["supplies-e1", "boyne"]
    movement(state, ENGLISH, sail(["boyne"], "2725"))
    assert seen(state, "2725", SPANISH) == ["supplies-e1"]


def test_4_4_reading_what_was_there_first_shows_its_top_and_no_more() -> None:
    """The stack that enters is revealed; the rule says nothing of the one it comes upon."""
    state = position({"2725": ["boyne"]}, {"2825": ["boom-chain-s1", "supplies-s1"]})
    movement(state, ENGLISH, sail(["boyne"], "2825"))
    assert seen(state, "2825", ENGLISH) == ["boom-chain-s1"]


def test_4_4_ships_that_come_to_join_do_not_lay_open_the_garrison_beneath_them() -> None:
    """The stack that enters is shown; what was in the hex before is not (4.4)."""
    state = position({"2825": ["boyne"]}, {"2725": ["lezo > galicia", "galicia"], "2825": ["soldiers-s1", "zuloaga"]})
    movement(state, SPANISH, sail(["galicia"], "2825"), ("7.2", 6))
    assert state.stack("2825", SPANISH) == ["lezo", "galicia", "soldiers-s1", "zuloaga"]
    assert seen(state, "2825", ENGLISH) == ["lezo", "galicia"]


def test_4_4_passing_through_is_enough_to_be_seen() -> None:
    """Immediately revealed: the enemy is told on the spot, though the stack sails on (4.4)."""
    state = position({"2919": ["boyne", "soldiers-e1 > boyne"]}, {"3018": ["soldiers-s1"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "3018", "3019"))
    assert [(note.to, note.text) for note in notes if note.event == "shown"] == [
        (SPANISH, "The English stack at 3018 is shown: Soldiers 2 (e1), Boyne.")]  # fmt: skip
    assert seen(state, "3019", SPANISH) == ["soldiers-e1"]


def test_4_4_troops_that_march_in_are_seen_too() -> None:
    """Any stack, any hex (4.4)."""
    state = position({"2307": ["soldiers-e1", "supplies-e1"]}, {"2206": ["soldiers-s1"]})
    movement(state, ENGLISH, march(["soldiers-e1", "supplies-e1"], "2206"), ("7.5", 2))
    assert seen(state, "2206", SPANISH) == ["soldiers-e1", "supplies-e1"]


def test_7_2_interceptors_and_intercepted_stay_hidden_until_the_combat_step() -> None:
    """An attempt does not show more than the tops (7.2), although the stacks share a hex (4.4)."""
    state = position({"2719": ["boyne", "deception-e1 > boyne"]}, {"2820": ["oriente", "galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["oriente", "galicia"]), ("7.2", 2))
    assert state.met == {"2720": SPANISH}
    assert seen(state, "2720", ENGLISH) == ["oriente"]
    assert seen(state, "2720", SPANISH) == ["deception-e1"]


# ------------------------------------------------------------------------------------------- 4.5


def test_4_5_the_owner_eliminates_what_is_too_much_of_his_choice() -> None:
    """Six troops where four may be: two go, and 9.3 says where (4.5)."""
    chosen = ("4.5", ["supplies-e1", "americans-e1"])
    state, lost = after_movement({PORT_ROYAL: TROOPS}, chosen, ("9.3", 6))
    assert lost == ["supplies-e1", "americans-e1"]
    assert len(state.land(PORT_ROYAL, ENGLISH)) == 4


def test_4_5_an_exempt_counter_cannot_be_given_up_for_one_that_counts() -> None:
    """Eliminating Oglethorpe would make no room (4.5, 4.2)."""
    with pytest.raises(AssertionError, match="'oglethorpe' cannot be picked"):
        after_movement({PORT_ROYAL: [*TROOPS[:5], "oglethorpe"]}, ("4.5", ["oglethorpe"]))


def test_4_5_it_is_judged_when_the_movement_step_is_complete() -> None:
    """The step ends, then the excess goes (4.0, 4.5)."""
    state = position({PORT_ROYAL: TROOPS[:4], "2718": ["supplies-e1 > boyne", "boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL), after=[("4.5", ["supplies-e1"]), ("9.3", 6)])
    assert fallen(notes) == ["supplies-e1"]


def test_4_5_both_sides_are_held_to_it_the_active_first() -> None:
    """A step that completes is relevant to either side's stacks: troops may have retreated into a full seaport."""
    state = position({"4019": ["soldiers-e1", "supplies-e1"]}, {"4125": ["soldiers-s1", "soldiers-s2"]})
    notes = movement(state, SPANISH, after=[("4.5", ["soldiers-s1"]), ("4.5", ["supplies-e1"]), ("9.3", 6)])
    assert fallen(notes) == ["soldiers-s1", "supplies-e1"]


def test_4_5_the_mildest_choice_is_the_default() -> None:
    """If nobody answers, what is worth least goes."""
    _, lost = after_movement({PORT_ROYAL: TROOPS[1:]}, ("4.5", DEFAULT), ("9.3", 6))
    assert lost == ["supplies-e1"]


def test_4_4_one_counter_that_is_seen_is_enough_to_be_in_sight() -> None:
    """The top of a stack is seen, and what lies below it is not (4.4)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]})
    assert in_sight(state, ["cornwall", "boyne"])
    assert not in_sight(state, ["cornwall"])
    assert not in_sight(state, [])


def test_4_5_nobody_else_hears_that_a_hidden_stack_is_too_large() -> None:
    """What a stack holds is not for the opponent to know (4.4), so neither is the question what to give up."""
    state = position({PORT_ROYAL: TROOPS[:5]})
    questions = asked(end_of_movement, state, ENGLISH, answers=[("4.5", ["soldiers-e2"]), ("9.3", 6)])
    assert [question.discreet for question in questions] == [True]
