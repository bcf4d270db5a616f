"""pbem sync: a player's whole mail in one command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli.passphrase import ask
from pbem.cli.telling import tell

if TYPE_CHECKING:
    from pbem.base.errors import PbemError
    from pbem.cabin.syncing import Synced
    from pbem.cabin.waiting import Waits
    from pbem.match.own_folder.player import Player


@click.command(name="sync")
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--send/--no-send", default=None,
              help="Mail what is sealed and waits. Default: yes, if post.yaml says how your letters are sent.")
@click.option("--draft", is_flag=True, help="Open drafts in your mail program instead of sending.")
@click.option("--to", "target", metavar="WAY", help="Where to send letters (default: see post.yaml beside your keys).")
@click.option("--edit", is_flag=True,
              help="Open each order file that is asked of you in your editor, check it, and seal it when you say so.")
@click.option("--open/--no-open", "show", default=None, help="Open the newest page. Default: on a desktop, yes.")
@click.option("--secret", metavar="PLACE",
              help="Where the password is: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@click.option("--zone", default="", help="Time zone for deadlines, such as Europe/Madrid (default: this machine's).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    sources: tuple[str, ...], send: bool | None, draft: bool, target: str | None, edit: bool, show: bool | None,
    secret: str | None, zone: str, keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """Fetch your letters, open them in order, and mail what you have sealed.

    SOURCE is a letter, a folder, a Maildir, an mbox or imap://USER@HOST. Without SOURCE, pbem reads the mailbox that
    post.yaml beside your keys names. Letters stay in the mailbox, and each is opened once. In the end you see what
    happened, what is asked of you and until when, in all your games.

    If your letters are sent from here, the second letter of tier two-step is written and sent by itself, and orders
    that have had no receipt for a day are sent again.
    """
    from pbem.base import clock
    from pbem.cabin.overview import look
    from pbem.cabin.sending import can_send
    from pbem.cabin.syncing import letters_to_mail, send_all, sync
    from pbem.cli.play.editing import edit_orders
    from pbem.cli.play.inbox import show as show_game
    from pbem.cli.play.send import show_draft
    from pbem.cli.start.demo import on_a_desktop
    from pbem.match.own_folder.player import Player
    from pbem.trust.keyring import Keyring

    ring, moment = Keyring.open(keyring), clock.now(now)
    player = Player(ring, ring.signer_when_asked(ask), moment)
    synced = sync(player, sources, secret)
    show_letters(synced)
    if synced.newest_page and (on_a_desktop() if show is None else show):
        click.launch(str(synced.newest_page))

    def look_again() -> list[Waits]:
        return look(keyring, (), True, moment, zone, None, None).found

    waiting, mails = look_again(), draft or (can_send(ring.home, target) if send is None else send)
    if edit and edit_orders(player, waiting):
        waiting = look_again()
    if mails and write_second_letters(player, waiting):
        waiting = look_again()
    if draft:
        for path in letters_to_mail(ring.home, waiting):
            show_draft(ring.home, path, moment, False, as_link=False)
    elif mails:
        for line in send_all(ring.home, waiting, moment, target, secret):
            tell(line)
        waiting = look_again()
    for each in waiting:
        show_game(each)
    if synced.unread:
        raise synced.unread[0]


def write_second_letters(player: Player, waiting: Sequence[Waits]) -> bool:
    """Write the second letters that are due, and tell which could not be; returns False where none is due."""
    from pbem.cabin.syncing import open_parts

    if not any(each.to_open for each in waiting):
        return False
    for game, error in open_parts(player, waiting):
        tell(f"{game}: no second letter", err=True)
        show_faults(error)
    return True


def show_letters(synced: Synced) -> None:
    """Print what was opened, what is to be answered, and what could not be opened; lay the proof beside reports."""
    from pbem.cli.play.open import lay_proof_beside

    for each in synced.opened:
        lay_proof_beside(each.letter)
        tell(f"opened: {each.subject}")
        for what, path in each.letter.places():
            tell(f"  {what}: {path}")
        for note in each.letter.notes:
            tell(f"  note: {note}")
    for words in synced.to_answer:
        tell(f"to answer with 'pbem join': {words}")
    for words, error in synced.left:
        tell(f"not opened: {words}", err=True)
        show_faults(error)
    if not (synced.opened or synced.to_answer or synced.left):
        tell("no new letters")


def show_faults(error: PbemError) -> None:
    """Print an error that stops nothing else."""
    for line in error.rendered():
        tell(f"  {line}", err=True)
