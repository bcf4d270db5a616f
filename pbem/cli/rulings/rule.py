"""pbem rule: records a ruling, in words or on the position."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="rule")
@act_options
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Correct a value of the position.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None, settings: tuple[str, ...]
) -> None:
    """Make a ruling in DIR: you sign it with your reason, all players are told, and the next reports print it.

    --set changes the position while a phase waits for its first orders. Later in a phase, all players have to agree to
    begin it again (`pbem rollback`). PATH names a value of the position, such as `hits.red`; VALUE is JSON or text. The
    rules must accept the result. All players learn what is public of the change, each seat what it can see.
    """
    from pbem.match.moderator.patch_position import rule_position
    from pbem.match.record.rulings import rule

    perform(
        folder,
        lambda office: rule_position(office, settings, reason) if settings else rule(office, "note", reason),
        dry_run=dry_run, keyring=keyring, now=now,
    )  # fmt: skip
