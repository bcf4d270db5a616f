"""pbem cases: runs neutral case files against the rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.base.counting import counted
from pbem.cli.telling import say, say_json


@click.command("cases")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per case.")
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """Test the rules with case files. Exit code 4 if one fails.

    PATHS are files, folders, a game ('pbem cases jenkins' tests all cases of a checkout), or words of a case's name
    ('pbem cases disease').
    """
    from pbem.cli.progress import working
    from pbem.trial.cases import case_files, run_case

    with working("Testing the rules"):
        outcomes = [run_case(path) for path in case_files(paths)]
    for outcome in outcomes:
        if as_json:
            faults = [fault.as_json() for fault in outcome.faults]
            row = {"file": outcome.file, "case": outcome.name, "rule": list(outcome.rules), "holds": outcome.holds}
            say_json({**row, "faults": faults})
        else:
            say(f"{'holds' if outcome.holds else 'FAILS'}  {', '.join(outcome.rules)}  {outcome.name}")
        for fault in outcome.faults if not as_json else ():
            say(fault.render(), err=True)
    failed = sum(not outcome.holds for outcome in outcomes)
    say(f"{counted(len(outcomes), 'case')}, {failed} failed", err=True)
    sys.exit(4 if failed else 0)
