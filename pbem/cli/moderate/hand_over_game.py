"""pbem hand-over-game: a moderator gives his game to another."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="hand-over-game")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", metavar="AGE", help="The successor's age key, as his 'pbem key show' prints it.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to send him.")
@click.option("--withdraw", is_flag=True, help="Take the game back, if it has not been taken over.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folder: Path, to: str | None, out: Path | None, withdraw: bool, keyring: Path | None, now: str | None
) -> None:
    """Write the whole game of DIR, with all that is private in it, into one file that only the successor can open.

    He runs `pbem take-over`. Nothing is run in DIR from then on. The file holds the game's secrets: send it to nobody
    else, and delete it when he has it.
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
            write_atomic(out, estate.hand_over(office, to), secret=True)
        office.save()
        for line in office.said:
            click.echo(line)
