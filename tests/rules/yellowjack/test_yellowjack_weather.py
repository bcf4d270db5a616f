"""Hurricanes, Gales, Squalls and Freak Gales (1.4, 1.5, 3.16, R5.7 to R5.10)."""

from __future__ import annotations

import pytest
from rules.playing_rules import play, told
from rules.yellowjack.yellowjack_sea import empty_sea, put

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.gales import downwind, gale_damage, gales_of_impulse, move_gales, struck_by_gale
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import band_of, becalmed, gale_at
from pbem.adjudicator.yellowjack.ch1.hurricanes import generate, move, strike
from pbem.adjudicator.yellowjack.ch3.random_events import random_event
from pbem.adjudicator.yellowjack.state.pieces import Gale, Hurricane
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FITTING_OUT, IN_ORDINARY, READY, date_of

RULING = Ruling()
AUGUST = date_of(1740, 11)


def storm(dot: str = "", *, strong: bool = False, date: int = AUGUST) -> State:
    """An empty sea in August, with a Hurricane that is a Turn old at a dot."""
    state = empty_sea()
    state.date, state.impulse, state.mpi, state.winds = date, 2, 2, {}
    if dot:
        state.hurricane = Hurricane(dot, strong, 1)
    return state


# ---------------------------------------------------------------------------------------------------- Hurricanes


def test_1_513_the_table_of_the_turn_says_where_a_hurricane_begins() -> None:
    state = storm()
    state.mpi = 0
    play(generate, state, answers=[("1.53", 10)])  # a nought in August: Barbados from the east, off the map
    assert (state.hurricane.dot, state.hurricane.strong) == ("e2", True)


def test_1_534_each_impulse_without_one_makes_the_next_likelier() -> None:
    state = storm()
    play(generate, state, answers=[("1.53", 2)])
    assert (state.hurricane.dot, state.accrued) == ("", 1)
    play(generate, state, answers=[("1.53", 2)])  # 2 less 1
    assert (state.hurricane.dot, state.accrued) == ("d23", 0)


def test_1_532_on_the_map_it_begins_as_a_tropical_storm() -> None:
    state = storm()
    play(generate, state, answers=[("1.53", 1)])
    assert (state.hurricane.dot, state.hurricane.strong) == ("d23", False)


def test_1_514_there_is_never_a_second_one_and_nothing_accrues() -> None:
    state = storm("d11")
    assert play(generate, state)[1] == []
    assert state.accrued == 0


def test_1_516_out_of_season_there_is_none_and_what_accrued_is_forgotten() -> None:
    state = storm(date=date_of(1740, 7))
    state.accrued = 5
    assert play(generate, state)[1] == []
    assert state.accrued == 0


def born(state: State, dot: str) -> None:
    """A storm that appeared at the start of this Impulse."""
    state.hurricane = Hurricane(dot, False, state.now * 6 + 1)


def test_1_544_in_its_first_mpi_it_neither_moves_nor_grows() -> None:
    state = storm()
    born(state, "d11")
    state.mpi = 1
    assert play(move, state)[1] == []
    assert state.hurricane.dot == "d11"


@pytest.mark.parametrize(("face", "dot"), [(10, "d16"), (3, "d16"), (4, "d14"), (6, "d14"), (7, "d12"), (9, "d12")])
def test_1_544_three_ways_lead_from_the_yucatan_zone(face: int, dot: str) -> None:
    state = storm()
    born(state, "d11")
    state.mpi = 2
    play(move, state, answers=[("1.541", face), ("1.532", 8)])
    assert (state.hurricane.dot, state.hurricane.strong) == (dot, False)  # an 8 leaves it a Tropical Storm


@pytest.mark.parametrize(("face", "strong"), [(10, True), (6, True), (7, False)])
def test_1_532_after_its_move_a_tropical_storm_may_grow(face: int, strong: bool) -> None:
    state = storm("d11")
    play(move, state, answers=[("1.541", 4), ("1.532", face)])
    assert state.hurricane.strong is strong


def test_1_533_a_hurricane_never_grows_weaker() -> None:
    state = storm("d11", strong=True)
    play(move, state, answers=[("1.541", 4)])  # no die but the path's
    assert state.hurricane.strong


def test_1_542_off_the_map_it_is_gone() -> None:
    state = storm("d14")
    play(move, state, answers=[("1.541", 10)])
    assert state.hurricane.dot == ""


def test_1_554_a_place_in_two_circles_lies_in_the_inner_one_and_land_does_not_matter() -> None:
    state = storm("d11")
    assert (band_of(state, "s13"), band_of(state, "s14"), band_of(state, "la-habana")) == (1, 2, 4)
    assert band_of(state, "cartagena-de-indias") == 0


def test_1_556_winds_in_its_circles_do_not_blow_and_their_gales_are_over() -> None:
    state = storm("d16")
    state.winds = {"sw-yucatan": "ne", "sw-colombia": "ene"}
    state.gales = [Gale("sw-yucatan", "s14", 8), Gale("sw-colombia", "s53", 7)]
    play(move, state, answers=[("1.541", 5), ("1.532", 9)])  # to d15, off Pensacola: neither wind
    assert sorted(state.winds) == ["sw-colombia", "sw-yucatan"]
    state.hurricane = Hurricane("d12", False, 1)
    play(move, state, answers=[("1.541", 8), ("1.532", 9)])
    state.hurricane = Hurricane("d11", False, 1)
    assert becalmed(state, "sw-yucatan")


@pytest.mark.parametrize(("dot", "strong", "dps"), [
    ("d11", True, 5), ("d11", False, 3)])
def test_1_55_ships_at_sea_suffer_by_circle_and_strength(dot: str, strong: bool, dps: int) -> None:
    state = storm(dot, strong=strong)
    put(state, "br-flag-j2", "sz-yucatan", {"j2": 3})
    put(state, "br-flag-j1", "la-habana", {"j1": 2})  # the outermost circle
    play(strike, state, RULING)
    assert state.squadrons["j2"].dp == dps
    assert state.squadrons["j1"].dp == (2 if strong else 1)


def test_1_552_a_harbour_helps_but_a_minor_port_does_not() -> None:
    state = storm("d30", strong=True)
    put(state, "sp-flag-h", "la-habana", {"h1": 3}, condition=FITTING_OUT)
    put(state, "h2", "matanzas", {"h2": 2}, condition=FITTING_OUT)
    play(strike, state, RULING)
    assert state.squadrons["h1"].dp == 3  # in a Harbour of the innermost circle
    assert (state.squadrons["h2"].dp, state.formations["h2"].state) == (5, READY)  # driven out, and struck


def test_1_55_what_is_laid_up_suffers_as_the_port_does() -> None:
    state = storm("d30", strong=True)
    put(state, "sp-flag-h", "la-habana", {"h1": 3}, condition=FITTING_OUT)
    state.squadrons["h2"].sail = {"sol": 2}
    state.lay_up("h2", "la-habana")
    assert state.state_of("h2") == IN_ORDINARY
    play(strike, state, RULING)
    assert state.squadrons["h2"].dp == 3


@pytest.mark.parametrize(("face", "left"), [(10, 1), (2, 1), (3, 2)])
def test_1_55_a_sail_of_frigates_may_founder(face: int, left: int) -> None:
    state = storm("d11", strong=True)
    put(state, "jf1", "sz-yucatan", {"jf1": 2})
    play(strike, state, RULING, answers=[("1.55", face)])
    assert state.size("jf1") == left


def test_1_55_the_last_sail_takes_its_formation_with_it() -> None:
    state = storm("d11", strong=True)
    put(state, "jf1", "sz-yucatan", {"jf1": 1})
    play(strike, state, RULING, answers=[("1.55", 10)])
    assert "jf1" not in state.formations


@pytest.mark.parametrize(("face", "there"), [(3, False), (4, True)])
def test_1_55_a_convoy_may_scatter_and_else_suffers(face: int, there: bool) -> None:
    state = storm("d11")
    put(state, "br-troops-1", "s13", kind=CONVOY)
    play(strike, state, RULING, answers=[("1.55", face)])
    assert ("br-troops-1" in state.formations) is there
    if there:
        assert state.convoys["br-troops-1"].dp_weather == 3


def test_1_534_four_hundred_seasons_bring_about_as_many_as_were_reckoned() -> None:
    """The review reckons 4.8 a season by other means, 4.2 of them Hurricanes at some time; here the rules play 400."""
    dice = SeededChance("1739")
    storms, hurricanes = 0, set[tuple[int, int]]()
    state = storm()
    for season in range(400):
        state.accrued, state.hurricane = 0, Hurricane()
        for turn in range(8, 16):
            for impulse in (1, 2, 3):
                state.date, state.impulse, state.mpi = date_of(1740, turn), impulse, 0
                before = state.hurricane.dot
                run(generate, state, dice)
                storms += bool(state.hurricane.dot and not before)
                for mpi in range(1, 7):
                    state.mpi = mpi
                    run(move, state, dice)
                    if state.hurricane.strong:
                        hurricanes.add((season, state.hurricane.born))
    assert 4.4 < storms / 400 < 5.2
    assert 3.9 < len(hurricanes) / 400 < 4.5


def run(rule: object, state: State, dice: SeededChance) -> None:
    """Plays a rule whose dice come from a stream, one after another."""

    running = rule(Table(), state)  # type: ignore[operator]
    answer = None
    try:
        while True:
            running.send(answer)
            answer = (dice.below(10) + 1,)
    except StopIteration:
        return


# --------------------------------------------------------------------------------------------------------- Gales


def gale(force: int, at: str = "sz-colombia-basin", **squadrons: int) -> State:
    """A Gale of the trades in October, and a Flotilla under it."""
    state = empty_sea({"sw-colombia": "ne"})
    state.gales = [Gale("sw-colombia", at, force)]
    if squadrons:
        put(state, "br-flag-j2", at, squadrons)
    return state


def test_r5_9_a_gale_strikes_the_convoy_and_its_escort_alike() -> None:
    state = gale(10, j2=4)
    put(state, "br-trade-1", "sz-colombia-basin")
    state.formations["br-trade-1"].goes_with = "br-flag-j2"
    play(struck_by_gale, state, RULING, "br-flag-j2", state.gales[0], answers=[("R5.9", 9)])
    assert state.convoys["br-trade-1"].dp_weather > 0
    assert state.squadrons["j2"].dp > 0


@pytest.mark.parametrize(("face", "left"), [(5, []), (6, [7])])
def test_r5_7_an_old_gale_goes_on_weaker_or_ends(face: int, left: list[int]) -> None:
    state = gale(8)
    play(gales_of_impulse, state, answers=[("R5.7", face), ("R5.7", 1)])  # then: none is born
    assert [each.force for each in state.gales] == left


def test_r5_7_a_gale_of_force_seven_ends() -> None:
    state = gale(7)
    play(gales_of_impulse, state, answers=[("R5.7", 9), ("R5.7", 1)])
    assert state.gales == []


def test_r5_7_a_gale_ends_with_its_wind() -> None:
    state = gale(9)
    state.winds = {}
    play(gales_of_impulse, state, answers=[("R5.7", 1)])
    assert state.gales == []


@pytest.mark.parametrize(("face", "born_"), [(7, 0), (8, 1)])
def test_r5_7_in_the_fall_a_gale_is_born_on_eight(face: int, born_: int) -> None:
    state = empty_sea({"sw-colombia": "ne"})
    state.mpi = 0
    more = [("R5.7", 7), ("R5.7", 9)] if born_ else []  # the icon with a 7, then Force 10
    play(gales_of_impulse, state, answers=[("R5.7", face), *more])
    expected = [("sw-colombia", "sz-colombia-basin", 10)] * born_
    assert [(each.wind, each.at, each.force) for each in state.gales] == expected


@pytest.mark.parametrize(("die", "force"), [(3, 7), (4, 8), (6, 8), (7, 9), (8, 9), (9, 10)])
def test_r5_7_the_force_in_a_rough_season(die: int, force: int) -> None:
    state = empty_sea({"sw-colombia": "ne"})
    play(gales_of_impulse, state, answers=[("R5.7", 9), ("R5.7", 7), ("R5.7", die)])
    assert state.gales[0].force == force


def test_1_412_where_the_wind_does_not_blow_there_is_no_gale() -> None:
    state = empty_sea()
    play(gales_of_impulse, state, answers=[("R5.7", 9), ("R5.7", 7)])
    assert state.gales == []


def test_r5_8_a_gale_goes_one_step_the_way_of_its_wind_from_the_second_mpi_on() -> None:
    state = gale(8)
    play(move_gales, state)
    assert state.gales[0].at == "sz-colombia-basin"
    state.mpi = 2
    ahead = downwind(state, "sz-colombia-basin", "ne", small=False)
    assert len(ahead) == 1
    play(move_gales, state)
    assert state.gales[0].at == ahead[0]
    assert state.board.course("sz-colombia-basin", ahead[0]) in range(2250 - 675, 2250 + 676)


@pytest.mark.parametrize(("force", "radius"), [(7, 0), (8, 1), (9, 1), (10, 2)])
def test_r5_9_the_radius_of_a_gale_is_counted_in_legs(force: int, radius: int) -> None:
    state = gale(force)
    for place in ("sz-colombia-basin", "s53", "s52", "s51", "s40"):
        assert bool(gale_at(state, place)) is (state.board.legs("sz-colombia-basin", place) <= radius)


@pytest.mark.parametrize(("force", "face", "dps"), [
    (7, 8, 0), (7, 9, 1), (8, 6, 0), (8, 7, 1), (9, 3, 0), (9, 4, 1), (9, 8, 2), (10, 1, 0), (10, 2, 1), (10, 6, 2),
    (10, 9, 3)])
def test_r5_9_the_damage_of_a_squadron(force: int, face: int, dps: int) -> None:
    state = gale(force, j2=3)
    play(gale_damage, state, RULING, answers=[("R5.9", face)])
    assert state.squadrons["j2"].dp == dps


def test_r5_9_frigates_lie_easier_and_battered_ships_worse() -> None:
    state = gale(8)
    put(state, "jf1", "sz-colombia-basin", {"jf1": 2})
    play(gale_damage, state, RULING, answers=[("R5.9", 7)])
    assert state.squadrons["jf1"].dp == 0
    state = gale(8, j2=3)
    state.squadrons["j2"].dp = 7
    play(gale_damage, state, RULING, answers=[("R5.9", 6)])
    assert state.squadrons["j2"].dp == 8


def test_r5_9_a_convoy_suffers_one_more_in_force_nine() -> None:
    state = gale(9)
    put(state, "br-troops-1", "sz-colombia-basin", kind=CONVOY)
    play(gale_damage, state, RULING, answers=[("R5.9", 4)])
    assert state.convoys["br-troops-1"].dp_weather == 2


def test_r5_9_a_convoy_that_the_gale_scatters_leaves_its_escort_alone_on_the_sea() -> None:
    state = gale(9)
    put(state, "br-trade-1", "sz-colombia-basin", kind=CONVOY)
    state.squadrons["jf1"].sail = {"frigate": 2}
    state.join("jf1", "br-trade-1")
    state.convoys["br-trade-1"].dp_weather = 11
    play(gale_damage, state, RULING, answers=[("R5.9", 4)])
    assert "br-trade-1" not in state.formations
    assert (state.formations["jf1"].state, state.place("jf1")) == (READY, "sz-colombia-basin")


def test_r5_9_a_squadron_may_lose_the_others_and_makes_for_port() -> None:
    state = gale(10, j2=3, j3=2)
    play(gale_damage, state, RULING, answers=[("R5.9", 10), ("R5.9", 8)])
    assert state.formations["br-flag-j2"].squadrons == ["j3"]
    lost = state.order_of("j2")
    assert lost is not None
    assert (lost.kind, state.place("j2")) == ("rvo", downwind(state, "sz-colombia-basin", "ne", small=True)[0])


def test_r5_10_force_eight_drives_ships_out_of_a_minor_port() -> None:
    state = gale(8, at="lucea")
    put(state, "j2", "lucea", {"j2": 2}, condition=FITTING_OUT)
    play(gale_damage, state, RULING, answers=[("R5.9", 7)])
    assert (state.formations["j2"].state, state.squadrons["j2"].dp) == (READY, 1)


def test_r5_9_harbours_are_safe_and_force_seven_leaves_ships_at_their_anchors() -> None:
    state = gale(10, at="port-royal-jamaica")
    put(state, "j2", "port-royal-jamaica", {"j2": 2}, condition=FITTING_OUT)
    play(gale_damage, state, RULING)
    assert state.squadrons["j2"].dp == 0
    state = gale(7, at="lucea")
    put(state, "j2", "lucea", {"j2": 2}, condition=FITTING_OUT)
    play(gale_damage, state, RULING)
    assert state.formations["j2"].state == FITTING_OUT


# ------------------------------------------------------------------------------------------ Squalls and Freak Gales


def test_1_421_a_random_event_comes_of_a_nine_among_the_winds_alone() -> None:
    assert play(random_event, empty_sea(), RULING, [1, 8, 10])[1] == []


def squall(face: int, *, formation: str = "br-flag-j2", at: str = "s40", condition: str = READY) -> State:
    """A nine in October and the die of the event; one Squadron in the region Jamaica."""
    state = empty_sea()
    put(state, formation, at, {"j2": 2}, condition=condition)
    answers: list[tuple[str, object]] = [("3.16", face)]
    if face >= 4:  # in October one is added
        answers += [("1.427", 4)]
        if condition == READY or face >= 7:
            answers += [("1.427", (0,))]
    play(random_event, state, RULING, [9], answers=answers)
    return state


@pytest.mark.parametrize(("face", "dps"), [(3, 0), (4, 1), (6, 1), (7, 2), (9, 2)])
def test_1_424_a_squall_costs_one_and_a_freak_gale_two(face: int, dps: int) -> None:
    assert squall(face).squadrons["j2"].dp == dps


def test_1_422_harbours_are_safe_from_both() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "port-royal-jamaica", {"j2": 2}, condition=FITTING_OUT)
    _, notes = play(random_event, state, RULING, [9], answers=[("3.16", 9), ("1.427", 4)])
    assert state.squadrons["j2"].dp == 0
    assert [note.text for note in notes if note.event == "weather"] == ["A Freak Gale in the region Jamaica."]


def test_1_423_a_freak_gale_drives_ships_out_of_a_minor_port_and_a_squall_does_not() -> None:
    state = squall(9, formation="j2", at="lucea", condition=FITTING_OUT)
    assert (state.formations["j2"].state, state.squadrons["j2"].dp) == (READY, 2)
    state = empty_sea()
    put(state, "j2", "lucea", {"j2": 2}, condition=FITTING_OUT)
    play(random_event, state, RULING, [9], answers=[("3.16", 4), ("1.427", 4)])
    assert (state.formations["j2"].state, state.squadrons["j2"].dp) == (FITTING_OUT, 0)


def test_1_427_all_hear_the_region_and_only_who_is_struck_the_place() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s40", {"j2": 2})
    notes = play(random_event, state, RULING, [9], answers=[("3.16", 4), ("1.427", 4), ("1.427", (0,))])[1]
    assert not any("s40" in note.text or "Formation" in note.text for note in notes if note.to == "all")
    assert told(notes, "log")[0].startswith("A Squall strikes")


def test_1_556_no_squall_strikes_under_a_hurricane() -> None:
    state = storm("d28")
    put(state, "br-flag-j2", "s40", {"j2": 2})
    play(random_event, state, RULING, [9], answers=[("3.16", 4), ("1.427", 4)])
    assert state.squadrons["j2"].dp == 0


# ---------------------------------------------------------------------------------- what the cases say one by one


def test_1_511_a_storm_is_a_tropical_storm_or_a_hurricane() -> None:
    for strong, word in ((False, "Tropical Storm"), (True, "Hurricane")):
        notes = play(move, storm("d14", strong=strong), answers=[("1.541", 10)])[1]
        assert any(word in note.text for note in notes if note.event == "weather")


def test_1_512_what_is_said_of_hurricanes_holds_for_tropical_storms() -> None:
    """Both becalm winds, and both strike ships."""
    for strong in (False, True):
        state = storm("d11", strong=strong)
        put(state, "br-flag-j2", "sz-yucatan", {"j2": 3})
        assert becalmed(state, "sw-yucatan")
        play(strike, state, RULING)
        assert state.squadrons["j2"].dp > 0


def test_1_515_it_moves_and_its_circles_move_with_it() -> None:
    state = storm("d11")
    assert band_of(state, "s13") == 1
    play(move, state, answers=[("1.541", 8), ("1.532", 9)])
    assert (state.hurricane.dot, band_of(state, "s13")) == ("d12", 0)


def test_1_52_every_dot_has_a_path_for_every_face() -> None:
    storms = empty_sea().board.storms
    for dot in storms.dots.values():
        assert len(dot.paths) == 10
        assert all(to == "off" or to in storms.dots for to in dot.paths)


def test_1_531_its_marker_is_put_on_the_dot_that_the_table_names() -> None:
    for face, dot in ((2, "d04"), (3, "d11")):
        state = storm(date=date_of(1740, 10))
        state.accrued = {"d04": 3, "d11": 10}[dot]
        play(generate, state, answers=[("1.53", face)])  # 2 less 3; 3 less 10
        assert state.hurricane.dot == dot


def test_1_541_the_face_picks_the_path() -> None:
    for face, dot in ((2, "d13"), (8, "d31")):
        state = storm("d12", strong=True)
        play(move, state, answers=[("1.541", face)])
        assert state.hurricane.dot == dot


def test_1_543_it_strikes_from_where_it_is_after_its_move() -> None:
    state = storm("d11", strong=True)
    put(state, "br-flag-j2", "sz-yucatan", {"j2": 3})
    put(state, "br-flag-j1", "sz-golfo-de-campeche", {"j1": 2})
    play(move, state, answers=[("1.541", 8)])
    play(strike, state, RULING)
    assert (state.squadrons["j2"].dp, state.squadrons["j1"].dp) == (0, 5)


def test_1_551_it_strikes_in_each_mpi_anew() -> None:
    state = storm("d11", strong=True)
    put(state, "br-flag-j2", "sz-yucatan", {"j2": 3})
    play(strike, state, RULING)
    play(strike, state, RULING, answers=[("1.55", 9)])  # battered by now: a Sail may founder
    assert state.squadrons["j2"].dp == 10


@pytest.mark.parametrize(("place", "dps"), [("sz-yucatan", 5), ("s14", 4), ("bacalar", 3), ("sz-cayman", 2)])
def test_1_553_each_circle_has_its_own_effect(place: str, dps: int) -> None:
    state = storm("d11", strong=True)
    put(state, "br-flag-j2", place, {"j2": 3})
    play(strike, state, RULING)
    assert state.squadrons["j2"].dp == dps


def test_1_555_what_no_circle_names_is_outside() -> None:
    state = storm("d11", strong=True)
    put(state, "br-flag-j2", "s40", {"j2": 3})
    play(strike, state, RULING)
    assert state.squadrons["j2"].dp == 0


def test_1_411_a_seasonal_wind_gives_way_to_a_hurricane() -> None:
    state = storm("d16")
    state.winds = {"sw-yucatan": "ne"}
    state.hurricane.dot = "d10"
    play(move, state, answers=[("1.541", 10), ("1.532", 9)])  # to d11, over the Zone where the wind is marked
    assert (state.hurricane.dot, state.winds) == ("d11", {})


def test_1_42_a_squall_strikes_one_place_alone() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s40", {"j2": 2})
    put(state, "br-flag-j1", "s38", {"j1": 2})
    play(random_event, state, RULING, [9], answers=[("3.16", 4), ("1.427", 4), ("1.427", (0,)), ("1.422", (1,))])
    assert sorted((state.squadrons["j1"].dp, state.squadrons["j2"].dp)) == [0, 1]


def test_1_425_a_freak_gale_costs_two_and_its_convoy_as_much() -> None:
    state = empty_sea()
    put(state, "br-troops-1", "s40", kind=CONVOY)
    play(random_event, state, RULING, [9], answers=[("3.16", 9), ("1.427", 4), ("1.427", (0,))])
    assert state.convoys["br-troops-1"].dp_weather == 2


def test_1_426_neither_lingers() -> None:
    state = squall(9)
    assert (state.gales, state.hurricane.dot) == ([], "")


@pytest.mark.parametrize(("turn", "face", "struck"), [(14, 4, True), (7, 4, False), (7, 5, True)])
def test_3_16_in_the_stormy_months_one_is_added(turn: int, face: int, struck: bool) -> None:
    state = empty_sea()
    state.date = date_of(1740, turn)
    put(state, "br-flag-j2", "s40", {"j2": 2})
    more: list[tuple[str, object]] = [("1.427", 4), ("1.427", (0,))] if struck else []
    play(random_event, state, RULING, [3, 9], answers=[("3.16", face), *more])
    assert bool(state.squadrons["j2"].dp) is struck
