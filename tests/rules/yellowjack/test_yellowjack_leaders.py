"""Leaders and damage: seniority, ratings, fates, and where damage points go (R3.10, R3.14, R7.9, R7.10)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_sea import OCTOBER, empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.damage import fire_loss, ma_loss, shares
from pbem.adjudicator.yellowjack.base.leaders import (
    battle_rating,
    capture_leader,
    command_rating,
    kill,
    senior,
    senior_formation,
    wound,
)
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.pieces import Leader
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import date_of


def navy(*leaders: str, date: int = OCTOBER) -> State:
    state = empty_sea()
    state.date = date
    for leader in leaders:
        state.leaders[leader] = Leader(state.board.leaders[leader].rank_on(date)[0])
    return state


def test_r3_10_the_higher_rank_commands() -> None:
    assert senior(navy("brown", "vernon"), ["brown", "vernon"]) == "vernon"  # a Commodore and a Vice-Admiral


def test_2_318_of_two_rear_admirals_white_commands_blue() -> None:
    board = empty_sea().board
    rear = {style: name for name, piece in board.leaders.items() if piece.contingent == "british"
            for rank, style in [piece.rank_on(date_of(1746, 1))] if rank == "rear-admiral"}  # fmt: skip
    white, blue = rear["ra-white"], rear["ra-blue"]
    state = navy(blue, white, date=date_of(1746, 1))
    assert senior(state, [blue, white]) == white


def test_r3_10_no_leader_is_a_generic_one() -> None:
    state = navy()
    assert (senior(state, []), battle_rating(state, ""), command_rating(state, "")) == ("", 0, 2)


@pytest.mark.parametrize(("leader", "cr", "br"), [("brown", 2, 1), ("vernon", 4, 2)])
def test_r3_10_the_command_rating_goes_by_rank(leader: str, cr: int, br: int) -> None:
    state = navy(leader)
    assert (command_rating(state, leader), battle_rating(state, leader)) == (cr, br)


def test_r3_10_the_formation_of_the_senior_leader_speaks_for_a_side() -> None:
    state = navy("brown", "vernon")
    put(state, "br-flag-j1", "s40", {"j1": 2})
    put(state, "br-flag-j2", "s40", {"j2": 4})
    state.leaders["brown"].posts, state.leaders["vernon"].posts = ["br-flag-j1"], ["br-flag-j2"]
    assert senior_formation(state, ["br-flag-j1", "br-flag-j2"]) == "br-flag-j2"
    state.leaders["vernon"].posts = []
    assert senior_formation(state, ["br-flag-j2", "br-flag-j1"]) == "br-flag-j1"


def test_r3_14_a_wounded_leader_is_out_for_four_turns() -> None:
    state = navy("vernon")
    state.leaders["vernon"].posts = ["british-fleet", "br-flag-j2"]
    wound(Table(), state, "vernon")
    assert (state.leaders["vernon"].posts, state.leaders["vernon"].out_until) == ([], OCTOBER + 4)
    assert not state.leaders["vernon"].gone


def test_r3_14_killed_and_captured_leaders_are_out_for_good() -> None:
    state = navy("vernon", "brown")
    kill(Table(), state, "vernon")
    capture_leader(Table(), state, Ruling(), "brown")
    assert [state.leaders[name].gone for name in ("vernon", "brown")] == ["killed", "captured"]


@pytest.mark.parametrize(("leader", "points"), [("vernon", [("bourbon", 1)]), ("brown", [])])
def test_r12_2_a_captured_admiral_is_worth_a_point_and_a_commodore_nothing(
    leader: str, points: list[tuple[str, int]]
) -> None:
    state, told = navy(leader), []
    ruling = Ruling(award=lambda table, state, side, number, case, why: told.append((side, number)))
    capture_leader(Table(), state, ruling, leader)
    assert told == points


@pytest.mark.parametrize(
    ("squadron", "dp", "loss"),
    [("j2", 6, 0), ("j2", 7, 1), ("j2", 10, 1), ("j2", 11, 2), ("k1", 9, 0), ("k1", 10, 1), ("k1", 15, 2)],
)
def test_r7_9_battered_and_crippled_squadrons_are_slower_and_fire_less(squadron: str, dp: int, loss: int) -> None:
    state = empty_sea()
    put(state, "br-flag-j2" if squadron == "j2" else "sp-flag-k", "s40", {squadron: 4})
    state.squadrons[squadron].dp = dp
    assert (ma_loss(state, squadron), fire_loss(state, squadron)) == (loss, loss)


def test_r7_10_damage_goes_to_the_least_damaged_in_proportion_then_by_id() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s40", {"j2": 4, "j3": 2})
    state.squadrons["j3"].dp = 1
    assert shares(state, ["j3", "j2"], 1) == {"j2": 1}
    assert shares(state, ["j3", "j2"], 2) == {"j2": 2}  # one each now: the lower id takes the next
    assert shares(state, ["j3", "j2"], 3) == {"j2": 2, "j3": 1}


def test_r7_10_a_stouter_squadron_takes_more() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", "s40", {"j2": 4})
    put(state, "sp-flag-k", "s40", {"k1": 3})
    assert shares(state, ["j2", "k1"], 6) == {"j2": 3, "k1": 3}  # 3/10 against 3/14
    assert shares(state, ["j2", "k1"], 7) == {"j2": 3, "k1": 4}
