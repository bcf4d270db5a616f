"""pbem demo: one phase of a small game, told step by step."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="demo")
@click.option(
    "--tier", type=click.Choice(["moderated", "two-step", "beacon"]), default="moderated", show_default=True,
    help="How much has to be taken on trust.",
)  # fmt: skip
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Keep the game's folder there.")
def command(tier: str, folder: Path | None) -> None:
    """Play one phase between two captains, from keys to audit: no network, no mail, no set-up.

    Each step says what happened and which files it made. At the end one byte is changed, and found.
    """
    from tempfile import TemporaryDirectory

    from pbem.clock import now
    from pbem.demo import play
    from pbem.trust.charter import Tier

    if folder is not None:
        play(Tier(tier), folder, click.echo, now())
        allow = " --demo-beacon" if tier == "beacon" else ""
        click.echo(f"\nThe folder stays: pbem verify{allow} {folder}")
        return
    with TemporaryDirectory(prefix="pbem-demo-") as place:
        play(Tier(tier), Path(place) / "duel", click.echo, now())
    click.echo("\nThe folder is gone again; 'pbem demo --dir duel' keeps it.")
