"""Trade Convoys, Escorts, the Azogues and stores: how they gather, sail, and end (2.61 to 2.66, R10)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import play
from rules.yellowjack.yellowjack_sea import empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.carrying_on import carry_on, convoy_passage
from pbem.adjudicator.yellowjack.base.convoys import WEATHER, convoy_hit, disband_off_map, release_escort, scatter
from pbem.adjudicator.yellowjack.base.escorts import issue_escort, issue_escorts, join_convoy, why_no_escort
from pbem.adjudicator.yellowjack.base.intents import LEAVE, MOVE, WAIT, WORK
from pbem.adjudicator.yellowjack.base.map_edge import (
    come_on,
    disband_beyond,
    enter_map,
    exits_of,
    leave_map,
    name_entries,
)
from pbem.adjudicator.yellowjack.base.sailing import sail
from pbem.adjudicator.yellowjack.ch2.trade import (
    assemble_trade,
    chance_of,
    command_of,
    counts,
    ended,
    gather,
    give_ships,
    put_in_play,
    why_not_gathered,
)
from pbem.adjudicator.yellowjack.ch2.victualing import gather_victuals, next_box, unload
from pbem.adjudicator.yellowjack.state.pieces import Order, Personage
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    ESCORT,
    FITTING_OUT,
    FRANCE_AT_WAR,
    OFF_MAP,
    READY,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

RULING = ruling_of()
JAMAICA, ANTONIO = "port-royal-jamaica", "port-antonio"
MAY = date_of(1740, 7)


def quiet(turn: int = MAY) -> State:
    """An empty sea on a date; its markers and boxes begin anew."""
    state = empty_sea()
    state.date, state.scenario = turn, "1740"
    return state


def line(state: State, name: str):  # type: ignore[no-untyped-def]
    """A line of the charts."""
    return state.board.europe.lines[name]


def sailing(state: State, name: str, of: str, at: str = "", condition: str = FITTING_OUT) -> str:
    """A Convoy of a line in play, at its Port or where the test wants it."""
    element = next(one for one in state.board.europe.elements_of(of))
    put_in_play(Table(), state, line(state, of), name, element)
    if at:
        state.formations[name].at, state.formations[name].enters = at, ""
    if condition == READY:
        state.formations[name].state = READY
        state.give_marker(name)
    return name


# -------------------------------------------------------------------------------------------- the charts


def test_2_62_each_open_line_has_one_die_and_gathers_on_its_figure_or_less() -> None:
    state = quiet()
    fought = play(assemble_trade, state, dice={"trade/br-loc-jamaica": [2], "trade/br-loc-islands": [3]}, usual=9)
    assert "br-trade-1" in state.convoys
    assert state.convoys["br-trade-1"].element == "br-loc-jamaica--local"
    assert [roll.label.split("/")[1] for roll in fought.rolls].count("br-loc-islands") == 1
    assert len([name for name in state.convoys if name.startswith("br")]) == 1


def test_2_61_every_nation_has_its_trade_and_each_kind_its_line() -> None:
    lines = quiet().board.europe.lines.values()
    assert {one.contingent for one in lines} == {"british", "spanish", "french", "caracas"}
    assert {one.kind for one in lines if one.contingent == "british"} == {"inbound", "outbound", "local"}


def test_2_621_charts_are_thrown_on_every_turn_and_dice_go_to_their_owner_alone() -> None:
    fought = play(assemble_trade, quiet(), usual=9)
    assert {roll.label.split("/")[0] for roll in fought.rolls} == {"trade"}
    assert not [roll for roll in fought.rolls if roll.lane == "pub"]


def test_2_622_the_british_alone_trade_with_america() -> None:
    assert [name for name in quiet().board.europe.lines if "america" in name] == ["br-america-in", "br-america-out"]


def test_2_623_an_outbound_convoy_waits_for_the_inbound_one() -> None:
    state = quiet()
    out = line(state, "br-america-out")
    assert chance_of(state, out) == -1
    state.trade["br-america-in"] = state.date - 1
    assert chance_of(state, out) == 1
    state.trade["br-america-in"] = state.date - 3
    assert chance_of(state, out) == 6
    state.date = date_of(1740, 11)
    assert chance_of(state, out) == -1, "nothing sails in the storms"


def test_2_623_an_inbound_convoy_waits_until_the_outbound_one_is_done() -> None:
    state = quiet()
    inbound = line(state, "br-america-in")
    assert chance_of(state, inbound) == 3
    sailing(state, "br-trade-1", "br-america-out")
    assert chance_of(state, inbound) == -1
    state.remove("br-trade-1")
    state.trade["br-america-in"] = state.date
    assert chance_of(state, inbound) == -1


def test_2_624_a_home_pair_gathers_by_one_die_and_each_part_enters_by_its_own() -> None:
    state = quiet()
    fought = play(assemble_trade, state, dice={"trade/br-home-in": [0]}, usual=9)
    pair = [name for name, one in state.convoys.items() if one.element.startswith("br-home-in")]
    assert len(pair) == 2
    assert len([roll for roll in fought.rolls if roll.label.startswith("trade/br-home-in")]) == 1
    for name, face in zip(pair, (1, 8), strict=True):
        play(come_on, state, RULING, BRITISH, name, dice={"entry": [face], "passage": [9 - face]})
    assert [state.formations[name].at for name in pair] == ["s28a", "s28d"]
    assert [state.convoys[name].dp_weather for name in pair] == [2, 0]


def test_2_624_the_outbound_pair_counts_from_the_last_of_the_inbound_pair() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-home-in"))
    first, second = list(state.convoys)
    ended(Table(), state, first, True)
    assert state.trade == {}
    state.remove(first)
    state.date += 2
    ended(Table(), state, second, True)
    assert state.trade == {"br-home-in": state.date}


def test_2_624_after_a_scattered_inbound_convoy_no_outbound_one_sails() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-home-in"))
    first, second = list(state.convoys)
    ended(Table(), state, first, False)
    state.remove(first)
    ended(Table(), state, second, True)
    assert state.trade == {}
    assert state.spoiled == []
    state.house = {"scattered_inbound": "sails"}
    ended(Table(), state, second, False)
    assert state.trade == {"br-home-in": state.date}


def test_2_611_without_a_counter_none_gathers_and_a_pair_needs_two() -> None:
    state = quiet()
    for number in range(1, 7):
        sailing(state, f"br-trade-{number}", "br-loc-jamaica")
    assert why_not_gathered(state, line(state, "br-home-in")) == "no Convoy counter is free"
    assert why_not_gathered(state, line(state, "br-loc-jamaica")) == ""


def test_r10_3_nothing_gathers_at_a_blockaded_or_lost_port() -> None:
    state = quiet()
    state.ports["bellese"].holder = "spanish"
    assert "lost" in why_not_gathered(state, line(state, "br-loc-logwood"))
    put(state, "sp-flag-k", ANTONIO, {"k1": 3})
    put(state, "sp-flag-h", JAMAICA, {"h1": 3})
    state.formations["sp-flag-h"].blockades = JAMAICA
    assert "blockaded" in why_not_gathered(state, line(state, "br-loc-jamaica"))


def test_2_612_a_convoy_gathers_in_its_port_or_off_the_map() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-america-in"))
    gather(Table(), state, line(state, "br-loc-jamaica"))
    assert [state.formations[name].at for name in state.convoys] == [OFF_MAP, JAMAICA]
    assert [state.formations[name].enters for name in state.convoys] == ["hatteras-entry", ""]


def test_2_618_a_convoy_belongs_to_no_command() -> None:
    state = quiet()
    assert state.formations[sailing(state, "br-trade-1", "br-loc-jamaica")].command == ""


def test_2_562_the_viceroy_at_the_hq_helps_trade_to_gather() -> None:
    state = quiet()
    state.personages = {"virrey-nueva-granada": Personage("cartagena-de-indias")}
    assert command_of(state, line(state, "sp-loc-panama")) == "cartagena"
    play(assemble_trade, state, dice={"trade/sp-loc-panama": [4]}, usual=9)
    assert [one.element for one in state.convoys.values()] == ["sp-loc-panama--local"], "4 less 2 is 2"


# -------------------------------------------------------------------------------------------- ways


def test_2_625_a_local_convoy_spends_an_mpi_at_each_port_on_its_way() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-loc-jamaica", "savanna-la-mar", READY)
    first = convoy_passage(Table(), state, RULING, name)
    second = convoy_passage(Table(), state, RULING, name)
    assert (first.kind, second.kind, second.goal) == (WORK, MOVE, "lucea")
    assert state.convoys[name].path == ["lucea"]


def test_3_323_a_trade_convoy_keeps_to_its_route() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-home-out", "basseterre", READY)
    assert state.convoys[name].path[0] == "basseterre"
    assert convoy_passage(Table(), state, RULING, name).goal == state.convoys[name].path[0] == "s27"


def test_2_177_the_map_is_left_by_cape_hatteras_and_by_the_british_in_the_north() -> None:
    state = quiet()
    assert exits_of(state, BRITISH) == ["sz-cape-hatteras", "s23d"]
    assert exits_of(state, BOURBON) == ["sz-cape-hatteras"]


def test_r5_13_a_convoy_at_the_exit_leaves_for_one_mp() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-home-out", "sz-cape-hatteras", READY)
    state.convoys[name].path = []
    assert convoy_passage(Table(), state, RULING, name).kind == LEAVE
    play(sail, state, RULING)
    assert (state.formations[name].at, state.formations[name].left) == (OFF_MAP, state.date)
    assert state.formations[name].marker == ""


def test_2_617_a_convoy_that_has_left_disbands_a_turn_later() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-home-out", "sz-cape-hatteras", READY)
    leave_map(Table(), state, RULING, name)
    disband_beyond(Table(), state, RULING)
    assert state.boxes(BRITISH) == (0, 0)
    state.date += 1
    disband_beyond(Table(), state, RULING)
    assert state.boxes(BRITISH) == (1, 0)
    assert name not in state.formations


def test_r4_5_what_never_left_does_not_disband_beyond_the_map() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-america-in"))
    state.date += 3
    disband_beyond(Table(), state, RULING)
    assert len(state.convoys) == 1


# -------------------------------------------------------------------------------------------- what counts


def test_2_614_a_disbanded_convoy_is_a_fulfilled_order_and_a_scattered_one_failed() -> None:
    state = quiet()
    disband_off_map(Table(), state, RULING, sailing(state, "br-trade-1", "br-home-out"))
    scatter(Table(), state, RULING, sailing(state, "br-trade-2", "br-loc-jamaica", "s40", READY))
    assert state.boxes(BRITISH) == (1, 1)


def test_3_342_troop_convoys_and_french_ones_in_peace_count_only_by_the_charter() -> None:
    state = quiet()
    put(state, "br-troops-1", JAMAICA, condition=FITTING_OUT)
    sailing(state, "fr-trade-1", "fr-loc-windwards")
    assert [counts(state, name) for name in ("br-troops-1", "fr-trade-1")] == [False, False]
    state.house = {"convoy_credit": "all", "neutral_convoys": "count"}
    assert [counts(state, name) for name in ("br-troops-1", "fr-trade-1")] == [True, True]
    state.house, state.events = {}, {FRANCE_AT_WAR: 1}
    assert counts(state, "fr-trade-1")


def test_2_616_at_twelve_dps_a_convoy_is_scattered() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-loc-jamaica", "s40", READY)
    play(lambda *given: convoy_hit(*given, by=BOURBON), state, RULING, name, 11)
    assert name in state.convoys
    play(lambda *given: convoy_hit(*given, by=WEATHER), state, RULING, name, 1)
    assert name not in state.convoys


# -------------------------------------------------------------------------------------------- Escorts


def test_r9_11_an_escort_order_is_issued_before_the_operations_and_counts_for_nothing() -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-jamaica")
    put(state, "jf1", JAMAICA, {"jf1": 2}, condition=FITTING_OUT)
    play(issue_escorts, state, RULING, british={"escort": [{"convoy": "br-trade-1", "with": "jf1"}]})
    assert state.orders["escort-br-trade-1"].kind == ESCORT
    play(sail, state, RULING)
    assert state.formations["br-trade-1"].squadrons == ["jf1"]
    assert "jf1" not in state.formations
    assert state.orders == {}
    assert state.boxes(BRITISH) == (0, 0)


def test_r10_5_an_escort_makes_for_a_convoy_at_sea_and_joins_it_there() -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-jamaica", "s40", READY)
    put(state, "jf1", "s40", {"jf1": 2})
    state.orders["escort-br-trade-1"] = Order(ESCORT, BRITISH, ["jf1"], targets=["br-trade-1"])
    state.formations["jf1"].order = "escort-br-trade-1"
    assert carry_on(Table(), state, RULING, "jf1").kind == WAIT
    assert state.formations["br-trade-1"].squadrons == ["jf1"]


def test_r10_4_a_convoy_in_port_waits_two_turns_for_an_escort_under_way() -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-jamaica")
    put(state, "lf1", "english-harbour", {"lf1": 1}, condition=FITTING_OUT)
    state.orders["escort-br-trade-1"] = Order(ESCORT, BRITISH, ["lf1"], targets=["br-trade-1"])
    state.formations["lf1"].order = "escort-br-trade-1"
    assert convoy_passage(Table(), state, RULING, "br-trade-1").kind == WAIT
    state.convoys["br-trade-1"].waits = 2
    assert convoy_passage(Table(), state, RULING, "br-trade-1").kind != WAIT


def test_2_143_one_squadron_escorts_and_it_must_lie_in_port_without_an_order() -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-jamaica")
    put(state, "jf1", JAMAICA, {"jf1": 2}, condition=FITTING_OUT)
    put(state, "jf2", "s40", {"jf2": 2})
    assert why_no_escort(state, RULING, BRITISH, "br-trade-1", "jf1") == ""
    assert "at sea" in why_no_escort(state, RULING, BRITISH, "br-trade-1", "jf2")
    assert "no Squadron" in why_no_escort(state, RULING, BRITISH, "br-trade-1", "h1")
    assert "no Convoy" in why_no_escort(state, RULING, BOURBON, "br-trade-1", "h1")
    issue_escort(Table(), state, RULING, BRITISH, {"convoy": "br-trade-1", "with": "jf1"})
    assert "has an Escort" in why_no_escort(state, RULING, BRITISH, "br-trade-1", "jf2")


def test_2_218_a_convoy_is_escorted_by_its_own_nation() -> None:
    state = quiet()
    sailing(state, "fr-trade-1", "fr-loc-windwards")
    put(state, "hf1", "la-habana", {"hf1": 1}, condition=FITTING_OUT)
    assert "own contingent" in why_no_escort(state, RULING, BOURBON, "fr-trade-1", "hf1")


def test_2_613_reinforcements_off_the_map_may_escort_a_convoy_that_gathers_there() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-america-in"))
    put(state, "cf2", OFF_MAP, {"cf2": 1}, condition=FITTING_OUT)
    assert "off the map" in why_no_escort(state, RULING, BRITISH, "br-trade-1", "cf2")
    state.formations["cf2"].enters = "east-edge"
    issue_escort(Table(), state, RULING, BRITISH, {"convoy": "br-trade-1", "with": "cf2"})
    assert state.formations["br-trade-1"].squadrons == ["cf2"]


def test_2_613_a_convoy_that_has_gone_home_takes_no_escort() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-america-in"))
    put(state, "cf2", OFF_MAP, {"cf2": 1}, condition=FITTING_OUT)
    state.formations["cf2"].enters = "east-edge"
    state.formations["br-trade-1"].enters, state.formations["br-trade-1"].left = "", state.date
    assert why_no_escort(state, RULING, BRITISH, "br-trade-1", "cf2")


@pytest.mark.parametrize("case", ["2.166", "2.619"])
def test_2_166_an_escort_belongs_to_the_command_where_its_convoy_ends(case: str) -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-islands", "basseterre")
    put(state, "jf1", "basseterre", {"jf1": 2}, condition=FITTING_OUT)
    state.orders["escort-br-trade-1"] = Order(ESCORT, BRITISH, ["jf1"], targets=["br-trade-1"])
    state.formations["jf1"].order = "escort-br-trade-1"
    join_convoy(Table(), state, "jf1", "br-trade-1")
    release_escort(Table(), state, "br-trade-1")
    assert (state.squadrons["jf1"].command, state.formations["jf1"].command) == ("leewards", "leewards"), case


def test_2_619_an_escort_comes_into_port_with_its_convoy() -> None:
    state = quiet()
    sailing(state, "br-trade-1", "br-loc-islands", "basseterre")
    state.squadrons["lf1"].sail = {"frigate": 1}
    state.join("lf1", "br-trade-1")
    release_escort(Table(), state, "br-trade-1")
    assert state.formations["lf1"].state == FITTING_OUT


def test_2_167_french_escorts_and_those_on_a_boundary_stay_as_they_are() -> None:
    state = quiet()
    sailing(state, "fr-trade-1", "fr-loc-windwards", "s28c", READY)
    state.squadrons["ff1"].sail = {"frigate": 1}
    state.join("ff1", "fr-trade-1")
    release_escort(Table(), state, "fr-trade-1")
    assert state.squadrons["ff1"].command == "french"


def test_2_615_an_escort_leaves_the_map_only_where_its_owner_said_so() -> None:
    state = quiet()
    for name, stays in (("br-trade-1", True), ("br-trade-2", False)):
        sailing(state, name, "br-home-out", "sz-cape-hatteras", READY)
        squadron = "jf1" if stays else "jf2"
        state.squadrons[squadron].sail = {"frigate": 2}
        state.join(squadron, name)
        state.convoys[name].off_map = not stays
        leave_map(Table(), state, RULING, name)
    assert state.formations["jf1"].home
    assert state.size("jf2") == 0
    assert [(held.contingent, held.at, held.sail) for held in state.held] == [(BRITISH, OFF_MAP, {"frigate": 2})]


def test_r10_11_an_escort_that_stays_is_a_squadron_at_the_edge() -> None:
    state = quiet()
    name = sailing(state, "br-trade-1", "br-home-out", "sz-cape-hatteras", READY)
    state.squadrons["jf1"].sail = {"frigate": 2}
    state.join("jf1", name)
    leave_map(Table(), state, RULING, name)
    assert (state.formations["jf1"].at, state.formations["jf1"].state) == ("sz-cape-hatteras", READY)


# -------------------------------------------------------------------------------------------- entry


def test_r5_12_what_enters_comes_in_the_first_mpi_ready_and_unspotted() -> None:
    state = quiet()
    gather(Table(), state, line(state, "br-home-in"))
    state.impulse = state.mpi = 1
    play(name_entries, state, british={"enter": [{"who": "br-trade-2", "hold": "true"}]})
    play(enter_map, state, RULING, usual=3)
    first, second = (state.formations[name] for name in ("br-trade-1", "br-trade-2"))
    assert (first.at, first.state, first.spotted, first.mps) == ("s28b", READY, "", 1)
    assert second.at == OFF_MAP


def test_2_174_the_season_decides_the_column_and_america_enters_in_the_north() -> None:
    state = quiet(date_of(1740, 9))
    for name, of in (("br-trade-1", "br-home-in"), ("br-trade-2", "br-america-in")):
        sailing(state, name, of)
    state.impulse = state.mpi = 1
    for name in list(state.convoys):
        play(come_on, state, RULING, BRITISH, name, usual=3)
    assert [state.formations[name].at for name in state.convoys] == ["s28a", "s23d"]


def test_2_624_the_passage_wears_a_convoy_more_in_winter() -> None:
    state = quiet(date_of(1740, 2))
    sailing(state, "br-trade-1", "br-home-in")
    state.impulse = state.mpi = 1
    play(name_entries, state)
    play(enter_map, state, RULING, dice={"entry": [5], "passage": [7]})
    assert state.convoys["br-trade-1"].dp_weather == 2, "7 and 1 for the winter is 8"


def test_2_173_reinforcements_may_be_held_back_as_long_as_wished() -> None:
    state = quiet()
    put(state, "jf2", OFF_MAP, {"jf2": 2}, condition=FITTING_OUT)
    state.formations["jf2"].enters = "east-edge"
    state.impulse = state.mpi = 1
    for _ in range(3):
        play(name_entries, state, british={"enter": [{"who": "jf2", "hold": "true"}]})
        play(enter_map, state, RULING)
        assert state.formations["jf2"].at == OFF_MAP
    play(name_entries, state)
    play(enter_map, state, RULING)
    assert state.on_map("jf2")
    assert state.orders["rvo-jf2"].targets == [JAMAICA]


# -------------------------------------------------------------------------------------------- Azogues


def test_2_661_the_azogues_are_two_ships_come_once_a_year_and_never_scatter() -> None:
    state = quiet()
    play(assemble_trade, state, dice={"trade/sp-azogues": [0]}, usual=9)
    assert state.convoys["sp-azogues-1"].sail == 2
    assert chance_of(state, line(state, "sp-azogues")) == -1
    play(lambda *given: convoy_hit(*given, by=WEATHER), state, RULING, "sp-azogues-1", 13)
    assert "sp-azogues-1" in state.convoys


def test_2_66_the_azogues_are_bound_for_veracruz_and_have_no_way_back() -> None:
    lines = quiet().board.europe
    assert [one.to for one in lines.elements_of("sp-azogues")] == ["veracruz"]
    assert not [one for one in lines.lines.values() if one.inbound == "sp-azogues"]


def test_2_664_each_ship_of_the_azogues_is_worth_a_point_to_the_british() -> None:
    state = quiet()
    sailing(state, "sp-azogues-1", "sp-azogues", "s13", READY)
    before = state.prestige[BRITISH]
    play(lambda *given: convoy_hit(*given, by=BRITISH), state, RULING, "sp-azogues-1", 14)
    eights = 1  # of the fourteen DPs, by 2.614
    assert state.convoys["sp-azogues-1"].sail == 1
    assert state.prestige[BRITISH] == before + 1 + eights


def test_2_662_a_ship_of_the_azogues_bears_a_spanish_rating() -> None:
    state = quiet()
    sailing(state, "sp-azogues-1", "sp-azogues", "s13", READY)
    play(lambda *given: convoy_hit(*given, by=BRITISH), state, RULING, "sp-azogues-1", 28)
    assert "sp-azogues-1" not in state.convoys


def test_2_663_the_ships_of_the_azogues_join_spanish_frigates_or_form_a_squadron() -> None:
    state = quiet()
    sailing(state, "sp-azogues-1", "sp-azogues", "veracruz")
    give_ships(Table(), state, "sp-azogues-1")
    assert (state.squadrons["hf1"].sail, state.place_of("hf1")) == ({"frigate": 2}, "veracruz")


# -------------------------------------------------------------------------------------------- stores


def test_2_642_two_points_a_turn_and_with_six_a_convoy_is_ready() -> None:
    state = quiet()
    for turn in range(3):
        assert not state.convoys, turn
        gather_victuals(Table(), state)
    assert state.convoys["br-victualing-1"].points == 6
    assert state.formations["br-victualing-1"].enters == "east-edge"


def test_2_64_the_british_and_the_french_have_victualing_convoys() -> None:
    state = quiet()
    state.victuals = {"british": 4, "french": 4}
    gather_victuals(Table(), state)
    assert list(state.convoys) == ["br-victualing-1", "fr-victualing-1"]


def test_2_641_a_box_holds_six_and_the_rest_goes_on() -> None:
    state = quiet()
    put(state, "br-victualing-1", "english-harbour")
    state.convoys["br-victualing-1"].points = 5
    state.ports["english-harbour"].stores = 4
    unload(Table(), state, RULING)
    assert (state.ports["english-harbour"].stores, state.convoys["br-victualing-1"].points) == (6, 3)
    assert state.formations["br-victualing-1"].mps == 1


def test_2_643_a_victualing_convoy_makes_for_the_nearest_box_with_room() -> None:
    state = quiet()
    state.ports["english-harbour"].stores = 6
    assert next_box(state, BRITISH, BRITISH, "english-harbour") != "english-harbour"


def test_2_644_an_empty_victualing_convoy_disbands_where_it_is() -> None:
    state = quiet()
    put(state, "br-victualing-1", "english-harbour")
    state.convoys["br-victualing-1"].points = 2
    unload(Table(), state, RULING)
    assert "br-victualing-1" not in state.convoys
    assert state.boxes(BRITISH) == (1, 0)


def test_r10_9_two_dps_cost_a_point_of_stores() -> None:
    state = quiet()
    put(state, "br-victualing-1", "s40")
    state.convoys["br-victualing-1"].points = 6
    play(lambda *given: convoy_hit(*given, by=BOURBON), state, RULING, "br-victualing-1", 5)
    assert state.convoys["br-victualing-1"].points == 4
