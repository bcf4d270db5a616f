"""A page carries the styles that it uses, and no others: a letter's body is short, and looks as before."""

from __future__ import annotations

import pytest

from pbem.page import house_pages
from pbem.page.house_pages import document, styles, used_styles

RULES = [
    ("p.letter, .slip { margin: 0; }", "letter", True), ("p.letter, .slip { margin: 0; }", "slip wide", True),
    ("p.letter, .slip { margin: 0; }", "other", False), (".chart .sea { fill: red; }", "chart", False),
    (".chart .sea { fill: red; }", "chart sea", True), ("table { width: 100%; }", "", True),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "classes", "kept"), RULES)
def test_a_rule_stays_where_each_class_of_one_selector_is_worn(
    rule: str, classes: str, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_pages, "styles", lambda: f"{rule}\n@media print {{\n{rule}\n}}\n")
    found = used_styles(f'<p class="{classes}">words</p>')
    assert found.count("{") == (3 if kept else 0)
    assert found.count("}") == found.count("{")


@pytest.mark.parametrize("quoted", ['class="dice"', "class='dice'", "class=dice", 'class = "dice"'])
def test_a_class_counts_however_a_club_writes_it(quoted: str) -> None:
    assert ".dice" in used_styles(f"<p {quoted}>words</p>")


def test_a_page_that_wears_every_class_has_the_whole_style() -> None:
    worn = " ".join(house_pages.CLASS.findall(styles()))
    whole, used = "".join(styles().split()), "".join(used_styles(f'<p class="{worn}"></p>').split())
    assert used == whole


def test_the_body_of_a_letter_carries_no_style_of_maps() -> None:
    page = document("A letter", '<p class="letter">Your report lies below.</p>\n')
    assert ".chart" not in page
    assert "--sea" in page
    assert len(page) < len(styles()) / 2
