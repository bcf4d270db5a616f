"""pbem games: lists the games that can be played."""

from __future__ import annotations

import json

import click


@click.command(name="games")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(as_json: bool) -> None:
    """List the games you can play: seats, scenarios, rules covered, and where the data come from.

    Players need their own copy of the printed game. Figures called 'reconstructed' are ours, not the publisher's.
    """
    from pbem.trial.coverage import games

    found = games()
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, sort_keys=True))
        return
    for game in found:
        click.echo(f"{game['name']}: {game['title']} ({game['edition']}), rules {game['version']}")
        click.echo(f"  seats: {', '.join(game['seats'])}")
        for name, line in game["scenarios"].items():
            click.echo(f"  {name}: {line}")
        cases, data = game["cases"], game["data"]
        click.echo(f"  rule cases coded: {cases['coded']} of {cases['all']}, excepted: {cases['excepted']}")
        click.echo("  data: " + ", ".join(f"{count} {source}" for source, count in data.items()))
