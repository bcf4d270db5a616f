"""pbem games: lists the games that can be played."""

from __future__ import annotations

import click

from pbem.cli.telling import say, say_json, tell


@click.command(name="games")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(as_json: bool) -> None:
    """List the games you can play: seats, scenarios, rules covered, and where the data come from.

    Players need their own copy of the printed game. Figures called 'reconstructed' are ours, not the publisher's.
    """
    from pbem.match.play.printed_game import words
    from pbem.trial.coverage import games

    found = games()
    if as_json:
        say_json(found, sort_keys=True)
        return
    for game in found:
        say(f"{game['name']}: {game['title']} ({game['edition']}), rules {game['version']}")
        say(f"  seats: {', '.join(game['seats'])}")
        for name, line in game["scenarios"].items():
            say(f"  {name}: {line}")
        cases, data = game["cases"], game["data"]
        say(f"  rule cases coded: {cases['coded']} of {cases['all']}, excepted: {cases['excepted']}")
        tell(f"  {words(game['name'], laid_over=False)}")
        say("  data: " + ", ".join(f"{count} {source}" for source, count in data.items()))
