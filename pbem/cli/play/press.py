"""pbem press: a letter to other players, through the adjudicator."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="press")
@click.argument("text_file", metavar="FILE|-")
@click.option("--to", "to", multiple=True, required=True, metavar="SEAT", help="A reader; 'all'; 'self' for a note.")
@click.option("--grey", is_flag=True, help="Unsigned: nobody but the moderator learns who wrote it.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Your folder; else this one.")
@click.option("--key", help="A private SSH key file, or SHA256:... for a key of your ssh-agent; else your own.")
@click.option("--keyring", type=click.Path(path_type=Path), help="The folder of your keys, if not the usual one.")
@click.option("--now", help="The time, if not the clock's.")
def command(
    text_file: str, to: tuple[str, ...], grey: bool, folder: Path, key: str | None, keyring: Path | None,
    now: str | None,
) -> None:  # fmt: skip
    """Write the plain text of FILE (- is standard input) as a letter for you to mail, sealed to the moderator.

    He passes its words on, at once or with the next report as the charter has it, and nothing else of it.
    """
    import sys

    from pbem.base.errors import bad
    from pbem.base.files import read_file
    from pbem.cli.play.orders import player
    from pbem.match.player.seat import Seat
    from pbem.match.player.write_press import write_press

    data = sys.stdin.buffer.read(1 << 20) if text_file == "-" else read_file(Path(text_file), 1 << 20)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").rstrip("\n")
    except UnicodeDecodeError:
        raise bad("is not UTF-8 text", file=text_file, hint="save it as plain text in UTF-8") from None
    click.echo(str(write_press(player(key, keyring, now), Seat.at(folder), to, text, grey=grey)))
    click.echo("mail this letter to the moderator", err=True)
