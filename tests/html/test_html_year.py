"""A year of four powers in Chromium: a line for each operation, all of it behind the line, and on paper in full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import Browser, Page
from rules.lions.lions_seats import GAME
from rules.lions.lions_stages import frame_of, restored, stages

from pbem.page.club_templates import report_page

YEAR, SEAT = max(stages("four-players"), key=lambda stage: len(stage.told.notes)), "england"
#: Whether each line of each operation can be seen.
SEEN = "[...document.querySelectorAll('details.operation .told > li')].map(e => e.checkVisibility())"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on disk, as a player opens it."""
    path = tmp_path_factory.mktemp("year") / "report.html"
    values = GAME.page(GAME.reading(restored(YEAR.after).view(SEAT), YEAR.told, frame_of(YEAR, SEAT))) or {}
    path.write_text(report_page("lions", GAME.title, values).html, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all of this file."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (320, "light")])
def test_a_year_reads_well_wide_and_narrow_by_day_and_night(tab: Page, report: Path, width: int, scheme: str) -> None:
    tab.medium(scheme=scheme)
    tab.size(width)
    tab.open(report)
    assert tab.violations() == []
    assert not tab.scrolls_sideways()


def test_every_operation_has_a_line_and_opens_by_keyboard(tab: Page, report: Path) -> None:
    tab.medium()
    tab.size(1280)
    tab.open(report)
    number = sum(note.event == "operation" for note in YEAR.told.notes)
    assert tab.count("details.operation:not(:has(details))") == number > 3
    assert not any(tab.run(SEEN))
    tab.run("document.querySelector('details.operation > summary').focus()")
    tab.press("Enter")
    assert tab.run("document.querySelector('details.operation').open")


def test_on_paper_everything_is_told(tab: Page, report: Path) -> None:
    tab.medium("print")
    tab.size(700)
    tab.open(report)
    lines = tab.run(SEEN)
    assert len(lines) > 12
    assert all(lines)


def test_every_die_of_a_year_leads_to_its_proof(tab: Page, report: Path) -> None:
    tab.open(report)
    links = tab.run("[...document.querySelectorAll('.told a.proof')].map(each => each.textContent.trim())")
    thrown = [note.throw.label for note in YEAR.told.notes if note.throw and note.heard_by(SEAT)]
    assert [label for label in thrown if label not in links] == []
