"""7.6 and 7.7: a force embarks, sails and lands; what ships can carry."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, in_hand, order, refused, stack, where

from pbem.adjudicator.guerra.rules.ch07_landing import VERBS
from pbem.adjudicator.guerra.rules.ch07_sailing import VERBS as SAILING
from pbem.adjudicator.guerra.rules.passengers import capacity
from pbem.adjudicator.guerra.state.state import Siege, State

EMBARK, LAND, SAIL = VERBS["embark"], VERBS["land"], SAILING["sail"]
SHIPS = {"chl-s1": "valparaiso", "chl-f1": "valparaiso"}


def army(units: str = "chi1 p1", leaders: str = "", *more: Any, ships: dict[str, str] | None = None, op: int = 8,
         inside: str = "", **fields: Any) -> State:  # fmt: skip
    """An army in Northern Chile and ships at Valparaíso, both in hand."""
    ships = SHIPS if ships is None else ships
    state = field(stack("patria-1", "northern-chile", units, leaders, inside=inside), *more, ships=ships, **fields)
    return in_hand(state, "patria-1", ships=list(ships), op=op)


def at_sea(sea: str = "pacific-8", sailed: int = 2, **fields: Any) -> State:
    """The army aboard."""
    state = army(**fields)
    order(state, EMBARK)
    for ship in state.acting.ships:
        state.units[ship].at = sea
    state.forces["patria-1"].at = sea
    state.acting.at_sea_areas = sailed
    return state


def test_7_7_a_ship_of_the_line_carries_four_steps_and_a_frigate_two() -> None:
    state = field()
    assert [capacity(state, ships) for ships in (["chl-s1"], ["chl-f1"], ["chl-s1", "pla-f1"], [])] == [4, 2, 6, 0]


def test_7_6_a_force_embarks_for_one_point_of_its_own() -> None:
    state = army()
    assert EMBARK.cost(state, state.acting, {}) == 1
    played = order(state, EMBARK)
    assert (state.acting.spent, state.acting.fleet_spent) == (1, 0)
    assert state.forces["patria-1"].ships == ["chl-s1", "chl-f1"]
    assert where(state, "chi1") == ["valparaiso"]
    assert state.acting.embarked
    assert played.events("embarked")[0]["at"] == "northern-chile"


@pytest.mark.parametrize(("units", "fits"), [
    ("chi1 p1 p2", True), ("chi1 p1 p2 chi2", False), ("chi1 dp bsf art-p1", True),
])  # fmt: skip
def test_7_7_what_is_too_large_stays_ashore(units: str, fits: bool) -> None:
    """Six steps fit on a ship of the line and a frigate, of any nation and arm (N2)."""
    assert (refused(army(units), EMBARK) == "") is fits


def test_7_7_each_ship_takes_one_leader() -> None:
    assert refused(army(leaders="san-martin belgrano"), EMBARK) == ""
    assert "one leader" in refused(army(leaders="san-martin belgrano sucre"), EMBARK)
    state = army(leaders="san-martin belgrano")
    state.leaders["cochrane"].at = "chl-s1"
    assert "one leader" in refused(state, EMBARK)
    assert refused(state, EMBARK, stay_behind=["belgrano"]) == ""


def test_7_6_units_named_stay_behind_and_have_operated() -> None:
    state = army("chi1 p1 p2 chi2", "san-martin belgrano")
    played = order(state, EMBARK, stay_behind=["chi2", "belgrano"])
    assert where(state, "chi2", "belgrano", "p2") == ["northern-chile", "northern-chile", "valparaiso"]
    assert {"chi2", "belgrano"} <= set(state.operated)
    assert played.events("left")[0]["units"] == ["chi2", "belgrano"]
    assert "nobody is left" in refused(army(), EMBARK, stay_behind=["chi1", "p1"])


@pytest.mark.parametrize(("state", "why"), [
    (in_hand(field(stack("patria-1", "northern-chile", "chl-mi1", hills=True), ships=SHIPS), "patria-1",
             ships=list(SHIPS)), "guerrillas"),
    (army(ships={"chl-s1": "pacific-8"}), "port of yours"),  # the fleet is on another sea
    (army(ships={"chl-s1": "callao"}), "port of yours"),
    (in_hand(field(stack("patria-1", "cordoba", "p1"), ships={"pla-f1": "buenos-aires"}), "patria-1",
             ships=["pla-f1"]), "port of yours"),
    (in_hand(field(stack("patria-1", "lima", "p1"), stack("royal-1", "lima", "r-mi5", inside="callao"),
                   ships={"pla-f1": "pacific-8"}), "patria-1", ships=["pla-f1"]), "port of yours"),
    (in_hand(field(ships=SHIPS), ships=list(SHIPS)), "must be in hand"),
    (in_hand(field(stack("patria-1", "northern-chile", "chi1")), "patria-1"), "must be in hand"),
])  # fmt: skip
def test_7_6_a_force_embarks_at_a_port_of_its_side_where_the_fleet_lies(state: State, why: str) -> None:
    assert why in refused(state, EMBARK)


def test_7_6_the_force_must_begin_the_phase_there() -> None:
    state = army()
    state.forces["patria-1"].start = "southern-chile"
    assert "did not begin" in refused(state, EMBARK)


def test_7_6_a_fleet_in_the_sea_area_of_the_port_takes_troops_too() -> None:
    assert refused(army(ships={"chl-s1": "pacific-9"}), EMBARK) == ""


def test_7_6_a_besieged_garrison_embarks_in_its_own_harbour() -> None:
    state = field(stack("royal-1", "lima", "r-mi5", inside="callao"), stack("patria-1", "lima", "p1"),
                  ships={"r-f1": "callao"})  # fmt: skip
    state.sieges["callao"] = Siege("patriot", ["patria-1"])
    order(in_hand(state, "royal-1", ships=["r-f1"]), EMBARK)
    assert (state.forces["royal-1"].inside, state.forces["royal-1"].ships) == ("", ["r-f1"])


def test_6_2_besiegers_who_embark_have_left_the_siege() -> None:
    state = field(stack("patria-1", "tierra-caliente", "tp"),
                  stack("royal-1", "tierra-caliente", "pb", inside="veracruz"),
                  ships={"mex-f1": "pacific-4"}, ports={"acapulco": "patriot"})  # fmt: skip
    state.sieges["veracruz"] = Siege("patriot", ["patria-1"])
    played = order(in_hand(state, "patria-1", ships=["mex-f1"]), EMBARK)
    assert state.sieges == {}
    assert played.events("siege-over")


# ------------------------------------------------------------------------------------------- landing


@pytest.mark.parametrize(("sailed", "points"), [(0, 1), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_7_6_landing_costs_a_point_for_each_four_areas_and_one_at_least(sailed: int, points: int) -> None:
    state = at_sea(sailed=sailed)
    assert LAND.cost(state, state.acting, {"area": "lima"}) == points


def test_7_6_a_whole_amphibious_operation() -> None:
    state = army()
    order(state, EMBARK)
    order(state, SAIL, to="pacific-8")
    assert where(state, "chi1", "chl-s1") == ["pacific-8", "pacific-8"]
    played = order(state, LAND, area="lima")
    assert (state.acting.spent, state.acting.fleet_spent) == (2, 1)
    force = state.forces["patria-1"]
    assert (force.at, force.ships, force.inside, force.came_from) == ("lima", [], "", "")
    assert not state.acting.embarked
    assert played.events("landed-from-sea")[0]["area"] == "lima"


def test_7_6_the_first_area_that_the_fleet_lies_off_is_taken() -> None:
    state = at_sea()
    assert "not off" in refused(state, LAND, area="arequipa")
    wishes: dict[str, Any] = {"area": "arequipa", "or": ["cuzco", "lima"]}
    order(state, LAND, **wishes)
    assert where(state, "chi1") == ["lima"]


def test_7_6_nobody_lands_on_neutral_ground() -> None:
    state = at_sea("caribbean-10")
    assert "not off" in refused(state, LAND, area="united-states")
    assert refused(state, LAND, area="tejas") == ""


@pytest.mark.parametrize(("more", "hostile"), [
    ((stack("royal-1", "lima", "rl"),), "lima"), ((), ""),
    ((stack("royal-1", "lima", "rl"), stack("patria-2", "lima", "p2")), ""),
])  # fmt: skip
def test_5_0_an_area_wholly_the_enemys_costs_one_more_to_leave_after_a_landing(more: Any, hostile: str) -> None:
    state = at_sea()
    for each in more:
        other = field(each)
        name = each["name"]
        state.forces[name] = other.forces[name]
        for unit in other.units_in(name):
            state.units[unit] = other.units[unit]
    order(state, LAND, area="lima")
    assert state.acting.hostile_from == hostile


def test_7_6_only_a_force_aboard_lands() -> None:
    assert "no force is aboard" in refused(army(), LAND, area="lima")
    assert "aboard already" in refused(at_sea(), EMBARK)


def test_7_6_a_landing_in_an_empty_area_takes_its_city_and_the_ships_in_it() -> None:
    state = at_sea("pacific-7")
    state.units["r-f1"].at, state.ports["guayaquil-port"] = "guayaquil-port", "royalist"
    played = order(state, LAND, dice={"port-fall/": 6}, area="guayaquil")
    assert state.ports["guayaquil-port"] == "patriot"
    assert played.events("captured")[0]["ship"] == "r-f1"


def test_10_6_the_legion_does_not_go_aboard() -> None:
    ships = {"r-s1": "montevideo"}
    state = field(stack("royal-1", "banda-oriental", "spl1"), stack("royal-2", "montevideo", "dba"), ships=ships)
    assert "Banda Oriental alone" in refused(in_hand(state, "royal-1", ships=list(ships)), EMBARK)


def test_10_3_nobody_lands_in_haiti() -> None:
    assert refused(at_sea("caribbean-8"), LAND, area="box-haiti") != ""
