"""pbem diary: keeps a player's notes in the player's own folder."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say, say_json


@click.command(name="diary")
@click.option("--add", "text", metavar="TEXT", help="Add this note.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a note.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
              help="Your game folder (default: this one).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(text: str | None, as_json: bool, folder: Path, keyring: Path | None, now: str | None) -> None:
    """Print your notes on this game, or add one.

    They stay in your folder. `pbem press --to self` mails a note to yourself.
    """

    from pbem.cli.play.orders import player
    from pbem.match.own_folder.diary import diary, notes
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.write_press import note_down

    seat = Seat.at(folder)
    if text is not None:
        note_down(player(None, keyring, now), seat, text)
    elif as_json:
        for note in notes(seat):
            say_json(note)
    else:
        say(diary(seat), nl=False)
