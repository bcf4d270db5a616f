"""A question by letter: the order file has it, the check judges answers against it, and says what stays open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from club import Club, know_the_duel

from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.title_check import faults_of
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import Seat
from pbem.strict_yaml import plain, read

PICK = {
    "key": "losses/naval/3119/n1", "rule": "9.1", "prompt": "Naval combat off Havana: which of your counters is lost?",
    "legal": {"pick": {"boyne": "Boyne", "frigate-e2": "Frigate (e2)"}, "least": 1, "most": 1},
    "default": ["frigate-e2"],
}  # fmt: skip
CHOOSE = {
    "key": "retreat/n1", "rule": "9.1", "prompt": "Beaten off Havana: where do your ships go?",
    "legal": {"choose": {"port-royal": "Port Royal", "antigua": "St. John's, Antigua"}}, "default": "port-royal",
}  # fmt: skip
BUY = {"key": "buy/n1", "rule": "5.1", "prompt": "What do you buy?", "legal": {"for_sale": {}, "funds": 20},
       "default": {}}  # fmt: skip
HEAD = {"game": "jenkins-2026-abcdef", "seat": "english", "phase": "t01.english"}
TEXT = "pbem: orders/1\ngame: jenkins-2026-abcdef\nseat: english\nphase: t01.english\n"


def view(*questions: dict[str, Any]) -> dict[str, Any]:
    match = GAME.begin("campaign", {"leogane": "french"}, None)
    return {**match.view("english"), "turn": 1, "phase": "t01.english", "phase_side": "english",
            "questions": list(questions)}  # fmt: skip


def check(text: str, *questions: dict[str, Any]) -> Checked:
    return GAME.check_file(view(*questions), HEAD, (TEXT + text).encode(), "x.yaml")


def told(text: str, *questions: dict[str, Any]) -> str:
    found = check(text, *questions)
    assert not found.faults, [fault.message for fault in found.faults]
    return "\n".join(found.echo)


def fault(text: str, *questions: dict[str, Any]) -> tuple[str, str]:
    (found,) = check(text, *questions).faults
    return found.message, found.hint


# ------------------------------------------------------------------------------------------------------------ the draft
def test_the_draft_has_each_question_active_with_what_it_is_for_and_its_default() -> None:
    text = GAME.draft(view(PICK, CHOOSE), {**HEAD, "deadline": "Saturday 26 September 2026, 18:00 UTC"})
    body = plain(read(text.encode(), "x.yaml"))
    assert isinstance(body, dict)
    assert body["answers"] == [{"key": PICK["key"], "answer": ["frigate-e2"]},
                               {"key": CHOOSE["key"], "answer": "port-royal"}]  # fmt: skip
    assert set(body) == {"pbem", "game", "seat", "phase", "answers"}
    talk = " ".join(text.replace("\n##", " ").split())
    for words in ("2 questions for you, due by Saturday 26 September 2026, 18:00 UTC", PICK["prompt"], "(rule 9.1)",
                  "boyne: Boyne", "antigua: St. John's, Antigua", "Answer with a list of", "Answer with one of",
                  "If the deadline passes without a word from you: [frigate-e2]"):  # fmt: skip
        assert str(words) in talk


def test_the_draft_as_it_stands_answers_everything() -> None:
    text = GAME.draft(view(PICK, CHOOSE), HEAD)
    found = GAME.check_file(view(PICK, CHOOSE), HEAD, text.encode(), "x.yaml")
    assert found.faults == ()
    assert "NOT ANSWERED" not in "\n".join(found.echo)
    assert f"{PICK['prompt']} You answer: frigate-e2." in found.echo


# ------------------------------------------------------------------------------------------------------------ the check
def test_a_file_without_answers_is_told_what_stays_open() -> None:
    said = told("", PICK, CHOOSE)
    assert "Every line of this file is still switched off" in said
    assert f"NOT ANSWERED: {PICK['prompt']} ({PICK['key']}) Without an answer: frigate-e2." in said
    assert "2 of 2 questions without an answer" in said


def test_one_answer_of_two_leaves_the_other_named() -> None:
    said = told(f"answers:\n  - {{key: {CHOOSE['key']}, answer: antigua}}\n", PICK, CHOOSE)
    assert f"{CHOOSE['prompt']} You answer: antigua." in said
    assert f"NOT ANSWERED: {PICK['prompt']}" in said
    assert "1 of 2 questions without an answer" in said


@pytest.mark.parametrize(("answer", "message", "hint"), [
    ("[cornwall]", "'cornwall' is not an answer here: one of boyne, frigate-e2", ""),
    ("[frigat-e2]", "'frigat-e2' is not an answer here: one of boyne, frigate-e2", "did you mean frigate-e2?"),
    ("boyne", "'boyne' is one word, and a list is wanted", "answer: [boyne]"),
    ("[boyne, frigate-e2]", "2 named, and 1 are wanted", "answer: [boyne]"),
    ("[]", "0 named, and 1 are wanted", "answer: [boyne]"),
])  # fmt: skip
def test_a_wrong_list_is_refused_with_what_to_write(answer: str, message: str, hint: str) -> None:
    assert fault(f"answers:\n  - {{key: {PICK['key']}, answer: {answer}}}\n", PICK) == (message, hint)


@pytest.mark.parametrize(("answer", "message", "hint"), [
    ("havana", "havana is not an answer here: one of port-royal, antigua", ""),
    ("[antigua]", "[antigua] is a list, and one word is wanted", "answer: antigua"),
])  # fmt: skip
def test_a_wrong_choice_is_refused_with_what_to_write(answer: str, message: str, hint: str) -> None:
    assert fault(f"answers:\n  - {{key: {CHOOSE['key']}, answer: {answer}}}\n", CHOOSE) == (message, hint)


def test_an_answer_to_no_open_question_is_refused() -> None:
    message, hint = fault("answers:\n  - {key: losses/naval/3522/n1, answer: [boyne]}\n", PICK)
    assert message == "no open question has the key 'losses/naval/3522/n1'"
    assert str(PICK["key"]) in hint


def test_a_section_whose_step_is_over_is_left_out_and_not_tried_again() -> None:
    said = told("buy:\n  - {counter: princess-carolina, at: port-royal}\n"
                f"answers:\n  - {{key: {PICK['key']}, answer: [boyne]}}\n", PICK)  # fmt: skip
    assert "'buy' is left out: its step is over." in said
    assert f"{PICK['prompt']} You answer: boyne." in said
    assert "points are left" not in said


def test_a_section_of_doctrine_may_answer_a_question() -> None:
    said = told("losses: {naval: [frigate]}\n", PICK)
    assert "Your section 'losses' answers" in said
    assert "NOT ANSWERED" not in said


def test_a_section_that_a_question_asks_for_is_judged_by_the_rules() -> None:
    said = told("buy: []\n", BUY)
    assert "left out" not in said
    assert "points are left" in said


def test_without_questions_a_file_that_orders_nothing_says_so() -> None:
    assert "Every line of this file is still switched off" in told("")
    assert "switched off" not in told("losses: {naval: [frigate]}\n")


def test_the_title_says_how_it_puts_its_questions() -> None:
    assert faults_of(GAME) == []
    dice = {"key": "leader-dice/n1", "rule": "9.1", "prompt": "For whom?", "default": {"boyne": 2},
            "legal": {"dice": 2, "ships": {"boyne": "Boyne"}}}  # fmt: skip
    body = plain(read(GAME.draft(view(dice), HEAD).encode(), "x.yaml"))
    assert isinstance(body, dict)
    assert body["answers"] == [{"key": "leader-dice/n1", "answer": ["boyne", "boyne"]}]


# ------------------------------------------------------------------------------------------------------------ by letter
def test_a_question_goes_from_the_letter_into_the_file_and_its_answer_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    club = Club(tmp_path)
    club.begin()
    for seat in ("red", "blue"):
        club.order(seat, bid="low")  # and nothing said of what is asked later
    for _ in range(6):
        club.run()
        club.read()
        asked = [seat for seat in ("red", "blue") if Seat.at(club.folder(seat)).questions]
        if asked:
            break
        for seat in club.status()["waits_for"]:
            club.order(seat, bid="low")
    seat = asked[0]
    own = Seat.at(club.folder(seat))
    path = order_file(own)
    assert path.name.endswith("-answers.yaml")
    body = plain(read(path.read_bytes(), path.name))
    assert isinstance(body, dict)
    assert [part["key"] for part in body["answers"]] == [question["key"] for question in own.questions]
    checked = club.do(seat, "orders", "check", path, "--dir", club.folder(seat)).stdout
    assert "You answer:" in checked
    bare = club.do(seat, "orders", "check", club.write(seat), "--dir", club.folder(seat)).stdout
    assert "NOT ANSWERED" in bare
    sealed = club.do(seat, "orders", "seal", path, "--dir", club.folder(seat)).stdout.splitlines()[-1]
    club.do("moderator", "in", club.desk, sealed)
    path.write_text(path.read_text().replace(own.questions[0]["key"], "another/n9"), encoding="utf-8")
    assert order_file(own).name.endswith("-answers-2.yaml")  # the next questions of the phase have a file of their own


def test_the_schema_that_an_order_file_names_lies_beside_it(tmp_path: Path) -> None:
    import json

    import jsonschema  # type: ignore[import-untyped]
    from desk_kit import head_of, player_folder

    from pbem.match.player.open_letter import draft_orders

    folder = player_folder(tmp_path / "seat", "t01.english")
    seat = Seat.at(folder)
    path = folder / "orders" / "orders-jenkins.schema.json"
    write = order_file_in(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.match.player.open_letter.order_file", lambda given: write)
        draft_orders(seat)
    assert write.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=orders-jenkins.schema.json\n")
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert ".json#" not in path.read_text(encoding="utf-8")  # nothing in it points to another file
    jsonschema.Draft202012Validator(schema).validate({"pbem": "orders/1", **head_of("t01.english")})


def order_file_in(folder: Path) -> Path:
    return folder / "orders" / "t01.english.yaml"


def test_a_file_whose_doctrine_alone_counts_says_that_all_else_is_switched_off() -> None:
    said = told("doctrine: bold\n")
    assert "Every other line of this file is still switched off: it orders nothing but your doctrine." in said
    assert "Your doctrine is bold: intercepts with everything that floats" in said
