"""pbem inbox: lists what waits for a player in all games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli import declared
from pbem.cli.telling import say, say_json, tell

if TYPE_CHECKING:
    from pbem.cabin.waiting import Waits


@declared.command("inbox")
@declared.argument("folders", metavar="[DIR]...", nargs=-1, type=declared.PATH)
@declared.option("--all", "everything", is_flag=True,
              help="List all your games as well as those named (default if none is named).")
@declared.option("--mail", metavar="WAY",
              help="Also list unopened letters in a Maildir, a folder, an mbox or at imap://...")
@declared.option("--secret", metavar="PLACE",
              help="Where the password is: env:NAME, command:PROGRAM, keyring:SERVICE/USER.")
@declared.option("--zone", default="", help="Time zone for deadlines, such as Europe/Madrid (default: this machine's).")
@declared.option("--json", "as_json", is_flag=True, help="Print one JSON object per game.")
@declared.option("--keyring", type=declared.PATH, help="Folder of your keys, if not the usual one.")
@declared.option("--now", help="Use this time instead of the clock.")
def command(
    folders: tuple[Path, ...], everything: bool, mail: str | None, secret: str | None, zone: str, as_json: bool,
    keyring: Path | None, now: str | None,
) -> None:  # fmt: skip
    """List what waits for you: open phases, deadlines, orders and questions, in all your games or in the folders named.

    'pbem join' and 'pbem open' remember each game's folder beside your keys; naming a folder here does the same.
    Nothing else is changed, and letters in a mailbox stay as they are.
    """
    from pbem.base import clock
    from pbem.cabin.overview import look

    seen = look(keyring, folders, everything, clock.now(now), zone, mail, secret)
    for each in seen.found:
        if as_json:
            say_json(each.as_json(), sort_keys=True)
        else:
            show(each)
    for words in () if as_json else seen.invitations:
        say(f"invitation: {words}")
    for folder in seen.gone:
        say(f"{folder} is not there; where it has moved to, 'pbem inbox DIR' finds its game again", err=True)
    if not seen.found and not seen.gone:
        say("no games yet; 'pbem join INVITATION' begins one", err=True)
    if seen.unread is not None:
        raise seen.unread


def show(each: Waits) -> None:
    """Prints one game in a few lines."""
    phase = f" {each.phase}, until {each.local}" if each.phase else f" {each.stage}"
    title = f", {each.title}" if each.title else ""
    tell(f"{each.game or each.folder} {each.seat}{title}:{phase if each.stage else ''}")
    if each.fault:
        tell(f"  cannot be read: {each.fault}")
    if each.paused:
        tell(f"  {each.paused}")
    if each.orders:
        tell(f"  orders {each.orders}")
    for line in each.todo:
        tell(f"  {line}")
    if each.idle:
        tell(f"  {each.idle}")
    for line in each.unopened:
        tell(f"  unopened: {line}")
