"""pbem end: ends a game by ruling."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="end")
@act_options
@click.option("--winner", default="", metavar="SEAT", help="Seat that has won.")
@click.option("--draw", is_flag=True, help="The game is a draw.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None, winner: str, draw: bool
) -> None:
    """End the game of DIR now. Everything hidden is disclosed, and `pbem audit` can replay the game."""
    from pbem.match.moderator.course_of_play import end

    perform(folder, lambda office: end(office, reason, winner, draw=draw), dry_run=dry_run, keyring=keyring, now=now)
