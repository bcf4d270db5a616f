"""pbem press: writes a letter to other players, which the moderator passes on."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli.telling import say


@click.command(name="press")
@click.argument("text_file", metavar="FILE|-")
@click.option("--to", "to", multiple=True, required=True, metavar="SEAT",
              help="Seat to write to; 'all'; or 'self' for a note to yourself.")
@click.option("--grey", is_flag=True, help="Send it unsigned: only the moderator knows who wrote it.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(),
              help="Your game folder (default: this one).")
@click.option("--key", help="Sign with this SSH key file, or SHA256:... for an ssh-agent key (default: your own).")
@click.option("--keyring", type=click.Path(path_type=Path), help="Folder of your keys, if not the usual one.")
@click.option("--now", help="Use this time instead of the clock.")
def command(
    text_file: str, to: tuple[str, ...], grey: bool, folder: Path, key: str | None, keyring: Path | None,
    now: str | None,
) -> None:  # fmt: skip
    """Write to other players: makes a letter, sealed to the moderator, from the plain text in FILE (- is standard
    input).

    Mail the letter to the moderator, whose program passes the words on and nothing else: at once or with the next
    report, as the charter says.
    """
    import sys

    from pbem.base.errors import bad
    from pbem.base.files import read_file
    from pbem.cli.play.orders import player
    from pbem.match.own_folder.seat import Seat
    from pbem.match.player.write_press import write_press

    data = sys.stdin.buffer.read(1 << 20) if text_file == "-" else read_file(Path(text_file), 1 << 20)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n")
    except UnicodeDecodeError:
        raise bad("is not UTF-8 text", file=text_file, hint="save it as plain text in UTF-8") from None
    say(str(write_press(player(key, keyring, now), Seat.at(folder), to, text, grey=grey)))
    say("mail this letter to the moderator", err=True)
