"""A club being watched: `pbem club tick` whenever a letter comes or a game is due (match.watch)."""

from __future__ import annotations

from datetime import datetime

from pbem.base import clock
from pbem.base.clock import parse_time
from pbem.club.club_tick import tick
from pbem.club.club_turn import Say
from pbem.club.index import Unusable, opened
from pbem.club.settings import SETTINGS, Club
from pbem.mail.sources import Inbox
from pbem.match.intake.game_watch import Watched


class WatchedClub(Watched):
    """A club's folder. Its settings are read anew each time, so that they may be mended meanwhile."""

    __slots__ = ()
    settings = SETTINGS

    def box(self) -> Inbox | None:
        """The club's mailbox."""
        return Club.at(self.folder).box()

    def turn(self, say: Say) -> None:
        """One tick for all its games; what is wrong with one of them is said, and ends nothing."""
        tick(self.folder, self.keyring, clock.now, say, target=self.target)

    def due(self) -> datetime | None:
        """When the first of its games, or a letter of theirs, asks for the next."""
        try:
            with opened(Club.at(self.folder).private) as index:
                at = index.next_due()
        except Unusable:
            return None
        return parse_time(at) if at else None
