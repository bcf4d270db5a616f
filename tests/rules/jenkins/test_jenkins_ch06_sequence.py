"""Chapter 6 without 6.3: the sequence of play, storms and fortunes in it, supply, the war in Europe. 11.9: arrival."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from rules.jenkins.playing import DEFAULT, Answer, asked, facts, fallen, play, position, told
from rules.jenkins.sailing import END, sail

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.jenkins.rules.ch06_sequence import (
    austrian_succession,
    end_of_turn,
    play_phase,
    sequence,
    spanish_movement,
    supply_step,
)
from pbem.adjudicator.jenkins.rules.ch08_storms import remove_storms
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

FREDERICK_AND_SOLDIERS = ["frederick", "soldiers-e1"]


# ------------------------------------------------------------------------------------------- 6.0, 6.4-6.6


def test_6_0_the_eleven_steps_in_their_order() -> None:
    """Four English, three Spanish, four administrative (6.0)."""
    steps = [step for steps in sequence().values() for step in steps]
    assert [step.number for step in steps] == list(range(1, 12))
    english, spanish = ["6.1", "6.2", "6.3", "6.4"], ["6.1", "6.3", "6.4"]
    assert [step.rule for step in steps] == [*english, *spanish, "6.5", "6.6", "6.7", "6.8"]


def test_6_0_a_whole_turn_is_played_step_by_step() -> None:
    """Nobody does anything: the steps are told by their numbers, and only the turn's own dice fall (6.0)."""
    state = position(pool={ENGLISH: [], SPANISH: []})
    english = play(play_phase, state, ENGLISH, answers=[("6.1", {}), ("6.2", 6), END])[1]
    spanish = play(play_phase, state, SPANISH, answers=[("6.1", {}), END, ("6.6", 6), ("6.8", 1), ("6.8", [1, 1])])[1]
    told_steps = [note.facts["number"] for note in [*english, *spanish] if note.event == "step"]
    assert told_steps == list(range(1, 12))
    assert state.turn == 2


def test_6_2_the_storm_die_is_thrown_in_the_english_phase_before_movement() -> None:
    """Storms found in step 2 bar the movement of step 3 (6.2, 8.1)."""
    state = position({"2719": ["boyne"]}, pool={ENGLISH: [], SPANISH: []})
    answers: list[Answer] = [("6.1", {}), ("6.2", 2), sail(["boyne"], "2720"), END]
    play(play_phase, state, ENGLISH, answers=answers)
    assert state.hex_of("boyne") == "2719"


def test_6_2_the_erratum_adds_curacao_to_a_three() -> None:
    """La Guaira, Maracaibo, and Curacao (6.2 erratum)."""
    state = position(pool={ENGLISH: [], SPANISH: []})
    play(play_phase, state, ENGLISH, answers=[("6.1", {}), ("6.2", 3), END])
    assert "3423" in state.storms


def test_6_4_where_opponents_share_a_hex_combat_follows_movement() -> None:
    """An interception of step 3 is fought out in step 4 (6.4)."""
    state = position({"2719": ["boyne"]}, {"2821": ["galicia"]}, pool={ENGLISH: [], SPANISH: []})
    answers: list[Answer] = [("6.1", {}), ("6.2", 6), sail(["boyne"], "2720", "2820"), ("7.2", ["galicia"]), ("7.2", 1),
                             END, ("9.1", 6), ("9.1", 6)]  # fmt: skip
    notes = play(play_phase, state, ENGLISH, answers=answers)[1]
    assert fallen(notes) == ["galicia", "boyne"]


def test_6_5_all_storms_leave_the_map() -> None:
    """Storm Removal Step (6.5)."""
    state, table = position(storms=["2719", "3018"]), Table()
    remove_storms(table, state)
    assert state.storms == []
    assert told(table.story, "storms_removed")


def test_6_6_one_die_is_thrown_for_fortune_each_turn() -> None:
    """After the storms have gone and before supply (6.6)."""
    steps = [step.rule for step in sequence()[SPANISH]]
    assert steps[3:6] == ["6.5", "6.6", "6.7"]


def test_7_2_flipped_ships_and_captures_are_forgotten_when_the_turn_ends() -> None:
    """Until the following game turn (7.2); captured this turn (6.8)."""
    state = position(intercepted=["galicia"], captured=["leogane"])
    play(end_of_turn, state)
    assert (state.intercepted, state.captured, state.turn) == ([], [], 2)


# ------------------------------------------------------------------------------------------- 6.7


def supply(
    english: Mapping[str, Sequence[str]], *answers: Answer, spanish: Mapping[str, Sequence[str]] | None = None,
    control: Mapping[str, str] | None = None, storms: Sequence[str] = (),
) -> tuple[State, list[str]]:  # fmt: skip
    state = position(english, spanish, control=dict(control or {}), storms=list(storms))
    return state, fallen(play(supply_step, state, answers=answers)[1])


def test_6_7_friendly_seaports_supply_their_hex() -> None:
    """Land and naval counters in it (6.7)."""
    assert supply({"2719": FREDERICK_AND_SOLDIERS})[1] == []


def test_6_7_captured_seaports_do_too() -> None:
    """They are friendly for this purpose (6.7)."""
    assert supply({"2114": FREDERICK_AND_SOLDIERS}, control={"havana": ENGLISH})[1] == []


@pytest.mark.parametrize("hex_id", ["2114", "3018", "2819"])
def test_6_7_every_other_hex_without_supplies_loses_one_counter(hex_id: str) -> None:
    """An enemy's seaport, a foreign one, the open sea: one friendly counter, the owner's choice (6.7)."""
    ships = ["frederick", "frigate-e1"]
    assert supply({hex_id: ships}, ("6.7", ["frigate-e1"]))[1] == ["frigate-e1"]


def test_6_7_one_counter_in_each_hex_out_of_supply() -> None:
    """Hex by hex, England's first (6.7)."""
    lost = supply({"2820": ["frederick"], "2821": ["boyne"]}, ("6.7", ["frederick"]), ("6.7", ["boyne"]),
                  ("6.7", ["galicia"]), spanish={"2515": ["galicia"]})[1]  # fmt: skip
    assert lost == ["frederick", "boyne", "galicia"]


def test_11_8_supplies_keep_their_hex_in_supply_and_are_not_used_up() -> None:
    """Ashore or aboard; they stay where they are (6.7, 11.8)."""
    state, lost = supply({"2820": ["supplies-e1 > frederick", "frederick"], "2206": ["soldiers-e1", "supplies-e2"]})
    assert lost == []
    assert state.hex_of("supplies-e1") == "2820"
    assert state.hex_of("supplies-e2") == "2206"


def test_6_7_supplies_serve_their_own_hex_only() -> None:
    """The stack beside it goes short (6.7)."""
    lost = supply({"2820": ["supplies-e1 > frederick", "frederick"], "2821": ["boyne"]}, ("6.7", ["boyne"]))[1]
    assert lost == ["boyne"]


def test_6_7_the_enemys_supplies_do_not_count() -> None:
    """A friendly supplies counter it must be (6.7)."""
    lost = supply({"2820": ["boyne"]}, ("6.7", ["boyne"]), spanish={"2820": ["supplies-s1 > galicia", "galicia"]})[1]
    assert lost == ["boyne"]


def test_6_7_any_land_or_naval_counter_may_go_but_a_deception() -> None:
    """The leader rather than the ship, if his owner likes; never the deception (6.7)."""
    stack = ["ogle > frederick", "frederick", "deception-e1 > cornwall", "cornwall"]
    lost = supply({"2820": stack}, ("6.7", ["ogle"]), ("9.3", 1))[1]
    assert lost == ["ogle"]
    with pytest.raises(AssertionError, match="'deception-e1' cannot be picked"):
        supply({"2820": ["deception-e1 > cornwall", "cornwall"]}, ("6.7", ["deception-e1"]))


def test_6_7_deceptions_alone_lose_nothing() -> None:
    """There is nothing else to eliminate (6.7)."""
    assert supply({"2206": ["deception-e1", "deception-e2"]})[1] == []


def test_6_7_storms_have_no_effect_on_supply() -> None:
    """Neither for nor against (6.7)."""
    assert supply({"2719": FREDERICK_AND_SOLDIERS}, storms=["2719"])[1] == []
    assert supply({"2820": ["boyne"]}, ("6.7", ["boyne"]), storms=["2820"])[1] == ["boyne"]


def test_6_7_reading_ships_that_lie_off_a_friendly_seaport_are_in_supply() -> None:
    """All friendly counters in that hex are, however full the harbour."""
    ships = ["boyne", "cornwall", "frederick", "norwich", "severn", "oxford"]
    assert supply({"2719": ships})[1] == []


def test_6_7_reading_a_captured_seaport_supplies_ships_after_the_troops_have_left() -> None:
    """It stays captured until the enemy takes it back (7.6)."""
    assert supply({"2114": ["boyne"]}, control={"havana": ENGLISH})[1] == []


# ------------------------------------------------------------------------------------------- 6.8


def europe(state: State, *answers: Answer) -> list[Note]:
    return play(austrian_succession, state, answers=[*answers])[1]


@pytest.mark.parametrize(("die", "side"), [(1, SPANISH), (6, ENGLISH)])
def test_6_8_one_and_six_bring_two_dice_of_points(die: int, side: str) -> None:
    """To Spain on a 1, to England on a 6, on the track at once (6.8 table)."""
    state = position()
    europe(state, ("6.8", die), ("6.8", [3, 5]))
    assert state.funds == {ENGLISH: 0, SPANISH: 0} | {side: 8}


def test_6_8_its_points_end_at_a_hundred_too() -> None:
    """The maximum of the track (3.2)."""
    state = position(funds={ENGLISH: 95, SPANISH: 0})
    europe(state, ("6.8", 6), ("6.8", [6, 6]))
    assert state.funds[ENGLISH] == 100


@pytest.mark.parametrize(
    ("die", "chosen"), [(2, "boyne"), (3, "marines-e1"), (4, "soldiers-s1"), (5, "galicia")]
)
def test_6_8_two_to_five_call_a_ship_or_soldiers_home(die: int, chosen: str) -> None:
    """English ship, English soldiers, Spanish soldiers, Spanish ship; removed, the owner choosing (6.8 table)."""
    state = position({"2719": ["boyne", "cornwall", "frigate-e1", "soldiers-e1", "marines-e1"]},
                     {"3718": ["galicia", "oriente", "frigate-s1", "soldiers-s1", "soldiers-s2"]})  # fmt: skip
    notes = europe(state, ("6.8", die), ("6.8", [chosen]))
    assert state.gone == [chosen]
    assert state.hex_of(chosen) == ""
    assert told(notes, "called_home")


@pytest.mark.parametrize(
    ("die", "name"), [(2, "frigate-e1"), (2, "merchant-e1"), (3, "supplies-e1"), (3, "cannons-e1")]
)
def test_6_8_only_named_ships_and_soldiers_can_be_called(die: int, name: str) -> None:
    """One named naval counter; one soldier counter, of any name (6.8 table, 2.2)."""
    state = position({"2719": ["boyne", "frigate-e1", "merchant-e1", "soldiers-e1", "supplies-e1", "cannons-e1"]})
    with pytest.raises(AssertionError, match=f"'{name}' cannot be picked"):
        europe(state, ("6.8", die), ("6.8", [name]))


def test_6_8_reading_what_lies_in_a_force_pool_cannot_be_sent() -> None:
    """England needs reinforcements that exist; with nothing on the map nothing happens."""
    state = position(pool={ENGLISH: ["boyne"], SPANISH: []})
    notes = europe(state, ("6.8", 2))
    assert told(notes, "europe") == ["English has nothing to send home."]
    assert state.pool[ENGLISH] == ["boyne"]


def test_6_8_reading_a_ship_on_the_turn_track_can() -> None:
    """She is in play, only between the oceans."""
    state = position(track={"boyne": ["2", "pacific"]})
    europe(state, ("6.8", 2), ("6.8", DEFAULT))
    assert state.track == {}
    assert state.gone == ["boyne"]


def test_6_8_reading_soldiers_aboard_a_ship_on_the_turn_track_can_be_called_too() -> None:
    """Their ship is a candidate, so they are (6.8)."""
    state = position(track={"boyne": ["3", "pacific"]}, aboard={"soldiers-e1": "boyne"})
    notes = play(austrian_succession, state, answers=[("6.8", 3), ("6.8", ["soldiers-e1"])])[1]
    assert told(notes, "called_home") == ["Soldiers 2 (e1) is called home to Europe."]
    assert state.gone == ["soldiers-e1"]
    assert state.aboard == {}
    assert state.track == {"boyne": ["3", "pacific"]}


def test_6_8_reading_passengers_go_ashore_in_a_seaport_of_theirs_and_are_lost_elsewhere() -> None:
    """Removed is not eliminated: in port they land; at sea they share her fate (7.3)."""
    state = position({"2719": ["soldiers-e1 > boyne", "boyne"]})
    europe(state, ("6.8", 2), ("6.8", ["boyne"]))
    assert state.land("2719", ENGLISH) == ["soldiers-e1"]
    for hex_id in ("2820", "2114"):
        state = position({hex_id: ["soldiers-e1 > boyne", "boyne"]}, {"2114": ["soldiers-s1"]})
        assert fallen(europe(state, ("6.8", 2), ("6.8", ["boyne"]))) == ["soldiers-e1"]
        assert state.aboard == {}


@pytest.mark.parametrize(
    ("ports", "die", "total"),
    [([], 3, 3), (["leogane"], 3, 4), (["leogane", "martinique"], 3, 4), (["curacao"], 4, 3),
     (["curacao", "st-eustatius"], 4, 3), (["leogane", "curacao"], 3, 3), (["st-thomas"], 3, 3), (["havana"], 3, 3)],
)  # fmt: skip
def test_6_8_french_captures_are_plus_one_and_dutch_minus_one_at_most(ports: list[str], die: int, total: int) -> None:
    """By either side, this turn; Danish and Spanish ones move nothing (6.8)."""
    state = position({}, {"3718": ["soldiers-s1"]}, captured=ports)
    notes = europe(state, ("6.8", die), *([("6.8", DEFAULT)] if total == 4 else []))
    throw = next(note.throw for note in notes if note.throw)
    assert throw.total == total


def test_6_8_reading_a_modified_zero_is_a_one() -> None:
    """The table begins with 1."""
    state = position(captured=["curacao"])
    europe(state, ("6.8", 1), ("6.8", [1, 2]))
    assert state.funds[SPANISH] == 3


def test_6_8_a_modified_seven_ends_the_war_for_good() -> None:
    """No more rolls on this table (6.8)."""
    state = position(captured=["leogane"])
    europe(state, ("6.8", 6))
    assert state.peace
    assert europe(state) == []


def test_6_8_captures_of_earlier_turns_do_not_count() -> None:
    """Only those of the current game turn (6.8)."""
    state = position(captured=["leogane"], control={"leogane": ENGLISH})
    play(end_of_turn, state)
    europe(state, ("6.8", 6), ("6.8", [1, 1]))
    assert not state.peace


# ------------------------------------------------------------------------------------------- 11.9


def test_11_9_she_arrives_at_the_beginning_of_the_spanish_movement_of_her_turn() -> None:
    """In 4522, and may move at once (11.9)."""
    state = position(turn=4, isidro=4)
    notes = play(spanish_movement, state, answers=[sail(["san-isidro"], "4422"), END])[1]
    assert told(notes, "isidro_arrives")
    assert state.hex_of("san-isidro") == "4422"


def test_11_9_not_before_her_turn() -> None:
    """Box 4 is turn 4 (11.9)."""
    state = position(turn=3, isidro=4)
    play(spanish_movement, state, answers=[END])
    assert state.stacks == {}


def test_11_9_once_there_she_is_a_ship_like_any_other() -> None:
    """She can be intercepted as soon as she moves; eliminated, she has no way back (11.9, 9.3)."""
    state = position({"4421": ["boyne"]}, turn=5, isidro=5)
    answers = [sail(["san-isidro"], "4422"), ("7.2", ["boyne"]), ("7.2", 1), END, ("9.1", 1), ("9.1", 6)]
    notes = play(spanish_phase_afloat, state, answers=answers)[1]
    assert fallen(notes) == ["boyne", "san-isidro"]
    assert "san-isidro" in state.gone


async def spanish_phase_afloat(table: Table, state: State) -> None:
    """Movement and combat of the Spanish Phase."""
    await spanish_movement(table, state)
    await combat_step(table, state, SPANISH)


# ------------------------------------------------------------------------------------------- the phases


def test_1_2_the_set_up_fills_the_force_pools_first() -> None:
    """The English player sets up first, with the pools of both sides laid out (3.0, 3.1)."""
    state = position(turn=0)
    play(play_phase, state, ENGLISH, answers=[("3.1", {"buy": [{"counter": "boyne", "at": "2719"}]})])
    assert state.hex_of("boyne") == "2719"
    assert "galicia" not in state.pool[SPANISH]
    assert state.turn == 0


def test_6_0_storms_leave_and_combat_is_fought_in_the_spanish_phase() -> None:
    """The Spanish Combat Resolution Step, and the Storm Removal Step after it (6.0)."""
    state = position({"2721": ["boyne"]}, {"2721": ["galicia"]}, storms=["3423"], met={"2721": SPANISH})
    answers: list[Answer] = [("6.1", {}), END, ("9.1", 1), ("9.1", 1), ("6.6", 6), ("6.8", 1), ("6.8", [1, 1])]
    play(play_phase, state, SPANISH, answers=answers)
    assert (state.met, state.storms) == ({}, [])


def test_6_7_nobody_else_hears_what_a_hungry_stack_consists_of() -> None:
    """The owner chooses; below its top a stack is hidden (4.4)."""
    state = position({"2721": ["boyne", "cornwall"]})
    questions = asked(supply_step, state, answers=[("6.7", ["boyne"])])
    assert [question.discreet for question in questions] == [True]


def test_6_8_one_french_seaport_among_others_is_enough() -> None:
    """If any French seaport was captured this turn; other captures do not take that away (6.8)."""
    notes = europe(position(captured=["havana", "leogane"]), ("6.8", 6))
    assert told(notes, "peace") == ["The War of Austrian Succession ends."]


def test_6_8_both_sides_are_told_of_the_points_of_europe() -> None:
    """War funds stand on a track that all see (3.2)."""
    notes = europe(position(), ("6.8", 1), ("6.8", [2, 3]))
    assert facts(notes, "funds") == [{"side": SPANISH}]
