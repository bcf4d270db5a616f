"""pbem watch: makes a tick whenever a letter comes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.match.intake.game_watch import Watched


@click.command(name="watch")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--every", type=click.FloatRange(0.05, 1440), default=5, show_default=True, metavar="MINUTES",
    help="Make a tick at least this often.",
)  # fmt: skip
@click.option("--to", "target", metavar="WAY",
              help="Where to send letters, as for `pbem out` (default: see its settings).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
def command(folder: Path, every: float, target: str | None, keyring: Path | None) -> None:
    """Do what `pbem tick` does for the game of DIR whenever a letter comes or something is due.

    If DIR is a club's folder, do what `pbem club tick` does. SIGTERM or Ctrl-C ends it. DIR/private/post.yaml or
    DIR/club.yaml names the mailbox. A server that offers IDLE reports a letter at once. After a refused login pbem
    waits ten minutes, then longer, so that the server does not lock you out.
    """
    from pbem.cli.telling import say
    from pbem.match.intake.game_watch import Watch

    Watch(watched(folder, keyring, target), every * 60, say).run()


def watched(folder: Path, keyring: Path | None, target: str | None) -> Watched:
    """Returns what to watch: a game, or a club with all its games."""
    from pbem.match.folder.kinds import Sort, sort_of

    if sort_of(folder) is Sort.CLUB:
        from pbem.club.club_watch import WatchedClub

        return WatchedClub(folder, keyring, target)
    from pbem.match.intake.game_watch import Game

    return Game(folder, keyring, target)
