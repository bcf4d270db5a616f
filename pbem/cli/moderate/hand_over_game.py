"""pbem hand-over-game: gives a game to another moderator."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="hand-over-game")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", metavar="AGE", help="Successor's age key, as their 'pbem key show' prints it.")
@click.option("--out", type=click.Path(path_type=Path), help="File to write, for the successor.")
@click.option("--withdraw", is_flag=True, help="Take the game back, if nobody has taken it over.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    folder: Path, to: str | None, out: Path | None, withdraw: bool, keyring: Path | None, now: str | None
) -> None:
    """Give the game of DIR to another moderator, as one file that only they can open.

    They run `pbem take-over`. Nothing runs in DIR from then on. The file contains the game's secrets: send it to nobody
    else, and delete it when they have it.
    """
    from pbem.base import clock
    from pbem.base.files import write_atomic
    from pbem.match.folder.office import at_work
    from pbem.match.people import estate
    from pbem.trust.keyring import Keyring

    if not withdraw and (to is None or out is None):
        raise click.UsageError("--to AGE and --out FILE, or --withdraw")
    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        if withdraw:
            estate.withdraw(office)
        elif to is not None and out is not None:
            write_atomic(out, estate.hand_over(office, to))
        office.save()
        for line in office.said:
            say(line)
