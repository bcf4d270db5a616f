"""Battles and storms by the hundred, on fixed seeds: means as reckoned, and no position is ever broken."""

from __future__ import annotations

from collections import Counter

import pytest
from rules.yellowjack.yellowjack_fights import RULING, anchored, assault, governor, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.yellowjack.base.battle import Clash, battle
from pbem.adjudicator.yellowjack.ch2.marching import march
from pbem.adjudicator.yellowjack.ch3.escalades import escalades
from pbem.adjudicator.yellowjack.ch3.evacuation import evacuations
from pbem.adjudicator.yellowjack.ch3.laying_siege import sieges
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.view.invariants import broken

BRITONS = ("harrison", "guise", "blakeney", "marines-1", "marines-2", "grenadiers-a", "jamaica-companies-a", "gooch-1")
SPANIARDS = ("fijo-cartagena", "milicia-cartagena", "granada", "victoria", "marina-1", "granaderos-habana")
CLOSE = {"battle": {"intensity": "3", "break": "no"}}


def test_r8_6_two_hundred_battles_come_to_the_means_of_the_rule() -> None:
    """Two and two Squadrons of four SOL in close action, Brown against nobody: 7.6 DPs a Briton, 9.2 a Spaniard."""
    taken: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for number in range(200):
        state = empty_sea()
        put(state, "br-flag-j2", "s52", {"j2": 4, "j3": 4})
        put(state, "sp-flag-k", "s52", {"k1": 4, "k2": 4})
        lead(state, "brown", "br-flag-j2")
        where = Clash("s52", "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)})
        fought = play(battle, state, RULING, where, seed=f"mean-{number}", british=CLOSE, bourbon=CLOSE)
        for note in fought.notes:
            taken[note.to] += int(note.facts.get("dp", "0")) if note.event == "hit" else 0
        for side, _, sail in fought.counted.sail:
            lost[side] += sail
    assert 7.1 <= taken["british"] / 400 <= 8.4
    assert 8.6 <= taken["bourbon"] / 400 <= 9.7
    assert 0.1 <= lost["british"] / 200 <= 0.35
    assert lost["bourbon"] / 200 <= 0.05


@pytest.mark.parametrize(("squadrons", "tenths"), [({"j2": 4, "j3": 3}, 5), ({"j2": 2}, 2)])
def test_3_445_a_storm_succeeds_as_often_as_its_column_says(squadrons: dict[str, int], tenths: int) -> None:
    """Five S in ten at 2:1 (12 to 6), two at 1:1 (7 to 6)."""
    falls = 0
    for face in range(10):
        state = assault(ashore=("marines-1", *BRITONS[:3]), inside=("fijo-panama", "granada"), squadrons=squadrons)
        play(escalades, state, RULING, dice={"escalade/": [face]}, british={"escalade": {"do": "storm"}})
        left = [unit for unit in ("fijo-panama", "granada") if state.units[unit].at == PORTO_BELLO]
        falls += state.side_of_port(PORTO_BELLO) == "british" and bool(state.units) and face < tenths
        assert (state.side_of_port(PORTO_BELLO) == "british") is (face < tenths) or not left
    assert falls == tenths


@pytest.mark.parametrize("number", range(60))
def test_3_4_no_assault_breaks_a_position(number: int) -> None:
    chance = SeededChance(f"assault-{number}")
    state = besieged(chance)
    for impulse in (1, 2, 3):
        state.impulse = impulse
        for rule in (march, escalades, sieges, evacuations):
            play(rule, state, RULING, seed=f"{number}/{impulse}",
                 british={"escalade": chance.pick([{}, {"do": "storm"}])},
                 bourbon={"escape": chance.pick([{}, {"to": "ships"}])})  # fmt: skip
    assert list(broken(state)) == []


def besieged(chance: SeededChance) -> State:
    """A Port under assault with any garrison, any ships, any damage."""
    port = chance.pick([PORTO_BELLO, CARTAGENA, "chagres", "la-habana", "santa-marta"])
    state = assault(port, {"j2": 4, "j3": 1 + chance.below(4)}, ashore=chance.some(BRITONS, 1, 8))
    for unit in chance.some(SPANIARDS, 0, 6):
        troops(state, port, unit)
        state.units[unit].disrupted = not chance.below(4)
    if chance.below(2):
        governor(state, "virrey-nueva-granada", port)
    if state.key_port(port) and chance.below(2):
        ready = bool(chance.below(2))
        anchored(state, "sp-flag-k", port, {"k1": 1 + chance.below(4), "k2": 1 + chance.below(4)}, ready=ready)
        lead(state, "lezo", "cartagena", "sp-flag-k")
        state.squadrons["k1"].dp = chance.below(16)
    if state.key_port(port) and chance.below(2):
        state.squadrons["k3"].sail = {"sol": 2, "sol-d": 1}
        state.lay_up("k3", port)
    return state


@pytest.mark.parametrize("number", range(60))
def test_r8_1_no_battle_breaks_a_position(number: int) -> None:
    chance = SeededChance(f"battle-{number}")
    place, state = chance.pick(["s52", PORTO_BELLO, CARTAGENA, "chagres"]), empty_sea()
    for name, squadrons in (("br-flag-j2", ("j2", "jf1", "j3")), ("sp-flag-k", ("k1", "k2", "gf1"))):
        used = chance.some(squadrons, 1, 3)
        put(state, name, place, {each: 1 + chance.below(2 if "f" in each else 4) for each in used})
        for each in used:
            state.squadrons[each].dp = chance.below(18)
    lead(state, "vernon", "jamaica", "br-flag-j2")
    british: tuple[str, ...] = ("br-flag-j2",)
    if chance.below(2):
        put(state, "br-troops-1", place)
        troops(state, "br-troops-1", "harrison", "guise")
        british = chance.pick([british, (*british, "br-troops-1"), ("br-troops-1",)])
    where = Clash(place, "bourbon", {"british": british, "bourbon": ("sp-flag-k",)}, {}, chance.pick(["", "british"]))
    british_plan, bourbon_plan = chance.pick([CLOSE, {}]), chance.pick([CLOSE, {}])
    play(battle, state, RULING, where, seed=str(number), british=british_plan, bourbon=bourbon_plan)
    assert list(broken(state)) == []
