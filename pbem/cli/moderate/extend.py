"""pbem extend: more time for what is open."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="extend")
@act_options
@click.option("--until", help="The new deadline, in UTC like 2026-11-18T20:00:00Z.")
@click.option("--hours", type=click.IntRange(1, 8784), help="How much later than now set.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None,
    until: str | None, hours: int | None,
) -> None:  # fmt: skip
    """Put off the open deadline of DIR: for orders, or in tier two-step for openings once orders are locked."""
    from pbem.base.clock import parse_time
    from pbem.match.deadlines.more_time import extend

    if (until is None) == (hours is None):
        raise click.UsageError("give either --until TIME or --hours N")
    moment = parse_time(until) if until else None
    perform(
        folder, lambda office: extend(office, reason, moment, hours or 0), dry_run=dry_run, keyring=keyring, now=now
    )
