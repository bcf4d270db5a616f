"""pbem pause: stops the clock of a game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="pause")
@act_options
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """Pause the game of DIR: letters are taken in, nothing runs, and nobody is late."""
    from pbem.match.moderator.course_of_play import pause

    perform(folder, lambda office: pause(office, reason), dry_run=dry_run, keyring=keyring, now=now)
