"""The extended games: peace with France and its end, Philip V, Louisburg, Sorties, who goes home, the peace of 1748."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import Fought, play
from rules.yellowjack.yellowjack_sea import JAMAICA, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.blockade import declare
from pbem.adjudicator.yellowjack.base.contact import contacts
from pbem.adjudicator.yellowjack.base.formations import form, why_not_formed
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.yard import repair_step
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1.victory import is_last
from pbem.adjudicator.yellowjack.ch2.arrivals import arrive, receive_craft
from pbem.adjudicator.yellowjack.ch2.home_escort import home_escort, shares
from pbem.adjudicator.yellowjack.ch2.rebuilding import new_units
from pbem.adjudicator.yellowjack.ch2.requests import hand_out, modifiers, requests
from pbem.adjudicator.yellowjack.ch2.trade import assemble_trade
from pbem.adjudicator.yellowjack.ch3.after_philip import narrow_the_orders
from pbem.adjudicator.yellowjack.ch3.campaigns import campaigns
from pbem.adjudicator.yellowjack.ch3.issuing import first_pool, why_not_issue
from pbem.adjudicator.yellowjack.ch3.louisburg import send_home_by_list
from pbem.adjudicator.yellowjack.ch3.sorties import sorties
from pbem.adjudicator.yellowjack.ch3.strategic_events import event_step, france_declares
from pbem.adjudicator.yellowjack.ch3.withdrawals import divided, french_withdrawals, gone_home, name_withdrawals
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Campaign, Duty, Leader, Personage, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AID,
    AUSTRIAN_WAR,
    AVAILABLE,
    BOURBON,
    BRITISH,
    CHALLENGED,
    DESCENT,
    FITTING_OUT,
    FRANCE_AT_WAR,
    FRENCH,
    GAMBIT,
    GONE,
    IN_ORDINARY,
    OFF_MAP,
    PEACE,
    PHILIP_DIES,
    PREPARATION,
    SIDES,
    SORTIE,
    SPANISH,
    WITHDRAWAL,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import lay_out

RULING = ruling_of()
HABANA, GOAVE, ROYAL, OFF = "la-habana", "petit-goave", "fort-royal", "s40"
GRAND = "bo-grand"


def war(year: int = 1744, turn: int = 4, *, france: bool = False) -> State:
    """An empty map of an extended game, every Leader in the Mess; the war in Europe is old."""
    state = empty_sea()
    state.scenario, state.date, state.last = "extended-1744", date_of(year, turn), date_of(1749, 4)
    state.leaders = {name: Leader(one.rank_on(state.date)[0]) for name, one in state.board.leaders.items()}
    state.units = {name: Unit(GONE) for name in state.board.units}
    state.personages = {name: Personage(GONE) for name in state.board.personages}
    state.prestige = {BRITISH: 10, BOURBON: 10}
    state.house = {"sorties": "none"}
    state.events = {AUSTRIAN_WAR: date_of(1743, 4)}
    if france:
        state.events[FRANCE_AT_WAR] = state.date
    return state


# -------------------------------------------------------------------------------------------- the end of it


@pytest.mark.parametrize(("turn", "face", "peace"), [(12, 4, True), (12, 5, False), (16, 7, True), (16, 8, False)])
def test_1_622_from_summer_1748_a_die_ends_the_extended_campaign(turn: int, face: int, peace: bool) -> None:
    state = war(1748, turn, france=True)
    state.events[PHILIP_DIES] = date_of(1746, 8)
    play(event_step, state, dice={"event/peace": [face]})
    assert is_last(state) is peace


def test_1_622_no_die_of_peace_before_nor_in_another_scenario() -> None:
    state = war(1748, 8, france=True)
    state.events[PHILIP_DIES] = 1
    assert play(event_step, state).rolls == []
    state.date, state.scenario = date_of(1748, 12), "campaign-1743"
    assert play(event_step, state).rolls == []
    state.scenario, state.date = "extended-1740", date_of(1749, 4)
    play(event_step, state, dice={"event/peace": [9]})
    assert PEACE in state.events


@pytest.mark.parametrize("year", range(1739, 1745))
def test_1_622_the_extended_campaign_may_begin_in_any_year(year: int) -> None:
    state = lay_out(load_board(), {}, f"extended-{year}")
    assert state.date // 16 == year - 1739 or year == 1739
    assert state.last == date_of(1749, 4)
    assert {state.squadron_side(name) for name in state.squadrons if state.size(name)} == set(SIDES)


def test_1_622_the_set_up_of_1744_is_what_the_lists_of_1743_leave() -> None:
    state = lay_out(load_board(), {}, "extended-1744")
    sail = {nation: sum(state.size(name) for name, one in state.board.squadrons.items() if one.contingent == nation)
            for nation in (BRITISH, SPANISH, FRENCH)}  # fmt: skip
    assert sail == {BRITISH: 10, SPANISH: 12, FRENCH: 1}
    assert AUSTRIAN_WAR in state.events
    assert FRANCE_AT_WAR not in state.events


# -------------------------------------------------------------------------------------------- France


@pytest.mark.parametrize(("face", "at_war"), [(5, True), (6, False)])
def test_3_13_france_goes_to_war_by_die_from_1744_in_the_extended_game(face: int, at_war: bool) -> None:
    state = war()
    play(event_step, state, dice={"event/france": [face]})
    assert (FRANCE_AT_WAR in state.events) is at_war


def test_3_13_not_by_die_elsewhere_nor_while_the_war_in_europe_is_young() -> None:
    state = war()
    state.scenario = "campaign-1743"
    assert play(event_step, state).rolls == []
    state = war()
    state.events = {AUSTRIAN_WAR: date_of(1744, 1)}
    assert play(event_step, state).rolls == []


def test_3_131_at_war_her_chits_are_in_the_pools_and_her_privateers_at_sea() -> None:
    state = war()
    state.pool = {side: first_pool(state, side) for side in SIDES}
    france_declares(Table(), state)
    assert "f-cruise-islands" in state.pool[BOURBON]
    assert "j-blockade-cap" in state.pool[BRITISH]
    corsairs = {name: one.zone for name, one in state.auxiliaries.items()}
    assert corsairs == {"cf-tortuga": "cz-tortuga", "cf-vent": "cz-iles-du-vent", "cf-grenadines": "cz-grenadines",
                        "cf-barataria": "cz-barataria"}  # fmt: skip


def meeting(stance: dict[str, str], french: str = "accept", **more: Any) -> tuple[State, Fought]:
    """A British Flag and a French Squadron at one place at sea, each with a stance."""
    state = more.pop("state", None) or war()
    put(state, "br-flag-j1", OFF, {"j1": 4}, seen="search")
    put(state, "fr-det-1", OFF, {"f1": 2}, seen="search")
    fought = play(contacts, state, RULING, british={"stance": stance}, bourbon={"stance": {"do": french}}, **more)
    return state, fought


@pytest.mark.parametrize(("british", "french"), [("seek", "accept"), ("accept", "seek"), ("seek", "seek")])
def test_2_26_in_peace_neither_attacks_the_other(british: str, french: str) -> None:
    state, fought = meeting({"do": british}, french)
    assert fought.events("battle") == []
    assert state.prestige[BRITISH] == 10


def test_2_32_who_challenges_the_french_pays_three_and_fights() -> None:
    state, fought = meeting({"do": "seek", "challenge": "yes"})
    assert len(fought.events("battle")) == 1
    assert state.prestige[BRITISH] <= 7
    assert [one.points for one in state.ledger if one.case == "2.32"] == [-3]


@pytest.mark.parametrize(("prestige", "fights"), [(3, False), (4, True)])
def test_2_322_with_three_prestige_or_less_nobody_challenges(prestige: int, fights: bool) -> None:
    state = war()
    state.prestige[BRITISH] = prestige
    state, fought = meeting({"do": "seek", "challenge": "yes"}, state=state)
    assert bool(fought.events("battle")) is fights
    assert bool(state.ledger) is fights


def test_2_323_a_challenge_brings_the_war_in_the_same_turn_and_ends_the_peace_at_once() -> None:
    state, _ = meeting({"do": "seek", "challenge": "yes"})
    assert CHALLENGED in state.events
    state.date = date_of(1744, 5)  # no Quarterly Turn: no die
    assert play(event_step, state).rolls == []
    assert FRANCE_AT_WAR in state.events


def test_2_32_a_challenge_costs_nothing_where_war_would_let_nobody_attack() -> None:
    state = war()
    put(state, "br-flag-j1", OFF, {"j1": 4}, seen="search")
    put(state, "fr-det-1", OFF, {"f1": 2})
    play(contacts, state, RULING, british={"stance": {"do": "seek", "challenge": "yes"}})
    assert state.ledger == []  # nobody knows what it is


def test_2_26_the_french_stand_aside_when_spaniards_and_britons_fight() -> None:
    state = war()
    put(state, "sp-flag-h", OFF, {"h1": 3}, seen="search")
    _, fought = meeting({"do": "seek"}, state=state)
    assert {force["formation"] for force in fought.events("forces")} == {"br-flag-j1", "sp-flag-h"}


def test_2_321_in_peace_no_frenchman_blockades_a_british_port() -> None:
    for events, shut in (({}, ""), ({FRANCE_AT_WAR: 1}, "english-harbour")):
        state = war()
        state.events |= events
        put(state, "fr-det-1", "english-harbour", {"f1": 3, "f2": 2})
        state.plans["fr-det-1"] = {"then": [{"blockade": "english-harbour"}]}
        declare(Table(), state, RULING)
        assert state.formations["fr-det-1"].blockades == shut


@pytest.mark.parametrize(("at_war", "rolls"), [(False, 1), (True, 2)])
def test_2_26_in_peace_the_french_make_one_repair_roll_a_quarter(at_war: bool, rolls: int) -> None:
    state = war(france=at_war)
    for name in ("f1", "f2"):
        state.squadrons[name].sail, state.squadrons[name].dp = {"sol": 3}, 4
        state.squadrons[name].at, state.squadrons[name].state = ROYAL, IN_ORDINARY
    thrown = [roll for roll in play(repair_step, state, RULING).rolls if roll.label.startswith("repair/")]
    state.date += 1  # the next Quarter
    assert len(thrown) == min(rolls, max(1, state.board.ports[ROYAL].repair))
    assert [roll for roll in play(repair_step, state, RULING).rolls if roll.label.startswith("repair/")] != []


# -------------------------------------------------------------------------------------------- the Grand Flotilla


def grand(state: State) -> State:
    """Spaniards and French Fitting Out at La Habana."""
    put(state, "h1", HABANA, {"h1": 3}, condition=FITTING_OUT)
    put(state, "f1", HABANA, {"f1": 3}, condition=FITTING_OUT)
    return state


def test_2_215_french_and_spaniards_make_up_the_grand_flotilla_with_a_leader_of_each() -> None:
    state = grand(war(france=True))
    wish = {"formation": GRAND, "at": HABANA, "squadrons": ["h1", "f1"]}
    form(Table(), state, RULING, BOURBON, wish)
    assert state.formations[GRAND].squadrons == ["h1", "f1"]
    nations = {state.board.leaders[name].contingent for name, one in state.leaders.items() if GRAND in one.posts}
    assert nations == {SPANISH, FRENCH}


def test_2_215_without_a_french_leader_no_frenchman_joins_it() -> None:
    state = grand(war(france=True))
    for name, one in state.leaders.items():
        one.gone = "absent" if state.board.leaders[name].contingent == FRENCH else ""
    assert "2.215" in why_not_formed(state, RULING, BOURBON, GRAND, HABANA, ["h1", "f1"])
    assert why_not_formed(state, RULING, BOURBON, GRAND, HABANA, ["h1"]) == ""


def test_2_219_the_grand_flotilla_takes_orders_of_every_command() -> None:
    state = grand(war(france=True))
    put(state, GRAND, HABANA, {"h2": 3}, condition=FITTING_OUT)
    state.hand[BOURBON] = ["h-cruise-strait"]
    assert why_not_issue(state, RULING, BOURBON, "h-cruise-strait", [GRAND], "") == ""
    state.formations[GRAND].command = "french"
    assert why_not_issue(state, RULING, BOURBON, "h-cruise-strait", [GRAND], "") == ""


# -------------------------------------------------------------------------------------------- Philip V


@pytest.mark.parametrize(("turn", "face", "dead"), [(4, 1, True), (4, 2, False), (8, 2, True), (12, 6, False)])
def test_3_14_philip_dies_by_die_from_1746(turn: int, face: int, dead: bool) -> None:
    state = war(1746, turn, france=True)
    play(event_step, state, dice={"event/philip": [face]})
    assert (PHILIP_DIES in state.events) is dead


def test_3_14_he_lives_outside_the_extended_game() -> None:
    state = war(1746, 8, france=True)
    state.scenario = "campaign-1743"
    assert play(event_step, state).rolls == []


def test_3_141_requests_are_rid_of_what_the_wars_cost() -> None:
    state = war(1746, 8, france=True)
    before = sum(one.amount for one in modifiers(state, SPANISH).modifiers)
    state.events[PHILIP_DIES] = state.date
    after = sum(one.amount for one in modifiers(state, SPANISH).modifiers)
    assert (before - after, after) == (3, 1)  # the war in Europe 2, France 1; no Viceroy is left


def test_2_237_the_spaniards_keep_cruises_and_shows_of_force_against_pirates_alone() -> None:
    state = war(1746, 8, france=True)
    state.pool = {side: list(state.board.chits) if side == BOURBON else [] for side in SIDES}
    state.pool[BOURBON] = [name for name, chit in state.board.chits.items() if chit.side == BOURBON]
    state.hand[BOURBON] = ["h-show", "h-cruise-seno"]
    narrow_the_orders(Table(), state)
    chits = [state.board.chits[name] for name in state.pool[BOURBON]]
    kinds = {(chit.command == "french", chit.kind) for chit in chits}
    assert {kind for french, kind in kinds if not french} == {"cruise", "show-of-force-pirates"}
    assert (True, "blockade") in kinds
    assert state.hand[BOURBON] == ["h-cruise-seno"]
    assert state.boxes(BOURBON) == (0, 0)


def test_2_237_the_grand_flotilla_goes_home_and_is_unformed() -> None:
    state = grand(war(1746, 8, france=True))
    put(state, GRAND, OFF, {"h2": 3, "f2": 2})
    state.hand[BOURBON] = ["h-cruise-strait"]
    take_up(state, "h-cruise-strait", "cruise", BOURBON, [GRAND], ["la-habana"], state.date)
    state.events[PHILIP_DIES] = state.date
    narrow_the_orders(Table(), state)
    assert (state.formations[GRAND].home, state.orders, state.boxes(BOURBON)) == (True, {}, (0, 1))
    one = state.formations[GRAND]
    one.at, one.state, one.marker = HABANA, FITTING_OUT, ""
    narrow_the_orders(Table(), state)
    assert GRAND not in state.formations
    assert {"h2", "f2"} <= set(state.formations)
    assert "2.237" in why_not_formed(state, RULING, BOURBON, GRAND, HABANA, ["h1"])


# -------------------------------------------------------------------------------------------- Louisburg


def louisburg(state: State, status: str = FRENCH, *, active: bool = True) -> State:
    """The campaign of Louisburg, in its white box."""
    state.campaigns["louisburg"] = Campaign(status, active=active, hex="c3r3" if active else "")
    return state


def test_3_24_louisburg_calls_ships_of_both_away() -> None:
    state = louisburg(war(1745, 8, france=True), active=False)
    put(state, "br-flag-j1", JAMAICA, {"j1": 4, "jf1": 2}, condition=FITTING_OUT)
    put(state, "fr-det-1", ROYAL, {"f1": 3}, condition=FITTING_OUT)
    for name in ("drake", "thetis"):
        state.auxiliaries[name] = Auxiliary(AVAILABLE)
    play(campaigns, state, RULING, dice={"campaign-active": [6]})
    assert [(one.side, one.sail, one.contingent) for one in state.duties] == [(BRITISH, 4, ""), (BOURBON, 2, FRENCH)]
    assert state.auxiliaries == {}


def test_3_241_orders_are_failed_if_need_be() -> None:
    state = war(1745, 8, france=True)
    put(state, "br-det-j1", JAMAICA, {"j1": 3}, condition=FITTING_OUT)
    put(state, "br-det-j2", OFF, {"j2": 4})
    state.hand[BRITISH] = ["j-cruise-main"]
    take_up(state, "j-cruise-main", "cruise", BRITISH, ["br-det-j2"], ["santa-marta"], state.date)
    state.duties = [Duty(BRITISH, 3)]
    play(name_withdrawals, state)
    assert state.formations["br-det-j2"].order == "j-cruise-main"  # the idle one is enough
    state.duties = [Duty(BRITISH, 5)]
    play(name_withdrawals, state)
    assert {name: one.kind for name, one in state.orders.items()} == {
        "withdrawal-br-det-j1": WITHDRAWAL, "withdrawal-br-det-j2": WITHDRAWAL}  # fmt: skip
    assert state.boxes(BRITISH) == (0, 1)


def test_3_241_no_more_sail_go_than_are_owed() -> None:
    state = war(1745, 8)
    put(state, "br-flag-j1", JAMAICA, {"j1": 4, "j2": 3}, condition=FITTING_OUT)
    parts = divided(state, "br-flag-j1", 4)
    assert [sum(state.sail_of(name).values()) for name in parts] == [3, 1]
    assert sum(state.sail_of("br-flag-j1").values()) == 3


def test_3_241_what_must_be_french_is_french() -> None:
    state = war(1745, 8, france=True)
    put(state, "sp-det-h1", HABANA, {"h1": 2}, condition=FITTING_OUT)
    put(state, "fr-det-1", ROYAL, {"f1": 2}, condition=FITTING_OUT)
    state.duties = [Duty(BOURBON, 2, contingent=FRENCH)]
    play(name_withdrawals, state, bourbon={"withdraw": [{"who": "sp-det-h1"}]})
    assert list(state.orders) == ["withdrawal-fr-det-1"]


@pytest.mark.parametrize(("status", "british", "french"), [(FRENCH, 3, 1), (BRITISH, 2, 2)])
def test_3_242_the_status_of_louisburg_helps_who_holds_it(status: str, british: int, french: int) -> None:
    state = louisburg(war(1745, 8, france=True), status, active=False)
    found = {nation: sum(one.amount for one in modifiers(state, nation).modifiers) for nation in (BRITISH, FRENCH)}
    assert found == {BRITISH: british, FRENCH: french}


def test_3_24_an_active_campaign_costs_both_and_the_spaniards_nothing() -> None:
    idle, active = (louisburg(war(1745, 8, france=True), active=each) for each in (False, True))
    more = {nation: sum(one.amount for one in modifiers(active, nation).modifiers)
            - sum(one.amount for one in modifiers(idle, nation).modifiers) for nation in (BRITISH, FRENCH, SPANISH)}
    assert more == {BRITISH: 1, FRENCH: 1, SPANISH: 0}


def test_3_242_outside_the_extended_game_louisburg_is_ignored() -> None:
    state = louisburg(war(1745, 8, france=True), active=False)
    state.scenario = "campaign-1743"
    assert not [one for one in modifiers(state, FRENCH).modifiers if one.rule in ("3.24", "3.242")]


@pytest.mark.parametrize(("status", "commands"), [(BRITISH, {"carolinas", "jamaica"}), (FRENCH, {"jamaica"})])
def test_3_243_frigates_and_light_craft_go_to_the_carolinas_while_louisburg_is_british(
    status: str, commands: set[str]
) -> None:
    state = louisburg(war(1745, 8, france=True), status, active=False)
    hand_out(Table(), state, BRITISH, {"sol": 1, "frigate": 2}, {"light": 1, "fleet": 1})
    assert {one.command for one in state.held} == commands
    light = [one.command for name, one in state.auxiliaries.items() if state.board.craft.counters[name].sort == "light"]
    assert light == ["carolinas" if status == BRITISH else "jamaica"]


# -------------------------------------------------------------------------------------------- Sorties


def sailing(die: int, year: int = 1746, *, active: bool = True) -> tuple[State, Fought]:
    """A Sortie with France at war, and the die of where it goes."""
    state = louisburg(war(year, 8, france=True), active=active)
    state.house, state.events = {}, state.events | {PREPARATION: date_of(year, 4)}
    put(state, "br-flag-j1", JAMAICA, {"j1": 4, "j2": 3}, condition=FITTING_OUT)
    return state, play(sorties, state, dice={"event/french-sortie": [5], "sortie-where": [die]})


@pytest.mark.parametrize(("die", "goal"), [(2, GAMBIT), (3, DESCENT), (4, DESCENT), (5, AID)])
def test_3_151_at_war_a_die_and_the_year_say_where_a_sortie_goes(die: int, goal: str) -> None:
    state, _ = sailing(die)
    assert {name for name in (GAMBIT, DESCENT, AID) if name in state.events} == {goal}
    assert SORTIE in state.events


def test_3_152_after_a_descent_on_england_nothing_comes_in_that_year() -> None:
    state, _ = sailing(4)
    thrown = [roll.label for roll in play(requests, state).rolls]
    assert thrown == ["request/spanish/n1"]
    play(home_escort, state, [])
    assert state.held == [] or all(one.contingent == SPANISH for one in state.held)
    state.date = date_of(1747, 4)
    assert len(play(requests, state).rolls) == 3


def test_3_152_a_third_descent_is_none() -> None:
    state, _ = sailing(4)
    for year in (1747, 1748):
        state.date = date_of(year, 8)
        state.events[PREPARATION] = date_of(year, 4)
        fought = play(sorties, state, dice={"event/french-sortie": [0], "sortie-where": [7]})
    assert [fact["what"] for fact in fought.events("event", ALL)][-1] == SORTIE


def test_3_152_aid_to_louisburg_wants_the_campaign_and_comes_once() -> None:
    state, _ = sailing(9)
    assert [(one.side, one.sail) for one in state.duties] == [(BRITISH, 5)]
    state, _ = sailing(9, active=False)
    assert (AID in state.events, state.duties) == (False, [])


def test_3_152_the_gambit_of_the_war_brings_a_leader_who_is_not_in_play() -> None:
    state = war(1746, 8)
    state.leaders["conflans"].gone = "absent"
    state.house, state.events = {}, state.events | {PREPARATION: date_of(1746, 4)}
    play(sorties, state, dice={"event/french-sortie": [3]})
    assert state.leaders["conflans"].gone == ""
    assert sum(sum(state.sail_of(name).values()) for name in state.of_side(BOURBON)) == 6


# -------------------------------------------------------------------------------------------- the French at will


def test_2_263_each_full_three_french_that_leave_bind_a_briton() -> None:
    state = war()
    put(state, "fr-det-1", "sz-cape-hatteras", {"f1": 4, "f2": 3})
    fought = play(french_withdrawals, state, bourbon={"withdraw_french": [{"who": "fr-det-1"}]})
    assert [fact["sail"] for fact in fought.events("french-leave", ALL)] == [7]
    assert state.duties == []  # nobody has left yet
    state.formations["fr-det-1"].at = OFF_MAP
    gone_home(Table(), state, "fr-det-1")
    assert [(one.side, one.sail, one.due) for one in state.duties] == [(BRITISH, 2, 0)]
    assert state.left_freely == 7


def test_2_263_auxiliaries_count_and_what_is_left_over_waits() -> None:
    state = war()
    for name in ("thetis", "badine"):
        state.auxiliaries[name] = Auxiliary("port-louis-grenada")
    said = [{"aux": "thetis"}, {"aux": "badine"}]
    play(french_withdrawals, state, bourbon={"withdraw_french": said})
    assert (state.auxiliaries, state.duties, state.left_freely) == ({}, [], 2)
    state.auxiliaries["perle"] = Auxiliary("port-louis-grenada")
    play(french_withdrawals, state, bourbon={"withdraw_french": [{"aux": "perle"}]})
    assert [one.sail for one in state.duties] == [1]


def test_2_263_nobody_is_asked_without_frenchmen_and_no_spaniard_goes() -> None:
    state = war()
    put(state, "sp-det-h1", HABANA, {"h1": 2}, condition=FITTING_OUT)
    assert play(french_withdrawals, state).topics(BOURBON) == []
    put(state, "fr-det-1", ROYAL, {"f1": 2}, condition=FITTING_OUT)
    play(french_withdrawals, state, bourbon={"withdraw_french": [{"who": "sp-det-h1"}]})
    assert state.orders == {}


# -------------------------------------------------------------------------------------------- what comes with Convoys


def test_2_268_french_home_convoys_bring_their_escorts() -> None:
    state = war(1744, 3)
    fought = play(assemble_trade, state, dice={"trade/fr-home-in": [0], "request/escort": [6]}, usual=9)
    convoys = [name for name in state.convoys if state.formations[name].contingent == FRENCH]
    assert len(convoys) == 2
    assert [roll.label for roll in fought.rolls if roll.label.startswith("request")] == ["request/escort/n1"]
    # 6, with the war in Europe 1 and the Home Convoy -3: row 4, four points: a ship of the line is bought
    assert [state.sail_of(name) for name in convoys] == [{"sol": 1}, {}]


def test_2_268_the_escorts_are_dealt_out() -> None:
    assert shares({"sol": 2, "sol-d": 1, "frigate": 1}, 2) == [{"sol": 1, "sol-d": 1, "frigate": 1}, {"sol": 1}]
    assert shares({"sol": 1, "frigate": 3}, 2) == [{"sol": 1}, {"frigate": 2}]
    assert shares({}, 2) == [{}, {}]


def test_2_268_what_no_convoy_takes_along_waits_off_the_map() -> None:
    state = war(1744, 3)
    play(assemble_trade, state, dice={"trade/fr-home-in": [0], "request/escort": [2]}, usual=9)
    # row 0, nine points: a ship of the line, an old one, two Frigates
    at = {name: (one.formation, one.at) for name, one in state.squadrons.items() if state.size(name)}
    assert all(formation in state.formations for formation, _ in at.values())
    assert {state.place(formation) for formation, _ in at.values()} == {OFF_MAP}


def test_2_134_auxiliaries_that_come_are_available_as_far_as_there_are_counters() -> None:
    state = war()
    receive_craft(Table(), state, BRITISH, "jamaica", {"bomb": 99})
    bombs = [one for name, one in state.auxiliaries.items() if state.board.craft.counters[name].sort == "bomb"]
    assert len(bombs) == state.board.mix[BRITISH]["bomb"]
    assert {(one.at, one.command) for one in bombs} == {(AVAILABLE, "jamaica")}


def test_2_171_small_craft_are_bought_with_points_of_their_own() -> None:
    state = war()
    play(requests, state, british={"request": [{"nation": "british", "buy": ["bomb", "fleet"]}]}, usual=1)
    sorts = [state.board.craft.counters[name].sort for name in state.auxiliaries]
    assert "bomb" in sorts


# -------------------------------------------------------------------------------------------- lists of the Years


@pytest.mark.parametrize(("named", "sail"), [("no", {}), ("yes", {"frigate": 1})])
def test_2_182_with_named_ships_the_lists_of_the_years_take_the_place_of_packages(
    named: str, sail: dict[str, int]
) -> None:
    state = war(1743, 8)
    state.scenario, state.house["named_ships"] = "campaign-1743", named
    play(arrive, state, state.date)
    assert [state.sail_of(name) for name in state.of_side(BRITISH)] == [sail] * len(sail)


def test_2_182_with_named_ships_those_that_went_home_go_home() -> None:
    for named, owed in (("no", []), ("yes", [(BRITISH, 3)])):
        state = war(1743, 8)
        state.scenario, state.house["named_ships"] = "1743", named
        put(state, "br-flag-j1", JAMAICA, {"j1": 4, "j2": 3}, condition=FITTING_OUT)
        send_home_by_list(Table(), state)
        assert [(one.side, one.sail) for one in state.duties] == owed


def test_2_182_in_the_extended_game_the_lists_go_on_to_1748() -> None:
    state = war(1745, 9)
    state.house["named_ships"] = "yes"
    play(arrive, state, state.date)  # Macnemara
    sail = [state.sail_of(name) for name in state.of_side(BOURBON)]
    assert sum(one.get("flagship", 0) for one in sail) == 2
    assert state.leaders["macnemara"].gone == ""


def test_2_514_a_unit_of_its_year_comes_unless_a_package_names_it() -> None:
    state = war(1745, 1)
    new_units(Table(), state)
    assert state.units["carolina-companies"].at == "charles-town"
    state = war(1741, 1)
    state.scenario = "campaign-1740"
    new_units(Table(), state)
    assert state.units["toledo"].at == OFF_MAP
    assert state.units["harrison"].at == GONE  # comes with Cathcart

