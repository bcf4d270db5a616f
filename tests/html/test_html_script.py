"""What people write (names, press, order text, titles) is shown and never run."""

from __future__ import annotations

import pytest
from page_kit import DOERS, html_of, read, stage, values

from pbem.adjudicator.reports.page_data import BLANK
from pbem.page import guard, house_pages

PAYLOADS = (*DOERS, "'\"><svg/onload=alert(1)>", "{{ 7*7 }}", "{% raw %}", "</title><script>alert(1)</script>",
            "</style><script>alert(1)</script>", "\u202e<script>", "&lt;script&gt;", "<a\u2028href=x>")  # fmt: skip
#: Where a text of somebody's can stand on a page.
PLACES = ("title", "game", "phase", "phase_title", "deadline", "moderator", "opening", "closing", "reader", "over",
          "next_phase", "answer_file", "statement", "tier", "text", "letter", "proof_page", "folder")  # fmt: skip
LISTS = ("brief", "decide", "elsewhere", "rulings", "standing", "in_force", "lapses", "waiting_for", "others")


def everywhere(words: str) -> dict[str, object]:
    """A page with these words wherever words can be."""
    die = {"label": words, "phase": words, "values": [words], "each": False, "total": None,
           "shift": [{"amount": words, "reason": words, "rule": words}]}  # fmt: skip
    table = {"caption": words, "heads": [words, words], "rows": [[words, words]], "numbers": []}
    question = {"key": words, "rule": words, "prompt": words, "how": words, "options": [[words, words]],
                "default": words, "lapse": words, "lines": [words]}  # fmt: skip
    chapter = {"title": words, "rule": words, "aside": words, "gist": words, "afar": False, "parts": [],
               "entries": [{"mark": "alone", "rule": words, "text": words, "dice": die}]}  # fmt: skip
    return {
        **BLANK, **dict.fromkeys(PLACES, words), **{name: [words] for name in LISTS}, "side": "english",
        "press": [{"from": words, "to": words, "text": words}], "hashes": [[words, words]], "proof": [[words, words]],
        "dice": [die], "questions": [question], "proof_page": "proof.html",
        "chapters": [{**chapter, "parts": [{**chapter, "parts": [{**chapter, "parts": [chapter]}]}]}],
        "position": [{"name": "stacks", "title": words, "lines": [words], "tables": [table]}],
    }  # fmt: skip


CLEAN = everywhere("word")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_word_of_anybody_becomes_a_tag(payload: str) -> None:
    page = html_of(everywhere(payload))
    assert [tag for tag, _ in read(page).tags] == [tag for tag, _ in read(html_of(CLEAN)).tags]
    assert guard.what_is_wrong(page.partition("<body>")[2].partition("</body>")[0]) == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_title_leaves_the_head_of_a_page(payload: str) -> None:
    page = house_pages.document(payload, "<main></main>")
    assert [tag for tag, _ in read(page).tags] == ["html", "head", "meta", "meta", "meta", "meta", "title", "style",
                                                    "body", "main"]  # fmt: skip


def test_a_text_of_somebody_is_never_a_template() -> None:
    page = html_of({**values(stage(), "english"), "title": "{{ 7*7 }}{% include 'house/house.css' %}"})
    assert "{{ 7*7 }}" in page
    assert ">49" not in page
