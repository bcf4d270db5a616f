"""pbem agree: signs that the game goes back to an earlier phase."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="agree")
@click.argument("letter", type=click.Path(path_type=Path))
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Your game folder (default: found from LETTER).")
@click.option("--insist", is_flag=True, help="Sign even if others may have seen the dice that fall away.")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(letter: Path, folder: Path | None, insist: bool, keyring: Path | None, now: str | None) -> None:
    """Agree to go back to an earlier phase, as the moderator asks in LETTER.

    Prints the letter to mail back. The game goes back only if all players agree.
    """
    from pbem.base import clock
    from pbem.cabin.register import folder_for
    from pbem.cli.passphrase import ask
    from pbem.match.own_folder.player import Player
    from pbem.match.player.agree_to_go_back import agree
    from pbem.match.post.game_letter import read_letter
    from pbem.trust.keyring import Keyring

    ring = Keyring.open(keyring)
    player = Player(ring, ring.signer(ask), clock.now(now))
    received = read_letter(letter)
    say(str(agree(player, received, folder or folder_for(ring.home, received.letter.subject), insist=insist)))
    say("mail this letter to the moderator", err=True)
