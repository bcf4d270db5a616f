"""Ports, Land Boxes, bounds of Commands; Fleets, contingents, classes and Admirals of Yellow Jack."""

from __future__ import annotations

import pytest

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import why_not_converted
from pbem.adjudicator.yellowjack.base.leaders import order_of_rank
from pbem.adjudicator.yellowjack.base.ports import at_peace, commands_at, is_enemy, is_neutral, may_shelter
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.yard import may_patch, rolls_at, why_no_stores
from pbem.adjudicator.yellowjack.base.zones import exit_to
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1 import ports
from pbem.adjudicator.yellowjack.ch2 import bourbon, british, fleets
from pbem.adjudicator.yellowjack.ch2.marching import open_to
from pbem.adjudicator.yellowjack.ch2.troops import why_not
from pbem.adjudicator.yellowjack.state.pieces import Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CARACAS,
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    FRANCE_AT_WAR,
    FRENCH,
    NEUTRAL,
    SIDE_OF,
    SPANISH,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import lay_out

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
    assert is_neutral(state, port) is neutral


def test_1_328_ports_of_one_name_have_ids_of_their_own() -> None:
    names = [port.name for port in BOARD.ports.values()]
    assert len(names) == len(set(names))
    twins = {"port-royal-jamaica", "port-royal-carolinas", "port-louis-grenada", "port-louis-louisiana"}
    assert twins <= set(BOARD.ports)


def test_1_325_a_captured_port_repairs_from_the_second_turn_after(state: State) -> None:
    held = state.ports["la-habana"]
    held.holder, held.captured = BRITISH, date_of(1739, 13)
    repairs = []
    for later in range(3):
        state.date = date_of(1739, 13) + later
        repairs.append(bool(rolls_at(state, RULING, "la-habana")))
    assert repairs == [False, False, True]


def test_1_322_a_minor_port_repairs_nothing_until_its_harbour_opens(state: State) -> None:
    state.date = date_of(1739, 16)
    assert (rolls_at(state, RULING, "port-royal-jamaica"), rolls_at(state, RULING, "savannah")) == (3, 0)
    state.date = date_of(1741, 4)
    assert rolls_at(state, RULING, "savannah") == 1


@pytest.mark.parametrize(("port", "turn", "serves"), [
    ("lucea", 13, True), ("aruba", 13, True), ("tolu", 13, False), ("port-antonio", 13, True),
    ("port-antonio", 16, False), ("port-royal-jamaica", 13, False),
])  # fmt: skip
def test_1_323_where_emergency_repairs_are_made(state: State, port: str, turn: int, serves: bool) -> None:
    state.date = date_of(1739, turn)
    state.formations["jf1"].at, state.squadrons["jf1"].dp = port, 8
    assert may_patch(state, RULING, "jf1") is serves


def test_1_324_stores_mend_only_where_they_lie(state: State) -> None:
    state.ports["port-royal-jamaica"].stores = 3
    assert why_no_stores(state, BRITISH, "port-royal-jamaica", "j1") == ""
    assert why_no_stores(state, BRITISH, "lucea", "j1")


def test_1_326_a_port_that_nobody_holds_goes_back(state: State) -> None:
    state.ports["porto-bello"].holder = BRITISH
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
    assert may_shelter(state, RULING, squadron, port) is (may and state.key_port(port))


# ----------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(("place", "british_ones", "spanish"), [
    ("s9", (), ("la-habana",)), ("la-habana", ("jamaica",), ("la-habana",)), ("s13", ("jamaica",), ("la-habana",)),
    ("charles-town", ("carolinas",), ("la-habana",)), ("bridgetown", ("leewards",), ("la-habana",)),
    ("cartagena-de-indias", ("jamaica",), ("cartagena",)),
    ("sz-colombia-basin", ("jamaica",), ("la-habana", "cartagena")),
])  # fmt: skip
def test_2_313_no_british_command_reaches_into_the_gulf_but_along_cuba(
    state: State, place: str, british_ones: tuple[str, ...], spanish: tuple[str, ...]
) -> None:
    assert BOARD.commands_at(place, BRITISH) == british_ones
    assert BOARD.commands_at(place, BOURBON) == spanish


@pytest.mark.parametrize(("place", "side", "shared"), [
    ("s11", BRITISH, True), ("s9", BOURBON, False), ("sz-darien", BRITISH, False),
])  # fmt: skip
def test_1_371_a_boundary_is_shared_by_both_neighbours(state: State, place: str, side: str, shared: bool) -> None:
    assert (len(set(commands_at(state, place)) & set(fleets.commands_of(side))) > 1) is shared


def test_1_372_a_boundary_at_a_sea_zone_is_shared(state: State) -> None:
    assert {"jamaica", "leewards"} <= set(commands_at(state, "sz-venezuela-basin"))


def test_1_373_the_bounds_of_both_sides_count_at_a_place(state: State) -> None:
    assert set(commands_at(state, "sz-colombia-basin")) >= {"jamaica", "la-habana", "cartagena"}


@pytest.mark.parametrize(("place", "commands"), [
    ("sz-yucatan", ("la-habana", "cartagena")), ("moskitos", ("cartagena",)), ("bridgetown", ("la-habana",)),
])  # fmt: skip
def test_2_221_the_boundary_of_the_spaniards(state: State, place: str, commands: tuple[str, ...]) -> None:
    assert BOARD.commands_at(place, BOURBON) == commands


def test_2_22_la_habana_has_the_gulf_and_cartagena_the_main(state: State) -> None:
    assert BOARD.commands_at("veracruz", BOURBON) == ("la-habana",)
    assert BOARD.commands_at("porto-bello", BOURBON) == ("cartagena",)


# ----------------------------------------------------------------------------------------------------------- fleets


@pytest.mark.parametrize(("contingent", "side"), [
    (BRITISH, BRITISH), (SPANISH, BOURBON), (CARACAS, BOURBON), (FRENCH, BOURBON),
])  # fmt: skip
def test_2_115_four_contingents_of_two_sides(contingent: str, side: str) -> None:
    assert SIDE_OF[contingent] == side


def test_2_11_each_side_has_a_seat_and_no_more() -> None:
    assert {SIDE_OF[one.contingent] for one in BOARD.squadrons.values()} == {BRITISH, BOURBON}


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


def test_2_31_three_commands_and_the_fleet_has_jamaicas_hq(state: State) -> None:
    assert fleets.commands_of(BRITISH) == ("jamaica", "leewards", "carolinas")
    assert fleets.hq_of(state, "british-fleet") == fleets.hq_of(state, "jamaica")


def test_2_122_frigates_and_sol_d_may_become_auxiliaries(state: State) -> None:
    def why(squadron: str, sort: str) -> str:
        return why_not_converted(state, BRITISH, {"of": squadron, "class": sort})

    assert why("jf1", "frigate") == ""
    assert why("j3", "sol-d") == ""
    assert "Mixed-Role" in why("j2", "sol")


def test_1_36_a_sea_zone_is_left_by_the_number_of_a_space() -> None:
    zone = BOARD.zones["sz-darien"]
    for number, way in zone.exits.items():
        assert all(exit_to(zone, node) == number for node in way.nodes)


def test_1_35_units_march_between_a_port_and_its_land_box(state: State) -> None:
    assert (open_to(state, "lb-panama", BOURBON), open_to(state, "lb-panama", BRITISH)) == (True, False)
    assert BOARD.ports["porto-bello"].box == "lb-panama"


def test_2_635_units_aboard_one_convoy_gather_in_no_other(state: State) -> None:
    state.units["fleet-marines-a"].at = "br-troops-1"
    assert "not there" in why_not(state, BRITISH, "br-troops-2", ["fleet-marines-a"], "port-royal-jamaica", "lucea")


def test_2_21_the_fleet_admiral_of_the_bourbons_has_la_habana() -> None:
    assert bourbon.without_bounds("french")
    assert not bourbon.without_bounds("cartagena")


@pytest.mark.parametrize(("squadron", "command", "may"), [
    ("j1", "leewards", True), ("j1", "cartagena", False), ("h1", "cartagena", True), ("h1", "french", False),
    ("f1", "la-habana", False),
])  # fmt: skip
def test_2_114_forces_change_between_commands_of_their_nation(
    state: State, squadron: str, command: str, may: bool
) -> None:
    assert fleets.interchange(state, squadron, command) is may


def test_2_12_four_classes_of_sail() -> None:
    assert set(BOARD.mix[BRITISH]) >= {"flagship", "sol", "sol-d", "frigate"}


@pytest.mark.parametrize(("dp", "third"), [(3, 0), (4, 1), (6, 1), (7, 2), (10, 2), (11, 3)])
def test_2_124_marks_at_one_and_two_thirds_of_ten(state: State, dp: int, third: int) -> None:
    state.squadrons["j2"].dp = dp
    assert state.third("j2") == third


@pytest.mark.parametrize(("dp", "third"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)])
def test_2_124_marks_at_one_and_two_thirds_of_fourteen(state: State, dp: int, third: int) -> None:
    state.squadrons["k1"].dp = dp
    assert state.third("k1") == third


def test_2_125_the_grand_flotilla_is_a_flag(state: State) -> None:
    assert BOARD.formations["bo-grand"].kind == FLAG
    state.new_formation("bo-grand", FLAG, "la-habana", FITTING_OUT)
    assert state.formations["bo-grand"].kind == FLAG
    assert state.formations["rcg"].kind != FLAG


def test_2_126_no_more_sail_than_counters(state: State) -> None:
    left = BOARD.mix[CARACAS]["sol-d"] - 1
    assert fleets.within_mix(state, CARACAS, "sol-d", left)
    assert not fleets.within_mix(state, CARACAS, "sol-d", left + 1)


def test_2_134_no_more_auxiliaries_than_counters(state: State) -> None:
    assert not fleets.within_mix(state, CARACAS, "galley", 1)


# --------------------------------------------------------------------------------------------------------- Bourbons


def test_2_212_a_spaniard_commands_before_a_frenchman(state: State) -> None:
    state.date = date_of(1744, 5)
    assert order_of_rank(state, "reggio") < order_of_rank(state, "caylus")  # both Rear-Admirals


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


def test_2_317_rank_goes_before_colour_and_colour_before_the_list(state: State) -> None:
    def before(year: int, turn: int, one: str, junior: str) -> bool:
        state.date = date_of(year, turn)
        return order_of_rank(state, one) < order_of_rank(state, junior)

    assert before(1744, 10, "davers", "townshend")  # a Vice-Admiral of the Blue, a Rear-Admiral of the Red
    assert before(1745, 12, "townshend", "warren")


@pytest.mark.parametrize(("prestige", "may"), [(3, False), (4, True)])
def test_2_32_a_challenge_needs_more_than_three_prestige(state: State, prestige: int, may: bool) -> None:
    state.prestige[BRITISH] = prestige
    assert british.may_challenge(state) is may


def test_2_321_french_ports_are_no_enemys_before_the_war(state: State) -> None:
    assert not is_enemy(state, "fort-royal", BRITISH)
    state.events[FRANCE_AT_WAR] = 1
    assert is_enemy(state, "fort-royal", BRITISH)


@pytest.mark.parametrize(("one", "enemy", "peace"), [(BRITISH, FRENCH, True), (FRENCH, BRITISH, True),
                                                     (BRITISH, "spanish", False)])  # fmt: skip
def test_2_26_the_french_are_at_peace_with_britain(state: State, one: str, enemy: str, peace: bool) -> None:
    assert at_peace(state, one, enemy) is peace
    state.events[FRANCE_AT_WAR] = 1
    assert not at_peace(state, one, enemy)


@pytest.mark.parametrize(("dps", "left"), [(0, 0), (1, 1), (2, 1), (3, 1), (5, 2)])
def test_2_331_grog_halves_a_sum_and_spares_never_all(state: State, dps: int, left: int) -> None:
    assert british.grog(state, "br-flag-j1", dps) == left


def test_2_33_spaniards_have_no_grog(state: State) -> None:
    assert british.grog(state, "sp-flag-k", 5) == 5
    assert Ruling().spare(state, "sp-flag-k", 5) == 5


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
