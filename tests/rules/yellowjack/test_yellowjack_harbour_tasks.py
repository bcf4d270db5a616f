"""R6.10 to R6.12, R8.7, 2.531 to 2.533, 3.442, 3.462 and 3.465: Marines, Bombs and Fireships in Ports and storms."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, CARTAGENA, HABANA, JAMAICA, PORTO_BELLO, station, waters
from rules.yellowjack.yellowjack_fights import RULING, Fought, Turns, anchored, assault, play, troops
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.yellowjack.base.battle_lines import Battle, Clash, form_lines
from pbem.adjudicator.yellowjack.base.harbour_tasks import (
    bomb_shift,
    fire_before_battle,
    fire_shift,
    is_raided,
    use_bomb,
)
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders as orders_tested
from pbem.adjudicator.yellowjack.base.tasks import tasks
from pbem.adjudicator.yellowjack.base.yard import rolls_at
from pbem.adjudicator.yellowjack.ch2.marines import marines, why_not_reassigned
from pbem.adjudicator.yellowjack.ch2.troops import why_not
from pbem.adjudicator.yellowjack.ch3.before_storms import able_at, spend_craft
from pbem.adjudicator.yellowjack.ch3.escalades import drawn_up
from pbem.adjudicator.yellowjack.ch3.surrender import surrender
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import RECOVERY
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

OURS = ruling_of()
FLAG = "br-flag-j2"


def off(port: str) -> State:
    """Vernon with Marines aboard before a Port."""
    state = waters(("saeta", RECOVERY))
    put(state, FLAG, port, {"j2": 4, "j3": 2})
    troops(state, FLAG, "fleet-marines-a")
    return state


def boats(state: State, task: str, port: str, **dice: list[int]) -> Fought:
    """Marines go in."""
    said = Turns([{"aux": "fleet-marines-a", "task": task, "at": port}, {}])
    return play(tasks, state, OURS, british={"tasks": said}, bourbon={"screen": {"by": "none"}},
                dice={name.replace("_", "-"): faces for name, faces in dice.items()})  # fmt: skip


# -------------------------------------------------------------------------------------------- Cutting Out


def test_r6_10_cutting_out_takes_a_sail_an_auxiliary_or_does_damage() -> None:
    port = "trinidad-de-cuba"
    walls = BOARD.ports[port].fortification // 2 - 1  # a Minor Port helps
    state = off(port)
    anchored(state, "hf1", port, {"hf1": 2})
    boats(state, "cutting_out", port, cutting_out=[max(0, -walls)], struck=[0])
    assert state.squadrons["hf1"].sail == {"frigate": 1}
    assert state.units["fleet-marines-a"].tasked
    state = off(port)
    anchored(state, "hf1", port, {"hf1": 2})
    boats(state, "cutting_out", port, cutting_out=[2 - walls])
    assert state.squadrons["hf1"].dp == 2
    station(state, "diligencia", port)
    state.units["fleet-marines-a"].tasked = False
    boats(state, "cutting_out", port, cutting_out=[2 - walls])
    assert "diligencia" not in state.auxiliaries


@pytest.mark.parametrize(("die", "dp"), [(1, 2), (2, 0)])
def test_r6_10_each_two_walls_of_a_key_port_are_one_against_it(die: int, dp: int) -> None:
    port = next(name for name, one in BOARD.ports.items()
                if one.contingent == "spanish" and one.is_key and one.fortification in (2, 3))  # fmt: skip
    state = off(port)
    anchored(state, "hf1", port, {"hf1": 2})
    boats(state, "cutting_out", port, cutting_out=[die])
    assert state.squadrons["hf1"].dp == dp


def test_r6_10_on_a_natural_nine_the_marines_are_disrupted() -> None:
    state = off("trinidad-de-cuba")
    boats(state, "cutting_out", "trinidad-de-cuba", cutting_out=[9])
    assert (state.units["fleet-marines-a"].tasked, state.units["fleet-marines-a"].disrupted) == (True, True)


def test_r6_4_boats_into_an_empty_harbour_are_spent_without_effect() -> None:
    state = off(HABANA)
    fought = boats(state, "cutting_out", HABANA, cutting_out=[0])
    assert fought.events("task-done", "british")
    assert state.units["fleet-marines-a"].tasked


def test_2_532_marines_are_flipped_and_stay_with_their_formation() -> None:
    state = off(HABANA)
    boats(state, "raid", HABANA, raid=[5])
    held = state.units["fleet-marines-a"]
    assert (held.at, held.tasked, held.disrupted) == (FLAG, True, False)
    assert play(tasks, state, OURS).topics("british") == []


# -------------------------------------------------------------------------------------------- Raid


@pytest.mark.parametrize(("units", "die", "done"), [(0, 1, True), (0, 2, False), (1, 1, False), (1, 0, True)])
def test_r6_10_a_raid_succeeds_on_2_each_unit_and_each_wall_against_it(units: int, die: int, done: bool) -> None:
    port = "trinidad-de-cuba"
    assert BOARD.ports[port].fortification == 1
    state = off(port)
    troops(state, port, *["fijo-habana-1"][:units])
    boats(state, "raid", port, raid=[die])
    assert is_raided(state, port) is done


def test_r6_10_a_raided_port_repairs_nothing_gathers_no_convoy_and_loses_stores() -> None:
    state = waters()
    state.ports[HABANA].raided, state.ports[HABANA].stores = state.date, 3
    assert rolls_at(state, OURS, HABANA) == 0
    troops(state, HABANA, "fijo-habana-1")
    assert "raided" in why_not(state, "bourbon", "sp-troops-1", ["fijo-habana-1"], HABANA, "veracruz")
    state.date += 1
    assert not is_raided(state, HABANA)
    assert rolls_at(state, OURS, HABANA) == BOARD.ports[HABANA].repair
    raided = off("trinidad-de-cuba")
    raided.ports["trinidad-de-cuba"].stores = 3
    boats(raided, "raid", "trinidad-de-cuba", raid=[0])
    assert raided.ports["trinidad-de-cuba"].stores == 1


# -------------------------------------------------------------------------------------------- Marines aboard


def test_2_531_marines_are_assigned_where_their_flotilla_is() -> None:
    state = waters(("drake", JAMAICA))
    anchored(state, FLAG, JAMAICA, {"j2": 4})
    anchored(state, "jf1", JAMAICA, {"jf1": 2})
    troops(state, JAMAICA, "fleet-marines-a", "jamaica-companies-a")
    troops(state, HABANA, "marines-1")
    assert why_not_reassigned(state, "british", "fleet-marines-a", FLAG) == ""
    assert "Flotilla" in why_not_reassigned(state, "british", "fleet-marines-a", "jf1")
    assert "no Marine" in why_not_reassigned(state, "british", "jamaica-companies-a", FLAG)
    assert "elsewhere" in why_not_reassigned(state, "british", "marines-1", FLAG)
    play(marines, state, OURS, british={"marines": [{"unit": "fleet-marines-a", "to": FLAG}]})
    assert state.units["fleet-marines-a"].at == FLAG


def test_2_533_they_change_ships_or_go_ashore_in_the_same_place_recovered_or_not() -> None:
    state = waters(("drake", JAMAICA))
    anchored(state, FLAG, JAMAICA, {"j2": 4})
    anchored(state, "br-flag-j1", JAMAICA, {"j1": 4})
    troops(state, FLAG, "fleet-marines-a")
    state.units["fleet-marines-a"].tasked = True
    assert why_not_reassigned(state, "british", "fleet-marines-a", "br-flag-j1") == ""
    assert why_not_reassigned(state, "british", "fleet-marines-a", JAMAICA) == ""
    assert "where its ship lies" in why_not_reassigned(state, "british", "fleet-marines-a", "nassau")


def test_2_131_marines_count_among_the_auxiliaries_of_a_flotilla() -> None:
    state = waters()
    anchored(state, FLAG, JAMAICA, {"j2": 4})
    station(state, "drake", FLAG)
    troops(state, JAMAICA, "fleet-marines-a")
    assert "2.131" in why_not_reassigned(state, "british", "fleet-marines-a", FLAG)


def test_2_533_marines_go_down_with_their_flotilla_and_ashore_when_it_is_dissolved_in_port() -> None:
    state = off("s52")
    state.remove(FLAG)
    assert state.units["fleet-marines-a"].gone == "eliminated"
    state = waters()
    anchored(state, FLAG, JAMAICA, {"j2": 4})
    troops(state, FLAG, "fleet-marines-a")
    state.remove(FLAG)
    assert (state.units["fleet-marines-a"].at, state.units["fleet-marines-a"].gone) == (JAMAICA, "")


# -------------------------------------------------------------------------------------------- Bombs


@pytest.mark.parametrize(("die", "points"), [(0, 2), (1, 2), (2, 1), (5, 1), (6, 0)])
def test_r6_11_a_bomb_throws_shells_into_a_port(die: int, points: int) -> None:
    state = waters()
    put(state, FLAG, HABANA, {"j2": 4})
    station(state, "terrible", FLAG)
    anchored(state, "sp-flag-h", HABANA, {"h1": 3})
    said = Turns([{"aux": "terrible", "task": "bombard", "at": HABANA}, {}])
    fought = play(tasks, state, OURS, british={"tasks": said}, bourbon={"screen": {"by": "none"}},
                  dice={"bombard": [die]})  # fmt: skip
    assert state.squadrons["h1"].dp == points
    assert state.auxiliaries["terrible"].at == RECOVERY
    assert not fought.events("worn", "british")


def test_2_132_a_bomb_betters_a_show_of_force_by_one_and_by_two_where_no_enemy_sail_is() -> None:
    state = waters()
    put(state, FLAG, HABANA, {"j2": 4, "j3": 1})
    station(state, "terrible", FLAG)
    assert bomb_shift(state, FLAG, HABANA, doubled=True).total == -2
    assert bomb_shift(state, FLAG, HABANA, doubled=False).total == -1
    anchored(state, "sp-flag-h", HABANA, {"h1": 3})
    station(state, "sp-bomb-1", HABANA)
    assert bomb_shift(state, FLAG, HABANA, doubled=True).total == 0


def test_r6_11_a_bomb_is_used_once_a_turn_and_then_recovers() -> None:
    state = waters()
    put(state, FLAG, HABANA, {"j2": 4, "j3": 1})
    station(state, "terrible", FLAG)
    state.orders["j-show"] = Order("show-of-force", "british", [FLAG], "j-show", [HABANA], last=99)
    state.formations[FLAG].order = "j-show"
    play(orders_tested, state, dice={"show-of-force": [7]})
    assert "j-show" not in state.orders
    assert state.auxiliaries["terrible"].at == RECOVERY
    station(state, "terrible", FLAG, used=state.date)
    assert bomb_shift(state, FLAG, HABANA, doubled=True).total == 0
    use_bomb(state, FLAG)
    assert state.auxiliaries["terrible"].at == FLAG


# -------------------------------------------------------------------------------------------- Fireships


@pytest.mark.parametrize(("die", "sail", "dp"), [(1, 2, 0), (2, 3, 2), (3, 3, 2), (4, 3, 0)])
def test_r6_12_a_fireship_sinks_a_sail_or_does_damage_and_is_gone(die: int, sail: int, dp: int) -> None:
    state = waters()
    put(state, FLAG, JAMAICA, {"j2": 4})
    station(state, "strombolo", FLAG)
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    said = Turns([{"aux": "strombolo", "task": "fireship", "at": JAMAICA}, {}])
    play(tasks, state, OURS, british={"tasks": said}, dice={"fireship": [die]})
    assert (state.size("k1"), state.squadrons["k1"].dp) == (sail, dp)
    assert "strombolo" not in state.auxiliaries
    assert state.prestige["british"] == 0


def test_r6_12_modifiers_of_a_fireship() -> None:
    state = waters()
    put(state, "sp-flag-k", "s52", {"k1": 3})
    assert fire_shift(state, "k1", "s52").total == 0
    station(state, "jupiter", "sp-flag-k")
    assert fire_shift(state, "k1", "s52").total == 1
    anchored(state, "sp-flag-h", HABANA, {"h1": 3})
    assert fire_shift(state, "h1", HABANA).total == -1 + 2
    put(state, FLAG, HABANA, {"j2": 4})
    state.formations[FLAG].blockades = HABANA
    assert fire_shift(state, "j2", HABANA).total == -1


def fleets() -> tuple[State, Battle]:
    state = waters()
    put(state, FLAG, "s52", {"j2": 4})
    station(state, "strombolo", FLAG)
    put(state, "sp-flag-k", "s52", {"k1": 1})
    fight = form_lines(state, Clash("s52", "british", {"british": (FLAG,), "bourbon": ("sp-flag-k",)}))
    return state, fight


def test_r8_7_the_side_with_the_gauge_may_spend_fireships_before_the_first_round() -> None:
    state, fight = fleets()
    fight.gauge = "british"
    fought = play(fire_before_battle, state, RULING, fight, dice={"fireship": [0]},
                  british={"fleet_tasks": [{"aux": "strombolo", "task": "fireship"}]})  # fmt: skip
    assert fought.counted.sail == [("bourbon", "sol", 1)]
    assert fight.line("bourbon").squadrons == []
    assert "sp-flag-k" not in state.formations


def test_r8_7_damage_by_fire_is_damage_of_the_battle() -> None:
    state, fight = fleets()
    fight.gauge = "british"
    play(fire_before_battle, state, RULING, fight, dice={"fireship": [2]},
         british={"fleet_tasks": [{"aux": "strombolo", "task": "fireship"}]})  # fmt: skip
    assert fight.line("bourbon").taken == {"k1": 2}
    assert fight.line("bourbon").lost == {}


def test_r8_7_without_the_gauge_or_a_word_none_is_spent() -> None:
    state, fight = fleets()
    fight.gauge = "bourbon"
    assert play(fire_before_battle, state, RULING, fight).asked == {"british": [], "bourbon": []}
    fight.gauge = "british"
    assert play(fire_before_battle, state, RULING, fight).rolls == []
    assert "strombolo" in state.auxiliaries


# -------------------------------------------------------------------------------------------- storms


def besieged(*inside: str) -> State:
    state = assault(CARTAGENA, {"j2": 4, "j3": 2}, ashore=["harrison", "guise", "blakeney"], inside=inside)
    state.scenario = "1739"
    return state


def test_3_442_bombs_count_as_one_sail_each_in_a_storm_of_this_impulse() -> None:
    state = besieged("fijo-cartagena")
    station(state, "terrible", FLAG)
    before = drawn_up(state, CARTAGENA, ["harrison"])
    said = [{"aux": "terrible", "task": "as_sail"}]
    play(spend_craft, state, OURS, british={"fleet_tasks": said})
    after = drawn_up(state, CARTAGENA, ["harrison"])
    assert (after.attack, after.defence) == (before.attack + 1, before.defence)
    assert state.auxiliaries["terrible"].at == RECOVERY
    play(spend_craft, state, OURS)
    assert drawn_up(state, CARTAGENA, ["harrison"]).attack == before.attack


def test_3_442_fireships_and_marines_go_in_before_a_storm() -> None:
    state = besieged("fijo-cartagena")
    station(state, "strombolo", FLAG)
    troops(state, FLAG, "fleet-marines-a")
    anchored(state, "sp-flag-k", CARTAGENA, {"k1": 3}, ready=True)
    said = [{"aux": "strombolo", "task": "fireship"}, {"aux": "fleet-marines-a", "task": "raid"}]
    play(spend_craft, state, OURS, british={"fleet_tasks": said}, dice={"fireship": [0], "raid": [9]})
    assert state.size("k1") == 3
    assert state.squadrons["k1"].dp == 2
    assert state.units["fleet-marines-a"].tasked


def test_3_442_only_the_executing_flotillas_and_the_besieged_ports_own_are_there() -> None:
    state = besieged("fijo-cartagena")
    station(state, "terrible", JAMAICA)
    station(state, "sp-fireship-1", CARTAGENA)
    station(state, "sp-bomb-1", HABANA)
    assert able_at(state, CARTAGENA, "british") == []
    assert able_at(state, CARTAGENA, "bourbon") == ["sp-fireship-1"]


def fallen(**dice: Any) -> tuple[State, Fought]:
    state = besieged()
    station(state, "guarda-cartagena", CARTAGENA)
    station(state, "santa-rosa-b", CARTAGENA, spent=True)
    named = {name.replace("_", "-"): each for name, each in dice.items()}
    fought = play(surrender, state, RULING, CARTAGENA, dice=named)
    return state, fought


def test_3_462_each_auxiliary_counts_as_a_sail_for_the_share_that_escapes() -> None:
    die = next(die for die, row in BOARD.escape_sail if row.more == 50)
    state, _ = fallen(escape_sail=[die])
    assert state.auxiliaries["guarda-cartagena"].at == RECOVERY
    assert "santa-rosa-b" not in state.auxiliaries


def test_3_465_those_that_escape_recover() -> None:
    die = next((die for die, row in BOARD.escape_sail if row.more == 100), None)
    lowest = next(die for die, row in BOARD.escape_sail if row.more == max(each.more for _, each in BOARD.escape_sail))
    state, _ = fallen(escape_sail=[lowest if die is None else die])
    assert all(one.at == RECOVERY and not one.spent for one in state.auxiliaries.values())


def test_3_468_a_captured_mixed_role_one_strikes_as_a_sail_and_a_light_one_is_gone() -> None:
    die = next(die for die, row in BOARD.escape_sail if row.more == 0)
    state, fought = fallen(escape_sail=[die], struck=[0])
    assert not state.auxiliaries
    assert fought.kinds().count("struck") == 1
    assert len(fought.events("aux-lost")) == 2


def test_3_433_the_raid_of_porto_bello_is_told_to_all() -> None:
    state = off(PORTO_BELLO)
    fought = boats(state, "raid", PORTO_BELLO, raid=[0])
    assert fought.events("raid", "all")[0]["done"] is (BOARD.ports[PORTO_BELLO].fortification <= 2)
