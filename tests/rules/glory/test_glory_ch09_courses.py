"""Chapters 7, 9 and 12 once more: fleets formed in port, goals of legs, and what binds an Allied fleet at sea."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, play
from rules.glory.test_glory_ch09_movement import half, lapses, sail, sea

from pbem.adjudicator.glory.rules import ch07_fleets as fleets
from pbem.adjudicator.glory.rules import ch09_plans as plans
from pbem.adjudicator.glory.rules.ch12_transit import british_arrival
from pbem.adjudicator.glory.rules.course import Course
from pbem.adjudicator.glory.state.state import Block, State, Vessel


def formed(state: State, *orders: dict[str, Any]) -> Any:
    return play(fleets.form_fleets, state, BRITISH, ["plymouth"], british={"fleets/plymouth": list(orders)})


def course(state: State, block: str, seat: str = ALLIED, left: int = 9, wind: str = "NE") -> Course:
    place = state.place(block)
    return Course(block, seat, wind, left, place, place)


# ------------------------------------------------------------------------------------------------ chapter 7, in port


def test_7_6_ships_that_are_not_named_go_ashore_and_wait_in_the_harbour() -> None:
    state = sea({"downs-fleet": "plymouth/port"})
    one, other = state.ships_in("downs-fleet")
    formed(state, {"block": "downs-fleet", "ships": [one]})
    assert (state.ships[one].at, state.ships[other].at) == ("downs-fleet", "plymouth")


def test_7_6_a_ship_is_taken_out_of_another_block_of_the_port_by_name() -> None:
    state = sea({"downs-fleet": "plymouth/port", "biscay-fleet": "plymouth/port"})
    taken = state.ships_in("biscay-fleet")[0]
    own = state.ships_in("downs-fleet")
    formed(state, {"block": "downs-fleet", "ships": [*own, taken]})
    assert state.ships_in("downs-fleet") == state.in_board_order([*own, taken])


def test_7_6_a_ship_in_ordinary_joins_no_block() -> None:
    state = sea({"downs-fleet": "plymouth/port"})
    state.ships["b-kent"] = Vessel("plymouth", ordinary=True)
    formed(state, {"block": "downs-fleet", "ships": [*state.ships_in("downs-fleet"), "b-kent"]})
    assert state.ships["b-kent"].at == "plymouth"


def test_7_6_no_fleet_is_formed_without_a_ship() -> None:
    state = sea()
    state.ships["b-kent"] = Vessel("plymouth")
    fought = formed(state, {"block": "downs-fleet", "ships": ["b-orion"]})
    assert (state.place("downs-fleet"), "No ship in Plymouth" in lapses(fought)[0]) == ("", True)


def test_7_6_a_convoy_out_of_play_and_a_frigate_are_not_formed_in_port() -> None:
    state = sea()
    state.ships["b-kent"] = Vessel("plymouth")
    for block in ("craig", "frigate-1", "brest-fleet"):
        fought = formed(state, {"block": block, "ships": "all"})
        assert len(lapses(fought)) == 1
        assert state.place(block) == ""


def test_7_6_admirals_of_the_own_side_in_the_port_go_aboard() -> None:
    state = sea()
    state.ships["b-kent"] = Vessel("plymouth")
    state.admirals["calder"].at = state.admirals["villeneuve"].at = "plymouth"
    formed(state, {"block": "downs-fleet", "ships": "all", "admirals": ["calder", "villeneuve", "nelson"]})
    assert [state.admirals[name].at for name in ("calder", "villeneuve")] == ["downs-fleet", "plymouth"]


def test_7_6_a_new_block_appears_in_its_port_to_its_owner_alone() -> None:
    state = sea()
    state.ships["b-kent"] = Vessel("plymouth")
    fought = formed(state, {"block": "downs-fleet", "ships": "all"})
    (told,) = [note for note in fought.notes if note.event == "block"]
    assert (told.to, told.facts["was"], told.facts["now"]) == (BRITISH, "", "plymouth/port")


def test_9_7_a_block_that_its_ships_left_along_the_coast_is_taken_off() -> None:
    for port, other in (("plymouth", "portsmouth"), ("portsmouth", "plymouth")):
        state = sea({"downs-fleet": f"{port}/port"})
        play(fleets.transfer, state, british={"transfer": [{"to": other, "ships": "all"}]})
        assert state.place("downs-fleet") == ""
        assert {state.ships[ship].at for ship in BRITISH_74S[:2]} == {other}


@pytest.mark.parametrize(("seat", "area", "open_"), [
    (BRITISH, "north_atlantic", True), (ALLIED, "north_atlantic", False), (BRITISH, "mediterranean", False),
])  # fmt: skip
def test_9_7_ships_go_along_the_coast_in_the_british_half_of_a_wind(seat: str, area: str, open_: bool) -> None:
    assert fleets.south_coast(sea(), seat, area) is open_
    assert not fleets.south_coast(sea(ended="channel"), seat, area)


@pytest.mark.parametrize("name", ["irish-fleet", "brest-fleet", "nobody"])
def test_7_6_no_fleet_divides_into_a_block_in_use_or_of_another(name: str) -> None:
    state = sea({"channel-fleet": "0610", "irish-fleet": "0612"})
    leg = {"path": ["0611"], "stop": "sea", "detach": {"block": name, "ships": {"best": "1"}}}
    fought = sail(state, BRITISH, "channel-fleet", leg)
    assert "does not divide" in lapses(fought)[0]
    assert len(state.ships_in("channel-fleet")) == 2


def test_7_6_nobody_is_detached_where_all_must_stay() -> None:
    state = sea({"channel-fleet": "0610"})
    leg = {"path": ["0611"], "stop": "sea", "detach": {"block": "biscay-fleet", "keep": "2"}}
    assert "has not the ships to divide" in lapses(sail(state, BRITISH, "channel-fleet", leg))[0]


# ------------------------------------------------------------------------------------------------ chapter 9, goals


def test_9_1_a_hex_with_a_zone_may_be_entered_by_its_number() -> None:
    hex_id = "0514"  # the zone of Ferrol
    for stop, place in (("loose", "ferrol/loose"), ("sea", hex_id)):
        state = sea({"channel-fleet": "0612"})
        sail(state, BRITISH, "channel-fleet", {"make_for": hex_id, "stop": stop})
        assert state.place("channel-fleet") == place


def test_11_2_a_hex_whose_port_is_the_enemys_is_no_way_in() -> None:
    state = sea({"channel-fleet": "0612"})
    assert lapses(sail(state, BRITISH, "channel-fleet", {"make_for": "0514", "stop": "port"})) == [
        "Channel: Ferrol is no friendly port."]  # fmt: skip


@pytest.mark.parametrize(("bonus", "left", "reaches"), [(False, 9, True), (False, 2, False), (True, 4, True)])
def test_9_3_what_a_fleet_can_reach_is_counted_in_points_or_on_a_bonus_in_hexes(
    bonus: bool, left: int, reaches: bool
) -> None:
    state = sea(allied={"brest-fleet": "0611"})  # Ferrol's zone is three hexes and more than two points away
    state.blocks["brest-fleet"].bound = "ferrol"
    assert plans.can_reach(state, course(state, "brest-fleet", left=left, wind="" if bonus else "NE")) is reaches


def test_9_3_a_destination_across_the_ocean_cannot_be_reached_in_one_activation() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "martinique"
    assert not plans.can_reach(state, course(state, "brest-fleet", left=99))
    state.blocks["brest-fleet"].bound = ""
    assert not plans.can_reach(state, course(state, "brest-fleet", left=99))


def test_9_3_a_fleet_that_comes_to_its_hex_enters_the_zone_there() -> None:
    state = sea(allied={"brest-fleet": "0612"})
    state.blocks["brest-fleet"].bound = "ferrol"
    at_sea = plans.Plan(plans.GO, "0514", "", "sea")
    inside = plans.Plan(plans.GO, "0514", "ferrol", "loose")
    here = course(state, "brest-fleet")
    assert plans.why_not_closer(state, here, at_sea) == "it must enter the zone"
    assert plans.why_not_closer(state, here, inside) == ""


def test_9_3_the_end_of_a_plan_is_where_the_points_give_out() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    north = plans.Plan(plans.GO, "0605", "", "sea", ("0609", "0608", "0607", "0606", "0605"))
    assert plans.end_of(state, course(state, "brest-fleet"), north) == "0606"  # two points each against a north-easter
    assert plans.end_of(state, course(state, "brest-fleet", left=3, wind=""), north) == "0607"  # a bonus counts hexes


@pytest.mark.parametrize(("bound", "moves"), [("lisbon", False), ("cadiz", True)])
def test_9_3_a_fleet_in_a_zone_stays_where_it_is_bound_and_goes_on_elsewhere(bound: str, moves: bool) -> None:
    state = sea(allied={"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].bound = bound
    plan = plans.usual_plan(state, course(state, "brest-fleet"))
    assert (plan.kind == plans.GO) is moves


def test_10_3_a_british_block_and_a_rumour_leave_a_zone_without_a_letter() -> None:
    state = sea({"channel-fleet": "lisbon/loose"}, {"fog-1": "lisbon/loose", "brest-fleet": "lisbon/loose"})
    state.blocks["fog-1"] = Block("lisbon", "loose", "cadiz")
    leave: Any = {"leave": {}}
    made = {name: plans.leave(state, half(seat), course(state, name, seat), leave)
            for name, seat in (("channel-fleet", BRITISH), ("fog-1", ALLIED), ("brest-fleet", ALLIED))}  # fmt: skip
    assert all(isinstance(made[name], plans.Plan) for name in ("channel-fleet", "fog-1"))
    assert made["brest-fleet"] == "leaving needs the letter of a destination, or closest"


# ------------------------------------------------------------------------------------------------ chapter 12


@pytest.mark.parametrize(("to", "arrival"), [("1", "1"), ("4", "4"), ("5", "2"), ("0", "2"), ("", "2")])
def test_12_3_a_british_block_sets_a_number_from_one_to_four(to: str, arrival: str) -> None:
    state = sea({"channel-fleet": "0120"})
    here = course(state, "channel-fleet", BRITISH)
    here.leg = {"cross": {"to": to}}
    assert british_arrival(state, here, "west") == arrival


def test_12_1_all_see_a_block_go_onto_a_track_and_in_which_box() -> None:
    state = sea({"channel-fleet": "0120"})
    fought = sail(state, BRITISH, "channel-fleet", {"cross": {"to": "2"}})
    assert [(facts["was"], facts["now"]) for facts in fought.events("sail")] == [("0120", "west-2")]


def test_12_1_ships_of_a_fleet_on_a_track_stay_with_it() -> None:
    state = sea(allied={"brest-fleet": "0120"})
    state.blocks["brest-fleet"].bound = "martinique"
    sail(state, ALLIED, "brest-fleet")
    assert (state.place("brest-fleet"), state.ships_in("brest-fleet")) == ("west-1", FRENCH_74S[:2])
