"""6.0, 6.1, 6.1.1 and 3.4: battles in the field, from the declaration to the advance."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import Played, field, in_hand, let, order, refused, stack, where

from pbem.adjudicator.guerra.rules.ch06_battle import VERBS, find_target, interception_battle
from pbem.adjudicator.guerra.rules.losing import by_default, half, quarter
from pbem.adjudicator.guerra.state.state import Siege, State

ATTACK = VERBS["attack"]
SPANIARDS, COLOMBIANS = "vy le1 le2 vi1-s", "bv vc gi lg"  # four steps each: 16 factors and 12


def meeting(
    royalists: str = SPANIARDS, patriots: str = COLOMBIANS, *more: Any, royal: str = "", patria: str = "",
    came_from: str = "", at: str = "santa-fe", spent: int = 0, **fields: Any,
) -> State:  # fmt: skip
    """Both sides in Santa Fe, an area that loves neither; the Royalist is in hand with eight points."""
    state = field(stack("royal-1", at, royalists, royal, came_from=came_from),
                  stack("patria-1", at, patriots, patria), *more, **fields)  # fmt: skip
    return in_hand(state, "royal-1", spent=spent)


def attack(
    state: State, die: int = 3, *, said: dict[str, Any] | None = None, target: str = "any", **dice: Any
) -> Played:
    """An attack that is stood; the Royalist has the initiative, and tactics do nothing, unless dice say so."""
    rolls = {"battle/": die} | {f"{kind}/": throws for kind, throws in dice.items()}
    return order(state, ATTACK, dice=rolls, said={"avoid": "stand"} | (said or {}), target=target)


def avoid(state: State, die: int) -> bool:
    """Tells if the attacked avoids with this die."""
    return bool(order(state, ATTACK, dice={"avoid/": die}, said={"avoid": "avoid"}, target="any").events("avoided"))


# ------------------------------------------------------------------------------------------- what may be declared


def test_6_0_combat_is_not_mandatory_and_6_1_costs_two_points() -> None:
    state = meeting()
    assert ATTACK.cost(state, state.acting, {}) == 2
    assert where(state, "vy", "bv") == ["santa-fe", "santa-fe"]


def test_6_1_an_attack_needs_an_enemy_in_the_same_area() -> None:
    state = field(stack("royal-1", "santa-fe", "vy"), stack("patria-1", "pasto", "bv"))
    assert "no such enemy" in refused(in_hand(state, "royal-1"), ATTACK, target="any")


def test_6_1_targets_are_named_by_stack_leader_or_word() -> None:
    state = meeting(SPANIARDS, COLOMBIANS, stack("patria-2", "santa-fe", "ng1"), stack("norte", "santa-fe", "p1"),
                    patria="bolivar")  # fmt: skip
    meant = {
        word: find_target(state, state.acting, {"target": word})
        for word in ("patria-2", "bolivar", "weakest", "any", "norte", "strongest", "rebels", "sucre", "patria-9")
    }
    assert meant == {"patria-2": "patria-2", "bolivar": "patria-1", "weakest": "patria-2", "any": "patria-2",
                     "norte": "norte", "strongest": "norte", "rebels": "", "sucre": "", "patria-9": ""}  # fmt: skip


def test_6_1_a_leader_under_a_shut_marker_cannot_be_named() -> None:
    state = meeting(SPANIARDS, "ng1", stack("norte", "santa-fe", "p1", "belgrano"))
    assert find_target(state, state.acting, {"target": "belgrano"}) == ""
    state.revealed["norte"] = state.turn
    assert find_target(state, state.acting, {"target": "belgrano"}) == "norte"
    assert find_target(state, state.acting, {"target": "strongest"}) == "norte"  # 6 factors, seen, against 2


def test_6_1_odds_under_one_to_three_are_not_declared() -> None:
    assert refused(meeting("vy"), ATTACK, target="any") == ""  # 4 against 12
    assert "1 to 3" in refused(meeting("r-mi1 r-mi2 r-mi3"), ATTACK, target="any")  # 3 against 12


def test_6_1_a_shut_marker_gives_nothing_away_when_an_attack_is_judged() -> None:
    state = field(stack("royal-1", "santa-fe", "r-mi1"), stack("norte", "santa-fe", "p1 p2"))
    assert refused(in_hand(state, "royal-1"), ATTACK, target="any") == ""
    state.revealed["norte"] = state.turn
    assert "1 to 3" in refused(state, ATTACK, target="any")


@pytest.mark.parametrize(("stacks", "why"), [
    ((stack("royal-1", "charcas", "r-mi8", hills=True), stack("patria-1", "charcas", "p1")), "guerrillas"),
    ((stack("royal-1", "charcas", "", "pezuela"), stack("patria-1", "charcas", "p1")), "leader alone"),
    ((stack("royal-1", "charcas", "rl"), stack("patria-1", "charcas", "per-mi1", hills=True)), "no such enemy"),
    ((stack("royal-1", "lima", "rl"), stack("patria-1", "lima", "p1", inside="callao")), "no such enemy"),
    ((stack("royal-1", "lima", "rl", inside="callao"), stack("patria-1", "lima", "p1")), "sally"),
    ((stack("royal-1", "united-states", "rl"), stack("patria-1", "united-states", "tp")), "neutral"),
])  # fmt: skip
def test_6_1_who_cannot_attack_and_who_is_not_attacked(stacks: Any, why: str) -> None:
    assert why in refused(in_hand(field(*stacks), "royal-1"), ATTACK, target="any")


def test_6_1_only_a_force_on_land_attacks_in_the_field() -> None:
    state = field(stack("patria-1", "pacific-8", "p1"), ships={"pla-f1": "pacific-8"})
    state.forces["patria-1"].ships = ["pla-f1"]
    assert "no force on land" in refused(in_hand(state, "patria-1"), ATTACK, target="any")
    state = in_hand(field(ships={"pla-f1": "pacific-8"}), ships=["pla-f1"])
    assert "no force on land" in refused(state, ATTACK, target="any")


def test_9_5_rebels_do_not_attack() -> None:
    state = field(stack("rebel-1", "paraguay", "reb-i1"), stack("royal-1", "paraguay", "rl"))
    assert "Rebels" in refused(in_hand(state, "rebel-1"), ATTACK, target="any")


def test_6_1_an_order_for_another_area_lapses() -> None:
    state = meeting()
    assert "not in Pasto" in refused(state, ATTACK, target="any", at="pasto")
    assert refused(state, ATTACK, target="any", at="santa-fe") == ""


def test_5_1_3_both_forces_are_laid_open_by_the_attack() -> None:
    state = field(stack("ejercito-lima", "santa-fe", SPANIARDS), stack("norte", "santa-fe", COLOMBIANS))
    played = attack(in_hand(state, "ejercito-lima"))
    assert [note["force"] for note in played.events("revealed")] == ["ejercito-lima", "norte"]
    assert played.asked[0].facts["enemy"] == "16"  # whoever decides about avoidance sees it


def test_6_1_the_order_of_the_dice_of_a_battle() -> None:
    state = meeting(patria="paez")
    played = order(state, ATTACK, dice={"avoid/": 6, "battle/": 6, "initiative/": [4, 2, 3, 3]},
                   said={"avoid": "avoid"}, target="any")  # fmt: skip
    at = "santa-fe"
    assert played.dice == [
        f"avoid/{at}/patria-1", f"initiative/{at}/royalist", f"initiative/{at}/patriot", f"initiative/{at}/royalist",
        f"initiative/{at}/patriot", f"tactics/{at}/patriot", f"tactics/{at}/royalist", f"battle/{at}", f"repress/{at}",
    ]  # fmt: skip
    assert where(state, "bv", "gi") == ["pool", "pool"]  # DH: half of four steps


# ------------------------------------------------------------------------------------------- to avoid battle


@pytest.mark.parametrize(("die", "avoided"), [(1, True), (3, True), (4, False), (6, False)])
def test_6_1_a_force_avoids_battle_on_1_to_3(die: int, avoided: bool) -> None:
    state = meeting()
    assert avoid(state, die) is avoided
    assert state.acting.enemy_avoided is avoided
    assert state.acting.fought is not avoided
    assert where(state, "bv") == (["santa-fe"] if avoided else ["pool"])  # who avoids stays where it is (A7)


@pytest.mark.parametrize(("royalists", "royal", "patriots", "patria", "most"), [
    (SPANIARDS, "", COLOMBIANS, "", 3),
    (SPANIARDS, "", "bv vc gi ll1-g", "", 5),  # the attacked has more cavalry: -2
    ("vy le1 le2 du", "", COLOMBIANS, "", 1),  # the attacker has more: +2
    ("vy le1 le2 du", "", "bv vc gi ll1-g", "", 3),
    ("vy le1 le2 du hf", "", "bv vc gi ll1-g", "", 1),  # two cavalry units against one
    (SPANIARDS, "morillo", COLOMBIANS, "", 2),  # Morillo's 1
    (SPANIARDS, "", COLOMBIANS, "paez", 5),  # Páez' 2
    (SPANIARDS, "morillo", COLOMBIANS, "paez sucre", 4),  # one leader a side: 2 less 1
])  # fmt: skip
def test_6_1_cavalry_and_leaders_change_the_die_of_avoidance(
    royalists: str, royal: str, patriots: str, patria: str, most: int
) -> None:
    for die, avoided in ((most, True), (most + 1, False)):
        assert avoid(meeting(royalists, patriots, royal=royal, patria=patria), die) is avoided


@pytest.mark.parametrize(("royalists", "avoids"), [("vy le1 le2", False), ("vy le1 le2 r-mi1", True)])
def test_6_1_by_default_a_force_avoids_more_factors_than_its_own(royalists: str, avoids: bool) -> None:
    played = order(meeting(royalists), ATTACK, target="any")
    assert bool(played.events("avoided")) is avoids


@pytest.mark.parametrize(("royalists", "avoids"), [("vy le1 le2 ce", False), ("vy le1 le2 ce r-mi1", True)])
def test_6_4_a_besieger_with_works_stands_up_to_3_to_2(royalists: str, avoids: bool) -> None:
    state = besieging(meeting(royalists, COLOMBIANS, GARRISON), "patria-1")
    assert bool(order(state, ATTACK, target="any").events("avoided")) is avoids


GARRISON = stack("royal-2", "santa-fe", "pm", inside="cartagena")


def besieging(state: State, *forces: str) -> State:
    """Puts forces into the lines before Cartagena, with works."""
    state.sieges["cartagena"] = Siege("patriot", list(forces), works=True)
    return state


def test_6_1_avoiding_gives_up_the_siege_and_its_works() -> None:
    state = besieging(meeting(SPANIARDS, COLOMBIANS, GARRISON, stack("patria-2", "santa-fe", "ng1")),
                      "patria-1", "patria-2")  # fmt: skip
    played = order(state, ATTACK, dice={"avoid/": 1}, said={"avoid": "avoid"}, target="patria-1")
    assert played.asked[0].facts["besieging"] == "cartagena"
    assert state.sieges["cartagena"].forces == ["patria-2"]
    assert state.sieges["cartagena"].works is False
    assert not played.events("siege-over")


def test_6_2_a_battle_ends_the_siege_of_a_force_that_stands() -> None:
    state = besieging(meeting(SPANIARDS, COLOMBIANS, GARRISON), "patria-1")
    played = attack(state, 3)  # a bloodbath: nobody retreats
    assert state.sieges == {}
    assert played.events("siege-over") == [{"port": "cartagena"}]


# ------------------------------------------------------------------------------------------- initiative and tactics


def test_6_1_the_higher_die_has_the_initiative_and_ties_are_thrown_again() -> None:
    played = attack(meeting(), initiative=[4, 4, 2, 3])
    assert [note["side"] for note in played.events("tactics")] == ["patriot", "royalist"]


@pytest.mark.parametrize(("leaders", "dice", "first"), [
    ("", [3, 2], "royalist"), ("bolivar", [3, 2], "patriot"), ("bolivar", [5, 2], "royalist"),
    ("paez bolivar", [5, 2], "royalist"), ("bolivar sucre", [5, 2, 6, 2], "royalist"),
    ("cochrane", [3, 2], "royalist"),  # 8.3: not his tactical rating
])  # fmt: skip
def test_6_1_one_tactical_rating_counts_in_the_initiative(leaders: str, dice: list[int], first: str) -> None:
    played = attack(meeting(patria=leaders), initiative=dice)
    assert played.events("tactics")[0]["side"] == first


def test_6_1_the_initiative_gives_two_tactical_dice_and_the_other_side_one() -> None:
    played = attack(meeting(), tactics=[(3, 5), 3])
    assert [list(note["effects"]) for note in played.events("tactics")] == [["bayonet", "grand-battery"], ["bayonet"]]


@pytest.mark.parametrize(("royalists", "patriots", "first", "second", "factors"), [
    (SPANIARDS, COLOMBIANS, (1, 1), 1, ["16", "12"]),
    (SPANIARDS, COLOMBIANS, (3, 1), 1, ["24", "12"]),  # the bayonet: 16 count 24
    (SPANIARDS, COLOMBIANS, (3, 3), 1, ["24", "12"]),  # the same effect counts once
    ("vy le1 pm", COLOMBIANS, (3, 1), 1, ["15", "12"]),  # 10 count 15
    ("vy le1 ch-r", COLOMBIANS, (3, 1), 1, ["16", "12"]),  # 11 count 16: rounded down
    ("vy le1 du", COLOMBIANS, (4, 1), 1, ["20", "12"]),  # the charge: 6 of cavalry count 12
    ("vy le1 art-r1", COLOMBIANS, (5, 1), 1, ["14", "12"]),  # the battery: 3 of artillery count 6
    ("vy le1 du", COLOMBIANS, (1, 1), 2, ["11", "12"]),  # the square: 6 of cavalry count 3
    ("vy le1 ll1-r", COLOMBIANS, (1, 1), 2, ["10", "12"]),  # 3 count 2: rounded up
    ("vy le1 du", COLOMBIANS, (4, 1), 2, ["14", "12"]),  # the charge into the square: 6
    ("vy le1 du", "gco-mi1 gco-mi2 gco-mi3 ll1-g", (1, 1), 2, ["14", "9"]),  # militia form no square
    ("vy le1 du", "gco-mi1 bv ll1-g", (1, 1), 2, ["11", "10"]),  # one battalion of the line does
    (SPANIARDS, COLOMBIANS, (1, 1), 3, ["16", "18"]),
    ("vy le1 du art-r1", COLOMBIANS, (3, 4), 1, ["27", "12"]),  # both effects: 8 count 12, 6 count 12
])  # fmt: skip
def test_6_1_tactical_options_change_the_factors_of_their_arm(
    royalists: str, patriots: str, first: tuple[int, int], second: int, factors: list[str]
) -> None:
    played = attack(meeting(royalists, patriots), tactics=[first, second])
    assert played.events("odds")[0]["factors"] == factors


@pytest.mark.parametrize(("royalists", "patriots", "first", "second", "column"), [
    (SPANIARDS, COLOMBIANS, (6, 1), 1, "1:1"),  # no cavalry and no artillery: nothing
    ("vy le1 du art-r1", COLOMBIANS, (6, 1), 1, "2:1"),  # 17 to 12, one column for all arms
    ("vy le1 du art-r1", COLOMBIANS, (6, 6), 1, "2:1"),
    ("vy le1 du art-r1", "bv vc ll1-g art-g1", (1, 1), 6, "1:2"),  # 17 to 15, one for the Patriot
    ("vy le1 du art-r1", "bv vc ll1-g art-g1", (6, 1), 6, "1:1"),
    ("vy/1", COLOMBIANS, (1, 1), 6, "1:3"),
])  # fmt: skip
def test_6_1_all_arms_together_are_worth_a_column(
    royalists: str, patriots: str, first: tuple[int, int], second: int, column: str
) -> None:
    played = attack(meeting(royalists, patriots), tactics=[first, second])
    assert played.events("odds")[0]["column"] == column


# ------------------------------------------------------------------------------------------- odds and the die


@pytest.mark.parametrize(("royalists", "patriots", "column"), [
    ("vy", COLOMBIANS, "1:3"), ("vy r-mi1", COLOMBIANS, "1:3"), ("vy pm", COLOMBIANS, "1:2"),
    ("vy le1 ch-r", COLOMBIANS, "1:2"), ("vy le1 le2", COLOMBIANS, "1:1"), ("ne mx pb pm ch-r", COLOMBIANS, "1:1"),
    ("ne mx pb vz", COLOMBIANS, "2:1"), ("vy le1 le2", "bv", "4:1"), ("ne mx pb vz", "bv", "6:1"),
])  # fmt: skip
def test_6_1_odds_are_rounded_for_the_defender_and_end_at_six_to_one(
    royalists: str, patriots: str, column: str
) -> None:
    played = attack(meeting(royalists, patriots))
    assert played.events("odds")[0]["column"] == column


def test_5_1_and_6_7_a_force_in_a_city_has_a_column_in_its_favour() -> None:
    state = field(stack("royal-1", "cumana", SPANIARDS), stack("patria-1", "cumana", COLOMBIANS, inside="cumana-port"))
    played = attack(in_hand(state, "royal-1"))
    assert played.events("odds")[0]["column"] == "1:2"
    assert [note.text.endswith("the column 1:2; the city helps its defenders (6.7).") for note in played.notes
            if note.event == "odds"] == [True]  # fmt: skip


@pytest.mark.parametrize(("spent", "shift"), [(0, 0), (6, 0), (7, -1), (8, -1)])
def test_3_4_friction_after_seven_points_spent_before_the_attack(spent: int, shift: int) -> None:
    state = in_hand(meeting(), "royal-1", op=11, spent=spent)
    assert attack(state).shifts("battle/") == [shift]


@pytest.mark.parametrize(("royalists", "patriots", "die", "result", "lost"), [
    ("vy", COLOMBIANS, 2, "AH", ("1", "0")),
    ("vy", COLOMBIANS, 1, "AZ", ("1", "0")),
    (SPANIARDS, COLOMBIANS, 1, "AR", ("1", "0")),
    (SPANIARDS, COLOMBIANS, 3, "BB", ("2", "2")),
    (SPANIARDS, COLOMBIANS, 4, "EX", ("1", "1")),
    (SPANIARDS, COLOMBIANS, 5, "DR", ("0", "1")),
    (SPANIARDS, COLOMBIANS, 6, "DH", ("0", "2")),
    ("ne mx pb", "bv vc", 6, "DH", ("0", "1")),
    ("ne mx pb vz", "bv vc", 6, "DZ", ("0", "2")),
    ("vy le1 le2 vi1-s vi2-s", "bv vc gi lg vl", 4, "EX", ("1", "1")),  # a quarter of five is one
    ("vy le1 le2 vi1-s vi2-s", "bv vc gi lg vl", 3, "BB", ("2", "2")),  # half of five is two
])  # fmt: skip
def test_6_1_the_results_of_battle_take_their_share_of_steps(
    royalists: str, patriots: str, die: int, result: str, lost: tuple[str, str]
) -> None:
    played = attack(meeting(royalists, patriots), die)
    assert played.events("result")[0]["result"] == result
    assert played.events("battle-over")[0]["lost"] == {"royalist": lost[0], "patriot": lost[1]}


@pytest.mark.parametrize(("steps", "a_quarter", "a_half"), [(1, 1, 1), (3, 1, 1), (4, 1, 2), (7, 1, 3), (8, 2, 4)])
def test_6_3_fractions_of_losses_are_dropped_but_one_is_lost_at_least(steps: int, a_quarter: int, a_half: int) -> None:
    assert (quarter(steps), half(steps)) == (a_quarter, a_half)


@pytest.mark.parametrize(("die", "flags", "over"), [
    (1, (False, True), "defender"), (3, (False, False), "drawn"), (4, (False, False), "drawn"),
    (5, (True, False), "attacker"),
])  # fmt: skip
def test_6_1_who_retreats_is_beaten_and_a_bloodbath_beats_nobody(die: int, flags: tuple[bool, bool], over: str) -> None:
    state = meeting()
    played = attack(state, die)
    assert (state.acting.won, state.acting.lost_battle) == flags
    assert played.events("battle-over")[0]["result"] == over


def test_6_1_whoever_loses_all_is_beaten_by_a_bloodbath_too() -> None:
    state = meeting("vy", "bv vc/1")
    played = attack(state, 5)  # 1 to 2, die 5: an exchange, and the Spaniards had one step
    assert played.events("result")[0]["result"] == "EX"
    assert state.acting.lost_battle
    assert state.acting.over
    assert played.events("eliminated")[0]["side"] == "royalist"


# ------------------------------------------------------------------------------------------- losses


def test_6_1_losses_fall_in_the_order_that_the_owner_gives() -> None:
    state = meeting()
    attack(state, 3, said={"losses": [["vi1-s", "le2"], ["gi"]]})
    assert where(state, "vi1-s", "le2", "vy") == ["pool", "pool", "santa-fe"]
    assert where(state, "gi", "bv", "vc") == ["pool", "pool", "santa-fe"]  # what is not named follows by default


def test_6_1_a_two_step_unit_is_reduced_before_it_is_lost() -> None:
    state = meeting("ne mx", "bv vc gi lg")
    attack(state, 3, said={"losses": [["mx"], []]})
    assert where(state, "mx") == ["pool"]
    state = meeting("ne mx", "bv vc gi lg")
    attack(state, 4, said={"losses": [["mx"], []]})
    assert (where(state, "mx"), state.units["mx"].steps, state.factor("mx")) == (["santa-fe"], 1, 3)


def test_6_1_the_default_order_of_losses() -> None:
    """Militia, reduced units, the least factor a step, infantry before cavalry before artillery, then by id."""
    state = field(stack("royal-1", "lima", "art-r4 rl vy dr-c fp ll1-r ch-r cu/1 r-mi8 r-mc4 f"))
    assert by_default(state, state.units_in("royal-1")) == [
        "r-mi8", "r-mc4", "cu", "dr-c", "fp", "ch-r", "f", "rl", "ll1-r", "art-r4", "vy",
    ]  # fmt: skip


def test_6_1_the_last_unit_beside_a_leader_is_spared_before_its_like() -> None:
    state = field(stack("royal-1", "lima", "ch-r", "pezuela", inside="callao"),
                  stack("royal-2", "lima", "co", inside="callao"))  # fmt: skip
    assert by_default(state, ["ch-r", "co"]) == ["co", "ch-r"]


def test_6_1_a_lost_unit_comes_to_its_pool_whole() -> None:
    state = meeting("ne mx", "bv vc gi lg")
    attack(state, 3, said={"losses": [["mx"], []]})
    assert (state.units["mx"].at, state.units["mx"].steps) == ("pool", 2)


# ------------------------------------------------------------------------------------------- retreats


def test_6_1_a_beaten_attacker_goes_back_where_it_came_from() -> None:
    state = meeting(came_from="panama")
    played = attack(state, 1)
    assert where(state, "le2") == ["panama"]
    assert "retreat royalist" not in played.topics()
    assert state.forces["royal-1"].came_from == ""


def test_6_1_an_attacker_that_did_not_march_retreats_like_a_defender() -> None:
    state = meeting()
    attack(state, 1, said={"retreat": "pasto"})
    assert where(state, "le2") == ["pasto"]


def test_6_1_a_beaten_defender_falls_back_on_its_own_areas_before_empty_ones() -> None:
    state = meeting(SPANIARDS, COLOMBIANS, stack("patria-2", "pasto", "ng1"))
    played = attack(state, 5)
    assert where(state, "vc") == ["pasto"]
    assert "maracaibo" not in next((q.legal()["choose"] for q in played.asked if q.topic == "retreat"), {})


def test_6_1_with_no_area_of_its_own_it_takes_an_empty_one_the_least_hostile_first() -> None:
    state = meeting()
    played = attack(state, 5)
    question = next(question for question in played.asked if question.topic == "retreat")
    assert list(question.legal()["choose"]) == ["los-llanos", "maracaibo", "pasto", "panama", "cartagena"]
    assert where(state, "vc") == ["los-llanos"]


def test_6_1_no_retreat_to_an_enemy_in_the_field_but_past_a_garrison() -> None:
    state = meeting(SPANIARDS, COLOMBIANS, stack("royal-2", "pasto", "pm"), stack("royal-3", "los-llanos", "", "boves"),
                    stack("royal-4", "maracaibo", "r-mi2", inside="maracaibo-port"))  # fmt: skip
    played = attack(state, 5)
    question = next(question for question in played.asked if question.topic == "retreat")
    assert list(question.legal()["choose"]) == ["maracaibo", "panama", "cartagena"]


def test_6_1_nobody_falls_back_on_neutral_ground() -> None:
    state = field(stack("royal-1", "tejas", SPANIARDS), stack("patria-1", "tejas", COLOMBIANS))
    played = attack(in_hand(state, "royal-1"), 5)
    question = next(question for question in played.asked if question.topic == "retreat")
    assert "united-states" not in question.legal()["choose"]


@pytest.mark.parametrize("switch", ["true", "false"])
def test_6_1_a_fortress_of_the_area_shelters_the_beaten_if_the_charter_lets_it(switch: str) -> None:
    state = meeting(house={"retreat_into_fortress": switch})
    said = {"retreat": "cartagena"} if switch == "true" else None
    played = attack(state, 5, said=said)
    question = next(question for question in played.asked if question.topic == "retreat")
    assert ("cartagena" in question.legal()["choose"]) is (switch == "true")
    assert state.forces["patria-1"].inside == ("cartagena" if switch == "true" else "")


def test_6_1_no_shelter_in_a_besieged_fortress_or_one_that_the_enemy_holds() -> None:
    inside = stack("patria-2", "santa-fe", "ng1", inside="cartagena")
    besieged = meeting(SPANIARDS, COLOMBIANS, inside, stack("royal-3", "santa-fe", "pm"))
    besieged.sieges["cartagena"] = Siege("royalist", ["royal-3"])
    held = meeting(SPANIARDS, COLOMBIANS, GARRISON)
    for state in (besieged, held):
        played = attack(state, 5)
        question = next(question for question in played.asked if question.topic == "retreat")
        assert "cartagena" not in question.legal()["choose"]


def test_6_1_who_cannot_retreat_loses_a_quarter_more_and_stays() -> None:
    """On Isla Margarita there is nowhere to go: eight steps, a quarter by the result, a quarter for the corner."""
    state = meeting("vy le1 le2 vi1-s vi2-s br1-s", "bv vc gi lg vl cr ar vi-g", at="isla-margarita")
    played = attack(state, 5)
    assert played.events("cornered")
    assert played.events("battle-over")[0]["lost"]["patriot"] == "4"
    assert len(state.units_in("patria-1")) == 4
    assert state.acting.won


def test_9_5_rebels_cannot_retreat_and_the_other_seat_answers_for_them() -> None:
    state = field(stack("royal-1", "paraguay", "ne"), stack("rebel-1", "paraguay", "reb-i1 reb-c1 reb-i2"))
    played = order(in_hand(state, "royal-1"), ATTACK, dice={"battle/": 5},
                   said={"rebels/avoid": "stand", "rebels/losses": [["reb-c1"], ["reb-i2"]]},
                   target="rebels")  # fmt: skip
    assert played.events("result")[0]["result"] == "DR"
    assert {question.side for question in played.asked} == {"patriot"}
    assert state.units_in("rebel-1") == ["reb-i1"]


def test_10_6_the_legion_does_not_fall_back_from_banda_oriental() -> None:
    state = field(stack("patria-1", "banda-oriental", "p1 p2"), stack("royal-1", "banda-oriental", "spl1 spl2 spl3"))
    played = order(in_hand(state, "patria-1"), ATTACK, dice={"battle/": 5, "initiative/": [1, 6]},
                   said={"avoid": "stand"}, target="any")  # fmt: skip
    assert played.events("cornered")
    assert sorted(unit for unit in ("spl1", "spl2", "spl3") if state.units[unit].at == "gone") == ["spl1", "spl2"]


# ------------------------------------------------------------------------------------------- leaders, sorties


def test_8_1_a_leader_whose_force_is_destroyed_throws_after_the_battle() -> None:
    state = meeting("ne mx pb vz", "bv vc", patria="bolivar")
    played = attack(state, 6, leader=1)
    assert played.dice[-3:] == ["battle/santa-fe", "leader/bolivar", "repress/santa-fe"]
    assert state.leaders["bolivar"].at == "gone"
    assert "patria-1" not in state.forces


def test_8_1_a_leader_alone_is_attacked_without_a_battle() -> None:
    state = meeting(SPANIARDS, "", patria="bolivar")
    played = order(state, ATTACK, dice={"leader/": 2}, target="bolivar")
    assert played.dice == ["leader/bolivar"]
    assert state.acting.won
    assert state.leaders["bolivar"].at == "gone"


def test_6_2_a_garrison_makes_a_sortie_against_besiegers_and_falls_back_behind_its_walls() -> None:
    state = field(stack("patria-1", "santa-fe", COLOMBIANS), stack("patria-2", "santa-fe", "p1"),
                  stack("royal-1", "santa-fe", SPANIARDS, inside="cartagena"))  # fmt: skip
    besieging(in_hand(state, "royal-1"), "patria-1")
    assert "besiegers" in refused(state, ATTACK, target="patria-2")
    played = attack(state, 1, target="patria-1")
    assert played.events("result")[0]["result"] == "AR"
    assert (state.forces["royal-1"].at, state.forces["royal-1"].inside) == ("santa-fe", "cartagena")
    assert not state.sieges  # the besieger has fought in the field (6.2)


# ------------------------------------------------------------------------------------------- the advance


def test_6_1_1_a_victor_goes_into_the_empty_fortress_of_a_cleared_area() -> None:
    """The rulebook's example: the one militia of Tierra Caliente is destroyed outside Veracruz, and both fall."""
    state = field(stack("royal-1", "tierra-caliente", "ne mx"), stack("patria-1", "tierra-caliente", "mex-mi1"))
    state.ports["veracruz"] = "patriot"
    attack(in_hand(state, "royal-1"), 6)
    inside = state.inside("veracruz")
    assert [state.units_in(force) for force in inside] == [["mx"]]
    assert state.ports["veracruz"] == "royalist"


def test_6_1_1_the_victor_may_leave_the_fortress_empty_and_it_is_his_with_the_area() -> None:
    state = field(stack("royal-1", "tierra-caliente", "ne mx"), stack("patria-1", "tierra-caliente", "mex-mi1"))
    state.ports["veracruz"] = "patriot"
    attack(in_hand(state, "royal-1"), 6, said={"advance": [[]]})
    assert state.inside("veracruz") == []
    assert state.ports["veracruz"] == "royalist"


def test_6_1_1_there_is_no_advance_while_enemies_are_left_in_the_area() -> None:
    state = field(stack("royal-1", "tierra-caliente", "ne mx"), stack("patria-1", "tierra-caliente", "mex-mi1"),
                  stack("patria-2", "tierra-caliente", "mex-mi2", hills=True))  # fmt: skip
    state.ports["veracruz"] = "patriot"
    played = attack(in_hand(state, "royal-1"), 6)
    assert "advance royalist" not in played.topics()
    assert state.ports["veracruz"] == ""  # nobody is inside, and nobody holds the whole area (C6)


@pytest.mark.parametrize(("die", "marked"), [(1, True), (2, False)])
def test_10_4_repression_is_thrown_for_when_royalists_clear_an_area(die: int, marked: bool) -> None:
    state = meeting("ne mx pb vz", "bv vc")
    played = attack(state, 6, repress=die)
    assert played.dice[-1] == "repress/santa-fe"
    assert ("santa-fe" in state.repression) is marked


def test_10_4_no_repression_when_the_patriot_attacks_or_patriots_stay() -> None:
    state = meeting("ne mx pb vz", "bv vc", stack("patria-2", "santa-fe", "ng1"))
    assert not [label for label in attack(state, 6).dice if label.startswith("repress")]
    state = in_hand(meeting("ne mx pb vz", "bv vc gi"), "patria-1")
    played = attack(state, 1)  # all of the attackers are lost
    assert not state.land_units_at("santa-fe", "patriot")
    assert not [label for label in played.dice if label.startswith("repress")]


# ------------------------------------------------------------------------------------------- interception


def test_3_5_the_interceptor_attacks_nobody_avoids_and_nobody_pays() -> None:
    state = meeting()
    in_hand(state, "patria-1", op=6)
    played = let(interception_battle, state, "royal-1", "patria-1", dice={"battle/": 5})
    assert played.outcome == "won"
    assert "avoid patriot" not in played.topics()
    assert state.acting.spent == 0
    assert state.acting.lost_battle
    assert played.shifts("battle/") == [0]


@pytest.mark.parametrize(("more", "tail"), [("", 0), (" vl", -1), (" vl cr ar vi-g", -3)])
def test_6_1_odds_worse_than_one_to_three_lower_the_die_of_an_interception(more: str, tail: int) -> None:
    """4 against 12, 15 and 24: whole steps below 1 to 3 are none, one (1 to 4) and three (1 to 6)."""
    state = in_hand(meeting("vy", COLOMBIANS + more), "patria-1")
    played = let(interception_battle, state, "royal-1", "patria-1", dice={"battle/": 6})
    assert played.events("odds")[0]["column"] == "1:3"
    assert played.shifts("battle/") == [tail]


def test_3_5_a_beaten_mover_falls_back_as_a_defender() -> None:
    state = meeting()
    state.forces["patria-1"].came_from = "panama"
    in_hand(state, "patria-1")
    played = let(interception_battle, state, "royal-1", "patria-1", dice={"battle/": 5}, said={"retreat": "pasto"})
    assert played.outcome == "won"
    assert where(state, "vc") == ["pasto"]
