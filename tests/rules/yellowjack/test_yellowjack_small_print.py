"""Small print of the module's rules: bounds, order of things, and what is told, each by its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.yellowjack.test_yellowjack_campaigns import at_war
from rules.yellowjack.test_yellowjack_events import theatre
from rules.yellowjack.test_yellowjack_extended import war
from rules.yellowjack.test_yellowjack_rough import under
from rules.yellowjack.test_yellowjack_trade import sailing
from rules.yellowjack.test_yellowjack_weather import storm
from rules.yellowjack.yellowjack_craft import station
from rules.yellowjack.yellowjack_fights import Fought, lead, play, troops
from rules.yellowjack.yellowjack_sea import JAMAICA, PORTO_BELLO, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.screens import Deed
from pbem.adjudicator.yellowjack.base.task_kinds import strike_convoy
from pbem.adjudicator.yellowjack.ch1.hurricanes import appear, becalm, move, strike, strike_laid_up
from pbem.adjudicator.yellowjack.ch1.victory import sail_lost
from pbem.adjudicator.yellowjack.ch2.arrivals import free_leader, receive, receive_all, receive_craft
from pbem.adjudicator.yellowjack.ch2.bourbon import why_not_in_grand
from pbem.adjudicator.yellowjack.ch2.corsairs import french_corsairs
from pbem.adjudicator.yellowjack.ch2.fever import fever_in
from pbem.adjudicator.yellowjack.ch2.home_escort import home_escort
from pbem.adjudicator.yellowjack.ch2.rebuilding import best
from pbem.adjudicator.yellowjack.ch2.requests import buy, hand_out, request
from pbem.adjudicator.yellowjack.ch2.trade import give_ships, put_in_play
from pbem.adjudicator.yellowjack.ch2.transfers import transfer
from pbem.adjudicator.yellowjack.ch2.troop_ships import embark
from pbem.adjudicator.yellowjack.ch2.troops import divert
from pbem.adjudicator.yellowjack.ch2.victualing import next_box
from pbem.adjudicator.yellowjack.ch3.campaigns import end_of_season
from pbem.adjudicator.yellowjack.ch3.fallen_craft import captured_craft
from pbem.adjudicator.yellowjack.ch3.interdicted import count_interdictors, uncleared
from pbem.adjudicator.yellowjack.ch3.issuing import buy_discards, draw_orders, hand_limit, idlest
from pbem.adjudicator.yellowjack.ch3.sorties import follow_up
from pbem.adjudicator.yellowjack.ch3.war_in_europe import begin_withdrawals, send_leaders
from pbem.adjudicator.yellowjack.ch3.withdrawals import divided, is_idle, lacking, owe
from pbem.adjudicator.yellowjack.state.pieces import Campaign, Duty, Gale, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    FITTING_OUT,
    FRENCH,
    GAMBIT,
    IN_ORDINARY,
    OFF_MAP,
    PREPARATION,
    RCG_CONVOY,
    SORTIE,
    SPANISH,
    WITHDRAWAL,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.phases import STEPS

HABANA, VERACRUZ, SAN_AGUSTIN = "la-habana", "veracruz", "san-agustin"


def told(rule: Callable[..., object], *position: Any) -> list[tuple[str, str]]:
    """Who is told of what by a rule that asks nobody."""
    table = Table()
    rule(table, *position)
    return [(note.to, note.event) for note in table.story]


# -------------------------------------------------------------------------------------------- Hurricanes


def test_1_411_a_storm_that_appears_or_comes_swallows_the_winds_and_their_gales() -> None:
    for how in ("appears", "comes"):
        state = storm()
        dot, wind = next((dot, wind) for dot in state.board.storms.dots.values() for wind, one in
                         state.board.winds.items() if one.node in dot.bands and not dot.off_map)  # fmt: skip
        state.winds[wind] = "ne"
        state.gales = [Gale(wind, "s40", 8)]
        if how == "appears":
            appear(Table(), state, dot.id, strong=False)
        else:
            state.hurricane.dot = dot.id
            table = Table()
            becalm(table, state)
            assert [(note.to, note.facts["blows"]) for note in table.story if note.event == "wind"] == [(ALL, False)]
        assert (state.winds, state.gales) == ({}, []), how


def test_1_54_everybody_sees_where_a_hurricane_goes() -> None:
    state = storm("d11", strong=True)
    found = play(move, state, dice={"hurricane-path": [5]})
    assert [each["dot"] for each in found.events("weather", ALL)] == [state.hurricane.dot]


def test_1_55_who_has_ships_in_ordinary_under_a_storm_is_told_of_their_damage() -> None:
    state = storm()
    dot, port = next((dot, port) for dot in state.board.storms.dots.values() for port, band in dot.bands.items()
                     if band == 1 and port in state.ports and state.ports[port].holder == SPANISH)  # fmt: skip
    state.hurricane.dot, state.hurricane.strong = dot.id, True
    state.squadrons["h1"].sail = {"sol": 3}
    state.lay_up("h1", port)
    assert told(strike_laid_up, state) == [(BOURBON, "worn")]
    assert state.squadrons["h1"].dp > 0


# -------------------------------------------------------------------------------------------- Prestige and Orders


@pytest.mark.parametrize(("number", "words"), [(1, "a ship of the line"), (2, "2 ships of the line")])
def test_1_612_a_lost_sail_is_counted_in_words(number: int, words: str) -> None:
    state, table = theatre(), Table()
    sail_lost(table, state, BOURBON, "sol", number)
    assert [one.why for one in state.ledger] == [f"the enemy lost {words}"]


def test_3_31_a_hand_holds_twice_the_commands_where_the_scenario_says_nothing() -> None:
    state = theatre()
    assert (hand_limit(state, BRITISH), hand_limit(state, BOURBON)) == (6, 6)


def test_r12_4_who_pays_for_an_order_is_told_which() -> None:
    state = theatre(turn=5)
    state.spending = {BRITISH: [{"on": "order", "order": "j-aao"}], BOURBON: [{"on": "discard", "order": "k-show"}]}
    state.pool, state.hand = {BRITISH: ["j-aao"], BOURBON: []}, {BRITISH: [], BOURBON: ["k-show"]}
    assert play(draw_orders, state).events("received", BRITISH) == [{"orders": ["j-aao"]}]
    table = Table()
    buy_discards(table, state)
    assert [note.facts for note in table.story if note.event == "discarded"] == [{"order": "k-show"}]


def test_3_31_the_default_order_is_for_the_command_with_most_ships_idle_convoys_apart() -> None:
    state = theatre()
    put(state, "br-flag-l", "english-harbour", {"l1": 2}, condition=FITTING_OUT)
    for name in ("br-troops-1", "br-troops-2"):
        put(state, name, JAMAICA, condition=FITTING_OUT)
        state.formations[name].command = "jamaica"
    mine = {one.command: name for name, one in state.board.chits.items() if one.side == BRITISH}
    assert idlest(state, BRITISH, [mine["jamaica"], mine["leewards"]]) == mine["leewards"]


# -------------------------------------------------------------------------------------------- what comes


def test_2_172_a_package_comes_on_its_date_and_brings_its_small_craft() -> None:
    state = war(1744, 1)
    package = next(one for one in state.board.europe.arrivals if one.event == GAMBIT and one.contingent == FRENCH
                   and one.date == date_of(1744, 1))  # fmt: skip
    before = sum(sum(one.sail.values()) for one in state.squadrons.values())
    play(receive_all, state, GAMBIT, BOURBON)
    assert sum(sum(one.sail.values()) for one in state.squadrons.values()) - before == sum(
        number for _, number in package.sail)  # fmt: skip
    state = war(1741, 4)
    craft = next(one for one in state.board.europe.arrivals if one.small and one.contingent == BRITISH)
    found = play(receive, state, craft)
    assert [name for name, one in state.auxiliaries.items() if one.at == "available"]
    assert found.events("reinforced", BRITISH)


def test_2_134_who_gets_auxiliaries_is_told_and_who_gets_none_is_not() -> None:
    state = theatre()
    assert told(receive_craft, state, BRITISH, "jamaica", {"light": 1}) == [(BRITISH, "reinforced")]
    assert told(receive_craft, state, BRITISH, "jamaica", {"light": 0}) == []


def test_r11_3_an_admiral_at_a_station_is_free_and_one_with_a_flotilla_is_not() -> None:
    state = theatre()
    for name in state.leaders:
        state.leaders[name].gone = WITHDRAWAL
    lead(state, "vernon", "jamaica")
    assert free_leader(state, BRITISH) == "vernon"
    put(state, "br-flag-j2", JAMAICA, {"j2": 3})
    lead(state, "vernon", "br-flag-j2")
    assert free_leader(state, BRITISH) == ""


def test_2_215_one_spaniard_at_the_grand_flotilla_is_enough() -> None:
    state = theatre()
    lead(state, "lezo", "bo-grand")
    for name in state.leaders:
        if name != "lezo":
            state.leaders[name].gone = WITHDRAWAL
    assert why_not_in_grand(state, SPANISH) == ""
    assert "French" in why_not_in_grand(state, FRENCH)


def test_3_131_the_french_are_told_where_their_privateers_lie() -> None:
    state = war(france=True)
    assert set(told(french_corsairs, state)) == {(BOURBON, "privateer")}
    assert len(state.auxiliaries) == 4


def test_2_268_who_escorts_a_french_convoy_is_told() -> None:
    state = war()
    sailing(state, "fr-trade-1", "fr-home-in")
    found = play(home_escort, state, ["fr-trade-1"], dice={"request": [0]})
    assert [each["what"] for each in found.events("log", BOURBON)] == ["joins"]
    assert state.squadrons_of("fr-trade-1")


@pytest.mark.parametrize(("points", "paid"), [(1, 9), (2, 9)])
def test_r12_4_a_request_is_bettered_down_to_the_level_that_its_owner_names(points: int, paid: int) -> None:
    for prestige, left in ((points, points - 1), (points - 1, points - 1)):
        state = theatre()
        state.prestige[BRITISH] = prestige
        play(request, state, BRITISH, BRITISH, {"pay": str(points)}, dice={"request": [5]})
        assert state.prestige[BRITISH] == left, paid


def test_3_243_frigates_for_the_carolinas_come_in_by_the_north() -> None:
    state = war()
    state.campaigns = {"louisburg": Campaign(BRITISH)}
    hand_out(Table(), state, BRITISH, {"sol": 1, "frigate": 2}, {})
    assert [(one.command, one.north, one.sail) for one in state.held] == [
        ("carolinas", True, {"frigate": 2}), ("jamaica", False, {"sol": 1})]  # fmt: skip


def test_r11_2_what_has_no_price_is_not_bought() -> None:
    assert buy(3, ["galleon", "frigate"], {"frigate": 2}) == {"frigate": 1}


# -------------------------------------------------------------------------------------------- trade


def test_2_612_who_gathers_a_convoy_is_told_where_it_goes() -> None:
    for of, words in (("br-home-out", "bound home"), ("br-loc-jamaica", "bound for")):
        state, table = theatre(), Table()
        line = state.board.europe.lines[of]
        put_in_play(table, state, line, "br-trade-1", state.board.europe.elements_of(of)[0])
        assert [words in note.text for note in table.story if note.event == "assembled"] == [True]


def test_2_663_the_ships_of_the_azogues_fill_what_has_room_and_their_owner_is_told() -> None:
    state = theatre()
    name = sailing(state, "sp-trade-1", next(line.id for line in state.board.europe.lines.values()
                                             if line.kind == "azogues"), VERACRUZ)  # fmt: skip
    state.convoys[name].sail = 2
    assert (BOURBON, "log") in told(give_ships, state, name)
    filled = {one: held.sail["frigate"] for one, held in state.squadrons.items() if held.sail}
    assert sum(filled.values()) == 2
    assert all(number <= state.board.squadrons[one].capacity for one, number in filled.items())


def test_2_636_who_is_diverted_is_told_where_to() -> None:
    state, table = theatre(), Table()
    put(state, "br-troops-1", PORTO_BELLO)
    state.convoys["br-troops-1"].destination = PORTO_BELLO
    divert(table, state)
    goal = state.convoys["br-troops-1"].destination
    assert [(note.to, note.facts["to"]) for note in table.story] == [(BRITISH, goal)]
    assert state.side_of_port(goal) == BRITISH


def test_2_654_who_takes_troops_aboard_is_told() -> None:
    state, table = theatre(), Table()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    troops(state, JAMAICA, "jamaica-companies-a")
    assert embark(table, state, "br-flag-j2", ["jamaica-companies-a"], "nassau") == ""
    assert [note.facts["what"] for note in table.story if note.event == "log" and note.to == BRITISH] == ["embarks"]


def test_2_162_a_transfer_that_fails_is_told() -> None:
    state = theatre()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    state.formations["br-flag-j2"].command = "jamaica"
    found = play(transfer, state, BRITISH, {"formation": "br-flag-j2", "to": "leewards"}, dice={"transfer": [9]})
    assert [each["formation"] for each in found.events("lapsed", BRITISH)] == ["br-flag-j2"]


# -------------------------------------------------------------------------------------------- Units


@pytest.mark.parametrize(("number", "more"), [(6, 0), (7, 1), (12, 1), (13, 2)])
def test_2_58_thirteen_men_are_a_crowd_and_not_many_besides(number: int, more: int) -> None:
    state = theatre(turn=5)
    weak = [name for name, one in state.board.units.items() if one.owner == BRITISH and not one.fever_proof][:number]
    assert len(weak) == number
    troops(state, JAMAICA, *weak)
    region = state.board.nodes[JAMAICA].region
    hits = [getattr(state.board.fever[die + more], region) for die in range(8)]
    found = []
    for die in range(8):
        for unit in weak:
            state.units[unit].disrupted, state.units[unit].gone = False, ""
            state.units[unit].at = JAMAICA
        play(fever_in, state, BRITISH, region, dice={"fever": [die]})
        found.append(sum(state.units[unit].disrupted for unit in weak))
    assert found == hits


def test_2_596_special_units_recover_first_unless_plain_ones_are_named() -> None:
    state = theatre()
    assert best(state, ["harrison", "marines-1"], []) == ["marines-1", "harrison"]
    assert best(state, ["harrison", "marines-1"], ["plain"]) == ["harrison", "marines-1"]
    assert best(state, ["marines-1", "harrison"], ["special", "plain"]) == ["marines-1", "harrison"]


# -------------------------------------------------------------------------------------------- campaigns and wars


@pytest.mark.parametrize(("captured", "status"), [(True, BRITISH), (False, "neutral")])
def test_3_222_san_agustin_taken_by_assault_keeps_georgia_british(captured: bool, status: str) -> None:
    state = at_war()
    state.date = date_of(1741, state.board.politics.campaigns["georgia"].last)
    one = state.campaigns["georgia"]
    one.status, one.won = BRITISH, 1740
    state.ports[SAN_AGUSTIN].holder = BRITISH
    state.ports[SAN_AGUSTIN].captured = state.date - 9 if captured else 0
    end_of_season(Table(), state, "georgia")
    assert one.status == status


def test_3_468_a_taken_auxiliary_that_counts_as_a_frigate_strikes_as_one() -> None:
    board = theatre().board
    for die in range(10):
        state = theatre()
        station(state, "sheerness", JAMAICA)
        play(captured_craft, state, JAMAICA, BOURBON, ["sheerness"], dice={"struck": [die]})
        prizes = [name for name, one in state.squadrons.items() if one.sail and state.squadron_side(name) == BOURBON]
        assert bool(prizes) is (board.struck[die].light == "taken"), die


def test_3_152_a_preparation_ends_in_the_quarter_after_its_sortie_and_a_new_one_does_not() -> None:
    for prepared, ends in ((date_of(1744, 8), True), (date_of(1744, 7), True), (date_of(1744, 9), False)):
        state = war(1744, 12)
        state.events |= {PREPARATION: prepared, SORTIE: date_of(1744, 8)}
        follow_up(Table(), state)
        assert (PREPARATION not in state.events) is ends


def test_3_122_when_the_war_in_europe_begins_auxiliaries_and_leaders_of_the_side_go_home() -> None:
    state = theatre(1743)
    for number, aux in enumerate(("sheerness", "shoreham", "blandford", "drake", "saeta", "diligencia")):
        station(state, aux, JAMAICA if number < 4 else HABANA)
    put(state, "br-flag-j2", JAMAICA, {"j2": 12, "j3": 9, "j1": 9}, condition=FITTING_OUT)
    put(state, "sp-flag-h", HABANA, {"h1": 12, "h2": 9, "h3": 9}, condition=FITTING_OUT)
    before = len(state.auxiliaries)
    begin_withdrawals(Table(), state)
    assert len(state.auxiliaries) < before


def test_3_122_leaders_of_the_enemy_stay() -> None:
    state = theatre(1743)
    send_leaders(Table(), state, BRITISH)
    gone = {state.board.leaders[name].contingent for name, one in state.leaders.items() if one.gone == WITHDRAWAL}
    assert gone == {BRITISH}


def owing(any_nation: int, french: int) -> State:
    """Bourbons who owe Sail, with a French Squadron of two on its way home."""
    state = theatre(1743)
    owe(state, BOURBON, any_nation)
    state.duties.append(Duty(BOURBON, french, 0, FRENCH))
    put(state, "fr-det-1", HABANA, {"f1": 2}, condition=FITTING_OUT)
    state.formations["fr-det-1"].order = f"{WITHDRAWAL}-fr-det-1"
    return state


@pytest.mark.parametrize(("french", "left"), [(3, (4, 1)), (2, (4, 0)), (1, (3, 0)), (0, (2, 0))])
def test_3_241_french_ships_beyond_what_is_owed_of_them_count_for_the_rest(french: int, left: tuple[int, int]) -> None:
    assert lacking(owing(4, french), BOURBON) == left


def test_3_241_who_is_idle_and_who_goes_whole() -> None:
    state = theatre(1743)
    put(state, "br-flag-j2", JAMAICA, {"j2": 3, "j3": 4}, condition=FITTING_OUT)
    assert is_idle(state, "br-flag-j2")
    state.formations["br-flag-j2"].order = "j-aao"
    assert not is_idle(state, "br-flag-j2")
    state.formations["br-flag-j2"].order = ""
    assert divided(state, "br-flag-j2", 3) == ["j2"]
    assert state.squadrons["j2"].sail == {"sol": 3}
    assert IN_ORDINARY not in (state.squadrons["j2"].state, state.squadrons["j3"].state)


# -------------------------------------------------------------------------------------------- steps of the sequence


def step(name: str, state: State, **more: Any) -> Fought:
    """Plays one step of the printed sequence by its name."""

    async def carried(table: Table, state: State) -> None:
        await STEPS[name].carry_out(table, state, ruling_of())

    return play(carried, state, **more)


def test_r4_3_the_steps_of_a_turn_do_what_they_are_called_for() -> None:
    state = theatre()
    assert any(roll.label.startswith("gale-born") for roll in step("w3", state).rolls)
    put(state, "br-flag-j2", "s52", {"j2": 2})
    troops(state, "j2", "harrison", "guise")
    step("m8", state)
    assert [state.units[name].gone for name in ("harrison", "guise")] == ["", "eliminated"]
    state.units["harrison"].at, state.units["harrison"].back_on, state.units["harrison"].back_at = OFF_MAP, 1, JAMAICA
    step("a4b", state)
    assert state.units["harrison"].at == JAMAICA
    put(state, "rcg", "la-guaira", {"g1": 1}, condition=FITTING_OUT)
    state.orders[RCG_CONVOY] = Order(RCG_CONVOY, BOURBON, ["rcg"], "", ["la-guaira"], state.date, state.date + 4)
    state.formations["rcg"].order = RCG_CONVOY
    step("e4", state)
    assert state.orders[RCG_CONVOY].targets == [OFF_MAP]


def test_2_316_who_has_become_too_great_goes_home_in_the_step_of_leaders() -> None:
    state = theatre()
    state.leaders["brown"].rank = "rear-admiral"
    before = [name for name, one in state.leaders.items() if one.gone]
    step("a4g", state)
    assert [name for name, one in state.leaders.items() if one.gone] != before


@pytest.mark.parametrize(("notional", "name"), [(True, "The coast guard"), (False, "Drake")])
def test_r6_7_who_attacks_a_convoy_is_named_to_their_own_side(notional: bool, name: str) -> None:
    state = theatre()
    station(state, "drake", "s52")
    put(state, "sp-trade-1", "s52")
    deed = Deed(BRITISH, "drake", "convoy_attack", "s52", "sp-trade-1", notional=notional)
    found = play(strike_convoy, state, ruling_of(), deed, "sp-trade-1", dice={"convoy-attack": [9]})
    told_them = [note.text for note in found.notes if note.to == BRITISH and note.event == "raided"]
    assert [text.startswith(name) for text in told_them] == [True]


def test_1_55_who_goes_with_another_suffers_with_it_and_not_once_more() -> None:
    state = under(4, strong=False)
    put(state, "br-det-j1", state.place("br-flag-j2"), {"j1": 3})
    state.formations["br-det-j1"].goes_with = "br-flag-j2"
    play(strike, state, ruling_of())
    assert (state.squadrons["j1"].dp, state.squadrons["j2"].dp) == (1, 1)


@pytest.mark.parametrize(("at", "goal", "order", "turned"), [
    (PORTO_BELLO, PORTO_BELLO, "", True), (PORTO_BELLO, PORTO_BELLO, "j-aao", False), ("s51", PORTO_BELLO, "", False),
    (JAMAICA, JAMAICA, "", False),
])  # fmt: skip
def test_2_636_only_who_has_come_to_a_lost_port_without_an_order_is_diverted(
    at: str, goal: str, order: str, turned: bool
) -> None:
    state = theatre()
    put(state, "br-troops-1", at)
    state.convoys["br-troops-1"].destination, state.formations["br-troops-1"].order = goal, order
    divert(Table(), state)
    assert (state.convoys["br-troops-1"].destination != goal) is turned


def test_2_641_stores_go_to_the_nearest_port_with_room_and_from_off_the_map_to_the_first() -> None:
    state = theatre()
    boxes = [name for name, port in state.board.ports.items() if port.victualing and state.holder(name) == BRITISH]
    assert next_box(state, BRITISH, BRITISH, "") == boxes[0]
    assert len(boxes) > 1
    assert {next_box(state, BRITISH, BRITISH, port) for port in boxes} == set(boxes)


@pytest.mark.parametrize(("before", "found"), [
    (("s40", 2), ("s40", 3)), (("s41", 2), ("", 0)), (("", 0), ("", 0)),
])  # fmt: skip
def test_3_343_who_stays_where_an_interdiction_was_carried_out_goes_on_counting(
    before: tuple[str, int], found: tuple[str, int]
) -> None:
    state = theatre()
    put(state, "k1", "s40", {"k1": 2})
    one = state.formations["k1"]
    one.interdicts, one.interdicting = before
    count_interdictors(state)
    assert (one.interdicts, one.interdicting) == found


def test_3_343_the_next_turn_counts_its_ends_of_impulses_anew() -> None:
    state = theatre()
    put(state, "k1", "s40", {"k1": 2})
    state.formations["k1"].interdicts, state.formations["k1"].interdicting = "s40", 3
    uncleared(Table(), state)
    assert (state.formations["k1"].interdicts, state.formations["k1"].interdicting) == ("", 0)
