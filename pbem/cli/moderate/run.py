"""pbem run: adjudication, as far as answers and deadlines allow."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="run")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--beacon", help="Tier beacon: the round's beacon, as a file or as '<round> <signature>'.")
@click.option("--anyway", is_flag=True, help="Run a phase that is held back: most are silent, or one is out of reach.")
@click.option("--dry-run", is_flag=True, help="Say what would happen, and write nothing.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folder: Path, beacon: str | None, anyway: bool, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """Adjudicate the game of DIR as far as it goes. Exit code 3 while it waits; the fault says for whom or what.

    With --dry-run it prints what would be entered and mailed. In tiers two-step and beacon that ends where orders would
    be opened: what the moderator may not know yet is not made.
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
            click.echo("\n".join(rehearse_run(office, given)))
            return
        try:
            told = run(office, given)
        finally:
            for line in office.said:
                click.echo(line)
    click.echo(told)
