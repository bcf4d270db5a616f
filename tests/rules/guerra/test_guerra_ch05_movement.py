"""5.0, 5.1, 5.1.1 to 5.1.3, 5.2, 10.1 and 10.6: marches, forces formed anew, markers, units left and picked up."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import Played, field, in_hand, let, order, refused, stack, where

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.rules.ch01_map import port_holder
from pbem.adjudicator.guerra.rules.ch05_movement import VERBS, apply_forces, form_stacks, neutral_ground, why_not_formed
from pbem.adjudicator.guerra.state.state import Siege, State

MOVE, LEAVE, PICK_UP, ENTER, SALLY = (VERBS[name] for name in ("move", "leave", "pick_up", "enter", "sally"))


def march(state: State, to: str, **more: Any) -> Played:
    """A march of the force in hand."""
    return order(state, MOVE, to=to, **more)


def formed(state: State, seat: str, *entries: dict[str, Any]) -> list[str]:
    """Forms forces and returns what its owner was told that could not be."""
    table = Table()
    apply_forces(table, state, seat, list(entries), "5.1")
    return [note.text for note in table.story if note.event == "lapsed"]


# ------------------------------------------------------------------------------------------- marches


def test_5_0_the_example_a_leader_and_two_battalions_from_lima_to_cuzco_for_one_point() -> None:
    state = in_hand(field(stack("royal-1", "lima", "cu rl", "pezuela")), "royal-1")
    assert MOVE.cost(state, state.acting, {"to": "cuzco"}) == 1
    march(state, "cuzco")
    assert where(state, "cu", "rl", "pezuela") == ["cuzco"] * 3
    assert state.acting.left == 7


def test_1_1_chaco_and_salta_meet_at_a_point_and_are_two_marches_apart() -> None:
    state = in_hand(field(stack("patria-1", "chaco", "p1")), "patria-1")
    assert "does not border" in refused(state, MOVE, to="salta")
    for way in ("chiquitos", "rio-de-la-plata"):
        assert refused(state, MOVE, to=way) == ""
        march(in_hand(state, "patria-1"), way)
        assert refused(state, MOVE, to="salta") == ""
        state = in_hand(field(stack("patria-1", "chaco", "p1")), "patria-1")


def test_5_0_going_on_through_the_enemys_country_costs_one_more() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2"), stack("royal-1", "salta", "r-mc2")), "patria-1")
    march(state, "salta")
    assert MOVE.cost(state, state.acting, {"to": "charcas"}) == 2
    assert MOVE.cost(state, state.acting, {"to": "cordoba"}) == 1  # back where it came from


@pytest.mark.parametrize("salta", [stack("royal-2", "lima", "rl"), stack("patria-2", "salta", "p3")])
def test_5_0_it_does_not_through_empty_or_shared_areas(salta: dict[str, Any]) -> None:
    more = [stack("royal-1", "salta", "r-mc2")] if salta["at"] == "salta" else []
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2"), salta, *more), "patria-1")
    march(state, "salta")
    assert MOVE.cost(state, state.acting, {"to": "charcas"}) == 1


def test_5_0_a_march_by_several_areas_pays_each_and_stops_where_the_points_end() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1", op=2)
    played = order(state, MOVE, to="lima", via=["salta", "charcas"])
    assert where(state, "p1") == ["charcas"]
    assert (state.acting.spent, len(played.events("lapsed"))) == (2, 1)


def test_5_0_nobody_marches_onto_neutral_ground_unless_the_charter_lets_them() -> None:
    force = stack("patria-1", "tejas", "dv")
    assert "neutral" in refused(in_hand(field(force), "patria-1"), MOVE, to="united-states")
    free = field(force, house={"neutral_ground": "free"})
    assert refused(in_hand(free, "patria-1"), MOVE, to="united-states") == ""


def test_10_3_who_was_raised_in_the_united_states_may_enter_mexico() -> None:
    state = in_hand(field(stack("patria-1", "united-states", "dv", "morelos")), "patria-1")
    for area in state.board.group("us-entry"):
        assert refused(state, MOVE, to=area) == ""
    assert set(state.board.group("us-entry")) == {"tejas", "nuevo-mexico", "nueva-california"}


def test_10_1_guerrillas_march_like_others_or_by_the_charter_stay() -> None:
    force = stack("patria-1", "charcas", "per-mi1", hills=True)
    state = in_hand(field(force), "patria-1")
    march(state, "mojos")
    assert where(state, "per-mi1") == ["mojos"]
    assert "guerrillas" in refused(in_hand(field(force, house={"guerrillas": "stay"}), "patria-1"), MOVE, to="mojos")


def test_10_6_the_legion_leaves_the_banda_oriental_for_brazil_alone_and_for_good() -> None:
    state = in_hand(field(stack("royal-1", "banda-oriental", "spl1 spl2")), "royal-1")
    assert "Legion" in refused(state, MOVE, to="misiones")
    march(state, "brazil")
    assert [state.units[unit].at for unit in ("spl1", "spl2")] == ["gone", "gone"]
    assert state.acting.over


def test_6_2_a_besieger_who_marches_off_has_lifted_the_siege() -> None:
    sieges = {"puerto-cabello": Siege("patriot", ["patria-1"], works=True)}
    state = in_hand(field(stack("patria-1", "costa-firme", "bv vc"),
                          stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello"), sieges=sieges),
                    "patria-1")  # fmt: skip
    march(state, "cumana")
    assert state.sieges == {}


def test_5_1_3_a_marker_is_shut_again_once_it_has_moved() -> None:
    state = in_hand(field(stack("norte", "cordoba", "p1 p2"), revealed={"norte": 9}), "norte")
    assert not state.hidden("norte")
    march(state, "salta")
    assert state.hidden("norte")


# ------------------------------------------------------------------------------------------- left and picked up


def test_5_2_units_left_behind_stay_and_have_operated() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2 pla-mi1", "belgrano")), "patria-1")
    order(state, LEAVE, units=["pla-mi1"])
    march(state, "salta")
    assert where(state, "p1", "pla-mi1") == ["salta", "cordoba"]
    assert state.operated == ["pla-mi1"]


def test_5_2_somebody_goes_on_and_nobody_is_left_who_is_not_there() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2"), stack("patria-2", "cordoba", "p3")), "patria-1")
    assert refused(state, LEAVE, units=["p1", "p2"]) == "somebody has to go on"
    assert "is not with that force" in refused(state, LEAVE, units=["p3"])


def test_5_2_a_force_picks_up_only_what_has_not_operated() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1"), stack("patria-2", "cordoba", "p2 p3"),
                          operated=["p3"]), "patria-1")  # fmt: skip
    assert "has operated" in refused(state, PICK_UP, force="patria-2")
    order(state, PICK_UP, units=["p2"])
    march(state, "salta")
    assert where(state, "p1", "p2", "p3") == ["salta", "salta", "cordoba"]


def test_5_2_nobody_is_picked_up_elsewhere_nor_in_another_step_nor_out_of_the_hills() -> None:
    state = in_hand(field(stack("patria-1", "charcas", "p1"), stack("patria-2", "salta", "p2"),
                          stack("patria-3", "charcas", "bv"), stack("patria-4", "charcas", "per-mi1", hills=True)),
                    "patria-1")  # fmt: skip
    state.acting.nations = ["plata", "chile"]
    assert "does not stand beside it" in refused(state, PICK_UP, units=["p2"])
    assert "another step" in refused(state, PICK_UP, units=["bv"])
    state.acting.nations = []
    assert "hills" in refused(state, PICK_UP, units=["per-mi1"])


def test_5_1_3_what_a_hidden_marker_picks_up_the_enemy_does_not_hear() -> None:
    state = in_hand(field(stack("norte", "cordoba", "p1"), stack("patria-2", "cordoba", "p2")), "norte")
    played = order(state, PICK_UP, units=["p2"])
    assert {note.to: list(note.facts["units"]) for note in played.notes} == {"patriot": ["p2"], "royalist": []}


# ------------------------------------------------------------------------------------------- forces formed anew


def test_5_1_the_example_any_division_of_seven_units_in_los_llanos_is_lawful() -> None:
    units = ["bv", "vc", "ll1-g", "ll2-g", "h1", "lc-g", "art-g1"]
    units = [unit for unit in units if unit in field().board.units]
    state = field(stack("patria-1", "los-llanos", " ".join(units)))
    one, rest = ["bv", "ll1-g", "ll2-g"], [unit for unit in units if unit not in ("bv", "ll1-g", "ll2-g")]
    assert formed(state, "patriot", {"at": "los-llanos", "units": one}) == []
    assert state.units_in(state.force_of("bv")) == state.in_board_order(one)
    assert state.units_in(state.force_of("vc")) == state.in_board_order(rest)
    singly = [{"at": "los-llanos", "units": [unit]} for unit in units]
    assert formed(state, "patriot", *singly) == []
    assert len({state.force_of(unit) for unit in units}) == len(units)


def test_5_1_1_a_marker_takes_the_place_of_its_units_and_5_1_3_the_enemy_sees_it_alone() -> None:
    state = field(stack("royal-1", "cumana", "cn-r vz", "boves"))
    table = Table()
    apply_forces(table, state, "royalist", [{"at": "cumana", "units": ["cn-r", "vz"], "leaders": ["boves"],
                                             "marker": "barlovento"}], "5.1")  # fmt: skip
    assert state.units_in("barlovento") == state.in_board_order(["cn-r", "vz"])
    assert state.hidden("barlovento")
    assert {note.to: list(note.facts["units"]) for note in table.story} == {
        "royalist": [*state.in_board_order(["cn-r", "vz"]), "boves"], "patriot": []}  # fmt: skip


def test_5_1_1_a_force_put_under_a_marker_at_once_takes_no_number() -> None:
    state = field(stack("royal-1", "cumana", "cn-r vz"))
    formed(state, "royalist", {"at": "cumana", "units": ["cn-r"], "marker": "barlovento"})
    formed(state, "royalist", {"at": "cumana", "units": ["vz"]})
    assert state.next_number["royalist"] == 50


def test_5_1_1_a_marker_lies_once_and_only_over_ones_own_units_in_the_field() -> None:
    state = field(stack("barlovento", "cumana", "cn-r"), stack("royal-1", "lima", "cu rl"),
                  stack("royal-2", "costa-firme", "r-mi3", inside="puerto-cabello"),
                  stack("royal-3", "chiloe", "r-mi10", hills=True))  # fmt: skip

    def why(at: str, unit: str, marker: str, **more: str) -> str:
        return why_not_formed(state, "royalist", {"at": at, "units": [unit], "marker": marker, **more})

    assert "lies in Cumaná" in why("lima", "cu", "barlovento")
    assert "no army marker of yours" in why("lima", "cu", "norte")
    assert "garrison" in why("costa-firme", "r-mi3", "alto-peru", inside="yes")
    assert "guerrillas" in why("chiloe", "r-mi10", "alto-peru")
    state.house["markers"] = "none"
    assert "without army markers" in why("lima", "cu", "alto-peru")


def test_5_1_2_patriots_of_any_nation_stand_together() -> None:
    state = field(stack("patria-1", "lima", "p1"), stack("patria-2", "lima", "bv"), stack("patria-3", "lima", "chi1"))
    assert formed(state, "patriot", {"at": "lima", "units": ["p1", "bv", "chi1"]}) == []
    assert len({state.force_of(unit) for unit in ("p1", "bv", "chi1")}) == 1


def test_5_1_units_go_into_their_own_fortress_and_out_of_it_unless_it_is_besieged() -> None:
    inside = stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello")
    entry = {"at": "costa-firme", "units": ["cn-r"], "inside": "yes"}
    state = field(inside, stack("royal-2", "costa-firme", "cn-r"))
    assert formed(state, "royalist", entry) == []
    assert state.forces[state.force_of("cn-r")].inside == "puerto-cabello"
    assert formed(state, "royalist", {"at": "costa-firme", "units": ["r-mi3"]}) == []
    assert state.forces[state.force_of("r-mi3")].inside == ""
    besieged = {"puerto-cabello": Siege("patriot", ["patria-1"])}
    state = field(inside, stack("royal-2", "costa-firme", "cn-r"), stack("patria-1", "costa-firme", "bv"),
                  sieges=besieged)  # fmt: skip
    assert "besieged" in formed(state, "royalist", entry)[0]
    assert "besieged" in formed(state, "royalist", {"at": "costa-firme", "units": ["r-mi3"]})[0]


def test_5_1_nobody_stands_with_those_who_are_elsewhere_or_the_enemys_or_in_the_hills() -> None:
    state = field(stack("royal-1", "lima", "cu"), stack("royal-2", "cuzco", "rl"), stack("patria-1", "lima", "bv"),
                  stack("royal-3", "lima", "r-mi5", hills=True))  # fmt: skip
    for unit, why in (("rl", "does not stand in Lima"), ("bv", "does not stand in"), ("r-mi5", "Guerrillas")):
        assert why in formed(state, "royalist", {"at": "lima", "units": ["cu", unit]})[0]


def test_10_6_the_legion_stands_with_nobody() -> None:
    state = field(stack("royal-1", "banda-oriental", "spl1"), stack("royal-2", "banda-oriental", "bfm"))
    assert "Legion" in formed(state, "royalist", {"at": "banda-oriental", "units": ["spl1", "bfm"]})[0]


def test_5_1_both_seats_form_their_forces_before_the_first_activation() -> None:
    state = field(stack("royal-1", "lima", "cu rl"), stack("patria-1", "cordoba", "p1 p2"))
    said = {"forces": [[{"at": "lima", "units": ["cu"]}], [{"at": "cordoba", "units": ["p1"]}]]}
    assert let(form_stacks, state, said=said).topics() == ["forces royalist", "forces patriot"]
    assert state.force_of("cu") != state.force_of("rl")
    assert state.force_of("p1") != state.force_of("p2")


# ------------------------------------------------------------------------------------------- inside and out


def test_5_1_a_force_goes_in_and_its_marker_stays_outside() -> None:
    state = in_hand(field(stack("barlovento", "costa-firme", "cn-r vz"),
                          stack("royal-2", "costa-firme", "r-mi3", inside="puerto-cabello")), "barlovento")
    order(state, ENTER, port="puerto-cabello", units=["cn-r"])
    assert state.forces[state.force_of("cn-r")].inside == "puerto-cabello"
    assert state.units_in("barlovento") == ["vz"]
    order(state, ENTER, port="puerto-cabello")
    assert "barlovento" not in state.forces


def test_5_0_nobody_enters_a_besieged_or_an_enemys_fortress() -> None:
    held = stack("royal-2", "costa-firme", "r-mi3", inside="puerto-cabello")
    state = in_hand(field(stack("patria-1", "costa-firme", "bv"), held), "patria-1")
    assert "is not yours" in refused(state, ENTER, port="puerto-cabello")
    state = field(stack("patria-1", "costa-firme", "bv"), stack("royal-1", "costa-firme", "cn-r"), held,
                  sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})  # fmt: skip
    assert "besieged" in refused(in_hand(state, "royal-1"), ENTER, port="puerto-cabello")


def test_10_1_guerrillas_go_into_no_city_fortress_or_port() -> None:
    state = in_hand(field(stack("patria-1", "santa-fe", "gco-mi1", hills=True)), "patria-1")
    assert "guerrillas" in refused(state, ENTER, port="cartagena")


def test_5_1_a_garrison_comes_out_before_it_marches_and_not_at_all_when_besieged() -> None:
    inside = stack("royal-1", "costa-firme", "r-mi3 cn-r", inside="puerto-cabello")
    state = in_hand(field(inside), "royal-1")
    assert "come out first" in refused(state, MOVE, to="cumana")
    order(state, SALLY, port="puerto-cabello", units=["cn-r"])
    march(state, "cumana")
    assert where(state, "cn-r", "r-mi3") == ["cumana", "costa-firme"]
    state = field(inside, stack("patria-1", "costa-firme", "bv"),
                  sieges={"puerto-cabello": Siege("patriot", ["patria-1"])})  # fmt: skip
    assert "besieged" in refused(in_hand(state, "royal-1"), SALLY, port="puerto-cabello")


# ------------------------------------------------------------------------------------------- neutral ground


def test_5_0_royalists_on_neutral_ground_are_lost_after_a_turn_and_patriots_stay() -> None:
    state = field(stack("royal-1", "united-states", "pr1"), stack("patria-1", "united-states", "dv"), turn=4)
    let(neutral_ground, state)
    assert where(state, "pr1") == ["united-states"]
    state.turn = 5
    let(neutral_ground, state)
    assert state.units["pr1"].at == "pool"
    assert where(state, "dv") == ["united-states"]


# ------------------------------------------------------------------------------------------- what a march leaves behind


def test_5_0_a_march_is_written_down_area_by_area_for_attrition() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1")
    order(state, MOVE, to="charcas", via=["salta"])
    assert state.acting.via == ["cordoba", "salta", "charcas"]


def test_5_0_a_march_stopped_on_its_way_tells_why() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1", op=1)
    told = [note.text for note in order(state, MOVE, to="charcas", via=["salta"]).notes if note.event == "lapsed"]
    assert told == ["1 OP are needed to go on to Charcas, and 0 are left."]
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1")
    told = [note.text for note in order(state, MOVE, to="lima", via=["salta"]).notes if note.event == "lapsed"]
    assert told == ["Salta does not border Lima (1.1)."]


def test_6_7_a_city_changes_hands_when_its_area_is_entered_and_when_it_is_left() -> None:
    state = in_hand(field(stack("patria-1", "rio-de-la-plata", "p1 p2"), stack("royal-1", "rio-de-la-plata", "cu")),
                    "patria-1")  # fmt: skip
    state.ports["buenos-aires"] = "patriot"
    march(state, "cordoba")
    assert state.ports["buenos-aires"] == "royalist"
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2")), "patria-1")
    assert state.ports["buenos-aires"] == ""
    march(state, "rio-de-la-plata")
    assert state.ports["buenos-aires"] == "patriot"


def test_10_6_all_hear_that_the_legion_has_gone() -> None:
    state = in_hand(field(stack("royal-1", "banda-oriental", "spl1")), "royal-1")
    assert march(state, "brazil").events("legion") == [{"how": "left"}]


def test_7_6_nobody_is_left_or_picked_up_while_the_force_is_aboard() -> None:
    state = in_hand(field(stack("patria-1", "cordoba", "p1 p2"), stack("patria-2", "cordoba", "p3")), "patria-1")
    state.acting.embarked = True
    assert refused(state, LEAVE, units=["p1"]) == "there is no force on land"
    assert refused(state, PICK_UP, units=["p3"]) == "there is no force on land"
    assert refused(state, MOVE, to="salta") == "there is no force on land to march"


def test_5_1_an_empty_fortress_is_entered_unless_enemies_are_in_its_area() -> None:
    state = in_hand(field(stack("patria-1", "costa-firme", "bv")), "patria-1")
    state.ports["puerto-cabello"] = ""
    assert refused(state, ENTER, port="puerto-cabello") == ""
    order(state, ENTER, port="puerto-cabello")
    assert state.ports["puerto-cabello"] == "patriot"
    state = in_hand(field(stack("patria-1", "costa-firme", "bv"), stack("royal-1", "costa-firme", "cn-r")), "patria-1")
    assert "is not yours" in refused(state, ENTER, port="puerto-cabello")


def test_6_2_a_besieger_who_goes_into_another_port_has_lifted_the_siege() -> None:
    state = field(stack("royal-1", "maracaibo", "vy vz"), sieges={"cartagena": Siege("royalist", ["royal-1"])})
    order(in_hand(state, "royal-1"), ENTER, port="maracaibo-port")
    assert state.sieges == {}


@pytest.mark.parametrize("garrison", [{"leaders": "hidalgo"}, {"units": "mex-mi1"}], ids=["a leader", "militia"])
def test_5_0_a_city_that_guerrillas_cut_off_is_not_entered_while_an_enemy_is_in_it(garrison: dict[str, Any]) -> None:
    royals = (stack("royal-1", "guadalajara", "es"), stack("royal-2", "guadalajara", "gn-r", hills=True))
    there = stack("patria-1", "guadalajara", **garrison, inside="san-blas")
    state = in_hand(field(*royals, there), "royal-1")
    assert port_holder(state, "san-blas") == "royalist"
    assert refused(state, ENTER, port="san-blas") == "the enemy is in San Blas"
    assert refused(in_hand(field(*royals), "royal-1"), ENTER, port="san-blas") == ""


def test_5_1_a_force_of_besiegers_formed_anew_besieges_on() -> None:
    siege = {"puerto-cabello": Siege("patriot", ["patria-1", "patria-2"])}
    held = stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello")
    state = field(stack("patria-1", "costa-firme", "bv vc"), stack("patria-2", "costa-firme", "gi"), held,
                  stack("patria-3", "costa-firme", "gh"), sieges=siege)  # fmt: skip
    formed(state, "patriot", {"at": "costa-firme", "units": ["bv", "gi"]})
    assert state.besieges(state.force_of("bv")) == "puerto-cabello"
    formed(state, "patriot", {"at": "costa-firme", "units": ["gh", "vc"]})
    assert state.besieges(state.force_of("gh")) == ""  # one of them was no besieger


def test_5_1_1_a_marker_keeps_only_those_who_are_named() -> None:
    state = field(stack("norte", "cordoba", "p1 p2 p3"), stack("patria-2", "cordoba", "dp"))
    formed(state, "patriot", {"at": "cordoba", "units": ["p1", "dp"], "marker": "norte"})
    assert state.units_in("norte") == state.in_board_order(["p1", "dp"])
    assert state.force_of("p2") == state.force_of("p3") != "norte"


def test_7_6_a_force_formed_of_units_that_began_together_keeps_where_it_began() -> None:
    state = field(stack("patria-1", "cordoba", "p1 p2"))
    state.forces["patria-1"].start = "salta"
    formed(state, "patriot", {"at": "cordoba", "units": ["p1"]})
    assert state.forces[state.force_of("p1")].start == "salta"


@pytest.mark.parametrize("inside", ["yes", "puerto-cabello"])
def test_5_1_the_fortress_may_be_named_or_meant(inside: str) -> None:
    state = field(stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello"), stack("royal-2", "costa-firme",
                                                                                          "cn-r"))  # fmt: skip
    assert formed(state, "royalist", {"at": "costa-firme", "units": ["cn-r"], "inside": inside}) == []
    assert state.forces[state.force_of("cn-r")].inside == "puerto-cabello"


def test_5_1_3_the_bit_that_a_rule_told_of_a_marker_is_forgotten_when_it_moves() -> None:
    state = in_hand(field(stack("norte", "cordoba", "p1 p2"), told_regulars={"norte": True}), "norte")
    march(state, "salta")
    assert state.told_regulars == {}


def test_5_0_all_hear_who_marched_and_who_was_left() -> None:
    state = in_hand(field(stack("patria-1", "northern-chile", "p1 p2")), "patria-1")
    assert [each["units"] for each in order(state, LEAVE, units=["p2"]).events("left")] == [["p2"]]
    (told,) = march(state, "cordoba").events("marched")
    assert (told["from"], told["to"], told["force"]) == ("northern-chile", "cordoba", "patria-1")
    assert state.acting.crossed_andes
    march(state, "rio-de-la-plata")
    assert state.acting.crossed_andes


def test_5_1_a_force_comes_out_only_of_the_port_that_it_is_in() -> None:
    inside = stack("royal-1", "costa-firme", "r-mi3", inside="puerto-cabello")
    assert "does not stand inside" in refused(in_hand(field(inside), "royal-1"), SALLY, port="callao")
    assert "does not stand inside" in refused(in_hand(field(stack("royal-1", "lima", "cu")), "royal-1"), SALLY,
                                              port="callao")  # fmt: skip


def test_5_1_3_a_marker_formed_anew_is_shut() -> None:
    state = field(stack("norte", "cordoba", "p1 p2"), stack("patria-2", "cordoba", "p3"), revealed={"norte": 9})
    formed(state, "patriot", {"at": "cordoba", "units": ["p1", "p3"], "marker": "norte"})
    assert state.hidden("norte")
