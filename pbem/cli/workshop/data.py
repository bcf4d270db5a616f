"""pbem data: a game's figures, each with its source."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command(name="data")
@click.argument("game")
@click.option("--edition", type=click.Path(path_type=Path), help="An edition file whose figures replace ours.")
@click.option("--section", metavar="NAME", help="Only this section, like seaports.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, edition: Path | None, section: str | None, as_json: bool) -> None:
    """Show every figure of GAME with its source: printed, rulebook or reconstructed.

    With --edition, the figures of that file are laid over ours and the whole is checked; what it replaces is shown
    old and new. The SHA-256 of the file is what a charter holds.
    """
    from pbem.adjudicator.board.shown import as_lines, as_plain
    from pbem.adjudicator.engine.game import load_game
    from pbem.base.files import read_file

    board = load_game(game).board(read_file(edition) if edition else None, str(edition or ""))
    if as_json:
        click.echo(json.dumps(as_plain(game, board, section), indent=2))
    else:
        click.echo("\n".join(as_lines(game, board, section)))
