"""pbem tick: in, run, out, for a timer."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(name="tick")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mail", type=click.Path(path_type=Path), help="A Maildir or folder of letters; else see settings.")
@click.option("--to", "target", metavar="WAY", help="Where letters go, as for `pbem out`; else as its settings say.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folders: tuple[Path, ...], mail: Path | None, target: str | None, keyring: Path | None, now: str | None
) -> None:
    """Take in, adjudicate and deliver, for each DIR. A game that waits is no failure; one at fault stops no other.

    The settings are DIR/private/post.yaml: the box that letters come from, and where they go.
    """
    from pbem.base import clock
    from pbem.base.errors import PbemError, Waiting
    from pbem.match.intake.game_tick import tick

    worst = 0
    for folder in folders:
        try:
            for line in tick(folder, keyring, clock.now(now), mail, target):
                click.echo(f"{folder}: {line}")
        except Waiting as waiting:
            click.echo(f"{folder}: {waiting.faults[0].message}")
        except PbemError as error:
            worst = max(worst, error.exit_code)
            for fault in error.faults:
                click.echo(fault.at(str(folder)).render(), err=True)
    sys.exit(worst)
