"""Text for any mailer: ASCII, 78 columns, nothing that passes for words of ours."""

from __future__ import annotations

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.engine.table import Modifier, Throw, dice_in_words
from pbem.base.lettering import TIE, across, ascii_only, hang, heading, rows, tidy, wrap
from pbem.base.text_templates import environment, render


@given(st.text())
def test_whatever_is_written_leaves_as_ascii_within_the_page(text: str) -> None:
    page = tidy(text)
    assert page.isascii()
    assert all(len(line) <= 78 and line == line.rstrip() for line in page.split("\n"))
    assert [letter for letter in page if letter < " " and letter != "\n"] == []
    assert tidy(page) == page


@given(st.text(), st.integers(20, 78), st.integers(0, 10))
def test_prose_is_one_paragraph_whatever_is_in_it(text: str, width: int, indent: int) -> None:
    filled = wrap(text, width, indent)
    assert all(len(line) <= width and line.startswith(" " * indent) for line in filled.split("\n") if line)
    assert "\n\n" not in filled


def test_accents_and_typographers_signs_have_a_plain_spelling() -> None:
    assert ascii_only("Léogane – «Señor» … 'Ørsted' \u200b\u202e") == "Leogane - ?Senor? ... 'Orsted' "


def test_words_tied_together_are_not_parted() -> None:
    text = " ".join(f"frigate-e{n}{TIE}2," for n in range(1, 9))
    assert all(line.rstrip(",").endswith("2") for line in tidy(wrap(text, 40)).strip().split("\n"))


def test_a_hanging_head_stands_alone_in_its_column() -> None:
    assert hang("one two three four", "7.2", 6, 16) == "7.2   one two\n      three four"
    assert hang("one", "a long head", 6) == "a long head one"
    assert hang("", "7.2", 6) == "7.2"


def test_columns_are_as_wide_as_they_must_be() -> None:
    assert rows([("a", "1"), ("ccc", "2")]) == "  a    1\n  ccc  2"
    assert rows([]) == ""
    long = rows([("key", "word " * 30)])
    assert all(line.startswith("       word") for line in long.split("\n")[1:])


def test_headings_and_both_edges_fit_the_page() -> None:
    assert heading("The map") == "The map\n-------"
    assert across("left", "right") == "left" + " " * 69 + "right"
    assert across("l" * 60, "r" * 60).split("\n") == ["l" * 60, "r" * 60]


def test_dice_are_written_with_every_modifier() -> None:
    assert dice_in_words(Throw("storm/n1", (4,))) == "[4]"
    assert dice_in_words(Throw("europe-funds/spanish/n1", (4, 2))) == "[4] [2] = 6"
    assert dice_in_words(Throw("x/n1", (4,), (Modifier("6.3", -1, "storm near"),))) == "[4] -1 storm near (6.3) = 3"


def test_a_template_that_asks_for_what_it_was_not_given_is_an_error_of_ours() -> None:
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ nobody }}").render()


def test_a_template_cannot_reach_into_python() -> None:
    with pytest.raises(jinja2.exceptions.SecurityError):
        environment().from_string("{{ ''.__class__.__mro__ }}").render()
    with pytest.raises(jinja2.TemplateNotFound):
        render("../pyproject.toml")
