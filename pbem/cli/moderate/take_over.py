"""pbem take-over: runs a game that another moderator has handed over."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="take-over")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dir", "folder", required=True, type=click.Path(path_type=Path), help="New folder for the game.")
@click.option("--address", required=True, help="Address that players write to from now on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(file: Path, folder: Path, address: str, keyring: Path | None, now: str | None) -> None:
    """Take over the game in FILE, which its moderator has written for your age key with `pbem hand-over-game`.

    pbem checks the record first and then asks every seat to sign that you are the moderator. `pbem out` sends these
    letters, `pbem in` takes the answers in, and `pbem run` goes on when all have signed, or half of them after 72
    hours.
    """
    from pbem.base import clock
    from pbem.match.people.estate import take_over
    from pbem.trust.keyring import Keyring

    office = take_over(file, folder, Keyring.open(keyring), clock.now(now), address)
    for line in office.said:
        say(line)
