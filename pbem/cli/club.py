"""pbem club: many games on one mailbox."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from pbem.cli.groups import WholeHelp
from pbem.cli.mail_folder import mail_folder
from pbem.cli.person import asked_for_person
from pbem.cli.telling import say, say_json


@click.group(name="club", cls=WholeHelp)
def command() -> None:
    """Run many games on one mailbox: one address, one timer, one public page."""


@command.command(name="new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--title", required=True, help="Name of the club.")
@click.option("--address", required=True, help="Address that the players of all its games write to.")
@click.option("--moderator", "person", metavar="ADDRESS",
              help="Your own address: you are told there when a game needs you.")
@click.option("--to", "sends", default="", metavar="WAY", help="Where to send letters, as for `pbem out`.")
@click.option("--from", "takes", default="", metavar="WAY", help="Where to fetch letters; docs/formats.md, club.")
def new(folder: Path, title: str, address: str, person: str | None, sends: str, takes: str) -> None:
    """Make a club in DIR. Then open its games with: pbem new DIR/games/NAME ..."""
    from pbem.club.settings import SETTINGS, new_club

    person = person or asked_for_person()
    club = new_club(folder, title, address, sends, takes, person)
    say(str(club.root))
    say(f"open its games with 'pbem new {club.games / 'NAME'} ...'", err=True)
    if not person:
        say(f"nobody is told when a game needs you: write 'moderator: ADDRESS' into {club.root / SETTINGS}", err=True)
    if not (sends and takes):
        say(f"say where its letters come from and go to: 'in' and 'out' in {club.root / SETTINGS}", err=True)


@command.command(name="tick")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--mail", metavar="PATH", type=mail_folder, help="Maildir or folder of letters (default: see club.yaml).")
@click.option("--to", "target", metavar="WAY",
              help="Where to send letters, as for `pbem out` (default: see club.yaml).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True,
              help="Processes that play games, several at a time.")  # fmt: skip
@click.option("--now", help="Use this time instead of the clock.")
def tick(
    folder: Path, mail: Path | None, target: str | None, keyring: Path | None, jobs: int, now: str | None
) -> None:
    """Take letters in, play what is due and send results, for all games of the club in DIR.

    Only games that have mail, are due or have letters to send are opened. A game that waits is no failure, and a game
    with an error stops no other. Exit code 6 means that a game needs you: standard error says which and why, on every
    tick until you have decided. Exit code 7 means that another tick is at work; this one has done nothing.
    """
    from pbem.base import clock
    from pbem.base.errors import Waiting
    from pbem.club.club_tick import tick
    from pbem.match.folder.process_lock import Busy

    at = partial(clock.now, now)
    try:
        sys.exit(tick(folder, keyring, at, say, mail=mail, target=target, warn=said, jobs=jobs, seconds=0))
    except Waiting as waiting:
        say(f"{folder}: {waiting.faults[0].message}")
        if isinstance(waiting, Busy):
            sys.exit(waiting.exit_code)


@command.command(name="status")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def status(folder: Path, as_json: bool, keyring: Path | None, now: str | None) -> None:
    """Show where the games of the club in DIR stand, and when each needs attention again.

    `pbem status DIR/games/NAME` says whom a single game waits for, and why.
    """
    from pbem.base import clock
    from pbem.club.public_page import overview, overview_lines

    found = overview(folder, keyring, lambda: clock.now(now), said)
    if as_json:
        say_json(found, sort_keys=True)
        return
    for line in overview_lines(found):
        say(line)


@command.command(name="index")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--publish", type=click.Path(path_type=Path), metavar="WEB",
              help="Copy the page and the public part of every game into this folder.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def index(folder: Path, publish: Path | None, keyring: Path | None, now: str | None) -> None:
    """Write the club's public page DIR/index.html, the same data as DIR/index.json, and news as DIR/feed.atom.

    The page shows games with a small map as everybody may know it, phases and deadlines; who is late, if a game's
    charter allows that; and for games that are over, the result and what `pbem verify` says of them. It contains no
    letters, no keys and nothing sealed. With --publish it links to a proof page and a book of each game, which are made
    from its public files, and shows how lucky each side's dice were.
    """
    from pbem.base import clock
    from pbem.club.public_page import write_pages

    for path in write_pages(folder, keyring, lambda: clock.now(now), said, publish, pages_beside):
        say(str(path))


def pages_beside(game: Path, web: Path) -> None:
    """Writes proof page, book, and the table of its luck for a published game, from its public files alone."""
    from pbem.base.errors import PbemError
    from pbem.base.files import write_atomic
    from pbem.chronicle.book_files import luck_table, make_book, write_book
    from pbem.club.publishing import BOOK, LUCK, PROOF
    from pbem.proof.proof_page import write_page

    try:
        book = make_book(game)
        write_book(book, web / BOOK.format(game.name))
        write_atomic(web / LUCK.format(game.name), luck_table(book), shared=True)
        write_page(web / PROOF.format(game.name), game)
    except PbemError as error:
        said(f"{game.name}: {error.faults[0].message}; its book or its proof is not written")


@command.command(name="rebuild")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def rebuild(folder: Path, keyring: Path | None, now: str | None) -> None:
    """Make the club's index again from the folders of its games. Nothing is lost, because the folders have everything.
    """
    from pbem.base import clock
    from pbem.club.club_turn import rebuild

    sys.exit(rebuild(folder, keyring, lambda: clock.now(now), said))


def said(line: str) -> None:
    """Prints a message to standard error."""
    say(line, err=True)
