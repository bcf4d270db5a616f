"""pbem verify: everything about a game that can be checked without a secret."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.trust.verify import Report


@click.command(name="verify")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--seen", type=click.Path(path_type=Path), multiple=True, help="A checkpoint you had earlier; may be repeated."
)
@click.option("--demo-beacon", is_flag=True, help="Allow the demonstration beacon, which binds nobody.")
@click.option("--json", "as_json", is_flag=True, help="Counts, mismatches and notes as one JSON object.")
def command(path: Path, seen: tuple[Path, ...], demo_beacon: bool, as_json: bool) -> None:
    """Check PATH: a game's public folder, a .zip of one, or a single file such as a charter or an envelope.

    Every signature, hash, chain value, beacon and die is computed again. The table says how many of each; the first
    thing that does not match is named with its file and line, and the exit code is then 4. Nothing is written.
    """
    from pbem.base.errors import CheckFailed
    from pbem.match.folder.kinds import expect_record
    from pbem.trust.beacon.drand import DEMO_NETWORK
    from pbem.trust.verify import verify_path

    expect_record(path)
    report = verify_path(path, extra_networks=(DEMO_NETWORK,) if demo_beacon else (), seen=seen)
    if as_json:
        click.echo(json.dumps(report.as_json(), indent=2))
    else:
        show(report)
    if not report.ok:
        if not as_json and len(report.faults) > 1:
            click.echo(f"{len(report.faults)} things do not match; this is the first", err=True)
        raise CheckFailed(report.faults[0])


def show(report: Report) -> None:
    """The table on stdout; what else a reader should know on stderr."""
    if report.game:
        click.echo(f"{report.game}, tier {report.tier}")
    for line in report.table():
        click.echo(f"  {line}")
    if report.ok:
        click.echo("everything matches")
    for note in report.notes:
        click.echo(f"note: {note}", err=True)
