"""pbem inbox: what waits for me, over all my games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pbem.cabin.waiting import Waits


@click.command(name="inbox")
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--all", "everything", is_flag=True, help="All your games besides those named; so too where none is.")
@click.option("--mail", metavar="WAY", help="Look for unopened letters in a Maildir, a folder, an mbox or at imap://...")
@click.option("--secret", metavar="PLACE", help="Password's place: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--zone", default="", help="Give deadlines by the clocks of this zone; else by this machine's.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    folders: tuple[Path, ...], everything: bool, mail: str | None, secret: str | None, zone: str, as_json: bool,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """What waits for you in the folders named, or in all your games: open phases, deadlines, orders, questions.

    'pbem join' and 'pbem open' remember each game's folder beside your keys; so does naming one. Nothing is changed,
    and letters in a mailbox stay as they are.
    """
    from pbem.base import clock
    from pbem.cabin.overview import look

    seen = look(keyring, folders, everything, clock.now(now), zone, mail, secret)
    for each in seen.found:
        if as_json:
            click.echo(json.dumps(each.as_json(), ensure_ascii=False, sort_keys=True))
        else:
            show(each)
    for words in () if as_json else seen.invitations:
        click.echo(f"invitation: {words}")
    for folder in seen.gone:
        click.echo(f"{folder} is not there; where it has moved to, 'pbem inbox DIR' finds its game again", err=True)
    if not seen.found and not seen.gone:
        click.echo("no games yet; 'pbem join INVITATION' begins one", err=True)
    if seen.unread is not None:
        raise seen.unread


def show(each: Waits) -> None:
    """One game, a few lines."""
    phase = f" {each.phase}, until {each.local}, {each.until}" if each.phase else f" {each.stage}"
    title = f", {each.title}" if each.title else ""
    click.echo(f"{each.game or each.folder} {each.seat}{title}:{phase if each.stage else ''}")
    if each.fault:
        click.echo(f"  cannot be read: {each.fault}")
    if each.paused:
        click.echo(f"  {each.paused}")
    if each.orders:
        click.echo(f"  orders {each.orders}")
    for line in each.todo:
        click.echo(f"  {line}")
    if each.idle:
        click.echo(f"  {each.idle}")
    for line in each.unopened:
        click.echo(f"  unopened: {line}")
