"""A player with their keys and letters, and what their folder knows of the game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path

from pbem.base.errors import bad
from pbem.base.files import read_file, read_once, write_atomic
from pbem.base.records import dataclass
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.post.game_letter import Letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR, Charter, parse_charter
from pbem.trust.people.rotation import Tenures, tenures
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Entry, Ledger, parse_ledger
from pbem.trust.ssh.sshkeys import SigningKey

#: Letters that everybody gets, so that none of them can be lost.
TO_ALL = ("orders", "open", "protest", "seen")


@dataclass(frozen=True, slots=True)
class Player:
    """A player with their keys; the clock dates their letters."""

    ring: Keyring
    key: SigningKey
    now: datetime

    def write(
        self, seat: Seat, kind: str, subject: str, text: str, parts: Mapping[str, bytes], to: str = ""
    ) -> Path:
        """A letter to the moderator, and to all others too where the protocol wants it."""
        everybody = [address for who, address in sorted(seat.addresses.items()) if who not in (MODERATOR, seat.seat)]
        copies = everybody if kind.startswith(TO_ALL) else []
        letter = Letter(to or seat.addresses[MODERATOR], f"{seat.game}: {subject}", text, parts, copies=tuple(copies))
        #: A letter of the same kind from another machine, or of another time, is another letter, which no server drops.
        name = f"{seat.game}-{seat.seat}-{kind}-{sha256(b''.join(parts.values())).hexdigest()[:8]}"
        path = seat.folder / "outbox" / f"{kind}.eml"
        write_atomic(path, write_letter(letter, seat.addresses[seat.seat], name, self.now, automatic=False))
        return path


def ledger_of(seat: Seat) -> Ledger:
    """The ledger as the player holds it."""
    path = seat.folder / PUBLIC / layout.LEDGER
    if not path.is_file():
        hint = "its first letter brings the record: 'pbem open LETTER'"
        raise bad("the game has not begun", file=str(seat.folder), hint=hint)
    return parse_ledger(read_once(path), layout.LEDGER)


def charter_of(seat: Seat) -> Charter:
    """The charter as the player signed it, with the keys that count now."""
    return tenures_of(seat).charter


def tenures_of(seat: Seat) -> Tenures:
    """Returns the holders of every place's keys over time, by the verified folder."""
    public = seat.folder / PUBLIC
    if not (public / layout.CHARTER).is_file():
        hint = "'pbem join LETTER' answers the letter that brings it"
        raise bad("the charter has not come yet", file=str(seat.folder), hint=hint)
    charter = parse_charter(read_file(public / layout.CHARTER), layout.CHARTER)
    if not (public / layout.LEDGER).is_file():
        return Tenures(charter)
    return tenures(charter, ledger_of(seat), lambda name: read_file(public / name))


def newest_phase(ledger: Ledger) -> Entry:
    """The `phase` entry that is open."""
    entries = ledger.entries("phase")
    if not entries:
        raise bad("no phase has been opened", hint="open the moderator's newest letter: 'pbem open'")
    return entries[-1]


def order_file(seat: Seat) -> Path:
    """Returns the path of the open step's order file.

    Each time that questions stop a phase they have a file of their own: the one that names them all, or a new one.
    """
    stem = occasion_of(newest_phase(ledger_of(seat))).stem
    folder = seat.folder / "orders"
    if not seat.questions:
        return folder / f"{stem}.yaml"
    keys = [str(question["key"]).encode() for question in seat.questions]
    for number in count(1):
        path = folder / f"{stem}-answers{'' if number == 1 else f'-{number}'}.yaml"
        if not path.is_file() or all(key in read_file(path) for key in keys):
            return path
    raise AssertionError  # count never ends
