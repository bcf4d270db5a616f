"""The cabin in Chromium and in Firefox: a person's path from keys to sealed orders, by clicks, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Page
from cabin_hand import PASSPHRASE, START, MixedCompany, mixed
from firefox_kit import Firefox
from tools import need_path

from pbem.afloat.making.cabin_page import page as built
from pbem.base.clock import show_time
from pbem.trial.company import Company

TOP = Path(__file__).parents[2]
RUNTIME = TOP / "cabin" / "node_modules" / "pyodide"
LOCK = TOP / ".ci" / "requirements.lock"
TAKEN = "Boolean(document.querySelector('#taken .slip')) && !document.querySelector('#taken [aria-busy]')"
UNSENT = "name => act('game', { name }).then((game) => game.outbox.filter((each) => !each.sent))"
KEPT = "fromStore().then(({ keys, sealed }) => [keys, sealed].map((each) => latin.decode(each)).join(''))"
SHOWN = "document.documentElement.dataset"
#: The pictures of the path are kept where this names a folder.
PICTURES = os.environ.get("PBEM_PICTURES", "")


@pytest.fixture(scope="session")
def cabin_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, built once."""
    need_path(RUNTIME / "pyodide.asm.wasm", "run 'npm ci' in cabin")
    path = tmp_path_factory.mktemp("cabin") / "cabin.html"
    path.write_bytes(built(RUNTIME))
    return path


class AtTheWindow:
    """A person before the page: they see it, and press what they see."""

    def __init__(self, page: Any, name: str) -> None:
        self.page, self.name, self.count = page, name, 0
        self.place, self.now = Path(), START

    def look(self) -> None:
        """A picture of what is seen now, if pictures are wanted."""
        self.count += 1
        if PICTURES:
            self.page.picture(Path(PICTURES) / f"{self.name}-{self.count:02}.png")

    def begin(self, path: Path) -> None:
        """Opens the page, and makes the keys."""
        self.page.open(path)
        self.page.wait_for(f"{SHOWN}.ready || Boolean(document.querySelector('#progress.bad'))", 180)
        self.page.run(f"void (globalThis.CABIN_NOW = '{START}')")
        self.look()
        fields = self.page.run("[...document.forms[0].querySelectorAll('input')].map(e => '#' + e.id)")
        for field, text in zip(fields, ("Anne", PASSPHRASE, PASSPHRASE), strict=True):
            self.page.type(text, field)
        self.page.click("#main form button")
        self.page.wait_for("document.querySelector('h1')?.textContent === 'Keys and sea chest'", 120)

    def go(self, where: str) -> None:
        """Another place of the cabin."""
        self.page.call("where => goTo(where)", where)

    def act(self, name: str, /, **given: Any) -> Any:
        """What the page's own script would call."""
        self.page.run(f"void (globalThis.CABIN_NOW = '{self.now}')")
        return self.page.call("(name, given) => change(name, given)", name, given)

    def drop(self, path: Path) -> str:
        """Letters into the page; what it says of them."""
        self.page.run(f"void (globalThis.CABIN_NOW = '{self.now}')")
        self.go("inbox")
        self.page.give_files("#letter-files", [path])
        self.page.wait_for(TAKEN, 120)
        self.look()
        return str(self.page.text("#taken"))

    def answer(self) -> tuple[str, str]:
        """Presses the button of an invitation or a charter; the game and the letter that is ready then."""
        self.page.click("section.card.call .chief")
        self.page.wait_for("Boolean(document.querySelector('dialog[open]'))", 60)
        self.look()
        return self.ready()

    def ready(self) -> tuple[str, str]:
        """The game, and the letter that was written last."""
        game = self.page.run("act('games').then((games) => games[0].folder)")
        unsent = self.page.call(UNSENT, game)
        self.page.run("void document.querySelector('dialog')?.close()")
        return game, unsent[-1]["name"]


class Clicked(MixedCompany):
    """A game whose cabin is a real page, pressed by a person."""

    def folder(self, seat: str) -> Path:
        """Nobody outside sees into the page."""
        return self.place / seat

    def read(self, seat: str, path: Path) -> None:
        """A letter dropped on the page, and answered there."""
        if seat != self.sits:
            Company.read(self, seat, path)
            return
        self.hand.now = show_time(self.now)
        if "it asks for your answer" in self.hand.drop(path):
            self.mail(*self.hand.answer())

    def confirm(self, seat: str) -> None:
        """The cabin's person sends what they are told to."""
        if seat != self.sits:
            Company.confirm(self, seat)

    def order(self, seat: str) -> Path:
        """The orders as the desk has them, sealed by a press of the button."""
        if seat != self.sits:
            return Company.order(self, seat)
        page = self.hand.page
        self.hand.now = show_time(self.now)
        game = page.run("act('games').then((games) => games[0].folder)")
        self.hand.go(f"game/{game}/orders")
        page.wait_for("Boolean(document.querySelector('#said .slip.good')) && (!ORDERS.frame || ORDERS.ready)", 60)
        self.hand.look()
        page.run("void byId('seal').click()")  # not by the mouse: what the rules say still moves the button about
        page.wait_for("Boolean(document.querySelector('dialog[open]'))", 120)
        self.hand.look()
        return self.written(*self.hand.ready())


def walked(hand: AtTheWindow, place: Path, cabin: Path) -> Clicked:
    """From an empty page to the report of the second step: invitation, charter, report, orders, report."""
    hand.begin(cabin)
    import cabin_hand

    cabin_hand.MixedCompany, before = Clicked, cabin_hand.MixedCompany  # type: ignore[misc]
    try:
        company = mixed(place, hand, "guerra", "opening-guns", "royalist", "moderated")
    finally:
        cabin_hand.MixedCompany = before  # type: ignore[misc]
    assert isinstance(company, Clicked)
    company.step()
    return company


@pytest.fixture(autouse=True)
def quick_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here has to outlive a power cut."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


def test_a_person_s_path_in_chromium(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    hand = AtTheWindow(page, "chromium")
    walked(hand, tmp_path, cabin_page)
    game = page.run("act('games').then((games) => games[0].folder)")
    for place in (f"game/{game}", f"game/{game}/papers", f"game/{game}/letters", f"game/{game}/proof", "keys", "inbox"):
        hand.go(place)
        page.size(390, 780)
        assert not page.scrolls_sideways(), place
        hand.look()
        page.size(1280, 800)
        assert page.violations() == [], place
    assert page.run("act('game', {name: '" + game + "'}).then((game) => game.reports.length)") == 2
    assert page.run(f"act('verify', {{name: '{game}'}}).then((found) => found.ok)")
    assert page.complaints == []
    assert page.strangers() == []
    asked = [url for url in page.requests if not url.startswith(("about:", "data:"))]  # fields draw their own signs
    assert asked == [cabin_page.as_uri()]
    hostile_letters_harm_nothing(hand, game, tmp_path)
    comes_back(hand, cabin_page)
    page.complaints.clear()
    says_what_is_not_kept(page)


def says_what_is_not_kept(page: Page) -> None:
    """Another tab that has written since, and a browser without room: each a sentence, and a button for the chest."""
    for trouble, words in (
        ("STORE.count -= 1", "open in another tab"),
        ("intoStore = async () => { throw new DOMException('', 'QuotaExceededError'); }", "no room left"),
    ):
        page.run("void (STORE.off = '')")
        page.run(f"void ({trouble})")
        page.run("keepAll().then(showBanner)")
        assert words in page.text("#banner")
        assert "Save the sea chest" in page.text("#banner button")


def hostile_letters_harm_nothing(hand: AtTheWindow, game: str, place: Path) -> None:
    """Letters and files of every bad sort at once: each is told of, and the game is as it was."""
    page = hand.page
    before = page.run("act('games')")
    bad = {
        "script.eml": b"From: <script>alert(1)</script>@x.example\r\nTo: a@b.example\r\n"
                      b"Subject: <img src=x onerror=alert(1)> pbem\r\n\r\n<script>document.title='owned'</script>",
        "no-letter.html": b"<!doctype html><script>top.document.title='owned'</script>",
        "outlook.msg": bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600),
        "zero.eml": b"", "noise.eml": os.urandom(3000), "nul\u202etxt.eml": b"\0" * 100,
        "charter.eml": b"From: m@x.example\r\nTo: a@b.example\r\nSubject: " + game.encode() + b": charter pbem\r\n"
                       b"Content-Type: text/plain\r\n\r\npbem: charter/1\ngame: nothing\n",
    }  # fmt: skip
    paths = []
    for name, data in bad.items():
        paths.append(place / name)
        paths[-1].write_bytes(data)
    hand.go("inbox")
    page.give_files("#letter-files", paths)
    page.wait_for(TAKEN, 60)
    assert page.run("document.title") == "The cabin"
    assert page.run("act('games')") == before
    assert "owned" not in page.run("document.title")
    assert page.complaints == []


def comes_back(hand: AtTheWindow, cabin: Path) -> None:
    """The next day: the browser has kept everything behind the passphrase, and no secret in the clear."""
    page = hand.page
    games = page.run("act('games')")
    kept = page.run(f"((latin) => {KEPT})(new TextDecoder('latin1'))")
    assert "AGE ENCRYPTED" in kept
    assert "royalist" not in kept
    assert page.run("SIGNING.key.extractable") is False
    page.open(cabin)
    page.wait_for(f"{SHOWN}.ready", 180)
    assert page.text("h1") == "Welcome back, Anne"
    page.run(f"void (globalThis.CABIN_NOW = '{hand.now}')")
    page.type("not the passphrase", "#main form input[type=password]")
    page.press("Enter")
    page.wait_for("Boolean(document.querySelector('.faults'))", 60)
    assert "passphrase" in page.text(".faults").lower()
    page.run("document.querySelector('#main form input[type=password]').value = ''")
    page.type(PASSPHRASE, "#main form input[type=password]")
    page.press("Enter")
    page.wait_for("Boolean(document.querySelector('#nav a'))", 60)
    assert page.run("act('games')") == games


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    running = Firefox.start()
    yield running
    running.close()


def test_a_person_s_path_in_firefox(firefox: Firefox, cabin_page: Path, tmp_path: Path) -> None:
    hand = AtTheWindow(firefox, "firefox")
    walked(hand, tmp_path, cabin_page)
    game = firefox.run("act('games').then((games) => games[0].folder)")
    assert firefox.run(f"act('game', {{name: '{game}'}}).then((game) => game.reports.length)") == 2
    assert firefox.run(f"act('verify', {{name: '{game}'}}).then((found) => found.ok)")
    assert firefox.run("SIGNING.key.extractable") is False
    assert firefox.complaints == []
    assert firefox.strangers() == []


def test_the_page_is_the_same_to_the_byte_and_allows_nothing_else(cabin_page: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.html"
    subprocess.run([sys.executable, str(TOP / "cabin" / "build.py"), str(again)], check=True, capture_output=True,
                   env={**os.environ, "PYTHONHASHSEED": "7"})  # fmt: skip
    assert again.read_bytes() == cabin_page.read_bytes()
    policy = again.read_bytes()[:4000].partition(b'Content-Security-Policy" content="')[2].partition(b'"')[0].decode()
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
    scripts = rules.pop("script-src").split()
    nothing = dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'")
    assert rules == {**nothing, "style-src": "'unsafe-inline'"}
    assert [each for each in scripts if not each.startswith("'sha256-")] == ["'wasm-unsafe-eval'"]
    assert len(scripts) == 6


def test_a_page_that_was_cut_or_saved_anew_says_so(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    whole = cabin_page.read_text(encoding="utf-8")
    start = whole.index('id="packed-files">') + len('id="packed-files">')
    cut = tmp_path / "cut.html"
    cut.write_text(whole[:start] + whole[whole.index("</script>", start) :], encoding="utf-8")
    page.open(cut)
    page.wait_for("Boolean(document.querySelector('#progress.bad'))", 120)
    assert "Save as" in page.text("#progress")
