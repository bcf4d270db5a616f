"""pbem escrow: what guardians do, and how a game is saved whose moderator does not answer."""

from __future__ import annotations

from pathlib import Path

import click


@click.group(name="escrow")
def command() -> None:
    """Guardians of a game: prove that you can open your share, pass it on, save a game with it."""


@command.command(name="test")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
def test(file: Path, keyring: Path | None) -> None:
    """Open the trial file in FILE, the letter that makes you a guardian. Mail what is printed to the moderator."""
    from pbem.match.people.rescue import prove
    from pbem.trust.keyring import Keyring

    click.echo(prove(Keyring.open(keyring), file).decode(), nl=False)
    click.echo("mail these lines to the moderator; the game begins when all guardians have", err=True)


@command.command(name="share")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", default="", metavar="AGE", help="The age key of whoever is to run the game.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The file to pass on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
def share(file: Path, to: str, out: Path, keyring: Path | None) -> None:
    """Take your layer off the share in FILE. Do it only when the moderator has not answered for as long as was agreed.

    Its name lists the guardians' numbers in the order in which they open it. The last of them seals the key to the
    successor with --to; before him the next guardian gets the file as it is.
    """
    from pbem.base.files import write_atomic
    from pbem.match.people.rescue import pass_on
    from pbem.trust.keyring import Keyring

    write_atomic(out, pass_on(Keyring.open(keyring), file, to), secret=True)
    click.echo(str(out))


@command.command(name="recover")
@click.argument("public", metavar="PUBLIC", type=click.Path(path_type=Path))
@click.option("--share", "opened", required=True, type=click.Path(path_type=Path), help="What the guardians have sent.")
@click.option("--dir", "folder", required=True, type=click.Path(path_type=Path), help="The game's new folder.")
@click.option("--address", required=True, help="Where players write to from now on.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def recover(
    public: Path, opened: Path, folder: Path, address: str, keyring: Path | None, now: str | None
) -> None:
    """Make the game's folder again from PUBLIC, the public folder that every player has, and the guardians' share.

    Every seat is then asked to sign that you are the moderator, as after `pbem take-over`.
    """
    from pbem.base import clock
    from pbem.match.people.rescue import recover as rescue
    from pbem.trust.keyring import Keyring

    office = rescue(public, opened, folder, Keyring.open(keyring), clock.now(now), address)
    for line in office.said:
        click.echo(line)
