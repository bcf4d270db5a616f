"""Order files as answers, silence, orders by chance, and positions in the words of cases: the same for every title."""

from __future__ import annotations

import pytest

from pbem.adjudicator.engine.case_words import Listed, check_words, found, place
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Choose
from pbem.adjudicator.orders.order_answers import FileAnswers, Silence
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance
from pbem.adjudicator.titles import load_game
from pbem.base.errors import BadInput, Kind
from pbem.strict_yaml import write


def question(key: str, topic: str) -> Choose[str]:
    return Choose(rule="1.1", side="red", key=key, topic=topic, prompt="?", options={"a": "A", "b": "B"}, default="a")


def file_of(**body: object) -> FileAnswers:
    lines = {("move",): 4, ("answers", 0): 7}
    return FileAnswers(Orders("red", body, lines, name="mine.yaml"))


def test_an_exact_answer_goes_before_a_section_and_says_where_it_stands() -> None:
    file = file_of(move="b", answers=[{"key": "move/n1", "answer": "a"}])
    assert file.answer(question("move/n1", "move")) == ("a", "mine.yaml line 7")
    assert file.answer(question("move/n2", "move")) == ("b", "mine.yaml line 4")
    assert file.answer(question("buy/n1", "buy")) is None


def test_a_place_without_a_line_is_told_by_its_path() -> None:
    assert file_of().at("standing", 2, "if") == "mine.yaml standing.2.if"


def test_a_title_may_read_exact_answers_in_its_own_way() -> None:
    class Loud(FileAnswers):
        def as_asked(self, decision: object, answer: object) -> object:
            return str(answer).upper()

    file = Loud(Orders("red", {"answers": [{"key": "k", "answer": "a"}]}, {}), "second file")
    assert file.answer(question("k", "move")) == ("A", "second file answers.0")


def test_silence_means_what_a_title_says_and_is_never_shared() -> None:
    nothing: dict[str, list[str]] = {"buy": []}
    silence = Silence({"buy": (nothing, "orders: no purchases")})
    answer, words = silence.answer(question("buy/n1", "buy")) or ({}, "")
    assert (answer, words) == (nothing, "orders: no purchases")
    answer["buy"].append("boyne")
    assert nothing == {"buy": []}
    assert silence.answer(question("buy/n2", "buy")) == ({"buy": []}, "orders: no purchases")
    assert silence.answer(question("move/n1", "move")) is None


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra"])
def test_orders_by_chance_have_every_section_and_every_sort_of_standing_order_in_time(title: str) -> None:
    game = load_game(title)
    scenario = sorted(game.scenarios)[0]
    seat = game.seats_of(scenario)[0]
    view = game.begin(scenario, {}, None).view(seat)
    by_chance = OrdersByChance(game.order_table(), view, SeededChance("orders by chance"))
    lasting = {row.key for row in game.order_table().doctrine}
    given = [by_chance.some_sections(4) for _ in range(100)]
    assert {name for each in given for name in each} == lasting
    assert 10 < sum(min(lasting) in each for each in given) < 45
    standing = [by_chance.standing_order(3) for _ in range(300)]
    parts = [each["standing"][0] for each in standing if each]
    assert 60 < len(parts) < 140
    assert {frozenset(part) - {"number", *lasting} for part in parts} == {
        frozenset(), frozenset({"once"}), frozenset({"if"}), frozenset({"until"}), frozenset({"cancel"}),
    }  # fmt: skip
    head = {"seat": seat, "phase": str(view["phase"])}
    for body in (*given, *(each for each in standing if each)):
        text = write({"pbem": "orders/1", **head, **body}).encode()
        assert not [fault for fault in game.check_file(view, head, text, "").faults if fault.kind is not Kind.ILLEGAL]


def test_a_field_is_told_and_given_in_the_same_words() -> None:
    scuttled = Listed("at", "number", int)
    assert scuttled.facts({"2719": 1}) == [{"at": "2719", "number": 1}]
    assert scuttled.given([{"at": "port-royal", "number": "1"}], {"port-royal": "2719"}.__getitem__) == {"2719": 1}


def test_words_names_and_places_that_a_case_may_not_have_are_refused() -> None:
    with pytest.raises(BadInput, match="'strom' is nothing that a position has"):
        check_words({"strom": []}, ("storm",))
    with pytest.raises(BadInput, match="'boyn' is no ship"):
        list(found(["boyne", "boyn"], {"boyne": 1}, "ship"))
    with pytest.raises(BadInput, match="'atlantis' is no hex"):
        place(lambda name: "", "hex")("atlantis")
