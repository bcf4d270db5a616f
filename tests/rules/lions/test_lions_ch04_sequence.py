"""Chapter 4: the sequence of play, and whole games of lawful choices without sense."""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from rules.lions.lions_playing import Answer, Table, facts, play, position
from rules.playing_rules import faces_of

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import Decision, Effect, Roll
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.bots.samples import sample
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.rules.ch04_sequence import (
    BIDS,
    LABEL_KINDS,
    SETUP,
    WATCH,
    YEAR,
    end_of_turn,
    play_phase,
    sequence,
)
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.adjudicator.lions.state.state import State
from pbem.base.dice_spec import check_spec
from pbem.trust.dice.dice import check_label

BOARD = load_board()


def drive(rule: Coroutine[Effect[Any], Any, None], chance: SeededChance) -> set[str]:
    """Run a phase with chance dice and sampled answers; the kinds of label it rolled."""
    kinds: set[str] = set()
    answer: Any = None
    while True:
        try:
            effect: Any = rule.send(answer)
        except StopIteration:
            return kinds
        if isinstance(effect, Roll):
            check_label(effect.label)
            check_spec(effect.spec)
            kinds.add(effect.label.partition("/")[0])
            answer = throw(effect.spec, chance)
        elif isinstance(effect, Decision):
            answer = sampled(effect, chance)
        else:
            answer = tuple(sampled(decision, chance) for decision in effect.decisions)


def throw(spec: str, chance: SeededChance) -> tuple[int, ...]:
    number, faces = faces_of(spec)
    if spec.startswith("draw:"):
        return tuple(chance.some(faces, number, number))
    return tuple(chance.pick(faces) for _ in range(number))


def sampled(decision: Decision, chance: SeededChance) -> Any:
    answer = sample(decision, chance) if decision.topic != "bid" or chance.below(4) == 0 else decision.default_answer()
    assert not decision.faults(answer), f"{decision.key}: {answer}"
    assert not decision.faults(decision.default_answer()), decision.key
    return decision.read(answer)


def phases_of(state: State) -> Iterator[str]:
    """The phases of a game as they come, to its end."""
    yield SETUP
    while not state.ended:
        yield BIDS
        if not state.ended:
            yield YEAR
        while state.stopped and not state.ended:
            yield WATCH


def check(state: State) -> None:
    """What must hold between any two phases."""
    assert State.from_plain(BOARD, state.to_plain(), state.house) == state
    hands = [name for hand in state.hand.values() for name in hand]
    assert sorted([*state.pool, *state.exchange, *state.mercenaries, *hands]) == sorted(BOARD.markers)
    assert all(pounds >= 0 for pounds in state.money.values())
    for name, vessel in state.ships.items():
        assert vessel.damage <= state.rating(name)
        assert BOARD.is_afloat(vessel.at)
        assert state.carried(name) <= (ship.kind.carries if (ship := state.ship(name)) else 0)
    for berth in state.leaders.values():
        assert not berth.aboard or state.ships[berth.aboard].at == berth.at
    for fleet in (name for power in state.players for name in state.fleets_of(power)):
        assert len({state.ships[name].at for name in state.fleet(fleet)}) == 1
    assert all(state.land_left(power, kind) >= 0 for power in state.players for kind in ("regiment", "fort"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_4_2_whole_games_run_to_their_end(players: int, seed: int) -> None:
    chance = SeededChance(f"lions {players} {seed}")
    state = open_game(BOARD, {}, players, 3)
    for phase in phases_of(state):
        assert drive(play_phase(Table(), state, phase), chance) <= LABEL_KINDS.keys()
        check(state)
    assert state.ended
    assert not state.stopped


@pytest.mark.parametrize("players", [2, 4])
def test_4_2_whole_games_with_every_optional_rule_run_to_their_end(players: int) -> None:
    chance = SeededChance(f"lions with everything {players}")
    other = {name: known["choices"][-1] for name, known in HOUSE_RULES.items() if name != "turns"}
    state = open_game(BOARD, other, players, 3)
    for phase in phases_of(state):
        assert drive(play_phase(Table(), state, phase), chance) <= LABEL_KINDS.keys()
        check(state)
    assert state.ended


def test_4_2_the_phases_of_a_turn_stand_in_the_printed_order() -> None:
    steps = sequence()
    assert [step.number for phase in (BIDS, YEAR) for step in steps[phase]] == list(range(1, 9))


def test_4_2_treasure_fleets_are_placed_and_late_ones_removed_within_the_year() -> None:
    state = position(ships={"england-1st-1": "F8", "netherlands-1st-1": "T20"})
    quiet: list[Answer] = [("11.1", {}), ("11.1", {}), ("12.2", {}), ("12.2", {})]
    _, notes = play(play_phase, state, YEAR, answers=[*quiet, ("13.1", {"pass": "yes"}), ("13.1", {"pass": "yes"})])
    assert len(facts(notes, "treasure")) == len(facts(notes, "late")) == 10
    assert state.turn == 2


def test_3_4_after_the_last_turn_the_game_is_decided() -> None:
    state = position(turns=1)
    play(end_of_turn, state)
    assert state.ended == "tally"


def test_11_3_the_demobilised_may_be_outfitted_on_the_following_turn() -> None:
    state = position(resting={"england": {"england-1st-1": 1}})
    assert "england-1st-1" not in state.unbuilt("england")
    play(end_of_turn, state)
    assert "england-1st-1" in state.unbuilt("england")


def test_4_2_a_game_that_has_ended_plays_no_further_phase() -> None:
    state = position(ended="agreement")
    _, notes = play(play_phase, state, YEAR)
    assert notes == []


def test_4_2_each_phase_bears_the_number_of_the_outline() -> None:
    """One to eight as printed; the set-up comes before them all."""
    steps = sequence()
    assert [step.number for step in steps["setup"]] == [0]
    assert [step.number for phase in ("bids", "year") for step in steps[phase]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert steps["watch"] == steps["year"][1:]
