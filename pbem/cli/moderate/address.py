"""pbem address: changes the address of a player or an observer."""

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
              help="For a team: member 1, 2 and so on (0 is the captain).")
def command(folder: Path, who: str, new: str, member: int, reason: str, **given: Any) -> None:
    """Write to WHO at NEW@ADDRESS from now on. WHO is a seat, or an observer's name.

    Use it for players whose letters come back. Players who can still be reached change their address themselves
    (`pbem word address`). The record says that the address has changed, but not to which; the seats learn that by
    letter. Letters that came back go to the new address at once.
    """
    from pbem.match.intake.change_of_address import change_by_ruling

    perform(folder, lambda office: change_by_ruling(office, who, new, reason, member), **given)
