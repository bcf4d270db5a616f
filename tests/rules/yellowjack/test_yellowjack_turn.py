"""The printed sequence of Yellow Jack: set-up, phases, Impulses and their ends, administration, the end of the game."""

from __future__ import annotations

import json

import pytest
from rules.playing_rules import DEFAULT, asked, play
from rules.stages import Stage
from rules.yellowjack.yellowjack_stages import begun, played, whole_game

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.pieces import Award, Ended, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FITTING_OUT, READY, SEATS, date_from, date_of
from pbem.adjudicator.yellowjack.turn import administration, ends, impulse, mpi, operations
from pbem.adjudicator.yellowjack.turn.almanac import following, next_turn, phase_id, phase_title, turn_name
from pbem.adjudicator.yellowjack.turn.phases import STEPS
from pbem.adjudicator.yellowjack.turn.setup import lay_out

BOARD = load_board()


def position() -> State:
    return lay_out(BOARD, {}, "porto-bello")


# ---------------------------------------------------------------------------------------------------- the calendar


@pytest.mark.parametrize(("text", "name"), [
    ("y39t10", "1739, Turn 10 (July-August)"), ("y39t16", "1739, Turn 16 (November-December)"),
    ("y40t01", "1740, Turn 1 (December-January)"),
])  # fmt: skip
def test_r4_1_turns_are_named_from_the_solstice(text: str, name: str) -> None:
    assert turn_name(BOARD, date_from(text)) == name


def test_r4_2_operations_then_administration() -> None:
    state = position()
    assert [following(state, coming) for coming in ("setup", "ops", "admin")] == ["ops", "admin", "ops"]
    assert phase_id(state, "ops") == "y39t13.ops"
    assert phase_title(state, "admin") == "1739, Turn 13 (September-October): administration"


def test_r1_11_a_charter_may_have_a_letter_for_each_impulse() -> None:
    state = lay_out(BOARD, {"tempo": "impulse"}, "porto-bello")
    order = ["setup", "ops1", "ops2", "ops3", "admin"]
    assert [following(state, coming) for coming in order] == ["ops1", "ops2", "ops3", "admin", "ops1"]


def test_1_62_1_a_new_turn_clears_what_belongs_to_one() -> None:
    state = position()
    state.count, state.impulse = 4, 3
    flag = state.formations["br-flag-j2"]
    flag.port_impulses, flag.blockade_value = 2, 3
    flag.fought, flag.blockading, flag.spotted_mpi, flag.blockades = 5, 7, 9, "porto-bello"
    state.ports["port-royal-jamaica"].repairs = 3
    state.date = date_from("y39t16")

    table = Table()
    next_turn(table, state)
    assert state.date == date_of(1740, 1)
    assert (state.count, state.impulse) == (5, 0)
    assert (flag.port_impulses, flag.blockade_value, state.ports["port-royal-jamaica"].repairs) == (0, 0, 0)
    assert (flag.fought, flag.blockading, flag.spotted_mpi, flag.blockades) == (0, 0, 0, "porto-bello")
    assert table.story[0].text == "1740, Turn 1 (December-January) begins."


# ------------------------------------------------------------------------------------------------------ the set-up


def test_r4_8_the_learning_scenario_is_as_the_sheet_has_it() -> None:
    state = position()
    sail = {name: dict(one.sail) for name, one in state.squadrons.items() if one.sail}
    assert sail == {
        "j1": {"sol": 1, "sol-d": 1}, "j2": {"sol": 4}, "j3": {"sol": 1, "sol-d": 1}, "jf1": {"frigate": 2},
        "k1": {"sol": 2, "sol-d": 1}, "g1": {"sol-d": 1}, "gf1": {"frigate": 2},
    }  # fmt: skip
    assert {name: state.place(name) for name in state.formations} == {
        "br-flag-j1": "port-royal-jamaica", "br-flag-j2": "port-royal-jamaica", "br-troops-1": "port-royal-jamaica",
        "jf1": "port-royal-jamaica", "rcg": "la-guaira", "sp-flag-k": "cartagena-de-indias",
    }  # fmt: skip
    assert {state.condition(name) for name in state.formations} == {FITTING_OUT}
    assert state.leader_of("br-flag-j2") == state.admiral_of("british-fleet") == state.admiral_of("jamaica") == "vernon"
    assert state.leader_of("sp-flag-k") == state.admiral_of("cartagena") == "lezo"
    assert state.units_at("br-troops-1") == ["jamaica-companies-a", "fleet-marines-a"]
    assert state.units_at("lb-panama", BOURBON) == ["fijo-panama"]
    assert state.hand[BRITISH] == ["j-aao", "j-blockade-cartagena", "j-cruise-main"]
    assert state.hand[BOURBON] == ["k-cruise-main", "k-cruise-caracas", "k-interdict-roques"]
    assert state.prestige == {BRITISH: 10, BOURBON: 10}


def test_r4_8_no_chit_is_both_in_hand_and_in_the_pool() -> None:
    state = position()
    for side in SEATS:
        chits = state.hand[side] + state.pool[side]
        assert len(chits) == len(set(chits))
        assert all(BOARD.chits[chit].side == side for chit in chits)


def test_r4_8_the_first_phase_counts_as_no_turn() -> None:
    match = begun()
    phase = match.phase()
    assert phase is not None
    assert (phase.id, phase.turn, phase.active) == ("y39t13.setup", 0, SEATS)
    played(match)
    phase = match.phase()
    assert phase is not None
    assert (phase.id, phase.turn) == ("y39t13.ops", 1)


# ------------------------------------------------------------------------------------------------------ the Impulse


def test_r4_3_the_steps_stand_in_the_order_of_the_sequence() -> None:
    assert [step.name for step in impulse.STEPS] == ["w0", "w1", "w2", "w3"]
    assert [step.name for step in mpi.STEPS] == ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"]
    assert [step.name for step in ends.STEPS] == ["e1", "e2", "e3", "e4", "e5", "e6"]
    assert [step.name for step in (*operations.BEFORE, *operations.AFTER)] == ["p0", "p1", "p9"]
    assert len(STEPS) == 21 + len(administration.STEPS)


def test_r4_6_administration_has_its_steps_in_order() -> None:
    names = [step.name for step in administration.STEPS]
    assert names[:10] == ["a1a", "a1b", "a1c", "a2a", "a2b", "a3", "a4a", "a4b", "a4c1", "a4c"]
    assert names[10:] == ["a4d", "a4f1", "a4f2", "a4g", "a4h", "a4h2", "a4i", "a4i2", "a4j", "a5", "a6"]


def test_r5_2_a_plan_takes_the_place_of_the_last_one_and_only_its_owner_gives_it() -> None:
    state = position()
    state.impulse = 1
    state.plans["jf1"] = {"who": "jf1", "mark": "old", "then": [{"stay": "yes"}]}
    new = {"who": "jf1", "mark": "new", "then": [{"wait": "2"}]}
    foreign = {"who": "sp-flag-k", "mark": "x", "then": []}
    play(impulse.take_plans, state, Ruling(), answers=[("R5.2", [new, foreign]), ("R5.2", [])])
    assert state.plans == {"jf1": {**new, "waited": 0, "lapses": 0}}
    state.plans["jf1"]["then"].pop()
    assert new["then"], "the answer stays as it was given: the record holds it"


def test_r1_12_both_sides_write_their_plans_unseen() -> None:
    state = position()
    state.impulse = 2
    questions = asked(impulse.take_plans, state, Ruling(), answers=[("R5.2", DEFAULT), ("R5.2", DEFAULT)])
    assert [question.side for question in questions] == [BRITISH, BOURBON]
    assert {question.key for question in questions} == {"sail/i2/british/n1", "sail/i2/bourbon/n1"}


def test_r11_7_time_in_port_and_the_heaviest_blockade_are_counted_at_the_end_of_an_impulse() -> None:
    state = position()
    flag, other = state.formations["br-flag-j2"], state.formations["br-flag-j1"]
    flag.state, flag.at, flag.blockades = READY, "porto-bello", "porto-bello"
    ends.count_time(state)
    ends.count_time(state)
    flag.blockades = ""
    ends.count_time(state)
    assert (flag.port_impulses, flag.blockade_value) == (0, BOARD.ports["porto-bello"].blockade)
    assert (other.port_impulses, other.blockade_value) == (3, 0)


def test_r9_7_an_order_may_be_given_up_but_an_assault_only_by_evacuation() -> None:
    state = position()
    state.impulse = 1
    for key, kind, who in (("j-cruise-main", "cruise", "br-flag-j1"), ("j-aao", "amphibious-assault", "br-flag-j2")):
        state.orders[key] = Order(kind, BRITISH, [who], key, since=state.date, last=state.date + 3)
        state.hand[BRITISH].remove(key)
        state.formations[who].order = key
    assert ends.can_give_up(state, BRITISH) == ["br-flag-j1"]
    answer = [{"who": "br-flag-j1"}, {"who": "br-flag-j2"}, {"who": "sp-flag-k"}]
    play(ends.terminate, state, answers=[("R9.7", answer)])
    assert list(state.orders) == ["j-aao"]
    assert state.boxes(BRITISH) == (0, 1)
    assert state.formations["br-flag-j1"].order == ""


def test_r9_7_who_has_no_order_is_not_asked() -> None:
    assert asked(ends.terminate, position()) == []


# --------------------------------------------------------------------------------------------------- administration


def test_r11_10_prestige_lost_is_counted_from_the_start_of_the_previous_year() -> None:
    state = position()
    state.date = date_of(1741, 4)
    state.ledger = [
        Award(date_of(1739, 16), BRITISH, -9, "long ago", "1.613"),
        Award(date_of(1740, 1), BRITISH, -2, "a Port", "1.613"),
        Award(date_of(1741, 2), BRITISH, 1, "a prize", "1.612"), Award(date_of(1741, 2), BOURBON, 4, "a Port", "1.613"),
    ]  # fmt: skip
    assert administration.lost_lately(state, BRITISH) == 1
    assert administration.lost_lately(state, BOURBON) == 0


def test_r11_10_a_side_is_behind_with_more_failed_than_fulfilled() -> None:
    state = position()
    state.ended = [Ended(BRITISH, "x", fulfilled=False, date=13, case="R9.7")]
    assert administration.is_behind(state, BRITISH)
    assert not administration.is_behind(state, BOURBON)


# ------------------------------------------------------------------------------------------------------- whole games


@pytest.fixture(scope="module")
def game() -> tuple[YellowJackMatch, list[Stage]]:
    return whole_game("defaults")


def test_r1_11_a_turn_takes_two_letters_a_seat(game: tuple[YellowJackMatch, list[Stage]]) -> None:
    _, stages = game
    turns = [f"y39t{turn}.{phase}" for turn in (13, 14, 15, 16) for phase in ("ops", "admin")]
    assert [stage.phase for stage in stages] == ["y39t13.setup", *turns]


def test_1_62_the_game_ends_with_the_year_and_is_counted_once(game: tuple[YellowJackMatch, list[Stage]]) -> None:
    match, _ = game
    assert match.phase() is None
    assert match.result() == {"winner": "bourbon", "how": "decisive"}  # both lose three, and five is the handicap
    assert [(one.side, one.points) for one in match.state.ledger] == [(BRITISH, -3), (BOURBON, -3)]


def test_the_position_is_sound_and_comes_back_from_plain_data_after_each_phase() -> None:
    match = begun()
    while match.phase() is not None:
        played(match, seed="sound")
        assert match.invariants() == []
        plain = match.to_plain()
        again = YellowJackMatch.restore(json.loads(json.dumps(plain)), {}, None)
        assert json.dumps(again.to_plain()) == json.dumps(plain)


def test_same_inputs_same_bytes() -> None:
    first, second = (whole_game("twice")[0].to_plain() for _ in range(2))
    assert json.dumps(first) == json.dumps(second)


def test_r1_11_an_impulse_at_a_time_takes_four_letters() -> None:
    match, stages = whole_game("slow", {"tempo": "impulse"})
    assert [stage.phase for stage in stages[:6]] == [
        "y39t13.setup", "y39t13.ops1", "y39t13.ops2", "y39t13.ops3", "y39t13.admin", "y39t14.ops1",
    ]  # fmt: skip
    assert match.result() is not None


def test_r4_3_steps_of_the_weather_are_played_where_a_scenario_has_it_whole() -> None:
    weather = [step.name for step in (*impulse.STEPS, *mpi.STEPS) if step.weather]
    assert weather == ["w1", "w3", "m1", "m2", "m7"]
    told = [note.facts["step"] for note in played(begun()).told.notes if note.event == "step"]
    assert not set(told) & set(weather)
    assert BOARD.scenarios["porto-bello"].weather == "winds"


def test_r4_5_the_boxes_are_told_at_the_end_of_operations(game: tuple[YellowJackMatch, list[Stage]]) -> None:
    _, stages = game
    for stage in stages:
        open_boxes = [note for note in stage.told.notes if note.event == "boxes"]
        assert len(open_boxes) <= 1, stage.phase
