"""pbem run: plays a game as far as answers and deadlines allow."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.cli import declared
from pbem.cli.telling import say, say_json


@declared.command("run")
@declared.argument("folder", metavar="DIR", type=declared.PATH)
@declared.option("--beacon", help="Tier beacon: the round's beacon, as a file or as '<round> <signature>'.")
@declared.option("--anyway", is_flag=True,
              help="Run a phase that is held back because most seats are silent or one cannot be reached.")
@declared.option("--dry-run", is_flag=True, help="Say what would happen; write nothing.")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@declared.option("--keyring", type=declared.PATH, help="Folder of your keys, if not the usual one.")
@declared.option("--now", help="Use this time instead of the clock.")
def command(
    folder: Path, beacon: str | None, anyway: bool, dry_run: bool, as_json: bool, keyring: Path | None, now: str | None
) -> None:
    """Play the game of DIR as far as orders and deadlines allow. Exit code 3 means that it waits; the message says for
    whom.

    --dry-run prints what would be entered and mailed. In tiers two-step and beacon it stops where orders would be
    opened: it computes nothing that you may not know yet.
    """
    from pbem.base import clock
    from pbem.base.errors import PbemError
    from pbem.cli.failing import error_object
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
            lines = rehearse_run(office, given)
            say_json({"dry_run": True, "said": lines}) if as_json else say("\n".join(lines))
            return
        try:
            told = run(office, given)
        except PbemError as error:
            if not as_json:
                show(office.said)
                raise
            say_json({"said": office.said, **error_object(error)})
            sys.exit(error.exit_code)
    if as_json:
        say_json({"said": office.said, "result": told})
    else:
        show([*office.said, told])


def show(lines: list[str]) -> None:
    """Prints what was done, a line each."""
    for line in lines:
        say(line)
