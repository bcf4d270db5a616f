"""A command at work in a club's folder: its index kept as the folders are, one game apart from the others."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from pbem.base.counting import counted
from pbem.base.errors import NeedsModerator, bad
from pbem.base.records import dataclass, field
from pbem.base.this_system import boot_id
from pbem.club.crew import Clock, Trouble, several, trouble
from pbem.club.index import Index, Unusable, blank, opened
from pbem.club.settings import Club
from pbem.club.stamps import changed, cut_short, holds_a_book, shares
from pbem.match.folder.process_lock import SECONDS, hold
from pbem.trust.keyring import Keyring

Say = Callable[[str], None]
T = TypeVar("T")


@dataclass(slots=True)
class Turn:
    """One command at work in a club's folder. `worst` is its exit code, `touched` the games that had mail, `failed`
    those that could not take a letter, `twins` those that have another folder, `strays` that somebody has written to
    none of them; `read` and `unread` say how far the mailbox has been read (match.unread).
    """

    club: Club
    ring: Keyring
    clock: Clock
    say: Say
    index: Index
    #: Processes that games are given to, several at a time.
    jobs: int = 1
    worst: int = 0
    touched: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    strays: bool = False
    twins: frozenset[str] = frozenset()
    read: datetime | None = None
    unread: str = ""
    #: Whether the webhook did not answer: then no other game waits for it in this tick.
    unheard: bool = False

    def folder(self, name: str) -> Path:
        """A game's folder."""
        return self.club.games / name

    @contextmanager
    def apart(self, name: str) -> Iterator[list[Exception]]:
        """Works on one game; an error is printed, kept for the moderator, and stops no other game."""
        met: list[Exception] = []
        try:
            yield met
        except sqlite3.Error:  # the index, which is built anew
            raise
        except Exception as error:
            met.append(error)
            self.tell(name, trouble(error, self.folder(name)))

    def tell(self, name: str, met: Trouble) -> None:
        """Prints what went wrong with one game; it counts for the exit code."""
        self.worst = max(self.worst, met.code)
        for line in met.lines:
            self.say(f"{name}: {line}")

    def refresh(self) -> None:
        """Every game whose folder is not as it was indexed, read anew; those that are gone, forgotten."""
        known, there = self.index.stamps(), self.club.names()
        if known and not there:  # a share that is not mounted: letters would be told that there is no such game
            hint = "is a disk not there? if you have taken all games away, 'pbem club rebuild' forgets them"
            words = f"holds none of the {counted(len(known), 'game')} that were in it"
            raise bad(words, file=str(self.club.games), hint=hint)
        for name in sorted(known.keys() - set(there)):
            self.index.forget(name)
            self.say(f"{name}: its folder is gone")
        found = several(self.jobs, partial(changed, str(self.club.games)), shares(there, known, self.jobs))
        self.survey([name for names in found for name in names])
        self.recover(there)
        self.find_twins()

    def recover(self, there: Sequence[str]) -> None:
        """After a start of the system, finishes changes whose journal a power cut has left: the time of a book, which
        tells of one that is left by a kill, may be lost with the power. Where starts have no names each tick looks.
        """
        boot = boot_id()
        if boot and boot == self.index.boot():
            return
        games = str(self.club.games)
        left = cut_short(games, there)
        self.survey(left)
        if not cut_short(games, left):
            self.index.put_boot(boot)

    def find_twins(self) -> None:
        """Finds copies among the games. A copy would play its own game with the same dice and write to the same
        players, so neither takes letters, is played or sends before one is gone.
        """
        self.twins = frozenset(self.index.twins())
        for name in sorted(self.twins):
            self.worst = max(self.worst, 1)
            self.say(f"{name}: stands still, for it is one game with another folder here; take the copy out of "
                     f"{self.club.games}")  # fmt: skip

    def survey(self, names: Sequence[str]) -> None:
        """Games into the index. One at fault stays out of it and is said each time, until it is mended."""
        if not names:
            return
        from pbem.club.one_game import survey

        rows = several(self.jobs, partial(survey, self.ring, self.clock), [self.folder(name) for name in names])
        for name, row in zip(names, rows, strict=True):
            if isinstance(row, Trouble):
                self.tell(name, row)
                continue
            self.index.put(row)
            if row.writes_to.lower() != self.club.address.lower():
                self.say(f"{name}: its players write to {row.writes_to}, and not to the club")

    def unopened(self) -> list[str]:
        """The games of which nothing is known, for they cannot be opened and have never been indexed."""
        known, base = self.index.stamps(), self.club.games
        return [name for name in self.club.names() if name not in known and holds_a_book(f"{base}/{name}")]

    def play(self) -> None:
        """Every game that had mail or whose time has come, as far as it goes."""
        self.run(sorted((self.touched | set(self.index.due(self.clock()))) - self.twins))

    def call_moderator(self, warn: Say) -> None:
        """Says what only the moderator can settle; the exit code then lets a timer's own alarm go off."""
        from pbem.match.deadlines.needs_moderator import mailbox_needs

        why = mailbox_needs(self.club.private, self.clock())
        calls = [("club", why)] * bool(why) + self.index.needs()
        for name, line in calls:
            warn(f"{name} needs you: {line}")
        if calls:
            self.worst = max(self.worst, NeedsModerator.exit_code)

    def run(self, names: Sequence[str]) -> None:
        """Games; what one has done before a fault stays done, and is indexed by its stamps the next time."""
        if not names:
            return
        from pbem.club.one_game import play
        from pbem.match.deadlines.mailbox_down import NEVER

        mailbox = [(self.folder(name), NEVER if name in self.failed else self.read, self.unread) for name in names]
        outcomes = several(self.jobs, partial(play, self.ring, self.clock), mailbox)
        for name, outcome in zip(names, outcomes, strict=True):
            for line in outcome.said:
                self.say(f"{name}: {line}")
            if outcome.met:
                self.tell(name, outcome.met)
                continue
            assert outcome.row is not None  # noqa: S101 - a game without trouble has one
            self.index.put(outcome.row)
            with self.apart(name):
                self.announce(name)

    def announce(self, name: str) -> None:
        """Posts a game's news to its webhook, unless one of another game did not answer."""
        from pbem.match.record.webhook import announce

        for line in () if self.unheard else announce(self.folder(name), self.clock()):
            self.unheard = True
            self.say(f"{name}: {line}")


def at_club(
    club: Club, ring: Keyring, clock: Clock, say: Say, work: Callable[[Turn], T], *, anew: bool = False,
    jobs: int = 1, seconds: float = SECONDS,
) -> T:  # fmt: skip
    """Work done while the club is held against every other process, its index as the folders are.

    Where the index turns out to be of no use it is built anew and the work begun again: what the games have committed
    is done, and is not done twice. So is the folder that it lies in, where somebody has cleared that away as well.
    """
    with suppress(OSError):  # to hold it says why not
        club.private.mkdir(mode=0o700, exist_ok=True)
    with hold(club.private, seconds):
        try:
            if anew:
                raise Unusable("was to be made again")
            with opened(club.private) as index:
                return refreshed(Turn(club, ring, clock, say, index, jobs), work)
        except Unusable as why:
            say(f"the index {why}; it is built anew from the folders")
        with blank(club.private) as index:
            return refreshed(Turn(club, ring, clock, say, index, jobs), work)


def refreshed(turn: Turn, work: Callable[[Turn], T]) -> T:
    """The work, once the index is what the folders are."""
    turn.refresh()
    return work(turn)


def rebuild(root: Path, keyring: Path | None, clock: Clock, say: Say) -> int:
    """The index made again from the folders; the exit code."""
    return at_club(Club.at(root), Keyring.open(keyring), clock, say, lambda turn: turn.worst, anew=True)
