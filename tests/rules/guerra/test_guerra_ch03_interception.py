"""3.5 and 3.5.1: forces that march off past the enemy."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import Played, field, in_hand, let, order, stack, where

from pbem.adjudicator.guerra.rules.ch03_interception import departure, interception_modifiers, interceptors
from pbem.adjudicator.guerra.rules.ch05_movement import VERBS
from pbem.adjudicator.guerra.state.state import State

MOVE = VERBS["move"]


def passing(mover: str = "cu rl", watcher: str = "ll1-g", *more: Any, **fields: Any) -> State:
    """A Royalist force in Los Llanos that would march to Costa Firme, past a Patriot one."""
    return in_hand(field(stack("royal-1", "los-llanos", mover), stack("patria-1", "los-llanos", watcher), *more,
                         **fields), "royal-1")  # fmt: skip


def march(state: State, **more: Any) -> Played:
    """The march to Costa Firme, with the answer to the interception."""
    return order(state, MOVE, to="costa-firme", **more)


def test_3_5_the_other_seat_is_asked_by_force_and_where_the_mover_is_bound() -> None:
    played = march(passing())
    assert played.topics() == ["intercept patriot"]
    assert dict(played.asked[0].facts) == {"area": "los-llanos", "force": "royal-1", "moving_to": "costa-firme"}
    assert played.dice == []


@pytest.mark.parametrize(("die", "met"), [(3, False), (4, True), (6, True)])
def test_3_5_on_a_modified_five_the_mover_has_to_fight_before_going_on(die: int, met: bool) -> None:
    state = passing()  # all of the interceptor are cavalry: +1
    played = march(state, said={"intercept": "patria-1"}, dice={"intercept/": die})
    assert bool(played.events("intercepted")) == met
    assert bool(played.events("battle-over")) == met


def test_3_5_a_mover_who_is_beaten_does_not_go_on_and_one_who_wins_does() -> None:
    strong, weak = "vy le1 le2 vi1-s", "ll1-g/1"
    state = passing(strong, weak)
    march(state, said={"intercept": "patria-1"}, dice={"intercept/": 6, "battle/": 1})
    assert where(state, "vy") == ["costa-firme"]
    state = passing("cn-r/1", "bv vc gi lg ll1-g ll2-g", stack("royal-2", "maracaibo", "vz"))
    march(state, said={"intercept": "patria-1"}, dice={"intercept/": 6, "battle/": 6})
    assert where(state, "cn-r") != ["costa-firme"]
    assert not state.acting.moved


def test_3_5_nobody_pays_for_the_fight() -> None:
    state = passing("vy le1 le2 vi1-s", "ll1-g/1")
    march(state, said={"intercept": "patria-1"}, dice={"intercept/": 6, "battle/": 1})
    assert state.acting.spent == 1


@pytest.mark.parametrize("watcher", [
    stack("patria-1", "costa-firme", "bv", inside="puerto-cabello"), stack("patria-1", "costa-firme", "gco-mi1",
                                                                          hills=True),
    stack("patria-1", "costa-firme", "", "bolivar"), stack("rebel-1", "banda-oriental", "reb-i1"),
])  # fmt: skip
def test_3_5_garrisons_guerrillas_rebels_and_leaders_alone_do_not_intercept(watcher: dict[str, Any]) -> None:
    state = field(stack("royal-1", watcher["at"], "cu"), watcher)
    assert interceptors(state, "royal-1") == []


def test_3_5_one_force_may_try_or_by_the_charter_each() -> None:
    two = stack("patria-2", "los-llanos", "ll2-g")
    state = passing("cu rl", "ll1-g", two)
    played = march(state, said={"intercept": "patria-1"}, dice={"intercept/": 1})
    assert len(played.events("not-intercepted")) == 1
    state = passing("cu rl", "ll1-g", two, house={"interceptors": "each"})
    played = march(state, said={"intercept": ["patria-1", "patria-2"]}, dice={"intercept/": [1, 1]})
    assert len(played.events("not-intercepted")) == 2


def test_5_1_3_a_try_lays_both_forces_open_and_a_refusal_neither() -> None:
    state = field(stack("barlovento", "los-llanos", "cu rl"), stack("norte", "los-llanos", "ll1-g"))
    let(departure, in_hand(state, "barlovento"), "barlovento", "costa-firme")
    assert state.hidden("barlovento")
    assert state.hidden("norte")
    let(departure, state, "barlovento", "costa-firme", said={"intercept": "norte"}, dice={"intercept/": 1})
    assert not state.hidden("barlovento")
    assert not state.hidden("norte")


def shift(mover: dict[str, Any], watcher: dict[str, Any]) -> int:
    """The modifiers of one interception, summed."""
    state = field(mover, watcher)
    return interception_modifiers(state, watcher["name"], mover["name"]).total


def test_3_5_1_cavalry_of_half_the_units_counts_on_either_side() -> None:
    assert shift(stack("royal-1", "lima", "cu"), stack("patria-1", "lima", "bv ll1-g")) == 1
    assert shift(stack("royal-1", "lima", "cu"), stack("patria-1", "lima", "bv vc ll1-g")) == 0
    assert shift(stack("royal-1", "lima", "cu hf"), stack("patria-1", "lima", "bv")) == -1
    assert shift(stack("royal-1", "lima", "cu rl hf"), stack("patria-1", "lima", "bv")) == 0


def test_3_5_1_ratings_of_leaders_count_on_either_side() -> None:
    state = field(stack("patria-1", "lima", "bv", "bolivar"), stack("royal-1", "lima", "cu", "pezuela"))
    own = state.board.leaders["bolivar"].operations - state.board.leaders["pezuela"].operations
    assert interception_modifiers(state, "patria-1", "royal-1").total == own
    assert state.board.leaders["pezuela"].operations == 3  # 10.1's example


def test_5_0_nobody_fights_on_neutral_ground() -> None:
    state = field(stack("royal-1", "united-states", "cu"), stack("patria-1", "united-states", "dv"))
    assert interceptors(state, "royal-1") == []


@pytest.mark.parametrize(("watchers", "revealed", "discreet"), [
    (["norte"], {}, True), (["norte"], {"norte": 9}, False), (["patria-1"], {}, False),
    (["norte", "patria-1"], {}, False), (["norte", "sur"], {}, True),
])  # fmt: skip
def test_5_1_3_whether_a_shut_army_could_intercept_is_asked_by_no_letter(
    watchers: list[str], revealed: dict[str, int], discreet: bool
) -> None:
    units = iter(("ll1-g", "ll2-g"))
    state = field(stack("royal-1", "los-llanos", "cu"), *(stack(name, "los-llanos", next(units)) for name in watchers),
                  revealed=revealed, turn=9)  # fmt: skip
    played = let(departure, in_hand(state, "royal-1"), "royal-1", "costa-firme")
    assert [question.discreet for question in played.asked] == [discreet]


def test_5_1_3_a_leader_alone_under_a_shut_marker_may_be_tried_for_as_an_army_would() -> None:
    asked = []
    for units in ("", "cu rl"):
        state = field(stack("barlovento", "los-llanos", units, "pezuela"), stack("patria-1", "los-llanos", "ll1-g"))
        asked.append(let(departure, in_hand(state, "barlovento"), "barlovento", "costa-firme").asked)
    alone, army = asked
    assert [dict(each.facts) for each in alone] == [dict(each.facts) for each in army] != []
    assert [each.discreet for each in alone] == [each.discreet for each in army]


def test_3_5_who_tries_for_a_leader_alone_finds_nobody_to_fight() -> None:
    state = field(stack("barlovento", "los-llanos", "", "pezuela"), stack("patria-1", "los-llanos", "ll1-g"))
    played = let(departure, in_hand(state, "barlovento"), "barlovento", "costa-firme", said={"intercept": "patria-1"})
    assert played.dice == []
    assert not state.hidden("barlovento")
    open_ = field(stack("royal-1", "los-llanos", "", "pezuela"), stack("patria-1", "los-llanos", "ll1-g"))
    assert interceptors(open_, "royal-1") == []
