"""pbem soak: plays complete games between bots and checks every phase."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import completion
from pbem.cli.telling import say


@click.command(name="soak")
@click.argument("game", shell_complete=completion.games)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option("--seed", default="1", show_default=True, help="Seed; the same seed gives the same games.")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=True,
              help="Number of the first game; SEED/37 in a result is game 37 of that seed.")  # fmt: skip
@click.option("--bot", "bots", multiple=True, metavar="NAME", shell_complete=completion.bots,
              help="Bot to use: NAME for all seats, or SEAT=NAME.")  # fmt: skip
@click.option("--scenario", default="", shell_complete=completion.scenarios,
              help="Scenario (default: the game's first).")  # fmt: skip
@click.option("--house", multiple=True, metavar="NAME=VALUE", help="Set a house rule; 'pbem games --json' lists them.")
@click.option("--reports", is_flag=True,
              help="Make every report, page and order desk too; a game takes about ten times as long.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=".",
              help="Folder in which to save a failure.")
def command(
    game: str, games: int, seed: str, first: int, bots: tuple[str, ...], scenario: str, house: tuple[str, ...],
    reports: bool, jobs: int, out: Path,
) -> None:  # fmt: skip
    """Play complete games of GAME between bots, without mail.

    Prints one JSON object per game, and the totals on the last line. After every phase the position is checked and
    restored from plain data, and every tenth game is replayed from its record. If a check fails, the soak ends with
    exit code 4 and names the seed, the phase, the file with the transcript, and how to play that game again.

    With --reports everything that readers get is made after each phase, and whenever a phase waits for an answer: for
    each seat and the public the report, its appendix and its page, what the campaign book tells, and for each seat the
    order desk and the order file to fill in. A failure then names the reader and the kind of paper as well. Games and
    results stay the same.
    """
    from pbem.adjudicator.titles import load_game
    from pbem.cli.moderate.new import pairs
    from pbem.match.terms.house_rules import house_of
    from pbem.trial.soak import Plan, bots_for, line, soak, totals

    title = load_game(game)
    agreed = house_of(pairs(house, "NAME=VALUE"), title)
    plan = Plan(game, bots_for(title, bots, scenario), seed, out, scenario=scenario, house=agreed, reports=reports)
    played = []
    for one in soak(plan, games, jobs, first):
        played.append(one)
        say(line(one.as_json()))
    say(line({"totals": totals(played)}))
