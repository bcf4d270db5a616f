"""Conditions as a seat sees them, and doctrine sections as answers: 3.5, 5.3, 6.0, 6.1, 6.1.1, 7.5 and 8.1."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, stack, where
from rules.guerra.guerra_letters import match_of, play

from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.orders.conditions import CONDITIONS, unmet
from pbem.adjudicator.guerra.state.state import Siege
from pbem.adjudicator.guerra.view.look import Look


def position(**fields: Any) -> GuerraMatch:
    """Charcas shared, Salta Patriot, Lima Royalist under a marker, Cartagena besieged."""
    stacks = [
        stack("patria-1", "salta", "p1 p2 dp", "belgrano"), stack("patria-2", "charcas", "per-mi1", hills=True),
        stack("royal-1", "charcas", "fp"), stack("ejercito-lima", "lima", "cu rl", "pezuela"),
        stack("patria-3", "santa-fe", "gco-mi3", inside="cartagena"), stack("royal-2", "santa-fe", "vy le1"),
    ]  # fmt: skip
    sieges = {"cartagena": Siege("royalist", ["royal-2"], works=True)}
    return match_of(field(*stacks, ships={"pla-f1": "atlantic-1", "r-f1": "callao"}, sieges=sieges,
                          purse={"plata": 5, "royalist": 9}, **fields))  # fmt: skip


def holds(condition: dict[str, Any], seat: str = "patriot", /, **facts: Any) -> str:
    """Why a condition does not hold; empty if it does."""
    match = position()
    return unmet(Look(match.state.board, lambda: match.view(seat), facts), [condition])


@pytest.mark.parametrize(("true", "false"), [
    ({"held": "salta"}, {"lost": "salta"}), ({"lost": "lima"}, {"held": "lima"}),
    ({"enemy_at": "charcas"}, {"no_enemy_at": "charcas"}), ({"own_at": "salta"}, {"own_at": "lima"}),
    ({"enemy_regulars": "charcas"}, {"no_regulars": "charcas"}),
    ({"no_regulars": "salta"}, {"enemy_regulars": "salta"}),
    ({"enemy_regulars": "lima"}, {"no_regulars": "lima"}),  # a marker counts as regulars
    ({"seen": {"marker": "any", "at": "lima"}}, {"not_seen": {"marker": "ejercito-lima", "at": "lima"}}),
    ({"turn": 9}, {"turn": 8}), ({"turn_at_least": 9}, {"turn_at_least": 10}),
    ({"liberals": False}, {"liberals": True}), ({"besieged": "cartagena"}, {"free": "cartagena"}),
    ({"sea_is_ours": "atlantic-1"}, {"sea_is_ours": "pacific-8"}),
    ({"enemy_ships_at": "callao"}, {"enemy_ships_at": "atlantic-1"}),
    ({"leader_at": {"leader": "belgrano", "at": "salta"}}, {"leader_at": {"leader": "belgrano", "at": "lima"}}),
    ({"in_pool": "p3"}, {"in_pool": "p1"}), ({"arrived": "p1"}, {"arrived": "p3"}),
    ({"purse_at_least": {"nation": "plata", "rp": 2}}, {"purse_at_least": {"nation": "plata", "rp": 3}}),
    ({"enemy_factors_at_most": {"at": "charcas", "factors": 9}}, {"enemy_factors_at_most": {"at": "charcas",
                                                                                            "factors": 1}}),
    ({"no_enemy_in_field": "salta"}, {"no_enemy_in_field": "charcas"}),
    ({"phase": "patriot"}, {"phase": "council"}),
])  # fmt: skip
def test_a_condition_holds_or_does_not(true: dict[str, Any], false: dict[str, Any]) -> None:
    assert holds(true) == ""
    assert holds(false) != ""
    assert "not known" not in holds(false)


@pytest.mark.parametrize("condition", [
    {"enemy_factors_at_most": {"at": "lima", "factors": 99}}, {"odds": {"own": 1, "enemy": 99}},
    {"leader_at": {"leader": "pezuela", "at": "lima"}},
])  # fmt: skip
def test_5_1_3_what_lies_under_a_marker_is_not_known(condition: dict[str, Any]) -> None:
    assert holds(condition, force="patria-1", area="lima", target="ejercito-lima").startswith("not known whether")


def test_10_1_guerrillas_are_seen_by_the_enemy() -> None:
    assert holds({"enemy_guerrillas": "charcas"}, "royalist") == ""
    assert holds({"enemy_guerrillas": "salta"}, "royalist") != ""
    assert holds({"works": "cartagena"}, "royalist") == ""
    assert holds({"besieging": "any"}, "royalist", force="royal-2") == ""


def test_6_1_odds_of_a_question_are_those_that_it_tells() -> None:
    assert holds({"odds": {"own": 3, "enemy": 2}}, own="9", enemy="6") == ""
    assert holds({"odds": {"own": 3, "enemy": 2}}, own="8", enemy="6") != ""
    assert holds({"odds": {"own": 1, "enemy": 1}}, own="0", enemy="0") != ""


def test_6_2_odds_against_a_fortress_count_its_walls() -> None:
    assert holds({"odds": {"own": 1, "enemy": 1}}, "royalist", own_force="royal-2", port="cartagena") != ""
    assert holds({"odds": {"own": 1, "enemy": 2}}, "royalist", own_force="royal-2", port="cartagena") == ""


def test_3_5_cavalry_is_counted_by_units() -> None:
    assert holds({"cavalry_share": {"own": 33}}, force="patria-1") == ""
    assert holds({"cavalry_share": {"own": 34}}, force="patria-1") != ""


def test_every_word_has_its_opposite_or_stands_alone() -> None:
    assert "not" not in CONDITIONS


# ------------------------------------------------------------------------------------------- doctrine

ATTACK = "operations:\n  - {force: patria-1, do: [{attack: {target: any}}]}\n"


def battle(royalist: str, **dice: Any) -> Any:
    """A Patriot attack in Charcas with two Royalist battalions, played by the Royalist's file."""
    match = match_of(field(stack("patria-1", "charcas", "p1 p2"), stack("royal-1", "charcas", "fp rl"),
                           stack("royal-2", "lima", "cu"), stack("royal-3", "arequipa", "r-mi8")))  # fmt: skip
    rolls = {f"{kind}/": die for kind, die in dice.items()}
    return play(match, {"activate/": 6} | rolls, patriot=ATTACK, royalist=royalist)


def test_6_1_the_first_entry_that_holds_says_if_battle_is_avoided() -> None:
    body = "avoid: [{do: stand, if: [{odds: {own: 99, enemy: 1}}]}, {do: avoid}]\n"
    assert battle(body, avoid=1).said("avoided")
    assert not battle("avoid: [{do: stand}]\n").said("avoided")


def test_6_1_a_standing_order_answers_and_a_file_goes_before_it() -> None:
    standing = "standing:\n  - number: 1\n    avoid: [{do: avoid}]\n"
    assert battle(standing, avoid=1).said("avoided")
    assert not battle(f"{standing}avoid: [{{do: stand}}]\n").said("avoided")


@pytest.mark.parametrize(("doctrine", "avoids"), [("cautious", True), ("steady", True), ("bold", False)])
def test_6_1_a_doctrine_stands_at_its_own_odds(doctrine: str, avoids: bool) -> None:
    match = match_of(field(stack("patria-1", "charcas", "p1 p2"), stack("royal-1", "charcas", "fp rl")))
    own, enemy = (match.state.factors(match.state.units_in(force)) for force in ("royal-1", "patria-1"))
    assert own * 3 >= enemy * 2  # bold stands at two to three
    assert own * 2 < enemy * 3  # steady wants three to two
    assert bool(battle(f"doctrine: {doctrine}\n", avoid=1).said("avoided")) == avoids


def test_6_1_beaten_forces_go_where_their_owner_prefers() -> None:
    for area in ("lima", "arequipa"):
        match = match_of(field(stack("patria-1", "cuzco", "p1 p2 p3 p6 dp"), stack("royal-1", "cuzco", "fp"),
                               stack("royal-2", "lima", "cu"), stack("royal-3", "arequipa", "r-mi8")))  # fmt: skip
        play(match, {"activate/": 6, "avoid/": 6, "battle/": 4}, patriot=ATTACK,
             royalist=f"avoid: [{{do: stand}}]\nretreat: [{area}, any]\n")  # fmt: skip
        assert where(match.state, "fp") in ([area], ["pool"])


def test_5_3_points_are_spent_from_so_many_steps_on_and_some_are_kept() -> None:
    for body, left in (("attrition: {pay_if_steps: 3}\n", 2), ("attrition: {pay_if_steps: 9}\n", 4),
                       ("attrition: {pay_if_steps: 3, keep: 2}\n", 4)):  # fmt: skip
        match = match_of(field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 4}))
        play(match, patriot=body)
        assert match.state.purse["plata"] == left


def test_3_5_a_wish_to_intercept_names_force_area_and_condition() -> None:
    body = "operations:\n  - {force: patria-1, do: [{move: {to: cordoba}}]}\n"
    for wish, tried in (("{force: any, at: salta}", True), ("{force: any, at: lima}", False), ("{do: no}", False),
                        ("{force: royal-1, if: [{moving_to: cordoba}]}", True),
                        ("{force: royal-1, if: [{moving_to: charcas}]}", False),
                        ("{force: any, if: [{odds_seen: {own: 9, enemy: 1}}]}", False)):  # fmt: skip
        match = match_of(field(stack("patria-1", "salta", "p1 p2"), stack("royal-1", "salta", "r-mc2")))
        phase = play(match, {"intercept/": 1}, patriot=body, royalist=f"intercept: [{wish}]\n")
        assert bool(phase.said("not-intercepted")) == tried, wish


def test_an_exact_answer_names_places_as_players_do() -> None:
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2")))
    body = ("operations:\n  - {force: patria-1}\nanswers:\n"
            "  - {key: step/patria-1/n1, answer: {move: {to: Salta}}}\n")  # fmt: skip
    play(match, patriot=body)
    assert where(match.state, "p1") == ["salta"]


@pytest.mark.parametrize(("section", "goes"), [
    ("subvert: [vdc, any]\n", "vdc"), ("subvert: [any]\n", "f"), ("subvert: [cu]\n", ""),
    ("subvert: [none, any]\n", ""), ("", ""),
])  # fmt: skip
def test_10_2_2_whom_leaders_win_over_may_be_said_once_for_all(section: str, goes: str) -> None:
    """Fernando VII has lost nothing and the Concordia a step, so that the former has more factors."""
    match = match_of(field(stack("patria-1", "lima", "p1", "san-martin"), stack("royal-1", "lima", "vdc/1 f"),
                           turn=11, liberals=11))  # fmt: skip
    play(match, {"subvert/": 1}, patriot=section)
    assert [unit for unit in ("vdc", "f") if match.state.units[unit].at == "pool"] == ([goes] if goes else [])
