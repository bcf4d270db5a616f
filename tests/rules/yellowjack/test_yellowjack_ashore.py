"""Sieges, the fall of a Port, evacuation, marches and transport (2.5, 2.6, 3.45 to 3.49)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import RULING, Counted, Fought, anchored, assault, governor, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.ch2.engagement import viceroy_present
from pbem.adjudicator.yellowjack.ch2.marching import march
from pbem.adjudicator.yellowjack.ch2.marines import room_needed
from pbem.adjudicator.yellowjack.ch2.personages import bound
from pbem.adjudicator.yellowjack.ch2.troops import assemble, divert
from pbem.adjudicator.yellowjack.ch2.units import (
    fever_proof,
    hit,
    may_be_in_play,
    place_of,
    side_of,
    sort_of,
    strength,
)
from pbem.adjudicator.yellowjack.ch2.warships import capacity, come_ashore, has_room, lose_room
from pbem.adjudicator.yellowjack.ch3.escalades import escalades
from pbem.adjudicator.yellowjack.ch3.evacuation import abandon, evacuations
from pbem.adjudicator.yellowjack.ch3.issuing import viceroy_at_post
from pbem.adjudicator.yellowjack.ch3.laying_siege import deal_hits, exposed_to_siege, siege_shift, sieges
from pbem.adjudicator.yellowjack.ch3.surrender import surrender
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, FRIGATE, SOL, SOL_D, date_of

MEN = ("harrison", "wentworth-foot", "cavendish-foot", "guise", "blakeney", "royal-scots")


# ------------------------------------------------------------------------------------------- sieges


def besiege(state: State, *faces: int, **more: Any) -> Fought:
    """The siege throws of an Impulse: the attacker's, then the defender's."""
    dice = {f"siege/i1.m1/{port}/{part}": [face] for port in state.sieges
            for part, face in zip(("attacker", "defender"), faces, strict=False)}  # fmt: skip
    return play(sieges, state, RULING, dice=dice, **more)


def test_3_45_a_siege_costs_both_sides_units_and_the_expedition_throws_first() -> None:
    state = assault(ashore=MEN[:4], inside=("granada",))  # October, the rains: +1; four to two: closely besieged
    fought = besiege(state, 2, 2)  # 3: two Hits; 4: one Hit
    assert [roll.label.split("/")[3] for roll in fought.rolls] == ["attacker", "defender"]
    assert [unit for unit in MEN[:4] if state.units[unit].disrupted] == list(MEN[:2])
    assert state.units["granada"].disrupted


def test_3_451_no_siege_attrition_where_somebody_stormed_in_the_impulse() -> None:
    state = assault(ashore=MEN[:3], inside=("granada",))
    state.sieges[PORTO_BELLO].stormed = state.now
    assert play(sieges, state, RULING).rolls == []


def test_3_452_a_garrison_alone_does_not_throw() -> None:
    assert len(besiege(assault(ashore=MEN[:3]), 0).rolls) == 1


@pytest.mark.parametrize(
    ("turn", "ashore", "inside", "attacker", "defender"),
    [(14, 4, 1, 1, 2), (14, 3, 1, 1, 1), (14, 2, 1, 2, 0), (2, 3, 1, -1, -1), (6, 3, 1, 0, 0), (6, 4, 1, 0, 1)],
)
def test_3_452_season_and_numbers_modify_the_siege(
    turn: int, ashore: int, inside: int, attacker: int, defender: int
) -> None:
    """The garrison of Porto Bello is 1, so one Unit inside makes two."""
    state = assault(ashore=MEN[:ashore], inside=("granada",)[:inside])
    state.date = date_of(1742, turn)
    assert siege_shift(state, PORTO_BELLO, "attacker").total == attacker
    assert siege_shift(state, PORTO_BELLO, "defender").total == defender


def test_3_452_thirteen_ashore_are_a_crowd() -> None:
    names = [name for name, one in assault().board.units.items() if one.owner == "british"]
    for number, crowd in ((12, 0), (13, 1)):
        state = assault(ashore=names[:number])
        state.date = date_of(1742, 6)
        assert siege_shift(state, PORTO_BELLO, "attacker").total == crowd


def test_3_453_fever_proof_units_suffer_only_where_no_others_are() -> None:
    state = assault(ashore=("jamaica-companies-a", "harrison"))
    assert exposed_to_siege(state, ["jamaica-companies-a", "harrison"]) == ["harrison"]
    assert exposed_to_siege(state, ["jamaica-companies-a"]) == ["jamaica-companies-a"]


def test_2_583_all_are_hit_once_before_one_is_hit_again_and_a_second_hit_eliminates() -> None:
    state = assault(ashore=("harrison", "guise"))
    gone = deal_hits(Table(), state, PORTO_BELLO, "british", ["harrison", "guise"], 3)
    assert (gone, state.units["harrison"].gone, state.units["guise"].disrupted) == (1, "eliminated", True)


def test_3_427_too_few_left_by_a_siege_end_the_assault() -> None:
    state = assault(ashore=("harrison",))
    state.units["harrison"].disrupted = True
    besiege(state, 0)  # the rains, a strong garrison: 2 is one Hit
    assert PORTO_BELLO not in state.sieges


# ------------------------------------------------------------------------------------------- the fall of a Port


def falls(state: State, port: str = PORTO_BELLO, **more: Any) -> Fought:
    """The Port falls."""
    return play(surrender, state, RULING, port, **more)


def test_3_46_a_captured_port_is_the_captors_with_his_units_in_it() -> None:
    state = assault(ashore=MEN[:2])
    fought = falls(state)
    assert (state.holder(PORTO_BELLO), state.ports[PORTO_BELLO].captured) == ("british", state.date)
    assert not any(state.units[unit].landed for unit in MEN[:2])
    assert (state.sieges, fought.counted.ports) == ({}, [("british", PORTO_BELLO)])
    assert "j-aao" not in state.orders


@pytest.mark.parametrize(("face", "free"), [(0, 4), (1, 3), (6, 2), (9, 0)])
def test_3_461_of_the_units_a_share_escapes_by_the_land_box(face: int, free: int) -> None:
    state = assault(ashore=MEN[:2], inside=("granada", "fijo-panama", "victoria", "portugal"))
    falls(state, dice={"escape-units/": [face]})
    assert [unit.at for unit in state.units.values()].count("lb-panama") == free
    assert [unit.gone for unit in state.units.values()].count("captured") == 4 - free


def test_3_463_the_owner_chooses_who_escapes() -> None:
    state = assault(ashore=MEN[:2], inside=("granada", "fijo-panama"))
    falls(state, dice={"escape-units/": [6]}, bourbon={"escape": {"units": ["fijo-panama"]}})
    assert (state.units["fijo-panama"].at, state.units["granada"].gone) == ("lb-panama", "captured")


@pytest.mark.parametrize(("sail", "face", "kept"), [(6, 0, 6), (6, 9, 1), (3, 1, 2), (2, 1, 1), (2, 7, 0)])
def test_3_461_of_the_ready_ships_a_share_escapes_by_the_relation_of_sail(sail: int, face: int, kept: int) -> None:
    """Six Sail of the attacker: as many, twice as many, more."""
    state = assault(ashore=MEN[:2])
    squadrons = {"k1": min(4, sail), **({"k2": sail - 4} if sail > 4 else {})}
    anchored(state, "sp-flag-k", PORTO_BELLO, squadrons, ready=True)
    falls(state, dice={"escape-sail/": [face], "struck/": [0] * (sail - kept)})
    assert sum(state.size(name) for name in ("k1", "k2")) == kept


def test_3_464_ships_that_escape_go_out_as_independent_squadrons_under_an_rvo() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 4, "k2": 4}, ready=True)
    falls(state, dice={"escape-sail/": [0]}, bourbon={"escape": {"rvo": CARTAGENA}})
    assert "sp-flag-k" not in state.formations
    for name in ("k1", "k2"):
        one = state.formations[name]
        assert (one.kind, one.state, one.at, one.spotted) == ("independent", "ready", PORTO_BELLO, "")
        assert state.orders[one.order].targets == [CARTAGENA]


def test_3_461_squadrons_in_ordinary_and_fitting_out_are_taken() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 2})
    state.squadrons["k2"].sail = {FRIGATE: 1}
    state.lay_up("k2", PORTO_BELLO)
    fought = falls(state, dice={"struck/": [0, 0, 0]})
    assert sorted(fought.counted.sail) == [("bourbon", FRIGATE, 1), ("bourbon", SOL, 2)]
    assert state.size("k1") == state.size("k2") == 0
    assert "escape-sail" not in fought.kinds()


def test_3_468_a_light_ship_that_runs_clear_breaks_out() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 1})
    state.squadrons["k1"].sail = {SOL_D: 1}
    falls(state, dice={"struck/": [9]})
    assert state.formations["k1"].kind == "independent"


@pytest.mark.parametrize(("face", "gone"), [(7, ""), (8, "captured")])
def test_3_467_a_leader_is_taken_on_eight_or_nine(face: int, gone: str) -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 2}, ready=True)
    lead(state, "lezo", "cartagena", "sp-flag-k")
    falls(state, dice={"escape-sail/": [0], "escape-leader/": [face]})
    assert state.leaders["lezo"].gone == gone
    assert state.leaders["lezo"].posts == ([] if gone else ["cartagena"])


def test_3_466_without_a_land_box_units_that_escape_go_in_the_ships_or_come_back_later() -> None:
    port = next(name for name, one in assault().board.ports.items() if not one.box and one.contingent == "spanish")
    state = assault(port, ashore=MEN[:5], inside=("granada", "victoria"))
    anchored(state, "sp-flag-k", port, {"k1": 4}, ready=True)  # three of four get out
    falls(state, port, dice={"escape-units/": [0], "escape-sail/": [0]})  # 60 percent of two is one
    assert [state.units[unit].at for unit in ("granada", "victoria")] == ["k1", "gone"]
    alone = assault(port, ashore=MEN[:5], inside=("granada", "victoria"))
    falls(alone, port, dice={"escape-units/": [0]})
    assert (alone.units["granada"].at, alone.units["granada"].back_on) == ("off-map", alone.date + 3)


def test_r12_2_a_viceroy_who_is_taken_is_worth_two_points() -> None:
    state = assault(CARTAGENA, ashore=MEN[:5])
    governor(state, "virrey-nueva-granada", CARTAGENA)
    fought = falls(state, CARTAGENA, dice={"escape-units/": [9]})
    assert ("british", 2, "R12.2") in fought.counted.awards
    assert state.personages["virrey-nueva-granada"].gone == "captured"


def test_3_467_the_expedition_must_disband_at_the_captured_port() -> None:
    state = assault(ashore=MEN[:2])
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    falls(state)
    assert state.convoys["br-troops-1"].destination == PORTO_BELLO
    assert (state.formations["br-troops-1"].goes_with, state.formations["br-troops-1"].at) == ("", PORTO_BELLO)


def test_1_325_a_port_taken_back_is_its_first_owners_again() -> None:
    state = assault(ashore=MEN[:2])
    falls(state)
    assert state.holder(PORTO_BELLO) == "british"
    assert state.board.ports[PORTO_BELLO].contingent == "spanish"


# ------------------------------------------------------------------------------------------- evacuation


def fail(state: State, port: str = PORTO_BELLO) -> Counted:
    """The assault on a Port is given up."""
    counted = Counted()
    abandon(Table(), state, counted.ruling(), port, "3.47", "it was given up")
    return counted


@pytest.mark.parametrize(("port", "points"), [(PORTO_BELLO, -1), (CARTAGENA, -2)])
def test_3_49_a_failed_assault_costs_prestige_and_a_great_port_more(port: str, points: int) -> None:
    assert fail(assault(port, ashore=MEN[:4]), port).awards == [("british", points, "3.49")]


def test_3_48_units_ashore_go_back_aboard_and_both_go_home() -> None:
    state = assault(ashore=MEN[:2])
    fail(state)
    assert [state.units[unit].at for unit in MEN[:2]] == ["br-troops-1"] * 2
    assert all(state.formations[name].home for name in ("br-flag-j2", "br-troops-1"))
    assert state.side_of_port(state.convoys["br-troops-1"].destination) == "british"
    assert (state.sieges, "j-aao" in state.orders) == ({}, False)


def test_3_481_without_the_convoy_the_squadrons_of_the_flotilla_take_what_they_can() -> None:
    state = assault(ashore=MEN[:4], squadrons={"j2": 4, "j3": 1})  # two Units and none
    state.formations["br-troops-1"].at = "s51"
    fail(state)
    assert [state.units[unit].at for unit in MEN[:2]] == ["j2"] * 2
    assert [state.units[unit].gone for unit in MEN[2:4]] == ["eliminated"] * 2  # 3.482


def test_3_482_without_any_ship_all_are_lost() -> None:
    state = assault(ashore=MEN[:2])
    for name in ("br-troops-1", "br-flag-j2"):
        state.formations[name].at = "s51"
    fail(state)
    assert [state.units[unit].gone for unit in MEN[:2]] == ["eliminated"] * 2


def test_3_47_an_assault_is_given_up_only_if_its_owner_says_so() -> None:
    for said, stands in (({}, True), ({"evacuate": "yes"}, False)):
        state = assault(ashore=MEN[:2])
        play(evacuations, state, RULING, british=said)
        assert (PORTO_BELLO in state.sieges) is stands


def test_3_473_a_captured_port_fulfils_the_order() -> None:
    state = assault(ashore=MEN[:2])
    play(escalades, state, RULING)
    assert [(one.what, one.fulfilled) for one in state.ended] == [("j-aao", True)]
    assert [(one.what, one.fulfilled) for one in failed_order()] == [("j-aao", False)]


def failed_order() -> list[Any]:
    """The boxes after an assault that was given up."""
    state = assault(ashore=MEN[:2])
    fail(state)
    return state.ended


# ------------------------------------------------------------------------------------------- marches


def marches(state: State, *moves: tuple[str, str]) -> Fought:
    """Spanish Units march."""
    return play(march, state, RULING, bourbon={"march": [{"unit": unit, "to": to} for unit, to in moves]})


def test_2_577_units_march_from_a_box_into_a_besieged_port() -> None:
    state = assault(ashore=MEN[:2])
    troops(state, "lb-panama", "fijo-panama")
    fought = marches(state, ("fijo-panama", PORTO_BELLO))
    assert state.units["fijo-panama"].at == PORTO_BELLO
    assert [(fact["port"], fact["seat"]) for fact in fought.events("units-seen", ALL)] == [(PORTO_BELLO, "bourbon")]


def test_2_576_from_port_to_port_a_unit_marches_twice() -> None:
    state = empty_sea()
    troops(state, PORTO_BELLO, "fijo-panama")
    assert marches(state, ("fijo-panama", "chagres")).events("lapsed")
    assert state.units["fijo-panama"].at == PORTO_BELLO
    marches(state, ("fijo-panama", "lb-panama"))
    marches(state, ("fijo-panama", "chagres"))
    assert state.units["fijo-panama"].at == "chagres"


def test_2_571_nobody_marches_through_an_enemy_box_or_into_an_enemy_port() -> None:
    state = assault(ashore=MEN[:2])
    fought = play(march, state, RULING, british={"march": [{"unit": "harrison", "to": "lb-panama"}]})
    assert state.units["harrison"].at == PORTO_BELLO
    assert fought.asked["british"] == []  # nobody of theirs could march
    state.ports["chagres"].holder = "british"
    troops(state, "lb-panama", "fijo-panama")
    assert marches(state, ("fijo-panama", "chagres")).events("lapsed")


def test_2_565_a_viceroy_does_not_leave_his_post_while_his_port_is_held() -> None:
    state = empty_sea()
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert (bound(state, "virrey-nueva-granada"), viceroy_at_post(state, "cartagena")) == (True, "virrey-nueva-granada")
    assert viceroy_present(state, "cartagena")
    state.ports[CARTAGENA].holder = "british"
    assert not bound(state, "virrey-nueva-granada")
    state.personages["virrey-nueva-granada"].gone = "captured"
    assert not viceroy_present(state, "cartagena")


def test_2_575_a_unit_marches_once_and_all_at_the_same_time() -> None:
    state = empty_sea()
    troops(state, "lb-panama", "fijo-panama")
    marches(state, ("fijo-panama", PORTO_BELLO), ("fijo-panama", "chagres"))
    assert state.units["fijo-panama"].at == PORTO_BELLO


# ------------------------------------------------------------------------------------------- Units and transport


def test_2_573_a_unit_counts_one_and_a_special_one_two() -> None:
    state = assault(ashore=("harrison", "marines-1", "grenadiers-a"))
    governor(state, "cathcart", PORTO_BELLO)
    units = ("harrison", "marines-1", "grenadiers-a", "cathcart")
    assert [int(strength(state, unit)) for unit in units] == [1, 2, 2, 1]


def test_2_583_a_personage_has_no_second_side() -> None:
    state = empty_sea()
    governor(state, "virrey-nueva-granada", CARTAGENA)
    assert hit(state, "virrey-nueva-granada")
    assert state.personages["virrey-nueva-granada"].gone == "eliminated"


def test_2_515_icons_owners_and_years() -> None:
    state = assault(ashore=("marines-1",), inside=("fijo-panama",))
    governor(state, "virrey-nueva-granada", PORTO_BELLO)
    assert [sort_of(state, unit) for unit in ("marines-1", "fijo-panama", "virrey-nueva-granada")] == [
        "marine", "plain", "personage"]  # fmt: skip
    assert [side_of(state, unit) for unit in ("marines-1", "fijo-panama", "virrey-nueva-granada")] == [
        "british", "bourbon", "bourbon"]  # fmt: skip
    assert [fever_proof(state, unit) for unit in ("marines-1", "fijo-panama", "virrey-nueva-granada")] == [
        False, True, True]  # fmt: skip
    assert (may_be_in_play(state, "marines-1"), may_be_in_play(state, "fijo-panama")) == (False, True)  # 1741, 1739


@pytest.mark.parametrize(
    ("squadron", "sail", "room"),
    [("j2", {SOL: 4}, 2), ("j2", {SOL: 3}, 1), ("j2", {FLAGSHIP: 1, SOL: 1}, 1), ("j2", {SOL_D: 2, SOL: 1}, 2),
     ("jf1", {FRIGATE: 2}, 2)],
)  # fmt: skip
def test_2_652_the_room_of_a_squadron(squadron: str, sail: dict[str, int], room: int) -> None:
    state = empty_sea()
    state.squadrons[squadron].sail = sail
    assert capacity(state, squadron) == room


def test_2_651_marines_need_half_the_room_rounded_up() -> None:
    state = empty_sea()
    state.squadrons["j2"].sail = {SOL: 4}
    assert [room_needed(state, ["marines-1", "marines-2", "marines-3"][:number]) for number in (1, 2, 3)] == [1, 1, 2]
    assert has_room(state, "j2", ["marines-1", "marines-2", "marines-3"])
    assert not has_room(state, "j2", ["harrison", "marines-1", "marines-2", "marines-3"])


def test_2_655_units_without_room_are_lost() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    troops(state, "j2", "harrison", "guise")
    lose_room(Table(), state)
    assert [state.units[unit].gone for unit in ("harrison", "guise")] == ["", ""]
    state.squadrons["j2"].sail = {SOL: 3}
    lose_room(Table(), state)
    assert [state.units[unit].gone for unit in ("harrison", "guise")] == ["", "eliminated"]


@pytest.mark.parametrize(("at", "condition", "lands"), [(JAMAICA, "fitting-out", True), (JAMAICA, "ready", False),
                                                       (PORTO_BELLO, "fitting-out", False)])  # fmt: skip
def test_2_654_units_aboard_warships_land_in_a_port_of_their_side(at: str, condition: str, lands: bool) -> None:
    state = empty_sea()
    put(state, "br-flag-j2", at, {"j2": 4}, condition=condition)
    troops(state, "j2", "harrison")
    come_ashore(Table(), state)
    assert (state.units["harrison"].at == at) is lands


# ------------------------------------------------------------------------------------------- Troop Convoys


def gather(state: State, **wish: Any) -> Fought:
    """The British gather one Convoy."""
    return play(assemble, state, RULING, british={"assemble": [wish]})


def test_2_633_a_troop_convoy_gathers_at_a_friendly_port() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison", "guise")
    gather(state, troops=["harrison"], at=JAMAICA, to="port-antonio")
    assert (state.units["harrison"].at, state.units["guise"].at) == ("br-troops-1", JAMAICA)
    assert state.convoys["br-troops-1"].destination == "port-antonio"


@pytest.mark.parametrize(
    ("wish", "why"),
    [({"troops": ["harrison"], "at": CARTAGENA, "to": JAMAICA}, "it is no Friendly Port"),
     ({"troops": [], "at": JAMAICA, "to": "port-antonio"}, "no Unit is named"),
     ({"troops": ["guise"], "at": JAMAICA, "to": "port-antonio"}, "is not there"),
     ({"troops": ["harrison"], "at": JAMAICA, "to": CARTAGENA}, "its destination is no Friendly Port"),
     ({"troops": ["harrison"], "at": JAMAICA, "to": "port-antonio", "convoy": "sp-troops-1"}, "no Convoy counter")],
)  # fmt: skip
def test_2_631_what_cannot_gather_is_told_with_its_reason(wish: dict[str, Any], why: str) -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison")
    troops(state, "port-antonio", "guise")
    fought = gather(state, **wish)
    assert not state.convoys
    assert why in next(note.text for note in fought.notes if note.event == "lapsed")


def test_2_633_who_has_died_of_the_fever_keeps_no_convoy_from_gathering() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison", "guise")
    state.units["guise"].at, state.units["guise"].gone = "gone", "eliminated"
    gather(state, troops=["guise", "harrison"], at=JAMAICA, to="port-antonio")
    assert state.units["harrison"].at == "br-troops-1"


def test_2_611_no_convoy_without_a_counter() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison", "guise", "blakeney", "royal-scots")
    for unit in ("harrison", "guise", "blakeney", "royal-scots"):
        gather(state, troops=[unit], at=JAMAICA, to="port-antonio")
    assert (len(state.convoys), state.units["royal-scots"].at) == (3, JAMAICA)


def test_r10_3_nothing_gathers_at_a_blockaded_port() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison")
    put(state, "sp-flag-k", JAMAICA, {"k1": 4, "k2": 4})
    state.formations["sp-flag-k"].blockades = JAMAICA
    gather(state, troops=["harrison"], at=JAMAICA, to="port-antonio")
    assert not state.convoys


def test_2_633_for_an_assault_the_destination_comes_with_the_order() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "harrison")
    gather(state, troops=["harrison"], at=JAMAICA, to="assault")
    assert state.convoys["br-troops-1"].destination == ""


def test_2_636_a_convoy_whose_port_has_fallen_turns_to_the_nearest() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA)
    state.convoys["br-troops-1"].destination = JAMAICA
    divert(Table(), state)
    assert state.convoys["br-troops-1"].destination == JAMAICA
    state.ports[JAMAICA].holder = "spanish"
    divert(Table(), state)
    assert state.side_of_port(state.convoys["br-troops-1"].destination) == "british"


def test_2_571_a_unit_aboard_is_where_its_convoy_is() -> None:
    state = assault(aboard=("marines-1",), inside=("fijo-panama",))
    troops(state, "lb-panama", "granada")
    assert [place_of(state, unit) for unit in ("fijo-panama", "granada", "marines-1")] == [
        PORTO_BELLO, "lb-panama", "br-troops-1"]  # fmt: skip
