"""pbem tick: takes letters in, plays and sends, for a timer."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli.mail_folder import mail_folder
from pbem.cli.telling import say


@click.command(name="tick")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mail", metavar="PATH", type=mail_folder,
              help="Maildir or folder of letters (default: see DIR/private/post.yaml).")
@click.option("--to", "target", metavar="WAY",
              help="Where to send letters, as for `pbem out` (default: see DIR/private/post.yaml).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    folders: tuple[Path, ...], mail: Path | None, target: str | None, keyring: Path | None, now: str | None
) -> None:
    """Take letters in, play what is due and send results, for each DIR. Made for a timer.

    DIR/private/post.yaml says where letters come from and where they go. A game that waits is no failure, and a game
    with an error stops no other. Exit code 6 means that a game needs you: standard error says why, on every tick until
    you have decided, and a letter goes to the address of 'moderator' in DIR/private/post.yaml.
    """
    from pbem.base import clock
    from pbem.base.errors import PbemError, Waiting
    from pbem.match.intake.game_tick import tick

    worst = 0
    for folder in folders:
        try:
            for line in tick(folder, keyring, clock.now(now), mail, target):
                say(f"{folder}: {line}")
        except Waiting as waiting:
            say(f"{folder}: {waiting.faults[0].message}")
        except PbemError as error:
            worst = max(worst, error.exit_code)
            for fault in error.faults:
                say(fault.at(str(folder)).render(error.word), err=True)
    sys.exit(worst)
