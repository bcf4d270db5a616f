"""pbem demo: the first turn of a game, told in short or letter by letter."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say


@click.command(name="demo")
@click.argument("game", default="jenkins", shell_complete=completion.games)
@click.option("--full", is_flag=True, help="Show every letter as its reader sees it.")
@click.option(
    "--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
    help="How much the players must take on trust.",
)  # fmt: skip
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Keep the folders there.")
@click.option("--open/--no-open", "show", default=None, help="Open the report's page. Default: on a desktop, yes.")
def command(game: str, full: bool, tier: str, folder: Path | None, show: bool | None) -> None:
    """Play the first turn of GAME by mail between bots and tell it in about forty lines.

    Without GAME, jenkins is played. Letters, keys, seals and dice are real. It needs no network, no mail and no set-up.
    """
    from tempfile import mkdtemp

    from pbem.base.clock import now
    from pbem.trial import demo, first_turn
    from pbem.trust.people.charter import Tier

    place = folder or Path(mkdtemp(prefix="pbem-demo-"))
    if full:
        demo.play(game, Tier(tier), place, say, now())
    else:
        page = first_turn.play(game, Tier(tier), place, say, now())
        if page is not None:
            from pbem.match.own_folder.seat import PUBLIC
            from pbem.proof.beside_reports import lay_proof

            lay_proof(page.parent.parent / PUBLIC, page.parent, page.stem)
            say(f"\nThe last report as a page, with its map: {page}")
            if on_a_desktop() if show is None else show:
                click.launch(str(page))
    allow = " --demo-beacon" if tier == "beacon" else ""
    say(f"\nThe folder stays: pbem verify{allow} {place / 'desk'}")
    if not full:
        say(f"Every letter as its reader sees it: pbem demo {game} --full")


def on_a_desktop() -> bool:
    """Tell whether a person sits at a desktop that can open a page."""
    desktop = sys.platform in ("darwin", "win32") or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return desktop and sys.stdout.isatty()
