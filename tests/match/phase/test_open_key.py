"""Tier two-step: the one-time key comes beside the open, under no signature, and counts only if it is the right one."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import sound
from club import Club, know_the_duel
from mail_kit import crlf, part, several

from pbem.base.clock import parse_time
from pbem.match.own_folder.player import charter_of
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.orders.second_letter import seal_key
from pbem.trust.seal import seal


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A game whose first phase is locked and waits to be opened."""
    know_the_duel(monkeypatch)
    made = Club(tmp_path, "two-step")
    made.begin()
    for seat in ("blue", "red"):
        made.order(seat, bid="low", standing="no")
    assert made.run() == 3
    made.read()
    return made


def mailed_on(club: Club, letter: Path) -> Path:
    """Red's letter as blue, who has it too, mails it on: with another key, sealed to the moderator as well."""
    parts = club.parts(letter)
    (key,) = [name for name in parts if name.endswith(".key.age")]
    parts[key] = seal_key(charter_of(Seat.at(club.folder("blue"))), seal.new_identity()[0]).encode()
    made = Letter("moderator@pbem.example", "open", "My part of the dice.\n", parts)
    path = club.place / "mailed-on.eml"
    path.write_bytes(write_letter(made, "blue@example.org", "mailed-on", parse_time(club.now), automatic=False))
    return path


def test_an_open_that_another_mails_on_with_another_key_spoils_nobodys_orders(club: Club) -> None:
    own = Path(club.do("red", "orders", "open", "--dir", club.folder("red")).stdout.strip())
    assert "blue@example.org" in read_letter(own).data.decode()  # it goes to everybody
    before = club.kinds()
    result = club.take(mailed_on(club, own))
    assert (result.exit_code, club.kinds()) == (1, before)
    assert "key that came does not open the orders that were locked" in result.stderr
    club.do("moderator", "in", club.desk, own)
    club.open_all("blue")
    club.run()
    assert not [entry for entry in club.ledger().entries("timeout") if entry["what"] == "seal"]
    sound(club)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("red.open.key (1).age", b"", b""), ("RED.KEY.AGE", b"", b""), ("", b"", b""), ("ATT00001.txt", b"", b""),
     ("red.open.key.age", b"\xef\xbb\xbf", b""), ("red.open.key.age", b"", b"\n-- \nScanned by AVG\n")],
    ids=["saved twice", "capitals", "no name", "Outlook's name", "mark before", "footer below"],
)  # fmt: skip
def test_a_key_is_known_whatever_a_mailer_has_called_it_and_written_around_it(
    club: Club, name: str, before: bytes, after: bytes
) -> None:
    parts = club.parts(Path(club.do("red", "orders", "open", "--dir", club.folder("red")).stdout.strip()))
    kind = "text/plain; charset=utf-8"
    sealed = [part(before + data + after, kind, "", name=name) for found, data in parts.items() if is_key(found)]
    others = [part(data, kind, "base64", name=found) for found, data in parts.items() if not is_key(found)]
    path = club.place / "by-hand.eml"
    path.write_bytes(crlf(several("mixed", part(b"My part.\n"), *others, *sealed)))
    club.do("moderator", "in", club.desk, path)
    assert club.status()["waits_for"] == ["blue"]


def is_key(name: str) -> bool:
    return name.endswith(".key.age")
