"""pbem demo: one phase of a small game told step by step, or the first turn of a real one told letter by letter."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="demo")
@click.argument("game", default="")
@click.option(
    "--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
    help="How much has to be taken on trust.",
)  # fmt: skip
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Keep the folder there.")
def command(game: str, tier: str, folder: Path | None) -> None:
    """Play GAME from the invitation through its first turn, and show each letter as its reader sees it.

    Without GAME: one phase of a duel, from keys to audit; each step says what happened and which files it made, and at
    the end one byte is changed, and found. Neither needs a network, mail or any set-up.
    """
    from tempfile import TemporaryDirectory

    if folder is not None:
        tell(game, tier, folder)
        allow = " --demo-beacon" if tier == "beacon" else ""
        click.echo(f"\nThe folder stays: pbem verify{allow} {folder / 'desk' if game else folder}")
        return
    with TemporaryDirectory(prefix="pbem-demo-") as place:
        tell(game, tier, Path(place) / "demo")
    words = f"pbem demo {game} --dir {game}" if game else "pbem demo --dir duel"
    click.echo(f"\nThe folder is gone again; '{words}' keeps it.")


def tell(game: str, tier: str, place: Path) -> None:
    """The story that was asked for."""
    from pbem.base.clock import now
    from pbem.trust.people.charter import Tier

    if game:
        from pbem.trial.demo import play as play_game

        play_game(game, Tier(tier), place, click.echo, now())
    else:
        from pbem.trial.duel import play

        play(Tier(tier), place, click.echo, now())
