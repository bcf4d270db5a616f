"""Chapter 10: the Liberals and subversion, havens, repression, the Legion, and the war in Mexico."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import play, position, put_stack

from pbem.adjudicator.guerra.rules import ch10_liberals as liberals
from pbem.adjudicator.guerra.rules import ch10_special as special
from pbem.adjudicator.guerra.rules import hills
from pbem.adjudicator.guerra.state.state import Acting, State

# ------------------------------------------------------------------------------------------------ the Liberals


@pytest.mark.parametrize(("turn", "die", "rule"), [
    (9, 4, False), (9, 5, True), (10, 3, False), (10, 4, True), (11, 2, False), (11, 3, True), (12, 1, False),
    (12, 2, True), (13, 1, True),
])  # fmt: skip
def test_10_2_the_liberals_need_one_less_each_year_from_five_on_turn_nine(turn: int, die: int, rule: bool) -> None:
    state = position({}, turn=turn)
    played = play(liberals.event, state, dice={f"liberals/turn-{turn:02d}": [die]})
    assert state.liberals == (turn if rule else 0)
    assert played.facts("liberals")[0]["power"] is rule


@pytest.mark.parametrize("fields", [{"turn": 8}, {"turn": 12, "liberals": 9}])
def test_10_2_nobody_throws_before_turn_nine_or_once_they_rule(fields: dict[str, Any]) -> None:
    assert play(liberals.event, position({}, **fields)).rolled == []


def test_10_2_1_spaniards_still_on_their_way_never_come_and_americans_do() -> None:
    state = position({"lima": ["rl"]}, turn=9)
    state.units["cb-s"].at, state.units["r-f4"].at, state.units["r-s2"].at = "due", "due", "track/10"
    state.units["ca"].at, state.units["chl-s1"].at, state.units["vy"].at = "track/10", "due", "pool"
    state.leaders["morillo"].at, state.leaders["cochrane"].at = "track/10", "due"
    play(liberals.event, state, dice={"liberals": [6]})
    assert [state.units[unit].at for unit in ("cb-s", "r-f4", "r-s2")] == ["gone"] * 3
    assert [state.units[unit].at for unit in ("ca", "chl-s1", "vy")] == ["track/10", "due", "pool"]
    assert [state.leaders[name].at for name in ("morillo", "cochrane")] == ["gone", "due"]


def subverted(state: State, die: int | None, **step: str) -> Any:
    """San Martín's try in Lima."""
    force = state.force_of("san-martin")
    act = Acting(force=force, side="patriot")
    assert liberals.refusal(state, act, step) == ""
    return play(liberals.carry_out, state, act, step, dice={"subvert": [die]} if die else {})


def lima(**fields: Any) -> State:
    """San Martín with El Plata's foot and horse against Royalists in Lima, in the year of the Liberals."""
    return position({"lima": ["san-martin", "p1", "p2", "p1c"], "lima#": ["vdc", "rl", "dr-c"]},
                    **{"turn": 11, "liberals": 11, **fields})  # fmt: skip


@pytest.mark.parametrize(("die", "goes"), [(2, True), (3, True), (4, False)])
def test_10_2_2_the_volunteers_of_the_concordia_go_over_on_three_or_less(die: int, goes: bool) -> None:
    state = lima()
    subverted(state, die, unit="vdc")
    assert (state.units["vdc"].at == "pool") is goes
    new = [unit for unit in state.land_units_at("lima", "patriot") if unit not in ("p1", "p2", "p1c")]
    assert [(state.arm(unit), state.units[unit].steps, state.nation_of(unit)) for unit in new] == (
        [("infantry", 2, "plata")] if goes else [])  # fmt: skip
    assert state.subverted == ["san-martin"]


def test_10_2_2_a_reduced_regiment_comes_reduced_and_the_patriot_may_name_its_counter() -> None:
    state = lima()
    state.units["vdc"].steps = 1
    subverted(state, 1, unit="vdc", **{"with": "lp"})
    assert state.force_of("lp") == state.force_of("san-martin")
    assert state.units["lp"].steps == 1
    assert state.units["vdc"].steps == 2


@pytest.mark.parametrize(("fields", "step", "why"), [
    ({"liberals": 10}, {"unit": "vdc"}, "only in the turn"), ({"liberals": 0}, {"unit": "vdc"}, "only in the turn"),
    ({"subverted": ["san-martin"]}, {"unit": "vdc"}, "no leader"), ({}, {"unit": "om"}, "only American"),
    ({}, {"unit": "cu"}, "not to be seen"), ({}, {"unit": "vdc", "marker": "ejercito-lima"}, "no such army"),
])  # fmt: skip
def test_10_2_2_when_a_unit_cannot_be_won_over(fields: dict[str, Any], step: dict[str, str], why: str) -> None:
    state = lima(**fields)
    put_stack(state, "lima", ["om"])
    put_stack(state, "cuzco", ["cu"])
    act = Acting(force=state.force_of("san-martin"), side="patriot")
    assert why in liberals.refusal(state, act, step)


def test_10_2_2_a_wrong_guess_under_a_marker_spends_the_try_and_tells_nothing_else() -> None:
    state = lima()
    put_stack(state, "lima", ["f"], marker="alto-peru")
    assert "not to be seen" in liberals.refusal(state, Acting(force="patria-1", side="patriot"), {"unit": "f"})
    played = subverted(state, None, unit="cu", marker="alto-peru")
    assert played.told("subverted") == ["San Martín sends word to Cuzco regiment: not with that army."]
    assert state.subverted == ["san-martin"]
    right = lima()
    put_stack(right, "lima", ["f"], marker="alto-peru")
    subverted(right, 1, unit="f", marker="alto-peru")
    assert right.units["f"].at == "pool"
    assert "alto-peru" not in right.forces


@pytest.mark.parametrize(("fields", "answer", "tried"), [
    ({}, "vdc", ["san-martin"]), ({}, "none", []), ({}, None, []), ({"liberals": 10}, "vdc", []),
    ({"liberals": 0}, "vdc", []), ({"subverted": ["san-martin"]}, "vdc", ["san-martin"]),
])  # fmt: skip
def test_10_2_2_a_leader_of_whom_no_book_speaks_may_win_over_a_unit_after_the_operations(
    fields: dict[str, Any], answer: str | None, tried: list[str]
) -> None:
    state = lima(**fields)
    throws = answer == "vdc" and tried and not fields
    played = play(liberals.agitate, state, dice={"subvert/vdc": [3]} if throws else {},
                  patriot={"subvert": answer} if answer else {})  # fmt: skip
    assert state.subverted == tried
    assert (state.units["vdc"].at == "pool") is bool(throws)
    assert len(played.asked) == (not fields)


def test_10_2_2_only_american_units_in_the_open_are_offered_and_not_to_a_leader_at_sea() -> None:
    state = lima()
    put_stack(state, "lima", ["om"])
    put_stack(state, "lima", ["f"], marker="alto-peru")
    put_stack(state, "cuzco", ["cu"])
    [asked] = play(liberals.agitate, state).asked
    assert list(asked.options) == ["rl", "vdc", "dr-c", "none"]  # type: ignore[attr-defined]
    assert (asked.discreet, asked.default_answer()) == (False, "none")
    state.forces[state.force_of("san-martin")].ships = ["chl-f1"]
    assert play(liberals.agitate, state).asked == []
    put_stack(state, "lima", ["sucre", "bv"])
    assert [each.facts["leader"] for each in play(liberals.agitate, state).asked] == ["sucre"]
    alone = position({"lima": ["san-martin", "p1"], "lima#": ["om"]}, turn=11, liberals=11)
    assert play(liberals.agitate, alone).asked == []  # there is nobody to choose


def test_5_1_3_a_leader_under_a_shut_marker_is_asked_by_no_letter_whom_to_win_over() -> None:
    state = position({"lima#": ["vdc"]}, turn=11, liberals=11)
    put_stack(state, "lima", ["san-martin", "p1"], marker="norte")
    assert [each.discreet for each in play(liberals.agitate, state).asked] == [True]


def test_10_2_2_two_leaders_try_one_after_the_other_each_with_an_equal_unit_of_the_own_force() -> None:
    state = position({"lima": ["san-martin", "p1"], "lima#": ["sucre", "bv"], "lima##": ["vdc", "rl"]}, turn=11,
                     liberals=11)  # fmt: skip
    play(liberals.agitate, state, dice={"subvert/vdc": [3], "subvert/rl": [1]},
         patriot={"subvert/san-martin": "vdc", "subvert/sucre": "rl"})  # fmt: skip
    assert state.subverted == ["san-martin", "sucre"]
    assert [len(state.units_in(state.force_of(name))) for name in ("san-martin", "sucre")] == [2, 2]


# ------------------------------------------------------------------------------------------------ havens


@pytest.mark.parametrize(("leader", "place", "why"), [
    ("bolivar", "cumana", ""), ("morelos", "tejas", ""), ("san-martin", "salta", "only Mexican"),
    ("belgrano", "salta", "only Mexican"), ("pezuela", "lima", "no such leader"), ("bolivar", "box-haiti", "already"),
    ("paez", "los-llanos", ""),
])  # fmt: skip
def test_10_3_who_may_go_to_a_haven(leader: str, place: str, why: str) -> None:
    found = special.may_haven(position({place: [leader]}), leader)
    assert why in found
    assert bool(found) is bool(why)


@pytest.mark.parametrize(("leader", "haven"), [("bolivar", "box-haiti"), ("hidalgo", "united-states")])
def test_10_3_each_nations_leaders_have_their_own_haven(leader: str, haven: str) -> None:
    state = position({"cumana": [leader, "vc" if leader == "bolivar" else "tp"]})
    played = play(special.haven, state, leader)
    assert state.place_of(leader) == haven
    assert played.facts("haven") == [{"leader": leader, "at": haven}]
    assert len(state.forces_at("cumana")) == 1


def test_10_3_a_besieged_leader_does_not_get_away() -> None:
    from pbem.adjudicator.guerra.state.state import Siege

    state = position({"santa-fe/cartagena": ["bolivar", "vc"], "santa-fe": ["vy"]})
    assert special.may_haven(state, "bolivar") == ""
    state.sieges["cartagena"] = Siege("royalist", ["royal-1"])
    assert "besieged" in special.may_haven(state, "bolivar")


# ------------------------------------------------------------------------------------------------ repression


@pytest.mark.parametrize(("die", "marker"), [(1, True), (2, False), (6, False)])
def test_10_4_a_one_leaves_the_marker_of_repression(die: int, marker: bool) -> None:
    state = position({"northern-chile": ["tv1"]})
    play(special.repress, state, "northern-chile", dice={"repress/northern-chile": [die]})
    assert (state.repression == ["northern-chile"]) is marker


@pytest.mark.parametrize(("area", "stacks", "marked"), [
    ("salta", {"salta": ["rl"]}, []), ("lima", {"lima": ["rl"]}, []), ("quito", {"quito": ["rl"]}, ["quito"]),
    ("quito", {"quito": ["rl"], "quito#": ["vc"]}, []), ("quito", {}, []),
])  # fmt: skip
def test_10_4_where_nobody_throws_for_repression(area: str, stacks: dict[str, list[str]], marked: list[str]) -> None:
    state = position(stacks, repression=list(marked))
    assert play(special.repress, state, area).rolled == []


# ------------------------------------------------------------------------------------------------ the Legion


@pytest.mark.parametrize(("units", "answer", "called"), [
    (["p1"], "call", True), (["p1"], "leave", False), (["chi1"], "call", False), (["reb-i1"], "call", False),
])  # fmt: skip
def test_10_6_the_legion_may_be_called_once_el_plata_is_in_the_banda_oriental(
    units: list[str], answer: str, called: bool
) -> None:
    state = position({"banda-oriental": units, "legion": ["spl1", "spl2", "spl3"]})
    state.forces = {name: force for name, force in state.forces.items() if force.at != "brazil"}
    played = play(special.legion, state, royalist={"legion": answer})
    there = [unit for unit in ("spl1", "spl2", "spl3") if state.place_of(unit) == "banda-oriental"]
    assert bool(there) is called
    assert bool(played.facts("legion")) is called
    if called:
        assert len({state.force_of(unit) for unit in there}) == 1
        assert play(special.legion, state).asked == []


# ------------------------------------------------------------------------------------------------ Mexico


@pytest.mark.parametrize(("hidalgo", "left"), [("guadalajara", 4), ("gone", -1), ("out", -1), ("united-states", 4)])
def test_10_7_while_hidalgo_lives_a_die_limits_the_royalist_in_mexico(hidalgo: str, left: int) -> None:
    state = position({hidalgo: ["hidalgo"]} if hidalgo not in ("gone", "out") else {})
    if hidalgo == "gone":
        state.leaders["hidalgo"].at = "gone"
    play(special.mexico_limit, state, dice={"mexico": [4]} if left > 0 else {})
    assert state.mexico_left == left


def test_10_7_the_limit_is_told_to_all_and_binds_new_spain_alone() -> None:
    state = position({"guadalajara": ["hidalgo"]})
    played = play(special.mexico_limit, state, dice={"mexico": [1]})
    assert played.told("mexico") == ["The Royalist may activate 1 unit in Mexico."]
    assert special.in_mexico(state, "yucatan")
    assert not special.in_mexico(state, "guatemala")


# ------------------------------------------------------------------------------------------------ the hills


def test_10_1_militia_take_to_the_hills_and_come_down_in_the_muster() -> None:
    state = position({"salta": ["pla-mi1", "p1"]})
    play(hills.change_modes, state, "patriot", ["pla-mi1"], [])
    assert state.units["pla-mi1"].mode == "guerrilla"
    assert state.force_of("pla-mi1") != state.force_of("p1")
    play(hills.change_modes, state, "patriot", [], ["pla-mi1"])
    assert state.units["pla-mi1"].mode == "line"


@pytest.mark.parametrize(("unit", "why"), [
    ("p1", "only militia"), ("r-mi1", "only militia"), ("pla-mi2", "not on the map"), ("pla-mi3", "there already"),
])  # fmt: skip
def test_10_1_who_does_not_take_to_the_hills(unit: str, why: str) -> None:
    state = position({"salta": ["p1"], "hills:salta": ["pla-mi3"], "lima": ["r-mi1"]})
    played = play(hills.change_modes, state, "patriot", [unit], [])
    assert why in played.told("lapsed")[0]


def test_10_1_a_militia_unit_comes_out_of_its_city_for_the_hills_unless_it_is_besieged() -> None:
    from pbem.adjudicator.guerra.state.state import Siege

    state = position({"santa-fe/cartagena": ["gco-mi1", "vc"], "santa-fe": ["vy"]})
    state.sieges["cartagena"] = Siege("royalist", ["royal-1"])
    assert "besieged" in play(hills.change_modes, state, "patriot", ["gco-mi1"], []).told("lapsed")[0]
    state.sieges = {}
    play(hills.change_modes, state, "patriot", ["gco-mi1"], [])
    assert state.forces[state.force_of("gco-mi1")].inside == ""
