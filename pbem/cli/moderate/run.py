"""pbem run: plays a game as far as answers and deadlines allow."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="run")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--beacon", help="Tier beacon: the round's beacon, as a file or as '<round> <signature>'.")
@click.option("--anyway", is_flag=True,
              help="Run a phase that is held back because most seats are silent or one cannot be reached.")
@click.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    folder: Path, beacon: str | None, anyway: bool, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """Play the game of DIR as far as orders and deadlines allow. Exit code 3 means that it waits; the message says for
    whom.

    --dry-run prints what would be entered and mailed. In tiers two-step and beacon it stops where orders would be
    opened: it computes nothing that you may not know yet.
    """
    from pbem.base import clock
    from pbem.cli.play.open import read_beacon
    from pbem.match.deadlines.phase_times import let_run
    from pbem.match.folder.office import at_work
    from pbem.match.moderator.dry_run import rehearse_run
    from pbem.match.phase.run_phase import run
    from pbem.trust.keyring import Keyring

    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        given = read_beacon(beacon) if beacon else None
        if anyway:
            let_run(office)
        if dry_run:
            say("\n".join(rehearse_run(office, given)))
            return
        try:
            told = run(office, given)
        finally:
            for line in office.said:
                say(line)
    say(told)
