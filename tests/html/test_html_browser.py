"""Reports in Chromium: light, dark, on paper and on the narrowest phone; nothing fetched, nothing run, axe content."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from browser_kit import Browser, Page
from page_kit import DOERS, caribbean, html_of, page_of, stage, values

from pbem.adjudicator.reports.page_data import BLANK
from pbem.chart import svg
from pbem.page import house_pages

A4, LETTER = (8.27, 11.69), (8.5, 11)
SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on disk, as a player opens it."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page_of(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """One tab for all of this file, for every new one costs a second."""
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_to_complain_of(tab: Page, report: Path, scheme: str) -> None:
    tab.medium(scheme=scheme)
    tab.size(1280)
    tab.open(report)
    assert tab.violations() == []
    assert tab.complaints == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_the_narrowest_phone_nothing_has_to_be_scrolled_sideways(tab: Page, report: Path, scheme: str) -> None:
    tab.medium(scheme=scheme)
    tab.size(320, 640)
    tab.open(report)
    assert not tab.scrolls_sideways()
    assert tab.violations() == []


def test_dark_is_dark_and_light_is_light(tab: Page, report: Path) -> None:
    lightness = {}
    for scheme in SCHEMES:
        tab.medium(scheme=scheme)
        tab.open(report)
        colour = tab.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)")
        lightness[scheme] = sum(colour)
    assert lightness["light"] > 690
    assert lightness["dark"] < 120


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_a_report_can_be_printed_and_is_light_on_paper(tab: Page, report: Path, paper: tuple[float, float]) -> None:
    tab.medium("print", "dark")
    tab.size(1280)
    tab.open(report)
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    made = tab.pdf(*paper)
    assert made.startswith(b"%PDF")
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page ") >= 3


def test_on_paper_no_table_is_cut_off_at_the_side(tab: Page, report: Path) -> None:
    tab.medium("print")
    tab.size(700)  # what A4 leaves between its margins
    tab.open(report)
    assert tab.beyond(701) == []


def test_a_report_fetches_nothing(tab: Page, report: Path) -> None:
    tab.requests.clear()
    tab.open(report)
    assert tab.strangers() == []
    assert len(tab.requests) == 1


def test_everything_can_be_reached_by_keyboard_and_shows_where_one_is(tab: Page, report: Path) -> None:
    tab.medium()
    tab.size(1280)
    tab.open(report)
    tab.press("Tab")
    assert tab.focused() == "A To the report"
    seen = []
    for _ in range(12):
        tab.press("Tab")
        seen.append(tab.focused())
        assert tab.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert len(dict.fromkeys(seen)) == len(seen)
    tab.press("Tab")


def test_the_map_is_drawn_on_real_coasts_with_every_counter(tab: Page, report: Path) -> None:
    tab.medium()
    tab.open(report)
    maps = "[...document.querySelectorAll('figure.map svg[aria-labelledby]')]"
    drawn = f"{maps}.map(e => e.getBoundingClientRect().width)"
    small, large = tab.run(drawn)[:2]
    assert 300 < small < large
    assert large > 700
    box = "document.querySelector('.small-map svg[aria-labelledby]').querySelector('use.land').getBBox().width"
    assert tab.run(box) > 1500
    stacks = len(values(stage(), "english")["map"]["words"]) and tab.count("figure.map svg:not([aria-hidden]) g.mine")
    assert stacks >= 3


def test_the_first_screen_holds_the_deadline_the_outcome_and_a_small_map(tab: Page, report: Path) -> None:
    tab.medium()
    tab.size(1400, 1000)
    tab.open(report)
    for part in (".at-once .slip", ".at-once .brief li", ".small-map svg"):
        box = f"(({{top, bottom}}) => [top, bottom])(document.querySelector('{part}').getBoundingClientRect())"
        top, bottom = tab.run(box)
        assert 0 < top < bottom < 1000


def test_colours_of_the_two_sides_stand_apart_in_grey_as_well(tab: Page, report: Path) -> None:
    """Their lightness is told apart from the ground, and their outlines from each other (shapes are tested apart)."""
    for scheme in SCHEMES:
        tab.medium(scheme=scheme)
        tab.open(report)
        for name in ("--own", "--foe"):
            assert contrast(tab, name, "--sea") > 4.5
            assert contrast(tab, name, "--land") > 4.5
            assert contrast(tab, name, "--paper") > 4.5


def contrast(tab: Page, one: str, other: str) -> float:
    """WCAG 2: the contrast of two of the house's colours."""
    found = tab.call("""(a, b) => [a, b].map(n => { const e = document.createElement('i'); document.body.append(e);
        e.style.color = getComputedStyle(document.documentElement).getPropertyValue(n);
        const c = getComputedStyle(e).color.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
            .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); e.remove();
        return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; })""", one, other)  # fmt: skip
    light, dark = max(found), min(found)
    return float((light + 0.05) / (dark + 0.05))


def test_nothing_that_people_write_runs(tab: Page, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    everything = " ".join(DOERS)
    page = html_of({**BLANK, "phase": everything, "title": everything, "brief": list(DOERS), "rulings": list(DOERS),
                    "text": everything, "closing": everything})  # fmt: skip
    path.write_text(page, encoding="utf-8")
    quiet(tab, path)
    assert tab.strangers() == []


def test_not_even_a_script_in_the_body_runs_under_the_policy(tab: Page, tmp_path: Path) -> None:
    """Were the guard to miss one, the head of the page would stop it, and whatever it tries to fetch."""
    path, asked = tmp_path / "page.html", list[str]()
    with listening(asked) as host:
        bodies = [doer.replace("https:", "http:").replace("x.example", host) for doer in DOERS
                  if "meta" not in doer and "<!--" not in doer and "CDATA" not in doer]  # fmt: skip
        path.write_text(house_pages.document("x", "<main id=main>" + "\n".join(bodies)), encoding="utf-8")
        quiet(tab, path)
    assert asked == []


@contextmanager
def listening(asked: list[str]) -> Iterator[str]:
    """A web server on this machine that notes what it is asked for."""

    class Ear(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's own name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Ear) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def quiet(tab: Page, path: Path) -> None:
    """Open a page, press everything on it, and see that nothing has happened."""
    tab.requests.clear()
    tab.ask("Page.addScriptToEvaluateOnNewDocument", source="window.ran = []; window.alert = x => window.ran.push(x)")
    tab.open(path)
    tab.run("document.querySelectorAll('main *').forEach(e => { if (e.tagName !== 'A') e.click?.() })")
    tab.run("document.querySelectorAll('details').forEach(e => { e.open = !e.open })")
    tab.run("new Promise(go => setTimeout(go, 50))")
    assert tab.run("window.ran") == []


def test_a_map_alone_is_drawn_by_the_browser(tab: Page, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    path.write_text(svg.standalone(caribbean()), encoding="utf-8")
    tab.open(path)
    assert tab.run("document.documentElement.tagName") == "svg"
    assert tab.run("document.querySelector('.land').getBBox().width") > 1500
    assert tab.run("getComputedStyle(document.querySelector('.sea')).fill") == "rgb(221, 233, 236)"
