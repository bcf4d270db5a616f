"""pbem data: lists a game's figures with their sources."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say, say_json


@click.command(name="data")
@click.argument("game", shell_complete=completion.games)
@click.option("--edition", type=click.Path(path_type=Path), help="Edition file whose figures replace ours.")
@click.option("--section", metavar="NAME", help="Show only this section, such as seaports.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, edition: Path | None, section: str | None, as_json: bool) -> None:
    """List every figure of GAME with its source: printed, rulebook or reconstructed.

    With --edition, pbem puts the figures of that file over ours, checks the whole, and shows old and new values. A
    charter holds the SHA-256 of the file.
    """
    from pbem.adjudicator.board.shown import as_lines, as_plain
    from pbem.adjudicator.titles import load_game
    from pbem.base.files import read_file

    board = load_game(game).board(read_file(edition) if edition else None, str(edition or ""))
    if as_json:
        say_json(as_plain(game, board, section), ascii_only=True, indent=2)
    else:
        say("\n".join(as_lines(game, board, section)))
