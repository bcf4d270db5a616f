"""Places and their Commands, winds in season, Neutral Harbours, and the order of steps."""

from __future__ import annotations

import pytest
from rules.playing_rules import facts, play
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, empty_sea, put

from pbem.adjudicator.yellowjack.base.contact import contacts
from pbem.adjudicator.yellowjack.base.ports import commands_at, may_shelter, region_of
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse, movers, sail
from pbem.adjudicator.yellowjack.base.spotting import SEARCH, afloat_at, place
from pbem.adjudicator.yellowjack.ch1.winds import blow
from pbem.adjudicator.yellowjack.ch2 import british
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.british import grog, leaves_play
from pbem.adjudicator.yellowjack.ch2.engagement import may_leave
from pbem.adjudicator.yellowjack.state.pieces import Hurricane
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    FITTING_OUT,
    IN_ORDINARY,
    OFF_MAP,
    READY,
)

RULING = Ruling(shares=shares, may_leave=may_leave)


def test_2_313_no_british_order_in_the_gulf_but_along_cuba() -> None:
    state = empty_sea()
    gulf = [name for name, node in state.board.nodes.items() if node.region == "gulf"]
    assert {state.board.commands_at(name, BRITISH) for name in gulf} == {()}
    assert state.board.commands_at("s13", BRITISH) == ("jamaica",)


def test_2_316_no_full_admiral_serves_here() -> None:
    assert [leaves_play(rank) for rank in british.RANKS] == [False, False, False, True]


def test_2_331_two_squadrons_that_were_to_take_two_each_take_two_together() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", JAMAICA, {"j2": 4, "j3": 4})
    assert grog(state, "br-flag-j2", 4) == 2
    state.formations["br-flag-j2"].command = "carolinas"
    assert grog(state, "br-flag-j2", 4) == 4


def test_1_373_each_side_has_boundaries_of_its_own() -> None:
    state = empty_sea()
    assert len(state.board.commands_at("s11", BRITISH)) == 2
    assert len(state.board.commands_at("s11", BOURBON)) == 1


def test_1_41_no_wind_blows_against_the_season() -> None:
    state = empty_sea()
    play(blow, state, answers=[("R5.4", 10)] * 3)
    for icon, wind in state.winds.items():
        assert wind == state.board.phase_of(icon, 14).direction


def test_1_411_a_hurricane_stands_above_the_winds() -> None:
    state = empty_sea()
    dot = next(dot for dot in state.board.storms.dots.values() if "sz-cayman" not in dot.bands
               and any(state.board.winds[icon].node in dot.bands for icon in state.board.winds))  # fmt: skip
    state.hurricane = Hurricane(dot.id, True)
    play(blow, state, answers=[("R5.4", 10)] * 3)
    still = {icon for icon, wind in state.board.winds.items() if wind.node in dot.bands}
    assert still
    assert not still & set(state.winds)


def test_r2_1_every_place_is_a_port_a_space_or_a_zone() -> None:
    board = empty_sea().board
    kinds = [{name in shelf for shelf in (board.ports,)} | {name in board.spaces or name in board.zones}
             for name in board.nodes]  # fmt: skip
    assert all(kinds)
    assert len(board.nodes) == len(board.ports) + len(board.spaces) + len(board.zones) == 200
    assert not any(board.is_small(name) for name in board.ports)


def test_r2_7_any_number_lies_in_one_place() -> None:
    state = empty_sea()
    names = [name for name, one in state.board.squadrons.items() if one.contingent == "british"]
    for name in names:
        put(state, name, "s52", {name: 1})
        place(state, name, "s40")
    assert len(afloat_at(state, "s40", BRITISH)) == len(names) > 8


def test_r2_8_each_place_has_its_commands_and_the_gulf_no_british_one() -> None:
    state = empty_sea()
    assert commands_at(state, CARTAGENA) == ("jamaica", "cartagena")
    assert commands_at(state, "veracruz") == ("la-habana",)


def test_r2_9_a_land_box_has_its_own_region() -> None:
    state = empty_sea()
    assert (region_of(state, "lb-venezuela"), region_of(state, "maracaibo")) == ("leewards", "jamaica")
    assert region_of(state, "veracruz") == "gulf"


def test_r2_11_nothing_off_the_map_moves() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", OFF_MAP, {"j2": 4}, condition=FITTING_OUT)
    put(state, "j3", JAMAICA, {"j3": 4}, condition=FITTING_OUT)
    assert movers(state) == ["j3"]


def test_r4_4_all_stances_are_asked_before_a_die_falls() -> None:
    state = empty_sea()
    for at, names in (("s52", ("j2", "k1")), ("s40", ("j3", "k2"))):
        for name in names:
            put(state, name, at, {name: 2}, seen=SEARCH)
    seek, flee = ("R7.4", {"do": "seek"}), ("R7.4", {"do": "avoid"})
    first = [seek, flee] * 2
    play(contacts, state, Ruling(), answers=[*first, ("R7.4", 9), ("R7.4", 9)])


def test_1_327_cripples_go_into_a_neutral_harbour_and_the_others_wait_outside() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "curacao", {"j2": 4, "j3": 2})
    state.squadrons["j2"].dp = 11
    state.plans["br-flag-j2"] = {"then": [{"port": "here"}], "stay": "yes"}
    begin_impulse(state)
    _, notes = play(sail, state, RULING)
    assert (state.state_of("j2"), state.place_of("j2"), state.squadrons["j2"].foreign) == (IN_ORDINARY, "curacao", True)
    assert state.formations["br-flag-j2"].squadrons == ["j3"]
    assert state.formations["br-flag-j2"].state == READY
    assert [(note.to, note.facts["what"]) for note in notes if note.event == "log"] == [(BRITISH, "shelters")]


def test_1_327_a_lone_cripple_is_laid_up_there_and_her_marker_is_gone() -> None:
    state = empty_sea()
    put(state, "j2", "curacao", {"j2": 4})
    state.squadrons["j2"].dp = 11
    state.plans["j2"] = {"then": [{"port": "curacao"}]}
    begin_impulse(state)
    _, notes = play(sail, state, RULING)
    assert "j2" not in state.formations
    assert [each["gone"] for each in facts(notes, "marker")] == [True]


def test_1_327_without_a_word_a_cripple_makes_for_a_port_of_its_own() -> None:
    state = empty_sea()
    put(state, "j2", "curacao", {"j2": 4})
    state.squadrons["j2"].dp = 11
    begin_impulse(state)
    play(sail, state, RULING)
    assert state.place("j2") != "curacao"


def test_1_327_nobody_else_may_enter() -> None:
    state = empty_sea()
    put(state, "j2", "curacao", {"j2": 4})
    state.squadrons["j2"].dp = 11
    assert may_shelter(state, RULING, "j2", "curacao")
    assert not may_shelter(state, RULING, "j2", "aruba")
    assert not may_shelter(state, RULING, "j2", CARTAGENA)
    state.squadrons["j2"].dp = 10
    assert not may_shelter(state, RULING, "j2", "curacao")


def test_1_327_the_royal_spaniards_treat_la_guaira_so() -> None:
    state = empty_sea()
    put(state, "k1", "la-guaira", {"k1": 3})
    put(state, "g1", "la-guaira", {"g1": 1})
    state.squadrons["k1"].dp = state.squadrons["g1"].dp = 15
    assert may_shelter(state, RULING, "k1", "la-guaira")
    assert not may_shelter(state, RULING, "g1", "la-guaira")
    put(state, "j2", "la-guaira", {"j2": 4})
    state.squadrons["j2"].dp = 11
    assert not may_shelter(state, RULING, "j2", "la-guaira")


def test_1_327_one_who_fits_out_in_a_neutral_harbour_leaves_as_soon_as_may_be() -> None:
    state = empty_sea()
    put(state, "k1", "la-guaira", {"k1": 3}, condition=FITTING_OUT)
    begin_impulse(state)
    _, notes = play(sail, state, RULING)
    assert state.formations["k1"].state == READY
    assert [each["what"] for each in facts(notes, "log")] == ["to-sea"]
    assert state.state_of("k1") != IN_ORDINARY


@pytest.mark.parametrize(("place_id", "words"), [
    (CARTAGENA, "off Cartagena de Indias"), ("sz-darien", "in the Mar de Darién Zone"), ("s1", "off Tuxpan (s1)"),
    ("s52", "in the Gulf of Darién (s52)"), ("s39", "off Negril (s39)"),
])  # fmt: skip
def test_r2_1_places_as_a_sentence_has_them(place_id: str, words: str) -> None:
    assert empty_sea().board.whereabouts(place_id) == words
