"""The report as a page: the same as the text to the word, whole in itself, small, and readable in any order."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from page_kit import BUSY, frame_of, html_of, page_of, read, stage, text_report, values, words_of
from rules.jenkins.positions import restored

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.reports.page_data import BLANK
from pbem.page import guard, house_pages
from pbem.proof.beside_reports import link

SEATS = ("english", "spanish")
ALL = [(number, seat) for number in (1, 3, BUSY, 7) for seat in SEATS]
#: The text's own scaffolding: maps in letters, and the words around them.
MAPS = re.compile(r"^The map$.*?(?=^Seaports, by who holds them$)", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[A-Za-z0-9'.]*[A-Za-z0-9]")


def words(text: str) -> list[str]:
    """Words and numbers, small."""
    return WORD.findall(text.lower())


@pytest.mark.parametrize(("number", "seat"), ALL)
def test_every_word_and_figure_of_the_text_stands_on_the_page(number: int, seat: str) -> None:
    text = MAPS.sub("", text_report(stage(number), seat))
    there = dict.fromkeys(words(words_of(html_of(values(stage(number), seat)))))
    missing = [word for word in words(text) if word not in there]
    marks = ("each", "line", "begins", "with", "its", "below")  # how the text explains its own marks
    assert [word for word in dict.fromkeys(missing) if word not in marks] == []


@pytest.mark.parametrize(("number", "seat"), ALL)
def test_every_figure_on_the_page_stands_in_the_text(number: int, seat: str) -> None:
    given = values(stage(number), seat)
    body = words_of(html_of({**given, "map": None}))
    there = dict.fromkeys(words(text_report(stage(number), seat)))
    figures = [word for word in words(body) if any(c.isdigit() for c in word)]
    own = {str(len(given["questions"]))}
    assert [figure for figure in dict.fromkeys(figures) if figure not in there and figure not in own] == []


@pytest.mark.parametrize(("number", "seat"), ALL)
def test_each_line_of_the_story_is_told_in_the_same_words(number: int, seat: str) -> None:
    text = re.sub(r"\s+", " ", text_report(stage(number), seat))
    page = words_of(html_of(values(stage(number), seat)))
    lines = [entry["text"] for chapter in values(stage(number), seat)["chapters"] for entry in chapter["entries"]]
    assert lines
    told = [re.sub(r"\s+", " ", line) for line in lines]
    assert [line for line in told if line not in page] == []
    with_dice = [f"{line.removesuffix('.')}:" for line in told]
    assert [line for line, head in zip(told, with_dice, strict=True) if line not in text and head not in text] == []


def test_every_die_has_its_modifiers_a_link_to_its_proof_and_the_line_for_a_terminal() -> None:
    found = ((at, values(at, "english")["dice"]) for at in map(stage, range(BUSY, 2, -1)))
    at, dice = next((at, dice) for at, dice in found if any(each["shift"] for each in dice))
    assert len(dice) > 5
    page = html_of(values(at, "english", proof_page="proof.html"))
    links = [attrs["href"] for tag, attrs in read(page).tags if tag == "a" and "proof" in attrs.get("class", "")]
    for each in dice:
        link = f"proof.html#roll={each['label']}&phase={each['phase']}"
        assert sum(unquote(target) == link for target in links) == 2
        assert f"pbem roll game {each['label']} --phase {each['phase']}" in words_of(page)
        for shift in each["shift"]:
            assert f"{shift['amount']} {shift['reason']}" in words_of(page)


def test_a_report_beside_which_no_proof_page_lies_has_no_link_to_one(tmp_path: Path) -> None:
    page = page_of()
    names = [attrs for tag, attrs in read(page).tags if tag == "a" and "proof" in attrs.get("class", "")]
    assert names
    assert [attrs for attrs in names if "href" in attrs] == []
    assert "proof.html" not in page
    kept = tmp_path / "t01.english.html"
    kept.write_text(page, encoding="utf-8")
    link([kept])
    linked = read(kept.read_text(encoding="utf-8")).tags
    there = [attrs["href"] for tag, attrs in linked if tag == "a" and "proof" in attrs.get("class", "")]
    assert there == [f"proof.html#{attrs['data-proof']}" for attrs in names]


def test_dice_of_a_phase_with_several_seeds_point_each_to_its_own() -> None:
    label = values(stage(), "english")["dice"][0]["label"]
    page = html_of(values(stage(), "english", seeds={label: "t02.spanish.2"}))
    assert f"pbem roll game {label} --phase t02.spanish.2" in words_of(page)


def test_a_page_is_whole_in_itself() -> None:
    tags = read(page_of()).tags
    assert [tag for tag, _ in tags if tag in ("script", "link", "img", "iframe", "object", "form", "base")] == []
    assert [attrs for _, attrs in tags for name in attrs if name in ("src", "srcset", "style", "onload")] == []
    metas = [attrs for tag, attrs in tags if tag == "meta"]
    assert metas[0] == {"charset": "utf-8"}
    assert metas[1] == {"http-equiv": "Content-Security-Policy", "content": house_pages.POLICY}
    assert guard.what_is_wrong(page_of().partition("<body>")[2].partition("</body>")[0]) == []


def test_a_page_has_one_title_headings_without_gaps_and_heads_on_every_table() -> None:
    tags = [tag for tag, _ in read(page_of()).tags]
    levels = [int(tag[1]) for tag in tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert tags.count("table") == tags.count("thead") > 3
    scopes = [attrs.get("scope") for tag, attrs in read(page_of()).tags if tag == "th"]
    assert None not in scopes


def test_links_within_a_page_lead_somewhere() -> None:
    tags = read(page_of()).tags
    targets = [attrs["id"] for _, attrs in tags if "id" in attrs]
    assert len(targets) == len(dict.fromkeys(targets))
    near = [attrs["href"][1:] for _, attrs in tags if attrs.get("href", "").startswith("#")]
    assert [name for name in near if name not in targets] == []


@pytest.mark.parametrize(("number", "seat"), ALL)
def test_a_page_is_smaller_than_300_kilobytes(number: int, seat: str) -> None:
    assert len(html_of(values(stage(number), seat)).encode()) < 300_000


def test_the_public_page_asks_nobody_and_tells_nobody_alone() -> None:
    at = stage()
    frame = {**frame_of(at, ""), "questions": [{"key": "x"}]}
    page = GAME.page(GAME.reading(restored(at.after).view(None), Told(at.story, ()), frame))
    assert page["questions"] == []
    assert page["standing"] == []
    assert "told to you alone" not in html_of(page)
    assert "To everybody" in html_of(page)


def test_what_the_game_folder_adds_stands_on_the_page() -> None:
    press = [{"from": "spanish", "text": "We sail."}, "A gale."]
    page = words_of(html_of(values(stage(), "english", rulings=["The move of turn 1 stands."], press=press)))
    told = ["Rulings of the moderator", "The move of turn 1 stands.", "We sail.", "A gale.", "spanish", "a" * 40,
            "2026-11-20T20:00:00Z", "No. 1: did not fire: no wind.", "pbem orders check FILE"]  # fmt: skip
    assert [words for words in told if words not in page] == []


def test_a_question_stands_with_its_options_and_the_lines_that_answer_it() -> None:
    number = next(n for n in range(2, 8) for seat in SEATS if values(stage(n), seat)["questions"])
    seat = next(seat for seat in SEATS if values(stage(number), seat)["questions"])
    given = values(stage(number), seat)
    page = words_of(html_of(given))
    for question in given["questions"]:
        assert question["key"] in page
        assert re.sub(r"\s+", " ", question["prompt"]) in page
    assert "pbem: orders/1" in page


def test_the_map_stands_on_the_page_small_in_windows_whole_and_in_words() -> None:
    tags = [attrs for tag, attrs in read(page_of()).tags if tag == "svg" and "aria-labelledby" in attrs]
    assert 3 <= len(tags) <= 5
    for line in values(stage(), "english")["map"]["words"]:
        assert re.sub(r"\s+", " ", line) in words_of(page_of())


def test_a_page_can_be_made_of_nothing_at_all() -> None:
    assert "<h1>" in html_of({**BLANK, "phase": "t01"})


def test_every_key_of_a_page_is_one_that_templates_may_count_on() -> None:
    assert sorted(values(stage(), "english")) == sorted(BLANK)


def test_the_list_for_people_who_write_templates_names_every_key_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", page.partition("## What a template is given")[2], re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`(\w+)`", row)) == sorted(BLANK)


def test_hidden_characters_are_spelt_out() -> None:
    page = html_of({**values(stage(), "english"), "title": "gnp.\u202eexe\u200b\x07", "brief": ["a\u2066b"]})
    assert not re.search("[\u202e\u200b\u2066\x07]", page)
    assert "<U+202E>" in unescape(page)


def test_a_deadline_in_words_is_a_time_that_programs_can_read_too() -> None:
    due = "2026-03-03T18:00:00Z"
    page = html_of({**values(stage(), "english"), "due_at": due})
    assert page.count(f'<b><time datetime="{due}">') == 2
    assert "<time" not in html_of({**values(stage(), "english"), "due_at": ""})
