"""Winds, Sea Zones, what each side sees, blockades, and the Spanish rules of engagement."""

from __future__ import annotations

import pytest
from rules.playing_rules import facts, play, told
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.blockade import (
    break_shift,
    came_out,
    declare,
    is_blockaded,
    lift,
    passes,
    to_relieve,
    why_no_blockade,
)
from pbem.adjudicator.yellowjack.base.movement import allowance, may_catch, may_spend, prey_of, toward, work_off
from pbem.adjudicator.yellowjack.base.movement import catch as catch_the_wind
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import (
    BATTLE,
    BLOCKADE,
    SEARCH,
    appear,
    exposed,
    fade,
    fit_out,
    look_round,
    place,
    search,
    spot,
)
from pbem.adjudicator.yellowjack.base.zones import leave, out_at
from pbem.adjudicator.yellowjack.ch1.ports import reverts
from pbem.adjudicator.yellowjack.ch1.winds import blow
from pbem.adjudicator.yellowjack.ch2.engagement import (
    may_begin,
    may_leave,
    must_home,
    must_return,
    near,
    within_bounds,
)
from pbem.adjudicator.yellowjack.state.pieces import Order, Personage, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, ESCORT, FITTING_OUT, READY

VIRREY = "virrey-nueva-granada"
ORDER = Order("cruise", BOURBON)

# -------------------------------------------------------------------------------------------- winds


def test_r5_4_a_group_has_one_die_and_each_icon_reads_it_for_itself() -> None:
    state = empty_sea({"sw-hatteras": "w"})
    # October: the trades blow on 5 or 4 or less, the northers on 1 or 3, local winds on 2, 3 or 4
    fallen, notes = play(blow, state, answers=[("R5.4", 5), ("R5.4", 3), ("R5.4", 9)])
    assert fallen == [5, 3, 9]
    assert state.winds == {"sw-leeward": "e", "sw-colombia": "ne", "sw-barbados": "e", "sw-aves": "e",
                           "sw-honduras": "ne"}  # fmt: skip
    assert {note.to for note in notes if note.event == "wind"} == {ALL}
    assert [each["wind"] for each in facts(notes, "wind") if not each["blows"]] == ["sw-hatteras"]


def test_r5_4_a_nought_is_the_lowest_face() -> None:
    state = empty_sea()
    play(blow, state, answers=[("R5.4", 10), ("R5.4", 10), ("R5.4", 10)])
    assert len(state.winds) == len(state.board.winds)


def test_1_412_each_face_of_the_die_has_the_icon_of_a_gale() -> None:
    faces = {wind.gale: wind.id for wind in empty_sea().board.winds.values() if wind.gale >= 0}
    assert (len(faces), faces[7]) == (10, "sw-colombia")


# -------------------------------------------------------------------------------------------- movement


@pytest.mark.parametrize(("squadrons", "dps", "mps"), [
    ({"jf1": 2}, {}, 5), ({"j2": 4}, {}, 4), ({"jf1": 2, "j2": 4}, {}, 4), ({"j2": 4}, {"j2": 7}, 3),
    ({"j2": 4}, {"j2": 11}, 2), ({"jf1": 2}, {"jf1": 7}, 4),
])  # fmt: skip
def test_r5_1_allowance_of_the_slowest_with_its_damage(
    squadrons: dict[str, int], dps: dict[str, int], mps: int
) -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s52", squadrons)
    for name, dp in dps.items():
        state.squadrons[name].dp = dp
    assert allowance(state, "br-flag-j2") == mps


def test_r5_1_a_convoy_slows_whoever_sails_with_it_to_three() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4})
    put(state, "br-troops-1", JAMAICA)
    assert allowance(state, "br-troops-1") == 3
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    assert allowance(state, "br-flag-j2") == 3


def test_r5_3_a_foul_step_is_worked_off_and_forgotten_on_another_course() -> None:
    state = empty_sea({"sw-darien": "sw"})
    put(state, "j2", CARTAGENA, {"j2": 4})
    assert not work_off(state, "j2", "tolu")
    state.winds.clear()  # the wind was read when the step began
    assert work_off(state, "j2", "tolu")
    assert state.formations["j2"].mps == 2
    state.winds["sw-darien"] = "sw"
    state.formations["j2"].toward = ""
    assert not work_off(state, "j2", "tolu")
    assert work_off(state, "j2", "s53")
    assert not work_off(state, "j2", "tolu")
    assert state.formations["j2"].beaten == 1
    assert not may_spend(state, "j2")  # five MPs are spent


def test_r5_5_a_breeze_is_tried_at_the_start_of_a_foul_step_alone() -> None:
    state = empty_sea({"sw-darien": "sw"})
    put(state, "j2", CARTAGENA, {"j2": 4})
    assert may_catch(state, "j2", "tolu")
    assert not may_catch(state, "j2", "s53")
    work_off(state, "j2", "tolu")
    assert not may_catch(state, "j2", "tolu")


@pytest.mark.parametrize(("squadron", "die", "caught"), [("j2", 4, True), ("j2", 5, False), ("jf1", 5, True)])
def test_r5_5_a_breeze_comes_on_four_and_frigates_have_one_more(squadron: str, die: int, caught: bool) -> None:
    state = empty_sea({"sw-darien": "sw"})
    put(state, squadron, CARTAGENA, {squadron: 2})
    found, notes = play(catch_the_wind, state, squadron, answers=[("R5.5", die)])
    assert found is caught
    assert {note.to for note in notes} == {BRITISH}


def test_r1_8_a_formation_goes_round_spotted_flotillas_and_not_round_others() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4})
    first = toward(state, "br-flag-j2", CARTAGENA)
    put(state, "sp-flag-k", first, {"k1": 3})
    assert toward(state, "br-flag-j2", CARTAGENA) == first
    state.formations["sp-flag-k"].spotted = SEARCH
    assert toward(state, "br-flag-j2", CARTAGENA) != first
    assert toward(state, "br-flag-j2", CARTAGENA, dodge="none") == first


def test_r5_15_only_a_spotted_enemy_in_the_same_place_is_followed() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    put(state, "sp-flag-k", "s52", {"k1": 3})
    assert prey_of(state, "br-flag-j2", "z-01") == ""
    state.formations["sp-flag-k"].spotted = SEARCH
    assert prey_of(state, "br-flag-j2", "z-01") == prey_of(state, "br-flag-j2", "flag") == "sp-flag-k"
    assert prey_of(state, "br-flag-j2", "convoy") == ""
    state.formations["sp-flag-k"].at = "s53"
    assert prey_of(state, "br-flag-j2", "z-01") == ""


# -------------------------------------------------------------------------------------------- Sea Zones


def zone_position(squadron: str = "j2") -> tuple[State, str, int]:
    state = empty_sea()
    put(state, squadron, "sz-darien", {squadron: 2})
    exits = state.board.zones["sz-darien"].exits
    number = next(number for number, way in exits.items() if not way.drift)
    return state, number, exits[number].out


def test_r5_6_out_on_the_zones_own_table_and_each_stay_helps_the_next_try() -> None:
    state, number, out = zone_position()
    assert play(leave, state, "j2", number, answers=[("R5.6", out)])[0] == number
    assert play(leave, state, "j2", number, answers=[("R5.6", out + 1)])[0] == ""
    assert state.formations["j2"].stays == 1
    assert play(leave, state, "j2", number, answers=[("R5.6", out + 1)])[0] == number
    assert state.formations["j2"].mps == 3


def test_r5_6_stays_help_by_three_at_most() -> None:
    state, number, out = zone_position()
    state.formations["j2"].stays = 8
    assert out + 4 <= 9 or play(leave, state, "j2", number, answers=[("R5.6", 9)])[0] == number
    if out + 4 <= 9:
        assert play(leave, state, "j2", number, answers=[("R5.6", out + 4)])[0] == ""


def test_r5_6_frigates_and_the_way_back_are_easier() -> None:
    state, number, out = zone_position("jf1")
    assert play(leave, state, "jf1", number, answers=[("R5.6", out + 1)])[0] == number
    state, number, out = zone_position()
    state.formations["j2"].came_from = state.board.zones["sz-darien"].exits[number].nodes[0]
    assert play(leave, state, "j2", number, answers=[("R5.6", min(9, out + 2))])[0] == number


def test_r5_6_a_drift_comes_out_at_the_other_number() -> None:
    state = empty_sea()
    zone, number = next((zone, number) for zone in state.board.zones.values() for number, way in zone.exits.items()
                        if way.drift)  # fmt: skip
    put(state, "j2", zone.id, {"j2": 4})
    way = zone.exits[number]
    assert play(leave, state, "j2", number, answers=[("R5.6", way.adrift)])[0] == way.drift
    assert play(leave, state, "j2", number, answers=[("R5.6", way.out or 10)])[0] == number


def test_r2_3_at_a_shared_number_the_owner_chooses_the_space() -> None:
    state = empty_sea()
    put(state, "j2", "sz-cape-hatteras", {"j2": 4})
    assert out_at(state, "j2", "23", "", ["s23d"]) == "s23d"
    assert out_at(state, "j2", "23", "charles-town", []) == "s23c"


# -------------------------------------------------------------------------------------------- markers and spotting


def test_r1_9_a_marker_is_new_each_time_and_tells_nothing() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    put(state, "j3", JAMAICA, {"j3": 2}, condition=FITTING_OUT)
    assert [appear(table, state, name) for name in ("br-flag-j2", "j3")] == ["b-01", "b-02"]
    fit_out(table, state, "br-flag-j2")
    assert appear(table, state, "br-flag-j2") == "b-03"
    seen = [note.text for note in table.story if note.to == ALL]
    assert len(seen) == 4
    assert not any("j2" in text or "j3" in text for text in seen)


def test_r7_2_off_an_enemy_port_one_is_spotted_and_off_a_neutral_minor_one() -> None:
    state, table = empty_sea(), Table()
    for number, at in enumerate((CARTAGENA, "aruba", "curacao", "s52", JAMAICA)):
        put(state, ("j1", "j2", "j3", "jf1", "l1")[number], at, {("j1", "j2", "j3", "jf1", "l1")[number]: 2})
    look_round(table, state)
    assert [bool(state.formations[name].spotted) for name in ("j1", "j2", "j3", "jf1", "l1")] == [
        True, True, False, False, False]  # fmt: skip
    assert {note.to for note in table.story if note.event == "spotted"} == {BOURBON}
    assert state.known[BOURBON].markers["b-01"].kind == "independent"


def test_1_321_a_port_that_has_just_been_slipped_out_of_does_not_show_her() -> None:
    state = empty_sea()
    put(state, "k1", "aruba", {"k1": 3})
    assert exposed(state, "k1")
    state.formations["k1"].hushed = True
    assert not exposed(state, "k1")


@pytest.mark.parametrize(("at", "die", "found"), [
    ("s52", 2, True), ("s52", 3, False), ("sz-darien", 1, True), ("sz-darien", 2, False),
])  # fmt: skip
def test_r7_3_a_search_finds_on_two_and_in_a_zone_on_one(at: str, die: int, found: bool) -> None:
    state = empty_sea()
    put(state, "j2", at, {"j2": 4})
    put(state, "k1", at, {"k1": 3}, seen=BATTLE)
    state.formations["k1"].spotted = ""
    state.formations["j2"].spotted = SEARCH
    _, notes = play(search, state, answers=[("R7.3", die)])
    assert bool(state.formations["k1"].spotted) is found
    assert not [note for note in notes if note.throw]
    assert {note.to for note in notes if note.event == "spotted"} == ({BRITISH} if found else set())


def test_r7_3_frigates_look_better_and_a_flag_and_a_battered_one_are_easier() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s52", {"j2": 4, "jf1": 2}, seen=SEARCH)
    put(state, "sp-flag-k", "s52", {"k1": 3})
    state.squadrons["k1"].dp = 10
    play(search, state, answers=[("R7.3", 5)])
    assert state.formations["sp-flag-k"].spotted == SEARCH


def test_r7_3_nobody_is_searched_for_where_one_side_is_alone() -> None:
    state = empty_sea()
    put(state, "j2", "s52", {"j2": 4})
    put(state, "k1", "s53", {"k1": 3})
    play(search, state)


def test_r7_2_at_the_end_of_an_impulse_the_spotted_mark_fades() -> None:
    state, table = empty_sea(), Table()
    state.mpi = 6
    for name, why, tick in (("j2", SEARCH, 6), ("j3", BATTLE, 3), ("j1", BLOCKADE, 6)):
        put(state, name, {"j2": "s52", "j3": "s53", "j1": PORTO_BELLO}[name], {name: 2}, seen=why)
        state.formations[name].spotted_mpi = tick
    fade(table, state)
    assert [bool(state.formations[name].spotted) for name in ("j1", "j2", "j3")] == [True, False, True]
    state.impulse = 2
    fade(table, state)
    assert not state.formations["j3"].spotted
    assert {note.to for note in table.story} == {BOURBON}


def test_r7_2_one_who_lies_with_an_enemy_stays_spotted() -> None:
    state = empty_sea()
    put(state, "j2", "s52", {"j2": 4}, seen=SEARCH)
    put(state, "k1", "s52", {"k1": 3})
    fade(Table(), state)
    assert state.formations["j2"].spotted == SEARCH


def test_r7_1_what_is_told_of_a_spotted_one_is_kind_nation_and_squadrons() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", "s52", {"j2": 4, "j3": 2})
    spot(table, state, "br-flag-j2", SEARCH)
    spot(table, state, "br-flag-j2", BATTLE)  # nothing new
    (found,) = facts(table.story, "spotted")
    assert {found["kind"], found["nation"], found["squadrons"]} == {"flag", BRITISH, 2}
    assert "4" not in told(table.story, "spotted")[0]


# -------------------------------------------------------------------------------------------- blockades


def blockade_of(state: State, name: str, port: str) -> None:
    state.plans[name] = {"then": [{"blockade": port}]}


def test_r7_6_a_flotilla_off_an_enemy_port_blockades_it_if_no_enemy_lies_there() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    blockade_of(state, "br-flag-j2", CARTAGENA)
    put(state, "k1", CARTAGENA, {"k1": 3})
    declare(table, state, Ruling())
    assert not is_blockaded(state, CARTAGENA)
    place(state, "k1", "tolu")
    declare(table, state, Ruling())
    assert is_blockaded(state, CARTAGENA)
    assert state.formations["br-flag-j2"].spotted == BLOCKADE
    assert facts(table.story, "blockade") == [{"port": CARTAGENA, "marker": "b-01", "on": True}]
    place(state, "k1", CARTAGENA)  # 3.424: whoever comes later does not lift it
    declare(table, state, Ruling())
    assert is_blockaded(state, CARTAGENA)


def test_r7_6_a_lone_squadron_blockades_a_minor_port_and_two_a_key_port() -> None:
    state = empty_sea()
    put(state, "j2", CARTAGENA, {"j2": 4})
    assert why_no_blockade(state, ["j2"], CARTAGENA)
    put(state, "j3", CARTAGENA, {"j3": 4})
    assert not why_no_blockade(state, ["j2", "j3"], CARTAGENA)
    place(state, "j2", "tolu")
    assert not why_no_blockade(state, ["j2"], "tolu")
    assert why_no_blockade(state, ["j2"], JAMAICA)


def test_r7_6_leaving_lifts_a_blockade() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    state.formations["br-flag-j2"].blockades = CARTAGENA
    place(state, "br-flag-j2", "tolu")
    declare(table, state, Ruling())
    assert not is_blockaded(state, CARTAGENA)
    lift(table, state, "br-flag-j2", "again")
    assert len(facts(table.story, "blockade")) == 1


def test_r7_6_an_order_blockades_without_a_word() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    declare(Table(), state, Ruling(holds_blockade=lambda _, __: CARTAGENA))
    assert is_blockaded(state, CARTAGENA)


@pytest.mark.parametrize(("ring", "name", "die", "out"), [
    ({"j2": 4}, "k1", 4, True), ({"j2": 4}, "k1", 5, False), ({"j2": 4, "j3": 2}, "k1", 3, True),
    ({"j2": 4, "j3": 2}, "k1", 4, False), ({"j2": 4}, "sp-flag-k", 3, True), ({"j2": 4}, "sp-flag-k", 4, False),
])  # fmt: skip
def test_r7_8_a_single_squadron_slips_out_more_easily_and_more_blockaders_bar_the_way(
    ring: dict[str, int], name: str, die: int, out: bool
) -> None:
    state = empty_sea()
    put(state, "br-flag-j2", CARTAGENA, ring)
    state.formations["br-flag-j2"].blockades = CARTAGENA
    put(state, name, CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    passed, notes = play(passes, state, name, fair=False, answers=[("R7.8", die)])
    assert passed is out
    assert notes == []


def test_r7_8_a_chosen_night_and_a_fair_wind_help() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    state.formations["br-flag-j2"].blockades = CARTAGENA
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    assert break_shift(state, "sp-flag-k", fair=False).total == 0
    assert break_shift(state, "sp-flag-k", fair=True).total == -1
    state.formations["sp-flag-k"].let_pass = 2
    assert break_shift(state, "sp-flag-k", fair=True).total == -2


def test_r7_8_a_failed_break_out_is_known_to_its_owner_alone() -> None:
    state, table = empty_sea(), Table()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    assert not came_out(table, state, "sp-flag-k", passed=False, force=False)
    assert {note.to for note in table.story} == {BOURBON}
    assert state.formations["sp-flag-k"].state == FITTING_OUT


def test_r7_8_who_slips_out_is_unseen_and_who_forces_the_way_is_spotted() -> None:
    state, table = empty_sea(), Table()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    put(state, "k2", CARTAGENA, {"k2": 3}, condition=FITTING_OUT)
    assert came_out(table, state, "sp-flag-k", passed=True, force=True)
    assert came_out(table, state, "k2", passed=False, force=True)
    slipped, forced = state.formations["sp-flag-k"], state.formations["k2"]
    assert (slipped.state, slipped.spotted, slipped.hushed) == (READY, "", True)
    assert (forced.state, forced.spotted, forced.forced) == (READY, "breakout", True)


def test_r7_7_a_side_may_relieve_its_own_blockaded_ports() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    state.formations["br-flag-j2"].blockades = CARTAGENA
    assert to_relieve(state, BOURBON) == [CARTAGENA]
    assert to_relieve(state, BRITISH) == []


# -------------------------------------------------------------------------------------------- 2.23


def spaniards(*, virrey: bool = True) -> State:
    state = empty_sea()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    if virrey:
        state.personages[VIRREY] = Personage(CARTAGENA)
    return state


def test_2_231_spaniards_without_orders_stay_in_port_unless_a_spotted_briton_is_near() -> None:
    state = spaniards()
    assert "2.231" in may_leave(state, "sp-flag-k", CARTAGENA)
    put(state, "br-flag-j2", "tolu", {"j2": 4})
    assert "2.231" in may_leave(state, "sp-flag-k", CARTAGENA)  # not Spotted
    state.formations["br-flag-j2"].spotted = SEARCH
    assert may_leave(state, "sp-flag-k", CARTAGENA) == ""


def test_2_231_the_mp_out_of_a_harbour_is_counted() -> None:
    state = spaniards()
    put(state, "br-flag-j2", PORTO_BELLO, {"j2": 4}, seen=SEARCH)  # two MPs by the Darien Zone
    assert near(state, "sp-flag-k") == []
    state.formations["sp-flag-k"].state = READY
    assert near(state, "sp-flag-k") == ["br-flag-j2"]


def test_2_231_they_go_no_farther_than_two_mps_from_a_bourbon_port() -> None:
    state = spaniards()
    far = next(node for node in state.board.nodes if not within_bounds(state, node))
    state.formations["sp-flag-k"].state = READY
    assert "two MPs" in may_leave(state, "sp-flag-k", far)
    assert within_bounds(state, "s52")
    assert may_leave(state, "sp-flag-k", "s52") == ""


def test_2_231_an_order_sets_them_free() -> None:
    state = spaniards()
    state.formations["sp-flag-k"].order = "k-cruise-main"
    assert may_leave(state, "sp-flag-k", CARTAGENA) == ""


def test_2_234_without_their_viceroy_only_a_briton_off_that_port_lets_them_out() -> None:
    state = spaniards(virrey=False)
    put(state, "br-flag-j2", "tolu", {"j2": 4}, seen=SEARCH)
    assert "2.234" in may_leave(state, "sp-flag-k", CARTAGENA)
    place(state, "br-flag-j2", CARTAGENA)
    assert may_leave(state, "sp-flag-k", CARTAGENA) == ""


def test_2_233_a_blockade_may_be_relieved_at_any_distance() -> None:
    state = spaniards()
    put(state, "br-flag-j2", PORTO_BELLO, {"j2": 4}, seen=BLOCKADE)
    state.formations["br-flag-j2"].blockades = PORTO_BELLO
    assert may_leave(state, "sp-flag-k", CARTAGENA)
    state.plans["sp-flag-k"] = {"relieve": [PORTO_BELLO]}
    assert may_leave(state, "sp-flag-k", CARTAGENA) == ""
    state.plans["sp-flag-k"] = {"relieve": ["tolu"]}
    assert may_leave(state, "sp-flag-k", CARTAGENA)


def test_2_232_without_a_briton_near_they_go_home_and_keep_going() -> None:
    state, table = spaniards(), Table()
    state.formations["sp-flag-k"].state = READY
    state.give_marker("sp-flag-k")
    put(state, "br-flag-j2", "tolu", {"j2": 4})
    found = []
    for at in ("tolu", JAMAICA, "tolu"):  # a Briton near, though not Spotted; far off; near again
        place(state, "br-flag-j2", at)
        must_return(table, state, Ruling())
        found.append(bool(must_home(state, "sp-flag-k")))
    assert found == [False, True, True]
    assert {note.to for note in table.story} == {BOURBON}


def test_2_24_the_company_is_bound_and_the_british_are_not() -> None:
    state = spaniards()
    put(state, "rcg", "la-guaira", {"g1": 2}, condition=FITTING_OUT)
    put(state, "br-flag-j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    assert may_leave(state, "rcg", "la-guaira")
    assert not may_leave(state, "br-flag-j2", JAMAICA)


def test_2_236_spanish_escorts_attack_nobody() -> None:
    state = spaniards()
    put(state, "br-flag-j2", "tolu", {"j2": 4})
    put(state, "k2", "tolu", {"k2": 3})
    assert may_begin(state, "k2", "br-flag-j2") == ""
    state.orders["escort-k2"] = Order(ESCORT, BOURBON, ["k2"])
    state.formations["k2"].order = "escort-k2"
    assert "2.236" in may_begin(state, "k2", "br-flag-j2")
    assert may_begin(state, "br-flag-j2", "k2") == ""


# -------------------------------------------------------------------------------------------- Ports


def test_1_326_a_captured_port_without_a_unit_goes_back() -> None:
    state, table = empty_sea(), Table()
    state.ports[PORTO_BELLO].holder = "british"
    state.units["fleet-marines-a"] = Unit(PORTO_BELLO)
    assert reverts(table, state) == []
    state.units["fleet-marines-a"].at = "br-troops-1"
    assert reverts(table, state) == [PORTO_BELLO]
    assert state.holder(PORTO_BELLO) == "spanish"
    assert [note.event for note in table.story] == ["reverted"]
