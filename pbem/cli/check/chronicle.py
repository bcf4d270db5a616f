"""pbem chronicle: writes the campaign book of a game."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say, say_json


@click.command(name="chronicle")
@click.argument("folder", metavar="PATH", type=click.Path(path_type=Path))
@click.option("--seat", default="", shell_complete=completion.seats, help="Show what this seat may know, or 'public'.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("chronicle.html"),
              help="File to write: .html, .epub, or .md with its maps beside it.")  # fmt: skip
@click.option("--keyring", type=click.Path(path_type=Path), help="Moderator's keys, for a game that is not over.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(folder: Path, seat: str, out: Path, keyring: Path | None, as_json: bool) -> None:
    """Write the campaign book of the game in DIR: turn by turn with maps, battles, prizes and dice.

    DIR is a public folder, a player's or the moderator's. The book of a finished game tells everything that was hidden.
    The book of a running game tells what everybody may know, in a player's folder what that player may know, and the
    file holds nothing else. pbem verifies the record first, and plays it again where it can: exit code 4 if something
    does not match.
    """
    from pbem.base.counting import counted
    from pbem.chronicle.book_files import make_book, write_book
    from pbem.cli.progress import working
    from pbem.trust.folder.read_folder import unpacked

    with unpacked(folder) as place, working("Playing the game again and drawing its maps"):
        written = write_book(make_book(place, seat, keyring), out)
    if as_json:
        say_json(written.as_json(), sort_keys=True)
        return
    beside = f", {counted(len(written.maps), 'map')} beside it" if written.maps else ""
    say(f"{out}: {written.size:,} bytes{beside}; {counted(written.turns, 'chapter')}, {written.reader}")
