"""Conditions: each word is in the schema, holds when it should and says why when it does not; all on one's own view."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import hold, place, position

from pbem.adjudicator.lions.orders.conditions import CONDITIONS, Look, unmet
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import view
from pbem.schema.shape import part

ENGLAND = "england"
FACTS: dict[str, Any] = {
    "square": "G11", "round": 2, "roll": 7, "value": 3, "by": "spain", "against": "treachery",
    "own": [{"ship": "a", "damage": 1, "guns": 4}, {"ship": "b", "damage": 0, "guns": 2}],
    "enemy": [{"ship": "c", "damage": 1, "guns": 9}],
}  # fmt: skip


def scene() -> State:
    """England in the Channel and off Lisbon, a Spanish fleet and troops near, treasure with and without escort."""
    state = position(
        4, turn=3, initiative="spain", operated={"spain": 1}, passed=["france"], plundered=["I4"],
        money={"england": 8, "netherlands": 3, "spain": 12, "france": 0},
        ships={
            "england-1st-1": "G11/england-fleet-1", "england-transport-1": "G11/england-fleet-1",
            "spain-1st-1": "G12/spain-fleet-2", "treasure-goa": "J20", "treasure-manila": "G12/spain-fleet-2",
        },
        land={"F15 spain": "1r", "F11 england": "2r"}, cargo={"england-transport-1": 2},
    )  # fmt: skip
    hold(state, ENGLAND, "gunners-1")
    place(state, "england-6th-1", "C11+1")
    return state


#: word -> what holds in the scene, and what does not
HOLDING: dict[str, tuple[Any, Any]] = {
    "treasure_at": ({"fleet": "treasure-goa", "at": "goa"}, {"fleet": "treasure-goa", "at": "java"}),
    "no_treasure_at": ({"fleet": "treasure-java", "at": "java"}, {"fleet": "treasure-goa", "at": "goa"}),
    "treasure_free": ("treasure-goa", "treasure-manila"),
    "enemy_within": ({"of": "G11", "squares": 1, "power": "spain"}, {"of": "G11", "squares": 1, "power": "france"}),
    "no_enemy_within": ({"of": "london", "squares": 1}, {"of": "here", "squares": 1, "what": "fleets"}),
    "enemy_at": ("cadiz", {"at": "cadiz", "power": "france"}),
    "no_enemy_at": ({"at": "cadiz", "power": "france"}, "G12"),
    "own_at": ("here", "london"),
    "force_at": ({"force": "1", "at": "G11"}, {"force": "england-6th-1", "at": "G11"}),
    "held": ("F11", "cadiz"), "lost": ("cadiz", "F11"),
    "controlled_by": ({"port": "cadiz", "power": "spain"}, {"port": "cadiz", "power": "france"}),
    "plundered": ("havana", "goa"), "not_plundered": ("goa", "havana"), "here": ("G11", "cadiz"),
    "pounds_at_least": (8, 9), "pounds_of": ({"power": "spain", "least": 12}, {"power": "spain", "least": 13}),
    "turn_at_least": (3, 4), "turn_at_most": (3, 2), "moved": ("spain", "france"), "not_moved": ("france", "spain"),
    "passed": ("france", "spain"), "holding": ("gunners", "spy"), "not_holding": ("spy", "gunners"),
    "guns_at_least": ({"force": "1", "guns": 1}, {"force": "1", "guns": 99}),
    "troops_at_least": ({"force": "1", "points": 2}, {"force": "1", "points": 3}),
    "odds_at_least": ({"own": 2, "enemy": 3}, {"own": 1, "enemy": 1}),
    "odds_below": ({"own": 1, "enemy": 1}, {"own": 2, "enemy": 3}),
    "round_at_least": (2, 3), "own_damaged": (1, 2), "enemy_damaged": (1, 2), "roll_at_most": (7, 6),
    "roll_at_least": (7, 8), "leader_at_most": (3, 2), "leader_at_least": (3, 4), "by": ("spain", "france"),
    "marker_played": ("treachery", "spy"),
}  # fmt: skip


def why_not(word: str, wanted: Any, facts: dict[str, Any] = FACTS) -> str:
    state = scene()
    return unmet(Look(state.board, lambda: view(state, ENGLAND), facts), [{word: wanted}])


@pytest.mark.parametrize("word", HOLDING)
def test_a_condition_holds_when_what_its_owner_sees_is_so(word: str) -> None:
    assert why_not(word, HOLDING[word][0]) == ""


@pytest.mark.parametrize("word", HOLDING)
def test_a_condition_that_does_not_hold_says_why_in_words(word: str) -> None:
    reason = why_not(word, HOLDING[word][1])
    assert reason
    assert not set('{}"') & set(reason)


def test_every_condition_of_the_schema_is_known_and_no_other() -> None:
    items = part("orders-lions", "/$defs/conditions/items")
    assert set(items.properties) == set(CONDITIONS) == set(HOLDING)


def test_all_of_a_list_must_hold_and_the_first_that_does_not_is_named() -> None:
    state = scene()
    look = Look(state.board, lambda: view(state, ENGLAND), FACTS)
    assert unmet(look, [{"moved": "spain"}, {"passed": "france", "turn_at_least": 3}]) == ""
    assert unmet(look, [{"moved": "spain"}, {"passed": "england"}, {"turn_at_least": 9}]) == "england has not passed"


def test_ashore_the_odds_are_of_points() -> None:
    assert why_not("odds_at_least", {"own": 3, "enemy": 2}, {"own": 6, "enemy": 4}) == ""
    assert why_not("odds_at_least", {"own": 2, "enemy": 1}, {"own": 6, "enemy": 4})


def test_the_view_is_not_made_for_what_the_question_tells_itself() -> None:
    def never() -> dict[str, Any]:
        raise AssertionError("the position was looked at")

    assert unmet(Look(scene().board, never, FACTS), [{"round_at_least": 2}, {"roll_at_most": 7}]) == ""
