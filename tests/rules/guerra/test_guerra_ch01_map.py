"""Chapter 1: control of areas and ports."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_positions import opened, patria, position, rebel, royal

from pbem.adjudicator.guerra.rules.ch01_map import (
    Control,
    borders,
    control,
    crosses_andes,
    friendly_port,
    has_presence,
    holds,
    holds_some,
    partly,
    port_holder,
    settle_ports,
)
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST


def test_1_1_chaco_to_salta_is_two_marches() -> None:
    state = position()
    assert not borders(state, "chaco", "salta")
    assert borders(state, "chaco", "chiquitos")
    assert borders(state, "chiquitos", "salta")
    assert not borders(state, "box-haiti", "cuba")


def test_1_1_3_the_andes_between_northern_chile_and_cordoba() -> None:
    assert crosses_andes(position(), "northern-chile", "cordoba")
    assert not crosses_andes(position(), "salta", "cordoba")


def test_1_1_1_one_side_alone_controls_an_area_even_by_a_leader() -> None:
    assert control(position(royal("lima", "rl")), "lima") == Control("royalist", 2, 0, 2, 0)
    assert control(position(patria("lima", leaders=["bolivar"])), "lima") == Control("patriot", 0, 2, 0, 2)


def test_1_1_1_both_sides_control_in_part() -> None:
    state = position(royal("lima", "rl"), patria("lima", "p1"))
    assert control(state, "lima") == Control("both", 1, 1, 1, 1)
    assert partly(state, "lima")
    assert not holds(state, ROYALIST, "lima")
    assert holds_some(state, PATRIOT, "lima")


def test_1_1_1_units_inside_a_fortress_are_units_in_the_area() -> None:
    assert control(position(royal("callao", "r-mi5"), patria("lima", "p1")), "lima").holder == "both"


def test_1_1_1_ships_in_port_control_nothing() -> None:
    state = position(ships=[{"at": "valparaiso", "ships": ["chl-f1"]}])
    assert control(state, "northern-chile").holder == "nobody"


@pytest.mark.parametrize(("choice", "holder"), [("nobody", "nobody"), ("last_holder", "royalist")])
def test_1_1_1_an_empty_area_by_the_charter(choice: str, holder: str) -> None:
    state = position(house={"empty_areas": choice}, last_holder={"lima": "royalist"})
    assert control(state, "lima").holder == holder


def test_5_0_neutral_ground_is_nobodys() -> None:
    state = position(patria("united-states", leaders=["morelos"]))
    assert control(state, "united-states").holder == "nobody"


def test_4_2_1_one_rebel_and_one_of_el_plata_and_nobody_is_paid() -> None:
    state = position(rebel("banda-oriental", "reb-i1"), patria("banda-oriental", "p1"))
    assert control(state, "banda-oriental") == Control("rebel", 0, 1, 0, 0)


def test_11_0_rebels_beside_royalists_count_half_for_the_patriot_and_nothing_for_the_royalist() -> None:
    state = position(rebel("misiones", "reb-i1"), royal("misiones", "bfm"))
    assert control(state, "misiones") == Control("rebel", 0, 1, 0, 0)


def test_10_6_the_legion_alone_controls_nothing_and_beside_el_plata_a_half() -> None:
    legion = royal("banda-oriental", "spl1", "spl2", "spl3")
    assert control(position(legion), "banda-oriental") == Control("nobody")
    both = position(legion, patria("banda-oriental", "p1"))
    assert control(both, "banda-oriental") == Control("both", 0, 1, 0, 1)
    assert not has_presence(both, ROYALIST, "banda-oriental")


def test_10_6_royalists_beside_the_legion_hold_their_part() -> None:
    state = position(royal("banda-oriental", "spl1"), royal("montevideo", "dba"), patria("banda-oriental", "p1"))
    assert control(state, "banda-oriental").holder == "both"


def test_10_1_guerrillas_hold_the_area_against_militia_and_share_it_with_regulars() -> None:
    hills = patria("charcas", "per-mi1", guerrilla="true")
    assert control(position(hills, royal("charcas", "r-mi8")), "charcas").holder == "patriot"
    assert control(position(hills, royal("charcas", "r-mi8", "fp")), "charcas").holder == "both"


def test_10_1_guerrillas_of_both_sides_share_it() -> None:
    state = position(patria("charcas", "per-mi1", guerrilla="true"), royal("charcas", "r-mi8", guerrilla="true"))
    assert control(state, "charcas").holder == "both"


def test_5_1_3_a_marker_that_shows_nothing_is_taken_for_regulars_until_told() -> None:
    hills = patria("charcas", "per-mi1", guerrilla="true")
    state = position(hills, royal("charcas", marker="ejercito-lima"))
    assert control(state, "charcas").holder == "both"
    state.told_regulars = {"ejercito-lima": False}
    assert control(state, "charcas").holder == "patriot"


def test_1_1_2_a_fortress_is_his_who_is_inside_and_a_city_his_who_holds_the_area() -> None:
    state = position(royal("callao", "r-mi5"), patria("lima", "p1"), patria("northern-chile", "chi1"))
    assert port_holder(state, "callao") == ROYALIST
    assert port_holder(state, "valparaiso") == PATRIOT


def test_1_1_2_an_empty_fortress_is_his_who_holds_the_whole_area() -> None:
    assert port_holder(position(royal("lima", "rl")), "callao") == ROYALIST
    assert port_holder(position(royal("lima", "rl"), patria("lima", "p1")), "callao") == ""


def test_6_7_a_city_in_an_area_held_in_part_stays_his_who_had_it() -> None:
    state = position(patria("northern-chile", "chi1"))
    settle_ports(state)
    state.new_force(ROYALIST, "northern-chile")
    state.put([], "royal-1")
    state.units["cl"].at = "royal-1"
    assert port_holder(state, "valparaiso") == PATRIOT


def test_6_2_island_forts_may_be_cities_by_the_charter() -> None:
    forces = (royal("san-juan", "r-mi6"), patria("puerto-rico", "bv"))
    assert port_holder(position(*forces), "san-juan") == ROYALIST
    state = position(*forces, house={"island_forts": "city"})
    assert port_holder(state, "san-juan") == ""


def test_7_4_haiti_is_open_to_colombia_and_new_orleans_to_mexico() -> None:
    state = opened()
    assert friendly_port(state, PATRIOT, "les-cayes", "colombia")
    assert not friendly_port(state, PATRIOT, "les-cayes", "mexico")
    assert friendly_port(state, PATRIOT, "new-orleans", "mexico")
    assert not friendly_port(state, ROYALIST, "new-orleans")
    assert friendly_port(state, ROYALIST, "callao")
    assert not friendly_port(state, PATRIOT, "callao", "chile")
