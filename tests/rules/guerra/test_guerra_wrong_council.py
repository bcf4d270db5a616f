"""The check of a council: areas that cannot rise, purses overspent by nation, units that are not to be had."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import BOARD, position

from pbem.adjudicator.guerra.orders.checks.wrong import Desk
from pbem.adjudicator.guerra.orders.council.wrong_council import wrong_council
from pbem.adjudicator.guerra.orders.names import judge
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.view import view


def faults(state: State, seat: str, **body: Any) -> list[str]:
    """The texts of what is wrong with a council."""
    desk = Desk(BOARD, view(state, seat), seat, body)
    return [each.text for each in wrong_council(desk)]


def muster(state: State, seat: str, **sections: Any) -> list[str]:
    return faults(state, seat, muster=sections)


def test_4_1_every_purse_is_added_up_and_the_entry_that_overspends_is_named() -> None:
    state = position({"salta": ["p1"], "cumana": ["vc"]}, purse={"plata": 6, "colombia": 0})  # and a point from each
    build = {"plata": [{"unit": "p6", "at": "salta"}, {"unit": "p7", "at": "salta"}, {"unit": "p8", "at": "salta"},
                       {"unit": "p11", "at": "salta"}],
             "colombia": [{"unit": "lg", "at": "cumana"}, {"unit": "vl", "at": "cumana"}]}  # fmt: skip
    found = muster(state, "patriot", build=build)
    assert [text.partition(":")[0] for text in found] == [
        f"{BOARD.units['p11'].name} cannot be raised", f"{BOARD.units['vl'].name} cannot be raised"]  # fmt: skip
    assert all("it costs 1 RP" in text for text in found)


@pytest.mark.parametrize(("entry", "why"), [
    ({"unit": "rl", "at": "lima"}, "not in your pool"), ({"unit": "vdc", "at": "salta"}, "not yours"),
    ({"kind": "ship-of-the-line", "at": "lima"}, "none of the kind"), ({"at": "lima"}, "neither a unit nor a kind"),
])  # fmt: skip
def test_4_6_what_cannot_be_raised_is_a_fault(entry: dict[str, Any], why: str) -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": 40})
    assert [why in text for text in muster(state, "royalist", build=[entry])] == [True]
    assert muster(state, "royalist", build=[{**entry, "if": [{"held": "cuzco"}]}]) == [] or "at" not in entry or (
        "unit" not in entry)  # fmt: skip


def test_4_6_a_unit_is_bought_once() -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": 40})
    entry = {"unit": "vdc", "at": "lima"}
    assert ["not in your pool" in text for text in muster(state, "royalist", build=[entry, entry])] == [True]


@pytest.mark.parametrize(("area", "why"), [("lima", "does not hold it"), ("misiones", "raise nobody there")])
def test_9_0_an_area_that_cannot_rise_is_a_fault(area: str, why: str) -> None:
    found = faults(position({"quito": ["rl"]}), "patriot", uprisings=[{"area": "quito"}, {"area": area}])
    assert [why in text for text in found] == [True]


def test_4_8_who_does_not_come_this_turn_lands_nowhere() -> None:
    state = position({"lima": ["rl"]})
    state.units["a"].at = "due"
    found = muster(state, "royalist", arrive=[{"units": ["a", "as"], "port": "callao"}, {"units": ["a"], "at": "lima"}],
                   leaders=[{"leader": "boves", "at": "lima"}])  # fmt: skip
    assert found == ["'as' does not come this turn", "'a' lands twice", "'boves' does not come this turn"]


def test_4_7_upgrades_masses_lost_steps_and_hills_are_judged_too() -> None:
    state = position({"cuzco": ["cu", "r-mi1"]}, purse={"royalist": 8})
    found = muster(state, "royalist", upgrade=[{"militia": "r-mi1", "regular": "cu"}], replenish=[{"unit": "cu"}],
                   masses={"area": "lima"}, guerrilla={"on": ["cu"], "off": ["r-mi1"]})  # fmt: skip
    assert len(found) == 5
    assert "it has lost nothing" in found[0]


def test_4_6_a_fault_of_a_purchase_points_at_the_counter_and_4_8_says_where_a_unit_is() -> None:
    state = position({"cuzco": ["cu", "r-mi1"]}, purse={"royalist": 0})
    state.units["om"].at, state.units["a"].at = "track/8", "pool"
    told = {"upgrade": [{"militia": "r-mi1", "regular": "cu"}], "replenish": [{"unit": "cu"}],
            "build": [{"unit": "rl", "at": "lima"}, {"kind": "ship-of-the-line", "at": "callao"}],
            "arrive": [{"units": ["om", "cu", "a"], "port": "callao"}]}  # fmt: skip
    found = list(wrong_council(Desk(BOARD, view(state, "royalist"), "royalist", {"muster": told})))
    build = {"muster": {"build": [{"unit": "om", "at": "lima"}]}}
    [early] = wrong_council(Desk(BOARD, view(state, "royalist"), "royalist", build))
    assert early.hint == "due in turn 8"
    assert [each.path[-1] for each in found] == ["militia", "unit", "kind", "unit", 0, 1, 2]
    assert [each.hint for each in found[-3:]] == [
        "due in turn 8", "it is at cuzco", "it is in the pool: 'build' raises it"]  # fmt: skip


def test_5_1_a_check_gives_no_stack_the_number_of_another() -> None:
    state = position({"salta": ["p1"], "cumana": ["vc"]}, purse={"plata": 8})
    build = {"plata": [{"unit": "ll1-g", "at": "cumana", "if": [{"held": "salta"}]}, {"unit": "p7", "at": "salta"}]}
    assert muster(state, "patriot", build=build, masses={"area": "cumana"}) == []


def test_4_8_a_leader_among_units_is_told_where_leaders_stand() -> None:
    found = [judge(BOARD, "royalist", name, "unit") for name in ("morillo", "bolivar", "rl")]
    assert [each and each.hint for each in found] == [
        "a leader stands under 'leaders', apart from units", "it is a leader of the enemy's", None,
    ]  # fmt: skip
    theirs = [judge(BOARD, "royalist", name, "force") for name in ("norte", "patria-3", "royal-3", "barlovento")]
    assert [each and each.hint for each in theirs] == ["it is the enemy's", "it is the enemy's", None, None]


def test_4_9_masses_that_cannot_be_raised_are_named() -> None:
    (found,) = muster(position({"lima": ["rl"]}), "royalist", masses={"area": "lima"})
    assert found.startswith("the masses of Lima cannot be raised: ")


def test_5_1_a_muster_stacks_only_who_stands_in_the_area() -> None:
    state = position({"lima": ["rl"], "cuzco": ["cu"]}, purse={"royalist": 40})
    stacks = [{"at": "lima", "units": ["rl", "cu", "vdc"]}]
    assert muster(state, "royalist", build=[{"unit": "vdc", "at": "lima"}], forces=stacks) == [
        "'cu' stands in Cuzco, and a muster marches nobody"]  # fmt: skip
    assert muster(state, "royalist", forces=[{**stacks[0], "if": [{"held": "lima"}]}]) == []


def test_4_6_a_kind_that_cannot_be_raised_says_what_keeps_the_first_of_it() -> None:
    state = position({"lima": ["rl"]}, purse={"royalist": 40})
    [text] = muster(state, "royalist", build=[{"kind": "artillery", "at": "cuzco"}])
    assert text == ("artillery cannot be raised: none of the kind may be raised there "
                    "(American artillery: Cuzco is not yours)")  # fmt: skip
    for unit in [unit for unit in state.pool("royalist") if BOARD.units[unit].arm == "artillery"]:
        state.units[unit].at = "gone"
    assert muster(state, "royalist", build=[{"kind": "artillery", "at": "lima"}]) == [
        "artillery cannot be raised: none of the kind is in the pool"]  # fmt: skip
