"""pbem escrow: lets guardians save a game whose moderator does not answer."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.groups import WholeHelp
from pbem.cli.telling import say


@click.group(name="escrow", cls=WholeHelp)
def command() -> None:
    """Help to save a game as its guardian.

    Guardians prove that they can open their shares, pass a share on, and restore the game.
    """


@command.command(name="test")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
def test(file: Path, keyring: Path | None) -> None:
    """Open the trial file in FILE, the letter that makes you a guardian. Mail the output to the moderator."""
    from pbem.match.people.rescue import prove
    from pbem.trust.keyring import Keyring

    say(prove(Keyring.open(keyring), file).decode(), nl=False)
    say("mail these lines to the moderator; the game begins when all guardians have", err=True)


@command.command(name="share")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", default="", metavar="AGE", help="Age key of the person who will run the game.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="File to pass on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
def share(file: Path, to: str, out: Path, keyring: Path | None) -> None:
    """Open your layer of the share in FILE. Do this only if the moderator has not answered for as long as was agreed.

    The file's name lists the guardians' numbers in the order in which they open it. The last guardian seals the key to
    the successor with --to; the others pass the file to the next guardian as it is.
    """
    from pbem.base.files import write_atomic
    from pbem.match.people.rescue import pass_on
    from pbem.trust.keyring import Keyring

    write_atomic(out, pass_on(Keyring.open(keyring), file, to))
    say(str(out))


@command.command(name="recover")
@click.argument("public", metavar="PUBLIC", type=click.Path(path_type=Path))
@click.option("--share", "opened", required=True, type=click.Path(path_type=Path), help="File from the guardians.")
@click.option("--dir", "folder", required=True, type=click.Path(path_type=Path), help="New folder for the game.")
@click.option("--address", required=True, help="Address that players write to from now on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def recover(
    public: Path, opened: Path, folder: Path, address: str, keyring: Path | None, now: str | None
) -> None:
    """Restore a game from PUBLIC, the public folder that every player has, and the guardians' share.

    Every seat is then asked to sign that you are the moderator, as after `pbem take-over`.
    """
    from pbem.base import clock
    from pbem.match.people.rescue import recover as rescue
    from pbem.trust.keyring import Keyring

    office = rescue(public, opened, folder, Keyring.open(keyring), clock.now(now), address)
    for line in office.said:
        say(line)
