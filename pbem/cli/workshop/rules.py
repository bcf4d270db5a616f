"""pbem rules: lists which cases of a rulebook are coded and tested."""

from __future__ import annotations

import click

from pbem.cli import completion
from pbem.cli.telling import say, say_json


@click.command(name="rules")
@click.argument("game", shell_complete=completion.games)
@click.argument("case", required=False, shell_complete=completion.rule_cases)
@click.option("--base", is_flag=True, help="List the base rules of a title that stands on a second rulebook.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(game: str, case: str | None, base: bool, as_json: bool) -> None:
    """List which cases of GAME's rulebook are coded, where, and which tests check them; or only one CASE."""
    from pbem.trial.coverage import coverage, tests_are_installed

    found = coverage(game, case, base=base)
    if not tests_are_installed():
        say("pbem: note: the tests are not installed, so none are named; a checkout has them", err=True)
    if as_json:
        say_json([each.as_json() for each in found], sort_keys=True)
        return
    for each in found:
        say(f"{each.case:8} {each.status:8} {each.title}")
        for line in each.lines() if case else ():
            say(f"         {line}")
