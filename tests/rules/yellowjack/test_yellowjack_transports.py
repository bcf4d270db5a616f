"""R9.17 and 2.567, 2.241 to 2.246: warships as transports, Personages Replaced, the Company's own rules."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, HABANA, JAMAICA, waters
from rules.yellowjack.yellowjack_fights import anchored, governor, play, troops
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import why_not_converted
from pbem.adjudicator.yellowjack.base.battle_lines import Line, class_change
from pbem.adjudicator.yellowjack.base.careers import why_not_posted
from pbem.adjudicator.yellowjack.base.movement import allowance
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders as orders_tested
from pbem.adjudicator.yellowjack.base.squadrons import why_not_moved
from pbem.adjudicator.yellowjack.base.step_verbs import clear_there, take_aboard
from pbem.adjudicator.yellowjack.ch2.engagement import may_leave
from pbem.adjudicator.yellowjack.ch2.personages import ports_for, replaced
from pbem.adjudicator.yellowjack.ch2.troop_ships import embark, why_not_embarked
from pbem.adjudicator.yellowjack.ch2.units import CAPTURED, eliminate
from pbem.adjudicator.yellowjack.ch2.warships import come_ashore
from pbem.adjudicator.yellowjack.ch3.issuing import why_not_the_companys
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Leader, Order, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import AVAILABLE
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

OURS = ruling_of()
FLAG = "br-flag-j2"


def in_jamaica() -> State:
    state = waters()
    anchored(state, FLAG, JAMAICA, {"j2": 4})
    troops(state, JAMAICA, "jamaica-companies-a", "jamaica-companies-b", "harrison")
    return state


def test_r9_17_units_go_aboard_and_the_formation_has_a_transport_order() -> None:
    state = in_jamaica()
    step = {"embark": ["jamaica-companies-a", "harrison"], "land_at": "nassau"}
    assert take_aboard(Table(), state, OURS, FLAG, step) is None
    assert state.units["harrison"].at == state.units["jamaica-companies-a"].at == "j2"
    order = state.orders[state.formations[FLAG].order]
    assert (order.kind, order.targets) == ("transport", ["nassau"])


def test_r9_17_it_is_done_and_uncounted_when_she_fits_out_at_the_goal_and_the_men_land() -> None:
    state = in_jamaica()
    embark(Table(), state, FLAG, ["harrison"], "port-antonio")
    state.formations[FLAG].at = "port-antonio"
    come_ashore(Table(), state)
    assert state.units["harrison"].at == "port-antonio"
    play(orders_tested, state)
    assert state.orders == {}
    assert state.boxes("british") == (0, 0)


@pytest.mark.parametrize(("units", "to", "why"), [
    (["harrison", "jamaica-companies-a", "jamaica-companies-b"], "nassau", "no room"),
    (["fijo-habana-1"], "nassau", "not there"), (["harrison"], HABANA, "no Friendly Port"), ([], "nassau", "no room"),
])  # fmt: skip
def test_2_654_what_speaks_against_it(units: list[str], to: str, why: str) -> None:
    state = in_jamaica()
    troops(state, HABANA, "fijo-habana-1")
    assert why in why_not_embarked(state, FLAG, units, to)


def test_2_654_who_carries_out_another_order_takes_nobody_and_more_may_come_for_the_same_port() -> None:
    state = in_jamaica()
    embark(Table(), state, FLAG, ["harrison"], "nassau")
    assert why_not_embarked(state, FLAG, ["jamaica-companies-a"], "nassau") == ""
    assert "another Order" in why_not_embarked(state, FLAG, ["jamaica-companies-a"], "port-antonio")
    state.orders["j-cruise-main"] = Order("cruise", "british", [FLAG], "j-cruise-main", ["s53"])
    state.formations[FLAG].order = "j-cruise-main"
    assert "another Order" in why_not_embarked(state, FLAG, ["jamaica-companies-a"], "nassau")


def test_r9_17_a_spaniard_under_a_transport_order_may_leave_port() -> None:
    state = waters()
    anchored(state, "sp-flag-h", HABANA, {"h1": 4})
    troops(state, HABANA, "fijo-habana-1", "fijo-habana-2")
    assert may_leave(state, "sp-flag-h", HABANA)
    assert embark(Table(), state, "sp-flag-h", ["fijo-habana-1"], "san-agustin") == ""
    assert may_leave(state, "sp-flag-h", HABANA) == ""


def test_2_654_marines_that_have_done_their_task_and_tribes_are_not_carried() -> None:
    state = in_jamaica()
    troops(state, JAMAICA, "fleet-marines-a")
    assert why_not_embarked(state, FLAG, ["fleet-marines-a"], "nassau") == ""
    state.units["fleet-marines-a"].tasked = True
    assert "cannot be carried" in why_not_embarked(state, FLAG, ["fleet-marines-a"], "nassau")
    state.units["lower-creeks"] = Unit(JAMAICA, serves="british")
    assert "cannot be carried" in why_not_embarked(state, FLAG, ["lower-creeks"], "nassau")


def test_2_566_a_viceroy_or_a_tribe_is_not_carried() -> None:
    state = in_jamaica()
    state.units["lower-creeks"] = state.units["harrison"]
    assert "not there" in why_not_embarked(state, FLAG, ["virrey-nueva-granada"], "nassau")


# -------------------------------------------------------------------------------------------- clearing a place


def test_r6_8_the_step_clear_goes_there_and_is_done_when_nobody_is_left() -> None:
    state = waters()
    put(state, FLAG, "s52", {"j2": 4})
    assert clear_there(Table(), state, OURS, FLAG, {"clear": "s52"}) is None
    state.auxiliaries["saeta"] = Auxiliary("s52", task="interdiction", station=HABANA)
    found = clear_there(Table(), state, OURS, FLAG, {"clear": "s52"})
    assert getattr(found, "kind", "") == "wait"
    assert getattr(clear_there(Table(), state, OURS, FLAG, {"clear": "s53"}), "kind", "") == "move"


# -------------------------------------------------------------------------------------------- Personages


def test_2_567_a_lost_personage_is_replaced_four_turns_later_and_a_general_is_not() -> None:
    state = waters()
    for name, at in (("oglethorpe", "savannah"), ("cathcart", JAMAICA)):
        governor(state, name, at)
        eliminate(state, name, CAPTURED)
    state.date += 3
    replaced(Table(), state)
    assert state.personages["oglethorpe"].gone
    state.date += 1
    replaced(Table(), state)
    assert (state.personages["oglethorpe"].at, state.personages["oglethorpe"].gone) == ("savannah", "")
    assert state.personages["cathcart"].gone


def test_2_567_where_each_comes_back() -> None:
    state = waters()
    assert ports_for(state, "capitan-general-cuba")[:3] == ["santiago-de-cuba", "veracruz", "san-agustin"]
    assert ports_for(state, "virrey-nueva-granada")[0] in BOARD.groups["virrey-replacement"]
    assert ports_for(state, "montiano")[0] == "san-agustin"
    state.ports["san-agustin"].holder = "british"
    assert "san-agustin" not in ports_for(state, "montiano")


def test_2_566_oglethorpe_is_replaced_at_savannah_or_elsewhere_on_the_continent() -> None:
    state = waters()
    assert ports_for(state, "oglethorpe")[0] == "savannah"
    state.ports["savannah"].holder = "spanish"
    assert set(ports_for(state, "oglethorpe")) <= set(BOARD.groups["montiano-oglethorpe"])


def test_2_567_without_a_port_he_is_out_of_the_game() -> None:
    state = waters()
    governor(state, "montiano", "san-agustin")
    eliminate(state, "montiano")
    for port in BOARD.groups["montiano-oglethorpe"]:
        state.ports[port].holder = "british"
    state.date += 4
    replaced(Table(), state)
    assert (state.personages["montiano"].gone, state.personages["montiano"].back_on) == ("eliminated", 0)


# -------------------------------------------------------------------------------------------- Frigates, the Company


def test_2_141_frigates_sail_in_squadrons_of_their_own_of_two() -> None:
    state = waters()
    anchored(state, FLAG, JAMAICA, {"j2": 3})
    anchored(state, "jf1", JAMAICA, {"jf1": 2})
    move = {"class": "frigate", "number": "1", "from": "jf1", "into": "j2"}
    assert "Frigates" in why_not_moved(state, "british", move)
    assert all(one.capacity == 2 for one in BOARD.squadrons.values() if one.kind == "frigate")


def test_2_142_frigates_are_weaker_and_faster() -> None:
    state = waters()
    put(state, "jf1", "s52", {"jf1": 2})
    put(state, FLAG, "s52", {"j2": 4})
    assert class_change(state, Line("british", ["jf1"]), "jf1") == -2
    assert (allowance(state, "jf1"), allowance(state, FLAG)) == (5, 4)


def test_2_241_company_sail_are_of_mixed_role() -> None:
    state = waters()
    anchored(state, "rcg", "la-guaira", {"gf1": 2})
    assert why_not_converted(state, "bourbon", {"class": "frigate", "of": "gf1"}) == ""
    state.auxiliaries["ca-fleet-1"] = Auxiliary(AVAILABLE)
    state.squadrons["gf1"].sail = {"frigate": 1}
    assert why_not_converted(state, "bourbon", {"aux": "ca-fleet-1", "into": "gf1"}) == ""


def test_2_242_company_sail_and_the_kings_do_not_mix() -> None:
    state = waters()
    anchored(state, "rcg", "la-guaira", {"g1": 1})
    anchored(state, "sp-flag-k", "la-guaira", {"k1": 2})
    move = {"class": "sol", "number": "1", "from": "k1", "into": "g1"}
    assert "contingent" in why_not_moved(state, "bourbon", move)


@pytest.mark.parametrize(("chit", "kind", "ok"), [
    ("k-interdict-roques", "independent", True), ("k-interdict-roques", "company", True),
    ("k-cruise-main", "company", True), ("k-cruise-main", "independent", False), ("k-show", "company", False),
])  # fmt: skip
def test_2_245_what_the_companys_lone_squadrons_take(chit: str, kind: str, ok: bool) -> None:
    assert (why_not_the_companys(BOARD.chits[chit], kind) == "") is ok


def test_2_246_its_detachment_cruises_and_interdicts_for_cartagena() -> None:
    taken = {BOARD.chits[chit].kind for chit in BOARD.chits if not why_not_the_companys(BOARD.chits[chit], "company")}
    assert taken == {"interdiction", "cruise"}
    assert {BOARD.chits[chit].command for chit in BOARD.chits if BOARD.chits[chit].company} == {"cartagena"}


def test_2_244_without_a_convoy_order_it_acts_as_a_flotilla() -> None:
    state = waters()
    put(state, "rcg", "s57", {"g1": 1})
    assert state.formations["rcg"].kind == "company"
    assert not state.is_convoy("rcg")


def test_2_266_a_french_admiral_of_a_station_is_not_posted_to_a_flotilla() -> None:
    state = waters()
    anchored(state, "fr-flag-1", "fort-royal", {"f1": 3})
    name = next(name for name, one in BOARD.leaders.items() if one.contingent == "french")
    state.leaders[name] = Leader(BOARD.leaders[name].ranks[0][1], ["french"])
    assert "French" in why_not_posted(state, "bourbon", name, "fr-flag-1")
    state.leaders[name].posts = []
    assert why_not_posted(state, "bourbon", name, "fr-flag-1") == ""
