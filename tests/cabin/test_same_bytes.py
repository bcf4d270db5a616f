"""The cabin's outputs are the desktop's, byte for byte: the same letters, read and answered in both places.

Sealing draws random bytes. Given the same ones, the sealed letters are equal too, though the cabin's signatures come
from outside and the desktop's from the compiled library.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from cabin_hand import PASSPHRASE, Hand, MixedCompany, desktop_signer, mixed, sealing_in_python, table_of

from pbem.afloat.acts.transaction import taped
from pbem.base.asking import KNOWN
from pbem.base.files import write_atomic
from pbem.match.own_folder.player import Player, order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.player.join import asks_for_answer, join
from pbem.match.player.open_letter import open_letter
from pbem.match.player.seal_orders import seal_orders
from pbem.match.player.send_word import speak
from pbem.match.player.write_press import note_down
from pbem.match.post.game_letter import read_letter
from pbem.trust import locked
from pbem.trust.keyring import Keyring

#: Every sort of file that a player's folder has after the first orders; a sort that is missing was not compared.
SORTS = ("desk.json", "view.json", "invitation.yaml", "order-desk.html", "game/ledger.jsonl", "game/charter.yaml",
         "reports/", "orders/", "sent/", "outbox/acceptance.eml", "outbox/charter.eml", "outbox/orders-",
         "outbox/word-", "held/", "diary.txt")  # fmt: skip


class Beside(MixedCompany):
    """What the cabin does is done at a desktop as well, with the same keys."""

    def desktop(self) -> Player:
        """The same player, with the compiled library."""
        home = self.place / "desktop-keys"
        if not home.exists():
            copytree(self.hand.place / "keys", home)
        KNOWN[home] = PASSPHRASE.encode()
        return Player(Keyring.open(home), desktop_signer(self.hand.key), self.now)

    @property
    def twin(self) -> Path:
        """The desktop's folder of the game."""
        return self.place / "twin"

    def read(self, seat: str, path: Path) -> None:
        """A letter is read in both places."""
        before = self.desktop() if seat == self.sits else None
        MixedCompany.read(self, seat, path)
        if before is not None:
            received = read_letter(path)
            if asks_for_answer(received.parts):
                join(before, received, self.twin)
            else:
                open_letter(before, received, self.twin)

    def order(self, seat: str) -> Path:
        """Orders are sealed in both places, with the same random bytes."""
        if seat != self.sits:
            return MixedCompany.order(self, seat)
        name, own = self.folder(seat).name, Seat.at(self.twin)
        text = self.bots[seat].orders(own.view(), own.head())
        letter = self.hand.act("seal", name=name, text=text)["letter"]
        desktop = self.desktop()
        with sealing_in_python(), taped():  # the tape still has what the cabin has drawn
            write_atomic(order_file(own), text.encode())
            seal_orders(desktop, own, order_file(own))
        return self.written(name, letter)


def test_every_output_is_the_desktop_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr(locked, "WORK", 4)
    monkeypatch.setattr("cabin_hand.MixedCompany", Beside)
    hand = Hand(tmp_path / "sea")
    hand.aboard()
    company = mixed(tmp_path, hand, "guerra", "opening-guns", "patriot", "moderated")
    assert isinstance(company, Beside)
    company.order("patriot")
    name = company.folder("patriot").name
    hand.act("note", name=name, text="Fair wind.")
    note_down(company.desktop(), Seat.at(company.twin), "Fair wind.")
    hand.act("word", name=name, what="wait", value=True)
    speak(company.desktop(), Seat.at(company.twin), "wait", True)
    compare(company.folder("patriot"), company.twin)


def compare(cabin: Path, desktop: Path) -> None:
    """Every file of one is in the other, and the same; every sort is among them."""
    table = table_of(cabin, desktop)
    print("\n".join(table))
    assert not [line for line in table if line.endswith("DIFFERS")], "\n".join(table)
    missing = [sort for sort in SORTS if not any(line.startswith(sort) for line in table)]
    assert not missing
