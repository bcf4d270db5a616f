"""The book in Chromium: light, dark, on paper and on the narrowest phone; nothing fetched, axe content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_kit import Browser, Page
from chronicle_kit import whole, written

from pbem.chronicle.book_files import html


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book on disk: the first chapters, and all that comes after the last."""
    found = {**whole(), "turns": whole()["turns"][:3]}
    return written(html(found), tmp_path_factory.mktemp("book"), "chronicle.html")


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all of this file."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_complain_of(tab: Page, book: Path, scheme: str) -> None:
    tab.medium(scheme=scheme)
    tab.size(1280)
    tab.requests.clear()
    tab.open(book)
    assert tab.violations() == []
    assert tab.complaints == []
    assert tab.strangers() == []
    assert len(tab.requests) == 1


def test_on_the_narrowest_phone_nothing_has_to_be_scrolled_sideways(tab: Page, book: Path) -> None:
    tab.medium()
    tab.size(320, 640)
    tab.open(book)
    assert not tab.scrolls_sideways()
    assert tab.violations() == []


@pytest.mark.parametrize("paper", [(8.27, 11.69), (8.5, 11)], ids=["a4", "letter"])
def test_a_book_is_printed_light_with_its_title_on_a_page_of_its_own(
    tab: Page, book: Path, paper: tuple[float, float]
) -> None:
    tab.medium("print", "dark")
    tab.size(1280)
    tab.open(book)
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.run("getComputedStyle(document.querySelector('.title-page')).breakAfter") == "page"
    made = tab.pdf(*paper)
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") >= 6


def test_on_paper_nothing_is_cut_off_at_the_side(tab: Page, book: Path) -> None:
    tab.medium("print")
    tab.size(700)  # what A4 leaves between its margins
    tab.open(book)
    assert tab.beyond(701) == []


def test_maps_of_every_chapter_are_drawn_on_the_one_coast_of_the_page(tab: Page, book: Path) -> None:
    tab.medium()
    tab.size(1280)
    tab.open(book)
    assert tab.count("#land") == 1
    assert tab.count("figure.map svg[aria-labelledby]") == 3
    boxes = "[...document.querySelectorAll('figure.map use.land')].map(e => e.getBBox().width)"
    assert min(tab.run(boxes)) > 1500
    assert tab.count("figure.map .p1 .count") > 3
    assert tab.count("figure.map .p2 .count") > 3


def test_contents_lead_to_every_chapter(tab: Page, book: Path) -> None:
    tab.open(book)
    lost = "[...document.querySelectorAll('.chapters a')].filter(a => !document.querySelector(a.getAttribute('href')))"
    assert tab.run(f"{lost}.length") == 0
    assert tab.count(".chapters a") > 6
