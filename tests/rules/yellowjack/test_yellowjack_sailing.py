"""The movement step: plans carried out step by step, dice before moves, all moves at once, meetings."""

from __future__ import annotations

from typing import Any

import pytest
from rules.playing_rules import DEFAULT, asked, facts, play, told
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Note, Table
from pbem.adjudicator.yellowjack.base import contact
from pbem.adjudicator.yellowjack.base.battle_lines import Clash
from pbem.adjudicator.yellowjack.base.contact import contacts, meet, usual, why_not_begin
from pbem.adjudicator.yellowjack.base.net import way
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse, sail
from pbem.adjudicator.yellowjack.base.spotting import SEARCH
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.engagement import may_leave
from pbem.adjudicator.yellowjack.state.pieces import Order, Personage
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BOURBON,
    BRITISH,
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    READY,
    TRANSPORT,
)

RULING = Ruling(shares=shares, may_leave=may_leave)
FLAG_J = "br-flag-j2"
Steps = list[dict[str, Any]]


def plan(state: State, name: str, *steps: dict[str, Any], **more: Any) -> None:
    """Gives a Formation a plan as the answer of an order file has it."""
    state.plans[name] = {"who": name, "then": list(steps), "waited": "0", "lapses": "0", **more}


def sail_on(state: State, mpis: int = 1, answers: tuple[Any, ...] = (), ruling: Ruling = RULING) -> list[Note]:
    """Plays movement steps one after another; the answers are those of the last."""
    notes: list[Note] = []
    for mpi in range(mpis):
        given = answers if mpi == mpis - 1 else ()
        notes += play(sail, state, ruling, answers=list(given))[1]
        state.mpi += 1
    return notes


def flag_in_port(condition: str = FITTING_OUT) -> State:
    """A British Flag at Port Royal in a calm, at the start of an Impulse."""
    state = empty_sea()
    put(state, FLAG_J, JAMAICA, {"j2": 4}, condition=condition)
    begin_impulse(state)
    return state


# -------------------------------------------------------------------------------------------- MPs and plans


def test_r5_2_one_mp_an_mpi_and_no_more_than_the_allowance() -> None:
    state = flag_in_port()
    plan(state, FLAG_J, {"via": way(state, JAMAICA, "santiago-de-cuba", lanes_only=True)})
    places = []
    for _ in range(6):
        sail_on(state)
        places.append(state.place(FLAG_J))
    assert places[0] == JAMAICA  # one MP to put to sea
    assert len(set(places)) == 4
    assert places[3:] == [places[3]] * 3
    assert state.formations[FLAG_J].mps == 4
    begin_impulse(state)
    sail_on(state)
    assert state.place(FLAG_J) != places[3]


def test_r3_5_who_came_into_port_in_this_impulse_does_not_put_to_sea_in_it() -> None:
    state = flag_in_port(READY)
    plan(state, FLAG_J, {"port": "here"}, {"put_to_sea": "yes"})
    notes = sail_on(state, 3)
    assert state.formations[FLAG_J].state == FITTING_OUT
    assert any("R3.5" in text for text in told(notes, "log"))
    begin_impulse(state)
    sail_on(state)
    assert state.formations[FLAG_J].state == READY
    assert state.formations[FLAG_J].marker == "b-02"


def test_r3_5_the_harbour_of_an_enemy_is_closed() -> None:
    state = empty_sea()
    put(state, FLAG_J, CARTAGENA, {"j2": 4})
    plan(state, FLAG_J, {"port": CARTAGENA}, {"stay": "yes"})
    notes = sail_on(state)
    assert state.formations[FLAG_J].state == READY
    assert len(told(notes, "lapsed")) == 1


def test_r5_2_two_lapses_in_a_row_stop_a_plan_till_the_impulse_ends() -> None:
    state = flag_in_port(READY)
    plan(state, FLAG_J, {"port": CARTAGENA, "if": []}, {"exit": "3"}, {"clear": "s52"}, {"port": "nowhere"},
         {"clear": "s52"}, {"to": "s40"})  # fmt: skip
    state.plans[FLAG_J]["then"] = [{"unload": "1"}, {"unload": "2"}, {"to": "s40"}]
    notes = sail_on(state, 2)
    assert len(told(notes, "lapsed")) == 2
    assert state.place(FLAG_J) == JAMAICA
    state.impulse, state.mpi = 2, 1
    begin_impulse(state)
    sail_on(state)
    assert state.place(FLAG_J) == "s40"


def test_r5_2_via_wait_and_until() -> None:
    state = flag_in_port(READY)
    ahead = state.board.by_lane(JAMAICA)
    plan(state, FLAG_J, {"via": [ahead[0], JAMAICA]}, {"wait": "1"}, {"until": ["x"], "most": "1"}, {"to": ahead[1]})
    found = []
    never = Ruling(shares=shares, holds=lambda *_: "it does not hold")
    for _ in range(5):
        sail_on(state, ruling=never)
        found.append(state.place(FLAG_J))
    assert found == [ahead[0], JAMAICA, JAMAICA, JAMAICA, ahead[1]]


def test_r1_12_a_step_whose_conditions_fail_is_passed_over_and_looked_at_once() -> None:
    state = flag_in_port(READY)
    plan(state, FLAG_J, {"to": "s37", "if": ["x"]}, {"to": "s40"})
    notes = sail_on(state, ruling=Ruling(shares=shares, holds=lambda *_: "no enemy is there"))
    assert state.place(FLAG_J) == "s40"
    assert any("no enemy is there" in text for text in told(notes, "log"))
    plan(state, FLAG_J, {"to": JAMAICA, "if": ["x"]})
    sail_on(state, ruling=Ruling(shares=shares))
    assert state.place(FLAG_J) == JAMAICA


def test_r1_12_retire_is_looked_at_before_every_step_and_ends_the_plan() -> None:
    state = empty_sea()
    put(state, FLAG_J, "s40", {"j2": 4})
    begin_impulse(state)
    plan(state, FLAG_J, {"to": CARTAGENA}, retire=[{"if": ["x"], "to": "home"}])
    sail_on(state, 2, ruling=Ruling(shares=shares))
    assert state.place(FLAG_J) == JAMAICA
    assert state.formations[FLAG_J].state == FITTING_OUT


def test_r9_21_without_plan_and_order_one_goes_home_and_in_port_stays() -> None:
    state = empty_sea()
    put(state, FLAG_J, "s40", {"j2": 4})
    put(state, "j3", JAMAICA, {"j3": 2}, condition=FITTING_OUT)
    begin_impulse(state)
    sail_on(state, 3)
    assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (JAMAICA, FITTING_OUT)
    assert state.formations["j3"].state == FITTING_OUT


def test_r9_21_stay_keeps_her_at_sea() -> None:
    state = empty_sea()
    put(state, FLAG_J, "s40", {"j2": 4})
    begin_impulse(state)
    plan(state, FLAG_J, {"to": "s40"}, stay="yes")
    sail_on(state, 2)
    assert state.place(FLAG_J) == "s40"


def test_r3_6_a_lone_squadron_sails_only_under_an_order() -> None:
    state = empty_sea()
    put(state, "j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    put(state, "j3", "s40", {"j3": 4})
    begin_impulse(state)
    plan(state, "j2", {"to": "s40"})
    plan(state, "j3", {"to": CARTAGENA})
    notes = sail_on(state, 2)
    assert state.formations["j2"].state == FITTING_OUT
    assert state.formations["j3"].state == FITTING_OUT
    assert any("R3.6" in text for text in told(notes, "log"))


def test_r7_9_a_crippled_formation_goes_to_port_whatever_its_plan() -> None:
    state = empty_sea()
    put(state, FLAG_J, "s40", {"j2": 4})
    state.squadrons["j2"].dp = 11
    begin_impulse(state)
    plan(state, FLAG_J, {"to": CARTAGENA})
    sail_on(state, 2)
    assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (JAMAICA, FITTING_OUT)


def test_2_231_a_plan_waits_while_the_rules_of_engagement_bar_it() -> None:
    state = empty_sea()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    begin_impulse(state)
    plan(state, "sp-flag-k", {"to": "tolu"})
    notes = sail_on(state, 2)
    assert state.formations["sp-flag-k"].state == FITTING_OUT
    assert len([text for text in told(notes, "log") if "2.231" in text]) == 1  # said once
    put(state, FLAG_J, "tolu", {"j2": 4}, seen=SEARCH)
    sail_on(state)
    assert state.formations["sp-flag-k"].state == READY


# -------------------------------------------------------------------------------------------- dice and moves


def test_r5_3_a_foul_step_takes_two_mpis_and_a_breeze_may_be_tried() -> None:
    state = empty_sea({"sw-darien": "sw"})
    put(state, FLAG_J, CARTAGENA, {"j2": 4})
    begin_impulse(state)
    plan(state, FLAG_J, {"to": "tolu"}, stay="yes")
    notes = sail_on(state, answers=(("R5.5", DEFAULT),))
    assert state.place(FLAG_J) == CARTAGENA
    assert any("beats to windward" in text for text in told(notes, "log"))
    sail_on(state)
    assert state.place(FLAG_J) == "tolu"
    plan(state, FLAG_J, {"to": CARTAGENA}, {"to": "tolu"}, stay="yes")
    sail_on(state)
    sail_on(state, answers=(("R5.5", {"catch": "always"}), ("R5.5", 4)))
    assert state.place(FLAG_J) == "tolu"


def test_r5_6_a_zone_is_left_by_dice_in_the_owners_lane() -> None:
    state = empty_sea()
    put(state, FLAG_J, "sz-darien", {"j2": 4})
    begin_impulse(state)
    plan(state, FLAG_J, {"to": CARTAGENA}, stay="yes")
    notes = sail_on(state, answers=(("R5.6", 9),))
    assert state.place(FLAG_J) == "sz-darien"
    assert {note.to for note in notes if note.throw} == {BRITISH}
    sail_on(state, answers=(("R5.6", 10),))
    assert state.place(FLAG_J) == CARTAGENA
    assert state.formations[FLAG_J].spotted == "port"


def test_r5_2_everybody_moves_at_once_and_markers_are_seen_by_all() -> None:
    state = empty_sea()
    put(state, FLAG_J, "tolu", {"j2": 4})
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3})
    state.formations["sp-flag-k"].order = "k-cruise-main"
    begin_impulse(state)
    plan(state, FLAG_J, {"to": "s52"}, stay="yes")
    plan(state, "sp-flag-k", {"to": "s53"}, stay="yes")
    notes = sail_on(state)
    assert (state.place(FLAG_J), state.place("sp-flag-k")) == ("s52", "s53")
    seen = facts(notes, "marker")
    assert [(each["marker"], each["from"], each["at"]) for each in seen] == [
        ("b-01", "tolu", "s52"), ("z-01", CARTAGENA, "s53")]  # fmt: skip
    assert {note.to for note in notes if note.event == "marker"} == {ALL}
    logs = [note for note in notes if note.event == "log"]
    assert {(note.facts["formation"], note.to) for note in logs} == {(FLAG_J, BRITISH), ("sp-flag-k", BOURBON)}


# -------------------------------------------------------------------------------------------- blockaded Ports


def blockaded() -> State:
    state = empty_sea()
    put(state, FLAG_J, CARTAGENA, {"j2": 4}, seen="blockade")
    state.formations[FLAG_J].blockades = CARTAGENA
    plan(state, FLAG_J, {"blockade": CARTAGENA})
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    state.formations["sp-flag-k"].order = "k-cruise-main"
    begin_impulse(state)
    plan(state, "sp-flag-k", {"to": "s53"})
    return state


def test_r7_8_a_formation_that_is_shut_in_slips_out_under_an_order_and_else_stays() -> None:
    state = blockaded()
    sail_on(state, answers=(("R7.8", DEFAULT), ("R7.8", 3)))
    one = state.formations["sp-flag-k"]
    assert (one.state, one.spotted, one.hushed) == (READY, "", True)
    state = blockaded()
    state.formations["sp-flag-k"].order = ""
    plan(state, "sp-flag-k", {"to": "tolu"})
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    sail_on(state, answers=(("R7.8", DEFAULT),))
    assert state.formations["sp-flag-k"].state == FITTING_OUT
    assert state.formations["sp-flag-k"].let_pass == 1


def test_r7_8_a_failed_break_out_leaves_her_in_port_and_costs_the_mp() -> None:
    state = blockaded()
    notes = sail_on(state, answers=(("R7.8", {"how": "slip"}), ("R7.8", 5)))
    assert state.formations["sp-flag-k"].state == FITTING_OUT
    assert state.formations["sp-flag-k"].mps == 1
    assert {note.to for note in notes if note.event == "break-out-failed"} == {BOURBON}
    assert not [note for note in notes if note.to in (ALL, BRITISH) and note.event not in ("log", "known")]


def test_r7_8_the_night_may_be_chosen() -> None:
    state = blockaded()
    sail_on(state, answers=(("R7.8", {"how": "force", "from_mpi": "2"}),))
    assert state.formations["sp-flag-k"].let_pass == 1
    sail_on(state, answers=(("R7.8", {"how": "force", "from_mpi": "2"}), ("R7.8", 9)))
    assert (state.formations["sp-flag-k"].state, state.formations["sp-flag-k"].forced) == (READY, True)


def test_r5_11_into_a_blockaded_harbour_by_a_break_in_alone() -> None:
    state = blockaded()
    put(state, "k2", CARTAGENA, {"k2": 3})
    plan(state, "k2", {"port": CARTAGENA})
    state.formations["k2"].order = "x"
    plan(state, "sp-flag-k", {"wait": "6"})
    sail_on(state, answers=(("R7.8", 9),))
    assert state.formations["k2"].state == READY
    sail_on(state, answers=(("R7.8", 10),))
    assert state.formations["k2"].state == FITTING_OUT


def test_r3_15_in_a_besieged_harbour_they_stand_to_their_guns() -> None:
    state = empty_sea()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    begin_impulse(state)
    besieged = Ruling(shares=shares, besieged=lambda _, port: port == CARTAGENA)
    sail_on(state, ruling=besieged)
    one = state.formations["sp-flag-k"]
    assert (one.state, one.inside, one.marker) == (READY, True, "")
    sail_on(state, ruling=RULING)  # the siege is over: she stands down
    assert (one.state, one.inside) == (FITTING_OUT, False)
    begin_impulse(state)
    plan(state, "sp-flag-k", besieged="fitting_out")
    sail_on(state, ruling=besieged)
    assert one.state == FITTING_OUT


# -------------------------------------------------------------------------------------------- together


def test_r3_8_a_detachment_attaches_to_a_flag_of_its_command_and_sails_with_it() -> None:
    state = flag_in_port()
    detachment = next(name for name, one in state.board.formations.items()
                      if one.kind == DETACHMENT and one.command == "jamaica")  # fmt: skip
    put(state, detachment, JAMAICA, {"j3": 2}, condition=FITTING_OUT)
    begin_impulse(state)
    plan(state, detachment, {"attach": FLAG_J})
    plan(state, FLAG_J, {"wait": "1"}, {"to": "s40"}, {"detach": "yes"}, stay="yes")
    sail_on(state)
    assert state.formations[detachment].goes_with == FLAG_J
    sail_on(state, 2)
    assert state.place(detachment) == "s40"
    assert state.formations[detachment].marker == ""
    state.plans[detachment] = {"then": [], "stay": "yes"}
    sail_on(state)
    assert state.formations[detachment].goes_with == ""
    assert state.formations[detachment].marker == "b-02"
    assert state.formations[FLAG_J].kind == FLAG


def test_r9_22_an_expedition_waits_for_its_flotilla_and_sails_with_it_at_the_lower_pace() -> None:
    state = flag_in_port()
    put(state, "br-troops-1", JAMAICA, condition=FITTING_OUT)
    state.orders["j-aao"] = Order(ASSAULT, BRITISH, [FLAG_J, "br-troops-1"], "j-aao", [PORTO_BELLO])
    state.formations[FLAG_J].order = state.formations["br-troops-1"].order = "j-aao"
    begin_impulse(state)
    for _ in range(6):
        sail_on(state)
    assert state.formations["br-troops-1"].goes_with == FLAG_J
    assert state.formations[FLAG_J].mps == 3
    assert state.place("br-troops-1") == state.place(FLAG_J) != JAMAICA


def test_r9_22_without_its_flotilla_an_expedition_stays_in_port() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA, condition=FITTING_OUT)
    put(state, FLAG_J, "lucea", {"j2": 4}, condition=FITTING_OUT)
    state.orders["j-aao"] = Order(ASSAULT, BRITISH, [FLAG_J, "br-troops-1"], "j-aao", [PORTO_BELLO])
    state.formations[FLAG_J].order = state.formations["br-troops-1"].order = "j-aao"
    for impulse in range(1, 5):
        state.impulse, state.mpi = impulse, 1
        begin_impulse(state)
        sail_on(state, 6)
        if state.formations["br-troops-1"].goes_with:
            break
        assert state.place("br-troops-1") == JAMAICA
    assert state.formations["br-troops-1"].goes_with == FLAG_J


def test_r5_15_a_formation_follows_the_step_of_an_enemy_it_was_with() -> None:
    state = empty_sea()
    put(state, FLAG_J, "s52", {"j2": 4})
    put(state, "sp-flag-k", "s52", {"k1": 3}, seen=SEARCH)
    state.formations["sp-flag-k"].order = "k-cruise-main"
    begin_impulse(state)
    plan(state, FLAG_J, {"follow": "z-01", "mpis": "6"}, stay="yes")
    plan(state, "sp-flag-k", {"to": CARTAGENA}, stay="yes")
    sail_on(state)
    assert state.place("sp-flag-k") != "s52"
    assert state.place(FLAG_J) == "s52"
    there = state.place("sp-flag-k")
    plan(state, "sp-flag-k", {"wait": "1"}, stay="yes")
    sail_on(state)
    assert state.place(FLAG_J) == there


# -------------------------------------------------------------------------------------------- contact


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> list[Clash]:
    """The Battles that come of contacts; nobody fights them."""
    found: list[Clash] = []

    async def battle(_table: Table, _state: State, _ruling: Ruling, clash: Clash) -> None:
        found.append(clash)

    monkeypatch.setattr(contact, "battle", battle)
    return found


def meeting(at: str = "s52", *, seen: str = SEARCH) -> State:
    state = empty_sea()
    put(state, FLAG_J, at, {"j2": 4}, seen=SEARCH)
    put(state, "sp-flag-k", at, {"k1": 3}, seen=seen)
    return state


def test_r7_4_everybody_who_meets_an_enemy_is_asked_and_told_what_is_known_alone() -> None:
    state = meeting(seen="")
    questions = asked(contacts, state, RULING, answers=[("R7.4", DEFAULT), ("R7.4", DEFAULT)])
    assert [(one.side, one.topic, one.facts["who"]) for one in questions] == [
        (BRITISH, "stance", FLAG_J), (BOURBON, "stance", "sp-flag-k")]  # fmt: skip
    assert questions[0].facts["enemies"] == [{"marker": "z-01", "kind": "", "squadrons": "1", "spotted": "no"}]
    assert questions[1].facts["enemies"] == [{"marker": "b-01", "kind": "flag", "squadrons": "1", "spotted": "yes"}]
    assert not any(one.discreet for one in questions)


def test_r7_4_nobody_attacks_what_is_not_spotted() -> None:
    state = meeting(seen="")
    _, notes = play(contacts, state, RULING, answers=[("R7.4", {"do": "seek"}), ("R7.4", {"do": "avoid"})])
    assert not told(notes, "battle")


def test_r7_4_one_who_avoids_has_to_be_caught_and_the_die_stays_sealed() -> None:
    state = meeting()
    answers = [("R7.4", {"do": "seek"}), ("R7.4", {"do": "avoid"}), ("R7.4", 5)]
    _, notes = play(contacts, state, RULING, answers=answers)
    assert not told(notes, "battle")
    assert not [note for note in notes if note.throw]
    assert {note.to for note in notes} == {BRITISH, BOURBON}


def test_r7_4_two_who_accept_do_not_fight() -> None:
    state = meeting()
    _, notes = play(contacts, state, RULING, answers=[("R7.4", {"do": "accept"}), ("R7.4", {"do": "accept"})])
    assert notes == []


def test_r7_4_the_usual_stance() -> None:
    state = meeting()
    assert usual(state, FLAG_J) == "accept"
    put(state, "k2", "s52", {"k2": 3}, seen=SEARCH)
    assert usual(state, FLAG_J) == "avoid"  # one Squadron against two that are Spotted
    state.formations[FLAG_J].blockades = "s52"
    assert usual(state, FLAG_J) == "accept"
    state.squadrons["j2"].dp = 11
    assert usual(state, FLAG_J) == "avoid"
    put(state, "br-troops-1", "s52")
    assert usual(state, "br-troops-1") == "avoid"


def test_r7_5_who_may_not_begin_a_battle() -> None:
    state = meeting()
    assert why_not_begin(state, FLAG_J) == ""
    state.formations[FLAG_J].beat_at = state.now
    assert "beaten" in why_not_begin(state, FLAG_J)
    state.formations[FLAG_J].beat_at = 0
    state.orders["x"] = Order(TRANSPORT, BRITISH, [FLAG_J])
    state.formations[FLAG_J].order = "x"
    assert why_not_begin(state, FLAG_J)
    state.orders["x"] = Order(ASSAULT, BRITISH, [FLAG_J], targets=[PORTO_BELLO])
    assert "on its way" in why_not_begin(state, FLAG_J)
    state.formations[FLAG_J].at = PORTO_BELLO
    assert why_not_begin(state, FLAG_J) == ""
    state.squadrons["j2"].dp = 11
    assert "crippled" in why_not_begin(state, FLAG_J)
    put(state, "br-troops-1", "s52")
    assert why_not_begin(state, "br-troops-1")


def test_r7_8_one_who_has_just_slipped_out_is_not_attacked() -> None:
    state = meeting()
    state.formations["sp-flag-k"].hushed = True
    _, notes = play(contacts, state, RULING, answers=[("R7.4", {"do": "seek"}), ("R7.4", DEFAULT)])
    assert notes == []


@pytest.mark.parametrize(("at", "squadron", "die", "caught"), [
    ("s52", "k1", 4, True), ("s52", "k1", 5, False), ("sz-darien", "k1", 4, False), ("s52", "gf1", 2, True),
    ("s52", "gf1", 3, False), ("s40", "k1", 4, True), (JAMAICA, "k1", 5, True),
])  # fmt: skip
def test_r7_4_a_chase_by_pace_and_place(
    at: str, squadron: str, die: int, caught: bool, battles: list[Clash]
) -> None:
    state = empty_sea()
    put(state, FLAG_J, at, {"j2": 4}, seen=SEARCH)
    put(state, squadron, at, {squadron: 2}, seen=SEARCH)
    answers: list[tuple[str, Any]] = [("R7.4", {"do": "seek"}), ("R7.4", {"do": "avoid"}), ("R7.4", die)]
    play(contacts, state, RULING, answers=answers)
    assert bool(battles) is caught


def test_r5_14_enemies_that_pass_each_other_on_a_leg_may_meet() -> None:
    state = empty_sea()
    put(state, FLAG_J, "tolu", {"j2": 4})
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3})
    state.formations["sp-flag-k"].order = "k-cruise-main"
    begin_impulse(state)
    plan(state, FLAG_J, {"to": CARTAGENA}, stay="yes")
    plan(state, "sp-flag-k", {"to": "tolu"}, stay="yes")
    sail_on(state, answers=(("R7.3", 9), ("R7.3", 9)))
    assert (state.place(FLAG_J), state.place("sp-flag-k")) == (CARTAGENA, "tolu")


def test_r5_14_one_who_is_lost_in_such_a_meeting_is_gone_and_the_other_sails_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lost(_table: Table, state: State, _ruling: Ruling, clash: Clash) -> None:
        state.remove(clash.fighting[BOURBON][0])

    monkeypatch.setattr(contact, "battle", lost)
    state = empty_sea()
    put(state, FLAG_J, "tolu", {"j2": 4}, seen=SEARCH)
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, seen=SEARCH)
    begin_impulse(state)
    plan(state, FLAG_J, {"to": CARTAGENA}, stay="yes")
    plan(state, "sp-flag-k", {"to": "tolu"}, stay="yes")
    sail_on(state, answers=(("R7.4", {"do": "seek"}), ("R7.4", {"do": "accept"})))
    assert "sp-flag-k" not in state.formations
    sail_on(state)
    assert state.place(FLAG_J) == CARTAGENA


def test_r5_14_who_sees_and_does_not_seek_lets_the_other_pass() -> None:
    state = empty_sea()
    put(state, FLAG_J, "tolu", {"j2": 4})
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3})
    undone, _ = play(meet, state, RULING, FLAG_J, "sp-flag-k", answers=[
        ("R7.3", 10), ("R7.3", 9), ("R7.4", DEFAULT), ("R7.4", DEFAULT)])  # fmt: skip
    assert undone is False


def test_r5_14_they_fight_where_the_slower_one_started(battles: list[Clash]) -> None:
    state = empty_sea()
    put(state, FLAG_J, "tolu", {"j2": 4})
    put(state, "gf1", CARTAGENA, {"gf1": 2})
    answers = [("R7.3", 10), ("R7.3", 9), ("R7.4", DEFAULT), ("R7.4", {"do": "seek"})]
    assert not play(meet, state, RULING, FLAG_J, "gf1", answers=[*answers[:3], ("R7.4", DEFAULT)])[0]
    state.formations["gf1"].spotted = ""
    answers = [("R7.3", 9), ("R7.3", 10), ("R7.4", DEFAULT), ("R7.4", {"do": "seek"})]
    state.formations[FLAG_J].spotted = ""
    assert play(meet, state, RULING, FLAG_J, "gf1", answers=answers)[0]
    assert [(clash.place, clash.attacker) for clash in battles] == [("tolu", BOURBON)]
    assert state.place("gf1") == "tolu"


def test_r7_4_seekers_fight_together_and_those_who_accept_join_the_defence(battles: list[Clash]) -> None:
    state = meeting()
    put(state, "j3", "s52", {"j3": 2})
    put(state, "k2", "s52", {"k2": 3})
    put(state, "g1", "s52", {"g1": 1})
    stances = {"j3": "seek", FLAG_J: "seek", "g1": "avoid", "k2": "accept", "sp-flag-k": "accept"}
    questions = asked(contacts, state, RULING, answers=[("R7.4", {"do": "accept"})] * 5)
    answers = [("R7.4", {"do": stances[one.facts["who"]]}) for one in questions]
    play(contacts, state, RULING, answers=answers)
    (clash,) = battles
    assert sorted(clash.fighting[BRITISH]) == [FLAG_J, "j3"]
    assert sorted(clash.fighting[BOURBON]) == ["k2", "sp-flag-k"]
    assert clash.standing_by[BOURBON] == ("g1",)
    assert clash.held == ""


def test_r7_4_the_attacker_chooses_by_his_list_and_else_a_convoy(battles: list[Clash]) -> None:
    state = meeting()
    put(state, "k2", "s52", {"k2": 3}, seen=SEARCH)
    seek = ("R7.4", {"do": "seek", "prefer": ["z-02"]})
    play(contacts, state, RULING, answers=[seek, ("R7.4", {"do": "avoid"}), ("R7.4", {"do": "avoid"}), ("R7.4", 1)])
    assert battles[0].fighting[BOURBON] == ("k2",)
    state = meeting()
    convoy = next(name for name, one in state.board.convoys.items() if one.contingent == "spanish")
    put(state, convoy, "s52", seen=SEARCH)
    seek = ("R7.4", {"do": "seek"})
    play(contacts, state, RULING, answers=[seek, ("R7.4", {"do": "avoid"}), ("R7.4", {"do": "avoid"}), ("R7.4", 1)])
    assert battles[1].fighting[BOURBON] == (convoy,)


def test_r7_5_ships_at_anchor_at_a_minor_port_may_be_attacked_and_in_a_harbour_not(battles: list[Clash]) -> None:
    for at in ("tolu", CARTAGENA):
        state = empty_sea()
        put(state, FLAG_J, at, {"j2": 4})
        put(state, "k1", at, {"k1": 3}, condition=FITTING_OUT)
        play(contacts, state, RULING, answers=[("R7.4", {"do": "seek"})] if at == "tolu" else [])
    assert [clash.place for clash in battles] == ["tolu"]


def test_r8_15_who_was_there_before_holds_the_place(battles: list[Clash]) -> None:
    state = meeting()
    state.formations[FLAG_J].moved = True
    play(contacts, state, RULING, answers=[("R7.4", {"do": "seek"}), ("R7.4", {"do": "accept"})])
    assert battles[0].held == BOURBON


# -------------------------------------------------------------------------------------------- relief and sorties


def relief(**more: Any) -> State:
    """A Spanish Flag at Cartagena, told to relieve Porto Bello, which a British one blockades."""
    state = empty_sea()
    put(state, FLAG_J, PORTO_BELLO, {"j2": 4}, seen="blockade")
    state.formations[FLAG_J].blockades = PORTO_BELLO
    plan(state, FLAG_J, {"blockade": PORTO_BELLO})
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    plan(state, "sp-flag-k", relieve=[PORTO_BELLO], **more)
    begin_impulse(state)
    return state


def test_2_233_a_relief_goes_straight_for_the_blockaders_and_back_when_the_port_is_free() -> None:
    state = relief()
    sail_on(state, 2)
    assert state.place("sp-flag-k") == "sz-darien"
    sail_on(state, answers=(("R5.6", 10),))
    assert state.place("sp-flag-k") == PORTO_BELLO
    notes = sail_on(state)
    assert any("drive the blockaders off" in text for text in told(notes, "log"))
    state.formations[FLAG_J].blockades = ""
    state.plans[FLAG_J] = {"then": [{"stay": "yes"}]}
    state.impulse += 1
    begin_impulse(state)
    sail_on(state)
    assert (state.place("sp-flag-k"), state.formations["sp-flag-k"].state) == (PORTO_BELLO, FITTING_OUT)


def test_2_233_a_relief_that_is_no_longer_needed_goes_to_the_target_if_told_so() -> None:
    state = relief(**{"return": "target"})
    sail_on(state, 2)
    state.formations[FLAG_J].blockades = ""
    state.formations[FLAG_J].at = JAMAICA
    state.plans[FLAG_J] = {"then": [{"stay": "yes"}]}
    sail_on(state, answers=(("R5.6", 10),))
    assert state.place("sp-flag-k") == PORTO_BELLO


def test_2_231_a_sortie_waits_in_port_for_its_conditions_and_then_makes_for_the_enemy() -> None:
    state = empty_sea()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    put(state, FLAG_J, "s53", {"j2": 4}, seen=SEARCH)
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    plan(state, FLAG_J, {"stay": "yes"})
    plan(state, "sp-flag-k", sortie=["x"])
    begin_impulse(state)
    sail_on(state, ruling=Ruling(shares=shares, may_leave=may_leave, holds=lambda *_: "two are there"))
    assert state.formations["sp-flag-k"].state == FITTING_OUT
    sail_on(state, 2)
    assert state.place("sp-flag-k") == "s53"


def test_2_231_a_spaniard_who_names_an_exit_is_held_to_the_bounds_where_it_comes_out() -> None:
    state = empty_sea()
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    put(state, "sp-flag-k", "sz-darien", {"k1": 3})
    begin_impulse(state)
    number = next(number for number, way_out in state.board.zones["sz-darien"].exits.items() if "s52" in way_out.nodes)
    plan(state, "sp-flag-k", {"exit": number})
    sail_on(state, answers=(("R5.6", 10),))
    assert state.formations["sp-flag-k"].at in state.board.zones["sz-darien"].exits[number].nodes
