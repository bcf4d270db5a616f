"""pbem verify: checks everything about a game that needs no secret."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.telling import say, say_json

if TYPE_CHECKING:
    from pbem.trust.verify import Report


@click.command(name="verify")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--seen", type=click.Path(path_type=Path), multiple=True,
              help="Compare with a checkpoint you had earlier; may be repeated.")  # fmt: skip
@click.option("--demo-beacon", is_flag=True, help="Accept the demonstration beacon, which proves nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(path: Path, seen: tuple[Path, ...], demo_beacon: bool, as_json: bool) -> None:
    """Check PATH: a game's public folder, a .zip of one, or a single file such as a charter or an envelope.

    pbem computes every signature, hash, chain value, beacon and die again, and prints how many there are of each. If
    something does not match, the first mismatch is named with its file and line, and the exit code is 4. Nothing is
    written.
    """
    from pbem.base.errors import CheckFailed
    from pbem.cli.progress import working
    from pbem.match.folder.kinds import expect_record
    from pbem.trust.beacon.drand import DEMO_NETWORK
    from pbem.trust.verify import verify_path

    expect_record(path)
    with working("Checking signatures, hashes and dice"):
        report = verify_path(path, extra_networks=(DEMO_NETWORK,) if demo_beacon else (), seen=seen)
    if as_json:
        say_json(report.as_json(), ascii_only=True, indent=2)
    else:
        show(report)
    if not report.ok:
        if not as_json and len(report.faults) > 1:
            say(f"{len(report.faults)} things do not match; this is the first", err=True)
        raise CheckFailed(report.faults[0])


def show(report: Report) -> None:
    """Prints the table, and on stderr what else a reader should know."""
    if report.game:
        say(f"{report.game}, tier {report.tier}")
    for line in report.table():
        say(f"  {line}")
    if report.ok:
        say("everything matches")
    for note in report.notes:
        say(f"note: {note}", err=True)
