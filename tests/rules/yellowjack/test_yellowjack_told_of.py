"""What is told when something has happened, and small figures beside it: rules that a slip would leave silent."""

from __future__ import annotations

import pytest
from rules.playing_rules import DEFAULT, play, told
from rules.yellowjack.yellowjack_sea import empty_sea, put
from rules.yellowjack.yellowjack_views import besieged, set_up

from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.yellowjack.base.battle_lines import Line
from pbem.adjudicator.yellowjack.base.careers import relief, why_not_posted
from pbem.adjudicator.yellowjack.base.formations import form, why_not_formed
from pbem.adjudicator.yellowjack.base.gales import maybe_born, tell_damage
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import Deed
from pbem.adjudicator.yellowjack.base.step_verbs import wait
from pbem.adjudicator.yellowjack.base.tasks import change_zone
from pbem.adjudicator.yellowjack.base.yard import laid_up, may_patch
from pbem.adjudicator.yellowjack.ch2.corsairs import beaten
from pbem.adjudicator.yellowjack.ch2.marching import present, tell_changes
from pbem.adjudicator.yellowjack.ch2.tribes import favoured
from pbem.adjudicator.yellowjack.ch3.after_philip import narrow_the_orders
from pbem.adjudicator.yellowjack.ch3.fallen_craft import craft_in
from pbem.adjudicator.yellowjack.ch3.interdicted import hurts
from pbem.adjudicator.yellowjack.ch3.issuing import which_received
from pbem.adjudicator.yellowjack.ch3.sinking import sink
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Campaign, Unit
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    FITTING_OUT,
    IN_ORDINARY,
    READY,
    SIDES,
    SOL,
    date_of,
)
from pbem.adjudicator.yellowjack.view.invariants import broken

RULING = Ruling()
JAMAICA = "port-royal-jamaica"


def heard(table: Table, event: str) -> list[tuple[str | None, str]]:
    """The notes of one sort, each with who hears it."""
    return [(note.to, note.text) for note in table.story if note.event == event]


# ------------------------------------------------------------------------------------------------ Leaders, Formations


@pytest.mark.parametrize(("to", "lawful"), [
    ("jamaica", True), ("british-fleet", True), ("cartagena", False), ("bourbon-fleet", False), ("nowhere", False),
])  # fmt: skip
def test_r11_9_a_leader_is_posted_to_a_station_of_the_own_side(to: str, lawful: bool) -> None:
    assert (why_not_posted(set_up(), BRITISH, "vernon", to) == "") is lawful


def test_r11_10_all_hear_of_an_admiral_who_is_relieved() -> None:
    state = set_up()
    state.date, state.prestige[BRITISH] = date_of(1739, 16), 0
    losses, behind = {BRITISH: 1, BOURBON: 0}, {BRITISH: True, BOURBON: False}
    _, notes = play(relief, state, losses, behind, answers=[("R11.10", 9)])
    assert told(notes, "relieved") == ["Edward Vernon is relieved."]


def test_r3_7_a_formation_that_is_made_up_is_told_to_its_owner() -> None:
    state, table = set_up(), Table()
    entry = {"formation": "br-det-j1", "at": JAMAICA, "squadrons": ["j3", "jf1"]}
    form(table, state, RULING, BRITISH, entry)
    assert heard(table, "formed") == [(BRITISH, "1st Jamaica Detachment at Port Royal (Jamaica) now has J3, JF1.")]


def test_2_115_a_flotilla_is_of_one_command() -> None:
    state = set_up()
    state.squadrons["jf1"].command = "leewards"
    assert why_not_formed(state, RULING, BRITISH, "br-det-j1", JAMAICA, ["j3", "jf1"]) == "they are not of its Command"
    assert why_not_formed(state, RULING, BRITISH, "br-det-j1", JAMAICA, ["j3"]) == ""


# ------------------------------------------------------------------------------------------------ weather, the yard


def test_r5_7_all_hear_where_a_gale_is_born_and_how_hard_it_blows() -> None:
    state = empty_sea({"trades-colombia": "e"})
    wind = next(name for name, one in state.board.winds.items() if one.gale > 0)
    state.winds = {wind: "e"}
    _, notes = play(maybe_born, state, answers=[("R5.7", 9), ("R5.7", state.board.winds[wind].gale), ("R5.7", 5)])
    force = state.gales[0].force
    where = state.board.whereabouts(state.gales[0].at)
    assert told(notes, "weather") == [f"A Gale of Force {force} is born {where}."]
    assert [note.to for note in notes if note.event == "weather"] == [ALL]


@pytest.mark.parametrize(("name", "formation"), [("br-flag-j2", "br-flag-j2"), ("j1", "")])
def test_1_55_who_is_hurt_by_the_weather_is_named(name: str, formation: str) -> None:
    state, table = set_up(), Table()
    tell_damage(table, state, "1.55", BRITISH, name, 2)
    tell_damage(table, state, "1.55", BRITISH, name, 0)
    assert heard(table, "worn") == [(BRITISH, f"The weather costs {state.label(name)} 2 DPs.")]
    assert table.story[0].facts["formation"] == formation


def test_r11_4_the_worst_in_proportion_is_mended_first() -> None:
    state = set_up()
    for squadron, dp in (("j1", 6), ("j2", 9), ("j3", 7)):  # ratings: of two Sail, four, two
        state.lay_up(squadron, JAMAICA)
        state.squadrons[squadron].dp = dp
    share = {name: state.squadrons[name].dp / state.dr(name) for name in ("j1", "j2", "j3")}
    order = laid_up(state, RULING, BRITISH, JAMAICA)
    assert order == sorted(share, key=lambda name: (-share[name], name))


@pytest.mark.parametrize(("at", "condition", "may"), [
    ("lucea", FITTING_OUT, True), ("lucea", READY, False), ("s40", FITTING_OUT, False), ("lucea", IN_ORDINARY, True),
])  # fmt: skip
def test_r11_6_only_who_lies_in_a_port_patches_herself(at: str, condition: str, may: bool) -> None:
    state = empty_sea()
    put(state, "jf1", at, {"jf1": 2}, condition=condition)
    state.squadrons["jf1"].dp = 8
    if condition == IN_ORDINARY:
        state.lay_up("jf1", at)
    assert may_patch(state, RULING, "jf1") is may


# ------------------------------------------------------------------------------------------------ small craft, Units


def test_2_424_both_sides_hear_that_a_pirate_has_changed_its_zone() -> None:
    state, table = empty_sea(), Table()
    state.auxiliaries["pirate-tortuga"] = Auxiliary("cz-tortuga", zone="cz-tortuga")
    change_zone(table, state, Deed(BRITISH, "pirate-tortuga", "rebase", "", goal="cz-jamaica"))
    assert [to for to, _ in heard(table, "rebase")] == list(SIDES)
    assert state.auxiliaries["pirate-tortuga"].at == "cz-jamaica"


def test_2_452_who_has_beaten_corsairs_hears_of_the_order() -> None:
    state, table = empty_sea(), Table()
    beaten(table, state, BRITISH, "cz-mona")
    zone = state.board.corsair_zones["cz-mona"].name
    assert heard(table, "corsair-beaten") == [(BRITISH, f"Corsairs of {zone} are beaten: a Completed Order.")]


@pytest.mark.parametrize(("before", "after", "words"), [
    ("lb-panama", "porto-bello", "are now"), ("porto-bello", "lb-panama", "are no longer"),
])  # fmt: skip
def test_r1_9_all_hear_whether_troops_have_come_to_a_port_or_gone(before: str, after: str, words: str) -> None:
    state, table = empty_sea(), Table()
    state.units["fijo-panama"] = Unit(before)
    was = {"porto-bello": present(state, "porto-bello")}
    state.units["fijo-panama"].at = after
    tell_changes(table, state, was)
    assert heard(table, "units-seen") == [(ALL, f"Bourbon troops {words} at Porto Bello.")]


# ------------------------------------------------------------------------------------------------ Orders, Battles


def test_3_312_the_orders_that_are_received_keep_the_order_in_which_they_are_named() -> None:
    state = set_up()
    question = which_received(Table(), state, BRITISH, ["j-show", "j-pirates"], 2)
    assert isinstance(question, Pick)
    assert question.ordered
    assert (question.least, question.most) == (1, 2)


def test_r8_2_a_line_begins_with_nothing_lost_and_no_rating() -> None:
    line = Line(BRITISH, [])
    assert (line.rating, line.taken, line.lost, line.intensity, line.shaken, line.broke) == (0, {}, {}, 2, False, False)


def test_r1_9_a_convoy_whose_flotilla_is_sunk_in_a_storm_lies_there_under_a_number_of_its_own() -> None:
    state = besieged()
    state.unform("j3")
    state.squadrons["j2"].sail = {SOL: 1}
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    answers = [("3.445", DEFAULT)]
    play(sink, state, RULING, "porto-bello", "british", 1, 0, answers=answers)
    assert "br-flag-j2" not in state.formations
    assert state.formations["br-troops-1"].marker.startswith("b-")
    assert broken(state) == []


# ------------------------------------------------------------------------------------------------ plans, late rules


@pytest.mark.parametrize("mpis", [1, 2, 3])
def test_r5_2_a_wait_lasts_as_many_mpis_as_it_says(mpis: int) -> None:
    state = set_up()
    state.plans["jf1"] = {"then": [{"wait": str(mpis)}]}
    done = [wait(Table(), state, RULING, "jf1", {"wait": str(mpis)}) is None for _ in range(mpis + 1)]
    assert done == [*[False] * mpis, True]


def test_2_237_who_holds_an_order_that_the_new_king_does_not_want_hears_which() -> None:
    state, table = set_up(), Table()
    state.pool[BOURBON], state.hand[BOURBON] = ["k-show"], ["k-interdict-roques", "k-cruise-main"]
    narrow_the_orders(table, state)
    assert heard(table, "discarded") == [(BOURBON, "The new King wants no more of this: Interdiction: Los Roques.")]
    assert (state.pool[BOURBON], state.hand[BOURBON]) == ([], ["k-cruise-main"])


def test_3_343_an_interdicted_route_hurts_the_side_of_its_convoy_alone() -> None:
    state = empty_sea()
    put(state, "sp-trade-1", "s52")
    element, card = next((name, each) for name, each in state.board.europe.elements.items()
                         if any(place in state.board.spaces for place in each.route))  # fmt: skip
    space = next(place for place in card.route if place in state.board.spaces)
    assert not hurts(state, BOURBON, space)
    state.convoys["sp-trade-1"].element = element
    assert hurts(state, BOURBON, space)
    assert not hurts(state, BRITISH, space)


@pytest.mark.parametrize(("hex_", "side"), [("", ""), ("a3", ""), ("a2", BRITISH), ("a4", BOURBON)])
def test_2_541_the_half_of_the_track_with_the_marker_says_who_is_ahead(hex_: str, side: str) -> None:
    state = empty_sea()
    state.campaigns["georgia"] = Campaign("neutral", hex=hex_)
    assert favoured(state, "georgia") == side


def test_3_462_a_corsair_and_one_on_a_task_are_no_auxiliaries_of_a_fallen_port() -> None:
    state = empty_sea()
    state.auxiliaries = {"saeta": Auxiliary("la-habana"), "diligencia": Auxiliary("la-habana", task="shadow"),
                         "gc-florida": Auxiliary("la-habana", zone="cz-florida")}  # fmt: skip
    assert craft_in(state, "la-habana", BOURBON) == ["saeta"]
