"""pbem send: mails a player's letters or opens them as drafts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.telling import say, tell

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.match.post.transports import WayOut


@click.command(name="send")
@click.argument("letters", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--draft", is_flag=True,
              help="Open a draft with the attachments in your mail program instead of sending.")
@click.option("--mailto", is_flag=True,
              help="Open a mailto: link with everything as text instead of sending, if it fits.")
@click.option("--again", is_flag=True, help="Send a letter that was sent before.")
@click.option("--to", "target", metavar="WAY",
              help="Where to send it, as for `pbem out` (default: see post.yaml beside your keys).")
@click.option("--secret", metavar="PLACE",
              help="Where the password is: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    letters: tuple[Path, ...], draft: bool, mailto: bool, again: bool, target: str | None, secret: str | None,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Mail letters from an outbox through your own account, to everybody they are for.

    Each letter is sent once: pbem remembers beside your keys what went out or may have. Exit code 3 means that the
    server could not be reached, 1 that it refused a letter or one of its recipients.
    """
    from pbem.base import clock
    from pbem.cabin.sending import way_out
    from pbem.trust.keyring import default_home

    if draft and mailto:
        raise click.UsageError("--draft and --mailto are two ways; choose one")
    home, moment = keyring or default_home(), clock.now(now)
    if draft or mailto:
        for path in letters:
            show_draft(home, path, moment, again, as_link=mailto)
        return
    way = way_out(home, target, secret)
    worst = 0
    for path in letters:
        worst = max(worst, send_one(home, path, way, moment, again), key=BADNESS.index)
    sys.exit(worst)


def mail_written(home: Path, letter: Path, moment: datetime, send: bool | None, otherwise: str) -> list[str]:
    """Sends a letter that a command has just written, or says what to do with it; returns who has it."""
    from pbem.base.errors import PbemError
    from pbem.cabin.sending import can_send, send_letter, way_out
    from pbem.mail.senders import Outcome

    if not (can_send(home) if send is None else send):
        say(otherwise, err=True)
        return []
    try:
        receipt, whom = send_letter(home, letter, way_out(home, None), moment)
        went, why = receipt.outcome is Outcome.HANDED_OVER, receipt.text
    except PbemError as error:
        went, why, whom = False, error.faults[0].message, []
    if not went:
        tell(f"not sent: {why}; 'pbem sync' tries again", err=True)
        return []
    have = [each for each in whom if each not in receipt.refused]
    tell(f"sent to {', '.join(have)}", err=True)
    return have


#: Exit codes from good to bad.
BADNESS = (0, 3, 1)


def send_one(home: Path, path: Path, way: WayOut, moment: datetime, again: bool) -> int:
    """Sends one letter and returns the exit code."""
    from pbem.cabin.sending import send_letter
    from pbem.mail.senders import Outcome

    receipt, whom = send_letter(home, path, way, moment, again=again)
    if receipt.outcome is not Outcome.HANDED_OVER:
        say(f"{path}: {receipt.outcome.value}: {receipt.text}", err=True)
        return 1 if receipt.outcome is Outcome.NEVER else 3
    went = [each for each in whom if each not in receipt.refused]
    say(f"{path}: sent to {', '.join(went)}")
    for each in receipt.refused:
        say(f"{path}: refused for {each}: {receipt.text}", err=True)
    if whom[0] in receipt.refused:
        say(f"{path}: the same command sends it to {whom[0]} later, and not to the others again", err=True)
    return 1 if receipt.refused else 0


def show_draft(home: Path, path: Path, moment: datetime, again: bool, *, as_link: bool) -> None:
    """Opens one letter in the player's mail program, or says how to open it."""
    from pbem.cabin.drafts import open_draft, open_link

    what, opened = (open_link if as_link else open_draft)(home, path, moment, again=again)
    say(str(what))
    if not opened:
        say("no program opened it: open it in your mail program yourself", err=True)
