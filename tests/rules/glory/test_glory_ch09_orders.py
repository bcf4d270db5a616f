"""Chapter 9, order by order: what each verb of a leg means, what may be begun, and how far a block comes."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, Fought, Turns, play
from rules.glory.test_glory_ch09_courses import course
from rules.glory.test_glory_ch09_movement import BOARD, half, lapses, sail, sea

from pbem.adjudicator.glory.rules import ch09_activation as activation
from pbem.adjudicator.glory.rules import ch09_movement as movement
from pbem.adjudicator.glory.rules import ch09_plans as plans
from pbem.adjudicator.glory.rules import waters
from pbem.adjudicator.glory.rules.ch06_activation import bonus_chit
from pbem.adjudicator.glory.rules.ch14_entering import place_modifier
from pbem.adjudicator.glory.rules.course import Course
from pbem.adjudicator.glory.state.state import Block, State, Vessel


def made(verb: Any, state: State, block: str, leg: Any, **of_half: Any) -> Any:
    """The plan that a verb makes of a leg."""
    seat = state.owner(block)
    here = half(seat)
    for name, value in of_half.items():
        setattr(here, name, value)
    return verb(state, here, course(state, block, seat), leg)


def questions(fought: Fought, seat: str, block: str) -> list[Any]:
    return [each for each in fought.asked[seat] if each.topic == f"leg/{block}"]


def seen(fought: Fought) -> list[tuple[str, str, str]]:
    return [(each["was"], each["now"], each["how"]) for each in fought.events("sail")]


# ------------------------------------------------------------------------------------------- an activation


def test_6_9_3_a_british_fleet_on_station_sends_its_damaged_ships_in_as_it_is_activated() -> None:
    state = sea({"channel-fleet": "brest/loose"})
    hurt = state.ships_in("channel-fleet")[0]
    state.ships[hurt].damaged = True
    state.ships[BRITISH_74S[9]] = Vessel("channel-fleet")
    state.settle()
    sail(state, BRITISH, "channel-fleet", {"lie": "yes"})
    assert state.ships[hurt].at in BOARD.ports["brest"].relocate


def test_9_0_a_question_of_a_leg_tells_its_moment_its_half_and_a_rumours_fleet() -> None:
    state = sea({"channel-fleet": "0610"}, {"fog-1": "0611", "brest-fleet": "0612"})
    state.blocks["fog-1"].beside, state.blocks["fog-1"].number = "brest-fleet", 2
    for first, word in ((True, "yes"), (False, "no")):
        here = half(BRITISH)
        here.first = first
        fought = play(activation.activate, state, here, "channel-fleet", 9)
        told = questions(fought, BRITISH, "channel-fleet")[0].facts
        assert (told["moment"], told["first_half"]) == ("activated", word)
        assert "with" not in told
    told = questions(sail(state, ALLIED, "fog-1", {"lie": "yes"}), ALLIED, "fog-1")[0].facts
    assert (told["with"], told["number"]) == ("brest-fleet", "2")
    fought = play(activation.activate, state, half(BRITISH, ""), "channel-fleet", 3)
    assert questions(fought, BRITISH, "channel-fleet")[0].facts["moment"] == "bonus"


@pytest.mark.parametrize(("leg", "wishes"), [
    ({"hunt": {"at": []}, "else": "halt"}, True), ({"hunt": {"at": []}}, False),
    ({"path": ["0611"], "else": "halt"}, False),
])  # fmt: skip
def test_6_0_a_leg_that_cannot_be_sailed_wishes_a_halt_if_it_says_so(leg: Any, wishes: bool) -> None:
    state, here = sea({"channel-fleet": "0610"}), half(BRITISH)
    play(activation.activate, state, here, "channel-fleet", 9, british={"leg/channel-fleet": [leg]})
    assert here.wishes_halt is wishes


@pytest.mark.parametrize(("block", "leg", "lies"), [
    ("fog-1", {"face": "down", "lie": "yes"}, True), ("fog-1", {"lie": "yes"}, False),
    ("brest-fleet", {"face": "down", "path": ["0611"]}, False),
])  # fmt: skip
def test_7_8_a_rumour_is_laid_on_its_face_by_order_and_a_fleet_is_not(block: str, leg: Any, lies: bool) -> None:
    state = sea(allied={block: "0610"})
    sail(state, ALLIED, block, leg)
    assert state.blocks[block].face_down is lies


def test_10_3_a_leg_turns_a_fleet_all_of_whose_ships_are_hurt_and_no_other() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "bantry-bay", "c"
    turn = {"bound": "d", "make_for": "bound", "stop": "sea"}
    assert lapses(sail(state, ALLIED, "brest-fleet", turn)) == ["Brest: it may not change its destination now."]
    for ship in state.ships_in("brest-fleet"):
        state.ships[ship].damaged = True
    assert lapses(sail(state, ALLIED, "brest-fleet", {**turn, "bound": "z"}))[0] == "Brest: z is no destination for it."
    state = sea(allied={"brest-fleet": "0610"})
    for ship in state.ships_in("brest-fleet"):
        state.ships[ship].damaged = True
    sail(state, ALLIED, "brest-fleet", {"bound": "d", "make_for": "bound"})
    assert state.place("brest-fleet") == "ferrol/port"


def test_10_3_a_letter_in_a_leg_says_nothing_to_a_fleet_in_port_nor_to_the_british() -> None:
    state = sea({"channel-fleet": "0610"}, {"brest-fleet": "brest/port"})
    for seat, block in ((BRITISH, "channel-fleet"), (ALLIED, "brest-fleet")):
        assert lapses(sail(state, seat, block, {"bound": "d", "lie": "yes"})) == []


# ------------------------------------------------------------------------------------------- what may be begun


def test_11_1_a_block_in_port_needs_no_wind_to_stay_and_needs_one_for_its_own_zone_and_for_another_port() -> None:
    """Gibraltar is left on a Levanter or a Mistral, and not on a Scirocco."""
    for leg, lapsed in (({"enter": "gibraltar"}, False), ({"station": "loose"}, True), ({"enter": "madalenas"}, True)):
        state = sea({"gibraltar-fleet": "gibraltar/port"})
        fought = sail(state, BRITISH, "gibraltar-fleet", leg, wind="Sc")
        assert bool(lapses(fought)) is lapsed
        assert state.place("gibraltar-fleet") == "gibraltar/port"


def test_11_1_several_british_fleets_may_come_out_of_one_port_in_a_half_and_one_allied() -> None:
    state, here = sea({"channel-fleet": "plymouth/port", "cape-fleet": "plymouth/port"}), half(BRITISH)
    for block in ("channel-fleet", "cape-fleet"):
        out = [{"make_for": "0807", "stop": "sea"}]
        play(activation.activate, state, here, block, 9, british={f"leg/{block}": out})
        assert not state.place(block).startswith("plymouth")
    state, here = sea(allied={"brest-fleet": "brest/port", "magon-fleet": "brest/port"}), half(ALLIED)
    for block in ("brest-fleet", "magon-fleet"):
        order = [{"sortie": {"bound": "d"}}]
        fought = play(activation.activate, state, here, block, 9, allied={f"leg/{block}": order})
    assert lapses(fought) == ["Magon: one fleet has come out of Brest already."]


def test_24_2_in_trafalgar_a_fleet_leaves_its_port_and_a_zone_without_a_destination() -> None:
    for place in ("brest/port", "lisbon/loose"):
        state = sea(allied={"brest-fleet": place}, scenario="trafalgar", conseil={})
        assert lapses(sail(state, ALLIED, "brest-fleet", {"path": ["0710"], "make_for": "0710", "stop": "sea"})) == []
        assert state.place("brest-fleet") != place


def test_11_1_in_the_campaign_a_fleet_leaves_its_port_by_a_sortie_alone() -> None:
    state = sea(allied={"brest-fleet": "brest/port"})
    assert lapses(sail(state, ALLIED, "brest-fleet", {"make_for": "0610", "stop": "sea"})) == [
        "Brest: a fleet leaves port with a destination of the Conseil: order a sortie."]  # fmt: skip


def test_10_3_a_fleet_in_a_zone_on_its_way_goes_on_and_takes_no_new_destination() -> None:
    state = sea(allied={"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "ferrol", "d"
    assert lapses(sail(state, ALLIED, "brest-fleet", {"leave": {"bound": "c"}})) == [
        "Brest: it may not change its destination now."]  # fmt: skip
    state = sea(allied={"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "ferrol", "d"
    fought = sail(state, ALLIED, "brest-fleet", {"make_for": "1022", "stop": "sea"})
    assert lapses(fought) == ["Brest: it would not come closer to its destination."]


def test_7_8_a_rumour_leaves_a_zone_that_it_has_only_now_come_to() -> None:
    state = sea(allied={"fog-1": "lisbon/loose"})
    state.blocks["fog-1"].bound = "lisbon"
    fought = sail(state, ALLIED, "fog-1", {"make_for": "0610", "stop": "sea"})
    assert (lapses(fought), state.blocks["fog-1"].area) == ([], "sea")


def test_7_6_a_part_that_is_detached_in_port_sails_on_its_winds_alone() -> None:
    state = sea({"gibraltar-fleet": "gibraltar/port"})
    leg = {"make_for": "1222", "stop": "sea", "detach": {"block": "cape-fleet", "ships": {"best": "1"}}}
    fought = sail(state, BRITISH, "gibraltar-fleet", leg, wind="Sc")
    assert state.place("cape-fleet") == "gibraltar/port"
    assert lapses(fought) == ["Cape: the wind does not serve at Gibraltar."]


# ------------------------------------------------------------------------------------------- sorties and rumours


def sortie(bound: str = "c", **leg: Any) -> tuple[State, Fought]:
    """The Brest fleet comes out on a north-easter."""
    state = sea(allied={"brest-fleet": "brest/port"})
    return state, sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": bound}, **leg})


def test_7_8_rumours_keep_no_fleet_from_going_on_as_far_as_it_can() -> None:
    state, _ = sortie()
    lone = sea(allied={"brest-fleet": "brest/port"})
    for number in range(1, 9):
        lone.blocks[f"fog-{number}"] = Block("gone")
    sail(lone, ALLIED, "brest-fleet", {"sortie": {"bound": "c"}})
    assert state.place("brest-fleet") == lone.place("brest-fleet") != "0807"
    assert all(state.place(f"fog-{number}") for number in (1, 2))


def test_7_8_rumours_of_a_fleet_that_stays_in_its_zone_stay_there_too() -> None:
    """They wait in the activation in which they come up, and sail from the next one on."""
    state = sea(allied={"ferrol-fleet": "ferrol/port"}, chits={"ferrol": "may"})
    sail(state, ALLIED, "ferrol-fleet", {"sortie": {"bound": "d"}})
    assert [state.place(name) for name in ("ferrol-fleet", "fog-1", "fog-2")] == ["ferrol/loose"] * 3
    state.blocks["fog-1"].bound = "lisbon"
    sail(state, ALLIED, "fog-1", {"scatter": "yes"})
    assert state.place("fog-1") != "ferrol/loose"


def test_7_8_a_rumour_that_was_found_out_before_its_turn_is_not_asked() -> None:
    """The first rumour goes Inshore and is spotted there: all rumours of the zone are gone."""
    state = sea({"frigate-1": "ferrol/inshore"}, {"ferrol-fleet": "ferrol/port"}, chits={"ferrol": "may"})
    fought = play(
        activation.activate, state, half(ALLIED), "ferrol-fleet", 9, dice={"search": [[1, 1], [6, 6]]},
        allied={"leg/ferrol-fleet": [{"sortie": {"bound": "d"}}], "leg/fog-1": [{"station": "inshore"}]},
    )  # fmt: skip
    assert not questions(fought, ALLIED, "fog-2")
    assert state.place("fog-2") == ""


def test_11_1_a_british_block_comes_out_and_goes_on_in_one_move() -> None:
    state = sea({"channel-fleet": "plymouth/port"})
    fought = sail(state, BRITISH, "channel-fleet", {"make_for": "0706", "stop": "sea"})
    assert seen(fought) == [("plymouth/port", state.place("channel-fleet"), "sail")]
    assert state.place("channel-fleet") != BOARD.ports["plymouth"].zone_hex


def test_11_1_the_chit_is_turned_up_once_and_only_in_europe() -> None:
    state, fought = sortie()
    assert (state.chits_shown, len(fought.events("chit_shown"))) == (["brest"], 1)
    state.blocks["magon-fleet"] = Block("brest", "port")
    state.ships[FRENCH_74S[9]] = Vessel("magon-fleet")
    state.settle()
    assert not sail(state, ALLIED, "magon-fleet", {"sortie": {"bound": "c"}}).events("chit_shown")
    state = sea(allied={"brest-fleet": "martinique/port"})
    play(activation.activate, state, half(ALLIED, "E", "west_indies"), "brest-fleet", 9,
         allied={"leg/brest-fleet": [{"sortie": {"bound": "d"}}]})  # fmt: skip
    assert (state.chits_shown, state.blocks["brest-fleet"].area) == ([], "sea")


@pytest.mark.parametrize(("port", "comes"), [("brest", True), ("ferrol", False)])
def test_5_2_1_the_first_sortie_from_brest_brings_lord_barham(port: str, comes: bool) -> None:
    state = sea(allied={"brest-fleet": f"{port}/port"}, chits={port: "may"})
    sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": "c"}})
    assert state.barham is comes


# ------------------------------------------------------------------------------------------- through zones and hexes


@pytest.mark.parametrize(("over", "area", "ended", "done"), [
    (False, "sea", "", False), (True, "sea", "", True), (False, "", "", True), (False, "sea", "points", True),
])  # fmt: skip
def test_9_1_a_block_moves_no_more_once_it_is_stopped_or_gone_or_the_game_is_over(
    over: bool, area: str, ended: str, done: bool
) -> None:
    state = sea({"channel-fleet": "0610"}, ended=ended)
    here = course(state, "channel-fleet", BRITISH)
    here.over, state.blocks["channel-fleet"].area = over, area
    assert movement.finished(state, here) is done


def test_9_1_from_off_station_a_block_goes_on_inshore_in_one_activation() -> None:
    state = sea({"channel-fleet": "brest/off"})
    sail(state, BRITISH, "channel-fleet", {"station": "inshore"})
    assert state.place("channel-fleet") == "brest/inshore"


def test_14_3_those_off_station_search_for_a_block_that_stands_out_to_sea() -> None:
    state = sea({"channel-fleet": "lisbon/off"}, {"fog-1": "lisbon/loose"})
    fought = sail(state, ALLIED, "fog-1", {"make_for": "0610", "stop": "sea"}, dice={"search": [[1, 1]]})
    assert [each["place"] for each in fought.events("search")] == ["lisbon/off"]


def test_9_1_a_part_of_the_zone_that_was_left_is_not_entered_again_after_a_battle() -> None:
    """The British go Inshore, are met there, and would go back to Loose Blockade."""
    state = sea({"channel-fleet": "lisbon/loose"}, {"brest-fleet": "lisbon/inshore"})
    fought = play(
        activation.activate, state, half(BRITISH), "channel-fleet", 9,
        dice={"search": [[6, 6]], "gauge": [[6], [1]]}, allied={"search/lisbon": "all"},
        british={"leg/channel-fleet": Turns([[{"station": "inshore"}], [{"station": "loose"}]]), "deny": "yes"},
    )  # fmt: skip
    asked = questions(fought, BRITISH, "channel-fleet")
    assert [each.facts["moment"] for each in asked] == ["activated", "after-battle"]
    assert state.place("channel-fleet") == "lisbon/inshore"


def test_9_6_a_block_that_moved_on_a_bonus_chit_is_not_stationary_in_a_narrows() -> None:
    """14.6: hexes cost no points, and yet it has come from elsewhere."""
    state = sea({"channel-fleet": "1022"})
    here = half(BRITISH, "")
    play(activation.activate, state, here, "channel-fleet", 2,
         british={"leg/channel-fleet": [{"path": ["1123"], "stop": "sea"}]})  # fmt: skip
    assert state.place("channel-fleet") == "1123"
    assert place_modifier(state, here.courses[0]) == ""
    assert place_modifier(state, Course("channel-fleet", BRITISH, "", 0, "1123", "1123")) == "narrows"


def test_12_6_a_transport_whose_path_leads_onto_a_track_stays_before_it() -> None:
    state = sea(allied={"french-transport": "0120"})
    state.blocks["french-transport"].bound = ""
    sail(state, ALLIED, "french-transport", {"path": ["twi"], "stop": "sea"})
    assert state.place("french-transport") == "0120"


def test_9_4_a_path_ends_where_its_next_hex_is_not_beside_the_block() -> None:
    state = sea({"channel-fleet": "0610"})
    sail(state, BRITISH, "channel-fleet", {"path": ["0611", "0605"], "stop": "sea"})
    assert state.place("channel-fleet") == "0611"


def test_9_4_a_path_goes_on_where_the_block_has_come_on_it() -> None:
    state = sea({"channel-fleet": "0610"})
    sail(state, BRITISH, "channel-fleet", {"path": ["0608", "0609", "0610", "0611", "0612"], "stop": "sea"})
    assert state.place("channel-fleet") == "0612"
    assert "end of its path" in lapses(sail(state, BRITISH, "channel-fleet", {"path": ["0611", "0612"]}))[0]


def test_11_2_a_path_into_a_port_that_is_not_friendly_lapses() -> None:
    state = sea({"channel-fleet": "0512"})
    assert lapses(sail(state, BRITISH, "channel-fleet", {"path": ["0513", "0514"], "stop": "port"})) == [
        "Channel: Ferrol is no friendly port."]  # fmt: skip


def test_11_2_before_an_enemys_port_a_block_may_stop_inshore() -> None:
    state = sea({"channel-fleet": "0512"})
    fought = sail(state, BRITISH, "channel-fleet", {"make_for": "ferrol", "stop": "inshore"})
    assert seen(fought) == [("0512", "ferrol/inshore", "sail")]


def test_11_2_all_see_a_block_go_into_a_port() -> None:
    state = sea({"channel-fleet": "0805"})
    assert seen(sail(state, BRITISH, "channel-fleet", {"enter": "plymouth"})) == [("0805", "plymouth/port", "enter")]


@pytest.mark.parametrize("place", ["0807", "brest/loose", "brest/inshore"])
def test_24_3_thirty_ships_score_as_they_come_into_brest_from_wherever(place: str) -> None:
    state = sea(allied={"toulon-fleet": place}, scenario="trafalgar", turn=22, conseil={})
    for ship in [ship.id for ship in BOARD.ships.values() if ship.side == ALLIED][:32]:
        state.ships[ship] = Vessel("toulon-fleet")
    state.settle()
    sail(state, ALLIED, "toulon-fleet", {"enter": "brest"})
    assert state.scored == ["trafalgar/brest"]


# ------------------------------------------------------------------------------------------- goals


@pytest.mark.parametrize(("place", "stop", "port"), [
    ("0610", "loose", ""), ("0514", "loose", "ferrol"), ("0514", "", ""),
])  # fmt: skip
def test_9_1_only_a_hex_with_a_zone_has_parts_to_stop_in(place: str, stop: str, port: str) -> None:
    state = sea({"channel-fleet": "0612"})
    plan = made(plans.make_for, state, "channel-fleet", {"make_for": place, **({"stop": stop} if stop else {})})
    assert (plan.port, plan.stop) == (port, stop if port else "sea")


@pytest.mark.parametrize(("where", "stop"), [
    ("ferrol/inshore", "inshore"), ("ferrol/off", "loose"), ("lisbon/inshore", "loose"),
])  # fmt: skip
def test_7_5_who_joins_another_stops_in_the_part_where_that_one_lies(where: str, stop: str) -> None:
    state = sea({"channel-fleet": "0612", "cape-fleet": where})
    plan = made(plans.make_for, state, "channel-fleet", {"make_for": "ferrol", "join": "cape-fleet"})
    assert (plan.port, plan.stop) == ("ferrol", stop)


def test_9_3_a_fleet_in_a_zone_may_lie_there_though_it_could_go_in() -> None:
    state = sea(allied={"brest-fleet": "ferrol/loose"})
    state.blocks["brest-fleet"].bound = "ferrol"
    assert lapses(sail(state, ALLIED, "brest-fleet", {"lie": "yes"})) == []


@pytest.mark.parametrize(("letter", "port", "stop"), [
    ("d", "ferrol", "port"), ("b", "lisbon", "loose"), ("a", "martinique", "port"), ("c", "bantry-bay", "loose"),
])  # fmt: skip
def test_11_1_a_sortie_and_a_leaving_end_in_a_friendly_port_and_else_on_loose_blockade(
    letter: str, port: str, stop: str
) -> None:
    state = sea(allied={"brest-fleet": "brest/port", "magon-fleet": "corfu/loose"})
    for plan in (made(plans.sortie, state, "brest-fleet", {"sortie": {"bound": letter}}),
                 made(plans.leave, state, "magon-fleet", {"leave": {"bound": letter}})):  # fmt: skip
        assert (plan.port, plan.stop, plan.bound) == (port, stop, letter)


def test_11_1_a_sortie_bound_for_its_own_port_stops_in_the_zone() -> None:
    state = sea(allied={"ferrol-fleet": "ferrol/port"})
    for leg, stop in (({}, "loose"), ({"stop": "inshore"}, "inshore")):
        plan = made(plans.sortie, state, "ferrol-fleet", {"sortie": {"bound": "d"}, **leg})
        assert (plan.target, plan.port, plan.stop) == ("0514", "ferrol", stop)


@pytest.mark.parametrize(("port", "why"), [
    ("nowhere", "nowhere is no friendly port"), ("ferrol", "Ferrol is no friendly port"), ("plymouth", ""),
])  # fmt: skip
def test_11_2_a_block_goes_into_a_friendly_port(port: str, why: str) -> None:
    plan = made(plans.enter, sea({"channel-fleet": "0610"}), "channel-fleet", {"enter": port})
    assert plan == why or (not why and (plan.port, plan.stop) == ("plymouth", "port"))


def test_7_8_only_a_rumour_scatters() -> None:
    state = sea({"channel-fleet": "0610"}, {"fog-1": "0611"})
    state.blocks["fog-1"].bound = "cadiz"
    assert made(plans.scatter, state, "channel-fleet", {"scatter": "yes"}) == "only a rumour scatters"
    assert made(plans.scatter, state, "fog-1", {"scatter": "yes"}).port == "cadiz"


@pytest.mark.parametrize(("bound", "fresh", "moves"), [
    ("cadiz", False, True), ("cadiz", True, False), ("lisbon", False, False), ("lisbon", True, False),
])  # fmt: skip
def test_7_8_a_rumour_in_a_zone_goes_on_if_it_is_bound_elsewhere_and_has_not_only_now_come_up(
    bound: str, fresh: bool, moves: bool
) -> None:
    state = sea(allied={"fog-1": "lisbon/loose"})
    state.blocks["fog-1"].bound = bound
    here = course(state, "fog-1")
    here.fresh = fresh
    assert (plans.usual_plan(state, here).kind == plans.GO) is moves


# ------------------------------------------------------------------------------------------- hunts


def test_3_2_a_hunt_goes_for_the_nearest_sail_by_hexes_and_into_its_zone() -> None:
    state = sea({"channel-fleet": "0612"})
    leg = {"hunt": {"at": ["0605", "lisbon/loose", "0613"]}}
    assert made(plans.hunt, state, "channel-fleet", leg).target == "0613"
    near_lisbon = made(plans.hunt, state, "channel-fleet", {"hunt": {**leg["hunt"], "nearest_to": "lisbon"}})
    assert (near_lisbon.target, near_lisbon.port, near_lisbon.stop) == ("0620", "lisbon", "loose")


def test_3_2_with_spread_no_two_blocks_hunt_the_same_sail() -> None:
    state = sea({"channel-fleet": "0612"})
    for spread, target in (("yes", "0605"), ("no", "0613")):
        leg = {"hunt": {"at": ["0605", "0613"], "spread": spread}}
        assert made(plans.hunt, state, "channel-fleet", leg, hunted=["0613"]).target == target
        assert made(plans.hunt, state, "channel-fleet", leg, hunted=[]).target == "0613"


def test_3_2_a_sail_in_another_ocean_is_out_of_sight() -> None:
    state = sea({"channel-fleet": "0612"})
    leg = {"hunt": {"at": ["w22"], "guess": ["0613"]}}
    assert made(plans.hunt, state, "channel-fleet", leg).target == "0613"


def test_3_2_without_a_sail_a_hunt_looks_in_the_first_place_where_it_is_not_yet() -> None:
    for start, target in (("0612", "0620"), ("0620", "0514"), ("lisbon/loose", "0514")):
        state = sea({"channel-fleet": start})
        leg = {"hunt": {"at": [], "guess": ["lisbon/inshore", "ferrol"]}}
        assert made(plans.hunt, state, "channel-fleet", leg).target == target
    state = sea({"channel-fleet": "0612"})
    assert made(plans.hunt, state, "channel-fleet", {"hunt": {"at": []}}) == "there is nothing to hunt"


# ------------------------------------------------------------------------------------------- closer


@pytest.mark.parametrize(("wind", "left", "reaches"), [
    ("NE", 3, True), ("", 3, True), ("", 2, False), ("SW", 3, False),
])  # fmt: skip
def test_9_3_points_are_counted_on_a_wind_and_hexes_on_a_bonus_chit(wind: str, left: int, reaches: bool) -> None:
    """Ferrol's zone lies three hexes to leeward of 0611 in a north-easter, and to windward in a south-wester."""
    state = sea(allied={"brest-fleet": "0611"})
    state.rose["north_atlantic"] = wind or "SW"
    state.blocks["brest-fleet"].bound = "ferrol"
    assert plans.can_reach(state, course(state, "brest-fleet", left=left, wind=wind)) is reaches


@pytest.mark.parametrize(("path", "closer"), [(["0510"], True), (["0710"], False), (["0609"], False)])
def test_9_3_a_fleet_ends_closer_to_its_destination_and_not_only_as_near(path: list[str], closer: bool) -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "bantry-bay"
    plan = plans.Plan(plans.GO, path[-1], "", "sea", tuple(path))
    assert (plans.why_not_closer(state, course(state, "brest-fleet", left=1), plan) == "") is closer


def test_9_3_the_end_of_a_plan_without_a_path_lies_on_the_cheapest_way() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    plan = plans.Plan(plans.GO, "0612", "", "sea")
    assert plans.end_of(state, course(state, "brest-fleet", left=1), plan) == "0611"
    assert plans.end_of(state, course(state, "brest-fleet"), plan) == "0612"


# ------------------------------------------------------------------------------------------- waters


@pytest.mark.parametrize(("scenario", "hex_id", "zone"), [
    ("trafalgar", "1123", "the_capes"), ("campaign", "1123", BOARD.hexes["1123"].zone),
    ("trafalgar", "0610", BOARD.hexes["0610"].zone),
])  # fmt: skip
def test_24_1_the_straits_have_the_weather_of_the_capes_in_trafalgar(scenario: str, hex_id: str, zone: str) -> None:
    assert BOARD.hexes["1123"].zone != "the_capes"
    assert waters.zone_of(sea(scenario=scenario), hex_id) == zone


def test_24_1_gibraltar_is_left_on_atlantic_winds_in_trafalgar_and_no_other_port_is() -> None:
    assert waters.sortie_winds(sea(scenario="trafalgar"), "gibraltar") == ("NE", "W")
    assert waters.sortie_winds(sea(), "gibraltar") == BOARD.ports["gibraltar"].winds
    assert waters.sortie_winds(sea(scenario="trafalgar"), "rochefort") == ("NE", "SW")


def test_9_4_the_area_of_a_track_is_entered_by_its_cheapest_side() -> None:
    """0120 borders it to the north-west and to the south-west; the south-wester is against the second alone."""
    assert waters.step_cost(sea(rose={"north_atlantic": "SW"}), "0120", "twi") == 1


def test_6_4_a_rumour_moves_of_itself_on_a_bonus_chit_and_other_blocks_do_not() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "bantry-bay"
    play(bonus_chit, state, BOARD.chits["bonus-allied-3"],
         allied={"bonus/3": [{"block": "brest-fleet", "leg": {"path": ["0609"], "stop": "sea"}}]})  # fmt: skip
    assert state.place("brest-fleet") == "0609"


# ------------------------------------------------------------------------------------------- after a battle


def met(*after: dict[str, Any], deny: bool = True) -> tuple[State, Fought]:
    """A French fleet comes back to Loose Blockade off Lisbon, is met there, and goes on with these legs."""
    state = sea({"channel-fleet": "lisbon/loose"}, {"brest-fleet": "lisbon/off"}, scenario="trafalgar", conseil={})
    return state, play(
        activation.activate, state, half(ALLIED), "brest-fleet", 9, dice={"search": [[6, 6]], "gauge": [[1], [6]]},
        allied={"leg/brest-fleet": Turns([[{"station": "loose"}], list(after)]), "deny": "yes" if deny else "no",
                "bound/brest-fleet": "keep"},
    )  # fmt: skip


def test_20_8_after_a_battle_a_block_goes_on_by_the_first_leg_that_has_a_plan() -> None:
    state, fought = met({"enter": "plymouth"}, {"make_for": "0618", "stop": "sea"})
    assert lapses(fought) == ["Brest: Plymouth is no friendly port."]
    assert state.blocks["brest-fleet"].area == "sea"


def test_20_8_without_a_word_it_goes_on_as_it_was_ordered() -> None:
    state, fought = met()
    assert [each.facts["moment"] for each in questions(fought, ALLIED, "brest-fleet")] == ["activated", "after-battle"]
    assert state.place("brest-fleet") == "lisbon/loose"


@pytest.mark.parametrize(("after", "place"), [([], "lisbon/off"), ([{"make_for": "0618", "stop": "sea"}], "0618")])
def test_14_0_a_block_marked_off_station_stays_there_unless_it_is_ordered_out_to_sea(
    after: list[dict[str, Any]], place: str
) -> None:
    """One ship against ten breaks off from a wake, and that puts a fleet that is not at home Off Station (20.5)."""
    state = sea({"channel-fleet": "lisbon/loose"}, {"brest-fleet": "lisbon/off"}, scenario="trafalgar", conseil={})
    wake = {"tactic": "admirals-wake", "sail": "easy"}
    play(activation.activate, state, half(ALLIED), "brest-fleet", 9,
         dice={"search": [[6, 6], *([[1, 1]] if after else [])], "gauge": [[1], [6]],
               "command/lisbon/allied/r1": [[1]]},
         british={"signals": {"tactic": "repeat-same", "sail": "easy"}},
         allied={"leg/brest-fleet": Turns([[{"station": "loose"}], after]), "deny": "no", "signals": wake,
                 "break-off": "yes", "bound/brest-fleet": "keep"})  # fmt: skip
    assert state.place("brest-fleet") == place
