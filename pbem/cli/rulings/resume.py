"""pbem resume: lets a paused game go on."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="resume")
@act_options
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """Let the paused game of DIR go on. The open deadline moves by the length of the pause."""
    from pbem.match.moderator.course_of_play import resume

    perform(folder, lambda office: resume(office, reason), dry_run=dry_run, keyring=keyring, now=now)
