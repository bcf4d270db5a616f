"""Shared parts of the moderator's acts: their options, doing them, rehearsing them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.telling import say

if TYPE_CHECKING:
    from pbem.match.folder.office import Office

Decorated = Callable[..., Any]


def act_options(command: Decorated) -> Decorated:
    """Adds the options that every act has."""
    keys = "Folder of your keys, if not the usual one."
    options = (
        click.argument("folder", metavar="DIR", type=click.Path(path_type=Path)),
        click.option("--reason", required=True, help="Your reason; everybody is told."),
        click.option("--dry-run", is_flag=True, help="Print what would be entered and mailed; write nothing."),
        click.option("--keyring", type=click.Path(path_type=Path), help=keys),
        click.option("--now", help="Use this time instead of the clock."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def perform(
    folder: Path, act: Callable[[Office], object], *, dry_run: bool, keyring: Path | None, now: str | None
) -> None:
    """Does the act and saves it, or rehearses it, and prints the outcome."""
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
        say(line)
