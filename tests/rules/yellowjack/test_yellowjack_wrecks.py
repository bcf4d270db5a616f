"""Sail lost outside Battle, and what the general cases of Units, Convoys and assaults say (2.5, 2.6, 3.4, R8.10)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import RULING, anchored, assault, governor, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.battle import Clash
from pbem.adjudicator.yellowjack.base.battle_lines import form_lines
from pbem.adjudicator.yellowjack.base.convoys import at_its_goal, disbanding, free_counters
from pbem.adjudicator.yellowjack.base.wrecks import go_down
from pbem.adjudicator.yellowjack.ch2.marching import march, ways
from pbem.adjudicator.yellowjack.ch2.personages import bound, fort_bonus
from pbem.adjudicator.yellowjack.ch2.troops import assemble
from pbem.adjudicator.yellowjack.ch2.units import at_port, fever_proof, may_be_in_play, side_of, strength
from pbem.adjudicator.yellowjack.ch2.warships import capacity, take_aboard
from pbem.adjudicator.yellowjack.ch3.assaults import assaults, expedition_of, flotilla_of, land, retarget, together
from pbem.adjudicator.yellowjack.ch3.defence import vacated
from pbem.adjudicator.yellowjack.ch3.escalades import drawn_up, escalades
from pbem.adjudicator.yellowjack.ch3.evacuation import abandon
from pbem.adjudicator.yellowjack.ch3.issuing import viceroy_at_post
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, FRIGATE, SOL, SOL_D, date_of

SEA = "s52"
MEN = ("harrison", "wentworth-foot", "cavendish-foot", "guise")


# ------------------------------------------------------------------------------------------- outside Battle


@pytest.mark.parametrize(("dp", "sail", "left"), [(15, 4, 15), (19, 4, 19), (20, 3, 15), (27, 2, 13)])
def test_r8_10_at_twice_its_rating_a_squadron_loses_a_sail(dp: int, sail: int, left: int) -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    state.squadrons["j2"].dp = dp
    go_down(table, state)  # of 27 a quarter, 7, goes with the first: 20 is still twice the rating, and 7 go again
    assert (state.size("j2"), state.squadrons["j2"].dp) == (sail, left)


def test_r8_10_the_weakest_goes_first_and_only_the_owner_hears() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-flag-j2", SEA, {"j2": 3})
    state.squadrons["j2"].sail = {FLAGSHIP: 1, SOL: 1, SOL_D: 1}
    state.squadrons["j2"].dp = 20
    go_down(table, state)
    assert state.squadrons["j2"].sail == {FLAGSHIP: 1, SOL: 1}
    assert [note.to for note in table.story] == ["british"]


def test_r8_10_the_last_sail_takes_its_formation_and_order_away() -> None:
    state = empty_sea()
    put(state, "jf1", SEA, {"jf1": 1})
    state.orders["j-cruise-main"] = Order("cruise", "british", ["jf1"])
    state.formations["jf1"].order = "j-cruise-main"
    state.squadrons["jf1"].dp = 20
    table = Table()
    go_down(table, state)
    assert ("jf1" in state.formations, state.size("jf1"), list(state.orders)) == (False, 0, [])
    assert [note.facts["gone"] for note in table.story if note.event == "marker"] == [True]


# ------------------------------------------------------------------------------------------- Units


def test_2_51_units_lie_in_ports_and_boxes_of_their_own() -> None:
    state = assault(inside=("fijo-panama",))
    troops(state, "lb-panama", "granada")
    assert (at_port(state, PORTO_BELLO, "bourbon"), at_port(state, "lb-panama", "bourbon")) == (
        ["fijo-panama"], ["granada"])  # fmt: skip


def test_2_511_units_belong_to_their_fleet_and_to_no_command() -> None:
    state = empty_sea()
    names = ("harrison", "fijo-panama", "franches-martinique-a", "virrey-nueva-granada", "oglethorpe")
    assert [side_of(state, name) for name in names] == ["british", "bourbon", "bourbon", "bourbon", "british"]


@pytest.mark.parametrize(("year", "there"), [(1740, False), (1741, True), (1742, True)])
def test_2_514_a_unit_is_there_from_the_first_turn_of_its_year(year: int, there: bool) -> None:
    state = empty_sea()
    state.date = date_of(year, 1 if there else 16)
    assert may_be_in_play(state, "marines-1") is there


def test_2_521_colonial_troops_are_fever_proof_and_those_from_europe_are_not() -> None:
    state = empty_sea()
    assert [fever_proof(state, unit) for unit in ("jamaica-companies-a", "harrison", "montiano")] == [True, False, True]


def test_2_56_a_personage_is_a_unit() -> None:
    state = assault(CARTAGENA, ashore=MEN)
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert at_port(state, CARTAGENA, "bourbon") == ["virrey-nueva-granada"]


def test_2_561_a_personage_counts_one_like_other_units() -> None:
    state = empty_sea()
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert strength(state, "virrey-nueva-granada") == strength(state, "harrison")


def test_2_563_the_viceroy_of_new_granada_has_his_post_at_cartagena() -> None:
    state = empty_sea()
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert bound(state, "virrey-nueva-granada")
    assert ways(state, "virrey-nueva-granada") == []
    governor(state, "montiano", "san-agustin")  # no Viceroy: he may go
    assert not bound(state, "montiano")
    assert ways(state, "montiano") == ["lb-florida"]


def test_2_564_a_viceroy_serves_his_own_command_alone() -> None:
    state = empty_sea()
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert [bool(viceroy_at_post(state, name)) for name in ("cartagena", "la-habana")] == [True, False]
    assert fort_bonus(state, CARTAGENA) == 1


def test_2_57_a_garrison_defends_and_an_expedition_attacks() -> None:
    state = assault(ashore=MEN[:2], inside=("fijo-panama",))
    this = drawn_up(state, PORTO_BELLO, list(MEN[:2]))
    assert (this.units, this.defenders) == (list(MEN[:2]), ["fijo-panama"])


def test_2_572_enemies_stack_only_where_an_assault_is_ashore() -> None:
    state = assault(ashore=MEN[:2], inside=("fijo-panama",))
    assert at_port(state, PORTO_BELLO, "british") == list(MEN[:2])
    abandon(Table(), state, RULING, PORTO_BELLO, "3.47", "it was given up")
    assert at_port(state, PORTO_BELLO, "british") == []


def test_2_574_units_aboard_add_nothing_to_a_battle() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    put(state, "sp-flag-k", SEA, {"k1": 4})
    troops(state, "j2", "marines-1", "harrison")
    line = form_lines(state, Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)}))
    assert line.line("british").squadrons == ["j2"]


# ------------------------------------------------------------------------------------------- Convoys and ships


def test_2_63_a_troop_convoy_carries_real_units() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison", "guise")
    wish = {"troops": ["harrison", "guise"], "at": JAMAICA, "to": "port-antonio"}
    play(assemble, state, RULING, british={"assemble": [wish]})
    assert state.units_at("br-troops-1") == ["harrison", "guise"]


def test_2_632_nobody_leaves_a_convoy_before_its_destination() -> None:
    state = empty_sea()
    put(state, "br-troops-1", "port-antonio", condition="fitting-out")
    troops(state, "br-troops-1", "harrison")
    state.convoys["br-troops-1"].destination = JAMAICA
    play(disbanding, state, RULING)
    assert state.units["harrison"].at == "br-troops-1"


@pytest.mark.parametrize(("sail", "room"), [({SOL: 2}, 1), ({SOL: 1}, 0), ({SOL_D: 1}, 1), ({FRIGATE: 1}, 1)])
def test_2_65_two_sol_carry_one_unit_and_light_ships_one_each(sail: dict[str, int], room: int) -> None:
    state = empty_sea()
    state.squadrons["j2"].sail = sail
    assert capacity(state, "j2") == room


def test_2_653_a_unit_goes_aboard_one_squadron_and_stays_with_it() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 2, "j3": 2})
    troops(state, SEA, "harrison", "guise", "blakeney")
    assert take_aboard(state, ["j2", "j3"], ["harrison", "guise", "blakeney"]) == ["blakeney"]
    assert [state.units[unit].at for unit in ("harrison", "guise")] == ["j2", "j3"]


def test_r10_2_troop_convoys_have_counters_of_their_own() -> None:
    state = empty_sea()
    assert free_counters(state, "british", "troops") == ["br-troops-1", "br-troops-2", "br-troops-3"]
    assert not set(free_counters(state, "british", "trade")) & set(free_counters(state, "british", "troops"))


def test_r10_7_a_convoy_disbands_in_port_and_not_off_it() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA)
    state.convoys["br-troops-1"].destination = JAMAICA
    assert not at_its_goal(state, "br-troops-1")
    state.formations["br-troops-1"].state = "fitting-out"
    assert at_its_goal(state, "br-troops-1")


def test_r10_8_units_land_where_their_convoy_disbands() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA, condition="fitting-out")
    troops(state, "br-troops-1", "harrison")
    state.convoys["br-troops-1"].destination = JAMAICA
    fought = play(disbanding, state, RULING)
    assert state.units["harrison"].at == JAMAICA
    assert [fact["units"] for fact in fought.events("landed", "british")] == [["harrison"]]


# ------------------------------------------------------------------------------------------- assaults


def test_3_41_an_assault_is_an_order_for_two_formations() -> None:
    state = assault()
    order = assaults(state)["j-aao"]
    assert (flotilla_of(state, order), expedition_of(state, order)) == ("br-flag-j2", "br-troops-1")


def test_3_411_they_act_together_at_the_target_alone() -> None:
    state = assault()
    assert together(state, state.orders["j-aao"])
    state.formations["br-troops-1"].state = "fitting-out"
    assert not together(state, state.orders["j-aao"])


def test_r9_18_nothing_lands_for_an_order_that_one_of_them_does_not_have() -> None:
    state = assault(aboard=MEN[:2])
    state.orders["j-aao"].to = ["br-troops-1"]
    play(land, state, RULING)
    assert state.sieges == {}


def test_r9_24_an_assault_without_another_target_is_cancelled_without_penalty() -> None:
    state = assault()
    for port, held in state.ports.items():
        if "jamaica" in state.board.commands_at(port, "british"):
            held.holder = "british"
    retarget(Table(), state)
    assert (list(state.orders), state.ended) == ([], [])


def test_3_44_an_escalade_is_told_with_its_strengths() -> None:
    state = assault(ashore=MEN[:2], inside=("fijo-panama",))
    fought = play(escalades, state, RULING, british={"escalade": {"do": "storm"}}, dice={"escalade/": [7]})
    told = fought.events("escalade", ALL)[0]
    assert (told["attack"], told["defence"], told["odds"]) == ("8", "4", "2:1")


def test_3_444_the_class_of_sail_does_not_matter() -> None:
    for sort in (FLAGSHIP, SOL, SOL_D):
        state = assault(ashore=MEN[:2], squadrons={"j2": 4})
        state.squadrons["j2"].sail = {sort: 4}
        assert int(drawn_up(state, PORTO_BELLO, list(MEN[:2])).attack) == 6


def test_3_471_an_assault_that_is_too_weak_fails_and_its_units_go_back_aboard() -> None:
    state = assault(CARTAGENA, aboard=MEN[:2])
    play(land, state, RULING)
    assert [(one.what, one.fulfilled, one.case) for one in state.ended] == [("j-aao", False, "3.427")]
    assert state.units_at("br-troops-1") == list(MEN[:2])


def test_3_474_after_an_assault_both_are_free_and_the_convoy_has_a_destination() -> None:
    state = assault(ashore=MEN[:2])
    abandon(Table(), state, RULING, PORTO_BELLO, "3.47", "it was given up")
    assert [state.formations[name].order for name in ("br-flag-j2", "br-troops-1")] == ["", ""]
    assert state.convoys["br-troops-1"].destination


def test_r3_15_ships_that_stood_ready_in_the_harbour_stand_down_when_the_siege_is_over() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 3}, ready=True)
    abandon(Table(), state, RULING, PORTO_BELLO, "3.47", "it was given up")
    one = state.formations["sp-flag-k"]
    assert (one.state, one.inside, one.at) == ("fitting-out", False, PORTO_BELLO)


def test_r8_2_a_flag_fights_with_what_is_attached_to_it() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    put(state, "br-det-j1", SEA, {"j3": 2})
    state.formations["br-det-j1"].goes_with = "br-flag-j2"
    put(state, "sp-flag-k", SEA, {"k1": 4})
    lead(state, "vernon", "br-flag-j2")
    this = form_lines(state, Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)}))
    assert this.line("british").squadrons == ["j2", "j3"]


def test_2_576_a_march_that_is_not_possible_is_not_asked_for() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison")
    anchored(state, "sp-flag-k", CARTAGENA, {"k1": 2})
    assert play(march, state, RULING).topics("bourbon") == []


def test_3_43_a_flotilla_that_is_sunk_before_the_port_ends_its_assault() -> None:
    """At 1:2 a 7 sinks two Sail of the attacker."""
    state = assault(ashore=MEN[:2], inside=("fijo-panama", "granada"), squadrons={"j2": 1})  # 3 to 6
    fought = play(escalades, state, RULING, british={"escalade": {"do": "storm"}}, dice={"escalade/": [4]})
    assert ("br-flag-j2" in state.formations, state.sieges, list(state.orders)) == (False, {}, [])
    assert [(one.what, one.fulfilled) for one in state.ended] == [("j-aao", False)]
    assert fought.events("escalade-over", ALL)[0]["result"] == "repulsed"


def test_3_43_an_assault_whose_order_has_ended_evacuates() -> None:
    state = assault(ashore=MEN[:2])
    del state.orders["j-aao"]
    play(vacated, state, RULING)
    assert state.sieges == {}
    assert state.units_at("br-troops-1") == list(MEN[:2])
