"""pbem rule: a reasoned decision, in words or on the position."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.acting import act_options, perform


@click.command(name="rule")
@act_options
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="A value of the position put right.")
def command(
    folder: Path, reason: str, dry_run: bool, keyring: Path | None, now: str | None, settings: tuple[str, ...]
) -> None:
    """Decide in DIR what no rule decides: signed, with its reason, told to all, printed in the next reports.

    With --set it changes the position while a phase waits for its first orders; later in a phase all have to agree to
    begin it again (`pbem rollback`). PATH names a value as the position has it, `hits.red`; VALUE is JSON or text. The
    rules have to take it. All are told what is public, each seat what it sees.
    """
    from pbem.match.moderator.patch_position import rule_position
    from pbem.match.record.rulings import rule

    perform(
        folder,
        lambda office: rule_position(office, settings, reason) if settings else rule(office, "note", reason),
        dry_run=dry_run, keyring=keyring, now=now,
    )  # fmt: skip
