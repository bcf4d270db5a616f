"""pbem join: an invitation accepted, a charter signed."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.passphrase import ask


@click.command(name="join")
@click.argument("letter", type=click.Path(path_type=Path))
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Your folder for the game; else GAME-SEAT.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own key.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(letter: Path, folder: Path | None, key: str | None, keyring: Path | None, now: str | None) -> None:
    """Answer LETTER, the invitation to a game or, later, its charter; prints the letter to mail back."""
    from pbem import clock
    from pbem.cabin.register import remember
    from pbem.keyring import Keyring, signing_key
    from pbem.match.player import Player, join
    from pbem.match.post import read_letter

    ring = Keyring.open(keyring)
    player = Player(ring, signing_key(key, ask) if key else ring.signer(ask), clock.now(now))
    written = join(player, read_letter(letter), folder)
    remember(ring.home, written.parent.parent)
    click.echo(str(written))
    click.echo("mail this letter to the moderator", err=True)
