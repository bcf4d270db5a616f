"""Fine print of the base rules: bounds, order of things, and what is told, each by its number."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.test_yellowjack_extended import war
from rules.yellowjack.test_yellowjack_rough import under
from rules.yellowjack.yellowjack_craft import station, waters
from rules.yellowjack.yellowjack_fights import RULING, anchored, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.battle import pace
from pbem.adjudicator.yellowjack.base.battle_lines import Clash, Line, form_lines
from pbem.adjudicator.yellowjack.base.careers import relief
from pbem.adjudicator.yellowjack.base.carrying_on import carry_on, to_convoy
from pbem.adjudicator.yellowjack.base.contact import meet
from pbem.adjudicator.yellowjack.base.convoys import come_back, disband_empty, disband_off_map, lose_ships, scatter
from pbem.adjudicator.yellowjack.base.courses import go_along
from pbem.adjudicator.yellowjack.base.craft_weather import storm_craft
from pbem.adjudicator.yellowjack.base.fire import chosen_target
from pbem.adjudicator.yellowjack.base.formations import why_not_formed
from pbem.adjudicator.yellowjack.base.gales import gale_damage, loss_of_subordination, part
from pbem.adjudicator.yellowjack.base.harbour_tasks import cut_out, raid, small_craft_in
from pbem.adjudicator.yellowjack.base.havens import haven
from pbem.adjudicator.yellowjack.base.intents import INTO_PORT, MOVE
from pbem.adjudicator.yellowjack.base.losses import unformed, without_ship
from pbem.adjudicator.yellowjack.base.movement import catch, runs_before
from pbem.adjudicator.yellowjack.base.net import is_foul
from pbem.adjudicator.yellowjack.base.order_kinds import far_off, on_line
from pbem.adjudicator.yellowjack.base.orders import fail_hand, throw_for_time
from pbem.adjudicator.yellowjack.base.prestige import boxes_to_prestige
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import may_clear
from pbem.adjudicator.yellowjack.base.screens import COAST_GUARD, Deed, screen
from pbem.adjudicator.yellowjack.base.spending import CHECK, wishes
from pbem.adjudicator.yellowjack.base.spotting import by_lot, number_by_lot
from pbem.adjudicator.yellowjack.base.stations import fit
from pbem.adjudicator.yellowjack.base.steps import back_from_relief, lapse, sallying
from pbem.adjudicator.yellowjack.base.task_kinds import clear, tend
from pbem.adjudicator.yellowjack.base.task_kinds import search as look_for
from pbem.adjudicator.yellowjack.base.wear import wear, wear_laid_up
from pbem.adjudicator.yellowjack.base.yard import mend_at, why_no_stores
from pbem.adjudicator.yellowjack.state.pieces import Ended, Gale, Order, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FITTING_OUT, FRIGATE, OFF_MAP, READY, date_of
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

FLAG, DETACHMENT, SPANIARD = "br-flag-j2", "br-det-j1", "sp-flag-k"


def fleet(at: str = "s52") -> State:
    """A British Flag of two Squadrons and a Spanish one at sea."""
    state = empty_sea()
    put(state, FLAG, at, {"j2": 4, "j3": 2})
    put(state, SPANIARD, at, {"k1": 3})
    return state


# -------------------------------------------------------------------------------------------- winds and steps


@pytest.mark.parametrize(("wind", "foul"), [("ese", True), ("se", True), ("e", False), ("wsw", True), ("w", False)])
def test_r5_3_exactly_six_points_from_the_wind_is_foul(wind: str, foul: bool) -> None:
    """From the one Space to the other the course is due south."""
    assert is_foul(empty_sea({"sw-bahama": wind}), "s20a", "s20b") is foul


@pytest.mark.parametrize(("wind", "before"), [("ene", True), ("ne", True), ("se", False), ("wnw", True)])
def test_r5_9_exactly_six_points_from_the_way_of_the_wind_is_before_it(wind: str, before: bool) -> None:
    assert runs_before(empty_sea({"sw-bahama": wind}), "s20a", "s20b") is before


@pytest.mark.parametrize(("name", "shift"), [("br-troops-1", 1), (FLAG, 0), ("jf1", -1)])
def test_r5_5_a_breeze_comes_to_frigates_and_not_to_convoys(name: str, shift: int) -> None:
    state = empty_sea()
    put(state, name, "s52", {} if name == "br-troops-1" else {"jf1": 2} if name == "jf1" else {"j2": 4})
    needs = state.board.numbers.breeze_needs
    for die, caught in ((needs - shift, True), (needs - shift + 1, False)):
        assert play(catch, state, name, dice={"breeze": [die]}).outcome is caught


def test_r5_2_a_plan_is_stopped_by_its_second_lapse_and_starts_from_none() -> None:
    state, plan = fleet(), dict[str, Any]()
    assert not lapse(Table(), state, FLAG, plan, "nothing")
    assert lapse(Table(), state, FLAG, plan, "nothing")


def test_r3_8_who_goes_with_another_needs_nothing_more_for_a_step_begun() -> None:
    state = fleet()
    put(state, DETACHMENT, "s52", {"j1": 2})
    one = state.formations[DETACHMENT]
    one.toward, one.beaten, one.needs = "s53", 1, 2
    go_along(Table(), state, DETACHMENT, FLAG)
    assert (one.goes_with, one.toward, one.beaten, one.needs, one.marker) == (FLAG, "", 0, 0, "")


# -------------------------------------------------------------------------------------------- at sea


def test_r1_9_the_british_take_their_numbers_first_and_a_lone_formation_without_a_draw() -> None:
    state = fleet()
    found = play(by_lot, state, [SPANIARD, FLAG], "here")
    assert (found.outcome, found.rolls) == ([FLAG, SPANIARD], [])


def test_r1_9_who_is_driven_to_sea_is_told_to_all_as_a_marker_that_comes() -> None:
    state = fleet()
    state.formations[SPANIARD].marker = ""
    found = play(number_by_lot, state, "here")
    assert [(each["marker"], each["gone"]) for each in found.events("marker")] == [("z-02", False)]


def test_r8_12_the_pace_of_a_side_is_that_of_those_that_are_left() -> None:
    state = fleet()
    put(state, "jf1", "s52", {"jf1": 2})
    line = Line(BRITISH, [FLAG, "jf1"], ["j2", "j3", "jf1"])
    state.squadrons["j2"].dp = state.dr("j2")
    slow = pace(state, line)
    state.remove(FLAG)
    assert pace(state, line) > slow > 0


def test_r6_8_both_sides_are_told_when_prowlers_are_driven_away() -> None:
    state = waters(("sheerness", "s52"))
    state.auxiliaries["sheerness"].task = "interdiction"
    put(state, SPANIARD, "s52", {"k1": 3})
    table = Table()
    assert clear(table, state, SPANIARD)
    assert [(note.to, note.facts.get("aux", "")) for note in table.story] == [(BRITISH, "sheerness"), (BOURBON, "")]


def test_r6_9_only_a_shadow_keeps_its_mark_in_sight() -> None:
    for task, seen in (("shadow", True), ("interdiction", False)):
        state = waters(("sheerness", "s52"))
        put(state, SPANIARD, "s52", {"k1": 3})
        state.auxiliaries["sheerness"].task, state.auxiliaries["sheerness"].target = task, SPANIARD
        play(tend, state, Ruling(), bourbon={"screen": {"by": "none"}})
        assert bool(state.formations[SPANIARD].spotted) is seen


# -------------------------------------------------------------------------------------------- weather


def test_1_551_the_outer_circle_of_a_storm_loses_an_auxiliary_on_a_nought_alone() -> None:
    for die, there in ((0, False), (1, True)):
        state = under(4, strong=False)
        at = state.place(FLAG)
        station(state, "sheerness", at, task="interdiction")
        play(storm_craft, state, dice={"": [die]})
        assert ("sheerness" in state.auxiliaries) is there


def blown(force: int) -> State:
    """A British Flag in a Gale."""
    state = empty_sea({"sw-darien": "sw"})
    state.gales = [Gale("sw-darien", CARTAGENA, force)]
    put(state, FLAG, CARTAGENA, {"j2": 4, "j3": 2})
    return state


def test_r5_9_the_owner_is_told_what_the_weather_cost_and_nobody_else() -> None:
    found = play(gale_damage, blown(8), RULING, dice={"storm": [7]})
    assert [each["dp"] for each in found.events("worn", BRITISH)] == [2]
    assert len(found.events("worn")) == 1


def test_r5_9_nobody_loses_the_others_in_force_eight_nor_one_who_is_no_flotilla() -> None:
    state = blown(8)
    assert "astray" not in play(gale_damage, state, RULING, dice={"storm": [9]}).kinds()
    state = blown(9)
    assert play(loss_of_subordination, state, RULING, "gone", state.gales[0]).rolls == []
    state.formations[FLAG].kind = "convoy"
    assert play(loss_of_subordination, state, RULING, FLAG, state.gales[0]).rolls == []


def test_r5_9_a_ship_gone_astray_may_be_driven_into_a_small_space() -> None:
    state = empty_sea()
    small = {near: place for place in state.board.nodes for near in state.board.neighbours(place)
             if state.board.is_small(near) and not state.board.is_port(place)}  # fmt: skip
    driven = set()
    for near, place in small.items():
        for wind in ("n", "ne", "e", "se", "s", "sw", "w", "nw"):
            state = empty_sea({"sw-darien": wind})
            put(state, FLAG, place, {"j2": 4, "j3": 2})
            play(part, state, RULING, "j2", Gale("sw-darien", place, 9))
            driven.add(state.place("j2"))
        if near in driven:
            return
    raise AssertionError(driven)


# -------------------------------------------------------------------------------------------- Marines


def test_r6_10_small_craft_with_ships_that_lie_in_the_port_are_there_and_with_ships_off_it_are_not() -> None:
    state = waters()
    put(state, "hf1", "trinidad-de-cuba", {"hf1": 2})
    station(state, "saeta", "hf1")
    assert small_craft_in(state, "trinidad-de-cuba", BOURBON) == []
    state.formations["hf1"].state = FITTING_OUT
    assert small_craft_in(state, "trinidad-de-cuba", BOURBON) == ["saeta"]


def in_boats(die: int, **dice: list[int]) -> State:
    """Marines go for Frigates at anchor in a Minor Port."""
    state = waters()
    put(state, FLAG, "trinidad-de-cuba", {"j2": 4})
    anchored(state, "hf1", "trinidad-de-cuba", {"hf1": 2})
    troops(state, FLAG, "fleet-marines-a")
    deed = Deed(BRITISH, "fleet-marines-a", "cutting_out", "trinidad-de-cuba", "")
    play(cut_out, state, RULING, deed, dice={"cutting-out": [die], **dice})
    return state


@pytest.mark.parametrize(("die", "sail", "dp"), [(1, 1, 0), (2, 2, 2), (3, 2, 2), (4, 2, 0)])
def test_r6_10_a_minor_port_helps_by_one(die: int, sail: int, dp: int) -> None:
    state = in_boats(die, **({"struck": [0]} if die < 2 else {}))
    assert (state.squadrons["hf1"].sail[FRIGATE], state.squadrons["hf1"].dp) == (sail, dp)


def test_r8_9_what_is_cut_out_is_taken_as_a_prize_if_the_table_says_so() -> None:
    board = empty_sea().board
    fates = {die: board.struck[die].light for die in range(10)}
    for die, fate in fates.items():
        state = in_boats(0, struck=[die])
        mine = [name for name, one in state.squadrons.items() if one.sail and state.squadron_side(name) == BRITISH]
        assert (len(mine) > 1) is (fate == "taken"), (die, fate, mine)
    assert "taken" in fates.values()


def test_r6_10_a_raid_burns_no_more_stores_than_there_are() -> None:
    state = waters()
    put(state, FLAG, "trinidad-de-cuba", {"j2": 4})
    troops(state, FLAG, "fleet-marines-a")
    state.ports["trinidad-de-cuba"].stores = 1
    deed = Deed(BRITISH, "fleet-marines-a", "raid", "trinidad-de-cuba", "")
    play(raid, state, deed, dice={"raid": [0]})
    assert state.ports["trinidad-de-cuba"].stores == 0


# -------------------------------------------------------------------------------------------- Convoys


def train(at: str = "s52") -> tuple[State, list[tuple[str, bool]], Ruling]:
    """A Trade Convoy, and a ruling that notes how Convoys end."""
    state, ended = empty_sea(), list[tuple[str, bool]]()
    put(state, "br-trade-1", at)
    ruling = Ruling(convoy_ended=lambda table, state, convoy, well: ended.append((convoy, well)))
    return state, ended, ruling


def test_r10_6_a_scattered_convoy_has_ended_badly_and_one_that_disbands_well() -> None:
    for rule, well in ((scatter, False), (disband_empty, True), (disband_off_map, True)):
        state, ended, ruling = train()
        table = Table()
        rule(table, state, ruling, "br-trade-1")
        assert ended == [("br-trade-1", well)]
        assert state.boxes(BRITISH) == (int(well), int(not well))
        assert [note.event for note in table.story if note.to == BRITISH][:1] == ["disbanded" if well else "scattered"]


def test_3_466_every_unit_whose_time_has_come_is_back() -> None:
    state = empty_sea()
    state.units = {"espana": Unit(OFF_MAP, back_on=state.date + 1, back_at=CARTAGENA),
                   "aragon": Unit(OFF_MAP, back_on=state.date, back_at=CARTAGENA)}  # fmt: skip
    come_back(Table(), state)
    assert (state.units["espana"].at, state.units["aragon"].at) == (OFF_MAP, CARTAGENA)


def test_r10_4_a_convoy_at_sea_again_does_not_turn_back_to_the_port_where_it_sheltered() -> None:
    state = empty_sea()
    put(state, "br-trade-1", "port-antonio")
    state.convoys["br-trade-1"].destination = JAMAICA
    put(state, "sp-flag-h", "port-antonio", {"h1": 4}, seen="search")
    assert haven(Table(), state, RULING, "br-trade-1") == "port-antonio"
    assert state.formations["br-trade-1"].state == READY
    assert haven(Table(), state, RULING, "br-trade-1") == ""


# -------------------------------------------------------------------------------------------- Orders and Prestige


def test_r9_13_a_cruise_may_leave_its_line_by_one_place_and_no_farther() -> None:
    state = empty_sea()
    chit = state.board.chits["j-cruise-main"]
    order = Order("cruise", BRITISH, [FLAG], chit.id, list(chit.points), begun=1, point=2)
    second = chit.points[1]
    beside = next(place for place in state.board.neighbours(second) if not on_line(state, order, place))
    assert on_line(state, order, second)
    assert not far_off(state, order, second)
    assert not far_off(state, order, beside)
    assert far_off(state, order, JAMAICA)
    order.point = len(order.targets)  # at her End, where she has to spend an MP
    assert not far_off(state, order, order.targets[-1])
    assert far_off(state, order, order.targets[0])
    order.point = 1
    assert on_line(state, order, order.targets[0])
    assert far_off(state, order, order.targets[-1])


@pytest.mark.parametrize(("turn", "words"), [(16, "the Year is over"), (15, "its time is out")])
def test_r9_8_who_loses_an_order_to_time_is_told_why(turn: int, words: str) -> None:
    state = fleet()
    state.date = date_of(1739, turn)
    state.orders["j-cruise-main"] = Order("cruise", BRITISH, [FLAG], "j-cruise-main", ["s53"])
    found = play(throw_for_time, state, BRITISH, "j-cruise-main", turn == 16, british={"extend": "no"})
    assert [words in note.text for note in found.notes if note.event == "failed"] == [True]


def test_r9_8_an_order_that_was_never_issued_goes_back_to_the_pool() -> None:
    state = fleet()
    state.hand[BRITISH], state.pool[BRITISH] = ["j-cruise-main", "j-aao"], []
    fail_hand(Table(), state, BRITISH)
    assert (state.hand[BRITISH], state.pool[BRITISH]) == (["j-aao"], ["j-cruise-main"])


def test_r12_3_what_was_in_the_boxes_is_kept_as_history() -> None:
    state = fleet()
    state.prestige = {BRITISH: 5, BOURBON: 5}
    state.ended = [Ended(BRITISH, "j-cruise-main", True, state.date, "R9.13")]
    boxes_to_prestige(Table(), state, 1)
    assert ([one.what for one in state.history], state.ended) == (["j-cruise-main"], [])
    assert state.prestige == {BRITISH: 6, BOURBON: 5}


def test_r12_4_the_last_point_may_be_spent() -> None:
    state = fleet()
    state.spending = {BRITISH: [{"on": CHECK}]}
    for points, number in ((1, 1), (0, 0)):
        state.prestige[BRITISH] = points
        assert len(wishes(state, BRITISH, CHECK)) == number


def test_r11_10_a_leader_who_is_out_until_this_turn_is_not_yet_fit() -> None:
    state = fleet()
    lead(state, "vernon")
    for until, able in ((state.date - 1, True), (state.date, False)):
        state.leaders["vernon"].out_until = until
        assert fit(state, "vernon") is able


# -------------------------------------------------------------------------------------------- relief and sortie


def test_2_233_from_a_relief_one_goes_to_the_nearest_port_of_all() -> None:
    """A Minor Port will do, where any other way home leads to a Key Port."""
    state = empty_sea()
    put(state, SPANIARD, "chagres", {"k1": 3})
    found = back_from_relief(state, Ruling(), SPANIARD, {"relieving": CARTAGENA})
    assert found is not None
    assert (found.kind, found.to) == (INTO_PORT, "chagres")


def test_2_231_a_sortie_goes_straight_at_the_enemy_whatever_lies_there() -> None:
    state = fleet(at=PORTO_BELLO)
    state.remove(FLAG)
    put(state, FLAG, "s51", {"j2": 4}, seen="search")
    found = sallying(state, Ruling(), SPANIARD, {"sortie": [{"enemy_seen": "true"}]})
    assert found is not None
    assert (found.kind, found.to, found.presses) == (MOVE, "s51", True)


def test_r9_22_who_cannot_come_to_the_target_or_to_a_convoy_says_why() -> None:
    state = fleet()
    put(state, "br-troops-1", "s52")
    state.formations["br-troops-1"].goes_with = FLAG
    order = Order("amphibious-assault", BRITISH, [FLAG, "br-troops-1"], "j-aao", ["nowhere"])
    state.orders["j-aao"], state.formations[FLAG].order = order, "j-aao"
    assert carry_on(Table(), state, Ruling(), FLAG).why == "'nowhere' is no place of the map"
    put(state, "br-trade-1", "nowhere")
    escort = Order("escort", BRITISH, [SPANIARD], targets=["br-trade-1"])
    assert to_convoy(Table(), state, Ruling(), FLAG, escort).why == "'nowhere' is no place of the map"


def test_r6_8_nobody_clears_a_place_from_port() -> None:
    state = fleet()
    assert may_clear(state, FLAG)
    state.formations[FLAG].state = FITTING_OUT
    assert not may_clear(state, FLAG)


# -------------------------------------------------------------------------------------------- losses, wear, yards


def test_r8_9_a_squadron_that_is_gone_is_out_of_the_line() -> None:
    state = fleet()
    line = Line(BRITISH, [FLAG], ["j2", "j3"])
    play(unformed, state, RULING, None, line, "j3", [])
    assert (line.squadrons, state.formations[FLAG].squadrons) == (["j2"], ["j2"])


@pytest.mark.parametrize(("stance", "points"), [("seek", 7), ("accept", 10), ("avoid", 10)])
def test_2_32_only_who_seeks_a_battle_challenges_the_french_in_passing(stance: str, points: int) -> None:
    state = war()
    put(state, "br-flag-j1", "s40", {"j1": 4}, seen="search")
    put(state, "fr-det-1", "s41", {"f1": 2}, seen="search")
    said = {"stance": {"do": stance, "challenge": "yes"}}
    play(meet, state, ruling_of(), "br-flag-j1", "fr-det-1", british=said, bourbon={"stance": {"do": "accept"}})
    assert [one.points for one in state.ledger if one.case == "2.32"] == ([-3] if points < 10 else [])


def test_r11_10_a_relieved_admiral_is_away_for_some_turns() -> None:
    state = fleet()
    state.date, state.prestige[BRITISH] = date_of(1739, 16), 0
    lead(state, "vernon", "british-fleet")
    play(relief, state, {BRITISH: 9, BOURBON: 0}, {BRITISH: True, BOURBON: False}, dice={"relief": [9]})
    assert "british-fleet" not in state.leaders["vernon"].posts
    assert not fit(state, "vernon")


def test_r11_7_who_suffers_no_wear_is_told_of_none() -> None:
    state = fleet()
    for die in range(10):
        before = state.squadrons["j2"].dp
        found = play(wear, state, Ruling(), BRITISH, FLAG, ["j2"], dice={"attrition": [die]})
        suffered = state.squadrons["j2"].dp - before
        assert [each["dp"] for each in found.events("worn", BRITISH)] == ([suffered] if suffered else [])


def test_r11_7_what_lies_in_ordinary_wears_and_its_owner_is_told_the_sum() -> None:
    state = fleet()
    die = next(die for die in range(9, -1, -1) if state.board.attrition[die].in_ordinary)
    found = play(wear_laid_up, state, BRITISH, JAMAICA, ["j2", "j3"], dice={"attrition": [die]})
    dps = state.board.attrition[die].in_ordinary
    assert [each["dp"] for each in found.events("worn", BRITISH)] == [2 * dps]
    assert (state.squadrons["j2"].dp, state.squadrons["j3"].dp) == (dps, dps)


def test_2_26_only_a_repair_of_a_french_squadron_uses_up_their_quarter() -> None:
    for name, used in (("h1", False), ("f1", True)):
        state = war()
        state.squadrons[name].sail, state.squadrons[name].dp = {"sol": 3}, 4
        state.lay_up(name, "la-habana")
        before = state.french_repair
        play(mend_at, state, ruling_of(), BOURBON, "la-habana", [], set())
        assert (state.french_repair != before) is used or not state.squadrons[name].dp < 4


def test_r11_5_stores_mend_what_lies_there_and_nothing_elsewhere() -> None:
    state = fleet()
    state.ports[JAMAICA].stores = 3
    anchored(state, "j1", JAMAICA, {"j1": 3})
    assert why_no_stores(state, BRITISH, JAMAICA, "j1") == ""
    for name in ("j2", "k1", "nothing"):
        assert why_no_stores(state, BRITISH, JAMAICA, name) == "it does not lie there"


# -------------------------------------------------------------------------------------------- a second look


@pytest.mark.parametrize(("sail", "damage", "left"), [(2, 0, 2), (2, 1, 1), (1, 1, 1), (1, 2, 0)])
def test_2_664_each_full_damage_rating_costs_the_azogues_one_ship(sail: int, damage: int, left: int) -> None:
    state = war()
    put(state, "sp-trade-1", "s52")
    convoy = state.convoys["sp-trade-1"]
    convoy.sort, convoy.sail = "azogues", sail
    convoy.dp_weather = damage * state.board.ratings["spanish"]
    lose_ships(Table(), state, Ruling(), "sp-trade-1", 0, "weather")
    assert convoy.sail == left
    assert ("sp-trade-1" in state.formations) is bool(left)


def test_r8_10_who_fires_at_the_flagship_fires_at_the_squadron_that_has_it() -> None:
    state = fleet()
    put(state, "sp-flag-h", "s52", {"h1": 3, "h2": 3})
    state.squadrons["h2"].sail = {"flagship": 1}
    battle = form_lines(state, Clash("s52", BRITISH, {BRITISH: (FLAG,), BOURBON: ("sp-flag-h",)}))
    battle.line(BRITISH).surplus = "flagship"
    battle.foe(BRITISH).squadrons = ["h1", "h2"]
    assert chosen_target(state, battle, BRITISH) == "h2"


def test_r3_7_a_flotilla_is_made_up_where_it_lies_and_in_port_alone() -> None:
    state = war()
    put(state, FLAG, JAMAICA, {"j2": 3}, condition=FITTING_OUT)
    put(state, "j3", "port-antonio", {"j3": 2}, condition=FITTING_OUT)
    assert "does not lie" in why_not_formed(state, ruling_of(), BRITISH, FLAG, "port-antonio", ["j3"])
    state.formations[FLAG].state = READY
    assert "does not lie" in why_not_formed(state, ruling_of(), BRITISH, FLAG, JAMAICA, ["j2"])


def test_r5_9_in_force_nine_a_nine_parts_a_squadron_from_the_others() -> None:
    state = blown(9)
    play(loss_of_subordination, state, RULING, FLAG, state.gales[0], dice={"astray": [9]})
    assert state.formations[FLAG].squadrons == ["j3"]


def test_r8_9_a_formation_of_which_nothing_is_left_is_gone_from_the_sea() -> None:
    state = fleet()
    line = Line(BOURBON, [SPANIARD], ["k1"])
    found = play(unformed, state, RULING, None, line, "k1", [])
    assert [each["gone"] for each in found.events("marker")] == [True]
    assert (SPANIARD in state.formations, line.formations, line.squadrons) == (False, [], [])


def test_r3_14_when_the_commander_is_gone_the_next_leads_the_line() -> None:
    state = fleet()
    lead(state, "vernon", FLAG)
    lead(state, "brown", FLAG)
    battle = form_lines(state, Clash("s52", BRITISH, {BRITISH: (FLAG,), BOURBON: (SPANIARD,)}))
    line = battle.line(BRITISH)
    line.commander = "vernon"
    play(without_ship, state, RULING, battle, line, "vernon", dice={"leader-fate": [9]})
    assert line.commander == "brown"


@pytest.mark.parametrize(("by", "name"), [(COAST_GUARD, "The coast guard"), ("drake", "Drake")])
def test_r6_6_who_was_screened_for_is_told_by_whom(by: str, name: str) -> None:
    state = waters(("drake", JAMAICA), ("saeta", JAMAICA))
    found = play(screen, state, RULING, Deed(BOURBON, "saeta", "raid", JAMAICA, ""), by, dice={"screen": [9]})
    assert [note.text.startswith(name) for note in found.notes if note.to == BRITISH] == [True]


@pytest.mark.parametrize(("die", "words"), [(0, "finds out what it is"), (9, "finds out nothing")])
def test_r6_5_a_search_tells_its_owner_what_came_of_it(die: int, words: str) -> None:
    state = waters(("drake", "s52"))
    put(state, SPANIARD, "s52", {"k1": 3})
    found = play(look_for, state, Deed(BRITISH, "drake", "search", "s52", SPANIARD), dice={"": [die]})
    assert [words in note.text for note in found.notes if note.to == BRITISH and note.event == "searched"] == [True]
