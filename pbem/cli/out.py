"""pbem out: what waits in the outbox, delivered."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pbem.errors import bad

#: Where letters go when no folder is named: the one a mail program of yours sends from.
VARIABLE = "PBEM_POST"


@click.command(name="out")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Path(path_type=Path), help="A folder or Maildir; else PBEM_POST.")
def command(folder: Path, target: Path | None) -> None:
    """Copy every letter of DIR/outbox into a folder or Maildir that mail is sent from, and count it as sent."""
    for name in deliver_from(folder, target):
        click.echo(name)


def deliver_from(folder: Path, target: Path | None) -> list[str]:
    """The letters delivered, by name."""
    from pbem.match.outbox import deliver

    given = os.environ.get(VARIABLE, "")
    if target is None and not given:
        raise bad("there is no folder to deliver to", hint=f"name one with --to, or set {VARIABLE}")
    return deliver(folder, target or Path(given))
