"""The net under the winds: foul steps, distances, expedient ways; and whose Ports are whose."""

from __future__ import annotations

from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.yellowjack.base.leaders import order_of_rank
from pbem.adjudicator.yellowjack.base.net import is_foul, legs, mps, nearest, next_place, reach, step_cost, way
from pbem.adjudicator.yellowjack.base.ports import (
    commands_at,
    friendly,
    home,
    is_enemy,
    is_key,
    is_neutral,
    may_use,
    nearest_friendly,
    nearest_friendly_port,
)
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import escort_ok, shares
from pbem.adjudicator.yellowjack.ch2.british import grog, leaves_play, may_challenge
from pbem.adjudicator.yellowjack.ch2.fleets import interchange, within_mix
from pbem.adjudicator.yellowjack.state.eyes import eyes
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, date_of


def test_r5_3_a_course_within_six_points_of_the_wind_is_foul_and_costs_one_more() -> None:
    state = empty_sea({"sw-darien": "sw"})
    assert is_foul(state, "cartagena-de-indias", "tolu")  # to the south: four points from the south-west
    assert step_cost(state, "cartagena-de-indias", "tolu") == 2
    assert not is_foul(state, "tolu", "cartagena-de-indias")
    assert step_cost(state, "tolu", "cartagena-de-indias") == 1


def test_r5_3_no_wind_makes_no_step_foul() -> None:
    state = empty_sea()
    ways = [(a, b) for a in state.board.nodes for b in state.board.neighbours(a)]
    assert not any(is_foul(state, a, b) for a, b in ways)


def test_r1_7_legs_do_not_count_the_start_nor_the_winds() -> None:
    calm, windy = empty_sea(), empty_sea({"sw-darien": "sw", "sw-colombia": "sse"})
    assert legs(calm, JAMAICA, PORTO_BELLO) == legs(windy, JAMAICA, PORTO_BELLO) == 4
    assert legs(calm, JAMAICA, JAMAICA) == 0


def test_r1_7_mps_count_the_winds_and_a_zone_costs_one_in_and_one_out() -> None:
    calm, windy = empty_sea(), empty_sea({"sw-darien": "sw"})
    assert mps(calm, CARTAGENA, "sz-darien") == 1
    assert mps(calm, CARTAGENA, PORTO_BELLO) == 2  # into the Darien Zone and out of it
    assert mps(windy, "cartagena-de-indias", "tolu") == 2


def test_r1_8_the_expedient_way_is_a_way_of_least_mps() -> None:
    state = empty_sea({"sw-darien": "sw", "sw-colombia": "sse"})
    found = way(state, JAMAICA, CARTAGENA)
    steps = list(zip([JAMAICA, *found], found, strict=False))
    assert sum(step_cost(state, a, b) for a, b in steps) == mps(state, JAMAICA, CARTAGENA)
    assert found[-1] == CARTAGENA


def test_r1_8_a_place_to_be_shunned_is_gone_round_and_if_there_is_no_way_round_it_is_not() -> None:
    state = empty_sea()
    first = next_place(state, JAMAICA, CARTAGENA)
    assert next_place(state, JAMAICA, CARTAGENA, shunned=frozenset({first})) != first
    every = frozenset(state.board.neighbours(JAMAICA))
    assert next_place(state, JAMAICA, CARTAGENA, shunned=every) == first


def test_r2_2_a_flag_does_not_go_through_small_spaces() -> None:
    state = empty_sea()
    small = [node for node in state.board.nodes if state.board.is_small(node)]
    assert small
    for node in small:
        ends = state.board.by_lane(node)
        assert not set(way(state, ends[0], ends[-1], small=False)) & set(small)


def test_r1_7_reach_holds_what_can_be_reached_for_so_many_mps() -> None:
    state = empty_sea({"sw-darien": "sw"})
    around = reach(state, CARTAGENA, 1)
    assert "tolu" not in around
    assert around[CARTAGENA] == 0
    assert reach(state, CARTAGENA, 2)["tolu"] == 2


def test_r1_7_the_nearest_is_the_first_by_name_among_equals() -> None:
    state = empty_sea()
    assert nearest(state, CARTAGENA, ["tolu", "santa-marta"]) == "tolu"
    assert nearest(state, CARTAGENA, []) == ""


def test_2_213_bourbons_use_each_others_ports_but_la_guaira_is_the_companys() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    assert friendly(state, ruling, "fort-royal", "spanish")
    assert not friendly(state, ruling, "la-guaira", "spanish")
    assert friendly(state, ruling, "la-guaira", "caracas")
    assert friendly(state, ruling, CARTAGENA, "caracas")
    assert not friendly(state, ruling, JAMAICA, "spanish")


def test_r2_5_la_guaira_is_an_enemy_port_to_the_british() -> None:
    state = empty_sea()
    assert is_enemy(state, "la-guaira", BRITISH)
    assert not is_enemy(state, "la-guaira", BOURBON)
    assert is_neutral(state, "curacao")
    assert not is_enemy(state, "curacao", BRITISH)


def test_r2_6_a_neutral_minor_port_may_be_used_and_a_neutral_harbour_may_not() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    put(state, "j2", JAMAICA, {"j2": 4})
    assert may_use(state, ruling, "j2", "aruba")
    assert not may_use(state, ruling, "j2", "curacao")
    assert not may_use(state, ruling, "j2", CARTAGENA)


def test_r9_21_home_is_a_key_port_within_two_legs_more_than_the_nearest() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    put(state, "j2", "savanna-la-mar", {"j2": 4})
    assert not is_key(state, "savanna-la-mar")
    assert legs(state, "savanna-la-mar", JAMAICA) == 2
    assert home(state, ruling, "j2") == JAMAICA
    put(state, "j3", "roatan", {"j3": 4})
    assert home(state, ruling, "j3") == "roatan"


def test_r9_21_home_is_a_key_port_of_her_own_command_if_one_is_within_two_legs_more() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    put(state, "j2", "la-habana", {"j2": 4})
    put(state, "c1", "la-habana", {"c1": 4})
    far = [legs(state, "la-habana", port) for port in ("nassau", "charles-town", JAMAICA)]
    assert far == [5, 6, 7]
    assert (home(state, ruling, "j2"), home(state, ruling, "c1")) == (JAMAICA, "charles-town")


def test_r1_7_among_ports_as_near_the_hq_of_her_command_comes_first() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    put(state, "j2", CARTAGENA, {"j2": 4})
    assert legs(state, CARTAGENA, JAMAICA) == legs(state, CARTAGENA, "port-antonio")
    assert home(state, ruling, "j2") == nearest_friendly(state, ruling, "j2") == JAMAICA


def test_3_48_among_ports_as_near_an_hq_comes_first() -> None:
    state = empty_sea()
    near = {port: legs(state, PORTO_BELLO, port) for port in ("blewfields", "moskitos", "port-antonio", JAMAICA)}
    assert set(near.values()) == {4}
    assert nearest_friendly_port(state, BRITISH, PORTO_BELLO) == JAMAICA


def test_r2_8_without_an_order_she_goes_to_the_nearest_port_of_any_command() -> None:
    state, ruling = empty_sea(), Ruling(shares=shares)
    put(state, "j2", "san-juan", {"j2": 4})
    assert legs(state, "san-juan", "english-harbour") < legs(state, "san-juan", JAMAICA)
    assert home(state, ruling, "j2") == "english-harbour"


def test_1_33_a_dated_harbour_is_a_minor_port_before_its_year() -> None:
    state = empty_sea()
    assert not is_key(state, "savannah")
    state.date += 32
    assert is_key(state, "savannah")


def test_1_37_a_boundary_is_shared_by_both_commands() -> None:
    state = empty_sea()
    assert set(commands_at(state, "aruba")) == {"jamaica", "leewards", "cartagena"}
    assert set(commands_at(state, JAMAICA)) & {"leewards", "carolinas"} == set()


def test_2_312_no_british_command_has_the_gulf_but_the_lane_along_cuba() -> None:
    state = empty_sea()
    assert state.board.commands_at("veracruz", BRITISH) == ()
    assert state.board.commands_at("bahia-honda", BRITISH) == ("jamaica",)


def test_2_318_white_commands_blue() -> None:
    state = empty_sea()
    state.date = date_of(1747, 11)  # Knowles and Lee are Rear-Admirals of the White, Warren a Vice-Admiral of it
    assert order_of_rank(state, "warren") < order_of_rank(state, "knowles") < order_of_rank(state, "lee")
    assert leaves_play("admiral")
    assert not leaves_play("vice-admiral")


def test_2_123_damage_ratings() -> None:
    state = empty_sea()
    assert state.dr("j2") == 10
    assert state.dr("k1") == 14


def test_2_114_spaniards_and_frenchmen_do_not_change_places() -> None:
    state = empty_sea()
    assert interchange(state, "k1", "la-habana")
    assert not interchange(state, "k1", "french")
    assert interchange(state, "j2", "leewards")
    assert not interchange(state, "j2", "cartagena")


def test_2_218_the_company_may_escort_royal_convoys_and_not_the_other_way() -> None:
    state = empty_sea()
    convoy = next(name for name, one in state.board.convoys.items() if one.contingent == "spanish")
    put(state, convoy, CARTAGENA)
    assert escort_ok(state, "g1", convoy) == ""
    assert escort_ok(state, "k1", convoy) == ""
    assert escort_ok(state, "j2", convoy) != ""


def test_2_322_a_challenge_wants_more_than_three_prestige() -> None:
    state = empty_sea()
    state.prestige[BRITISH] = 3
    assert not may_challenge(state)
    state.prestige[BRITISH] = 4
    assert may_challenge(state)


def test_2_33_grog_halves_down_and_leaves_at_least_one() -> None:
    state = empty_sea()
    put(state, "j2", JAMAICA, {"j2": 4})
    assert [grog(state, "j2", dps) for dps in (0, 1, 3, 4)] == [0, 1, 1, 2]
    put(state, "k1", CARTAGENA, {"k1": 3})
    assert grog(state, "k1", 3) == 3


def test_2_126_the_mix_of_counters_binds() -> None:
    state = empty_sea()
    limit = state.board.mix["british"]["frigate"]
    assert within_mix(state, "british", "frigate", limit)
    assert not within_mix(state, "british", "frigate", limit + 1)


def test_r7_1_eyes_show_an_unspotted_enemy_as_one_squadron_and_nothing_else() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s52", {"j2": 4, "j3": 2})
    seen = eyes(state, BOURBON)["markers"]["b-01"]
    assert (seen["squadrons"], seen["kind"], seen["nation"], seen["spotted"]) == (1, "", "", False)
    state.formations["br-flag-j2"].spotted = "port"
    seen = eyes(state, BOURBON)["markers"]["b-01"]
    assert (seen["squadrons"], seen["kind"], seen["nation"]) == (2, "flag", "british")
    assert "br-flag-j2" not in str(eyes(state, BOURBON))
    assert "br-flag-j2" in eyes(state, BRITISH)["own"]
