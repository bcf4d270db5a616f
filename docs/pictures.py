"""Pictures of every page pbem makes, as a browser shows them: for the documentation, and to look at after a change.

    python docs/pictures.py                  all of docs/pictures, made anew: five titles, proof, club and cabin
    python docs/pictures.py FOLDER [NAME...] into another folder; with names only those that begin so
    python docs/pictures.py --front          the four PNG files of the front page alone

Needs Debian's chromium, as the tests do, and for the cabin `npm ci` in its folder. The games are the demonstration's
and the samples'. A picture is a WebP file that Chromium itself makes, smaller than the page was.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests" / "kits"), str(TOP)]

from browser_kit import Browser, Page  # noqa: E402
from cabin_window import Saving, at_the_window  # noqa: E402

from pbem.base.clock import now  # noqa: E402
from pbem.club.public_page import TEMPLATE, of_office, page_of  # noqa: E402
from pbem.match.folder.office import at_work  # noqa: E402
from pbem.page import house_pages  # noqa: E402
from pbem.trust.keyring import Keyring  # noqa: E402

SAMPLES, PICTURES = TOP / "sample_games", TOP / "docs" / "pictures"
#: The four that the front page shows, each with the view it is of.
FRONT = {"report": "jenkins-report", "order-desk": "jenkins-desk", "proof": "jenkins-proof",
         "chronicle": "jenkins-book"}  # fmt: skip
#: Title -> the seat that looks at its demonstration, its finished sample game, and the phase whose report is shown.
TITLES = {
    "jenkins": ("english", "moderated", "t01.english"), "lions": ("spain", "four-players", "t01.year"),
    "glory": ("british", "trafalgar", "t20.sea"), "guerra": ("royalist", "opening-guns", "t01.royalist"),
    "yellowjack": ("british", "moderated", "y39t13.ops"),
}  # fmt: skip
SHEET, DESK, PHONE = (1100, 1240), (1400, 950), (390, 844)
#: How much smaller a picture is than its page, by the width of the page; and how faithful.
SCALES, QUALITY = {1100: 0.62, 1400: 0.6, 390: 0.8}, 62
DRAWN, PROVED = "!!document.querySelector('svg')", "document.body.dataset.checked"


@dataclass(frozen=True, slots=True)
class View:
    """A page, and how it is looked at."""

    name: str
    page: Path
    size: tuple[int, int] = SHEET
    scheme: str = "light"
    media: str = "screen"
    ready: str = "true"
    made: tuple[object, ...] = ()  # the command that writes the page, where it is not there yet


def pbem(*words: object) -> None:
    """A command, as anybody runs it."""
    subprocess.run([sys.executable, "-m", "pbem", *map(str, words)], check=True, capture_output=True, cwd=TOP)


def sample(title: str, name: str) -> Path:
    """The folder of a sample game, or its archive."""
    folder = SAMPLES / title / name
    return folder if folder.is_dir() else folder.with_suffix(".zip")


def pages(place: Path, wanted: Sequence[str]) -> Iterator[View]:
    """Every page, made as its reader makes it; of titles that nobody asks for, none."""
    shown = [title for title in TITLES if not wanted or any(title.startswith(each.partition("-")[0]) or
                                                             each.startswith("club") for each in wanted)]  # fmt: skip
    for title in shown:
        pbem("demo", title, "--no-open", "--dir", place / title)
        yield from of_title(place, title)
    if not wanted or "club" in wanted:
        club = place / "club.html"
        club.write_text(club_page(place), encoding="utf-8")
        yield View("club", club)
        yield View("club-phone", club, PHONE)


def of_title(place: Path, title: str) -> Iterator[View]:
    """The pages of one title: report, desk, the book of a finished game, its proof."""
    seat, game, phase = TITLES[title]
    report = place / title / seat / "reports" / f"{phase}.html"
    yield View(f"{title}-report", report)
    yield View(f"{title}-report-phone", report, PHONE)
    yield View(f"{title}-desk", place / title / seat / "order-desk.html", DESK, ready=DRAWN)
    book, proof = place / f"{title}-book.html", place / f"{title}-proof.html"
    yield View(f"{title}-book", book, made=("chronicle", sample(title, game), "--out", book))
    yield View(f"{title}-proof", proof, ready=PROVED, made=("proof", sample(title, game), "--out", proof))
    if title == "jenkins":
        yield View("jenkins-report-dark", report, scheme="dark")
        yield View("jenkins-report-paper", report, media="print")
        yield View("jenkins-desk-phone", place / title / seat / "order-desk.html", PHONE, ready=DRAWN)


def club_page(place: Path) -> str:
    """A club's page with the demonstration games, each as its own moderator has it."""
    games = []
    for title in TITLES:
        home = place / title
        with at_work(home / "desk", Keyring.open(home / "keys-moderator"), now()) as office:
            told = json.loads((home / TITLES[title][0] / "desk.json").read_text(encoding="utf-8"))
            terms = office.terms
            row = {"name": told["game"], "game": told["game"], "title": terms.game.title, "rules": terms.game.name,
                   "tier": "moderated", "stage": "playing", "attempt": 1, "paused": "", "until": "", "shown": "",
                   "open_seats": [], "late": [], "standing": office.book.title}  # fmt: skip
            games.append({**row, **of_office(office)})
    found = {"club": {"title": "The Harbour Club", "address": "club@example.org"}, "games": games, "archive": [],
             "written": "", "written_words": "", "unread_since": "", "published": False, "links": {},
             "luck": []}  # fmt: skip
    return page_of("The Harbour Club", house_pages.render(TEMPLATE, found))


# --------------------------------------------------------------------------------------------------------- taking them


def take(browser: Browser, view: View, folder: Path) -> Path:
    """One picture."""
    page = opened(browser, view)
    path = photographed(page, folder / f"{view.name}.webp", view.size)
    page.close()
    return path


def opened(browser: Browser, view: View) -> Page:
    """The page of a view in its window, made first where it is not there yet."""
    if view.made and not view.page.exists():
        pbem(*view.made)
    page = browser.new_page()
    page.size(*view.size)
    page.medium(view.media, view.scheme)
    page.open(view.page)
    page.wait_for(view.ready)
    return page


def photographed(page: Page, path: Path, size: tuple[int, int]) -> Path:
    """What the window shows, smaller."""
    clip = {"x": 0, "y": page.run("scrollY"), "width": size[0], "height": size[1], "scale": SCALES[size[0]]}
    found = page.ask("Page.captureScreenshot", format="webp", quality=QUALITY, clip=clip, captureBeyondViewport=True)
    path.write_bytes(base64.b64decode(found["data"]))
    return path


def whole(browser: Browser, view: View, name: str) -> Path:
    """A picture of the front page: a PNG file in its full size."""
    page = opened(browser, view)
    path = page.picture(PICTURES / f"{name}.png")
    page.close()
    return path


class Photographed(Saving):
    """Somebody in the cabin who keeps a picture of some of the steps."""

    #: Step -> its name; the others are not kept.
    steps: ClassVar = {1: "cabin-first", 2: "cabin-invitation", 3: "cabin-letter"}
    into: Path = PICTURES / "pages"

    def look(self) -> None:
        """A picture of this step, if it is one of those that are shown."""
        self.count += 1
        if self.count in self.steps:
            self.keep(self.steps[self.count])

    def keep(self, name: str, size: tuple[int, int] = SHEET, scheme: str = "light") -> None:
        """A picture in this size; the window is as it was afterwards."""
        self.page.size(*size)
        self.page.medium(scheme=scheme)
        photographed(self.page, self.into / f"{name}.webp", size)
        self.page.size(*SHEET)
        self.page.medium()


def cabin(browser: Browser, place: Path, folder: Path) -> Iterator[Path]:
    """The cabin from its first page to the report after the first orders; at last on a phone and in the dark."""
    built = place / "cabin.html"
    subprocess.run([sys.executable, str(TOP / "cabin" / "build.py"), str(built)], check=True, capture_output=True)
    page = browser.new_page()
    page.size(*SHEET)
    hand = Photographed(page, "cabin", place / "saved")
    hand.into = folder
    hand.open(built)
    hand.begin()
    company = at_the_window(place / "company", hand, "guerra", "opening-guns", "royalist", "moderated")
    while not page.run("act('games').then((games) => games[0].stage === 'playing')"):
        company.step()
    hand.clock()
    for where, name in (("", "game"), ("/orders", "orders"), ("/letters", "letters"), ("/proof", "proof")):
        hand.go(f"game/{hand.game()}{where}")
        page.wait_for("!document.querySelector('[aria-busy=true]')")
        page.run("new Promise((done) => setTimeout(done, 1500))")  # frames draw themselves
        hand.keep(f"cabin-{name}")
        if name in ("game", "orders"):
            hand.keep(f"cabin-{name}-phone", PHONE)
            hand.keep(f"cabin-{name}-dark", SHEET, "dark")
    for where in ("inbox", "keys"):
        hand.go(where)
        hand.keep(f"cabin-{where}")
        hand.keep(f"cabin-{where}-phone", PHONE)
    page.close()
    yield from sorted(folder.glob("cabin-*.webp"))


def main() -> None:
    """All pictures, or those that are asked for."""
    parser = argparse.ArgumentParser(description="Pictures of every page pbem makes.")
    parser.add_argument("folder", nargs="?", type=Path, default=PICTURES / "pages", help="where to")
    parser.add_argument("name", nargs="*", help="only those that begin so: a title, club, or cabin")
    parser.add_argument("--front", action="store_true", help="the four of the front page alone")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = ["jenkins"] if given.front else given.name
    browser = Browser.start()
    try:
        with tempfile.TemporaryDirectory() as place:
            for view in pages(Path(place), wanted) if wanted != ["cabin"] else ():
                if given.front or not given.name:
                    for name in (name for name, of in FRONT.items() if of == view.name):
                        sys.stdout.write(f"{whole(browser, view, name)}\n")
                if not given.front and (not wanted or any(view.name.startswith(each) for each in wanted)):
                    sys.stdout.write(f"{take(browser, view, given.folder)}\n")
            if not given.front and (not wanted or "cabin" in wanted):
                for path in cabin(browser, Path(place), given.folder):
                    sys.stdout.write(f"{path}\n")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
