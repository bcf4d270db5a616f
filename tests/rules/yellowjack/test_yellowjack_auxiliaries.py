"""R6.1 to R6.3 and R6.14, Auxiliaries: classes, boxes, reach, Assignment, conversion; weather; their view."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_craft import (
    BOARD,
    CARTAGENA,
    CHARLES_TOWN,
    HABANA,
    JAMAICA,
    PORTO_BELLO,
    station,
    waters,
)
from rules.yellowjack.yellowjack_fights import anchored, play, troops
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    around,
    assignment,
    class_of,
    conversions,
    convert,
    convertible,
    free_counter,
    is_ready,
    limit_of,
    place_of,
    reach_of,
    recovery,
    release_spent,
    screened_as,
    to_recovery,
    why_not_assigned,
    why_not_converted,
)
from pbem.adjudicator.yellowjack.base.craft_weather import freak_gale, storm_craft
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.state.pieces import Gale, Hurricane, Siege
from pbem.adjudicator.yellowjack.state.words import AVAILABLE, RECOVERY
from pbem.adjudicator.yellowjack.view.invariants import broken
from pbem.adjudicator.yellowjack.view.view import view

OURS = Ruling(shares=shares)


# -------------------------------------------------------------------------------------------- classes, places, reach


def test_r6_1_an_auxiliary_acts_by_its_class_and_a_corsair_as_a_fleet_auxiliary() -> None:
    state = waters(("drake", JAMAICA), ("priv-trelawny", ""))
    assert (class_of(state, "drake"), screened_as(state, "drake")) == ("light", "light")
    assert (class_of(state, "priv-trelawny"), screened_as(state, "priv-trelawny")) == ("fleet", "corsair")


def test_2_13_all_five_classes_are_there_with_marines_and_corsairs_beside_them() -> None:
    assert set(BOARD.craft.classes) == {"fleet", "light", "galley", "bomb", "fireship"}
    assert {"marine", "corsair"} < set(BOARD.craft.classes["fleet"].screens)


def test_r6_4_a_stationed_auxiliary_reaches_its_port_and_what_is_one_leg_off() -> None:
    state = waters(("drake", JAMAICA))
    reach = reach_of(state, "drake")
    assert JAMAICA in reach
    assert {place: BOARD.legs(JAMAICA, place) for place in reach if BOARD.legs(JAMAICA, place) > 1} == {}
    assert all(near in reach for near in BOARD.neighbours(JAMAICA))
    assert PORTO_BELLO not in reach


def test_r6_4_one_with_a_formation_reaches_from_where_the_formation_is() -> None:
    state = waters()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    station(state, "drake", "br-flag-j2")
    assert (place_of(state, "drake"), reach_of(state, "drake")) == ("s52", around(BOARD, "s52"))


def test_2_432_a_corsair_reaches_what_its_zone_does_and_no_more() -> None:
    state = waters(("gc-mona", ""))
    zone = BOARD.corsair_zones["cz-mona"]
    assert set(reach_of(state, "gc-mona")) == {zone.origin, *zone.in_range}


def test_2_421_the_origin_is_in_range_and_a_zone_reaches_no_sea_zone() -> None:
    for zone in BOARD.corsair_zones.values():
        assert zone.origin in zone.in_range
        assert not set(zone.in_range) & set(BOARD.zones)


def test_2_422_a_corsair_in_its_zone_is_at_no_place_for_weather_or_enemies() -> None:
    state = waters(("gc-mona", ""))
    assert place_of(state, "gc-mona") == ""
    state.hurricane = Hurricane(next(name for name, dot in BOARD.storms.dots.items() if "aguada" in dot.bands), True)
    assert play(storm_craft, state).rolls == []


def test_2_425_no_zone_is_a_place_that_ships_could_enter() -> None:
    assert not set(BOARD.corsair_zones) & set(BOARD.nodes)


@pytest.mark.parametrize("at", [AVAILABLE, RECOVERY])
def test_r6_2_in_a_box_an_auxiliary_does_nothing(at: str) -> None:
    state = waters(("drake", at))
    assert not is_ready(state, "drake")
    assert reach_of(state, "drake") == ()


# -------------------------------------------------------------------------------------------- recovery


def test_r6_2_on_5_an_auxiliary_recovers_and_on_6_it_does_not() -> None:
    state = waters(("drake", RECOVERY), ("saltash", RECOVERY))
    fought = play(recovery, state, dice={"recovery/drake": [5], "recovery/saltash": [6]})
    assert (state.auxiliaries["drake"].at, state.auxiliaries["saltash"].at) == (AVAILABLE, RECOVERY)
    assert {roll.lane for roll in fought.rolls} == {"side:british"}


def test_2_44_a_corsair_that_recovers_is_in_its_zone_again() -> None:
    state = waters(("gc-mona", RECOVERY), ("pirate-mona", RECOVERY))
    play(recovery, state, dice={"recovery/gc-mona": [0], "recovery/pirate-mona": [0]})
    assert {state.auxiliaries[name].at for name in ("gc-mona", "pirate-mona")} == {"cz-mona"}


def test_2_532_marines_that_have_done_their_task_recover_with_the_same_die() -> None:
    state = waters()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    troops(state, "br-flag-j2", "fleet-marines-a", "marines-1")
    for unit in ("fleet-marines-a", "marines-1"):
        state.units[unit].tasked = True
    play(recovery, state, dice={"recovery/fleet-marines-a": [5], "recovery/marines-1": [6]})
    assert (state.units["fleet-marines-a"].tasked, state.units["marines-1"].tasked) == (False, True)
    assert state.units["marines-1"].at == "br-flag-j2"


def test_3_433_in_a_besieged_port_a_spent_auxiliary_lies_beside_it_till_the_siege_is_over() -> None:
    state = waters(("guarda-cartagena", CARTAGENA))
    state.sieges[CARTAGENA] = Siege("j-aao", "br-flag-j2", "br-troops-1")
    to_recovery(state, "guarda-cartagena")
    one = state.auxiliaries["guarda-cartagena"]
    assert (one.at, one.spent, is_ready(state, "guarda-cartagena")) == (CARTAGENA, True, False)
    assert play(recovery, state).rolls == []
    release_spent(state, CARTAGENA)
    assert (one.at, one.spent) == (RECOVERY, False)


def test_3_433_the_besiegers_own_go_to_recovery() -> None:
    state = waters(("drake", CARTAGENA))
    state.sieges[CARTAGENA] = Siege("j-aao", "br-flag-j2", "br-troops-1")
    to_recovery(state, "drake")
    assert state.auxiliaries["drake"].at == RECOVERY


# -------------------------------------------------------------------------------------------- assignment


def test_r6_2_without_a_word_an_available_one_goes_to_the_hq_with_fewest() -> None:
    state = waters(("drake", AVAILABLE), ("saltash", JAMAICA), ("spy", "english-harbour"))
    play(assignment, state, OURS)
    assert (state.auxiliaries["drake"].at, state.auxiliaries["drake"].command) == (CHARLES_TOWN, "carolinas")


def test_2_168_an_available_one_may_be_assigned_to_a_port_of_any_command() -> None:
    state = waters(("drake", AVAILABLE))
    play(assignment, state, OURS, british={"assign": [{"aux": "drake", "to": "nassau"}]})
    assert (state.auxiliaries["drake"].at, state.auxiliaries["drake"].command) == ("nassau", "carolinas")


def test_r6_14_rebase_within_the_command_or_six_legs() -> None:
    state = waters(("drake", JAMAICA))
    state.auxiliaries["drake"].command = "jamaica"
    assert why_not_assigned(state, OURS, "british", "drake", "bellese") == ""
    assert BOARD.legs(JAMAICA, "english-harbour") == 7
    assert "six legs" in why_not_assigned(state, OURS, "british", "drake", "english-harbour")
    state.auxiliaries["drake"].at = AVAILABLE
    assert why_not_assigned(state, OURS, "british", "drake", "english-harbour") == ""


@pytest.mark.parametrize(("aux", "at", "to", "why"), [
    ("drake", JAMAICA, HABANA, "Friendly Port"), ("drake", RECOVERY, JAMAICA, "recovering"),
    ("saeta", HABANA, JAMAICA, "none of yours"), ("priv-revenge", "", JAMAICA, "zone"),
    ("drake", AVAILABLE, RECOVERY, "no Port"),
])  # fmt: skip
def test_r6_2_where_an_auxiliary_may_not_go(aux: str, at: str, to: str, why: str) -> None:
    state = waters((aux, at))
    assert why in why_not_assigned(state, OURS, "british", aux, to)


def test_r6_2_recalled_it_goes_to_recovery_by_its_owners_wish() -> None:
    state = waters(("drake", JAMAICA))
    play(assignment, state, OURS, british={"assign": [{"aux": "drake", "to": "recovery"}]})
    assert state.auxiliaries["drake"].at == RECOVERY


def test_2_131_a_flag_has_one_for_each_squadron_a_detachment_and_a_convoy_one_a_lone_squadron_none() -> None:
    state = waters()
    put(state, "br-flag-j2", "s52", {"j2": 4, "j3": 2})
    put(state, "br-det-j1", "s52", {"j1": 1}, kind="detachment")
    put(state, "br-troops-1", "s52")
    put(state, "jf1", "s52", {"jf1": 2})
    assert [limit_of(state, name) for name in ("br-flag-j2", "br-det-j1", "br-troops-1", "jf1")] == [2, 1, 1, 0]
    state.formations["br-det-j1"].goes_with = "br-flag-j2"
    assert limit_of(state, "br-flag-j2") == 3


def test_2_131_an_auxiliary_joins_a_formation_that_fits_out_in_its_port_and_has_room() -> None:
    state = waters(("drake", JAMAICA), ("saltash", JAMAICA))
    anchored(state, "br-det-j1", JAMAICA, {"j1": 2})
    state.formations["br-det-j1"].kind = "detachment"
    assert why_not_assigned(state, OURS, "british", "drake", "br-det-j1") == ""
    play(assignment, state, OURS, british={"assign": [{"aux": "drake", "to": "br-det-j1"}]})
    assert state.auxiliaries["drake"].at == "br-det-j1"
    assert "2.131" in why_not_assigned(state, OURS, "british", "saltash", "br-det-j1")
    put(state, "br-flag-j2", "s52", {"j2": 4})
    assert "Fitting Out" in why_not_assigned(state, OURS, "british", "saltash", "br-flag-j2")


def test_2_216_an_auxiliary_sails_with_its_own_contingent() -> None:
    state = waters(("begona", AVAILABLE))
    anchored(state, "sp-flag-h", HABANA, {"h1": 3})
    assert "contingent" in why_not_assigned(state, OURS, "bourbon", "begona", "sp-flag-h")
    assert why_not_assigned(state, OURS, "bourbon", "begona", "la-guaira") == ""


def test_r6_2_a_formation_that_is_gone_leaves_its_auxiliaries_in_recovery() -> None:
    state = waters()
    put(state, "br-det-j1", "s52", {"j1": 2})
    station(state, "drake", "br-det-j1")
    station(state, "saeta", "s52", task="shadow", target="br-det-j1", station=HABANA)
    state.remove("br-det-j1")
    assert {one.at for one in state.auxiliaries.values()} == {RECOVERY}
    assert {one.task for one in state.auxiliaries.values()} == {""}


# -------------------------------------------------------------------------------------------- conversions


def test_r6_3_a_frigate_becomes_a_fleet_auxiliary_in_recovery() -> None:
    state = waters(("drake", JAMAICA))
    anchored(state, "jf1", JAMAICA, {"jf1": 2})
    play(conversions, state, british={"convert": [{"class": "frigate", "of": "jf1"}]})
    assert state.squadrons["jf1"].sail == {"frigate": 1}
    assert state.auxiliaries["br-fleet-1"].at == RECOVERY


def test_2_144_a_frigate_that_acts_as_an_auxiliary_does_so_as_a_fleet_auxiliary() -> None:
    state = waters()
    anchored(state, "jf1", JAMAICA, {"jf1": 1})
    convert(Table(), state, "british", {"class": "frigate", "of": "jf1"})
    assert class_of(state, "br-fleet-1") == "fleet"
    assert "jf1" not in state.formations


def test_r6_3_an_available_one_becomes_a_frigate_again_at_a_key_port_with_room() -> None:
    state = waters(("sheerness", AVAILABLE))
    anchored(state, "jf1", JAMAICA, {"jf1": 1})
    play(conversions, state, british={"convert": [{"aux": "sheerness", "into": "jf1"}]})
    assert state.squadrons["jf1"].sail == {"frigate": 2}
    assert "sheerness" not in state.auxiliaries


@pytest.mark.parametrize(("wish", "why"), [
    ({"class": "frigate", "of": "j1"}, "no Mixed-Role"), ({"class": "frigate", "of": "h1"}, "none of yours"),
    ({"aux": "sheerness", "into": "j1"}, "2.141"), ({"aux": "drake", "into": "jf1"}, "cannot become"),
    ({"aux": "shoreham", "into": "jf1"}, "Available"), ({"class": "frigate", "of": "jf2"}, "no Port"),
])  # fmt: skip
def test_r6_3_what_a_conversion_wants(wish: dict[str, str], why: str) -> None:
    state = waters(("sheerness", AVAILABLE), ("drake", AVAILABLE), ("shoreham", RECOVERY))
    anchored(state, "br-flag-j2", JAMAICA, {"j1": 2})
    anchored(state, "jf1", JAMAICA, {"jf1": 1})
    put(state, "jf2", "s52", {"jf2": 1})
    put(state, "sp-flag-h", "s10", {"h1": 1})
    assert why in why_not_converted(state, "british", wish)


def test_r6_3_a_full_squadron_takes_in_no_more() -> None:
    state = waters(("sheerness", AVAILABLE))
    anchored(state, "jf1", JAMAICA, {"jf1": 2})
    assert "full" in why_not_converted(state, "british", {"aux": "sheerness", "into": "jf1"})
    assert convertible(state, "british") == ["jf1"]


def test_2_134_no_more_auxiliaries_than_counters() -> None:
    state = waters(*((f"br-fleet-{number}", RECOVERY) for number in range(1, 15)))
    assert free_counter(state, "british", "fleet") == ""
    assert broken(state) == []
    station(state, "sheerness", RECOVERY)
    assert any("2.134" in each for each in broken(state))


# -------------------------------------------------------------------------------------------- weather


def test_r5_9_a_gale_of_force_8_sends_a_stationed_auxiliary_to_recovery_on_7() -> None:
    state = waters(("drake", JAMAICA), ("saltash", JAMAICA))
    state.gales = [Gale("trades", JAMAICA, 8)]
    fought = play(storm_craft, state, dice={"storm-aux/i1.m1/drake": [7], "storm-aux/i1.m1/saltash": [6]})
    assert (state.auxiliaries["drake"].at, state.auxiliaries["saltash"].at) == (RECOVERY, JAMAICA)
    assert {roll.lane for roll in fought.rolls} == {"side:british"}


def test_r5_9_an_auxiliary_with_a_formation_is_as_safe_as_its_ships() -> None:
    state = waters()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4})
    station(state, "drake", "br-flag-j2")
    state.gales = [Gale("trades", JAMAICA, 10)]
    assert play(storm_craft, state).rolls == []


def test_1_425_a_freak_gale_tries_auxiliaries_as_force_8() -> None:
    state = waters(("drake", JAMAICA), ("spy", "english-harbour"))
    play(freak_gale, state, JAMAICA, dice={"storm-aux/i1.m1/drake": [7]})
    assert (state.auxiliaries["drake"].at, state.auxiliaries["spy"].at) == (RECOVERY, "english-harbour")


def test_1_55_a_hurricane_loses_auxiliaries_for_good() -> None:
    dot, place, band = next((name, place, band) for name, one in BOARD.storms.dots.items()
                            for place, band in one.bands.items() if band == 1 and place in BOARD.ports)  # fmt: skip
    highest = BOARD.storms.effects[True, band].auxiliary
    state = waters(("drake", place), ("saltash", place))
    state.hurricane = Hurricane(dot, True)
    dice = {"storm-aux/i1.m1/drake": [highest], "storm-aux/i1.m1/saltash": [highest + 1]}
    play(storm_craft, state, dice=dice)
    assert list(state.auxiliaries) == ["saltash"]


# -------------------------------------------------------------------------------------------- what is known


def test_1_9_the_enemy_knows_nothing_of_auxiliaries_that_have_no_task() -> None:
    state, bare = waters(("drake", JAMAICA), ("saltash", RECOVERY)), waters()
    assert view(state, "bourbon") == view(bare, "bourbon")
    assert view(state, None) == view(bare, None)
    assert list(view(state, "british")["auxiliaries"]) == ["drake", "saltash"]


def test_1_9_a_task_that_lasts_is_open_and_names_nobody() -> None:
    state = waters()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    station(state, "saeta", "s52", task="interdiction", station=HABANA)
    station(state, "guarda-cartagena", CARTAGENA, task="shadow", target="br-flag-j2", station=CARTAGENA)
    seen = view(state, "british")["tasks"]
    assert seen == [{"side": "bourbon", "task": "interdiction", "at": "s52", "marker": ""},
                    {"side": "bourbon", "task": "shadow", "at": "s52", "marker": "b-01"}]  # fmt: skip
    assert "saeta" not in str(view(state, "british"))
