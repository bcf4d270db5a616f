"""Three people with keys and a postman: a whole game by letters, through the commands, on a clock that tests set."""

from __future__ import annotations

import atexit
import copy
import shutil
import tempfile
from collections.abc import Callable, Hashable, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import duel
import pytest
from click.testing import CliRunner, Result
from tools import went_well

from pbem.adjudicator import titles
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.cli import root
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import read_letter
from pbem.trust.keyring import Keyring
from pbem.trust.people import charter
from pbem.trust.record.ledger import Ledger, parse_ledger

START = "2026-11-02T20:00:00Z"
HOURS = ("--deadline-hours", "48", "--question-hours", "24")
ADDRESSES = {"blue": "blue@example.org", "red": "red@example.org"}


class Club:
    """A moderator and two players, each with a keyring and a folder of their own."""

    def __init__(
        self, place: Path, tier: str = "moderated", *more: str, times: Sequence[str] = HOURS, start: str = START
    ) -> None:
        self.place, self.tier, self.now = place, tier, start
        self.own: list[Path] = []
        self.desk = place / "desk"
        for who in ("moderator", "blue", "red"):
            Keyring.create(who.title(), home=self.home(who))
        words = [f"--seat={seat}={address}" for seat, address in ADDRESSES.items()]
        beacon = ("--beacon", "demo", "--margin-hours", "1") if tier == "beacon" else ()
        self.do("moderator", "new", self.desk, "--game", "duel", "--tier", tier, *times, *words, *beacon, *more)

    def copied(self, place: Path) -> Self:
        """The same game in another place, for a test that goes on from there alone."""
        shutil.copytree(self.place, place, dirs_exist_ok=True)
        for known in place.glob("keys-*/games.json"):  # where each player's folders lie
            known.write_text(known.read_text("utf-8").replace(str(self.place), str(place)), encoding="utf-8")
        made = copy.copy(self)
        made.place, made.desk, made.own = place, place / self.desk.name, []
        return made

    def home(self, who: str) -> Path:
        return self.place / f"keys-{who}"

    def folder(self, seat: str) -> Path:
        return self.place / seat

    def identity(self, seat: str) -> str:
        """Returns what opens the letters of a seat."""
        return Keyring.open(self.home(seat)).age_identity(Seat.at(self.folder(seat)).game)

    def recipient(self, seat: str) -> str:
        """Returns what letters to a seat are sealed to."""
        return Keyring.open(self.home(seat)).age_public(Seat.at(self.folder(seat)).game)

    def later(self, hours: int) -> None:
        self.now = show_time(parse_time(self.now) + timedelta(hours=hours))

    def try_to(self, who: str, *words: Any) -> Result:
        """A command as somebody would run it."""
        environment = {"PBEM_HOME": str(self.home(who)), "PBEM_NOW": self.now}
        return CliRunner().invoke(root, [str(word) for word in words], env=environment)

    def do(self, who: str, *words: Any) -> Result:
        """A command that succeeds."""
        result = self.try_to(who, *words)
        assert went_well(words, result.exit_code), (words, result.output, result.exception)
        return result

    def fail(self, who: str, *words: Any) -> PbemError:
        """A command that says what is wrong."""
        result = self.try_to(who, *words)
        assert isinstance(result.exception, PbemError), (words, result.output, result.exception)
        return result.exception

    def deliver(self) -> dict[str, list[Path]]:
        """Delivers the moderator's letters, by seat; puts aside those to the moderator."""
        self.do("moderator", "out", self.desk, "--to", self.place / "post")
        found: dict[str, list[Path]] = {seat: [] for seat in ADDRESSES}
        for path in sorted((self.place / "post").glob("*.eml")):
            found.get(path.name.split("-")[1], self.own).append(path.rename(self.place / path.name))
        return found

    def take(self, *letters: Path) -> Result:
        return self.try_to("moderator", "in", self.desk, *letters)

    def begin(self) -> None:
        """Invitations, acceptances, signatures, and the first report opened."""
        for _ in range(2):
            for seat, letters in self.deliver().items():
                written = self.do(seat, "join", letters[-1], "--dir", self.folder(seat)).stdout.strip()
                self.do("moderator", "in", self.desk, written)
        self.read()

    def read(self) -> dict[str, list[Path]]:
        """Both players open what has come."""
        found = self.deliver()
        for seat, letters in found.items():
            for letter in letters:
                self.do(seat, "open", letter, "--dir", self.folder(seat))
        return found

    def write(self, seat: str, **body: Any) -> Path:
        """An order file."""
        from pbem import strict_yaml

        head = Seat.at(self.folder(seat)).head()
        path = self.folder(seat) / "orders" / "mine.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(strict_yaml.write({"pbem": "orders/1", **head, **body}), encoding="utf-8")
        return path

    def sealed(self, seat: str, **body: Any) -> Path:
        """Orders sealed: the letter."""
        path = self.write(seat, **body)
        result = self.do(seat, "orders", "seal", path, "--dir", self.folder(seat))
        return Path(result.stdout.splitlines()[-1])

    def order(self, seat: str, **body: Any) -> None:
        """Orders sealed and taken in; a seat of whom the phase wants none sends nothing."""
        if not self.wants(seat):
            return
        self.do("moderator", "in", self.desk, self.sealed(seat, **body))

    def wants(self, seat: str) -> bool:
        """Tells if the open phase takes orders of a seat: in grammar 2 only of those who act, until they are locked."""
        opened = self.ledger().entries("phase")[-1]
        locked = self.ledger().entries("locked", phase=opened.text("phase"), attempt=opened.number("attempt"))
        return bool(locked) or seat in (opened.texts("acts") if "acts" in opened.fields else ADDRESSES)

    def run(self) -> int:
        """Adjudicate; the exit code."""
        result = self.try_to("moderator", "run", self.desk)
        if result.exception and isinstance(result.exception, PbemError):
            self.why = result.exception.faults[0].message
            return result.exception.exit_code
        assert result.exit_code == 0, (result.output, result.exception)
        return 0

    def open_all(self, *seats: str) -> None:
        """Tier two-step: writes the second letters of the seats that are waited for, or of these."""
        self.read()
        for seat in seats or self.status()["waits_for"]:
            written = self.do(seat, "orders", "open", "--dir", self.folder(seat)).stdout.strip()
            self.do("moderator", "in", self.desk, written)

    def status(self) -> Any:
        import json

        return json.loads(self.do("moderator", "status", self.desk, "--json").stdout)

    def advance(self) -> int:
        """Run through lock, opening and beacon, as the tier has it."""
        code = self.run()
        if self.tier == "two-step" and self.status().get("what") == "opens":
            self.open_all()
            code = self.run()
        if self.tier == "beacon" and self.status().get("what") == "beacon":
            self.read()
            self.later(60)
            code = self.run()
        self.read()
        return code

    def play(self, **standing: str) -> None:
        """Plays the whole game; a seat that is asked parries."""
        self.begin()
        self.finish(**standing)

    def finish(self, **standing: str) -> None:
        """The rest of a game."""
        for _ in range(40):
            state = self.status()
            if state["stage"] == "over":
                self.confirm()
                return
            if state["what"] == "answers":
                for seat in state["waits_for"]:
                    self.order(seat, parry="yes")
            else:
                for seat in state["waits_for"]:
                    self.order(seat, bid="high", **({"standing": standing[seat]} if seat in standing else {}))
            if self.tier == "beacon":
                self.now = max(self.now, self.status()["due"])
            self.advance()
        raise AssertionError("the game does not end")

    def confirm(self) -> None:
        """The words that players send after the end: that they have seen all of the record."""
        for seat in ADDRESSES:
            for letter in sorted((self.folder(seat) / "outbox").glob("seen-*.eml")):
                self.do("moderator", "in", self.desk, letter)

    def ledger(self) -> Ledger:
        return parse_ledger((self.desk / "ledger.jsonl").read_bytes())

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.ledger()]

    def parts(self, letter: Path) -> dict[str, bytes]:
        return dict(read_letter(letter).parts)


def know_the_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """The duel among the games there are."""
    monkeypatch.setitem(titles.GAMES, "duel", duel.__name__)
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no power fails here, and disks are slow
    monkeypatch.delenv("PBEM_PASSPHRASE_COMMAND", raising=False)


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for every test of a module that imports this."""
    know_the_duel(monkeypatch)


C = TypeVar("C", bound=Club)


def begin(club: Club) -> None:
    """The first phase is open."""
    club.begin()


@cache
def come_once(
    far: Callable[[Any], object], kind: Callable[..., Club], grammar: int, *given: str, **options: Hashable
) -> Club:  # fmt: skip
    """Plays a game so far, once for all tests of this process that ask for the same."""
    club = kind(Path(tempfile.mkdtemp(prefix="begun-")) / "place", *given, **options)
    atexit.register(shutil.rmtree, club.place.parent, ignore_errors=True)
    far(club)
    return club


def playing_as(kind: Callable[..., C], place: Path, *given: str, **options: Hashable) -> C:
    """A game of a kind of club whose first phase is open: a copy of one that was set up before."""
    return so_far(begin, kind, place, *given, **options)


def so_far(
    far: Callable[[C], object], kind: Callable[..., C], place: Path, *given: str, **options: Hashable
) -> C:  # fmt: skip
    """A game of a kind of club that has come so far from nothing: a copy of one that was played before.

    A test that has changed the program before that makes its club itself.
    """
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        first = come_once(far, kind, charter.NEW_GAMES, *given, **options)
    club = first.copied(place)
    for name, value in copy.deepcopy(vars(first)).items():
        setattr(club, name, moved(value, first.place, place))
    return cast(C, club)


def moved(value: Any, old: Path, new: Path) -> Any:
    """Moves what a club holds: paths in one place become paths in another."""
    if isinstance(value, Path):
        return new / value.relative_to(old) if value.is_relative_to(old) else value
    if isinstance(value, list | tuple):
        return type(value)(moved(each, old, new) for each in value)
    return {key: moved(each, old, new) for key, each in value.items()} if isinstance(value, dict) else value


def playing(place: Path, *given: str, **options: Hashable) -> Club:
    """The same of a plain club."""
    return playing_as(Club, place, *given, **options)


def begun(place: Path, *more: str) -> Club:
    """Another game as far as that, in tier moderated, with keys of its own."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        found = Club(place, "moderated", *more)
        found.begin()
    return found
