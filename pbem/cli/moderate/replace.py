"""pbem replace: somebody else is asked to play a seat."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="replace")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("seat")
@click.option("--address", required=True, help="Whom to ask.")
@click.option("--reason", required=True, help="Why, for all to read; it stands in the ledger.")
@click.option("--until", metavar="TIME", help="A stand-in until then, like 2027-01-10T20:00:00Z.")
@click.option("--phases", default=0, help="A stand-in for so many phases.")
@click.option("--dry-run", is_flag=True, help="Say what would happen, and write nothing.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folder: Path, seat: str, address: str, reason: str, until: str | None, phases: int, dry_run: bool,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Ask somebody to play SEAT of the game in DIR instead of a player who is silent.

    He gets an invitation. Once his acceptance has been taken in, his keys count instead of the old ones: the ledger
    says so and why, all seats are told, and he is sent the record and whatever the seat has been told, and no more.
    """
    from pbem.base import clock
    from pbem.match.folder.office import at_work
    from pbem.match.people.substitutes import replace
    from pbem.trust.keyring import Keyring

    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        end = clock.parse_time(until) if until else None
        replace(office, seat, address, reason, until=end, phases=phases)
        if not dry_run:
            office.save()
        for line in office.said:
            click.echo(line)
    if dry_run:
        click.echo("nothing was written", err=True)
