"""pbem address: where a player or an observer is written to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pbem.cli.acting import act_options, perform


@click.command(name="address")
@act_options
@click.argument("who")
@click.argument("new", metavar="NEW@ADDRESS")
@click.option("--member", type=click.IntRange(min=0), default=0,
              help="Of a team: its member 1, 2 and so on, beside whoever leads it.")
def command(folder: Path, who: str, new: str, member: int, reason: str, **given: Any) -> None:
    """Write to WHO, a seat or an observer by his name, at NEW@ADDRESS from now on.

    For players whose letters come back; whoever can still be reached changes his address himself (`pbem word address`).
    A ruling says that it is so, and not where; the seats learn that by letter. What came back goes there at once.
    """
    from pbem.match.intake.change_of_address import change_by_ruling

    perform(folder, lambda office: change_by_ruling(office, who, new, reason, member), **given)
