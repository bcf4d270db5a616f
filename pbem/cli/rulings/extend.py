"""pbem extend: gives more time for what is open."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="extend")
@act_options
@click.option("--until", help="New deadline in UTC, such as 2026-11-18T20:00:00Z.")
@click.option("--hours", type=click.IntRange(1, 8784), help="Hours to add to the deadline.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None,
    until: str | None, hours: int | None,
) -> None:  # fmt: skip
    """Move the open deadline of DIR: for orders or, in tier two-step once orders are locked, for the second letters."""
    from pbem.base.clock import parse_time
    from pbem.match.deadlines.more_time import extend

    if (until is None) == (hours is None):
        raise click.UsageError("give either --until TIME or --hours N")
    moment = parse_time(until) if until else None
    perform(
        folder, lambda office: extend(office, reason, moment, hours or 0), dry_run=dry_run, keyring=keyring, now=now
    )
