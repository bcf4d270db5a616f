"""pbem watch: tick whenever a letter comes."""

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
    help="The longest time without a tick.",
)  # fmt: skip
@click.option("--to", "target", metavar="WAY", help="Where letters go, as for `pbem out`; else as its settings say.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
def command(folder: Path, every: float, target: str | None, keyring: Path | None) -> None:
    """Do what `pbem tick` does for the game of DIR whenever a letter comes or something is due, until told to end
    (SIGTERM, Ctrl-C). Where DIR is a club's folder, do what `pbem club tick` does.

    The box is the one that DIR/private/post.yaml names, or DIR/club.yaml. A server that offers IDLE tells of a letter
    at once; without one, and for letters that could not be sent, a tick is made at least so often. After a refused
    log-in it waits ten minutes, then longer, lest the server shut us out.
    """
    from pbem.match.intake.game_watch import Watch

    def say(line: str) -> None:
        click.echo(line)

    Watch(watched(folder, keyring, target), every * 60, say).run()


def watched(folder: Path, keyring: Path | None, target: str | None) -> Watched:
    """A game, or a club with all its games."""
    from pbem.match.folder.kinds import Sort, sort_of

    if sort_of(folder) is Sort.CLUB:
        from pbem.club.club_watch import WatchedClub

        return WatchedClub(folder, keyring, target)
    from pbem.match.intake.game_watch import Game

    return Game(folder, keyring, target)
