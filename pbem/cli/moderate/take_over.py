"""pbem take-over: somebody else runs a game from here on."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="take-over")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--dir", "folder", required=True, type=click.Path(path_type=Path), help="The game's new folder.")
@click.option("--address", required=True, help="Where players write to from now on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(file: Path, folder: Path, address: str, keyring: Path | None, now: str | None) -> None:
    """Take over the game in FILE, which its moderator has written with `pbem hand-over-game` for your age key.

    The record is checked first. Then every seat is asked to sign that you are the moderator; `pbem out` sends that
    letter, `pbem in` takes the answers in, and `pbem run` goes on when all have signed, or half of them after 72 hours.
    """
    from pbem.base import clock
    from pbem.match.people.estate import take_over
    from pbem.trust.keyring import Keyring

    office = take_over(file, folder, Keyring.open(keyring), clock.now(now), address)
    for line in office.said:
        click.echo(line)
