"""Plans, markers and moves in their edges: what a step leaves behind, and what everybody hears."""

from __future__ import annotations

from typing import Any

import pytest
from rules.playing_rules import DEFAULT, asked, facts, play, told
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Note, Table
from pbem.adjudicator.yellowjack.base.blockade import break_shift, came_out, declare, lift, why_no_blockade
from pbem.adjudicator.yellowjack.base.movement import catch as catch_the_wind
from pbem.adjudicator.yellowjack.base.movement import fits_small, give_up_step, may_catch, prey_of
from pbem.adjudicator.yellowjack.base.net import is_foul, mps, nearest, reach, way
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse, sail
from pbem.adjudicator.yellowjack.base.spotting import (
    BATTLE,
    SEARCH,
    SHADOW,
    afloat,
    appear,
    fade,
    fit_out,
    meeting_places,
    place,
    search,
    search_shift,
    short,
    spot,
)
from pbem.adjudicator.yellowjack.base.zones import exit_shift, out_at, way_out, zone_of
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.engagement import must_return, viceroy_present, within_bounds
from pbem.adjudicator.yellowjack.state.pieces import Leader, Order, Personage
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    BOURBON,
    BRITISH,
    CRUISE,
    DETACHMENT,
    FITTING_OUT,
    OFF_MAP,
    READY,
)

FLAG_J, FLAG_K = "br-flag-j2", "sp-flag-k"
RULING = Ruling(shares=shares)
NEVER = Ruling(shares=shares, holds=lambda *_: "it does not hold")


def plan(state: State, name: str, *steps: dict[str, Any], **more: Any) -> None:
    state.plans[name] = {"who": name, "mark": "m1", "then": list(steps), "waited": "0", "lapses": "0", **more}


def sail_on(state: State, mpis: int = 1, answers: tuple[Any, ...] = (), ruling: Ruling = RULING) -> list[Note]:
    """Plays movement steps one after another; the answers are those of the last."""
    notes: list[Note] = []
    for mpi in range(mpis):
        notes += play(sail, state, ruling, answers=list(answers) if mpi == mpis - 1 else [])[1]
        state.mpi += 1
    return notes


def at_sea(at: str = "s40", squadrons: dict[str, int] | None = None, **more: Any) -> State:
    """A British Flag at sea in a calm, at the start of an Impulse."""
    state = empty_sea(**more)
    put(state, FLAG_J, at, squadrons or {"j2": 4})
    begin_impulse(state)
    return state


def in_port(**more: Any) -> State:
    """A British Flag Fitting Out at Port Royal."""
    state = empty_sea(**more)
    put(state, FLAG_J, JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    begin_impulse(state)
    return state


# -------------------------------------------------------------------------------------------- places and markers


def test_r1_9_a_formation_is_named_by_its_leader() -> None:
    state = at_sea()
    assert short(state, FLAG_J) == f"{state.label(FLAG_J)} ({FLAG_J})"
    leader = next(iter(state.board.leaders))
    state.leaders[leader] = Leader("commodore", [FLAG_J])
    assert short(state, FLAG_J) == f"{state.label(leader)} ({FLAG_J})"


def test_r5_2_a_move_forgets_what_was_worked_off_and_the_stays_in_a_zone() -> None:
    state = at_sea()
    one = state.formations[FLAG_J]
    one.toward, one.beaten, one.stays = "s39", 1, 2
    place(state, FLAG_J, "s39")
    assert (one.at, one.came_from, one.toward, one.beaten, one.stays, one.moved) == ("s39", "s40", "", 0, 0, True)


def test_r3_5_out_of_port_and_into_it_everything_begins_anew() -> None:
    state, table = in_port(), Table()
    one = state.formations[FLAG_J]
    one.let_pass, one.stays, one.beaten, one.fitted = 3, 3, 3, True
    appear(table, state, FLAG_J)
    assert (one.let_pass, one.stays, one.beaten, one.fitted, one.inside) == (0, 0, 0, False, False)
    assert facts(table.story, "marker") == [{"marker": "b-01", "at": JAMAICA, "gone": False}]
    one.stays = one.beaten = one.blockading = one.spotted_mpi = 4
    one.blockades, one.home, one.spotted = PORTO_BELLO, True, SEARCH
    fit_out(table, state, FLAG_J)
    assert (one.state, one.stays, one.beaten, one.blockading, one.spotted_mpi) == (FITTING_OUT, 0, 0, 0, 0)
    assert (one.blockades, one.home, one.spotted, one.marker) == ("", False, "", "")
    assert facts(table.story, "marker")[-1] == {"marker": "b-01", "at": JAMAICA, "gone": True}


def test_r7_1_only_a_marker_at_sea_can_be_spotted_and_its_owner_hears_of_it() -> None:
    state, table = in_port(), Table()
    spot(table, state, FLAG_J, SEARCH)
    assert table.story == []
    state = at_sea()
    state.formations[FLAG_J].marker = ""
    spot(table, state, FLAG_J, SEARCH)
    assert table.story == []
    state.formations[FLAG_J].marker = "b-07"
    spot(table, state, FLAG_J, SEARCH)
    assert [note.to for note in table.story] == [BOURBON, BRITISH]
    assert state.formations[FLAG_J].spotted_mpi == state.tick == 1


def test_r7_3_meeting_places_have_both_sides() -> None:
    state = at_sea()
    put(state, "k1", "s53", {"k1": 3})
    put(state, "k2", "s40", {"k2": 3})
    put(state, "j3", "s39", {"j3": 3})
    assert meeting_places(state) == ["s40"]
    assert afloat(state, BOURBON) == ["k2", "k1"]  # in the order of the map


def test_r7_3_the_searcher_is_one_with_frigates_and_a_miss_is_told_to_the_searching_side() -> None:
    state = at_sea()
    state.formations[FLAG_J].spotted = SEARCH
    put(state, "jf1", "s40", {"jf1": 2}, seen=SEARCH)
    put(state, "k1", "s40", {"k1": 3})
    _, notes = play(search, state, answers=[("R7.3", 3)])
    assert state.formations["k1"].spotted == SEARCH  # 3, with frigates 2
    state.formations["k1"].spotted = ""
    _, notes = play(search, state, answers=[("R7.3", 4)])
    assert [(note.to, note.event) for note in notes] == [(BRITISH, "unseen")]
    assert "z-01" in notes[0].text


@pytest.mark.parametrize(("searcher", "target", "at", "total"), [
    ({"j2": 4}, {"k1": 3}, "s40", 0), ({"jf1": 2}, {"k1": 3}, "s40", -1), ({"j2": 4}, {"k1": 3}, "sz-darien", 1),
])  # fmt: skip
def test_r7_3_each_modifier_of_a_search_is_one(
    searcher: dict[str, int], target: dict[str, int], at: str, total: int
) -> None:
    state = empty_sea()
    own, foe = put(state, next(iter(searcher)), at, searcher), put(state, next(iter(target)), at, target)
    assert search_shift(state, own, foe).total == total
    state.squadrons[foe].dp = 10
    assert search_shift(state, own, foe).total == total - 1
    convoy = put(state, "sp-trade-1", at)
    assert search_shift(state, own, convoy).total == total - 1


@pytest.mark.parametrize(("why", "tick", "impulse", "kept"), [
    (BATTLE, 7, 2, True), (BATTLE, 6, 2, False), (SEARCH, 12, 2, False), (SHADOW, 1, 3, True), (BATTLE, 12, 3, False),
])  # fmt: skip
def test_r7_2_what_keeps_one_spotted_at_the_end_of_an_impulse(why: str, tick: int, impulse: int, kept: bool) -> None:
    state = at_sea()
    one = state.formations[FLAG_J]
    state.impulse, one.spotted, one.spotted_mpi = impulse, why, tick
    fade(Table(), state)
    assert bool(one.spotted) is kept
    assert one.spotted_mpi == (tick if kept else 0)


# -------------------------------------------------------------------------------------------- the movement step


def test_r5_2_what_a_formation_does_is_told_to_its_owner_once() -> None:
    state = in_port()
    plan(state, FLAG_J, {"to": "s40"}, {"to": JAMAICA}, {"port": "here"})
    notes = sail_on(state, 4)
    logs = facts(notes, "log")
    assert [each["what"] for each in logs] == ["to-sea", "moved", "moved", "into-port"]
    assert [each["mpi"] for each in logs] == [1, 2, 3, 4]
    assert {note.to for note in notes if note.event == "log"} == {BRITISH}
    assert state.formations[FLAG_J].mps == 4
    assert [each["gone"] for each in facts(notes, "marker")] == [False, False, False, True]


def test_r5_2_one_who_waits_tells_the_reason_once_and_anew_when_it_changes() -> None:
    state = at_sea()
    plan(state, FLAG_J, {"wait": "2"}, {"stay": "yes"}, {"wait": "1"})
    state.plans[FLAG_J]["then"] = [{"wait": "2"}, {"until": ["x"], "most": "2"}, {"stay": "yes"}]
    notes = sail_on(state, 6, ruling=NEVER)
    texts = [text.partition(": ")[2] for text in told(notes, "log")]
    assert texts == ["she waits, as ordered.", "she waits: it does not hold.", "she stays, as ordered."]
    assert all("lies off Black River" in text or "lies off" in text for text in told(notes, "log"))
    state = in_port()
    plan(state, FLAG_J, {"wait": "1"})
    assert "lies in Port Royal" in told(sail_on(state), "log")[0]


def test_r5_2_without_mps_left_she_waits_and_nothing_is_said_of_it() -> None:
    state = at_sea()
    state.formations[FLAG_J].mps = 4
    plan(state, FLAG_J, {"to": JAMAICA})
    notes = sail_on(state)
    assert notes == []
    assert state.place(FLAG_J) == "s40"


def test_r3_5_what_lies_off_the_map_does_not_move() -> None:
    state = in_port()
    state.formations[FLAG_J].at = OFF_MAP
    plan(state, FLAG_J, {"to": "s40"})
    assert sail_on(state) == []


def test_r5_5_a_breeze_costs_the_mp_and_what_was_worked_off() -> None:
    state = at_sea(CARTAGENA, winds={"sw-darien": "sw"})
    plan(state, FLAG_J, {"to": "tolu"}, stay="yes")
    one = state.formations[FLAG_J]
    notes = sail_on(state, answers=(("R5.5", {"catch": "always"}), ("R5.5", 9)))
    assert (state.place(FLAG_J), one.mps, one.toward, one.beaten) == (CARTAGENA, 1, "", 0)
    assert any("in vain" in text for text in told(notes, "log"))
    one.toward, one.beaten, one.needs = "tolu", 1, 2
    give_up_step(state, FLAG_J)
    assert (one.toward, one.beaten, one.needs) == ("", 0, 0)
    assert not may_catch(state, FLAG_J, "s53")
    one.toward = "tolu"
    assert may_catch(state, FLAG_J, "tolu")


@pytest.mark.parametrize(("squadrons", "at", "seen", "tries"), [
    ({"k1": 3, "k2": 3}, "s53", SEARCH, True), ({"k1": 3}, "s53", SEARCH, False),
    ({"k1": 3, "k2": 3}, "s53", "", False),
    ({"k1": 3, "k2": 3}, PORTO_BELLO, SEARCH, False),
])  # fmt: skip
def test_r5_5_in_a_chase_or_an_escape_alone_one_tries_unasked(
    squadrons: dict[str, int], at: str, seen: str, tries: bool
) -> None:
    state = at_sea(CARTAGENA, winds={"sw-darien": "sw"})
    put(state, FLAG_K, at, squadrons, seen=seen)
    plan(state, FLAG_K, {"stay": "yes"})
    plan(state, FLAG_J, {"to": "tolu"}, stay="yes")
    answers: list[tuple[str, Any]] = [("R5.5", DEFAULT)]
    sail_on(state, answers=(*answers, ("R5.5", 9)) if tries else tuple(answers))
    assert state.formations[FLAG_J].beaten == (0 if tries else 1)


def test_r5_5_a_convoy_catches_it_on_three() -> None:
    for die, caught in ((3, True), (4, False)):
        state = empty_sea({"sw-darien": "sw"})
        put(state, "br-troops-1", CARTAGENA)
        assert play(catch_the_wind, state, "br-troops-1", answers=[("R5.5", die)])[0] is caught


def test_r5_2_a_convoy_meets_what_waits_for_it_where_it_comes() -> None:
    state, entered = empty_sea(), []
    put(state, "br-troops-1", "s40")
    put(state, FLAG_J, "s40", {"j2": 4})
    state.convoys["br-troops-1"].destination = JAMAICA
    begin_impulse(state)

    async def on_entering(_table: Table, _state: State, _ruling: Ruling, convoy: str, at: str) -> None:
        entered.append((convoy, at))

    sail_on(state, 2, ruling=Ruling(shares=shares, on_entering=on_entering))
    assert entered == [("br-troops-1", JAMAICA)]
    assert state.formations["br-troops-1"].state == FITTING_OUT


def test_r9_13_a_move_is_counted_for_a_cruise() -> None:
    state = at_sea()
    state.orders["j-cruise-main"] = Order(CRUISE, BRITISH, [FLAG_J], "j-cruise-main", ["s39", "s38"])
    state.formations[FLAG_J].order = "j-cruise-main"
    sail_on(state)
    assert state.orders["j-cruise-main"].begun == state.now


def test_r7_6_who_leaves_a_blockade_lifts_it_and_who_stays_keeps_it() -> None:
    state = at_sea(CARTAGENA)
    state.formations[FLAG_J].blockades = CARTAGENA
    plan(state, FLAG_J, {"wait": "1"}, {"to": "s53"})
    sail_on(state)
    assert state.formations[FLAG_J].blockades == CARTAGENA
    notes = sail_on(state)
    assert facts(notes, "blockade") == [{"port": CARTAGENA, "marker": "b-01", "on": False}]


def test_r5_6_one_who_finds_no_way_out_of_a_zone_is_told_so() -> None:
    state = at_sea("sz-darien")
    plan(state, FLAG_J, {"to": CARTAGENA})
    notes = sail_on(state, answers=(("R5.6", 9),))
    assert any("finds no way out" in text for text in told(notes, "log"))
    assert "Cartagena de Indias, out of Mar de Dari" in told(notes, "roll")[0]


def test_r5_6_exits_are_named_and_modifiers_are_one() -> None:
    state = at_sea("sz-cape-hatteras")
    zone = zone_of(state, FLAG_J)
    assert zone is not None
    assert way_out(state, zone, "23") == "the Spaces numbered 23"
    assert way_out(state, zone, "sz-western-ocean") == "Western Ocean"
    convoy = put(state, "br-troops-1", "sz-cape-hatteras")
    assert exit_shift(state, convoy, zone, "23").total == 1
    frigates = put(state, "jf1", "sz-cape-hatteras", {"jf1": 2})
    assert exit_shift(state, frigates, zone, "23").total == -1
    state.formations[frigates].stays = 1
    assert exit_shift(state, frigates, zone, "23").total == -2
    assert out_at(state, FLAG_J, "23", "s23d", []) == "s23d"
    assert out_at(state, FLAG_J, "23", "", []) == "s23c"


# -------------------------------------------------------------------------------------------- steps


def test_r5_2_a_step_may_wait_for_its_impulse() -> None:
    state = at_sea()
    plan(state, FLAG_J, {"to": JAMAICA, "impulse": "2"}, stay="yes")
    sail_on(state)
    assert state.place(FLAG_J) == "s40"
    state.impulse = 2
    sail_on(state)
    assert state.place(FLAG_J) == JAMAICA


@pytest.mark.parametrize(("steps", "places"), [
    ([{"wait": "1"}, {"to": "s39"}], ["s40", "s39"]),
    ([{"wait": "2"}, {"to": "s39"}], ["s40", "s40", "s39"]),
    ([{"until": ["x"], "most": "2"}, {"to": "s39"}], ["s40", "s40", "s39"]),
    ([{"until": ["x"]}, {"to": "s39"}], ["s40"] * 6),
    ([{"wait": "1"}, {"wait": "1"}, {"to": "s39"}], ["s40", "s40", "s39"]),
])  # fmt: skip
def test_r5_2_waits_are_counted_by_mpis(steps: list[dict[str, Any]], places: list[str]) -> None:
    state, found = at_sea(), []
    plan(state, FLAG_J, *steps, stay="yes")
    for _ in places:
        sail_on(state, ruling=NEVER)
        found.append(state.place(FLAG_J))
    assert found == places


def test_r5_2_one_lapse_goes_on_with_the_plan_and_a_step_done_clears_it() -> None:
    state = at_sea()
    plan(state, FLAG_J, {"clear": "s40"}, {"wait": "1"}, {"clear": "s40"}, {"to": "s39"}, stay="yes")
    sail_on(state, 2)
    assert state.place(FLAG_J) == "s39"


def test_r1_12_one_who_retires_keeps_the_order_and_the_mark_of_the_plan() -> None:
    state = at_sea()
    plan(state, FLAG_J, {"to": CARTAGENA}, retire=[{"if": [], "to": "lucea"}])
    notes = sail_on(state)
    assert state.plans[FLAG_J]["then"] == [{"port": "lucea"}]
    assert (state.plans[FLAG_J]["mark"], state.plans[FLAG_J]["who"]) == ("m1", FLAG_J)
    assert facts(notes, "log")[0]["what"] == "retires"
    state = at_sea()
    plan(state, FLAG_J, {"to": CARTAGENA}, retire=[{"if": ["x"], "to": "lucea"}])
    sail_on(state, ruling=NEVER)
    assert state.plans[FLAG_J]["then"] == [{"to": CARTAGENA}]


def test_r1_8_an_assault_a_blockade_and_a_chase_go_straight_at_the_enemy() -> None:
    def first_step(*steps: dict[str, Any], order: str = "", **more: Any) -> str:
        state = at_sea(JAMAICA)
        put(state, FLAG_K, "s40", {"k1": 3}, seen=SEARCH)
        put(state, "k2", "s37", {"k2": 3})
        plan(state, FLAG_K, {"stay": "yes"})
        plan(state, "k2", {"stay": "yes"})
        state.formations["k2"].order = "y"
        plan(state, FLAG_J, *steps, **more)
        if order:
            state.orders["x"] = Order(order, BRITISH, [FLAG_J], targets=["batabano"])
            state.formations[FLAG_J].order = "x"
        play(sail, state, RULING)
        return state.place(FLAG_J)

    assert first_step({"to": "batabano"}) == "s37"
    assert first_step({"to": "batabano"}, order=CRUISE) == "s37"
    assert first_step({"to": "batabano"}, order=BLOCKADE) == "s40"
    assert first_step({"to": "batabano"}, order=ASSAULT) == "s40"
    assert first_step({"blockade": "batabano"}) == "s40"


def test_r3_5_a_cripple_stays_in_port_and_a_convoy_does_not_mind() -> None:
    state = in_port()
    state.squadrons["j2"].dp = 11
    plan(state, FLAG_J, {"to": "s40"})
    notes = sail_on(state)
    assert state.formations[FLAG_J].state == FITTING_OUT
    assert "R7.9" in told(notes, "log")[0]
    state.squadrons["j2"].dp = 10
    sail_on(state)
    assert state.formations[FLAG_J].state == READY


def test_r9_21_sent_home_one_goes_to_the_nearest_port_and_else_to_a_key_port() -> None:
    for home, at in ((True, "lucea"), (False, "port-antonio")):
        state = at_sea("s38")
        state.formations[FLAG_J].home = home
        assert state.board.legs("s38", "lucea") == state.board.legs("s38", "port-antonio") == 1
        sail_on(state, 2)
        assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (at, FITTING_OUT)


def test_r7_6_a_blockade_step_holds_till_its_conditions_hold() -> None:
    state = at_sea(CARTAGENA)
    plan(state, FLAG_J, {"blockade": CARTAGENA, "hold_until": ["x"]}, {"to": "s53"}, stay="yes")
    sail_on(state, ruling=NEVER)
    assert state.place(FLAG_J) == CARTAGENA
    sail_on(state)
    assert state.place(FLAG_J) == "s53"
    plan(state, FLAG_J, {"blockade": JAMAICA})
    assert len(told(sail_on(state), "lapsed")) == 1


def test_r5_15_a_chase_ends_with_its_mpis_and_when_the_enemy_is_out_of_sight() -> None:
    state = at_sea("s52")
    put(state, FLAG_K, "s52", {"k1": 3}, seen=SEARCH)
    plan(state, FLAG_K, {"stay": "yes"})
    plan(state, FLAG_J, {"follow": "z-01", "mpis": "2"}, {"to": "s53"}, stay="yes")
    sail_on(state, 2)
    assert state.place(FLAG_J) == "s52"
    sail_on(state)
    assert state.place(FLAG_J) != "s52"
    state = at_sea("s52")
    plan(state, FLAG_J, {"follow": "z-09"}, stay="yes")
    assert len(told(sail_on(state), "lapsed")) == 1
    assert prey_of(state, FLAG_J, "flag") == ""


def test_r3_8_only_detachments_attach_and_two_at_most() -> None:
    state = in_port()
    names = [name for name, one in state.board.formations.items() if one.kind == DETACHMENT
             and one.contingent == "british"][:4]  # fmt: skip
    for number, name in enumerate(names):
        put(state, name, JAMAICA, {("j1", "j3", "jf1", "l1")[number]: 1}, condition=FITTING_OUT)
        state.formations[name].command = "jamaica"
        plan(state, name, {"attach": FLAG_J}, {"wait": "9"})
    put(state, "j4", JAMAICA, {"j4": 1}, condition=FITTING_OUT)
    plan(state, "j4", {"attach": FLAG_J}, {"wait": "9"})
    plan(state, FLAG_J, {"wait": "9"})
    begin_impulse(state)
    notes = sail_on(state)
    assert [state.formations[name].goes_with for name in names[:3]] == [FLAG_J, FLAG_J, ""]
    assert len(told(notes, "lapsed")) == len(names) - 2 + 1
    assert [each["what"] for each in facts(notes, "log")].count("joins") == 2


def test_r3_8_one_who_joins_at_sea_gives_the_number_back_and_one_who_parts_has_a_new_one() -> None:
    state = at_sea()
    name = put(state, "br-det-j1", "s40", {"j3": 2})
    begin_impulse(state)
    plan(state, name, {"attach": FLAG_J})
    plan(state, FLAG_J, {"wait": "1"}, {"to": "s39"}, stay="yes")
    notes = sail_on(state)
    assert state.formations[name].marker == ""
    assert facts(notes, "marker") == [{"marker": "b-02", "at": "s40", "gone": True}]
    state.formations[name].beaten = 1
    plan(state, name, {"part": "yes"}, stay="yes")
    notes = sail_on(state)
    assert state.formations[name].marker == "b-03"
    assert state.place(name) == "s40"
    assert "parts" in [each["what"] for each in facts(notes, "log")]


def test_r9_22_an_executing_flotilla_fetches_its_expedition_and_stays_before_the_target() -> None:
    state = at_sea(PORTO_BELLO)
    put(state, "br-troops-1", PORTO_BELLO)
    state.formations["br-troops-1"].goes_with = FLAG_J
    state.orders["x"] = Order(ASSAULT, BRITISH, [FLAG_J, "br-troops-1"], targets=[PORTO_BELLO])
    state.formations[FLAG_J].order = state.formations["br-troops-1"].order = "x"
    notes = sail_on(state, 2)
    assert state.place(FLAG_J) == PORTO_BELLO
    assert any("supports the assault" in text for text in told(notes, "log"))


def test_r3_15_cripples_and_those_that_leave_do_not_stand_to_their_guns() -> None:
    besieged = Ruling(shares=shares, besieged=lambda _, port: port == JAMAICA)
    state = in_port()
    state.squadrons["j2"].dp = 11
    sail_on(state, ruling=besieged)
    assert state.formations[FLAG_J].state == FITTING_OUT
    state.squadrons["j2"].dp = 10
    notes = sail_on(state, ruling=besieged)
    assert (state.formations[FLAG_J].inside, state.formations[FLAG_J].mps) == (True, 1)
    assert [each["what"] for each in facts(notes, "log")] == ["stands"]
    state = in_port()
    plan(state, FLAG_J, {"put_to_sea": "yes"}, {"stay": "yes"})
    sail_on(state, ruling=besieged)
    assert (state.formations[FLAG_J].state, state.formations[FLAG_J].inside) == (READY, False)
    state = in_port()
    state.formations[FLAG_J].inside, state.formations[FLAG_J].state = True, READY
    plan(state, FLAG_J, {"put_to_sea": "yes"}, {"stay": "yes"})
    sail_on(state, ruling=besieged)
    assert (state.formations[FLAG_J].inside, state.formations[FLAG_J].marker) == (False, "b-01")


# -------------------------------------------------------------------------------------------- blockades


def test_r7_6_squadrons_alone_do_with_a_flotilla_what_they_cannot_do_without() -> None:
    state = at_sea(CARTAGENA)
    put(state, "j3", CARTAGENA, {"j3": 2})
    assert not why_no_blockade(state, [FLAG_J, "j3"], CARTAGENA)
    put(state, "j1", CARTAGENA, {"j1": 2})
    for name in ("j3", FLAG_J):
        plan(state, name, {"blockade": CARTAGENA})
    state.formations[FLAG_J].at = "s53"
    table = Table()
    declare(table, state, RULING)
    assert [(note.to, note.facts["what"]) for note in table.story] == [(BRITISH, "no-blockade")]
    place(state, FLAG_J, CARTAGENA)
    declare(table, state, RULING)
    assert state.formations["j3"].blockades == state.formations[FLAG_J].blockades == CARTAGENA
    put(state, "j4", CARTAGENA, {"j4": 1})
    plan(state, "j4", {"blockade": CARTAGENA})
    put(state, "k1", CARTAGENA, {"k1": 3})  # one that comes later does not keep others from joining
    declare(table, state, RULING)
    assert state.formations["j4"].blockades == CARTAGENA


def test_r7_6_a_lifted_blockade_is_told_and_forgotten() -> None:
    state, table = at_sea(CARTAGENA), Table()
    one = state.formations[FLAG_J]
    one.blockades, one.blockading = CARTAGENA, 5
    lift(table, state, FLAG_J, "why")
    assert (one.blockades, one.blockading) == ("", 0)
    assert facts(table.story, "blockade") == [{"port": CARTAGENA, "marker": "b-01", "on": False}]
    assert table.story[0].to == ALL


@pytest.mark.parametrize(("name", "squadrons", "ring", "total"), [
    (FLAG_K, {"k1": 3}, {"j2": 4}, 0), ("gf1", {"gf1": 2}, {"j2": 4}, -2), ("rcg", {"gf1": 2}, {"j2": 4}, -1),
    (FLAG_K, {"k1": 3}, {"j2": 4, "j3": 1}, 1), (FLAG_K, {"k1": 3}, {"j1": 1, "j2": 4, "j3": 1, "jf1": 1, "l1": 1}, 3),
])  # fmt: skip
def test_r7_8_each_modifier_of_a_break_out(
    name: str, squadrons: dict[str, int], ring: dict[str, int], total: int
) -> None:
    state = at_sea(CARTAGENA, ring)
    state.formations[FLAG_J].blockades = CARTAGENA
    put(state, name, CARTAGENA, squadrons, condition=FITTING_OUT)
    assert break_shift(state, name, fair=False).total == total
    state.formations[name].let_pass = 1
    assert break_shift(state, name, fair=False).total == total


def test_r7_8_its_owner_hears_that_a_formation_is_out() -> None:
    for passed, words in ((True, "slipped out"), (False, "in sight of the blockaders")):
        state, table = empty_sea(), Table()
        put(state, FLAG_K, CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
        came_out(table, state, FLAG_K, passed=passed, force=True)
        assert any(words in note.text and note.to == BOURBON for note in table.story if note.event == "broke-out")


def test_r7_8_the_first_step_counts_if_it_is_fair() -> None:
    """With one blockader a fair wind is worth one: 4 slips out with it, and not without."""
    for wind, out in (("", True), ("ne", False)):
        state = at_sea(CARTAGENA, winds={"sw-darien": wind} if wind else {})
        state.formations[FLAG_J].blockades = CARTAGENA
        plan(state, FLAG_J, {"blockade": CARTAGENA})
        put(state, FLAG_K, CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
        state.formations[FLAG_K].order = "k"
        plan(state, FLAG_K, {"to": "s53"})
        begin_impulse(state)
        assert is_foul(state, CARTAGENA, "s53") is not out
        sail_on(state, answers=(("R7.8", DEFAULT), ("R7.8", 4)))
        assert (state.formations[FLAG_K].state == READY) is out


# -------------------------------------------------------------------------------------------- the net and 2.23


def test_r5_3_in_a_calm_the_wind_over_the_place_entered_counts() -> None:
    state = empty_sea({"sw-darien": "sw"})
    ways = [(a, b) for b in state.board.winds["sw-darien"].affects for a in state.board.neighbours(b)
            if "sw-darien" not in state.board.winds_over.get(a, ())]  # fmt: skip
    found = [pair for pair in ways if is_foul(state, *pair)]
    assert found
    assert all(not is_foul(empty_sea(), *pair) for pair in found)


def test_r1_7_what_cannot_be_reached_is_far_and_ways_end() -> None:
    state = empty_sea()
    assert mps(state, JAMAICA, JAMAICA) == 0
    assert way(state, JAMAICA, JAMAICA) == []
    assert nearest(state, "s52", ["tolu"]) == "tolu"
    around = reach(state, CARTAGENA, 2)
    spaces = {there: found for there, found in around.items() if not state.board.is_zone(there)}
    assert all(found == mps(state, CARTAGENA, there) for there, found in spaces.items())
    assert max(around.values()) == 2


def test_r2_2_a_detachment_goes_through_small_spaces_and_a_flag_does_not() -> None:
    state = at_sea()
    assert not fits_small(state, FLAG_J)
    put(state, "br-det-j1", "s40", {"j3": 1})
    assert fits_small(state, "br-det-j1")
    state.formations["br-det-j1"].goes_with = FLAG_J
    assert not fits_small(state, "br-det-j1")


def test_2_231_the_bounds_are_two_mps_in_the_winds_of_the_hour() -> None:
    state = empty_sea()
    ports = [port for port in state.ports if state.side_of_port(port) == BOURBON]
    for node in list(state.board.nodes)[::7]:
        near = any(mps(state, node, port) <= 2 for port in ports)
        assert within_bounds(state, node) is near, node


def test_2_234_a_viceroy_off_the_map_or_gone_is_not_present() -> None:
    state = empty_sea()
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    assert viceroy_present(state, "cartagena")
    assert not viceroy_present(state, "la-habana")
    for at, gone in ((OFF_MAP, ""), ("", ""), (CARTAGENA, "captured")):
        state.personages["virrey-nueva-granada"] = Personage(at, gone)
        assert not viceroy_present(state, "cartagena")


def test_2_232_everybody_without_a_briton_near_is_sent_home() -> None:
    state = empty_sea()
    state.personages["virrey-nueva-granada"] = Personage(CARTAGENA)
    put(state, "k1", "s52", {"k1": 3})
    state.formations["k1"].order = "k"
    for name, at in (("sp-flag-k", "s52"), ("k2", "s53")):
        put(state, name, at, {"k2" if name == "k2" else "k3": 3})
    must_return(Table(), state, RULING)
    assert [state.formations[name].home for name in ("k1", "sp-flag-k", "k2")] == [False, True, True]


def test_r5_5_the_question_of_a_breeze_names_her_and_the_place() -> None:
    state = at_sea(CARTAGENA, winds={"sw-darien": "sw"})
    plan(state, FLAG_J, {"to": "tolu"})
    (question,) = asked(sail, state, RULING, answers=[("R5.5", DEFAULT)])
    assert (question.topic, question.facts["who"], question.facts["place"]) == ("weather", FLAG_J, CARTAGENA)


# -------------------------------------------------------------------------------------------- carried on


def test_r9_21_a_rendezvous_ends_in_port_and_a_blockade_off_it() -> None:
    state = at_sea("s40")
    state.orders["rvo-x"] = Order("rvo", BRITISH, [FLAG_J], targets=["lucea"])
    state.formations[FLAG_J].order = "rvo-x"
    for _ in range(3):
        sail_on(state, 4)
        begin_impulse(state)
    assert (state.place(FLAG_J), state.formations[FLAG_J].state) == ("lucea", FITTING_OUT)
    state = at_sea("s53")
    state.orders["x"] = Order(BLOCKADE, BRITISH, [FLAG_J], targets=[CARTAGENA])
    state.formations[FLAG_J].order = "x"
    notes = sail_on(state, 2)
    assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (CARTAGENA, READY)
    assert any("where her Order sends her" in text for text in told(notes, "log"))
    plan(state, FLAG_J, {"carry_on": "yes"}, {"to": "tolu"})
    sail_on(state)
    assert state.place(FLAG_J) == CARTAGENA


def test_r9_21_an_order_brings_her_out_of_the_port_it_begins_at() -> None:
    state = in_port()
    state.orders["x"] = Order(CRUISE, BRITISH, [FLAG_J], targets=[JAMAICA, "s40"])
    state.formations[FLAG_J].order = "x"
    sail_on(state)
    assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (JAMAICA, READY)
    sail_on(state)
    assert state.place(FLAG_J) == "s40"


def test_r10_4_a_convoy_makes_for_its_destination_and_without_one_stays_or_goes_home() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA, condition=FITTING_OUT)
    begin_impulse(state)
    sail_on(state)
    assert state.formations["br-troops-1"].state == FITTING_OUT
    state.convoys["br-troops-1"].destination = "lucea"
    sail_on(state)
    assert state.formations["br-troops-1"].state == READY
    state.convoys["br-troops-1"].destination = ""
    sail_on(state)
    assert (state.place("br-troops-1"), state.formations["br-troops-1"].state) == (JAMAICA, FITTING_OUT)


def test_r9_22_an_expedition_at_sea_alone_waits_for_its_flotilla() -> None:
    state = empty_sea()
    put(state, "br-troops-1", "s40")
    put(state, FLAG_J, JAMAICA, {"j2": 4}, condition=FITTING_OUT)
    state.orders["x"] = Order(ASSAULT, BRITISH, [FLAG_J, "br-troops-1"], targets=[PORTO_BELLO])
    state.formations[FLAG_J].order = state.formations["br-troops-1"].order = "x"
    plan(state, FLAG_J, {"wait": "9"})
    begin_impulse(state)
    notes = sail_on(state)
    assert state.place("br-troops-1") == "s40"
    assert any("waits for its Flotilla" in text for text in told(notes, "log"))


def test_r9_22_a_flotilla_without_an_expedition_waits_in_port_and_at_sea_comes_in() -> None:
    for at, condition in ((JAMAICA, FITTING_OUT), (JAMAICA, READY)):
        state = empty_sea()
        put(state, FLAG_J, at, {"j2": 4}, condition=condition)
        state.orders["x"] = Order(ASSAULT, BRITISH, [FLAG_J], targets=[PORTO_BELLO])
        state.formations[FLAG_J].order = "x"
        begin_impulse(state)
        sail_on(state, 2)
        assert (state.place(FLAG_J), state.formations[FLAG_J].state) == (JAMAICA, FITTING_OUT)


def test_r9_21_without_a_port_left_she_lies_where_she_is_and_says_so() -> None:
    state = at_sea()
    for held in state.ports.values():
        held.holder = "spanish"
    plan(state, FLAG_J)
    notes = sail_on(state)
    assert state.place(FLAG_J) == "s40"
    assert any("no Port is left" in text for text in told(notes, "log"))


def test_r1_8_lanes_alone_keep_out_of_sea_zones() -> None:
    state = empty_sea()
    there = way(state, CARTAGENA, PORTO_BELLO, lanes_only=True)
    assert there[-1] == PORTO_BELLO
    assert not any(state.board.is_zone(place_id) for place_id in there)
    assert any(state.board.is_zone(place_id) for place_id in way(state, CARTAGENA, PORTO_BELLO))


def test_r7_8_one_who_finds_the_way_in_barred_is_told_so() -> None:
    state = at_sea(CARTAGENA)
    state.formations[FLAG_J].blockades = CARTAGENA
    plan(state, FLAG_J, {"blockade": CARTAGENA})
    put(state, FLAG_K, CARTAGENA, {"k1": 3})
    plan(state, FLAG_K, {"port": "here"})
    begin_impulse(state)
    notes = sail_on(state, answers=(("R7.8", 9),))
    assert [each["what"] for each in facts(notes, "log") if each["formation"] == FLAG_K] == ["barred"]
    assert state.formations[FLAG_K].mps == 1


def test_r1_12_a_sortie_with_steps_goes_on_with_them_and_at_sea_is_not_held_back() -> None:
    state = empty_sea()
    put(state, FLAG_K, "s53", {"k1": 3})
    plan(state, FLAG_K, {"to": CARTAGENA}, {"port": "here"}, sortie=["x"])
    begin_impulse(state)
    sail_on(state, ruling=NEVER)
    assert state.place(FLAG_K) == CARTAGENA
    put(state, FLAG_J, CARTAGENA, {"j2": 4}, seen=SEARCH)
    plan(state, FLAG_J, {"stay": "yes"})
    plan(state, FLAG_K, sortie=["x"])
    notes = sail_on(state)
    assert any("where the enemy is" in text for text in told(notes, "log"))


def test_r9_13_one_thrown_off_the_lanes_comes_back_to_them_by_any_way() -> None:
    state = at_sea("sz-colombia-basin")
    state.orders["x"] = Order(CRUISE, BRITISH, [FLAG_J], targets=["santa-marta", CARTAGENA], begun=1, point=1)
    state.formations[FLAG_J].order = "x"
    sail_on(state, answers=(("R5.6", 10),))
    assert state.place(FLAG_J) != "sz-colombia-basin"


def test_r5_2_one_without_a_plan_says_once_why_it_waits() -> None:
    state = at_sea(CARTAGENA)
    state.orders["x"] = Order(BLOCKADE, BRITISH, [FLAG_J], targets=[CARTAGENA])
    state.formations[FLAG_J].order = "x"
    notes = sail_on(state, 4)
    assert [each["what"] for each in facts(notes, "log")] == ["waits"]


def test_r2_1_one_lies_off_the_mouth_of_a_river() -> None:
    assert at_sea().board.whereabouts("s53") == "off the mouth of the Magdalena (s53)"
