"""The cabin in real browsers at length: whole games against the command line, two turns in both, all by keys alone.

Minutes each, so they run where PBEM_CABIN is set, as in the stage `cabin` of .ci/run; test_cabin_browser.py has a short
form of them for every run.
"""

from __future__ import annotations

import os
import smtplib
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from browser_kit import SHIFT, Page
from cabin_hand import PASSPHRASE
from cabin_window import (
    PICTURES,
    SHEET,
    TAKEN,
    AtTheWindow,
    Clicked,
    Compared,
    Saving,
    at_the_window,
    every_kind_signs,
    saved,
)
from firefox_kit import Firefox
from mail_house import DOMAIN, PASSWORD, House, open_house
from sshkit import openssh, signing

from pbem import strict_yaml
from pbem.afloat.loopback import Harbour, page_file
from pbem.mail.imap import Account, ImapBox
from pbem.mail.secrets import parse_secret
from pbem.match.audit.replay import audit
from pbem.trial.company import Company
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.verify import verify_folder

pytestmark = pytest.mark.skipif(not (os.environ.get("PBEM_CABIN") or PICTURES), reason="set PBEM_CABIN=1 to run it")
SECOND_TURN = "t02.royalist"
VARIABLE = "PBEM_TEST_PASSWORD"


@pytest.fixture(autouse=True)
def quick_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here has to outlive a power cut."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


def reports(page: Any, game: str) -> list[str]:
    """The names of the reports in the cabin, the newest first."""
    names = "name => act('game', { name }).then((game) => game.reports.map((each) => each.name))"
    found: list[str] = page.call(names, game)
    return found


def two_turns(hand: AtTheWindow, place: Path) -> None:
    """From the invitation to the report of the second turn, which is shown at the end."""
    company = at_the_window(place, hand, "guerra", "opening-guns", "royalist", "moderated")
    while SECOND_TURN not in reports(hand.page, hand.game()):
        assert company.step()
    hand.go(f"game/{hand.game()}")
    hand.page.wait_for("Boolean(document.querySelector('iframe.report')?.contentDocument?.querySelector('h1'))")
    shown = str(hand.page.run("document.querySelector('iframe.report').contentDocument.body.innerText"))
    assert f", {SECOND_TURN}." in shown  # the foot of that report
    hand.look()


# ------------------------------------------------------------------------------------------------- a person's path
def test_two_turns_in_chromium(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    hand = Saving(page, "chromium", tmp_path / "saved")
    hand.open(cabin_page)
    hand.begin()
    two_turns(hand, tmp_path)
    assert page.complaints == []
    assert page.strangers() == []


def test_two_turns_in_firefox(firefox: Firefox, cabin_page: Path, tmp_path: Path) -> None:
    hand = AtTheWindow(firefox, "firefox")
    hand.open(cabin_page)
    hand.begin()
    two_turns(hand, tmp_path)
    assert firefox.run(f"act('verify', {{name: '{hand.game()}'}}).then((found) => found.ok)")
    assert firefox.run("SIGNING.key.extractable") is False
    assert firefox.complaints == []
    assert firefox.strangers() == []


# ------------------------------------------------------------------------------------------------ a key of one's own
def with_a_key_of_their_own(hand: AtTheWindow, cabin: Path, place: Path, kind: str) -> None:
    """A key of ssh-keygen's under a passphrase is brought; it accepts, signs the charter, and seals orders."""
    key = place / "id"
    key.write_bytes(openssh(kind, b"its own"))
    hand.open(cabin)
    hand.bring(key, "its own")
    assert hand.page.run("act('whose').then((whose) => whose.line)").split()[:2] == signing(kind).public.line().split()
    company = at_the_window(place, hand, "guerra", "opening-guns", "royalist", "moderated")
    assert company.step()
    assert verify_folder(company.desk).verdict is Verdict.MATCHES


def test_an_rsa_key_plays_in_chromium(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    with_a_key_of_their_own(Saving(page, "rsa", tmp_path / "saved"), cabin_page, tmp_path, "rsa")
    assert page.complaints == []


def test_an_ecdsa_key_plays_in_firefox(new_firefox: Firefox, cabin_page: Path, tmp_path: Path) -> None:
    with_a_key_of_their_own(AtTheWindow(new_firefox, "ecdsa"), cabin_page, tmp_path, "nistp384")
    every_kind_signs(new_firefox)
    assert new_firefox.complaints == []


# -------------------------------------------------------------------------------------------------- the cross-game
@pytest.mark.parametrize("tier", ["two-step", "moderated", "beacon"])
def test_a_whole_game_of_a_browser_and_the_command_line(
    page: Page, cabin_page: Path, tmp_path: Path, tier: str
) -> None:
    hand = Saving(page, f"whole-{tier}", tmp_path / "saved")
    hand.open(cabin_page)
    hand.begin()
    company = at_the_window(tmp_path, hand, "yellowjack", "porto-bello", "british", tier, Compared)
    assert isinstance(company, Compared)
    while company.step():
        pass
    assert page.run("act('games').then((games) => games[0].stage)") == "over"
    assert page.run(f"act('verify', {{name: '{hand.game()}'}}).then((found) => found.ok)")
    report = verify_folder(company.desk, extra_networks=(DEMO_NETWORK,))
    assert report.verdict is Verdict.MATCHES, report.events
    audited = audit(company.desk, tmp_path / "keys-moderator")
    assert (audited.over, audited.exit_code) == (True, 0), audited.sentence
    table = company.compare()
    if PICTURES:
        (Path(PICTURES) / f"bytes-{tier}.txt").write_text("\n".join(table) + "\n")
    assert len(table) > 60
    assert [line for line in table if not line.endswith("equal")] == []
    assert page.complaints == []
    assert page.strangers() == []


# ------------------------------------------------------------------------------------------------------- keys alone
class ByKeys(Saving):
    """A person without a mouse: Tab, Enter, and what they type."""

    #: The most steps of Tab that something was away.
    farthest = 0

    def reach(self, selector: str) -> None:
        """Steps on until the first thing that fits has the focus, which a person must be able to see."""
        script = "s => document.activeElement === document.querySelector(s)"
        steps = 0
        while not self.page.call(script, selector):
            steps += 1
            assert steps < 300, f"no way to '{selector}' by Tab"
            self.page.press("Tab")
        self.farthest = max(self.farthest, steps)

    def press(self, selector: str) -> None:
        """Steps there, and Enter."""
        self.reach(selector)
        self.page.press("Enter")

    def write(self, text: str, selector: str) -> None:
        """Steps there, and types."""
        self.reach(selector)
        self.page.type(text)

    def choose(self, selector: str, paths: list[Path]) -> None:
        """Opens the chooser of the field by a key; what it would show is answered by the test."""
        asked = self.page.choosers
        for _ in range(3):  # a field that the page draws anew between the step and the key loses the focus
            self.reach(selector)
            self.page.press(" ")
            if self.page.hears_soon(lambda: self.page.choosers > asked):
                break
        assert self.page.choosers > asked, "the key opens no file chooser"
        self.page.give_files(selector, paths)

    def go(self, where: str) -> None:
        """By links alone; a part of a game lies one step behind it."""
        if self.page.run("location.hash") == f"#{where}":
            return
        link = f'a[href="#{where}"]'
        if not self.page.count(link):
            self.go("/".join(where.split("/")[:2]))
        shown = self.page.run("document.documentElement.dataset.shown")
        self.press(link)
        self.page.wait_for(f"document.documentElement.dataset.shown !== '{shown}'")

    def seal(self) -> None:
        """Through the desk, and on to the button behind it."""
        self.press("#seal")


def test_the_whole_path_by_keys_alone(page: Page, cabin_page: Path, tmp_path: Path) -> None:
    page.ask("Page.setInterceptFileChooserDialog", enabled=True)
    hand = ByKeys(page, "keys", tmp_path / "saved")
    hand.open(cabin_page)
    hand.begin()
    company = at_the_window(tmp_path, hand, "guerra", "opening-guns", "royalist", "moderated")
    company.step()
    game = hand.game()
    assert len(reports(page, game)) == 2
    hand.go(f"game/{game}/papers")
    hand.write("A fair wind.", ".card:has(.second) textarea, .card textarea")
    hand.go("keys")
    page.press("Tab", modifiers=SHIFT)  # and back again
    hand.press(".card .chief")  # the sea chest
    page.wait_for("APP.state.notes.exported")
    chest = tmp_path / "chest.zip"
    chest.write_bytes(saved(hand.folder, ".zip"))
    print(f"the farthest was {hand.farthest} steps of Tab away")
    hand.open(cabin_page)  # another day: by the chest, with what the browser has kept
    hand.press("main summary")
    hand.choose("main details input[type=file]", [chest])
    hand.write(PASSPHRASE, "main details input[type=password]")
    page.press("Enter")
    page.wait_for("Boolean(document.querySelector('#nav a'))", 60)
    assert len(reports(page, game)) == 2
    assert page.complaints == []


# --------------------------------------------------------------------- pbem cabin, and a house of mail servers
class Fetching(Saving):
    """A person whose page fetches and sends their letters itself."""

    def fetch(self) -> str:
        """Presses 'Fetch my letters'; what the page says of them."""
        self.clock()
        self.go("inbox")
        self.page.call("() => void [...document.querySelectorAll('.drop button')][0].click()")
        self.page.wait_for(TAKEN, 120)
        self.look()
        return str(self.page.text("#taken"))

    def send(self) -> bytes:
        """Presses 'Send it now', and waits until it has gone."""
        self.page.wait_for(SHEET, 120)
        self.look()
        self.page.call("() => void [...document.querySelectorAll('dialog button')].find((e) => e.textContent === "
                       "'Send it now').click()")  # fmt: skip
        self.page.wait_for(f"!{SHEET}", 60)
        return b""


class AtTheHouse(Clicked):
    """A game whose letters to and from the page go by IMAP and SMTP."""

    house: House

    def read(self, seat: str, path: Path) -> None:
        """A letter mailed to the page's person, who fetches it."""
        if seat != self.sits:
            Company.read(self, seat, path)
            return
        with smtplib.SMTP_SSL("localhost", self.house.smtp, context=self.house.trust()) as line:
            line.login("moderator", PASSWORD)
            line.sendmail(self.house.address("moderator"), [self.house.address(seat)], path.read_bytes())
        self.house.settle()
        hand = self.at_hand()
        assert isinstance(hand, Fetching)
        if "it asks for your answer" in hand.fetch():
            hand.answer()
            self.take(seat, self.arrived())

    def mailed(self, draft: bytes) -> Path:
        """The letter as it lies in the moderator's box."""
        return self.arrived()

    def arrived(self) -> Path:
        """The newest letter of the moderator's box."""
        self.house.settle()
        account = Account("localhost", "moderator", parse_secret(f"env:{VARIABLE}"), self.house.imap,
                          authority=str(self.house.authority))  # fmt: skip
        box = ImapBox(account)
        letters = [data for _, data in box.letters()]
        box.close()
        folder = self.place / "arrived"
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(list(folder.iterdir())):03}.eml"
        path.write_bytes(letters[-1])
        assert b"X-Unsent" not in letters[-1]
        return path


def test_pbem_cabin_fetches_and_sends_by_real_servers(
    page: Page, cabin_page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, PASSWORD)
    home = tmp_path / "home"
    home.mkdir()
    with open_house("royalist", "moderator") as house:
        common = {"secret": f"env:{VARIABLE}", "security": "tls", "authority": str(house.authority)}
        ways = {"in": {"from": f"imap://royalist@localhost:{house.imap}", **common},
                "out": {"to": f"smtps://royalist@localhost:{house.smtp}", **common}}  # fmt: skip
        (home / "post.yaml").write_text(strict_yaml.write({"pbem": "post/1", **ways}))
        with Harbour(page_file(cabin_page, home), home) as served:
            Thread(target=served.serve_forever, daemon=True).start()
            hand = Fetching(page, "loopback", tmp_path / "saved")
            hand.open(served.address)
            hand.begin()
            monkeypatch.setattr(AtTheHouse, "house", house, raising=False)
            company = at_the_window(tmp_path, hand, "guerra", "opening-guns", "royalist", "moderated", AtTheHouse,
                                    DOMAIN)  # fmt: skip
            company.step()
            assert len(reports(page, hand.game())) == 2
            asked = {url.partition("#")[0] for url in page.requests if not url.startswith(("data:", "about:", "blob:"))}
            assert asked == {served.address, f"{served.address}fetch", f"{served.address}send"}
            assert page.complaints == []
            another_page_gets_nothing(page, served)
            served.shutdown()


def another_page_gets_nothing(page: Page, served: Harbour) -> None:
    """A page of another origin in the same browser, though it should know the address: it reads and does nothing."""
    page.open("data:text/html,<title>elsewhere</title>")
    post = "method: 'POST', body: '{}'"
    for given in ("{}", f"{{ {post} }}", f"{{ {post}, headers: {{ 'X-Cabin': '1' }} }}"):
        tried = f"fetch('{served.address}fetch', {given}).then((r) => 'answered', () => 'refused')"
        assert page.run(tried) == "refused"
    framed = """address => new Promise((done) => {
      const frame = document.createElement('iframe');
      frame.onload = () => done(frame.contentDocument === null);
      frame.src = address;
      document.body.append(frame);
    })"""
    assert page.call(framed, served.address) is True
