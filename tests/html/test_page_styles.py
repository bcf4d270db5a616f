"""A page carries the styles that it uses, and no others: a letter's body is short, and looks as before."""

from __future__ import annotations

import pytest

from pbem.page import house_pages
from pbem.page.house_pages import document, styles, used_styles

RULES = [
    ("p.letter, .slip { margin: 0; }", "letter", True), ("p.letter, .slip { margin: 0; }", "slip wide", True),
    ("p.letter, .slip { margin: 0; }", "other", False), (".chart .sea { fill: red; }", "chart", False),
    (".chart .sea { fill: red; }", "chart sea", True), ("p { width: 100%; }", "", True),
    ("textarea, p { width: 100%; }", "", True), ("textarea { width: 100%; }", "", False),
    ("p.slip > textarea { width: 100%; }", "slip", False), ("p:not(.slip, textarea) { width: 100%; }", "slip", True),
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


def test_a_page_that_wears_every_class_and_has_every_tag_has_the_whole_style() -> None:
    worn = " ".join(house_pages.CLASS.findall(styles()))
    tags = "".join(f"<{name}>" for name in set(house_pages.NAMED.findall(styles())))
    asked = " ".join(f"var({name})" for name in house_pages.SETTING.findall(styles()))
    body = f'<p class="{worn}">{tags}{asked}</p>'
    whole, used = "".join(styles().split()), "".join(used_styles(body).split())
    assert used == whole


def test_a_page_has_the_colours_that_its_rules_ask_for_and_those_of_the_maps_laid_into_it() -> None:
    found = used_styles('<p class="slip">words</p>')
    assert "--sheet:" in found  # of .slip
    assert "--p4:" not in found
    assert "--p4:" in used_styles('<p class="past"></p>')  # of a small map
    assert "--storm:" not in found
    assert "--storm:" in used_styles('<p class="slip">words</p>', ".own { color: var(--storm); }")  # of a club's style


def test_the_body_of_a_letter_has_no_rules_for_paper() -> None:
    assert "@media print" in used_styles("<p></p>")
    assert "@media print" not in used_styles("<p></p>", printed=False)


def test_no_space_of_a_style_is_lost_that_says_something() -> None:
    bare = house_pages.bare_style('a , b > c { d: e  f; /* g */ h: "i, j" }\n\n k :hover, l { m: calc(1px + 2px) }')
    assert bare == 'a ,b > c{d:e  f;h:"i, j" }\nk :hover,l{m:calc(1px + 2px) }\n'


def test_the_body_of_a_letter_carries_no_style_of_maps() -> None:
    page = document("A letter", '<p class="letter">Your report lies below.</p>\n')
    assert ".chart" not in page
    assert "--rope" in page
    assert "--storm" not in page
    assert len(page) < len(styles()) / 2
