"""pbem audit: plays a whole game again and compares the hashes."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say, say_json

#: Exit codes of an audit, the gravest first.
GRAVEST_FIRST = (4, 1, 6, 3, 5, 0)


@click.command(name="audit")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each game.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Moderator's keys, for a game that is not over.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
def command(paths: tuple[Path, ...], as_json: bool, keyring: Path | None, jobs: int) -> None:
    """Play the game of PATH again from its charter, orders and seeds, and compare the records.

    PATH is the public folder of a finished game, a .zip of one, or the moderator's own folder of any game. The first
    thing that does not match is named, and the exit code is 4. Where everything is the same, but somebody had a choice
    in the record, as 'pbem verify' lists it, the exit code is 5.

    With several games, each has a line of its own, and a failure stops no other. The exit code is the gravest.
    """
    if len(paths) > 1:
        audit_many(paths, keyring, jobs, as_json=as_json)
        return
    (folder,) = paths
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


def audit_many(paths: tuple[Path, ...], keyring: Path | None, jobs: int, *, as_json: bool) -> None:
    """Audits several games, tells a line for each, and ends with the gravest exit code."""
    from pbem.match.audit.many import audit_each

    codes = {0}
    for found in audit_each(paths, keyring, jobs):
        codes.add(found.exit_code)
        if as_json:
            say_json(found.as_json(), sort_keys=True)
        elif found.audited:
            say(f"{found.path}: {found.audited.sentence}")
        else:
            say(f"{found.path}: does not match")
            for fault in found.faults:
                say(fault.render())
    gravest = next(code for code in GRAVEST_FIRST if code in codes)
    click.get_current_context().exit(gravest)
