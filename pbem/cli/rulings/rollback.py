"""pbem rollback: asks all players to go back to an earlier phase."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="rollback")
@act_options
@click.option("--to", "phase", required=True, metavar="PHASE", help="Phase to open again.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None, phase: str
) -> None:
    """Ask all players of DIR to go back to PHASE. The game goes back once all have signed (`pbem agree`).

    Each phase keeps its dice: the same label gives the same value. The game is paused until all have signed; `pbem
    resume` drops the proposal.
    """
    from pbem.match.moderator.going_back import propose

    perform(folder, lambda office: propose(office, phase, reason), dry_run=dry_run, keyring=keyring, now=now)
