"""pbem out: sends the letters that wait in the outbox."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="out")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "target",
    metavar="WAY",
    help="Where to send: a folder or Maildir, folder:PATH, maildir:PATH, sendmail:, "
    "smtp://USER@HOST:PORT or smtps://USER@HOST (default: PBEM_POST, then DIR/private/post.yaml).",
)
@click.option("--secret", metavar="PLACE",
              help="Where the password is: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--resend", "name", metavar="NAME", help="Send this letter again; its subject is marked [again].")
@click.option("--now", help="Use this time instead of the clock.")
def command(folder: Path, target: str | None, secret: str | None, name: str | None, now: str | None) -> None:
    """Send the letters in DIR/outbox, and record in DIR/sent what became of each.

    A letter that cannot be sent now is tried again by the next `pbem out`, after growing pauses, for five days. Exit
    code 3 means that letters wait for another try, 1 that one was refused for good.
    """
    from pbem.base import clock
    from pbem.mail.delivery import State
    from pbem.match.post.send_outbox import resend, send
    from pbem.match.post.transports import need_way_out

    way = need_way_out(folder, target, secret)
    if name:
        resend(folder, name, clock.now(now))
    sent = send(folder, way, lambda: clock.now(now))
    for each in sent:
        done = each.state is State.HANDED_OVER
        say(f"{each.name}.eml" if done else f"{each.name}.eml: {each.state.value}: {each.text}", err=not done)
    states = [each.state for each in sent]
    sys.exit(1 if State.REFUSED in states else 3 if State.DEFERRED in states else 0)
