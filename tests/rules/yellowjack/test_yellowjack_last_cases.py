"""Cases of Yellow Jack that stand beside a greater one: storms, fever, Units rebuilt, Convoys under way."""

from __future__ import annotations

import pytest
from rules.playing_rules import play
from rules.yellowjack.test_yellowjack_fever import GOOCH, JAMAICA, camp, sick
from rules.yellowjack.test_yellowjack_weather import storm

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.carrying_on import convoy_passage
from pbem.adjudicator.yellowjack.base.convoys import convoy_hit
from pbem.adjudicator.yellowjack.base.intents import MOVE
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1.hurricanes import generate, kind, move
from pbem.adjudicator.yellowjack.ch2.fever import fever
from pbem.adjudicator.yellowjack.ch2.rebuilding import new_units, rebuild, rebuildable, recover
from pbem.adjudicator.yellowjack.ch2.units import ELIMINATED
from pbem.adjudicator.yellowjack.ch3.random_events import random_event
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, OFF_MAP, READY, date_of
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import lay_out

BOARD = load_board()
RULING = ruling_of()


def laid_out() -> State:
    return lay_out(BOARD, {}, "porto-bello")


# ----------------------------------------------------------------------------------------------------------- storms


def test_1_51_a_storm_is_a_hurricane_or_a_tropical_storm() -> None:
    assert kind(storm("d11")) == "Tropical Storm"
    assert kind(storm("d11", strong=True)) == "Hurricane"


@pytest.mark.parametrize(("face", "dot"), [(10, "e2"), (1, "d23"), (9, "")])
def test_1_53_one_die_by_the_turn_says_whether_and_where(face: int, dot: str) -> None:
    state = storm()
    state.mpi = 0
    play(generate, state, answers=[("1.53", face)])
    assert state.hurricane.dot == dot


def test_1_54_it_moves_by_a_die_at_the_start_of_an_mpi_but_not_in_its_first() -> None:
    state = storm("d11")
    state.impulse, state.mpi = 2, 1
    state.hurricane.born = state.now * 6 + 1
    assert play(move, state)[1] == []
    state.mpi = 2
    play(move, state, answers=[("1.541", 4), ("1.532", 9)])
    assert state.hurricane.dot == BOARD.storms.dots["d11"].paths[4]


@pytest.mark.parametrize(("winds", "thrown"), [((3, 9, 9), True), ((9,), True), ((8, 0, 1), False), ((), False)])
def test_r9_2a_one_random_event_an_impulse_by_the_first_nine(winds: tuple[int, ...], thrown: bool) -> None:
    state = storm()
    notes = play(random_event, state, Ruling(), winds, answers=[("3.16", 1)] if thrown else [])[1]
    assert bool(notes) is thrown


# ------------------------------------------------------------------------------------------------------------ Units


def test_2_585_personages_are_fever_proof() -> None:
    state = laid_out()
    state.date = date_of(1741, 7)
    for unit in state.units.values():
        unit.at = OFF_MAP
    assert state.personages["virrey-nueva-granada"].at == "cartagena-de-indias"
    assert play(fever, state)[1] == []


def test_r11_8_the_fever_has_a_die_for_each_side_and_region() -> None:
    assert sick(camp(JAMAICA), 9)[0] in GOOCH


def test_2_59_units_are_new_rebuilt_or_recovered() -> None:
    state = laid_out()
    state.date = date_of(1740, 1)
    carolina = state.units["carolina-regiment"]
    carolina.at, carolina.gone = OFF_MAP, ""
    new_units(Table(), state)
    assert carolina.at == "charles-town"


def test_2_593_a_rebuilt_unit_waits_off_the_map() -> None:
    state = laid_out()
    state.units["fleet-marines-a"].gone = ELIMINATED
    rebuild(Table(), state, "fleet-marines-a", "port-royal-jamaica")
    assert (state.units["fleet-marines-a"].at, state.units["fleet-marines-a"].gone) == (OFF_MAP, "")


def test_2_594_only_what_was_eliminated_is_rebuilt() -> None:
    state = laid_out()
    for unit in ("fleet-marines-a", "fijo-panama"):
        state.units[unit].gone = ELIMINATED
    state.units["jamaica-companies-a"].gone = "withdrawn"
    assert rebuildable(state, BRITISH) == ["fleet-marines-a"]


def test_2_598_each_of_the_four_regions_recovers_a_unit() -> None:
    state = camp("charles-town", "english-harbour", "lb-yucatan", JAMAICA)
    for unit in GOOCH:
        state.units[unit].disrupted = True
    play(recover, state, answers=[("2.596", [])])
    assert [unit for unit in GOOCH if state.units[unit].disrupted] == []


# ---------------------------------------------------------------------------------------------------------- Convoys


def test_3_341_eight_damage_points_on_a_convoy_are_prestige_for_the_attacker() -> None:
    state = laid_out()
    state.convoys["br-troops-1"].dp_enemy = 7

    async def rule(table: Table) -> None:
        await convoy_hit(table, state, RULING, "br-troops-1", 1, by=BOURBON)

    play(rule, answers=[("2.637", {})])
    assert [(one.side, one.points, one.case) for one in state.ledger] == [(BOURBON, 1, "2.614")]


def test_r10_4_a_convoy_without_an_order_makes_for_its_destination() -> None:
    state = laid_out()
    convoy = state.formations["br-troops-1"]
    convoy.state, convoy.at = READY, "s40"
    state.convoys["br-troops-1"].destination = "porto-bello"
    state.ports["porto-bello"].holder = "british"
    intent = convoy_passage(Table(), state, RULING, "br-troops-1")
    assert intent.kind == MOVE
    assert BOARD.legs(intent.to, "porto-bello") < BOARD.legs("s40", "porto-bello")
