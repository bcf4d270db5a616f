"""Watches: the rotation stops after so many operations of each power, and orders run on where nobody writes (13.1)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, play, position
from rules.lions.lions_seats import GAME, Outcome, begun, orders, posed, run, wrong

from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.rules.ch09_exchange import auction
from pbem.adjudicator.lions.state.house import HOUSE_RULES

SHIP, DUTCH = "england-6th-1", "netherlands-6th-1"
THERE, HOME = "  - {force: england-6th-1, path: [C11]}\n", "  - {force: england-6th-1, path: [london]}\n"
QUEUE = f"operations:\n{THERE}{HOME}{THERE}{HOME}"


def at_sea(watch: str = "1", **given: Any) -> LionsMatch:
    """Two ships in their home ports, and a rotation that stops after so many operations of each."""
    ships = [{"ship": SHIP, "at": "london"}, {"ship": DUTCH, "at": "amsterdam"}]
    return posed(house={"watch": watch}, ships=ships, **given)


def next_watch(match: LionsMatch, english: str | None = "", dutch: str | None = "") -> Outcome:
    """A phase with these orders; None is silence."""
    phase = match.phase()
    assert phase is not None
    sent = {"england": english, "netherlands": dutch}
    files = {seat: [orders(seat, phase.id, body)] for seat, body in sent.items() if body is not None}
    return run(match, files, silent=not phase.free)


def sailed(outcome: Outcome) -> list[list[str]]:
    return [list(note.facts["way"]) for note in outcome.story if note.event == "moved"]


def test_13_1_a_watch_is_three_operations_of_each_unless_the_charter_says_otherwise() -> None:
    assert HOUSE_RULES["watch"]["default"] == "3"
    assert "0" in HOUSE_RULES["watch"]["choices"]


@pytest.mark.parametrize(("watch", "voyages"), [("1", 1), ("2", 2), ("3", 3), ("0", 4)])
def test_13_1_the_rotation_stops_after_so_many_operations_of_each(watch: str, voyages: int) -> None:
    match = at_sea(watch)
    outcome = next_watch(match, QUEUE)
    assert len(sailed(outcome)) == voyages
    phase = match.phase()
    assert phase is not None
    assert (phase.id, phase.free) == (("t02.bids", False) if watch == "0" else ("t01.watch2", True))


def test_13_1_revenue_and_the_end_of_the_turn_wait_for_the_last_watch() -> None:
    match = at_sea(pounds={"england": "20", "netherlands": "20"})
    steps = [note.text for note in next_watch(match, f"operations:\n{THERE}").story if note.event == "step"]
    assert steps[-1].endswith("Operations Phases")
    assert match.state.turn == 1
    steps = [note.text for note in next_watch(match).story if note.event == "step"]
    assert steps[-1].endswith("End of Turn Phase")
    assert (match.state.turn, match.state.watch, match.state.stopped) == (2, 0, False)


def test_13_1_the_queue_of_whoever_is_silent_runs_on_where_it_stopped() -> None:
    match = at_sea()
    ways = [sailed(next_watch(match, QUEUE))]
    while (phase := match.phase()) and phase.turn == 1:
        outcome = next_watch(match, None, None)
        assert outcome.questions == ()
        ways.append(sailed(outcome))
    assert [way[0][-1] for way in ways if way] == ["C11", "C12", "C11", "C12"]


def test_13_1_a_new_queue_takes_the_place_of_the_old_one_and_doctrine_stays() -> None:
    match = at_sea()
    next_watch(match, f"{QUEUE}gauge:\n  - {{do: engage}}\nnever_below: 2\n")
    next_watch(match, "operations:\n  - {force: england-6th-1, path: [E7]}\n")
    own = match.view("england")["queue"]
    assert [list(each["body"]) for each in own] == [["operations"], ["never_below", "gauge"]]
    assert own[0]["body"]["operations"][0]["path"] == ["E7"]


def test_13_1_the_record_says_from_which_letter_an_order_comes() -> None:
    match = at_sea()
    next_watch(match, QUEUE)
    outcome = next_watch(match, None, None)
    assert outcome.answers["operation/england/n1"]["source"] == "orders of t01.year line 6, operation 2"


def test_13_1_a_new_order_file_shows_the_queue_that_runs_on() -> None:
    match = at_sea()
    next_watch(match, QUEUE)
    phase = match.phase()
    assert phase is not None
    text = GAME.order_template(match.view("england"), {"game": "g", "seat": "england", "phase": phase.id})
    said = " ".join(text.replace("#", " ").split())
    assert "Your queue of t01.year runs on; what you write here takes its place:" in said
    assert "1. england-6th-1: sails to C11. (used up)" in said
    assert "2. england-6th-1: sails to london. 3." in said


def test_13_1_an_empty_queue_takes_back_what_is_left() -> None:
    match = at_sea()
    next_watch(match, QUEUE)
    assert sailed(next_watch(match, "operations: []\n")) == []


def test_13_1_what_is_not_to_be_touched_stays_untouched_in_the_next_watch() -> None:
    match = at_sea(pounds={"england": "3", "netherlands": "20"})
    next_watch(match, f"{QUEUE}never_below: 2\n")
    assert match.state.money["england"] == 2
    assert sailed(next_watch(match, None, None)) == []


def test_13_1_answers_of_one_watch_answer_nothing_in_the_next() -> None:
    """Keys are counted anew in each phase, so that the same key is another question."""
    match = at_sea()
    going = "answers:\n  - {key: operation/england/n1, answer: {force: england-6th-1, path: [C11]}}\n"
    assert len(sailed(next_watch(match, going))) == 1
    assert sailed(next_watch(match, None, None)) == []


def test_13_1_a_condition_on_who_has_operated_looks_at_the_whole_turn() -> None:
    match = at_sea()
    waiting = ("operations:\n  - {force: netherlands-6th-1, path: [C13]}\n"
               "  - {force: netherlands-6th-1, path: [amsterdam], if: [{moved: england}, {passed: england}]}\n")
    next_watch(match, f"operations:\n{THERE}", waiting)
    outcome = next_watch(match, "operations: []\n", None)
    assert len(sailed(outcome)) == 1, "England has operated in the watch before, and passes now"


def test_13_1_passes_in_a_row_are_counted_across_the_stop() -> None:
    """England operates and the Dutch pass; then England passes: all have passed in a row."""
    match = at_sea()
    next_watch(match, f"operations:\n{THERE}")
    outcome = next_watch(match)
    assert len(outcome.heard("passed")) == 1
    assert match.state.turn == 2


def test_13_1_who_asks_to_be_asked_is_asked_in_a_watch_too() -> None:
    match = at_sea()
    next_watch(match, "ask: [operations]\noperations:\n  - {force: england-6th-1, path: [C11]}\n")
    outcome = next_watch(match, None, None)
    assert [question.side for question in outcome.questions] == ["england"]


def test_13_1_an_order_for_the_yards_is_not_for_a_watch() -> None:
    match = at_sea()
    next_watch(match, f"operations:\n{THERE}")
    assert [line for line, _ in wrong(match, "england", "outfit: {leaders: 1}\n")] == [1]
    assert wrong(match, "england", QUEUE) == []


def test_a_stopped_rotation_comes_back_from_its_plain_form_and_goes_on_alike() -> None:
    match = at_sea()
    next_watch(match, QUEUE)
    again = LionsMatch.restore(match.to_plain(), match.house, None)
    assert again.to_plain() == match.to_plain()
    assert again.view("england") == match.view("england")
    one, other = next_watch(match, None, None), next_watch(again, None, None)
    assert one.records == other.records
    assert again.to_plain() == match.to_plain()


def test_a_queue_is_seen_by_its_owner_alone() -> None:
    """Noninterference: what England has still to do changes nothing that anybody else sees."""
    matches = [at_sea(), at_sea()]
    next_watch(matches[0], QUEUE)
    next_watch(matches[1], f"operations:\n{THERE}gauge:\n  - {{do: engage}}\n")
    for seat in ("netherlands", None):
        assert matches[0].view(seat) == matches[1].view(seat)
    assert matches[0].view("england") != matches[1].view("england")


def test_a_queue_is_forgotten_when_the_next_letters_of_bids_are_in() -> None:
    match = at_sea("0")
    next_watch(match, QUEUE)
    assert match.view("england")["queue"]
    next_watch(match)
    assert match.view("england")["queue"] == []


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_10_1_agreements_go_with_the_bids(scenario: str) -> None:
    """So nobody plans a year without knowing what was signed."""
    match = begun(scenario, 1)
    peace = "agreements:\n  - {parties: [england, netherlands], promise: non_aggression}\n"
    outcome = run(match, {seat: [orders(seat, "t01.bids", peace)] for seat in ("england", "netherlands")})
    assert len(outcome.heard("agreed")) == 1
    assert match.view("spain" if "spain" in match.state.players else None)["agreements"]


# -------------------------------------------------------------------------------------------------- proxy bids


def sold(*most: int, number: int = 1) -> tuple[str, int] | None:
    """What a marker goes for, where the powers would pay at most so much, first in this turn's order first."""
    state = position(len(most), house={"bids": "proxy"})
    state.money = dict.fromkeys(state.players, 20)
    first = (number - 1) % len(most)
    called = most[first:] + most[:first]
    answers: list[Answer] = [("9.3", str(each)) for each in called]
    result, _ = play(auction, state, number, answers=answers)
    return result


@pytest.mark.parametrize(("most", "price"), [
    ((6, 4), ("england", 5)), ((6, 0), ("england", 1)), ((2, 9), ("netherlands", 3)), ((5, 5), ("england", 5)),
    ((1, 4, 3), ("netherlands", 4)), ((0, 0), None),
])  # fmt: skip
def test_9_3_by_proxy_the_winner_pays_one_more_than_the_second(most: tuple[int, ...], price: Any) -> None:
    assert sold(*most) == price


def test_9_3_by_proxy_equals_go_to_who_calls_first_and_that_moves_on_with_each_marker() -> None:
    assert [sold(4, 4, 4, number=number) for number in (1, 2, 3, 4)] == [
        ("england", 4), ("netherlands", 4), ("spain", 4), ("england", 4)]  # fmt: skip


def test_9_3_by_proxy_nobody_learns_what_the_others_would_have_paid() -> None:
    outcomes = []
    for most in (9, 12):
        match = posed(phase="bids", house={"bids": "proxy"})
        english = orders("england", "t01.bids", f"bids:\n  - {{for: any, rounds: [{most}]}}\nspend: 12\n")
        outcomes.append((match, run(match, {"england": [english]})))
    told = [[note.text for note in outcome.story if note.heard_by("netherlands")] for _, outcome in outcomes]
    assert told[0] == told[1]
    assert outcomes[0][0].view("netherlands") == outcomes[1][0].view("netherlands")


def test_9_3_by_proxy_the_greatest_of_the_rounds_counts() -> None:
    match = posed(phase="bids", house={"bids": "proxy"})
    run(match, {"england": [orders("england", "t01.bids", "bids:\n  - {for: 1, rounds: [2, 6]}\n")],
                "netherlands": [orders("netherlands", "t01.bids", "bids:\n  - {for: 1, rounds: [4]}\n")]})  # fmt: skip
    assert match.state.money["england"] == 15
