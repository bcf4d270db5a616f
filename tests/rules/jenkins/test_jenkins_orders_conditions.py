"""Conditions of moves, doctrine and standing orders: what each asks, and how it reads when it does not hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rules.jenkins.playing import position

from pbem.adjudicator.jenkins.rules.conditions import CONDITIONS, Look, all_hold, first_unmet, unmet
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State
from pbem.base.resources import shipped


def scene() -> State:
    return position(
        {"2719": ["boyne", "cornwall", "soldiers-e1"]}, {"2722": ["deception-s1 > galicia", "galicia"]},
        storms=["3018"], turn=4, funds={ENGLISH: 12, SPANISH: 3}, control={"curacao": ENGLISH},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"storm_on": "leogane"}, True), ({"storm_on": "2719"}, False), ({"no_storm_on": "leogane"}, False),
        ({"no_storm_on": "port-royal"}, True), ({"enemy_at": "2722"}, True), ({"enemy_at": "2719"}, False),
        ({"no_enemy_at": "2722"}, False), ({"no_enemy_at": "havana"}, True),
        ({"enemy_within": {"of": "port-royal", "hexes": "3"}}, True),
        ({"enemy_within": {"of": "port-royal", "hexes": "2"}}, False),
        ({"no_enemy_within": {"of": "port-royal", "hexes": "2"}}, True),
        ({"own_at": "2719"}, True), ({"own_at": "2722"}, False),
        ({"own_ships": {"at": "2719", "ships": "2"}}, True), ({"own_ships": {"at": "2719", "ships": "3"}}, False),
        ({"held": "curacao"}, True), ({"held": "havana"}, False), ({"lost": "havana"}, True), ({"lost": "2719"}, False),
        ({"turn_at_least": "4"}, True), ({"turn_at_least": "5"}, False), ({"turn_at_most": "4"}, True),
        ({"turn_at_most": "3"}, False), ({"funds_at_least": "12"}, True), ({"funds_at_least": "13"}, False),
    ],
)  # fmt: skip
def test_each_condition_holds_or_not(condition: dict[str, Any], holds: bool) -> None:
    assert all_hold(scene(), ENGLISH, [condition]) is holds


@pytest.mark.parametrize(
    ("condition", "here", "holds"),
    [({"enemy_top": "deception"}, "2722", True), ({"enemy_top": "ship"}, "2722", False),
     ({"enemy_top": "deception"}, "2719", False), ({"here": "port-royal"}, "2719", True),
     ({"here": "2722"}, "2719", False), ({"enemy_within": {"of": "here", "hexes": "1"}}, "2721", True),
     ({"own_ships": {"at": "here", "ships": "1"}}, "2719", True), ({"storm_on": "here"}, "3018", True)],
)  # fmt: skip
def test_some_are_about_the_place_where_the_question_arises(condition: dict[str, Any], here: str, holds: bool) -> None:
    assert all_hold(scene(), ENGLISH, [condition], here) is holds


def test_all_of_a_list_must_hold_and_the_first_that_does_not_is_named() -> None:
    conditions = [{"turn_at_least": "2"}, {"storm_on": "2719"}, {"turn_at_least": "9"}]
    assert first_unmet(scene(), ENGLISH, conditions) == "no storm lies on 2719"
    assert first_unmet(scene(), ENGLISH, []) == ""


def test_several_words_in_one_condition_must_all_hold() -> None:
    assert unmet(Look(scene(), ENGLISH), [{"turn_at_least": "2", "held": "havana"}]) == "havana is not yours"


def test_the_reason_names_distance_and_place() -> None:
    wanted = {"enemy_within": {"of": "port-royal", "hexes": "2"}}
    assert first_unmet(scene(), ENGLISH, [wanted]) == "no enemy is within 2 hexes of port-royal"


def test_a_condition_looks_no_deeper_than_its_owner_can() -> None:
    """The Galicia under the deception is hidden (4.4): no condition tells her from any other ship."""
    hidden, bare = scene(), scene()
    bare.stacks["2722"] = {SPANISH: ["deception-s1"]}
    bare.aboard = {}
    conditions = [{word: value} for word in ("enemy_at", "no_enemy_at", "own_at") for value in ("2722", "2719")]
    conditions += [{"enemy_top": kind} for kind in ("ship", "deception", "frigate")]
    for condition in conditions:
        assert all_hold(hidden, ENGLISH, [condition], "2722") == all_hold(bare, ENGLISH, [condition], "2722")


def test_the_schema_of_orders_offers_just_these_conditions() -> None:
    page = json.loads((shipped("schemas") / "orders-jenkins.schema.json").read_text())
    assert set(page["$defs"]["conditions"]["items"]["properties"]) == set(CONDITIONS)


def test_4_4_one_enemy_stack_within_reach_is_enough() -> None:
    """Others may be far away."""
    state = position({"2719": ["boyne"]}, {"2721": ["galicia"], "3718": ["san-carlos"]})
    assert all_hold(state, ENGLISH, [{"enemy_within": {"of": "2719", "hexes": "2"}}])
    assert not all_hold(state, ENGLISH, [{"enemy_within": {"of": "2719", "hexes": "1"}}])
