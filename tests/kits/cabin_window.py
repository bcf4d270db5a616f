"""A person before the cabin's page in a real browser: they see it, press what they see, and mail what they are given.

    hand = AtTheWindow(page, "chromium")
    hand.open(cabin_page)
    hand.begin()
    company = at_the_window(place, hand, "guerra", "opening-guns", "royalist", "moderated")
    while company.step():
        pass

`Clicked` is a game by letters whose cabin is such a page. Where PBEM_PICTURES names a folder, every step is a picture.
"""

from __future__ import annotations

import email
import email.policy
import os
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import cabin_hand
import pytest
from browser_kit import Page
from cabin_hand import PASSPHRASE, START, Hand, MixedCompany, desktop_signer, mixed, sealing_in_python, table_of
from sshkit import KINDS, signing

from pbem.afloat.acts import transaction
from pbem.afloat.acts.chest import files_in
from pbem.afloat.acts.own_keys import InMemory, web_key
from pbem.afloat.acts.transaction import in_ssh_words
from pbem.base.asking import KNOWN
from pbem.base.clock import show_time
from pbem.base.files import write_atomic
from pbem.match.own_folder.player import Player, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.player.join import asks_for_answer, join
from pbem.match.player.open_letter import open_letter
from pbem.match.player.seal_orders import open_part, seal_orders
from pbem.match.post.game_letter import read_letter
from pbem.trial.company import Company
from pbem.trust.keyring import Keyring
from pbem.trust.ssh.algorithms import algorithm_of

TAKEN = "Boolean(document.querySelector('#taken .slip')) && !document.querySelector('#taken [aria-busy]')"
SHEET = "Boolean(document.querySelector('dialog[open]'))"
UNSENT = ("name => act('game', { name }).then((game) => game.outbox.filter((each) => !each.sent)"
          ".map((each) => each.name))")
READY = "document.documentElement.dataset.ready || Boolean(document.querySelector('#progress.bad'))"
JUDGED = "Boolean(document.querySelector('#said .slip.good')) && (!ORDERS.frame || ORDERS.ready)"
TAPE_NOW = ("JSON.parse(PYTHON.run.runPython('import json, base64; from pbem.afloat.acts.transaction import TAPE; "
            "json.dumps([base64.b64encode(each).decode() for each in TAPE])'))")
#: A phone's way to hand files to another program, as a browser has it; what was shared is kept.
SHARES = """(() => {
  delete globalThis.SHARED;
  const shared = async ({ title, text, files }) => {
    globalThis.SHARED = { title, text, files: await Promise.all(files.map(async (f) => [f.name, await f.text()])) };
  };
  for (const [name, value] of Object.entries({ canShare: ({ files }) => files.length > 0, share: shared }))
    Object.defineProperty(navigator, name, { value, configurable: true });
})()"""
#: The pictures of the path are kept where this names a folder.
PICTURES = os.environ.get("PBEM_PICTURES", "")


class AtTheWindow:
    """A person before the page: they see it, and press what they see."""

    def __init__(self, page: Any, name: str) -> None:
        self.page, self.name, self.count = page, name, 0
        self.now = START

    def look(self) -> None:
        """A picture of what is seen now, if pictures are wanted."""
        self.count += 1
        if PICTURES:
            self.page.picture(Path(PICTURES) / f"{self.name}-{self.count:02}.png")

    def clock(self) -> None:
        """The page's clock is that of the game."""
        self.page.run(f"void (globalThis.CABIN_NOW = '{self.now}')")

    # -------------------------------------------------------------------------------------------------------- pressing
    def press(self, selector: str) -> None:
        """Presses the first thing that fits."""
        self.page.click(selector)

    def write(self, text: str, selector: str) -> None:
        """Writes into a field."""
        self.page.type(text, selector)

    def choose(self, selector: str, paths: list[Path]) -> None:
        """Chooses files in a file field."""
        self.page.give_files(selector, paths)

    def go(self, where: str) -> None:
        """Another place of the cabin."""
        self.page.call("where => goTo(where)", where)

    def seal(self) -> None:
        """Presses the button that seals; not by the mouse, for what the rules say still moves it about."""
        self.page.run("void byId('seal').click()")

    # ---------------------------------------------------------------------------------------------------------- acting
    def open(self, where: Path | str) -> None:
        """Opens the page."""
        self.page.open(where)
        self.page.wait_for(READY, 180)
        self.clock()

    def begin(self) -> None:
        """Makes the keys on the first page."""
        self.look()
        fields = self.page.run("[...document.forms[0].querySelectorAll('input')].map(e => '#' + e.id)")
        for field, text in zip(fields, ("Anne", PASSPHRASE, PASSPHRASE), strict=True):
            self.write(text, field)
        self.press("#main form button")
        self.page.wait_for("document.querySelector('h1')?.textContent === 'Keys and sea chest'", 120)

    def bring(self, key: Path, its_passphrase: str) -> None:
        """Brings a key of one's own, on the first page."""
        self.press("details.fold:has(input[type=file][aria-describedby]) summary")
        box = "details.fold:has(input[type=file][aria-describedby]) form"
        ids = "s => [...document.querySelectorAll(`${s} input`)].map((e) => `#${e.id}`)"
        name, file, own, first, again = self.page.call(ids, box)
        self.write("Anne", name)
        self.choose(file, [key])
        self.write(its_passphrase, own)
        self.write(PASSPHRASE, first)
        self.write(PASSPHRASE, again)
        self.press(f"{box} button")
        self.page.wait_for("document.querySelector('h1')?.textContent === 'Keys and sea chest'", 120)

    def game(self) -> str:
        """The name of the one game here."""
        return str(self.page.run("act('games').then((games) => games[0].folder)"))

    def unsent(self) -> list[str]:
        """The letters that wait to be sent."""
        found: list[str] = self.page.call(UNSENT, self.game())
        return found

    def drop(self, *paths: Path) -> str:
        """Letters into the page; what it says of them."""
        self.clock()
        self.go("inbox")
        self.choose("#letter-files", list(paths))
        self.page.wait_for(TAKEN, 120)
        self.look()
        return str(self.page.text("#taken"))

    def answer(self) -> bytes:
        """Presses the button of an invitation or a charter; the letter that the person then sends."""
        self.press("section.card.call .chief")
        return self.send()

    def orders(self) -> bytes:
        """The orders as the desk has them, sealed; the letter."""
        self.clock()
        self.go(f"game/{self.game()}/orders")
        self.page.wait_for(JUDGED, 60)
        self.look()
        self.seal()
        return self.send()

    def second(self) -> bytes:
        """The second letter of a phase, or one that is ready and was not sent yet."""
        self.clock()
        self.go(f"game/{self.game()}")
        self.press(".card .ways button.chief")
        return self.send()

    def send(self) -> bytes:
        """The letter of the sheet that is shown, as a mail program gets it; then the person says that it has gone."""
        self.page.wait_for(SHEET, 120)
        self.look()
        letter = self.draft()
        self.press("dialog hr ~ .ways button:not(.plain)")
        self.page.wait_for(f"!{SHEET}", 60)
        return letter

    def draft(self) -> bytes:
        """The draft of the letter that is shown."""
        name = self.unsent()[-1]
        found = self.page.call("(game, letter) => act('draft', { game, letter })", self.game(), name)
        return b64decode(found["draft"])


def every_kind_signs(page: Any) -> None:
    """The browser signs with each kind of key that the command line takes, and gives none of them out again."""
    for kind in KINDS:
        key = signing(kind)
        assert isinstance(key, InMemory)
        page.call("key => keepSigningKey(key)", web_key(key))
        assert page.run("SIGNING.key.extractable") is False
        raw = b64decode(page.call("data => signatureOver(data)", b64encode(b"orders").decode()))
        algorithm = algorithm_of(key.public.blob)
        assert algorithm.holds(in_ssh_words(key.public.kind, raw), b"orders"), kind
        assert not algorithm.holds(in_ssh_words(key.public.kind, raw), b"other orders"), kind


class Saving(AtTheWindow):
    """In Chromium the draft is the file that the page saves."""

    def __init__(self, page: Page, name: str, folder: Path) -> None:
        super().__init__(page, name)
        self.folder, self.tape, self.key = folder, list[bytes](), dict[str, str]()
        folder.mkdir(exist_ok=True)
        page.browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder),
                         browserContextId=page.context)  # fmt: skip

    def draft(self) -> bytes:
        """Presses 'Open it as a draft'; the file. What was drawn for it is noted, for a desktop to draw it too."""
        self.tape = [b64decode(each) for each in self.page.run(TAPE_NOW)]
        for old in self.folder.iterdir():
            old.unlink()
        self.press("dialog .ways button.chief")
        return saved(self.folder, ".eml")


class EveryWay(Saving):
    """Letters come in each of the ways there are: dragged, in a mailbox export, as attachments; one goes by sharing."""

    def choose(self, selector: str, paths: list[Path]) -> None:
        """The next way, each in its turn; after that by the file field."""
        if self.count == 1:
            self.drag(*paths)
        elif self.count == 3:
            self.export(paths[0])
        elif self.count == 5:
            self.attach(paths[0])
        else:
            Saving.choose(self, selector, paths)

    def drag(self, *paths: Path) -> None:
        """Files dragged over the page and let go."""
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.page.ask("Input.dispatchDragEvent", type=kind, x=400, y=300, data=data)

    def export(self, path: Path) -> None:
        """A mailbox export that has the letter among others."""
        line, ours = b"From a@b.example Mon Nov  2 20:00:00 2026\n", path.read_bytes().replace(b"\r\n", b"\n")
        box = path.with_suffix(".mbox")
        other = b"From: a@b.example\nTo: c@d.example\nSubject: tea\n\nAt five?\n\n"
        box.write_bytes(line + other + line + ours + b"\n\n")
        self.page.give_files("#letter-files", [box])

    def attach(self, path: Path) -> None:
        """The letter's attachments, saved one by one and dragged together."""
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        folder = path.with_suffix("")
        folder.mkdir()
        for part in message.iter_attachments():
            content = part.get_content()
            (folder / str(part.get_filename())).write_bytes(content if isinstance(content, bytes) else content.encode())
        self.drag(*sorted(folder.iterdir()))

    def draft(self) -> bytes:
        """Shares the letter as a phone does; the files are those of the draft."""
        name = self.unsent()[-1]
        found = self.page.call("(game, letter) => act('draft', { game, letter })", self.game(), name)
        self.page.run("document.querySelector('dialog').close()")
        self.page.run(SHARES)
        self.page.call("(game, letter) => void letterSheet(game, letter)", self.game(), name)
        self.page.wait_for(SHEET)
        self.page.call("() => void [...document.querySelectorAll('dialog button')].find((e) => e.textContent === "
                       "'Share it').click()")  # fmt: skip
        shared = self.page.wait_for("globalThis.SHARED")
        parts = [[part["name"], b64decode(part["data"]).decode()] for part in found["parts"]]
        assert shared == {"title": found["subject"], "text": found["text"], "files": parts}
        return Saving.draft(self)


def saved(folder: Path, ending: str) -> bytes:
    """The one file that the browser saves into an empty folder, once it is whole."""
    ends = time.monotonic() + 60
    while not (found := [path for path in folder.iterdir() if path.suffix == ending]):
        assert time.monotonic() < ends, f"nothing was saved: {list(folder.iterdir())}"
        time.sleep(0.05)
    return found[0].read_bytes()


class Clicked(MixedCompany):
    """A game whose cabin is a real page, pressed by a person."""

    def folder(self, seat: str) -> Path:
        """Nobody outside sees into the page."""
        return self.place / seat

    def at_hand(self) -> AtTheWindow:
        """The person, at the time of the game."""
        hand: AtTheWindow = self.hand
        hand.now = show_time(self.now)
        return hand

    def read(self, seat: str, path: Path) -> None:
        """A letter dropped on the page, and answered there."""
        if seat != self.sits:
            Company.read(self, seat, path)
            return
        hand = self.at_hand()
        if "it asks for your answer" in hand.drop(path):
            self.take(seat, self.mailed(hand.answer()))

    def confirm(self, seat: str) -> None:
        """The cabin's person sends what they are told to."""
        if seat != self.sits:
            Company.confirm(self, seat)

    def order(self, seat: str) -> Path:
        """The orders as the desk has them."""
        return self.mailed(self.at_hand().orders()) if seat == self.sits else Company.order(self, seat)

    def step(self) -> bool:
        """One round; second letters of the cabin's seat are written there."""
        state = self.status()
        if state["stage"] == "over":
            return False
        if state["what"] == "opens" and self.sits in state["waits_for"]:
            self.take(self.sits, self.open_dice())
        return Company.step(self)

    def open_dice(self) -> Path:
        """The second letter of a phase."""
        return self.mailed(self.at_hand().second())

    def mailed(self, draft: bytes) -> Path:
        """A draft as a mail program sends it: with a date and an id, and without the mark of a draft."""
        head, _, body = draft.partition(b"\r\n\r\n")
        assert b"X-Unsent: 1\r\n" in head + b"\r\n"
        folder = self.place / "from-cabin"
        folder.mkdir(exist_ok=True)
        path = folder / f"{len(list(folder.iterdir())):03}.eml"
        own = f"Date: Mon, 02 Nov 2026 20:00:00 +0000\r\nMessage-ID: <{path.stem}@mailer.example>\r\n".encode()
        path.write_bytes(own + (head + b"\r\n").replace(b"X-Unsent: 1\r\n", b"") + b"\r\n" + body)
        return path


class Compared(Clicked):
    """A game that is also played at a desktop, with the keys and the random bytes of the page."""

    @property
    def twin(self) -> Path:
        """The desktop's folder of the game."""
        return self.place / "twin"

    def desktop(self) -> Player:
        """The same player with the compiled library; the keys are those of the page, locked as they are there."""
        home = self.place / "desktop-keys"
        if not home.exists():
            self.hand.page.run("callPlain('stow', { place: '/hold' })")
            copied = self.hand.page.run("textOf(PYTHON.files.readFile('/hold/keys.zip'))")
            for name, data in files_in(b64decode(copied)).items():
                write_atomic(home / name.removeprefix("keys/"), data)
            self.hand.key = self.hand.page.call("passphrase => act('signing_key', { passphrase })", PASSPHRASE)
        KNOWN[home] = PASSPHRASE.encode()
        return Player(Keyring.open(home), desktop_signer(self.hand.key), self.now)

    def read(self, seat: str, path: Path) -> None:
        """A letter is read in both places."""
        desktop = self.desktop() if seat == self.sits else None
        Clicked.read(self, seat, path)
        if desktop is not None:
            received = read_letter(path)
            if asks_for_answer(received.parts):
                join(desktop, received, self.twin)
            else:
                open_letter(desktop, received, self.twin)

    def order(self, seat: str) -> Path:
        """Orders are sealed in both places."""
        letter = Clicked.order(self, seat)
        if seat == self.sits:
            own = Seat.at(self.twin)
            text = str(self.hand.page.run("ORDERS.text"))
            with self.same_bytes():
                write_atomic(order_file(own), text.encode())
                seal_orders(self.desktop(), own, order_file(own))
        return letter

    def open_dice(self) -> Path:
        """So is the second letter of a phase."""
        letter = Clicked.open_dice(self)
        with self.same_bytes():
            open_part(self.desktop(), Seat.at(self.twin))
        return letter

    @contextmanager
    def same_bytes(self) -> Iterator[None]:
        """The random bytes that the page's last letter has drawn."""
        transaction.TAPE[:] = self.hand.tape
        with sealing_in_python(), transaction.taped():
            yield

    def compare(self) -> list[str]:
        """The page's folder, brought over in its sea chest, beside the desktop's: a line for each file."""
        packed = self.hand.page.run("act('pack')")
        opened = Hand(self.place / "opened", now=show_time(self.now))
        opened.act("unpack", data=packed["data"], passphrase=PASSPHRASE)
        return table_of(next((opened.place / "games").iterdir()), self.twin)


def at_the_window(place: Path, hand: AtTheWindow, game: str, scenario: str, sits: str, tier: str,
                  company: type[Clicked] = Clicked, domain: str = "example.org") -> Clicked:  # fmt: skip
    """A game with one player before a page, begun: all have signed, the first reports are read."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cabin_hand, "MixedCompany", company)
        made = mixed(place, hand, game, scenario, sits, tier, domain=domain)
    assert isinstance(made, Clicked)
    return made
