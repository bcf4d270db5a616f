"""Chapter 9: the pool and the hands: picking, trading, playing more than one."""

from __future__ import annotations

from rules.lions.lions_playing import Answer, facts, hold, play, position, told

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch09_pool import draw
from pbem.adjudicator.lions.rules.ch10_bargains import negotiations
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch15_fog import in_row, inventory

BOARD = load_board()
SHIP = "england-1st-1"


def test_9_1_every_marker_has_a_moment_at_which_it_is_played() -> None:
    assert all(kind.when for kind in BOARD.marker_types.values())


def test_9_2_what_is_picked_is_known_to_its_owner_and_its_number_to_all() -> None:
    state = position()
    drawn, notes = play(draw, state, "england", 2, "hand", answers=[("9.2", [0, 1])])
    assert state.hand["england"] == drawn == list(BOARD.markers)[:2]
    assert [note.to for note in notes if note.event == "gained"] == ["england"]
    assert told(notes, "drawn") == ["England picks 2 campaign markers from the pool."]


def test_9_4_picking_costs_no_pounds() -> None:
    state = position()
    play(draw, state, "england", 3, "hand", answers=[("9.2", [0, 1, 2])])
    assert state.money["england"] == BOARD.powers["england"].treasury


def test_9_9_several_may_be_played_in_one_phase() -> None:
    state = position(ships={SHIP: "F8"})
    hold(state, "england", "nell-gwyn-1", "salt-pork-and-biscuits-1")
    markers = [{"marker": "nell-gwyn"}, {"marker": "salt-pork-and-biscuits"}]
    _, notes = play(operations_phase, state, "england",
                    answers=[("13.1", {"force": SHIP, "markers": markers}), ("9.13", 4)])  # fmt: skip
    assert len(facts(notes, "played")) == 2
    assert state.money["england"] == 14


def test_9_12_markers_are_traded_for_markers() -> None:
    state = position()
    hold(state, "england", "spy-1")
    hold(state, "netherlands", "bankers-1")
    gives = [{"from": "england", "to": "netherlands", "markers": ["spy"]},
             {"from": "netherlands", "to": "england", "markers": ["bankers"]}]  # fmt: skip
    record: Answer = ("10.1", [{"parties": ["england", "netherlands"], "gives": gives}])
    play(negotiations, state, answers=[record, record])
    assert state.hand == {"england": ["bankers-1"], "netherlands": ["spy-1"]}


def test_15_3_units_and_hands_may_be_shown_at_will() -> None:
    state = position(ships={SHIP: "F8", "england-2nd-1": "F9"})
    hold(state, "england", "spy-1")
    order: Answer = ("13.1", {"force": SHIP, "show": ["F9", "hand"]})
    _, notes = play(operations_phase, state, "england", answers=[order])
    assert told(notes, "revealed") == [f"England at F9: {in_row(inventory(state, 'F9', 'england'))}.",
                                       "England shows its hand: Spy."]  # fmt: skip
    assert {note.to for note in notes if note.event == "revealed"} == {"all"}
