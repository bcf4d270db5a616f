"""Order files of the extended games: what they may say, what is wrong with them, and that each section is heard."""

from __future__ import annotations

import pytest
from rules.yellowjack.test_yellowjack_extended import war
from rules.yellowjack.yellowjack_letters import faults, files_of
from rules.yellowjack.yellowjack_sea import JAMAICA, put

from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.orders.replies.planners import PLANNERS
from pbem.adjudicator.yellowjack.orders.words import chit_words, europe_words, sea_words
from pbem.adjudicator.yellowjack.reports.story import called_home, in_brief
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Duty
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FITTING_OUT, FRENCH, OFF_MAP
from pbem.adjudicator.yellowjack.view.picture import picture
from pbem.adjudicator.yellowjack.view.view import view


def fleets() -> State:
    """Forces of all three nations in port, and two Squadrons off the map."""
    state = war(france=True)
    put(state, "br-flag-j1", JAMAICA, {"j1": 3}, condition=FITTING_OUT)
    put(state, "fr-det-1", "fort-royal", {"f1": 3}, condition=FITTING_OUT)
    put(state, "sp-flag-h", "la-habana", {"h1": 3}, condition=FITTING_OUT)
    for name in ("j2", "j3"):
        put(state, name, OFF_MAP, {name: 2}, condition=FITTING_OUT)
        state.formations[name].enters = "east-edge"
    state.auxiliaries = {"thetis": Auxiliary("fort-royal", FRENCH), "shoreham": Auxiliary(JAMAICA, "jamaica")}
    state.hand[BRITISH] = ["j-interdict-main", "j-cruise-main"]
    return state


def test_every_question_that_a_section_answers_is_heard() -> None:
    topics = {topic for row in TABLE.rows for topic in row.topics}
    assert topics <= set(PLANNERS)


@pytest.mark.parametrize(("seat", "body", "topic"), [
    (BOURBON, "withdraw_french: [{who: fr-det-1}]\n", "withdraw_french"),
    (BRITISH, "privateers: [{corsair: priv-young-eagle, rebase: cz-virgins}]\n", "privateers"),
    (BRITISH, "convert: [{class: frigate, of: jf1}]\n", "convert"),
    (BRITISH, "marines: [{unit: fleet-marines-a, to: br-flag-j1}]\n", "marines"),
    (BRITISH, "spend: [{on: check}]\n", "spend"),
])  # fmt: skip
def test_2_3_a_section_of_a_file_reaches_its_question(seat: str, body: str, topic: str) -> None:
    question = Entries(rule="2.3", side=seat, key=f"{topic}/{seat}/n1", topic=topic, prompt="")
    said = [found for file in files_of(fleets(), seat, body) if (found := file.answer(question))]
    assert len(said) == 1


@pytest.mark.parametrize(("seat", "text", "told"), [
    (BOURBON, "withdraw_french: [{who: fr-det-1}, {aux: thetis}]\n", ""),
    (BOURBON, "withdraw_french: [{who: sp-flag-h}]\n", "no French force that can go home"),
    (BRITISH, "withdraw_french: [{who: br-flag-j1}]\n", "no French force that can go home"),
    (BRITISH, "issue: [{order: j-interdict-main, to: shoreham}]\n", ""),
    (BRITISH, "issue: [{order: j-cruise-main, to: shoreham}]\n", "only one of the Fleet class"),
    (BRITISH, "form: [{formation: br-det-j1, at: off_map, squadrons: [j2, j3]}]\n", ""),
    (BRITISH, "form: [{formation: br-det-j1, at: off_map, squadrons: [j1, j2]}]\n", "does not lie Fitting Out"),
    (BRITISH, "spend: [{on: check}, {on: order, order: j-aao}]\n", ""),
])  # fmt: skip
def test_2_3_what_is_wrong_with_an_order_file_is_told_before_it_is_sent(seat: str, text: str, told: str) -> None:
    found = [message for _, message in faults(fleets(), seat, text, "admin")]
    assert any(told in message for message in found) if told else found == []


def test_2_3_the_new_words_are_read_back() -> None:
    assert "the French too" in sea_words.stance({"who": "br-flag-j1", "do": "seek", "challenge": True})
    assert europe_words.french_leaving({"aux": "thetis"}) == "Thetis goes home to France."
    assert "a check that fails" in chit_words.spending({"on": "check"})
    assert "in place of a draw" in chit_words.spending({"on": "order", "order": "j-aao"})


def test_3_241_a_report_presses_who_has_to_send_ships_home() -> None:
    state = fleets()
    state.duties = [Duty(BRITISH, 3)]
    assert list(called_home(picture(view(state, BRITISH)))) == [
        "3 Sail more must go home: name them with `withdraw`, or idle ones go (R11.11)."]  # fmt: skip
    state.formations["br-flag-j1"].order = "withdrawal-br-flag-j1"
    assert not list(called_home(picture(view(state, BRITISH))))
    assert not list(called_home(picture(view(state, BOURBON))))


def test_3_111_an_event_stands_in_the_sum_of_a_report() -> None:
    notes = [Note("3.31", ALL, "Drawn.", "drawn", {}), Note("3.111", ALL, "Philip V of Spain is dead.", "event", {})]
    assert in_brief(notes)[0] == "Philip V of Spain is dead."
