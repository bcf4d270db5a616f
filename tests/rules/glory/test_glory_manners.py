"""Manners of battle: what bold, wary, shy and anchored admirals order, from nothing but what their side is told."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import BRITISH_74S, FRENCH_74S, position

from pbem.adjudicator.glory.rules.battle_fleets import Battle, Clash, battle_fleet, facts
from pbem.adjudicator.glory.rules.manners import ANSWERS, MANNERS, by_manner
from pbem.adjudicator.glory.state.terms import SEATS

EVEN: dict[str, Any] = {
    "seat": "allied", "own": "10", "enemy_low": "6", "enemy_high": "10", "own_fire": "30", "enemy_fire": "30",
    "own_hurt": "0", "enemy_hurt": "0", "enemy_sound": "10", "round": "1", "gauge": "windward", "sail": "easy",
    "slow": "no", "enemy_shows": "form-line", "enemy_sail": "easy",
}  # fmt: skip


def said(manner: str, topic: str, **more: str) -> Any:
    return by_manner(manner, topic, EVEN | more)


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("topic", sorted(ANSWERS))
@pytest.mark.parametrize("gauge", ["windward", "leeward"])
def test_every_manner_answers_every_question_of_a_battle(manner: str, topic: str, gauge: str) -> None:
    assert said(manner, topic, gauge=gauge)


def test_17_3_all_but_the_anchored_take_the_weather_gauge() -> None:
    assert {manner: said(manner, "gauge") for manner in MANNERS} == {
        "bold": "windward", "wary": "windward", "shy": "windward", "anchor": "leeward"}  # fmt: skip


def test_17_4_the_shy_deny_the_bold_never_and_the_wary_allies_when_they_are_fewer() -> None:
    assert said("shy", "deny") == "yes"
    assert said("bold", "deny", own="1") == "no"
    assert said("wary", "deny") == "no"
    assert said("wary", "deny", own="5") == "yes"
    assert said("wary", "deny", own="5", seat="british") == "no"


@pytest.mark.parametrize(("own", "day"), [("11", "longer"), ("10", "leave"), ("6", "leave"), ("5", "shorter")])
def test_17_5_the_wary_want_a_long_day_only_if_they_are_surely_more(own: str, day: str) -> None:
    assert said("wary", "day", own=own) == day
    assert said("bold", "day", own=own) == "longer"
    assert said("shy", "day", own=own) == "shorter"


def signals(manner: str, **more: str) -> tuple[str, str]:
    told = said(manner, "signals", **more)
    return told["tactic"], told["sail"]


def test_17_6_bold_to_windward() -> None:
    assert signals("bold") == ("engage-more-closely", "full")
    assert signals("bold", round="2") == ("cut-the-line", "easy")
    assert signals("bold", round="2", enemy_shows="general-withdrawal") == ("general-chase", "full")


def test_17_6_wary_to_windward_cuts_the_line_at_three_to_two() -> None:
    assert signals("wary") == ("engage-more-closely", "easy")
    assert signals("wary", own_fire="45") == ("cut-the-line", "easy")
    assert signals("wary", own_fire="44") == ("engage-more-closely", "easy")


def test_17_6_the_beaten_and_the_shy_turn_to_the_admirals_wake() -> None:
    assert signals("shy") == ("admirals-wake", "easy")
    assert signals("wary", own_hurt="50") == ("admirals-wake", "easy")
    assert signals("wary", own_hurt="50", enemy_hurt="50") != ("admirals-wake", "easy")
    assert signals("wary", own_hurt="49") != ("admirals-wake", "easy")


def test_17_6_to_leeward() -> None:
    assert signals("bold", gauge="leeward") == ("form-line", "easy")
    assert signals("bold", gauge="leeward", round="2") == ("tack-together", "easy")
    assert signals("wary", gauge="leeward", round="3") == ("form-line", "easy")
    assert signals("shy", gauge="leeward") == ("general-withdrawal", "full")
    assert signals("shy", gauge="leeward", slow="yes") == ("general-withdrawal", "easy")


def test_19_1_the_anchored_weigh_once_half_of_either_side_is_hurt() -> None:
    at_anchor = {"sail": "at-anchor", "gauge": "leeward"}
    assert signals("anchor", **at_anchor) == ("repeat-same", "at-anchor")
    assert signals("anchor", **at_anchor, enemy_hurt="50") == ("repeat-same", "weigh-anchor")
    assert signals("anchor", **at_anchor, own_hurt="50") == ("repeat-same", "weigh-anchor")
    assert signals("shy", **at_anchor) == ("repeat-same", "weigh-anchor")


def test_17_8_6_choice() -> None:
    assert said("bold", "choice") == "PM"
    assert said("bold", "choice", own_fire="29") == "BTL"
    assert said("bold", "choice", gauge="leeward") == "WF"
    assert said("shy", "choice") == "RB"


def test_17_7_the_optional_die_is_taken_as_long_as_a_ship_of_the_enemy_is_sound() -> None:
    assert said("wary", "full-sail-die") == "yes"
    assert said("wary", "full-sail-die", enemy_sound="0") == "no"


@pytest.mark.parametrize("topic", ["break-off", "withdraw"])
def test_18_4_ways_out(topic: str) -> None:
    assert said("bold", topic, own_hurt="99") == "no"
    assert said("shy", topic) == "yes"
    assert said("wary", topic) == "no"
    assert said("wary", topic, own_hurt="50", enemy_hurt="49") == "yes"


def test_before_the_lines_are_formed_a_question_tells_ranges_only() -> None:
    state = position({
        "channel-fleet": ("0807", "sea", BRITISH_74S[:11], ["nelson"]),
        "brest-fleet": ("0807", "sea", FRENCH_74S[:13], ["villeneuve"]),
    })  # fmt: skip
    state.ships[FRENCH_74S[0]].damaged = True
    clash = Clash("0807", "", "sea", ("channel-fleet",), ("brest-fleet",), "british")
    fight = Battle(clash, {seat: battle_fleet(state, clash, seat) for seat in SEATS})
    told = facts(state, fight, fight.fleets["british"])
    assert (told["enemy_low"], told["enemy_high"], told["enemy_fire"], told["enemy_hurt"]) == ("11", "15", "", "")
    fight.lines = True
    told = facts(state, fight, fight.fleets["british"])
    assert (told["enemy_low"], told["enemy_high"], told["enemy_sound"]) == ("13", "13", "12")


def test_17_4_the_wary_allies_do_not_deny_battle_to_equals() -> None:
    """Six of their own against six at least."""
    assert said("wary", "deny", own="6", enemy_low="6") == "no"
    assert said("wary", "deny", own="5", enemy_low="6") == "yes"


def test_17_8_6_odds_of_exactly_three_to_two_are_enough_by_ships_too() -> None:
    assert signals("wary", own="9", enemy_low="6", enemy_fire="", own_fire="") == ("cut-the-line", "easy")
    assert signals("wary", own="8", enemy_low="6", enemy_fire="", own_fire="") == ("engage-more-closely", "easy")


def test_18_4_a_number_that_a_question_does_not_tell_counts_as_none() -> None:
    """No sound ship is known of, so the optional die is left."""
    assert by_manner("wary", "full-sail-die", {}) == "no"


def test_17_6_beaten_to_leeward_the_bold_stay_and_the_others_withdraw() -> None:
    beaten = {"gauge": "leeward", "own_hurt": "50", "enemy_hurt": "49"}
    assert signals("bold", **beaten)[0] == "form-line"
    assert signals("wary", **beaten) == ("general-withdrawal", "full")
