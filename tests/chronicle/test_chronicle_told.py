"""The book of a game that goes on, from the reports that were sent: the record's story again, in its order."""

from __future__ import annotations

import pytest
from chronicle_kit import GAME, seen_by

from pbem.chronicle import told
from pbem.chronicle.told import base, phase, phase_title

TEXTS = sorted((GAME / "public").glob("t0[1-9].*.txt"))


def lines_of(found: dict[str, object]) -> list[str]:
    return [line["text"] for step in found["steps"] for each in step["paragraphs"] for line in each["lines"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_every_line_of_a_report_s_story_is_found_again(path: object) -> None:
    from pathlib import Path

    assert isinstance(path, Path)
    found = phase(path.stem, path.read_text(encoding="utf-8"))
    story = path.read_text(encoding="utf-8").partition("WHAT HAPPENED\n=")[2].partition("\n\nWHAT YOU SEE NOW")[0]
    rules = [line for line in story.split("\n") if told.ENTRY.fullmatch(line)]
    assert len(lines_of(found)) == len(rules) > 0
    assert found["told"] == ""


def test_a_report_s_sum_is_the_book_s() -> None:
    of_record = {p["name"]: p["brief"] for turn in seen_by("")["turns"] for p in turn["phases"]}
    for path in TEXTS:
        assert phase(path.stem, path.read_text(encoding="utf-8"))["brief"] == of_record[path.stem]


def test_dice_stand_behind_what_they_decided() -> None:
    text = "\n".join([
        "WHAT HAPPENED", "=============", "", "Step 3: English Movement (6.3)", "------------------------------",
        "The topsails are sheeted home.", "  6.3   Perilous seas for English ships at 2819.",
        "          [4] -1 storm near (6.3) = 3   perilous/2819/n1", "> 7.0   Your Lion sails", "        home.",
    ])  # fmt: skip
    step = phase("t03.english", text)["steps"][0]
    assert (step["title"], step["rule"]) == ("Step 3: English Movement", "6.3")
    assert [(each["ears"], each["lines"][0]["text"]) for each in step["paragraphs"]] == [
        ("", "Perilous seas for English ships at 2819. [4] -1 storm near (6.3) = 3   perilous/2819/n1"),
        ("you", "Your Lion sails home."),
    ]


@pytest.mark.parametrize(("name", "title"), [("t03.english", "Turn 3, English"), ("t00.spanish", "Spanish"),
                                             ("start", "Start")])  # fmt: skip
def test_a_phase_has_a_title_from_its_id(name: str, title: str) -> None:
    assert phase_title(name) == title


def test_steps_of_a_phase_are_one_phase() -> None:
    assert (base("t03.english.2"), base("t03.english"), base("start")) == ("t03.english", "t03.english", "start")


@pytest.mark.parametrize("text", ["", "=\n=", "WHAT HAPPENED\n=============", "In brief:\n  - a\nrest", "\x00" * 99])
def test_a_report_of_any_shape_is_told_somehow(text: str) -> None:
    found = phase("t01.x", text)
    assert found["steps"] or found["told"] == text


def test_a_year_that_is_told_theatre_by_theatre_keeps_its_operations_and_its_sum() -> None:
    text = "\n".join([
        "What changed for you:", "  - England beats Spain at Goa J20, 1 to", "    0.", "", "What you decide next:",
        "  - You bid.", "", "Elsewhere:", "  - Received: Spain +55.", "", "WHAT HAPPENED", "=============", "",
        "Operations Phases (13.1)", "------------------------", "Anchors aweigh.", "", "Africa", "......",
        "Operations: England 1.", "  - 3. England: a ship at Gold Coast M12, for 3.", "    To N11.",
        "  - Voyages of Spain. 4: Q19 to O13.",
    ])  # fmt: skip
    found = phase("t04.year", f"\n{text}")
    assert found["brief"] == ["England beats Spain at Goa J20, 1 to 0.", "Received: Spain +55."]
    assert [step["title"] for step in found["steps"]] == ["Africa"]
    assert lines_of(found) == ["3. England: a ship at Gold Coast M12, for 3. To N11.",
                               "Voyages of Spain. 4: Q19 to O13."]  # fmt: skip


def test_the_opening_words_of_a_report_head_its_chapter() -> None:
    """As the book of a record has them, which takes them from the game itself."""
    of_record = {turn["number"]: turn["epigraph"] for turn in seen_by("")["turns"]}
    found = told.turns([phase(path.stem, path.read_text(encoding="utf-8")) for path in TEXTS])
    assert found
    for turn in found:
        assert turn["epigraph"] == of_record[int(turn["number"])]


@pytest.mark.parametrize(
    "text", ["", "no head at all", "=" * 78 + "\nTo everybody.\n\nOrders are due by noon.\n\nIn brief:"]
)
def test_a_report_without_an_opening_gives_none(text: str) -> None:
    assert told.opening(text) == ""
