"""Habits of bots: whole numbers in the data of a title; code names no other, and data has none that nobody uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from house import PACKAGE

from pbem.adjudicator.board.texts import Habits, texts_of

TITLES = ("jenkins", "lions")


@pytest.mark.parametrize("title", TITLES)
def test_every_habit_is_named_and_every_name_is_a_habit(title: str) -> None:
    home = PACKAGE / "adjudicator" / title
    code = "".join(path.read_text(encoding="utf-8") for path in (home / "bots").glob("*.py"))
    assert {*re.findall(r"HABITS\.(\w+)", code)} == {*texts_of(home / "data" / "captains.yaml")["habits"]}


def test_a_name_that_is_no_habit_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "captains.yaml"
    path.write_text("habits:\n  crowd: 3\n")
    habits = Habits(path)
    assert habits.crowd == 3
    with pytest.raises(AttributeError, match="no habit is called 'crew'"):
        habits.crew  # noqa: B018
