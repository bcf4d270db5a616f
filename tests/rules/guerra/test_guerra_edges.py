"""Edges of several chapters, where a sign, an order or an 'and' for an 'or' would change the game."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_fields import field, in_hand, let, stack, where

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.rules.aftermath import empty_fortresses
from pbem.adjudicator.guerra.rules.ch03_activation import movers, said_at_sea
from pbem.adjudicator.guerra.rules.ch03_sequence import patriot_operations
from pbem.adjudicator.guerra.rules.ch04_arrivals import land_leader, lost_cause
from pbem.adjudicator.guerra.rules.ch04_building import in_haven, wanted, why_not_supplied
from pbem.adjudicator.guerra.rules.ch04_convoy import watched_sea
from pbem.adjudicator.guerra.rules.ch04_resources import from_spain
from pbem.adjudicator.guerra.rules.ch05_attrition import worst
from pbem.adjudicator.guerra.rules.ch05_movement import why_not_formed
from pbem.adjudicator.guerra.rules.ch09_uprisings import modifiers
from pbem.adjudicator.guerra.rules.ch10_special import haven
from pbem.adjudicator.guerra.rules.ch11_victory import patriot_wins
from pbem.adjudicator.guerra.rules.losing import Loss, take_losses
from pbem.adjudicator.guerra.rules.placing import alike, open_stack
from pbem.adjudicator.guerra.state.state import Siege


def test_6_1_1_only_empty_fortresses_that_the_side_did_not_hold_lie_open() -> None:
    state = field(stack("royal-1", "tierra-caliente", "ne"))
    assert empty_fortresses(state, "royal-1") == []  # Veracruz is the Royalist's already
    state.ports["veracruz"] = "patriot"
    assert empty_fortresses(state, "royal-1") == ["veracruz"]  # and Acapulco is a city
    state = field(stack("royal-1", "tierra-caliente", "ne"),
                  stack("patria-1", "tierra-caliente", "tp", inside="veracruz"))  # fmt: skip
    assert empty_fortresses(state, "royal-1") == []


@pytest.mark.parametrize(("steps", "words"), [(1, "You lose one step in Lima."), (2, "You lose 2 steps in Lima.")])
def test_6_1_the_question_of_losses_counts_the_steps(steps: int, words: str) -> None:
    state = field(stack("royal-1", "lima", "ne mx"))
    loss = Loss(forces=("royal-1",), steps=steps, cause="battle", rule="6.1", seat="royalist", place="lima")
    assert let(take_losses, state, loss).asked[0].prompt.startswith(words)


def test_5_3_the_worst_ground_of_a_march_counts() -> None:
    """Panamá: hostility 2 less 1 RP; Guayaquil: 1 less 1; the start does not count."""
    state = field()
    assert worst(state, ["santa-fe", "panama", "santa-fe"]) == 1
    assert worst(state, ["cuzco", "mojos", "charcas"]) == max(2 - 1, 1 - 4, 2 - min(1, 4))


def test_3_2_patriot_operations_begin_with_fresh_forces_and_end_with_attrition() -> None:
    state = field(stack("patria-1", "panama", "bv vc", came_from="santa-fe"))
    state.operated = ["bv"]
    played = let(patriot_operations, state)
    assert [label for label in played.dice if label.startswith("attrition")] == ["attrition/patria-1"]
    assert state.forces["patria-1"].came_from == ""


@pytest.mark.parametrize(("only", "wanted", "found"), [
    ("", [], ["bv", "vc", "p1"]), ("colombia", [], ["bv", "vc"]), ("", ["vc"], ["vc"]),
    ("colombia", ["vc", "p1"], ["vc"]),
])  # fmt: skip
def test_3_3_the_units_of_an_order_are_of_its_nation_and_its_list(
    only: str, wanted: list[str], found: list[str]
) -> None:
    state = field(stack("patria-1", "pasto", "bv vc p1"))
    entry = {"force": "patria-1", "nation": only, "units": wanted}
    assert sorted(movers(state, "patriot", (), entry)) == sorted(found)


def test_7_5_an_attack_in_port_is_the_fleets() -> None:
    state = in_hand(field(stack("patria-1", "lima", "p1"), ships={"pla-f1": "pacific-8"}), "patria-1", ships=["pla-f1"])
    assert said_at_sea(state.acting, "attack", {"in_port": "callao"}) == "attack_fleet"
    assert said_at_sea(state.acting, "attack", {"target": "any"}) == "attack"
    state.acting.embarked = True
    assert said_at_sea(state.acting, "attack", {"target": "any"}) == "attack_fleet"


def test_4_8_a_port_on_two_seas_is_open_if_one_of_them_is_free() -> None:
    state = field(ships={"pla-f1": "valparaiso", "pla-f2": "valparaiso"})
    state.stations = {"pla-f1": "caribbean-3"}
    assert watched_sea(state, "panama-port") == ""
    state.stations = {"pla-f1": "caribbean-3", "pla-f2": "pacific-6"}
    assert watched_sea(state, "panama-port") in ("caribbean-3", "pacific-6")


@pytest.mark.parametrize(("die", "words"), [(6, "Spain sends 1 RP."), (1, "Spain sends nothing.")])
def test_4_5_money_from_spain_is_told(die: int, words: str) -> None:
    """Turn 9: two off the die."""
    assert let(from_spain, field(), dice={"spain": die}).notes[-1].text == words


@pytest.mark.parametrize(("units", "rose", "reason"), [
    ("ne", [], "enemy regulars"), ("r-mi1", ["royalist"], "it rose before against you"),
    ("ne", ["royalist"], "enemy regulars, and it rose before"),
])  # fmt: skip
def test_9_4_one_is_taken_off_once_with_its_reason(units: str, rose: list[str], reason: str) -> None:
    state = field(stack("royal-1", "quito", units), rose={"quito": rose} if rose else {})
    shift = modifiers(state, "patriot", "quito", {})
    assert [(each.amount, each.reason) for each in shift.modifiers] == [(-1, reason)]


def test_10_3_a_leader_joins_those_in_the_haven_but_no_marker() -> None:
    state = field(stack("libertador", "box-haiti", "bv"), stack("patria-2", "box-haiti", "vc"),
                  stack("patria-1", "santa-fe", "", "bolivar"))  # fmt: skip
    let(haven, state, "bolivar")
    assert state.leaders["bolivar"].at == "patria-2"
    assert where(state, "bolivar") == ["box-haiti"]


@pytest.mark.parametrize(("areas", "points", "wins"), [(4, 8, True), (4, 9, False), (5, 8, False), (0, 0, True)])
def test_11_1_1_two_areas_of_four_points_still_lose_the_continent(areas: int, points: int, wins: bool) -> None:
    """Figures in halves."""
    assert patriot_wins(field(), {"continental": areas, "continental_rp": points}) is wins


def test_5_1_newcomers_join_no_besieger_and_stand_with_their_own() -> None:
    state = field(stack("royal-1", "santa-fe", "ne"), stack("patria-1", "santa-fe", "bv", inside="cartagena"))
    assert open_stack(state, "royalist", "american", "santa-fe", "") == "royal-1"
    state.sieges["cartagena"] = Siege("royalist", ["royal-1"])
    assert open_stack(state, "royalist", "american", "santa-fe", "") == ""
    assert not alike("royalist", "american", ["portuguese"])
    assert alike("royalist", "american", ["spanish"])
    assert not alike("patriot", "plata", ["plata", "chile"])


@pytest.mark.parametrize(("unit", "pool", "instead"), [
    ("tp", "mex-mi9 mex-mc3", "mex-mi9"), ("sp", "mex-mi9 mex-mc3", "mex-mc3"), ("sp", "mex-mi9", ""),
])  # fmt: skip
def test_4_10_after_morelos_militia_of_the_same_arm_come(unit: str, pool: str, instead: str) -> None:
    state = field()
    for name, piece in state.units.items():
        piece.at = "pool" if name in pool.split() else "track/99"
    assert lost_cause(Table(), state, unit) == instead
    assert state.units[unit].at == "gone"


def test_4_6_one_unit_is_wanted_where_no_number_is_said() -> None:
    found = wanted(field(), "royalist", {"kind": "militia-infantry", "at": "lima"})
    assert [words for _, words in found] == ["militia infantry"]


def test_10_3_a_port_of_a_haven_is_in_it() -> None:
    state = field()
    assert in_haven(state, "les-cayes", "box-haiti")
    assert not in_haven(state, "callao", "box-haiti")


def test_4_6_no_recruits_reach_a_besieged_garrison_and_others_get_theirs() -> None:
    state = field(stack("royal-1", "lima", "ne/1", inside="callao"), stack("royal-2", "cuzco", "cu/1"),
                  stack("patria-1", "lima", "p1"))  # fmt: skip
    assert why_not_supplied(state, "royalist", "ne") == ""
    assert why_not_supplied(state, "royalist", "cu") == ""
    state.sieges["callao"] = Siege("patriot", ["patria-1"])
    assert "besieged" in why_not_supplied(state, "royalist", "ne")


def test_4_10_a_leader_comes_to_a_mixed_stack_too_and_it_is_told() -> None:
    state = field(stack("patria-1", "pasto", "bv p1"))
    table = Table()
    land_leader(table, state, "bolivar", {"at": "pasto"})
    assert state.leaders["bolivar"].at == "patria-1"
    assert [note.text for note in table.story] == ["Bolívar takes command in Pasto."]
    table = Table()
    land_leader(table, state, "sucre", {"at": "quito"})
    assert [note.event for note in table.story] == ["lapsed", "leader-comes"]


def test_5_1_the_legion_stands_with_nobody_but_itself() -> None:
    state = field(stack("royal-1", "banda-oriental", "spl1"), stack("royal-2", "banda-oriental", "spl2"),
                  stack("royal-3", "banda-oriental", "bfm"), stack("royal-4", "banda-oriental", "dba"))  # fmt: skip
    for units, lawful in (("spl1 spl2", True), ("bfm dba", True), ("spl1 bfm", False)):
        why = why_not_formed(state, "royalist", {"at": "banda-oriental", "units": units.split()})
        assert (why == "") is lawful
