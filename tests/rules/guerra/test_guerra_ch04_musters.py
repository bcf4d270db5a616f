"""4.0 to 4.9 and 10.1: what a muster does step by step, to the last half point, and who is told of it."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import BOARD, Played, play, position, put_stack

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.rules import ch04_building as building
from pbem.adjudicator.guerra.rules import ch04_muster as muster
from pbem.adjudicator.guerra.rules import ch04_resources as resources
from pbem.adjudicator.guerra.rules.recruits import militia_for
from pbem.adjudicator.guerra.rules.unveiling import reveal
from pbem.adjudicator.guerra.state.state import Siege, State
from pbem.adjudicator.guerra.view.view import view

RICH = dict.fromkeys(("royalist", "plata", "chile", "colombia", "peru", "mexico"), 40)


def mustered(state: State, seat: str, **orders: Any) -> Played:
    """One seat's muster."""
    said: dict[str, Any] = {seat: {"muster": orders}}
    return play(muster.muster_of, state, seat, **said)


# ------------------------------------------------------------------------------------------------ the steps


def test_3_1_a_muster_brings_leaders_forms_forces_and_sends_militia_into_the_hills() -> None:
    state = position({"salta": ["p1", "p2"], "cordoba": ["pla-mi1"], "lima": ["rl"]}, turn=7)
    state.leaders["belgrano"].at = "due"
    mustered(state, "patriot", leaders=[{"leader": "belgrano", "at": "salta"}],
             forces=[{"at": "salta", "units": ["p2"]}], guerrilla={"on": ["pla-mi1"]})  # fmt: skip
    assert state.place_of("belgrano") == "salta"
    assert state.force_of("p2") != state.force_of("p1")
    assert state.units["pla-mi1"].mode == "guerrilla"


def test_4_7_where_musters_are_written_in_turn_each_seats_is_carried_out_whole() -> None:
    state = position({"lima": ["rl"]}, purse=dict(RICH))
    played = mustered(state, "royalist", build=[{"unit": "vdc", "at": "lima"}])
    assert state.place_of("vdc") == "lima"
    assert [each.side for each in played.asked] == ["royalist"]


@pytest.mark.parametrize(("word", "before", "text", "event"), [
    ("on", "line", "takes to the hills", "took-to-hills"), ("off", "guerrilla", "comes down from the hills",
                                                            "came-down"),
])  # fmt: skip
def test_10_1_militia_change_their_mode_and_all_hear_of_it(word: str, before: str, text: str, event: str) -> None:
    state = position({"salta": ["p1"], "cordoba": ["pla-mi1"]})
    state.units["pla-mi1"].mode = before
    played = mustered(state, "patriot", guerrilla={word: ["p1", "pla-mi1"]})
    assert played.told(event) == [f"Militia infantry brigade {text} in Córdoba."]
    assert played.facts(event) == [{"unit": "pla-mi1", "at": "cordoba", "seat": "patriot"}]
    assert played.to(event) == ["all"]
    assert played.told("lapsed") == [
        "Infantry regiment no. 1 does not change its mode: only militia of yours can."]  # fmt: skip
    assert state.units["pla-mi1"].mode != before


# ------------------------------------------------------------------------------------------------ buying


@pytest.mark.parametrize(("purse", "built"), [(10, True), (9, False)])
def test_4_6_a_purse_that_holds_just_what_the_order_asks_for_is_enough(purse: int, built: bool) -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": purse})
    entry = {"unit": "vdc", "at": "lima", "purse_at_least": "5"}
    assert (building.why_not_built(state, "royalist", "vdc", entry, {}) == "") is built


@pytest.mark.parametrize(("purse", "unit"), [("plata", "p1"), ("peru", "lp")])
def test_4_2_of_a_kind_the_purse_raises_its_own_nations_men_first(purse: str, unit: str) -> None:
    state = position({"charcas": ["hn"]}, purse=dict(RICH))
    found = building.of_kind(state, "patriot", "infantry", {"at": "charcas", "purse": purse})
    assert found[0] == unit
    assert {state.nation_of(name) for name in found} == ({"plata", "peru"} if purse == "plata" else {"peru"})


def test_5_1_who_is_raised_in_a_port_stands_inside_and_who_is_raised_in_an_area_outside() -> None:
    state = position({"lima": ["rl"]}, purse=dict(RICH))
    mustered(state, "royalist", build=[{"unit": "vdc", "at": "callao"}, {"unit": "f", "at": "lima"}])
    found = [
        (state.forces[state.force_of(unit)].at, state.forces[state.force_of(unit)].inside) for unit in ("vdc", "f")
    ]
    assert found == [("lima", "callao"), ("lima", "")]


def test_10_3_who_is_raised_in_the_port_of_a_haven_stands_beside_its_leader() -> None:
    state = position({"box-haiti": ["bolivar"]}, purse=dict(RICH), turn=7)
    mustered(state, "patriot", build=[{"unit": "vc", "at": "les-cayes"}])
    assert state.forces[state.force_of("vc")].at == "box-haiti"
    assert state.forces[state.force_of("vc")].inside == ""


@pytest.mark.parametrize(("purses", "to"), [("open", "all"), ("sealed", "patriot")])
def test_4_1_what_a_purse_spends_is_told_to_who_may_see_it(purses: str, to: str) -> None:
    state = position({"salta": ["p1"]}, purse=dict(RICH), house={"purses": purses})
    played = mustered(state, "patriot", build=[{"unit": "p6", "at": "salta"}])
    assert played.told("spent") == ["El Plata spends 2 RP."]
    assert played.facts("spent") == [{"seat": "patriot", "nation": "plata", "rp": 4, "use": "build"}]
    assert played.to("spent") == [to]


# ------------------------------------------------------------------------------------------------ lost steps


@pytest.mark.parametrize(("purse", "keep", "whole"), [(2, {}, True), (1, {}, False), (4, {"royalist": 2}, True),
                                                      (3, {"royalist": 2}, False)])  # fmt: skip
def test_4_6_a_lost_step_may_take_the_last_of_a_purse_but_not_of_what_is_kept(
    purse: int, keep: dict[str, int], whole: bool
) -> None:
    state = position({"lima": ["ne"]}, purse={"royalist": purse})
    state.units["ne"].steps = 1
    assert (building.why_not_replenished(state, "royalist", "ne", {}, keep) == "") is whole


@pytest.mark.parametrize(("unit", "choice", "why"), [
    ("om", "true", ""), ("om", "false", "Spaniards are not raised again"), ("ne", "false", ""), ("r-f1", "false", ""),
])  # fmt: skip
def test_4_6_by_the_charter_spanish_men_are_not_made_whole_and_ships_and_americans_are(
    unit: str, choice: str, why: str
) -> None:
    state = position({"lima": ["om", "ne"], "lima/callao": ["r-f1"]}, purse=dict(RICH),
                     house={"spanish_rebuilt": choice})  # fmt: skip
    state.units[unit].steps = 1
    found = building.why_not_replenished(state, "royalist", unit, {}, {})
    assert why in found
    assert bool(why) is bool(found)


@pytest.mark.parametrize(("unit", "place", "why"), [
    ("cn-g", "box-haiti", ""), ("p1", "lima", "not on its list"), ("p1", "salta", ""),
])  # fmt: skip
def test_10_3_steps_are_replaced_in_a_haven_as_in_a_country_of_ones_own(unit: str, place: str, why: str) -> None:
    state = position({place: [unit]}, purse=dict(RICH))
    state.units[unit].steps = 1
    found = building.why_not_replenished(state, "patriot", unit, {}, {})
    assert why in found
    assert bool(why) is bool(found)


def test_4_6_a_step_replaced_in_the_open_is_told_to_all() -> None:
    state = position({"lima": ["ne"], "lima/callao": ["r-f1"]}, purse=dict(RICH))
    state.units["ne"].steps = state.units["r-f1"].steps = 1
    played = mustered(state, "royalist", replenish=[{"unit": "ne"}, {"unit": "r-f1"}])
    assert played.to("replenished") == ["all", "all"]
    assert [facts["rp"] for facts in played.facts("replenished")] == [2, 5]


# ------------------------------------------------------------------------------------------------ upgrades


def upgraded(militia: str, regular: str, one: str = "", other: str = "") -> tuple[State, list[tuple[str, str]]]:
    """An upgrade in Charcas with each of the two under a marker or in the open; who is told what."""
    state = position({})
    put_stack(state, "charcas", [militia, "r-mi2"], marker=one)
    if one == other:
        state.put([regular], state.force_of(militia))
    else:
        put_stack(state, "charcas", [regular], marker=other)
    state.units[regular].steps = 1
    played = mustered(state, "royalist", upgrade=[{"militia": militia, "regular": regular}])
    assert state.units[regular].steps == 2
    return state, list(zip(played.to("upgraded"), played.told("upgraded"), strict=True))


@pytest.mark.parametrize(("one", "other", "public"), [
    ("ejercito-lima", "ejercito-lima", []),
    ("", "ejercito-lima", ["Militia infantry brigade goes to the pool, and fills the ranks of a regular unit."]),
    ("ejercito-lima", "", ["The ranks of Nueva España are filled."]),
    ("", "", ["Militia infantry brigade fills the ranks of Nueva España."]),
])  # fmt: skip
def test_4_7_of_an_upgrade_the_enemy_is_told_what_shows(one: str, other: str, public: list[str]) -> None:
    _, told = upgraded("r-mi1", "ne", one, other)
    assert [text for to, text in told if to == "all"] == public
    if one or other:
        assert ("royalist", "Militia infantry brigade fills the ranks of Nueva España.") in told


def test_5_1_3_militia_used_up_under_a_shut_marker_is_not_seen_in_the_pool() -> None:
    state, _ = upgraded("r-mi1", "ne", "ejercito-lima", "ejercito-lima")
    for seat in ("patriot", None):
        seen = view(state, seat)
        assert "r-mi1" not in seen["units"]
        assert {"r-mi1", "r-mi2", "ne"} <= set(seen["under_markers"]["royalist"])
    assert view(state, "royalist")["units"]["r-mi1"]["where"] == "pool"
    again = State.from_plain(BOARD, state.to_plain(), {})
    assert "r-mi1" not in view(again, "patriot")["units"]
    state.units["r-mi1"].at = state.new_force("royalist", "lima")  # raised again, for all to see
    assert view(state, "patriot")["units"]["r-mi1"]["where"] == "lima"
    state.eliminate("r-mi1")
    assert view(state, "patriot")["units"]["r-mi1"]["where"] == "pool"


def test_5_1_3_an_open_marker_and_one_taken_off_show_what_was_used_up() -> None:
    state, _ = upgraded("r-mi1", "ne", "ejercito-lima", "ejercito-lima")
    reveal(Table(), state, "ejercito-lima")
    assert view(state, "patriot")["units"]["r-mi1"]["where"] == "pool"
    state.turn += 1
    assert view(state, "patriot")["units"]["r-mi1"]["where"] == "pool"
    state, _ = upgraded("r-mi1", "ne", "ejercito-lima", "ejercito-lima")
    state.rename("ejercito-lima", state.next_name("royalist"))
    assert view(state, "patriot")["units"]["r-mi1"]["where"] == "pool"


def test_4_7_an_upgrade_in_the_open_is_told_once_to_all() -> None:
    state = position({"charcas": ["ne", "r-mi1"]})
    state.units["ne"].steps = 1
    played = mustered(state, "royalist", upgrade=[{"militia": "r-mi1", "regular": "ne"}])
    assert played.to("upgraded") == ["all"]
    assert played.told("upgraded") == ["Militia infantry brigade fills the ranks of Nueva España."]


def test_4_7_militia_pass_walls_that_nobody_besieges() -> None:
    state = position({"lima/callao": ["r-mi1"], "lima": ["ne"]})
    state.units["ne"].steps = 1
    assert building.why_no_upgrade(state, "royalist", "r-mi1", "ne") == ""
    state.sieges["callao"] = Siege("patriot", ["patria-1"])
    assert building.why_no_upgrade(state, "royalist", "r-mi1", "ne") == "they do not stand together"


# ------------------------------------------------------------------------------------------------ money


def test_4_0_who_collects_what_is_told_and_the_royalist_hears_even_of_nothing() -> None:
    played = play(resources.collect, position({"salta": ["p1"]}, purse={"plata": 3}))
    assert played.told("income") == ["The Royalist collects 0 RP.", "El Plata collects 1 RP."]
    assert played.facts("income") == [{"seat": "royalist", "nation": "royalist", "rp": 0},
                                      {"seat": "patriot", "nation": "plata", "rp": 2}]  # fmt: skip


@pytest.mark.parametrize(("liberals", "die", "rp", "text"), [
    (0, 6, 3, "Spain sends 3 RP."), (12, 6, 1, "Spain sends 1 RP."), (12, 5, 1, "Spain sends 1 RP."),
    (0, 2, 0, "Spain sends nothing."), (0, 5, 2, "Spain sends 2 RP."),
])  # fmt: skip
def test_10_2_1_what_spain_sends_is_told_and_once_the_liberals_rule_it_is_half_rounded_down(
    liberals: int, die: int, rp: int, text: str
) -> None:
    state = position({}, turn=15, liberals=liberals)
    played = play(resources.from_spain, state, dice={"spain": [die]})
    assert played.told("from-spain") == [text]
    assert played.facts("from-spain") == [{"rp": 2 * rp}]
    assert state.purse["royalist"] == 2 * rp


@pytest.mark.parametrize(("area", "nations"), [("guatemala", {"mexico"}), ("chiquitos", {"plata", "peru"}),
                                               ("yucatan", {"mexico"}), ("cuba", set())])  # fmt: skip
def test_9_1_whose_militia_an_areas_people_give(area: str, nations: set[str]) -> None:
    state = position({})
    assert {state.nation_of(unit) for unit in militia_for(state, "patriot", area, "infantry")} == nations
