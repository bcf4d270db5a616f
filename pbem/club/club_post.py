"""Sends the letters of all games of a club in one run. Each game keeps its own ledger. If the outlet does not answer,
this is noted once for all.

When the outlet does not answer, no letters are tried until a pause is over that grows with each failure, so that a
thousand games do not try a dead server one after another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.base.files import write_atomic
from pbem.base.records import dataclass, field, replace
from pbem.club.club_turn import Turn
from pbem.club.settings import SENT, SETTINGS
from pbem.mail.delivery import Deliveries, Delivery, State, pause_after
from pbem.mail.senders import Outlet, Receipt
from pbem.match.post.send_outbox import send
from pbem.match.post.transports import WayOut

OUTAGE = "outage.json"


@dataclass(slots=True)
class Outage:
    """The number of failures in a row of the outlet, and since when it has been left alone."""

    path: Path
    tries: int = 0
    since: str = ""

    @classmethod
    def of(cls, private: Path) -> Outage:
        """As it was left; what cannot be read is as good as none."""
        path = private / OUTAGE
        try:
            kept = json.loads(path.read_bytes())
            parse_time(kept["since"])
            return cls(path, int(kept["tries"]), kept["since"])
        except (OSError, ValueError, KeyError, TypeError, PbemError):
            return cls(path)

    def lasts(self, now: datetime) -> bool:
        """Checks whether the pause still lasts; a clock that was set back does not lengthen it."""
        if not self.tries:
            return False
        return abs(now - parse_time(self.since)) < pause_after(self.tries)

    def note(self, down: bool, now: datetime) -> None:
        """Notes the outcome of this try."""
        if not down and not self.tries:
            return
        self.tries, self.since = (self.tries + 1, show_time(now)) if down else (0, "")
        if down:
            write_atomic(self.path, json.dumps({"tries": self.tries, "since": self.since}).encode())
        else:
            self.path.unlink(missing_ok=True)


@dataclass(slots=True)
class Line:
    """The way out, for the length of a run."""

    down: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class Listening:
    """An outlet that is overheard."""

    inner: Outlet
    line: Line

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter, and whether the outlet was there."""
        found = self.inner.send(message, recipients)
        self.line.used, self.line.down = True, found.down
        return found


@dataclass(frozen=True, slots=True)
class SharedWay(WayOut):
    """One way out for many games: letters in a common folder carry their game's name before their own."""

    line: Line = field(default_factory=Line)
    game: str = ""

    def outlet(self, sender: str, names: Mapping[str, str]) -> Outlet:
        """The outlet, overheard."""
        apart = {message_id: f"{self.game}-{name}" for message_id, name in names.items()}
        return Listening(WayOut(self.to, self.more).outlet(sender, apart), self.line)


def send_all(turn: Turn, target: str | None) -> None:
    """Sends every letter that is due, of every game and of the club; the first failure of the outlet ends the run."""
    way = turn.club.way_out(target)
    names = [name for name in turn.index.post_due(turn.clock()) if name not in turn.twins]
    own = Deliveries(turn.club.root / SENT)
    if not (names or own.waiting(turn.clock())):
        return
    if way is None:
        turn.say(f"letters wait to be sent, and no way out is named: 'out' in {turn.club.root / SETTINGS}, or --to")
        return
    outage, line = Outage.of(turn.club.private), Line()
    if outage.lasts(turn.clock()):
        turn.say(f"nothing is sent: the way out was down at {outage.since}, and is left alone for a while")
        return
    shared = SharedWay(way.to, way.more, line)
    try:
        if own.waiting(turn.clock()):
            tell(turn, "club", send_own(turn, own, shared))
        for name in names:
            if not line.down:
                send_of_game(turn, name, shared)
    finally:
        if line.used:
            outage.note(line.down, turn.clock())


def send_own(turn: Turn, own: Deliveries, way: SharedWay) -> list[Delivery]:
    """Answers to letters of no game."""
    names = {each.message_id: each.name for each in own.all.values()}
    return own.send_waiting(replace(way, game="club").outlet(turn.club.address, names), turn.clock)


def send_of_game(turn: Turn, name: str, way: SharedWay) -> None:
    """One game's letters, and what the index is to know of them."""
    from pbem.club.one_game import resurvey_post

    with turn.apart(name):
        tried = send(turn.folder(name), replace(way, game=name), turn.clock)
        tell(turn, name, tried)
        if any(each.state is State.REFUSED for each in tried):
            turn.run([name])  # writes the moderator about players whom no letter reaches; that letter goes next turn
        else:
            turn.index.put_post(name, *resurvey_post(turn.folder(name), turn.clock()))


def tell(turn: Turn, name: str, tried: list[Delivery]) -> None:
    """Prints the outcome of letters, a line each."""
    for each in tried:
        turn.say(f"{name}: {each.state.value}: {each.name}{f', {each.text}' if each.state.waits else ''}")
