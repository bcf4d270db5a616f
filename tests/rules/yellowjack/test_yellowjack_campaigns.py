"""3.2, Military Campaigns: Activation, progress, Wins, Ports, Support Army, and what the Status does."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, station, waters
from rules.yellowjack.yellowjack_fights import anchored, assault, play, troops
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.army_orders import campaign_ports, pirate_bases, places_of
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders as orders_tested
from pbem.adjudicator.yellowjack.board.politics import CampaignCard
from pbem.adjudicator.yellowjack.ch1.ports import reverts
from pbem.adjudicator.yellowjack.ch3.campaigns import (
    campaigns,
    favours,
    forget,
    lay_campaigns,
    may_occur,
    next_arrow,
    port_captured,
    shift_of,
    win,
)
from pbem.adjudicator.yellowjack.ch3.changed_ports import hand_over
from pbem.adjudicator.yellowjack.ch3.defence import garrison
from pbem.adjudicator.yellowjack.ch3.issuing import first_pool
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.pieces import Campaign, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import OFF_MAP, RECOVERY, date_of
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.view.view import view

OURS = ruling_of()
POLITICS = BOARD.politics


def at_war(turn: int = 4, year: int = 1740, **active: str) -> State:
    """The campaigns of 1740 on a Turn, some of them Active in a hex."""
    state = waters()
    state.date = date_of(year, turn)
    lay_campaigns(state, "1740")
    for name, hex_ in active.items():
        one = state.campaigns[name]
        one.active, one.hex, one.so_far = True, hex_, 3
    return state


def turn(state: State, dice: dict[str, list[int]] | None = None, **said: Any):  # type: ignore[no-untyped-def]
    return play(campaigns, state, OURS, dice=dice, **said)


# -------------------------------------------------------------------------------------------- the cards


def test_3_211_there_are_three_campaigns() -> None:
    assert list(POLITICS.campaigns) == ["georgia", "honduran", "louisburg"]
    assert isinstance(POLITICS.campaigns["georgia"], CampaignCard)
    state = YellowJackMatch.lay_out("1739", {}, None).state
    assert {name: one.status for name, one in state.campaigns.items()} == {
        "georgia": "neutral", "honduran": "british", "louisburg": "french"}  # fmt: skip


@pytest.mark.parametrize(("name", "first", "last"), [("georgia", 4, 12), ("honduran", 4, 12), ("louisburg", 8, 16)])
def test_3_21_the_seasons_of_the_cards(name: str, first: int, last: int) -> None:
    card = POLITICS.campaigns[name]
    assert (card.first, card.last) == (first, last)
    turns = {turn for campaign, _, turn in POLITICS.checks if campaign == name}
    assert turns <= set(range(first, last + 1, 4))


def test_3_216_every_hex_of_a_track_has_ten_arrows_into_the_track() -> None:
    for track in POLITICS.tracks.values():
        assert sum(bool(one.win) for one in track.values()) == 6
        for one in track.values():
            assert one.win or len(one.arrows) == 10


# -------------------------------------------------------------------------------------------- Activation


@pytest.mark.parametrize(("die", "active"), [(6, True), (7, False)])
def test_3_213_georgia_begins_on_the_quarterly_turn_by_the_die_of_its_year(die: int, active: bool) -> None:
    state = at_war()
    dice = {"campaign-active/georgia": [die], "campaign-active/honduran": [9]}
    turn(state, dice)
    assert state.campaigns["georgia"].active is active
    assert state.campaigns["georgia"].so_far == int(active)


def test_3_214_nothing_begins_on_other_turns_nor_after_summer() -> None:
    for number in (5, 12, 16):
        assert turn(at_war(number)).rolls == []


def test_3_215_louisburg_waits_for_the_war_with_france() -> None:
    state = at_war(8, 1745)
    assert not may_occur(state, "louisburg")
    state.events["france-at-war"] = 1
    turn(state, {"campaign-active/louisburg": [6], "campaign-active/honduran": [9]})
    assert state.campaigns["louisburg"].active


def test_3_212_a_campaign_that_was_won_this_year_does_not_begin_again() -> None:
    state = at_war(8)
    state.campaigns["georgia"].won = 1740
    assert turn(state, {"campaign-active/honduran": [9]}).kinds() == ["campaign-active"]


def test_3_313_no_georgia_in_the_war_in_europe_and_its_chits_are_gone() -> None:
    state = at_war()
    state.pool = {side: first_pool(state, side) for side in ("british", "bourbon")}
    assert "c-sa-georgia" in state.pool["british"]
    state.hand["bourbon"] = ["h-sa-georgia"]
    state.pool["bourbon"].remove("h-sa-georgia")
    state.events["war-of-the-austrian-succession"] = 1
    turn(state, {"campaign-active/honduran": [9]})
    assert not [chit for chit in (*state.pool["british"], *state.hand["bourbon"]) if "sa-georgia" in chit]
    assert "j-sa-honduran" in state.pool["british"]


def test_3_224_an_active_one_goes_on_to_turn_12() -> None:
    state = at_war(11, georgia="c3r3")
    state.events["war-of-the-austrian-succession"] = 1
    turn(state)
    assert state.campaigns["georgia"].active
    state.date += 1
    turn(state)
    assert not state.campaigns["georgia"].active


def test_3_222_with_san_agustin_taken_georgia_does_not_begin() -> None:
    state = at_war()
    state.ports["san-agustin"].holder, state.ports["san-agustin"].captured = "british", 5
    assert not may_occur(state, "georgia")
    state.ports["san-agustin"].holder = "spanish"
    assert may_occur(state, "georgia")


def test_3_223_after_a_spanish_win_it_begins_nearer_by_each_captured_port() -> None:
    state = at_war()
    state.campaigns["georgia"].status, state.campaigns["georgia"].so_far = "spanish", 2
    state.ports["savannah"].holder, state.ports["savannah"].captured = "spanish", 5
    turn(state, {"campaign-active/georgia": [0], "campaign/georgia": [4], "campaign-active/honduran": [9]})
    assert state.campaigns["georgia"].hex == "c4r3"
    for port in ("charles-town", "frederica"):
        state.ports[port].holder, state.ports[port].captured = "spanish", 5
    state.campaigns["georgia"].active, state.date = False, date_of(1740, 8)
    turn(state, {"campaign-active/georgia": [0], "campaign-active/honduran": [9]})
    assert not state.campaigns["georgia"].active
    assert state.campaigns["georgia"].won == 0


# -------------------------------------------------------------------------------------------- progress


@pytest.mark.parametrize(("die", "goal"), [(0, "c2r2"), (2, "c3r2"), (5, "c3r3"), (6, "c3r4"), (9, "c4r3")])
def test_3_216_the_die_names_the_arrow(die: int, goal: str) -> None:
    state = at_war(5, georgia="c3r3")
    fought = turn(state, {"campaign/georgia": [die]})
    assert state.campaigns["georgia"].hex == goal
    assert [each["hex"] for each in fought.events("campaign", "all")] == [goal]


def test_3_218_each_supported_army_shifts_the_die_one_its_way() -> None:
    state = at_war(5, georgia="c3r3")
    state.campaigns["georgia"].support = {"british": 2, "bourbon": 1}
    assert shift_of(state, "georgia").total == -1
    turn(state, {"campaign/georgia": [2]})
    assert state.campaigns["georgia"].hex == "c2r3"
    assert state.campaigns["georgia"].support == {}


@pytest.mark.parametrize(("so_far", "fresh", "shift"), [(1, True, -2), (2, True, 2), (3, True, 0), (1, False, 0)])
def test_3_225_the_first_turns_of_the_first_two_campaigns_of_georgia(so_far: int, fresh: bool, shift: int) -> None:
    state = at_war(5, georgia="c3r3", honduran="c3r3")
    for name in ("georgia", "honduran"):
        state.campaigns[name].so_far, state.campaigns[name].fresh = so_far, fresh
    assert shift_of(state, "georgia").total == shift
    assert shift_of(state, "honduran").total == 0


def test_3_24_aid_and_recovery_at_louisburg() -> None:
    state = at_war(9, 1746, louisburg="c3r3")
    assert shift_of(state, "louisburg").total == 0
    state.campaigns["louisburg"].status = "british"
    state.events["aid-to-louisburg"] = 1
    assert shift_of(state, "louisburg").total == 3


# -------------------------------------------------------------------------------------------- Prestige for arrows


def test_1_614_a_side_pays_for_the_next_arrow_and_if_both_pay_the_die_stands() -> None:
    for sides, hex_ in (((), "c3r3"), (("british",), "c3r2"), (("bourbon",), "c3r4"), (("british", "bourbon"), "c3r3")):
        state = at_war(5, georgia="c3r3")
        state.prestige = {"british": 5, "bourbon": 5}
        turn(state, {"campaign/georgia": [4]}, **{side: {"shift": {"do": "pay"}} for side in sides})
        assert state.campaigns["georgia"].hex == hex_
        assert {side: state.prestige[side] for side in state.prestige} == {
            side: 5 - (side in sides) for side in ("british", "bourbon")}  # fmt: skip


def test_1_614_the_question_tells_whom_the_arrow_favours_and_louisburg_is_not_for_sale() -> None:
    state = at_war(9, 1746, georgia="c3r3", louisburg="c3r3")
    assert [favours(state, "georgia", die, "british") for die in (0, 4, 9)] == ["own", "nobody", "enemy"]
    assert [favours(state, "georgia", die, "bourbon") for die in (0, 4, 9)] == ["enemy", "nobody", "own"]
    assert next_arrow(state, "georgia", 5, "british") == 3
    assert next_arrow(state, "georgia", 9, "bourbon") == 9
    state.prestige = {"british": 5, "bourbon": 5}
    asked = turn(state, {"campaign/georgia": [4], "campaign/louisburg": [5]}).asked
    assert [question.facts["what"] for question in asked["british"]] == ["georgia"]


def test_1_614_without_prestige_nobody_is_asked() -> None:
    state = at_war(5, georgia="c3r3")
    state.prestige = {"british": 0, "bourbon": 0}
    assert turn(state, {"campaign/georgia": [4]}).asked == {"british": [], "bourbon": []}


# -------------------------------------------------------------------------------------------- Wins


def test_3_216_a_win_ends_it_for_the_year_and_moves_the_status_and_prestige() -> None:
    state = at_war(5, georgia="c2r1")
    state.prestige = {"british": 5, "bourbon": 5}
    turn(state, {"campaign/georgia": [0]})
    one = state.campaigns["georgia"]
    assert (one.active, one.status, one.won) == (False, "british", 1740)
    assert state.prestige == {"british": 7, "bourbon": 4}


def test_3_217_georgia_without_a_win_is_neutral_again() -> None:
    state = at_war(12)
    state.campaigns["georgia"].status = "spanish"
    state.ports["charles-town"].minor = True
    turn(state)
    assert state.campaigns["georgia"].status == "neutral"
    assert not state.ports["charles-town"].minor
    state = at_war(12, georgia="c4r1")
    turn(state, {"campaign/georgia": [9]})
    assert state.campaigns["georgia"].status == "spanish"


def test_3_22_what_a_spanish_georgia_does_to_the_ports() -> None:
    state = at_war(5)
    troops(state, "frederica", "oglethorpe-a")
    anchored(state, "cf1", "charles-town", {"cf1": 1})
    win(Table(), state, "georgia", "bourbon")
    assert not any(state.key_port(port) for port in ("savannah", "port-royal-carolinas", "charles-town"))
    assert (state.holder("frederica"), state.holder("charles-town")) == ("spanish", "british")
    assert state.units["oglethorpe-a"].at in (OFF_MAP, BOARD.ports["frederica"].box)
    assert state.place("cf1") == "charles-town"
    assert reverts(Table(), state) == []


def test_3_22_a_british_georgia_has_san_agustin_and_ships_there_put_to_sea() -> None:
    state = at_war(5)
    troops(state, "san-agustin", "florida-a")
    station(state, "saeta", "san-agustin")
    state.formations.clear()
    put(state, "h1", "san-agustin", {"h1": 2}, condition="fitting-out")
    state.squadrons["h2"].sail = {"sol": 1}
    state.lay_up("h2", "san-agustin")
    win(Table(), state, "georgia", "british")
    assert state.holder("san-agustin") == "british"
    assert not state.key_port("san-agustin")
    assert state.condition("h1") == state.condition("h2") == "ready"
    assert state.auxiliaries["saeta"].at == RECOVERY
    assert state.units["florida-a"].at != "san-agustin"
    assert reverts(Table(), state) == []


def test_3_23_a_spanish_honduras_is_lost_for_good_and_has_no_garrisons() -> None:
    state = at_war(5, honduran="c4r1")
    troops(state, "roatan", "trelawny-a")
    turn(state, {"campaign/honduran": [9]})
    for port in BOARD.groups["honduran-mc-british"]:
        assert state.holder(port) == "spanish"
        assert garrison(state, port) == 0
    assert state.units["trelawny-a"].at != "roatan"
    assert state.campaigns["honduran"].done


def test_3_235_after_any_win_no_honduran_campaign_and_no_chits() -> None:
    state = at_war(5)
    state.pool = {side: first_pool(state, side) for side in ("british", "bourbon")}
    win(Table(), state, "honduran", "british")
    assert not may_occur(state, "honduran")
    assert not [chit for side in state.pool for chit in state.pool[side] if "honduran" in chit]


def test_3_233_by_the_charter_it_may_occur_again_after_a_spanish_win() -> None:
    state = at_war(5)
    state.house["honduras_again"] = "yes"
    win(Table(), state, "honduran", "bourbon")
    assert may_occur(state, "honduran")
    win(Table(), state, "honduran", "british")
    assert not may_occur(state, "honduran")


def test_3_232_recaptured_ports_do_not_bring_it_back() -> None:
    state = at_war(5)
    win(Table(), state, "honduran", "bourbon")
    state.ports["roatan"].holder = "british"
    assert not may_occur(state, "honduran")


def test_3_24_a_win_at_louisburg_is_worth_four() -> None:
    state = at_war(9, 1746, louisburg="c2r1")
    state.prestige = {"british": 5, "bourbon": 5}
    turn(state, {"campaign/louisburg": [0]})
    assert state.prestige == {"british": 9, "bourbon": 3}
    assert state.campaigns["louisburg"].status == "british"


def test_3_413_an_assault_on_a_port_that_is_handed_over_is_cancelled() -> None:
    state = assault("san-agustin", ashore=["harrison", "guise"], inside=["florida-a"])
    state.campaigns["georgia"] = Campaign("neutral")
    hand_over(Table(), state, "san-agustin", "british")
    assert "j-aao" not in state.orders
    assert not state.units["harrison"].landed
    assert state.boxes("british") == (0, 0)


# -------------------------------------------------------------------------------------------- Ports and armies


def test_3_221_san_agustin_taken_ends_georgia_with_a_british_win() -> None:
    state = at_war(6, georgia="c4r2")
    state.ports["san-agustin"].holder, state.ports["san-agustin"].captured = "british", state.date
    port_captured(Table(), state, "british", "san-agustin")
    assert state.campaigns["georgia"].status == "british"
    assert state.campaigns["georgia"].won == 1740


def test_3_221_each_british_port_of_georgia_is_a_box_for_the_spaniards() -> None:
    state = at_war(6, georgia="c3r3")
    port_captured(Table(), state, "bourbon", "savannah")
    assert state.campaigns["georgia"].hex == "c4r3"
    port_captured(Table(), state, "bourbon", "roatan")
    assert state.campaigns["georgia"].hex == "c4r3"
    state.campaigns["honduran"].active, state.campaigns["honduran"].hex = True, "c3r3"
    port_captured(Table(), state, "bourbon", "roatan")
    assert state.campaigns["honduran"].taken == ["roatan"]


def test_3_231_two_ports_of_honduras_are_a_box_for_their_captor() -> None:
    state = at_war(6, honduran="c3r3")
    port_captured(Table(), state, "british", "trujillo")
    assert state.campaigns["honduran"].hex == "c3r3"
    port_captured(Table(), state, "british", "campeche")
    assert state.campaigns["honduran"].hex == "c2r2"
    port_captured(Table(), state, "bourbon", "roatan")
    assert state.campaigns["honduran"].hex == "c2r2"


def test_3_234_without_an_active_campaign_a_port_moves_nothing() -> None:
    state = at_war(6)
    port_captured(Table(), state, "british", "trujillo")
    assert state.campaigns["honduran"].taken == []


def supporting(state: State) -> None:
    put(state, "br-flag-j2", "roatan", {"j2": 4})
    state.orders["j-sa-honduran"] = Order("support-army", "british", ["br-flag-j2"], "j-sa-honduran",
                                          campaign_ports(state, "honduran"), last=99)  # fmt: skip
    state.formations["br-flag-j2"].order = "j-sa-honduran"


@pytest.mark.parametrize(("die", "done"), [(5, True), (6, False)])
def test_r9_15_a_full_impulse_before_a_port_of_the_campaign_and_a_die(die: int, done: bool) -> None:
    state = at_war(6, honduran="c3r3")
    supporting(state)
    assert play(orders_tested, state).rolls == []
    play(orders_tested, state, dice={"support-army": [die]})
    assert ("j-sa-honduran" not in state.orders) is done
    assert state.campaigns["honduran"].support == ({"british": 1} if done else {})
    assert state.boxes("british") == (int(done), 0)


def test_r9_15_the_third_miss_fails_and_without_an_active_campaign_nobody_throws() -> None:
    state = at_war(6)
    supporting(state)
    for _ in range(3):
        assert play(orders_tested, state).rolls == []
    state.campaigns["honduran"].active = True
    for _ in range(3):
        play(orders_tested, state, dice={"support-army": [9]})
    assert state.boxes("british") == (0, 1)


def test_r9_15_an_enemy_of_as_many_squadrons_there_forbids_it() -> None:
    state = at_war(6, honduran="c3r3")
    supporting(state)
    put(state, "sp-flag-k", "roatan", {"k1": 3})
    for _ in range(3):
        assert play(orders_tested, state).rolls == []


def test_r9_14_a_show_of_force_to_pirates_is_fulfilled_at_the_origin_of_a_pirate_zone() -> None:
    state = waters()
    put(state, "br-flag-j2", "s52", {"j2": 4})
    state.orders["j-pirates"] = Order("show-of-force-pirates", "british", ["br-flag-j2"], "j-pirates",
                                      places_of(state, BOARD.chits["j-pirates"], ""), last=99)  # fmt: skip
    state.formations["br-flag-j2"].order = "j-pirates"
    assert "s52" in state.orders["j-pirates"].targets
    assert set(state.orders["j-pirates"].targets) < set(pirate_bases(state))
    play(orders_tested, state)
    assert state.boxes("british") == (1, 0)


def test_r9_2_the_campaigns_are_open_to_all_and_the_armies_supported_are_not() -> None:
    state = at_war(6, georgia="c3r3")
    before = view(state, "bourbon")
    state.campaigns["georgia"].support = {"british": 1}
    assert view(state, "bourbon") == before
    assert before["campaigns"]["georgia"]["hex"] == "c3r3"
    forget(state, "georgia")
