"""8.0 to 8.3: ratings, casualties, refuges and havens of leaders."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_fields import field, let, stack, where

from pbem.adjudicator.guerra.rules.ch08_leaders import OPERATIONS, TACTICAL, casualties, casualty, rating


@pytest.mark.parametrize(("leaders", "tactical", "operations"), [
    ("", 0, 0), ("bolivar", 2, 3), ("sucre", 3, 2), ("bolivar sucre", 3, 3), ("cochrane", 0, 2), ("hidalgo", 0, 1),
])  # fmt: skip
def test_8_0_one_leader_serves_for_each_roll_the_best(leaders: str, tactical: int, operations: int) -> None:
    state = field(stack("patria-1", "santa-fe", "bv", leaders))
    assert (rating(state, "patria-1", TACTICAL), rating(state, "patria-1", OPERATIONS)) == (tactical, operations)


@pytest.mark.parametrize(("leader", "die", "lost"), [
    ("bolivar", 1, True), ("bolivar", 2, True), ("bolivar", 3, False), ("bolivar", 6, False), ("boves", 3, True),
    ("boves", 4, False), ("morillo", 3, False),
])  # fmt: skip
def test_8_1_a_leader_is_lost_on_1_or_2_and_8_2_boves_on_3(leader: str, die: int, lost: bool) -> None:
    name = "royal-1" if leader in ("boves", "morillo") else "patria-1"
    state = field(stack(name, "santa-fe", "", leader), stack("royal-2", "cuzco", "cu"),
                  stack("patria-2", "quito", "bv"))  # fmt: skip
    played = let(casualty, state, leader, "santa-fe", dice={"leader/": die})
    assert (state.leaders[leader].at == "gone") is lost
    assert len(played.events("leader-lost")) == lost
    assert name not in state.forces


def test_8_1_leaders_throw_in_the_order_of_their_ids() -> None:
    state = field(stack("patria-1", "santa-fe", "", "sucre bolivar"), stack("patria-2", "quito", "bv"))
    assert let(casualties, state, ["sucre", "bolivar"], "santa-fe").dice == ["leader/bolivar", "leader/sucre"]


def test_8_1_the_survivor_joins_the_nearest_stack_of_his_side() -> None:
    state = field(stack("royal-1", "lima", "", "pezuela"), stack("royal-2", "arequipa", "ne"),
                  stack("royal-3", "cuzco", "cu"), stack("royal-4", "charcas", "fp"),
                  stack("patria-1", "lima", "p1"))  # fmt: skip
    played = let(casualty, state, "pezuela", "lima", dice={"leader/": 6}, said={"leader": "royal-3"})
    assert list(played.asked[0].legal()["choose"]) == ["royal-2", "royal-3"]  # both one area away
    assert where(state, "pezuela") == ["cuzco"]


def test_8_1_a_stack_in_the_same_area_is_the_nearest_and_leaders_alone_are_no_stack() -> None:
    state = field(stack("royal-1", "lima", "", "pezuela"), stack("royal-2", "lima", "ne"),
                  stack("royal-3", "lima", "", "morillo"), stack("royal-4", "cuzco", "cu"))  # fmt: skip
    played = let(casualty, state, "pezuela", "lima", dice={"leader/": 6})
    assert played.asked == []
    assert state.leaders["pezuela"].at == "royal-2"


@pytest.mark.parametrize(("leader", "haven"), [
    ("bolivar", "box-haiti"), ("morelos", "united-states"), ("belgrano", ""),
])  # fmt: skip
def test_10_3_the_haven_is_offered_to_mexicans_and_colombians(leader: str, haven: str) -> None:
    state = field(stack("patria-1", "santa-fe", "", leader), stack("patria-2", "quito", "bv"),
                  stack("patria-3", "durango", "tp"))  # fmt: skip
    said = {"leader": "haven"} if haven else None
    let(casualty, state, leader, "santa-fe", dice={"leader/": 6}, said=said)
    assert where(state, leader) == [haven or "quito"]


@pytest.mark.parametrize(("colombians", "where_to"), [("quito", "quito"), ("cordoba", "box-haiti")])
def test_8_1_by_default_the_haven_only_if_the_nation_has_no_area_left(colombians: str, where_to: str) -> None:
    state = field(stack("patria-1", "santa-fe", "", "bolivar"), stack("patria-2", colombians, "bv"))
    let(casualty, state, "bolivar", "santa-fe", dice={"leader/": 6})
    assert where(state, "bolivar") == [where_to]


def test_8_1_a_leader_who_finds_nobody_comes_back_next_turn() -> None:
    state = field(stack("royal-1", "lima", "", "pezuela"), turn=5)
    let(casualty, state, "pezuela", "lima", dice={"leader/": 6})
    assert state.leaders["pezuela"].at == "track/6"


def test_8_3_cochrane_goes_to_the_nearest_patriot_ships() -> None:
    state = field(stack("patria-1", "lima", "p1"),
                  ships={"pla-f1": "buenos-aires", "chl-f1": "valparaiso", "r-f1": "callao"})  # fmt: skip
    state.leaders["cochrane"].at = "chl-s1"
    let(casualty, state, "cochrane", "pacific-8", dice={"leader/": 6})
    assert state.leaders["cochrane"].at == "chl-f1"


def test_8_1_from_a_sea_area_the_coasts_are_the_nearest() -> None:
    state = field(stack("patria-1", "pacific-8", "", "san-martin"), stack("patria-2", "cuzco", "p1"),
                  stack("patria-3", "lima", "p2"))  # fmt: skip
    let(casualty, state, "san-martin", "pacific-8", dice={"leader/": 6})
    assert where(state, "san-martin") == ["lima"]


def test_8_1_from_the_sea_before_haiti_exiles_there_are_the_nearest() -> None:
    state = field(stack("patria-1", "caribbean-8", "", "bolivar"), stack("patria-2", "costa-firme", "vc"),
                  stack("patria-3", "box-haiti", "bv"))  # fmt: skip
    let(casualty, state, "bolivar", "caribbean-8", dice={"leader/": 6})
    assert where(state, "bolivar") == ["box-haiti"]


def test_8_1_forces_at_sea_are_no_refuge() -> None:
    state = field(stack("patria-1", "lima", "", "san-martin"), stack("patria-2", "pacific-8", "p1"),
                  stack("patria-3", "salta", "p2"), ships={"pla-f1": "pacific-8"})  # fmt: skip
    state.forces["patria-2"].ships = ["pla-f1"]
    let(casualty, state, "san-martin", "lima", dice={"leader/": 6})
    assert where(state, "san-martin") == ["salta"]


