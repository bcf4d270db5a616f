"""pbem out: what waits in the outbox, sent."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command(name="out")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "target",
    metavar="WAY",
    help="A folder or Maildir, folder:PATH, maildir:PATH, sendmail:, "
    "smtp://USER@HOST:PORT or smtps://USER@HOST; else PBEM_POST; else DIR/private/post.yaml.",
)
@click.option("--secret", metavar="PLACE", help="Password's place: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--resend", "name", metavar="NAME", help="Send this letter again; its subject says that it comes again.")
@click.option("--now", help="The time, if not the clock's.")
def command(folder: Path, target: str | None, secret: str | None, name: str | None, now: str | None) -> None:
    """Send every letter of DIR/outbox, and write down what became of it in DIR/sent.

    A letter that cannot be sent now is tried again by the next `pbem out`, after a pause that grows, for five days.
    The exit code is 3 while letters wait for that, and 1 where one was refused for good.
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
        click.echo(f"{each.name}.eml" if done else f"{each.name}.eml: {each.state.value}: {each.text}", err=not done)
    states = [each.state for each in sent]
    sys.exit(1 if State.REFUSED in states else 3 if State.DEFERRED in states else 0)
