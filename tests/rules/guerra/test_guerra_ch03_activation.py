"""3.2, 3.3, 5.2 and 10.7: which forces operate, what the die gives them, and how a march book is carried out."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import Played, field, let, stack, where

from pbem.adjudicator.guerra.rules.ch03_activation import MOST_LAPSES, due_units, operations
from pbem.adjudicator.guerra.state.state import State

PLATA, COLOMBIA, ROYAL = ("plata", "chile"), ("colombia", "peru"), ()


def activated(
    state: State, seat: str = "patriot", nations: tuple[str, ...] = PLATA, *, steps: list[Any] | None = None,
    dice: dict[str, Any] | None = None, **entry: Any,
) -> Played:  # fmt: skip
    """Operations of a seat with one entry and its steps; then it passes, if anybody is left to act."""
    books = [*(steps or []), *(["stop"] if not steps or steps[-1] != "stop" else [])]
    return let(operations, state, seat, nations, dice=dice, said={"force": [entry], "step": books})


def points(played: Played) -> list[int]:
    """The points that activations gave."""
    return [int(facts["op"]) for facts in played.events("activated")]


# ------------------------------------------------------------------------------------------- the die


@pytest.mark.parametrize(("die", "op"), [(1, 4), (2, 4), (3, 6), (4, 6), (5, 8), (6, 8)])
def test_3_3_the_die_gives_four_six_or_eight_points(die: int, op: int) -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    assert points(activated(state, force="patria-1", dice={"activate/": die})) == [op]


@pytest.mark.parametrize(("die", "op"), [(1, 3), (3, 3), (4, 4), (6, 6)])
def test_3_3_half_militia_without_a_leader_take_three_off_the_die_and_below_one_gives_three(die: int, op: int) -> None:
    state = field(stack("patria-1", "cordoba", "p1 pla-mi1"))
    played = activated(state, force="patria-1", dice={"activate/": die})
    assert played.shifts("activate") == [-3]
    assert points(played) == [op]


@pytest.mark.parametrize("more", [{"leaders": "belgrano"}, {"units": "p1 p2 pla-mi1"}])
def test_3_3_a_leader_or_a_majority_of_regulars_takes_nothing_off(more: dict[str, str]) -> None:
    units = more.get("units", "p1 pla-mi1")
    state = field(stack("patria-1", "cordoba", units, more.get("leaders", "")))
    assert activated(state, force="patria-1", dice={"activate/": 3}).shifts("activate") == [0]


@pytest.mark.parametrize(("rp", "op", "left"), [("1", 6, 2), ("2", 8, 0), ("5", 8, 0)])
def test_3_3_each_resource_point_adds_two_to_the_die_as_far_as_the_purse_reaches(rp: str, op: int, left: int) -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"), purse={"plata": 4})
    played = activated(state, force="patria-1", rp=rp, dice={"activate/": 1})
    assert points(played) == [op]
    assert state.purse["plata"] == left
    assert bool(played.events("lapsed")) == (rp == "5")


def test_3_3_a_leaders_rating_is_added_to_the_points_and_by_the_charter_to_the_die() -> None:
    force = stack("royal-1", "lima", "cu rl", "pezuela")  # operations rating 3
    state = field(force)
    assert points(activated(state, "royalist", ROYAL, force="royal-1", dice={"activate/": 1})) == [7]
    state = field(force, house={"leader_rating": "die"})
    assert points(activated(state, "royalist", ROYAL, force="royal-1", dice={"activate/": 1})) == [6]


def test_4_2_el_platas_purse_may_pay_for_chileans_and_chiles_not_for_el_platas_men() -> None:
    both = {"plata": 4, "chile": 4}
    state = field(stack("patria-1", "northern-chile", "chi1"), purse=dict(both))
    activated(state, force="patria-1", rp="1", purse="plata", dice={"activate/": 1})
    assert state.purse["plata"] == 2
    state = field(stack("patria-1", "northern-chile", "p1"), purse=dict(both))
    activated(state, force="patria-1", rp="1", purse="chile", dice={"activate/": 1})
    assert (state.purse["chile"], state.purse["plata"]) == (4, 2)


def test_5_1_3_the_die_of_a_hidden_marker_is_its_owners_alone() -> None:
    state = field(stack("norte", "cordoba", "p1 p2"))
    played = activated(state, force="norte", dice={"activate/": 5})
    assert {note.to for note in played.notes if note.throw or note.event == "activated"} == {"patriot"}
    assert [facts["force"] for facts in played.events("stirs")] == ["norte"]
    state = field(stack("norte", "cordoba", "p1 p2"), house={"markers_dice": "public"})
    played = activated(state, force="norte", dice={"activate/": 5})
    assert {note.to for note in played.notes if note.throw} == {"all"}


def test_7_1_fleets_are_activated_by_the_same_table() -> None:
    state = field(ships={"pla-f1": "buenos-aires"})
    played = activated(state, fleet=["pla-f1"], steps=[{"sail": {"to": "atlantic-1"}}], dice={"activate/": 2})
    assert points(played) == [4]
    assert state.units["pla-f1"].at == "atlantic-1"


# ------------------------------------------------------------------------------------------- who operates when


def test_3_2_each_nation_acts_in_its_own_step_of_the_phase() -> None:
    state = field(stack("patria-1", "lima", "p1 bv hn"))
    assert due_units(state, "patriot", PLATA, "patria-1") == ["p1"]
    assert sorted(due_units(state, "patriot", COLOMBIA, "patria-1")) == ["bv", "hn"]
    assert due_units(state, "patriot", ("mexico",), "patria-1") == []


def test_5_1_2_of_a_mixed_stack_only_those_that_are_due_march() -> None:
    state = field(stack("patria-1", "lima", "p1 bv"))
    activated(state, force="patria-1", steps=[{"move": {"to": "arequipa"}}], dice={"activate/": 1})
    assert where(state, "p1", "bv") == ["arequipa", "lima"]


def test_3_2_by_the_charter_a_mixed_stack_acts_with_its_leader() -> None:
    state = field(stack("patria-1", "lima", "p1 bv", "bolivar"), house={"mixed_stacks": "with_leader"})
    assert due_units(state, "patriot", PLATA, "patria-1") == []
    assert sorted(due_units(state, "patriot", COLOMBIA, "patria-1")) == ["bv", "p1"]


def test_5_2_no_force_operates_twice_in_a_phase() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"), stack("patria-2", "salta", "p3"))
    played = let(operations, state, "patriot", PLATA, dice={"activate/": 1},
                 said={"force": [{"force": "patria-1"}, {"force": "patria-1"}, {}], "step": ["stop"]})  # fmt: skip
    assert points(played) == [4]
    assert len(played.events("lapsed")) == 1


def test_3_3_a_pass_ends_the_operations_and_nobody_is_asked_when_none_is_left() -> None:
    state = field(stack("patria-1", "cordoba", "p1"))
    assert activated(state, force="patria-1", dice={"activate/": 1}).topics() == ["force patriot", "step patriot"]
    state = field(stack("patria-1", "cordoba", "p1"))
    assert let(operations, state, "patriot", PLATA, said={"force": [{}]}).dice == []


def test_3_3_orders_that_can_never_be_carried_out_come_to_an_end() -> None:
    state = field(stack("patria-1", "cordoba", "p1"))
    entries: list[Any] = [{"force": "patria-9"}] * MOST_LAPSES
    played = let(operations, state, "patriot", PLATA, said={"force": entries})
    assert len(played.events("lapsed")) == len(played.asked) == MOST_LAPSES


def test_3_3_steps_that_can_never_be_carried_out_come_to_an_end_and_a_good_one_begins_the_count_anew() -> None:
    state = field(stack("patria-1", "cordoba", "p1"))
    bad: list[Any] = [{"move": {"to": "lima"}}]
    steps = [*bad * 30, {"move": {"to": "salta"}}, *bad * MOST_LAPSES]
    played = let(operations, state, "patriot", PLATA, dice={"activate/": 6},
                 said={"force": [{"force": "patria-1"}], "step": steps})  # fmt: skip
    assert len([each for each in played.asked if each.topic == "step"]) == len(steps)


# ------------------------------------------------------------------------------------------- the march book


def test_3_3_what_cannot_be_paid_for_is_left_out_and_its_owner_hears_of_it() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"), stack("royal-1", "cordoba", "cu"))
    steps = [{"move": {"to": "salta"}}, {"move": {"to": "charcas"}}, {"move": {"to": "salta"}},
             {"move": {"to": "charcas"}}, {"move": {"to": "salta"}}]  # fmt: skip
    played = activated(state, force="patria-1", steps=steps, dice={"activate/": 1, "attrition/": 1})
    assert where(state, "p1") == ["charcas"]
    assert [note.to for note in played.notes if note.event == "lapsed"] == ["patriot"]


def test_3_3_a_step_that_has_become_unlawful_lapses_with_its_reason() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    played = activated(state, force="patria-1", steps=[{"move": {"to": "lima"}}], dice={"activate/": 1})
    assert [note.text for note in played.notes if note.event == "lapsed"] == ["Córdoba does not border Lima (1.1)."]


def test_3_3_the_question_for_a_step_tells_what_conditions_look_at() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    played = activated(state, force="patria-1", steps=[{"move": {"to": "salta"}}], dice={"activate/": 3})
    told = [dict(question.facts) for question in played.asked if question.topic == "step"]
    assert [(facts["op_left"], facts["op_rolled"], facts["moved"], facts["area"]) for facts in told] == [
        ("6", "6", "no", "cordoba"), ("5", "6", "yes", "salta")]  # fmt: skip


# ------------------------------------------------------------------------------------------- Mexico


def test_10_7_a_force_with_more_units_than_the_mexican_die_has_left_is_passed_over() -> None:
    state = field(stack("royal-1", "central-mexico", "ne mx art-r1"), mexico_left=2)
    played = let(operations, state, "royalist", ROYAL, said={"force": [{"force": "royal-1"}, {}]})
    assert played.dice == []
    assert [note.to for note in played.notes if note.event == "lapsed"] == ["royalist"]


def test_10_7_with_thin_the_first_units_march_and_the_rest_stay() -> None:
    state = field(stack("royal-1", "central-mexico", "ne mx art-r1"), mexico_left=2)
    activated(state, "royalist", ROYAL, force="royal-1", thin="yes", steps=[{"move": {"to": "guadalajara"}}],
              dice={"activate/": 1})  # fmt: skip
    assert sorted(where(state, "ne", "mx", "art-r1")) == ["central-mexico", "guadalajara", "guadalajara"]
    assert state.mexico_left == 0


def test_10_7_leaders_and_forces_elsewhere_do_not_count() -> None:
    state = field(stack("royal-1", "lima", "cu rl"), mexico_left=0)
    activated(state, "royalist", ROYAL, force="royal-1", dice={"activate/": 1})
    assert state.mexico_left == 0


def test_10_7_with_none_left_nobody_acts_in_mexico_and_without_a_limit_all_may() -> None:
    for left, refusals in ((0, 1), (-1, 0)):
        state = field(stack("royal-1", "central-mexico", "ne"), mexico_left=left)
        entries: list[Any] = [{"force": "royal-1"}, {}] if left == 0 else [{"force": "royal-1"}]
        played = let(operations, state, "royalist", ROYAL, said={"force": entries})
        assert len(played.events("lapsed")) == refusals
        assert state.mexico_left == left


def test_3_2_the_enemys_forces_are_never_due_and_a_stack_without_a_leader_acts_nation_by_nation() -> None:
    state = field(stack("patria-1", "lima", "p1 bv"), stack("royal-1", "lima", "cu"),
                  house={"mixed_stacks": "with_leader"})  # fmt: skip
    assert due_units(state, "patriot", PLATA, "royal-1") == []
    assert due_units(state, "patriot", PLATA, "patria-9") == []
    assert due_units(state, "patriot", PLATA, "patria-1") == ["p1"]
    state = field(stack("patria-1", "lima", "p1 bv", "bolivar san-martin"), house={"mixed_stacks": "with_leader"})
    assert len(due_units(state, "patriot", PLATA, "patria-1")) == 2


def test_7_6_a_force_takes_along_a_fleet_of_another_nation_and_each_has_its_points_and_price() -> None:
    state = field(stack("patria-1", "rio-de-la-plata", "p1"), ships={"chl-f1": "buenos-aires"},
                  purse={"plata": 8, "chile": 8})  # fmt: skip
    played = activated(state, force="patria-1", fleet=["chl-f1"], rp="1", fleet_rp="2", dice={"activate/": [1, 1]})
    assert points(played) == [6, 8]


def test_4_3_thin_and_nations_say_who_keeps_the_marker() -> None:
    state = field(stack("norte", "lima", "p1 bv"))
    activated(state, force="norte", steps=[{"move": {"to": "arequipa"}}], dice={"activate/": 1})
    assert where(state, "p1", "bv") == ["arequipa", "lima"]
    assert state.units_in("norte") == ["bv"]
    state = field(stack("norte", "lima", "p1 bv"))
    activated(state, force="norte", marker="goes", steps=[{"move": {"to": "arequipa"}}], dice={"activate/": 1})
    assert state.units_in("norte") == ["p1"]
    state = field(stack("expedicionario", "central-mexico", "ne vy"), mexico_left=1)
    activated(state, "royalist", ROYAL, force="expedicionario", thin="yes", steps=[{"move": {"to": "guadalajara"}}],
              dice={"activate/": 1})  # fmt: skip
    assert state.forces["expedicionario"].at == "guadalajara"


def test_3_3_who_has_operated_has_operated_and_the_points_that_stayed_are_told() -> None:
    state = field(stack("patria-1", "cordoba", "p1", "belgrano"), ships={"pla-f1": "buenos-aires"})
    played = let(operations, state, "patriot", PLATA, dice={"activate/": [1, 3]},
                 said={"force": [{"force": "patria-1"}, {"fleet": ["pla-f1"]}], "step": ["stop", "stop"]})  # fmt: skip
    assert sorted(state.operated) == ["belgrano", "p1", "pla-f1"]
    assert [each["op"] for each in played.events("stopped")] == [points(played)[0], 6]
