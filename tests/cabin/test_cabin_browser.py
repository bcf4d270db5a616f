"""The cabin in Chromium: a person's path from keys to the report after their first orders, without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from browser_kit import Page
from cabin_hand import PASSPHRASE
from cabin_window import READY, TAKEN, AtTheWindow, Compared, EveryWay, at_the_window, every_kind_signs

TOP = Path(__file__).parents[2]
KEPT = "fromStore().then(({ keys, sealed }) => [keys, sealed].map((each) => latin.decode(each)).join(''))"
#: Modules that were imported though nobody has compiled them beforehand.
UNCOMPILED = """import importlib.util, os, sys
sources = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()
           if getattr(getattr(module, "__spec__", None), "origin", "") != "frozen"}
compiled = importlib.util.cache_from_source
" ".join(sorted(name for name, file in sources.items() if file.endswith(".py") and not os.path.isfile(compiled(file))))
"""


@pytest.fixture(autouse=True)
def quick_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here has to outlive a power cut."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


def test_a_person_s_path_in_chromium(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    hand = EveryWay(page, "chromium", tmp_path / "saved")
    hand.open(cabin_page)
    assert page.call("text => PYTHON.run.runPython(text)", UNCOMPILED) == ""
    hand.begin()
    company = at_the_window(tmp_path, hand, "guerra", "opening-guns", "royalist", "moderated", Compared)
    assert isinstance(company, Compared)
    company.step()
    table = company.compare()
    assert len(table) > 25
    assert [line for line in table if not line.endswith("equal")] == []
    game = hand.game()
    for place in (f"game/{game}", f"game/{game}/papers", f"game/{game}/letters", f"game/{game}/proof", "keys", "inbox"):
        hand.go(place)
        for width in (320, 390):
            page.size(width, 780)
            assert not page.scrolls_sideways(), (place, width)
        hand.look()
        page.size(1280, 800)
        for scheme in ("light", "dark"):
            page.medium(scheme=scheme)
            assert page.violations() == [], (place, scheme)
    assert page.run("act('game', {name: '" + game + "'}).then((game) => game.reports.length)") == 2
    assert page.run(f"act('verify', {{name: '{game}'}}).then((found) => found.ok)")
    assert page.complaints == []
    assert page.strangers() == []
    asked = [url for url in page.requests if not url.startswith(("about:", "data:"))]  # fields draw their own signs
    assert asked == [cabin_page.as_uri()]
    hostile_letters_harm_nothing(hand, game, tmp_path)
    every_kind_signs(page)
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
    page.wait_for(READY, 180)
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
