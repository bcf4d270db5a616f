"""Completes names in the shell: games, scenarios, bots, rule cases, pages, and the seats and phases of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

#: Where the public record lies: in the folder itself, or in a player's folder below it.
RECORDS = ("ledger.jsonl", "game/ledger.jsonl")


def beginning(names: Iterable[str], incomplete: str) -> list[str]:
    """Keep the names that begin with what was typed, each once, in their order."""
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a game."""
    from pbem.adjudicator.titles import GAMES

    return beginning(GAMES, incomplete)


def scenarios(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a scenario of the game that stands before it."""
    from pbem.adjudicator.titles import GAMES, load_game

    name = given(ctx, "game")
    return beginning(load_game(name).scenarios, incomplete) if name in GAMES else []


def bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a bot of the game that stands before it."""
    from pbem.adjudicator.titles import GAMES, load_game

    name = given(ctx, "game")
    return beginning(load_game(name).bots(), incomplete) if name in GAMES else []


def rule_cases(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the number of a rule of the game that stands before it."""
    from pbem.adjudicator.titles import GAMES
    from pbem.trial.coverage import coverage

    name = given(ctx, "game")
    return beginning((each.case for each in coverage(name)), incomplete) if name in GAMES else []


def manual_pages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a page of the documentation."""
    from pbem.base.manual import pages

    return beginning(pages(), incomplete)


def phases(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a phase of the game in the folder that stands before it."""
    return beginning(told(ctx, "phase"), incomplete)


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete a seat of the game in the folder that stands before it."""
    return beginning([*told(ctx, "seat"), "public"], incomplete)


def given(ctx: click.Context, *names: str) -> str:
    """Give an argument that stands before; where an option still lacks its value, click has not named it yet."""
    named = [str(ctx.params[name]) for name in names if ctx.params.get(name)]
    return next(iter([*ctx.args, *named]), "")


def told(ctx: click.Context, what: str) -> list[str]:
    """Read one field of every line of a folder's ledger; a folder without one has none."""
    for record in RECORDS:
        file = Path(given(ctx, "folder", "path", "where") or ".") / record
        if file.is_file():
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            return [str(value) for line in lines if (value := field_of(line, what))]
    return []


def field_of(line: str, what: str) -> object:
    """Give a field of a line of JSON; nothing where it has none or is not JSON."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found.get(what) if isinstance(found, dict) else None
