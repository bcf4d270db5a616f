"""The scenarios of a whole Year: their set-ups, first hands and first Orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, SIDES
from pbem.adjudicator.yellowjack.turn.setup import lay_out
from pbem.adjudicator.yellowjack.view.invariants import broken

YEARS = ("1739", "1740", "1741", "1742", "1743")
BOARD = load_board()


@pytest.mark.parametrize("scenario", YEARS)
def test_r4_8_set_up_of_a_year_is_sound(scenario: str) -> None:
    state = lay_out(BOARD, {}, scenario)
    assert broken(state) == []
    assert all(state.formations[name].squadrons for name in state.formations)
    assert state.prestige == {BRITISH: 10, BOURBON: 10}


@pytest.mark.parametrize("scenario", YEARS)
def test_r3_6_every_flag_of_a_set_up_has_its_leader(scenario: str) -> None:
    state = lay_out(BOARD, {}, scenario)
    flags = [name for name, one in state.formations.items() if one.kind in ("flag", "company")]
    assert flags
    assert [name for name in flags if not state.leader_of(name)] == []


def test_r10_9_victualing_boxes_hold_three_at_the_start_of_a_year() -> None:
    assert {lay_out(BOARD, {}, "1739").ports[name].stores for name, port in BOARD.ports.items() if port.victualing} == {
        3
    }
    assert not any(port.stores for port in lay_out(BOARD, {}, "porto-bello").ports.values())


def test_r4_8_first_hands_are_drawn_in_the_set_up_and_issued_before_the_first_impulse() -> None:
    match = begun(scenario="1739")
    assert not any(match.state.hand.values())
    played(match)
    assert {side: 1 <= len(match.state.hand[side]) <= 6 for side in SIDES} == dict.fromkeys(SIDES, True)
    match.state.hand[BOURBON], match.state.pool[BOURBON] = ["k-cruise-main"], []
    text = "pbem: orders/1\nseat: bourbon\nphase: y39t10.ops\nissue: [{order: k-cruise-main, to: sp-flag-k}]\n"
    stage = played(match, {BOURBON: text})
    assert [each.facts["order"] for each in stage.told.notes if each.event == "issued"] == ["k-cruise-main"]


def test_r9_3_pool_of_a_year_leaves_out_the_war_with_france() -> None:
    state = lay_out(BOARD, {}, "1739")
    for side in SIDES:
        assert state.pool[side]
        assert not any(BOARD.chits[chit].french_war for chit in state.pool[side])


def test_1_62_the_guide_gives_the_handicap_of_porto_bello_as_it_is_played() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "yellowjack.md").read_text(encoding="utf-8")
    assert f"less {BOARD.scenarios['porto-bello'].handicap} for the British" in " ".join(guide.split())
