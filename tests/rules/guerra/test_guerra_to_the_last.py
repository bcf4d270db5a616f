"""1.1, 5.0 to 5.3, 6.1.1, 7.4, 7.9, 9.0, 10.1, 10.2 and 11.0: edges where one more or one less is another answer."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import Played as Told
from rules.guerra.guerra_council import play, position, put_stack
from rules.guerra.guerra_fields import field, in_hand, let, order, refused, stack, where

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.rules import aftermath
from pbem.adjudicator.guerra.rules import ch09_uprisings as uprisings
from pbem.adjudicator.guerra.rules import ch10_liberals as liberals
from pbem.adjudicator.guerra.rules import ch10_special as special
from pbem.adjudicator.guerra.rules.ch01_map import holds_some
from pbem.adjudicator.guerra.rules.ch05_attrition import attrition, standing, worst
from pbem.adjudicator.guerra.rules.ch05_movement import VERBS, apply_forces, neutral_ground, why_not_formed
from pbem.adjudicator.guerra.rules.ch07_landing import VERBS as LANDING
from pbem.adjudicator.guerra.rules.ch07_raids import refuges
from pbem.adjudicator.guerra.rules.ch07_sailing import VERBS as SAILING
from pbem.adjudicator.guerra.rules.ch07_sailing import nearest_on_the_way, to_port
from pbem.adjudicator.guerra.rules.ch11_victory import continental, decide_victory, levels, short_of_garrison
from pbem.adjudicator.guerra.rules.distances import sea_distances
from pbem.adjudicator.guerra.rules.placing import put
from pbem.adjudicator.guerra.state.state import Acting, Force, Siege, State

MOVE, LEAVE, PICK_UP, ENTER, SALLY = (VERBS[name] for name in ("move", "leave", "pick_up", "enter", "sally"))

# ------------------------------------------------------------------------------------------------ 1: the map


@pytest.mark.parametrize(("side", "area", "some"), [
    ("patriot", "salta", True), ("patriot", "charcas", False), ("patriot", "lima", False), ("royalist", "salta", False),
    ("patriot", "quito", True), ("royalist", "quito", True),
])  # fmt: skip
def test_1_1_1_a_side_holds_some_of_an_area_where_it_stands_and_the_other_does_not_deny_it(
    side: str, area: str, some: bool
) -> None:
    state = field(stack("patria-1", "salta", "p1"), stack("patria-2", "charcas", "pla-mi1"),
                  stack("royal-1", "charcas", "r-mi1", hills=True), stack("patria-3", "quito", "bv"),
                  stack("royal-2", "quito", "cu"), house={"empty_areas": "last_holder"},
                  last_holder={"lima": "patriot"})  # fmt: skip
    assert holds_some(state, side, area) is some


# ------------------------------------------------------------------------------------------------ 5: marches


def test_5_0_only_the_areas_after_the_first_are_paid_on_the_way() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1", op=3)
    played = order(state, MOVE, to="charcas", via=["salta"])
    assert (state.acting.spent, played.events("lapsed")) == (2, [])


@pytest.mark.parametrize(("to", "lifts", "there"), [("cumana", True, ["cumana"]), ("salta", False, ["costa-firme"])])
def test_5_0_a_march_that_cannot_go_on_stays_where_it_is(to: str, lifts: bool, there: list[str]) -> None:
    state = in_hand(field(stack("patria-1", "costa-firme", "bv")), "patria-1")
    assert (refused(state, MOVE, to=to) == "") is lifts
    if lifts:
        order(state, MOVE, to=to)
    assert where(state, "bv") == there


def test_10_6_a_legion_gone_to_brazil_leaves_no_force_behind_and_what_follows_is_not_asked() -> None:
    state = in_hand(field(stack("royal-1", "banda-oriental", "spl1")), "royal-1")
    order(state, MOVE, to="brazil", via=[])
    assert "royal-1" not in state.forces
    state = in_hand(field(stack("royal-1", "banda-oriental", "spl1")), "royal-1")
    played = order(state, MOVE, to="mojos", via=["brazil"])
    assert state.units["spl1"].at == "gone"
    assert [note.text for note in played.notes if note.event == "lapsed"] == ["There is no force on land to march."]


def test_3_5_a_march_by_several_areas_ends_where_it_is_stopped() -> None:
    state = in_hand(field(stack("royal-1", "los-llanos", "vz"), stack("patria-1", "los-llanos", "ll1-g ll2-g bv")),
                    "royal-1")  # fmt: skip
    played = order(state, MOVE, to="cumana", via=["costa-firme"],
                   said={"intercept": "patria-1", "retreat": "maracaibo"},
                   dice={"intercept/": 6, "battle/": 5})  # fmt: skip
    assert where(state, "vz") == ["maracaibo"]
    assert played.events("lapsed") == []
    assert state.acting.spent == 1


# ------------------------------------------------------------------------------------------------ 5: in and out


@pytest.mark.parametrize(("port", "why"), [
    ("callao", "is not in Costa Firme"), ("nowhere", "is not in Costa Firme"), ("puerto-cabello", ""),
])  # fmt: skip
def test_5_1_a_force_enters_a_port_of_its_own_area_alone(port: str, why: str) -> None:
    state = in_hand(field(stack("patria-1", "costa-firme", "bv")), "patria-1")
    found = refused(state, ENTER, port=port)
    assert why in found
    assert bool(found) is bool(why)


def test_5_1_an_empty_port_is_open_while_only_friends_stand_about_it() -> None:
    state = field(stack("patria-1", "tierra-caliente", "tp"), stack("patria-2", "tierra-caliente", "ec"))
    state.ports["acapulco"] = ""
    assert refused(in_hand(state, "patria-1"), ENTER, port="acapulco") == ""


def test_5_0_new_orleans_is_no_port_of_the_kings() -> None:
    state = in_hand(field(stack("royal-1", "united-states", "pr1")), "royal-1")
    assert refused(state, ENTER, port="new-orleans") == "New Orleans is not yours"


def test_6_2_a_part_of_the_besiegers_that_is_left_besieges_on() -> None:
    state = field(stack("patria-1", "costa-firme", "bv vc"), HELD,
                  sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})  # fmt: skip
    order(in_hand(state, "patria-1"), LEAVE, units=["vc"])
    assert sorted(state.sieges["puerto-cabello"].forces) == sorted(["patria-1", state.force_of("vc")])


@pytest.mark.parametrize("change", ["gone", "embarked", "inside"])
def test_5_1_only_a_force_in_the_field_goes_in(change: str) -> None:
    state = in_hand(field(stack("patria-1", "costa-firme", "bv"), stack("patria-2", "costa-firme", "vc")), "patria-1")
    if change == "gone":
        state.acting.force = "patria-9"
    if change == "embarked":
        state.acting.embarked = True
    if change == "inside":
        state.forces["patria-1"].inside = "puerto-cabello"
    assert refused(state, ENTER, port="puerto-cabello") == "there is no force in the field"


def test_5_1_who_is_sent_in_has_operated_and_all_hear_of_it() -> None:
    state = in_hand(field(stack("patria-1", "costa-firme", "bv vc")), "patria-1")
    played = order(state, ENTER, port="puerto-cabello", units=["bv"])
    assert state.operated == ["bv"]
    assert played.events("entered") == [{"port": "puerto-cabello", "units": ["bv"], "force": state.force_of("bv"),
                                         "side": "patriot"}]  # fmt: skip
    assert [note.text for note in played.notes if note.event == "entered"] == ["Barlovento: into Puerto Cabello."]


def test_5_1_all_hear_who_comes_out() -> None:
    state = in_hand(field(stack("royal-1", "costa-firme", "r-mi3 cn-r", inside="puerto-cabello")), "royal-1")
    played = order(state, SALLY, port="puerto-cabello", units=["cn-r"])
    assert played.events("sallied") == [{"port": "puerto-cabello", "units": ["cn-r"], "force": state.acting.force,
                                         "side": "royalist"}]  # fmt: skip
    assert state.force_of("cn-r") == state.acting.force
    told = [note.text for note in played.notes if note.event == "sallied"]
    assert told == ["Cumaná battalion: out of Puerto Cabello."]


# ------------------------------------------------------------------------------------------------ 5: forces formed


def why(state: State, seat: str, **entry: Any) -> str:
    return why_not_formed(state, seat, entry)


def formed(state: State, seat: str, **entry: Any) -> list[str]:
    table = Table()
    apply_forces(table, state, seat, [entry], "5.1")
    return [note.text for note in table.story if note.event == "lapsed"]


def test_5_1_inside_means_a_port_of_the_area_and_an_area_without_one_has_no_inside() -> None:
    state = field(stack("royal-1", "rio-de-la-plata", "cu"), stack("royal-2", "salta", "rl"))
    assert why(state, "royalist", at="salta", units=["rl"], inside="yes") == (
        "Salta has neither city nor fortress with a port")  # fmt: skip
    assert why(state, "royalist", at="nowhere", units=["rl"], inside="yes") != ""
    assert formed(state, "royalist", at="rio-de-la-plata", units=["cu"], inside="yes") == []
    assert state.forces[state.force_of("cu")].inside == "buenos-aires"


def test_5_1_a_force_is_of_somebody() -> None:
    state = field(stack("patria-1", "salta", "p1", "belgrano"))
    assert why(state, "patriot", at="salta") == "no unit is named"
    assert why(state, "patriot", at="salta", leaders=["belgrano"]) == ""


def test_10_6_the_legion_forms_its_own_forces() -> None:
    state = field(stack("royal-1", "banda-oriental", "spl1 spl2"), stack("royal-2", "banda-oriental", "dba bfm"))
    assert why(state, "royalist", at="banda-oriental", units=["spl1"]) == ""
    assert why(state, "royalist", at="banda-oriental", units=["dba", "bfm"]) == ""
    assert "Legion" in why(state, "royalist", at="banda-oriental", units=["dba", "spl1"])


def test_5_0_of_men_on_both_sides_of_besieged_walls_nobody_forms_a_garrison() -> None:
    inside = stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello")
    state = field(inside, stack("royal-2", "costa-firme", "cn-r"), stack("patria-1", "costa-firme", "bv"),
                  sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})  # fmt: skip
    assert "besieged" in why(state, "royalist", at="costa-firme", units=["r-mi3", "cn-r"], inside="yes")
    assert why(state, "royalist", at="costa-firme", units=["r-mi3"], inside="yes") == ""


def test_5_1_1_a_marker_put_over_its_own_whole_force_changes_nothing() -> None:
    state = field(stack("norte", "cordoba", "p1 p2"), stack("patria-1", "cordoba", "p3"))
    assert formed(state, "patriot", at="cordoba", units=["p1", "p2"], marker="norte") == []
    assert state.units_in("norte") == ["p1", "p2"]
    assert formed(state, "patriot", at="cordoba", units=["p3"], marker="norte") == []
    assert state.units_in("norte") == ["p3"]
    assert state.force_of("p1") == state.force_of("p2") != "norte"


def test_5_1_1_a_whole_force_comes_under_a_free_marker() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    assert formed(state, "patriot", at="cordoba", units=["p1", "p2"], marker="norte") == []
    assert list(state.forces) == ["norte"]


HELD = stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello")


def test_6_2_besiegers_who_go_inside_or_come_of_two_sieges_besiege_no_more() -> None:
    state = field(stack("patria-1", "costa-firme", "bv vc"), HELD,
                  sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})  # fmt: skip
    formed(state, "patriot", at="costa-firme", units=["bv"])
    assert state.sieges["puerto-cabello"].forces == ["patria-1", state.force_of("bv")]
    formed(state, "patriot", at="costa-firme", units=["vc"])
    assert sorted(state.sieges["puerto-cabello"].forces) == sorted({state.force_of("bv"), state.force_of("vc")})
    state = field(stack("patria-1", "costa-firme", "bv vc"), stack("patria-2", "costa-firme", "gi"), HELD)
    formed(state, "patriot", at="costa-firme", units=["bv", "gi"])
    assert state.sieges == {}


def test_5_1_a_force_is_told_by_the_port_that_it_is_in() -> None:
    state, table = field(stack("royal-1", "costa-firme", "r-mi3 cn-r", inside="puerto-cabello")), Table()
    apply_forces(table, state, "royalist", [{"at": "costa-firme", "units": ["cn-r"], "inside": "yes"}], "5.1")
    apply_forces(table, state, "royalist", [{"at": "costa-firme", "units": ["r-mi3"]}], "5.1")
    told = [note.text.partition(" in ")[2].partition(":")[0] for note in table.story if note.event == "formed"]
    assert told == ["Puerto Cabello", "Costa Firme"]


@pytest.mark.parametrize(("there", "unit", "joins"), [
    (stack("royal-1", "lima", "rl"), "vdc", True), (stack("royal-1", "lima", "rl"), "vy", True),
    (stack("royal-1", "lima", "spl1"), "vdc", False), (stack("ejercito-lima", "lima", "rl"), "vdc", False),
    (stack("royal-1", "lima", "r-mi1", hills=True), "vdc", False),
    (stack("royal-1", "lima", "rl", inside="callao"), "vdc", False),
    (stack("royal-1", "lima", "", "pezuela"), "vdc", False),
    (stack("royal-1", "cuzco", "rl"), "vdc", False), (stack("patria-1", "lima", "p1"), "p2", True),
    (stack("patria-1", "lima", "p1 lp"), "p2", False), (stack("patria-1", "lima", "lp"), "p2", False),
    (stack("patria-1", "lima", "p1"), "vdc", False),
])  # fmt: skip
def test_5_1_a_newcomer_joins_an_open_stack_of_its_own_in_line(there: dict[str, Any], unit: str, joins: bool) -> None:
    state = field(there)
    assert (put(state, unit, "lima") == there["name"]) is joins
    state = field(there, sieges={"callao": Siege("patriot", [there["name"]])})
    assert put(state, unit, "lima") != there["name"]


# ------------------------------------------------------------------------------------------------ 5: neutral ground


def test_5_0_who_leaves_neutral_ground_in_time_has_a_turn_again() -> None:
    state = field(stack("royal-1", "united-states", "pr1"), turn=4)
    let(neutral_ground, state)
    assert state.neutral == {"royal-1": 4}
    state.forces["royal-1"].at, state.turn = "tejas", 5
    let(neutral_ground, state)
    assert state.neutral == {}
    state.forces["royal-1"].at = "united-states"
    let(neutral_ground, state)
    assert where(state, "pr1") == ["united-states"]


def test_5_0_interned_men_are_told_of_and_their_leader_throws() -> None:
    state = field(stack("royal-1", "united-states", "pr1", "pezuela"), turn=5, neutral={"royal-1": 4})
    played = let(neutral_ground, state, dice={"leader/pezuela": 1})
    assert [note.text for note in played.notes if note.event == "eliminated"] == [
        "Presidiales: interned in United States, and lost."]  # fmt: skip
    assert played.events("eliminated") == [{"side": "royalist", "at": "united-states", "units": ["pr1"]}]
    assert "royal-1" not in state.forces


# ------------------------------------------------------------------------------------------------ 5: attrition


def test_5_3_a_way_through_good_country_alone_and_one_of_hostility_nought_differ() -> None:
    state = field()
    assert worst(state, ["cordoba", "rio-de-la-plata"]) is None
    assert worst(state, ["cordoba", "pampas"]) == 1
    assert worst(state, ["santa-fe", "maracaibo"]) == 0
    assert worst(state, ["box-haiti", "cumana"]) is None


def test_5_3_who_was_lost_or_put_to_sea_on_the_way_is_passed_over() -> None:
    state = field(stack("patria-3", "pacific-8", "chi1 chi2"), stack("patria-1", "mojos", "p1 p2"),
                  stack("patria-2", "mojos", "p3 dp"), ships={"chl-f1": "pacific-8"})  # fmt: skip
    state.forces["patria-3"].ships = ["chl-f1"]
    assert let(standing, state, "patriot").dice == ["attrition/patria-1", "attrition/patria-2"]


@pytest.mark.parametrize(("house", "lane"), [("own_lane", "patriot"), ("public", "all")])
@pytest.mark.parametrize(("force", "revealed"), [("norte", {}), ("norte", {"norte": 9}), ("patria-1", {})])
def test_5_3_the_die_of_a_shut_marker_falls_where_the_charter_says_and_others_for_all(
    force: str, revealed: dict[str, int], house: str, lane: str
) -> None:
    state = field(stack(force, "mojos", "p1 p2"), house={"markers_dice": house}, revealed=revealed)
    shut = force == "norte" and not revealed
    played = let(attrition, state, force, 1, dice={"attrition/": 1})
    assert {note.to for note in played.notes if note.throw} == {lane if shut else "all"}


@pytest.mark.parametrize(("die", "lost", "text"), [
    (1, 0, "patria-1 loses nobody."), (4, 1, "patria-1 loses 1 step on the road."),
    (6, 2, "patria-1 loses 2 steps on the road."),
])  # fmt: skip
def test_5_3_all_hear_what_the_road_cost_an_open_force(die: int, lost: int, text: str) -> None:
    state = field(stack("patria-1", "mojos", "p1 p2 p6 dp"))
    played = let(attrition, state, "patria-1", 1, dice={"attrition/": die})
    assert [(note.to, note.text) for note in played.notes if note.event == "attrition"] == [("all", text)]
    assert played.events("attrition") == [{"force": "patria-1", "side": "patriot", "at": "mojos", "steps": lost}]


def test_5_3_nothing_is_paid_where_the_owner_says_no() -> None:
    state = field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 20})
    played = let(attrition, state, "patria-1", 1, said={"attrition": "no"}, dice={"attrition/": 3})
    assert (played.shifts("attrition"), state.purse["plata"]) == ([1], 20)


# ------------------------------------------------------------------------------------------------ 6: aftermath


def test_6_2_the_end_of_a_siege_whose_besiegers_are_lost_is_told() -> None:
    state = field(stack("patria-1", "costa-firme", ""), HELD, sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})
    played = let(aftermath.left_alone, state, ("patria-1",), "costa-firme")
    assert state.sieges == {}
    assert [facts["port"] for facts in played.events("siege-over")] == ["puerto-cabello"]


def test_6_7_of_two_ports_in_an_area_each_is_looked_at() -> None:
    state = field(stack("royal-1", "tierra-caliente", "r-mi1", inside="veracruz"), stack("patria-1", "tierra-caliente",
                                                                                        "tp"))  # fmt: skip
    state.put(["r-mi1"], state.new_force("royalist", "tierra-caliente", "veracruz"))
    state.ports |= {"veracruz": "royalist", "acapulco": "royalist"}
    state.put(["tp"], state.new_force("patriot", "durango"))
    let(aftermath.harbours, state, "tierra-caliente")
    assert (state.ports["veracruz"], state.ports["acapulco"]) == ("royalist", "royalist")
    state.put(["r-mi1"], state.new_force("royalist", "durango"))
    state.ports["veracruz"] = ""
    let(aftermath.harbours, state, "tierra-caliente")
    assert (state.ports["veracruz"], state.ports["acapulco"]) == ("", "")


@pytest.mark.parametrize(("force", "asked", "inside"), [
    (stack("patria-1", "costa-firme", "bv"), 1, ""), (stack("patria-1", "costa-firme", "bv ll1-g"), 1, "bv"),
    (stack("patria-1", "costa-firme", "gco-mi1 gco-mi2", hills=True), 0, ""),
])  # fmt: skip
def test_6_1_1_the_weakest_foot_of_several_goes_into_an_empty_fortress_and_one_unit_does_not(
    force: dict[str, Any], asked: int, inside: str
) -> None:
    state = field(force)
    state.ports["puerto-cabello"] = "royalist"
    played = let(aftermath.advance, state, "patria-1")
    assert len(played.asked) == asked
    within = [unit for name in state.inside("puerto-cabello") for unit in state.units_in(name)]
    assert within == ([inside] if inside else [])


def test_9_5_rebels_go_into_no_fortress() -> None:
    state = field(stack("rebel-1", "banda-oriental", "reb-i1 reb-c1"))
    state.ports["montevideo"] = "patriot"
    assert let(aftermath.advance, state, "rebel-1").asked == []


# ------------------------------------------------------------------------------------------------ 7: at sea


@pytest.mark.parametrize(("to", "points", "reached"), [
    ("pacific-1", 1, "pacific-4"), ("pacific-9", 1, "pacific-9"), ("box-spain", 2, ""), ("pacific-8", 1, "pacific-8"),
])  # fmt: skip
def test_7_2_a_fleet_that_sails_as_far_as_it_can_comes_nearest(to: str, points: int, reached: str) -> None:
    state = field(ships={"chl-f1": "pacific-8"})
    course = nearest_on_the_way(state, "pacific-8" if to != "pacific-8" else "pacific-9", to, points)
    assert (course.to if course else "") == reached


def test_7_1_the_way_by_sea_is_the_shortest() -> None:
    far = sea_distances(field(), ["caribbean-5"])
    assert (far["caribbean-5"], far["caribbean-4"], far["caribbean-8"], far["caribbean-1"]) == (0, 1, 2, 3)
    assert far["caribbean-10"] == 3


def test_7_1_and_7_2_no_other_way_round_is_shorter() -> None:
    board = field().board
    legs = {(sea, there): 1 for sea, piece in board.seas.items() for there in piece.neighbours}
    legs |= {(sea, there): count for sea, ways in board.long_links.items() for there, count in ways.items()}
    for start in board.seas:
        far = sea_distances(field(), [start])
        assert far[start] == 0
        assert all(far[there] <= far[here] + count for (here, there), count in legs.items())
        assert all(any(far[here] + count == far[sea] for (here, there), count in legs.items() if there == sea)
                   for sea in board.seas if sea != start)  # fmt: skip


def test_7_3_a_fleet_out_of_spain_may_go_as_far_as_its_points_reach() -> None:
    state = field(ships={"r-f1": "box-spain"})
    course = nearest_on_the_way(state, "box-spain", "caribbean-5", 3)
    assert course is not None
    assert (course.to, course.points) == ("caribbean-6", 3)
    assert nearest_on_the_way(state, "box-spain", "caribbean-5", 2) is None


def test_7_9_a_ship_in_a_port_on_two_seas_escapes_by_the_nearer() -> None:
    state = field(stack("royal-1", "santa-fe", "br1-s", inside="cartagena"), stack("royal-2", "cuba", "lh1"),
                  ships={"r-f1": "panama-port"})  # fmt: skip
    assert refuges(state, "r-f1", "panama-port")[0] == "cartagena"
    state = field(stack("royal-1", "lima", "rl", inside="callao"), stack("royal-2", "cuba", "lh1"),
                  stack("royal-3", "guatemala", "gm"), ships={"r-f1": "panama-port"})  # fmt: skip
    assert refuges(state, "r-f1", "panama-port")[:3] == ["omoa", "realejo", "callao"]


def test_7_6_what_a_fleet_sailed_counts_for_a_landing_from_where_the_force_came_aboard() -> None:
    state = field(stack("patria-1", "northern-chile", "chi1"), ships={"chl-f1": "valparaiso"})
    state = in_hand(state, "patria-1", ships=["chl-f1"])
    order(state, LANDING["embark"])
    order(state, SAILING["sail"], to="pacific-6")
    assert state.acting.at_sea_areas == 4
    assert LANDING["land"].cost(state, state.acting, {"at": "panama"}) == 1


def test_7_6_a_force_that_cannot_pay_for_its_landing_comes_ashore_where_its_ship_makes_port() -> None:
    state = field(stack("patria-1", "northern-chile", "chi1"), stack("patria-2", "southern-chile", "chi2"),
                  ships={"chl-f1": "valparaiso"})  # fmt: skip
    state = in_hand(state, "patria-1", ships=["chl-f1"], op=2)
    order(state, LANDING["embark"])
    order(state, SAILING["sail"], to="pacific-6", via=["pacific-10"])
    assert LANDING["land"].cost(state, state.acting, {"area": "panama"}) == 2 > state.acting.left
    order(state, SAILING["sail"], to="pacific-10")
    let(to_port, state)
    assert where(state, "chi1", "chl-f1") == ["southern-chile", "talcahuano"]
    assert state.forces["patria-1"].ships == []


# ------------------------------------------------------------------------------------------------ 9: uprisings


def risen(state: State, seat: str, area: str, **more: Any) -> Told:
    said: dict[str, Any] = {seat: {"uprisings": [{"area": area, **more}]}}
    return play(uprisings.uprisings, state, dice={"uprising": [6]}, **said)


@pytest.mark.parametrize(("seat", "area", "held", "facts", "text"), [
    ("patriot", "quito", "r-mi1", {"rebels": False}, "Quito rises for the Patriot"),
    ("royalist", "quito", "gco-mi1", {"rebels": False}, "Quito rises for the Royalist"),
    ("royalist", "misiones", "pla-mi1", {"rebels": True}, "Misiones rises for Rebels"),
])  # fmt: skip
def test_9_3_all_hear_for_whom_an_area_rises(seat: str, area: str, held: str, facts: dict[str, Any], text: str) -> None:
    played = risen(position({area: [held]}, turn=5), seat, area)
    assert played.told("rose")[0].startswith(text)
    [note] = [note for note in played.notes if note.event == "rose"]
    assert (note.rule, note.facts["seat"], note.facts["rebels"]) == (
        "9.5" if facts["rebels"] else "9.3", seat, facts["rebels"])  # fmt: skip


@pytest.mark.parametrize(("wanted", "arm"), [("infantry", "infantry"), ("cavalry", "cavalry"), ("", "cavalry")])
@pytest.mark.parametrize(("seat", "area", "held"), [("patriot", "quito", "r-mi1"), ("royalist", "misiones", "pla-mi1")])
def test_9_3_the_arm_that_is_wanted_rises_else_horse(seat: str, area: str, held: str, wanted: str, arm: str) -> None:
    state = position({area: [held]}, turn=5)
    [facts] = risen(state, seat, area, unit=wanted).facts("rose")
    assert state.arm(facts["unit"]) == arm
    free = [unit for unit in state.board.units.values() if unit.arm == arm and unit.id != facts["unit"]
            and state.units[unit.id].at == "pool" and unit.side == state.side_of(facts["unit"])
            and unit.nation == state.nation_of(facts["unit"]) and (unit.militia or unit.side == "rebel")]  # fmt: skip
    order_of = list(state.board.units)
    assert all(order_of.index(facts["unit"]) < order_of.index(unit.id) for unit in free)


def test_9_4_the_marked_army_has_regulars_if_one_of_its_units_is_regular() -> None:
    state = position({})
    put_stack(state, "quito", ["rl", "r-mi1"], marker="barlovento")
    risen(state, "patriot", "quito")
    assert state.told_regulars == {"barlovento": True}


@pytest.mark.parametrize(("seat", "area", "held", "shift"), [
    ("patriot", "salta", "r-mi1", 2), ("royalist", "lima", "lp", 1), ("royalist", "lima", "per-mi1", 2),
    ("royalist", "salta", "pla-mi1", 0), ("patriot", "lima", "r-mi1", 0),
])  # fmt: skip
def test_9_4_each_side_is_loved_in_areas_of_its_own(seat: str, area: str, held: str, shift: int) -> None:
    found = uprisings.modifiers(position({area: [held]}, turn=5), seat, area, {})
    assert found.total == shift
    assert ("pro-Royalist" in str(found)) is (seat == "royalist" and area == "lima")


# ------------------------------------------------------------------------------------------------ 10: the Liberals


def test_10_2_1_all_hear_who_stays_in_spain_and_nothing_if_nobody_does() -> None:
    state = position({}, turn=13)
    assert play(liberals.event, state, dice={"liberals": [6]}).told("cancelled") == []
    state = position({}, turn=13)
    state.units["r-s2"].at = "track/14"
    played = play(liberals.event, state, dice={"liberals": [6]})
    assert played.told("cancelled") == ["They stay in Spain: Spanish ship of the line."]
    assert played.facts("cancelled") == [{"units": ["r-s2"]}]


def won_over(die: int, *, pool: bool = True, **step: str) -> tuple[State, Told]:
    """San Martín tries to win over the Concordia in Lima."""
    state = position({"lima": ["san-martin", "p1"], "lima#": ["vdc", "rl"]}, turn=11, liberals=11)
    for name, counter in state.board.units.items():
        if not pool and counter.side == "patriot" and state.units[name].at == "pool":
            state.units[name].at = "gone"
    act = Acting(force=state.force_of("san-martin"), side="patriot")
    return state, play(liberals.carry_out, state, act, {"unit": "vdc", **step}, dice={"subvert": [die]})


def test_10_2_2_all_hear_if_a_unit_goes_over_and_who_comes_for_it() -> None:
    state, played = won_over(4)
    assert played.told("subverted") == ["Voluntarios de la Concordia stays true to the King."]
    assert played.facts("subverted") == [{"leader": "san-martin", "unit": "vdc", "success": False}]
    state, played = won_over(3)
    assert played.told("subverted") == [
        "Voluntarios de la Concordia leaves the King's service; infantry regiment no. 2 joins San Martín."]  # fmt: skip
    assert played.facts("subverted") == [{"leader": "san-martin", "unit": "vdc", "success": True, "instead": "p2"}]
    assert state.operated == ["p2"]
    state, played = won_over(1, pool=False)
    assert played.told("subverted") == ["Voluntarios de la Concordia leaves the King's service."]
    assert played.facts("subverted")[0]["instead"] == ""
    assert state.operated == []


def test_10_2_2_a_wrong_guess_is_told_as_no_success() -> None:
    state = position({"lima": ["san-martin", "p1"]}, turn=11, liberals=11)
    put_stack(state, "lima", ["f"], marker="alto-peru")
    act = Acting(force=state.force_of("san-martin"), side="patriot")
    played = play(liberals.carry_out, state, act, {"unit": "vdc", "marker": "alto-peru"})
    assert played.facts("subverted") == [{"leader": "san-martin", "unit": "vdc", "success": False}]


@pytest.mark.parametrize(("leader", "area", "unit", "wished", "comes"), [
    ("san-martin", "lima", "vdc", "", "p1"), ("san-martin", "lima", "vdc", "lp", "lp"),
    ("san-martin", "lima", "vdc", "chi1", "p1"), ("san-martin", "chiquitos", "vdc", "lp", "lp"),
    ("bolivar", "guatemala", "r-mc1", "mex-mc1", "mex-mc1"), ("bolivar", "santa-fe", "pt", "", "ng1"),
    ("san-martin", "lima", "fp", "", "bsf"), ("san-martin", "lima", "art-r4", "", "art-p1"),
    ("san-martin", "lima", "r-mi8", "", "pla-mi1"), ("san-martin", "lima", "dr-c", "hp", "hp"),
])  # fmt: skip
def test_10_2_2_an_equal_unit_comes_of_the_leaders_nation_or_the_areas(
    leader: str, area: str, unit: str, wished: str, comes: str
) -> None:
    assert liberals.stand_in(position({area: [leader]}), leader, unit, wished) == comes


def test_10_3_a_leader_at_sea_has_no_way_to_a_haven() -> None:
    state = position({})
    state.forces["patria-1"] = Force("patriot", "caribbean-5", ships=["gco-f1"])
    state.leaders["bolivar"].at = "patria-1"
    assert special.may_haven(state, "bolivar") == "the leader is at sea"
    state.leaders["bolivar"].at = "gco-f1"
    assert special.may_haven(state, "bolivar") == "the leader is at sea"
    assert special.may_haven(position({"cumana": ["bolivar"]}), "bolivar") == ""


def test_10_4_all_hear_of_reprisals_that_will_not_be_forgotten() -> None:
    played = play(special.repress, position({"quito": ["tv1"]}), "quito", dice={"repress": [1]})
    assert played.told("repression") == ["The reprisals in Quito will not be forgotten."]
    assert played.facts("repression") == [{"area": "quito"}]


# ------------------------------------------------------------------------------------------------ 11: the count


LINE = ["ne", "mx", "pb", "vz", "lh1", "lh2", "cb-r", "rl", "cu", "vdc", "f", "ce", "nu", "om", "nv"]


@pytest.mark.parametrize(("mexico", "cuba", "short"), [(8, 6, False), (7, 6, True), (8, 5, True), (7, 5, True)])
def test_10_5_sixteen_steps_and_twelve_are_enough_and_each_garrison_is_looked_at(
    mexico: int, cuba: int, short: bool
) -> None:
    state = position({"central-mexico": LINE[:mexico], "cuba": LINE[8 : 8 + cuba]})
    assert short_of_garrison(state) is short


def test_10_5_a_short_garrison_costs_the_royalist_the_two_areas_of_most_points() -> None:
    held = {"tejas": "pr1", "central-mexico": "ne", "lima": "rl", "quito": "f", "charcas": "cu", "charcas#": "p1"}
    state = position({area: [unit] for area, unit in held.items()})
    assert [area for area, _ in continental(state)] == ["central-mexico", "lima", "quito", "charcas", "tejas"]
    figures = levels(state)
    assert (figures["continental"], figures["continental_rp"]) == (2 + 1 + 2, 2 * 2 + 4 + 2)


@pytest.mark.parametrize(("held", "text"), [
    ([], "The Patriot has won: 5 areas are the Royalist's, 1 the Patriot's."),
    (["lima", "cuzco", "quito"], "Stalemate: 8 areas are the Royalist's, 1 the Patriot's."),
])  # fmt: skip
def test_11_1_the_result_is_told_in_a_word(held: list[str], text: str) -> None:
    militia = {area: [f"r-mi{number}"] for number, area in enumerate([*held, "cuba", "puerto-rico"], start=1)}
    islands = {"santo-domingo": ["sd-r"], "tejas": ["pr1"], "yucatan": ["pr2"]}
    state = position({"salta": ["p1"], "nuevo-mexico": LINE[:8], "cuba#": LINE[8:14], **militia, **islands},
                     house={"between_lines": "stalemate"})  # fmt: skip
    table = Table()
    decide_victory(table, state)
    assert [note.text for note in table.story] == [text]
