"""What goes wrong for a person in the cabin, done by hand in a real browser: each has a sentence, and nothing is lost.

A minute or two, so it runs where PBEM_CABIN is set, as in the stage `cabin` of .ci/run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_kit import Browser, Page
from cabin_hand import PASSPHRASE
from cabin_window import PICTURES, READY, Saving, at_the_window, saved

pytestmark = pytest.mark.skipif(not (os.environ.get("PBEM_CABIN") or PICTURES), reason="set PBEM_CABIN=1 to run it")
CHEST = "main details:has(input[type=file]:not([aria-describedby]))"


class Person(Saving):
    """A person with a cabin of their own, in a browser that shares nothing with others."""

    def __init__(self, browser: Browser, name: str, folder: Path, cabin: Path) -> None:
        super().__init__(browser.new_page(), name, folder)
        self.open(cabin)

    def pack(self, path: Path) -> Path:
        """Packs the sea chest into a file."""
        for old in self.folder.iterdir():
            old.unlink()
        self.go("keys")
        self.press(".card .chief")
        path.write_bytes(saved(self.folder, ".zip"))
        return path

    def unpack(self, chest: Path, passphrase: str = PASSPHRASE) -> str:
        """Opens a chest, on the first page or among the keys; what the page says."""
        if not self.page.run(f"document.querySelector('{CHEST}').open"):
            self.press(f"{CHEST} summary")
        self.page.run("document.querySelectorAll('.faults').forEach((each) => each.remove())")
        self.page.run(f"document.querySelector('{CHEST} input[type=password]').value = ''")
        self.choose(f"{CHEST} input[type=file]", [chest])
        self.write(passphrase, f"{CHEST} input[type=password]")
        was = self.page.run("document.documentElement.dataset.shown")
        self.page.press("Enter")
        shown = f"document.documentElement.dataset.shown !== '{was}'"
        self.page.wait_for(f"Boolean(document.querySelector('.faults')) || {shown}", 120)
        self.look()
        return str(self.page.run("(document.querySelector('.faults') ?? document.body).innerText"))

    def letters(self) -> Any:
        """The games and their letters."""
        return self.page.run("act('games')")


@pytest.fixture(scope="module")
def people(browser: Browser, cabin_page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Person]]:
    """Anne, with a game and a chest of it; Bob, who has keys; and a cabin in which nobody is yet."""
    found = {}
    for name in ("anne", "bob", "new"):
        place = tmp_path_factory.mktemp(name)
        found[name] = Person(browser, f"trouble-{name}", place / "saved", cabin_page)
        if name != "new":
            found[name].begin()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.fsync", lambda handle: None)
        at_the_window(place, found["anne"], "guerra", "opening-guns", "royalist", "moderated")
    yield found
    for person in found.values():
        person.page.close()


def test_a_foreign_chest_says_whose_it_is_and_changes_nothing(people: dict[str, Person], tmp_path: Path) -> None:
    chest, bob = people["anne"].pack(tmp_path / "anne.zip"), people["bob"]
    bob.go("keys")
    said = bob.unpack(chest)
    assert "Anne" in said or "somebody else" in said
    assert bob.letters() == []


def test_a_damaged_chest_says_so_and_a_cut_one_too(people: dict[str, Person], tmp_path: Path) -> None:
    anne = people["anne"]
    data = anne.pack(tmp_path / "anne.zip").read_bytes()
    before = anne.letters()
    half = len(data) // 2
    for name, bad in {"turned.zip": data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :], "cut.zip": data[:half],
                      "empty.zip": b"", "other.zip": b"PK\5\6" + bytes(18)}.items():  # fmt: skip
        (tmp_path / name).write_bytes(bad)
        anne.go("keys")
        said = anne.unpack(tmp_path / name)
        assert "chest" in said, (name, said)
        assert "Traceback" not in said
        assert anne.letters() == before
    anne.go("keys")
    assert "passphrase" in anne.unpack(tmp_path / "anne.zip", "another passphrase").lower()
    assert anne.letters() == before


def test_two_cabins_with_the_same_keys_are_put_together(people: dict[str, Person], tmp_path: Path) -> None:
    anne, other = people["anne"], people["new"]
    chest = anne.pack(tmp_path / "anne.zip")
    other.unpack(chest)
    other.page.wait_for("Boolean(document.querySelector('#nav a'))", 60)
    other.clock()
    games = [(each["game"], each["stage"]) for each in anne.letters()]
    assert [(each["game"], each["stage"]) for each in other.letters()] == games
    back = other.pack(tmp_path / "other.zip")
    anne.go("keys")
    anne.unpack(back)
    assert [(each["game"], each["stage"]) for each in anne.letters()] == games
    assert anne.page.run(f"act('verify', {{name: '{anne.game()}'}}).then((found) => found.ok)")


def test_a_clock_that_is_behind_says_which_time_the_record_has(people: dict[str, Person]) -> None:
    anne = people["anne"]
    now = anne.now
    anne.page.run("void (globalThis.CABIN_NOW = '2020-01-01T00:00:00Z')")
    anne.go("inbox")
    anne.go(f"game/{anne.game()}")
    anne.page.wait_for("document.querySelector('main').innerText.includes('clock is wrong')", 30)
    anne.look()
    assert "2026" in anne.page.text("main .slip.bad")
    anne.now = now
    anne.clock()
    assert anne.letters()


def test_a_browser_that_keeps_no_more_says_so_and_a_chest_still_holds_all(
    people: dict[str, Person], tmp_path: Path
) -> None:
    """Every write into the browser's store ends as it does where a disk is full: its transaction is given up."""
    anne = people["anne"]
    refuse = """function () {
      Object.defineProperty(this.transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
      this.transaction.abort(); }"""
    anne.page.run(f"void (IDBObjectStore.prototype.put = {refuse})")
    anne.go(f"game/{anne.game()}/papers")
    anne.page.run("keepAll().then(showBanner)")
    anne.page.wait_for("document.querySelector('#banner').innerText.includes('no room left')", 30)
    anne.look()
    chest = anne.pack(tmp_path / "rescue.zip")
    assert len(chest.read_bytes()) > 10_000


def test_a_page_saved_by_save_as_says_that_it_is_not_whole(browser: Browser, cabin_page: Path, tmp_path: Path) -> None:
    """What a browser writes by 'Save as' is the page as it stands: drawn parts, and scripts that were taken out."""
    page: Page = browser.new_page()
    page.open(cabin_page)
    page.wait_for(READY, 180)
    copy = tmp_path / "saved as.html"
    copy.write_text("<!DOCTYPE html>\n" + str(page.run("document.documentElement.outerHTML")), encoding="utf-8")
    page.open(copy)
    page.wait_for(f"Boolean(document.querySelector('#progress.bad')) || {READY}", 180)
    whole = page.run("Boolean(document.documentElement.dataset.ready)")
    assert whole or "Save as" in page.text("#progress")
    page.close()
