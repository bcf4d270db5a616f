"""5.3 and 13.0: what the road costs, who rolls for it, and what Resource Points ease."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import BOARD, Played, field, in_hand, let, stack

from pbem.adjudicator.guerra.rules.ch04_resources import collect
from pbem.adjudicator.guerra.rules.ch05_attrition import (
    after_march,
    attrition,
    ground,
    over_andes,
    price,
    purses_of,
    standing,
    who_rolls,
    worst,
)
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.view import view


def rolled(state: State, force: str, via: list[str], **more: Any) -> Played:
    """Attrition of a force that has come this way."""
    in_hand(state, force).acting.via = via
    return let(after_march, state, force, **more)


# ------------------------------------------------------------------------------------------- who rolls


def test_5_3_two_units_roll_and_a_lone_one_in_the_open_does_not() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), stack("patria-2", "mojos", "p3"), stack("norte", "mojos", "p6"))
    assert [who_rolls(state, force) for force in ("patria-1", "patria-2", "norte")] == [True, False, True]


def test_4_2_1_rebels_never_roll_and_10_6_nor_does_the_legion() -> None:
    state = field(stack("rebel-1", "misiones", "reb-i1 reb-c1"), stack("royal-1", "banda-oriental", "spl1 spl2"))
    assert not who_rolls(state, "rebel-1")
    assert not who_rolls(state, "royal-1")


def test_5_3_whoever_stays_in_good_country_does_not_roll() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    assert rolled(state, "patria-1", ["rio-de-la-plata", "cordoba"]).dice == []


# ------------------------------------------------------------------------------------------- modifiers


def test_5_3_the_modifier_is_hostility_less_resource_points() -> None:
    state = field()
    for area in ("mojos", "panama", "charcas", "los-llanos"):
        piece = state.board.areas[area]
        assert ground(state, area) == piece.hostility - piece.rp
    assert ground(state, "cordoba") is None


def test_13_0_the_chaco_adds_one_in_place_of_its_resource_points_in_and_out() -> None:
    state = field()
    chaco = state.board.areas["chaco"]
    assert ground(state, "chaco") == chaco.hostility + 1
    assert worst(state, ["chiquitos", "chaco"]) == chaco.hostility + 1
    assert worst(state, ["chaco", "rio-de-la-plata"]) == chaco.hostility + 1


def test_1_1_3_the_andes_count_as_hostile_with_the_poorer_of_the_two_areas() -> None:
    state = field()
    assert over_andes(state, "northern-chile", "cordoba") == 2 - min(
        state.board.areas["northern-chile"].rp, state.board.areas["cordoba"].rp)  # fmt: skip
    assert over_andes(state, "charcas", "mojos") == 1  # the design's example: hostility 2, less Mojos' 1
    assert over_andes(state, "cordoba", "salta") is None


def test_5_3_the_worst_ground_of_the_march_counts_once() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    way = ["northern-chile", "cordoba"]
    played = rolled(state, "patria-1", way, dice={"attrition/": 1})
    assert played.shifts("attrition") == [over_andes(state, *way)]


def test_5_3_where_a_stack_has_come_out_of_does_not_count_unless_it_is_the_chaco() -> None:
    state = field()
    assert worst(state, ["panama", "santa-fe"]) is None
    assert worst(state, ["panama"]) is None


# ------------------------------------------------------------------------------------------- losses


@pytest.mark.parametrize(("units", "die", "lost"), [("p1 p2", 4, 1), ("p1 p2", 3, 0)])
def test_5_3_the_table_is_read_by_steps_and_the_modified_die(units: str, die: int, lost: int) -> None:
    state = field(stack("patria-1", "mojos", units))  # +1
    steps = state.steps(units.split())
    let(attrition, state, "patria-1", 1, dice={"attrition/": die})
    assert steps - state.steps(state.units_in("patria-1")) == lost == state.board.attrition.read(steps, die + 1)


def test_5_3_the_owner_says_who_is_lost() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"))
    let(attrition, state, "patria-1", 1, dice={"attrition/": 4}, said={"losses": [["p2", "p1"]]})
    assert [state.units[unit].steps for unit in ("p1", "p2")] == [state.board.units["p1"].steps, 1]


@pytest.mark.parametrize(("force", "discreet"), [("norte", True), ("patria-1", False)])
def test_5_3_the_losses_of_a_shut_marker_are_asked_by_no_letter(force: str, discreet: bool) -> None:
    state = field(stack(force, "mojos", "p1 p2 p6"))
    played = rolled(state, force, ["charcas", "mojos"], dice={"attrition": [6]})
    (losses,) = (asked for asked in played.asked if asked.topic == "losses")
    assert losses.discreet is discreet


def test_5_3_of_a_hidden_marker_all_hear_that_it_suffered_and_only_its_owner_how() -> None:
    for die in (1, 6):
        state = field(stack("norte", "mojos", "p1 p2"))
        played = let(attrition, state, "norte", 1, dice={"attrition/": die})
        to_all = [note.text for note in played.notes if note.to in ("all", "royalist")]
        assert to_all == ["Ejército del Norte has suffered on the road."]
        assert {note.to for note in played.notes if note.throw} == {"patriot"}


def test_5_1_3_a_unit_lost_on_the_road_under_a_shut_marker_is_not_seen_in_the_pool() -> None:
    state = field(stack("norte", "mojos", "p1 p2"))
    state.units["p1"].steps = 1
    let(attrition, state, "norte", 4, dice={"attrition/": 6}, said={"losses": [["p1"]]})
    assert state.units["p1"].at == "pool"
    assert "p1" not in view(state, "royalist")["units"]
    assert view(state, "patriot")["units"]["p1"]["where"] == "pool"
    state = field(stack("patria-1", "mojos", "p1 p2"))
    state.units["p1"].steps = 1
    let(attrition, state, "patria-1", 4, dice={"attrition/": 6}, said={"losses": [["p1"]]})
    assert view(state, "royalist")["units"]["p1"]["where"] == "pool"


# ------------------------------------------------------------------------------------------- RP against attrition


@pytest.mark.parametrize(("steps", "points"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_5_3_one_point_for_four_steps_or_part_of_them(steps: int, points: int) -> None:
    assert price(field(), steps) == points


def test_5_3_points_take_two_off_the_die_once() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 20})
    played = let(attrition, state, "patria-1", 1, said={"attrition": "pay:plata"}, dice={"attrition/": 6})
    assert played.shifts("attrition") == [1 - 2]
    assert state.purse["plata"] == 20 - 2 * price(state, state.steps(["p1", "p2"]))


def test_5_3_by_default_nothing_is_paid_and_an_empty_purse_is_not_asked() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 20})
    assert let(attrition, state, "patria-1", 1, dice={"attrition/": 1}).topics() == ["attrition patriot"]
    assert state.purse["plata"] == 20
    state = field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 1})
    assert let(attrition, state, "patria-1", 1, dice={"attrition/": 1}).topics() == []


def test_4_2_a_purse_pays_that_is_open_to_all_of_the_stack() -> None:
    state = field(stack("patria-1", "mojos", "p1 hn"), stack("patria-2", "mojos", "p2 bv"))
    assert purses_of(state, ["p1", "hn"]) == ["plata"]
    assert purses_of(state, ["p2", "bv"]) == []
    assert purses_of(state, ["chi1"])[0] == "chile"
    assert set(purses_of(state, ["hn"])) == {"plata", "chile", "colombia", "peru"}  # 4.2, and R3 for their own


# ------------------------------------------------------------------------------------------- standing


def test_5_3_stacks_that_end_the_phase_in_hostile_ground_roll_once() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), stack("patria-2", "cordoba", "p3 dp"))
    assert let(standing, state, "patriot", dice={"attrition/": 1}).dice == ["attrition/patria-1"]
    assert let(standing, state, "patriot").dice == []


def test_5_3_by_the_charter_only_those_who_marched_roll() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), house={"attrition": "movers_only"})
    assert let(standing, state, "patriot").dice == []
    assert rolled(state, "patria-1", ["mojos"]).dice == []
    assert rolled(state, "patria-1", ["charcas", "mojos"], dice={"attrition/": 1}).dice == ["attrition/patria-1"]


def test_8_1_a_leader_whose_last_man_dies_on_the_road_is_put_to_the_die() -> None:
    state = field(stack("norte", "mojos", "pla-mi1", "belgrano"), stack("patria-2", "salta", "p1"))
    played = let(attrition, state, "norte", 4, dice={"attrition/": 6, "leader/": 1})
    assert state.leaders["belgrano"].at == "gone"
    assert played.dice == ["attrition/norte", "leader/belgrano"]


def test_5_3_a_single_stop_in_the_chaco_is_no_march_out_of_it() -> None:
    state = field()
    assert worst(state, ["chaco"]) is None
    assert worst(state, []) is None


def test_5_3_where_a_force_stands_counts_beside_its_way_and_the_worse_of_both_is_taken() -> None:
    state = field(stack("patria-1", "charcas", "p1 p2"))
    bad, here = ground(state, "mojos"), ground(state, "charcas")
    assert bad is not None
    assert here is not None
    assert here < bad
    played = rolled(state, "patria-1", ["salta", "mojos", "charcas"], dice={"attrition/": 1})
    assert played.shifts("attrition") == [max(bad, over_andes(state, "mojos", "charcas") or 0)]


def test_4_3_the_royalist_has_one_purse_and_nobody_without_units_has_any() -> None:
    assert purses_of(field(), ["cu", "vy"]) == ["royalist"]
    assert purses_of(field(), []) == []


@pytest.mark.parametrize(("halves", "asked"), [(1, 0), (2, 1)])
def test_5_3_a_purse_that_has_just_enough_may_pay(halves: int, asked: int) -> None:
    state = field(stack("norte", "mojos", "p1"), purse={"plata": halves})
    assert len(let(attrition, state, "norte", 1, dice={"attrition/": 1}).asked) == asked


@pytest.mark.parametrize("units", ["cu rl vdc", "cu rl vdc f ce nu"])
def test_5_3_what_a_shut_marker_pays_for_its_road_is_told_to_its_owner_alone(units: str) -> None:
    state = field(stack("barlovento", "mojos", units), purse={"royalist": 20})
    played = let(attrition, state, "barlovento", 1, said={"attrition": "pay:royalist"}, dice={"attrition/": 1})
    assert state.purse["royalist"] < 20
    assert [note.to for note in played.notes if note.event == "spent"] == ["royalist"]
    assert view(state, "royalist")["purse"]["royalist"] == state.purse["royalist"]
    assert view(state, "patriot")["purse"]["royalist"] == view(state, None)["purse"]["royalist"] == 20
    (told,) = (note for note in let(collect, state).notes if note.event == "income" and note.to == "all")
    assert told.text.endswith("RP.")  # and not what is left in the purse


# ------------------------------------------------------------------------- a leader alone under a shut marker


@pytest.mark.parametrize("units", ["", "p1"])
def test_5_3_a_leader_alone_under_a_shut_marker_throws_as_an_army_would(units: str) -> None:
    state = field(stack("norte", "mojos", units, "belgrano"))
    played = let(standing, state, "patriot", dice={"attrition/": 1})
    assert played.dice == ["attrition/norte"]
    heard = [note for note in played.notes if note.event == "attrition" and note.to == "royalist"]
    assert [note.text for note in heard] == [f"{BOARD.ejercitos['norte'].name} has suffered on the road."]
    assert let(standing, state, "patriot").dice == []  # once a phase


def test_5_3_a_leader_alone_loses_nothing_on_the_worst_of_roads() -> None:
    state = field(stack("norte", "mojos", "", "belgrano"), purse={"plata": 20})
    played = let(attrition, state, "norte", 3, dice={"attrition/": 6})
    assert "belgrano" in state.leaders_in("norte")
    assert [note.facts["steps"] for note in played.notes if note.event == "attrition" and note.to == "patriot"] == [0]
    assert state.purse["plata"] == 20


def test_5_3_a_leader_alone_in_the_open_or_under_a_marker_laid_open_does_not_roll() -> None:
    state = field(stack("norte", "mojos", "", "belgrano"), stack("patria-1", "mojos", "", "bolivar"))
    state.revealed["norte"] = state.turn
    assert [who_rolls(state, force) for force in ("norte", "patria-1")] == [False, False]
