"""pbem audit: plays a whole game again and compares the hashes."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say, say_json


@click.command(name="audit")
@click.argument("folder", metavar="PATH", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Moderator's keys, for a game that is not over.")
def command(folder: Path, as_json: bool, keyring: Path | None) -> None:
    """Play the game of PATH again from charter, opened orders and seeds, and compare everything with the record.

    PATH is the public folder of a finished game, a .zip of one, or the moderator's own folder of any game. The first
    thing that does not match is named, and the exit code is 4. Where everything is the same, but somebody had a choice
    in the record, as 'pbem verify' lists it, the exit code is 5.
    """
    from pbem.base.errors import CheckFailed
    from pbem.cli.progress import working
    from pbem.match.audit.replay import audit
    from pbem.trust.folder.read_folder import unpacked

    try:
        with unpacked(folder) as place, working("Playing the game again"):
            found = audit(place, keyring)
    except CheckFailed as error:
        if as_json:
            told = {"ok": False, "faults": [fault.as_json() for fault in error.faults]}
            say_json(told)
        raise
    if as_json:
        say_json({"ok": True, **found.as_json()}, sort_keys=True)
    else:
        say(found.sentence)
    if found.exit_code:
        click.get_current_context().exit(found.exit_code)
