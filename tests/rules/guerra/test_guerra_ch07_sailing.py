"""7.0 to 7.4: ships, courses, the long passages, Spain, and the return to port."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import BOARD, field, in_hand, let, order, refused, stack, where

from pbem.adjudicator.guerra.rules.ch07_sailing import (
    VERBS,
    course,
    havens,
    is_frigate,
    is_ship,
    nearest_on_the_way,
    to_port,
)
from pbem.adjudicator.guerra.rules.distances import land_distances, sea_distances
from pbem.adjudicator.guerra.state.state import Siege, State

SAIL, WAIT = VERBS["sail"], VERBS["wait"]


def fleet(ships: dict[str, str], *, op: int = 8, side: str = "", **fields: Any) -> State:
    """Ships in hand with some points."""
    return in_hand(field(ships=ships, **fields), ships=list(ships), op=op, side=side)


def test_7_0_frigates_and_ships_of_the_line_are_ships() -> None:
    state = field()
    assert [is_ship(state, unit) for unit in ("r-f1", "r-s1", "vy")] == [True, True, False]
    assert [is_frigate(state, unit) for unit in ("r-f1", "r-s1")] == [True, False]


@pytest.mark.parametrize(("at", "to", "points", "areas"), [
    ("pacific-9", "pacific-8", 1, 1),
    ("pacific-9", "pacific-5", 1, 4),
    ("pacific-9", "pacific-4", 2, 5),
    ("pacific-10", "pacific-2", 2, 8),
    ("pacific-10", "pacific-1", 3, 9),
    ("valparaiso", "pacific-8", 1, 2),  # the port's own sea area is the first (N12)
    ("valparaiso", "pacific-6", 1, 4),
    ("valparaiso", "pacific-5", 2, 5),
    ("valparaiso", "pacific-9", 1, 1),
    ("panama-port", "caribbean-3", 1, 1),
    ("panama-port", "pacific-6", 1, 1),
    ("atlantic-3", "pacific-10", 2, 8),  # round the Horn (7.2)
    ("pacific-10", "atlantic-3", 2, 8),
    ("atlantic-1", "caribbean-6", 2, 8),
    ("caribbean-6", "atlantic-1", 2, 8),
    ("atlantic-2", "pacific-9", 3, 10),
    ("caribbean-5", "atlantic-2", 3, 10),
])  # fmt: skip
def test_7_1_one_point_buys_four_sea_areas_and_7_2_the_passages_count_eight(
    at: str, to: str, points: int, areas: int
) -> None:
    way = course(field(), at, to)
    assert way
    assert (way.points, way.areas) == (points, areas)


@pytest.mark.parametrize(("at", "to", "points"), [
    ("box-spain", "atlantic-1", 4), ("box-spain", "caribbean-7", 3), ("box-spain", "caribbean-5", 4),
    ("box-spain", "atlantic-2", 4), ("box-spain", "caribbean-1", 4), ("box-spain", "pacific-10", 6),
    ("caribbean-9", "box-spain", 3), ("atlantic-3", "box-spain", 4), ("caribbean-4", "box-spain", 4),
    ("la-habana", "box-spain", 4),  # out of port, and over
])  # fmt: skip
def test_7_3_the_way_to_and_from_spain(at: str, to: str, points: int) -> None:
    way = course(field(), at, to)
    assert way
    assert way.points == points


def test_7_3_from_spain_by_the_way_that_is_ordered() -> None:
    way = course(field(), "box-spain", "caribbean-9", ["caribbean-5"])
    assert way
    assert (way.points, way.areas) == (4, 4)  # three points to VI; V, VII, VIII and IX are four areas


def test_7_1_a_fleet_sails_as_far_as_its_last_point_and_never_away() -> None:
    state = fleet({"chl-f1": "pacific-10"}, op=2)
    assert order(state, SAIL, to="pacific-4", as_far_as="true")
    assert where(state, "chl-f1") == ["pacific-4"]  # six areas, two points: all the way
    state = fleet({"r-f1": "caribbean-5"}, op=2)
    assert "no way" not in refused(state, SAIL, spain="true")  # too dear is told by the price
    assert SAIL.cost(state, state.acting, {"spain": "true", "as_far_as": "true"}) == 0
    assert "no way" in refused(state, SAIL, spain="true", as_far_as="true")
    state = fleet({"chl-f1": "valparaiso"}, op=1)
    order(state, SAIL, to="pacific-1", as_far_as="true")
    assert where(state, "chl-f1") == ["pacific-6"]  # out of port, and three areas on


def test_7_3_nobody_goes_part_of_the_way_from_spain_and_no_sea_area_as_near_will_do() -> None:
    state = fleet({"r-f1": "box-spain"}, op=2)
    assert "no way" in refused(state, SAIL, to="caribbean-1", as_far_as="true")
    state = fleet({"r-f1": "caribbean-9"}, op=1)
    assert nearest_on_the_way(state, "caribbean-9", "caribbean-9", 1) is None


def test_7_1_a_fleet_that_sails_is_no_longer_on_station_and_takes_only_its_own_troops() -> None:
    state = fleet({"chl-f1": "pacific-9"})
    other = stack("patria-2", "pacific-9", "p1")
    state.forces["patria-2"] = field(other).forces["patria-2"]
    state.forces["patria-2"].ships = ["pla-f1"]
    state.stations["chl-f1"] = "pacific-9"
    order(state, SAIL, to="pacific-8")
    assert state.stations == {}
    assert state.forces["patria-2"].at == "pacific-9"


def test_7_1_a_fleet_goes_by_the_way_that_is_ordered() -> None:
    way = course(field(), "caribbean-1", "caribbean-3", ["caribbean-10", "caribbean-9"])
    assert way
    assert way.areas == 5  # X, IX, VIII, II or IV, III
    assert way.points == 2


def test_7_1_a_fleet_sails_and_pays() -> None:
    state = fleet({"pla-f1": "buenos-aires", "pla-f2": "buenos-aires"})
    played = order(state, SAIL, to="atlantic-3")
    assert where(state, "pla-f1", "pla-f2") == ["atlantic-3", "atlantic-3"]
    assert (state.acting.fleet_spent, state.acting.at_sea_areas, state.acting.moved) == (1, 3, True)
    assert played.events("sailed")[0]["from"] == "buenos-aires"


def test_7_1_with_too_few_points_it_goes_as_far_as_it_can_if_so_ordered() -> None:
    state = fleet({"chl-f1": "pacific-10"}, op=1)
    assert SAIL.cost(state, state.acting, {"to": "pacific-4"}) == 2
    assert SAIL.cost(state, state.acting, {"to": "pacific-4", "as_far_as": "true"}) == 1
    order(state, SAIL, to="pacific-4", as_far_as="true")
    assert where(state, "chl-f1") == ["pacific-6"]
    state = fleet({"chl-f1": "atlantic-3"}, op=1)
    assert "no way" in refused(state, SAIL, to="pacific-10", as_far_as="true")  # no sea area is nearer


@pytest.mark.parametrize(("ships", "step", "why"), [
    ({"pla-f1": "buenos-aires"}, {"spain": "true"}, "only Royalist"),
    ({"pla-f1": "buenos-aires"}, {"to": "lima"}, "no sea area"),
    ({"pla-f1": "atlantic-1"}, {"to": "atlantic-1"}, "there already"),
])  # fmt: skip
def test_7_1_courses_that_cannot_be_sailed(ships: dict[str, str], step: dict[str, str], why: str) -> None:
    assert why in refused(fleet(ships), SAIL, **step)
    assert "no fleet" in refused(in_hand(field(stack("royal-1", "lima", "rl")), "royal-1"), SAIL, **step)


def test_7_3_royalist_ships_sail_to_spain() -> None:
    state = fleet({"r-f1": "caribbean-9"})
    order(state, SAIL, spain="true")
    assert where(state, "r-f1") == ["box-spain"]
    assert state.acting.fleet_spent == 3


def test_7_4_a_fleet_at_sea_stays_on_station() -> None:
    state = fleet({"pla-f1": "atlantic-1"})
    assert WAIT.cost(state, state.acting, {}) == 0
    assert order(state, WAIT).events("station")[0]["at"] == "atlantic-1"
    assert "not at sea" in refused(fleet({"pla-f1": "buenos-aires"}), WAIT)
    assert "no fleet" in refused(in_hand(field(stack("royal-1", "lima", "rl")), "royal-1"), WAIT)


def test_1_1_and_7_1_distances_on_land_and_at_sea() -> None:
    state = field()
    land, sea = land_distances(state, ["lima"]), sea_distances(state, ["pacific-8"])
    assert (land["lima"], land["cuzco"], land["charcas"]) == (0, 1, 2)
    assert "cuba" not in land
    assert "brazil" not in land
    assert (sea["pacific-8"], sea["pacific-10"], sea["atlantic-3"], sea["atlantic-1"]) == (0, 2, 10, 12)
    assert set(sea) == set(BOARD.seas)


# ------------------------------------------------------------------------------------------- back to port


ASHORE = (stack("royal-1", "lima", "rl"), stack("patria-1", "northern-chile", "chi1"))


def test_7_4_ships_at_sea_return_to_the_nearest_friendly_port_the_royalists_first() -> None:
    state = field(*ASHORE, ships={"chl-f1": "pacific-8", "r-f1": "pacific-9", "pla-f1": "valparaiso"})
    played = let(to_port, state)
    assert where(state, "chl-f1", "r-f1", "pla-f1") == ["valparaiso", "callao", "valparaiso"]
    assert [note["ship"] for note in played.events("to-port")] == ["r-f1", "chl-f1"]
    assert state.stations == {"chl-f1": "pacific-8", "r-f1": "pacific-9"}  # R10


@pytest.mark.parametrize(("sea", "saved"), [("pacific-5", True), ("pacific-4", False)])
def test_7_4_a_ship_that_is_more_than_four_sea_areas_from_a_port_is_lost(sea: str, saved: bool) -> None:
    """Valparaíso opens on Pacific IX: Pacific V is four areas away, Pacific IV five."""
    state = field(*ASHORE, ships={"chl-f1": sea})
    played = let(to_port, state)
    assert where(state, "chl-f1") == (["valparaiso"] if saved else ["pool"])
    assert bool(played.events("lost-at-sea")) is not saved


def test_7_4_the_owner_says_into_which_port_each_ship_goes() -> None:
    state = field(*ASHORE, stack("patria-2", "guayaquil", "gco-mi1"), ships={"chl-f1": "pacific-8"})
    played = let(to_port, state, said={"port": "guayaquil-port"})
    assert where(state, "chl-f1") == ["guayaquil-port"]
    assert played.asked[0].facts == {"ship": "chl-f1", "sea": "pacific-8"}


@pytest.mark.parametrize(("ship", "sea", "port"), [
    ("mex-f1", "caribbean-10", "new-orleans"), ("gco-f1", "caribbean-8", "les-cayes"),
    ("pla-f1", "caribbean-8", "pool"), ("r-f1", "caribbean-8", "box-spain"), ("r-f1", "caribbean-3", "box-spain"),
    ("r-f1", "atlantic-1", "box-spain"), ("r-f1", "pacific-1", "pool"),
])  # fmt: skip
def test_7_4_new_orleans_haiti_and_spain_are_friendly_to_their_own(ship: str, sea: str, port: str) -> None:
    state = field(ships={ship: sea})
    let(to_port, state)
    assert where(state, ship) == [port]


def test_7_4_the_passages_are_too_long_for_the_return() -> None:
    state = field(*ASHORE, ships={"chl-f1": "atlantic-3"})
    let(to_port, state)
    assert where(state, "chl-f1") == ["pool"]


def test_7_4_ports_come_by_distance_spain_last_among_equals_and_four_areas_are_in_reach() -> None:
    state = field(stack("royal-1", "panama", "pm", inside="panama-port"), stack("royal-2", "cuba", "lh1"))
    assert list(havens(state, "r-f1", "caribbean-9", 4)) == ["la-habana", "box-spain", "panama-port"]
    assert havens(state, "r-f1", "caribbean-3", 4) == {"panama-port": 0, "box-spain": 2, "la-habana": 3}
    assert havens(state, "r-f1", "caribbean-3", 2) == {"panama-port": 0, "box-spain": 2}
    assert havens(state, "r-f1", "caribbean-3", 1) == {"panama-port": 0}
    assert havens(state, "r-f1", "pacific-8", 4) == {"panama-port": 2}  # the nearer of its two seas
    state = field(stack("patria-1", "northern-chile", "chi1"), stack("patria-2", "arequipa", "p1"))
    assert list(havens(state, "chl-f1", "pacific-9", 4)) == ["arica", "valparaiso"]


def test_8_1_a_leader_aboard_a_ship_that_reaches_no_port_throws() -> None:
    state = field(ships={"chl-f1": "caribbean-1"})
    state.leaders["cochrane"].at = "chl-f1"
    played = let(to_port, state, dice={"leader/": 2})
    assert played.dice == ["leader/cochrane"]
    assert state.leaders["cochrane"].at == "gone"


def test_7_4_troops_still_aboard_come_ashore_with_their_first_ship() -> None:
    state = field(*ASHORE, stack("patria-2", "pacific-8", "chi2"), ships={"chl-f1": "pacific-8"})
    state.forces["patria-2"].ships = ["chl-f1"]
    played = let(to_port, state)
    assert where(state, "chi2") == ["northern-chile"]
    assert (state.forces["patria-2"].ships, state.forces["patria-2"].inside) == ([], "")
    assert played.events("landed-from-sea")


def test_7_4_troops_aboard_do_not_go_to_spain_nor_into_a_besieged_port() -> None:
    state = field(stack("royal-1", "lima", "rl", inside="callao"), stack("royal-2", "pacific-8", "ne"),
                  stack("royal-3", "guayaquil", "r-mi1"), stack("patria-1", "lima", "p1"),
                  ships={"r-f1": "pacific-8"})  # fmt: skip
    state.forces["royal-2"].ships = ["r-f1"]
    state.sieges["callao"] = Siege("patriot", ["patria-1"])
    let(to_port, state)
    assert where(state, "ne", "r-f1") == ["guayaquil", "guayaquil-port"]
    state = field(stack("royal-2", "caribbean-7", "ne"), ships={"r-f1": "caribbean-7"})
    state.forces["royal-2"].ships = ["r-f1"]
    let(to_port, state)
    assert where(state, "r-f1", "ne") == ["pool", "pool"]  # no port but Spain: lost, with all aboard
