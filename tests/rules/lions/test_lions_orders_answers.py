"""Order files as answers: bids with limits, the queue, doctrine, standing orders, and silence that asks nobody."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import hold, position
from rules.lions.lions_seats import begun, orders, posed, run

from pbem.adjudicator.engine.table import Decision, Plain, Table
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.orders.plans import Doctrine
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_instead import retreat_question
from pbem.adjudicator.lions.rules.ch09_markers import natives_question, uprising_question
from pbem.adjudicator.lions.rules.ch11_outfitting import hire_question
from pbem.adjudicator.lions.rules.ch16_incidents import arrears_question
from pbem.adjudicator.lions.rules.ch17_fire import fire_question
from pbem.adjudicator.lions.rules.ch17_naval import admiral_question, gauge_question
from pbem.adjudicator.lions.rules.ch20_land import bombard_question, coast_question, halt_question
from pbem.adjudicator.lions.state.forces import naval_forces
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import view

BIDS, YEAR = "t01.bids", "t01.year"
SHIPS = [{"ship": name, "at": "london"} for name in ("england-1st-1", "england-3rd-1", "england-4th-1")]


def year(**given: Any) -> LionsMatch:
    """England with three ships in London, the Dutch with one at home."""
    ships = [*SHIPS, {"ship": "netherlands-1st-1", "at": "amsterdam"}]
    return posed(ships=ships, steps=["13.1"], initiative="england", **given)


def sailed(match: LionsMatch, queue: str, dutch: str = "", **more: Any) -> list[str]:
    """The forces England operates with, pass by pass, under a queue."""
    files = {"england": [orders("england", YEAR, queue)], "netherlands": [orders("netherlands", YEAR, dutch)]}
    outcome = run(match, files, **more)
    return [answer.get("force", "pass") for answer in outcome.said("operation/england")]


# ------------------------------------------------------------------------------------------------ bids


def bids_of(body: str, pounds: int = 10, dutch: str = "") -> tuple[list[str], LionsMatch]:
    """England's bids, marker by marker and round by round."""
    match = posed(phase="bids", pounds={"england": str(pounds), "netherlands": "10"}, turn="1")
    files = {"england": [orders("england", BIDS, body)], "netherlands": [orders("netherlands", BIDS, dutch)]}
    answers = run(match, files).answers
    return [record["answer"] for key, record in answers.items() if key.startswith("bid/") and "england" in key], match


def test_9_3_a_bid_is_the_first_entry_for_its_marker_and_nothing_without_one() -> None:
    said, _ = bids_of("bids:\n  - {for: 2, rounds: [3]}\n  - {for: 3, rounds: [1]}\n")
    assert said == ["0", "3", "1", "0"]


def test_9_3_any_stands_for_every_marker_without_an_entry_before() -> None:
    said, _ = bids_of("bids:\n  - {for: 2, rounds: [3]}\n  - {for: any, rounds: [1]}\n")
    assert said == ["1", "3", "1", "1"]


def test_9_3_a_tie_is_bid_for_again_with_the_next_number_and_the_last_goes_on() -> None:
    said, match = bids_of("bids:\n  - {for: 1, rounds: [2, 4]}\n", dutch="bids:\n  - {for: 1, rounds: [2, 4, 4]}\n")
    assert said[:3] == ["2", "4", "4"]
    assert match.state.money["england"] == 10


def test_9_3_nobody_bids_less_in_a_further_round() -> None:
    said, _ = bids_of("bids:\n  - {for: 1, rounds: [3, 0]}\n", dutch="bids:\n  - {for: 1, rounds: [3, 5]}\n")
    assert said[:2] == ["3", "3"]


def test_8_3_spend_limits_all_bids_together() -> None:
    said, match = bids_of("bids:\n  - {for: any, rounds: [4]}\nspend: 6\n")
    assert said == ["4", "2", "0", "0"]
    assert match.state.money["england"] == 4


def test_8_3_never_below_keeps_its_pounds() -> None:
    said, match = bids_of("bids:\n  - {for: any, rounds: [9]}\nnever_below: 7\n")
    assert said == ["3", "0", "0", "0"]
    assert match.state.money["england"] == 7


def test_9_3_a_bid_may_have_a_condition() -> None:
    said, _ = bids_of("bids:\n  - {for: any, rounds: [3], if: [{pounds_at_least: 6}]}\n  - {for: any, rounds: [1]}\n")
    assert said == ["3", "3", "1", "1"]


def test_9_13_who_has_seen_the_markers_with_a_spy_bids_for_their_kinds() -> None:
    match = posed(phase="bids", hands={"england": ["spy-1"]})
    body = "play:\n  - {marker: spy, when: exchange}\nbids:\n" + "".join(
        f"  - {{for: {kind}, rounds: [{number}]}}\n" for number, kind in enumerate(match.state.board.marker_types, 1)
    )
    outcome = run(match, {"england": [orders("england", BIDS, body)]})
    shown = next(note for note in outcome.story if note.event == "spied")
    kinds = [match.state.type_of(name).id for name in shown.facts["markers"]]
    wanted = [1 + list(match.state.board.marker_types).index(kind) for kind in kinds]
    said = [int(record["answer"]) for key, record in outcome.answers.items() if key == "bid/m1/r1/england/n1"]
    assert shown.to == "england"
    assert said == [min(wanted[0], 20)]
    assert match.state.spied == []


def test_9_13_without_a_spy_a_kind_means_nothing() -> None:
    said, _ = bids_of("bids:\n  - {for: gunners, rounds: [5]}\n")
    assert said == ["0"] * 4


def test_9_6_markers_are_returned_by_their_kinds() -> None:
    match = posed(phase="bids", hands={"england": ["gunners-1", "gunners-2", "spy-1"]})
    run(match, {"england": [orders("england", BIDS, "return: [gunners]\n")]})
    assert "gunners-2" in match.state.hand["england"]
    assert "gunners-1" not in match.state.hand["england"]


# ------------------------------------------------------------------------------------------------ the queue


def test_13_1_the_queue_is_carried_out_from_the_top_and_then_passed() -> None:
    queue = "operations:\n  - {force: england-3rd-1, path: [C11]}\n  - {force: england-1st-1, path: [C11]}\n"
    assert sailed(year(), queue) == ["england-3rd-1", "england-1st-1", "pass"]


def test_13_1_an_operation_waits_for_its_condition_without_holding_up_the_others() -> None:
    queue = (
        "operations:\n  - {force: england-1st-1, path: [C11], if: [{moved: netherlands}]}\n"
        "  - {force: england-3rd-1, path: [C11]}\n"
    )
    dutch = "operations:\n  - {force: netherlands-1st-1, path: [C14]}\n"
    assert sailed(year(), queue, dutch) == ["england-3rd-1", "england-1st-1", "pass"]


def test_13_1_pass_until_holds_up_all_that_stands_below_it_and_nothing_above() -> None:
    queue = "  - pass_until: [{moved: netherlands}]\n  - {force: england-1st-1, path: [C11]}\n"
    first = "  - {force: england-4th-1, path: [C11]}\n"
    dutch = "operations:\n  - {force: netherlands-1st-1, path: [C14]}\n"
    assert sailed(year(), f"operations:\n{queue}", dutch) == ["pass", "england-1st-1", "pass"]
    assert sailed(year(), f"operations:\n{first}{queue}") == ["england-4th-1", "pass"]


def test_13_4_an_operation_may_be_repeated_and_has_an_end() -> None:
    queue = "operations:\n  - {force: england-1st-1, path: [C11, london], times: 9, until: [{turn_at_least: 1}]}\n"
    assert sailed(year(), queue) == ["pass"]
    queue = "operations:\n  - {force: england-1st-1, path: [C11], times: 2}\n"
    assert sailed(year(), queue) == ["england-1st-1", "england-1st-1", "pass"]


def test_8_3_what_is_never_to_be_spent_ends_the_queue() -> None:
    queue = "operations:\n  - {force: england-1st-1, path: [london, C11, london], times: 20}\nnever_below: 18\n"
    assert sailed(year(), queue)[-1] == "pass"
    match = year()
    sailed(match, queue)
    assert match.state.money["england"] >= 18


def test_9_13_markers_of_an_operation_too_dear_are_played_with_a_pass() -> None:
    match = year()
    hold(match.state, "england", "press-gang-1")
    queue = "operations:\n  - {force: england-1st-1, markers: [{marker: press-gang, at: london}]}\nnever_below: 99\n"
    assert sailed(match, queue) == ["pass"]
    assert match.state.hand["england"] == []


def test_12_1_a_force_that_is_gone_is_passed_over() -> None:
    queue = "operations:\n  - {force: 3, path: [C11]}\n  - {force: england-3rd-1, path: [C11]}\n"
    assert sailed(year(), queue) == ["england-3rd-1", "pass"]


def test_9_13_grand_design_goes_on_with_what_the_same_entry_says() -> None:
    match = year(leaders=[{"leader": "blake", "at": "london", "aboard": "england-1st-1"}],
                 hands={"england": ["grand-design-1"]})  # fmt: skip
    body = (
        "operations:\n  - {force: england-1st-1, path: [C11], second: {path: [london], plunder: true}}\n"
        "  - {force: england-3rd-1, path: [C11]}\n"
    )
    outcome = run(match, {"england": [orders("england", YEAR, body)]})
    second = {"force": "england-1st-1", "path": ["london"], "plunder": "yes"}
    assert outcome.said("operation/grand-design/england") == [second]
    assert len(outcome.said("operation/england")) == 3


def test_13_1_who_wants_to_be_asked_is_asked_when_the_queue_has_run_out_and_not_before() -> None:
    match = year()
    body = "operations:\n  - {force: england-1st-1, path: [C11]}\nask: [operations]\n"
    files = {"england": [orders("england", YEAR, body)]}
    outcome = run(match, files)
    assert [question.key for question in outcome.questions] == ["operation/england/n2"]
    again = year()
    answer = "{key: operation/england/n2, answer: {force: england-3rd-1, path: [C11]}}"
    files["england"].append(orders("england", YEAR, f"answers:\n  - {answer}\n"))
    played = run(again, files, records=outcome.records)
    assert [answer.get("force") for answer in played.said("operation/england")] == ["england-1st-1", "england-3rd-1"]
    assert [question.key for question in played.questions] == ["operation/england/n3"]


def test_13_1_a_newer_queue_takes_the_place_of_the_older_one() -> None:
    first = orders("england", YEAR, "operations:\n  - {force: england-1st-1, path: [C11]}\nask: [operations]\n")
    outcome = run(year(), {"england": [first]})
    newer = orders("england", YEAR, "operations:\n  - {force: england-1st-1, path: [london]}\n")
    played = run(year(), {"england": [first, newer]}, records=outcome.records)
    assert played.said("operation/england")[1] == {"force": "england-1st-1", "path": ["london"]}
    assert [question.key for question in played.questions] == ["operation/england/n3"]


def test_nobody_is_asked_what_he_has_not_ordered() -> None:
    for phase in ("t00.setup", BIDS, YEAR):
        match = begun("four-players", ["t00.setup", BIDS, YEAR].index(phase))
        files = {seat: [orders(seat, phase, "doctrine: none\n")] for seat in match.state.players}
        outcome = run(match, files, silent=False)
        assert outcome.questions == ()
        assert {record["source"] for record in outcome.answers.values()} == {"nothing ordered"}


def test_who_sends_nothing_is_waited_for() -> None:
    outcome = run(begun(phases=1), {"england": [orders("england", BIDS)]}, silent=False)
    assert {question.side for question in outcome.questions} == {"netherlands"}


def test_everything_asks_everything() -> None:
    outcome = run(begun(phases=1), {"england": [orders("england", BIDS, "ask: [everything]\n")]})
    assert outcome.questions
    assert {question.side for question in outcome.questions} == {"england"}


def test_11_1_outfitting_leaves_out_what_has_no_pounds_or_no_time() -> None:
    match = posed(ships=SHIPS, land=[{"power": "england", "at": "london", "forts": "1"}], steps=["11.1"])
    body = (
        "outfit:\n  buy:\n    - {item: 5th, at: london}\n    - {item: 1st, at: london}\n"
        "    - {item: regiment, at: london, if: [{turn_at_least: 3}]}\nnever_below: 14\n"
    )
    outcome = run(match, {"england": [orders("england", YEAR, body)]})
    assert outcome.said("outfit/england") == [
        {"buy": [{"item": "5th", "at": "london"}], "leaders": "0"}
    ]


@pytest.mark.parametrize(("cost", "answer"), [(5, "yes"), (6, "no")])
def test_22_2_a_leader_is_paid_for_up_to_the_price_that_was_set(cost: int, answer: str) -> None:
    match = posed(ships=SHIPS)
    source = match.sources("england", [orders("england", YEAR, "outfit: {leaders: 1, leader_price: 5}\n")])[0]
    said = source.answer(hire_question(Table(), match.state, "england", cost))
    assert said is not None
    assert said[0] == answer


# ------------------------------------------------------------------------------------------------ doctrine


def says(state: State, decision: Decision, text: str) -> Plain:
    """What an order file's doctrine answers; it must be lawful."""
    body = orders(decision.side, YEAR, text).body
    doctrine = Doctrine(state.board, lambda: view(state, decision.side))
    answer = doctrine.answer(decision, body)
    assert answer is None or decision.faults(answer) == []
    return answer


def at_sea() -> State:
    return position(
        ships={"england-1st-1": "C11", "england-6th-1": "C11+1", "netherlands-1st-1": "C11",
               "netherlands-2nd-1": "B13"},
        leaders={"blake": "england-1st-1", "sandwich": "england-1st-1"}, land={"C11 england": "2r 1f"},
    )  # fmt: skip


def gauge(state: State) -> Decision:
    own, foe = (naval_forces(state, "C11", power)[0] for power in ("england", "netherlands"))
    return gauge_question(Table(), state, own, foe, 2)


def test_17_2_the_gauge_is_broken_off_by_the_first_entry_that_holds() -> None:
    state = at_sea()
    text = "gauge:\n  - {do: engage, if: [{round_at_least: 3}]}\n  - {do: break_off, to: [amsterdam, london]}\n"
    assert says(state, gauge(state), text) == "C12"
    assert says(state, gauge(state), "gauge:\n  - {do: engage}\n") == "engage"
    assert says(state, gauge(state), "gauge:\n  - {do: break_off, if: [{round_at_least: 3}]}\n") is None


def test_17_2_without_a_place_named_ships_flee_homewards_and_away_from_others() -> None:
    state = at_sea()
    answer = says(state, gauge(state), "gauge:\n  - {do: break_off}\n")
    assert answer == "C12"


def test_17_4_fire_is_by_the_first_entry_that_holds() -> None:
    state = at_sea()
    own, foe = (naval_forces(state, "C11", power)[0] for power in ("england", "netherlands"))
    question = fire_question(Table(), state, own, foe, 2)
    text = "fire:\n  - {targets: [treasure], if: [{round_at_least: 9}]}\n  - {targets: [weakest], fireships: use}\n"
    assert says(state, question, text) == {"targets": ["weakest"], "fireships": "use"}


def test_17_2_the_admiral_is_the_first_who_is_there() -> None:
    state = at_sea()
    own = naval_forces(state, "C11", "england")[0]
    question = admiral_question(Table(), state, own, ["blake", "sandwich"], "admiral/battle", "17.2")
    assert says(state, question, "admirals: [sandwich, blake]\n") == "sandwich"
    assert says(state, question, "admirals: []\n") is None


@pytest.mark.parametrize(("text", "answer"), [
    ("all", ["england-1st-1", "england-6th-1"]), ("none", []), ("sound", ["england-1st-1"]),
    ("[6th]", ["england-6th-1"]),
])  # fmt: skip
def test_20_2_who_bombards(text: str, answer: list[str]) -> None:
    state = at_sea()
    question = bombard_question(Table(), state, "england", "C11", ["england-1st-1", "england-6th-1"])
    assert says(state, question, f"bombard: {text}\n") == answer


def test_20_3_a_halt_is_called_once_an_entry_holds() -> None:
    state = at_sea()
    text = "halt:\n  - if: [{odds_below: {own: 1, enemy: 1}}]\n  - if: [{round_at_least: 3}]\n"
    assert says(state, halt_question(Table(), "england", "C11", 1, 4, 3), text) == "fight"
    assert says(state, halt_question(Table(), "england", "C11", 1, 2, 3), text) == "halt"
    assert says(state, halt_question(Table(), "england", "C11", 3, 4, 3), text) == "halt"


def test_words_that_answer_as_they_stand() -> None:
    state = at_sea()
    own = naval_forces(state, "C11", "england")[0]
    ships = ["england-1st-1", "england-6th-1"]
    for words, answer in (("weakest", ships[1:]), ("hold", []), ("[6th, strongest]", ships[::-1])):
        question = coast_question(Table(), state, "england", "C11", ships, 4)
        assert says(state, question, f"coast: {words}\n") == answer
    assert says(state, arrears_question(Table(), state, own, 2), "arrears: refuse\n") == "refuse"
    retreat = retreat_question(Table(), state, "england", "C11")
    assert says(state, retreat, "retreat: [goa, london, C10]\n") == "C10"


def test_losses_are_by_their_kind_then_by_any() -> None:
    state = at_sea()
    own = naval_forces(state, "C11", "england")[0]
    ships = ["england-1st-1", "england-6th-1"]
    ambush = questions.loss(Table(), state, own, "ambush", ships)
    assert says(state, ambush, "losses: {any: [6th]}\n") == "england-6th-1"
    assert says(state, ambush, "losses: {any: [6th], ambush: [1st]}\n") == "england-1st-1"
    natives = uprising_question(Table(), state, "england", ["C11 regiment", "C11 fort"])
    assert says(state, natives, "losses: {natives: [fort]}\n") == "C11 fort"


def test_22_2_a_new_leader_goes_where_the_list_says() -> None:
    state = at_sea()
    question = questions.place_leader(Table(), state, "england", "22.2", "leader-place", "sandwich")
    assert says(state, question, "leader_places: [goa, 6th, 1st]\n") == "england-6th-1"
    assert says(state, question, "leader_places: [C11]\n") in ("C11", "england-1st-1")


def marker(state: State, kind: str, moment: str, **facts: Any) -> Decision:
    return questions.play_marker(Table(), state, "england", "9.13", kind, moment, **facts)


def test_9_13_a_marker_is_played_at_its_moment_if_its_conditions_hold() -> None:
    state = at_sea()
    text = (
        "play:\n  - {marker: spy, when: marker_played, if: [{marker_played: treachery}]}\n"
        "  - {marker: articles-of-war, if: [{roll_at_most: 2}]}\n"
    )
    assert says(state, marker(state, "spy", "marker_played", against="treachery", by="netherlands"), text) == "yes"
    assert says(state, marker(state, "spy", "marker_played", against="diplomacy", by="netherlands"), text) is None
    assert says(state, marker(state, "spy", "exchange"), text) is None
    assert says(state, marker(state, "articles-of-war", "incident_rolled", roll=2), text) == "yes"
    assert says(state, marker(state, "articles-of-war", "incident_rolled", roll=3), text) is None


def test_9_13_of_several_battle_markers_those_named_are_played_in_their_order() -> None:
    state = at_sea()
    question = questions.play_some(Table(), state, "england", "17.4", "first_fire", ["gunners-1", "line-ahead-2"])
    assert says(state, question, "play: [{marker: line-ahead}, {marker: gunners}]\n") == ["line-ahead-2", "gunners-1"]
    assert says(state, question, "play: [{marker: spy}]\n") is None


def test_9_13_natives_are_stirred_up_against_whom_the_order_names() -> None:
    state = at_sea()
    question = natives_question(Table(), state, "england", ["netherlands"])
    entries = (f"  - {{marker: natives-are-restless, against: {power}}}\n" for power in ("spain", "netherlands"))
    assert says(state, question, "play:\n" + "".join(entries)) == "netherlands"


# ------------------------------------------------------------------------------------------------ standing orders


def standing(match: LionsMatch, text: str) -> list[str]:
    """What the standing orders of England's file did in the year, as the report tells it."""
    run(match, {"england": [orders("england", YEAR, f"standing:\n{text}")]})
    return match.standing_report("england")


def test_a_standing_order_answers_reports_and_stays() -> None:
    match = year(hands={"england": ["natives-are-restless-1"]})
    told = standing(match, "  - {number: 4, play: [{marker: natives-are-restless, against: netherlands}]}\n")
    assert told == ["No. 4: answered natives/england/n1"]
    assert [order["number"] for order in match.to_plain()["standing"]["england"]] == [4]


def test_a_standing_order_for_once_is_used_up_only_when_it_has_something_to_say() -> None:
    text = "  - {number: 1, once: true, play: [{marker: natives-are-restless, against: spain}]}\n"
    match = year(hands={"england": ["natives-are-restless-1"]})
    assert "nothing in it applies" in standing(match, text)[0]
    assert match.to_plain()["standing"]["england"]
    match = year(hands={"england": ["natives-are-restless-1"]})
    assert "ended" in standing(match, text.replace("spain", "netherlands"))[0]
    assert match.to_plain()["standing"]["england"] == []


def test_a_standing_order_ends_when_its_until_has_come_true_and_waits_for_its_if() -> None:
    match = year(hands={"england": ["natives-are-restless-1"]})
    told = standing(
        match, "  - {number: 1, until: [{turn_at_least: 1}], arrears: pay}\n"
        "  - {number: 2, if: [{moved: netherlands}], play: [{marker: natives-are-restless, against: netherlands}]}\n"
    )
    assert told[0] == "No. 1: ended: its 'until' has come true"
    assert "netherlands has not operated this turn" in told[1]


def test_the_same_number_replaces_a_standing_order_and_cancel_ends_it() -> None:
    match = begun(phases=1)
    given = ("{number: 1, arrears: pay}", "{number: 1, arrears: refuse}", "{number: 2, coast: weakest}", "{cancel: 2}")
    for body in given:
        match.adopt("england", [orders("england", BIDS, f"standing: [{body}]\n")])
    assert match.to_plain()["standing"]["england"] == [{"number": 1, "arrears": "refuse"}]


def test_an_order_file_goes_before_a_standing_order() -> None:
    match = year(hands={"england": ["natives-are-restless-1"]})
    body = (
        "play: [{marker: natives-are-restless, against: netherlands}]\n"
        "standing: [{number: 1, play: [{marker: natives-are-restless, against: netherlands}]}]\n"
    )
    outcome = run(match, {"england": [orders("england", YEAR, body)]})
    assert {record["source"] for key, record in outcome.answers.items() if key.startswith("natives/england")} == {
        "orders line 4"
    }
    assert match.standing_report("england") == ["No. 1: nothing called for it"]
