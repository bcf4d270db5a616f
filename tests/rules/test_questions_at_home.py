"""Questions stand with the rule that asks them, and each file of a chapter says where its paragraphs are."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

import pbem.adjudicator

TITLES = ("jenkins", "lions", "glory")


def chapters(title: str) -> dict[str, str]:
    """The text of each module of a title's rules, by its name."""
    folder = Path(pbem.adjudicator.__file__).parent / title / "rules"
    return {path.stem: path.read_text("utf-8") for path in folder.glob("*.py")}


@pytest.mark.parametrize("title", TITLES)
def test_a_question_that_one_chapter_asks_stands_in_that_chapter(title: str) -> None:
    rules = chapters(title)
    assert [name for name in rules if name.startswith("questions")] == ["questions"]
    builders = re.findall(r"^(?:async )?def (\w+)\(\s*table: Table", rules.pop("questions"), re.MULTILINE)
    assert builders
    shared_helpers = {"yes_no"}  # other builders are made with it
    asking = {name: [ch for ch, text in rules.items() if f"questions.{name}(" in text] for name in builders}
    lonely = {name: users for name, users in asking.items() if len(users) < 2 and name not in shared_helpers}
    assert not lonely


@pytest.mark.parametrize("title", TITLES)
def test_no_rule_knows_how_to_sample(title: str) -> None:
    assert not [name for name, text in chapters(title).items() if re.search(r"\bsample|\bChance\b", text)]


@pytest.mark.parametrize("title", TITLES)
def test_every_file_of_a_chapter_names_the_others(title: str) -> None:
    rules, parts = chapters(title), defaultdict(list)
    for name in rules:
        parts[name.split("_")[0]].append(name)
    divided = {chapter: files for chapter, files in parts.items() if len(files) > 1}
    assert divided
    for files in divided.values():
        for name in files:
            head = rules[name].partition("from __future__")[0].replace("\n# ", " ")
            assert all(other in head for other in files), name
