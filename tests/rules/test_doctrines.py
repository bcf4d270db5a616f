"""Doctrines of both titles: they answer lawfully, from a seat's view alone, and save their seat its letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from looking_on import Peek
from rules.jenkins import peeking as jenkins_peeking
from rules.lions import lions_peeking
from rules.lions.lions_seats import begun, orders, posed, run

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, DOCTRINES, STEADY, ChosenDoctrine
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.phase import Phase
from pbem.adjudicator.engine.table import Decision, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript, canonical
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.orders import doctrines as jenkins_doctrines
from pbem.adjudicator.jenkins.orders import plans as jenkins_plans
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.orders import doctrines as lions_doctrines
from pbem.adjudicator.lions.orders import plans as lions_plans
from pbem.adjudicator.lions.rules.ch09_markers import natives_question
from pbem.adjudicator.lions.view.view import view as lions_view
from pbem.adjudicator.orders.doctrine import Doctrine
from pbem.adjudicator.reports.frame import standing_lines
from pbem.adjudicator.titles import load_game
from pbem.match.terms.house_rules import house_of
from pbem.strict_yaml import write
from pbem.trial.letter_count import measured, table
from pbem.trial.soak import dice_of

#: The most letters that a novice may have to write a turn.
MOST_LETTERS = {"jenkins": Fraction(2), "lions": Fraction(3)}
YEAR = "t01.year"


def jenkins_eyes(state: Any, seat: str) -> Doctrine[Any]:
    return jenkins_plans.Doctrine(state, seat)


def lions_eyes(state: Any, seat: str) -> Doctrine[Any]:
    return lions_plans.Doctrine(state.board, lambda: lions_view(state, seat))


def four_players(seed: str, peek: Peek) -> None:
    lions_peeking.peek_at_game(4, seed, peek)


Eyes = Callable[[Any, str], Doctrine[Any]]
Looked = Callable[[str, Peek], None]
TITLES = pytest.mark.parametrize(
    ("name", "eyes", "look_at"),
    [("jenkins", jenkins_eyes, jenkins_peeking.peek_at_game), ("lions", lions_eyes, four_players)],
    ids=["jenkins", "lions"],
)
HIDDEN: dict[str, Any] = {"jenkins": jenkins_peeking, "lions": lions_peeking}


def plans_of(name: str) -> set[str]:
    """The first words of topics that ask for a plan."""
    return {topic for row in load_game(name).order_table().rows for topic in row.topics}


# ------------------------------------------------------------------------------------------- what they answer


@TITLES
def test_every_doctrine_answers_every_question_lawfully_but_those_that_ask_for_a_plan(
    name: str, eyes: Eyes, look_at: Looked
) -> None:
    plans, answered = plans_of(name), Counter[str]()

    def judge(state: Any, decision: Decision) -> None:
        topic = decision.topic.partition("/")[0]
        for doctrine in DOCTRINES:
            said = eyes(state, decision.side).shipped_answer(doctrine, decision)
            assert (said is None) == (topic in plans), decision.topic
            assert said is None or decision.faults(said) == []
            answered[topic] += said is not None

    look_at("doctrines", Peek(at_question=judge))
    assert len([topic for topic, times in answered.items() if times]) >= 4


@TITLES
def test_a_doctrine_depends_on_the_view_of_its_seat_alone(name: str, eyes: Eyes, look_at: Looked) -> None:
    """4.4, 15.1: answered again with something changed that the seat cannot see, a question gets the same answer."""
    chance, compared = SeededChance("hidden"), Counter[str]()

    def told(state: Any, decision: Decision) -> str:
        reader = eyes(state, decision.side)
        said = [reader.shipped_answer(doctrine, decision) for doctrine in DOCTRINES]
        return canonical([said, [reader.deed(decision, each) for each in said if each is not None]])

    def compare(state: Any, decision: Decision) -> None:
        other = HIDDEN[name].copied(state)
        if chance.pick(HIDDEN[name].HIDDEN)(other, decision.side, chance):
            assert told(other, decision) == told(state, decision)
            compared[decision.side] += 1

    look_at("secret", Peek(at_question=compare))
    assert min(compared.values()) >= 20


SHIPPED: dict[str, Any] = {"jenkins": jenkins_doctrines.SHIPPED, "lions": lions_doctrines.SHIPPED}


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_doctrine_has_every_section_and_each_is_a_lawful_standing_order(name: str, doctrine: str) -> None:
    game = load_game(name)
    rows, phase = game.order_table().doctrine, {"jenkins": "t00.english", "lions": "t00.setup"}[name]
    match = game.begin(next(iter(game.scenarios)), house_of({}, game), None)
    seat = (match.phase() or Phase("", "", 0, ())).active[0]
    board = game.order_table().board_of(match.view(seat))
    sections = SHIPPED[name].sections(doctrine, board, seat)
    assert set(sections) == {row.key for row in rows}
    assert {topic for row in rows for topic in row.answers} <= set(SHIPPED[name].deeds)
    standing = [{"number": number, key: section} for number, (key, section) in enumerate(sections.items(), 1)]
    text = write({"pbem": "orders/1", "seat": seat, "phase": phase, "standing": standing})
    assert game.check(match.view(seat), game.read_orders(text.encode(), "o.yaml"), "o.yaml").faults == ()


def test_7_2_the_bold_intercept_with_less_than_the_steady_and_the_cautious_with_more() -> None:
    board = JenkinsMatch.begin(("english", "spanish"), {}, None).state.board
    sections = jenkins_doctrines.sections
    least = [sections(name, board, "english")["intercept"][0]["least"] for name in (BOLD, STEADY, CAUTIOUS)]
    assert [int(number) for number in least] == [2, 3, 5]


@pytest.mark.parametrize(("doctrine", "does"), [(CAUTIOUS, "B12"), (STEADY, "engage"), (BOLD, "engage")])
def test_17_2_with_the_wind_gauge_only_the_cautious_leave_before_slightly_stronger_guns(
    doctrine: str, does: str
) -> None:
    """A second-rate against a first-rate: fewer guns, and more than half of them."""
    outcome = battle("england-2nd-1", "netherlands-1st-1", f"doctrine: {doctrine}\n")
    assert outcome.said("gauge/a11/england")[:1] == [does]


def test_17_2_the_bold_alone_engage_at_hopeless_odds() -> None:
    says = {name: battle("england-6th-1", "netherlands-1st-1", f"doctrine: {name}\n").said("gauge/a11/england")[:1]
            for name in DOCTRINES}  # fmt: skip
    assert says == {CAUTIOUS: ["B12"], STEADY: ["B12"], BOLD: ["engage"]}


def battle(own: str, foe: str, body: str, dice: str = "") -> Any:
    """England attacks at A11 and wins the wind gauge; the Dutch order nothing."""
    for number in range(40):
        match = posed(ships=[{"ship": own, "at": "A11"}, {"ship": foe, "at": "A11"}], steps=["13.1"],
                      initiative="england", quiet=["netherlands"])  # fmt: skip
        queue = f"operations:\n  - {{force: {own}, attack: {{power: netherlands}}}}\n"
        outcome = run(match, {"england": [orders("england", YEAR, queue + body)]}, dice=dice or f"wind {number}",
                      silent=False)  # fmt: skip
        if dice or outcome.said("gauge/a11/england") or outcome.questions:
            return outcome
    raise AssertionError("England never has the wind gauge")


# ------------------------------------------------------------------------------------------- where they stand


def test_orders_come_first_then_standing_orders_then_the_doctrine() -> None:
    gauge = "gauge: [{do: engage}]\n"
    standing = "standing:\n  - {number: 4, gauge: [{do: engage}]}\n"
    ask = "ask: [gauge]\n"
    sources = [battle("england-6th-1", "netherlands-1st-1", f"doctrine: steady\n{more}") for more in
               (gauge + standing, standing, "")]  # fmt: skip
    said = [next(record["source"] for key, record in each.answers.items() if key.startswith("gauge/a11/england"))
            for each in sources]  # fmt: skip
    assert said == ["orders line 7", "standing order 4", "doctrine steady"]
    asked = battle("england-6th-1", "netherlands-1st-1", f"doctrine: steady\n{ask}")
    assert [question.topic for question in asked.questions] == ["gauge"]


def test_at_the_deadline_a_doctrine_answers_before_the_default() -> None:
    match = posed(ships=[{"ship": "england-1st-1", "at": "A11"}, {"ship": "netherlands-6th-1", "at": "A11"}],
                  steps=["13.1"], initiative="england")  # fmt: skip
    match.doctrines["netherlands"] = ChosenDoctrine(STEADY)
    queue = "operations:\n  - {force: england-1st-1, attack: {power: netherlands}}\n"
    outcome = run(match, {"england": [orders("england", YEAR, queue)]}, silent=True)
    sources = {record["key"].partition("/")[0]: record["source"] for record in outcome.answers.values()
               if record["side"] == "netherlands"}  # fmt: skip
    assert sources["fire"] == "doctrine steady"
    assert sources["operation"] == "default at deadline"


def test_a_discreet_question_is_answered_though_its_seat_wants_to_be_asked() -> None:
    class Everything:
        def shipped_answer(self, name: str, decision: Decision) -> Plain:
            return "yes"

        def asks_for(self, decision: Decision, topics: object) -> bool:
            return True

        def deed(self, decision: Decision, answer: Plain) -> str:
            return ""

    source = ChosenDoctrine(STEADY, ["everything"]).source(Everything())
    assert source.answer(Decision(rule="1", side="a", key="k/n1", topic="k", prompt="?", discreet=True)) == (
        "yes", "doctrine steady")  # fmt: skip
    assert source.answer(Decision(rule="1", side="a", key="k/n2", topic="k", prompt="?")) is None


def test_a_doctrine_and_what_to_ask_hold_until_they_are_replaced() -> None:
    match = begun()
    match.adopt("england", [orders("england", "t00.setup", "doctrine: bold\nask: [gauge]\n")])
    again = LionsMatch.restore(match.to_plain(), {}, None)
    again.adopt("england", [orders("england", "t01.bids", "")])
    assert again.view("england")["doctrine"] == {"name": "bold", "ask": ["gauge"]}
    again.adopt("england", [orders("england", "t01.bids", "doctrine: none\nask: []\n")])
    assert again.view("england")["doctrine"] == {"name": "none", "ask": []}
    assert not again.doctrines["england"].in_force


def test_a_seat_that_is_silent_at_the_set_up_gets_the_usual_doctrine_and_one_that_wants_none_does_not() -> None:
    match = begun()
    run(match, {"england": [orders("england", "t00.setup", "doctrine: none\n")]})
    assert {seat: chosen.name for seat, chosen in match.doctrines.items()} == {
        "england": "none", "netherlands": STEADY}  # fmt: skip


def test_the_passive_side_of_a_set_up_has_not_been_silent() -> None:
    """3.1: England sets up first; Spain's file is still to come."""
    match = JenkinsMatch.begin(("english", "spanish"), {}, None)
    for seat in ("english", "spanish"):
        match.sources(seat, [])
    assert {seat: chosen.name for seat, chosen in match.doctrines.items()} == {"english": STEADY, "spanish": ""}


def test_nobody_sees_anothers_doctrine() -> None:
    match = begun()
    before = [canonical(match.view(seat)) for seat in (None, "netherlands")]
    match.adopt("england", [orders("england", "t00.setup", "doctrine: bold\nask: [gauge]\n")])
    assert [canonical(match.view(seat)) for seat in (None, "netherlands")] == before


# ------------------------------------------------------------------------------------------- record and report


def test_the_record_names_the_doctrine_and_a_replay_tells_the_same() -> None:
    body = "doctrine: steady\n"
    outcome = battle("england-6th-1", "netherlands-1st-1", body)
    told = outcome.match.standing_report("england")
    assert "Your doctrine (steady) broke off the action at A11, for B12 (rule 17.2)." in told
    assert outcome.match.standing_report("netherlands") == []
    match = posed(ships=[{"ship": "england-6th-1", "at": "A11"}, {"ship": "netherlands-1st-1", "at": "A11"}],
                  steps=["13.1"], initiative="england", quiet=["netherlands"])  # fmt: skip
    file = orders("england", YEAR, "operations:\n  - {force: england-6th-1, attack: {power: netherlands}}\n" + body)
    match.adopt("england", [file])
    sources = {seat: match.sources(seat, [file] if seat == "england" else []) for seat in match.state.players}
    phase = match.phase()
    assert phase is not None
    Driver(Transcript(list(outcome.records)), dice_of("any", phase), sources).run(match.play(Table()))
    assert match.standing_report("england") == told


def test_9_13_the_words_on_a_marker_name_it_and_whom_it_is_played_against() -> None:
    state = begun("four-players").state
    question = natives_question(Table(), state, "england", ["spain", "france"])
    reader = lions_eyes(state, "england")
    assert reader.deed(question, "spain") == "played Natives Are Restless against Spain"
    assert reader.deed(question, "no") == ""


def test_a_report_has_the_lines_of_a_doctrine_as_they_are() -> None:
    line = "Your doctrine (steady) engaged with the wind gauge at A11 (rule 17.2), 2 times."
    assert standing_lines(["No. 1: nothing called for it", line]) == ["No. 1: nothing called for it", line]


def test_the_report_names_the_doctrine_in_force_to_its_seat_alone() -> None:
    match = begun()
    match.adopt("england", [orders("england", "t00.setup", "doctrine: bold\nask: [gauge]\n")])
    game = load_game("lions")
    assert "Doctrine: bold." in game.report(game.reading(match.view("england")))
    assert "bold" not in game.report(game.reading(match.view("netherlands")))


# ------------------------------------------------------------------------------------------- what they save


@pytest.mark.parametrize("name", MOST_LETTERS)
def test_a_novice_writes_few_letters_and_is_asked_nothing_that_a_doctrine_can_answer(
    name: str, tmp_path: Path
) -> None:
    letters = measured(name, 3, "few", tmp_path)
    novice = letters.counts["novice"]
    assert 0 < novice.per_turn() <= MOST_LETTERS[name]
    assert novice.forgotten
    assert letters.answerable("novice") == 0
    assert letters.forced == 0
    assert novice.asked["operation"] == 0, "13.1: a year's operations come in one letter"
    assert list(table([letters]))[1].startswith(f"| {letters.game.title} | novice | 3 | ")
