"""Chapter 9: the pool, the hands, and the bids."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import DEFAULT, Answer, asked, facts, hold, play, port, position, told

from pbem.adjudicator.lions.rules.ch09_exchange import exchange, spy_on_exchange
from pbem.adjudicator.lions.rules.ch09_pool import draw, gain, lose_at_random, lose_leader
from pbem.adjudicator.lions.rules.ch09_windows import negated
from pbem.adjudicator.lions.state.state import State

NOBODY: list[Answer] = [("9.3", "0"), ("9.3", "0")]
FREE: Answer = ("9.2", 0)


def up_for_bids(*indexes: int) -> Answer:
    return ("9.3", indexes or (0, 1, 2, 3))


def poor(state: State, **money: int) -> State:
    state.money.update(money)
    return state


def test_9_3_twice_as_many_markers_as_players_come_up() -> None:
    state = position()
    _, notes = play(exchange, state, answers=[up_for_bids(), *NOBODY * 4, FREE])
    assert told(notes, "exchange") == ["4 campaign markers up for bids."]


def test_9_3_unsold_markers_return_to_the_pool() -> None:
    state = position()
    play(exchange, state, answers=[up_for_bids(), *NOBODY * 4, FREE])
    assert len(state.pool) == 35
    assert state.exchange == []
    assert state.pool == state.in_marker_order(state.pool)


def test_9_3_the_highest_bidder_pays_his_bid_and_gains_the_marker() -> None:
    state = position()
    _, notes = play(exchange, state, answers=[up_for_bids(), ("9.3", "3"), ("9.3", "5"), *NOBODY * 3, FREE])
    assert state.money == {"england": 10, "netherlands": 15}
    assert state.hand["netherlands"] == ["gunners-1"]
    assert told(notes, "sold") == ["The Netherlands buys marker 1 for 5."]


def test_9_3_only_the_buyer_sees_what_he_bought() -> None:
    bids: list[Answer] = [("9.3", "3"), ("9.3", "5")]
    _, notes = play(exchange, position(), answers=[up_for_bids(), *bids, *NOBODY * 3, FREE])
    heard = [note for note in notes if "Gunners" in note.text or "gunners-1" in str(note.facts)]
    assert heard
    assert {note.to for note in heard} <= {"netherlands", "england"}
    assert [note.to for note in heard if note.facts.get("markers") == ["gunners-1"]] == ["netherlands"]


def test_9_3_a_tie_is_bid_for_again_by_the_tied_alone() -> None:
    state = position(3)
    first: list[Answer] = [("9.3", "4"), ("9.3", "4"), ("9.3", "1"), ("9.3", "4"), ("9.3", "6")]
    nobody: list[Answer] = [("9.3", "0")] * 3
    play(exchange, state, answers=[up_for_bids(*range(6)), *first, *nobody * 5, FREE])
    assert state.money == {"england": 10, "netherlands": 14, "spain": 15}


def test_9_3_an_unresolved_tie_returns_the_marker() -> None:
    state = position()
    tie: list[Answer] = [("9.3", "4")] * 2
    play(exchange, state, answers=[up_for_bids(), *tie, *tie, *NOBODY * 3, FREE])
    assert state.money == {"england": 10, "netherlands": 20}
    assert state.hand["netherlands"] == []


def test_9_3_nobody_bids_less_than_he_did_in_a_tie() -> None:
    tie: list[Answer] = [("9.3", "4")] * 2
    with pytest.raises(AssertionError, match="'3' is no number from 4 to 10"):
        play(exchange, position(), answers=[up_for_bids(), *tie, ("9.3", "3")])


def test_8_3_nobody_bids_what_he_has_not() -> None:
    with pytest.raises(AssertionError, match="'11' is no number from 0 to 10"):
        play(exchange, position(), answers=[up_for_bids(), ("9.3", "11")])


def test_8_3_what_was_paid_for_one_marker_is_not_there_for_the_next() -> None:
    with pytest.raises(AssertionError, match="'2' is no number from 0 to 1"):
        play(exchange, position(), answers=[up_for_bids(), ("9.3", "9"), ("9.3", "0"), ("9.3", "2")])


def test_9_3_a_short_pool_gives_what_it_has() -> None:
    state = position()
    state.pool = ["gunners-1"]
    play(exchange, state, answers=[("9.3", 0), *NOBODY, FREE])
    assert state.hand["england"] == ["gunners-1"]


def test_3_3_england_picks_one_more_when_the_bids_are_over() -> None:
    state = position()
    _, notes = play(exchange, state, answers=[up_for_bids(), *NOBODY * 4, FREE])
    assert state.hand["england"] == ["gunners-1"]
    assert notes[-1].to == "england"


@pytest.mark.parametrize(("players", "limit"), [(2, 18), (3, 12), (4, 9)])
def test_9_5_hands_hold_so_many(players: int, limit: int) -> None:
    assert position(players).hand_limit() == limit


def test_9_6_a_full_hand_returns_at_random_before_it_picks() -> None:
    state = position(4)
    hold(state, "france", *state.pool[:9])
    _, notes = play(draw, state, "france", 2, "hand", answers=[("9.6", (0, 4)), ("9.2", (0, 1))])
    assert len(state.hand["france"]) == 9
    assert told(notes, "returned") == ["France returns 2 campaign markers to the pool."]


def test_9_6_what_was_returned_may_be_picked_again() -> None:
    state = position(4)
    hold(state, "france", *state.pool[:9])
    play(draw, state, "france", 1, "hand", answers=[("9.6", 0), ("9.2", 0)])
    assert "gunners-1" in state.hand["france"]


def test_9_6_markers_may_be_returned_unplayed() -> None:
    state = position()
    hold(state, "netherlands", "gunners-2")
    play(exchange, state, answers=[("9.6", ["gunners-2"]), up_for_bids(), *NOBODY * 4, FREE])
    assert "gunners-2" in state.pool


def test_9_7_a_mercenary_goes_to_sea_as_soon_as_he_is_gained() -> None:
    state = position(ships={"england-2nd-1": port("london")})
    state.pool.remove("mercenary-admiral-1")
    play(gain, state, "england", ["mercenary-admiral-1"], answers=[("9.7", DEFAULT)])
    assert state.hand["england"] == []
    assert state.leaders["mercenary-admiral-1"].aboard == "england-2nd-1"
    assert state.leader("mercenary-admiral-1").value == 1
    assert state.leaders_of("england") == ["mercenary-admiral-1"]


def test_9_7_without_a_force_he_waits_in_the_hand() -> None:
    state = position()
    state.pool.remove("mercenary-admiral-1")
    play(gain, state, "england", ["mercenary-admiral-1"])
    assert state.hand["england"] == ["mercenary-admiral-1"]


def test_22_7_an_eliminated_mercenary_returns_to_the_pool_of_markers() -> None:
    from pbem.adjudicator.engine.table import Table

    state = position(ships={"england-2nd-1": port("london")}, leaders={"mercenary-admiral-1": "england-2nd-1"})
    state.pool.remove("mercenary-admiral-1")
    state.mercenaries["mercenary-admiral-1"] = "england"
    lose_leader(Table(), state, "mercenary-admiral-1", "sunk")
    assert "mercenary-admiral-1" in state.pool
    assert state.leaders == {}


def test_9_10_random_losses_are_drawn_from_the_hand() -> None:
    state = position()
    hold(state, "england", "gunners-1", "bankers-1", "spy-1")
    lost, _ = play(lose_at_random, state, "england", 2, "9.10", answers=[("9.10", (2, 0))])
    assert lost == ["spy-1", "gunners-1"]
    assert state.hand["england"] == ["bankers-1"]


def test_9_11_who_has_none_loses_none() -> None:
    lost, _ = play(lose_at_random, position(), "england", 2, "9.10")
    assert lost == []


def test_9_13_a_spy_sees_what_is_up_for_bids_before_anybody_bids() -> None:
    state = position()
    hold(state, "england", "spy-1")
    answers: list[Answer] = [("9.6", []), up_for_bids(0, 6, 7, 8), ("9.13", "yes"), *NOBODY * 4, FREE]
    _, notes = play(exchange, state, answers=answers)
    assert [(note.to, note.text) for note in notes if note.event == "spied"] == [
        ("england", "Up for bids: 1 Gunners, 2 Raking Attack, 3 Raking Attack, 4 Articles of War."),
    ]
    assert "spy-1" in state.pool


def test_9_13_a_spy_is_undone_by_a_spy() -> None:
    state = position()
    hold(state, "england", "spy-1")
    hold(state, "netherlands", "spy-2")
    undone, notes = play(negated, state, "england", "spy", answers=[("9.13", "yes"), ("9.13", "no")])
    assert undone
    assert facts(notes, "negated")[0]["marker"] == "spy"
    assert state.hand["netherlands"] == []


def test_9_13_the_spy_against_a_spy_is_undone_in_turn() -> None:
    state = position()
    hold(state, "england", "spy-1")
    hold(state, "netherlands", "spy-2")
    undone, _ = play(negated, state, "england", "treachery", answers=[("9.13", "yes"), ("9.13", "yes")])
    assert not undone
    assert state.hand == {"england": [], "netherlands": []}


def test_9_3_bids_of_a_round_are_open_to_all_when_all_are_made() -> None:
    _, notes = play(exchange, position(), answers=[up_for_bids(), ("9.3", "3"), ("9.3", "5"), *NOBODY * 3, FREE])
    assert facts(notes, "bids")[0] == {"number": 1, "round": 1, "bids": {"england": 3, "netherlands": 5}}


def test_9_3_a_proxy_bid_is_asked_once_and_says_that_it_is_the_most() -> None:
    state = position(house={"bids": "proxy"})
    questions = asked(exchange, state, answers=[up_for_bids(), *NOBODY * 4, FREE])
    assert [question.facts["round"] for question in questions] == [1] * 8
    assert all("at most" in question.prompt for question in questions)
    questions = asked(exchange, position(), answers=[up_for_bids(), *NOBODY * 4, FREE])
    assert all("round 1" in question.prompt for question in questions)


def test_9_6_a_known_marker_gained_by_a_full_hand_returns_another_first() -> None:
    """At random, as many as would be too many; their owner is told which."""
    state = position()
    hold(state, "england", *[name for name in state.pool if name != "spy-1"][:18])
    first = state.hand["england"][0]
    state.pool.remove("spy-1")
    _, notes = play(gain, state, "england", ["spy-1"], answers=[("9.6", 0)])
    assert len(state.hand["england"]) == 18
    assert first in state.pool
    assert [note.to for note in notes if note.event == "lost" and note.facts["markers"] == [first]] == ["england"]


def test_9_7_all_hear_of_a_mercenary_and_nobody_of_the_question_where_to() -> None:
    """The question would tell which marker has just been gained (9.2)."""
    state = position(ships={"england-1st-1": "E7", "england-1st-2": "E8"})
    marker = next(name for name in state.pool if name.startswith("mercenary"))
    state.pool.remove(marker)
    questions = asked(gain, state, "england", [marker], answers=[("9.7", "england-1st-1")])
    assert [question.discreet for question in questions] == [True]
    assert state.mercenaries == {marker: "england"}
    state = position(ships={"england-1st-1": "E7", "england-1st-2": "E8"})
    state.pool.remove(marker)
    _, notes = play(gain, state, "england", [marker], answers=[("9.7", "england-1st-1")])
    assert facts(notes, "mercenary") == [{"power": "england"}]


def test_9_13_who_has_spied_on_the_exchange_is_remembered_until_the_bids_are_over() -> None:
    """The view of a spy shows the markers that are up for bids."""
    state = position()
    hold(state, "netherlands", "spy-1")
    state.exchange = state.pool[:4]
    play(spy_on_exchange, state, answers=[("9.13", "yes")])
    assert state.spied == ["netherlands"]
