"""pbem club: many games on one mailbox."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click


@click.group(name="club")
def command() -> None:
    """Many games on one mailbox: one address, one tick, one page."""


@command.command(name="new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", required=True, help="What the club is called.")
@click.option("--address", required=True, help="Where the players of all its games write to.")
@click.option("--to", "sends", default="", metavar="WAY", help="Where letters go, as for `pbem out`.")
@click.option("--from", "takes", default="", metavar="WAY", help="Where they come from; docs/formats.md, club.")
def new(folder: Path, title: str, address: str, sends: str, takes: str) -> None:
    """Make a club in DIR. Its games are opened in DIR/games: pbem new DIR/games/NAME ..."""
    from pbem.club.settings import SETTINGS, new_club

    club = new_club(folder, title, address, sends, takes)
    click.echo(str(club.root))
    click.echo(f"open its games with 'pbem new {club.games / 'NAME'} ...'", err=True)
    if not (sends and takes):
        click.echo(f"say where its letters come from and go to: 'in' and 'out' in {club.root / SETTINGS}", err=True)


@command.command(name="tick")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--mail", type=click.Path(path_type=Path), help="A Maildir or folder of letters; else as club.yaml says.")
@click.option("--to", "target", metavar="WAY", help="Where letters go, as for `pbem out`; else as club.yaml says.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def tick(folder: Path, mail: Path | None, target: str | None, keyring: Path | None, now: str | None) -> None:
    """Take in, adjudicate and deliver for all games of the club in DIR.

    Only games with mail, with a due time or with letters to send are opened. A game that waits is no failure; one at
    fault stops no other. Two at once do not harm each other: one waits, or says that the folder is in use.
    """
    from pbem.base import clock
    from pbem.base.errors import Waiting
    from pbem.club.club_tick import tick

    try:
        sys.exit(tick(folder, keyring, lambda: clock.now(now), click.echo, mail=mail, target=target))
    except Waiting as waiting:
        click.echo(f"{folder}: {waiting.faults[0].message}")


@command.command(name="status")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def status(folder: Path, as_json: bool, keyring: Path | None, now: str | None) -> None:
    """Where the games of the club in DIR stand, and when each wants to be looked at again.

    Whom a single game waits for, and why, `pbem status DIR/games/NAME` says.
    """
    from pbem.base import clock
    from pbem.club.public_page import overview, overview_lines

    found = overview(folder, keyring, lambda: clock.now(now), said)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, sort_keys=True))
        return
    for line in overview_lines(found):
        click.echo(line)


@command.command(name="index")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--publish", type=click.Path(path_type=Path), metavar="WEB",
              help="Put the page, and the public part of every game, into this folder.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def index(folder: Path, publish: Path | None, keyring: Path | None, now: str | None) -> None:
    """Write the club's public page, DIR/index.html, and the same for programs, DIR/index.json.

    It shows games, phases and deadlines, who is late where a game's charter lets that be known, and games that are over
    with what `pbem verify` says of them. Letters, keys and everything sealed stay where they are.
    """
    from pbem.base import clock
    from pbem.club.public_page import write_pages

    for path in write_pages(folder, keyring, lambda: clock.now(now), said, publish):
        click.echo(str(path))


@command.command(name="rebuild")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def rebuild(folder: Path, keyring: Path | None, now: str | None) -> None:
    """Make the club's index again from the folders of its games. Nothing is lost: the folders are the truth."""
    from pbem.base import clock
    from pbem.club.club_turn import rebuild

    sys.exit(rebuild(folder, keyring, lambda: clock.now(now), said))


def said(line: str) -> None:
    """Talk, beside the result."""
    click.echo(line, err=True)
