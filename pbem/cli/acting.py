"""What the commands of a moderator's acts share: the folder, a rehearsal or the deed, and the words about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pbem.match.folder.office import Office

Decorated = Callable[..., Any]


def act_options(command: Decorated) -> Decorated:
    """The options that every act has."""
    keys = "The folder of your keys, if not the usual one."
    options = (
        click.argument("folder", metavar="DIR", type=click.Path(path_type=Path)),
        click.option("--reason", required=True, help="Why; everybody is told."),
        click.option("--dry-run", is_flag=True, help="Print what would be entered and mailed, and write nothing."),
        click.option("--keyring", type=click.Path(path_type=Path), help=keys),
        click.option("--now", help="The time, if not the clock's."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def perform(
    folder: Path, act: Callable[[Office], object], *, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """The act done and saved, or rehearsed and forgotten; what came of it, printed."""
    from pbem.base import clock
    from pbem.match.folder.office import at_work
    from pbem.match.moderator.dry_run import rehearse
    from pbem.trust.keyring import Keyring

    with at_work(folder, Keyring.open(keyring), clock.now(now)) as office:
        if dry_run:
            lines = rehearse(office, lambda: act(office))
        else:
            act(office)
            office.save()
            lines = office.said
    for line in lines:
        click.echo(line)
