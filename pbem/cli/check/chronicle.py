"""pbem chronicle: the campaign book."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command(name="chronicle")
@click.argument("folder", metavar="PATH", type=click.Path(path_type=Path))
@click.option("--seat", default="", help="Through whose eyes: a seat, or 'public'.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("chronicle.html"),
              help="Where to write it: .html, or .md with its maps beside it.")  # fmt: skip
@click.option("--keyring", type=click.Path(path_type=Path), help="The moderator's keys, for a game that is not over.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(folder: Path, seat: str, out: Path, keyring: Path | None, as_json: bool) -> None:
    """Write the history of the game in PATH: turn by turn, with maps, battles, prizes, dice, and what was sealed.

    PATH is a public folder, a .zip of one, a player's folder or the moderator's. A finished game is told with all that
    was hidden. A game that goes on is told as everybody may know it; in a player's folder, as that player may. The
    record is verified first, and replayed where that can be done: exit code 4 where something does not match.
    """
    from pbem.base.counting import counted
    from pbem.chronicle.book_files import make_book, write_book
    from pbem.trust.folder.read_folder import unpacked

    with unpacked(folder) as place:
        written = write_book(make_book(place, seat, keyring), out)
    if as_json:
        click.echo(json.dumps(written.as_json(), ensure_ascii=False, sort_keys=True))
        return
    beside = f", {counted(len(written.maps), 'map')} beside it" if written.maps else ""
    click.echo(f"{out}: {written.size:,} bytes{beside}; {counted(written.turns, 'chapter')}, {written.reader}")
