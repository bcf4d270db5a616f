"""The story of a fight: what is told of battles, sieges, sea fights, hunts and leaders, in which order, to whom."""

from __future__ import annotations

from typing import Any

from rules.guerra.guerra_fields import Played, field, in_hand, let, order, stack, where

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.guerra.rules.ch06_battle import VERBS as FIELD
from pbem.adjudicator.guerra.rules.ch06_battle import interception_battle
from pbem.adjudicator.guerra.rules.ch06_siege import VERBS as SIEGE
from pbem.adjudicator.guerra.rules.ch06_siege import surrenders
from pbem.adjudicator.guerra.rules.ch07_naval import VERBS as SEA
from pbem.adjudicator.guerra.rules.ch07_naval import sea_fight
from pbem.adjudicator.guerra.rules.ch07_raids import VERBS as RAIDS
from pbem.adjudicator.guerra.rules.ch07_raids import port_falls, raid
from pbem.adjudicator.guerra.rules.ch08_leaders import casualty
from pbem.adjudicator.guerra.rules.ch10_guerrillas import VERBS as HILLS
from pbem.adjudicator.guerra.state.state import Siege, State

SPANIARDS, COLOMBIANS = "vy le1 le2 vi1-s", "bv vc gi lg"
PORT, AREA, OFF = "puerto-cabello", "costa-firme", "caribbean-5"


def story(played: Played) -> list[str]:
    """The events in order, without the dice."""
    return [note.event for note in played.notes if note.event != "roll"]


def texts(played: Played) -> list[str]:
    """The sentences in order, without the dice."""
    return [note.text for note in played.notes if note.event != "roll"]


def battle(die: int, *more: Any, said: Any = None, came_from: str = "", at: str = "santa-fe", **dice: Any) -> Played:
    """A battle that is stood."""
    state = field(stack("royal-1", at, SPANIARDS, came_from=came_from), stack("patria-1", at, COLOMBIANS), *more)
    rolls = {"battle/": die} | {f"{kind}/": throw for kind, throw in dice.items()}
    return order(in_hand(state, "royal-1"), FIELD["attack"], dice=rolls, said={"avoid": "stand"} | (said or {}))


def test_6_1_a_battle_is_told_from_the_attack_to_the_field() -> None:
    played = battle(5)
    assert story(played) == [
        "battle", "stood", "tactics", "tactics", "odds", "result", "losses", "retreated", "advanced", "port-fell",
        "battle-over",
    ]  # fmt: skip
    told = texts(played)
    assert told[:2] == ["The Royalists attack the Patriots in Santa Fe.", "The Patriots stand."]
    assert told[4] == "16 factors against 12: the column 1:1."
    assert told[6:8] == [
        "Patriots in Santa Fe: Barlovento is lost.", "The Patriots fall back on Los Llanos, which nobody holds.",
    ]  # fmt: skip
    assert told[-1] == "The Royalists have the field in Santa Fe."
    assert {note.to for note in played.notes} == {ALL}


def test_6_1_a_drawn_battle_and_one_avoided_are_told_as_such() -> None:
    assert texts(battle(3))[-1] == "Nobody has the field in Santa Fe."
    state = field(stack("royal-1", "santa-fe", SPANIARDS), stack("patria-1", "santa-fe", COLOMBIANS))
    played = order(in_hand(state, "royal-1"), FIELD["attack"], dice={"avoid/": 3}, said={"avoid": "avoid"})
    assert texts(played)[-2:] == ["The Patriots avoid the battle.", "There is no battle in Santa Fe."]
    assert played.events("battle-over")[0]["result"] == "avoided"
    state = field(stack("royal-1", "santa-fe", SPANIARDS), stack("patria-1", "santa-fe", COLOMBIANS))
    played = order(in_hand(state, "royal-1"), FIELD["attack"], dice={"avoid/": 4}, said={"avoid": "avoid"})
    assert "The Patriots cannot avoid the battle." in texts(played)
    assert texts(battle(1))[-1] == "The Patriots have the field in Santa Fe."


def test_6_1_a_retreat_tells_if_nobody_holds_the_area() -> None:
    assert "The Patriots fall back on Pasto." in texts(battle(5, stack("patria-2", "pasto", "ng1")))
    walls = texts(battle(5, said={"retreat": "cartagena"}))
    assert "The Patriots fall back on Cartagena de Indias." in walls
    back = texts(battle(1, stack("patria-2", "panama", "ng1"), came_from="panama"))
    assert "The Royalists fall back on Panamá." in back


def test_6_1_a_beaten_force_takes_the_empty_city_that_it_falls_back_on() -> None:
    """The port falls with its area, and the ships in it throw (7.9)."""
    state = field(stack("patria-1", "cordoba", "p1 p2 p6 p3"), stack("royal-1", "cordoba", "ne"),
                  stack("patria-2", "salta", "c"), stack("patria-3", "northern-chile", "chi1"),
                  stack("patria-4", "pampas", "p7"), ships={"pla-f1": "buenos-aires"})  # fmt: skip
    state.ports["buenos-aires"] = "patriot"
    rolls = {"battle/": 5, "initiative/": [1, 6], "port-fall/": 2}
    played = order(in_hand(state, "patria-1"), FIELD["attack"], dice=rolls, said={"avoid": "stand"})
    assert where(state, "ne", "pla-f1") == ["rio-de-la-plata", "pool"]
    assert state.ports["buenos-aires"] == "royalist"
    assert [note for note in story(played) if note in ("retreated", "port-fell", "sunk")] == [
        "retreated", "port-fell", "sunk",
    ]  # fmt: skip


def test_3_5_an_interception_is_told_as_a_surprise_and_its_attacker_retreats_as_a_defender() -> None:
    state = field(stack("royal-1", "santa-fe", SPANIARDS, came_from="panama"),
                  stack("patria-1", "santa-fe", COLOMBIANS))  # fmt: skip
    played = let(interception_battle, in_hand(state, "patria-1"), "royal-1", "patria-1", dice={"battle/": 1},
                 said={"retreat": "pasto"})  # fmt: skip
    assert story(played)[0] == "battle"
    assert texts(played)[0] == "The Royalists fall upon the marching Patriots in Santa Fe."
    assert where(state, "vy") == ["pasto"]


def test_6_2_a_beaten_sortie_is_not_cornered() -> None:
    state = field(stack("patria-1", "santa-fe", COLOMBIANS),
                  stack("royal-1", "santa-fe", SPANIARDS, inside="cartagena"))  # fmt: skip
    state.sieges["cartagena"] = Siege("patriot", ["patria-1"])
    played = order(in_hand(state, "royal-1"), FIELD["attack"], dice={"battle/": 1}, said={"avoid": "stand"})
    assert "The Royalists fall back behind the walls of Cartagena de Indias." in texts(played)
    assert "cornered" not in story(played)
    assert len(state.units_in("royal-1")) == 3


# ------------------------------------------------------------------------------------------- sieges


def besiegers(units: str = "bv vc gi", garrison: str = "r-mi3", name: str = "patria-1", **fields: Any) -> State:
    """A force before Puerto Cabello, in hand."""
    state = field(stack(name, AREA, units), stack("royal-1", AREA, garrison, inside=PORT), **fields)
    return in_hand(state, name, op=12)


def test_6_3_an_assault_is_told_from_the_works_to_the_fall() -> None:
    state = besiegers("lg vl cr ar vi-g bv", name="libertador")
    played = order(state, SIEGE["besiege"], dice={"siege/": 6}, said={"advance": [["bv"]]}, port=PORT, works="true")
    assert story(played) == [
        "siege-begun", "works", "revealed", "assault", "siege-odds", "siege-result", "losses", "siege-over", "advanced",
        "port-fell", "assault-over",
    ]  # fmt: skip
    told = texts(played)
    assert told[0] == "Puerto Cabello is besieged."
    assert told[1] == "Siege works rise before Puerto Cabello."
    assert told[3] == "The Patriots assault Puerto Cabello."
    assert told[-1] == "Puerto Cabello falls."


def test_6_6_a_blockade_is_announced_and_its_end_of_turn_is_told() -> None:
    state = besiegers(ships={"pla-f1": OFF})
    played = order(state, SIEGE["blockade"], port=PORT)
    assert story(played) == ["siege-begun", "blockade"]
    assert texts(played)[-1] == "Puerto Cabello is blockaded."
    assert (state.sieges[PORT].op_spent, state.sieges[PORT].op_by) == (4, "patria-1")
    assert texts(let(surrenders, state, dice={"blockade/": 5})) == ["Puerto Cabello holds out."]
    state.sieges[PORT].blockaded = True
    state.units["r-f1"].at = OFF
    assert texts(let(surrenders, state)) == ["Puerto Cabello does not starve: enemy ships are at sea before it."]


def test_6_6_one_enemy_ship_on_one_of_two_seas_feeds_a_fortress() -> None:
    state = field(stack("patria-1", "panama", "bv"), stack("royal-1", "panama", "r-mi3", inside="panama-port"),
                  ships={"pla-f1": "caribbean-3", "pla-f2": "pacific-6", "r-f1": "pacific-6"})  # fmt: skip
    state.sieges["panama-port"] = Siege("patriot", ["patria-1"], blockaded=True)
    assert let(surrenders, state).dice == []


def test_6_3_the_best_leader_of_several_garrisons_counts() -> None:
    state = in_hand(field(stack("patria-1", AREA, "bv vc gi"), stack("royal-1", AREA, "r-mi3", inside=PORT),
                          stack("royal-2", AREA, "pm", "pezuela", inside=PORT)), "patria-1")  # fmt: skip
    assert order(state, SIEGE["besiege"], dice={"siege/": 3}, port=PORT).shifts("siege/") == [-2]


def test_10_1_half_of_an_even_sum_before_a_fortress_is_exact() -> None:
    state = in_hand(field(stack("patria-1", "lima", "p1 bsf"), stack("royal-1", "lima", "rl", inside="callao"),
                          stack("royal-2", "lima", "r-mi8", hills=True)), "patria-1")  # fmt: skip
    played = order(state, SIEGE["besiege"], dice={"siege/": 3}, port="callao")
    assert played.events("siege-odds")[0]["factors"] == ["4", "14"]


def test_6_3_the_owner_of_the_garrison_chooses_its_losses() -> None:
    state = besiegers("lg vl cr ar vi-g bv gi vc", "r-mi3 pm gn-r cn-r")
    played = order(state, SIEGE["besiege"], dice={"siege/": 6}, said={"losses": [["pm"]]}, port=PORT, works="true")
    assert [question.side for question in played.asked] == ["royalist"]
    assert where(state, "pm", "r-mi3") == ["pool", AREA]


def test_10_4_a_patriot_blockade_is_followed_by_no_repression() -> None:
    state = field(stack("patria-1", AREA, "bv"), stack("royal-1", AREA, "r-mi3", inside=PORT), ships={"pla-f1": OFF})
    state.sieges[PORT] = Siege("patriot", ["patria-1"], blockaded=True)
    assert let(surrenders, state, dice={"blockade/": 1}).dice == [f"blockade/{PORT}"]


# ------------------------------------------------------------------------------------------- the sea


def ships(patriots: str, royalists: str, port: str = "", **fields: Any) -> State:
    """Ships off Callao, the Patriots' in hand."""
    at = dict.fromkeys(patriots.split(), "pacific-8") | dict.fromkeys(royalists.split(), port or "pacific-8")
    state = field(stack("royal-1", "lima", "r-mi5", inside="callao"), ships=at, **fields)
    return in_hand(state, ships=[ship.partition("/")[0] for ship in patriots.split()])


def test_7_5_a_sea_fight_is_told_with_every_hit() -> None:
    state = ships("chl-f1", "r-f1")
    played = order(state, SEA["attack_fleet"], dice={"broadside/r-f1": [(1, 10)], "broadside/chl-f1": [(1, 1)]},
                   said={"evade": "stand"}, target="any")  # fmt: skip
    assert story(played) == ["sea-fight", "sunk", "losses", "hit", "losses", "sea-fight-over"]
    told = texts(played)
    assert told[0] == "The Patriots attack enemy ships at Pacific Ocean VIII."
    assert told[2] == "The Royalists lose 2 steps at sea."
    assert told[4:] == ["The Patriots lose one step at sea.", "The Patriots win the fight at Pacific Ocean VIII."]
    assert [note["gone"] for note in played.events("losses")] == [["r-f1"], []]
    assert played.events("sea-fight-over")[0]["lost"] == {"royalist": "2", "patriot": "1"}
    assert not state.acting.over


def test_7_5_in_port_the_port_is_told() -> None:
    state = ships("chl-f1", "r-f1", port="callao")
    rolls = {"broadside/": [(10, 10), (10, 10)], "guns/": [(10, 10)]}
    played = order(state, SEA["attack_fleet"], dice=rolls, said={"evade": "stand"}, in_port="callao")
    assert "El Callao" in texts(played)[0]
    assert "El Callao" in texts(played)[-1]
    assert played.events("sea-fight-over")[0]["result"] == "drawn"


def test_7_5_a_fleet_that_is_gone_ends_the_activation_unless_its_force_is_there() -> None:
    state = ships("chl-f1/1", "r-f1")
    order(state, SEA["attack_fleet"], dice={"broadside/r-f1": [(1, 1)], "broadside/chl-f1": [(10,)]},
          said={"evade": "stand"}, target="any")  # fmt: skip
    assert state.acting.over
    state = ships("chl-f1/1", "r-f1")
    state.forces["patria-1"] = field(stack("patria-1", "lima", "p1")).forces["patria-1"]
    state.units["p1"].at = state.acting.force = "patria-1"
    order(state, SEA["attack_fleet"], dice={"broadside/r-f1": [(1, 1)], "broadside/chl-f1": [(10,)]},
          said={"evade": "stand"}, target="any")  # fmt: skip
    assert not state.acting.over


def test_7_5_no_enemy_is_told_with_the_place() -> None:
    verb, state = SEA["attack_fleet"], ships("chl-f1", "r-f1", port="callao")
    assert verb.refusal(state, state.acting, {"target": "any"}).endswith("at Pacific Ocean VIII")
    state = ships("chl-f1", "r-f1")
    assert verb.refusal(state, state.acting, {"in_port": "callao"}).endswith("at El Callao")


def test_7_5_conditions_compare_factors_times_steps() -> None:
    played = order(ships("chl-s1 pla-f1/1", "r-f1"), SEA["attack_fleet"], dice={"evade/": 1}, said={"evade": "evade"},
                   target="any")  # fmt: skip
    assert (played.asked[0].facts["own"], played.asked[0].facts["enemy"]) == ("6", "13")


def test_4_8_the_fight_of_an_escort_is_told() -> None:
    state = field(ships={"r-f1": "due", "chl-f1": "valparaiso"})
    rolls = {"broadside/r-f1": [(10, 10)], "broadside/chl-f1": [(10, 10)]}
    played = let(sea_fight, state, "pacific-9", ["r-f1"], ["chl-f1"], dice=rolls)
    assert story(played) == ["sea-fight", "sea-fight-over"]
    assert played.outcome == ""


def test_8_3_a_prize_is_told_and_so_is_its_loss() -> None:
    state = ships("chl-s1/1", "r-f1 r-s1")
    state.leaders["cochrane"].at = "chl-s1"
    rolls = {"cochrane/": 1, "broadside/r-s1": [(1, 1)], "broadside/chl-s1": [(10,)], "leader/": 1}
    played = order(state, SEA["attack_fleet"], dice=rolls, said={"evade": "stand"}, target="any")
    assert story(played) == [
        "sea-fight", "captured", "sunk", "losses", "leader-lost", "sunk", "sea-fight-over",
    ]  # fmt: skip
    state = ships("chl-s1", "r-f1 r-s1")
    state.leaders["cochrane"].at = "chl-s1"
    played = order(state, SEA["attack_fleet"], dice={"cochrane/": 1, "broadside/r-s1": [(10, 10)]},
                   said={"evade": "stand", "prize": "eliminate:r-f1"}, target="any")  # fmt: skip
    assert "Cochrane sinks" in " ".join(texts(played))
    assert played.events("sunk")[0] == {"ship": "r-f1", "by": "patriot", "to": ""}


def test_7_8_raids_are_told_either_way() -> None:
    for die, words in ((6, "Lima is plundered."), (1, "The raid on Lima brings nothing.")):
        assert texts(order(ships("chl-f1", "r-f1"), RAIDS["raid"], dice={"raid/": die}, area="lima")) == [words]


def test_7_8_a_raid_takes_no_more_than_is_left() -> None:
    state = ships("chl-f1", "")
    state.raided["lima"] = 3
    order(state, RAIDS["raid"], dice={"raid/": 6}, area="lima")
    assert state.raided == {"lima": 4}
    state = ships("chl-f1", "")
    state.raided["lima"] = 4
    played = let(raid, state, "chl-f1", "lima", ["chl-f1"], dice={"raid/": 6})
    assert texts(played) == ["The raid on Lima brings nothing."]


def test_7_9_the_fall_of_a_port_is_told_with_the_fate_of_its_ships() -> None:
    state = field(ships={"r-f1": "callao"})
    played = let(port_falls, state, "callao", "patriot", dice={"port-fall/": 2})
    assert story(played) == ["port-fell", "sunk", "losses"]
    assert played.events("losses")[0]["gone"] == ["r-f1"]


def test_7_9_the_nearest_of_two_seas_counts_for_an_escape() -> None:
    """From Panamá: Cartagena on Caribbean III and Guayaquil on Pacific VII; a taken ship is no refuge for a leader."""
    state = field(stack("royal-1", "guayaquil", "r-mi1"), stack("royal-2", "santa-fe", "pm", inside="cartagena"),
                  ships={"r-f1": "panama-port"})  # fmt: skip
    played = let(port_falls, state, "panama-port", "patriot", dice={"port-fall/": 1})
    assert list(played.asked[0].legal()["choose"])[:3] == ["cartagena", "guayaquil-port", "box-spain"]
    state = field(stack("royal-1", "panama", "pm"), stack("royal-2", "maracaibo", "r-mi2", inside="maracaibo-port"),
                  ships={"r-f1": "cartagena"})  # fmt: skip
    played = let(port_falls, state, "cartagena", "patriot", dice={"port-fall/": 1})
    assert list(played.asked[0].legal()["choose"])[:2] == ["panama-port", "maracaibo-port"]
    state = field(stack("royal-1", "lima", "rl"), ships={"chl-f1": "callao"})
    state.leaders["cochrane"].at = "chl-f1"
    played = let(port_falls, state, "callao", "royalist", dice={"port-fall/": 6, "leader/": 1})
    assert played.dice == ["port-fall/chl-f1", "leader/cochrane"]


# ------------------------------------------------------------------------------------------- leaders, guerrillas


def test_8_1_the_fate_of_a_leader_is_told() -> None:
    state = field(stack("royal-1", "lima", "", "pezuela"), stack("royal-2", "cuzco", "cu"))
    assert texts(let(casualty, state, "pezuela", "lima", dice={"leader/": 1})) == ["Pezuela is killed or captured."]
    state = field(stack("royal-1", "lima", "", "pezuela"), stack("royal-2", "cuzco", "cu"))
    assert texts(let(casualty, state, "pezuela", "lima", dice={"leader/": 6})) == ["Pezuela gets away to Cuzco."]
    state = field(stack("royal-1", "lima", "", "pezuela"))
    played = let(casualty, state, "pezuela", "lima", dice={"leader/": 6})
    assert texts(played) == ["Pezuela gets away, finds nobody to join, and comes back next turn."]


def test_8_3_cochrane_reaches_the_ship_that_is_nearest_by_any_of_its_seas() -> None:
    state = field(stack("patria-1", "panama", "p1"), ships={"pla-f1": "panama-port", "chl-f1": "pacific-9"})
    state.leaders["cochrane"].at = "chl-s1"
    let(casualty, state, "cochrane", "pacific-7", dice={"leader/": 6})
    assert state.leaders["cochrane"].at == "pla-f1"  # Panamá is one area away by the Pacific


def test_10_1_a_hunt_is_told_and_may_clear_an_area_with_its_port() -> None:
    state = field(stack("royal-1", "guayaquil", "r-mi1"), stack("patria-1", "guayaquil", "gco-mi1", hills=True),
                  ships={"gco-f1": "guayaquil-port"})  # fmt: skip
    state.ports["guayaquil-port"] = "patriot"
    rolls = {"hunt/": 6, "port-fall/": 2, "repress/": 6}
    played = order(in_hand(state, "royal-1"), HILLS["hunt"], dice=rolls, unit="any")
    assert story(played) == ["hunted", "losses", "port-fell", "sunk", "losses"]
    assert played.events("losses")[0] == {
        "side": "patriot", "area": "guayaquil", "cause": "hunt", "steps": "1", "units": [["gco-mi1", "1"]],
        "gone": ["gco-mi1"],
    }  # fmt: skip


def test_10_4_a_royalist_hunt_where_no_patriot_was_is_followed_by_no_repression() -> None:
    """The Royalist hunts a guerrilla, and other Patriots stay: nothing is cleared."""
    state = field(stack("royal-1", "santa-fe", "rl"), stack("patria-1", "santa-fe", "gco-mi1", hills=True),
                  stack("patria-2", "santa-fe", "bv"))  # fmt: skip
    played = order(in_hand(state, "royal-1"), HILLS["hunt"], dice={"hunt/": 6}, unit="any")
    assert played.dice == ["hunt/santa-fe"]


def test_10_4_a_patriot_hunt_is_followed_by_no_repression() -> None:
    state = field(stack("patria-1", "santa-fe", "bv"), stack("royal-1", "santa-fe", "r-mi1", hills=True))
    played = order(in_hand(state, "patria-1"), HILLS["hunt"], dice={"hunt/": 6}, unit="any")
    assert played.dice == ["hunt/santa-fe"]
