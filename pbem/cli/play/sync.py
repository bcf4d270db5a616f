"""pbem sync: a player's whole mail in one command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.passphrase import ask
from pbem.cli.telling import tell

if TYPE_CHECKING:
    from pbem.cabin.syncing import Synced


@click.command(name="sync")
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--send/--no-send", default=None,
              help="Mail what is sealed and waits. Default: yes, if post.yaml says how your letters are sent.")
@click.option("--draft", is_flag=True, help="Open drafts in your mail program instead of sending.")
@click.option("--to", "target", metavar="WAY", help="Where to send letters (default: see post.yaml beside your keys).")
@click.option("--open/--no-open", "show", default=None, help="Open the newest page. Default: on a desktop, yes.")
@click.option("--secret", metavar="PLACE",
              help="Where the password is: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--zone", default="", help="Time zone for deadlines, such as Europe/Madrid (default: this machine's).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    sources: tuple[str, ...], send: bool | None, draft: bool, target: str | None, show: bool | None,
    secret: str | None, zone: str, keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Fetch your letters, open them in order, and mail what you have sealed.

    SOURCE is a letter, a folder, a Maildir, an mbox or imap://USER@HOST. Without SOURCE, pbem reads the mailbox that
    post.yaml beside your keys names. Letters stay in the mailbox, and each is opened once. In the end you see what
    happened, what is asked of you and until when, in all your games.
    """
    from pbem.base import clock
    from pbem.cabin.overview import look
    from pbem.cabin.sending import can_send
    from pbem.cabin.syncing import letters_to_mail, send_all, sync
    from pbem.cli.play.inbox import show as show_game
    from pbem.cli.play.send import show_draft
    from pbem.cli.start.demo import on_a_desktop
    from pbem.match.own_folder.player import Player
    from pbem.trust.keyring import Keyring

    ring, moment = Keyring.open(keyring), clock.now(now)
    synced = sync(Player(ring, ring.signer_when_asked(ask), moment), sources, secret)
    show_letters(synced)
    waiting = look(keyring, (), True, moment, zone, None, None).found
    if draft:
        for path in letters_to_mail(ring.home, waiting):
            show_draft(ring.home, path, moment, False, as_link=False)
    elif send or (send is None and can_send(ring.home, target)):
        for line in send_all(ring.home, waiting, moment, target, secret):
            tell(line)
        waiting = look(keyring, (), True, moment, zone, None, None).found
    for each in waiting:
        show_game(each)
    if synced.newest_page and (on_a_desktop() if show is None else show):
        click.launch(str(synced.newest_page))
    if synced.unread:
        raise synced.unread[0]


def show_letters(synced: Synced) -> None:
    """Print what was opened, what is to be answered, and what could not be opened."""
    for each in synced.opened:
        tell(f"opened: {each.subject}")
        for what, path in each.letter.places():
            tell(f"  {what}: {path}")
        for note in each.letter.notes:
            tell(f"  note: {note}")
    for words in synced.to_answer:
        tell(f"to answer with 'pbem join': {words}")
    for words, error in synced.left:
        tell(f"not opened: {words}", err=True)
        for line in error.rendered():
            tell(f"  {line}", err=True)
    if not (synced.opened or synced.to_answer or synced.left):
        tell("no new letters")
