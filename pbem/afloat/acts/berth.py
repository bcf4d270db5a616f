"""The cabin's own place: where its keys and games lie, whose it is, and what it says of itself."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.afloat.acts.transaction import OutsideSigner
from pbem.base import clock
from pbem.base.asking import KNOWN
from pbem.base.errors import Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.base.records import dataclass, field
from pbem.cabin import register
from pbem.match.own_folder.player import Player
from pbem.match.own_folder.seat import Seat
from pbem.trust.keyring import Keyring

KEYS, GAMES, LETTERS, NOTES = "keys", "games", "letters", "cabin.json"


@dataclass(slots=True)
class Berth:
    """One person's cabin: a folder with their keys and games, opened by their passphrase."""

    home: Path
    zone: str = "UTC"
    at: str = ""
    opened: bool = False
    #: Games by folder name, as they were found last.
    seats: dict[str, Seat] = field(default_factory=dict)

    @property
    def keys(self) -> Path:
        """The folder of the keyring."""
        return self.home / KEYS

    @property
    def now(self) -> datetime:
        """The time of this act, which its page has told."""
        return clock.now(self.at or None)

    @property
    def has_keys(self) -> bool:
        """Tells if keys lie here."""
        return (self.keys / "keyring.yaml").is_file()

    def ring(self) -> Keyring:
        """The keyring; it must have been opened."""
        if not self.opened:
            raise bad("the cabin is locked", hint="give your passphrase first", kind=Kind.UNKNOWN)
        return Keyring.open(self.keys)

    def player(self) -> Player:
        """The player, whose signatures the page makes."""
        ring = self.ring()
        return Player(ring, OutsideSigner(ring.ssh), self.now)

    def open_with(self, passphrase: bytes) -> Keyring:
        """Opens the keyring, or says that the passphrase is another."""
        ring = Keyring.open(self.keys)
        KNOWN[self.keys] = passphrase
        ring.root()
        self.opened = True
        return ring

    def folder(self, name: str) -> Path:
        """The folder of one of the games here."""
        found = {path.name: path for path in register.folders(self.keys)}
        if name not in found:
            raise bad(f"no game '{name}' is here", kind=Kind.UNKNOWN)
        return found[name]

    def seat(self, name: str) -> Seat:
        """The seat in one of the games here."""
        return Seat.at(self.folder(name))

    # ------------------------------------------------------------------------------------------------ its own notes
    def notes(self) -> dict[str, Any]:
        """Reads the notes of the cabin about itself: its name, and when things were last done."""
        path = self.home / NOTES
        if not path.is_file():
            return {}
        try:
            found = json.loads(read_file(path))
        except ValueError:
            found = None
        return found if isinstance(found, dict) else {}

    def note(self, **changes: Any) -> dict[str, Any]:
        """Remembers these as well."""
        found = {**self.notes(), **changes}
        write_atomic(self.home / NOTES, (json.dumps(found, indent=1, sort_keys=True) + "\n").encode())
        return found

    def begin(self) -> None:
        """Makes the folders, and works in that of the games: new ones are made there."""
        for name in (KEYS, GAMES, LETTERS):
            (self.home / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.chdir(self.home / GAMES)
