"""pbem replace: asks somebody else to play a seat."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="replace")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("seat")
@click.option("--address", required=True, help="Address of the new player.")
@click.option("--reason", required=True, help="Your reason; everybody can read it in the ledger.")
@click.option("--until", metavar="TIME", help="Only until then, such as 2027-01-10T20:00:00Z.")
@click.option("--phases", default=0, help="Only for this many phases.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    folder: Path, seat: str, address: str, reason: str, until: str | None, phases: int, dry_run: bool,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Ask somebody else to play SEAT of the game in DIR. Use it if its player is silent or has lost their keys.

    The new player gets an invitation. Once their acceptance has been taken in, their keys replace the old ones: the
    ledger records it with your reason, and all seats are told. The new player is sent the record and everything the
    seat has been told, and nothing else.
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
            say(line)
    if dry_run:
        say("nothing was written", err=True)
