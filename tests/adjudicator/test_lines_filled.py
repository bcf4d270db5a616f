"""Prose filled to a width: at once where single blanks part the words, and as Python's own module fills it."""

from __future__ import annotations

import textwrap

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.base.lettering import TIE, WIDTH, ascii_only, in_lines, rows, tidy

WORDS = ("a", "of", "ship", "frigate", f"San{TIE}Juan", TIE, "", "-", "a-word-that-is-longer-than-a-line", "São")


@pytest.mark.parametrize("seed", range(4))
def test_prose_is_filled_as_pythons_own_module_fills_it(seed: int) -> None:
    chance = SeededChance(f"prose {seed}")
    for _ in range(150):
        text = " ".join(WORDS[chance.word() % len(WORDS)] for _ in range(chance.word() % 12))
        width, first, rest = 20 + chance.word() % 20, " " * (chance.word() % 16), " " * (chance.word() % 8)
        plain = textwrap.wrap(ascii_only(text, TIE), width, initial_indent=first, subsequent_indent=rest,
                              break_on_hyphens=False)  # fmt: skip
        assert in_lines(text, width, first, rest) == "\n".join(plain)


def test_a_word_that_is_longer_than_a_narrow_first_line_is_broken() -> None:
    assert in_lines("to Cartagena", 14, " " * 7, "") == "       to Cart\nagena"


def test_a_head_that_leaves_no_room_leaves_one_letter() -> None:
    assert in_lines("none left", 20, "x" * 22, "  ") == f"{'x' * 22}n\n  one left"


def test_one_accent_leaves_the_lines_around_it_as_they_are() -> None:
    assert tidy(f"Port{TIE}Royal  \n\n\nSão Salvador…\t“x”\u200b\x07\n") == 'Port Royal\n\nSao Salvador... "x"\n'


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert rows([("Ship", "Guns", "At"), ("Boyne", 80, "Port Royal")]) == (
        "  Ship   Guns  At\n  Boyne  80    Port Royal"
    )


def test_a_column_that_leaves_no_room_for_the_last_one_is_filled_in_lines() -> None:
    lost = "Neptune, Swift-Sure, Pluton, Bahama, Espana, Santisima Trinidad, Rayo"
    assert rows([("Ships of", "Sunk", "Taken"), ("British", "Swiftsure", "none"), ("Allied", lost, "Santa Ana")]) == (
        "  Ships of  Sunk                                                     Taken\n"
        "  British   Swiftsure                                                none\n"
        "  Allied    Neptune, Swift-Sure, Pluton, Bahama, Espana, Santisima   Santa Ana\n"
        "            Trinidad, Rayo"
    )


def test_every_column_gives_way_to_those_that_are_narrower() -> None:
    table = rows([("a" * 20, "b " * 40, "c " * 40), ("x", "y", "z")])
    assert max(map(len, table.split("\n"))) <= WIDTH
    assert table.split("\n")[0].startswith(f"  {'a' * 20}  b b")
    assert " ".join(table.split()).count("b") == " ".join(table.split()).count("c") == 40


@pytest.mark.parametrize("seed", range(4))
def test_any_table_comes_out_and_loses_no_letter(seed: int) -> None:
    chance = SeededChance(f"tables {seed}")
    for _ in range(200):
        columns = 1 + chance.word() % 5
        cells = [
            [" ".join("x" * (1 + chance.word() % 40) for _ in range(chance.word() % 4)) for _ in range(columns)]
            for _ in range(1 + chance.word() % 3)
        ]
        assert rows(cells).count("x") == sum(cell.count("x") for row in cells for cell in row)


def test_a_table_whose_words_leave_no_room_stays_as_it_is() -> None:
    assert rows([("a" * 30, "b" * 30, "c " * 20)]).startswith(f"  {'a' * 30}  {'b' * 30}   c")
