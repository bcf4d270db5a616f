"""Reinforcements, requests and transfers (2.16, 2.17, 1.614, R9.20, R11.1 to R11.3)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import play
from rules.yellowjack.yellowjack_sea import empty_sea, put
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.careers import company_leader
from pbem.adjudicator.yellowjack.base.convoys import assemble_convoy, disbanding
from pbem.adjudicator.yellowjack.base.formations import why_not_formed
from pbem.adjudicator.yellowjack.ch2.arrivals import arrive, free_leader, place_held, receive, send_units
from pbem.adjudicator.yellowjack.ch2.bourbon import why_not_together
from pbem.adjudicator.yellowjack.ch2.british import call_home
from pbem.adjudicator.yellowjack.ch2.fever import region_of_unit
from pbem.adjudicator.yellowjack.ch2.requests import COSTS, buy, modifiers, requests
from pbem.adjudicator.yellowjack.ch2.transfers import transfers, why_not_transferred
from pbem.adjudicator.yellowjack.ch2.troops import counters_of
from pbem.adjudicator.yellowjack.ch3.issuing import why_not_issue
from pbem.adjudicator.yellowjack.ch3.random_events import strike
from pbem.adjudicator.yellowjack.state.pieces import Held, Leader, Personage, Siege, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    BOURBON,
    BRITISH,
    FITTING_OUT,
    FRANCE_AT_WAR,
    GONE,
    IN_ORDINARY,
    OFF_MAP,
    PHILIP_DIES,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import not_in_one_flotilla, ruling_of
from pbem.adjudicator.yellowjack.view.invariants import broken

JAMAICA, HABANA = "port-royal-jamaica", "la-habana"


def theatre(scenario: str = "1740", turn: int = 4) -> State:
    """An empty map with every Leader in the Mess and every Unit out of play."""
    state = empty_sea()
    state.scenario, state.date, state.last = scenario, date_of(1740, turn), date_of(1740, 16)
    state.leaders = {name: Leader(one.rank_on(state.date)[0]) for name, one in state.board.leaders.items()}
    state.units = {name: Unit(GONE) for name in state.board.units}
    state.personages = {name: Personage(GONE) for name in state.board.personages}
    state.prestige = {BRITISH: 10, BOURBON: 10}
    return state


# -------------------------------------------------------------------------------------------- what comes by its date


def test_2_172_vernon_comes_in_1739_with_six_sail_and_two_leaders() -> None:
    match = begun(scenario="1739")
    match.state.date, match.state.count, match.coming = date_of(1739, 12), 3, "admin"
    played(match)
    off = [name for name, one in match.state.formations.items() if one.at == OFF_MAP and one.contingent == BRITISH]
    sail = [match.state.sail_of(name) for name in off if match.state.formations[name].kind != "convoy"]
    assert sum(sum(one.values()) for one in sail) == 6
    assert match.state.leaders["vernon"].gone == ""
    assert all(match.state.formations[name].enters == "east-edge" for name in off)


def test_r5_12_what_waits_off_the_map_comes_on_in_the_next_operations_and_makes_for_its_hq() -> None:
    match = begun(scenario="1739")
    match.state.date, match.state.count, match.coming = date_of(1739, 12), 3, "admin"
    played(match)
    off = [name for name in match.state.of_side(BRITISH) if match.state.place(name) == OFF_MAP]
    assert off
    stage = played(match)
    assert [name for name in off if name in match.state.formations and match.state.place(name) == OFF_MAP] == []
    entered = [note for note in stage.told.notes if note.event == "log" and note.facts.get("what") == "enters"
               and note.to == BRITISH]  # fmt: skip
    assert sorted(str(note.facts["formation"]) for note in entered) == sorted(off)
    assert {note.facts["impulse"] for note in entered} == {1}



def test_2_17_reinforcements_are_of_their_scenario_and_date() -> None:
    state = theatre()
    play(arrive, state, date_of(1740, 6))
    assert not [name for name in state.formations if name.startswith("br")]
    assert list(state.convoys) == ["sp-troops-1"]


def test_r11_1_units_of_a_package_wait_off_the_map_in_a_troop_convoy() -> None:
    state = theatre()
    play(arrive, state, date_of(1740, 6))
    assert state.units_at("sp-troops-1") == ["espana", "aragon"]
    assert state.convoys["sp-troops-1"].destination == "cartagena-de-indias"


def test_2_174_without_a_counter_units_wait_off_the_map() -> None:
    state = theatre()
    for number in (1, 2):
        put(state, f"sp-troops-{number}", HABANA, condition=FITTING_OUT)
    state.units["espana"].at = OFF_MAP
    send_units(Table(), state, "spanish", "cartagena", ["espana"])
    assert state.units["espana"].at == OFF_MAP


@pytest.mark.parametrize(("face", "name"), [(4, "cathcart"), (5, "wentworth")])
def test_2_566_a_die_says_who_commands_the_expedition(face: int, name: str) -> None:
    state = theatre("1741")
    state.date = date_of(1741, 1)
    package = next(one for one in state.board.europe.arrivals if one.general and "1741" in one.scenarios)
    play(receive, state, package, dice={"general": [face]})
    at = state.personages[name].at
    assert at in state.convoys
    assert "marines-1" in state.units_at(at)


# -------------------------------------------------------------------------------------------- ships into Formations


def test_2_175_new_builds_stand_in_ordinary_at_la_habana_or_wait() -> None:
    state = theatre()
    state.held = [Held("spanish", "la-habana", HABANA, False, {"sol": 1})]
    place_held(Table(), state)
    assert (state.place_of("h1"), state.state_of("h1"), state.held) == (HABANA, IN_ORDINARY, [])
    for name, one in state.board.squadrons.items():
        if one.contingent == "spanish":
            state.squadrons[name].sail = {"frigate" if state.is_frigates(name) else "sol": 1}
            state.squadrons[name].at = ""
    state.held = [Held("spanish", "la-habana", HABANA, False, {"sol": 1})]
    place_held(Table(), state)
    assert state.held[0].sail == {"sol": 1}


def test_2_175_what_waits_at_la_habana_is_lost_with_it() -> None:
    state = theatre()
    state.ports[HABANA].holder = BRITISH
    state.held = [Held("spanish", "la-habana", HABANA, False, {"sol": 1})]
    place_held(Table(), state)
    assert state.held == []
    assert state.size("h1") == 0


def test_r11_3_sail_enter_in_squadrons_and_these_in_formations() -> None:
    state = theatre()
    for name in ("norris", "mathews", "haddock", "cavendish"):
        state.leaders[name].gone = "absent"
    state.held = [Held(BRITISH, "jamaica", OFF_MAP, False, {"sol": 9, "frigate": 1})]
    place_held(Table(), state)
    flag = state.formations["br-flag-j1"]
    assert [state.squadrons[name].sail for name in flag.squadrons] == [{"sol": 4}, {"sol": 4}, {"sol": 1},
                                                                       {"frigate": 1}]  # fmt: skip
    assert state.leader_of("br-flag-j1") == "vernon", "the senior Admiral in the Mess"
    assert (flag.at, flag.enters, flag.state) == (OFF_MAP, "east-edge", FITTING_OUT)


def test_r11_3_without_an_admiral_there_is_no_flag() -> None:
    state = theatre()
    for one in state.leaders.values():
        one.gone = "absent"
    assert free_leader(state, BRITISH) == ""
    state.held = [Held(BRITISH, "jamaica", OFF_MAP, False, {"sol": 12})]
    place_held(Table(), state)
    assert {one.kind for one in state.formations.values()} == {"detachment", "independent"}


def test_2_126_the_mix_of_counters_holds_for_reinforcements() -> None:
    state = theatre()
    state.held = [Held("spanish", "la-habana", OFF_MAP, False, {"flagship": 5})]
    place_held(Table(), state)
    assert sum(one.sail.get("flagship", 0) for one in state.squadrons.values()) == 3
    assert state.held[0].sail == {"flagship": 2}


# -------------------------------------------------------------------------------------------- requests


def test_2_171_a_request_on_a_quarterly_turn_alone() -> None:
    state = theatre(turn=5)
    assert play(requests, state).rolls == []
    state.date = date_of(1740, 8)
    assert [roll.label for roll in play(requests, state).rolls] == [f"request/{name}/n1" for name in
                                                                    ("british", "spanish", "french")]  # fmt: skip


def test_r11_2_points_buy_sail_by_their_price_and_the_rest_is_lost() -> None:
    assert buy(12, ("sol", "frigate"), COSTS) == {"sol": 2, "frigate": 3}
    assert buy(5, ("flagship",), COSTS) == {"flagship": 1}
    assert buy(1, ("sol",), COSTS) == {}


def test_1_614_a_point_of_prestige_buys_the_next_better_row() -> None:
    state = theatre()
    wish = [{"nation": BRITISH, "buy": ["sol"], "pay": 5}]
    play(requests, state, dice={"request/british": [1]}, british={"request": wish})
    assert state.prestige[BRITISH] == 9
    assert sum(state.squadrons[name].sail.get("sol", 0) for name in state.squadrons) == 4, "12 points in row 0"


def test_r12_4_nothing_is_paid_below_the_level_that_the_owner_names() -> None:
    state = theatre()
    wish = [{"nation": BRITISH, "buy": ["sol"], "pay": 11}]
    play(requests, state, dice={"request/british": [1]}, british={"request": wish})
    assert state.prestige[BRITISH] == 10


def test_2_171_a_nation_may_ask_for_nothing() -> None:
    state = theatre()
    fought = play(requests, state, british={"request": [{"nation": BRITISH, "do": "false"}]})
    assert not [roll for roll in fought.rolls if "british" in roll.label]


def test_3_121_the_war_in_europe_makes_requests_worse_until_philip_dies() -> None:
    state = theatre()
    state.personages["capitan-general-cuba"].at = HABANA
    assert modifiers(state, BRITISH).total == 0
    state.events = {AUSTRIAN_WAR: 1}
    assert [modifiers(state, name).total for name in (BRITISH, "spanish")] == [1, 2]
    state.events[FRANCE_AT_WAR] = 2
    assert [modifiers(state, name).total for name in (BRITISH, "spanish", "french")] == [3, 3, 2]
    state.events[PHILIP_DIES] = 3
    assert [modifiers(state, name).total for name in (BRITISH, "spanish", "french")] == [0, 0, 0]


def test_2_592_a_request_rebuilds_units_and_militia_stand_at_home() -> None:
    state = theatre()
    for unit in ("milicia-habana", "espana"):
        state.units[unit].gone = "eliminated"
    wish = [{"nation": "spanish", "rebuild": ["espana", "milicia-habana"]}]
    play(requests, state, dice={"request/spanish": [3]}, bourbon={"request": wish}, usual=9)
    assert state.units["espana"].at == OFF_MAP
    assert state.units["milicia-habana"].at == HABANA


# -------------------------------------------------------------------------------------------- transfers


def fleet(state: State, at: str = JAMAICA) -> State:
    """A Jamaica Detachment in port, with Vernon for a Fleet Admiral."""
    put(state, "br-det-j1", at, {"j1": 3}, condition=FITTING_OUT)
    state.leaders["vernon"].posts = ["british-fleet"]
    return state


def test_2_16_a_transfer_is_a_check_and_a_passage() -> None:
    state = fleet(theatre())
    asked = {"transfer": [{"formation": "br-det-j1", "to": "leewards"}]}
    play(transfers, state, dice={"transfer": [7]}, british=asked)
    assert state.formations["br-det-j1"].command == state.squadrons["j1"].command == "leewards"
    assert state.orders["rvo-br-det-j1"].targets == ["english-harbour"]


def test_2_162_the_fleet_admiral_may_fail() -> None:
    state = fleet(theatre())
    asked = {"transfer": [{"formation": "br-det-j1", "to": "leewards"}]}
    play(transfers, state, dice={"transfer": [8]}, british=asked)
    assert state.formations["br-det-j1"].command == "jamaica", "Vernon's rating is 7"


def test_2_161_it_must_lie_fitting_out_at_its_hq() -> None:
    state = fleet(theatre(), "port-antonio")
    assert "Fitting Out at" in why_not_transferred(state, BRITISH, "br-det-j1", "leewards")
    assert "no other Command" in why_not_transferred(state, BRITISH, "br-det-j1", "cartagena")
    assert "no Flotilla" in why_not_transferred(state, BOURBON, "br-det-j1", "cartagena")


def test_2_163_the_viceroy_of_the_donor_helps() -> None:
    state = theatre()
    put(state, "sp-det-h1", HABANA, {"h1": 2}, condition=FITTING_OUT)
    state.leaders["torres"].posts = ["bourbon-fleet"]
    state.personages["capitan-general-cuba"].at = HABANA
    asked = {"transfer": [{"formation": "sp-det-h1", "to": "cartagena"}]}
    play(transfers, state, dice={"transfer": [8]}, bourbon=asked)
    assert state.formations["sp-det-h1"].command == "cartagena", "8 less 2 is Torres's 6"


def test_2_164_the_french_do_not_change_their_command() -> None:
    state = theatre()
    put(state, "fr-det-1", "petit-goave", {"f1": 2}, condition=FITTING_OUT)
    assert "2.164" in why_not_transferred(state, BOURBON, "fr-det-1", "cartagena")


def test_2_165_any_flotilla_may_sail_to_its_new_hq() -> None:
    state = theatre()
    put(state, "br-flag-j1", JAMAICA, {"j1": 4, "j2": 4}, condition=FITTING_OUT)
    state.leaders["vernon"].posts = ["british-fleet"]
    play(transfers, state, dice={"transfer": [0]},
         british={"transfer": [{"formation": "br-flag-j1", "to": "carolinas"}]})  # fmt: skip
    assert state.orders["rvo-br-flag-j1"].kind == "rvo"


def test_r9_20_each_flotilla_has_one_check_a_turn() -> None:
    state = fleet(theatre())
    asked = {"transfer": [{"formation": "br-det-j1", "to": name} for name in ("leewards", "carolinas")]}
    assert len(play(transfers, state, dice={"transfer": [9]}, british=asked).rolls) == 1


# -------------------------------------------------------------------------------------------- Leaders, Formations


def test_2_316_a_british_leader_who_becomes_an_admiral_goes_home() -> None:
    state = theatre()
    state.leaders["vernon"].rank = "admiral"
    state.leaders["vernon"].posts = ["british-fleet"]
    call_home(Table(), state)
    assert (state.leaders["vernon"].gone, state.leaders["vernon"].posts) == ("absent", [])
    assert state.leaders["torres"].gone == ""


def test_2_672_solano_takes_the_place_of_iturriaga() -> None:
    state = theatre()
    put(state, "rcg", "la-guaira", {"g1": 1}, condition=FITTING_OUT)
    state.leaders["solano"].gone = "absent"
    company_leader(Table(), state)
    assert state.leaders["solano"].gone == "absent"
    state.leaders["iturriaga"].gone = "killed"
    company_leader(Table(), state)
    assert state.leader_of("rcg") == "solano"


def test_2_214_contingents_and_commands_do_not_mix_when_flotillas_are_made_up() -> None:
    state = theatre()
    put(state, "h1", HABANA, {"h1": 2}, condition=FITTING_OUT)
    put(state, "f1", HABANA, {"f1": 2}, condition=FITTING_OUT)
    put(state, "g1", HABANA, {"g1": 2}, condition=FITTING_OUT)
    refused = [why_not_formed(state, ruling_of(), BOURBON, "sp-det-h1", HABANA, [name]) for name in ("h1", "f1", "g1")]
    assert refused[0] == ""
    assert "2.214" in refused[1]
    assert "2.243" in refused[2]


def test_2_215_the_grand_flotilla_mixes_them_once_france_is_at_war() -> None:
    state = theatre()
    put(state, "f1", HABANA, {"f1": 2}, condition=FITTING_OUT)
    assert "2.214" in why_not_together(state, "f1", "sp-flag-h")
    assert "2.262" in not_in_one_flotilla(state, "f1", "bo-grand")
    state.events = {FRANCE_AT_WAR: 1}
    assert not_in_one_flotilla(state, "f1", "bo-grand") == ""


def test_2_219_an_order_goes_to_its_own_command_alone() -> None:
    state = theatre()
    put(state, "sp-det-k1", "cartagena-de-indias", {"k1": 2}, condition=FITTING_OUT)
    state.hand = {BRITISH: [], BOURBON: ["h-cruise-seno"]}
    assert "not of its Command" in why_not_issue(state, ruling_of(), BOURBON, "h-cruise-seno", ["sp-det-k1"], "")


def test_2_638_units_aboard_a_convoy_have_the_region_where_it_is() -> None:
    state = theatre()
    put(state, "br-troops-1", "s40")
    state.units["gooch-1"].at = "br-troops-1"
    assert region_of_unit(state, "gooch-1") == state.board.nodes["s40"].region


def test_3_454_units_in_a_siege_have_no_fever() -> None:
    state = theatre()
    state.units["gooch-1"].at = "porto-bello"
    state.sieges["porto-bello"] = Siege("j-aao", "br-flag-j1", "br-troops-1")
    assert region_of_unit(state, "gooch-1") == ""


def test_2_634_an_ordinary_troop_convoy_lands_its_units_when_it_disbands() -> None:
    state = theatre()
    put(state, "br-troops-1", JAMAICA, condition=FITTING_OUT)
    state.convoys["br-troops-1"].destination = JAMAICA
    state.units["gooch-1"].at = "br-troops-1"
    play(disbanding, state, ruling_of())
    assert state.units["gooch-1"].at == JAMAICA
    assert "br-troops-1" not in state.convoys


def test_r10_10_a_squall_counts_a_convoy_as_one_squadron_and_scores_for_nobody() -> None:
    state = theatre()
    put(state, "br-trade-1", "s40")
    play(strike, state, ruling_of(), "br-trade-1", "freak-gale")
    assert state.convoys["br-trade-1"].dp_weather == 2
    assert state.prestige == {BRITISH: 10, BOURBON: 10}


def test_r1_10_the_counter_of_a_lost_sail_is_free_for_a_new_one_and_the_mix_binds_what_is_in_play() -> None:
    state = theatre()
    most = state.board.mix[BRITISH]["sol"]
    for name, counter in state.board.squadrons.items():
        if counter.contingent != BRITISH or state.is_frigates(name):
            continue
        room = most - sum(one.sail.get("sol", 0) for one in state.squadrons.values()) - 1
        number = min(room, state.board.squadrons[name].capacity)
        if number:
            put(state, name, JAMAICA, {name: number}, condition=FITTING_OUT)
    state.lost = {BRITISH: {"sol": 3}}
    state.held = [Held(BRITISH, "jamaica", OFF_MAP, False, {"sol": 2})]
    place_held(Table(), state)
    assert sum(one.sail.get("sol", 0) for one in state.squadrons.values()) == most
    assert [held.sail for held in state.held] == [{"sol": 1}]
    assert not [each for each in broken(state) if "R1.10" in each]


def test_r9_5_a_troop_convoy_that_gathered_in_play_takes_an_assault_of_its_side() -> None:
    state = theatre()
    put(state, "sp-flag-h", HABANA, {"h1": 4}, condition=FITTING_OUT)
    state.units["fijo-habana-1"].at = state.units["fijo-habana-2"].at = HABANA
    assert counters_of(state, BOURBON, HABANA)[0] == "sp-troops-1"  # of its holder's nation, and not a French one
    assemble_convoy(state, "sp-troops-1", HABANA, ["fijo-habana-1", "fijo-habana-2"], "")
    state.hand[BOURBON] = ["h-aao"]
    assert why_not_issue(state, ruling_of(), BOURBON, "h-aao", ["sp-flag-h", "sp-troops-1"], "nassau") == ""
    state.formations["sp-troops-1"].contingent = "french"
    assert "not of its Command" in why_not_issue(state, ruling_of(), BOURBON, "h-aao", ["sp-flag-h", "sp-troops-1"],
                                                 "nassau")  # fmt: skip
