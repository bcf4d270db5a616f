"""Chapter 10: agreements, gifts, and broken promises."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, Note, Table, facts, hold, play, port, position, told

from pbem.adjudicator.lions.rules.ch10_agreements import agreements_question
from pbem.adjudicator.lions.rules.ch10_bargains import lapse_agreements, negotiations
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.rules.ch25_pirates import pirate_commander
from pbem.adjudicator.lions.state.forces import force_named
from pbem.adjudicator.lions.state.state import State

PARTIES = ["england", "netherlands"]
PEACE = {"parties": PARTIES, "promise": "non_aggression", "until": "3"}
SHIP, MADRAS = "england-1st-1", port("madras")


def talk(state: State, *written: list[dict[str, Any]], more: list[Answer] | None = None) -> list[Note]:
    answers: list[Answer] = [("10.1", records) for records in written]
    return play(negotiations, state, answers=[*answers, *(more or [])])[1]


def at_peace(**fields: Any) -> State:
    state = position(ships={SHIP: MADRAS, "netherlands-1st-1": MADRAS}, **fields)
    talk(state, [PEACE], [PEACE])
    return state


def attack(state: State, order: dict[str, str], *answers: Answer) -> list[Note]:
    operation: Answer = ("13.1", {"force": SHIP, "attack": {"power": "netherlands"}, **order})
    return play(operations_phase, state, "england", answers=[operation, *answers])[1]


def test_10_1_what_all_parties_wrote_is_agreed_and_public() -> None:
    state = position()
    notes = talk(state, [PEACE], [{**PEACE, "parties": PARTIES[::-1]}])
    assert told(notes, "agreed") == ["Agreement between England and the Netherlands: non aggression."]
    assert len(state.agreements) == 1


def test_10_1_what_one_alone_wrote_has_no_effect_and_only_he_hears_of_it() -> None:
    state = position()
    notes = talk(state, [PEACE], [{**PEACE, "until": "4"}])
    assert state.agreements == []
    assert [note.to for note in notes] == ["england", "netherlands"]


def test_10_2_pounds_change_hands_for_markers() -> None:
    state = position()
    hold(state, "netherlands", "bankers-1")
    gives = [{"from": "england", "to": "netherlands", "pounds": "6"},
             {"from": "netherlands", "to": "england", "markers": ["bankers"]}]  # fmt: skip
    notes = talk(state, [{"parties": PARTIES, "gives": gives}], [{"parties": PARTIES, "gives": gives}])
    assert state.money == {"england": 4, "netherlands": 26}
    assert state.hand == {"england": ["bankers-1"], "netherlands": []}
    assert "all" not in {note.to for note in notes if "Bankers" in note.text}


def test_10_2_markers_may_be_given_at_random() -> None:
    state = position()
    hold(state, "england", "bankers-1", "spy-1")
    record = {"parties": PARTIES, "gives": [{"from": "england", "to": "netherlands", "random": "1"}]}
    talk(state, [record], [record], more=[("10.2", 1)])
    assert state.hand == {"england": ["bankers-1"], "netherlands": ["spy-1"]}


@pytest.mark.parametrize("gift", [{"pounds": "11"}, {"markers": ["spy"]}, {"random": "1"}])
def test_10_2_who_has_not_what_he_gives_makes_it_void(gift: dict[str, Any]) -> None:
    state = position()
    record = {"parties": PARTIES, "promise": "passage", "gives": [{"from": "england", "to": "netherlands", **gift}]}
    notes = talk(state, [record], [record])
    assert [note.to for note in notes if note.event == "void"] == PARTIES
    assert state.agreements == []


def test_10_2_all_may_agree_to_end_the_game() -> None:
    state = position(3)
    record = {"parties": ["england", "netherlands", "spain"], "promise": "end_game"}
    talk(state, [record], [record], [record])
    assert state.ended == "agreement"


def test_10_2_but_not_some_of_them() -> None:
    state = position(3)
    record = {"parties": PARTIES, "promise": "end_game"}
    talk(state, [record], [record], [])
    assert not state.ended


def test_10_3_an_attack_on_a_partner_is_left_out() -> None:
    notes = attack(at_peace(), {})
    assert not told(notes, "battle")
    assert "You promised" in told(notes, "lapsed")[0]


def test_10_3_unless_the_order_breaks_the_promise_for_half_the_hand() -> None:
    state = at_peace()
    hold(state, "england", "bankers-1", "spy-1", "rally-1")
    state.money["england"] = 20
    notes = attack(state, {"breach": "yes"}, ("10.3", (0, 2)), ("17.2", 1), ("17.2", 1))
    assert told(notes, "battle")
    assert state.agreements == []
    assert len(state.hand["england"]) == 1
    assert len(state.hand["netherlands"]) == 2


def test_10_3_the_others_share_it_as_evenly_as_can_be() -> None:
    state = position(3, ships={SHIP: MADRAS, "netherlands-1st-1": MADRAS})
    talk(state, [PEACE], [PEACE], [])
    hold(state, "england", "bankers-1", "spy-1", "rally-1", "gunners-1", "gunners-2")
    attack(state, {"breach": "yes"}, ("10.3", (0, 1, 2)), ("10.3", (1, 0)), ("17.2", 1), ("17.2", 1))
    assert [len(state.hand[power]) for power in state.players] == [2, 1, 2]


def test_10_3_a_promise_may_be_for_some_squares_alone() -> None:
    state = position(ships={SHIP: MADRAS, "netherlands-1st-1": MADRAS})
    record = {**PEACE, "where": ["F8"]}
    talk(state, [record], [record])
    assert told(attack(state, {}, ("17.2", 1), ("17.2", 1)), "battle")


def test_10_2_promises_run_out() -> None:
    state = at_peace()
    lapse_agreements(state)
    assert state.agreements
    state.turn = 3
    lapse_agreements(state)
    assert state.agreements == []


def test_16_8_partners_let_each_other_pass() -> None:
    state = position(ships={SHIP: "F8", "netherlands-1st-1": "F9"})
    record = {**PEACE, "promise": "passage"}
    talk(state, [record], [record])
    force = force_named(state, "england", SHIP)
    play(movement_segment, state, force, {"path": ["F9", "F10"]}, answers=[("16.3", (1, 2))])
    assert state.ships[SHIP].at == "F10"


def test_16_5_partners_shut_diagonals_all_the_same() -> None:
    state = position(ships={SHIP: "F8", "netherlands-1st-1": "F9", "netherlands-2nd-1": "G8"})
    record = {**PEACE, "promise": "passage"}
    talk(state, [record], [record])
    force = force_named(state, "england", SHIP)
    _, notes = play(movement_segment, state, force, {"path": ["G9"]}, answers=[("16.3", (1, 2))])
    assert len(facts(notes, "moved")[0]["way"]) == 3


def test_25_5_who_is_bound_not_to_attack_commands_no_pirates_against_his_partner() -> None:
    state = position(3, agreements=[{**PEACE, "parties": PARTIES}])
    commander, _ = play(pirate_commander, state, "england", "F8")
    assert commander == "spain"


@pytest.mark.parametrize(
    "record",
    [{"parties": ["england"]}, {"parties": ["netherlands", "spain"]}, {"parties": PARTIES, "promise": "love"},
     {"parties": PARTIES, "gives": [{"from": "england", "to": "england"}]},
     {"parties": PARTIES, "gives": [{"from": "england", "to": "netherlands", "pounds": "-1"}]},
     {"parties": PARTIES, "promise": "alliance"}, {"parties": PARTIES, "promis": "passage"},
     {"parties": PARTIES, "promise": "honour", "text": ["a", "b"]},
     {"parties": PARTIES, "promise": "passage", "where": "everywhere"},
     {"parties": PARTIES, "promise": "passage", "until": "soon"}],
)  # fmt: skip
def test_10_2_records_that_make_no_sense_are_refused(record: dict[str, Any]) -> None:
    assert agreements_question(Table(), position(), "england").faults([record])


def test_10_2_honour_is_written_down_and_not_checked() -> None:
    state = position()
    record = {"parties": PARTIES, "promise": "honour", "text": "no fort at Java"}
    notes = talk(state, [record], [record])
    assert told(notes, "agreed") == [
        "Agreement between England and the Netherlands: on their word of honour, no fort at Java."
    ]
    assert state.agreements == [record]
    lapse_agreements(state)
    assert state.agreements == []


def test_10_1_the_order_of_the_words_in_a_record_does_not_matter() -> None:
    state = position()
    talk(state, [PEACE], [dict(reversed(PEACE.items()))])
    assert len(state.agreements) == 1


def test_10_1_each_record_is_judged_for_itself() -> None:
    """What follows one that both wrote is heard too, for whoever wrote it."""
    state = position()
    mine, yours = {**PEACE, "promise": "passage"}, {**PEACE, "promise": "honour", "text": "no privateers"}
    notes = talk(state, [PEACE, mine], [PEACE, yours])
    assert [note.to for note in notes if note.event == "lapsed"] == PARTIES
    assert [record["promise"] for record in state.agreements] == ["non_aggression"]


def test_10_2_one_marker_is_not_given_twice() -> None:
    state = position()
    hold(state, "england", "bankers-1")
    gift = {"from": "england", "to": "netherlands", "markers": ["bankers", "bankers"]}
    record = {"parties": PARTIES, "gives": [gift]}
    assert facts(talk(state, [record], [record]), "void")
    assert state.hand["england"] == ["bankers-1"]


def test_10_2_all_learn_how_much_is_given_and_the_giver_what() -> None:
    state = position()
    hold(state, "england", "bankers-1")
    gift = {"from": "england", "to": "netherlands", "pounds": "2", "markers": ["bankers"]}
    record = {"parties": PARTIES, "gives": [gift]}
    notes = talk(state, [record], [record])
    assert facts(notes, "given") == [{"power": "england", "to": "netherlands", "pounds": 2, "number": 1}]
    assert [(note.to, note.facts["markers"]) for note in notes if note.event == "handed_over"] == [
        ("england", ["bankers-1"])]  # fmt: skip


def test_10_3_all_learn_how_many_markers_a_breach_has_cost() -> None:
    state = at_peace()
    hold(state, "england", "spy-1", "bankers-1")
    notes = attack(state, {"breach": "yes"}, ("10.3", 0), ("17.2", 1), ("17.2", 1))
    assert {"power": "england", "to": "netherlands", "number": 1} in facts(notes, "given")


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [({"where": ["K5", "Z99"]}, "'where' is 'any' or a list of squares"),
     ({"gives": [{"from": "england", "to": "pirates"}]}, "a gift goes from party to party"),
     ({"gives": [{"from": "england", "to": "england"}]}, "a gift goes from party to party")],
)  # fmt: skip
def test_10_1_squares_are_of_the_map_and_gifts_between_the_parties(wrong: dict[str, Any], fault: str) -> None:
    assert agreements_question(Table(), position(), "england").faults([PEACE | wrong]) == [fault]
