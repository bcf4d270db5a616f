"""How many letters a seat writes a Turn: two, or one with a standing routine (2.1 of the design)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.state.words import SEATS
from pbem.trial.soak import Plan, played_out

ROUTINE = "standing:\n  - number: 9\n    routine: {admin: true}\n"
TURNS = 7


def letters(seed: str, more: str) -> Counter[int]:
    """The letters of both seats in `1739`, Turn by Turn; those of the set-up stand at 0. Nobody is asked by mail."""
    match, count = begun(scenario="1739"), Counter[int]()
    bots = {seat: GAME.bot("steady", seat, SeededChance(f"{seed} {seat}")) for seat in SEATS}
    while (phase := match.phase()) is not None:
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in phase.active}
        if phase.id.endswith("ops") and phase.turn == 1:
            texts = {seat: text + more for seat, text in texts.items()}
        count[phase.turn] += len(texts)
        played(match, texts, seed)
    return count


def test_2_1_a_turn_takes_two_letters_of_a_seat_with_that_of_the_set_up() -> None:
    count = letters("l1", "")
    assert count == {0: 2} | dict.fromkeys(range(1, TURNS), 4) | {TURNS: 2}
    assert sum(count.values()) == 2 * len(SEATS) * TURNS


@pytest.mark.parametrize("seed", ["l1", "l2"])
def test_3_3_with_a_routine_a_turn_takes_one_letter_and_few_more(seed: str) -> None:
    count = letters(seed, ROUTINE)
    assert count[0] == 2
    assert 10 * (sum(count.values()) - 2) <= 11 * 2 * TURNS, count


@pytest.mark.parametrize("seed", ["n1", "n2"])
def test_a_novice_writes_two_and_a_half_letters_a_turn_at_most(seed: str, tmp_path: Path) -> None:
    plan = Plan("yellowjack", {"british": "novice", "bourbon": "steady"}, seed, tmp_path, 10**6, "1739")
    game = played_out(plan, 1)
    assert game.turns == TURNS
    assert 2 * game.letters["british"] <= 5 * TURNS
    assert game.forgotten["british"] + game.letters["british"] == 2 * TURNS
