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
@click.option("--held", type=click.Path(path_type=Path),
              help="Compare with a folder of letters that you hold; the missing ones are listed.")  # fmt: skip
@click.option("--demo-beacon", is_flag=True, help="Accept the demonstration beacon, which proves nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(path: Path, seen: tuple[Path, ...], held: Path | None, demo_beacon: bool, as_json: bool) -> None:
    """Check PATH: a game's public folder, a .zip of one, or a single file such as a charter or an envelope.

    pbem computes every signature, hash, chain value, beacon and die again, and prints how many there are of each. There
    are three verdicts. Everything matches: exit code 0. Everything matches, but somebody had a choice: exit code 5, and
    each choice is listed with what it was worth, in bits, and to whom. It does not match: exit code 4, and the first
    mismatch is named with its file and line. Nothing is written.
    """
    from pbem.base.errors import CheckFailed
    from pbem.cli.progress import working
    from pbem.match.folder.kinds import expect_record
    from pbem.trust.beacon.drand import DEMO_NETWORK
    from pbem.trust.verify import verify_path

    expect_record(path)
    with working("Checking signatures, hashes and dice"):
        networks = (DEMO_NETWORK,) if demo_beacon else ()
        report = verify_path(path, extra_networks=networks, seen=seen, held=held)
    if as_json:
        say_json(report.as_json(), ascii_only=True, indent=2)
    else:
        show(report)
    if not report.ok:
        if not as_json and len(report.faults) > 1:
            say(f"{len(report.faults)} things do not match; this is the first", err=True)
        raise CheckFailed(report.faults[0])
    if report.exit_code:
        click.get_current_context().exit(report.exit_code)


def show(report: Report) -> None:
    """Prints the table, the verdict and the choices, and on stderr what else a reader should know."""
    from pbem.trust.grammar.verdict import in_bits

    if report.game:
        say(f"{report.game}, tier {report.tier}")
    for line in report.table():
        say(f"  {line}")
    if report.ok:
        say(report.words)
    for event in report.events:
        bits = f" ({in_bits(event.bits)})" if event.bits else ""
        say(f"  {'remark' if event.remark else 'choice'}: {event}{bits}")
    for line in report.waiting if report.ok else ():
        say(f"  {line}")
    for note in report.notes:
        say(f"note: {note}", err=True)
