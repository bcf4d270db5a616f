"""pbem edition: the figures of your own printed copy."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say, say_json


@click.group(name="edition")
def command() -> None:
    """Fill in the figures of your own copy of a game, and check what you have filled in."""


@command.command(name="new")
@click.argument("game", shell_complete=completion.games)
@click.option("--section", default="", metavar="NAME", help="Only this section, like seaports.")
@click.option("--out", type=click.Path(path_type=Path), help="Where to write it. Default: GAME-edition.yaml.")
def new(game: str, section: str, out: Path | None) -> None:
    """Write the file in which you fill in the printed figures of GAME.

    It lists every figure that we reconstructed, section by section, each switched off until you take away its '#'.
    """
    from pbem.adjudicator.board.edition_sheet import sheet, still_open
    from pbem.adjudicator.board.shown import records_of
    from pbem.adjudicator.titles import load_game
    from pbem.base.counting import counted
    from pbem.base.errors import bad
    from pbem.base.files import write_atomic

    title = load_game(game)
    board = title.board(None, "")
    if section:
        records_of(board, section)
    path = out or Path(f"{game}-edition.yaml")
    if path.exists():
        raise bad("is there already", file=str(path), hint="name another with --out")
    write_atomic(path, sheet(game, title.title, board, section).encode(), shared=True)
    total = sum(each.figures for each in still_open(board.figures) if section in ("", each.section))
    say(f"{path}: {counted(total, 'figure')} to compare with your copy")


@command.command(name="check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: Path, as_json: bool) -> None:
    """Check an edition FILE and say which figures are still open, section by section."""
    from pbem.adjudicator.board.edition import read_edition
    from pbem.adjudicator.board.edition_sheet import game_of, has_changes, still_open
    from pbem.adjudicator.titles import load_game
    from pbem.base.counting import counted
    from pbem.base.files import read_file

    data = read_file(file)
    game = read_edition(data, str(file)).game if has_changes(data) else game_of(data, str(file))
    board = load_game(game).board(data if has_changes(data) else None, str(file))
    left = still_open(board.edition.figures if board.edition else board.figures)
    changed = len(board.edition.changes) if board.edition else 0
    if as_json:
        sections = {each.section: each.figures for each in left}
        say_json({"game": game, "changed": changed, "open": sections}, ascii_only=True, sort_keys=True)
        return
    if not has_changes(data):
        say("Every change in this file is still switched off: take away the '#' before its lines.")
    say(f"{counted(changed, 'figure')} changed or confirmed; still ours:")
    for each in left:
        say(f"  {each.section}: {each.figures} of {counted(each.of, 'figure')}")
    if not left:
        say("  nothing: every figure is printed or from the rulebook")
