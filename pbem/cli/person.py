"""Asks on a terminal for what a new game or club lacks: the game, its players, addresses, the pace."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import join
from typing import Any

import click

from pbem.base.errors import PbemError
from pbem.cli.telling import say

QUESTION = "Your own e-mail address, where you are told when a game needs you (empty: nowhere)"
#: The pace of a game -> the options of `pbem new` that make it, each only where the moderator gave none.
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "weekly": {"days": 7, "question_hours": 72, "hour": "20:00", "reminder_hours": 48, "grace_hours": 12},
    "fast": {"deadline_hours": 48, "question_hours": 24, "reminder_hours": 12, "grace_hours": 6, "hold_minutes": 15},
    "correspondence": {"days": 14, "question_hours": 120, "hour": "20:00", "reminder_hours": 96, "grace_hours": 48},
}
PACES = {"weekly": "a phase stays open for a week", "fast": "for two days", "correspondence": "for two weeks"}
#: Options that say something of the pace; a preset leaves each of them as it was given.
OF_PACE = ("calendar", "zone", "days", "hour", "weekdays", "deadline_hours", "question_hours")
ZONES = "/zoneinfo/"


def at_a_terminal() -> bool:
    """Tells if somebody sits there to be asked and to read the question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def asked_for_person() -> str:
    """The address given; empty where nobody sits at a terminal."""
    return asked(QUESTION) if at_a_terminal() else ""


def asked(question: str, default: str = "", check: Callable[[str], object] | None = None) -> str:
    """An answer typed at the terminal; one that does not pass the check is explained and asked for again."""
    while True:
        answer = str(click.prompt(question, default=default, show_default=bool(default), err=True)).strip()
        try:
            if check is not None:
                check(answer)
        except PbemError as error:
            for fault in error.faults:
                say(f"{fault.message}{'; ' if fault.hint else ''}{fault.hint}", err=True)
        else:
            return answer


def chosen(question: str, options: Mapping[str, str]) -> str:
    """One of a few words; the first is the default."""
    for name, words in options.items():
        say(f"  {name:<16}{words}", err=True)
    choice = click.Choice(list(options))
    return str(click.prompt(question, default=next(iter(options)), type=choice, show_choices=False, err=True))


def ask_for_rest(given: dict[str, Any], has_address: bool, check: Callable[[str], object]) -> None:
    """Fills in what a new game cannot do without, question by question, and says which command does the same."""
    from pbem.adjudicator.titles import GAMES, load_game

    before = dict(given)
    if not given["game"]:
        given["game"] = chosen("Which game", {name: load_game(name).title for name in GAMES})
    game = load_game(given["game"])
    if not given["scenario"] and len(game.scenarios) > 1:
        given["scenario"] = chosen("Which scenario", game.scenarios)
    scenario = given["scenario"] or next(iter(game.scenarios))
    if not given["title"]:
        given["title"] = asked("Title that players see", game.title)
    named = {text.partition("=")[0] for text in given["seats"]}
    missing = [seat for seat in game.seats_of(scenario) if seat not in named]
    given["seats"] = (*given["seats"], *(f"{seat}={asked(f'E-mail address of the {seat} player', '', check)}"
                                         for seat in missing))  # fmt: skip
    if not given["address"] and not has_address:
        given["address"] = asked("E-mail address of the game, to which players send their letters", "", check)
    if not given["preset"] and not any(given[name] for name in OF_PACE):
        given["preset"] = chosen("What pace", PACES)
        if given["preset"] != "fast":
            given["zone"] = asked("Time zone of the game", zone_here())
    words = [word for name in given if given[name] != before[name] for word in option(name, given[name])]
    say(f"the same without questions: pbem new {join([str(given['folder']), *words])}", err=True)


def option(name: str, value: Any) -> list[str]:
    """An option as it is typed."""
    flag = "--seat" if name == "seats" else f"--{name.replace('_', '-')}"
    return [word for each in (value if isinstance(value, tuple) else (value,)) for word in (flag, str(each))]


def at_pace(preset: str, given: dict[str, Any]) -> None:
    """Fills in the options of a preset, as far as they were not given and do not contradict what was."""
    if preset and given["calendar"]:
        raise click.UsageError("--preset and --calendar both say the pace; choose one")
    in_hours, in_days = given["deadline_hours"] is not None, given["days"] is not None
    for name, value in PRESETS.get(preset, {}).items():
        idle = (in_hours and name in ("days", "hour")) or (in_days and name == "deadline_hours")
        if given[name] is None and not idle:
            given[name] = value
    given["house"] = (*given["house"], *house_at(preset, given["game"], given["house"]))


def house_at(preset: str, name: str, given: Sequence[str]) -> list[str]:
    """The house rules that suit a preset by what the title says, but for those that were given."""
    from pbem.adjudicator.titles import load_game

    named = {text.partition("=")[0] for text in given}
    paces = load_game(name).paces if preset else {}
    return [f"{rule}={choice}" for rule, choice in paces.get(preset, {}).items() if rule not in named]


def zone_here() -> str:
    """The time zone that this machine is set to, by its name; UTC where the machine does not say."""
    named = os.environ.get("TZ", "").lstrip(":")
    place = str(Path("/etc/localtime").resolve())
    return named if "/" in named and not named.startswith("/") else place.partition(ZONES)[2] or "UTC"
