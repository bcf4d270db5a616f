"""Ticks without a timer: after every letter, as soon as the mailbox tells of one, when something is due, and at the
least every few minutes.

A mailbox on a server is listened to by IDLE where the server offers it; everything else is looked at from time to time.
Told to end, we finish the tick we are in, leave the mailbox, and go.
"""

from __future__ import annotations

import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType

from pbem.base import clock
from pbem.base.errors import NeedsModerator, PbemError, Waiting
from pbem.base.records import dataclass, field
from pbem.mail.imap import ImapBox, NotLetIn
from pbem.mail.sources import Inbox
from pbem.match.deadlines.phase_times import next_due
from pbem.match.folder.office import at_work
from pbem.match.intake.game_tick import tick
from pbem.match.post.transports import SETTINGS, way_in
from pbem.trust.keyring import Keyring

#: Letters that come together are taken together; a box that keeps telling of letters wakes us less and less often.
SHORTEST, LONGEST = 1.0, 60.0
#: After a refused log-in, twice as long each time: a tick and a look at the box are two log-ins, and fail2ban, as it
#: comes, shuts an address out for the fifth refused one in ten minutes.
REFUSED, LONGEST_REFUSED = 600.0, 3600.0
#: systemd and a shutdown send the first, a person at a terminal the second.
SIGNALS = (signal.SIGTERM, signal.SIGINT)

Say = Callable[[str], None]


class Ended(BaseException):
    """Told to end while waiting; nothing that catches errors may catch it."""


@dataclass(frozen=True, slots=True)
class Watched(ABC):
    """Holds what is watched, the folder of a game or a club, and where its letters go."""

    folder: Path
    keyring: Path | None
    target: str | None

    @property
    @abstractmethod
    def settings(self) -> str:
        """The file that names its mailbox."""

    @abstractmethod
    def box(self) -> Inbox | None:
        """The mailbox, if one is named."""

    @abstractmethod
    def turn(self, say: Say) -> None:
        """One tick."""

    @abstractmethod
    def due(self) -> datetime | None:
        """When the clock asks for the next; None where only letters do."""


class Game(Watched):
    """One game, as `pbem tick` moves it on."""

    __slots__ = ()
    settings = SETTINGS

    def box(self) -> Inbox | None:
        """The box of its settings."""
        return way_in(self.folder)

    def turn(self, say: Say) -> None:
        """In, run and out."""
        for line in tick(self.folder, self.keyring, clock.now(), None, self.target):
            say(line)

    def due(self) -> datetime | None:
        """Its next deadline, reminder or end of a pause."""
        with at_work(self.folder, Keyring.open(self.keyring), clock.now()) as office:
            return next_due(office)


@dataclass(slots=True)
class Watch:
    """A folder being watched; `seconds` is the longest time without a tick."""

    watched: Watched
    seconds: float
    say: Say
    ended: bool = False
    waiting: bool = False
    pause: float = field(default=SHORTEST)
    refused: int = 0
    #: The letters in the box when it was last looked at; those that the tick since then has left there are no news.
    left: frozenset[str] = frozenset()

    def run(self) -> None:
        """Tick and wait until told to end."""
        with self.listening():
            listens = self.watched.box() is not None
            self.turn()
            if not listens:
                where = self.watched.settings
                self.say(f"no mailbox is named in {where}: only deadlines are watched; letters come by 'pbem in'")
            while not self.ended:
                self.wait(self.rest)
                if not self.ended:
                    self.turn_again()

    def turn(self) -> None:
        """One tick; a folder in use is left for the next."""
        try:
            self.watched.turn(self.say)
        except Waiting as waiting:
            self.say(waiting.faults[0].message)
        except NeedsModerator as needed:
            self.tell(needed)

    def turn_again(self) -> None:
        """A later tick: a full disk or a damaged setting is said, and may be mended by the next."""
        try:
            self.turn()
        except PbemError as error:
            self.tell(error)

    def tell(self, error: PbemError) -> None:
        """Says what is wrong."""
        for fault in error.faults:
            self.say(fault.render(error.word))

    def rest(self) -> None:
        """Until there may be something to do; what wakes us often is answered more slowly."""
        began = time.monotonic()
        self.listen()
        quiet = time.monotonic() - began > LONGEST
        self.pause = SHORTEST if quiet else min(2 * self.pause, LONGEST)
        time.sleep(SHORTEST if quiet else self.pause / 2)

    def listen(self) -> None:
        """At the mailbox, if it is one that tells; else just for the time."""
        try:
            box, seconds = self.watched.box(), self.patience()
            if isinstance(box, ImapBox):
                self.listen_at(box, seconds)
            else:
                time.sleep(seconds)
            self.refused = 0
        except NotLetIn as error:
            self.tell(error)
            self.wait_outside()
        except PbemError as error:
            self.tell(error)
            time.sleep(min(self.seconds, LONGEST))

    def wait_outside(self) -> None:
        """Waits after a refused login, longer each time, with no tick and no look at the box. It ends early once the
        password has changed.
        """
        seconds = max(self.seconds, min(REFUSED * 2**self.refused, LONGEST_REFUSED))
        self.refused = min(self.refused + 1, 10)
        self.say(f"tried again in {round(seconds / 60)} minutes; once mended, end the watch and start it anew")
        time.sleep(seconds)

    def patience(self) -> float:
        """Returns how long to wait for letters alone: until something is due, at most the agreed time."""
        due = self.watched.due()
        left = (due - clock.now()).total_seconds() if due else self.seconds
        return max(SHORTEST, min(left, self.seconds))

    def listen_at(self, box: ImapBox, seconds: float) -> None:
        """Until the server tells of a letter, or the time is over."""
        try:
            known, self.left = self.left, box.waiting_there()
            if self.left <= known:
                box.wait(seconds)
            box.close()
        finally:
            box.drop()

    def wait(self, how: Callable[[], None]) -> None:
        """Wait so that a signal ends it; one that came just before ends it as well."""
        self.waiting = True
        try:
            if not self.ended:
                how()
        except Ended:
            pass
        finally:
            self.waiting = False

    def end(self, number: int, frame: FrameType | None) -> None:
        """A signal: the tick that is going on is finished first."""
        self.ended = True
        if self.waiting:
            self.waiting = False
            raise Ended

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Signals come to us; afterwards they go where they went before."""
        before = {number: signal.signal(number, self.end) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
