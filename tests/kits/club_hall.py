"""A club with games in it, and their players, on a clock that tests set."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from club import ADDRESSES, HOURS, START, Club, know_the_duel
from tools import went_well

from pbem.base.clock import parse_time, show_time
from pbem.trust.keyring import Keyring

ADDRESS = "club@example.org"


class Table(Club):
    """A game of the club, with its two players."""

    def __init__(self, hall: Hall, name: str, *more: str, tier: str = "moderated") -> None:
        self.hall, self.place, self.tier = hall, hall.place / name, tier
        self.own: list[Path] = []
        self.desk = hall.root / "games" / name
        words = [f"--seat={seat}={address}" for seat, address in hall.addresses.items()]
        self.do("moderator", "new", self.desk, "--game", "duel", "--tier", tier, "--address", ADDRESS, *HOURS, *words,
                "--title", name.title(), *more)  # fmt: skip
        self.game = self.status()["game"]

    def moved(self, hall: Hall) -> Table:
        """The same game in a copy of its hall."""
        made = copy.copy(self)
        made.hall = hall
        if hasattr(self, "desk"):
            made.place, made.desk = hall.place / self.place.name, hall.root / "games" / self.desk.name
        return made

    @property
    def now(self) -> str:  # type: ignore[override]
        """The hall has one clock."""
        return self.hall.now

    def home(self, who: str) -> Path:
        return self.hall.place / f"keys-{who}"

    def mail(self, letter: Path) -> str:
        """A letter into the club's mailbox; its name there."""
        return self.hall.mail(letter.read_bytes())

    def join_by_mail(self) -> None:
        """Acceptances and signatures through the club's mailbox; the first reports opened."""
        for _ in range(2):
            for seat, letters in self.hall.post(self).items():
                self.mail(Path(self.do(seat, "join", letters[-1], "--dir", self.folder(seat)).stdout.strip()))
            self.hall.tick()
        for seat, letters in self.hall.post(self).items():
            for letter in letters:
                self.do(seat, "open", letter, "--dir", self.folder(seat))

    def round(self, state: Any) -> None:
        """Lets every awaited seat write, and opens the results."""
        asked = {"parry": "yes"} if state["what"] == "answers" else {"bid": "high"}
        for seat in state["waits_for"]:
            self.mail(self.sealed(seat, **asked))
        self.hall.tick()
        for seat, letters in self.hall.post(self).items():
            for letter in letters:
                self.do(seat, "open", letter, "--dir", self.folder(seat))


class Hall:
    """The club's folder, its mailbox, what it sends, and its clock."""

    def __init__(self, place: Path, **addresses: str) -> None:
        self.place, self.root, self.now = place, place / "club", START
        self.addresses = addresses or dict(ADDRESSES)
        self.letters = 0
        self.tables: dict[str, Table] = {}
        for name in ("new", "cur", "tmp"):
            (place / "box" / name).mkdir(parents=True)
        for who in ("moderator", *self.addresses):
            Keyring.create(who.title(), home=place / f"keys-{who}")
        self.any_table = Table.__new__(Table)
        self.any_table.hall = self
        self.do("club", "new", self.root, "--title", "The Club", "--address", ADDRESS, "--to",
                f"folder:{place / 'post'}", "--from", f"maildir:{place / 'box'}")  # fmt: skip

    def copied(self, place: Path) -> Hall:
        """The same in another place."""
        shutil.copytree(self.place, place)
        made = copy.copy(self)
        made.place, made.root = place, place / "club"
        settings = made.root / "club.yaml"
        text = settings.read_text(encoding="utf-8").replace(str(self.place), str(place))
        settings.write_text(text, encoding="utf-8")
        made.tables = {name: table.moved(made) for name, table in self.tables.items()}
        made.any_table = made.any_table.moved(made)
        return made

    def try_to(self, *words: Any) -> Result:
        return self.any_table.try_to("moderator", *words)

    def do(self, *words: Any) -> Result:
        result = self.try_to(*words)
        assert went_well(words, result.exit_code), (words, result.output, result.exception)
        return result

    def tick(self, *more: Any) -> str:
        """A turn that goes well; what it said."""
        return self.do("club", "tick", self.root, *more).stdout

    def later(self, hours: int) -> None:
        self.now = show_time(parse_time(self.now) + timedelta(hours=hours))

    def mail(self, data: bytes) -> str:
        """A letter that comes."""
        self.letters += 1
        name = f"{self.letters:04d}.letter"
        (self.place / "box" / "new" / name).write_bytes(data)
        return name

    def waiting(self) -> list[str]:
        """The letters that were not acknowledged."""
        return sorted(path.name for path in (self.place / "box" / "new").iterdir())

    def sent(self, of: str = "") -> list[Path]:
        """Letters that went out, of one game or of all."""
        return sorted((self.place / "post").glob(f"{of}*.eml"))

    def post(self, table: Table) -> dict[str, list[Path]]:
        """Returns what a game has sent since the last look, by seat."""
        self.tick()
        found: dict[str, list[Path]] = {seat: [] for seat in self.addresses}
        table.place.mkdir(exist_ok=True)
        name = table.desk.name
        for path in self.sent(f"{name}-"):
            kept = path.rename(table.place / path.name.removeprefix(f"{name}-"))
            found.get(kept.name.split("-")[1], table.own).append(kept)
        return found

    def status(self) -> Any:
        return json.loads(self.do("club", "status", self.root, "--json").stdout)


def hall_with_games(place: Path, *begun: str, waiting: Sequence[str] = ()) -> Hall:
    """A club with these games, of which the first have begun and the others wait for their players; made once."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        hall = Hall(place)
        for name in (*begun, *waiting):
            hall.tables[name] = Table(hall, name)
        for name in begun:
            hall.tables[name].join_by_mail()
        return hall
