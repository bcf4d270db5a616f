"""A club's own templates: used where they can be, left out with a warning where not, and never able to do anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import TemplateError
from jinja2.exceptions import SecurityError
from page_kit import DOERS, page_of, read, stage, values, words_of

from pbem.page import club_templates, guard, house_pages
from pbem.page.club_templates import Made, report_page

HEAD = '{% extends "house/_report.html.j2" %}'
#: Ways out of a sandbox, as they are told.
ESCAPES = (
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ title.__class__.__init__.__globals__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ self._TemplateReference__context.environment }}",
    "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
    "{{ lipsum.__globals__['os'].environ }}",
    "{{ joiner.__init__.__globals__ }}",
    "{{ namespace.__init__.__globals__ }}",
    "{{ range.__self__ }}",
    "{{ (title|attr('__class__')) }}",
    "{{ title|attr('__cl' ~ 'ass__') }}",
    "{{ '{0.__class__.__init__.__globals__}'.format(title) }}",
    "{{ '{x.__class__}'.format_map({'x': title}) }}",
    "{% set x = brief.append('no') %}",
    "{{ brief.__setitem__ }}",
    "{% include '/etc/passwd' %}",
    "{% include '../../../etc/passwd' %}",
    "{% import 'os' as os %}",
    "{{ open('/etc/passwd').read() }}",
    "{{ url_for.__globals__ }}",
    "{{ get_flashed_messages }}",
)
#: Ways to take all there is.
GLUTTONS = (
    "{% for a in range(99999999) %}x{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{{ 'x' * 9999999999 }}",
    "{{ '%999999999999d' % 1 }}",
    "{{ 'x'.center(9999999999) }}",
    "{{ 9 ** 99999999 }}",
    "{% for a in range(9999) %}{{ 'x' * 9999 }}{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    '{% extends "jenkins/report.html.j2" %}',
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A club's folder."""
    (tmp_path / "jenkins").mkdir()
    (tmp_path / "house").mkdir()
    return tmp_path


def made(folder: Path, template: str = "", **more: Any) -> Made:
    """A page by a club's template."""
    if template:
        (folder / "jenkins" / "report.html.j2").write_text(template, encoding="utf-8")
    return report_page("jenkins", "A report", values(stage(), "english", **more), folder)


def test_a_club_may_put_its_own_words_around_the_house_page(folder: Path) -> None:
    template = HEAD + "{% block opening %}<p>The Mariners' Club, {{ phase }}.</p>{{ super() }}{% endblock %}"
    page = made(folder, template)
    assert page.warnings == ()
    assert f"The Mariners' Club, {stage().phase}." in words_of(page.html)
    assert "Every die of this phase" in words_of(page.html)


def test_a_club_may_write_a_page_of_its_own_with_parts_and_the_map(folder: Path) -> None:
    (folder / "house" / "flag.html.j2").write_text("<p>Flag: {{ side }}</p>", encoding="utf-8")
    own = '<main><h1>{{ title }}</h1>{% include "house/flag.html.j2" %}{{ map.definitions }}{{ map.overview }}</main>'
    page = made(folder, own)
    assert page.warnings == ()
    assert "Flag: english" in words_of(page.html)
    assert page.html.count('role="img"') == 1


def test_one_template_serves_every_game_and_a_sheet_of_styles_goes_with_it(folder: Path) -> None:
    (folder / "house" / "report.html.j2").write_text("<main><h1>{{ title }}</h1></main>", encoding="utf-8")
    (folder / "club.css").write_text(":root { --own: #005; }", encoding="utf-8")
    page = made(folder)
    assert page.warnings == ()
    assert ":root { --own: #005; }" in page.html
    assert words_of(page.html).strip().endswith("The club's autumn game")


def test_what_people_wrote_is_escaped_in_a_club_template_as_well(folder: Path) -> None:
    page = made(folder, "<main><h1>{{ title }}</h1></main>", title="<script>alert(1)</script>")
    assert page.warnings == ()
    assert "<script" not in page.html


@pytest.mark.parametrize("escape", ESCAPES)
def test_a_template_cannot_climb_out_of_its_sandbox(escape: str) -> None:
    made = house_pages.environment({"jenkins/report.html.j2": f"<main>{escape}</main>"})
    given = values(stage(), "english")
    with pytest.raises((SecurityError, TemplateError, TypeError, AttributeError)):
        house_pages.render("jenkins/report.html.j2", given, made)
    assert given == values(stage(), "english")


@pytest.mark.parametrize("escape", ESCAPES[:2])
def test_who_tries_gets_the_house_page(folder: Path, escape: str) -> None:
    page = made(folder, f"<main>{escape}</main>")
    assert "SecurityError" in page.warnings[0]
    assert page.html.partition("<body>")[2] == page_of().partition("<body>")[2]


@pytest.mark.parametrize("glutton", GLUTTONS)
def test_a_template_that_takes_too_much_is_left_out(
    folder: Path, glutton: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_templates, "PATIENCE", 2)
    page = made(folder, glutton)
    assert page.warnings
    assert "Every die of this phase" in words_of(page.html)


@pytest.mark.parametrize("doer", DOERS)
def test_whatever_could_do_something_is_found(doer: str) -> None:
    assert guard.what_is_wrong(f"<main>{doer}</main>") != []


def test_a_drawing_is_clipped_by_a_frame_of_its_own_page_only() -> None:
    assert guard.what_is_wrong('<svg><g clip-path="url(#frame-1)"></g></svg>') == []
    assert guard.what_is_wrong('<svg><g clip-path="url(https://example.org/f.svg#a)"></g></svg>') != []


def test_a_template_that_makes_a_script_is_left_out_and_the_moderator_told(folder: Path) -> None:
    page = made(folder, HEAD + "{% block opening %}<script>alert(1)</script>{% endblock %}")
    assert "<script" not in page.html
    left_out = "the club's templates are left out, the house's are used"
    assert page.warnings == (f"{left_out}: 'jenkins/report.html.j2' makes a tag '<script>'",)


def test_a_style_that_fetches_something_is_left_out(folder: Path) -> None:
    (folder / "club.css").write_text("p { background: url(https://x.example/) }", encoding="utf-8")
    page = made(folder, "<main>{{ title }}</main>")
    assert "x.example" not in page.html
    assert "'club.css' holds a style that fetches something" in page.warnings[0]


@pytest.mark.parametrize(("template", "why"), [
    ("{% if %}", "TemplateSyntaxError"), ("{{ no_such_thing }}", "UndefinedError"),
    ("{{ 1 / 0 }}", "ZeroDivisionError"), ("{% include 'none.j2' %}", "none.j2"),
])  # fmt: skip
def test_a_broken_template_is_named_with_its_fault(folder: Path, template: str, why: str) -> None:
    page = made(folder, template)
    assert why in page.warnings[0]
    assert "Every die of this phase" in words_of(page.html)


def test_an_empty_folder_changes_nothing_and_no_folder_neither(folder: Path) -> None:
    assert made(folder).warnings == ()
    assert made(folder).html == made(folder / "none").html


def test_a_folder_without_a_report_is_told_to_the_moderator(folder: Path) -> None:
    (folder / "house" / "flag.html.j2").write_text("x", encoding="utf-8")
    assert "there is neither 'jenkins/report.html.j2' nor 'house/report.html.j2'" in made(folder).warnings[0]


def test_a_link_a_large_file_and_bytes_that_are_no_text_are_refused(folder: Path) -> None:
    path = folder / "jenkins" / "report.html.j2"
    path.symlink_to("/etc/hostname")
    assert "is a link" in made(folder).warnings[0]
    path.unlink()
    path.write_bytes(b"x" * (club_templates.MOST_BYTES + 1))
    assert "is no text of at most" in made(folder).warnings[0]
    path.write_bytes(b"\xff\xfe")
    assert "is no text of at most" in made(folder).warnings[0]


def test_the_policy_stands_first_whatever_the_body_says(folder: Path) -> None:
    page = made(folder, "<main>{{ title }}</main>")
    metas = [attrs for tag, attrs in read(page.html).tags if tag == "meta"]
    assert metas[1]["content"] == house_pages.POLICY
    assert page.html.index("Content-Security-Policy") < page.html.index("<title>")


#: Parts of pages, harmless and not, that are put together.
SCRAPS = (
    "<p>", "</p>", "text", "<b class=\"a\">", "<a href=\"#x\">", "<a href=\"x.html#y\">", "<a href=\"#&#34;x\">",
    "<a href=\"java&#115;cript:x\">", "<g fill=\"url(#a)\">", "<g fill=\"url (&#35;a)\">", "<g fill=\"u&#114;l(//x)\">",
    "<style>", "</style>", "p { fill: URL(//x) }", "@import", "<p title=\"a &amp; b\">", "<p onclick=\"x\">", "<p ",
    "id=\"x\"", ">", "/>", "<script>", "<SVG viewBox=\"0 0 1 1\">", "<p\nid='x'>", "<!-- -->", "<![CDATA[", "<?x?>",
    "<p/id=\"x\">", " href=\"//x\"", "<title>", "</title>", "<use href=\"//x\"/>", "&lt;script>", "java\u017fcript:",
    "<g fill=\"\\75rl(//x)\">", "<p data-x=\"&#x;\" aria-label=\"url(x\">", "<a href>", "</p id=\"x\">", "\x00", "\x0c",
)


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from([*SCRAPS, *DOERS]), max_size=8))
def test_a_page_that_is_easily_right_is_right_for_the_parser(scraps: list[str]) -> None:
    body = "".join(scraps)
    if guard.is_easily_right(body):
        assert guard.wrong_by_parser(body) == []


def test_pages_of_ours_are_easily_right() -> None:
    page = report_page("jenkins", "A game", values(stage(), "english"))
    body = page.html.partition("<body>")[2].partition("</body>")[0]
    assert guard.is_easily_right(body)
    assert not guard.is_easily_right(f"{body}<script>")
