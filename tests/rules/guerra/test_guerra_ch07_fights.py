"""7.5, 7.5.1, 7.8 to 7.10, 8.3: fights at sea, port guns, raids, and ships in a port that falls."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import Played, field, in_hand, let, order, refused, stack, where

from pbem.adjudicator.guerra.rules.ch07_naval import VERBS, aimed, sea_fight
from pbem.adjudicator.guerra.rules.ch07_raids import VERBS as RAIDS
from pbem.adjudicator.guerra.rules.ch07_raids import port_falls
from pbem.adjudicator.guerra.state.state import State

ATTACK, RAID = VERBS["attack_fleet"], RAIDS["raid"]
SEA = "pacific-8"
CALLAO = stack("royal-1", "lima", "r-mi5", inside="callao")
CHILE = stack("patria-1", "northern-chile", "chi1")


def squadron(
    patriots: str = "chl-f1", royalists: str = "r-f1", *stacks: Any, port: str = "", cochrane: bool = False,
    **fields: Any,
) -> State:
    """Patriot ships in hand off Callao, and Royalist ships there too, at sea or in the port."""
    ships = dict.fromkeys(patriots.split(), SEA) | dict.fromkeys(royalists.split(), port or SEA)
    state = field(CALLAO, CHILE, *stacks, ships=ships, **fields)
    if cochrane:
        state.leaders["cochrane"].at = patriots.split()[0].partition("/")[0]
    return in_hand(state, ships=[ship.partition("/")[0] for ship in patriots.split()])


def attack(state: State, *, said: dict[str, Any] | None = None, port: str = "", **dice: Any) -> Played:
    """An attack at sea that the attacked do not evade; ships miss unless dice say so."""
    ships = [ship for ship, piece in state.units.items() if piece.at in (SEA, "callao")]
    rolls = {f"broadside/{ship}/": [(10,) * state.units[ship].steps] for ship in ships}
    rolls |= {f"{kind.replace('__', '/').replace('_', '-')}/": [throw] for kind, throw in dice.items()}
    return order(state, ATTACK, dice=rolls, said={"evade": "stand"} | (said or {}),
                 **({"in_port": port} if port else {"target": "any"}))  # fmt: skip


# ------------------------------------------------------------------------------------------- the attack


def test_7_5_an_attack_at_sea_costs_two_points_and_is_not_mandatory() -> None:
    state = squadron()
    assert ATTACK.cost(state, state.acting, {}) == 2


@pytest.mark.parametrize(("state", "step", "why"), [
    (squadron(royalists="r-f1", port="callao"), {"target": "any"}, "no enemy ship"),
    (squadron(), {"in_port": "callao"}, "no enemy ship"),
    (squadron(royalists="r-f1", port="montevideo"), {"in_port": "montevideo"}, "no enemy ship"),
    (in_hand(field(ships={"chl-f1": "valparaiso", "r-f1": "valparaiso"}), ships=["chl-f1"]), {}, "not at sea"),
    (in_hand(field(CALLAO), "royal-1"), {}, "no fleet"),
])  # fmt: skip
def test_7_5_ships_fight_in_their_sea_area_or_before_a_port_on_it(state: State, step: Any, why: str) -> None:
    assert why in refused(state, ATTACK, **step)


@pytest.mark.parametrize(("die", "evaded"), [(1, True), (3, True), (4, False)])
def test_7_5_ships_evade_on_1_to_3_and_stay_where_they_are(die: int, evaded: bool) -> None:
    state = squadron()
    rolls: dict[str, Any] = {"evade/": die} | ({} if evaded else {"broadside/": [(10, 10), (10, 10)]})
    played = order(state, ATTACK, dice=rolls, said={"evade": "evade"}, target="any")
    assert (played.dice == [f"evade/{SEA}/royalist"]) is evaded
    assert where(state, "r-f1") == [SEA]
    assert state.acting.enemy_avoided is evaded


def test_8_3_cochrane_evades_on_4_too_but_does_not_keep_others_from_evading() -> None:
    for cochrane, die in ((True, 4), (False, 3)):
        state = squadron(cochrane=cochrane)
        in_hand(state, ships=["r-f1"])
        played = order(state, ATTACK, dice={"evade/": die}, said={"evade": "evade"}, target="any")
        assert played.shifts("evade/") == [-1 if cochrane else 0]
        assert played.events("sea-fight-over")[0]["result"] == "evaded"
    played = order(squadron(cochrane=True), ATTACK, dice={"evade/": 3}, said={"evade": "evade"}, target="any")
    assert played.shifts("evade/") == [0]  # N7


@pytest.mark.parametrize(("patriots", "evades"), [("chl-f1", False), ("chl-f1 pla-f1", True)])
def test_7_5_by_default_fewer_steps_evade(patriots: str, evades: bool) -> None:
    played = order(squadron(patriots), ATTACK, target="any")
    assert any(label.startswith("evade/") for label in played.dice) is evades


# ------------------------------------------------------------------------------------------- fire


def aims(*pairs: str) -> list[dict[str, str]]:
    """Ships and their targets, as an answer names them."""
    return [dict(zip(("ship", "target"), pair.split(), strict=True)) for pair in pairs]


def test_7_5_1_targets_are_ships_of_the_fight() -> None:
    played = attack(squadron("chl-f1", "r-f1 r-s1"))
    question = next(question for question in played.asked if question.topic == "targets")
    assert question.faults(aims("chl-f1 r-s1")) == []
    assert len(question.faults(aims("pla-f1 r-f1", "chl-f1 r-f4"))) == 2
    assert question.faults("all")
    assert question.faults(["r-f1"])


@pytest.mark.parametrize(("throw", "steps"), [((3, 3), 0), ((3, 4), 1), ((4, 10), 2), ((1, 10), 1)])
def test_7_5_1_a_die_of_ten_for_each_step_hits_at_the_factor_or_less(throw: tuple[int, int], steps: int) -> None:
    state = squadron()
    attack(state, broadside__chl_f1=throw)
    piece = state.units["r-f1"]
    assert (piece.steps if piece.at == SEA else 0) == steps


def test_7_5_1_a_ship_of_the_line_hits_at_five_and_a_reduced_ship_has_one_die() -> None:
    state = squadron("chl-s1/1", "r-f1")
    played = attack(state, broadside__chl_s1=(5,))
    assert state.units["r-f1"].steps == 1
    assert played.dice[-2:] == ["broadside/r-f1", "broadside/chl-s1"]


def test_7_5_1_hits_count_at_once_so_sunken_ships_have_fired() -> None:
    state = squadron()
    played = attack(state, broadside__chl_f1=(1, 1), broadside__r_f1=(1, 1))
    assert where(state, "chl-f1", "r-f1") == ["pool", "pool"]
    assert played.events("sea-fight-over")[0] == {
        "sea": SEA, "result": "drawn", "lost": {"royalist": "2", "patriot": "2"},
    }  # fmt: skip
    assert state.acting.over


def test_7_5_1_two_hits_on_the_last_step_waste_one() -> None:
    state = squadron("chl-f1 pla-f1", "r-f1/1")
    played = attack(state, broadside__chl_f1=(1, 1))
    assert played.events("losses")[0]["steps"] == "1"
    assert played.events("sea-fight-over")[0]["lost"]["royalist"] == "1"


def test_7_5_1_each_ship_chooses_a_target_unseen_by_the_other_side() -> None:
    state = squadron("chl-f1 pla-f1", "r-f1 r-s1")
    both = [aims("r-f1 pla-f1", "r-s1 pla-f1"), aims("chl-f1 r-s1", "pla-f1 r-s1")]
    played = attack(state, said={"targets": both}, broadside__chl_f1=(1, 10), broadside__r_s1=(5, 5))
    assert [question.side for question in played.asked[1:]] == ["royalist", "patriot"]
    assert (state.units["r-s1"].steps, state.units["r-f1"].steps) == (1, 2)
    assert where(state, "pla-f1", "chl-f1") == ["pool", SEA]


def test_7_5_1_by_default_fire_is_spread() -> None:
    assert aimed(["a", "b", "c"], ["x", "y"], {}) == {"a": "x", "b": "y", "c": "x"}
    assert aimed(["a", "b", "c"], ["x", "y"], {"a": "y", "b": "z"}) == {"a": "y", "b": "x", "c": "x"}
    assert aimed(["a"], [], {}) == {}


def test_7_5_1_the_side_that_hits_more_steps_wins() -> None:
    hit, miss = (1, 10), (10, 10)
    for own, foe, winner in ((hit, miss, "patriot"), (miss, hit, "royalist"), (hit, hit, "drawn")):
        played = attack(squadron(), broadside__chl_f1=own, broadside__r_f1=foe)
        assert played.events("sea-fight-over")[0]["result"] == winner
    played = attack(squadron("chl-f1", "r-f1/1"), broadside__chl_f1=(1, 10), broadside__r_f1=(1,))
    assert played.events("sea-fight-over")[0]["result"] == "patriot"  # alone is left


@pytest.mark.parametrize(("port", "stacks", "fires"), [
    ("callao", (), True), ("", (), False), ("valparaiso", (stack("royal-2", "northern-chile", "rl"),), False),
])  # fmt: skip
def test_7_10_the_guns_of_a_fortified_port_fire_like_a_ship_of_two_steps(
    port: str, stacks: Any, fires: bool
) -> None:
    state = squadron("chl-f1", "r-f1", port=port)
    if port == "valparaiso":
        state = in_hand(field(stacks[0], ships={"chl-f1": "pacific-9", "r-f1": port}), ships=["chl-f1"])
    rolls: dict[str, Any] = {"broadside/": [(10, 10), (10, 10)]} | ({"guns/": [(7, 8)]} if fires else {})
    played = order(state, ATTACK, dice=rolls, said={"evade": "stand"}, **({"in_port": port} if port else {}))
    assert ("guns/callao" in played.dice) is fires
    assert state.units["chl-f1"].steps == (1 if fires else 2)


def test_7_10_no_shot_can_hurt_the_port_and_both_dice_have_one_target() -> None:
    state = squadron("chl-f1 pla-f1", "r-f1", port="callao")
    played = attack(state, port="callao", said={"targets": [aims("r-f1 chl-f1", "guns pla-f1")]}, guns=(7, 7))
    assert played.asked[1].facts["shooters"] == ["r-f1", "guns"]
    assert where(state, "pla-f1", "chl-f1") == ["pool", SEA]
    assert where(state, "r-mi5") == ["lima"]


# ------------------------------------------------------------------------------------------- Cochrane


def test_8_3_cochrane_lowers_the_dice_of_all_ships_of_his_fleet() -> None:
    state = squadron("chl-f1 pla-f1", "r-s1", cochrane=True)
    played = attack(state, broadside__pla_f1=(4, 5))
    assert played.shifts("broadside/pla-f1") == [-1]
    assert played.shifts("broadside/r-s1") == [0]
    assert state.units["r-s1"].steps == 1
    assert not [label for label in played.dice if label.startswith("cochrane")]  # no frigate there


@pytest.mark.parametrize(("die", "taken"), [(1, True), (2, True), (3, False)])
def test_8_3_cochrane_takes_a_royalist_frigate_on_1_or_2(die: int, taken: bool) -> None:
    state = squadron("chl-s1", "r-f1/1 r-f2 r-s1", cochrane=True)
    rolls: dict[str, Any] = {"cochrane/": die} | {f"broadside/{ship}/": [(10,) * steps] for ship, steps in
                                                  (("r-s1", 2), ("chl-s1", 2), ("r-f1", 1))}  # fmt: skip
    played = order(state, ATTACK, dice=rolls, said={"evade": "stand"}, target="any")
    assert state.units["r-f2"].at == ("pool" if taken else SEA)  # the one with most steps
    assert (state.units["chl-f1"].at, state.units["chl-f1"].steps) == (SEA if taken else "pool", 2)
    assert "broadside/chl-f1" not in played.dice  # a prize takes no part
    assert ("broadside/r-f2" in played.dice) is not taken
    assert played.events("captured") == ([{"ship": "r-f2", "by": "patriot", "to": "chl-f1"}] if taken else [])


def test_8_3_the_patriot_may_sink_the_frigate_or_take_the_other() -> None:
    state = squadron("chl-s1", "r-f1/1 r-f2", cochrane=True)
    order(state, ATTACK, dice={"cochrane/": 1}, said={"evade": "stand", "prize": "eliminate:r-f1"}, target="any")
    assert where(state, "r-f1", "chl-f1", "chl-f2") == ["pool", "pool", "pool"]
    state = squadron("chl-s1", "r-f1/1 r-f2", cochrane=True)
    order(state, ATTACK, dice={"cochrane/": 1, "broadside/r-f2": [(10, 10)]},
          said={"evade": "stand", "prize": "capture:r-f1"}, target="any")  # fmt: skip
    assert state.units["chl-f1"].steps == 1  # reduced as she was


def test_8_3_without_a_free_chilean_frigate_the_prize_is_sunk() -> None:
    state = squadron("chl-f1 chl-f2", "r-f1 r-f2", cochrane=True)
    played = order(state, ATTACK, dice={"cochrane/": 1}, said={"evade": "stand"}, target="any")
    question = next(question for question in played.asked if question.topic == "prize")
    assert list(question.legal()["choose"]) == ["eliminate:r-f1", "eliminate:r-f2"]


def test_8_3_the_prize_is_lost_with_all_patriot_ships() -> None:
    state = squadron("chl-s1/1", "r-f1 r-s1", cochrane=True)
    played = order(state, ATTACK, dice={"cochrane/": 1, "broadside/r-s1/": [(1, 1)], "leader/": 6},
                   said={"evade": "stand"}, target="any")  # fmt: skip
    assert where(state, "chl-s1", "chl-f1", "r-f1") == ["pool", "pool", "pool"]
    assert played.dice[-1] == "leader/cochrane"


def test_8_1_a_leader_goes_over_to_another_ship_of_the_fleet() -> None:
    state = squadron("chl-f1 pla-f1", "r-s1", cochrane=True)
    attack(state, said={"targets": [aims("r-s1 chl-f1")]}, broadside__r_s1=(1, 1))
    assert state.leaders["cochrane"].at == "pla-f1"


# ------------------------------------------------------------------------------------------- passengers


def test_7_7_passengers_drown_with_the_ships_that_could_carry_them() -> None:
    state = squadron("chl-f1 pla-f1", "r-s1", stack("patria-2", SEA, "chi2 chi3 chi4 chi5", "san-martin"))
    state.forces["patria-2"].ships = ["chl-f1", "pla-f1"]
    attack(state, said={"targets": [aims("r-s1 chl-f1")], "losses": [["chi5", "chi3"]]}, broadside__r_s1=(1, 1))
    assert where(state, "chi2", "chi3", "chi4", "chi5") == [SEA, "pool", SEA, "pool"]
    assert state.forces["patria-2"].ships == ["pla-f1"]


def test_7_7_all_are_lost_with_the_last_ship_and_leaders_throw() -> None:
    state = squadron("chl-f1", "r-s1", stack("patria-2", SEA, "chi2", "san-martin"))
    state.forces["patria-2"].ships = ["chl-f1"]
    played = attack(state, broadside__r_s1=(1, 1), leader=1)
    assert where(state, "chi2", "san-martin") == ["pool", "gone"]
    assert "patria-2" not in state.forces
    assert played.dice[-1] == "leader/san-martin"


# ------------------------------------------------------------------------------------------- convoys


def test_4_8_the_escort_of_a_convoy_fights_without_evasion() -> None:
    state = field(CALLAO, CHILE, ships={"r-f1": "due", "chl-f1": "valparaiso"})
    played = let(sea_fight, state, "pacific-9", ["r-f1"], ["chl-f1"],
                 dice={"broadside/r-f1": [(1, 10)], "broadside/chl-f1": [(9, 9)]})  # fmt: skip
    assert played.outcome == "royalist"
    assert (state.units["r-f1"].at, state.units["chl-f1"].steps) == ("due", 1)


# ------------------------------------------------------------------------------------------- raids


def raider(*stacks: Any, ships: dict[str, str] | None = None, cochrane: bool = False, **fields: Any) -> State:
    """Patriot ships off Lima, which the Royalist holds."""
    state = field(*(stacks or (CALLAO,)), ships={"chl-f1": SEA, "pla-f1": SEA} | (ships or {}), **fields)
    if cochrane:
        state.leaders["cochrane"].at = "pla-f1"
    return in_hand(state, ships=["chl-f1", "pla-f1"])


@pytest.mark.parametrize(("die", "taken"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_7_8_a_raid_takes_a_point_on_4_or_more_for_one_operation_point(die: int, taken: int) -> None:
    state = raider()
    assert RAID.cost(state, state.acting, {"area": "lima"}) == 1
    played = order(state, RAID, dice={"raid/": die}, area="lima")
    assert state.raided.get("lima", 0) == taken
    assert played.events("raided")[0]["rp"] == str(taken)


@pytest.mark.parametrize(("ships", "cochrane", "shift"), [
    ({}, False, 0), ({"r-f1": SEA}, False, -1), ({"r-f1": "callao"}, False, -1), ({"r-f1": "pacific-7"}, False, -1),
    ({"r-f1": "pacific-9"}, False, 0), ({}, True, 1), ({"r-f1": "callao", "r-f2": SEA}, True, 0),
])  # fmt: skip
def test_7_8_enemy_ships_near_hinder_and_cochrane_helps(ships: dict[str, str], cochrane: bool, shift: int) -> None:
    """Lima has a coast on Pacific VII and VIII."""
    assert order(raider(ships=ships, cochrane=cochrane), RAID, area="lima").shifts("raid/") == [shift]


def test_7_8_each_ship_raids_once_and_an_area_loses_no_more_than_it_has() -> None:
    state = raider()
    for _ in range(2):
        order(state, RAID, dice={"raid/": 6}, area="lima")
    assert state.raided == {"lima": 2}
    assert "once" in refused(state, RAID, area="lima")
    state = raider(stack("royal-1", "guayaquil", "r-mi1"))
    state.units["chl-f1"].at = state.units["pla-f1"].at = "pacific-7"
    order(state, RAID, dice={"raid/": 6}, area="guayaquil")
    assert "nothing is left" in refused(state, RAID, area="guayaquil")  # Guayaquil has one point


@pytest.mark.parametrize(("state", "area", "why"), [
    (raider(), "arequipa", "not off"), (raider(stack("royal-1", "cuzco", "rl")), "lima", "not controlled"),
    (raider(CALLAO, stack("patria-1", "lima", "p1")), "lima", "not controlled"),
    (in_hand(field(CALLAO), "royal-1"), "lima", "no fleet"),
])  # fmt: skip
def test_7_8_only_enemy_coasts_of_the_fleets_own_sea_area_are_raided(state: State, area: str, why: str) -> None:
    assert why in refused(state, RAID, area=area)


# ------------------------------------------------------------------------------------------- port capture


@pytest.mark.parametrize(("die", "event"), [(1, "escaped"), (2, "sunk"), (5, "sunk"), (6, "captured")])
def test_7_9_ships_in_a_port_that_falls_escape_are_lost_or_are_taken(die: int, event: str) -> None:
    state = field(CALLAO, stack("patria-1", "lima", "p1"), ships={"r-f1/1": "callao"})
    played = let(port_falls, state, "callao", "patriot", "patria-1", dice={"port-fall/": die})
    assert played.dice == ["port-fall/r-f1"]
    assert len(played.events(event)) == 1
    if event == "escaped":
        assert where(state, "r-f1") == ["box-spain"]
    elif event == "captured":
        prize = played.events("captured")[0]["to"]
        assert (prize, state.units[prize].at, state.units[prize].steps) == ("pla-f1", "callao", 1)
        assert where(state, "r-f1") == ["pool"]
    else:
        assert where(state, "r-f1") == ["pool"]


def test_7_9_a_prize_needs_a_counter_of_the_same_kind_and_factor() -> None:
    """The Royalist has frigates of factor 3; Grand Colombia's are of factor 2, and she has no ship of the line (N8)."""
    state = field(CALLAO, ships={"gco-f1": "callao"})
    assert not let(port_falls, state, "callao", "royalist", dice={"port-fall/": 6}).events("captured")
    state = field(CALLAO, ships={"chl-f1": "callao"})
    assert let(port_falls, state, "callao", "royalist", dice={"port-fall/": 6}).events("captured")[0]["to"] == "r-f1"
    state = field(CALLAO, ships={"r-s1": "callao", "chl-s1": "valparaiso"})
    assert not let(port_falls, state, "callao", "patriot", dice={"port-fall/": 6}).events("captured")


def test_7_9_the_counter_is_of_the_nation_that_took_the_port() -> None:
    state = field(stack("patria-1", "lima", "chi1"), ships={"r-f1": "callao"})
    played = let(port_falls, state, "callao", "patriot", "patria-1", dice={"port-fall/": 6})
    assert played.events("captured")[0]["to"] == "chl-f1"


def test_8_3_cochrane_with_the_captors_raises_the_die() -> None:
    state = field(CALLAO, ships={"r-f1": "callao", "chl-f1": SEA})
    state.leaders["cochrane"].at = "chl-f1"
    played = let(port_falls, state, "callao", "patriot", dice={"port-fall/": 5})
    assert played.events("captured")
    assert let(port_falls, field(ships={"gco-f1": "callao", "r-f1": SEA}), "callao", "royalist").shifts("port-") == [0]


@pytest.mark.parametrize(("ship", "captor", "options"), [
    ("r-f1", "patriot", ["guayaquil-port", "box-spain", "san-juan"]),
    ("gco-f1", "royalist", ["valparaiso", "les-cayes"]), ("mex-f1", "royalist", ["valparaiso", "new-orleans"]),
    ("pla-f1", "royalist", ["valparaiso"]),
])  # fmt: skip
def test_7_9_an_escape_leads_to_ports_within_five_areas_or_to_the_box(
    ship: str, captor: str, options: list[str]
) -> None:
    state = field(stack("royal-2", "guayaquil", "r-mi1"), stack("royal-3", "puerto-rico", "r-mi6", inside="san-juan"),
                  CHILE, ships={ship: "callao"})  # fmt: skip
    played = let(port_falls, state, "callao", captor, dice={"port-fall/": 1})
    if len(options) > 1:
        assert list(played.asked[0].legal()["choose"]) == options
    assert where(state, ship) == options[:1]


def test_7_9_a_ship_without_a_refuge_does_not_escape() -> None:
    state = field(CALLAO, ships={"pla-f1": "callao"})
    let(port_falls, state, "callao", "royalist", dice={"port-fall/": 1})
    assert where(state, "pla-f1") == ["pool"]


def test_8_1_the_leader_of_ships_lost_in_port_throws_or_sails_with_one_that_escapes() -> None:
    state = field(CALLAO, CHILE, ships={"chl-f1": "callao", "chl-f2": "callao"})
    state.leaders["cochrane"].at = "chl-f1"
    played = let(port_falls, state, "callao", "royalist", dice={"port-fall/": [2, 1]})
    assert played.dice == ["port-fall/chl-f1", "port-fall/chl-f2"]
    assert state.leaders["cochrane"].at == "chl-f2"
    state = field(CALLAO, CHILE, ships={"chl-f1": "callao"})
    state.leaders["cochrane"].at = "chl-f1"
    played = let(port_falls, state, "callao", "royalist", dice={"port-fall/": 2, "leader/": 1})
    assert played.dice == ["port-fall/chl-f1", "leader/cochrane"]
