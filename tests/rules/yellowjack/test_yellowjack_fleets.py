"""Ports, Land Boxes, bounds of Commands; Fleets, contingents, classes and Admirals of Yellow Jack."""

from __future__ import annotations

import pytest

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1 import bounds, ports
from pbem.adjudicator.yellowjack.ch2 import bourbon, british, fleets
from pbem.adjudicator.yellowjack.state.pieces import Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CARACAS,
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    FRENCH,
    NEUTRAL,
    SPANISH,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import empty, lay_out

BOARD = load_board()
RULING = ruling_of()


@pytest.fixture
def state() -> State:
    return lay_out(BOARD, {}, "porto-bello")


# ------------------------------------------------------------------------------------------------------------ ports


@pytest.mark.parametrize(("port", "neutral"), [
    ("curacao", True), ("st-thomas", True), ("port-royal-jamaica", False), ("cap-francois", False),
    ("la-guaira", False),
])  # fmt: skip
def test_1_32_ports_of_other_nations_are_neutral(state: State, port: str, neutral: bool) -> None:
    assert ports.is_neutral(state, port) is neutral


def test_1_328_ports_of_one_name_have_ids_of_their_own() -> None:
    names = [port.name for port in BOARD.ports.values()]
    assert len(names) == len(set(names))
    twins = {"port-royal-jamaica", "port-royal-carolinas", "port-louis-grenada", "port-louis-louisiana"}
    assert twins <= set(BOARD.ports)


def test_1_322_a_minor_port_repairs_nothing(state: State) -> None:
    assert ports.values(state, "port-royal-jamaica") == {"a": 2, "g": 4, "f": 3, "r": 3}
    assert ports.values(state, "savannah") == {"a": 2, "g": 1, "f": 1, "r": 0}
    state.date = date_of(1741, 1)
    assert ports.values(state, "savannah")["r"] == 1


@pytest.mark.parametrize(("port", "contingent", "quarter", "serves"), [
    ("lucea", BRITISH, False, True), ("aruba", BRITISH, False, True), ("tolu", BRITISH, False, False),
    ("port-antonio", BRITISH, False, True), ("port-antonio", BRITISH, True, False),
    ("port-royal-jamaica", BRITISH, False, False),
])  # fmt: skip
def test_1_323_where_emergency_repairs_are_made(
    state: State, port: str, contingent: str, quarter: bool, serves: bool
) -> None:
    assert ports.emergency(state, RULING, port, contingent, quarter=quarter) is serves


def test_1_324_stores_lie_only_where_there_is_a_box(state: State) -> None:
    state.ports["port-royal-jamaica"].stores = state.ports["lucea"].stores = 3
    assert (ports.stores(state, "port-royal-jamaica"), ports.stores(state, "lucea")) == (3, 0)


def test_1_325_a_captured_port_repairs_from_the_second_turn_after(state: State) -> None:
    assert ports.repairs_from(state, "porto-bello")
    ports.change_hands(Table(), state, "porto-bello", BRITISH)
    repairs = []
    for later in range(3):
        state.date = date_of(1739, 13) + later
        repairs.append(ports.repairs_from(state, "porto-bello"))
    assert repairs == [False, False, True]
    assert state.side_of_port("porto-bello") == BRITISH


def test_1_326_a_port_that_nobody_holds_goes_back(state: State) -> None:
    ports.change_hands(Table(), state, "porto-bello", BRITISH)
    state.units["fleet-marines-a"] = Unit("porto-bello")
    assert ports.reverts(Table(), state) == []
    state.units["fleet-marines-a"].at = "br-troops-1"
    assert ports.reverts(Table(), state) == ["porto-bello"]
    assert state.holder("porto-bello") == SPANISH


@pytest.mark.parametrize(("squadron", "port", "dp", "may"), [
    ("j2", "curacao", 11, True), ("j2", "curacao", 10, False), ("k1", "la-guaira", 15, True),
    ("j2", "la-guaira", 11, False), ("g1", "la-guaira", 15, False), ("j2", "st-thomas", 11, True),
])  # fmt: skip
def test_1_327_only_a_crippled_squadron_lies_in_a_neutral_key_port(
    state: State, squadron: str, port: str, dp: int, may: bool
) -> None:
    state.squadrons[squadron].dp = dp
    assert ports.may_shelter(state, RULING, squadron, port) is (may and state.key_port(port))


def test_1_327_nobody_is_attacked_in_a_neutral_port(state: State) -> None:
    assert ports.peaceful(state, "curacao")
    assert not ports.peaceful(state, "porto-bello")


# ----------------------------------------------------------------------------------------------------------- bounds


def test_1_35_ports_lie_on_land_boxes() -> None:
    state = empty(BOARD, {}, "porto-bello")
    assert bounds.land_box_of(state, "porto-bello") == "lb-panama"
    assert bounds.land_box_of(state, "bellese") == ""


def test_1_36_spaces_on_one_meridian_share_a_number(state: State) -> None:
    assert bounds.spaces_of(state, 12) == ["s12a", "s12b", "s12c"]
    assert bounds.spaces_of(state, 9) == ["s9"]


@pytest.mark.parametrize(("place", "british_ones", "spanish"), [
    ("s9", (), ("la-habana",)), ("la-habana", ("jamaica",), ("la-habana",)), ("s13", ("jamaica",), ("la-habana",)),
    ("charles-town", ("carolinas",), ("la-habana",)), ("bridgetown", ("leewards",), ("la-habana",)),
    ("cartagena-de-indias", ("jamaica",), ("cartagena",)),
    ("sz-colombia-basin", ("jamaica",), ("la-habana", "cartagena")),
])  # fmt: skip
def test_2_313_no_british_command_reaches_into_the_gulf_but_along_cuba(
    state: State, place: str, british_ones: tuple[str, ...], spanish: tuple[str, ...]
) -> None:
    assert british.british_commands_at(state, place) == british_ones
    assert bourbon.spanish_commands_at(state, place) == spanish


def test_1_373_the_bounds_of_both_sides_count_at_a_place(state: State) -> None:
    assert set(bounds.commands_at(state, "sz-colombia-basin")) >= {"jamaica", "la-habana", "cartagena"}


def test_1_371_a_boundary_at_a_space_is_shared(state: State) -> None:
    assert bounds.shared(state, "s11", BRITISH)
    assert not bounds.shared(state, "s9", BOURBON)


def test_1_372_a_boundary_at_a_sea_zone_is_shared(state: State) -> None:
    assert bounds.shared(state, "sz-venezuela-basin", BRITISH)
    assert not bounds.shared(state, "sz-darien", BRITISH)


@pytest.mark.parametrize(("place", "commands"), [
    ("sz-yucatan", ("la-habana", "cartagena")), ("moskitos", ("cartagena",)), ("bridgetown", ("la-habana",)),
])  # fmt: skip
def test_2_221_the_boundary_of_the_spaniards(state: State, place: str, commands: tuple[str, ...]) -> None:
    assert bourbon.spanish_commands_at(state, place) == commands


def test_2_22_la_habana_has_the_gulf_and_cartagena_the_main(state: State) -> None:
    assert bourbon.spanish_commands_at(state, "veracruz") == ("la-habana",)
    assert bourbon.spanish_commands_at(state, "porto-bello") == ("cartagena",)


# ----------------------------------------------------------------------------------------------------------- fleets


@pytest.mark.parametrize(("contingent", "side"), [
    (BRITISH, BRITISH), (SPANISH, BOURBON), (CARACAS, BOURBON), (FRENCH, BOURBON),
])  # fmt: skip
def test_2_115_four_contingents_of_two_sides(contingent: str, side: str) -> None:
    assert fleets.side_of(contingent) == side


def test_2_11_each_side_has_a_seat_and_no_more() -> None:
    assert {fleets.side_of(one.contingent) for one in BOARD.squadrons.values()} == {BRITISH, BOURBON}


def test_2_111_the_commands_of_the_british() -> None:
    assert set(fleets.commands_of(BRITISH)) == {"carolinas", "jamaica", "leewards"}


def test_2_112_the_commands_of_the_bourbons() -> None:
    assert set(fleets.commands_of(BOURBON)) == {"la-habana", "cartagena", "french"}


@pytest.mark.parametrize(("station", "port"), [
    ("bourbon-fleet", "la-habana"), ("la-habana", "la-habana"), ("cartagena", "cartagena-de-indias"),
    ("french", "port-louis-grenada"),
])  # fmt: skip
def test_2_211_the_hqs_of_the_bourbons(state: State, station: str, port: str) -> None:
    assert fleets.hq_of(state, station) == port


@pytest.mark.parametrize(("station", "port"), [
    ("british-fleet", "port-royal-jamaica"), ("jamaica", "port-royal-jamaica"), ("carolinas", "charles-town"),
    ("leewards", "english-harbour"),
])  # fmt: skip
def test_2_311_the_hqs_of_the_british(state: State, station: str, port: str) -> None:
    assert fleets.hq_of(state, station) == port


def test_2_113_the_admiral_keeps_the_station_when_its_hq_falls(state: State) -> None:
    state.ports["cartagena-de-indias"].holder = BRITISH
    assert state.admiral_of("cartagena") == "lezo"


def test_2_21_the_fleet_admiral_of_the_bourbons_has_la_habana() -> None:
    assert bourbon.command_of_fleet() == "la-habana"
    assert bourbon.without_bounds("french")
    assert not bourbon.without_bounds("cartagena")


def test_2_31_the_fleet_admiral_of_the_british_has_jamaica() -> None:
    assert british.command_of_fleet() == "jamaica"


@pytest.mark.parametrize(("squadron", "command", "may"), [
    ("j1", "leewards", True), ("j1", "cartagena", False), ("h1", "cartagena", True), ("h1", "french", False),
    ("f1", "la-habana", False),
])  # fmt: skip
def test_2_114_forces_change_between_commands_of_their_nation(
    state: State, squadron: str, command: str, may: bool
) -> None:
    assert fleets.interchange(state, squadron, command) is may


@pytest.mark.parametrize(("sort", "may"), [("flagship", False), ("sol", False), ("sol-d", True), ("frigate", True)])
def test_2_122_frigates_and_sol_d_are_mixed_role(sort: str, may: bool) -> None:
    assert fleets.mixed_role(sort) is may


def test_2_12_four_classes_of_sail() -> None:
    assert set(BOARD.mix[BRITISH]) >= {"flagship", "sol", "sol-d", "frigate"}


@pytest.mark.parametrize(("dp", "third"), [(3, 0), (4, 1), (6, 1), (7, 2), (10, 2), (11, 3)])
def test_2_124_marks_at_one_and_two_thirds_of_ten(state: State, dp: int, third: int) -> None:
    state.squadrons["j2"].dp = dp
    assert fleets.mark(state, "j2") == third


@pytest.mark.parametrize(("dp", "third"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_2_124_marks_at_one_and_two_thirds_of_fourteen(state: State, dp: int, third: int) -> None:
    state.squadrons["k1"].dp = dp
    assert fleets.mark(state, "k1") == third


def test_2_125_the_grand_flotilla_is_a_flag(state: State) -> None:
    assert BOARD.formations["bo-grand"].kind == FLAG
    state.new_formation("bo-grand", FLAG, "la-habana", FITTING_OUT)
    assert fleets.is_flag(state, "bo-grand")
    assert not fleets.is_flag(state, "rcg")


def test_2_126_no_more_sail_than_counters(state: State) -> None:
    left = BOARD.mix[CARACAS]["sol-d"] - 1
    assert fleets.within_mix(state, CARACAS, "sol-d", left)
    assert not fleets.within_mix(state, CARACAS, "sol-d", left + 1)


def test_2_134_no_more_auxiliaries_than_counters(state: State) -> None:
    assert not fleets.within_mix(state, CARACAS, "galley", 1)


# --------------------------------------------------------------------------------------------------------- Bourbons


def test_2_212_a_spaniard_commands_before_a_frenchman() -> None:
    assert bourbon.seniority(SPANISH) < bourbon.seniority(FRENCH)


@pytest.mark.parametrize(("contingent", "holder", "friendly"), [
    (SPANISH, FRENCH, True), (FRENCH, SPANISH, True), (CARACAS, SPANISH, True), (SPANISH, BRITISH, False),
    (SPANISH, NEUTRAL, False), (CARACAS, CARACAS, True),
])  # fmt: skip
def test_2_213_bourbons_use_one_anothers_ports(state: State, contingent: str, holder: str, friendly: bool) -> None:
    assert bourbon.shares(state, contingent, holder) is friendly


@pytest.mark.parametrize(("contingent", "friendly"), [(SPANISH, False), (FRENCH, False), (CARACAS, True)])
def test_2_248_la_guaira_is_the_companys(state: State, contingent: str, friendly: bool) -> None:
    assert bourbon.shares(state, contingent, state.holder("la-guaira")) is friendly


def test_2_214_french_and_spanish_squadrons_do_not_mix(state: State) -> None:
    assert "2.214" in bourbon.why_not_together(state, "f1", "sp-flag-k")
    assert bourbon.why_not_together(state, "k1", "sp-flag-k") == ""


def test_2_216_a_squadron_of_another_command_stays_out(state: State) -> None:
    assert "2.216" in bourbon.why_not_together(state, "h1", "sp-flag-k")


@pytest.mark.parametrize(("squadron", "formation"), [("k1", "rcg"), ("g1", "sp-flag-k")])
def test_2_243_company_squadrons_sail_in_their_own_formation(state: State, squadron: str, formation: str) -> None:
    assert "2.243" in bourbon.why_not_together(state, squadron, formation)
    assert bourbon.why_not_together(state, "gf1", "rcg") == ""


def test_2_217_the_company_counts_as_spanish_in_battle() -> None:
    assert bourbon.combined(frozenset({CARACAS, FRENCH}))
    assert not bourbon.combined(frozenset({CARACAS, SPANISH}))


@pytest.mark.parametrize(("formation", "command", "may"), [
    ("sp-flag-k", "cartagena", True), ("sp-flag-k", "la-habana", False), ("rcg", "cartagena", True),
])  # fmt: skip
def test_2_222_an_order_is_for_formations_of_its_command(
    state: State, formation: str, command: str, may: bool
) -> None:
    assert bourbon.is_of_command(state, formation, command) is may


def test_2_219_others_take_no_part_in_an_order(state: State) -> None:
    assert not bourbon.is_of_command(state, "sp-flag-k", "french")


def test_2_215_only_the_grand_flotilla_could_mix_and_it_waits_for_the_war(state: State) -> None:
    state.new_formation("sp-det-h1", DETACHMENT, "la-habana", FITTING_OUT)
    assert "2.214" in bourbon.why_not_together(state, "f1", "sp-det-h1")


# ---------------------------------------------------------------------------------------------------------- British


@pytest.mark.parametrize(("formation", "command", "may"), [
    ("br-flag-j2", "jamaica", True), ("br-flag-j2", "leewards", False),
])  # fmt: skip
def test_2_314_a_british_order_is_for_its_command(state: State, formation: str, command: str, may: bool) -> None:
    assert british.is_of_command(state, formation, command) is may


@pytest.mark.parametrize(("rank", "leaves"), [("vice-admiral", False), ("admiral", True)])
def test_2_316_full_admirals_leave(rank: str, leaves: bool) -> None:
    assert british.leaves_play(rank) is leaves


def test_2_317_rank_goes_before_colour() -> None:
    order = [("commodore", ""), ("rear-admiral", "blue"), ("rear-admiral", "white"), ("rear-admiral", "red"),
             ("vice-admiral", "blue")]  # fmt: skip
    assert sorted(order, key=lambda one: british.seniority(*one)) == order


@pytest.mark.parametrize(("prestige", "may"), [(3, False), (4, True)])
def test_2_32_a_challenge_needs_more_than_three_prestige(state: State, prestige: int, may: bool) -> None:
    state.prestige[BRITISH] = prestige
    assert british.may_challenge(state) is may


def test_2_321_french_ports_are_no_enemys_before_the_war(state: State) -> None:
    assert "2.26" in peace(state, "br-flag-j1")
    assert peace(state, "sp-flag-k") == ""


def test_2_26_the_french_are_at_peace_with_britain(state: State) -> None:
    assert "peace" in peace(state, "br-flag-j2")


def peace(state: State, attacker: str) -> str:
    state.new_formation("fr-det-1", DETACHMENT, "fort-royal", FITTING_OUT)
    return british.at_peace(state, attacker, "fr-det-1")


@pytest.mark.parametrize(("dps", "left"), [(0, 0), (1, 1), (2, 1), (3, 1), (5, 2)])
def test_2_331_grog_halves_a_sum_and_spares_never_all(state: State, dps: int, left: int) -> None:
    assert british.grog(state, "br-flag-j1", dps) == left


def test_2_33_spaniards_have_no_grog(state: State) -> None:
    assert british.grog(state, "sp-flag-k", 5) == 5
    assert Ruling().spare(state, "sp-flag-k", 5) == 5


def test_2_217_one_nation_alone_is_no_combined_command() -> None:
    assert not bourbon.combined(frozenset({FRENCH}))


def test_1_326_a_personage_holds_a_port_while_he_is_in_play(state: State) -> None:
    assert ports.occupied(state, "cartagena-de-indias", BOURBON)
    for unit in state.units.values():
        unit.at = "off-map"
    assert ports.occupied(state, "cartagena-de-indias", BOURBON)
    state.personages["virrey-nueva-granada"].gone = "captured"
    assert not ports.occupied(state, "cartagena-de-indias", BOURBON)


@pytest.mark.parametrize(("contingent", "sort"), [("danish", "sol"), (BRITISH, "galleon"), (BRITISH, "galley")])
def test_2_126_there_are_no_counters_of_what_is_no_sail(state: State, contingent: str, sort: str) -> None:
    assert not fleets.within_mix(state, contingent, sort, 0)


def test_2_126_a_class_that_no_squadron_has_is_not_counted_twice(state: State) -> None:
    assert fleets.within_mix(state, CARACAS, "frigate", BOARD.mix[CARACAS]["frigate"] - 2)
    assert not fleets.within_mix(state, CARACAS, "frigate", BOARD.mix[CARACAS]["frigate"] - 1)
