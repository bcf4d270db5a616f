"""Passages as the review of the facts measured them: Impulses that a Cruise takes, over many seeds of the winds."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import DecideAll, Decision, Effect, Roll, Table
from pbem.adjudicator.yellowjack.base.map_edge import come_on
from pbem.adjudicator.yellowjack.base.net import is_foul, wind_at
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse, sail
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.board.europe import TradeElement
from pbem.adjudicator.yellowjack.ch1.winds import blow
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.company_convoy import issue_company_order
from pbem.adjudicator.yellowjack.ch2.company_convoy import test_company as company_done
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    FITTING_OUT,
    MPIS,
    OFF_MAP,
    RCG_CONVOY,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

RULING = Ruling(shares=shares)
GUAIRA = "la-guaira"
MOST = 20  # Impulses after which nobody sails on


def by_chance(running: Coroutine[Effect[Any], Any, Any], chance: SeededChance) -> None:
    """Runs a rule with dice from a stream, every question with its default."""
    answer: Any = None
    try:
        while True:
            effect = running.send(answer)
            if isinstance(effect, Roll):
                answer = (1 + chance.below(10),)
            elif isinstance(effect, Decision):
                answer = effect.read(effect.default_answer())
            else:
                assert isinstance(effect, DecideAll)
                answer = tuple(one.read(one.default_answer()) for one in effect.decisions)
    except StopIteration:
        return


def impulses(state: State, done: Any, seed: str, ruling: Ruling = RULING) -> int:
    """The Impulses until something is done, under winds from a seed; at the end of each the Company loads."""
    chance, table = SeededChance(seed), Table()
    for number in range(1, MOST + 1):
        state.date, state.impulse = state.date + (number > 1 and number % 3 == 1), (number - 1) % 3 + 1
        by_chance(blow(table, state), chance)
        begin_impulse(state)
        for state.mpi in range(1, MPIS + 1):
            by_chance(sail(table, state, ruling), chance)
            if done(state):
                return number
        company_done(table, state)
    return MOST + 1


@pytest.mark.parametrize(("chit", "name", "squadron"), [
    ("j-cruise-main", "br-flag-j2", "j2"), ("k-cruise-main", "sp-flag-k", "k1"),
    ("k-cruise-caracas", "sp-flag-k", "k1"),
])  # fmt: skip
def test_r9_13_a_cruise_takes_one_to_two_and_a_half_impulses_from_start_to_end(
    chit: str, name: str, squadron: str
) -> None:
    found = []
    for turn in (2, 6, 10):
        for run in range(15):
            state = empty_sea()
            state.date = date_of(1739, turn)
            points = list(state.board.chits[chit].points)
            put(state, name, points[0], {squadron: 3})
            side = BRITISH if squadron == "j2" else BOURBON
            state.orders[chit] = Order("cruise", side, [name], chit, points, begun=state.now + 1, point=1)
            state.formations[name].order = chit
            found.append(impulses(state, lambda state: not state.orders, f"{chit}/{turn}/{run}"))
    found.sort()
    assert 1.0 <= sum(found) / len(found) <= 2.6
    assert found[len(found) * 9 // 10] <= 4


def test_r1_8_jamaica_to_porto_bello_is_a_week_in_fair_winds_and_seldom_three() -> None:
    found = []
    for run in range(40):
        state = empty_sea()
        put(state, "br-flag-j2", JAMAICA, {"j2": 4}, condition=FITTING_OUT)
        state.plans["br-flag-j2"] = {"then": [{"to": PORTO_BELLO}], "stay": "yes"}
        found.append(impulses(state, lambda state: state.place("br-flag-j2") == PORTO_BELLO, f"run/{run}"))
    found.sort()
    assert found[0] in (1, 2)
    assert found[20] <= 2
    assert found[36] <= 3


def passages(found: TradeElement, runs: int) -> list[int]:
    """The Impulses that a Trade Convoy takes from where it gathers, or comes onto the map, to where it Disbands.

    It sails from Turns 2, 6 and 10, so many times from each.
    """
    return sorted(passage(found, turn, str(run)) for turn in (2, 6, 10) for run in range(runs))


def passage(element: TradeElement, turn: int, run: str) -> int:
    """The Impulses of one passage."""
    state = empty_sea()
    state.date, seed = date_of(1740, turn), f"{element.line}/{turn}/{run}"
    contingent = state.board.europe.lines[element.line].contingent
    counter = next(name for name, one in state.board.convoys.items()
                   if one.contingent == contingent and one.sort == "trade")  # fmt: skip
    put(state, counter, element.at, condition=FITTING_OUT)
    state.convoys[counter] = Convoy("trade", element.to, list(element.route), element=element.id)
    if element.at == OFF_MAP:
        state.formations[counter].enters = element.entry
        by_chance(come_on(Table(), state, RULING, state.side_of(counter), counter), SeededChance(f"{seed}/entry"))
    return impulses(state, lambda state: state.place(counter) == element.to, seed)


@pytest.mark.parametrize(("element", "reckoned"), [
    ("br-home-in--leewards", 3.1), ("br-home-in--jamaica", 3.4), ("br-home-out--leewards", 3.6),
    ("br-home-out--jamaica", 4.8), ("br-america-in--america", 5.1), ("br-america-out--america", 7.0),
    ("sp-flota-in--flota", 8.3), ("sp-flota-out--flota", 5.5), ("sp-galeones-in--galeones", 5.6),
    ("sp-galeones-out--galeones", 6.3),
])  # fmt: skip
def test_2_62_the_great_convoys_take_the_impulses_reckoned(element: str, reckoned: float) -> None:
    """The review measured these means, by other means than the rules; here within one."""
    found = passages(load_board().europe.elements[element], 8)
    assert reckoned - 1 <= sum(found) / len(found) <= reckoned + 1, found


@pytest.mark.parametrize("from_la_guaira", [True, False])
def test_2_674_the_company_goes_home_by_la_guaira_in_the_impulses_reckoned(from_la_guaira: bool) -> None:
    """The review measured four from La Guaira to the edge of the map; from another port she goes there first."""
    found = sorted(company_out(turn, f"{turn}/{run}", GUAIRA if from_la_guaira else "puerto-cabello")
                   for turn in (2, 6, 10) for run in range(5))  # fmt: skip
    assert 3 <= sum(found) / len(found) <= 5 + (not from_la_guaira), found


def company_out(turn: int, seed: str, start: str) -> int:
    """The Impulses that the Company's Convoy takes from where her Order finds her to where it is Fulfilled."""
    state = empty_sea()
    state.date = date_of(1740, turn)
    put(state, "rcg", start, {"g1": 2}, condition=FITTING_OUT)
    state.company_order = state.date + 1
    issue_company_order(Table(), state)
    assert state.orders[RCG_CONVOY].targets == [GUAIRA]
    company_done(Table(), state)  # who lies at La Guaira loads at the end of the Impulse
    found = impulses(state, lambda state: state.place("rcg") == OFF_MAP, seed, ruling_of())
    assert state.boxes(BOURBON) == (2, 0), "outbound counts two Fulfilled Orders (2.677)"
    assert state.formations["rcg"].squadrons == ["g1"], "the Formation remains (2.674)"
    return found


def test_2_62_local_convoys_take_one_to_six_impulses_and_most_about_three() -> None:
    means = []
    for line in ("br-loc-logwood", "br-loc-jamaica", "br-loc-islands", "br-loc-bahamas", "sp-loc-situado",
                 "sp-loc-cuba", "sp-loc-florida", "sp-loc-panama", "sp-loc-cacao"):  # fmt: skip
        found = passages(next(one for one in load_board().europe.elements.values() if one.line == line), 2)
        means.append(sum(found) / len(found))
    assert all(1.0 <= mean <= 6.5 for mean in means), means
    assert 2.0 <= sorted(means)[len(means) // 2] <= 4.0, means


def test_r5_3_of_two_winds_over_a_place_the_first_by_name_counts() -> None:
    state = empty_sea({"sw-honduras": "n", "sw-yucatan": "sse"})
    both = [name for name, icons in state.board.winds_over.items() if {"sw-honduras", "sw-yucatan"} <= set(icons)]
    assert both
    for name in both:
        assert wind_at(state.board, state.winds, name) == "n"
    del state.winds["sw-honduras"]
    assert wind_at(state.board, state.winds, both[0]) == "sse"
    assert not is_foul(state, CARTAGENA, "tolu")
