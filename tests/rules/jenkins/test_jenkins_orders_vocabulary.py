"""The sections of an order file as answers: each is tried on the question it is meant for."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.playing import position

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Table
from pbem.adjudicator.jenkins.orders.plans import SILENCE, OrderFile
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch03_setup import purchases_question, set_up_question
from pbem.adjudicator.jenkins.rules.ch05_victory import victory_question
from pbem.adjudicator.jenkins.rules.ch06_perilous import perilous_question
from pbem.adjudicator.jenkins.rules.ch07_interception import intercept_question
from pbem.adjudicator.jenkins.rules.ch07_movement import END, enter_question, move_question
from pbem.adjudicator.jenkins.rules.ch09_combat import battles_question, bombard_question
from pbem.adjudicator.jenkins.rules.ch09_dice import Die
from pbem.adjudicator.jenkins.rules.ch09_naval import engage_question, leader_dice_question
from pbem.adjudicator.jenkins.rules.ch11_deception import deception_question
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State


def file(state: State, lines: dict[tuple[str | int, ...], int] | None = None, **body: Any) -> OrderFile:
    return OrderFile(Orders(ENGLISH, body, lines or {}), state)


def said(state: State, decision: Decision, **body: Any) -> Any:
    answer = file(state, **body).answer(decision)
    if answer is not None:
        assert decision.faults(answer[0]) == []
    return None if answer is None else answer[0]


def fleet() -> State:
    return position({"2820": ["boyne", "frigate-e1", "merchant-e1", "fire-ship-e1"]}, {"2720": ["galicia"]})


ABLE = ["boyne", "frigate-e1", "merchant-e1", "fire-ship-e1"]


# ------------------------------------------------------------------------------------------- exact, plans


def test_an_exact_answer_comes_before_everything_else() -> None:
    state = fleet()
    decision = intercept_question(Table(), state, ENGLISH, "2720", ABLE)
    source = file(state, lines={("answers", 0): 12}, intercept=[{"at": "any"}],
                  answers=[{"key": decision.key, "answer": ["boyne"]}])  # fmt: skip
    assert source.answer(decision) == (["boyne"], "orders line 12")


def test_moves_are_given_one_after_another_and_then_their_end() -> None:
    state, table = fleet(), Table()
    moves = [{"ships": ["boyne"], "path": ["2821"]}]
    source = file(state, moves=moves)
    assert source.answer(move_question(table, state, ENGLISH, [])) == (moves[0], "orders moves.0")
    assert source.answer(move_question(table, state, ENGLISH, [])) == (dict(END), "orders moves")


def test_a_file_without_moves_leaves_them_to_silence() -> None:
    state = fleet()
    decision = move_question(Table(), state, ENGLISH, [])
    assert file(state, buy=[]).answer(decision) is None
    assert SILENCE.answer(decision) == (dict(END), "orders: no more moves")


def test_silence_buys_nothing_and_says_nothing_else() -> None:
    state = fleet()
    assert SILENCE.answer(purchases_question(Table(), state, ENGLISH)) == ({}, "orders: no purchases")
    assert SILENCE.answer(intercept_question(Table(), state, ENGLISH, "2720", ABLE)) is None


def test_purchases_and_stacks_answer_the_purchase_step_and_setup_the_set_up() -> None:
    state = fleet()
    buy, stacks = [{"counter": "boyne", "at": "2719"}], [{"hex": "2719", "top": ["boyne"]}]
    plan = {"buy": buy, "stacks": stacks}
    assert said(state, purchases_question(Table(), state, ENGLISH), **plan) == plan
    assert said(state, set_up_question(Table(), state, ENGLISH), setup={"buy": buy}) == {"buy": buy}
    assert said(state, set_up_question(Table(), state, ENGLISH), buy=buy) is None


# ------------------------------------------------------------------------------------------- interception


@pytest.mark.parametrize(
    ("section", "answer"),
    [
        ([{"at": "any", "with": "all"}], ABLE),
        ([{}], ABLE),
        ([{"with": ["frigate", "boyne"]}], ["frigate-e1", "boyne"]),
        ([{"at": ["2720"], "with": ["boyne"]}], ["boyne"]),
        ([{"at": ["havana"]}, {"with": ["merchant"]}], ["merchant-e1"]),
        ([{"least": 5}, {"with": ["boyne"]}], ["boyne"]),
        ([{"if": [{"storm_on": "here"}]}], []),
        ([{"if": [{"enemy_top": "ship"}], "with": ["boyne"]}], ["boyne"]),
        ([{"at": ["havana"]}], []),
        ([], []),
    ],
)
def test_the_first_rule_on_interception_that_applies_decides(section: list[Any], answer: list[str]) -> None:
    """If none applies there is no interception, and nobody is asked."""
    state = fleet()
    decision = intercept_question(Table(), state, ENGLISH, "2720", ABLE)
    assert said(state, decision, intercept=section) == answer


# ------------------------------------------------------------------------------------------- losses, prey


def test_losses_are_taken_in_the_order_of_the_list_for_their_sort() -> None:
    state = fleet()
    decision = questions.losses(Table(), state, ENGLISH, "9.1", "naval", "2820", ABLE, 2)
    assert said(state, decision, losses={"naval": ["fire_ship", "boyne"], "any": ["merchant"]}) == [
        "fire-ship-e1", "boyne"]  # fmt: skip


def test_without_a_list_for_the_sort_the_one_for_any_serves() -> None:
    state = fleet()
    decision = questions.losses(Table(), state, ENGLISH, "6.3", "perilous", "2820", ABLE, 1)
    assert said(state, decision, losses={"any": ["merchant"]}) == ["merchant-e1"]
    assert said(state, decision, losses={"land": ["merchant"]}) is None


def test_what_no_list_names_follows_by_the_mildest_default() -> None:
    state = fleet()
    decision = questions.losses(Table(), state, ENGLISH, "9.1", "naval", "2820", ABLE, 2)
    answer = said(state, decision, losses={"naval": ["boyne"]})
    assert answer[0] == "boyne"
    assert answer[1] == decision.default[0]


def test_prey_prefers_by_counter_or_by_kind() -> None:
    state = fleet()
    decision = perilous_question(Table(), state, SPANISH, "2820", ABLE, 2, by_enemy=True)
    assert said(state, decision, prey=["boyne", "merchant"]) == ["boyne", "merchant-e1"]


# ------------------------------------------------------------------------------------------- combat


def test_battles_are_fought_in_the_order_of_the_list_and_then_by_number() -> None:
    state = fleet()
    decision = battles_question(Table(), state, ENGLISH, ["2114", "2820", "3018"])
    assert said(state, decision, battles=["leogane", "2820"]) == ["3018", "2820", "2114"]


def test_guns_join_unless_told_otherwise_and_fire_ships_only_if_told() -> None:
    state = position({"2719": ["cannons-e2", "fire-ship-e1", "supplies-e1"]}, {"2719": ["galicia"]})
    decision = engage_question(Table(), state, ENGLISH, "2719")
    assert decision is not None
    assert said(state, decision, engage={}) == ["cannons-e2"]
    assert said(state, decision, engage={"guns": "none", "fire_ships": "all"}) == ["fire-ship-e1"]
    assert said(state, decision, engage={"supplies": ["supplies-e1"]}) == ["cannons-e2", "supplies-e1"]


def test_leader_dice_go_round_the_ships_named() -> None:
    state = position({"2820": ["ogle > boyne", "boyne", "frigate-e1"]})
    leader = state.board.counters["ogle"]
    needs = {"boyne": 8, "frigate-e1": 4}
    decision = leader_dice_question(Table(), state, "2820", leader, needs, {"boyne": "3"})
    plan = [{"leader": "ogle", "ships": ["frigate", "boyne"]}]
    assert said(state, decision, leader_dice=plan) == {"frigate-e1": "2", "boyne": "1"}
    assert said(state, decision, leader_dice=[{"leader": "vernon", "ships": ["boyne"]}]) is None


def test_deceptions_undo_enemy_hits_first_and_own_misses_if_wanted() -> None:
    state = position({"2820": ["deception-e1 > boyne", "boyne"]}, {"2820": ["galicia"]})
    check = state.board.checks["naval-combat"]
    dice = [Die("boyne/1", ENGLISH, "boyne", 6, 4, check), Die("galicia/1", SPANISH, "galicia", 2, 7, check)]
    decision = deception_question(Table(), state, ENGLISH, "2820", "naval", dice, ["deception-e1"])
    assert said(state, decision, deception={"enemy_hits": True, "own_misses": True}) == "deception-e1 galicia/1"
    assert said(state, decision, deception={"own_misses": True}) == "deception-e1 boyne/1"
    assert said(state, decision, deception={"enemy_hits": True, "keep": 1}) == "keep"
    assert said(state, decision, deception={}) == "keep"


def test_a_retreat_goes_to_the_first_place_named_that_is_open() -> None:
    state = fleet()
    decision = questions.retreat(Table(), state, ENGLISH, "9.1", "2720", ["2719", "2721"])
    assert said(state, decision, retreat=["havana", "2721", "port-royal"]) == "2721"
    assert said(state, decision, retreat=["port-royal"]) == "2719"
    assert said(state, decision, retreat=["havana"]) is None


def test_bomb_ships_bombard_where_told() -> None:
    state = fleet()
    decision = bombard_question(Table(), state, ENGLISH, ["2114", "2825"])
    assert said(state, decision, bombard="all") == ["2114", "2825"]
    assert said(state, decision, bombard="none") == []
    assert said(state, decision, bombard=["havana"]) == ["2114"]


# ------------------------------------------------------------------------------------------- entering, victory


def test_ships_off_the_track_enter_at_the_first_open_place_named() -> None:
    state = fleet()
    decision = enter_question(Table(), state, ENGLISH, "boyne", ["0120", "0121"])
    assert said(state, decision, enter=["2719", "0121"]) == "0121"


def test_victory_dice_follow_the_list() -> None:
    state = fleet()
    ports = [state.board.seaports[name] for name in ("havana", "cartagena")]
    decision = victory_question(Table(), state, ports)
    assert said(state, decision, victory=["cartagena", "havana"]) == "cartagena"


def test_a_section_a_file_does_not_have_answers_nothing() -> None:
    state = fleet()
    assert said(state, intercept_question(Table(), state, ENGLISH, "2720", ABLE), retreat=["2719"]) is None
