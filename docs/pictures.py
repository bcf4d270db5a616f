"""Pictures of every page pbem makes, as a browser shows them: for the documentation, and to look at after a change.

    python docs/pictures.py FOLDER      a dozen PNG files: reports, desk, proof, chronicle and a club's page
    python docs/pictures.py             the four of docs/pictures, made anew

Needs Debian's chromium, as the tests do. The games are the demonstration's and the samples'.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests" / "kits")]

from browser_kit import Browser  # noqa: E402

SAMPLES = TOP / "sample_games"
#: The four that the documentation shows.
SHOWN = ("report", "order-desk", "proof", "chronicle")
DESK, PHONE = (1100, 1240), (320, 900)


@dataclass(frozen=True, slots=True)
class View:
    """A page, and how it is looked at."""

    name: str
    page: Path
    size: tuple[int, int] = DESK
    scheme: str = "light"
    media: str = "screen"
    ready: str = "true"


def pbem(*words: object) -> None:
    """A command, as anybody runs it."""
    subprocess.run([sys.executable, "-m", "pbem", *map(str, words)], check=True, capture_output=True, cwd=TOP)


def sample(name: str) -> Path:
    """The folder of a sample game, or its archive."""
    folder = SAMPLES / name
    return folder if folder.is_dir() else folder.with_suffix(".zip")


def pages(place: Path) -> Iterator[View]:
    """Every page, made as its reader makes it."""
    pbem("demo", "jenkins", "--no-open", "--dir", place / "jenkins")
    english = place / "jenkins" / "english"
    report = english / "reports" / "t01.spanish.html"
    yield View("report", report)
    yield View("report-dark", report, scheme="dark")
    yield View("report-paper", report, media="print")
    yield View("report-phone", report, PHONE)
    yield View("order-desk", english / "order-desk.html", (1400, 950), ready="!!document.querySelector('svg')")
    for tier in ("moderated", "two-step", "beacon"):
        page = place / f"proof-{tier}.html"
        pbem("proof", sample(f"jenkins/{tier}"), "--out", page)
        yield View("proof" if tier == "moderated" else f"proof-{tier}", page, ready=PROVED)
    for title, game in (("chronicle", "jenkins/moderated"), ("chronicle-lions", "lions/four-players")):
        page = place / f"{title}.html"
        pbem("chronicle", sample(game), "--out", page)
        yield View(title, page)
    pbem("demo", "lions", "--no-open", "--dir", place / "lions")
    spain = place / "lions" / "spain"
    yield View("report-lions", max(spain.glob("reports/*.html")))
    yield View("order-desk-lions", spain / "order-desk.html", (1400, 950), ready="!!document.querySelector('svg')")


#: The proof page has come to its verdict.
PROVED = "document.body.dataset.checked"


def take(browser: Browser, view: View, folder: Path) -> None:
    """One picture."""
    page = browser.new_page()
    page.size(*view.size)
    page.medium(view.media, view.scheme)
    page.open(view.page)
    page.wait_for(view.ready)
    page.picture(folder / f"{view.name}.png")
    page.close()


def main() -> None:
    """All pictures, or the four that are shown."""
    parser = argparse.ArgumentParser(description="Pictures of every page pbem makes.")
    parser.add_argument("folder", nargs="?", type=Path, help="where to; without it, the four of docs/pictures")
    folder: Path | None = parser.parse_args().folder
    target = folder or TOP / "docs" / "pictures"
    target.mkdir(parents=True, exist_ok=True)
    browser = Browser.start()
    try:
        with tempfile.TemporaryDirectory() as place:
            for view in pages(Path(place)):
                if folder or view.name in SHOWN:
                    take(browser, view, target)
                    sys.stdout.write(f"{view.name}.png\n")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
